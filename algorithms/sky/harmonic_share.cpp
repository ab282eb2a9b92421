// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/harmonic_share.hpp>

#include <algorithm>
#include <bit>

namespace siderum {

std::vector<double> join_columns(HarmonicShare const& share, std::int64_t rows,
                                 std::int64_t columns, std::span<std::int64_t const> own,
                                 std::span<double const> value) {
  // One process alone has bits that are not 0 in a place: their sums are those bits.
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(rows * columns), 0);
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    for (std::size_t k = 0; k < own.size(); ++k) {
      bits[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(own[k])] =
          std::bit_cast<std::uint64_t>(value[row * own.size() + k]);
    }
  }
  share.add_up(bits);
  std::vector<double> joined(bits.size());
  std::transform(bits.begin(), bits.end(), joined.begin(),
                 [](std::uint64_t each) { return std::bit_cast<double>(each); });
  return joined;
}

}  // namespace siderum
