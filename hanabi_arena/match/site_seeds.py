"""Seeds of hanab.live: `seed: hanab.live:p3v0s1` deals what the site deals.

A seed's text says players, variant and any suffix; the site hashes the text as a whole. A league
plays many deals, at several player counts: game 0 has the suffix as written, game i the number at
its end raised by i; and the number of players follows the table. So `hanab.live:p3v0s1` deals
p3v0s1, p3v0s2, ... at three players and p2v0s1, p2v0s2, ... at two. The variant's number stays as
it is written whatever variant is played, so that variants with the same cards share their deals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hanabi_arena.engine.go_random import site_orders
from hanabi_arena.engine.stream import GENERATOR
from hanabi_arena.engine.table import MAX_CARDS
from hanabi_arena.errors import UsageError
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import PLAYERS, Rules

PREFIX: Final = "hanab.live:"
SITE_GENERATOR: Final = "hanab.live/crc64/go-math-rand/1"
"""Names the way of these deals; see GENERATOR for our own."""

_SEED: Final = re.compile(r"(?:legacy-[^-]*-)?p(\d+)v(\d+)s(.+)", re.DOTALL)
_NUMBER_AT_END: Final = re.compile(r"(.*?)(\d+)", re.DOTALL)


@dataclass(frozen=True)
class SiteSeed:
    """A seed of the site: the players and the variant it names, and its suffix."""

    players: int
    variant: int
    suffix: str

    @classmethod
    def read(cls, text: str) -> SiteSeed:
        """Return a seed as the site writes it. Raises UsageError."""
        found = _SEED.fullmatch(text)
        if not found:
            raise UsageError(
                f"{text!r} is no seed of hanab.live; one is written p3v0s1: "
                "p and the players, v and the variant's number, s and any text"
            )
        seed = cls(int(found[1]), int(found[2]), found[3])
        if seed.players not in PLAYERS:
            raise UsageError(
                f"{text!r} names {seed.players} players; {PLAYERS[0]} to {PLAYERS[-1]} are possible"
            )
        return seed

    @property
    def names_one_deal(self) -> bool:
        """Whether the suffix ends in no number that could count further."""
        return not _NUMBER_AT_END.fullmatch(self.suffix)

    def of_game(self, players: int, game: int) -> str:
        """Return the site's seed of a league's game. Raises UsageError where there is none."""
        suffix = self.suffix
        if game:
            found = _NUMBER_AT_END.fullmatch(suffix)
            if not found:
                raise UsageError(
                    f"the seed {PREFIX}p{self.players}v{self.variant}s{suffix} names one deal, "
                    "game 0; one that ends in a number names the next ones, too"
                )
            suffix = f"{found[1]}{int(found[2]) + game:0{len(found[2])}}"
        return f"p{players}v{self.variant}s{suffix}"


def site_seed(seed: int | str) -> SiteSeed | None:
    """Return the site's seed that a league's is, None for one of our own. Raises UsageError."""
    if isinstance(seed, str) and seed.startswith(PREFIX):
        return SiteSeed.read(seed.removeprefix(PREFIX))
    return None


def generator_of(seed: int | str) -> str:
    """Return the name of the way in which a league with this seed deals."""
    return GENERATOR if site_seed(seed) is None else SITE_GENERATOR


def site_deck(rules: Rules, text: str) -> tuple[int, ...]:
    """Return the deck, identities top first, that the site deals for a seed's text."""
    return tuple(map(int, _decks(rules, [text])[0]))


def site_decks(
    rules: Rules, players: int, seed: SiteSeed, games: Sequence[int]
) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return a deck a row, as PILE has its cards, for games of a league."""
    decks = np.zeros((len(games), MAX_CARDS), np.int8)
    texts = [seed.of_game(players, game) for game in games]
    decks[:, : rules.cards] = _decks(rules, texts)
    return decks


def _decks(rules: Rules, texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.int8]]:
    ordered = [
        suit * RANKS + rank
        for suit, one in enumerate(rules.suits)
        for rank, copies in enumerate(one.copies)
        for _ in range(copies)
    ]
    # The hash does not cover what the site strips.
    plain = [re.sub(r"^legacy-[^-]*-", "", text) for text in texts]
    found: np.ndarray[Any, np.dtype[np.int8]] = np.array(ordered, np.int8)[
        site_orders(plain, len(ordered))
    ]
    return found
