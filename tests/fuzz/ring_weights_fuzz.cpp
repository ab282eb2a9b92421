// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <vector>

#include <siderum/algorithms/sky/detail/ring_weights/kept_ring_weights.hpp>

#include "fuzz_support.hpp"

// What is kept is never refused: what are no weights of this nside count as none.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  constexpr std::int64_t nside = 2;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  std::vector<double> const half = detail::read_ring_weights(file.path(), nside);
  if (half.empty()) {
    return 0;
  }
  fuzz::require(half.size() == std::size_t{2 * nside}, "there is a factor for each ring");
  for (double const factor : half) {
    fuzz::require(0.0 < factor && factor < 2.0, "a factor is one");
  }
  return 0;
}
