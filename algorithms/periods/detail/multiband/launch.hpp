// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/best.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/detail/multiband/solve.hpp>
#include <siderum/core/frequency_range.hpp>

/// The definitions behind multiband.hpp; included where they are instantiated.
namespace siderum::detail {

inline void validate_model(MultibandOptions const& options) {
  bool const flexible = options.method == MultibandMethod::flexible;
  int const band_terms = flexible ? options.band_terms : 0;
  SIDERUM_VALIDATE(options.base_terms >= (flexible ? 0 : 1) && band_terms >= 0 &&
                       options.base_terms <= most_band_terms && band_terms <= most_band_terms &&
                       options.base_terms + band_terms >= 1,
                   "The multiband model has " + std::to_string(options.base_terms) +
                       " harmonics in the base and " + std::to_string(band_terms) +
                       " in the bands (from 0 to " + std::to_string(most_band_terms) +
                       " can be fitted, one at least in all). Ask for numbers in that range.");
  SIDERUM_VALIDATE(std::isfinite(options.base_ridge) && options.base_ridge >= 0.0 &&
                       std::isfinite(options.band_ridge) && options.band_ridge >= 0.0,
                   "A ridge of the multiband model is negative or not finite (it is added to the"
                   " diagonal of the normal matrix). Give a number from 0 on.");
}

/// What both searches share: prepares, forms the sums piece by piece, solves them.
template <class Backend, class Exec, class Real>
class MultibandSearch {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Sums = MultiHarmonicSums<Real, MemorySpace>;
  using Summaries = Kokkos::View<CurveSummary const*, MemorySpace>;

  MultibandSearch(Exec const& exec, MultibandCurves<Real, MemorySpace> const& curves,
                  MultibandOptions const& options)
      : exec_(exec), options_(options), bands_(curves.bands), objects_(curves.objects()) {
    if (is_flexible()) {
      prepared_ = prepare_bands<Exec, Real>(exec, curves, options);
      return;
    }
    auto const& model = options.periodogram;
    prepared_.rows = prepare(exec, curves.curves, with_points_for(options.base_terms, model));
    RowJudge<MemorySpace> const judge{prepared_.rows.summary, bands_,
                                      allocate_work<Kokkos::View<CurveSummary*, MemorySpace>>(
                                          exec, "siderum::multiband::summary", objects_)};
    Kokkos::parallel_for("siderum::multiband::judge[portable]",
                         IndexPolicy<Exec>(exec, 0, objects_), judge);
    prepared_.summary = judge.summary;
  }

  Summaries const& summary() const { return prepared_.summary; }

  /// The powers at the frequencies of a list, by direct sums.
  void run(FrequencyList<MemorySpace> const& list, PowerView<Real, Exec> const& power) const {
    resolve_method<Backend, Exec, Real>(prepared_.rows.series.host_offsets, list,
                                        options_.periodogram);
    auto const& rows = prepared_.rows;
    auto const stride = static_cast<std::int64_t>(power.stride(0));
    auto const solve = [&](auto const& solver, char const* label) {
      solve_list<Backend, Exec, Real>(exec_, rows.series, solver, list, objects_, terms(), label);
    };
    if (is_flexible()) {
      solve(flexible_solver<most_band_terms>(0, {}, {}, power.data(), stride),
            "siderum::multiband::flexible_list[portable]");
    } else {
      solve(fast_solver(rows, {}, {}, power.data(), stride),
            "siderum::multiband::fast_list[portable]");
    }
  }

  /// place(first object, objects, range) tells pointer and stride of the powers of a piece;
  /// done(first object, objects, range) is called when they are enqueued.
  template <class Place, class Done>
  void run(FrequencyGrid const& grid, Place const& place, Done const& done) const {
    LombScargleOptions const of_sums = sums_of_model<Backend, Exec, Real>(
        prepared_.rows.series.host_offsets, grid, options_.periodogram, terms());
    double const tolerance = tolerance_of<Real>(options_.periodogram, grid.count);
    for_each_piece<Backend>(
        exec_, prepared_.rows, grid, terms(), 2 * terms(), std::int64_t{sizeof(Real)},
        options_.work_bytes, of_sums,
        [&](std::int64_t row, FrequencyRange range, auto const& part, Sums const& sums) {
          std::int64_t const objects = static_cast<std::int64_t>(sums.values.extent(0)) / bands_;
          auto const [power, stride] = place(row / bands_, objects, range);
          Piece const piece{part, grid, range,
                            errors_of(of_sums, tolerance, terms(), grid, range.first)};
          if (is_flexible()) {
            solve_flexible(piece, row / bands_, sums, power, stride);
          } else {
            solve_fast(piece, sums, power, stride);
          }
          done(row / bands_, objects, range);
        },
        bands_);
  }

 private:
  /// What is solved at a time.
  struct Piece {
    PreparedCurves<Real, MemorySpace> const& curves;
    FrequencyGrid const& grid;
    FrequencyRange range;
    SumErrors errors;
  };

  bool is_flexible() const { return options_.method == MultibandMethod::flexible; }

  int terms() const {
    return is_flexible() ? std::max(options_.base_terms, options_.band_terms) : options_.base_terms;
  }

  PairPolicy<Exec> results_of(Sums const& sums) const {
    return {exec_,
            {0, 0},
            {static_cast<std::int64_t>(sums.values.extent(0)) / bands_,
             static_cast<std::int64_t>(sums.values.extent(2))}};
  }

  /// The trace of the normal matrix is the number of constants and harmonics of both parts, as the
  /// weights have the sum 1 and cos^2 + sin^2 = 1.
  double ridge(double wanted) const {
    return options_.ridge_unit == RidgeUnit::absolute
               ? -wanted
               : wanted * (2.0 + options_.base_terms + options_.band_terms);
  }

  void solve_flexible(Piece const& piece, std::int64_t first, Sums const& sums, Real* power,
                      std::int64_t stride) const {
    if (std::max(options_.base_terms, options_.band_terms) <= 2) {
      launch_flexible<2>(piece, first, sums, power, stride);
    } else {
      launch_flexible<most_band_terms>(piece, first, sums, power, stride);
    }
  }

  template <int capacity>
  void launch_flexible(Piece const& piece, std::int64_t first, Sums const& sums, Real* power,
                       std::int64_t stride) const {
    solve(piece, sums, "flexible",
          flexible_solver<capacity>(first, sums, piece.errors, power, stride));
  }

  void solve_fast(Piece const& piece, Sums const& sums, Real* power, std::int64_t stride) const {
    solve(piece, sums, "fast", fast_solver(piece.curves, sums, piece.errors, power, stride));
  }

  template <int capacity>
  FlexibleSolver<Real, MemorySpace, capacity> flexible_solver(std::int64_t first, Sums const& sums,
                                                              SumErrors const& errors, Real* power,
                                                              std::int64_t stride) const {
    return {sums,
            prepared_,
            first,
            bands_,
            options_.base_terms,
            options_.band_terms,
            ridge(options_.base_ridge),
            ridge(options_.band_ridge),
            errors,
            options_.periodogram.normalization,
            power,
            stride};
  }

  FastSolver<Real, MemorySpace> fast_solver(PreparedCurves<Real, MemorySpace> const& rows,
                                            Sums const& sums, SumErrors const& errors, Real* power,
                                            std::int64_t stride) const {
    auto const& model = options_.periodogram;
    return {
        sums,   rows.summary,        rows.scale,
        bands_, options_.base_terms, model.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no,
        errors, model.normalization, power,
        stride};
  }

  template <class Solver>
  void solve(Piece const& piece, Sums const& sums, std::string const& name,
             Solver const& solver) const {
    std::string const label = "siderum::multiband::" + name;
    Kokkos::parallel_for(label + "[portable]", results_of(sums), solver);
    solve_directly<Backend, Exec, Real>(exec_, piece.curves.series, solver, piece.grid, piece.range,
                                        static_cast<std::int64_t>(sums.values.extent(0)) / bands_,
                                        static_cast<int>(sums.values.extent(1)),
                                        label + "_directly[portable]");
  }

  Exec const& exec_;
  MultibandOptions const& options_;
  std::int64_t bands_;
  std::int64_t objects_;
  PreparedBands<Real, MemorySpace> prepared_;
};

template <class Backend, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
               StatusView<Exec> const& status, MultibandOptions const& options) {
  validate_model(options);
  validate(grid);
  validate_power(power, curves.objects(), grid.count);
  validate_wanted_status(status, curves.objects());
  MultibandSearch<Backend, Exec, Real> const search(exec, curves, options);
  auto const stride = static_cast<std::int64_t>(power.stride(0));
  search.run(
      grid,
      [&](std::int64_t first, std::int64_t, FrequencyRange range) {
        return std::pair<Real*, std::int64_t>(power.data() + first * stride + range.first, stride);
      },
      [](std::int64_t, std::int64_t, FrequencyRange) {});
  write_status(exec, "siderum::multiband::status[portable]", search.summary(), status);
}

template <class Backend, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyList<typename Exec::memory_space> const& list,
               PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
               MultibandOptions const& options) {
  validate_model(options);
  validate_power(power, curves.objects(), list.count());
  validate_wanted_status(status, curves.objects());
  MultibandSearch<Backend, Exec, Real> const search(exec, curves, options);
  search.run(list, power);
  write_status(exec, "siderum::multiband::status[portable]", search.summary(), status);
}

template <class Backend, class Exec, class Real>
void best_multiband(Exec const& exec,
                    MultibandCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                    MultibandOptions const& options) {
  validate_model(options);
  validate(grid);
  validate_best(best, curves.objects());
  MultibandSearch<Backend, Exec, Real> const search(exec, curves, options);
  PieceKeeper<Exec, Real> keeper(exec, best);
  search.run(
      grid,
      [&](std::int64_t, std::int64_t objects, FrequencyRange range) {
        Real* const room = keeper.room(objects, range);
        return std::pair<Real*, std::int64_t>(room, keeper.stride());
      },
      [&](std::int64_t first, std::int64_t objects, FrequencyRange range) {
        keeper.keep(Kokkos::subview(search.summary(), Kokkos::make_pair(first, first + objects)),
                    first, range);
      });
}

}  // namespace siderum::detail
