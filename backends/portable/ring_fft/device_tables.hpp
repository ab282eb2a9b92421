// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <tuple>
#include <vector>

#include <siderum/backends/portable/ring_fft/device_rings.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>

namespace siderum::portable::ring_fft {

/// How a ring of nphi pixels is transformed: in `split` parts of 2^levels numbers each.
struct DeviceShapeOfRing {
  static constexpr int fewest_levels = 8;
  static constexpr int easy_levels = 10;  ///< up to which a chirp needs no split

  int levels = 0;  ///< 0: no transform, but the sums of its definition
  int split = 1;
  bool by_chirp = false;

  auto operator<=>(DeviceShapeOfRing const&) const = default;

  /// @param most_levels  that scratch holds: parts are as many as it takes, up to 4
  /// @param shortest     pixels of a ring that is transformed
  static DeviceShapeOfRing of(std::int64_t nphi, int most_levels, std::int64_t shortest) {
    DeviceShapeOfRing shape;
    if (nphi < shortest) {
      return shape;
    }
    int const easy = is_direct(nphi) ? most_levels : std::min(easy_levels, most_levels);
    while (shape.split < 4 && needed(nphi / shape.split) > easy && nphi % (2 * shape.split) == 0) {
      shape.split *= 2;
    }
    shape.by_chirp = !is_direct(nphi / shape.split);
    shape.levels = needed(nphi / shape.split);
    return shape;
  }

 private:
  static bool is_direct(std::int64_t n) {
    return (n & (n - 1)) == 0 && n >= (std::int64_t{1} << fewest_levels);
  }
  static int needed(std::int64_t n) {
    std::int64_t const numbers = is_direct(n) ? n : 2 * n - 1;
    int levels = fewest_levels;
    while ((std::int64_t{1} << levels) < numbers) {
      ++levels;
    }
    return levels;
  }
};

/// Pairs that one launch treats.
struct DeviceBucket {
  DeviceShapeOfRing shape;
  std::int64_t begin = 0;           ///< of its pairs among all
  std::vector<std::int64_t> pairs;  ///< ascending
};

/// Chirps of one size whose spectra are wanted, and where they go.
struct DeviceSpectra {
  std::vector<int> lengths;
  std::vector<std::int64_t> places;
};

/// The rings of a plan as the host sorts them: by shape, the longest first.
class DeviceTables {
 public:
  DeviceTables(std::vector<RingPair> const& pairs, int most_levels, std::int64_t shortest) {
    sort(pairs, most_levels, shortest);
    std::map<std::int64_t, std::int64_t> place_of;
    for (DeviceBucket& bucket : buckets_) {
      bucket.begin = static_cast<std::int64_t>(pairs_.size());
      for (std::int64_t const index : bucket.pairs) {
        DevicePair pair = describe(pairs[static_cast<std::size_t>(index)], index);
        if (bucket.shape.by_chirp) {
          pair.spectrum = place(pair.nphi / bucket.shape.split, bucket.shape.levels, place_of);
        }
        pairs_.push_back(pair);
      }
    }
  }

  std::vector<DeviceBucket> const& buckets() const { return buckets_; }
  std::vector<DevicePair> const& pairs() const { return pairs_; }
  std::map<int, DeviceSpectra> const& spectra() const { return spectra_; }
  std::int64_t spectra_size() const { return spectra_size_; }
  int levels() const { return levels_; }

  int root_levels() const { return levels_; }
  /// exp(2 pi i k / 2^root_levels()): one eighth by sines and cosines, the others like it.
  /// @tparam Wide  the type in which they are formed
  template <class Complex, class Wide>
  std::vector<Complex> roots() const {
    using Real = typename Complex::value_type;
    static_assert(DeviceShapeOfRing::fewest_levels >= 3, "the circle has eighths");
    std::size_t const size = std::size_t{1} << root_levels();
    std::vector<Complex> roots(size);
    for (std::size_t k = 0; k <= size / 8; ++k) {
      Wide const angle =
          2 * std::numbers::pi_v<Wide> * static_cast<Wide>(k) / static_cast<Wide>(size);
      auto const c = static_cast<Real>(std::cos(angle));
      auto const s = static_cast<Real>(std::sin(angle));
      roots[k] = Complex(c, s);
      roots[size / 4 - k] = Complex(s, c);
      roots[size / 4 + k] = Complex(-s, c);
      roots[size / 2 - k] = Complex(-c, s);
      roots[size / 2 + k] = Complex(-c, -s);
      roots[3 * size / 4 - k] = Complex(-s, -c);
      roots[3 * size / 4 + k] = Complex(s, -c);
      roots[(size - k) % size] = Complex(c, -s);
    }
    return roots;
  }

 private:
  void sort(std::vector<RingPair> const& pairs, int most_levels, std::int64_t shortest) {
    std::map<DeviceShapeOfRing, DeviceBucket, std::greater<>> sorted;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      auto const shape = DeviceShapeOfRing::of(pairs[i].first.nphi, most_levels, shortest);
      levels_ = std::max(levels_, shape.levels);
      DeviceBucket& bucket = sorted[shape];
      bucket.shape = shape;
      bucket.pairs.push_back(static_cast<std::int64_t>(i));
    }
    for (auto& entry : sorted) {
      buckets_.push_back(std::move(entry.second));
    }
  }

  // Rings of equal length share a spectrum.
  std::int64_t place(int length, int levels, std::map<std::int64_t, std::int64_t>& place_of) {
    auto const [found, is_new] = place_of.try_emplace(length, spectra_size_);
    if (is_new) {
      spectra_[levels].lengths.push_back(length);
      spectra_[levels].places.push_back(spectra_size_);
      spectra_size_ += std::int64_t{1} << levels;
    }
    return found->second;
  }

  static DevicePair describe(RingPair const& pair, std::int64_t index) {
    DevicePair result{};
    result.pair = index;
    result.nphi = static_cast<int>(pair.first.nphi);
    result.orders = static_cast<int>(pair.orders);
    result.has_second = pair.has_second;
    result.spin_factor = pair.spin_factor;
    Ring const* const rings[2] = {&pair.first, pair.has_second ? &pair.second : &pair.first};
    for (int i = 0; i < 2; ++i) {
      result.first[i] = rings[i]->first;
      result.stride[i] = rings[i]->stride;
      result.weight[i] = rings[i]->weight;
      long double const turns =
          static_cast<long double>(rings[i]->phi0) / (2 * std::numbers::pi_v<long double>);
      result.turns[i].high = static_cast<double>(turns);
      result.turns[i].low = static_cast<double>(turns - result.turns[i].high);
    }
    return result;
  }

  std::vector<DeviceBucket> buckets_;
  std::vector<DevicePair> pairs_;
  std::map<int, DeviceSpectra> spectra_;  // by levels
  std::int64_t spectra_size_ = 0;
  int levels_ = DeviceShapeOfRing::fewest_levels;
};

}  // namespace siderum::portable::ring_fft
