// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include <siderum/backends/portable/fold_and_sort/folded_frequencies.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>
#include <siderum/backends/portable/fold_and_sort/host_sort.hpp>
#include <siderum/backends/portable/trig_sums/host_item.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable {

/// FoldAndSort on a host: one thread per item, `lanes` frequencies side by side.
template <class Real, int lanes, class Scorer, class Epilogue, class MemorySpace>
struct HostFoldSorter {
  FoldSeries<Real, MemorySpace> series;
  FoldedFrequencies<MemorySpace> frequencies;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  std::int64_t first_item;
  Scorer scorer;
  Epilogue epilogue;

  using Number = Lanes<Real, lanes>;
  using Group = HostGroup<Number>;
  using FewKeys = LaneKeys<lanes, few_index_bits>;
  using ManyKeys = LaneKeys<lanes, point_index_bits>;
  using Vector = typename ManyKeys::Vector;

  /// From here on one lane after the other is sorted, in buckets.
  static constexpr int longest_exchange = 1024;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(first_item + index);
    work_off(epilogue, item, [&](auto& state) { search(item, state); });
  }

 private:
  template <class State>
  void search(WorkItem const& item, State& state) const {
    std::int64_t const begin = series.offsets(item.object);
    auto const points = static_cast<int>(series.offsets(item.object + 1) - begin);
    ScorerNeeds const needs = scorer.needs(points);
    std::size_t const key_bytes = (sizeof(Vector) * sorted_room(points) + 63) / 64 * 64;
    std::size_t const sort_bytes =
        points > longest_exchange ? static_cast<std::size_t>(points) * 20 + 256 : 0;
    std::size_t const bytes = key_bytes + sort_bytes + Group::bytes(points, needs) + 64;
    ThreadMemory const memory(bytes);
    auto* const begin_of_memory = static_cast<std::byte*>(memory.data());
    Arena arena(begin_of_memory, begin_of_memory + bytes);
    auto* const keys = arena.take<Vector>(sorted_room(points));
    for (std::int64_t k = item.first; k < item.last; k += lanes) {
      int const valid = static_cast<int>(std::min<std::int64_t>(lanes, item.last - k));
      Group group(arena, points, needs, Scorer::ends);
      if (points <= 1 << few_index_bits) {
        fold<FewKeys>(begin, k, valid, keys, arena, group);
      } else {
        fold<ManyKeys>(begin, k, valid, keys, arena, group);
      }
      epilogue.consume(state, item.object, k, scorer.score(group), valid);
    }
  }

  // The group's memory is free for the sort before it holds the points. The lanes beyond the last
  // frequency repeat it.
  template <class Keys>
  void fold(std::int64_t begin, std::int64_t k, int valid, Vector* keys, Arena arena,
            Group& group) const {
    double frequency[lanes];
    for (int i = 0; i < lanes; ++i) {
      frequency[i] = frequencies(k + std::min(i, valid - 1));
    }
    int const points = group.points();
    for (int j = 0; j < points; ++j) {
      keys[j] = Keys::fold(frequency, series.time(begin + j), static_cast<std::uint64_t>(j));
    }
    if constexpr (Scorer::ordered) {
      sort<Keys>(keys, points, arena);
    }
    gather<Keys>(begin, keys, group);
  }

  template <class Keys>
  void sort(Vector* keys, int points, Arena arena) const {
    if (points <= longest_exchange) {
      exchange_sort<Keys>(keys, points);
      return;
    }
    auto* const counts = arena.take<std::uint32_t>(points + 1);
    auto* const one = arena.take<std::uint64_t>(points);
    auto* const sorted = arena.take<std::uint64_t>(points);
    for (int lane = 0; lane < lanes; ++lane) {
      for (int j = 0; j < points; ++j) {
        one[j] = keys[j][lane];
      }
      bucket_sort(one, points, counts, sorted);
      for (int j = 0; j < points; ++j) {
        keys[j][lane] = sorted[j];
      }
    }
  }

  template <class Keys>
  void gather(std::int64_t begin, Vector const* keys, Group& group) const {
    Real const* const values = series.value.data() + begin;
    Real const* const weights = series.weight.data() + begin;
    Vector before = ~keys[0];
    Vector equal{};
    for (int j = 0; j < static_cast<int>(group.points()); ++j) {
      Vector const point = keys[j] & Keys::index_mask;
      equal |= (Vector)((keys[j] | Keys::index_mask) == (before | Keys::index_mask));
      before = keys[j];
      group.x[j] = convert<Real>(scorer.place(Keys::phase(keys[j])));
      group.y[j] = values_at<Real, lanes>(values, point);
      group.w[j] = values_at<Real, lanes>(weights, point);
    }
    bool ties = false;
    for (int i = 0; i < lanes; ++i) {
      ties = ties || equal[i] != 0;
    }
    group.set_ties(ties);
  }
};

}  // namespace siderum::portable
