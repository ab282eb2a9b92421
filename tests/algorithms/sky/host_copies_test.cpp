// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/host_copies.hpp>

#include <gtest/gtest.h>

#include "support/sentence.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using Complexes = std::vector<std::complex<double>>;
using Pixels = std::vector<double>;

constexpr HarmonicRange range{4, 2};  // 12 coefficients
constexpr std::int64_t pixels = 48;

/// Of two maps; numbers that are the same in single precision.
Complexes some_coefficients() {
  Complexes numbers;
  for (int i = 0; i < 2 * range.count(); ++i) {
    numbers.emplace_back(i + 0.5, -0.25 * i);
  }
  return numbers;
}

Pixels some_pixels() {
  Pixels numbers;
  for (int i = 0; i < 2 * pixels; ++i) {
    numbers.push_back(1.5 * i);
  }
  return numbers;
}

template <class Real>
class HostCopies : public testing::Test {};
TYPED_TEST_SUITE(HostCopies, Precisions, PrecisionNames);

TYPED_TEST(HostCopies, PutCoefficientsInTheirRows) {
  auto const exec = another_instance();
  auto const a_lm = coefficients_from_host<TypeParam>(exec, range, some_coefficients());

  EXPECT_EQ(a_lm.range, range);
  EXPECT_EQ(a_lm.maps(), 2);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a_lm.values);
  EXPECT_EQ(host(1, 3), Kokkos::complex<TypeParam>(15.5f, -3.75f));
  EXPECT_EQ(coefficients_to_host(exec, a_lm), some_coefficients());
}

/// Rows of which a device takes several pieces.
TYPED_TEST(HostCopies, PutLongRowsInTheirPlaces) {
  auto const exec = another_instance();
  std::int64_t const many = (std::int64_t{5} << 19) + 7;
  Pixels numbers(static_cast<std::size_t>(3 * many));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<double>(i % 4'000'037);  // as exact in single precision
  }
  auto const map = map_from_host<TypeParam>(exec, many, numbers);
  EXPECT_EQ(map_to_host(exec, map), numbers);
  Pixels const others(numbers.rbegin(), numbers.rend());
  copy_from_host(exec, std::span<double const>(others), map);
  EXPECT_EQ(map_to_host(exec, map), others);
}

TYPED_TEST(HostCopies, PutPixelsInTheirRows) {
  auto const exec = another_instance();
  auto const map = map_from_host<TypeParam>(exec, pixels, some_pixels());

  ASSERT_EQ(map.extent(0), 2u);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, map);
  EXPECT_EQ(host(1, 3), TypeParam(76.5));
  EXPECT_EQ(map_to_host(exec, map), some_pixels());
}

TYPED_TEST(HostCopies, FillMemoryThatIsThere) {
  TestSpace const exec;
  auto const a_lm = allocate_coefficients<TypeParam>(exec, range, 2);
  copy_from_host(exec, some_coefficients(), a_lm);
  EXPECT_EQ(coefficients_to_host(exec, a_lm), some_coefficients());

  MapView<TypeParam, TestMemory> const map("test::map", 2, pixels);
  copy_from_host(exec, some_pixels(), map);
  EXPECT_EQ(map_to_host(exec, map), some_pixels());
}

TYPED_TEST(HostCopies, RoundToThePrecisionOfTheView) {
  TestSpace const exec;
  auto const map = map_from_host<TypeParam>(exec, 1, Pixels{0.1});
  EXPECT_EQ(map_to_host(exec, map), Pixels{static_cast<double>(TypeParam(0.1))});
  auto const a_lm = coefficients_from_host<TypeParam>(exec, {0, 0}, Complexes{{0.1, 0.3}});
  EXPECT_EQ(coefficients_to_host(exec, a_lm)[0],
            std::complex<double>(TypeParam(0.1), TypeParam(0.3)));
}

TYPED_TEST(HostCopies, RefuseNumbersOfPartsOfMaps) {
  TestSpace const exec;
  for (std::size_t const count : {0u, 11u, 13u}) {
    EXPECT_EQ(
        sentence_of([&] { coefficients_from_host<TypeParam>(exec, range, Complexes(count)); }),
        "There are " + std::to_string(count) +
            " coefficients (one map has 12). Give those of whole maps, one after the other.");
    EXPECT_EQ(sentence_of([&] { map_from_host<TypeParam>(exec, 12, Pixels(count)); }),
              "There are " + std::to_string(count) +
                  " pixels (one map has 12). Give those of whole maps, one after the other.");
  }
  EXPECT_EQ(sentence_of([&] { map_from_host<TypeParam>(exec, 0, Pixels(4)); }),
            "There are 4 pixels (one map has 0). Give those of whole maps, one after the other.");
  EXPECT_EQ(sentence_of([&] {
              coefficients_from_host<TypeParam>(exec, {2, 3}, Complexes(9));
            }),
            sentence_of([] {
              validate(HarmonicRange{2, 3});
            }));
}

TYPED_TEST(HostCopies, RefuseNumbersForWhichThereIsNoRoom) {
  TestSpace const exec;
  auto const a_lm = allocate_coefficients<TypeParam>(exec, range);
  EXPECT_EQ(sentence_of([&] { copy_from_host(exec, Complexes(13), a_lm); }),
            "There are 13 coefficients (there is room for 12). Give as many.");
  MapView<TypeParam, TestMemory> const map("test::map", 1, pixels);
  EXPECT_EQ(sentence_of([&] { copy_from_host(exec, Pixels(47), map); }),
            "There are 47 pixels (there is room for 48). Give as many.");
}

}  // namespace
}  // namespace siderum::test
