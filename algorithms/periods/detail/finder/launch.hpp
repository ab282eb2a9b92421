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
    validate_best(output.best, curves.objects());
  } else {
    validate_power(output.power, curves.objects(), frequencies.count());
    validate_wanted_status(output.best.status, curves.objects());
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
  std::int64_t const bytes = frequencies.work_bytes;
  Operation const fold_and_sort =
      frequencies.windowed ? Operation(exec, folded.series, folds, frequencies.windows, bytes)
                           : Operation(exec, folded.series, folds, frequencies.range, bytes);
  auto const partial = allocate_work<Kokkos::View<Best<Real>*, MemorySpace>>(
      exec, "siderum::finder::partial", fold_and_sort.slot_count());
  fold_and_sort(scorer,
                ScoreKeeper<Real, MemorySpace>{folded.summary, output.power.data(),
                                               static_cast<std::int64_t>(output.power.stride(0)),
                                               frequencies.range.first, partial},
                finder_label<Backend>(finder, "score"));
  if (output.best.index.is_allocated()) {
    combine_best(
        exec, finder_label<Backend>(finder, "combine"), objects,
        BestCombiner<Exec, Real>{partial, fold_and_sort.slots(), folded.summary, output.best.index,
                                 output.best.power, output.best.status});
  } else {
    write_status(exec, finder_label<Backend>(finder, "status"), folded.summary, output.best.status);
  }
}

}  // namespace siderum::detail
