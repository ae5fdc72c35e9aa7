"""Play a recorded game again, through the engine, from its deck and its actions.

    game = Replay(rules, 3, deal_deck(rules, 3, seed=2026, game=17))
    turn = game.act(code)          # what everybody saw; game.table is the table after it
    game.outcome()                 # how it ended, and both scores

A `GameRecord` is all that a finished game needs to be played again; `steps` walks through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from hanabi_arena.api.actions import action_words
from hanabi_arena.api.view import Turn, turn_of
from hanabi_arena.engine.kernel import PLAIN, PlainArray, data_of, new_record
from hanabi_arena.engine.legal import BROKEN_RULES, broken_rule
from hanabi_arena.engine.stream import stream_key
from hanabi_arena.engine.table import ENDS, EVENT, GOING_ON, PILE, copy_record, new_table
from hanabi_arena.engine.turn import deal, score_kept, score_zero, shuffle_all, take_turn
from hanabi_arena.errors import IllegalAction, RulesError, UsageError
from hanabi_arena.match.site_seeds import site_decks, site_seed
from hanabi_arena.rules.variant import Rules

FAULT = "fault"
"""The end of a game in which a bot broke its contract."""

STOPPED = "stopped"
"""The end of a game that just stops: given up, timed out, or cut off by a site."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `end` is one of the engine's ends, `fault` or `stopped`.

    `score_zero` is the score where the third strike loses everything, `score_kept` where the
    points made are kept.
    """

    end: str
    score_zero: int
    score_kept: int
    turns: int


class Step(NamedTuple):
    """An action of a replayed game: what everybody saw, and a copy of the table after it."""

    turn: Turn
    table: Any


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played: identities of the deck, top first, and the numbers of the actions.

    `bots` names who sat where; it may be empty. `fault_seat` is the seat whose bot broke its
    contract after the last action, None in any other game. A record whose game is not over after
    its last action, and that has no fault, just stops.
    """

    rules: Rules
    players: int
    deck: tuple[int, ...]
    actions: tuple[int, ...]
    bots: tuple[str, ...] = ()
    line_up: str = ""
    game: int = 0
    fault_seat: int | None = None

    def __post_init__(self) -> None:
        if self.bots and len(self.bots) != self.players:
            raise UsageError(f"{len(self.bots)} bots are named for {self.players} seats")
        if self.fault_seat is not None and not 0 <= self.fault_seat < self.players:
            raise UsageError(
                f"fault_seat {self.fault_seat} does not exist with {self.players} players"
            )

    @property
    def first_seat(self) -> int:
        """The seat that starts."""
        return self.rules.settings.first_seat

    def replay(self) -> Replay:
        """Return the game as dealt, before its first action."""
        return Replay(self.rules, self.players, self.deck)

    def played(self, turns: int | None = None) -> Replay:
        """Return the game after so many turns, or all of them. Raises IllegalAction."""
        game = self.replay()
        for action in self.actions[:turns]:
            game.act(action)
        return game

    def outcome(self) -> Outcome:
        """Play the game again and return how it ended. Raises IllegalAction."""
        return self.played().outcome(self.fault_seat)


class Replay:
    """A game in the engine, taken forward action by action.

    `table` is the engine's record as it now is, with every hand visible; the next action changes
    it, so keep a copy (`copy_record`) of what should stay. `history` lists the turns taken.
    """

    def __init__(
        self, rules: Rules, players: int, deck: Sequence[int], first_seat: int | None = None
    ) -> None:
        """Deal: the deck's first cards to seat 0, the next ones to seat 1, and so on.

        `first_seat` overrides what the rules say. Raises RulesError where the deck does not hold
        exactly the cards of the game, or where so many players cannot play it.
        """
        if first_seat is not None and first_seat != rules.settings.first_seat:
            rules = starting_with(rules, first_seat)
        self.rules = rules
        self.players = players
        self.table: Any = new_table(rules, players)
        self.deck = checked_deck(rules, deck)
        self.history: list[Turn] = []
        self._pile = new_record(PILE)
        self._event = new_record(EVENT)
        self._pile.cards[: len(self.deck)] = self.deck
        deal(self.table, self._pile)

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""
        return int(self.table.end) != GOING_ON

    def broken_rule(self, action: int) -> str:
        """Return which rule the seat on turn would break with an action; nothing if it is legal."""
        return BROKEN_RULES[broken_rule(self.table, int(action))]

    def act(self, action: int) -> Turn:
        """Carry out an action, by its number, of the seat on turn; return what everybody saw.

        Raises IllegalAction, which changes nothing and names turn, seat, action and rule.
        """
        rule = take_turn(self.table, self._pile, int(action), self._event)
        if rule:
            raise IllegalAction(
                f"turn {int(self.table.turn) + 1}, seat {int(self.table.seat)}: "
                f"{action_words(int(action))} is illegal: {BROKEN_RULES[rule]}"
            )
        turn = turn_of(data_of(self._event))
        self.history.append(turn)
        return turn

    def steps(self, actions: Iterable[int]) -> Iterator[Step]:
        """Carry out actions one by one. Raises IllegalAction at the first that is not legal."""
        for action in actions:
            yield Step(self.act(action), copy_record(self.table))

    def outcome(self, fault_seat: int | None = None) -> Outcome:
        """Return how the game ended; `stopped` where the rules have not ended it.

        A fault gives no points. A game that just stops has the points that its stacks give.
        """
        turns = len(self.history)
        if fault_seat is not None:
            return Outcome(FAULT, 0, 0, turns)
        end = ENDS[int(self.table.end)] if self.over else STOPPED
        return Outcome(end, int(score_zero(self.table)), int(score_kept(self.table)), turns)


def steps(record: GameRecord) -> Iterator[Step]:
    """Play a recorded game again, action by action. Raises IllegalAction and RulesError."""
    return record.replay().steps(record.actions)


def starting_with(rules: Rules, first_seat: int) -> Rules:
    """Return the same rules with another seat to start."""
    return Rules(rules.name, replace(rules.settings, first_seat=first_seat), rules.line)


def checked_deck(rules: Rules, deck: Sequence[int]) -> tuple[int, ...]:
    """Return the deck as a tuple. Raises RulesError unless it has exactly the game's cards."""
    cards = tuple(int(card) for card in deck)
    wanted = [copies for suit in rules.suits for copies in suit.copies]
    for card in cards:
        if not 0 <= card < len(wanted):
            raise RulesError(
                f"deck: there is no card with the number {card}; {rules.name} has 0 to "
                f"{len(wanted) - 1}"
            )
    for card, copies in enumerate(wanted):
        found = cards.count(card)
        if found != copies:
            raise RulesError(
                f"deck: it holds {rules.card_name(card)} {found} times, {rules.name} has it "
                f"{copies} times"
            )
    return cards


def deal_deck(rules: Rules, players: int, seed: int | str, game: int) -> tuple[int, ...]:
    """Return the deck, identities top first, of a game of a league with this seed."""
    deck = deal_decks(rules, players, seed, np.array([game], np.int64))[0]
    return tuple(int(card) for card in deck)


def deal_decks(rules: Rules, players: int, seed: int | str, games: Any) -> Any:
    """Return the decks of some games of a league with this seed: a row of identities a game."""
    site = site_seed(seed)
    if site is not None:
        dealt: Any = site_decks(rules, players, site, games)
        return dealt[:, : rules.cards]
    table, pile = new_table(rules, players), new_record(PILE)
    low, high = stream_key(seed, rules.deal_key(players), "deal")
    words: tuple[Any, Any] = (low, high) if PLAIN else (np.uint64(low), np.uint64(high))
    decks: Any = np.zeros((len(games), rules.cards), np.int8)
    rows: tuple[Any, Any] = (np.asarray(games, np.int64), decks)
    if PLAIN:
        rows = (rows[0].view(PlainArray), decks.view(PlainArray))
    shuffle_all(table, pile, *words, *rows)
    return decks
