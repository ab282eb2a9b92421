// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/sky_curve.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/work_space.hpp>

#include "operations/operation_run.hpp"
#include "pair_counts/skies.hpp"

namespace siderum::bench {

/// KeySort of one backend as pair counts ask for it: the points of a uniform sky of one region by
/// their places on the curve.
template <class Backend, class Exec>
class KeySortRun final : public OperationRun {
 public:
  explicit KeySortRun(std::int64_t points)
      : keys_(places_of(uniform_sky(points, 1))),
        unsorted_{copy_to_work(exec_, "siderum::bench::unsorted_keys", keys_),
                  copy_to_work(exec_, "siderum::bench::unsorted_values", numbers(points))},
        keyed_(room("siderum::bench::keys", "siderum::bench::values", points)),
        spare_(room("siderum::bench::spare_keys", "siderum::bench::spare_values", points)),
        scratch_("siderum::bench::scratch",
                 static_cast<std::size_t>(sort_keys_.scratch_bytes(points))) {}

  void prepare() const override {
    Kokkos::deep_copy(exec_, keyed_.keys, unsorted_.keys);
    Kokkos::deep_copy(exec_, keyed_.values, unsorted_.values);
  }
  void operator()() const override { sort(); }

  // Pairs of a key and its value that rise strictly are all different: none is lost.
  std::string complaint() const override {
    prepare();
    Keyed const sorted = sort();
    exec_.fence("siderum::bench::sorted");
    auto const keys = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sorted.keys);
    auto const values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sorted.values);
    auto const n = static_cast<std::int64_t>(keys_.size());
    for (std::int64_t i = 0; i < n; ++i) {
      if (values(i) < 0 || values(i) >= n || keys(i) != keys_[values(i)]) {
        return "wrong: key " + std::to_string(i) + " is not that of its value";
      }
      if (i > 0 &&
          (keys(i) < keys(i - 1) || (keys(i) == keys(i - 1) && values(i) <= values(i - 1)))) {
        return "wrong: key " + std::to_string(i) + " is not behind the one before it";
      }
    }
    return "";
  }

  void report(benchmark::State& state, double seconds) const override {
    state.counters["results"] = static_cast<double>(keys_.size()) / seconds;
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Keyed = portable::KeyedValues<MemorySpace>;

  static constexpr int bits = detail::curve_bits + 1;

  static std::vector<std::uint64_t> places_of(SkyArrays const& sky) {
    auto const catalogue = sky.catalogue();
    std::vector<std::uint64_t> places;
    places.reserve(static_cast<std::size_t>(catalogue.points()));
    for (std::int64_t i = 0; i < catalogue.points(); ++i) {
      places.push_back(detail::curve_place(catalogue.x(i), catalogue.y(i), catalogue.z(i)));
    }
    return places;
  }

  static std::vector<std::int32_t> numbers(std::int64_t count) {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }

  Keyed room(char const* keys, char const* values, std::int64_t count) const {
    return {allocate_work<decltype(Keyed::keys)>(exec_, keys, count),
            allocate_work<decltype(Keyed::values)>(exec_, values, count)};
  }

  Keyed sort() const { return sort_keys_(exec_, keyed_, spare_, scratch_, bits); }

  Exec exec_;
  typename Backend::template KeySort<Exec> sort_keys_;
  std::vector<std::uint64_t> keys_;
  Keyed unsorted_;
  Keyed keyed_;
  Keyed spare_;
  Kokkos::View<std::byte*, MemorySpace> scratch_;
};

}  // namespace siderum::bench
