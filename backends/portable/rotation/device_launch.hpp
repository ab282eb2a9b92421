// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/portable/rotation/device_functors.hpp>
#include <siderum/backends/portable/rotation/tables.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::rotation {

/// On devices: a team for some orders of a degree, as many degrees at once as the work space holds.
template <class Exec, class Real>
class DeviceLaunch {
 public:
  using Memory = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, Memory>;

  /// @param most_rows  of one turn
  DeviceLaunch(Exec const& exec, DegreeRange degrees, std::int64_t most_rows,
               EulerAngles const& angles)
      : exec_(exec), degrees_(degrees), tables_(tables(exec, degrees.end - 1, angles)) {
    std::int64_t most = 0;
    for_each_run(most_rows, [&](Degrees<Memory> const& run) {
      most = std::max(most, run.offset(run.last + 1));
    });
    for (auto& values : values_) {
      values =
          allocate_work<Values>(exec, "siderum::rotate_coefficients::degrees", most_rows, most);
    }
  }

  template <int rows>
  void turn(Coefficients const& from, Coefficients const& to, std::int64_t first_row) const {
    for_each_run(static_cast<std::int64_t>(values_[0].extent(0)), [&](Degrees<Memory> first) {
      Degrees<Memory> second = first;
      first.values = values_[0];
      second.values = values_[1];
      Kokkos::parallel_for(
          "siderum::rotate_coefficients::gather[portable]",
          PairPolicy<Exec>(exec_, {0, 0}, {first.last + 1, first.last - first.first + 1}),
          Gatherer<Real, Memory>{from, tables_, first, first_row, rows});
      multiply<rows>({tables_, first, Product::first, second, to, first_row});
      multiply<rows>({tables_, second, Product::second, first, to, first_row});
    });
  }

 private:
  using Values = Kokkos::View<Kokkos::complex<double>**, Kokkos::LayoutRight, Memory>;

  template <int rows>
  void multiply(Multiplier<Exec, Real, rows> const& multiplier) const {
    TeamPerIndex<Exec> policy(exec_, static_cast<int>(multiplier.teams()), multiplier.team_threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(multiplier.scratch_bytes()));
    Kokkos::parallel_for("siderum::rotate_coefficients::multiply[portable]", policy, multiplier);
  }

  // Runs of degrees, the highest first, whose two sets of values fit into the work space.
  template <class Treat>
  void for_each_run(std::int64_t rows, Treat const& treat) const {
    constexpr std::int64_t work_bytes = std::int64_t{256} << 20;
    constexpr std::int64_t fewest_degrees = 32;
    for (std::int64_t last = degrees_.end - 1; last >= degrees_.begin;) {
      std::int64_t const of_degree =
          2 * rows * (last + 1) * static_cast<std::int64_t>(sizeof(Kokkos::complex<double>));
      std::int64_t const degrees = std::max(work_bytes / of_degree, fewest_degrees);
      std::int64_t const first = std::max(degrees_.begin, last - degrees + 1);
      treat(Degrees<Memory>{first, last, {}});
      last = first - 1;
    }
  }

  static DeviceTables<Memory> tables(Exec const& exec, std::int64_t lmax,
                                     EulerAngles const& angles) {
    std::string const label = "siderum::rotate_coefficients::";
    RootFactorials const root = root_factorials(lmax);
    DeviceTables<Memory> tables;
    tables.ratio = copy_to_work(exec, label + "ratio", double_factorial_ratios(lmax));
    tables.mantissa = copy_to_work(exec, label + "mantissa", root.mantissa);
    tables.exponent = copy_to_work(exec, label + "exponent", root.exponent);
    Turns const all = turns(lmax, angles);
    for (int i = 0; i < 3; ++i) {
      std::vector<Kokkos::complex<double>> const turn(all.of[i].begin(), all.of[i].end());
      tables.turn[i] = copy_to_work(exec, label + "turn" + std::to_string(i), turn);
    }
    return tables;
  }

  Exec exec_;
  DegreeRange degrees_;
  DeviceTables<Memory> tables_;
  Values values_[2];
};

}  // namespace siderum::portable::rotation
