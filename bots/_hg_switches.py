"""The conventions as bits: the order is that of the catalogue, hanabi_arena/conventions."""

from __future__ import annotations

from typing import Protocol

(
    CHOP,
    FOCUS,
    PLAY_CLUE,
    SAVE_CLUE,
    GOOD_TOUCH,
    SAVE_PRINCIPLE,
    MINIMUM_VALUE,
    EARLY_GAME,
    PROMPT,
    FINESSE,
    FIVE_STALL,
    DOUBLE_FINESSE,
    REVERSE_FINESSE,
    SELF_PROMPT,
    SELF_FINESSE,
    WRONG_PROMPT,
    ONES_ORDER,
    FIX_CLUE,
    SARCASTIC_DISCARD,
    INFORMATION_LOCK,
    TRASH_CHOP_MOVE,
    FIVE_CHOP_MOVE,
    ORDER_CHOP_MOVE,
    HIDDEN_FINESSE,
    LAYERED_FINESSE,
    QUEUED_FINESSE,
    AMBIGUOUS_FINESSE,
    URGENCY,
    TEMPO_CLUE,
    TEMPO_CHOP_MOVE,
    STALL_SEVERITY,
    DOUBLE_DISCARD_AVOIDANCE,
    BLUFF_CLUE,
) = (1 << bit for bit in range(33))


class Agreement(Protocol):
    """The parameters, as kernels see them: sets of conventions as bits, and numbers."""

    reads: int  #: conventions by which it reads what others do
    model: int  #: conventions by which it takes others to read
    twos: int  #: the setting of `save-clue`
    longest: int  #: of `finesse`
    deepest: int  #: of `layered-finesse`
    gives: int  #: conventions that it makes use of itself
    critical: float  #: and so on: the weights of STYLE
    two: float
    coming: float
    fixing: float
    later: float
    trust: float
    token: float
    pace: float
    late: float
    odds: float
    price: float
    scarce: float
    early: float
    urgent: float
    final: float
    touch: float
    last: float
    twin: float
    news: float
    link: float
    delay: float
    tempo: float
    stall: float
    away: float
    clog: float
