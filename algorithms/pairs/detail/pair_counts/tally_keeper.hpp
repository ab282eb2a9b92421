// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/fill.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>
#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// Adds up the copies of the tallies.
template <class MemorySpace>
struct ReplicaAdder {
  Kokkos::View<std::uint64_t const*, MemorySpace> values;  // (replicas * cells)
  std::int64_t cells;
  std::int64_t replicas;
  Kokkos::View<std::uint64_t*, MemorySpace> sums;  // (cells)

  KOKKOS_FUNCTION void operator()(std::int64_t cell) const {
    std::uint64_t sum = 0;
    for (std::int64_t copy = 0; copy < replicas; ++copy) {
      sum += values(copy * cells + cell);
    }
    sums(cell) = sum;
  }
};

/// The tallies of one call: allocated at zero, added up and copied to the host.
template <class Exec>
class TallyKeeper {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Values = Kokkos::View<std::uint64_t*, MemorySpace>;

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

  /// @param share  whose other parts are added: integers all, and so in any order; null: none
  CellSums sums(WorkPieces<Exec>& work_space, PairShare const* share) const {
    std::vector<Values> parts{tallies_.count};
    for (auto const* const real : {&tallies_.weight, &tallies_.moment}) {
      if (real->low.extent(0) > 0) {
        parts.emplace_back(reinterpret_cast<std::uint64_t*>(real->high.data()),
                           real->high.extent(0));
        parts.push_back(real->low);
      }
    }
    std::vector<std::uint64_t> const numbers = added(work_space, parts, share);
    std::uint64_t const* next = numbers.data();
    CellSums cells;
    cells.count.assign(next, next + tallies_.shape.cells());
    next += tallies_.shape.cells();
    cells.weight = real(tallies_.weight, next);
    cells.moment = real(tallies_.moment, next);
    return cells;
  }

 private:
  template <class Value>
  Kokkos::View<Value*, MemorySpace> zeros(WorkPieces<Exec>& work_space, bool wanted) const {
    auto const view =
        work_space.template take<Value>(wanted ? tallies_.replicas * tallies_.shape.cells() : 0);
    fill(exec_, view, Value(0));
    return view;
  }

  // The sums over the copies, whose 64 bits are those of what was added: of one part of the
  // tallies after the other.
  std::vector<std::uint64_t> added(WorkPieces<Exec>& work_space, std::vector<Values> const& parts,
                                   PairShare const* share) const {
    std::int64_t const cells = tallies_.shape.cells();
    std::int64_t const count = cells * std::ssize(parts);
    Values const sums = work_space.template take<std::uint64_t>(count);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      auto const begin = static_cast<std::int64_t>(part) * cells;
      Kokkos::parallel_for(
          "siderum::pair_counts::add_replicas[portable]", IndexPolicy<Exec>(exec_, 0, cells),
          ReplicaAdder<MemorySpace>{
              parts[part], cells, tallies_.replicas,
              Values(Kokkos::subview(sums, Kokkos::make_pair(begin, begin + cells)))});
    }
    if (share != nullptr) {
      exec_.fence("siderum::pair_counts::shared_tallies");
      share->add_up(sums.data(), count);
    }
    std::vector<std::uint64_t> host(static_cast<std::size_t>(count));
    Kokkos::deep_copy(
        exec_,
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            host.data(), host.size()),
        sums);
    exec_.fence("siderum::pair_counts::tallies");
    return host;
  }

  RealCells real(FixedPointSums<MemorySpace> const& sums, std::uint64_t const*& next) const {
    RealCells cells;
    if (sums.low.extent(0) == 0) {
      return cells;
    }
    auto const count = static_cast<std::size_t>(tallies_.shape.cells());
    cells.unit = 1.0 / sums.per_unit;
    cells.sums.reserve(count);
    for (std::size_t cell = 0; cell < count; ++cell) {
      cells.sums.push_back({static_cast<std::int64_t>(next[cell]), next[count + cell]});
    }
    next += 2 * count;
    return cells;
  }

  Exec exec_;
  PairTallies<MemorySpace> tallies_;
};

}  // namespace siderum::detail
