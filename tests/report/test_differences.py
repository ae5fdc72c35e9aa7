"""The table of differences between bots, and the note on the chart of means."""

from __future__ import annotations

import pandas as pd
import pytest

from hanabi_arena.report import ReportInfo, means
from hanabi_arena.report.differences import in_words, table_of
from hanabi_arena.report.page import write_page
from hanabi_arena.report.results import results_of
from hanabi_arena.stats.pairwise import Difference
from tests.report.drawn import text_boxes
from tests.report.leagues import BASE, league, pairs, played, rows_of, self_play


def clear_league() -> tuple[ReportInfo, pd.DataFrame]:
    """Two equals, one weaker bot, one that sees its own hand."""
    info = league(
        self_play("weak", "twin", "same|one", "oracle", unranked=("oracle",)), players=(2, 3)
    )
    weak, twin, same, oracle = info.line_ups
    parts = []
    for players in (2, 3):
        scores = [18, 19, 20, 17, 21, 16] * 10
        parts += [
            rows_of(weak, BASE, players, [score - 5 - score % 2 for score in scores]),
            rows_of(twin, BASE, players, scores),
            rows_of(oracle, BASE, players, [25] * 60),
        ]
        if players == 2:
            parts.append(rows_of(same, BASE, 2, [*scores[:-1], 17]))
    return info, pd.concat(parts)


def difference(first: str, second: str, players: int, chance: float = 0.5) -> Difference:
    return Difference(first, second, "base", players, 100, 0.1, 0.2, chance)


def test_the_table_has_a_row_a_pair_of_ranked_bots_the_stronger_one_first() -> None:
    info, games = clear_league()
    found = table_of(results_of(games, info), BASE)
    assert found is not None
    assert not found.folded
    assert found.rows == [
        ["same|one − twin", "(+0.02 ±.03)", "–"],
        ["same|one − weak", "+5.52 ±.13", "–"],
        ["twin − weak", "+5.50 ±.13", "+5.50 ±.13"],
    ]


def test_the_page_shows_it_with_names_as_they_are() -> None:
    info, games = clear_league()
    words = write_page(results_of(games, info), games, [])
    assert "| same\\|one − twin | (+0.02 ±.03) | – |\n" in words
    assert (
        "\n\nDifferences between bots in self-play are more than luck (same deals, 95%, Holm's "
        "correction for 4 comparisons), but for same\\|one – twin at 2 players.\n\n"
        "| mean difference ± 95% | 2 | 3"
    ) in words
    assert "In parentheses stands what may be luck" in words
    assert "oracle −" not in words
    assert "\n\n\n" not in words


def test_many_pairs_are_folded() -> None:
    info = league(self_play(*"abcdefg"), players=(2,))
    words = write_page(results_of(games := played(info), info), games, [])
    folded = words[words.index("<details>") : words.index("</details>")]
    assert "Differences between bots: 21 pairs" in folded
    assert folded.count(" − ") == 21


@pytest.mark.parametrize("line_ups", [self_play("simple"), pairs("a", "b"), ()])
def test_without_two_bots_there_is_no_table_and_no_note(line_ups: tuple) -> None:  # type: ignore[type-arg]
    info = league(line_ups, players=(2,))
    games = played(info) if line_ups else played(league(self_play("simple")))[:0]
    assert table_of(results_of(games, info), BASE) is None
    words = write_page(results_of(games, info), games, [])
    assert "difference" not in words.lower()


def test_a_single_deal_is_shown_and_nothing_is_said_of_it() -> None:
    info = league(self_play("a", "b"), players=(2,), games=1)
    games = pd.concat([rows_of(one, BASE, 2, [9]) for one in info.line_ups])
    found = table_of(results_of(games, info), BASE)
    assert found is not None
    assert (found.rows, found.summary) == ([["a − b", "(0.00)"]], "")
    assert "\n\n\n" not in write_page(results_of(games, info), games, [])


def test_the_chart_of_means_says_which_differences_are_sure() -> None:
    info, games = clear_league()
    results = results_of(games, info)
    drawn = " ".join(text_boxes(means.draw(results, BASE, info.line_ups))[0]).replace("\n", " ")
    assert "but for same|one – twin at 2 players." in drawn
    # Of the bots in this chart only.
    drawn = " ".join(text_boxes(means.draw(results, BASE, info.line_ups[:2]))[0]).replace("\n", " ")
    assert "Every difference between bots in self-play is more than luck" in drawn
    assert "for 4 comparisons" in drawn
    drawn = " ".join(text_boxes(means.draw(results, BASE, info.line_ups[3:]))[0])
    assert "luck" not in drawn


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], ""),
        ([difference("a", "b", 2, float("nan"))], ""),
        ([difference("a", "b", 2, 0.001)], "The difference is more than luck"),
        ([difference("a", "b", 2)], "The difference may not be more than luck"),
        (
            [difference("a", "b", 2), difference("a", "c", 2)],
            "No difference between bots in self-play is surely more than luck (same deals",
        ),
        (
            [difference("a", "b", 2), difference("a", "b", 3), difference("a", "c", 2, 0.01)],
            "but for a – b at 2 and 3 players.",
        ),
        (
            [difference("a", other, 2) for other in "bcdefgh"] + [difference("b", "c", 2, 0.01)],
            "Of 8 differences between bots in self-play 7 may be luck",
        ),
    ],
)
def test_what_is_sure_in_words(found: list[Difference], expected: str) -> None:
    words = in_words(found, found)
    assert expected in words if expected else words == ""
