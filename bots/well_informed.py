"""X."""
from __future__ import annotations
from typing import Any
from hanabi_arena.kernels import *
from hanabi_arena.rules import Rules
from ._alphabet import FIELDS as ALPHABET_FIELDS
from ._alphabet import find_covered, find_symbols, message_of
from ._ahead import FIELDS as AHEAD_FIELDS, improve
from ._well_informed_policy import decide
from ._clues import never_a_clue
from ._copies import count_all, count_out
from ._hats import FIELDS as HAT_FIELDS
from ._hats import hear, note_clue, take_up_before, useless_slots
from ._literal import all_speak_alike, literal_action
from .information import Notes


class WellInformed(CompiledBot):
    """Tells all the others at once, by the sum of what each should know (hat guessing).

    It plays whatever has clues. How many symbols there are to write with follows from what is
    public: with a rainbow suit, or hands of one to three cards, it may be that no clue misses the
    reference slot, and there are two symbols instead of three; an empty hand has none; with empty
    clues there is one for each value, mostly ten a listener instead of four. Other suits and copies
    only change what is asked. In the bouquet final it discards last copies last. Next to seats that
    declare anything else it takes clues literally.
    """

    reference = (
        "the information strategy of Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, 'How to make"
        " the perfect fireworks display' (2015), with the questions, the alphabet and the discards "
        "of the bot `info` in WuTheFWasThat's hanabi.rs (2016-2023)"
    )
    conventions = ("hat guessing: questions about the hands, in clues and in useless discards",)
    memory = (
        ("talking", "i8"),
        ("held_by", "i8", (6,)),
        *HAT_FIELDS,
        *ALPHABET_FIELDS,
        *AHEAD_FIELDS,
    )
    worlds: int = 0
    first: int = 8
    deck_from: int = 60
    least_odds: int = 30
    drop: float = 1.0
    doubt: float = 1.0
    early_kinds: int = 0
    early_tokens: int = 8
    early_worlds: int = 32
    u_disc: int = 0
    u_risk: int = -1
    p_wait: int = 200
    p_five: int = 0
    g_odds: int = 75
    g_spare: int = 0
    d_dead: int = 30
    d_seen: int = 30
    d_spare: int = 10
    d_three: int = 0
    d_rank: int = 1
    d_crit: int = 10
    c_spare: int = 0
    c_hoard: int = 50
    c_risk_hoard: int = 0
    c_risk: int = 0
    c_pace: int = -100
    l_gamble: int = 1

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        return super().why_not(rules, players) or never_a_clue(rules)

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Any) -> None:
        """Find out whether everybody speaks the same, and count the cards."""
        memory.talking = 1 if all_speak_alike(table) else 0
        count_all(table, memory)
        find_covered(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Any) -> None:
        """Take in a clue's message, or a discard's."""
        if memory.talking == 0:
            return
        actor = event.seat
        target = target_of(event.action)
        memory.content = 0
        number = 1
        message = 0
        if target >= 0:
            number = find_symbols(table, memory, actor)
            message = message_of(table, memory, event)
        elif kind_of(event.action) == DISCARD:
            # It could have given a clue, and would have if somebody needed one.
            memory.content = 1 if event.tokens_before >= table.clue_cost else 0
            useless = useless_slots(memory, table.dead, take_up_before(table, memory, event))
            slot = slot_of(event.action)
            if is_in(slot, useless):
                number = size_of(useless)
                message = size_of(useless & ((1 << slot) - 1))
        if number > 1 or memory.content != 0:
            hear(table, memory, actor, number, message)
        if target >= 0:
            note_clue(table, memory, target)
        else:
            count_out(memory, event.card)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Any) -> int:
        if memory.talking == 0:
            return literal_action(table)
        base = decide(table, memory, params)
        if params.worlds > 0 and table.deck_count <= params.deck_from:
            return improve(table, memory, params, base, params.worlds)
        if params.worlds > 0 and params.early_kinds >> min(kind_of(base), 2) & 1 and table.clue_tokens <= params.early_tokens:
            return improve(table, memory, params, base, params.early_worlds)
        return base
