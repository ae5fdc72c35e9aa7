"""Decks of hanab.live's seeds, and leagues that are dealt from them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hanabi_arena import play
from hanabi_arena.engine.go_random import (
    LONG,
    SHORT,
    crc64,
    first_words,
    fixed_table,
    site_orders,
)
from hanabi_arena.errors import ConfigError, UsageError
from hanabi_arena.league.config import check_league
from hanabi_arena.league.document import Document
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.league.manifest import manifest
from hanabi_arena.league.plan import Plan, plan_league
from hanabi_arena.match.play import Player
from hanabi_arena.match.replay import deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.match.site_seeds import SiteSeed, site_deck, site_seed
from hanabi_arena.rules import find_variant
from tests.support import arena, write_league

GAMES = json.loads((Path(__file__).parents[1] / "data" / "human-games.json").read_text("utf-8"))
BASE = find_variant("base")


def deck_of(game: dict[str, list[dict[str, int]]]) -> tuple[int, ...]:
    return tuple(card["suitIndex"] * 5 + card["rank"] - 1 for card in game["deck"])


def test_the_hash_is_the_known_one() -> None:
    assert crc64("123456789") == 0x995DC9BBDF1939FA
    assert crc64("") == 0


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (1, [81, 87, 47, 59, 81, 18, 25, 40, 56, 0]),
        (42, [5, 87, 68]),
    ],
)
def test_the_generator_is_gos(seed: int, numbers: list[int]) -> None:
    """What Go's documentation and every tutorial prints of rand.Intn(100)."""
    words = first_words([seed], len(numbers))[0] >> np.uint64(32)
    assert (words % np.uint64(100)).tolist() == numbers


def test_negative_seeds_and_zero_have_their_own_rule() -> None:
    modulus = (1 << 31) - 1
    assert (first_words([0], 5) == first_words([89_482_311], 5)).all()
    assert (first_words([modulus], 5) == first_words([89_482_311], 5)).all()
    assert (first_words([(1 << 64) - 5], 5) == first_words([modulus - 5], 5)).all()
    with pytest.raises(ValueError, match="at most 273"):
        first_words([1], SHORT + 1)


def test_the_fixed_table_is_what_the_recurrence_goes_on_with() -> None:
    """Its words in the order in which they were made are 607 terms of the recurrence."""
    table = fixed_table()
    assert len(table) == LONG
    assert len(set(table.tolist())) == LONG
    assert (table >> np.uint64(63)).sum() > LONG // 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["seed"]))
def test_every_seed_of_a_real_game_deals_its_deck(game: dict[str, list[dict[str, int]]]) -> None:
    assert site_deck(BASE, str(game["seed"])) == deck_of(game)


def test_many_seeds_at_once_are_those_one_by_one() -> None:
    texts = [f"p{2 + index % 5}v0s{index}" for index in range(200)]
    together = site_orders(texts, 50)
    for text, row in zip(texts, together, strict=True):
        assert (site_orders([text], 50)[0] == row).all()
    assert len({tuple(row) for row in together}) == 200
    assert all(sorted(row) == list(range(50)) for row in together)


def test_a_league_counts_on_from_its_seed() -> None:
    seed = "hanab.live:p3v0s7"
    for game in (0, 1, 12):
        assert deal_deck(BASE, 3, seed, game) == site_deck(BASE, f"p3v0s{7 + game}")
        assert deal_deck(BASE, 2, seed, game) == site_deck(BASE, f"p2v0s{7 + game}")
    three = {game["seed"]: deck_of(game) for game in GAMES if game["seed"].startswith("p3")}
    for name, deck in three.items():
        game = int(name.removeprefix("p3v0s")) - 1
        assert deal_deck(BASE, 3, "hanab.live:p3v0s1", game) == deck


def test_the_number_at_the_end_counts_and_nothing_else() -> None:
    for text, game, told in (
        ("p3v0s1", 0, "p3v0s1"),
        ("p3v0s1", 9, "p3v0s10"),
        ("p2v16scup 007", 5, "p2v16scup 012"),
        ("p3v0s99", 1, "p3v0s100"),
        ("p4v0sworld-cup", 0, "p4v0sworld-cup"),
        ("p3v0s1s2", 3, "p3v0s1s5"),
    ):
        seed = SiteSeed.read(text)
        assert seed.of_game(seed.players, game) == told
    with pytest.raises(UsageError, match="names one deal, game 0"):
        SiteSeed.read("p4v0sworld-cup").of_game(4, 1)
    assert site_seed("p3v0s1") is None
    assert site_seed(7) is None


def test_variants_with_the_same_cards_share_the_sites_deals() -> None:
    seed = "hanab.live:p3v0s1"
    for variant in ("choreography", "bouquet-final", "Pink (5 Suits)", "base+extra-cards=1"):
        assert deal_deck(find_variant(variant), 3, seed, 4) == deal_deck(BASE, 3, seed, 4)
    black = find_variant("Black (5 Suits)")
    assert len(deal_deck(black, 3, seed, 4)) == 45
    assert deal_deck(black, 3, "hanab.live:p3v21s1", 4) == site_deck(black, "p3v21s5")


def test_whoever_sits_there_and_however_it_is_cut_the_deals_are_the_same() -> None:
    from hanabi_arena.api.registry import Registry

    found = {name: Registry().find(name).load() for name in ("simple", "simple-python")}
    for name in ("simple", "simple-python"):  # the compiled loop and the other one
        player = Player(Seating(BASE, (found[name],) * 3, ({},) * 3, "hanab.live:p3v0s1"))
        whole = player.play(0, 6)
        parts = [player.play(first, 3, 2) for first in (1, 0)]
        actions = {game: _actions(games, game) for games in parts for game in _numbers(games)}
        assert [actions[game] for game in range(6)] == [_actions(whole, g) for g in range(6)]
    frames = [play(name, players=3, games=6, seed="hanab.live:p3v0s1") for name in found]
    assert frames[0]["actions"].equals(frames[1]["actions"])


def _numbers(games: object) -> list[int]:
    return list(games.results["game"])  # type: ignore[attr-defined]


def _actions(games: object, game: int) -> list[int]:
    results, actions = games.results, games.actions  # type: ignore[attr-defined]
    row = _numbers(games).index(game)
    start = int(results["turns"][:row].sum())
    return list(actions[start : start + int(results["turns"][row])])


def test_a_run_replays_and_exports_the_sites_deals(tmp_path: Path) -> None:
    seed = "hanab.live:p3v0s1"
    write_league(
        tmp_path / "league.yaml", seed=seed, games=4, players=[2, 3], bots=["simple", "random"]
    )
    arena("run", "league.yaml", "--jobs", "1", "--no-charts", "--out", "out", cwd=tmp_path)
    run = RecordedRun.open(tmp_path / "out")
    records = list(run.sample(None))
    assert len(records) == 2 * 2 * 4
    for record in records:
        assert record.deck == site_deck(BASE, f"p{record.players}v0s{1 + record.game}")
        assert record.outcome().end != "stopped"
    assert run.manifest["generator"] == "hanab.live/crc64/go-math-rand/1"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"seed": "hanab.live:p3v0"}, r"seed: 'p3v0' is no seed of hanab.live; one is written"),
        ({"seed": "hanab.live:p7v0s1"}, r"seed: 'p7v0s1' names 7 players; 2 to 6"),
        ({"seed": "hanab.live:p3v0sx"}, r"games: 1000 games, but the seed .* names one deal"),
    ],
)
def test_a_seed_that_makes_no_sense_is_refused(keys: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        planned(**keys)


def test_one_deal_can_be_played_once() -> None:
    plan = planned(seed="hanab.live:p3v0sx", games=1)
    assert manifest(plan)["generator"] != manifest(planned())["generator"]


def planned(**keys: object) -> Plan:
    document = Document(Path("league.yaml"), {"bots": ["simple"], **keys}, {})
    return plan_league(check_league(document), document)
