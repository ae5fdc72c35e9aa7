"""Hat guessing with instructions: a clue tells every seat that waits for none what to do next.

The instructions are summed up; each seat knows those of the seats behind it, and learns those of
the seats before it from what they do, so that what is left on its turn is its own. Seats that are
still waiting are skipped: a clue covers the others, on the state in which those will have acted.

The rules are those that their author wrote down, which are older than his program, with changes:
who is told to discard may clue when that is better, since everybody can tell from its hand what it
was told; tokens and the deck's end are looked at when acting and not when told; who waits for no
instruction plays what it knows to be playable; symbols are those of `_alphabet`.
"""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    CompiledBot,
    Event,
    Table,
    can_clue,
    can_discard,
    discard,
    hand_mask,
    is_in,
    is_subset,
    kernel,
    next_seat,
    play,
    rank_of,
    reachable_score,
    target_of,
    unseen_mask,
)
from hanabi_arena.rules import Rules

from ._alphabet import best_clue, find_covered, find_symbols, message_of
from ._clues import any_clue, never_a_clue
from ._copies import count_all, count_out
from ._hats import note_clue, take_up
from ._instructions import (
    FIELDS,
    Instructions,
    claim,
    follow,
    foresee_play,
    look_at_table,
    playing_slot,
    read_block,
    seat_after,
    spare_slot,
    standard,
)
from ._literal import all_speak_alike, likeliest_in, literal_action, play_known
from ._refusals import ODD_RANKS

ENOUGH_TOKENS = 8
"""With so many, a giver can always foresee either that one is left or that one can come back."""


class Outlook(Instructions, Protocol):
    """Scratch for a giver: what there will be when the seats that wait have acted."""

    fewest: int  #: tokens at least
    most: int  #: tokens at most
    changes: int  #: plays and discards on the way
    plays: int  #: how many seats the clue would tell to play


@kernel
def foresee(table: Table, notes: Outlook, seat: int, told: int, exactly: bool) -> None:
    """Foresee what a waiting seat does to the stacks and to the tokens.

    `exactly`: it will do just what it is told. Otherwise one that is told to discard may clue.
    """
    no_discard = 99 if table.discard_at_max != 0 else table.max_tokens  # tokens that forbid it
    wins = 0
    may_win = 0
    spends = 0
    may_spend = 0
    if 0 < told <= table.hand_size:
        card = table.hands[seat, told - 1]
        foresee_play(notes, card)
        wins = 1 if rank_of(card) == 5 else 0
        may_win = wins + 1 if table.choreography != 0 else wins
        notes.changes += 1
    elif notes.fewest >= (table.clue_cost if told == 0 else no_discard):
        spends = table.clue_cost
        may_spend = spends
    elif notes.most < table.clue_cost or (told != 0 and exactly and notes.most < no_discard):
        wins = 1
        may_win = 1
        notes.changes += 1
    else:
        may_win = 1
        may_spend = table.clue_cost
    notes.fewest = min(max(notes.fewest - may_spend, 0) + wins, table.max_tokens)
    notes.most = min(notes.most - spends + may_win, table.max_tokens)


@kernel
def foresee_waiting(table: Table, notes: Outlook) -> int:
    """Foresee what all waiting seats do; return how many turns after oneself that is."""
    look_at_table(table, notes)
    notes.fewest = table.clue_tokens - table.clue_cost
    notes.most = notes.fewest
    notes.changes = 0
    number = notes.front
    turns = 1
    while turns < table.players:
        seat = seat_after(table, table.seat, turns)
        if notes.block[seat] == 0:
            break
        begins = notes.block[seat] != number
        if begins:
            number = notes.block[seat]
            read_block(table, notes, seat)
        exactly = not is_free(table, notes, seat, begins)
        foresee(table, notes, seat, notes.told[seat], exactly)
        turns += 1
    return turns


@kernel
def is_free(table: Table, notes: Instructions, seat: int, begins: bool) -> bool:
    """Return whether a seat that is told to discard may clue: nobody misreads it, or runs short.

    What the first seat of a block does is what the next seats of the block take for its message.
    """
    if table.max_tokens < ENOUGH_TOKENS * table.clue_cost:
        return False
    return not begins or notes.block[next_seat(table, seat)] != notes.block[seat]


@kernel
def leaves_one_without(table: Table, notes: Outlook, turns: int, told: int) -> bool:
    """Return whether a seat told to clue will lack the token, if the block's first is told this.

    The first seat acts `turns` turns after oneself.
    """
    tokens = notes.fewest
    size = table.hand_size
    for place in range(turns, table.players):
        seat = seat_after(table, table.seat, place)
        value = told if place == turns else notes.meant[seat]
        if value == 0:
            if tokens < table.clue_cost:
                return True
            tokens -= table.clue_cost
        elif value > size or rank_of(table.hands[seat, value - 1]) == 5:
            tokens += 1
    return False


@kernel
def five_to_play(table: Table, notes: Outlook, seat: int, claimed: int) -> int:
    """Return the slot of a playable five that nobody claims; or -1."""
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        if is_in(card, notes.playable & ~claimed) and rank_of(card) == 5:
            return slot
    return -1


@kernel
def dispensable_slot(table: Table, notes: Outlook, seat: int, modulus: int) -> int:
    """Return the slot of the card best spared among those of which a copy is left; or -1."""
    seen = 0
    for other in range(table.players):
        if other != seat and other != table.seat:
            seen |= hand_mask(table, other)
    best = -1
    most = 0
    for slot in range(min(table.hand_count[seat], modulus - 1 - table.hand_size)):
        card = table.hands[seat, slot]
        if not is_in(card, table.critical | notes.played):
            worth = rank_of(card) + 10 * is_in(card, seen)
            if worth > most:
                most = worth
                best = slot
    return best


@kernel
def prefers_clue(table: Table) -> bool:
    """Return whether a clue beats a discard: tokens are plenty, or cards scarce."""
    if table.clue_tokens * 8 >= table.max_tokens * 7:
        return True
    return table.deck_count < reachable_score(table) - table.score


@kernel
def told_to_first(table: Table, notes: Outlook, turns: int, modulus: int, claimed: int) -> int:
    """Return what to tell the block's first seat: it may be anything that it will be able to do."""
    seat = seat_after(table, table.seat, turns)
    slot = playing_slot(table, notes, seat, modulus, claimed)
    if slot >= 0:
        if leaves_one_without(table, notes, turns, slot + 1):
            five = five_to_play(table, notes, seat, claimed)
            if 0 <= five < modulus - 1:
                return five + 1
        return slot + 1
    full = notes.most >= table.max_tokens and table.discard_at_max == 0
    if full or modulus <= 1 + table.hand_size or table.hand_count[seat] == 0:
        return 0
    may_clue = notes.fewest >= table.clue_cost
    changes = notes.changes
    for place in range(turns + 1, table.players):
        changes += notes.meant[seat_after(table, table.seat, place)] != 0
    slot = spare_slot(table, notes, seat, modulus)
    wants_clue = slot < 0 or prefers_clue(table)
    if may_clue and wants_clue and changes > 0 and not leaves_one_without(table, notes, turns, 0):
        return 0
    if slot < 0:
        slot = dispensable_slot(table, notes, seat, modulus)
    if slot < 0 and may_clue:
        return 0
    return 1 + table.hand_size + max(slot, 0)


@kernel
def values(table: Table, notes: Outlook, giver: int) -> int:
    """Return how many messages a clue has: those of all instructions, if there are the symbols."""
    return max(min(1 + 2 * table.hand_size, find_symbols(table, notes, giver)), 1)


@kernel
def plan_clue(table: Table, notes: Outlook) -> int:
    """Return the clue that instructs all seats that wait for no instruction; -1 without one."""
    modulus = values(table, notes, table.seat)
    turns = foresee_waiting(table, notes)
    claimed = 0
    total = 0
    notes.plays = 0
    for place in range(table.players - 1, turns - 1, -1):
        seat = seat_after(table, table.seat, place)
        if place > turns:
            told = standard(table, notes, seat, modulus, claimed)
        else:
            told = told_to_first(table, notes, turns, modulus, claimed)
        notes.meant[seat] = told
        total += told
        if claim(table, seat, told) != 0:
            claimed |= claim(table, seat, told)
            notes.plays += 1
    if modulus == 1:
        return any_clue(table)
    message = total % modulus
    seat = next_seat(table, table.seat)
    while message >= notes.symbols[seat]:
        message -= notes.symbols[seat]
        seat = next_seat(table, seat)
    take_up(table, notes, seat)
    return best_clue(table, notes, seat, message)


@kernel
def play_of_its_own(table: Table) -> int:
    """Return a play that is sure by what one sees and by what clues say, or that risks nothing."""
    seat = table.seat
    if table.hand_count[seat] == 0:
        return -1
    unseen = unseen_mask(table)
    slot = likeliest_in(table, unseen, table.playable)
    mask = table.possible[seat, slot] & unseen
    last = table.turns_left == 1 and table.strikes + 1 < table.max_strikes
    if is_subset(mask, table.playable) or (last and mask & table.playable != 0):
        return play_known(table, slot, mask & table.playable)
    return -1


@kernel
def discard_of_its_own(table: Table) -> int:
    """Return the discard of a card that is surely dead, or of the newest one."""
    seat = table.seat
    unseen = unseen_mask(table)
    slot = likeliest_in(table, unseen, table.dead)
    if not is_subset(table.possible[seat, slot] & unseen, table.dead):
        slot = table.hand_count[seat] - 1
    return discard(slot)


@kernel
def own_instruction(table: Table, notes: Outlook) -> int:
    """Return what the seat on turn has been told; -1 if it has not been told anything."""
    number = notes.block[table.seat]
    return notes.rest % notes.modulus[number] if number != 0 else -1


class HatInstructions(CompiledBot):
    """Tells each seat without an instruction what to do next, all with one clue (hat guessing).

    It plays whatever has clues: where there are fewer symbols than instructions (in a rainbow, with
    large hands, in the bouquet final as hands run empty), the last ones, discards, are never given.
    Next to seats that declare anything else it takes clues literally.
    """

    reference = (
        "Floris van Doorn's hat player (github.com/fpvandoorn/hanabi, doc_hat_player.md, 2016-2019)"
    )
    players = (4, 5)
    refuses = ODD_RANKS
    conventions = ("instructions by hat guessing, read one after the other",)
    memory = (*FIELDS, ("fewest", "i8"), ("most", "i8"), ("changes", "i8"), ("plays", "i8"))

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        if rules.settings.choreography and rules.settings.clue_tokens < ENOUGH_TOKENS:
            return (
                "with few clue tokens, the code needs to foresee their number, and announced plays "
                "make it uncertain"
            )
        return super().why_not(rules, players) or never_a_clue(rules)

    @staticmethod
    @kernel
    def start(table: Table, memory: Outlook, params: Any) -> None:
        """Find out whether everybody speaks the same, and count the cards."""
        memory.talking = 1 if all_speak_alike(table) else 0
        count_all(table, memory)
        find_covered(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Outlook, event: Event, params: Any) -> None:
        """Take note of what was done, and so of what had been told; and of a clue's message."""
        if memory.talking == 0:
            return
        message = 0
        modulus = 1
        target = target_of(event.action)
        if target >= 0:
            modulus = values(table, memory, event.seat)
            message = message_of(table, memory, event)
            note_clue(table, memory, target)
        else:
            count_out(memory, event.card)
        follow(table, memory, event, message, modulus)

    @staticmethod
    @kernel
    def act(table: Table, memory: Outlook, params: Any) -> int:
        """Do what one is told; without instruction play what is sure, clue, or discard."""
        if memory.talking == 0:
            return literal_action(table)
        seat = table.seat
        size = table.hand_size
        told = own_instruction(table, memory)
        if 0 < told <= size and told <= table.hand_count[seat]:
            mask = table.possible[seat, told - 1] & unseen_mask(table) & table.playable
            return play_known(table, told - 1, mask)
        if told < 0 or table.turns_left == 1:
            action = play_of_its_own(table)
            if action >= 0:
                return action
        discards = can_discard(table) and table.hand_count[seat] > 0
        clue = plan_clue(table, memory) if can_clue(table) else -1
        if told > size and discards:
            free = clue >= 0 and is_free(table, memory, seat, seat == memory.first)
            if not (free and (memory.plays > 1 or prefers_clue(table))):
                return discard(min(told - 1 - size, table.hand_count[seat] - 1))
        if clue >= 0:
            return clue
        if discards:
            return discard_of_its_own(table)
        return play(likeliest_in(table, unseen_mask(table), table.playable))
