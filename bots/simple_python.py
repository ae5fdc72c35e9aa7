"""Simple play, in plain Python: it takes the same actions as `simple`.

The place to start reading if you want to write a bot: everything it uses is on the view.
"""

from __future__ import annotations

from hanabi_arena import (
    Action,
    Bot,
    CardSet,
    ClueRank,
    ClueSuit,
    Discard,
    HandCard,
    Play,
    View,
)


class SimplePython(Bot):
    """Plays what it knows to be playable, clues what is playable, discards what is dead or oldest.

    It knows of its cards what the clues tell, by matching or by not matching, and nothing else.
    """

    def act(self, view: View) -> Action:
        """Play, clue or discard, in this order."""
        playable = view.playable
        for card in view.hand:
            if card.possible <= playable:
                return play(view, card)
        if view.can_clue:
            clue = clue_playable(view)
            if clue:
                return clue
        if view.can_discard and view.hand:
            for card in view.hand:
                if card.possible <= view.dead:
                    return Discard(card.slot)
            return Discard(0)
        if view.can_clue:
            for action in view.legal_actions:
                if isinstance(action, ClueSuit | ClueRank):
                    return action
        return Play(0)


def play(view: View, card: HandCard) -> Play:
    """Play a card; in choreography announce its suit where the clues leave only one."""
    if view.rules.settings.choreography:
        return Play(card.slot, announce=card.suit)
    return Play(card.slot)


def clue_playable(view: View) -> Action | None:
    """Return a clue about a playable card whose holder does not know it, the next seat's first."""
    playable = view.playable
    for seat in view.others:
        for card in view.hands[seat]:
            if card.identity in playable and not card.possible <= playable:
                clue = clue_about(view, seat, card)
                if clue:
                    return clue
    return None


def clue_about(view: View, seat: int, card: HandCard) -> Action | None:
    """Return the clue that tells a seat something new of a card, its suit first."""
    for suit, suit_clue in enumerate(view.rules.suit_clues):
        touch = CardSet.of_mask(suit_clue.touch)
        if card.identity in touch and not card.possible <= touch:
            return ClueSuit(seat, suit)
    for rank, mask in enumerate(view.rules.rank_clues, start=1):
        touch = CardSet.of_mask(mask)
        if card.identity in touch and not card.possible <= touch:
            return ClueRank(seat, rank)
    return None
