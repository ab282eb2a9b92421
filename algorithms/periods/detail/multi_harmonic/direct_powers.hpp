// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/phase.hpp>

/// Powers whose sums are not exact enough for what is solved, by transforms or in Real: those sums
/// are formed once more, directly and in FP64, and where harmonics are nearly dependent in twice
/// the bits (precise_sums.hpp).
namespace siderum::detail {

/// Stands for such a power until then.
inline constexpr double to_be_summed = -1.0;

/// The errors of the sums of a piece, and what they may make of a power.
struct SumErrors {
  double of_sums = 0.0;    ///< in units of sum |strength|; 0: exact to rounding
  double tolerance = 0.0;  ///< of a power, in units of the largest one
  double of_cycle = 0.0;   ///< what each cycle over the baseline adds by the phases, in each method
  FrequencyGrid grid{};
  std::int64_t first = 0;  ///< frequency of the piece

  /// Of the phases at frequency k of the piece. They differ from one harmonic to the next, so that
  /// coefficients that nearly cancel each other magnify them as they do those of the sums.
  KOKKOS_FUNCTION double of_phases(std::int64_t k, double baseline) const {
    return of_cycle * frequency_of(grid, first + k) * baseline;
  }

  /// A pivot below this may be nothing but errors.
  KOKKOS_FUNCTION double least_pivot() const { return 100.0 * of_sums; }

  /// Whether errors that move p / YY = x, in units of the largest x, by up to `magnification` times
  /// as much as they are move the power by more than its tolerance.
  KOKKOS_FUNCTION bool exceed(double magnification, double x, Normalization normalization) const {
    bool const is_ratio =
        normalization == Normalization::model || normalization == Normalization::log;
    double const rest = is_ratio ? 1.0 - x : 1.0;
    return of_sums > 0.0 && !(of_sums * magnification <= tolerance * rest);
  }
};

/// The sums at m f are those of the times m t', which are rounded but for powers of 2: a phase is
/// off by up to 2 pi (epsilon / 2) m f t'. With one term there are none but 1 and 2.
/// @param of_sums    of sums_of_model
/// @param tolerance  of the powers
/// @param first      frequency of the piece
inline SumErrors errors_of(LombScargleOptions const& of_sums, double tolerance, int terms,
                           FrequencyGrid const& grid, std::int64_t first) {
  constexpr double of_multiple =
      Kokkos::numbers::pi_v<double> * Kokkos::Experimental::epsilon_v<double>;
  return {of_sums.method == Method::nufft ? of_sums.tolerance : 0.0, tolerance,
          terms > 1 ? of_multiple * 2.0 * terms : 0.0, grid, first};
}

/// A task of FrequencySums: looks for powers that are to be summed. Each index has a few
/// frequencies that lie apart, since those that are to be summed are neighbours, which a GPU would
/// otherwise sum one after another; all of `apart` indices in turn lie close, for the caches of
/// hosts. The solver has `power`, `stride`, `capacity`, wanted(object) and solve_directly(object,
/// k, frequency, sums).
template <class Solver>
struct DirectPowers {
  static constexpr int capacity = Solver::capacity;
  static constexpr std::int64_t apart = 64;
  static constexpr std::int64_t of_index = 64;
  Solver solver;
  FrequencyGrid grid;
  FrequencyRange range;  // of the piece

  /// Of an object.
  KOKKOS_FUNCTION std::int64_t indices() const {
    constexpr std::int64_t together = apart * of_index;
    return (range.last - range.first + together - 1) / together * apart;
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t index, Sums const& sums) const {
    std::int64_t const object = index / indices();
    std::int64_t const of_object = index % indices();
    std::int64_t const begin = of_object / apart * apart * of_index + of_object % apart;
    std::int64_t const end = Kokkos::min(begin + apart * of_index, range.last - range.first);
    for (std::int64_t k = begin; k < end; k += apart) {
      if (static_cast<double>(solver.power[object * solver.stride + k]) == to_be_summed) {
        solver.solve_directly(object, k, frequency_of(grid, range.first + k), sums);
      }
    }
  }
};

/// Enqueues them, for the objects of a piece.
template <class Backend, class Exec, class Real, class Series, class Solver>
void solve_directly(Exec const& exec, Series const& series, Solver const& solver,
                    FrequencyGrid const& grid, FrequencyRange range, std::int64_t objects,
                    int terms, std::string const& label) {
  DirectPowers<Solver> const task{solver, grid, range};
  typename Backend::template FrequencySums<Exec, Real> const sum(exec, series, terms);
  sum(task, objects * task.indices(), label);
}

/// A task of FrequencySums: the powers at the frequencies of a list.
template <class Solver, class MemorySpace>
struct ListedPowers {
  static constexpr int capacity = Solver::capacity;
  Solver solver;
  FrequencyList<MemorySpace> list;
  std::int64_t first;  // of all objects and frequencies

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t index, Sums const& sums) const {
    auto const frequencies = static_cast<std::int64_t>(list.frequency.extent(0));
    std::int64_t const object = (first + index) / frequencies;
    std::int64_t const k = (first + index) % frequencies;
    if (solver.wanted(object)) {
      solver.solve_directly(object, k, list.frequency(k), sums);
    } else if (sums.is_writer()) {
      solver.power[object * solver.stride + k] =
          Kokkos::Experimental::quiet_NaN_v<std::remove_reference_t<decltype(*solver.power)>>;
    }
  }
};

/// Enqueues them, for all objects.
template <class Backend, class Exec, class Real, class Series, class Solver>
void solve_list(Exec const& exec, Series const& series, Solver const& solver,
                FrequencyList<typename Exec::memory_space> const& list, std::int64_t objects,
                int terms, std::string const& label) {
  constexpr std::int64_t most = std::int64_t{1} << 30;  // teams of one launch
  typename Backend::template FrequencySums<Exec, Real> const sum(exec, series, terms);
  std::int64_t const all = objects * list.count();
  for (std::int64_t first = 0; first < all; first += most) {
    sum(ListedPowers<Solver, typename Exec::memory_space>{solver, list, first},
        std::min(most, all - first), label);
  }
}

}  // namespace siderum::detail
