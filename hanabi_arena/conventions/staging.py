"""Make games of a scenario: hidden cards filled in, suits exchanged, seats moved on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Play
from hanabi_arena.conventions.scenario import Preset, Scenario
from hanabi_arena.conventions.story import Story, StoryError, fill, removed
from hanabi_arena.engine.legal import clue_bit, clue_touch
from hanabi_arena.errors import IllegalAction
from hanabi_arena.match.replay import Replay, starting_with
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import Rules

MIDDLE = 10
"""The turn of a preset that does not say: the first round is long over."""


@dataclass(frozen=True)
class Staged:
    """A scenario made playable: the rules, the deck, the actions, and how to get back from it."""

    scenario: Scenario
    rules: Rules
    deck: tuple[int, ...]
    actions: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Identities at the end by seat of the scenario, with the scenario's suits."""
    suits: tuple[int, ...]
    """The suit that takes each suit's place."""
    shift: int
    """How many seats everybody has moved on."""

    def begin(self) -> Replay:
        """Return the game before the first action of the scenario."""
        game = Replay(self.rules, self.scenario.players, self.deck)
        if self.scenario.preset is not None:
            _set(game, self.scenario.preset, self)
        return game

    def seat(self, seat: int) -> int:
        """Return where a seat of the scenario sits."""
        return (seat + self.shift) % self.scenario.players

    def card(self, identity: int) -> int:
        """Return what stands for an identity of the scenario."""
        return self.suits[identity // RANKS] * RANKS + identity % RANKS

    def mask_back(self, mask: int) -> int:
        """Return a set of identities as the scenario has them."""
        return sum(1 << card for card in range(self.rules.max_score) if mask >> self.card(card) & 1)

    def to(self, action: Action) -> Action:
        """Return an action of the scenario as it is taken here."""
        match action:
            case ClueSuit(seat, suit):
                return ClueSuit(self.seat(seat), self.suits[suit])
            case ClueRank(seat, rank):
                return ClueRank(self.seat(seat), rank)
            case Play(slot, int(suit)):
                return Play(slot, self.suits[suit])
        return action

    def back(self, action: Action) -> Action:
        """Return an action that was taken here as the scenario would have it."""
        players = self.scenario.players
        match action:
            case ClueSuit(seat, suit):
                return ClueSuit((seat - self.shift) % players, self.suits.index(suit))
            case ClueRank(seat, rank):
                return ClueRank((seat - self.shift) % players, rank)
            case Play(slot, int(suit)):
                return Play(slot, self.suits.index(suit))
        return action


def stage(
    story: Story, chance: random.Random, suits: Sequence[int] | None = None, shift: int = 0
) -> Staged:
    """Make a story playable, with hidden cards by chance. Raises StoryError."""
    scenario = story.scenario
    rules, players = scenario.rules, scenario.players
    order = tuple(suits) if suits is not None else tuple(range(len(rules.suits)))
    deck = fill(story, chance)
    hands = tuple(tuple(deck[place] for place in hand) for hand in story.hands)
    size = rules.hand_size(players)
    dealt = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
    moved = [card for seat in range(players) for card in dealt[(seat - shift) % players]]
    staged = Staged(
        scenario,
        starting_with(rules, (scenario.first_seat + shift) % players),
        (),
        (),
        hands,
        order,
        shift,
    )
    whole = tuple(map(staged.card, (*moved, *deck[size * players :])))
    actions = tuple(staged.to(action).code for action in story.actions)
    return Staged(scenario, staged.rules, whole, actions, hands, order, shift)


def check(staged: Staged) -> None:
    """Play the actions, and raise StoryError for one that is illegal or not what it is called."""
    game = staged.begin()
    names = staged.scenario.names
    for place, code in enumerate(staged.actions):
        sentence = staged.scenario.actions[place]
        mover = int(game.table.seat)
        if game.over:
            raise StoryError(place, "the game is over by then")
        if mover != staged.seat(sentence.seat):
            whose = names[(mover - staged.shift) % len(names)]
            raise StoryError(place, f"it is {whose}'s turn")
        try:
            turn = game.act(code)
        except IllegalAction as error:
            raise StoryError(place, str(error).partition("illegal: ")[2] or str(error)) from None
        if sentence.kind == "play" and not turn.placed:
            raise StoryError(place, "this card cannot be played: write misplays if it was a strike")
        if sentence.kind == "misplay" and turn.placed:
            raise StoryError(place, "this card is playable: write plays")


def _set(game: Replay, preset: Preset, staged: Staged) -> None:
    """Put a dealt game into the state of a preset."""
    table, rules = game.table, staged.rules
    for suit, height in enumerate(preset.stacks):
        table.stacks[staged.suits[suit]] = height
    for card in preset.discards:
        table.discards[staged.card(card)] += 1
    table.score = sum(preset.stacks)
    table.deck_count = int(table.deck_count) - removed(preset)
    if preset.tokens is not None:
        table.clue_tokens = min(preset.tokens * int(table.clue_cost), int(table.max_tokens))
    table.strikes = preset.strikes
    table.turn = MIDDLE if preset.turn is None else preset.turn
    table.playable, table.critical, table.dead, table.lost_criticals = _standing(table, rules)
    for clue in preset.clues:
        target = staged.seat(clue.target)
        code = staged.to(clue.value.action(clue.target)).code
        touch, mark = int(clue_touch(table, code)), int(clue_bit(code))
        for slot in range(int(table.hand_count[target])):
            touched = touch >> int(table.hands[target, slot]) & 1
            table.possible[target, slot] = int(table.possible[target, slot]) & (
                touch if touched else ~touch
            )
            if touched:
                table.clued[target, slot] = int(table.clued[target, slot]) | mark


def _standing(table: Any, rules: Rules) -> tuple[int, int, int, int]:
    """Return the sets of playable, critical and dead cards, and how many last copies are gone."""
    playable = critical = dead = lost = 0
    for suit in range(len(rules.suits)):
        out_of_reach = False
        for rank in range(RANKS):
            card = suit * RANKS + rank
            left = int(table.copies[card]) - int(table.discards[card])
            if rank < int(table.stacks[suit]) or out_of_reach:
                dead |= 1 << card
                continue
            if rank == int(table.stacks[suit]):
                playable |= 1 << card
            if left == 0:
                out_of_reach = True
                lost += 1
            elif left == 1:
                critical |= 1 << card
    return playable, critical, dead, lost


def exchanges(rules: Rules, chance: random.Random, tries: int = 20) -> tuple[int, ...] | None:
    """Return another order of the suits under which the rules are the same, None if there is none.

    Suits that are clued by their own name alone and have the same copies may change places.
    """
    size = len(rules.suits)
    alike = [
        suit
        for suit in range(size)
        if suit < len(rules.suit_clues)
        and rules.suits[suit].copies == rules.suits[0].copies
        and rules.suit_clues[suit].touch & ~_common(rules)
        == 0b11111 << suit * RANKS & ~_common(rules)
    ]
    if len(alike) < 2:
        return None
    for _ in range(tries):
        moved = chance.sample(alike, len(alike))
        if moved != alike:
            order = list(range(size))
            for one, other in zip(alike, moved, strict=True):
                order[one] = other
            return tuple(order)
    return None


def _common(rules: Rules) -> int:
    """Return the identities that every suit clue touches."""
    common = (1 << rules.max_score) - 1
    for clue in rules.suit_clues:
        common &= clue.touch
    return common


def fillings(story: Story, count: int) -> Iterator[Staged]:
    """Yield the story with different hidden cards, always in the same ways."""
    for number in range(count):
        yield stage(story, random.Random(f"{story.scenario.name} {number}"))
