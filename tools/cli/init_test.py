#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests `membound init`: every template is valid and runs to its end: init_test.py PROGRAM.
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
TEMPLATES = ("kernel", "comparison", "sweep")
FILES = pathlib.Path(__file__).resolve().parent / "templates"

# What makes a template quick: one launch in one round in one process, and small operands.
QUICK = [(r"rounds: \d+", "rounds: 1"), (r"invocations: \d+", "invocations: 1"), (r"launches: \d+", "launches: 1"),
         (r"warmup: [\d.]+ s", "warmup: 0 s"), (r", large_ceiling: \d+ MiB", ""),
         (r"invocations: 1}", "invocations: 1, large_ceiling: 8 MiB}"), (r"(rows|cols): \d+", r"\1: 512")]


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = pathlib.Path(temporary.name).resolve()

    def call(self, *arguments, expect=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.home, capture_output=True, text=True, timeout=900,
                              check=False)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done


class Templates(Folder):
    def test_of_the_cpu_are_valid_and_say_what_comes_next(self):
        for name in TEMPLATES:
            done = self.call("init", f"{name}.yaml", "--template", name, "--backend", "cpu")
            self.assertIn(f"membound check {name}.yaml", done.stdout)
            self.assertIn("; not frozen yet", self.call("check", f"{name}.yaml").stdout)
            self.assertIn(f"\nid: {name}\n", (self.home / f"{name}.yaml").read_text())

    def test_of_the_cpu_run_to_their_end(self):
        for name in TEMPLATES:
            self.call("init", f"{name}.yaml", "--template", name, "--backend", "cpu")
            file = self.home / f"{name}.yaml"
            text = file.read_text()
            for pattern, quick in QUICK:
                text = re.sub(pattern, quick, text)
            file.write_text(text)
            self.call("run", file.name, "--quiet", "--deadline", 300)  # a machine may be busy with other tests
            self.assertTrue((self.home / "reports" / f"{name}.md").is_file())

    def test_of_a_gpu_are_valid_where_its_kernels_are_built_in(self):
        if "(cuda;" not in self.call("arms").stdout:
            self.skipTest("this program was built without CUDA")
        for name in TEMPLATES:
            self.call("init", f"{name}.yaml", "--template", name, "--backend", "cuda")
            self.call("check", f"{name}.yaml")

    def test_are_the_files_of_the_folder_under_another_id(self):
        for file in FILES.glob("*.yaml"):
            name, backend, _ = file.name.split(".")
            target = self.home / f"{name}-{backend}.yaml"
            self.call("init", target.name, "--template", name, "--backend", backend)
            body = target.read_text().partition("\n")[2]
            self.assertEqual(body, file.read_text().replace("\nid: my-experiment\n", f"\nid: {target.stem}\n"))


class Init(Folder):
    def schema_line(self, file):
        return re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", (self.home / file).read_text().split("\n")[0])[1]

    def test_brings_the_schema_where_there_is_none(self):
        self.call("init", "mine.yaml")
        self.assertEqual(self.schema_line("mine.yaml"), "protocol.schema.json")
        self.assertEqual((self.home / "protocol.schema.json").read_text(), self.call("schema").stdout)

    def test_leaves_a_schema_alone_that_is_there(self):
        (self.home / "protocol.schema.json").write_text("{}")
        self.call("init", "mine.yaml")
        self.assertEqual((self.home / "protocol.schema.json").read_text(), "{}")

    def test_points_at_the_schema_of_the_project(self):
        (self.home / "protocols").mkdir()
        (self.home / "protocols" / "protocol.schema.json").write_text("{}")
        (self.home / "work" / "mine").mkdir(parents=True)
        self.call("init", "work/mine/first.yaml")
        self.assertEqual(self.schema_line("work/mine/first.yaml"), "../../protocols/protocol.schema.json")
        self.assertEqual([file.name for file in (self.home / "work" / "mine").iterdir()], ["first.yaml"])

    def test_never_overwrites(self):
        (self.home / "mine.yaml").write_text("precious")
        self.assertIn("exists; nothing was written", self.call("init", "mine.yaml", expect=2).stderr)
        self.assertEqual((self.home / "mine.yaml").read_text(), "precious")
        self.assertEqual(len(list(self.home.iterdir())), 1)

    def test_adds_the_ending_and_wants_a_name_that_can_be_an_id(self):
        self.call("init", "wider-loads")
        self.assertTrue((self.home / "wider-loads.yaml").is_file())
        for name in ("Wider.yaml", "wider_loads.yaml", "4x.yaml", "a.frozen.yaml", "loads.yml", ".yaml", "x" * 65 + ".yaml"):
            self.call("init", name, expect=2)
        self.assertIn("there is no folder", self.call("init", "nowhere/mine.yaml", expect=2).stderr)

    def test_knows_what_was_meant(self):
        done = self.call("init", "mine.yaml", "--template", "comparision", expect=2)
        self.assertIn("did you mean 'comparison'?", done.stderr)
        self.assertIn("templates: kernel, comparison, sweep", done.stderr)
        self.assertIn("known backends: cpu, cuda", self.call("init", "mine.yaml", "--backend", "gpu", expect=2).stderr)
        self.assertEqual(list(self.home.iterdir()), [])


class CheckAsJson(Folder):
    def setUp(self):
        super().setUp()
        self.call("init", "mine.yaml", "--backend", "cpu")
        self.file = self.home / "mine.yaml"

    def check(self, *files, expect=0):
        self.call("check", *files, expect=expect)  # with and without JSON the exit code is the same
        return json.loads(self.call("check", "--json", *files, expect=expect).stdout)["files"]

    def test_tells_drafts_from_frozen_and_changed_protocols(self):
        self.assertEqual(self.check("mine.yaml"),
                         [{"file": "mine.yaml", "valid": True, "state": "draft", "findings": []}])
        self.call("freeze", "mine.yaml")
        self.assertEqual(self.check("mine.yaml")[0]["state"], "frozen")
        self.file.write_text(self.file.read_text().replace("between: [1.2, 4]", "between: [1.1, 4]"))
        [changed] = self.check("mine.yaml", expect=4)
        self.assertEqual((changed["valid"], changed["state"]), (False, "differs"))
        self.assertEqual(changed["findings"][0]["kind"], "differs-from-frozen")
        self.assertIn("1.1", changed["findings"][0]["hint"])

    def test_has_place_and_kind_of_every_finding(self):
        self.file.write_text(self.file.read_text().replace("rounds: 8", "ruonds: 8"))
        [finding] = self.check("mine.yaml", expect=2)[0]["findings"]
        line = self.file.read_text().splitlines()[finding["line"] - 1]
        self.assertEqual(line[finding["column"] - 1:finding["end_column"] - 1], "ruonds")
        self.assertEqual((finding["kind"], finding["severity"]), ("unknown-key", "error"))
        self.assertIn("did you mean 'rounds'?", finding["hint"])

    def test_goes_on_after_a_file_that_is_not_there(self):
        missing, good = self.check("nowhere.yaml", "mine.yaml", expect=2)
        self.assertEqual((missing["valid"], missing["state"], missing["findings"][0]["kind"]),
                         (False, "unreadable", "unreadable"))
        self.assertTrue(good["valid"])


class Explain(Folder):
    def test_says_what_a_key_means_or_was_meant_to_be(self):
        self.assertIn("time of `over` divided by time of `of`", self.call("explain", "speedup").stdout)
        self.assertIn("exactly 2 items", self.call("explain", "predictions.*.between").stdout)
        self.assertIn("\ninstrument ", self.call("explain").stdout)
        self.assertIn("did you mean 'speedup'?", self.call("explain", "spedup", expect=2).stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
