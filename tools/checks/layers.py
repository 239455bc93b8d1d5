# SPDX-License-Identifier: Apache-2.0
# Includes against framework/layers.txt: which folder may include which.
import re

import tree

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def rules(root):
    """({layer: layers it may include}, {layer: those that its tests may include}, what is wrong with the rules)."""
    allowed, for_tests, found = {}, {}, []
    for number, line in enumerate(tree.text(root / "framework/layers.txt"), 1):
        if line.strip() and not line.startswith("#"):
            layer, _, names = line.partition(":")
            unknown = [name for name in names.split() if name not in allowed]
            found += [f"framework/layers.txt:{number}: {layer} names '{name}', which no line above defines"
                      for name in unknown]
            allowed[layer] = {layer, *names.split()}
            for_tests[layer] = set(allowed)
    return allowed, for_tests, found


def layer_of(path):
    """Layer of a file, from its path below the root: kernels/... or framework/<layer>/..."""
    return path.parts[0] if path.parts[0] == "kernels" else path.parts[1]


def target(root, path, included):
    """Layer of an included file, or nothing when it is not a file of the tree."""
    if (root / path).parent.joinpath(included).is_file():
        return layer_of((root / path).parent.joinpath(included).resolve().relative_to(root))
    for folder in ("framework/include", "framework", "kernels"):
        if (root / folder / included).is_file():
            return layer_of((root / folder / included).resolve().relative_to(root))
    return None


def findings(root):
    allowed, for_tests, found = rules(root)
    for file in tree.files(root):
        path = file.relative_to(root)
        if file.suffix not in tree.CODE or path.parts[0] not in ("framework", "kernels"):
            continue
        layer = layer_of(path)
        if layer not in allowed:
            found.append(f"{path}:1: folder '{layer}' has no line in framework/layers.txt")
            continue
        for number, line in enumerate(tree.text(file), 1):
            if match := INCLUDE.match(line):
                other = target(root, path, match[1])
                if other is None:
                    found.append(f"{path}:{number}: \"{match[1]}\" is no file of the tree; include others with <>")
                elif other not in (for_tests if "_test." in path.name else allowed)[layer]:
                    found.append(f"{path}:{number}: {layer} may not include {other} (\"{match[1]}\")")
    return found
