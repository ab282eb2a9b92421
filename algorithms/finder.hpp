// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/lomb_scargle.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>

/// What the period finders have in common that fold and sort a light curve: which frequencies are
/// searched, and what comes out.
namespace siderum {

/// (objects, windows) indices of a grid, both ends included; none where last < first.
template <class Exec>
using FrequencyWindows =
    Kokkos::View<IndexRange**, Kokkos::LayoutRight, typename Exec::memory_space>;

namespace detail {

/// A grid, windows of a grid, or a list: what one search goes through.
template <class MemorySpace>
struct SearchedFrequencies {
  FrequencyGrid grid;
  FrequencyList<MemorySpace> list;
  Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace> windows;
  bool windowed = false;

  SearchedFrequencies(FrequencyGrid const& whole) : grid(whole) {}  // NOLINT: either is one
  SearchedFrequencies(FrequencyList<MemorySpace> const& listed)     // NOLINT
      : list(listed), is_list_(true) {}
  SearchedFrequencies(FrequencyGrid const& whole,
                      Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace> const& parts)
      : grid(whole), windows(parts), windowed(true) {}

  bool is_list() const { return is_list_; }
  std::int64_t count() const { return is_list_ ? list.count() : grid.count; }

 private:
  bool is_list_ = false;
};

/// The periodogram, or the best of each object; of the best, the status alone is filled beside a
/// periodogram.
template <class Real, class Exec>
struct SearchOutput {
  PowerView<Real, Exec> power;
  BestPeriods<Real, Exec> best;
};

}  // namespace detail
}  // namespace siderum
