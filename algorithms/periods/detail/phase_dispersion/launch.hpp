// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/finder/launch.hpp>
#include <siderum/algorithms/periods/detail/finder/search.hpp>
#include <siderum/algorithms/periods/detail/phase_dispersion/scorer.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>

/// The definitions behind phase_dispersion.hpp; included where they are instantiated.
namespace siderum::detail {

template <>
struct FinderLaunch<PhaseDispersionOptions> {
  template <class Backend, class Exec, class Real>
  static void search(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     SearchedFrequencies<typename Exec::memory_space> const& frequencies,
                     SearchOutput<Real, Exec> const& output,
                     PhaseDispersionOptions const& options) {
    validate_count(options.bins, 2, 64, "phase bins");
    validate_search(curves, frequencies, output);
    search_with<Backend>(exec, prepare_fold(exec, curves, Errors::ignore), frequencies, output,
                         PhaseDispersionScorer{options.bins}, "phase_dispersion");
  }
};

}  // namespace siderum::detail
