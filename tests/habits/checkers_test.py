# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The checkers of this folder are shown what they must refuse."""

import pathlib
import unittest

from budgets import of_all_files
from folder_circles import circles, graph_of, room_of
from functions import function_lengths
from gains import measured_gains, wrong_gains
from include_direction import complaints_about_include, complaints_about_reach, way_to_kokkos
from lasting_objects import destroyed_objects
from marks import SPDX, missing_spdx, vendor_words, words_of_code, wrong_labels
from program_rooms import include_complaints, stranger_complaints
from sources import ROOT
from space_traits import TRAITS, home_made_traits

HEADER = ROOT / "core" / "some.hpp"
APP = ROOT / "apps" / "some.cpp"


class Functions(unittest.TestCase):
    def test_length_spans_head_to_closing_brace(self):
        text = "namespace a {\nint f(int x)\n{\n  return x;\n}\n}\n"
        self.assertEqual(function_lengths(text), [(2, 4)])

    def test_braces_in_literals_and_comments_do_not_count(self):
        text = "void f() {\n  g(\"{\", '{');  // {\n  /* { */\n}\nint x = 1'000;\nvoid h() {\n}\n"
        self.assertEqual(function_lengths(text), [(1, 4), (6, 2)])

    def test_lambda_belongs_to_its_function_and_member_does_not_hide(self):
        text = "struct A {\n  int b() const { return 1; }\n};\nvoid f() {\n  [](int i) {\n  };\n}\n"
        self.assertEqual(function_lengths(text), [(2, 1), (4, 4)])

    def test_constructor_with_initializers(self):
        text = "A::A(int b)\n    : c(b) {\n}\n"
        self.assertEqual(function_lengths(text), [(1, 3)])


class LastingObjects(unittest.TestCase):
    def test_objects_with_a_destructor_are_refused(self):
        for line in ("  static std::map<int, int> known;", "static Cache const cache{};",
                     "std::string text = \"a\";", "  static std::string const name = f();",
                     "  static auto const all = [] {"):
            self.assertEqual(len(destroyed_objects(HEADER, line)), 1, line)

    def test_others_are_not(self):
        for line in ("  static std::mutex mutex;", "static auto& known = *new std::map<int, int>;",
                     "  static constexpr int most = 3;", "  static std::string f(int a) {",
                     "  static std::atomic<int> made = 0;", "std::string f() {",
                     "  static thread_local Block block;", "static Cache* const all = f();"):
            self.assertEqual(destroyed_objects(HEADER, line), [], line)


class Budgets(unittest.TestCase):
    def test_large_files_and_conditionals_are_refused(self):
        self.assertEqual(of_all_files([100] * 10, 2, 1000), [])
        self.assertEqual(len(of_all_files([121] * 10, 2, 1000)), 1)
        self.assertEqual(len(of_all_files([100] * 8 + [400] * 2, 2, 1000)), 1)
        self.assertEqual(len(of_all_files([100] * 10, 4, 1000)), 1)


class Includes(unittest.TestCase):
    def test_direction(self):
        for layer, target in (("core", "io"), ("backends", "algorithms"), ("io", "apps")):
            found = complaints_about_include(HEADER, layer, "<", f"siderum/{target}/error.hpp")
            self.assertTrue(found, f"{layer} may not include {target}")
        self.assertEqual(complaints_about_include(APP, "apps", "<", "siderum/core/error.hpp"), [])

    def test_kokkos_in_the_program_and_quotes(self):
        tree = {"apps/a.cpp": ["siderum/core/b.hpp"], "core/b.hpp": ["Kokkos_Core.hpp"]}
        reach = lambda file: way_to_kokkos(file, lambda header: tree.get(header, ["vector"]))
        self.assertEqual(reach("apps/a.cpp"), ["apps/a.cpp", "core/b.hpp", "Kokkos_Core.hpp"])
        self.assertEqual(reach("apps/c.cpp"), [])
        self.assertTrue(complaints_about_include(APP, "apps", '"', "compute.hpp"))

    def test_operations_behind_a_public_header(self):
        includes = {"a.hpp": ["b.hpp"], "b.hpp": ["a.hpp", "backends/choice.hpp"]}
        self.assertEqual(complaints_about_reach("a.hpp", lambda at: includes.get(at, [])), [])
        for operation in ("backends/backend.hpp", "backends/portable/trig_sums.hpp"):
            includes["b.hpp"].append(operation)
            found = complaints_about_reach("a.hpp", lambda at: includes.get(at, []))
            self.assertIn(operation, found[-1])


class Rooms(unittest.TestCase):
    def test_header_and_its_detail_are_one_room(self):
        parents = {"algorithms", "algorithms/periods", "algorithms/periods/detail"}
        for path in ("peaks.hpp", "peaks.cpp", "detail/peaks/launch.hpp", "detail/peaks.hpp"):
            self.assertEqual(room_of(f"algorithms/periods/{path}", parents),
                             "algorithms/periods/peaks")
        self.assertEqual(room_of("io/files/fits_file.hpp", {"io"}), "io/files")

    def test_circles_are_found(self):
        header = "wing/a.hpp"
        inside = "wing/detail/a/launch.hpp"
        other = "wing/detail/b/launch.hpp"
        third = "wing/detail/c/launch.hpp"

        def found(texts):
            includes = lambda targets: "".join(f"#include <siderum/{t}>\n" for t in targets)
            return circles(graph_of({path: includes(to) for path, to in texts.items()}))

        self.assertEqual(found({header: [inside], inside: [header], other: [inside]}), [])
        self.assertEqual(found({header: [other], inside: [], other: [inside]}),
                         [["wing/a", "wing/b"]])
        self.assertEqual(found({header: [], inside: [other], other: [third], third: [header]}),
                         [["wing/a", "wing/b", "wing/c"]])


class SpaceTraits(unittest.TestCase):
    def test_traits_of_its_own_are_refused(self):
        accessibility = "Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible"
        self.assertTrue(home_made_traits(HEADER, f"bool on_host = {accessibility};"))
        self.assertEqual(home_made_traits(TRAITS, f"bool reaches = {accessibility};"), [])
        self.assertTrue(home_made_traits(HEADER, "int team = on_host ? 1 : 128;"))
        self.assertTrue(home_made_traits(TRAITS, "int team = on_host ? 1:128;"))
        self.assertEqual(home_made_traits(HEADER, "int team = team_size<Exec>;"), [])


class ProgramRooms(unittest.TestCase):
    def includes(self, path, *targets):
        return include_complaints(path, "".join(f"#include <{target}>\n" for target in targets))

    def test_includes_between_rooms(self):
        for path, target in (
            ("apps/command_line/tune.cpp", "siderum/apps/periods/periods.hpp"),
            ("apps/pictures/plot.cpp", "siderum/apps/sky/harmonic_options.hpp"),
            ("apps/sky/smooth.cpp", "siderum/apps/pairs/pairs.hpp"),
            ("apps/compute.cpp", "siderum/apps/command_line/message.hpp"),
            ("apps/pairs/pairs.cpp", "siderum/apps/program.hpp"),
            ("apps/periods/periods.cpp", "CLI/CLI.hpp"),
        ):
            self.assertEqual(len(self.includes(path, target)), 1, f"{path} may not see {target}")
        below = ("siderum/apps/compute.hpp", "siderum/apps/command_line/verb.hpp")
        self.assertEqual(self.includes("apps/sky/smooth.cpp", *below, "string"), [])
        self.assertEqual(self.includes("apps/program.cpp", "siderum/apps/sky/smooth.hpp"), [])
        self.assertEqual(self.includes("apps/command_line/parser.cpp", "CLI/CLI.hpp"), [])

    def test_options_stay_in_their_room(self):
        texts = {
            "apps/sky/smooth.cpp": "struct SmoothOptions {\n};\n",
            "apps/sky/rotate.cpp": "void f(SmoothOptions const&);\n",
            "tests/apps/sky/smooth_test.cpp": "SmoothOptions options;\n",
            "apps/compute.hpp": "struct FoldingOptions {\n};\n",
            "apps/pairs/pairs.cpp": "FoldingOptions folding; MySmoothOptions mine;\n",
        }
        self.assertEqual(stranger_complaints(texts), [])
        for path in ("apps/pairs/bins.cpp", "apps/compute.cpp", "tests/apps/pairs/bins_test.cpp"):
            self.assertEqual(len(stranger_complaints({**texts, path: "SmoothOptions a;\n"})), 1)


class Marks(unittest.TestCase):
    def test_spdx(self):
        good = "".join(f"// {line}\n" for line in SPDX)
        self.assertEqual(missing_spdx(HEADER, good), [])
        self.assertTrue(missing_spdx(HEADER, "#pragma once\n" + good))

    def test_words_of_a_vendor(self):
        text = "int synthesis_warps = 0;\nWarps of a block\nexec.cuda_stream()\nwarped\n"
        self.assertEqual(len(vendor_words(HEADER, text)), 3)
        self.assertEqual(vendor_words(ROOT / "backends" / "cuda" / "some.cuh", text), [])

    def test_options_and_members_in_sentences(self):
        for sentence in ('"Use --device cpu."', '"12 MB; work_bytes bounds it."',
                         'f("a"), "Give more memory_fraction."'):
            self.assertEqual(len(words_of_code(HEADER, f"  throw Error({sentence});")), 1, sentence)
        for line in ('f("a " + to_string(n) + " points");', '"a_lm of std::bad_alloc are none"',
                     '// "Use --device cpu."', 'label("map_like");', '"a -- b, --"'):
            self.assertEqual(words_of_code(HEADER, line), [], line)

    def test_labels(self):
        self.assertTrue(wrong_labels(HEADER, 'Kokkos::parallel_for("power", policy, f);'))
        self.assertTrue(wrong_labels(HEADER, "Kokkos::parallel_for(Kokkos::RangePolicy<E>(e), f);"))
        good = 'Kokkos::parallel_for("siderum::a::b[portable]", policy, f);'
        self.assertEqual(wrong_labels(HEADER, good), [])


class Gains(unittest.TestCase):
    FORM = ROOT / "backends" / "cuda" / "some.cuh"
    MEASURED = measured_gains("| a/fft | double | - | 2 us | 1 us | 2 |\n"
                              "| a/best/1x2 | double | nufft | 3 us | 2 us | 1.5 |\n")

    def test_figures_are_those_of_the_page(self):
        text = ("/// Gain, by the page:\n///\n///     a/fft  2.1\n"
                "///     a/best/1x2 by nufft    1.5\n")
        self.assertEqual(wrong_gains(self.FORM, text, self.MEASURED), [])
        for old, new in (("2.1", "2.3"), ("1.5", "1.3"), ("nufft", "product"), ("a/fft", "a/f")):
            self.assertEqual(len(wrong_gains(self.FORM, text.replace(old, new), self.MEASURED)), 1)

    def test_a_form_without_a_reason_is_refused(self):
        self.assertTrue(wrong_gains(self.FORM, "/// The operation Some, by hand.\n", self.MEASURED))
        reason = "/// The operation Some.\n///\n/// Gain: the portable form waits.\n"
        self.assertEqual(wrong_gains(self.FORM, reason, self.MEASURED), [])


if __name__ == "__main__":
    unittest.main()
