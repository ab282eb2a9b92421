// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

#include <siderum/backends/cuda/launch.cuh>
#include <siderum/backends/cuda/ring_fft/synthesis_kernel.cuh>
#include <siderum/core/allocate.hpp>

namespace siderum::cuda::ring_fft {

/// Pairs of rings that one launch treats: of one kind of length, size of transform and split.
struct Bucket {
  static constexpr int short_rings = 0;  ///< levels of rings that are summed by definition

  int levels = short_rings;
  Length length = Length::any;
  int split = 1;
  std::int64_t begin = 0;           // of its items
  std::vector<std::int64_t> pairs;  // ascending
};

/// How a ring of nphi pixels is transformed.
class RingShape {
 public:
  static constexpr int shortest = 64;  // pixels of a ring that is transformed
  static constexpr int fewest_levels = 8;
  static constexpr int easy_levels = 10;  // up to which a chirp needs no split

  /// @param most_levels  that shared memory holds
  RingShape(std::int64_t nphi, int most_levels) {
    if (nphi < shortest) {
      return;
    }
    int const easy = is_direct(nphi) ? most_levels : std::min(easy_levels, most_levels);
    for (split = 1; split < 4 && needed(nphi / split) > easy && nphi % (2 * split) == 0;) {
      split *= 2;
    }
    length = is_direct(nphi / split) ? Length::power_of_two : Length::any;
    levels = needed(nphi / split);
  }

  int levels = Bucket::short_rings;
  int split = 1;
  Length length = Length::any;

 private:
  static bool is_direct(std::int64_t n) {
    return (n & (n - 1)) == 0 && n >= (std::int64_t{1} << fewest_levels);
  }
  static int needed(std::int64_t n) {
    std::int64_t const elements = is_direct(n) ? n : 2 * n - 1;
    int levels = fewest_levels;
    while ((std::int64_t{1} << levels) < elements) {
      ++levels;
    }
    return levels;
  }
};

/// What the rings of a plan need: items by bucket, roots of unity and spectra of chirps.
template <class Real>
class RingTables {
 public:
  using Value = Complex<Real>;
  template <class Element>
  using Table = Kokkos::View<Element*, Kokkos::CudaSpace>;

  /// @param most_levels  of a transform that shared memory holds
  RingTables(Kokkos::Cuda const& exec, std::vector<portable::RingPair> const& pairs,
             int most_levels) {
    sort_into_buckets(pairs, most_levels);
    std::vector<RingItem> items;
    std::map<std::int64_t, std::int64_t> spectrum_of;
    std::map<int, std::pair<std::vector<int>, std::vector<std::int64_t>>> wanted;
    std::int64_t spectra = 0;
    for (Bucket& bucket : buckets_) {
      bucket.begin = static_cast<std::int64_t>(items.size());
      for (std::int64_t const pair : bucket.pairs) {
        RingItem item = make_item(pairs[static_cast<std::size_t>(pair)], pair);
        std::int64_t const n = item.nphi / bucket.split;
        if (bucket.levels > Bucket::short_rings && bucket.length == Length::any) {
          auto const [found, is_new] = spectrum_of.try_emplace(n, spectra);
          if (is_new) {
            wanted[bucket.levels].first.push_back(static_cast<int>(n));
            wanted[bucket.levels].second.push_back(spectra);
            spectra += std::int64_t{1} << bucket.levels;
          }
          item.spectrum = found->second;
        }
        items.push_back(item);
      }
    }
    items_ = copy_to_memory(exec, "siderum::ring_fft::items", items);
    make_roots(exec);
    spectra_ = allocate<Table<Value>>(exec, "siderum::ring_fft::spectra", spectra);
    lengths_of_spectra_ = std::move(wanted);
  }

  std::vector<Bucket> const& buckets() const { return buckets_; }
  RingItem const* items() const { return items_.data(); }
  Value const* roots() const { return roots_.data(); }
  int root_levels() const { return root_levels_; }
  Value* spectra() const { return spectra_.data(); }

  std::int64_t bytes() const {
    auto const of = [](auto const& table) {
      return static_cast<std::int64_t>(table.span() * sizeof(*table.data()));
    };
    return of(items_) + of(roots_) + of(spectra_);
  }

  /// Calls make(levels, lengths, places) for the spectra of each size.
  template <class Make>
  void for_each_size(Kokkos::Cuda const& exec, Make const& make) const {
    for (auto const& [levels, wanted] : lengths_of_spectra_) {
      make(levels, copy_to_memory(exec, "siderum::ring_fft::lengths", wanted.first),
           copy_to_memory(exec, "siderum::ring_fft::places", wanted.second));
    }
  }

 private:
  void sort_into_buckets(std::vector<portable::RingPair> const& pairs, int most_levels) {
    std::map<std::tuple<int, int, int>, Bucket> sorted;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      RingShape const shape(pairs[i].first.nphi, most_levels);
      most_levels_ = std::max(most_levels_, shape.levels);
      Bucket& bucket = sorted[{-shape.levels, static_cast<int>(shape.length), shape.split}];
      bucket.levels = shape.levels;
      bucket.length = shape.length;
      bucket.split = shape.split;
      bucket.pairs.push_back(static_cast<std::int64_t>(i));
    }
    for (auto& entry : sorted) {
      buckets_.push_back(std::move(entry.second));
    }
  }

  static RingItem make_item(portable::RingPair const& pair, std::int64_t index) {
    RingItem item{};
    item.pair = index;
    item.nphi = static_cast<int>(pair.first.nphi);
    item.orders = static_cast<int>(pair.orders);
    item.has_second = pair.has_second;
    item.spin_factor = pair.spin_factor;
    Ring const* const rings[2] = {&pair.first, pair.has_second ? &pair.second : &pair.first};
    for (int i = 0; i < 2; ++i) {
      item.first[i] = rings[i]->first;
      item.stride[i] = rings[i]->stride;
      item.weight[i] = rings[i]->weight;
      long double const turn =
          static_cast<long double>(rings[i]->phi0) / std::numbers::pi_v<long double>;
      item.turn[i].high = static_cast<double>(turn);
      item.turn[i].low = static_cast<double>(turn - item.turn[i].high);
    }
    return item;
  }

  void make_roots(Kokkos::Cuda const& exec) {
    root_levels_ = std::max(most_levels_, 1);
    std::vector<Value> roots(std::size_t{1} << root_levels_);
    for (std::size_t k = 0; k < roots.size(); ++k) {
      long double const angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) /
                                static_cast<long double>(roots.size());
      roots[k] = {static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))};
    }
    roots_ = copy_to_memory(exec, "siderum::ring_fft::roots", roots);
  }

  std::vector<Bucket> buckets_;
  int most_levels_ = 0;
  int root_levels_ = 1;
  Table<RingItem> items_;
  Table<Value> roots_;
  Table<Value> spectra_;
  std::map<int, std::pair<std::vector<int>, std::vector<std::int64_t>>> lengths_of_spectra_;
};

}  // namespace siderum::cuda::ring_fft
