// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/stage_tuning.hpp>

#include "support/dispatch.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"
#include "support/timing.hpp"

namespace siderum::bench {

enum class Grid { healpix, gauss_legendre };
enum class Operator { synthesis, adjoint };
/// A whole transform, or one of its stages alone.
enum class Part { whole, legendre, rings };

/// nside is (lmax + 1) / 2; Gauss-Legendre has lmax + 1 rings.
inline RingGrid make_grid(Grid grid, std::int64_t lmax) {
  return grid == Grid::healpix ? healpix_grid((lmax + 1) / 2)
                               : gauss_legendre_grid(lmax + 1, 2 * lmax + 2);
}

inline std::string name_of(Grid grid, std::int64_t lmax) {
  return (grid == Grid::healpix ? "healpix/lmax" : "gauss_legendre/lmax") + std::to_string(lmax);
}

struct HarmonicCase {
  Grid grid;
  std::int64_t lmax;
  std::int64_t maps;  ///< rows
  Operator what;
  Part part;
  Scope scope;
  Field field = Field::scalar;

  std::string name() const {
    std::string const of_part = part == Part::whole      ? "whole"
                                : part == Part::legendre ? "legendre"
                                                         : "rings";
    std::string const of_field = field == Field::scalar     ? ""
                                 : field == Field::spin_one ? "/spin_one"
                                 : field == Field::spin_two ? "/spin_two"
                                                            : "/polarised";
    return std::string(what == Operator::synthesis ? "synthesis" : "adjoint") + "/" +
           name_of(grid, lmax) + "x" + std::to_string(maps) + of_field + "/" + of_part;
  }
  /// The case of one scalar map.
  HarmonicCase of_scalar() const { return {grid, lmax, 1, what, part, scope}; }
};

inline Repeats harmonic_repeats() {
  return {.least = 3, .most = 50, .seconds = settings().seconds};
}

// Defined in runs.hpp, and compiled for each space, backend and precision by itself.

template <class Backend, class Exec, class Real>
void run_stage(benchmark::State& state, HarmonicCase const& which, StageTuning const& tuning = {});

template <class Backend, class Exec, class Real>
void run_whole(benchmark::State& state, HarmonicCase const& which);

/// A plan for one field, its tables and work space: what a row of a transform leaves out.
template <class Backend, class Exec>
void run_plan(benchmark::State& state, Grid of_grid, std::int64_t lmax, Field field) {
  Exec const exec;
  RingGrid const grid = make_grid(of_grid, lmax);
  HarmonicRange const range = make_harmonic_range(lmax);
  HarmonicTransformOptions options;
  options.maps = components(field);
  options.field = field;
  report_timing(
      state,
      time_fastest(
          exec,
          [&] { HarmonicTransform<Exec, double, Backend> const plan(exec, grid, range, options); },
          harmonic_repeats()));
}

/// The ring weights of HEALPix, which an analysis may ask for, on the host.
inline void run_ring_weights(benchmark::State& state, std::int64_t nside) {
  report_timing(
      state, time_fastest(
                 HostSpace(), [&] { healpix_grid_with_ring_weights(nside); }, harmonic_repeats()));
}

}  // namespace siderum::bench
