"""Two games of the same deal beside each other, a turn a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile, zip_longest

from hanabi_arena.errors import UsageError
from hanabi_arena.match.replay import GameRecord, Outcome, Step, steps
from hanabi_arena.match.transcript import action_text, result_text

_SHOWN_BEFORE = 2
"""So many turns that both share are shown before the one where they part."""


def beside(one: GameRecord, other: GameRecord) -> str:
    """Return two games of one deal as text, from shortly before they part to the end of both.

    Every turn has its seat, the action and what came of it, then the score and the strikes.
    Raises UsageError unless both were dealt alike, IllegalAction for a record that no game fits.
    """
    if (one.rules.settings, one.players, one.deck) != (
        other.rules.settings,
        other.players,
        other.deck,
    ):
        raise UsageError("only two games of the same deal can be shown side by side")
    return "\n".join(_lines(one, other)) + "\n"


def _lines(one: GameRecord, other: GameRecord) -> Iterator[str]:
    shared = sum(1 for _ in takewhile(_equal, zip(one.actions, other.actions, strict=False)))
    yield f"{one.rules.name} · {one.players} players · game {one.game}"
    yield from _hands(one)
    yield ""
    columns = [list(_column(record)) for record in (one, other)]
    heads = [record.line_up for record in (one, other)]
    wide = [max(map(len, [head, *column])) for head, column in zip(heads, columns, strict=True)]
    if one.actions == other.actions:
        yield f"both took the same {len(one.actions)} actions"
    skipped = max(0, min(shared - _SHOWN_BEFORE, len(one.actions), len(other.actions)))
    if skipped:
        yield f"turns 1 to {skipped} are the same" if skipped > 1 else "turn 1 is the same"
    yield f"turn  seat  {heads[0].ljust(wide[0])}   {heads[1]}".rstrip()
    first_seat = one.first_seat
    for turn, (left, right) in enumerate(zip_longest(*columns, fillvalue="")):
        if turn >= skipped:
            seat = (first_seat + turn) % one.players
            mark = "≠" if turn == shared and one.actions != other.actions else " "
            yield f"{turn + 1:4}  {seat:4}  {left.ljust(wide[0])} {mark} {right}".rstrip()
    ends = [_end(record.outcome(), record) for record in (one, other)]
    yield f" end        {ends[0].ljust(wide[0])}   {ends[1]}".rstrip()


def _equal(pair: tuple[int, int]) -> bool:
    return pair[0] == pair[1]


def _hands(record: GameRecord) -> Iterator[str]:
    size = record.rules.hand_size(record.players)
    names = [record.rules.card_name(card) for card in record.deck]
    for seat in range(record.players):
        yield f"seat {seat}  {' '.join(names[seat * size : (seat + 1) * size])}"


def _column(record: GameRecord) -> Iterator[str]:
    rows = [(_words(record, step), _state(step)) for step in steps(record)]
    width = max((len(words) for words, _ in rows), default=0)
    for words, state in rows:
        yield f"{words.ljust(width)}  {state}"


def _words(record: GameRecord, step: Step) -> str:
    result = result_text(record.rules, step)
    return action_text(record.rules, step.turn.action) + (f" → {result}" if result else "")


def _state(step: Step) -> str:
    strikes = "✗" * int(step.table.strikes)
    return f"{int(step.table.score):2}{strikes and f' {strikes}'}"


def _end(outcome: Outcome, record: GameRecord) -> str:
    whose = f" of seat {record.fault_seat}" if record.fault_seat is not None else ""
    lost = ", lost by strikes" if outcome.score_zero != outcome.score_kept else ""
    return f"{outcome.end}{whose}, score {outcome.score_kept}{lost}"
