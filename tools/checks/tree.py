# SPDX-License-Identifier: Apache-2.0
# The files of a source tree, as the checks see them.
import pathlib
import subprocess

CODE = {".cpp", ".hpp", ".cu", ".cuh"}
SCRIPT = {".py", ".cmake", ".sql"}


def files(root):
    """Every file that git tracks or would track, or every file outside of build folders where git knows nothing."""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                check=True, capture_output=True).stdout.decode().split("\0")
        paths = [root / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        ignored = ("build", ".git", ".cache", "install", "__pycache__")
        paths = [path for path in root.rglob("*")
                 if not any(part.startswith(ignored) for part in path.relative_to(root).parts[:-1])]
    return sorted(path for path in set(paths) if path.is_file())


def text(path):
    """The lines of a text file; none for a binary one. Data of tests may hold bytes that are no UTF-8."""
    content = path.read_bytes()
    return [] if b"\0" in content else content.decode("utf-8", errors="replace").splitlines()


def is_source(path):
    """Whether people wrote this file as code: C++, CUDA, SQL, CMake, or a script."""
    return (path.suffix in CODE | SCRIPT or path.name == "CMakeLists.txt"
            or (path.suffix == "" and text(path)[:1] != [] and text(path)[0].startswith("#!")))
