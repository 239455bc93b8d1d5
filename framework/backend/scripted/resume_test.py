#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that a run that was killed is completed, and that its report says so: resume_test.py PROGRAM.
import hashlib
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import pipeline_test
from pipeline_test import Pipeline, protocol

PLENTY = 100  # rounds: enough that a run is still going on when it is killed


if os.access("/dev/shm", os.W_OK):
    tempfile.tempdir = "/dev/shm"  # every round waits for its disk, and a busy one would make these runs take minutes


class Resumed(Pipeline):
    def start(self):
        return subprocess.Popen([pipeline_test.PROGRAM, "run", str(self.file)], cwd=self.home, env=self.environment(),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def wait_for(self, query):
        deadline = time.time() + 50
        while time.time() < deadline:
            try:
                if self.database.exists() and self.rows(query):
                    return
            except sqlite3.OperationalError:
                pass
            time.sleep(0.02)
        self.fail(f"nothing answered {query}")

    def killed(self, query="SELECT 1 FROM repetition WHERE invocation = 2"):
        """A run whose supervisor was killed in its third invocation; its id."""
        self.write(protocol(rounds=PLENTY))
        process = self.start()
        self.wait_for(query)
        process.kill()
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        return self.rows("SELECT id FROM run")[0][0]

    def test_run_that_was_killed_is_completed_and_says_so(self):
        run = self.killed()
        self.assertIn("never closed", self.call("runs").stdout)
        self.call("run", "--resume", run[:8])
        self.assertEqual(self.rows("SELECT invocation FROM finished ORDER BY 1"), [(0,), (1,), (3,), (4,), (5,)])
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertEqual([kind for kind, in self.rows("SELECT kind FROM event WHERE kind NOT IN ('program', 'admitted', 'audited', 'phases') ORDER BY sequence")],
                         ["resumed", "complete"])
        report = (self.home / "reports" / "example.md").read_text()
        self.assertRegex(report, r"\*\*resumed\*\*, .*2 of 5 invocations had finished, 1 had begun and is measured anew")
        self.assertIn("Invocation 5 was not planned: it replaces one that did not finish.", report)
        self.call("verify")

    def test_run_that_was_killed_again_and_again_is_completed_once(self):
        run = self.killed("SELECT 1 FROM repetition WHERE invocation = 0")
        process = subprocess.Popen([pipeline_test.PROGRAM, "run", "--resume", run], cwd=self.home, env=self.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for("SELECT 1 FROM repetition WHERE invocation = 1")
        process.kill()
        process.wait(timeout=20)
        self.call("run", self.file, "--resume", run)
        self.assertEqual(self.rows("SELECT count(*) FROM finished"), [(5,)])
        self.assertEqual(self.rows("SELECT count(*) FROM event WHERE kind = 'resumed'"), [(2,)])
        self.call("verify")
        done = self.call("run", "--resume", run, expect=2)
        self.assertIn("it is complete", done.stderr)

    def test_interruption_says_how_to_go_on(self):
        self.write(protocol(rounds=PLENTY))
        process = self.start()
        self.wait_for("SELECT 1 FROM repetition")
        process.send_signal(signal.SIGINT)
        error = process.communicate(timeout=20)[1]
        self.assertEqual(process.returncode, 3)
        run = self.rows("SELECT id FROM run")[0][0]
        self.assertIn(f"go on with --resume {run[:12]}", error)
        self.call("run", "--resume", run[:12])
        self.assertEqual(len(self.verdicts()), 2)
        self.call("verify")

    def test_run_that_is_being_recorded_cannot_be_resumed(self):
        self.write(protocol(rounds=PLENTY))
        process = self.start()
        self.wait_for("SELECT 1 FROM repetition")
        done = self.call("run", "--resume", self.rows("SELECT id FROM run")[0][0], expect=2)
        self.assertIn("is being recorded by another program", done.stderr)
        process.kill()
        process.communicate(timeout=20)

    def test_run_goes_on_on_its_own_device_only(self):
        run = self.killed("SELECT 1 FROM repetition")
        self.prescribe(times=pipeline_test.TIMES, jitter=0.001, device="Another Device")
        done = self.call("run", "--resume", run, expect=2)
        self.assertIn("its device was", done.stderr)
        self.assertEqual(self.rows("SELECT count(*) FROM event WHERE kind NOT IN ('program', 'admitted')"), [(0,)])

    def test_every_invocation_says_which_program_executes_it(self):
        self.run_protocol("--quiet")
        digest = hashlib.sha256(pathlib.Path(pipeline_test.PROGRAM).read_bytes()).hexdigest()
        told = self.rows("SELECT invocation, detail FROM event WHERE kind = 'program' ORDER BY invocation")
        self.assertEqual(told, [(index, digest) for index in range(5)])
        report = (self.home / "reports" / "example.md").read_text()
        self.assertIn(digest, report)
        self.assertNotIn("Different programs", report)

    def test_without_protocol_and_without_run_there_is_nothing_to_do(self):
        self.assertIn("which protocol?", self.call("run", expect=2).stderr)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
