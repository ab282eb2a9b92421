# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The check of device code is shown what it must refuse."""

import re
import unittest

from device_code import KERNELS, ROOT, complaints, fusing_sources, operations

ALL = {name: 1 for names in KERNELS.values() for name in names}


class Complaints(unittest.TestCase):
    def of(self, found, names=KERNELS):
        return list(complaints(found, names))

    def test_every_operation_of_the_portable_backend_is_looked_for(self):
        self.assertEqual(self.of(ALL, names=operations()), [])

    def test_an_operation_that_is_not_looked_for(self):
        self.assertEqual(len(self.of(ALL, names=[*KERNELS, "Convolution"])), 1)
        self.assertEqual(len(self.of(ALL, names=[name for name in KERNELS if name != "Fft"])), 1)

    def test_a_kernel_that_is_not_there(self):
        for operation, names in KERNELS.items():
            for name in names:
                self.assertEqual(self.of({**ALL, name: 0}), [f"{operation}: no kernel {name}"])


class FusingSources(unittest.TestCase):
    def of(self, *options):
        command = " ".join(["clang++", *options, "-c", "a.cpp"])
        return list(fusing_sources([{"command": command, "file": "a.cpp"}]))

    def test_one_that_says_nothing_takes_what_the_compiler_does_for_amd_gpus(self):
        self.assertEqual(self.of("-x hip"), ["a.cpp"])

    def test_the_last_word_counts(self):
        self.assertEqual(self.of("-ffp-contract=on"), [])
        self.assertEqual(self.of("-ffp-contract=fast", "-ffp-contract=on"), [])
        self.assertEqual(self.of("-ffp-contract=on", "-ffp-contract=fast"), ["a.cpp"])


class Names(unittest.TestCase):
    """What is looked for are names of the sources, so that one that goes there goes here."""

    def test_each_is_declared(self):
        text = "\n".join(path.read_text() for path in (ROOT / "backends").rglob("*.hpp"))
        declared = set(re.findall(r"^ *(?:struct|class) (\w+)", text, re.MULTILINE))
        for scopes in re.findall(r"^ *namespace ([\w:]+)", text, re.MULTILINE):
            declared.update(scopes.split("::"))
        for operation, names in KERNELS.items():
            for name in names:
                if name.startswith("KokkosBlas::"):
                    continue
                bare = re.sub(r"<[^<>]*>", "", name).split("<")[0]
                for word in bare.split("::"):
                    self.assertIn(word, declared, f"{operation}: {name}")


if __name__ == "__main__":
    unittest.main()
