// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/real_map_coefficients.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <siderum/core/number_text.hpp>

namespace siderum::io {
namespace {

/// The root of the mean square, of numbers whose squares may be out of range.
double size_of(std::span<std::complex<double> const> a_l0) {
  double largest = 0.0;
  for (std::complex<double> const& value : a_l0) {
    largest = std::max({largest, std::fabs(value.real()), std::fabs(value.imag())});
  }
  if (largest == 0.0) {
    return 0.0;
  }
  double sum = 0.0;
  for (std::complex<double> const& value : a_l0) {
    sum += std::norm(value / largest);
  }
  return largest * std::sqrt(sum / static_cast<double>(a_l0.size()));
}

}  // namespace

void ImaginaryParts::leave_out(std::span<std::complex<double>> a_l0, double rounding) {
  double const size = size_of(a_l0);
  for (std::size_t l = 0; l < a_l0.size(); ++l) {
    double const part = a_l0[l].imag();
    if (std::fabs(part) <= rounding * std::max(size, std::fabs(a_l0[l].real()))) {
      continue;
    }
    if (std::fabs(part) > std::fabs(largest_)) {
      largest_ = part;
      degree_ = static_cast<std::int64_t>(l);
    }
    ++count_;
    a_l0[l] = a_l0[l].real();
  }
}

std::string ImaginaryParts::sentence() const {
  return count_ == 1 ? fmt::format(
                           "the coefficient of l = {}, m = 0 has the imaginary part {}, which a "
                           "real map has not: it is left out.",
                           degree_, number_text(largest_))
                     : fmt::format(
                           "{} coefficients of m = 0 have imaginary parts, which a real map has "
                           "not: they are left out. That of l = {} has the largest, {}.",
                           count_, degree_, number_text(largest_));
}

}  // namespace siderum::io
