"""What the bot promises: to be legal, to play well enough, and never to get worse."""

from pathlib import Path

import pytest

from hanabi_arena.testing import BotTests

PLACE = f"{Path(__file__).parents[1] / 'my_bots' / 'courteous.py'}:Courteous"


class TestCourteous(BotTests):
    """Legal in every variant, the same for the same seed, blind to hidden cards."""

    bot = PLACE
    games = 2


def test_it_scores_what_the_readme_says(arena):
    assert arena.play("courteous", players=3, games=200).mean_kept > 16.5


def test_it_never_strikes_out(arena):
    played = arena.play("courteous", players=2, games=100)
    assert played.strikeout_rate == 0, played


def test_it_is_better_than_simple(arena):
    arena.assert_better("courteous", than="simple", players=3)


@pytest.mark.arena(players=3, games=400)
def test_it_is_no_weaker_than_when_it_was_released(arena):
    arena.assert_not_weaker("courteous", than="courteous.json")


def test_warnings_do_no_harm(arena):
    found = arena.compare("courteous:warns=false", "courteous", players=2, bounds="non-regression")
    assert found.verdict == "not weaker", found
