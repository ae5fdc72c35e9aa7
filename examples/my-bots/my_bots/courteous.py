"""Courteous: it tells what can be played, then saves the next player from a mistake."""

from hanabi_arena import Bot, ClueRank, ClueSuit, Discard, Play


class Courteous(Bot):
    """Plays sure cards, tells others of playable ones, warns the next seat of a last copy."""

    warns: bool = True
    """Whether it warns the next seat."""

    def act(self, view):
        for card in view.hand:
            if card.possible <= view.playable:
                return Play(card.slot)
        if view.can_clue:
            clue = self.news(view) or self.warning(view)
            if clue:
                return clue
        if view.can_discard:
            return Discard(self.least_wanted(view.hand, view))
        # All tokens are there, and there is nothing to tell: any clue.
        return next(action for action in view.legal_actions if not isinstance(action, Play))

    def warning(self, view):
        """Return the clue that keeps the next seat from discarding a last copy, or None."""
        after = view.others[0]
        hand = view.hands[after]
        if not self.warns or not hand:
            return None
        card = hand[self.least_wanted(hand, view)]
        clue = ClueRank(after, card.identity.rank)
        if card.identity in view.critical and card.rank is None and clue in view.legal_actions:
            return clue
        return None

    def news(self, view):
        """Return a clue about a card that can be played and whose holder does not know it."""
        for seat in view.others:
            for card in view.hands[seat]:
                if card.identity not in view.playable or card.possible <= view.playable:
                    continue
                # Some variants forbid some clues.
                rank, suit = card.identity.rank, card.identity.suit
                if card.rank is None and ClueRank(seat, rank) in view.legal_actions:
                    return ClueRank(seat, rank)
                if card.suit is None and ClueSuit(seat, suit) in view.legal_actions:
                    return ClueSuit(seat, suit)
        return None

    def least_wanted(self, hand, view):
        """Return the slot that is discarded next: known dead, else the oldest without a clue."""
        for card in hand:
            if card.possible <= view.dead:
                return card.slot
        return next((card.slot for card in hand if not card.clued), 0)
