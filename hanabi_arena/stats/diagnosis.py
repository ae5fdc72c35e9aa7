"""Where a game's points went, and how its players spoke: computed from its deck and its actions.

`docs/diagnostics.md` defines every figure and names its source.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from hanabi_arena.engine.codes import CLUE_RANK, CLUE_SUIT, DISCARD, kind_of, slot_of, target_of
from hanabi_arena.engine.hand_count import SCRATCH, count_hands
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.knowledge import pace, reachable_score
from hanabi_arena.engine.sets import lowest_of
from hanabi_arena.engine.table import CRITICAL, STRIKES
from hanabi_arena.engine.turn import deal, score_kept, score_zero, take_turn

QUARTERS = 4

SETS, UNSEEN, HEARD = range(SCRATCH, SCRATCH + 3)
SCRATCH_ROWS = SCRATCH + 3
"""Rows of the scratch space: those of `count_hands` first, then our own."""

NO_PLAY, CERTAIN, CONVENTION, GAMBLE = range(4)
"""How sure a play is."""

DIAGNOSIS = np.dtype(
    [
        ("play_chance", np.float64),
        ("bits", np.float64),
        ("turns", np.int16),
        ("clues", np.int16),
        ("plays", np.int16),
        ("misplays", np.int16),
        ("discards", np.int16),
        ("clue_turns", np.int16),
        ("tokens_lost", np.int16),
        ("cards_got", np.int16),
        ("attributes_known", np.int16),
        ("certain_plays", np.int16),
        ("convention_plays", np.int16),
        ("gambles", np.int16),
        ("failed_gambles", np.int16),
        ("failed_convention_plays", np.int16),
        ("known_critical_discards", np.int16),
        ("unknown_critical_discards", np.int16),
        ("pace", np.int16, (QUARTERS,)),
        ("lost_to_strikeout_kept", np.int16),
        ("lost_to_strikeout_zero", np.int16),
        ("lost_to_discards", np.int16),
        ("lost_to_misplays", np.int16),
        ("lost_to_time", np.int16),
        ("lost_to_faults", np.int16),
        ("illegal_turn", np.int16),
    ],
    align=True,
)
"""What is found in a game, whole-game sums of what `docs/diagnostics.md` defines.

`illegal_turn` is -1; or the turn, from 0, whose action the rules do not allow: nothing after it was
looked at.
"""


@kernel
def diagnose(
    table: Any,
    pile: Any,
    event: Any,
    decks: Any,
    ends: Any,
    actions: Any,
    faulted: Any,
    scratch: Any,
    found: Any,
) -> None:
    """Play recorded games again and fill in a DIAGNOSIS each.

    Args:
        table: the record to play in, the rules filled in.
        pile: a record for the deck.
        event: a record for what a turn showed.
        decks: a row a game, identities top first.
        ends: where the actions of each game end in `actions`.
        actions: the actions of all games, one behind the other.
        faulted: for each game whether a bot's fault ended it.
        scratch: SCRATCH_ROWS rows of 64 integers.
        found: a DIAGNOSIS a game, all zeros.
    """
    first = 0
    for game in range(len(ends)):
        for place in range(table.cards):
            pile.cards[place] = decks[game, place]
        deal(table, pile)
        walk(table, pile, event, actions, first, ends[game], scratch, found[game])
        settle(table, faulted[game], event, found[game])
        first = ends[game]


@kernel
def walk(
    table: Any,
    pile: Any,
    event: Any,
    actions: Any,
    first: int,
    end: int,
    scratch: Any,
    found: Any,
) -> None:
    """Take the turns of a game, looking at each before and after."""
    heard = scratch[HEARD]  # whether a clue was given since a seat's last turn
    for seat in range(table.players):
        heard[seat] = 0
    found.illegal_turn = -1
    quarter = 0
    for place in range(first, end):
        action = actions[place]
        seat = table.seat
        kind = kind_of(action)
        is_clue = CLUE_SUIT <= kind <= CLUE_RANK
        reachable = reachable_score(table)
        tokens = table.clue_tokens
        before = 0.0
        sureness = NO_PLAY
        if is_clue:
            before = open_hands(table, target_of(action), scratch)
        else:
            sureness = weigh_card(table, action, kind, heard[seat], scratch, found)
        if take_turn(table, pile, action, event) != 0:
            found.illegal_turn = place - first
            return
        found.turns += 1
        found.clue_turns += tokens >= table.clue_cost
        heard[seat] = 0
        if is_clue:
            found.clues += 1
            found.bits += math.log2(before / open_hands(table, target_of(action), scratch))
            for other in range(table.players):
                heard[other] |= other != seat
        else:
            lost = reachable - reachable_score(table)
            if kind == DISCARD:
                found.discards += 1
                found.lost_to_discards += lost
            else:
                note_play(table, event, tokens, sureness, found)
                found.lost_to_misplays += lost
        while quarter < QUARTERS and found.turns * QUARTERS >= (quarter + 1) * (end - first):
            found.pace[quarter] = pace(table)
            quarter += 1


@kernel
def open_hands(table: Any, seat: int, scratch: Any) -> float:
    """Return how many hands a seat can hold, as far as clues and the cards it sees tell."""
    sets = scratch[SETS]
    for slot in range(table.hand_count[seat]):
        sets[slot] = table.possible[seat, slot]
    count_unseen(table, seat, scratch[UNSEEN])
    return float(count_hands(sets, table.hand_count[seat], scratch[UNSEEN], scratch))


@kernel
def count_unseen(table: Any, seat: int, out: Any) -> None:
    """Write how many copies of each identity a seat does not see, its own hand and the deck."""
    for identity in range(table.suits * 5):
        out[identity] = table.copies[identity] - table.discards[identity]
        out[identity] -= table.stacks[identity // 5] > identity % 5
    for other in range(table.players):
        if other != seat:
            for slot in range(table.hand_count[other]):
                out[table.hands[other, slot]] -= 1


@kernel
def weigh_card(table: Any, action: int, kind: int, heard: int, scratch: Any, found: Any) -> int:
    """Return how sure a play is; for a discard, note whether a critical card was known as one.

    The actor's knowledge is exact and literal: clues, and the cards that it sees.
    """
    slot = slot_of(action)
    if slot < 0:  # the deck's card: nobody knows anything of it
        return GAMBLE
    seat = table.seat
    every = open_hands(table, seat, scratch)
    sets = scratch[SETS]
    known = sets[slot]
    sets[slot] = known & (table.critical if kind == DISCARD else table.playable)
    chance = count_hands(sets, table.hand_count[seat], scratch[UNSEEN], scratch) / every
    if kind == DISCARD:
        if table.critical >> table.hands[seat, slot] & 1:
            found.known_critical_discards += chance == 1
            found.unknown_critical_discards += chance < 1
        return NO_PLAY
    found.play_chance += chance
    found.attributes_known += attributes_known(known, scratch[UNSEEN])
    if chance == 1:
        return CERTAIN
    if table.clued[seat, slot] != 0 or heard != 0:
        return CONVENTION
    return GAMBLE


@kernel
def attributes_known(known: int, unseen: Any) -> int:
    """Return how many of suit and rank the owner knows of a card: 0, 1 or 2."""
    suits = 0
    ranks = 0
    left = known
    while left:
        identity = lowest_of(left)
        if unseen[identity] > 0:
            suits |= 1 << identity // 5
            ranks |= 1 << identity % 5
        left &= left - 1
    return int(suits & suits - 1 == 0) + int(ranks & ranks - 1 == 0)


@kernel
def note_play(table: Any, event: Any, tokens: int, sureness: int, found: Any) -> None:
    """Note a play: how sure it was, whether it failed, and a token that it forwent."""
    failed = event.placed == 0
    found.plays += 1
    found.misplays += failed
    found.certain_plays += sureness == CERTAIN
    found.convention_plays += sureness == CONVENTION
    found.gambles += sureness == GAMBLE
    found.failed_convention_plays += sureness == CONVENTION and failed
    found.failed_gambles += sureness == GAMBLE and failed
    # A discard would have brought the token; a completed stack brings none when all are there.
    found.tokens_lost += failed or (event.card % 5 == 4 and tokens == table.max_tokens)


@kernel
def settle(table: Any, faulted: int, event: Any, found: Any) -> None:
    """Give the points that are missing at the end, and not yet accounted for, to their cause."""
    found.cards_got = table.score + useful_clued(table)
    if faulted:
        found.lost_to_discards = 0
        found.lost_to_misplays = 0
        found.lost_to_faults = table.max_score
        return
    accounted = found.lost_to_discards + found.lost_to_misplays
    kept = table.max_score - accounted - score_kept(table)
    zero = table.max_score - accounted - score_zero(table)
    if table.end == STRIKES:
        found.lost_to_strikeout_kept = kept
        found.lost_to_strikeout_zero = zero
    elif table.end == CRITICAL and kind_of(event.action) == DISCARD:
        found.lost_to_discards += kept
    elif table.end == CRITICAL:
        found.lost_to_misplays += kept
    else:
        found.lost_to_time = kept


@kernel
def useful_clued(table: Any) -> int:
    """Return how many cards in hands have been touched and are still wanted, each identity once."""
    got = 0
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            if table.clued[seat, slot] != 0:
                got |= 1 << table.hands[seat, slot]
    got &= ~table.dead
    count = 0
    while got:
        got &= got - 1
        count += 1
    return count
