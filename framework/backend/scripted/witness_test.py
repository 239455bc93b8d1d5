#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests of outside witnesses with an authority and keys of their own: witness_test.py PROGRAM.
import os
import shutil
import subprocess
import sys
import unittest

import pipeline_test
from pipeline_test import Pipeline

AUTHORITY = """[tsa]
default_tsa = here
[here]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
[extensions]
extendedKeyUsage = critical,timeStamping
"""


class Witnessed(Pipeline):
    def setUp(self):
        super().setUp()
        self.call("freeze", self.file)
        self.frozen = self.home / "protocols" / "example.frozen.yaml"
        self.run_protocol("--quiet")

    def tool(self, *command, **options):
        done = subprocess.run([*map(str, command)], cwd=self.home, capture_output=True, check=False, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def need(self, program):
        if shutil.which(program) is None:
            self.skipTest(f"there is no {program} here")


class Token(Witnessed):
    def setUp(self):
        self.need("openssl")
        super().setUp()
        (self.home / "tsa.cnf").write_text(AUTHORITY)
        (self.home / "serial").write_text("01\n")
        self.authority("ca")

    def authority(self, name):
        """A certificate that may sign time stamps, by itself."""
        self.tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem",
                  "-days", "2", "-subj", f"/CN={name}", "-addext", "extendedKeyUsage=critical,timeStamping",
                  "-addext", "basicConstraints=critical,CA:TRUE")

    def stamped(self):
        self.call("stamp", self.file)
        query = self.home / "protocols" / "example.frozen.tsq"
        self.tool("openssl", "ts", "-reply", "-config", "tsa.cnf", "-queryfile", query, "-signer", "ca.pem", "-inkey", "ca.key",
                  "-out", "answer.tsr")
        return self.home / "answer.tsr"

    def test_token_over_the_frozen_file_shows_when_it_existed(self):
        done = self.call("stamp", self.frozen, "--token", self.stamped())
        self.assertIn("example.frozen.tsr", done.stdout)
        self.assertIn("not checked", self.call("verify").stdout)
        done = self.call("verify", "--ca", self.home / "ca.pem")
        self.assertRegex(done.stdout, r"RFC 3161 token of \w{3} .* GMT: the text existed by then")
        self.assertNotIn("none: only the author", done.stdout)

    def test_token_of_another_authority_is_found(self):
        self.call("stamp", self.frozen, "--token", self.stamped())
        self.authority("other")
        self.assertIn("WRONG, not signed by the named authority",
                      self.call("verify", "--ca", self.home / "other.pem", expect=4).stdout)

    def test_token_over_another_text_is_refused_and_found(self):
        token = self.stamped()
        other = self.home / "protocols" / "other.yaml"
        other.write_text(self.file.read_text().replace("id: example", "id: other"))
        self.call("freeze", other)
        done = self.call("stamp", other, "--token", token, expect=4)
        self.assertIn("no token over the SHA-256 of other.frozen.yaml", done.stderr)
        self.assertFalse((self.home / "protocols" / "other.frozen.tsr").exists())
        shutil.copyfile(token, self.home / "protocols" / "other.frozen.tsr")
        self.assertIn("WRONG, it is no token over", self.call("verify", expect=4).stdout)

    def test_query_is_one_that_openssl_reads_and_names_the_digest_alone(self):
        self.call("stamp", self.file)
        text = self.tool("openssl", "ts", "-query", "-in", "protocols/example.frozen.tsq", "-text").stdout.decode()
        self.assertIn("sha256", text)
        self.call("stamp", self.home / "protocols" / "nothing.yaml", expect=2)


class Tools(Witnessed):
    """What a stamp needs is not there, or fails."""

    def environment(self):
        return {**super().environment(), "PATH": str(self.home / "bin")} if (self.home / "bin").exists() else super().environment()

    def test_stamp_names_the_program_that_is_missing(self):
        (self.home / "bin").mkdir()
        self.assertIn("there is no program 'openssl' here", self.call("stamp", self.file, expect=1).stderr)

    def test_stamp_shows_what_that_program_said(self):
        (self.home / "bin").mkdir()
        openssl = self.home / "bin" / "openssl"
        openssl.write_text("#!/bin/sh\necho no such engine\nexit 3\n")
        openssl.chmod(0o755)
        self.assertIn("openssl made no query: no such engine", self.call("stamp", self.file, expect=1).stderr)


class Signature(Witnessed):
    def setUp(self):
        self.need("ssh-keygen")
        super().setUp()
        self.tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "author", "-f", self.home / "key")
        public = (self.home / "key.pub").read_text()
        (self.home / "signers").write_text(f'author@example namespaces="membound" {public}')
        self.tool("ssh-keygen", "-Y", "sign", "-n", "membound", "-f", "key", self.frozen)

    def test_signature_shows_who_vouches(self):
        self.assertIn("not checked", self.call("verify").stdout)
        self.assertIn("signature of author@example: shows who vouches for the text, not when",
                      self.call("verify", "--signers", self.home / "signers").stdout)

    def test_signature_by_an_unknown_key_is_found(self):
        self.tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.home / "stranger")
        (self.home / "signers").write_text("author@example " + (self.home / "stranger.pub").read_text())
        self.assertIn("WRONG, by none of the trusted keys",
                      self.call("verify", "--signers", self.home / "signers", expect=4).stdout)

    def test_signature_over_another_text_is_found(self):
        other = self.home / "protocols" / "other.yaml"
        other.write_text(self.file.read_text().replace("id: example", "id: other"))
        self.call("freeze", other)
        shutil.copyfile(str(self.frozen) + ".sig", self.home / "protocols" / "other.frozen.yaml.sig")
        self.assertIn("other.frozen.yaml.sig: WRONG",
                      self.call("verify", "--signers", self.home / "signers", expect=4).stdout)


class Commit(Witnessed):
    def setUp(self):
        self.need("git")
        super().setUp()

    def environment(self):
        return {**super().environment(), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CEILING_DIRECTORIES": str(self.home.parent)}

    def git(self, *arguments):
        self.tool("git", "-c", "user.name=author", "-c", "user.email=author@example", *arguments, env=self.environment())

    def test_commit_is_named_with_what_its_date_is_worth(self):
        self.git("init", "-q")
        self.git("add", "protocols")
        self.git("commit", "-qm", "Freeze")
        self.assertRegex(self.call("verify").stdout, r"git commit [0-9a-f]{12} of \d{4}-.*: shows the time only if somebody")
        self.frozen.write_text(self.frozen.read_text().replace("T", "t", 1))
        self.assertIn("git: changed since commit", self.call("verify", expect=4).stdout)

    def test_file_outside_a_repository_has_the_authors_clock_alone(self):
        self.assertIn("time: none: only the author's own clock", self.call("verify").stdout)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
