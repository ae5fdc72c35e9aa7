"""`arena variants`: the variants that have a name, and the switches to make others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hanabi_arena.cli.common import print_json, results

if TYPE_CHECKING:
    from hanabi_arena.rules import Rules


@click.command(short_help="List the variants and the switches that make them.")
@click.argument("name", required=False)
@click.option("--all", "everything", is_flag=True, help="Those of hanab.live, too.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def variants(name: str | None, everything: bool, as_json: bool) -> None:
    """List the variants, a line each; or show what NAME is made of.

    NAME is one of ours, or a combination (`avalanche+choreography`), or one of hanab.live, by its
    name there (`Rainbow (5 Suits)`) or its number (`hanab.live:16`).
    """
    from hanabi_arena.rules import catalogue, find_variant

    if everything and name is None:
        _show_all(as_json)
        return
    found = [find_variant(name)] if name else list(catalogue().values())
    if as_json:
        print_json(
            [
                {
                    "name": rules.name,
                    "line": rules.line,
                    "switches": rules.settings.changes(),
                    "cards": rules.cards,
                    "max_score": rules.max_score,
                }
                for rules in found
            ]
        )
        return
    console = results()
    if name:
        _show_one(found[0])
        return
    width = max(len(rules.name) for rules in found)
    for rules in found:
        console.print(f"{rules.name:{width}}  {rules.line}", soft_wrap=True, markup=False)
    console.print("\nswitches (default)", markup=False)
    for key, default, allowed in switches():
        console.print(f"  {key} ({str(default).lower()}){allowed}", soft_wrap=True, markup=False)
    console.print(
        "\nCombine them: avalanche+bouquet-final. Any switch of its own: "
        "rainbow+copies=full+strikes=1\n"
        "In a league file: variants: [base, {avalanche: true, bouquet-final: true}]\n"
        "Those of hanab.live by name or number: Rainbow (5 Suits), hanab.live:16; "
        "--all lists them",
        soft_wrap=True,
        markup=False,
    )


def _show_all(as_json: bool) -> None:
    """Print the variants of hanab.live: those that can be played, then those that cannot."""
    from hanabi_arena.rules.hanab_live import live_variants

    every = live_variants().values()
    covered = [one for one in every if not one.why_not]
    if as_json:
        print_json(
            [
                {
                    "number": one.number,
                    "name": one.name,
                    "supported": not one.why_not,
                    "why_not": one.why_not,
                    "suits": [suit.name for suit in one.live_suits],
                }
                for one in every
            ]
        )
        return
    reasons: dict[str, list[str]] = {}
    for one in every:
        if one.why_not:
            reasons.setdefault(one.why_not, []).append(f"{one.number} {one.name}")
    lines = [f"{len(covered):,} of the {len(every):,} variants of hanab.live can be played:", ""]
    lines += [f"{one.number:4}  {one.name}" for one in covered]
    lines += ["", f"{len(every) - len(covered)} cannot, for their rules differ in kind:"]
    for reason, names in reasons.items():
        lines += ["", f"{reason} ({len(names)}):", *(f"  {one}" for one in names)]
    click.echo("\n".join(lines))


def switches() -> Iterator[tuple[str, object, str]]:
    """Yield each switch of a variant: its key, its default, and what else it may be, in words."""
    from dataclasses import fields

    from hanabi_arena.rules import Settings

    for item in fields(Settings):
        limits = item.metadata
        allowed = ""
        if "allowed" in limits:
            allowed = f": {' or '.join(limits['allowed'])}"
        elif "low" in limits:
            allowed = f": {limits['low']} to {limits['high']}"
        yield item.name.replace("_", "-"), item.default, allowed


def _show_one(rules: Rules) -> None:
    click.echo(f"{rules.name}: {rules.line}")
    click.echo(f"{rules.cards} cards, maximum {rules.max_score}")
    for suit in rules.suits:
        copies = " ".join(map(str, suit.copies))
        click.echo(f"  {suit.letter}  {suit.name:12} copies of ranks 1 to 5: {copies}")
    clues = ", ".join(clue.name for clue in rules.suit_clues)
    click.echo(f"suits that can be clued: {clues or 'none'}")
    if rules.live:
        _show_touch(rules)
    for key, value in rules.settings.changes().items():
        click.echo(f"  {key}: {str(value).lower() if isinstance(value, bool) else value}")


def _show_touch(rules: Rules) -> None:
    """Print what each clue of a variant of hanab.live touches."""
    from hanabi_arena.match.position import possible_text

    named = ", ".join(map(str, rules.clue_ranks)) or "none"
    click.echo(f"ranks that can be clued: {named}")
    touched = [(clue.name, clue.touch) for clue in rules.suit_clues]
    touched += [(str(rank), rules.rank_clues[rank - 1]) for rank in rules.clue_ranks]
    for name, mask in touched:
        click.echo(f"  {name} touches {possible_text(rules, mask)}")
