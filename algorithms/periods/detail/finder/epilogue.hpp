// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>

namespace siderum {

/// Epilogue of FoldAndSort: each score goes to memory where there is a periodogram, and the best of
/// each item is kept.
template <class Real, class MemorySpace>
struct ScoreKeeper {
  Kokkos::View<CurveSummary const*, MemorySpace> summary;  // (objects)
  Real* output;                                            // (objects, frequencies), or null
  std::int64_t stride;                                     // values between two rows
  std::int64_t first;                                      // index of the first of each row
  Kokkos::View<Best<Real>*, MemorySpace> best;             // (slots)

  using State = Best<Real>;
  static constexpr bool reduces = true;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const {
    return summary(object).status == ObjectStatus::ok;
  }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void skip(std::int64_t object, std::int64_t k) const {
    if (output != nullptr) {
      output[object * stride + (k - first)] = Kokkos::Experimental::quiet_NaN_v<Real>;
    }
  }
  KOKKOS_FUNCTION void consume(State& state, std::int64_t object, std::int64_t k,
                               Real score) const {
    if (output != nullptr) {
      output[object * stride + (k - first)] = score;
    }
    state.keep(score, k);
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& score,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, score[i]);
    }
  }
  KOKKOS_FUNCTION static void join(State& state, State const& other) {
    state.keep(other.power, other.index);
  }
  KOKKOS_FUNCTION void finish(std::int64_t slot, State const& state) const { best(slot) = state; }
};

}  // namespace siderum
