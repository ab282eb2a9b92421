// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

namespace siderum {

/// How the span of the smoother is chosen at each point.
enum class SmootherVariant : std::uint8_t {
  multi_pass,  ///< Friedman (1984): three spans, smoothed residuals choose, eight smooths
  single_pass  ///< generalized validation in one scan (Gowanlock et al. 2022); ends are periodic
};

/// Whether phases wrap: the last point is a neighbour of the first, one turn on.
enum class PhaseEnds : std::uint8_t { periodic, open };

/// What becomes of the fits of points that have the same phase.
enum class EqualPhases : std::uint8_t {
  average,  ///< all get the weighted mean of their fits (Friedman; for single_pass at the very end)
  keep      ///< each keeps its own, in the order of the input (as published in 2022)
};

/// What is reported for chi2, the weighted mean square of the residuals, and chi0, that of the
/// values about their weighted mean.
enum class SmootherScore : std::uint8_t {
  power,      ///< n/2 (chi0 - chi2) / chi0, at most n/2; negative where the curve fits worse
  normalized  ///< 1 - chi2 / chi0, at most 1: compares objects of different n
};

/// How single_pass takes the bass: as it is, or without its fraction (as published; 9.9 acts as 9).
enum class BassRule : std::uint8_t { real, truncated };

/// Options of the Super Smoother.
struct SuperSmootherOptions {
  SmootherVariant variant = SmootherVariant::multi_pass;
  PhaseEnds ends = PhaseEnds::periodic;  ///< single_pass knows periodic alone

  /// The bass, 0 .. 10: larger is smoother. 9 suits pulsating stars and asteroids, 0 transits.
  double alpha = 9.0;
  BassRule bass_rule = BassRule::truncated;

  /// Tweeter, midrange and woofer as shares of the points, ascending, in (0, 1].
  std::array<double, 3> spans = {0.05, 0.2, 0.5};

  /// One span for all points, in (0, 1], in place of a choice; 0: the choice.
  double span = 0.0;

  EqualPhases equal_phases = EqualPhases::average;
  SmootherScore score = SmootherScore::power;
  Errors errors = Errors::use;  ///< where the light curves have none, all points weigh the same
};

/// Throws Error for options out of their range, and for single_pass with open ends.
void validate(SuperSmootherOptions const& options);

/// The entry of finder_table.hpp.
struct SuperSmootherFinder {
  using Options = SuperSmootherOptions;
  static constexpr std::string_view name = "super-smoother";
};

/// What the published program of Gowanlock et al. (2022) computes as SUPERSMOOTHER, but for its
/// weights: they are not of mean 1 there.
constexpr SuperSmootherOptions published_multi_pass() {
  return {.ends = PhaseEnds::open, .equal_phases = EqualPhases::keep};
}

/// The same for SUPERSMOOTHERSP.
constexpr SuperSmootherOptions published_single_pass() {
  return {.variant = SmootherVariant::single_pass, .equal_phases = EqualPhases::keep};
}

}  // namespace siderum
