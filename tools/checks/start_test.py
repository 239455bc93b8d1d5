# SPDX-License-Identifier: Apache-2.0
# The scripts that start membound: on a small project of the same form, and on machines that lack packages.
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[1]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES NONE)
add_custom_target(membound_cli COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/framework/program.sh membound)
"""
PROGRAM = '#!/bin/sh\necho "version one: $PWD: $*"\n'


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def plant(self, name, content):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(0o755)
        return path


class Start(Folder):
    def setUp(self):
        super().setUp()
        for script in ("run", "build", "setup", "membound"):
            self.plant(f"tools/{script}", (TOOLS / script).read_text())
        self.plant("CMakeLists.txt", PROJECT)
        self.plant("framework/program.sh", PROGRAM)
        self.plant("kernels/CMakeLists.txt", "")
        self.plant(".gitignore", "/build/\n")
        self.elsewhere = self.root / "elsewhere"
        self.elsewhere.mkdir()

    def start(self, *arguments):
        return run(self.root / "tools/membound", *arguments, cwd=self.elsewhere)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *arguments],
                       cwd=self.root, check=True, capture_output=True)

    def builds(self):
        """When the build tool ran last."""
        return (self.root / "build/build.log").stat().st_mtime_ns

    def test_the_first_start_builds_without_a_word_and_keeps_folder_and_arguments(self):
        started = self.start("check", "a b.yaml")
        self.assertEqual(started.stdout, f"version one: {self.elsewhere}: check a b.yaml\n")
        self.assertEqual((started.returncode, started.stderr), (0, ""))

    def test_a_second_start_builds_nothing(self):
        self.start()
        before = self.builds()
        self.assertEqual(self.start().returncode, 0)
        self.assertEqual(self.builds(), before)

    def test_an_edited_source_is_built_before_the_next_start(self):
        self.start()
        time.sleep(0.02)
        self.plant("framework/program.sh", PROGRAM.replace("one", "two"))
        self.assertIn("version two", self.start().stdout)

    def test_a_removed_source_is_noticed(self):
        self.plant("framework/base/extra.cpp", "")
        self.start()
        before = self.builds()
        time.sleep(0.02)
        (self.root / "framework/base/extra.cpp").unlink()
        self.start()
        self.assertNotEqual(self.builds(), before)

    def test_a_new_commit_is_built_because_the_program_names_its_commit(self):
        self.git("init")
        self.git("add", ".")
        self.git("commit", "-m", "one")
        self.start()
        before = self.builds()
        self.start()
        self.assertEqual(self.builds(), before)
        self.git("commit", "--allow-empty", "-m", "two")
        self.start()
        self.assertNotEqual(self.builds(), before)

    def test_a_build_that_fails_shows_its_end_and_starts_nothing(self):
        self.start()
        time.sleep(0.02)
        (self.root / "framework/program.sh").unlink()
        started = self.start()
        self.assertEqual((started.returncode, started.stdout), (1, ""))
        self.assertIn("program.sh", started.stderr)
        self.assertIn("the build failed; the whole output is in", started.stderr)
        self.assertEqual(self.start().returncode, 1)

    def test_a_link_to_the_script_starts_it_too(self):
        link = self.elsewhere / "mb"
        link.symlink_to(self.root / "tools/membound")
        self.assertEqual(run(link, "arms", cwd=self.elsewhere).stdout, f"version one: {self.elsewhere}: arms\n")

    def test_the_exit_code_of_the_program_is_passed_on(self):
        self.plant("framework/program.sh", "#!/bin/sh\nexit 10\n")
        self.assertEqual(self.start().returncode, 10)

    def test_an_unknown_program_is_refused(self):
        started = run(self.root / "tools/run", "memboundd")
        self.assertEqual(started.returncode, 2)
        self.assertIn("expected membound or membound-run", started.stderr)


class Setup(Folder):
    def set_up(self, user, apt=None, sudo="exit 1"):
        """tools/setup on a machine with no compiler, where commands do what the arguments say."""
        for tool in ("env", "mktemp", "cat", "rm", "sh", "dirname", "readlink"):
            (self.root / tool).symlink_to(shutil.which(tool))
        self.plant("id", f"#!/bin/sh\necho {user}\n")
        self.plant("sudo", f"#!/bin/sh\n{sudo}\n")
        if apt:
            self.plant("apt-get", f"#!/bin/sh\necho \"$@\" >>{self.root}/called\n{apt}\n")
        return run("/bin/sh", TOOLS / "setup", env={"PATH": str(self.root)})

    def calls(self):
        return (self.root / "called").read_text().splitlines()

    def test_without_rights_the_command_is_printed(self):
        done = self.set_up(user=1000, apt="exit 0")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"sudo apt-get update && sudo apt-get install -y .* g\+\+ cmake ninja-build")
        self.assertFalse((self.root / "called").exists())

    def test_root_installs_what_is_missing(self):
        self.assertEqual(self.set_up(user=0, apt="exit 0").returncode, 0)
        self.assertEqual(self.calls()[0], "-qq update")
        self.assertRegex(self.calls()[1], r"^-qq install -y .* g\+\+ cmake ninja-build")

    def test_sudo_without_a_password_installs_too(self):
        self.assertEqual(self.set_up(user=1000, apt="exit 0", sudo='shift; "$@"').returncode, 0)
        self.assertEqual(len(self.calls()), 2)

    def test_a_failed_installation_shows_why(self):
        done = self.set_up(user=0, apt='[ "$2" = update ] || { echo "no such package"; exit 100; }')
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such package", done.stderr)
        self.assertIn("cannot install g++", done.stderr)

    def test_another_distribution_is_left_to_cmake(self):
        self.assertEqual(self.set_up(user=1000).returncode, 0)

    def test_the_tests_get_the_language_server_of_one_version_once(self):
        self.plant("apt-get", "#!/bin/sh\nexit 100\n")
        self.plant("npm", f"#!/bin/sh\necho \"$@\" >>{self.root}/called\n")
        setup = self.plant("tools/setup", (TOOLS / "setup").read_text())
        path = {"PATH": f"{self.root}:{os.environ['PATH']}"}
        self.assertEqual(run(setup, "build", env=path).returncode, 0)
        self.assertFalse((self.root / "called").exists())
        self.assertEqual(run(setup, "test", env=path).returncode, 0)
        self.assertRegex(self.calls()[0], r"^install --prefix \S*/build/language-server .*yaml-language-server@[0-9.]+$")
        version = self.calls()[0].rpartition("@")[2]
        self.plant("build/language-server/node_modules/yaml-language-server/package.json", f'  "version": "{version}",\n')
        self.assertEqual(run(setup, "test", env=path).returncode, 0)
        self.assertEqual(len(self.calls()), 1)

    def test_without_the_network_the_tests_go_on_without_a_server(self):
        self.plant("apt-get", "#!/bin/sh\nexit 100\n")
        self.plant("npm", "#!/bin/sh\nexit 1\n")
        setup = self.plant("tools/setup", (TOOLS / "setup").read_text())
        done = run(setup, "test", env={"PATH": f"{self.root}:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 0)
        self.assertIn("yaml-language-server cannot be had here", done.stderr)

    def test_an_unknown_set_is_refused(self):
        self.assertEqual(run(TOOLS / "setup", "everything").returncode, 2)

    def test_a_machine_that_has_everything_is_left_alone(self):
        self.plant("apt-get", "#!/bin/sh\nexit 100\n")
        done = run(TOOLS / "setup", "build", env={"PATH": f"{self.root}:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
