"""Laws of the difference between two bots, as measured, and moved to a mean of one's choice.

`python -m tests.stats.populations`, from the repository's root, plays the games anew and writes
differences.json.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hanabi_arena import play

FILE = Path(__file__).with_name("differences.json")
GAMES = 20_000
SEED = 1

# Name: old bot, new bot, players, the reading of the third strike.
PAIRS = {
    "clone": ("table-talk", "table-talk:warn_first=false", 4, "kept"),
    "related": ("table-talk", "table-talk:keep_fives=false", 5, "kept"),
    "unrelated": ("simple", "rules:list=outer", 5, "kept"),
    "wide": ("table-talk", "holmes", 3, "kept"),
    "strikeouts": ("smart:mystery=false", "smart", 3, "zero"),
}
DISASTER = -20
DISASTERS = 0.015
"""The clone that loses 20 points in one of 67 games, which no pair of ours does as purely."""

NAMES = ("clone", "related", "unrelated", "wide", "strikeouts", "rare disaster")


@dataclass(frozen=True)
class Law:
    """How likely each difference is."""

    values: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]

    @property
    def mean(self) -> float:
        return float(self.shares @ self.values)

    @property
    def deviation(self) -> float:
        return float(np.sqrt(self.shares @ (self.values - self.mean) ** 2))

    @property
    def ties(self) -> float:
        return float(self.shares[self.values == 0].sum())

    def draw(self, random: np.random.Generator, games: int) -> npt.NDArray[np.float64]:
        return self.values[random.choice(len(self.values), games, p=self.shares)]

    def moved(self, mean: float) -> Law:
        """Return the exponentially tilted law with this mean: the nearest on the same values."""
        from scipy.optimize import brentq

        def tilted(by: float) -> Law:
            # The largest exponent is taken out, so that none overflows.
            exponents = by * self.values
            weights = self.shares * np.exp(exponents - exponents.max())
            return Law(self.values, weights / weights.sum())

        return tilted(float(brentq(lambda by: tilted(by).mean - mean, -3, 3, xtol=1e-14)))

    def mirrored(self) -> Law:
        return Law(-self.values[::-1], self.shares[::-1])


def law(name: str, mean: float) -> Law:
    """Return a population by name, moved to a mean; disasters are as frequent whatever it is."""
    if name == "rare disaster":
        usual = law("clone", (mean - DISASTERS * DISASTER) / (1 - DISASTERS))
        return Law(
            np.concatenate(([DISASTER], usual.values)),
            np.concatenate(([DISASTERS], (1 - DISASTERS) * usual.shares)),
        )
    counted = json.loads(FILE.read_text(encoding="utf-8"))[name]["differences"]
    values = np.array([int(value) for value in counted], np.float64)
    counts = np.array(list(counted.values()), np.float64)
    return Law(values, counts / counts.sum()).moved(mean)


def measure(old: str, new: str, players: int, reading: str) -> dict[str, object]:
    """Play both bots on the same deals and count the differences."""
    before, after = (
        play(bot, players=players, games=GAMES, seed=SEED)[f"score_{reading}"].to_numpy(np.int64)
        for bot in (old, new)
    )
    values, counts = np.unique(after - before, return_counts=True)
    return {
        "old": old,
        "new": new,
        "players": players,
        "score": reading,
        "games": GAMES,
        "seed": SEED,
        "differences": dict(zip(map(str, values), counts.tolist(), strict=True)),
    }


if __name__ == "__main__":
    found = {name: measure(*pair) for name, pair in PAIRS.items()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
