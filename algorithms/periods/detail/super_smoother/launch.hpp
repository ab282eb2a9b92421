// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/finder/launch.hpp>
#include <siderum/algorithms/periods/detail/finder/search.hpp>
#include <siderum/algorithms/periods/detail/super_smoother/scorer.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>

/// The definitions behind super_smoother.hpp; included where they are instantiated.
namespace siderum::detail {

template <>
struct FinderLaunch<SuperSmootherOptions> {
  template <class Backend, class Exec, class Real>
  static void search(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     SearchedFrequencies<typename Exec::memory_space> const& frequencies,
                     SearchOutput<Real, Exec> const& output, SuperSmootherOptions const& options) {
    validate(options);
    validate_search(curves, frequencies, output);
    auto const folded = prepare_fold(exec, curves, options.errors);
    SmootherRules const rules = SmootherRules::of(options);
    auto const run = [&](auto const& scorer) {
      search_with<Backend>(exec, folded, frequencies, output, scorer, "super_smoother");
    };
    if (options.variant == SmootherVariant::single_pass) {
      run(SmootherScorer<SmootherVariant::single_pass>{rules, options.score});
    } else if (options.ends == PhaseEnds::periodic) {
      run(SmootherScorer<SmootherVariant::multi_pass>{rules, options.score});
    } else {
      run(SmootherScorer<SmootherVariant::multi_pass, WindowEnds::stop>{rules, options.score});
    }
  }
};

}  // namespace siderum::detail
