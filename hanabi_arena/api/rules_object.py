"""The rules of a game as plain data, for the protocol and for the game format."""

from __future__ import annotations

from typing import Any

from hanabi_arena.rules.cards import CARDS, Card
from hanabi_arena.rules.variant import Rules

SWITCHES = (
    "empty_clues",
    "bouquet_final",
    "choreography",
    "discard_at_max",
    "deck_plays",
    "half_tokens",
)
"""The switches of the rules that are true or false, as they stand in `rules_object`."""


def rules_object(rules: Rules, players: int) -> dict[str, Any]:
    """Return the rules as plain data, so that no variant's name need be known.

    They are the same in the protocol and in the game format; see docs/game-format.md.
    """
    chosen = rules.settings
    return {
        "variant": rules.name,
        "suits": len(rules.suits),
        "copies": [list(suit.copies) for suit in rules.suits],
        "touch": {
            "suit": [_touched(rules, clue.touch, "suit") for clue in rules.suit_clues],
            "rank": [
                _touched(rules, touch, "rank") if rank in rules.clue_ranks else None
                for rank, touch in enumerate(rules.rank_clues, 1)
            ],
        },
        "rainbow": chosen.rainbow,
        "hand_size": rules.hand_size(players),
        "clue_tokens": chosen.clue_tokens,
        "strikes": chosen.strikes,
        **{switch: getattr(chosen, switch) for switch in SWITCHES},
        **_live_keys(rules),
    }


def _touched(rules: Rules, mask: int, kind: str) -> list[Any]:
    """Return what a clue touches: suits or ranks where it is whole ones, else cards."""
    cards = CARDS[: rules.max_score]
    groups: dict[int, list[Card]] = {}
    for card in cards:
        groups.setdefault(getattr(card, kind), []).append(card)
    found: list[Any] = []
    for number, group in sorted(groups.items()):
        touched = [card for card in group if mask & card.bit]
        if len(touched) == len(group):
            found.append(number)
        else:
            found += [[card.suit, card.rank] for card in touched]
    return found


def _live_keys(rules: Rules) -> dict[str, Any]:
    """Return the keys that only variants of hanab.live have."""
    if not rules.settings.hanab_live:
        return {}
    suit, rank = rules.empty_suit_clues, rules.empty_rank_clues
    empty = suit if suit == rank else ("suit" if suit else "rank")
    return {"empty_clues": empty, "hanab_live": rules.settings.hanab_live}
