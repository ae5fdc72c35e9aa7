"""Scenarios in words: positions, actions and beliefs as the community writes them."""

from __future__ import annotations

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Discard, Play
from hanabi_arena.conventions.scenario import BeliefWanted
from hanabi_arena.conventions.staging import Staged
from hanabi_arena.match.position import stacks_text, tokens_text
from hanabi_arena.rules.variant import Rules


def action_words(staged: Staged, seat: int, action: Action) -> str:
    """Return an action of a seat in the scenario's names and slots: `clue red to bob`."""
    scenario = staged.scenario
    hand = staged.hands[seat]
    match action:
        case ClueSuit(target, suit):
            return f"clue {scenario.rules.suit_clues[suit].name} to {scenario.names[target]}"
        case ClueRank(target, rank):
            return f"clue {rank} to {scenario.names[target]}"
        case Play(slot, announce):
            suit_name = "" if announce is None else scenario.rules.suits[announce].name
            more = f" announcing {suit_name}" if suit_name else ""
            return f"play slot {len(hand) - slot}{more}"
        case Discard(slot):
            return f"discard slot {len(hand) - slot}"
    return "play the deck's last card"


def belief_words(rules: Rules, wanted: BeliefWanted) -> str:
    """Return what is wanted of a belief in words."""
    names = ", ".join(rules.card_name(card.index) for card in wanted.cards)
    return {
        "within": f"one of {names}",
        "exactly": f"exactly {names}",
        "without": f"none of {names}",
    }[wanted.kind]


def position_words(staged: Staged) -> str:
    """Return the position after the last action: hands newest first, stacks, tokens, strikes."""
    scenario, rules = staged.scenario, staged.rules
    game = staged.begin()
    for code in staged.actions:
        game.act(code)
    table = game.table
    asked = {wanted.seat for wanted in scenario.expected}
    width = max(map(len, scenario.names))
    lines = []
    for seat, name in enumerate(scenario.names):
        at = staged.seat(seat)
        count = int(table.hand_count[at])
        cards = []
        for slot in range(count - 1, -1, -1):
            card = rules.card_name(int(table.hands[at, slot]))
            known = (
                len(asked) == 1 and seat in asked and int(table.possible[at, slot]).bit_count() > 1
            )
            mark = "*" if int(table.clued[at, slot]) else ""
            cards.append(("xx" if known else card) + mark)
        turn = ">" if int(table.seat) == at and not game.over else " "
        lines.append(
            f"{turn} {name.ljust(width)}  {' '.join(card.ljust(3) for card in cards)}".rstrip()
        )
    discards = [
        rules.card_name(card)
        for card in range(rules.max_score)
        for _ in range(int(table.discards[card]))
    ]
    lines.append(
        f"  stacks {stacks_text(table, rules)}   tokens {tokens_text(table)}   "
        f"strikes {int(table.strikes)}   deck {int(table.deck_count)}"
        + (f"   discards {' '.join(discards)}" if discards else "")
    )
    return "\n".join(lines)
