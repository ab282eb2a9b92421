// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/detail/conditional_entropy/scorer.hpp>
#include <siderum/algorithms/periods/detail/finder/launch.hpp>
#include <siderum/algorithms/periods/detail/finder/search.hpp>

/// The definitions behind conditional_entropy.hpp; included where they are instantiated.
namespace siderum::detail {

template <>
struct FinderLaunch<ConditionalEntropyOptions> {
  template <class Backend, class Exec, class Real>
  static void search(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     SearchedFrequencies<typename Exec::memory_space> const& frequencies,
                     SearchOutput<Real, Exec> const& output,
                     ConditionalEntropyOptions const& options) {
    validate_count(options.phase_bins, 2, 64, "phase bins");
    validate_count(options.value_bins, 2, 16, "value bins");
    validate_search(curves, frequencies, output);
    auto folded = prepare_fold(exec, curves, Errors::ignore);
    auto const bins = allocate_work<Kokkos::View<Real*, typename Exec::memory_space>>(
        exec, "siderum::conditional_entropy::value", curves.points());
    if (curves.objects() > 0) {
      Kokkos::parallel_for(finder_label<Backend>("conditional_entropy", "bin"),
                           object_teams(exec, curves.objects()),
                           ValueBinner<Exec, Real>{curves, options.value_bins, bins});
    }
    folded.series.value = bins;
    search_with<Backend>(exec, folded, frequencies, output,
                         ConditionalEntropyScorer{options.phase_bins, options.value_bins},
                         "conditional_entropy");
  }
};

}  // namespace siderum::detail
