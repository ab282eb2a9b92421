// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/harmonic_range.hpp>

#include <string>

#include <siderum/core/error.hpp>

namespace siderum {

void validate(HarmonicRange const& range) {
  auto const [lmax, mmax] = range;
  SIDERUM_VALIDATE(lmax >= 0 && lmax <= largest_lmax,
                   "lmax is " + std::to_string(lmax) + " (degrees go from 0 to " +
                       std::to_string(largest_lmax) + "). Give an lmax in this range.");
  SIDERUM_VALIDATE(mmax >= 0 && mmax <= lmax,
                   "mmax is " + std::to_string(mmax) + " with an lmax of " + std::to_string(lmax) +
                       " (a degree l has the orders 0 to l). Give an mmax of 0 to " +
                       std::to_string(lmax) + ".");
}

HarmonicRange make_harmonic_range(std::int64_t lmax, std::int64_t mmax) {
  HarmonicRange const range{lmax, mmax};
  validate(range);
  return range;
}

}  // namespace siderum
