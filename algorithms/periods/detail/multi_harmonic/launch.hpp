// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/best.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/solve.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/policies.hpp>

/// The definitions behind multi_harmonic.hpp; included where they are instantiated.
namespace siderum::detail {

/// Enqueues the solution of a piece.
template <class Backend, class Exec, class Real>
struct PieceSolver {
  using MemorySpace = typename Exec::memory_space;
  Exec const& exec;
  FrequencyGrid const& grid;
  FrequencyRange range;
  PreparedCurves<Real, MemorySpace> const& prepared;
  MultiHarmonicSums<Real, MemorySpace> const& sums;
  MultiHarmonicOptions const& options;
  LombScargleOptions const& of_sums;
  Real* power;
  std::int64_t stride;

  void run() const {
    switch (options.terms) {
      case 2:
        return launch<2, true>();
      case 3:
        return launch<3, true>();
      case 4:
        return launch<4, true>();
      case 5:
        return launch<5, true>();
      default:
        return launch<most_terms, false>();
    }
  }

 private:
  template <int capacity, bool exact>
  void launch() const {
    MeanSums const mean =
        options.periodogram.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
    auto const objects = static_cast<std::int64_t>(sums.values.extent(0));
    MultiHarmonicSolver<Real, MemorySpace, capacity, exact> const solver{
        sums,
        prepared.summary,
        prepared.scale,
        options.terms,
        mean,
        errors_of(of_sums, tolerance_of<Real>(options.periodogram, grid.count), options.terms, grid,
                  range.first),
        options.periodogram.normalization,
        power,
        stride};
    Kokkos::parallel_for("siderum::multi_harmonic::solve[portable]",
                         PairPolicy<Exec>(exec, {0, 0}, {objects, range.last - range.first}),
                         solver);
    solve_directly<Backend, Exec, Real>(exec, prepared.series, solver, grid, range, objects,
                                        options.terms,
                                        "siderum::multi_harmonic::solve_directly[portable]");
  }
};

template <class Backend, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                    StatusView<Exec> const& status, MultiHarmonicOptions const& options) {
  validate_terms(options.terms);
  if (options.terms == 1) {
    lomb_scargle<Backend>(exec, curves, grid, FrequencyRange{0, grid.count}, power, status,
                          options.periodogram);
    return;
  }
  validate(grid);
  validate_power(power, curves.objects(), grid.count);
  validate_wanted_status(status, curves.objects());
  LombScargleOptions const of_sums = sums_of_model<Backend, Exec, Real>(
      curves.host_offsets, grid, options.periodogram, options.terms);
  auto const prepared = prepare(exec, curves, with_points_for(options.terms, options.periodogram));
  auto const stride = static_cast<std::int64_t>(power.stride(0));
  for_each_piece<Backend>(
      exec, prepared, grid, options.terms, 2 * options.terms, 0, options.work_bytes, of_sums,
      [&](std::int64_t first, FrequencyRange range, auto const& part, auto const& sums) {
        PieceSolver<Backend, Exec, Real>{
            exec,  grid,    range,   part,
            sums,  options, of_sums, power.data() + first * stride + range.first,
            stride}
            .run();
      });
  write_status(exec, "siderum::multi_harmonic::status[portable]", prepared.summary, status);
}

template <class Backend, int capacity, class Exec, class Real>
void solve_listed_model(Exec const& exec,
                        PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                        FrequencyList<typename Exec::memory_space> const& list,
                        PowerView<Real, Exec> const& power, MultiHarmonicOptions const& options) {
  MeanSums const mean = options.periodogram.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  MultiHarmonicSolver<Real, typename Exec::memory_space, capacity, false> const solver{
      {},
      prepared.summary,
      prepared.scale,
      options.terms,
      mean,
      SumErrors{},
      options.periodogram.normalization,
      power.data(),
      static_cast<std::int64_t>(power.stride(0))};
  solve_list<Backend, Exec, Real>(exec, prepared.series, solver, list,
                                  static_cast<std::int64_t>(power.extent(0)), options.terms,
                                  "siderum::multi_harmonic::list[portable]");
}

template <class Backend, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyList<typename Exec::memory_space> const& list,
                    PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                    MultiHarmonicOptions const& options) {
  validate_terms(options.terms);
  if (options.terms == 1) {
    lomb_scargle<Backend>(exec, curves, list, FrequencyRange{0, list.count()}, power, status,
                          options.periodogram);
    return;
  }
  validate_power(power, curves.objects(), list.count());
  validate_wanted_status(status, curves.objects());
  resolve_method<Backend, Exec, Real>(curves.host_offsets, list, options.periodogram);
  auto const prepared = prepare(exec, curves, with_points_for(options.terms, options.periodogram));
  if (options.terms <= 4) {
    solve_listed_model<Backend, 4>(exec, prepared, list, power, options);
  } else {
    solve_listed_model<Backend, most_terms>(exec, prepared, list, power, options);
  }
  write_status(exec, "siderum::multi_harmonic::status[portable]", prepared.summary, status);
}

template <class Backend, class Exec, class Real>
void best_multi_harmonic(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         MultiHarmonicOptions const& options) {
  validate_terms(options.terms);
  if (options.terms == 1) {
    best_periods<Backend>(exec, curves, grid, FrequencyRange{0, grid.count}, best,
                          options.periodogram);
    return;
  }
  validate(grid);
  validate_best(best, curves.objects());
  LombScargleOptions const of_sums = sums_of_model<Backend, Exec, Real>(
      curves.host_offsets, grid, options.periodogram, options.terms);
  auto const prepared = prepare(exec, curves, with_points_for(options.terms, options.periodogram));
  PieceKeeper<Exec, Real> keeper(exec, best);
  for_each_piece<Backend>(
      exec, prepared, grid, options.terms, 2 * options.terms, std::int64_t{sizeof(Real)},
      options.work_bytes, of_sums,
      [&](std::int64_t first, FrequencyRange range, auto const& part, auto const& sums) {
        auto const objects = static_cast<std::int64_t>(sums.values.extent(0));
        Real* const power = keeper.room(objects, range);
        PieceSolver<Backend, Exec, Real>{exec,    grid,    range, part,           sums,
                                         options, of_sums, power, keeper.stride()}
            .run();
        keeper.keep(part.summary, first, range);
      });
}

}  // namespace siderum::detail
