// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Smooth curves of R's supsmu, in tests/golden.
namespace siderum::test {

/// One curve of one file.
struct GoldenSmooth {
  bool periodic;
  bool weighted;
  double bass;
  double span;              ///< 0: cross-validated
  std::vector<double> fit;  ///< one for each point of its file
};

/// One file of tests/golden: points in order of x and what supsmu makes of them.
struct GoldenSupsmu {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> weight;
  std::vector<GoldenSmooth> curves;
};

/// All files supsmu_*.txt of tests/golden, in order of the number of points. Throws
/// std::runtime_error where one does not read, or there is none.
std::vector<GoldenSupsmu> read_golden_supsmu();

/// Largest difference between any smooth curve of ours in double and those of tests/golden, whose
/// values are of order 1: supsmu keeps the spans 0.05 and 0.2 and the 1e-3 of the slope guard in
/// single precision, 3e-8 of each, of which some 1e-9 reaches the curves.
inline constexpr double supsmu_tolerance = 1e-8;

}  // namespace siderum::test
