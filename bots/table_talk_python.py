"""Table talk, in plain Python: it takes the same actions as `table-talk`.

An example of how a convention is written: `declare` tells it to the table, `observe` notes what it
promises, `reading` uses that, and `worth` keeps to it.

A rank clue means "play these": every card that it touches is playable now. A suit clue means "keep
these": a marked card, one that any clue has touched, is discarded last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from hanabi_arena import (
    Action,
    Bot,
    Card,
    CardSet,
    ClueRank,
    ClueSuit,
    Discard,
    HandCard,
    Play,
    Turn,
    View,
)

Clue: TypeAlias = ClueSuit | ClueRank
Slots: TypeAlias = tuple[int, ...]


class TableTalkPython(Bot):
    """Agrees with its like that a rank clue means "play these" and a suit clue "keep these".

    It talks with the seats that declare the same, and takes everybody else literally.
    """

    reference = "the example of table talk in the rules of Hanabi (Antoine Bauza, 2010)"
    conventions = ("rank clue: play all touched", "suit clue: keep", "discard: oldest unmarked")
    observes = "clues"

    discard: Literal["oldest", "newest"] = "oldest"
    """Which unmarked card goes when nothing better is known."""
    promise: Literal["all", "newest"] = "all"
    """Which of the cards that a rank clue touches are to be played."""
    keep_fives: bool = True
    """Whether fives are saved from the discard pile like other last copies."""
    warn_first: bool = True
    """Whether saving the next seat's last copy comes before one's own play."""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the agreement: what another seat must know to speak the same."""
        return (
            f"rank clue: play {'all' if params['promise'] == 'all' else 'the newest'} touched",
            "suit clue: keep",
            f"discard: {params['discard']} unmarked",
        )

    def start(self, view: View) -> None:
        """Find out who speaks the same. No card has been promised yet."""
        own = view.declared[view.seat]
        self.talkers = {seat for seat, said in enumerate(view.declared) if said == own}
        self.promised: dict[int, CardSet] = {}

    def observe(self, view: View, turn: Turn) -> None:
        """Note what a rank clue promises: to be one of the cards that are playable now."""
        clue = turn.action
        if isinstance(clue, ClueRank) and {turn.seat, clue.seat} <= self.talkers:
            for slot in self.spoken_of(turn.touched):
                self.promised[view.hands[clue.seat][slot].order] = view.playable

    def act(self, view: View) -> Action:
        """Warn, play, clue, save, discard: the first of these that makes sense."""
        unseen = CardSet(card for card, copies in view.unseen.items() if copies)
        successor = view.others[0]
        if self.warn_first and view.can_clue and self.endangered(view, successor):
            clue = self.best_clue(view, (successor,), self.own_plays(view, unseen))
            if clue:
                return clue

        # What everybody knows to be playable comes first: the others count on it.
        card = self.lowest_within(view, view.seat, view.playable)
        if card is None:
            card = self.lowest_within(view, view.seat, view.playable, unseen)
        if card:
            return self.play(view, card, unseen)

        if view.can_clue:
            clue = self.best_clue(view, view.others, CardSet())
            if clue:
                return clue
        if view.turns_left is not None and view.strikes + 2 < view.max_strikes:
            # The seat's last turn: a misplay costs nothing if two strikes are left after it.
            card = self.likeliest_within(view, view.playable, unseen)
            if card:
                return Play(card.slot)
        if view.can_clue and view.clue_tokens * 2 >= view.rules.settings.clue_tokens:
            clue = self.keep_clue(view, least=1)
            if clue:
                return clue
        if view.can_discard and view.hand:
            return self.throw_away(view, unseen)
        if view.can_clue:
            clue = self.keep_clue(view, least=-100)
            if clue:
                return clue
            if view.rules.settings.empty_clues:  # nobody else has a card
                return ClueRank(successor, 1)
        card = self.likeliest_within(view, view.playable, unseen)
        return Play(card.slot if card else 0)

    def reading(self, view: View, card: HandCard, unseen: CardSet | None = None) -> CardSet:
        """Return what a card can be, by the clues and by what was promised of it.

        For one's own cards, `unseen` holds the identities that are not all accounted for. The
        others see other cards than oneself, so for theirs nothing is counted out.
        """
        possible = card.possible if unseen is None else card.possible & unseen
        promised = self.promised.get(card.order)
        if promised is None:
            return possible
        return (possible & promised) - view.dead or possible

    def lowest_within(
        self, view: View, seat: int, goal: CardSet, unseen: CardSet | None = None
    ) -> HandCard | None:
        """Return the lowest card of a seat that surely belongs to the set `goal`."""
        best, best_rank = None, 6
        for card in view.hands[seat]:
            read = self.reading(view, card, unseen)
            if read <= goal:
                rank = min(read).rank
                if rank < best_rank:
                    best, best_rank = card, rank
        return best

    def likeliest_within(self, view: View, goal: CardSet, unseen: CardSet) -> HandCard | None:
        """Return the own card that is likeliest to belong to the set, if any can."""
        best, best_odds = None, 0.0
        for card in view.hand:
            read = self.reading(view, card, unseen)
            odds = len(read & goal) / len(read)
            if odds > best_odds:
                best, best_odds = card, odds
        return best

    def first_unmarked(self, view: View, seat: int) -> HandCard | None:
        """Return the unmarked card that a seat would discard."""
        hand = view.hands[seat]
        for card in hand if self.discard == "oldest" else reversed(hand):
            if not card.clued:
                return card
        return None

    def endangered(self, view: View, seat: int) -> HandCard | None:
        """Return the last copy that a seat is about to discard for want of better."""
        if seat not in self.talkers or view.turns_left is not None:
            return None
        card = self.first_unmarked(view, seat)
        if card is None or card.identity is None or card.identity not in view.critical:
            return None
        if card.identity.rank == 5 and not self.keep_fives:
            return None
        if self.lowest_within(view, seat, view.playable | view.dead):
            return None
        return card

    def own_plays(self, view: View, unseen: CardSet) -> CardSet:
        """Return what one's own surely playable cards can be."""
        mine = CardSet()
        for card in view.hand:
            read = self.reading(view, card, unseen)
            if read <= view.playable:
                mine |= read
        return mine

    def spoken_of(self, touched: Slots) -> Slots:
        """Return which of the touched slots a rank clue speaks of."""
        return touched if self.promise == "all" else touched[-1:]

    def worth(
        self, view: View, clue: Clue, touched: Slots, danger: HandCard | None, mine: CardSet
    ) -> int:
        """Return how good a clue is: 10 a play, 12 a rescue, 1 a new mark; 0 if it would mislead.

        `danger` is the card that needs a rescue, `mine` what one may be about to play oneself. A
        clue misleads if it promises a card that is not playable, or one whose twin gets played.
        """
        hand, playable, touch = view.hands[clue.seat], view.playable, touch_of(view, clue)
        listens = clue.seat in self.talkers
        promised = self.spoken_of(touched) if listens and isinstance(clue, ClueRank) else ()
        plays = marks = 0
        given: set[Card | None] = set()
        for slot in touched:
            card = hand[slot]
            before = self.reading(view, card)
            after = before & touch
            fitting = card.possible & touch & playable
            if slot in promised and fitting:
                if card.identity not in playable:
                    return 0
                after = fitting
            if after <= playable:
                if not before <= playable:
                    if card.identity in mine or card.identity in given or marked_twin(view, card):
                        return 0
                    plays += 10
                given.add(card.identity)
            elif not listens and card.identity in playable and after != before:
                plays += 5  # who takes clues literally may need a second one
            marks += not card.clued
        if danger and (plays or danger.slot in touched):
            return plays + marks + 12
        return plays + marks if plays else 0

    def best_clue(self, view: View, seats: tuple[int, ...], mine: CardSet) -> Clue | None:
        """Return the best clue to these seats that makes a play or a rescue."""
        if view.turns_left is not None:
            seats = seats[: view.turns_left - 1]  # the others will not be on turn again
        best, most = None, 0
        for seat in seats:
            danger = self.endangered(view, seat)
            for clue, touched in clues_for(view, seat):
                good = self.worth(view, clue, touched, danger, mine)
                if good > most:
                    best, most = clue, good
        return best

    def keep_clue(self, view: View, least: int) -> Clue | None:
        """Return the suit clue that best marks cards worth keeping, if it is worth `least`.

        A useful card counts 1, one that is dead or has a marked twin -3.
        """
        best, most = None, least - 1
        for seat in view.others:
            for clue, touched in clues_for(view, seat):
                if isinstance(clue, ClueRank):
                    continue
                good = 0
                for slot in touched:
                    card = view.hands[seat][slot]
                    if card.clued:
                        continue
                    if card.identity in view.dead or marked_twin(view, card):
                        good -= 3
                    elif seat in self.talkers:
                        good += 1
                if good > most:
                    best, most = clue, good
        return best

    def play(self, view: View, card: HandCard, unseen: CardSet) -> Play:
        """Play a card; in choreography announce its suit where it is known."""
        suits = {identity.suit for identity in self.reading(view, card, unseen)}
        if view.rules.settings.choreography and len(suits) == 1:
            return Play(card.slot, announce=suits.pop())
        return Play(card.slot)

    def throw_away(self, view: View, unseen: CardSet) -> Discard:
        """Discard what is surely useless, else an unmarked card, else no likely last copy."""
        card = (
            self.lowest_within(view, view.seat, view.dead, unseen)
            or self.first_unmarked(view, view.seat)
            or self.likeliest_within(view, unseen - view.critical, unseen)
        )
        return Discard(card.slot if card else 0)


def clues_for(view: View, seat: int) -> Iterator[tuple[Clue, Slots]]:
    """Return every clue that touches cards of a seat, suits before ranks, and their slots."""
    clues: list[Clue] = [ClueSuit(seat, suit) for suit in range(len(view.rules.suit_clues))]
    clues += [ClueRank(seat, rank) for rank in range(1, 6)]
    for clue in clues:
        touched = view.touched(clue)
        if touched:
            yield clue, touched


def touch_of(view: View, clue: Clue) -> CardSet:
    """Return the identities that a clue touches."""
    if isinstance(clue, ClueSuit):
        return CardSet.of_mask(view.rules.suit_clues[clue.suit].touch)
    return CardSet.of_mask(view.rules.rank_clues[clue.rank - 1])


def marked_twin(view: View, card: HandCard) -> bool:
    """Return whether another card that one sees is the same, and marked."""
    return any(
        other.identity == card.identity and other.clued and other.order != card.order
        for seat in view.others
        for other in view.hands[seat]
    )
