// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/fill.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>
#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// Adds up the copies of the tallies.
template <class MemorySpace>
struct ReplicaAdder {
  Kokkos::View<std::uint64_t*, MemorySpace> values;  // (replicas * cells)
  std::int64_t cells;
  std::int64_t replicas;

  KOKKOS_FUNCTION void operator()(std::int64_t cell) const {
    std::uint64_t sum = 0;
    for (std::int64_t copy = 0; copy < replicas; ++copy) {
      sum += values(copy * cells + cell);
    }
    values(cell) = sum;
  }
};

/// The tallies of one call: allocated at zero, added up and copied to the host.
template <class Exec>
class TallyKeeper {
 public:
  using MemorySpace = typename Exec::memory_space;

  /// @param most_copies  of the tallies that PairHistogram makes use of
  TallyKeeper(Exec const& exec, WorkPieces<Exec>& work_space, TallyShape const& shape,
              PairSums sums, std::int64_t most_copies, double weights_per_unit,
              double moments_per_unit)
      : exec_(exec) {
    tallies_.shape = shape;
    constexpr std::int64_t spread = 1 << 15;
    while (2 * tallies_.replicas <= most_copies &&
           2 * tallies_.replicas * shape.cells() <= spread) {
      tallies_.replicas *= 2;
    }
    tallies_.count = zeros<std::uint64_t>(work_space, true);
    bool const weights = has_weights(sums);
    bool const moments = has_moments(sums);
    tallies_.weight = {zeros<std::int64_t>(work_space, weights),
                       zeros<std::uint64_t>(work_space, weights), weights_per_unit};
    tallies_.moment = {zeros<std::int64_t>(work_space, moments),
                       zeros<std::uint64_t>(work_space, moments), moments_per_unit};
  }

  PairTallies<MemorySpace> const& tallies() const { return tallies_; }

  CellSums sums() const {
    return {added(tallies_.count), real(tallies_.weight), real(tallies_.moment)};
  }

 private:
  template <class Value>
  Kokkos::View<Value*, MemorySpace> zeros(WorkPieces<Exec>& work_space, bool wanted) const {
    auto const view =
        work_space.template take<Value>(wanted ? tallies_.replicas * tallies_.shape.cells() : 0);
    fill(exec_, view, Value(0));
    return view;
  }

  // The sums over the copies, whose 64 bits are those of what was added.
  std::vector<std::int64_t> added(Kokkos::View<std::uint64_t*, MemorySpace> const& values) const {
    std::int64_t const cells = tallies_.shape.cells();
    if (values.extent(0) == 0) {
      return {};
    }
    Kokkos::parallel_for("siderum::pair_counts::add_replicas[portable]",
                         IndexPolicy<Exec>(exec_, 0, cells),
                         ReplicaAdder<MemorySpace>{values, cells, tallies_.replicas});
    std::vector<std::int64_t> host(static_cast<std::size_t>(cells));
    Kokkos::deep_copy(
        exec_,
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            reinterpret_cast<std::uint64_t*>(host.data()), cells),
        Kokkos::subview(values, Kokkos::make_pair(std::int64_t{0}, cells)));
    exec_.fence("siderum::pair_counts::tallies");
    return host;
  }

  RealCells real(FixedPointSums<MemorySpace> const& sums) const {
    auto const high = added(Kokkos::View<std::uint64_t*, MemorySpace>(
        reinterpret_cast<std::uint64_t*>(sums.high.data()), sums.high.extent(0)));
    auto const low = added(sums.low);
    RealCells cells;
    cells.unit = 1.0 / sums.per_unit;
    cells.sums.reserve(high.size());
    for (std::size_t cell = 0; cell < high.size(); ++cell) {
      cells.sums.push_back({high[cell], static_cast<std::uint64_t>(low[cell])});
    }
    return cells;
  }

  Exec exec_;
  PairTallies<MemorySpace> tallies_;
};

}  // namespace siderum::detail
