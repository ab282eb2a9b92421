// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/data.hpp"
#include "support/golden_noise.hpp"

namespace siderum::test {
namespace {

/// Some values of one row of a result, and the rms of all.
struct GoldenRow {
  double rms;
  std::vector<std::size_t> place;
  std::vector<std::complex<double>> value;
};

/// One result of ducc0 or healpy.
struct GoldenField {
  std::string name;
  bool is_synthesis;
  Field field;
  RingGrid grid;
  HarmonicRange range;
  std::vector<GoldenRow> rows;
};

Field field_of(std::string const& name) {
  return name == "spin_one" ? Field::spin_one
                            : (name == "spin_two" ? Field::spin_two : Field::polarised);
}

std::vector<GoldenField> read_golden() {
  auto const rows = read_rows(std::string(SIDERUM_GOLDEN) + "/spin_transform.txt");
  std::vector<GoldenField> result;
  for (std::size_t at = 0; at < rows.size();) {
    auto const& head = rows[at++];
    std::int64_t const size = std::stoll(head.at(4));
    bool const is_synthesis = head.at(0) == "synthesis";
    if (std::stoi(head.at(8)) == 0) {
      std::string name;
      for (std::size_t i = 0; i < 8; ++i) {
        name += head.at(i) + " ";
      }
      result.push_back({name,
                        is_synthesis,
                        field_of(head.at(2)),
                        head.at(3) == "healpix" ? healpix_grid(size)
                                                : gauss_legendre_grid(size, std::stoll(head.at(5))),
                        {std::stoll(head.at(6)), std::stoll(head.at(7))},
                        {}});
    }
    GoldenRow row{std::stod(head.at(9)), {}, {}};
    for (std::size_t const end = at + std::stoul(head.at(10)); at < end; ++at) {
      row.place.push_back(std::stoul(rows.at(at).at(0)));
      row.value.emplace_back(std::stod(rows[at].at(1)),
                             is_synthesis ? 0.0 : std::stod(rows[at].at(2)));
    }
    result.back().rows.push_back(std::move(row));
  }
  return result;
}

using Double = std::vector<std::vector<std::complex<double>>>;

template <class Backend>
Double transform(GoldenField const& golden) {
  using V = Variant<Backend, double>;
  HarmonicTransformOptions options;
  options.field = golden.field;
  Plan<V> const plan(TestSpace(), golden.grid, golden.range, options);
  Double result;
  if (golden.is_synthesis) {
    std::vector<Complexes> a_lm;
    for (std::int64_t row = 0; row < components(golden.field); ++row) {
      a_lm.push_back(golden_coefficients(golden.range,
                                         static_cast<std::uint64_t>(row * golden.range.count())));
    }
    for (Pixels const& map : make_maps<V>(plan, a_lm)) {
      result.emplace_back(map.begin(), map.end());
    }
    return result;
  }
  std::vector<Pixels> maps;
  std::uint64_t number = 0;
  for (std::int64_t row = 0; row < components(golden.field); ++row) {
    maps.emplace_back(static_cast<std::size_t>(golden.grid.pixels()));
    for (double& pixel : maps.back()) {
      pixel = golden_noise(number++);
    }
  }
  return make_coefficients<V>(plan, maps);
}

template <class Backend>
class SpinTransformGolden : public testing::Test {};
TYPED_TEST_SUITE(SpinTransformGolden, Backends, BackendNames);

TYPED_TEST(SpinTransformGolden, AgreesWithDuccAndHealpy) {
  std::vector<GoldenField> const all = read_golden();
  ASSERT_EQ(all.size(), 20u);
  for (GoldenField const& golden : all) {
    Double const actual = transform<TypeParam>(golden);
    ASSERT_EQ(actual.size(), golden.rows.size());
    for (std::size_t r = 0; r < actual.size(); ++r) {
      GoldenRow const& row = golden.rows[r];
      double squares = 0.0;
      double largest = 0.0;
      for (std::size_t i = 0; i < row.place.size(); ++i) {
        double const error = std::abs(actual[r][row.place[i]] - row.value[i]) / row.rms;
        squares += error * error;
        largest = std::isnan(largest) || error <= largest ? largest : error;  // a NaN stays
      }
      double const rms = std::sqrt(squares / static_cast<double>(row.place.size()));
      // The packages have errors of their own, to 1e-11 of the rms near the equator.
      EXPECT_TRUE(rms <= 1e-11) << golden.name << "row " << r << ": rms " << rms;
      EXPECT_TRUE(largest <= 1e-10) << golden.name << "row " << r << ": largest " << largest;
      this->RecordProperty(golden.name + "row " + std::to_string(r),
                           std::to_string(rms * 1e15) + "e-15");
    }
  }
}

}  // namespace
}  // namespace siderum::test
