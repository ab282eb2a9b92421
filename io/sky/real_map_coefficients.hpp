// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>

namespace siderum::io {

/// Imaginary parts of coefficients of m = 0, which those of a real map have not.
class ImaginaryParts {
 public:
  /// Makes those 0 that are more than rounding.
  /// @param a_l0      of l = 0, 1, ..., finite
  /// @param rounding  of the numbers, relative to them and to the root of their mean square
  void leave_out(std::span<std::complex<double>> a_l0, double rounding);

  /// How many were left out.
  std::int64_t count() const { return count_; }

  /// "the coefficient of l = 3, m = 0 has the imaginary part 1, ...".
  std::string sentence() const;

 private:
  std::int64_t count_ = 0;
  std::int64_t degree_ = 0;  ///< of the largest
  double largest_ = 0.0;
};

}  // namespace siderum::io
