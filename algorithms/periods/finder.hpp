// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/stream_options.hpp>

/// What the period finders have in common that fold and sort a light curve: which frequencies are
/// searched, and what comes out.
namespace siderum {

/// (objects, windows) indices of a grid, both ends included; none where last < first.
template <class Exec>
using FrequencyWindows =
    Kokkos::View<IndexRange**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// A periodogram in host memory, (objects, frequencies).
template <class Real>
using HostPowerView = Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>;

using HostStatusView = Kokkos::View<ObjectStatus*, Kokkos::HostSpace>;

namespace detail {

/// A grid, a stretch or windows of it, or a list: what one search goes through.
template <class MemorySpace>
struct SearchedFrequencies {
  FrequencyGrid grid;
  FrequencyList<MemorySpace> list;
  FrequencyRange range{0, 0};
  Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace> windows;
  bool windowed = false;
  /// The most that curves too long for the scratch of a team may take of a device's memory.
  std::int64_t work_bytes = std::int64_t{1} << 30;

  SearchedFrequencies(FrequencyGrid const& whole)  // NOLINT: either is one
      : grid(whole), range{0, whole.count} {}
  SearchedFrequencies(FrequencyList<MemorySpace> const& listed)  // NOLINT
      : list(listed), range{0, listed.count()}, is_list_(true) {}
  SearchedFrequencies(FrequencyGrid const& whole, FrequencyRange stretch)
      : grid(whole), range(stretch) {}
  SearchedFrequencies(FrequencyGrid const& whole,
                      Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace> const& parts)
      : grid(whole), range{0, whole.count}, windows(parts), windowed(true) {}

  bool is_list() const { return is_list_; }
  std::int64_t count() const { return range.last - range.first; }

 private:
  bool is_list_ = false;
};

/// The periodogram, or that of a stretch alone, or the best of each object; of the best, the status
/// alone is filled beside a periodogram.
template <class Real, class Exec>
struct SearchOutput {
  PowerView<Real, Exec> power;
  BestPeriods<Real, Exec> best;
};

/// Enqueues the search of the finder that the options belong to.
template <class Backend, class Exec, class Real, class Options>
void search(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
            SearchedFrequencies<typename Exec::memory_space> const& frequencies,
            SearchOutput<Real, Exec> const& output, Options const& options);

/// Its whole periodogram in host memory; blocks.
template <class Backend, class Exec, class Real, class Options>
void search_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                    FrequencyGrid const& grid, HostPowerView<Real> const& power,
                    HostStatusView const& status, Options const& options,
                    StreamOptions const& stream);

}  // namespace detail
}  // namespace siderum
