// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/shared_sums/all_sums.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::portable::shared {

/// Hands the sums of an object at the frequencies first .. last - 1 to the epilogue; `read` gives
/// those of the values at some frequencies from k on, and `improve` may better all of them.
template <class Real, class MemorySpace, class Epilogue, class Read, class Improve>
void consume_shared(Epilogue const& epilogue, typename Epilogue::State& state, std::int64_t object,
                    std::int64_t first, std::int64_t last,
                    SharedWeights<Real, MemorySpace> const& weights, MeanSums mean,
                    Read const& read, Improve const& improve) {
  constexpr int lanes = native_lanes<Real>;
  if (!epilogue.wanted(object)) {
    for (std::int64_t k = first; k < last; ++k) {
      epilogue.skip(object, k);
    }
    return;
  }
  for (std::int64_t k = first; k < last; k += lanes) {
    Lanes<Real, lanes> yc(Real(0));
    Lanes<Real, lanes> ys(Real(0));
    read(k, yc, ys);
    auto sums = all_sums(weights, k, yc, ys, mean);
    int const valid = static_cast<int>(std::min<std::int64_t>(lanes, last - k));
    improve(sums, k, valid);
    epilogue.consume(state, object, k, epilogue.evaluate(state, sums), valid);
  }
}

}  // namespace siderum::portable::shared
