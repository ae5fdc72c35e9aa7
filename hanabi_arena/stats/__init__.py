"""Statistics over recorded games: summaries, intervals, comparisons."""
