"""The numbers of the actions, and the ways there and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hanabi_arena import Action, ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.api.actions import ACTIONS
from hanabi_arena.engine import codes
from hanabi_arena.errors import IllegalAction
from tests.engine.reference import ALL_ACTIONS

KINDS = {
    "play": codes.PLAY,
    "discard": codes.DISCARD,
    "suit": codes.CLUE_SUIT,
    "rank": codes.CLUE_RANK,
    "announce": codes.ANNOUNCE,
    "deck": codes.DECK_PLAY,
}


MAKERS: dict[str, Callable[[int, int], tuple[int, Action]]] = {
    "play": lambda slot, _: (codes.play(slot), Play(slot)),
    "discard": lambda slot, _: (codes.discard(slot), Discard(slot)),
    "suit": lambda seat, suit: (codes.clue_suit(seat, suit), ClueSuit(seat, suit)),
    "rank": lambda seat, rank: (codes.clue_rank(seat, rank), ClueRank(seat, rank)),
    "announce": lambda slot, suit: (codes.announce(slot, suit), Play(slot, announce=suit)),
    "deck": lambda *_: (114, PlayDeck()),
}


@pytest.mark.parametrize("number", range(codes.CODES))
def test_every_number_is_one_action(number: int) -> None:
    kind, first, second = ALL_ACTIONS[number]
    is_clue, is_deck = kind in ("suit", "rank"), kind == "deck"
    assert codes.kind_of(number) == KINDS[kind]
    assert codes.slot_of(number) == (-1 if is_clue or is_deck else first)
    assert codes.target_of(number) == (first if is_clue else -1)
    assert codes.value_of(number) == (second if is_clue or kind == "announce" else -1)
    made, action = MAKERS[kind](first, second)
    assert made == number == action.code
    assert ACTIONS[number] == action


def test_there_are_no_others() -> None:
    assert len(ACTIONS) == len(ALL_ACTIONS) == codes.CODES == len(set(ALL_ACTIONS))


@pytest.mark.parametrize(
    "action",
    [
        Play(6),
        Play(-1),
        Play(0, announce=6),
        Discard(6),
        ClueSuit(6, 0),
        ClueSuit(0, 6),
        ClueSuit(-1, 0),
        ClueRank(0, 0),
        ClueRank(0, 6),
        ClueRank(6, 1),
        Play("r1"),  # type: ignore[arg-type]
    ],
)
def test_what_lies_outside_never_becomes_another_action(action: Play) -> None:
    with pytest.raises(IllegalAction, match=r"does not exist|is no whole number"):
        _ = action.code
