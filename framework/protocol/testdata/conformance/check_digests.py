#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Recomputes the digests of the conformance vectors from their canonical texts: check_digests.py [FOLDER].
import hashlib
import json
import pathlib
import sys


def digest_of(vector, canonical):
    lines = ["membound-protocol-1", f"rules {vector['rules']}"]
    lines += [f"kernel {name} {digest}" for name, digest in sorted(vector["kernels"].items())]
    return hashlib.sha256(("\n".join(lines) + "\n").encode() + canonical).hexdigest()


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    vectors = sorted(folder.glob("*.json"))
    wrong = [file.name for file in vectors
             if digest_of(json.loads(file.read_text()), file.with_suffix(".canonical").read_bytes())
             != json.loads(file.read_text())["digest"]]
    sources = {file.stem for file in folder.glob("*.yaml")}
    wrong += sorted(sources ^ {file.stem for file in vectors})
    print("\n".join(wrong) if wrong else f"{len(vectors)} digests are right")
    return 1 if wrong or not vectors else 0


if __name__ == "__main__":
    sys.exit(main())
