// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/euler_angles.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/data.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

double largest_difference(RotationMatrix const& a, RotationMatrix const& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double const error = std::fabs(a[i][j] - b[i][j]);
      largest = error <= largest ? largest : error;
    }
  }
  return largest;
}

std::array<double, 3> turned(RotationMatrix const& matrix, std::array<double, 3> const& n) {
  std::array<double, 3> result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      result[i] += matrix[i][j] * n[j];
    }
  }
  return result;
}

TEST(EulerAngles, TurnByTheRightHand) {
  double const right = std::acos(0.0);
  EXPECT_TRUE(all_near(turned(rotation_matrix({right, 0, 0}), {1, 0, 0}),
                       std::vector<double>{0, 1, 0}, 1e-15));
  EXPECT_TRUE(all_near(turned(rotation_matrix({0, right, 0}), {0, 0, 1}),
                       std::vector<double>{1, 0, 0}, 1e-15));
  // First psi about z: x to y; then theta about y: y stays; then phi about z: y to -x.
  EXPECT_TRUE(all_near(turned(rotation_matrix({right, 0.7, right}), {1, 0, 0}),
                       std::vector<double>{-1, 0, 0}, 1e-15));
}

TEST(EulerAngles, ComeBackFromTheMatrix) {
  for (double const psi : {-3.0, 0.0, 0.4, 2.0}) {
    for (double const theta : {-2.0, 0.0, 1e-9, 1.0, 3.0, 3.141592653589793, 4.0}) {
      for (double const phi : {-1.0, 0.0, 3.0}) {
        RotationMatrix const matrix = rotation_matrix({psi, theta, phi});
        EulerAngles const angles = euler_angles(matrix);
        EXPECT_LE(largest_difference(rotation_matrix(angles), matrix), 4e-15);
        EXPECT_GE(angles.theta, 0.0);
        RotationMatrix const back = rotation_matrix(inverse(angles));
        std::array<double, 3> const n{0.6, 0.0, 0.8};
        EXPECT_TRUE(all_near(turned(back, turned(matrix, n)), n, 4e-15));
      }
    }
  }
}

TEST(EulerAngles, RefuseWhatIsNoRotation) {
  std::string const refusal =
      "The matrix is no rotation (its rows are not orthonormal and right-handed to 1e-9). Give a"
      " rotation.";
  EXPECT_EQ(sentence_of([] { euler_angles({{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}); }), refusal);
  EXPECT_EQ(sentence_of([] { euler_angles({{{1, 0, 0}, {0, 1, 1e-6}, {0, 0, 1}}}); }), refusal);
  EXPECT_EQ(sentence_of([] {
              euler_angles({{{1, 0, 0}, {0, std::nan(""), 0}, {0, 0, 1}}});
            }),
            refusal);
}

TEST(SkyFrames, AreThoseOfHealpyToItsDigits) {
  std::map<std::string, SkyFrame> const frames{
      {"G", SkyFrame::galactic}, {"E", SkyFrame::ecliptic}, {"C", SkyFrame::equatorial}};
  auto const rows = read_rows(std::string(SIDERUM_GOLDEN) + "/sky_frames.txt");
  ASSERT_EQ(rows.size(), 6u);
  for (auto const& row : rows) {
    RotationMatrix expected{};
    for (std::size_t i = 0; i < 9; ++i) {
      expected[i / 3][i % 3] = std::stod(row.at(2 + i));
    }
    auto const matrix = frame_rotation(frames.at(row[0]), frames.at(row[1]));
    EXPECT_LE(largest_difference(matrix, expected), 3e-7) << row[0] << row[1];
    EXPECT_LE(largest_difference(rotation_matrix(euler_angles(matrix)), matrix), 4e-15);
  }
}

TEST(SkyFrames, PutTheGalacticCentreInSagittarius) {
  // Right ascension 266.40499, declination -28.93617 (Reid & Brunthaler 2004, of l = b = 0).
  auto const n = turned(frame_rotation(SkyFrame::galactic, SkyFrame::equatorial), {1, 0, 0});
  constexpr double degree = 3.14159265358979324 / 180.0;
  EXPECT_TRUE(near_value(std::atan2(n[1], n[0]) / degree + 360.0, 266.40499, 1e-4));
  EXPECT_TRUE(near_value(std::asin(n[2]) / degree, -28.93617, 1e-4));
}

TEST(SkyFrames, KeepTheEquinox) {
  EXPECT_TRUE(all_near(turned(frame_rotation(SkyFrame::ecliptic, SkyFrame::equatorial), {1, 0, 0}),
                       std::vector<double>{1, 0, 0}, 1e-15));
  // The Sun of midsummer is in the north.
  auto const n = turned(frame_rotation(SkyFrame::ecliptic, SkyFrame::equatorial), {0, 1, 0});
  EXPECT_TRUE(near_value(std::asin(n[2]), 84381.448 / 3600.0 * 3.14159265358979324 / 180.0, 1e-15));
}

}  // namespace
}  // namespace siderum::test
