"""Actions and expectations as people write them: `alice clues red to bob`, `play slot 1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Discard, Play
from hanabi_arena.errors import UsageError, did_you_mean
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class ClueValue:
    """What a clue points at: a suit's number among those that can be clued, or a rank."""

    suit: int | None
    rank: int | None

    def touch(self, rules: Rules) -> int:
        """Return the mask of the identities that it touches."""
        if self.suit is not None:
            return rules.suit_clues[self.suit].touch
        assert self.rank is not None
        return rules.rank_clues[self.rank - 1]

    def action(self, seat: int) -> Action:
        """Return the clue to a seat."""
        if self.suit is not None:
            return ClueSuit(seat, self.suit)
        assert self.rank is not None
        return ClueRank(seat, self.rank)


@dataclass(frozen=True, slots=True)
class TouchedBy:
    """A clue to a seat; `slots` where it is said which it touches (1 is the newest)."""

    value: ClueValue
    target: int
    slots: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Sentence:
    """An action of a seat, in words and taken apart."""

    text: str
    seat: int
    kind: Literal["clue", "play", "misplay", "discard"]
    clue: TouchedBy | None = None
    slot: int | None = None
    card: int | None = None
    drawn: int | None = None
    announce: int | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of action: what is None may be anything."""

    text: str
    kind: Literal["play", "discard", "clue"]
    slot: int | None = None
    card: int | None = None
    target: int | None = None
    value: ClueValue | None = None
    touching: int | None = None
    """A slot of the target's hand that the clue has to touch."""

    def matches(
        self, action: Action, hands: Sequence[Sequence[int]], seat: int, rules: Rules
    ) -> bool:
        """Return whether an action of a seat is of this kind; hands hold the oldest card first."""
        if self.kind == "clue":
            return isinstance(action, ClueSuit | ClueRank) and self._fits(action, hands, rules)
        wanted = Play if self.kind == "play" else Discard
        if not isinstance(action, wanted):
            return False
        hand = hands[seat]
        return (self.slot is None or len(hand) - action.slot == self.slot) and (
            self.card is None or hand[action.slot] == self.card
        )

    def _fits(
        self, clue: ClueSuit | ClueRank, hands: Sequence[Sequence[int]], rules: Rules
    ) -> bool:
        if self.target is not None and clue.seat != self.target:
            return False
        given = (
            ClueValue(clue.suit, None) if isinstance(clue, ClueSuit) else ClueValue(None, clue.rank)
        )
        if self.value is not None and self.value != given:
            return False
        if self.touching is None:
            return True
        hand = hands[clue.seat]
        place = len(hand) - self.touching
        return place >= 0 and given.touch(rules) >> hand[place] & 1 == 1


_PAREN = r"(?: \((?:slots? (?P<slots>[\d, ]+)|(?P<nothing>nothing))\))?"
_CLUES = re.compile(rf"(?P<who>\w+) clues (?P<value>[\w-]+) to (?P<target>\w+){_PAREN}")
_MOVES = re.compile(
    r"(?P<who>\w+) (?P<verb>plays|misplays|discards) "
    r"(?:slot (?P<slot>\d)(?: \((?P<shown>\w+)\))?|(?P<card>\w+)(?: \(slot (?P<at>\d)\))?)"
    r"(?:,? announcing (?P<announce>[\w-]+))?"
    r"(?:, draws (?P<drawn>\w+))?"
)
_CLUE_PATTERN = re.compile(
    r"clue(?: (?P<value>(?!touching|to\b)[\w-]+))?(?: to (?P<target>\w+))?"
    r"(?: touching (?:(?P<owner>\w+)'?s? )?slot (?P<slot>\d))?"
)
_MOVE_PATTERN = re.compile(r"(?P<verb>play|discard)(?: (?:slot (?P<slot>\d)|(?P<card>\w+)))?")


class Reader:
    """Reads words in the names of a scenario's seats and the letters of its variant."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = tuple(names)
        self._cards = {rules.card_name(card): card for card in range(rules.max_score)}
        self._suits = {clue.name: place for place, clue in enumerate(rules.suit_clues)}
        self._suits |= {clue.letter: place for place, clue in enumerate(rules.suit_clues)}

    def seat(self, name: str) -> int:
        """Return the seat of a name. Raises UsageError."""
        if name.lower() not in self.names:
            raise UsageError(
                f'nobody is called "{name}".{did_you_mean(name, self.names)} '
                f"At the table: {', '.join(self.names)}"
            )
        return self.names.index(name.lower())

    def card(self, name: str) -> int:
        """Return the number of a card's identity. Raises UsageError."""
        if name.lower() not in self._cards:
            suits = ", ".join(suit.letter for suit in self.rules.suits)
            raise UsageError(
                f'"{name}" is no card of {self.rules.name}: a suit\'s letter ({suits}) and a rank '
                f"from 1 to {RANKS}, as in {self.rules.card_name(0)}"
            )
        return self._cards[name.lower()]

    def card_or_hidden(self, name: str) -> int | None:
        """Return the number of a card's identity, None for `xx`. Raises UsageError."""
        return None if name.lower() == "xx" else self.card(name)

    def clue_value(self, word: str) -> ClueValue:
        """Return a clue's value. Raises UsageError."""
        if word.isdecimal() and 1 <= int(word) <= RANKS:
            return ClueValue(None, int(word))
        if word.lower() in self._suits:
            return ClueValue(self._suits[word.lower()], None)
        allowed = [clue.name for clue in self.rules.suit_clues]
        raise UsageError(
            f'"{word}" cannot be clued.{did_you_mean(word, allowed)} '
            f"One of {', '.join(allowed)}, 1 to {RANKS}"
        )

    def clue(self, text: str) -> TouchedBy:
        """Return a clue given before: `blue to bob`, `3 to bob (slots 1, 2)`. Raises UsageError."""
        found = _CLUES.fullmatch(f"somebody clues {_squeezed(text)}")
        if not found:
            raise UsageError(
                f'"{text}" is not understood; written "blue to bob", or "3 to bob (slots 1, 2)"'
            )
        return self._touched(found)

    def sentence(self, text: str) -> Sentence:
        """Take an action apart. Raises UsageError."""
        words = _squeezed(text)
        if found := _CLUES.fullmatch(words):
            return Sentence(text, self.seat(found["who"]), "clue", clue=self._touched(found))
        found = _MOVES.fullmatch(words)
        if not found:
            raise UsageError(
                f'"{text}" is not understood; written "alice clues red to bob", "bob clues 2 to '
                'cathy (slots 1, 3)", "bob plays r1 (slot 2), draws g3", "bob plays slot 2 (r1)", '
                '"cathy misplays b4", "cathy discards slot 5 (y3)"'
            )
        verb = found["verb"]
        slot = found["slot"] or found["at"]
        shown = found["shown"] or found["card"]
        return Sentence(
            text,
            self.seat(found["who"]),
            "misplay" if verb == "misplays" else "play" if verb == "plays" else "discard",
            slot=int(slot) if slot else None,
            card=self.card(shown) if shown else None,
            drawn=self.card(found["drawn"]) if found["drawn"] else None,
            announce=self._announced(found["announce"]),
        )

    def pattern(self, text: str) -> Pattern:
        """Take an expectation apart. Raises UsageError."""
        words = _squeezed(text)
        if found := _MOVE_PATTERN.fullmatch(words):
            return Pattern(
                text,
                "play" if found["verb"] == "play" else "discard",
                slot=int(found["slot"]) if found["slot"] else None,
                card=self.card(found["card"]) if found["card"] else None,
            )
        found = _CLUE_PATTERN.fullmatch(words)
        if not found:
            raise UsageError(
                f'"{text}" is not understood; written "play", "play slot 1", "play r1", "discard '
                'slot 5", "clue", "clue red to bob", "clue to bob", "clue to bob touching slot 4"'
            )
        target = found["target"] or found["owner"]
        if found["slot"] and not target:
            raise UsageError(f'"{text}": whose slot? Written "clue to bob touching slot 4"')
        return Pattern(
            text,
            "clue",
            target=self.seat(target) if target else None,
            value=self.clue_value(found["value"]) if found["value"] else None,
            touching=int(found["slot"]) if found["slot"] else None,
        )

    def _touched(self, found: re.Match[str]) -> TouchedBy:
        slots = found["slots"]
        return TouchedBy(
            self.clue_value(found["value"]),
            self.seat(found["target"]),
            tuple(int(slot) for slot in re.findall(r"\d+", slots or ""))
            if slots or found["nothing"]
            else None,
        )

    def _announced(self, word: str | None) -> int | None:
        if word is None:
            return None
        names = {suit.name: place for place, suit in enumerate(self.rules.suits)}
        names |= {suit.letter: place for place, suit in enumerate(self.rules.suits)}
        if word.lower() not in names:
            raise UsageError(f'there is no suit "{word}" to announce')
        return names[word.lower()]


def _squeezed(text: str) -> str:
    return " ".join(text.split())
