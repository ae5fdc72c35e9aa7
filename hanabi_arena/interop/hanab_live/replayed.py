"""Play a game of hanab.live again: is every action legal, how does it end, what is it worth?

Where the site and these rules come to different results, `notes` says so in words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.errors import IllegalAction, UsageError
from hanabi_arena.interop.hanab_live.game import (
    COLOUR,
    DISCARD,
    END,
    HARMLESS,
    NORMAL,
    PLAY,
    LiveAction,
    LiveGame,
)
from hanabi_arena.match.replay import STOPPED, GameRecord, Outcome, Replay
from hanabi_arena.match.site_seeds import SiteSeed, site_deck
from hanabi_arena.match.transcript import action_text
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import MAX_HAND, Rules

OLD_SIX = 4
"""Cards a hand that the site once dealt to each of six players."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first action that is not legal: its turn, counted from 1, the action, and the rule."""

    turn: int
    action: str
    rule: str


@dataclass(frozen=True)
class Replayed:
    """A game played again. `record` holds its legal actions; a game given up scores 0 there."""

    record: GameRecord
    outcome: Outcome
    illegal: Illegal | None = None
    notes: tuple[str, ...] = ()
    seed: str = ""
    """The site's seed, where it deals the deck."""
    given_up: LiveAction | None = None
    """How the site noted that the game was not played to its end."""


def replayed(game: LiveGame) -> Replayed:
    """Play a game again. Raises RulesError for a deck or a number of cards that is not right."""
    found = _play(game, game.rules())
    old = len(game.players) == 6 and not (
        game.options.get("oneExtraCard") or game.options.get("oneLessCard")
    )
    if found.illegal and old:
        other = _play(game, game.rules(OLD_SIX))
        if not other.illegal:
            note = f"dealt {OLD_SIX} cards to each of six players, as the site once did"
            return replace(other, notes=(note, *other.notes))
    return found


def _play(game: LiveGame, rules: Rules) -> Replayed:
    played = Replay(rules, len(game.players), [card.index for card in game.deck])
    codes: list[int] = []
    illegal, given_up = None, None
    for index, action in enumerate(game.actions):
        if action.type >= END:
            if action != LiveAction(END, action.target, NORMAL):
                given_up = action
            continue
        if given_up is not None:
            illegal = Illegal(index + 1, _words(game, rules, action), "the game was given up")
        else:
            illegal = _illegal(played, game, rules, index, action)
        if illegal:
            break
        codes.append(_code(played, action))
        played.act(codes[-1])
    record = GameRecord(rules, len(game.players), played.deck, tuple(codes), game.players)
    outcome = played.outcome()
    notes = [words for option, words in HARMLESS.items() if game.options.get(option)]
    if not illegal:
        notes += _notes(played, given_up)
    if given_up is not None and outcome.end == STOPPED:
        outcome = Outcome(STOPPED, 0, outcome.score_kept, outcome.turns)
    if game.score is not None and not illegal and game.score != outcome.score_zero:
        notes.append(f"the file tells of a score of {game.score}")
    seed = _seed(game, played)
    if game.seed and seed is not None and not seed:
        notes.append(f"the seed {game.seed} deals another deck; the site would play that one")
    return Replayed(record, outcome, illegal, tuple(notes), seed or "", given_up)


def _illegal(
    played: Replay, game: LiveGame, rules: Rules, index: int, action: LiveAction
) -> Illegal | None:
    """Return what is wrong with an action on the table as it is; None for a legal one."""
    try:
        code = _code(played, action)
    except IllegalAction as error:
        return Illegal(index + 1, _words(game, rules, action), str(error))
    rule = played.broken_rule(code)
    return Illegal(index + 1, _words(game, rules, action), rule) if rule else None


def _code(played: Replay, action: LiveAction) -> int:
    """Return the number of an action of the seat on turn. Raises IllegalAction for no such one."""
    table = played.table
    seat = int(table.seat)
    if action.type in (PLAY, DISCARD):
        held = [int(order) for order in table.order[seat][: int(table.hand_count[seat])]]
        if action.target in held:
            slot = held.index(action.target)
            return (Play(slot) if action.type == PLAY else Discard(slot)).code
        next_card = len(played.deck) - int(table.deck_count)
        if action.type == PLAY and action.target == next_card == len(played.deck) - 1:
            return PlayDeck().code
        if played.over:
            return Play(0).code  # nothing is legal any more
        raise IllegalAction(f"seat {seat} does not hold card {action.target} of the deck")
    if action.type == COLOUR:
        names = len(played.rules.suit_clues)
        if not 0 <= action.value < names:
            raise IllegalAction(f"there is no colour {action.value} to clue; there are {names}")
        return ClueSuit(action.target, action.value).code
    if not 1 <= action.value <= RANKS:
        raise IllegalAction(f"there is no rank {action.value}")
    return ClueRank(action.target, action.value).code


def _words(game: LiveGame, rules: Rules, action: LiveAction) -> str:
    """Return an action in words, as far as it makes sense."""
    if action.type in (PLAY, DISCARD):
        verb = "plays" if action.type == PLAY else "discards"
        known = 0 <= action.target < len(game.deck)
        card = f" ({rules.card_name(game.deck[action.target].index)})" if known else ""
        return f"{verb} card {action.target} of the deck{card}"
    if action.type == COLOUR:
        if 0 <= action.value < len(rules.suit_clues):
            return action_text(rules, ClueSuit(action.target, action.value))
        return f"clues colour {action.value} to seat {action.target}"
    return f"clues {action.value} to seat {action.target}"


def _notes(played: Replay, given_up: LiveAction | None) -> list[str]:
    notes = []
    if any(isinstance(turn.action, PlayDeck) for turn in played.history):
        notes.append("the deck's last card was played unseen (deckPlays)")
    if played.over:
        pass
    elif given_up is not None:
        notes.append("given up or timed out: the site records 0")
    else:
        points = points_that_can_be_made(played)
        notes.append(
            f"cut off: up to {points} more points could be made"
            if points
            else "the site stopped it, for no more points can be made"
        )
    return notes


def _seed(game: LiveGame, played: Replay) -> str | None:
    """Return the seed if it deals the deck, nothing if it deals another, None for no seed."""
    try:
        SiteSeed.read(game.seed)
    except UsageError:
        return None
    return game.seed if site_deck(played.rules, game.seed) == played.deck else ""


def points_that_can_be_made(played: Replay) -> int:
    """Return how many cards could still be placed, from the deck and hands with a turn left."""
    table = played.table
    players = played.players
    seats = list(range(players))
    if int(table.turns_left) >= 0:
        seats = [(int(table.seat) + ahead) % players for ahead in range(int(table.turns_left))]
    left = {int(table.hands[seat][slot]) for seat in seats for slot in range(MAX_HAND)}
    left |= set(played.deck[len(played.deck) - int(table.deck_count) :])
    points = 0
    for suit in range(len(played.rules.suits)):
        rank = int(table.stacks[suit])
        while rank < RANKS and suit * RANKS + rank in left:
            rank, points = rank + 1, points + 1
    return points
