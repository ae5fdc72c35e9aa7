"""The page on families lists the catalogue's conventions, and the shipped sets."""

from __future__ import annotations

import pytest

from hanabi_arena.conventions import find_family, load_set, shipped_sets
from tests.docs.pages import rows

PAGE = "families.md"


@pytest.mark.parametrize(
    ("heading", "family"),
    [("Referential Sieve", "referential-sieve"), ("Table talk", "table-talk")],
)
def test_conventions_are_those_of_the_catalogue(heading: str, family: str) -> None:
    listed = {row[0]: row[1:] for row in rows(PAGE, heading)}
    for name, convention in find_family(family).conventions.items():
        told = listed.pop(f"`{name}`")
        assert told[0] == convention.line
        assert told[1] == ", ".join(f"`{need}`" for need in convention.needs)
        for one in convention.settings:
            assert f"`{one.name}` ({one.default}; {one.least} to {one.most})" in told[2]
    left = {row.strip("`") for row in listed} - {"convention", "set"}
    assert left <= set(shipped_sets()), "a convention that is none"


def test_sets_are_those_that_are_shipped() -> None:
    listed = {row[0].strip("`"): row[1:3] for row in rows(PAGE, "Families of conventions")}
    del listed["set"]
    for name in shipped_sets():
        agreed = load_set(name)
        if agreed.family != "h-group":
            assert listed.pop(name) == [f"`{agreed.family}`", str(len(agreed.conventions))]
    assert not listed
