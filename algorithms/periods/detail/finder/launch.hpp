// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/finder/epilogue.hpp>
#include <siderum/algorithms/periods/detail/finder/preparation.hpp>
#include <siderum/algorithms/periods/detail/finder/validate.hpp>
#include <siderum/algorithms/periods/finder.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/work_space.hpp>

/// What every finder does around its scorer; included where they are instantiated.
namespace siderum::detail {

template <class Backend>
std::string finder_label(char const* finder, char const* step) {
  return std::string("siderum::") + finder + "::" + step + "[" + std::string(Backend::name) + "]";
}

template <class Real, class Exec>
void validate_search(LightCurves<Real, typename Exec::memory_space> const& curves,
                     SearchedFrequencies<typename Exec::memory_space> const& frequencies,
                     SearchOutput<Real, Exec> const& output) {
  validate_folded(curves.host_offsets);
  if (frequencies.is_list()) {
    validate_listed(frequencies.count());
  } else {
    validate_folding_grid(frequencies.grid);
  }
  if (frequencies.windowed) {
    validate_extent(frequencies.windows.extent(0), curves.objects(), "windows");
  }
  if (output.best.index.is_allocated()) {
    validate_extent(output.best.index.extent(0), curves.objects(), "best indices");
    validate_extent(output.best.power.extent(0), curves.objects(), "best powers");
    validate_extent(output.best.status.extent(0), curves.objects(), "status of the objects");
  } else {
    validate_extent(output.power.extent(0), curves.objects(), "objects");
    validate_extent(output.power.extent(1), frequencies.count(), "frequencies");
    if (output.best.status.extent(0) > 0) {
      validate_extent(output.best.status.extent(0), curves.objects(), "status of the objects");
    }
  }
}

/// Enqueues the search of prepared curves.
template <class Backend, class Exec, class Real, class Scorer>
void search_with(Exec const& exec, FoldedCurves<Real, typename Exec::memory_space> const& folded,
                 SearchedFrequencies<typename Exec::memory_space> const& frequencies,
                 SearchOutput<Real, Exec> const& output, Scorer const& scorer, char const* finder) {
  using MemorySpace = typename Exec::memory_space;
  using Operation = typename Backend::template FoldAndSort<Exec, Real>;
  std::int64_t const objects = static_cast<std::int64_t>(folded.summary.extent(0));
  if (objects == 0) {
    return;
  }
  portable::FoldedFrequencies<MemorySpace> const folds{frequencies.grid,
                                                       frequencies.list.frequency};
  Operation const fold_and_sort = frequencies.windowed
                                      ? Operation(exec, folded.series, folds, frequencies.windows)
                                      : Operation(exec, folded.series, folds, frequencies.range);
  auto const partial = allocate_work<Kokkos::View<Best<Real>*, MemorySpace>>(
      exec, "siderum::finder::partial", fold_and_sort.slot_count());
  fold_and_sort(scorer,
                ScoreKeeper<Real, MemorySpace>{folded.summary, output.power.data(),
                                               static_cast<std::int64_t>(output.power.stride(0)),
                                               frequencies.range.first, partial},
                finder_label<Backend>(finder, "score"));
  IndexPolicy<Exec> const all(exec, 0, objects);
  if (output.best.index.is_allocated()) {
    Kokkos::parallel_for(
        finder_label<Backend>(finder, "combine"), all,
        BestCombiner<Exec, Real>{partial, fold_and_sort.slots(), folded.summary, output.best.index,
                                 output.best.power, output.best.status});
  } else if (output.best.status.extent(0) > 0) {
    Kokkos::parallel_for(finder_label<Backend>(finder, "status"), all,
                         StatusWriter<Exec>{folded.summary, output.best.status});
  }
}

}  // namespace siderum::detail
