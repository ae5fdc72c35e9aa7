"""Complete games as people can read them, which the engine must play again to the letter.

A change of the rules shows here as a change of a game. `python -m tests.golden` writes the
transcripts anew, should a change be meant.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hanabi_arena.errors import UsageError
from hanabi_arena.match.transcript import parse_transcript, transcript
from hanabi_arena.rules import catalogue
from tests.golden.__main__ import VARIANTS

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replays_to_the_letter(file: Path) -> None:
    text = file.read_bytes().decode()
    record = parse_transcript(text)
    assert transcript(record) == text
    variant, players, end = file.name.removesuffix(".txt").rsplit(".", 2)
    assert record.outcome().end == end
    assert f"{record.players}-players" == players
    assert variant in {name.replace("=", "-") for name in VARIANTS}


def test_every_named_variant_has_three_games_or_more() -> None:
    games = Counter(file.name.split(".")[0] for file in FILES)
    assert all(games[variant.replace("=", "-")] >= 3 for variant in (*catalogue(), *VARIANTS))
    assert sum(games.values()) == sum(len(counts) for counts, _ in VARIANTS.values())


def test_every_end_and_every_player_count_is_there() -> None:
    assert {file.stem.split(".")[-1] for file in FILES} == {
        *("strikes", "complete", "critical", "deck", "no-action"),
    }
    assert {parse_transcript(file.read_text("utf-8")).players for file in FILES} == {2, 3, 4, 5, 6}


def test_a_game_told_otherwise_is_refused() -> None:
    """Were a rule to change, these are the differences that the tests above would show."""
    text = FILES[0].read_text("utf-8")
    line = next(line for line in text.splitlines() if "plays slot" in line)
    number = text.splitlines().index(line) + 1
    for wrong in (
        line.replace("strikes 0", "strikes 1").replace("  strikes 1", "  strikes 2", 1),
        line.replace("placed", "misplayed") if "placed" in line else line.replace("mis", ""),
    ):
        assert wrong != line
        with pytest.raises(UsageError, match=f"line {number}: .* should be "):
            parse_transcript(text.replace(line, wrong))
