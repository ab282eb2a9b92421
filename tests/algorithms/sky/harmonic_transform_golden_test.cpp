// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/harmonic_transform.hpp>

#include "support/data.hpp"
#include "support/golden_noise.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

/// One result of ducc0: some of its values, and the rms of all.
struct GoldenTransform {
  bool is_synthesis;
  RingGrid grid;
  HarmonicRange range;
  double rms;
  std::vector<std::size_t> place;
  std::vector<std::complex<double>> value;
};

std::vector<GoldenTransform> read_golden() {
  auto const rows = read_rows(std::string(SIDERUM_GOLDEN) + "/harmonic_transform.txt");
  std::vector<GoldenTransform> result;
  for (std::size_t row = 0; row < rows.size();) {
    auto const& head = rows[row++];
    std::int64_t const size = std::stoll(head.at(2));
    GoldenTransform golden{head.at(0) == "synthesis",
                           head.at(1) == "healpix"
                               ? healpix_grid(size)
                               : gauss_legendre_grid(size, std::stoll(head.at(3))),
                           {std::stoll(head.at(4)), std::stoll(head.at(5))},
                           std::stod(head.at(6)),
                           {},
                           {}};
    std::size_t const end = row + std::stoul(head.at(7));
    for (; row < end; ++row) {
      golden.place.push_back(std::stoul(rows.at(row).at(0)));
      golden.value.emplace_back(std::stod(rows[row].at(1)),
                                golden.is_synthesis ? 0.0 : std::stod(rows[row].at(2)));
    }
    result.push_back(std::move(golden));
  }
  return result;
}

template <class Backend>
std::vector<std::complex<double>> transform(GoldenTransform const& golden) {
  TestSpace const exec;
  HarmonicTransform<TestSpace, double, Backend> const plan(exec, golden.grid, golden.range);
  auto const a_lm = allocate_coefficients<double>(exec, golden.range);
  MapView<double, TestMemory> const map("test::map", 1,
                                        static_cast<std::size_t>(golden.grid.pixels()));
  auto const host_a_lm = Kokkos::create_mirror_view(a_lm.values);
  auto const host_map = Kokkos::create_mirror_view(map);
  std::vector<std::complex<double>> result;
  if (golden.is_synthesis) {
    auto const noise = golden_coefficients(golden.range);
    for (std::size_t i = 0; i < noise.size(); ++i) {
      host_a_lm(0, i) = noise[i];
    }
    Kokkos::deep_copy(exec, a_lm.values, host_a_lm);
    plan.synthesis(a_lm, map);
    Kokkos::deep_copy(exec, host_map, map);
  } else {
    for (std::size_t i = 0; i < host_map.extent(1); ++i) {
      host_map(0, i) = golden_noise(i);
    }
    Kokkos::deep_copy(exec, map, host_map);
    plan.adjoint_synthesis(map, a_lm);
    Kokkos::deep_copy(exec, host_a_lm, a_lm.values);
  }
  exec.fence("test::copy");
  for (std::size_t const place : golden.place) {
    if (golden.is_synthesis) {
      result.emplace_back(host_map(0, place), 0.0);
    } else {
      result.emplace_back(host_a_lm(0, place).real(), host_a_lm(0, place).imag());
    }
  }
  return result;
}

template <class Backend>
class HarmonicTransformGolden : public testing::Test {};
TYPED_TEST_SUITE(HarmonicTransformGolden, Backends, BackendNames);

TYPED_TEST(HarmonicTransformGolden, AgreesWithDucc) {
  std::vector<GoldenTransform> const all = read_golden();
  ASSERT_EQ(all.size(), 14u);
  for (GoldenTransform const& golden : all) {
    auto const actual = transform<TypeParam>(golden);
    double squares = 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      double const error = std::abs(actual[i] - golden.value[i]) / golden.rms;
      squares += error * error;
      largest = std::isnan(largest) || error <= largest ? largest : error;  // a NaN stays
    }
    double const rms = std::sqrt(squares / static_cast<double>(actual.size()));
    std::string const name = (golden.is_synthesis ? "synthesis, " : "adjoint synthesis, ") +
                             golden.grid.name() + ", lmax " + std::to_string(golden.range.lmax);
    // ducc0 has errors of its own, to 1e-11 of the rms near the equator.
    EXPECT_TRUE(rms <= 1e-11) << name << ": rms " << rms;
    EXPECT_TRUE(largest <= 1e-10) << name << ": largest " << largest;
    this->RecordProperty(name, std::to_string(rms * 1e15) + "e-15");
  }
}

}  // namespace
}  // namespace siderum::test
