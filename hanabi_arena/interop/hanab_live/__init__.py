"""Games of hanab.live: its JSON, its share links, and the rules they were played by."""
