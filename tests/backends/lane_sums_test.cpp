// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/legendre/lane_sums.hpp>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

template <class Real, int count>
void fill(Lanes<Real, count> (&rows)[count]) {
  for (int i = 0; i < count; ++i) {
    rows[i] = Lanes<Real, count>::ramp(static_cast<Real>(100 * i), Real(1));
  }
}

template <class Real, int count>
void expect_lanes_to_be_exchanged() {
  Lanes<Real, count> rows[count];
  fill(rows);
  portable::legendre::transpose(rows);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      EXPECT_EQ(rows[i][j], static_cast<Real>(100 * j + i)) << i << " " << j;
    }
  }
}

template <class Real, int count>
void expect_lanes_to_be_summed() {
  Lanes<Real, count> rows[count];
  fill(rows);
  auto const sums = portable::legendre::sum_of_each(rows);
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(sums[i], static_cast<Real>(100 * i * count + count * (count - 1) / 2)) << i;
  }
}

TEST(LaneSums, TransposesSquaresOfRegisters) {
  expect_lanes_to_be_exchanged<double, 2>();
  expect_lanes_to_be_exchanged<double, 4>();
  expect_lanes_to_be_exchanged<double, 8>();
  expect_lanes_to_be_exchanged<float, 16>();
}

TEST(LaneSums, AddsUpTheLanesOfEachRegister) {
  expect_lanes_to_be_summed<double, 2>();
  expect_lanes_to_be_summed<double, 4>();
  expect_lanes_to_be_summed<double, 8>();
  expect_lanes_to_be_summed<float, 16>();
}

}  // namespace
}  // namespace siderum::test
