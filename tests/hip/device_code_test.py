# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The check of device code is shown what it must refuse."""

import json
import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from device_code import (KERNELS, ROOT, complaints, find_code, fusing_sources, kernels_of,
                         operations, read_commands)

ALL = {name: 1 for names in KERNELS.values() for name in names}


class Complaints(unittest.TestCase):
    def of(self, found, names=KERNELS):
        return list(complaints(found, names, KERNELS))

    def test_every_operation_of_the_portable_backend_is_looked_for(self):
        self.assertEqual(self.of(ALL, names=operations()), [])

    def test_an_operation_that_is_not_looked_for(self):
        self.assertEqual(len(self.of(ALL, names=[*KERNELS, "Convolution"])), 1)
        self.assertEqual(len(self.of(ALL, names=[name for name in KERNELS if name != "Fft"])), 1)

    def test_a_kernel_that_is_not_there(self):
        for operation, names in KERNELS.items():
            for name in names:
                self.assertEqual(self.of({**ALL, name: 0}), [f"{operation}: no kernel {name}"])

    def test_products_are_not_looked_for_where_rocblas_does_them(self):
        for line, wanted in (("rocblas_DIR:PATH=/opt/rocm/lib/cmake/rocblas", []),
                             ("rocblas_DIR:PATH=rocblas_DIR-NOTFOUND", KERNELS["Product"]),
                             ("", KERNELS["Product"])):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "CMakeCache.txt").write_text(f"A:BOOL=ON\n{line}\n")
                found = kernels_of(Path(folder))
            self.assertEqual(found["Product"], wanted)
            self.assertEqual(found["Fft"], KERNELS["Fft"])


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


class Commands(unittest.TestCase):
    def of(self, *outputs, file="/src/core/a.cpp"):
        with tempfile.TemporaryDirectory() as folder:
            commands = [{"command": f"clang++ -o {output} -c {file}", "file": file}
                        for output in outputs]
            (Path(folder) / "compile_commands.json").write_text(json.dumps(commands))
            return len(read_commands(Path(folder)))

    def test_those_of_the_library_count(self):
        self.assertEqual(self.of("tests/CMakeFiles/a.o", "CMakeFiles/siderum.dir/a.o"), 1)

    def test_a_program_of_the_tests_does_not(self):
        with self.assertRaises(SystemExit):
            self.of("CMakeFiles/siderum_gpu_probe.dir/a.o", file=f"{ROOT}/tests/support/a.cpp")

    def test_that_there_are_none_is_no_good_sign(self):
        for outputs in ((), ("tests/CMakeFiles/a.o",)):
            with self.assertRaises(SystemExit):
                self.of(*outputs)


# In the place of the tools of LLVM. An object is a text here: what llvm-objdump would print of the
# device code in it, or nothing.
TOOL = """#!/bin/sh
for last; do :; done
case "$(basename "$0") $*" in
  llvm-objcopy-19*)
    shift $(($# - 2))
    cp "$1" "$2" ;;
  clang-offload-bundler-19*--list*)
    echo host-x86_64-unknown-linux--
    echo hipv4-amdgcn-amd-amdhsa--gfx90a ;;
  clang-offload-bundler-19*)
    for word; do case $word in --input=*) from=${word#--input=} ;; esac; done
    cp "$from" "${last#--output=}" ;;
  llvm-objdump-19*) cat "$last" ;;
  llvm-cxxfilt-19*) cat ;;
esac
"""
TOOLS = ("llvm-objcopy-19", "clang-offload-bundler-19", "llvm-objdump-19", "llvm-cxxfilt-19")
KERNEL = "expand_list::DeviceExpander<Kokkos::HIP,Candidates>"


class Objects(unittest.TestCase):
    """Objects that are whole, and such as a compiler leaves behind that dropped device code."""

    def found(self, *objects):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for tool in TOOLS:
                (folder / tool).write_text(TOOL)
                (folder / tool).chmod(0o755)
            objects_folder = folder / "CMakeFiles" / "siderum.dir"
            objects_folder.mkdir(parents=True)
            for number, text in enumerate(objects):
                (objects_folder / f"{number}.cpp.o").write_text(text)
            with mock.patch.dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"):
                return find_code(folder)["expand_list::DeviceExpander<"]

    @staticmethod
    def listing(kernel, end="s_endpgm", kind="elf64-amdgpu"):
        return f"code.o: file format {kind}\n0000 g O .rodata 40 {kernel}.kd\n{end}\n"

    def test_kernels_are_counted_over_all_objects(self):
        self.assertEqual(self.found(self.listing(KERNEL), self.listing(KERNEL)), 2)

    def test_an_object_that_has_none(self):
        self.assertEqual(self.found("", self.listing("another::Functor")), 0)
        self.assertEqual(self.found(), 0)

    def test_a_kernel_that_does_not_come_to_its_end(self):
        for listing in (self.listing(KERNEL, end="s_nop"),
                        self.listing(KERNEL, kind="elf64-x86-64")):
            with self.assertRaisesRegex(SystemExit, "DeviceExpander.*comes to its end"):
                self.found("", listing)


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
