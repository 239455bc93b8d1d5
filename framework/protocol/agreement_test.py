#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that the schema means what the parser means, on every protocol of testdata/:
# agreement_test.py schema PROGRAM | agreement_test.py server PROGRAM LANGUAGE_SERVER.
# Exits with 77 when what it needs is not there.
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
TESTDATA = HERE / "testdata"
PROGRAM, JUDGE = "", None


def corpus(folder):
    return sorted((TESTDATA / folder).glob("*.yaml"))


def unsaid(judge):
    """{name of a bad protocol: why this judge accepts it}, from the lines `name  judges  reason`."""
    reasons = {}
    for line in (TESTDATA / "unsaid.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, judges, reason = line.split(maxsplit=2)
            if judges in (judge, "both"):
                reasons[name + ".yaml"] = reason
    return reasons


class Schema:
    """python3-jsonschema on what a reader of YAML 1.2 sees."""

    name = "schema"

    def __init__(self, schema):
        import jsonschema
        import yaml

        class Loader(yaml.SafeLoader):
            """SafeLoader with the scalars of YAML 1.2 instead of 1.1: no `yes`, no octal zero, no sexagesimals."""
            yaml_implicit_resolvers = {}

        for tag, pattern, first in [("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
                                    ("int", "[-+]?[0-9]+", "-+0123456789"),
                                    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
                                    ("null", "~|null|Null|NULL|", ["~", "n", "N", ""])]:
            Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))
        Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node)))
        Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(loader.construct_scalar(node)))
        self.load = lambda text: yaml.load(text, Loader)
        self.problem = (yaml.YAMLError, UnicodeDecodeError, ValueError)
        jsonschema.Draft7Validator.check_schema(schema)
        self.validator = jsonschema.Draft7Validator(schema)

    def complaints(self, file):
        try:
            return [error.message for error in self.validator.iter_errors(self.load(file.read_bytes().decode()))]
        except self.problem as problem:
            return [f"not readable: {problem}"]


class Server:
    """The YAML language server, as editors run it."""

    name = "server"

    def __init__(self, schema, program):
        from language_server import LanguageServer
        self.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(self.folder.name) / "protocol.schema.json"
        path.write_text(json.dumps(schema))
        self.server = LanguageServer(program, path)
        self.found = self.server.diagnostics({file.as_uri(): file.read_bytes().decode("utf-8", errors="replace")
                                              for file in corpus("good") + corpus("bad")})

    def complaints(self, file):
        return [diagnostic["message"] for diagnostic in self.found[file.as_uri()]]

    def close(self):
        self.server.__exit__()
        self.folder.cleanup()


class Agreement(unittest.TestCase):
    def test_the_corpus_is_large_enough_to_mean_something(self):
        self.assertGreaterEqual(len(corpus("good")), 40)
        self.assertGreaterEqual(len(corpus("bad")), 120)

    def test_the_parser_accepts_the_good_and_refuses_the_bad(self):
        for folder, valid in (("good", True), ("bad", False)):
            done = subprocess.run([PROGRAM, "check", "--json", *map(str, corpus(folder))], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0 if valid else 2, done.stderr)
            for file in json.loads(done.stdout)["files"]:
                self.assertEqual(file["valid"], valid, file)

    def test_the_judge_accepts_what_the_parser_accepts(self):
        for file in corpus("good"):
            with self.subTest(file.name):
                self.assertEqual(JUDGE.complaints(file), [])

    def test_the_judge_refuses_what_the_parser_refuses_but_for_what_it_cannot_see(self):
        reasons = unsaid(JUDGE.name)
        for file in corpus("bad"):
            complaints = JUDGE.complaints(file)
            with self.subTest(file.name):
                if file.name in reasons:
                    self.assertEqual(complaints, [], "it is refused after all: take it off testdata/unsaid.txt")
                else:
                    self.assertNotEqual(complaints, [], "accepted, and testdata/unsaid.txt does not say why")

    def test_what_is_excused_is_in_the_corpus(self):
        self.assertEqual(set(unsaid(JUDGE.name)) - {file.name for file in corpus("bad")}, set())


class Editor(unittest.TestCase):
    """What a person sees who writes a protocol in an editor."""

    TEXT = (TESTDATA / "good" / "gemv_stages.yaml").read_text()
    texts = 0

    def setUp(self):
        if not isinstance(JUDGE, Server):
            self.skipTest("no editor without a language server")

    def at(self, text, before):
        """Arguments of the server: the text under a name of its own, and the place behind `before` in it."""
        Editor.texts += 1
        lines = text[:text.index(before) + len(before)].split("\n")
        return f"file:///editor/{Editor.texts}.yaml", text, len(lines) - 1, len(lines[-1])

    def completions(self, old, new):
        self.assertIn(old, self.TEXT)
        return JUDGE.server.completions(*self.at(self.TEXT.replace(old, new), new))

    def test_keys_are_completed(self):
        self.assertIn("rounds", self.completions("  rounds: 10", "  ro"))
        self.assertIn("time_saved", self.completions("    quantity: {bandwidth: warp}", "    quantity:\n      "))

    def test_words_and_quantities_are_completed_so_that_the_parser_takes_them(self):
        self.assertEqual(set(self.completions("role: baseline", "role: ")),
                         {"treatment", "baseline", "vendor", "control", "probe", "post_hoc"})
        self.assertEqual(self.completions("warmup: 0.5 s", "warmup: "), {"0.5 s": "0.5 s"})
        self.assertEqual(self.completions("working_set: 1 GiB", "working_set: "),
                         {"automatic": "automatic", "1 GiB": "1 GiB"})

    def test_keys_are_explained(self):
        said = JUDGE.server.hover(*self.at(self.TEXT, "warm"))
        self.assertIn("untimed work before the first round of each invocation", said)

    def test_mistakes_say_what_to_write(self):
        uri, text, _, _ = self.at(self.TEXT.replace("warmup: 0.5 s", "warmup: 0.5 sec"), "warmup")
        [found] = JUDGE.server.diagnostics({uri: text})[uri]
        self.assertIn("write a number with its unit, for example 0.5 s; units: ns, us, ms, s", found["message"])


def skip(reason):
    print(f"skipped: {reason}; tools/setup test installs it where it can")
    sys.exit(77)


def judge_of(arguments):
    schema = json.loads(subprocess.run([PROGRAM, "schema"], capture_output=True, check=True).stdout)
    if arguments[0] == "schema":
        try:
            return Schema(schema)
        except ImportError as missing:
            skip(f"there is no python3 module {missing.name}")
    if shutil.which("node") is None:
        skip("there is no node to run the YAML language server")
    if not pathlib.Path(arguments[2]).is_file():
        skip("the YAML language server is not there")
    return Server(schema, arguments[2])


if __name__ == "__main__":
    PROGRAM = sys.argv[2]
    sys.path.insert(0, str(HERE))
    JUDGE = judge_of(sys.argv[1:])
    result = unittest.main(argv=sys.argv[:1], verbosity=1, exit=False).result
    if isinstance(JUDGE, Server):
        JUDGE.close()
    sys.exit(not result.wasSuccessful())
