// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/tune_harmonic_transform.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/backends/device_name.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/stage_tuning.hpp>

/// Definitions of tune_harmonic_transform.hpp and tuning.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

/// Times transforms of one size with the choices that are asked for.
template <class Exec>
class TransformClock {
 public:
  enum class Stage { synthesis, analysis };

  TransformClock(Exec const& exec, RingGrid const& grid, std::int64_t lmax)
      : exec_(exec),
        grid_(with_two_pixels(grid)),
        a_lm_(allocate_coefficients<double>(exec, make_harmonic_range(lmax))),
        map_("siderum::tune::map", 1, grid_.pixels()) {
    Kokkos::deep_copy(exec_, a_lm_.values, Kokkos::complex<double>(1e-3, -1e-3));
  }

  /// Seconds, the fastest of several; fewer are tried where the first is far above `best`.
  double operator()(StageTuning const& tuning, Stage stage, double best) const {
    HarmonicTransformOptions options;
    options.tuning = tuning;
    HarmonicTransform<Exec, double> const transform(exec_, grid_, a_lm_.range, options);
    auto const run = [&] {
      if (stage == Stage::synthesis) {
        transform.synthesis(a_lm_, map_);
      } else {
        transform.adjoint_synthesis(map_, a_lm_);
      }
    };
    run();
    double fastest = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 5; ++repeat) {
      exec_.fence("siderum::tune::start");
      Kokkos::Timer const timer;
      run();
      exec_.fence("siderum::tune::stop");
      fastest = std::min(fastest, timer.seconds());
      if (fastest > 1.3 * best) {
        break;
      }
    }
    return fastest;
  }

 private:
  static RingGrid with_two_pixels(RingGrid const& grid) {
    std::vector<Ring> rings;
    for (Ring ring : grid.rings()) {
      ring.nphi = 2;
      ring.phi0 = 0.0;
      ring.first = 2 * static_cast<std::int64_t>(rings.size());
      ring.stride = 1;
      rings.push_back(ring);
    }
    auto const pixels = 2 * static_cast<std::int64_t>(rings.size());
    return RingGrid(GridKind::user, grid.name(), std::move(rings), pixels, -1);
  }

  Exec exec_;
  RingGrid grid_;
  HarmonicCoefficients<double, typename Exec::memory_space> a_lm_;
  MapView<double, typename Exec::memory_space> map_;
};

/// The best tuning for one stage: choice by choice, starting from the defaults.
template <class Exec>
void choose(TransformClock<Exec> const& clock, typename TransformClock<Exec>::Stage stage,
            StageChoices const& choices, StageTuning& tuning) {
  if (choices.empty()) {
    return;
  }
  constexpr double noise = 0.98;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  StageTuning const defaults = tuning;
  double best = clock(tuning, stage, infinity);
  for (StageChoice const& choice : choices) {
    StageTuning winner = tuning;
    for (int const value : choice.values) {
      StageTuning candidate = tuning;
      candidate.set(choice.name, value);
      double const seconds = clock(candidate, stage, best);
      if (seconds < noise * best) {
        best = seconds;
        winner = candidate;
      }
    }
    tuning = winner;
  }
  // Once more, side by side: other work may have slowed the first of them.
  if (tuning != defaults &&
      clock(tuning, stage, infinity) >= noise * clock(defaults, stage, infinity)) {
    tuning = defaults;
  }
}

template <class Exec>
using SynthesisToTune =
    typename backend::default_for_t<Exec>::template LegendreSynthesis<Exec, double>;
template <class Exec>
using AnalysisToTune =
    typename backend::default_for_t<Exec>::template LegendreAnalysis<Exec, double>;

template <class Exec>
StageTuning choose_all(TransformClock<Exec> const& clock) {
  using Stage = typename TransformClock<Exec>::Stage;
  StageTuning tuning;
  choose(clock, Stage::synthesis, SynthesisToTune<Exec>::choices(), tuning);
  choose(clock, Stage::analysis, AnalysisToTune<Exec>::choices(), tuning);
  return tuning;
}

}  // namespace detail

template <class Exec>
StageChoices legendre_choices() {
  StageChoices choices = detail::SynthesisToTune<Exec>::choices();
  StageChoices const of_analysis = detail::AnalysisToTune<Exec>::choices();
  choices.insert(choices.end(), of_analysis.begin(), of_analysis.end());
  return choices;
}

template <class Exec>
StageTuning tuned_legendre(RingGrid const& grid, HarmonicRange range) {
  return tuned_legendre(backend::device_name<Exec>(), grid, range, legendre_choices<Exec>());
}

template <class Exec>
std::vector<TunedLegendre> tune_legendre(Exec const& exec, std::int64_t most_lmax) {
  std::vector<TunedLegendre> tuned;
  using RingFft = typename backend::default_for_t<Exec>::template RingFft<Exec, double>;
  if constexpr (RingFft::is_available) {
    for (std::int64_t const lmax : tuned_lmax) {
      if (lmax > most_lmax) {
        break;
      }
      for (RingGrid const& grid :
           {healpix_grid((lmax + 1) / 2), gauss_legendre_grid(lmax + 1, 1)}) {
        detail::TransformClock<Exec> const clock(exec, grid, lmax);
        auto const pairs = static_cast<std::int64_t>(grid.rings().size() + 1) / 2;
        tuned.push_back({{lmax, pairs}, detail::choose_all(clock)});
      }
    }
  }
  return tuned;
}

}  // namespace siderum
