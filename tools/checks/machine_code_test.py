#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests what the compiler made of the kernels: machine_code_test.py PROGRAM.
# No device is needed, only cuobjdump of the CUDA toolkit; without it the tests are skipped.
import os
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM = ""
TOOL = shutil.which("cuobjdump") or next(
    (path for path in ("/usr/local/cuda/bin/cuobjdump",) if os.access(path, os.X_OK)), None)


def dump(option):
    return subprocess.run([TOOL, option, PROGRAM], check=True, capture_output=True, text=True).stdout


def mangled(*words):
    """How the words stand in a mangled name: each behind its length."""
    return "".join(f"{len(word)}{word}" for word in words)


# Kernel, as in its mangled name; instructions that it must and must not contain.
#   LDG.E.128, STG.E.128  accesses of 16 bytes per thread     UBLKCP  bulk copies to shared memory
#   SYNCS                 barriers that bulk copies arrive at  HMMA    products on tensor cores
#   LDL, STL              registers that were spilled to memory
WIDE = ["LDG.E.128"]
RING = ["UBLKCP", "SYNCS"]
KERNELS = {
    mangled("naive") + "I6__half": (["LDG.E.U16"], WIDE),
    mangled("warp") + "I6__half": (["LDG.E.U16", "LDS"], WIDE),
    mangled("vectorised") + "I6__half": (WIDE, []),
    mangled("vectorised") + "If": (WIDE, []),
    mangled("ring", "multiply") + "INS_4gemv6Halves": (RING, []),
    mangled("kept"): (RING + ["STG.E.128"], []),
    mangled("online"): (WIDE + ["STG.E.128"], []),
}
SPILLS = ["LDL", "STL"]
# x of more than 16384 columns with 4 bits, or of 28672 with 8, takes more registers than two resident blocks leave.
LONG_ROWS = (re.compile(r"ring8multiplyI.*Q4RingELi4E"), re.compile(r"ring8multiplyI.*LongRowsELi7E"))


@unittest.skipUnless(TOOL, "there is no cuobjdump here: it belongs to the CUDA toolkit")
class MachineCode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.code = {}
        for part in re.split(r"\n\s*Function : ", dump("-sass"))[1:]:
            name, _, text = part.partition("\n")
            cls.code[name.strip()] = set(re.findall(r"\b[A-Z][A-Z0-9]*(?:\.[A-Z0-9_]+)*", text))
        cls.resources = re.findall(r"Function (\S+?):\s+REG:(\d+) STACK:(\d+) .*?LOCAL:(\d+)", dump("-res-usage"))

    def kernels(self, part):
        found = {name: code for name, code in self.code.items() if part in name}
        self.assertTrue(found, f"no kernel's name contains {part}")
        return found

    def contains(self, code, instruction):
        return any(one == instruction or one.startswith(instruction + ".") for one in code)

    def test_loads_and_stores_are_as_wide_as_the_source_says(self):
        for part, (wanted, unwanted) in KERNELS.items():
            for name, code in self.kernels(part).items():
                for instruction in wanted:
                    self.assertTrue(self.contains(code, instruction), f"{name} has no {instruction}")
                for instruction in unwanted:
                    self.assertFalse(self.contains(code, instruction), f"{name} has {instruction}")

    def test_tensor_cores_multiply_quantised_weights(self):
        with_tensors = [name for name, code in self.code.items() if self.contains(code, "HMMA")]
        for part in (mangled("ring", "multiply") + "INS_7dequant",):
            self.assertTrue([name for name in with_tensors if part in name], f"no HMMA in any {part}")

    def test_no_kernel_spills(self):
        spilling = [name for name, code in self.code.items() if any(self.contains(code, one) for one in SPILLS)]
        self.assertEqual([name for name in spilling if not any(rows.search(name) for rows in LONG_ROWS)], [])

    def test_registers_leave_two_blocks_and_nothing_lies_in_local_memory(self):
        self.assertTrue(self.resources)
        for name, registers, _, local in self.resources:
            self.assertLessEqual(int(registers), 168, name)
            self.assertEqual(int(local), 0, name)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
