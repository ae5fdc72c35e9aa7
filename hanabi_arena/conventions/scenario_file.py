"""Read scenarios from YAML files; every complaint names file, line and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from hanabi_arena.api.beliefs import STATUSES
from hanabi_arena.conventions.scenario import (
    BeliefWanted,
    Expectation,
    Preset,
    Provenance,
    Scenario,
    Side,
)
from hanabi_arena.conventions.sentences import Pattern, Reader, Sentence
from hanabi_arena.conventions.staging import check, fillings
from hanabi_arena.conventions.story import StoryError, check_seen, tell
from hanabi_arena.conventions.values import Values
from hanabi_arena.errors import ArenaError, ConfigError, did_you_mean
from hanabi_arena.league.document import Document, Where
from hanabi_arena.rules.cards import CARDS, CardSet
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.rules.variant import PLAYERS, Rules

SUFFIX: Final = ".scenario.yaml"

KEYS: Final = (
    "name",
    "family",
    "convention",
    "level",
    "set",
    "provenance",
    "side",
    "source",
    "variant",
    "hands",
    "first",
    "actions",
    "preset",
    "permute-suits",
    "rotate-seats",
)
"""The keys of a scenario, beside the seats' names."""

SEAT_KEYS: Final = ("act", "beliefs", "status")
PRESET_KEYS: Final = ("stacks", "discards", "tokens", "strikes", "clues", "turn")
_WHAT: Final = "scenario: a mapping with the key hands"


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files among paths: files as named, folders with all in them.

    Raises ConfigError for a path that is not there, or a folder without any.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{SUFFIX}"))
            if not inside:
                raise ConfigError(f"{path}: no scenarios here; their files end in {SUFFIX}")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise ConfigError(f"{path}: no such file or folder")
    return list(dict.fromkeys(found))


def read_scenarios(path: Path) -> list[Scenario]:
    """Read the scenarios of a file: a list of them, or a single one. Raises ConfigError."""
    document = Document.read(path)
    value = document.value
    if isinstance(value, Mapping):
        items: list[tuple[Where, Any]] = [((), value)]
    elif isinstance(value, list) and value:
        items = [((place,), item) for place, item in enumerate(value)]
    else:
        raise document.error((), "a scenario file is a list of scenarios, or a single one")
    found = [
        _checked(
            document, where, _Item(document, where, item, "scenario: a mapping with the key hands")
        )
        for where, item in items
    ]
    seen: dict[str, Scenario] = {}
    for scenario, (where, _) in zip(found, items, strict=True):
        if scenario.name in seen:
            raise document.error(
                (*where, "name"), f'line {seen[scenario.name].line} has a "{scenario.name}" already'
            )
        seen[scenario.name] = scenario
    return found


def _checked(document: Document, where: Where, item: _Item) -> Scenario:
    """Return a scenario whose history can have happened. Raises ConfigError."""
    scenario = item.scenario()
    try:
        story = tell(scenario)
        for staged in fillings(story, 1):
            check(staged)
        _check_asked(document, where, scenario, [len(hand) for hand in story.hands])
        check_seen(story)
    except StoryError as error:
        key: Where = ("actions", error.place) if error.place >= 0 else ("hands",)
        raise document.error((*where, *key), str(error)) from None
    return scenario


def _check_asked(
    document: Document, where: Where, scenario: Scenario, sizes: Sequence[int]
) -> None:
    """Complain of a seat that is asked to act and not on turn, and of slots that are empty."""
    last = scenario.actions[-1].seat if scenario.actions else None
    on_turn = scenario.first_seat if last is None else (last + 1) % scenario.players
    for wanted in scenario.expected:
        name = scenario.names[wanted.seat]
        if wanted.asks_to_act and wanted.seat != on_turn:
            raise document.error(
                (*where, name, "act"), f"it is {scenario.names[on_turn]}'s turn after the actions"
            )
        for slot in (*wanted.beliefs, *wanted.status):
            if slot > sizes[wanted.seat]:
                raise document.error((*where, name), f"{name} has slots 1 to {sizes[wanted.seat]}")


class _Item(Values):
    """One scenario of a document."""

    def scenario(self) -> Scenario:
        """Return it taken apart. Raises ConfigError."""
        rules = self._rules()
        if "hands" not in self.value:
            raise self.error((), "the key hands is missing: a mapping of names to cards")
        hands_value = self.value["hands"]
        if not isinstance(hands_value, Mapping) or not all(isinstance(n, str) for n in hands_value):
            raise self.error("hands", "a mapping of names to cards: {alice: [r1, y3, ...], ...}")
        names = tuple(name.lower() for name in hands_value)
        self._check_names(names, rules)
        reader = Reader(rules, names)
        self._check_keys(names)
        expected = tuple(
            self._expected(reader, seat) for seat in range(len(names)) if self._asks(names[seat])
        )
        if not expected:
            raise self.error(
                (), f"nothing is expected of anybody; a key such as {names[0]} with act or beliefs"
            )
        actions = tuple(self._sentences(reader))
        return Scenario(
            name=self.text("name") or self.text("convention") or self.document.path.stem,
            path=self.document.path,
            line=self.document.line(self.where),
            rules=rules,
            names=names,
            hands=self._hands(reader, hands_value),
            first_seat=self._first(reader, actions, expected),
            actions=actions,
            expected=expected,
            family=self.text("family"),
            convention=self.text("convention"),
            level=self.whole("level"),
            provenance=self.choice("provenance", get_args(Provenance), "synthetic"),
            side=self.choice("side", get_args(Side), _side(expected)),
            source=self.text("source"),
            set=self.text("set"),
            preset=self._preset(reader),
            permute_suits=self.switch("permute-suits"),
            rotate_seats=self.switch("rotate-seats"),
        )

    def _rules(self) -> Rules:
        try:
            return find_variant(self.value.get("variant", "base"))
        except ArenaError as error:
            raise self.error("variant", str(error)) from None

    def _check_names(self, names: tuple[str, ...], rules: Rules) -> None:
        if len(names) not in PLAYERS:
            raise self.error("hands", f"{len(names)} hands: Hanabi is played by 2 to {PLAYERS[-1]}")
        for name in names:
            if not name.isidentifier() or name in KEYS or name in ("slot", "to", "touching"):
                raise self.error(("hands", name), f'"{name}" is no name for a seat')
        if len(set(names)) < len(names):
            raise self.error("hands", "two seats have the same name")
        try:
            rules.check(len(names))
        except ArenaError as error:
            raise self.error("hands", str(error)) from None

    def _check_keys(self, names: tuple[str, ...]) -> None:
        allowed = (*KEYS, *names)
        for key in self.value:
            if str(key).lower() not in allowed:
                raise self.error(
                    str(key),
                    f'unknown key "{key}".{did_you_mean(str(key), allowed)} '
                    f"Allowed: {', '.join(allowed)}",
                )

    def _asks(self, name: str) -> bool:
        return any(str(key).lower() == name for key in self.value)

    def _hands(
        self, reader: Reader, value: Mapping[str, Any]
    ) -> tuple[tuple[int | None, ...], ...]:
        size = reader.rules.hand_size(len(value))
        hands = []
        for name, cards in value.items():
            where = ("hands", name)
            if not isinstance(cards, list) or len(cards) != size:
                raise self.error(
                    where, f"{cards!r} is no hand: a list of {size} cards, the newest first"
                )
            hand = [
                self.read(reader.card_or_hidden, card, (*where, place))
                for place, card in enumerate(cards)
            ]
            hands.append(tuple(reversed(hand)))
        return tuple(hands)

    def _sentences(self, reader: Reader) -> Iterator[Sentence]:
        value = self.value.get("actions", [])
        if not isinstance(value, list):
            raise self.error("actions", "a list of actions: [alice clues red to bob, ...]")
        for place, text in enumerate(value):
            yield self.read(reader.sentence, text, ("actions", place))

    def _first(
        self, reader: Reader, actions: tuple[Sentence, ...], expected: tuple[Expectation, ...]
    ) -> int:
        if "first" in self.value:
            first: int = self.read(reader.seat, self.value["first"], ("first",))
            return first
        if actions:
            return actions[0].seat
        return next((one.seat for one in expected if one.asks_to_act), 0)

    def _expected(self, reader: Reader, seat: int) -> Expectation:
        name = next(key for key in self.value if str(key).lower() == reader.names[seat])
        value = self.value[name]
        where = (str(name),)
        self.check_mapping(value, where, SEAT_KEYS)
        act = value.get("act", {})
        if isinstance(act, str | list):
            act = {"allowed": act}
        self.check_mapping(act, (*where, "act"), ("allowed", "forbidden"))
        beliefs = {
            self.slot_number(slot, (*where, "beliefs", str(slot))): self._belief(
                reader, wanted, (*where, "beliefs", str(slot))
            )
            for slot, wanted in self.mapping(value, "beliefs", where).items()
        }
        status = {}
        for slot, word in self.mapping(value, "status", where).items():
            at = (*where, "status", str(slot))
            if word not in (*STATUSES, "none"):
                raise self.error(
                    at,
                    f"{word!r} is no status.{did_you_mean(str(word), STATUSES)} "
                    f"One of {', '.join(STATUSES)}, none",
                )
            status[self.slot_number(slot, at)] = str(word)
        found = Expectation(
            seat,
            tuple(self._patterns(reader, act.get("allowed", []), (*where, "act", "allowed"))),
            tuple(self._patterns(reader, act.get("forbidden", []), (*where, "act", "forbidden"))),
            beliefs,
            status,
        )
        if not (found.asks_to_act or beliefs or status):
            raise self.error(where, "nothing is expected; keys: act, beliefs, status")
        return found

    def _patterns(
        self, reader: Reader, value: Any, where: tuple[str | int, ...]
    ) -> Iterator[Pattern]:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list):
            raise self.error(
                where, f"{value!r} is no list of actions: [play slot 1, clue 2 to bob]"
            )
        for place, text in enumerate(texts):
            at = where if isinstance(value, str) else (*where, place)
            yield self.read(reader.pattern, text, at)

    def _belief(self, reader: Reader, value: Any, where: tuple[str | int, ...]) -> BeliefWanted:
        kind: Any = "within"
        if isinstance(value, Mapping):
            self.check_mapping(value, where, ("is", "not"))
            if len(value) != 1:
                raise self.error(where, "either is: [...] or not: [...]")
            ((word, value),) = value.items()
            kind = "exactly" if word == "is" else "without"
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names:
            raise self.error(where, f"{value!r} is no list of cards: [r1, b2]")
        cards = [self.read(reader.card, name, where) for name in names]
        return BeliefWanted(kind, CardSet(CARDS[card] for card in cards))

    def _preset(self, reader: Reader) -> Preset | None:
        if "preset" not in self.value:
            return None
        value = self.value["preset"]
        where = ("preset",)
        self.check_mapping(value, where, PRESET_KEYS)
        discards = [
            self.read(reader.card, card, (*where, "discards", place))
            for place, card in enumerate(self.items(value, "discards", where))
        ]
        clues = [
            self.read(reader.clue, text, (*where, "clues", place))
            for place, text in enumerate(self.items(value, "clues", where))
        ]
        numbers = {}
        for key in ("tokens", "strikes", "turn"):
            number = value.get(key)
            if number is not None and (type(number) is not int or number < 0):
                raise self.error((*where, key), f"{number!r} is no whole number from 0 on")
            numbers[key] = number
        return Preset(
            stacks=self._stacks(reader.rules, value.get("stacks", {}), (*where, "stacks")),
            discards=tuple(discards),
            tokens=numbers["tokens"],
            strikes=numbers["strikes"] or 0,
            clues=tuple(clues),
            turn=numbers["turn"],
        )

    def _stacks(self, rules: Rules, value: Any, where: tuple[str, ...]) -> tuple[int, ...]:
        letters = [suit.letter for suit in rules.suits]
        if isinstance(value, list) and len(value) == len(letters):
            value = dict(zip(letters, value, strict=True))
        if not isinstance(value, Mapping):
            raise self.error(
                where, f"{value!r} are no stacks: {{{letters[0]}: 2}}, or {len(letters)} numbers"
            )
        heights = dict.fromkeys(letters, 0)
        for key, height in value.items():
            letter = next((s.letter for s in rules.suits if key in (s.letter, s.name)), None)
            if letter is None:
                known = ", ".join(suit.name for suit in rules.suits)
                raise self.error(
                    (*where, str(key)), f"there is no suit {key} in {rules.name}; one of {known}"
                )
            if type(height) is not int or not 0 <= height <= 5:
                raise self.error((*where, str(key)), f"{height!r} is no height from 0 to 5")
            heights[letter] = height
        return tuple(heights.values())


def _side(expected: tuple[Expectation, ...]) -> Side:
    """Return which side is asked unless it is said: who is to give a clue speaks."""
    patterns = [one for wanted in expected for one in (wanted.allowed or wanted.forbidden)]
    return "speaks" if patterns and all(one.kind == "clue" for one in patterns) else "reads"
