"""Words in Markdown."""

from __future__ import annotations

import re


def plain(words: object) -> str:
    """Return words so that Markdown shows them as they are, in a table too."""
    flat = " ".join(str(words).split())
    flat = re.sub(r"([\\`*|<>\[\]~$])", r"\\\1", flat)
    # Underscores and number signs mean something only at the edge of a word or line.
    return re.sub(r"(?<!\w)_|_(?!\w)|^[#+-]", r"\\\g<0>", flat)
