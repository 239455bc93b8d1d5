# SPDX-License-Identifier: Apache-2.0
# Mutants: the places of a C++ source where a check speaks, and the source with each of them made to be silenced.
#
# One build holds every mutant: a statement that reports or refuses is wrapped so that it is left out when its number
# is the one asked for (mutant schemata, Untch, Offutt and Harrold 1993). A condition of several parts joined by "or"
# that leads to such a statement gives one more mutant for each part.
import re

# Where a check speaks: a finding, a refusal, an exception; "return error" where nothing would be wrong otherwise.
SPEAKS = re.compile(
    r"(?:return\s+)?(?:[\w.]+(?:\.|->))?(?:error|warning)\((?!s\))"
    r"|(?:[\w.]+(?:\.|->))?(?:findings|found)_?\.(?:push_back|emplace_back)\("
    r"|(?:return\s+)?refuse\("
    r"|unreadable\("
    r"|throw\s+[\w:]"
    r"|return\s+Witness\{(?=[^;]*true\};)"
    r"|return\s+(?:BadCharacter\{|problem<)"
)
# What stands for a refusal in one file alone.
ALSO = {
    "admission.cpp": re.compile(r"admit\("),
    "characters.cpp": re.compile(r"return \{\};"),
    "compare.cpp": re.compile(r"return infinity;"),
    "execute.cpp": re.compile(r"(?:poison_outputs|audit|look)\("),
    "gates.cpp": re.compile(r"return fmt::format\("),
    "gateway.cpp": re.compile(r'return "'),
    "verify.cpp": re.compile(r"known\.after = seen"),
    "witness.cpp": re.compile(r'return "'),
}
STARTS = re.compile(r"(?:(?<=[;{})])|(?<=[^:]:)(?!:))\s*|\belse\s+")
# They report what another check found, or build a value that only looks like a report.
NOT_A_CHECK = {"name", "syntax_error", "not_text", "error", "warning", "refuse", "unreadable"}

HELPER = """
#include <cstdio>
#include <cstdlib>
[[maybe_unused]] static bool silenced(int mutant) {
  static const char* const chosen = std::getenv("MEMBOUND_MUTANT");
  static const char* const trace = std::getenv("MEMBOUND_MUTANT_TRACE");
  static bool seen[2000];
  if (trace != nullptr && !seen[mutant]) {
    seen[mutant] = true;
    if (std::FILE* file = std::fopen(trace, "a")) {
      std::fprintf(file, "%d\\n", mutant);
      std::fclose(file);
    }
  }
  return chosen != nullptr && std::atoi(chosen) == mutant;
}
"""


def blank(text):
    """The text with comments and literals overwritten, so that brackets in them do not count."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
    return pattern.sub(lambda match: match.group()[0] + " " * (len(match.group()) - 2) + match.group()[-1], text)


def closing(code, at):
    """Index of the bracket that closes the one at `at`."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth = []
    for i in range(at, len(code)):
        if code[i] in pairs:
            depth.append(pairs[code[i]])
        elif depth and code[i] == depth[-1]:
            depth.pop()
            if not depth:
                return i
    raise ValueError("a bracket never closes")


def end_of_statement(code, at):
    i = at
    while code[i] != ";":
        i = closing(code, i) + 1 if code[i] in "({[" else i + 1
    return i + 1


def function_at(code, at):
    """Name of the function whose body holds `at`: the last one that begins in the first column."""
    names = re.findall(r"^[\w\[][^\n;=]*?([\w~]+)\([^;]*?\)[^;{]*\{", code[:at], re.M)
    return names[-1] if names else ""


def operands(code, begin, end):
    """Spans of the parts of a condition that are joined by || at its outermost level; none when there is but one."""
    spans, start, i = [], begin, begin
    while i < end:
        if code[i] in "({[":
            i = closing(code, i)
        elif code.startswith("||", i):
            spans.append((start, i))
            start = i + 2
            i += 1
        i += 1
    spans.append((start, end))
    return spans if len(spans) > 1 else []


def condition_before(code, at):
    """Span of the condition of the `if` that leads straight to the statement at `at`."""
    before = code[:at].rstrip()
    if before.endswith("{"):
        before = before[:-1].rstrip()
    if not before.endswith(")"):
        return None
    for match in re.finditer(r"\bif\s*\(", before):
        if closing(code, match.end() - 1) == len(before) - 1:
            return match.end(), len(before) - 1
    return None


def places(text, name):
    """(begin, end, kind) of each mutant, in the order of the text; kind is "statement" or "operand"."""
    code = blank(text)
    found = set()
    end = 0  # of the last statement: what stands inside it is no statement of its own
    for start in STARTS.finditer(code):
        at = start.end()
        if at < end:
            continue
        speaks = SPEAKS.match(code, at) or (name in ALSO and ALSO[name].match(code, at))
        if not speaks or function_at(code, at) in NOT_A_CHECK:
            continue
        end = end_of_statement(code, at)
        found.add((at, end, "statement"))
        condition = condition_before(code, at)
        if condition and ";" not in code[slice(*condition)]:
            found |= {(first, last, "operand") for first, last in operands(code, *condition)}
    return sorted(found)


def ends_function(text, begin, end):
    """Whether a statement is the last of a function that has to return something."""
    header = re.findall(r"^\w[^\n]*\(", text[:begin], re.M)
    return re.match(r"\s*\n\}", text[end:]) is not None and not (header and header[-1].startswith("void "))


def line_of(text, begin):
    while text[begin].isspace():
        begin += 1
    return text.count("\n", 0, begin) + 1


def mutated(text, name, first):
    """The source with its mutants, numbered from `first`, and what each of them leaves out: (line, source)."""
    edits, left_out = [], []
    for number, (begin, end, kind) in enumerate(places(text, name), first):
        left_out.append((line_of(text, begin), " ".join(text[begin:end].split())))
        if kind == "statement":
            otherwise = " else return {};" if ends_function(text, begin, end) else ""
            edits += [(begin, f"{{ if (!silenced({number})) "), (end, otherwise + " }")]
        else:
            edits += [(begin, f" (!silenced({number}) && ("), (end, "))")]
    for at, piece in sorted(edits, key=lambda edit: -edit[0]):
        text = text[:at] + piece + text[at:]
    include = text.index("#include")
    return text[:include] + HELPER.lstrip() + text[include:], left_out
