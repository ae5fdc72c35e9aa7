"""Turn a recorded game into one of hanab.live."""

from __future__ import annotations

from functools import cache
from typing import Any

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.hanab_live.game import (
    COLOUR,
    DISCARD,
    END,
    NAMES,
    PLAY,
    RANK,
    LiveAction,
    LiveGame,
    numbered,
)
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules.cards import CARDS
from hanabi_arena.rules.hanab_live import LiveVariant, live_variants, playable_live
from hanabi_arena.rules.variant import Rules, Settings

TERMINATED = 4
"""What the site notes of a game that was ended by hand."""

USUAL = Settings()


def live_game(
    record: GameRecord,
    seed: str = "",
    notes: tuple[tuple[str, ...], ...] = (),
    given_up: LiveAction | None = None,
) -> LiveGame:
    """Return a recorded game as one of the site, its players named after the bots.

    `seed` is the site's seed, only if it deals the deck; `notes` holds a text for each card that
    each player holds at some time, by player and by the card's place in the deck; `given_up` is how
    the site noted that the game was not played to its end. A game that ended by a fault ends there
    as one that was given up. Raises UsageError for rules that the site has not.
    """
    variant = variant_of(record.rules)
    actions = [
        LiveAction(*_action(turn.action, turn.order))
        for turn in (step.turn for step in record.replay().steps(record.actions))
    ]
    if record.fault_seat is not None:
        given_up = LiveAction(END, record.fault_seat, TERMINATED)
    if given_up is not None:
        actions.append(given_up)
    return LiveGame(
        numbered(record.bots or NAMES[: record.players]),
        tuple(CARDS[card] for card in record.deck),
        tuple(actions),
        variant.name,
        _options(record.rules, record.players),
        record.first_seat,
        notes,
        seed,
    )


def _action(action: Any, order: int | None) -> tuple[int, int, int]:
    match action:
        case ClueSuit(seat, suit):
            return COLOUR, seat, suit
        case ClueRank(seat, rank):
            return RANK, seat, rank
    assert order is not None  # every other action reveals a card
    return (DISCARD if isinstance(action, Discard) else PLAY), order, 0


def variant_of(rules: Rules) -> LiveVariant:
    """Return the site's variant with these cards and this touch table. Raises UsageError."""
    chosen = rules.settings
    for key, words in (("choreography", "announced plays"), ("discard_at_max", "discard-at-max")):
        if getattr(chosen, key):
            raise UsageError(f"{rules.name}: hanab.live has no {words}")
    for key in ("clue_tokens", "strikes"):
        if getattr(chosen, key) != getattr(USUAL, key):
            raise UsageError(
                f"{rules.name}: {key.replace('_', '-')} {getattr(chosen, key)}; "
                f"on hanab.live there are {getattr(USUAL, key)}"
            )
    name = chosen.hanab_live or _alike(_table(rules), chosen.half_tokens)
    if not name:
        raise UsageError(
            f"{rules.name}: hanab.live has no variant with these {len(rules.suits)} suits and clues"
        )
    found = playable_live(name)
    if found.half_tokens != chosen.half_tokens:
        raise UsageError(f"{rules.name}: on hanab.live half tokens are for Clue Starved alone")
    return found


def _table(rules: Rules | LiveVariant) -> tuple[Any, ...]:
    return (
        tuple(suit.copies for suit in rules.suits),
        tuple(clue.touch for clue in rules.suit_clues),
        rules.rank_clues,
    )


@cache
def _alike(table: tuple[Any, ...], half_tokens: bool) -> str:
    """Return the name of the site's first variant with these tables, or nothing."""
    copies = table[0]
    for found in live_variants().values():
        if (
            len(found.live_suits) == len(copies)
            and found.half_tokens == half_tokens
            and not found.why_not
            and tuple(suit.copies for suit in found.suits) == copies
            and len(found.colours) == len(table[1])
            and not (found.empty_suit_clues or found.empty_rank_clues)
            and _table(found) == table
        ):
            return found.name
    return ""


def _options(rules: Rules, players: int) -> dict[str, Any]:
    chosen = rules.settings
    options = {
        "deckPlays": chosen.deck_plays,
        "emptyClues": chosen.empty_clues,
        "allOrNothing": chosen.bouquet_final,
    }
    usual = Rules("", Settings()).hand_size(players)
    extra = rules.hand_size(players) - usual
    if abs(extra) > 1:
        raise UsageError(
            f"{rules.name}: hands of {usual + extra} cards; on hanab.live {players} players hold "
            f"{usual}, or one more or less"
        )
    options |= {"oneExtraCard": extra == 1, "oneLessCard": extra == -1}
    return {option: True for option, on in options.items() if on}
