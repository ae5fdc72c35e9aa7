"""A variant as data: which cards there are, which clue touches which, and the switches.

Nothing here plays: the engine reads these numbers. `docs/variants.md` lists what the switches mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from hanabi_arena.errors import RulesError, did_you_mean
from hanabi_arena.rules.cards import MAX_SUITS, RANKS, mask_of_ranks, mask_of_suits

if TYPE_CHECKING:
    from hanabi_arena.rules.hanab_live import LiveVariant

MAX_HAND: Final = 6
MAX_TOKENS: Final = 40
MAX_STRIKES: Final = 99
PLAYERS: Final = range(2, 7)

USUAL_COPIES: Final = (3, 2, 2, 2, 1)
ONE_OF_EACH: Final = (1, 1, 1, 1, 1)
SUIT_NAMES: Final = ("red", "yellow", "green", "blue", "purple", "teal")


ODDITIES: Final = ("odd-suit-clues", "odd-rank-clues")
"""Some suit cannot be clued, or a clue of one touches other cards than its own; the same of ranks.

Only variants of hanab.live are odd; our own multicoloured suit has switches of its own."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its name, the letter that transcripts use, and the copies of ranks 1 to 5."""

    name: str
    letter: str
    copies: tuple[int, ...] = USUAL_COPIES


@dataclass(frozen=True, slots=True)
class SuitClue:
    """A suit that can be named in a clue, and the mask of the identities that it touches."""

    name: str
    letter: str
    touch: int


@dataclass(frozen=True)
class Settings:
    """What a user may set; every key of a variant in a league file, with its default.

    The defaults are the base game. `hand_size` 0 means the usual one: 5 cards for 2 or 3 players,
    4 for 4 or 5, 3 for 6; `extra_cards` is added to it. `hanab_live` names a variant of that site
    whose suits, copies and touch table are those of the game.
    """

    suits: int = field(default=5, metadata={"low": 1, "high": MAX_SUITS})
    avalanche: bool = False
    rainbow: bool = False
    copies: str = field(default="box", metadata={"allowed": ("box", "full")})
    bouquet_final: bool = False
    choreography: bool = False
    empty_clues: bool = False
    hand_size: int = field(default=0, metadata={"low": 0, "high": MAX_HAND})
    extra_cards: int = field(default=0, metadata={"low": -1, "high": 1})
    clue_tokens: int = field(default=8, metadata={"low": 0, "high": MAX_TOKENS // 2})
    half_tokens: bool = False
    strikes: int = field(default=3, metadata={"low": 1, "high": MAX_STRIKES})
    discard_at_max: bool = False
    deck_plays: bool = False
    first_seat: int = field(default=0, metadata={"low": 0, "high": PLAYERS[-1] - 1})
    hanab_live: str = ""

    def __post_init__(self) -> None:
        for item in fields(self):
            _check_value(_key(item.name), getattr(self, item.name), item.default, item.metadata)
        if self.avalanche and self.rainbow:
            raise RulesError(
                "avalanche and rainbow are two readings of the same sixth suit; choose one"
            )
        if self.copies != "box" and not (self.avalanche or self.rainbow):
            raise RulesError(
                "copies says how often the multicoloured suit's cards exist; "
                "it needs avalanche or rainbow"
            )
        if self.suits == MAX_SUITS and (self.avalanche or self.rainbow):
            raise RulesError(
                f"suits: {MAX_SUITS} leaves no room for the multicoloured suit; at most 5 with it"
            )
        if self.hanab_live:
            if self.suits != 5 or self.avalanche or self.rainbow:
                raise RulesError(
                    f"hanab-live: {self.hanab_live} says which suits there are; "
                    "suits, avalanche and rainbow do not go with it"
                )
            if _live(self.hanab_live).half_tokens:
                object.__setattr__(self, "half_tokens", True)

    @classmethod
    def of(cls, keys: Mapping[str, Any], base: Settings | None = None) -> Settings:
        """Return `base` (or the base game) with these keys changed; keys as in a league file."""
        names = {_key(item.name): item.name for item in fields(cls)}
        values = (
            {} if base is None else {item.name: getattr(base, item.name) for item in fields(cls)}
        )
        for key, value in keys.items():
            if key not in names:
                raise RulesError(
                    f'no variant or switch "{key}".{did_you_mean(key, names)} '
                    f"Allowed: {', '.join(names)}"
                )
            values[names[key]] = value
        return cls(**values)

    def changes(self) -> dict[str, Any]:
        """Return the keys, as a league file writes them, that differ from the base game."""
        return {
            _key(item.name): getattr(self, item.name)
            for item in fields(self)
            if getattr(self, item.name) != item.default
        }


def _live(name: str) -> LiveVariant:
    """Return a variant of hanab.live. Raises UnknownName, or RulesError if it cannot be played."""
    from hanabi_arena.rules.hanab_live import playable_live  # its data take a while to read

    return playable_live(name)


def _key(name: str) -> str:
    return name.replace("_", "-")


def _check_value(key: str, value: Any, default: Any, limits: Mapping[str, Any]) -> None:
    if type(value) is not type(default):
        kind = {bool: "true or false", int: "a whole number", str: "a word"}[type(default)]
        raise RulesError(f"{key}: {value!r} is not {kind}")
    if "allowed" in limits and value not in limits["allowed"]:
        raise RulesError(f"{key}: {value!r} is not allowed; one of {', '.join(limits['allowed'])}")
    if "low" in limits and not limits["low"] <= value <= limits["high"]:
        raise RulesError(f"{key}: {value} is not from {limits['low']} to {limits['high']}")


@dataclass(frozen=True)
class Rules:
    """Everything the engine needs to know of a variant, and its name and one line for people."""

    name: str
    settings: Settings = Settings()
    line: str = ""

    @property
    def live(self) -> LiveVariant | None:
        """The variant of hanab.live whose cards and touch table these are."""
        return _live(self.settings.hanab_live) if self.settings.hanab_live else None

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The suits, the multicoloured one last."""
        if self.live:
            return self.live.suits
        chosen = self.settings
        ordinary = tuple(Suit(name, name[0]) for name in SUIT_NAMES[: chosen.suits])
        if not (chosen.avalanche or chosen.rainbow):
            return ordinary
        copies = ONE_OF_EACH if chosen.copies == "box" else USUAL_COPIES
        return (*ordinary, Suit("multicolour", "m", copies))

    @cached_property
    def suit_clues(self) -> tuple[SuitClue, ...]:
        """The suits that a clue can name, with what each touches."""
        if self.live:
            return self.live.suit_clues
        clues = []
        for index, suit in enumerate(self.suits):
            touched = [index]
            if self.settings.rainbow:
                if index == len(self.suits) - 1:
                    continue  # the rainbow suit is touched by every suit, and is none itself
                touched.append(len(self.suits) - 1)
            clues.append(SuitClue(suit.name, suit.letter, mask_of_suits(touched)))
        return tuple(clues)

    @cached_property
    def rank_clues(self) -> tuple[int, ...]:
        """For ranks 1 to 5 the mask of the identities that a clue of it touches."""
        if self.live:
            return self.live.rank_clues
        return tuple(mask_of_ranks([rank], len(self.suits)) for rank in range(1, RANKS + 1))

    @cached_property
    def clue_ranks(self) -> tuple[int, ...]:
        """The ranks that a clue can name."""
        return self.live.ranks if self.live else tuple(range(1, RANKS + 1))

    @property
    def empty_suit_clues(self) -> bool:
        """Whether a clue of a suit may match no card."""
        return self.settings.empty_clues or (self.live is not None and self.live.empty_suit_clues)

    @property
    def empty_rank_clues(self) -> bool:
        """Whether a clue of a rank may match no card."""
        return self.settings.empty_clues or (self.live is not None and self.live.empty_rank_clues)

    @cached_property
    def cards(self) -> int:
        """The number of cards in the game."""
        return sum(sum(suit.copies) for suit in self.suits)

    @cached_property
    def max_score(self) -> int:
        """The score of the complete display."""
        return len(self.suits) * RANKS

    @cached_property
    def oddities(self) -> tuple[str, ...]:
        """In what the touch table is unusual, of ODDITIES; a bot may refuse it."""
        if self.live is None:
            return ()
        usual_suits = tuple(mask_of_suits([suit]) for suit in range(len(self.suits)))
        usual_ranks = tuple(mask_of_ranks([rank], len(self.suits)) for rank in range(1, RANKS + 1))
        suits = tuple(clue.touch for clue in self.suit_clues) != usual_suits
        ranks = self.rank_clues != usual_ranks
        return tuple(name for name, odd in zip(ODDITIES, (suits, ranks), strict=True) if odd)

    def hand_size(self, players: int) -> int:
        """Return the number of cards dealt to each of so many players."""
        usual = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
        return (self.settings.hand_size or usual[players]) + self.settings.extra_cards

    def check(self, players: int) -> None:
        """Raise RulesError unless so many players can play this variant."""
        if players not in PLAYERS:
            raise RulesError(
                f"{players} players: Hanabi is played by {PLAYERS[0]} to {PLAYERS[-1]}"
            )
        size = self.hand_size(players)
        if not 1 <= size <= MAX_HAND:
            raise RulesError(
                f"{self.name}: a hand of {size} cards; from 1 to {MAX_HAND} are possible"
            )
        if size * players > self.cards:
            raise RulesError(
                f"{self.name}: {players} hands of {size} cards need {size * players} cards, "
                f"the game has {self.cards}"
            )
        if self.settings.first_seat >= players:
            raise RulesError(
                f"{self.name}: first-seat {self.settings.first_seat} does not exist "
                f"with {players} players (seats count from 0)"
            )

    def fits(self, players: int) -> bool:
        """Return whether so many players can play this variant; `check` says why not."""
        try:
            self.check(players)
        except RulesError:
            return False
        return True

    def card_name(self, identity: int) -> str:
        """Return the short name of an identity's number in this variant's letters, or `xx`."""
        if not 0 <= identity < self.max_score:
            return "xx"
        return f"{self.suits[identity // RANKS].letter}{identity % RANKS + 1}"

    def deal_key(self, players: int) -> str:
        """Return what a deal depends on beside seed and game number: cards, hand size, players."""
        copies = "/".join("".join(map(str, suit.copies)) for suit in self.suits)
        return f"{copies}|{self.hand_size(players)}|{players}"
