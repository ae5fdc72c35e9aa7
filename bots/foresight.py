"""Foresight: what Information says, by a seat that weighs what it may lose and tries its moves.

Two things are added to Information, whose clues and useless discards it speaks and reads. First,
the policy is more careful: it gives a clue rather than risk a last copy; without a token it
discards what is useless before it plays, if the next seat would have to part with a card; and in
the last turns it tries its luck. Second, where it matters it tries its moves: it draws hands of its
own and decks that fit all that it knows, and plays on in its head, every seat by the policy.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import CompiledBot, Table, kernel
from hanabi_arena.rules import Rules

from ._clues import never_a_clue
from ._foresight_policy import decide
from ._literal import literal_action
from ._rehearsal import FIELDS, Rehearsal, improve
from .information import Information


class Forethought(Protocol):
    """The parameters, as kernels see them."""

    worlds: int
    deck: int
    tokens: int


class Foresight(CompiledBot):
    """Speaks as Information does; careful with last copies, it tries its moves in its head.

    It tries them near the deck's end, and where no clue can be paid for. `worlds`, `deck` and
    `tokens` make it stronger or faster. Everybody may try moves: what others conclude from one is
    true of every move that is tried. So it gets on with Information too, as with its own kind.
    """

    reference = (
        "the code is that of Information (Cox and others 2015; `info` in WuTheFWasThat's "
        "hanabi.rs, 2016-2023); trying moves by playing on from sampled deals, and taking one only "
        "if it is clearly better than the policy's, is the search of Lerer, Hu, Foerster and "
        "Brown, 'Improving policies via search in cooperative partially observable games' (2020), "
        "over hat guessing as in Bouzy, 'Playing Hanabi near-optimally' (2017)"
    )
    conventions = Information.conventions
    memory = (*Information.memory, *FIELDS)

    worlds: int = 32
    """How many deals it draws to try its moves in; 0 for never."""

    deck: int = 12
    """It tries its moves once no more cards than so many are left in the deck."""

    tokens: int = 0
    """Before that, it tries them where no more clues than so many can be paid for; -1 for never."""

    start = staticmethod(Information.start)
    observe = staticmethod(Information.observe)

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        return super().why_not(rules, players) or never_a_clue(rules)

    @staticmethod
    @kernel
    def act(table: Table, memory: Rehearsal, params: Forethought) -> int:
        """Follow the policy, or what does better in one's head."""
        if memory.talking == 0:
            return literal_action(table)
        move = decide(table, memory)
        late = table.deck_count <= params.deck
        if params.worlds > 0 and (late or table.clue_tokens // table.clue_cost <= params.tokens):
            return improve(table, memory, move, params.worlds)
        return move
