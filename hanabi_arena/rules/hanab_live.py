"""The variants of hanab.live: their names and numbers, their cards, and which clue touches which.

hanab_live.yaml holds the facts. A variant whose rules are a table of copies, a touch table and the
switches that we have can be played; of every other one `why_not` says in what it differs.

The touch rule, for a clue and a card, in this order. By colour: nothing where colours are blind;
the colour of the card's rank, in synesthesia, unless no rank touches its suit; what the suit says,
all or none; what the special rank says; for prism the colour of the rank; else one of the suit's
colours. By rank: nothing where ranks are blind; what the suit says, all or none; what the variant's
own table of rank clues says; what the special rank says; else the rank. The colour of a rank is the
clue colour at rank - 1, modulo their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from hanabi_arena.errors import RulesError, UnknownName
from hanabi_arena.rules.cards import CARDS, RANKS
from hanabi_arena.rules.variant import ONE_OF_EACH, USUAL_COPIES, Suit, SuitClue

NUMBER: Final = "hanab.live:"
"""How a variant is named by its number: `hanab.live:16`."""

_SIZES: Final = (6, 5, 4, 3)
_DARK_SIZES: Final = (6, 5)


@dataclass(frozen=True)
class LiveSuit:
    """A suit of the site: `clues` and `ranks` are `all`, `none`, `own`, or names of colours."""

    name: str
    letter: str
    special: bool = False
    dark: bool = False
    inverted: bool = False
    clues: str | tuple[str, ...] = "own"
    ranks: str = "own"

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that it brings into the game, and that touch it."""
        if self.clues == "own":
            return (self.name,)
        return self.clues if isinstance(self.clues, tuple) else ()


@dataclass(frozen=True)
class LiveVariant:
    """A variant of the site; `rule` is what its family does to the rules, as in the data file."""

    number: int
    name: str
    live_suits: tuple[LiveSuit, ...]
    rule: Mapping[str, Any] = field(default_factory=dict, hash=False)
    why_not: str = ""
    """In what its rules differ in kind from ours; nothing if it can be played."""

    @property
    def half_tokens(self) -> bool:
        """Whether a discard or a completed stack returns half a clue token."""
        return bool(self.rule.get("half-tokens"))

    @property
    def line(self) -> str:
        """A line for people."""
        return f"variant {self.number} of hanab.live: {', '.join(one.name for one in self.suits)}"

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The suits with their copies, each with a letter of its own."""
        usual = tuple(self.rule.get("copies", USUAL_COPIES))
        letters = list(_letters(self.live_suits))
        return tuple(
            Suit(_word(one.name), letter, ONE_OF_EACH if one.dark else usual)
            for one, letter in zip(self.live_suits, letters, strict=True)
        )

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours that a clue can name, in the site's order."""
        if self.rule.get("mute") == "colour":
            return ()
        return tuple(dict.fromkeys(colour for one in self.live_suits for colour in one.colours))

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that a clue can name."""
        if self.rule.get("mute") == "rank":
            return ()
        if "rank-clues" in self.rule:
            return tuple(range(1, len(self.rule["rank-clues"]) + 1))
        special = self.rule.get("special")
        if special and (self._deceptive or self._special.ranks != "own"):
            return tuple(rank for rank in range(1, RANKS + 1) if rank != special)
        return tuple(range(1, RANKS + 1))

    @cached_property
    def suit_clues(self) -> tuple[SuitClue, ...]:
        """The colours that a clue can name, with what each touches."""
        return tuple(
            SuitClue(_word(colour), colour[0].lower(), self._mask(colour))
            for colour in self.colours
        )

    @cached_property
    def rank_clues(self) -> tuple[int, ...]:
        """For ranks 1 to 5 what a clue of it touches; nothing for one that cannot be named."""
        return tuple(self._mask(rank) if rank in self.ranks else 0 for rank in range(1, RANKS + 1))

    @property
    def empty_suit_clues(self) -> bool:
        """Whether a clue of a colour may touch no card."""
        return "colour" in self.rule.get("blind", ())

    @property
    def empty_rank_clues(self) -> bool:
        """Whether a clue of a rank may touch no card."""
        return "rank" in self.rule.get("blind", ())

    def _mask(self, clue: str | int) -> int:
        touches = self._colour_touches if isinstance(clue, str) else self._rank_touches
        return sum(
            card.bit
            for card in CARDS[: len(self.live_suits) * RANKS]
            if touches(clue, card.suit, card.rank)
        )

    @property
    def _deceptive(self) -> bool:
        return bool(self.rule.get("as") == "deceptive")

    @property
    def _special(self) -> LiveSuit:
        """The suit whose ways the special rank has."""
        return site_suits()[self.rule["as"]]

    def _colour_of(self, rank: int) -> str:
        return self.colours[(rank - 1) % len(self.colours)]

    def _colour_touches(self, colour: Any, suit: int, rank: int) -> bool:
        one = self.live_suits[suit]
        if self.empty_suit_clues:
            return False
        if self.rule.get("synesthesia") and one.ranks != "none" and colour == self._colour_of(rank):
            return True
        if one.clues in ("all", "none"):
            return one.clues == "all"
        special = rank == self.rule.get("special") and not self._deceptive
        if special and self._special.clues in ("all", "none"):
            return self._special.clues == "all"
        if one.clues == "prism":
            return bool(colour == self._colour_of(rank))
        return colour in one.colours

    def _rank_touches(self, named: Any, suit: int, rank: int) -> bool:
        one = self.live_suits[suit]
        if self.empty_rank_clues:
            return False
        if one.ranks != "own":
            return one.ranks == "all"
        if "rank-clues" in self.rule:
            return rank in self.rule["rank-clues"][named - 1]
        if rank == self.rule.get("special"):
            if self._deceptive:
                return bool(named == self.ranks[suit % len(self.ranks)])
            if self._special.ranks != "own":
                return self._special.ranks == "all"
        return bool(named == rank)


def _word(name: str) -> str:
    return name.lower().replace(" ", "-")


def _letters(suits: Sequence[LiveSuit]) -> Iterator[str]:
    """Yield a letter for each suit, its own one unless a suit before it has taken that."""
    taken: set[str] = set()
    for one in suits:
        choices = one.letter + one.name.lower().replace(" ", "") + "abcdefghijklmnopqrstuvwxyz"
        letter = next(choice for choice in choices if choice not in taken)
        taken.add(letter)
        yield letter


@cache
def _data() -> Any:
    import yaml

    text = files("hanabi_arena.rules").joinpath("hanab_live.yaml").read_text(encoding="utf-8")
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def site_suits() -> dict[str, LiveSuit]:
    """Return the suits of the site by their names."""
    found = {}
    for name, keys in _data()["suits"].items():
        clues = keys.get("clues", "own")
        clues = tuple(clues) if isinstance(clues, list) else clues
        found[name] = LiveSuit(name, **(keys | {"clues": clues}))
    return found


@cache
def live_variants() -> dict[str, LiveVariant]:
    """Return every variant of the site by its name, in the order of their numbers."""
    found = [*_single(), *_with_specials(), *_families()]
    return {one.name: one for one in sorted(found, key=lambda one: one.number)}


@cache
def _by_number() -> dict[int, LiveVariant]:
    return {one.number: one for one in live_variants().values()}


def find_live(wanted: str | int) -> LiveVariant:
    """Return a variant by its name or its number. Raises UnknownName or RulesError."""
    if isinstance(wanted, int):
        if wanted not in _by_number():
            raise RulesError(
                f"{NUMBER}{wanted}: no variant of hanab.live has this number; "
                f"0 to {max(_by_number())} exist"
            )
        return _by_number()[wanted]
    if wanted not in live_variants():
        raise UnknownName("variant of hanab.live", wanted, live_variants(), "arena variants --all")
    return live_variants()[wanted]


def playable_live(wanted: str | int) -> LiveVariant:
    """Return a variant that can be played. Raises RulesError that says why it cannot."""
    found = find_live(wanted)
    if found.why_not:
        raise RulesError(f"{found.name} is not supported: {found.why_not}")
    return found


def _make(
    number: int, name: str, suits: Sequence[str], rule: Mapping[str, Any], why_not: str = ""
) -> LiveVariant:
    chosen = tuple(site_suits()[one] for one in suits)
    reasons = _data()["not"]
    why_not = why_not or reasons.get(name, "")
    if not why_not and any(one.inverted for one in chosen):
        why_not = reasons["inverted"]
    return LiveVariant(number, name, chosen, rule, why_not)


def _single() -> Iterator[LiveVariant]:
    for name, (number, suits) in _data()["single"].items():
        yield _make(number, name, suits, {})


def _with_specials() -> Iterator[LiveVariant]:
    basic = _data()["sets"]["basic"]
    special = [one for one in site_suits().values() if one.special]
    ones = [(one, size) for one in special for size in (_DARK_SIZES if one.dark else _SIZES)]
    for (one, size), number in _numbered(ones, _data()["with-one"]):
        yield _make(number, f"{one.name} ({size} Suits)", [*basic[size - 1], one.name], {})
    for name, numbers in _data()["with-two"].items():
        first = site_suits()[name]
        pairs = []
        for second in special[special.index(first) + 1 :]:
            sizes = _SIZES[: {0: 4, 1: 2, 2: 1}[first.dark + second.dark]]
            pairs += [(second, size) for size in sizes]
        for (second, size), number in _numbered(pairs, numbers):
            suits = [*basic[size - 2], name, second.name]
            yield _make(number, f"{name} & {second.name} ({size} Suits)", suits, {})


def _families() -> Iterator[LiveVariant]:
    special = [one for one in site_suits().values() if one.special]
    for name, keys in _data()["families"].items():
        suits = _data()["sets"][keys.get("suits", "basic")]
        both = name if "{}" in name else f"{name} & {{}}"
        cells: list[tuple[LiveSuit | None, int]] = [
            (None, size) for size in keys.get("alone", _SIZES)
        ]
        with_one: list[tuple[LiveSuit | None, int]] = [
            (one, size)
            for one in special
            for size in (keys.get("dark", _DARK_SIZES) if one.dark else keys.get("with", _SIZES))
        ]
        if keys.get("by-size"):
            with_one.sort(key=lambda cell: cell[1])
        for (one, size), number in _numbered([*cells, *with_one], keys["numbers"]):
            label = name if one is None else both.format(one.name)
            chosen = suits[size] if one is None else [*suits[size - 1], one.name]
            rule, why_not = keys.get("rule", {}), keys.get("not", "")
            yield _make(number, f"{label} ({size} Suits)", chosen, rule, why_not)


def _numbered(cells: Sequence[Any], numbers: str | int) -> Iterator[tuple[Any, int]]:
    """Yield each cell that exists with its number; see the data file for how they are written."""
    places: list[int | None] = []
    for word in str(numbers).split():
        if word.startswith("."):
            places += [None] * int(word[1:] or 1)
        else:
            first, _, last = word.partition("-")
            places += range(int(first), int(last or first) + 1)
    for cell, number in zip(cells, places, strict=True):
        if number is not None:
            yield cell, number
