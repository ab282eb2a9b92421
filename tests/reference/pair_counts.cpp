// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/pair_counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace siderum::reference {

namespace {

constexpr long double degree = std::numbers::pi_v<long double> / 180.0L;

long double squared_chord(PairPoints const& a, std::int64_t i, PairPoints const& b,
                          std::int64_t j) {
  long double const dx = static_cast<long double>(a.x[i]) - b.x[j];
  long double const dy = static_cast<long double>(a.y[i]) - b.y[j];
  long double const dz = static_cast<long double>(a.z[i]) - b.z[j];
  return dx * dx + dy * dy + dz * dz;
}

}  // namespace

void pair_counts(PairPoints const& first, PairPoints const* second, std::int64_t bins,
                 double const* edges, std::int64_t regions, std::int64_t* count,
                 long double* weight, long double* theta) {
  std::vector<long double> chords;
  for (std::int64_t k = 0; k <= bins; ++k) {
    long double const sine = std::sin(0.5L * edges[k] * degree);
    chords.push_back(edges[k] == 180.0 ? std::numeric_limits<long double>::infinity()
                                       : 4.0L * sine * sine);
  }
  std::fill(count, count + regions * regions * bins, 0);
  if (weight != nullptr) {
    std::fill(weight, weight + regions * regions * bins, 0.0L);
    std::fill(theta, theta + regions * regions * bins, 0.0L);
  }
  PairPoints const& other = second == nullptr ? first : *second;
  for (std::int64_t i = 0; i < first.points; ++i) {
    for (std::int64_t j = second == nullptr ? i + 1 : 0; j < other.points; ++j) {
      long double const c2 = squared_chord(first, i, other, j);
      std::int64_t const bin =
          std::upper_bound(chords.begin(), chords.end(), c2) - chords.begin() - 1;
      if (bin < 0 || bin >= bins) {
        continue;
      }
      std::int64_t r = first.region == nullptr ? 0 : first.region[i];
      std::int64_t s = other.region == nullptr ? 0 : other.region[j];
      if (second == nullptr && r > s) {
        std::swap(r, s);
      }
      std::int64_t const cell = (r * regions + s) * bins + bin;
      long double const product = (first.weight == nullptr ? 1.0L : first.weight[i]) *
                                  (other.weight == nullptr ? 1.0L : other.weight[j]);
      count[cell] += 1;
      if (weight == nullptr) {
        continue;
      }
      weight[cell] += product;
      theta[cell] += product * 2.0L * std::asin(std::min(1.0L, 0.5L * std::sqrt(c2))) / degree;
    }
  }
}

}  // namespace siderum::reference
