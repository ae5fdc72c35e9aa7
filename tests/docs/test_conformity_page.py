"""What the page says of people's games is what the judge says of them."""

from __future__ import annotations

from pathlib import Path

from hanabi_arena.conventions import load_set
from hanabi_arena.conventions.conformity import judge
from hanabi_arena.conventions.conformity.judge import RULES
from hanabi_arena.interop.game_files import find_games
from tests.docs.pages import rows

HUMAN = Path(__file__).parents[1] / "data" / "human-games.json"


def test_the_table_of_human_games_is_what_the_judge_says() -> None:
    records = [found.replayed().record for found in find_games([str(HUMAN)])]
    assert len(records) == 50
    heading, *table = rows("conformity.md", "What people do")
    assert [row[0].strip("`") for row in table] == [rule.name for rule in RULES]
    for column, head in enumerate(heading[1:], 1):
        profile = judge(records, load_set(head.removeprefix("by ")))
        told = {tally.rule.name: tally for tally in profile.tallies}
        for row in table:
            one = told.get(row[0].strip("`"))
            said = f"{one.rate:.1%} of {one.opportunities}" if one else "not judged"
            assert row[column] == said, row[0]
