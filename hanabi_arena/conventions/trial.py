"""Let a bot take scenarios."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hanabi_arena.api.actions import Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import Bot, BotBase, checked_params, declarations, parameters
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.wire import ProgramFault
from hanabi_arena.conventions.scenario import Expectation, Scenario
from hanabi_arena.conventions.sets import SUFFIXES
from hanabi_arena.conventions.staging import Staged, exchanges, fillings, stage
from hanabi_arena.conventions.story import Story, tell
from hanabi_arena.conventions.telling import action_words, belief_words, position_words
from hanabi_arena.errors import BotError, ConfigError, IllegalAction, UsageError
from hanabi_arena.league.plan import check_params, parse_bot
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.blame import exited, raised, text_of
from hanabi_arena.match.output import OutputLimit, capped_output
from hanabi_arena.match.watched import Answer, Watched
from hanabi_arena.rules.cards import CardSet

FILLINGS = 4
"""How often a scenario is taken with other hidden cards."""

OUTPUT = 1_000_000
"""Characters that a bot may print while it takes a form of a scenario; they are not shown."""

SEED = 1

Status = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that did not come out as expected."""

    kind: Literal["act", "beliefs", "status", "hidden cards", "fault"]
    seat: str
    expected: str
    got: str
    where: str = ""
    """Nothing for the scenario as it is written; else what was changed: suits or seats."""


@dataclass(frozen=True)
class Result:
    """How a bot fared in a scenario."""

    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    skipped: str = ""
    """Why it was not taken at all."""
    beliefs_asked: int = 0
    beliefs_skipped: int = 0
    """Expectations of beliefs that were not asked, since the bot shows none."""
    position: str = ""
    beliefs: Mapping[str, str] = field(default_factory=dict)
    """What the seats that were asked believe, in words, by name."""

    @property
    def status(self) -> Status:
        """Passed, failed or skipped; skipped too if nothing of it could be asked."""
        if self.failures:
            return "failed"
        asks_to_act = any(one.asks_to_act for one in self.scenario.expected)
        unasked = not asks_to_act and self.beliefs_asked == self.beliefs_skipped
        return "skipped" if self.skipped or unasked else "passed"

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        scenario = self.scenario
        return {
            "file": str(scenario.path),
            "line": scenario.line,
            "name": scenario.name,
            "family": scenario.family,
            "convention": scenario.convention,
            "level": scenario.level,
            "provenance": scenario.provenance,
            "side": scenario.side,
            "status": self.status,
            "skipped": self.skipped or None,
            "beliefs_asked": self.beliefs_asked,
            "beliefs_skipped": self.beliefs_skipped,
            "failures": [
                {
                    "kind": one.kind,
                    "seat": one.seat,
                    "expected": one.expected,
                    "got": one.got,
                    "where": one.where or None,
                }
                for one in self.failures
            ],
        }


def find_bot(name: str, folders: Iterable[Path]) -> tuple[type[BotBase], Mapping[str, Any]]:
    """Return the bot to take scenarios, and its parameters, as in `arena run --bots`.

    Raises UsageError or BotError.
    """
    bot_name, params = parse_bot(name)
    bot = Registry(tuple(dict.fromkeys(folders))).find(bot_name, Path()).load()
    check_params(bot, params)
    return bot, params


def try_scenario(
    scenario: Scenario, bot: type[BotBase], given: Mapping[str, Any], count: int = FILLINGS
) -> Result:
    """Let a bot take a scenario, in every seat that is asked, and in its other forms.

    Every form is taken with `count` fillings of the hidden cards. A bot that has a parameter `set`
    gets the scenario's, unless one is given. Raises ConfigError for a scenario's set that is none.
    """
    reason = bot.why_not(scenario.rules, scenario.players)
    if reason:
        return Result(scenario, skipped=f"{bot.name} {reason}")
    params = dict(given)
    if scenario.set and "set" in parameters(bot) and "set" not in params:
        params["set"] = _set_of(scenario)
        try:
            check_params(bot, params)
        except UsageError as error:
            where = f"{scenario.path}, line {scenario.line}, set"
            raise ConfigError(f"{where}: {error}") from None
    trial = _Trial(scenario, bot, params, count)
    return trial.result()


def _set_of(scenario: Scenario) -> str:
    """Return a scenario's set as a bot takes it: its path is relative to the scenario's file."""
    if scenario.set.endswith(SUFFIXES):
        return str(scenario.path.parent / scenario.set)
    return scenario.set


class _Trial:
    def __init__(
        self, scenario: Scenario, bot: type[BotBase], params: Mapping[str, Any], count: int
    ) -> None:
        self.scenario = scenario
        checked = checked_params(bot, params)
        self.bot: type[Bot] = as_python(bot, checked)
        self.declared = (declarations(bot, checked),) * scenario.players
        self.count = count
        self.failures: list[Failure] = []
        self.asked = self.unasked = 0
        self.beliefs: dict[str, str] = {}

    def result(self) -> Result:
        story = tell(self.scenario)
        for where, forms in self._forms(story):
            for wanted in self.scenario.expected:
                self._try_form(wanted, forms, where)
            if self.failures:
                break  # other forms would fail in the same way
        return Result(
            self.scenario,
            tuple(self.failures),
            beliefs_asked=self.asked,
            beliefs_skipped=self.unasked,
            position=position_words(next(fillings(story, 1))),
            beliefs=self.beliefs,
        )

    def _forms(self, story: Story) -> Iterator[tuple[str, list[Staged]]]:
        """Yield the scenario as written, with suits exchanged, and with seats moved on."""
        yield "", list(fillings(story, self.count))
        chance = random.Random(self.scenario.name)
        suits = exchanges(self.scenario.rules, chance) if self.scenario.permute_suits else None
        if suits is not None:
            yield "with suits exchanged", [stage(story, chance, suits)]
        if self.scenario.rotate_seats:
            shift = 1 + chance.randrange(self.scenario.players - 1)
            yield "with seats moved on", [stage(story, chance, None, shift)]

    def _try_form(self, wanted: Expectation, forms: Sequence[Staged], where: str) -> None:
        answers = []
        for staged in forms:
            answer = self._guarded(staged, wanted.seat)
            if isinstance(answer, str):
                self._fail("fault", wanted, "an answer", f"none: it {answer}", where)
                return
            answers.append(answer)
        first, staged = answers[0], forms[0]
        if not where:
            self._note_beliefs(wanted, staged, first)
        self._judge(wanted, staged, first, where)
        if wanted.asks_to_act:
            actions = [
                one.back(answer.action)
                for one, answer in zip(forms, answers, strict=True)
                if answer.action
            ]
            others = [action for action in actions if action != actions[0]]
            if others:
                same = action_words(staged, wanted.seat, actions[0])
                expected = f"{same} whatever the hidden cards are"
                got = action_words(staged, wanted.seat, others[0])
                self._fail("hidden cards", wanted, expected, got, where)

    def _guarded(self, staged: Staged, seat: int) -> Answer | str:
        """Return the bot's answer, or what it did wrong: whatever it raises is its fault."""
        try:
            with capped_output(OUTPUT):
                return self._ask(staged, seat)
        except KeyboardInterrupt:
            raise  # a person's wish
        except SystemExit as error:
            return exited(error)
        except (OutputLimit, IllegalAction) as error:
            return text_of(error)
        except ProgramFault as error:
            return f"is a program that {text_of(error)}"
        except BotError as error:
            return f"broke its contract: {text_of(error)}"
        except BaseException as error:
            return raised(error)

    def _ask(self, staged: Staged, seat: int) -> Answer:
        players = self.scenario.players
        watched = Watched(
            self.bot, staged.rules, players, staged.seat(seat), SEED, 0, self.declared
        )
        return watched.lead(staged.begin(), staged.actions)

    def _judge(self, wanted: Expectation, staged: Staged, answer: Answer, where: str) -> None:
        if wanted.asks_to_act:
            assert answer.action is not None, "the reader checked whose turn it is"
            self._judge_action(wanted, staged, staged.back(answer.action), where)
        asked = len(wanted.beliefs) + len(wanted.status)
        if not where:
            self.asked += asked
        if answer.beliefs is None:
            if not where:
                self.unasked += asked
            return
        newest_first = list(reversed(answer.beliefs))
        hand = newest_first[: len(staged.hands[wanted.seat])]
        for slot, belief in wanted.beliefs.items():
            inferred = self._inferred(staged, wanted.seat, slot, hand[slot - 1])
            if not belief.holds(inferred):
                words = belief_words(self.scenario.rules, belief)
                self._fail("beliefs", wanted, f"slot {slot} {words}", repr(inferred), where)
        for slot, status in wanted.status.items():
            found = hand[slot - 1].status or "none"
            if found != status:
                self._fail("status", wanted, f"slot {slot} {status}", found, where)

    def _inferred(self, staged: Staged, seat: int, slot: int, belief: Belief) -> CardSet:
        """Return what a belief leaves open, in the scenario's suits; what clues say at most."""
        game = staged.begin()
        for code in staged.actions:
            game.act(code)
        at = staged.seat(seat)
        place = int(game.table.hand_count[at]) - slot
        possible = int(game.table.possible[at, place])
        mask = possible if belief.inferred is None else belief.inferred.mask & possible
        return CardSet.of_mask(staged.mask_back(mask))

    def _judge_action(
        self, wanted: Expectation, staged: Staged, action: Action, where: str
    ) -> None:
        rules, hands, seat = self.scenario.rules, staged.hands, wanted.seat
        got = action_words(staged, seat, action)
        if wanted.allowed and not any(
            p.matches(action, hands, seat, rules) for p in wanted.allowed
        ):
            self._fail("act", wanted, " or ".join(p.text for p in wanted.allowed), got, where)
        for pattern in wanted.forbidden:
            if pattern.matches(action, hands, seat, rules):
                self._fail("act", wanted, f"anything but {pattern.text}", got, where)

    def _note_beliefs(self, wanted: Expectation, staged: Staged, answer: Answer) -> None:
        if answer.beliefs is None:
            return
        shown = []
        for slot, belief in enumerate(reversed(answer.beliefs), 1):
            inferred = self._inferred(staged, wanted.seat, slot, belief)
            words = repr(inferred) if len(inferred) <= 6 else f"{len(inferred)} identities"
            shown.append(f"slot {slot} {words}{belief.status and f' {belief.status}'}")
        self.beliefs[self.scenario.names[wanted.seat]] = ", ".join(shown)

    def _fail(self, kind: Any, wanted: Expectation, expected: str, got: str, where: str) -> None:
        name = self.scenario.names[wanted.seat]
        self.failures.append(Failure(kind, name, expected, got, where))
