"""The notes of a release: its page in `releases/`, and below it every change from the changelog.

The page is written for people who make cards; the changelog is too.
"""

import pathlib
import re

from program import ROOT, Refused


def of(version):
    """The notes of a version as Markdown."""
    page = pathlib.Path(__file__).parent / "releases" / f"{version}.md"
    if not page.is_file():
        raise Refused(f"there are no notes for {version}: write {page.relative_to(ROOT)}")
    return page.read_text() + "\n## Every change\n\n" + changes(version)


def changes(version):
    """The section of the changelog for a version, or what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text()
    sections = dict(re.findall(r"^## (\S+).*\n((?:(?!## ).*\n?)*)", text, re.M))
    found = sections.get(version, sections.get("Unreleased"))
    if found is None:
        raise Refused(f"CHANGELOG.md has no section for {version}")
    return found.strip() + "\n"
