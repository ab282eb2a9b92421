// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/detail/iterative_analysis/functors.hpp>
#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::detail::iterative {

/// Rows that are solved for together: the number of its group for each row, from 0.
///
/// The components of a field are one system where they mix: T stands alone beside E and B.
template <class Plan>
std::vector<std::size_t> groups_of_rows(Plan const& plan, std::int64_t rows) {
  std::vector<std::size_t> group;
  for (std::int64_t row = 0; row < rows; ++row) {
    // The second row of spin is the last of its field.
    Field const field = plan.field();
    bool const joins_last =
        has_spin(field, row) && row % components(field) == components(field) - 1;
    group.push_back(row == 0 ? 0 : group.back() + (joins_last ? 0 : 1));
  }
  return group;
}

/// Larger than any other, and NaN where one is.
inline double largest_of(std::vector<double> const& values) {
  double largest = 0.0;
  for (double const value : values) {
    if (!(value <= largest) && !std::isnan(largest)) {
      largest = value;
    }
  }
  return largest;
}

/// The launches of one analysis.
template <class Exec, class Real>
class Launcher {
 public:
  using Memory = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, Memory>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, Memory>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, Memory>;

  Launcher(Exec const& exec, RingGrid const& grid, std::vector<std::size_t> group)
      : exec_(exec), group_(std::move(group)), rings_(places(exec, grid)) {}

  std::size_t groups() const { return group_.empty() ? 0 : group_.back() + 1; }
  Exec const& exec() const { return exec_; }

  /// One number of a group for each of its rows.
  std::vector<double> for_rows(std::vector<double> const& of_groups) const {
    std::vector<double> values;
    for (std::size_t const group : group_) {
      values.push_back(of_groups[group]);
    }
    return values;
  }

  /// to = of_first first + of_second second, factors of groups.
  template <class Table, class First, class Second>
  void combine(Table const& to, std::vector<double> const& of_first, First const& first,
               std::vector<double> const& of_second, Second const& second) const {
    using Value = typename Table::non_const_value_type;
    Combiner<Value, Memory> const combine{first, second, copy(for_rows(of_first)),
                                          copy(for_rows(of_second)), to};
    Kokkos::parallel_for("siderum::iterative_analysis::combine[portable]", columns(to), combine);
  }

  template <class Updater, class Table>
  void for_each_column(std::string const& label, Table const& table, Updater const& updater) const {
    Kokkos::parallel_for(label, columns(table), updater);
  }

  /// Of each group: sum |a_lm|^2. Blocks.
  std::vector<double> squares(Coefficients const& a_lm) const {
    auto const sums = sums_of(a_lm.maps(), a_lm.range.mmax + 1);
    CoefficientSummer<Real, Memory> const sum{a_lm, sums};
    Kokkos::parallel_for("siderum::iterative_analysis::coefficient_squares[portable]", teams(sums),
                         sum);
    return of_groups(sums);
  }

  /// Of each group; see PixelSummer. Blocks.
  std::vector<double> pixel_sums(PixelSum what, ConstantMap const& map,
                                 ConstantMap const& weight) const {
    auto const sums = sums_of(static_cast<std::int64_t>(map.extent(0)),
                              static_cast<std::int64_t>(rings_.nphi.extent(0)));
    PixelSummer<Real, Memory> const sum{what, rings_, map, weight, sums};
    Kokkos::parallel_for("siderum::iterative_analysis::pixel_sums[portable]", teams(sums), sum);
    return of_groups(sums);
  }

  template <class Value>
  Kokkos::View<Value const*, Memory> copy(std::vector<Value> const& from) const {
    return copy_to_work(exec_, "siderum::iterative_analysis::numbers", from);
  }

 private:
  static RingPlaces<Memory> places(Exec const& exec, RingGrid const& grid) {
    std::vector<std::int64_t> first, stride, nphi;
    std::vector<double> weight;
    for (Ring const& ring : grid.rings()) {
      first.push_back(ring.first);
      stride.push_back(ring.stride);
      nphi.push_back(ring.nphi);
      weight.push_back(grid.has_weights() ? ring.weight : 1.0);
    }
    std::string const label = "siderum::iterative_analysis::rings";
    RingPlaces<Memory> const rings{
        copy_to_work(exec, label + "_first", first), copy_to_work(exec, label + "_stride", stride),
        copy_to_work(exec, label + "_nphi", nphi), copy_to_work(exec, label + "_weight", weight)};
    exec.fence("siderum::iterative_analysis::rings");
    return rings;
  }

  template <class Table>
  IndexPolicy<Exec> columns(Table const& table) const {
    return IndexPolicy<Exec>(exec_, 0, static_cast<std::int64_t>(table.extent(1)));
  }

  Sums<Memory> sums_of(std::int64_t rows, std::int64_t blocks) const {
    return allocate_work<Sums<Memory>>(exec_, "siderum::iterative_analysis::sums", rows, blocks);
  }

  TeamPerIndex<Exec> teams(Sums<Memory> const& sums) const {
    return TeamPerIndex<Exec>(exec_, static_cast<int>(sums.extent(0) * sums.extent(1)),
                              team_size<Exec>);
  }

  std::vector<double> of_groups(Sums<Memory> const& sums) const {
    auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, sums);
    Kokkos::deep_copy(exec_, host, sums);
    exec_.fence("siderum::iterative_analysis::sums");
    std::vector<double> totals(groups(), 0.0);
    for (std::size_t row = 0; row < host.extent(0); ++row) {
      for (std::size_t block = 0; block < host.extent(1); ++block) {
        totals[group_[row]] += host(row, block);
      }
    }
    return totals;
  }

  Exec exec_;
  std::vector<std::size_t> group_;
  RingPlaces<Memory> rings_;
};

}  // namespace siderum::detail::iterative
