"""Bots take scenarios: what passes, what fails, and of which kind a failure is."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from hanabi_arena import Bot, Card, CardSet, ClueRank, ClueSuit, Discard, Play, View
from hanabi_arena.api.actions import Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import BotBase
from hanabi_arena.conventions.from_game import scenario_text
from hanabi_arena.conventions.scenario_file import read_scenarios
from hanabi_arena.conventions.staging import exchanges, stage
from hanabi_arena.conventions.story import tell
from hanabi_arena.conventions.trial import Result, try_scenario
from hanabi_arena.conventions.verdict import by_convention, chosen
from hanabi_arena.errors import UsageError
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.smart import Smart
from tests.support import actions_of, arena, play

FINESSE = """
- name: a rank clue through a finesse
  family: h-group
  convention: finesse
  level: 1
  hands:
    alice: [r4, y3, b2, g4, p3]
    bob:   [xx, xx, xx, xx, xx]
    cathy: [r2, g3, b4, y4, p1]
  actions:
    - alice clues 2 to cathy
  bob:
    act: {allowed: [play slot 1]}
    beliefs: {slot 1: [r1]}
    status: {slot 1: finessed}
"""
GIVE = """
- name: a playable card is told
  convention: play clue
  level: 3
  hands:
    alice: [xx, xx, xx, xx, xx]
    bob:   [b4, r1, r4, g4, p3]
    cathy: [r2, g3, b4, y4, p4]
  alice: {act: [clue to bob touching slot 2]}
"""


class Finesses(Bot):
    """Plays its newest card when somebody else is clued, and believes it is next."""

    told = False

    def act(self, view: View) -> Action:
        return Play(4) if view.history else ClueSuit(1, 0)

    def beliefs(self, view: View) -> Sequence[Belief]:
        return [*[Belief()] * 4, Belief(CardSet([Card(0, 1)]), "finessed")]


class Peeks(Finesses):
    """Looks at what it may not see."""

    sees_own_hand = True

    def act(self, view: View) -> Action:
        newest = view.hand[-1].identity
        assert newest is not None
        return Play(4) if newest.rank < 3 else Discard(0)


class LikesRed(Finesses):
    """Plays only where the first suit is in question."""

    def act(self, view: View) -> Action:
        newest = view.hands[2 % len(view.hands)][-1].identity
        return Play(4) if newest is None or newest.suit == 0 else Discard(0)

    def beliefs(self, view: View) -> None:  # type: ignore[override]
        return None


class Breaks(Finesses):
    """Does not know what to do."""

    def act(self, view: View) -> Action:
        raise ZeroDivisionError("no idea")


def result(tmp_path: Path, text: str, bot: type[BotBase], **params: object) -> Result:
    path = tmp_path / "one.scenario.yaml"
    path.write_text(text, encoding="utf-8")
    (scenario,) = read_scenarios(path)
    return try_scenario(scenario, bot, params)


def kinds(found: Result) -> list[tuple[str, str]]:
    return [(one.kind, one.where) for one in found.failures]


def test_all_that_is_expected_passes(tmp_path: Path) -> None:

    found = result(
        tmp_path,
        FINESSE.replace("slot 1: [r1]", "slot 1: {is: [r1]}") + "  permute-suits: false\n",
        Finesses,
    )

    assert (found.status, found.failures) == ("passed", ())
    assert (found.beliefs_asked, found.beliefs_skipped) == (2, 0)
    assert "slot 1 {r1} finessed" in found.beliefs["bob"]


def test_what_is_done_and_believed_is_judged(tmp_path: Path) -> None:
    text = FINESSE.replace("play slot 1", "play slot 2").replace("[r1]", "[b1]")
    found = result(tmp_path, text.replace("finessed", "trash"), Finesses)
    assert kinds(found) == [("act", ""), ("beliefs", ""), ("status", "")]
    act = found.failures[0]
    assert (act.seat, act.expected, act.got) == ("bob", "play slot 2", "play slot 1")
    assert "xx  xx" in found.position
    assert "r2*" in found.position


def test_beliefs_are_skipped_where_there_are_none(tmp_path: Path) -> None:
    found = result(tmp_path, FINESSE.replace("    act: {allowed: [play slot 1]}\n", ""), Smart)
    assert (found.status, found.beliefs_asked, found.beliefs_skipped) == ("skipped", 2, 2)


def test_a_bot_that_reads_hidden_cards_is_found_out(tmp_path: Path) -> None:
    text = FINESSE.replace("{allowed: [play slot 1]}", "{allowed: [play, discard]}")
    assert ("hidden cards", "") in kinds(result(tmp_path, text, Peeks))


def test_a_bot_that_prefers_a_suit_is_found_out(tmp_path: Path) -> None:
    assert kinds(result(tmp_path, FINESSE, LikesRed)) == [("act", "with suits exchanged")]
    kept = FINESSE + "  permute-suits: false\n"
    assert result(tmp_path, kept, LikesRed).status == "passed"


def test_a_bot_that_raises_fails(tmp_path: Path) -> None:
    found = result(tmp_path, FINESSE, Breaks)
    assert kinds(found) == [("fault", "")]
    assert "ZeroDivisionError: no idea" in found.failures[0].got


def made(act: Callable[[], object], beliefs: Callable[[], object] = lambda: None) -> type[Bot]:
    """Return a bot whose answers are what these return or raise."""

    class Odd(Bot):
        """Answers oddly."""

        def act(self, view: View) -> Action:
            return cast("Action", act())

        def beliefs(self, view: View) -> Sequence[Belief] | None:
            return cast("Sequence[Belief] | None", beliefs())

    return Odd


def odd() -> None:
    raise BaseException("odd")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda: sys.exit(5), "exited (5)"),
        (lambda: print("x" * 2_000_000), "printed more than 1,000,000 characters"),
        (odd, "raised BaseException: odd"),
        (lambda: "play", "returned 'play', which is no action"),
        (lambda: Play(9), "illegal Play"),
        (lambda: Discard(-1), "illegal Discard"),
        (lambda: ClueSuit(2, 99), "illegal ClueSuit"),
        (lambda: ClueRank(1, 1), "a clue goes to a teammate"),
    ],
)
def test_an_answer_that_is_no_legal_action_is_a_fault(
    tmp_path: Path, act: Callable[[], object], said: str
) -> None:
    found = result(tmp_path, FINESSE, made(act))
    assert kinds(found) == [("fault", "")]
    assert said in found.failures[0].got


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (5, "it returned int"),
        ([Belief()], "it returned 1 of them"),
        ([1, 2, 3, 4, 5], "beliefs()[0]: int is no Belief"),
        ([Belief(cast("Any", {Card(0, 1)}))] * 5, "inferred is set"),
        ([*[Belief()] * 4, Belief(None, "finesed")], 'Did you mean "finessed"?'),
        ([Belief(None, "", cast("Any", 7))] * 5, "note is int"),
    ],
)
def test_beliefs_that_are_none_are_a_fault(tmp_path: Path, told: object, said: str) -> None:
    found = result(tmp_path, FINESSE, made(lambda: Play(4), lambda: told))
    assert kinds(found) == [("fault", "")]
    assert said in found.failures[0].got


def test_beliefs_that_exit_are_a_fault(tmp_path: Path) -> None:
    found = result(tmp_path, FINESSE, made(lambda: Play(4), lambda: sys.exit(3)))
    assert [(one.kind, one.got) for one in found.failures] == [("fault", "none: it exited (3)")]


HANGS = """
import time
from hanabi_arena import Bot

class Hangs(Bot):
    "Hangs, and has printed before."
    def act(self, view):
        print("let me think")
        open("reached", "w").close()
        time.sleep(600)
"""


def test_a_scenarios_set_is_looked_for_beside_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "all.scenario.yaml").write_text(
        GIVE + FINESSE + "  set: mine.yaml\n", encoding="utf-8"
    )
    done = arena("check", "inner", "--bot", "conventions", cwd=tmp_path, code=2)
    assert "all.scenario.yaml, line 11, set: " in done.err
    assert "mine.yaml: no such file" in done.err
    (inner / "mine.yaml").write_text("extends: h-group-1\n", encoding="utf-8")
    done = arena("check", "inner", "--bot", "conventions", "--tag", "level=1", cwd=tmp_path)
    assert "1 passed" in done.out


def test_an_interrupt_says_where_a_bot_hangs(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS, encoding="utf-8")
    (tmp_path / "all.scenario.yaml").write_text(FINESSE + GIVE, encoding="utf-8")
    words = [sys.executable, "-c", "from hanabi_arena.cli import main; main()"]
    running = subprocess.Popen(
        [*words, "check", ".", "--bot", "hangs.py:Hangs"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "reached").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, out) == (130, "")
    assert "stopped after 0 of 2 scenarios, while hangs took a rank clue through a finesse" in err


def test_a_bot_that_cannot_play_is_skipped(tmp_path: Path) -> None:
    class Pairs(Finesses):
        """Plays for two."""

        players = (2,)

    found = result(tmp_path, FINESSE, Pairs)
    assert (found.status, found.skipped) == ("skipped", "pairs plays with 2 players only")


def test_speaking_is_told_from_reading(tmp_path: Path) -> None:
    found = [result(tmp_path, text, Simple) for text in (GIVE, FINESSE)]
    counts = by_convention(found)
    assert counts["", 3, "play clue"].speak == [1, 1]
    assert counts["h-group", 1, "finesse"].read == [0, 1]


def test_suits_exchanged_and_seats_moved_mean_the_same(tmp_path: Path) -> None:
    import random

    path = tmp_path / "one.scenario.yaml"
    path.write_text(FINESSE, encoding="utf-8")
    (scenario,) = read_scenarios(path)
    chance = random.Random(4)
    suits = exchanges(scenario.rules, chance)
    assert suits is not None
    assert sorted(suits) == list(range(5))
    staged = stage(tell(scenario), chance, suits, 1)
    game = staged.begin()
    assert int(game.table.seat) == 1, "alice has moved on"
    assert int(game.table.hands[0, 4]) == staged.card(1), "cathy's r2"
    for action in (ClueSuit(2, 3), ClueRank(1, 2), Play(1), Play(2, 4), Discard(0)):
        assert staged.back(staged.to(action)) == action
    assert staged.mask_back(1 << staged.card(7)) == 1 << 7


def test_suits_that_differ_keep_their_places() -> None:
    import random

    order = exchanges(find_variant("rainbow"), random.Random(1))
    assert order is not None
    assert order[5] == 5
    assert exchanges(find_variant("very-small"), random.Random(1)) is None


def test_scenarios_are_chosen_by_tag(tmp_path: Path) -> None:
    path = tmp_path / "two.scenario.yaml"
    path.write_text(FINESSE + GIVE, encoding="utf-8")
    scenarios = read_scenarios(path)
    assert [one.name for one in chosen(scenarios, ["level=1-2"])] == [scenarios[0].name]
    assert [one.name for one in chosen(scenarios, ["side=speaks"])] == [scenarios[1].name]
    assert chosen(scenarios, ["level=1", "level=3"]) == scenarios
    with pytest.raises(UsageError, match='Did you mean "level"'):
        chosen(scenarios, ["levl=1"])


@pytest.mark.parametrize("variant", ["base", "rainbow", "choreography", "clue-starved"])
@pytest.mark.parametrize("players", [2, 4])
def test_any_turn_of_a_game_becomes_a_scenario(tmp_path: Path, variant: str, players: int) -> None:
    rules = find_variant(variant)
    games = play(*[Simple] * players, games=1, variant=variant, seed=9)
    (actions,) = actions_of(games)
    record = GameRecord(rules, players, deal_deck(rules, players, 9, 0), actions)
    for turn in range(1, len(actions) + 1, 7):
        path = tmp_path / f"{turn}.scenario.yaml"
        path.write_text(scenario_text(record, turn, "a game"), encoding="utf-8")
        (scenario,) = read_scenarios(path)
        found = try_scenario(scenario, Simple, {}, 2)
        assert [(one.kind, one.where) for one in found.failures][:1] == [("act", "")], (
            "it does again what it did"
        )


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "all.scenario.yaml"
    path.write_text(FINESSE + GIVE, encoding="utf-8")
    done = arena("check", path, "--bot", "simple", cwd=tmp_path, code=1)
    assert "failed: a rank clue through a finesse" in done.out
    assert "simple: 1 passed, 1 failed, 0 skipped" in done.out
    done = arena("check", tmp_path, "--bot", "simple", "--tag", "level=3", "--json", cwd=tmp_path)
    (row,) = json.loads(done.out)
    assert (row["status"], row["convention"], row["side"]) == ("passed", "play clue", "speaks")
    arena("run", "--bots", "simple", "--players", "3", "--games", "2", "--out", "run", cwd=tmp_path)
    words = ("--from", "run", "--game", "1", "--turn", "9", "--out", "made.scenario.yaml")
    arena("check", *words, cwd=tmp_path)
    arena("check", "made.scenario.yaml", "--bot", "simple", cwd=tmp_path, code=1)
    done = arena("check", *words, cwd=tmp_path, code=2)
    assert "not overwritten" in done.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "name scenarios and a bot"),
        (("nowhere", "--bot", "simple"), "no such file or folder"),
        (("h-group/finess", "--bot", "simple"), 'Did you mean "h-group/finesse"?'),
        (("shiped", "--bot", "simple"), 'Did you mean "shipped"?'),
        (("--from", "nowhere", "--turn", "1"), "nowhere"),
        (("--from", "run"), "--from needs --turn"),
    ],
)
def test_wrong_use_is_answered(tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in arena("check", *words, cwd=tmp_path, code=2).err
