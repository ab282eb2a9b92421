// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <siderum/core/vendor_library.hpp>

#include "support/sentence.hpp"

namespace siderum {
namespace {

using test::sentence_of;

TEST(VendorLibrary, HasTheFunctionsOfItsHeader) {
  VendorLibrary const library("the mathematical library", "libm.so.6", "nothing does without it");
  double (*const cube_root)(double) = library["cbrt"];
  EXPECT_EQ(cube_root(8.0), 2.0);
}

TEST(VendorLibrary, ThatIsNotThereIsNamedWithWhatGoesOnWithoutIt) {
  EXPECT_EQ(sentence_of([] {
              VendorLibrary const library("cuNone", "libcunone.so.12", "the CPU does without it");
            }),
            "cuNone cannot be opened (libcunone.so.12: cannot open shared object file: No such file"
            " or directory). Install it, or put its folder into LD_LIBRARY_PATH; the CPU does"
            " without it.");
}

TEST(VendorLibrary, OfAnotherReleaseIsToldByWhatItLacks) {
  VendorLibrary const library("the mathematical library", "libm.so.6", "nothing does without it");
  EXPECT_EQ(sentence_of([&] { static_cast<void>(library["cube_root"]); }),
            "the mathematical library lacks cube_root (it is of another release than the one that"
            " siderum was built with). Install that release.");
}

}  // namespace
}  // namespace siderum
