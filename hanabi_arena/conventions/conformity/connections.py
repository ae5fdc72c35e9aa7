"""Rules for prompts and finesses: who is called plays, and nobody comes between."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import (
    Call,
    Clue,
    Game,
    Moment,
    finesse_position,
)
from hanabi_arena.conventions.conformity.meanings import (
    is_five_stall,
    is_pressed,
    is_productive,
    may_be_on_chop,
)
from hanabi_arena.conventions.conformity.rule import Case, Rule
from hanabi_arena.conventions.conformity.saves import exposed


def clear_calls(game: Game, kind: str) -> Iterator[tuple[Moment, Clue, Call, Moment]]:
    """Yield clues that call for one card in a way that its holder cannot take otherwise.

    With the clue, what it calls for, and the holder's turn. The holder sees the focus and acts
    before its receiver; one card is missing; the focus is not on the chop; nobody has been called
    before; and nobody else can be taken to hold the card.
    """
    for moment, clue in game.clues():
        now = moment.now
        if len(clue.missing) != 1 or len(clue.calls) != 1 or not clue.fresh:
            continue
        (call,) = clue.calls
        if call.kind != kind or call.seat in (clue.giver, clue.target) or moment.called:
            continue
        if may_be_on_chop(moment, clue) or is_pressed(moment) or is_five_stall(game, moment, clue):
            continue
        seats = [(clue.giver + ahead) % now.players for ahead in range(1, now.players)]
        if seats.index(call.seat) > seats.index(clue.target):
            continue
        if _may_be_elsewhere(moment, clue, call):
            continue
        turn = game.next_of_seat(moment, call.seat)
        if turn is not None:
            yield moment, clue, call, turn


def _may_be_elsewhere(moment: Moment, clue: Clue, call: Call) -> bool:
    """Return whether the holder can take another card for the one that is missing."""
    now = moment.now
    for seat, hand in enumerate(now.hands):
        if call.kind == "finesse" and seat not in (clue.giver, call.seat):
            own = clue.touched if seat == clue.target else ()
            slot = finesse_position(now, seat, moment.called, own)
            if slot >= 0 and hand[slot] == call.need:
                return True
        for slot in range(len(hand)):
            if not now.clued[seat][slot] or now.order[seat][slot] == call.order:
                continue
            could = now.possible[seat][slot] >> call.need & 1
            if could and (seat in (clue.giver, call.seat) or hand[slot] == call.need):
                return True
    return False


def _is_excused(game: Game, turn: Moment) -> bool:
    """Return whether the holder had something more urgent to do: a save."""
    clue = turn.clue
    return clue is not None and exposed(turn, turn.now.next_of(turn.seat)) >= 0


def _judge_missed(game: Game, kind: str) -> Iterator[Case]:
    for moment, clue, call, turn in clear_calls(game, kind):
        now = turn.now
        slot = now.slot_of(call.seat, call.order)
        if not now.playable >> call.need & 1 or slot < 0 or _is_excused(game, turn):
            continue
        if kind == "finesse" and now.clued[call.seat][slot]:
            continue  # broken, not missed
        if kind == "prompt" and turn.clue is not None:
            spoken_of = moment.now.order[clue.target][clue.focus]
            slot = now.slot_of(clue.target, spoken_of)
            same = turn.clue.target == clue.target and slot in turn.clue.touched
            if same or is_productive(turn):
                continue  # a prompt can wait for a good clue, or be made sure; a finesse cannot
        # Another play may come first: it was called for earlier, or known.
        kept = turn.plays and (turn.order == call.order or kind == "prompt")
        yield Case(turn.turn, call.seat, kept, f"did not play {game.name(call.need)}", 2.0)


def judge_prompt_missed(game: Game) -> Iterator[Case]:
    """Judge the turn of a player whose clued card a clue has called for."""
    yield from _judge_missed(game, "prompt")


def judge_finesse_missed(game: Game) -> Iterator[Case]:
    """Judge the turn of a player whose finesse position a clue has called for."""
    yield from _judge_missed(game, "finesse")


def judge_finesse_broken(game: Game) -> Iterator[Case]:
    """Judge those between the giver of a finesse and the one who is called.

    To touch the card breaks nothing if it is played all the same.
    """
    for moment, _, call, turn in clear_calls(game, "finesse"):
        kept_all_the_same = turn.order == call.order and turn.placed
        for between in game.moments[moment.turn + 1 : turn.turn]:
            slot = between.now.slot_of(call.seat, call.order)
            touched = between.clue is not None and (
                between.clue.target == call.seat and slot in between.clue.touched
            )
            gone = between.plays and between.card == call.need
            note = f"{'touched' if touched else 'played'} {game.name(call.need)}"
            kept = kept_all_the_same or not (touched or gone)
            yield Case(between.turn, between.seat, kept, note, 1.0)


RULES = (
    Rule(
        "prompt-missed",
        "receiver",
        "who holds the clued card that is missing below a focus plays it",
        ("prompt",),
        (),
        judge_prompt_missed,
    ),
    Rule(
        "finesse-missed",
        "receiver",
        "who holds the missing card in finesse position plays it blind, at once",
        ("finesse",),
        (),
        judge_finesse_missed,
    ),
    Rule(
        "finesse-broken",
        "giver",
        "nobody keeps a finesse from its card by touching it or playing its twin",
        ("finesse",),
        (),
        judge_finesse_broken,
    ),
)
