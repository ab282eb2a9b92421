// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include <siderum/backends/portable/rotation/host_degree.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::rotation {

/// Degrees of a task: one line of memory holds an order's coefficients of all of them.
inline constexpr std::int64_t degrees_per_task = 4;

/// A few of the degrees, of `rows` rows from `first_row`. Tasks begin with the highest degrees,
/// which take longest.
template <class Real, class Memory, int rows>
struct HostTurner {
  using Coefficients = HarmonicCoefficients<Real, Memory>;

  Coefficients from;
  Coefficients to;
  std::shared_ptr<HostTables const> tables;
  DegreeRange degrees;
  std::int64_t first_row;

  std::int64_t tasks() const { return (degrees.count() + degrees_per_task - 1) / degrees_per_task; }

  void operator()(std::int64_t task) const {
    std::int64_t const last = degrees.end - 1 - degrees_per_task * task;
    std::int64_t const first = std::max(degrees.begin, last - degrees_per_task + 1);
    using Values = typename HostDegree<rows>::Values;
    std::array<Values, degrees_per_task> x;
    for (std::int64_t l = first; l <= last; ++l) {
      x[static_cast<std::size_t>(l - first)].resize(static_cast<std::size_t>(rows * (l + 1)));
    }
    auto const for_each = [&](auto const& function) {
      for (int row = 0; row < rows; ++row) {
        for (std::int64_t m = 0; m <= last; ++m) {
          for (std::int64_t l = std::max(m, first); l <= last; ++l) {
            function(first_row + row, from.range.index(l, m),
                     x[static_cast<std::size_t>(l - first)]
                      [static_cast<std::size_t>(row * (l + 1) + m)]);
          }
        }
      }
    };
    for_each([&](std::int64_t row, std::int64_t place, std::complex<double>& value) {
      auto const stored = from.values(row, place);
      value = {stored.real(), place <= from.range.lmax ? 0.0 : stored.imag()};
    });
    HostDegree<rows> degree(*tables, last);
    for (std::int64_t l = first; l <= last; ++l) {
      degree(l, x[static_cast<std::size_t>(l - first)]);
    }
    for_each([&](std::int64_t row, std::int64_t place, std::complex<double> const& value) {
      double const imag = place <= from.range.lmax ? 0.0 : value.imag();
      to.values(row, place) =
          Kokkos::complex<Real>(static_cast<Real>(value.real()), static_cast<Real>(imag));
    });
  }
};

/// On hosts: a thread for a few degrees.
template <class Exec, class Real>
class HostLaunch {
 public:
  using Memory = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, Memory>;

  HostLaunch(Exec const& exec, DegreeRange degrees, std::int64_t, EulerAngles const& angles)
      : exec_(exec),
        degrees_(degrees),
        tables_(std::make_shared<HostTables const>(
            HostTables{double_factorial_ratios(degrees.end - 1), root_factorials(degrees.end - 1),
                       turns(degrees.end - 1, angles)})) {}

  template <int rows>
  void turn(Coefficients const& from, Coefficients const& to, std::int64_t first_row) const {
    HostTurner<Real, Memory, rows> const turner{from, to, tables_, degrees_, first_row};
    for_each_on_host("siderum::rotate_coefficients::degrees[portable]",
                     IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec_, 0, turner.tasks())
                         .set_chunk_size(1),
                     turner);
  }

 private:
  Exec exec_;
  DegreeRange degrees_;
  std::shared_ptr<HostTables const> tables_;
};

}  // namespace siderum::portable::rotation
