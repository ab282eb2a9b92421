// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/divide_degrees.hpp>

namespace siderum {

std::vector<DegreeRange> divide_degrees(std::int64_t lmax, int parts) {
  auto const cost = [](std::int64_t l) {
    auto const orders = static_cast<double>(l + 1);
    return orders * orders;
  };
  double all = 0.0;
  for (std::int64_t l = 0; l <= lmax; ++l) {
    all += cost(l);
  }
  std::vector<DegreeRange> degrees;
  double before = 0.0;
  for (int part = 0; part < parts; ++part) {
    std::int64_t const begin = degrees.empty() ? 0 : degrees.back().end;
    std::int64_t end = begin;
    // A degree belongs to the part in which its middle lies.
    while (end <= lmax && before + 0.5 * cost(end) < all * (part + 1) / parts) {
      before += cost(end);
      ++end;
    }
    degrees.push_back({begin, end});
  }
  return degrees;
}

}  // namespace siderum
