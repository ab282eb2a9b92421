// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include <siderum/backends/portable/legendre/group_plan.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::legendre {

/// The GroupPlan of tables and rings: 20 bytes for each pair and order that the tables name, and 16
/// for each step. Work space while it is made: that of the tables
/// (bytes_of_alpha_stretches).
template <class Exec>
class PlanTables {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Tables = LegendreTables<MemorySpace>;
  using Rings = LegendreRings<MemorySpace>;

  /// @param width  groups of pairs in a block: the form is uniform over them
  PlanTables(Exec const& exec, Tables const& tables, Rings const& rings, int width)
      : tables_(tables), rings_(rings) {
    std::int64_t const block = std::int64_t{group_pairs} * width;
    bool has_last = false;
    Positions const positions = make_positions(rings, block, has_last);
    std::int64_t const padded = positions.end[2];
    std::string const label = "siderum::legendre::";
    auto const rows = static_cast<std::int64_t>(tables.order.extent(0));
    std::size_t const steps = tables.a.extent(0);
    differences_ = allocate<decltype(differences_)>(exec, label + "differences", 2 * steps);
    parity_scale_ =
        allocate<decltype(parity_scale_)>(exec, label + "parity_scale", tables.range.mmax + 1);
    state_ = allocate<decltype(state_)>(exec, label + "starts", rows * padded);
    chunk_ = allocate<decltype(chunk_)>(exec, label + "chunks", rows * padded);
    group_chunk_ =
        allocate<decltype(chunk_)>(exec, label + "group_chunks", rows * padded / group_pairs);
    plan_ = {tables.range.lmax,
             tables.order.data(),
             rows,
             first_of(tables.order),
             positions,
             padded,
             tables.a.data(),
             tables.b.data(),
             tables.c.data(),
             tables.start.data(),
             tables.offset.data(),
             rings.cos_theta.data(),
             rings.sin_theta.data(),
             rings.has_second.data(),
             rings.orders.data(),
             has_last ? padded - group_pairs : padded,
             differences_.data(),
             differences_.data() + steps,
             parity_scale_.data(),
             state_.data(),
             chunk_.data(),
             group_chunk_.data()};
    fill(exec, rows * padded, label);
    exec.fence("siderum::legendre::plan");  // other instances use it as well
  }

  GroupPlan const& plan() const { return plan_; }

  std::int64_t bytes() const {
    auto const of = [](auto const& table) {
      return static_cast<std::int64_t>(table.span() * sizeof(*table.data()));
    };
    return of(differences_) + of(state_) + of(chunk_) + of(group_chunk_);
  }

  /// That of other stages with these tables and rings, on any instance of their device, or a new
  /// one. Its key is what it is made from and holds, so that no address in the map is another's by
  /// now; addresses of two devices differ. It is complete before others get it, and it may go with
  /// the last stage at any time: freeing memory of a device waits for all of its streams.
  static std::shared_ptr<PlanTables const> of(Exec const& exec, Tables const& tables,
                                              Rings const& rings, int width) {
    static std::mutex mutex;
    // Never destroyed: a job that a caller has left may run while the process ends.
    static auto& kept = *new std::map<Key, std::weak_ptr<PlanTables const>>;
    std::lock_guard const lock(mutex);
    std::erase_if(kept, [](auto const& entry) { return entry.second.expired(); });
    auto& entry = kept[{tables.a.data(), rings.sin_theta.data(), width}];
    auto shared = entry.lock();
    if (!shared) {
      shared = std::make_shared<PlanTables const>(exec, tables, rings, width);
      entry = shared;
    }
    return shared;
  }

 private:
  /// @param places  of pairs and orders
  void fill(Exec const& exec, std::int64_t places, std::string const& label) const {
    using Stretches = AlphaStretches<MemorySpace>;
    for_each_alpha_stretches(exec, tables_.range, tables_.order, [&](Stretches const& stretches) {
      Kokkos::parallel_for(label + "parity_scales[portable]",
                           IndexPolicy<Exec>(exec, 0, stretches.rows()),
                           ParityScaleMaker<MemorySpace>{plan_, stretches});
      Kokkos::parallel_for(label + "differences[portable]",
                           IndexPolicy<Exec>(exec, 0, stretches.items()),
                           DifferenceMaker<MemorySpace>{plan_, stretches});
    });
    Kokkos::parallel_for(label + "starts[portable]", IndexPolicy<Exec>(exec, 0, places),
                         StartFinder{plan_});
    Kokkos::parallel_for(label + "group_starts[portable]",
                         IndexPolicy<Exec>(exec, 0, places / group_pairs), GroupStartFinder{plan_});
  }

  static std::int64_t first_of(Kokkos::View<std::int64_t const*, MemorySpace> const& order) {
    return order.extent(0) == 0
               ? 0
               : Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, order)(0);
  }

  /// Zones end where their forms of the recurrence lose least, or up to a block beyond where that
  /// fills blocks: near_equator towards the pole, near_pole towards the equator. Where one group
  /// next to the equator is enough, it has no zone of its own, but is the last of a block.
  static Positions make_positions(Rings const& rings, std::int64_t block, bool& has_last) {
    std::int64_t const pairs = rings.pairs();
    auto const up = [block](std::int64_t count) { return (count + block - 1) / block * block; };
    auto const cosine = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rings.cos_theta);
    constexpr double far_from_equator = 0.3;
    constexpr double far_from_pole = 0.7;
    std::int64_t pole_end = rings.near_pole_end;
    std::int64_t equator_begin = rings.near_equator_begin;
    auto const reaches = [&](std::int64_t begin) {
      return begin >= pole_end && begin < pairs && std::fabs(cosine(begin)) < far_from_equator;
    };
    has_last = equator_begin < pairs && pairs - equator_begin <= group_pairs &&
               reaches(pairs - group_pairs);
    if (has_last) {
      equator_begin = pairs;
    } else if (std::int64_t const filled = pairs - up(pairs - equator_begin); reaches(filled)) {
      equator_begin = filled;
    }
    std::int64_t const between = (equator_begin - pole_end) / block * block;
    if (between > 0 && std::fabs(cosine(equator_begin - between)) > far_from_pole) {
      pole_end = equator_begin - between;
    }
    Positions positions{{pole_end, equator_begin, pairs}, {}};
    std::int64_t end = 0;
    for (int zone = 0; zone < 3; ++zone) {
      end += up(positions.pair_end[zone] - (zone == 0 ? 0 : positions.pair_end[zone - 1]));
      positions.end[zone] = end;
    }
    return positions;
  }

  using Key = std::tuple<double const*, double const*, int>;

  Tables tables_;
  Rings rings_;
  Kokkos::View<double*, MemorySpace> differences_;  // slope, then beta
  Kokkos::View<double*, MemorySpace> parity_scale_;
  Kokkos::View<DoublePair*, MemorySpace> state_;
  Kokkos::View<int*, MemorySpace> chunk_;
  Kokkos::View<int*, MemorySpace> group_chunk_;
  GroupPlan plan_;
};

}  // namespace siderum::portable::legendre
