# SPDX-License-Identifier: Apache-2.0
# The form of files: licence line, purpose line, length, and no path of somebody's machine.
import re

import tree

LICENCE = "SPDX-License-Identifier: Apache-2.0"
MOST_LINES = 400
MACHINE_PATH = re.compile(r"(?<![\w.~])/(home|work|root|tmp)/")


def form(path, lines):
    """Findings about one source file: (line, what is wrong)."""
    start = 1 if lines and lines[0].startswith("#!") else 0
    first, second = (lines[start:start + 2] + ["", ""])[:2]
    if LICENCE not in first:
        yield start + 1, f"the first line must be '{LICENCE}' in a comment"
    elif path.suffix in tree.CODE and "_test." not in path.name and not re.match(r"// \S", second):
        yield start + 2, "the second line must say what the file is for"
    if len(lines) > MOST_LINES:
        yield MOST_LINES, f"{len(lines)} lines; split it by its nouns (at most {MOST_LINES})"


def may_use_temporary_files(path):
    return "_test." in path.name or path.parts[0] in ("tools", ".ci")


def machine_paths(path, lines):
    for number, line in enumerate(lines, 1):
        for match in MACHINE_PATH.finditer(line):
            if match[1] != "tmp" or not may_use_temporary_files(path):
                yield number, f"'{match[0]}' is a path of one machine"


def findings(root):
    found = []
    for file in tree.files(root):
        path, lines = file.relative_to(root), tree.text(file)
        about = list(machine_paths(path, lines))
        if tree.is_source(file):
            about += form(path, lines)
        found += [f"{path}:{number}: {what}" for number, what in sorted(about)]
    return found
