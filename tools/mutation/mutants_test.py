#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that mutants are found where a check speaks, and that silencing one leaves the rest as it was.
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import mutants  # noqa: E402

SOURCE = """// A check.
#include <string>
#include <vector>

struct Findings {
  std::vector<std::string> found;
  void error(const std::string& what);
};

void Findings::error(const std::string& what) { found.push_back(what); }

void check(Findings& findings, int value) {
  if (value < 0 || value > (9 + 1)) {
    findings.error("out of range: (");  // error( in a comment
  } else if (value == 7)
    findings.error("seven");
  else
    value = 0;
}

int main(int argc, char**) {
  Findings findings;
  for (const int value : {-1, 11, 7, 5}) check(findings, value);
  return argc > 1 ? 0 : static_cast<int>(findings.found.size());
}
"""


class Mutants(unittest.TestCase):
    def test_stand_at_statements_and_at_the_parts_of_their_conditions(self):
        left_out = mutants.mutated(SOURCE, "check.cpp", 0)[1]
        self.assertEqual(left_out, [(13, "value < 0"), (13, "value > (9 + 1)"),
                                    (14, 'findings.error("out of range: (");'), (16, 'findings.error("seven");')])

    def test_ignore_comments_and_the_function_that_reports(self):
        self.assertNotIn("found.push_back", str(mutants.mutated(SOURCE, "check.cpp", 0)[1]))

    def test_take_what_stands_for_a_refusal_in_one_file_alone(self):
        source = '#include <string>\nstd::string why(int n) {\n  if (n > 3) return "too many";\n  return {};\n}\n'
        self.assertEqual(mutants.mutated(source, "other.cpp", 0)[1], [])
        self.assertEqual(mutants.mutated(source, "gateway.cpp", 0)[1], [(3, 'return "too many";')])

    def test_let_a_function_that_ends_in_a_refusal_return_nothing(self):
        source = '#include <string>\nstd::string why(int n) {\n  if (n < 4) return {};\n  return "too many";\n}\n'
        self.assertIn('return "too many"; else return {}; }', mutants.mutated(source, "gateway.cpp", 0)[0])
        for header, otherwise in (("int why", " else return {};"), ("void why", "")):
            source = f"#include <new>\n{header}(int n) {{\n  if (n < 4) return;\n  throw std::bad_alloc();\n}}\n"
            self.assertIn(f"throw std::bad_alloc();{otherwise} }}", mutants.mutated(source, "x.cpp", 0)[0])

    def test_silence_one_check_each_and_nothing_otherwise(self):
        compiler = shutil.which("g++")
        self.assertIsNotNone(compiler)
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder) / "check.cpp", pathlib.Path(folder) / "check"
            source.write_text(mutants.mutated(SOURCE, "check.cpp", 40)[0])
            subprocess.run([compiler, "-std=c++20", "-o", program, source], check=True)

            def findings(mutant):
                return subprocess.run([program], env={"MEMBOUND_MUTANT": str(mutant)}, check=False).returncode

            self.assertEqual(findings(999), 3)
            self.assertEqual([findings(40 + i) for i in range(4)], [2, 2, 1, 2])


if __name__ == "__main__":
    unittest.main()
