"""Everything that a compiled bot is written with, in one place.

    from hanabi_arena.kernels import CompiledBot, kernel, play, clue_rank, can_clue

The kernels take the table that the bot is handed, in which its own hand is hidden.
"""

from __future__ import annotations

from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_RANK,
    CLUE_SUIT,
    DECK_PLAY,
    DISCARD,
    PLAY,
    announce,
    clue_rank,
    clue_suit,
    discard,
    kind_of,
    play,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.engine.copying import copy_into
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.knowledge import (
    next_seat,
    pace,
    possible_after_counting,
    reachable_score,
    unseen_counts,
    unseen_mask,
    visible_count,
)
from hanabi_arena.engine.legal import (
    broken_rule,
    can_clue,
    can_discard,
    can_play_deck,
    clue_touch,
    draw_legal_action,
    hand_mask,
    legal_actions,
)
from hanabi_arena.engine.sets import (
    is_in,
    is_subset,
    lowest_of,
    rank_of,
    single_suit,
    size_of,
    suit_of,
)
from hanabi_arena.engine.stream import draw_below, draw_unit
from hanabi_arena.engine.table import EVENT, PILE, TABLE, Event, Grid, Pile, Row, Table
from hanabi_arena.engine.turn import score_kept, score_zero, take_turn

__all__ = [
    "ANNOUNCE",
    "CLUE_RANK",
    "CLUE_SUIT",
    "DECK_PLAY",
    "DISCARD",
    "EVENT",
    "PILE",
    "PLAY",
    "TABLE",
    "CompiledBot",
    "Event",
    "Grid",
    "Pile",
    "Row",
    "Table",
    "announce",
    "broken_rule",
    "can_clue",
    "can_discard",
    "can_play_deck",
    "clue_rank",
    "clue_suit",
    "clue_touch",
    "copy_into",
    "discard",
    "draw_below",
    "draw_legal_action",
    "draw_unit",
    "hand_mask",
    "is_in",
    "is_subset",
    "kernel",
    "kind_of",
    "legal_actions",
    "lowest_of",
    "next_seat",
    "pace",
    "play",
    "possible_after_counting",
    "rank_of",
    "reachable_score",
    "score_kept",
    "score_zero",
    "single_suit",
    "size_of",
    "slot_of",
    "suit_of",
    "take_turn",
    "target_of",
    "unseen_counts",
    "unseen_mask",
    "value_of",
    "visible_count",
]
