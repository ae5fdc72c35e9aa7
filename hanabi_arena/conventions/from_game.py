"""Write a scenario file from a recorded game, up to a turn."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard
from hanabi_arena.api.view import Turn
from hanabi_arena.conventions.scenario import NAMES
from hanabi_arena.errors import UsageError
from hanabi_arena.match.replay import GameRecord, Replay

HIDDEN = "xx"


def scenario_text(record: GameRecord, turn: int, source: str) -> str:
    """Return the YAML text of a scenario that asks the seat on turn at a turn, from 1, of a game.

    What it does there in the game is written down as forbidden: a scenario is made of a mistake.
    Raises UsageError for a turn that the game does not have.
    """
    if turn > len(record.actions):
        raise UsageError(f"turn {turn}: the game has turns 1 to {len(record.actions)}")
    players, rules = record.players, record.rules
    asked = _mover(record, turn - 1)
    names = NAMES[:players]
    game = record.replay()
    dealt = [
        [
            HIDDEN if seat == asked else rules.card_name(int(game.table.hands[seat, slot]))
            for slot in range(int(game.table.hand_count[seat]) - 1, -1, -1)
        ]
        for seat in range(players)
    ]
    told = list(_sentences(game, record, turn - 1, asked))
    done = _pattern(game, record, record.actions[turn - 1])
    width = max(map(len, names))
    lines = [
        f"- name: turn {turn} of game {record.game}",
        "  convention: found",
        "  provenance: synthetic",
        f"  source: {_quoted(source)}",
        *([] if rules.name == "base" else [f"  variant: {_quoted(rules.name)}"]),
        "  hands:                  # slot 1, the newest card, comes first",
        *(
            f"    {name}:{' ' * (width - len(name))} [{', '.join(hand)}]"
            for name, hand in zip(names, dealt, strict=True)
        ),
        f"  first: {names[record.first_seat]}",
    ]
    if told:
        lines += ["  actions:", *(f"    - {sentence}" for sentence in told)]
    lines += [
        f"  {names[asked]}:",
        "    act:",
        f"      forbidden: [{done}]   # what was done in the game",
        "      # allowed: [play slot 1]",
    ]
    return "\n".join(lines) + "\n"


def _mover(record: GameRecord, turns: int) -> int:
    game = record.replay()
    for code in record.actions[:turns]:
        game.act(code)
    return int(game.table.seat)


def _sentences(game: Replay, record: GameRecord, turns: int, asked: int) -> Iterator[str]:
    """Tell the actions before a turn; the cards that the seat draws itself stay unknown."""
    for code in record.actions[:turns]:
        counts = [int(game.table.hand_count[seat]) for seat in range(record.players)]
        turn = game.act(code)
        yield _sentence(game, record, turn, counts, asked)


def _sentence(game: Replay, record: GameRecord, turn: Turn, counts: list[int], asked: int) -> str:
    rules = record.rules
    name = NAMES[turn.seat]
    action = turn.action
    if isinstance(action, ClueSuit | ClueRank):
        value = (
            rules.suit_clues[action.suit].name if isinstance(action, ClueSuit) else str(action.rank)
        )
        text = f"{name} clues {value} to {NAMES[action.seat]}"
        if action.seat == asked:
            slots = sorted(counts[action.seat] - slot for slot in turn.touched)
            text += f" (slots {', '.join(map(str, slots))})" if slots else " (nothing)"
        return text
    verb = "discards" if isinstance(action, Discard) else "plays" if turn.placed else "misplays"
    slot = getattr(action, "slot", None)
    if slot is None or turn.card is None:
        raise UsageError("a card played from the deck cannot be told in a scenario")
    text = f"{name} {verb} slot {counts[turn.seat] - slot} ({rules.card_name(turn.card.index)})"
    announced = getattr(action, "announce", None)
    if announced is not None:
        text += f" announcing {rules.suits[announced].name}"
    if turn.drew and turn.seat != asked:
        newest = int(game.table.hand_count[turn.seat]) - 1
        text += f", draws {rules.card_name(int(game.table.hands[turn.seat, newest]))}"
    return text


def _pattern(game: Replay, record: GameRecord, code: int) -> str:
    from hanabi_arena.api.actions import ACTIONS

    action = ACTIONS[code]
    rules = record.rules
    if isinstance(action, ClueSuit):
        return f"clue {rules.suit_clues[action.suit].name} to {NAMES[action.seat]}"
    if isinstance(action, ClueRank):
        return f"clue {action.rank} to {NAMES[action.seat]}"
    slot = getattr(action, "slot", None)
    if slot is None:
        return "play"
    count = int(game.table.hand_count[int(game.table.seat)])
    return f"{'discard' if isinstance(action, Discard) else 'play'} slot {count - slot}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
