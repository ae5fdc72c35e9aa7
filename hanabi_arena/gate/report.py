"""What a gate found, for people and for machines: text, Markdown, JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from hanabi_arena.comparison.outcome import Deal
from hanabi_arena.comparison.words import (
    aligned,
    interval,
    mean,
    percent,
    signed,
    verdict_line,
)
from hanabi_arena.gate.run import Checked, Gated

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_text(gated: Gated) -> str:
    """Return what a gate found as `arena gate` prints it, without a line break at its end."""
    return "\n".join(_lines(gated))


def _lines(gated: Gated) -> Iterator[str]:
    yield f"{gated.name}: A is the baseline ({gated.baseline}), B the bot as it is now"
    for one in gated.bots:
        yield ""
        yield f"{one.name}: {verdict_line(one.comparison)}{_treated(gated, one)}"
        for line in str(one.comparison).splitlines()[4:]:
            yield f"  {line}".rstrip()
        yield f"  {fingerprint_line(one)}"
    if len(gated.bots) > 1:
        yield ""
        rows = [("bot", "verdict", "difference"), *(_row(one) for one in gated.bots)]
        yield from aligned(rows)


def _row(one: Checked) -> tuple[str, str, str]:
    return one.name, one.comparison.verdict, signed(one.comparison.mean_difference)


def _treated(gated: Gated, one: Checked) -> str:
    if one.comparison.verdict != "inconclusive" or one.faults:
        return ""
    return "; that fails here" if gated.inconclusive_fails else "; that passes here"


def fingerprint_line(one: Checked) -> str:
    """Return what the play fingerprint tells, in a line."""
    now = one.fingerprint or "none, the bot failed"
    match one.play:
        case "same":
            return f"play fingerprint {now}: the same actions in 20 fixed deals"
        case "changed":
            return f"play fingerprint {now}, was {one.baseline_fingerprint}: play changed"
        case _:
            return f"play fingerprint {now}"


def markdown(gated: Gated) -> str:
    """Return what a gate found as Markdown, for a job's summary."""
    return "\n".join(_markdown(gated)) + "\n"


def _markdown(gated: Gated) -> Iterator[str]:
    passed = gated.exit_code == 0
    yield f"## {_plain(gated.name)}: {'passed' if passed else 'failed'}"
    yield ""
    yield f"Against {_plain(gated.baseline)}; differences are points a game, now minus baseline."
    yield ""
    yield "| bot | verdict | difference | 95% confidence sequence | deals | tied | play |"
    yield "|:--|:--|--:|:--|--:|--:|:--|"
    for one in gated.bots:
        found = one.comparison
        verdict = f"**{found.verdict}**" + ("" if not one.faults else ", and it failed in games")
        cells = (
            _plain(one.name),
            verdict,
            signed(found.mean_difference),
            interval(found.confidence_sequence),
            f"{found.games:,}",
            percent(found.total.tied_share),
            one.play,
        )
        yield f"| {' | '.join(cells)} |"
    for one in gated.bots:
        yield from _section(gated, one)
    if gated.notes:
        yield ""
        yield from (f"- {_plain(note)}" for note in gated.notes)


def _section(gated: Gated, one: Checked) -> Iterator[str]:
    found = one.comparison
    yield ""
    yield f"### {_plain(one.name)}"
    yield ""
    yield f"{_capital(_plain(verdict_line(found)))}{_treated(gated, one)}."
    yield f"{_capital(fingerprint_line(one))}."
    if found.verdict != "identical":
        yield ""
        yield "| games | baseline | now | difference | 95% paired | tied |"
        yield "|:--|--:|--:|--:|:--|--:|"
        for stratum, figures in found.strata:
            cells = (
                _plain(stratum.words),
                mean(figures.mean_a),
                mean(figures.mean_b),
                signed(figures.mean_difference),
                interval(figures.paired_interval),
                percent(figures.tied_share),
            )
            yield f"| {' | '.join(cells)} |"
    if found.worst:
        yield ""
        yield "Worst deals:"
        yield ""
        yield from (_deal(deal) for deal in found.worst)
    for fault in found.faults:
        yield ""
        yield (
            f"{fault.games:,} {'game' if fault.games == 1 else 'games'} of {_plain(fault.side)} "
            f"ended by a fault: {_plain(fault.text)} (`{fault.command}`)"
        )


def _deal(deal: Deal) -> str:
    return (
        f"- deal {deal.game}, {_plain(deal.variant)}, {deal.players} players: {deal.score_a} → "
        f"{deal.score_b} (`{deal.command}`)"
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _plain(words: str) -> str:
    """Return words so that Markdown shows them as they are, in a table too."""
    return re.sub(r"([\\`*|<>\[\]_~$])", r"\\\1", " ".join(words.split()))


def junit(gated: Gated, seconds: float) -> str:
    """Return what a gate found as JUnit XML, a test case a bot."""
    codes = [gated.code(one) for one in gated.bots]
    suite = ET.Element(
        "testsuite",
        name=_xml(f"arena gate {gated.name}"),
        tests=str(len(codes)),
        failures=str(sum(code in (1, 3) for code in codes)),
        errors=str(sum(code == 4 for code in codes)),
        skipped=str(sum(map(_is_skipped, gated.bots, codes))),
        time=f"{seconds:.3f}",
    )
    for one, code in zip(gated.bots, codes, strict=True):
        found = one.comparison
        case = ET.SubElement(
            suite,
            "testcase",
            classname=_xml(f"arena.gate.{gated.name}"),
            name=_xml(f"{one.name} against {gated.baseline}"),
            time=f"{seconds / len(codes):.3f}",
        )
        properties = ET.SubElement(case, "properties")
        for key, value in _properties(one):
            ET.SubElement(properties, "property", name=key, value=_xml(value))
        line = _xml(verdict_line(found))
        told = _xml(f"{found}\n{fingerprint_line(one)}")
        if code == 4:
            what = _xml("; ".join(fault.text for fault in one.faults))
            ET.SubElement(case, "error", message=what, type="fault").text = told
        elif code:
            ET.SubElement(case, "failure", message=line, type=found.verdict).text = told
        else:
            if _is_skipped(one, code):
                ET.SubElement(case, "skipped", message=line)
            ET.SubElement(case, "system-out").text = told
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _is_skipped(one: Checked, code: int) -> bool:
    return code == 0 and one.comparison.verdict == "inconclusive"


def _properties(one: Checked) -> Iterator[tuple[str, str]]:
    found = one.comparison
    yield "verdict", found.verdict
    yield "deals", str(found.games)
    yield "mean_difference", f"{found.mean_difference:.4f}"
    yield "confidence_sequence", interval(found.confidence_sequence)
    yield "play", one.play
    yield "fingerprint", one.fingerprint or ""


def _xml(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
