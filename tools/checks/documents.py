# SPDX-License-Identifier: Apache-2.0
# What the documents tell a reader to use: commands, protocols, presets and links that must exist.
# What stands in testdata/ is no document.
import json
import re

import tree

FENCE = re.compile(r"\s*```")
CODE_SPAN = re.compile(r"`([^`]+)`")
NAMED = re.compile(r"(?<![\w/.<-])((?:\./)?(?:tools|protocols|reports|kernels|framework|\.ci)/[\w./*-]*[\w*/])(?![<{])")
PRESET = re.compile(r"--preset[ =](\w+)")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


def code(lines):
    """(line number, text) of everything that is set as code."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fenced = not fenced
        elif fenced:
            yield number, line
        else:
            for span in CODE_SPAN.findall(line):
                yield number, span


def missing(root, document):
    """(line number, what does not exist) of one document."""
    lines = tree.text(document)
    presets = {preset["name"] for preset in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}
    for number, text in code(lines):
        for name in NAMED.findall(text):
            if not any(root.glob(name.removeprefix("./").rstrip("/"))):
                yield number, f"there is no {name}"
        for name in PRESET.findall(text):
            if name not in presets:
                yield number, f"CMakePresets.json has no preset '{name}'"
    for number, line in enumerate(lines, 1):
        for link in LINK.findall(line):
            if not (document.parent / link).exists():
                yield number, f"the link to {link} leads nowhere"


def findings(root):
    return [f"{file.relative_to(root)}:{number}: {what}"
            for file in tree.files(root) if file.suffix == ".md" and "testdata" not in file.parts
            for number, what in missing(root, file)]
