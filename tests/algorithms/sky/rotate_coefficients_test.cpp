// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "reference/rotation.hpp"
#include "support/data.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

template <class Real>
using Portable = Variant<backend::Portable, Real>;

enum class Place { another, the_same };

template <class Real>
std::vector<Complexes> rotate(HarmonicRange range, std::vector<Complexes> const& a_lm,
                              EulerAngles const& angles, Place place = Place::another) {
  auto const from = to_space<Portable<Real>>(range, a_lm);
  auto const to = place == Place::the_same
                      ? from
                      : allocate_coefficients<Real>(TestSpace(), range, from.maps());
  rotate_coefficients(TestSpace(), from, angles, to);
  Kokkos::fence();
  return to_host<Portable<Real>>(to);
}

double relative_difference(Complexes a, Complexes const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] -= b[i];
  }
  return root_mean_square(a) / root_mean_square(b);
}

template <class Real>
std::vector<Complexes> random_rows(HarmonicRange range, unsigned rows, unsigned first_seed) {
  std::vector<Complexes> a_lm;
  for (unsigned row = 0; row < rows; ++row) {
    a_lm.push_back(random_coefficients_of<Real>(range, first_seed + row));
  }
  return a_lm;
}

template <class Real>
class RotateCoefficients : public testing::Test {};
TYPED_TEST_SUITE(RotateCoefficients, Precisions, PrecisionNames);

/// Coefficients that are turned, row by row, against the sums over Wigner's functions.
template <class Real>
void compare_rotation(HarmonicRange range, unsigned rows, EulerAngles const& angles) {
  auto const a_lm = random_rows<Real>(range, rows, 5);
  auto const actual = rotate<Real>(range, a_lm, angles);
  double const tolerance = 4.0 * rotation_tolerance<Real>(range.lmax);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::complex<long double>> expected(a_lm[row].size());
    reference::rotate(range.lmax, a_lm[row].data(), angles.psi, angles.theta, angles.phi,
                      expected.data());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_TRUE(near_value(actual[row][i].real(), expected[i].real(), tolerance))
          << range.lmax << " " << row << " " << i;
      ASSERT_TRUE(near_value(actual[row][i].imag(), expected[i].imag(), tolerance))
          << range.lmax << " " << row << " " << i;
    }
  }
}

TYPED_TEST(RotateCoefficients, AgreesWithWignersSums) {
  for (std::int64_t const lmax : {0, 1, 2, 7, 20}) {
    for (EulerAngles const& angles :
         {EulerAngles{0.3, 1.1, -2.4}, EulerAngles{0, 0, 0}, EulerAngles{1.0, -0.2, 9.0},
          EulerAngles{0.0, 3.141592653589793, 0.5}, EulerAngles{-0.7, 1e-9, 0.0},
          EulerAngles{0.0, 4.0, 0.0}}) {
      compare_rotation<TypeParam>(make_harmonic_range(lmax), 1, angles);
    }
  }
}

// More steps of a degree than a team of 32, 64 or 128 threads has in scratch, and for the smallest
// of them more orders than it computes.
TYPED_TEST(RotateCoefficients, OfHighDegreesAndSeveralRowsAgreesWithWignersSums) {
  for (std::int64_t const lmax : {70, 130}) {
    for (unsigned const rows : {1, 3}) {
      compare_rotation<TypeParam>(make_harmonic_range(lmax), rows, {0.3, 1.1, -2.4});
    }
  }
}

TYPED_TEST(RotateCoefficients, KeepsTheSpectrumAndComesBack) {
  EulerAngles const angles{2.1, 0.8, -1.3};
  for (std::int64_t const lmax : {63, 130, 700}) {
    HarmonicRange const range = make_harmonic_range(lmax);
    Complexes const a_lm = random_coefficients_of<TypeParam>(range, 6);
    Complexes const there = rotate<TypeParam>(range, {a_lm}, angles)[0];
    double const tolerance = rotation_tolerance<TypeParam>(lmax);
    auto const before = power_spectrum(range, a_lm);
    auto const after = power_spectrum(range, there);
    for (std::size_t l = 0; l < before.size(); ++l) {
      ASSERT_TRUE(near_value(after[l], before[l], 4.0 * tolerance * before[l])) << l;
    }
    EXPECT_GT(relative_difference(there, a_lm), 0.5);
    Complexes const back = rotate<TypeParam>(range, {there}, inverse(angles))[0];
    EXPECT_TRUE(near_value(relative_difference(back, a_lm), 0.0, tolerance)) << lmax;
  }
}

TYPED_TEST(RotateCoefficients, RowsAndPlacesDoNotMatter) {
  EulerAngles const angles{0.4, 2.0, 1.0};
  HarmonicRange const range = make_harmonic_range(100);
  auto const a_lm = random_rows<TypeParam>(range, 8, 30);
  for (std::size_t const rows : {1, 2, 3, 5, 8}) {
    std::vector<Complexes> const some(a_lm.begin(), a_lm.begin() + static_cast<long>(rows));
    auto const together = rotate<TypeParam>(range, some, angles, Place::the_same);
    for (std::size_t row = 0; row < rows; ++row) {
      Complexes const alone = rotate<TypeParam>(range, {a_lm[row]}, angles)[0];
      if constexpr (is_host<TestSpace>) {
        EXPECT_EQ(together[row], alone) << rows << " " << row;
      } else {
        EXPECT_LE(relative_difference(together[row], alone), rotation_tolerance<TypeParam>(0));
      }
    }
  }
}

/// The degrees turned alone, of coefficients that have no numbers elsewhere.
/// @param whole  of which all degrees were turned
template <class Real>
void compare_degrees(HarmonicRange range, std::vector<Complexes> const& a_lm,
                     EulerAngles const& angles, DegreeRange degrees,
                     std::vector<Complexes> const& whole) {
  double const none = std::nan("");
  std::vector<Complexes> some = a_lm;
  auto const for_each = [&](auto const& function) {
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        function(degrees.begin <= l && l < degrees.end,
                 static_cast<std::size_t>(range.index(l, m)));
      }
    }
  };
  for (Complexes& row : some) {
    for_each([&](bool is_turned, std::size_t i) { row[i] = is_turned ? row[i] : none; });
  }
  for (Place const place : {Place::another, Place::the_same}) {
    auto const from = to_space<Portable<Real>>(range, some);
    auto const to = place == Place::the_same
                        ? from
                        : to_space<Portable<Real>>(range, std::vector(a_lm.size(), a_lm.front()));
    rotate_coefficients(TestSpace(), from, degrees, angles, to);
    Kokkos::fence();
    auto const turned = to_host<Portable<Real>>(to);
    for (std::size_t row = 0; row < whole.size(); ++row) {
      for_each([&](bool is_turned, std::size_t i) {
        if (is_turned) {
          ASSERT_EQ(turned[row][i], whole[row][i]) << degrees.begin << " " << row << " " << i;
        } else if (place == Place::another) {
          ASSERT_EQ(turned[row][i], a_lm.front()[i]) << degrees.begin << " " << row << " " << i;
        }
      });
    }
  }
}

TYPED_TEST(RotateCoefficients, TurnsSomeDegreesAloneWithTheirBits) {
  EulerAngles const angles{0.4, 2.0, 1.0};
  HarmonicRange const range = make_harmonic_range(130);
  auto const a_lm = random_rows<TypeParam>(range, 4, 50);
  for (std::size_t const rows : {1, 2, 4}) {
    std::vector<Complexes> const some(a_lm.begin(), a_lm.begin() + static_cast<long>(rows));
    auto const whole = rotate<TypeParam>(range, some, angles);
    for (DegreeRange const degrees :
         {DegreeRange{0, 131}, DegreeRange{0, 1}, DegreeRange{64, 64}, DegreeRange{131, 131},
          DegreeRange{3, 70}, DegreeRange{69, 131}, DegreeRange{130, 131}}) {
      compare_degrees<TypeParam>(range, some, angles, degrees, whole);
    }
  }
}

TYPED_TEST(RotateCoefficients, TurnsTheFunction) {
  // g(R n) = f(n): pixels of the turned coefficients are those of the others where they come from.
  EulerAngles const angles{0.5, 0.9, -2.0};
  HarmonicRange const range = make_harmonic_range(12);
  Complexes const a_lm = random_coefficients_of<TypeParam>(range, 8);
  Complexes const turned = rotate<TypeParam>(range, {a_lm}, angles)[0];
  auto const matrix = rotation_matrix(angles);
  for (auto const& [theta, phi] : std::vector<std::pair<double, double>>{{0.3, 1.0}, {2.0, 4.0}}) {
    double const from[3] = {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                            std::cos(theta)};
    double to[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        to[i] += matrix[i][j] * from[j];
      }
    }
    auto const value = [&](Complexes const& coefficients, double at_theta, double at_phi) {
      RingGrid const grid = make_ring_grid(std::vector<Ring>{next_ring({}, at_theta, 1, at_phi)});
      OracleRings const oracle(grid);
      long double pixel = 0.0L;
      reference::synthesis(range.lmax, range.mmax, coefficients.data(), oracle.rings(), &pixel);
      return pixel;
    };
    EXPECT_TRUE(near_value(value(turned, std::acos(to[2]), std::atan2(to[1], to[0])),
                           value(a_lm, theta, phi), 100.0 * rotation_tolerance<TypeParam>(12)));
  }
}

TEST(RotateCoefficientsGolden, AgreesWithDucc) {
  auto const rows = read_rows(std::string(SIDERUM_GOLDEN) + "/rotation.txt");
  std::size_t cases = 0;
  for (std::size_t row = 0; row < rows.size(); ++cases) {
    auto const& head = rows[row++];
    HarmonicRange const range = make_harmonic_range(std::stoll(head.at(0)));
    EulerAngles const angles{std::stod(head.at(1)), std::stod(head.at(2)), std::stod(head.at(3))};
    double const rms = std::stod(head.at(4));
    std::size_t const end = row + std::stoul(head.at(5));
    Complexes const turned = rotate<double>(range, {golden_coefficients(range)}, angles)[0];
    double squares = 0.0;
    double const count = static_cast<double>(end - row);
    for (; row < end; ++row) {
      std::complex<double> const expected(std::stod(rows.at(row).at(1)),
                                          std::stod(rows[row].at(2)));
      squares += std::norm(turned.at(std::stoul(rows[row].at(0))) - expected);
    }
    EXPECT_TRUE(near_value(std::sqrt(squares / count) / rms, 0.0, 1e-12)) << range.lmax;
  }
  EXPECT_EQ(cases, 6u);
}

TEST(RotateCoefficientsHabits, SpreadsNaNOverItsDegreeAlone) {
  HarmonicRange const range = make_harmonic_range(9);
  Complexes a_lm = random_coefficients_of<double>(range, 9);
  a_lm[static_cast<std::size_t>(range.index(5, 2))].real(std::nan(""));
  Complexes const turned = rotate<double>(range, {a_lm}, {0.1, 0.2, 0.3})[0];
  for (std::int64_t m = 0; m <= 9; ++m) {
    for (std::int64_t l = m; l <= 9; ++l) {
      auto const value = turned[static_cast<std::size_t>(range.index(l, m))];
      EXPECT_EQ(std::isnan(value.real()) || std::isnan(value.imag()), l == 5) << l << " " << m;
    }
  }
}

TEST(RotateCoefficientsRefusals, SayWhatIsWrong) {
  auto const sentence = [](HarmonicRange from, HarmonicRange to, EulerAngles const& angles) {
    return sentence_of([&] {
      rotate_coefficients(TestSpace(), allocate_coefficients<double>(TestSpace(), from), angles,
                          allocate_coefficients<double>(TestSpace(), to));
    });
  };
  EXPECT_EQ(sentence({4, 3}, {4, 3}, {}),
            "The coefficients have lmax 4 and mmax 3 (rotation mixes all orders of a degree). Give"
            " coefficients of mmax = lmax, with 0 above their mmax.");
  EXPECT_EQ(sentence({4, 4}, {5, 5}, {}),
            "The coefficients have lmax 4 in 1 rows, their place lmax 5 and mmax 5 in 1"
            " (rotation keeps the degree). Give a place of the same extents.");
  EXPECT_EQ(sentence({4, 4}, {4, 4}, {0.0, std::nan(""), 0.0}),
            "An angle of the rotation is no finite number (psi, theta or phi). Give angles in"
            " radians.");
  auto const of_degrees = [](DegreeRange degrees) {
    return sentence_of([&] {
      auto const a_lm = allocate_coefficients<double>(TestSpace(), {4, 4});
      rotate_coefficients(TestSpace(), a_lm, degrees, {}, a_lm);
    });
  };
  EXPECT_EQ(of_degrees({2, 6}),
            "The degrees to turn begin with 2 and end before 6 (the coefficients have 0 to 4). Give"
            " degrees of them.");
  EXPECT_EQ(of_degrees({-1, 3}),
            "The degrees to turn begin with -1 and end before 3 (the coefficients have 0 to 4)."
            " Give degrees of them.");
  EXPECT_EQ(of_degrees({3, 2}),
            "The degrees to turn begin with 3 and end before 2 (the coefficients have 0 to 4). Give"
            " degrees of them.");
}

}  // namespace
}  // namespace siderum::test
