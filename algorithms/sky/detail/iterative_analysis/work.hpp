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

  template <class Plan>
  Launcher(Exec const& exec, Plan const& plan, std::int64_t rows)
      : exec_(exec),
        share_(plan.share()),
        all_rings_(std::ssize(plan.grid().rings())),
        parts_(share_ == nullptr ? HarmonicParts() : plan.parts()),
        group_(groups_of_rows(plan, rows)),
        rings_(places(exec, rings_of(plan), plan.grid().has_weights())) {}

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
    return of_groups(to_host(sums), parts_.orders, a_lm.range.mmax + 1, Columns::all);
  }

  /// Of each group; see PixelSummer. Blocks.
  std::vector<double> pixel_sums(PixelSum what, ConstantMap const& map,
                                 ConstantMap const& weight) const {
    auto const sums = sums_of(static_cast<std::int64_t>(map.extent(0)),
                              static_cast<std::int64_t>(rings_.nphi.extent(0)));
    PixelSummer<Real, Memory> const sum{what, rings_, map, weight, sums};
    Kokkos::parallel_for("siderum::iterative_analysis::pixel_sums[portable]", teams(sums), sum);
    return of_groups(to_host(sums), parts_.rings, all_rings_, Columns::own);
  }

  template <class Value>
  Kokkos::View<Value const*, Memory> copy(std::vector<Value> const& from) const {
    return copy_to_work(exec_, "siderum::iterative_analysis::numbers", from);
  }

 private:
  /// Those of this process, where they lie in its maps.
  template <class Plan>
  static std::vector<Ring> rings_of(Plan const& plan) {
    if (plan.share() == nullptr) {
      return plan.grid().rings();
    }
    std::vector<Ring> rings;
    std::int64_t first = 0;
    for (std::int64_t const i : plan.parts().rings[static_cast<std::size_t>(plan.share()->rank)]) {
      rings.push_back(plan.grid().rings()[static_cast<std::size_t>(i)]);
      rings.back().first = first;
      rings.back().stride = 1;
      first += rings.back().nphi;
    }
    return rings;
  }

  static RingPlaces<Memory> places(Exec const& exec, std::vector<Ring> const& all,
                                   bool has_weights) {
    std::vector<std::int64_t> first, stride, nphi;
    std::vector<double> weight;
    for (Ring const& ring : all) {
      first.push_back(ring.first);
      stride.push_back(ring.stride);
      nphi.push_back(ring.nphi);
      weight.push_back(has_weights ? ring.weight : 1.0);
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

  /// What sums that are shared have columns of.
  enum class Columns { all, own };

  /// (rows, blocks).
  std::vector<std::vector<double>> to_host(Sums<Memory> const& sums) const {
    auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, sums);
    Kokkos::deep_copy(exec_, host, sums);
    exec_.fence("siderum::iterative_analysis::sums");
    std::vector<std::vector<double>> rows(host.extent(0), std::vector<double>(host.extent(1)));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t block = 0; block < rows[row].size(); ++block) {
        rows[row][block] = host(row, block);
      }
    }
    return rows;
  }

  /// Those of all blocks, which are added in one order by however many processes.
  /// @param parts   the blocks of each process
  /// @param blocks  number of all
  std::vector<double> of_groups(std::vector<std::vector<double>> sums,
                                std::vector<std::vector<std::int64_t>> const& parts,
                                std::int64_t blocks, Columns columns) const {
    if (share_ != nullptr) {
      sums = joined(sums, parts[static_cast<std::size_t>(share_->rank)], blocks, columns);
    }
    std::vector<double> totals(groups(), 0.0);
    for (std::size_t row = 0; row < sums.size(); ++row) {
      for (double const sum : sums[row]) {
        totals[group_[row]] += sum;
      }
    }
    return totals;
  }

  std::vector<std::vector<double>> joined(std::vector<std::vector<double>> const& sums,
                                          std::vector<std::int64_t> const& own, std::int64_t blocks,
                                          Columns columns) const {
    std::vector<double> value;
    for (std::vector<double> const& row : sums) {
      for (std::size_t k = 0; k < own.size(); ++k) {
        value.push_back(row[columns == Columns::own ? k : static_cast<std::size_t>(own[k])]);
      }
    }
    std::vector<double> const all = join_columns(*share_, std::ssize(sums), blocks, own, value);
    std::vector<std::vector<double>> rows;
    for (auto first = all.begin(); first != all.end(); first += blocks) {
      rows.emplace_back(first, first + blocks);
    }
    return rows;
  }

  Exec exec_;
  HarmonicShare const* share_;
  std::int64_t all_rings_;
  HarmonicParts parts_;  ///< empty where nothing is shared
  std::vector<std::size_t> group_;
  RingPlaces<Memory> rings_;
};

}  // namespace siderum::detail::iterative
