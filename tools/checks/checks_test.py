# SPDX-License-Identifier: Apache-2.0
# Each check finds what is planted in a tree of its own, and nothing in a tree that is in order.
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import documents  # noqa: E402
import layers  # noqa: E402
import sources  # noqa: E402

HEAD = "// SPDX-License-Identifier: Apache-2.0\n// A planted file.\n"
SOMEBODYS_HOME = "/" + "home/somebody/file"


class PlantedTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.plant("framework/layers.txt", "# who may include whom\ninclude:\nbase: include\njudge: include base\nkernels: include base\n")
        self.plant("CMakePresets.json", '{"configurePresets": [{"name": "cpu"}]}')
        self.plant("framework/include/membound/units.hpp", HEAD)
        self.plant("framework/base/text.hpp", HEAD + '#include "membound/units.hpp"\n')
        self.plant("framework/judge/judge.hpp", HEAD + '#include "base/text.hpp"\n')
        self.plant("kernels/generate.hpp", HEAD)
        self.plant("kernels/gemv/warp.cu", HEAD + '#include "generate.hpp"\n#include "base/text.hpp"\n')

    def plant(self, name, content):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


class Layers(PlantedTree):
    def test_an_orderly_tree_passes(self):
        self.assertEqual(layers.findings(self.root), [])

    def test_an_include_of_a_higher_layer_is_found_with_its_line(self):
        self.plant("framework/base/text.cpp", HEAD + '#include "base/text.hpp"\n#include "judge/judge.hpp"\n')
        self.assertEqual(layers.findings(self.root),
                         ['framework/base/text.cpp:4: base may not include judge ("judge/judge.hpp")'])

    def test_a_kernel_may_not_include_the_judge(self):
        self.plant("kernels/gemv/warp.cu", HEAD + '#include "judge/judge.hpp"\n')
        self.assertEqual(layers.findings(self.root),
                         ['kernels/gemv/warp.cu:3: kernels may not include judge ("judge/judge.hpp")'])

    def test_a_test_may_include_all_that_stands_above_its_folder_and_no_more(self):
        self.plant("kernels/gemv/warp_test.cpp", HEAD + '#include "judge/judge.hpp"\n')
        self.assertEqual(layers.findings(self.root), [])
        self.plant("framework/base/text_test.cpp", HEAD + '#include "judge/judge.hpp"\n')
        self.assertEqual(layers.findings(self.root),
                         ['framework/base/text_test.cpp:3: base may not include judge ("judge/judge.hpp")'])

    def test_an_include_by_a_relative_path_is_followed(self):
        self.plant("framework/base/text.cpp", HEAD + '#include "../judge/judge.hpp"\n')
        self.assertEqual(len(layers.findings(self.root)), 1)

    def test_a_quoted_include_of_no_file_is_found(self):
        self.plant("framework/base/text.cpp", HEAD + '#include "sqlite3.h"\n')
        self.assertEqual(layers.findings(self.root),
                         ['framework/base/text.cpp:3: "sqlite3.h" is no file of the tree; include others with <>'])

    def test_a_folder_without_a_line_is_found(self):
        self.plant("framework/novel/novel.hpp", HEAD)
        self.assertEqual(layers.findings(self.root),
                         ["framework/novel/novel.hpp:1: folder 'novel' has no line in framework/layers.txt"])

    def test_a_rule_that_points_upwards_is_found(self):
        self.plant("framework/layers.txt", "include:\nbase: include judge\njudge: include base\nkernels: base\n")
        self.assertEqual(layers.findings(self.root),
                         ["framework/layers.txt:2: base names 'judge', which no line above defines"])


class Sources(PlantedTree):
    def test_an_orderly_tree_passes(self):
        self.assertEqual(sources.findings(self.root), [])

    def test_a_missing_licence_line_is_found(self):
        self.plant("framework/base/text.cpp", "int x;\n")
        self.assertEqual(sources.findings(self.root), [
            "framework/base/text.cpp:1: the first line must be 'SPDX-License-Identifier: Apache-2.0' in a comment"])

    def test_a_script_has_its_licence_below_the_interpreter(self):
        self.plant("tools/go", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n")
        self.assertEqual(sources.findings(self.root), [])
        self.plant("tools/go", "#!/bin/sh\nexit 0\n")
        self.assertEqual(len(sources.findings(self.root)), 1)

    def test_a_missing_purpose_line_is_found(self):
        self.plant("framework/base/text.cpp", HEAD.splitlines()[0] + "\n#include <string>\n")
        self.assertEqual(sources.findings(self.root),
                         ["framework/base/text.cpp:2: the second line must say what the file is for"])

    def test_four_hundred_lines_pass_and_one_more_does_not(self):
        self.plant("framework/base/text.cpp", HEAD + "\n" * 398)
        self.assertEqual(sources.findings(self.root), [])
        self.plant("framework/base/text.cpp", HEAD + "\n" * 399)
        self.assertEqual(sources.findings(self.root),
                         ["framework/base/text.cpp:400: 401 lines; split it by its nouns (at most 400)"])

    def test_the_path_of_a_machine_is_found_in_any_text(self):
        self.plant("reports/x.md", "fine\nstored in " + SOMEBODYS_HOME + "\n")
        self.assertEqual(sources.findings(self.root), ["reports/x.md:2: '/" + "home/' is a path of one machine"])

    def test_a_temporary_path_is_for_tests_and_scripts_alone(self):
        self.plant("framework/base/text_test.cpp", HEAD + 'auto p = "/' + 'tmp/x";\n')
        self.assertEqual(sources.findings(self.root), [])
        self.plant("framework/base/text.cpp", HEAD + 'auto p = "/' + 'tmp/x";\n')
        self.assertEqual(len(sources.findings(self.root)), 1)

    def test_a_folder_of_the_tree_is_not_the_path_of_a_machine(self):
        self.plant("README.md", "see framework/work/part and a/home/b\n")
        self.assertEqual(sources.findings(self.root), [])


class Documents(PlantedTree):
    def test_what_exists_passes(self):
        self.plant("README.md", "Read `kernels/gemv/` and [layers](framework/layers.txt).\n```sh\ncmake --preset cpu\n```\n")
        self.assertEqual(documents.findings(self.root), [])

    def test_a_command_that_does_not_exist_is_found(self):
        self.plant("README.md", "Start:\n```sh\ntools/membound check protocols/none.yaml\n```\n")
        self.assertEqual(documents.findings(self.root),
                         ["README.md:3: there is no tools/membound", "README.md:3: there is no protocols/none.yaml"])

    def test_a_path_in_a_sentence_must_exist_too(self):
        self.plant("README.md", "Say `tools/none` first.\n")
        self.assertEqual(documents.findings(self.root), ["README.md:1: there is no tools/none"])

    def test_a_place_to_fill_in_is_not_a_path(self):
        self.plant("README.md", "Arms are in `kernels/<workload>/`; see `--out reports/{id}.md`.\n")
        self.assertEqual(documents.findings(self.root), [])

    def test_data_of_tests_is_no_document(self):
        self.plant("framework/report/testdata/golden.md", "`tools/none`\n")
        self.assertEqual(documents.findings(self.root), [])

    def test_a_preset_and_a_link_that_do_not_exist_are_found(self):
        self.plant("docs/a.md", "[there](../nowhere.md)\n```\ncmake --preset gpu\n```\n")
        self.assertEqual(documents.findings(self.root),
                         ["docs/a.md:3: CMakePresets.json has no preset 'gpu'",
                          "docs/a.md:1: the link to ../nowhere.md leads nowhere"])


if __name__ == "__main__":
    unittest.main()
