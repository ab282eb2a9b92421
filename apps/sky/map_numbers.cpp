// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/map_numbers.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

// Pixels, of which a piece takes a tenth of a millisecond. A multiple of the bits of a word, so
// that no two threads write to one word of a vector<bool>.
constexpr std::int64_t piece = std::int64_t{1} << 16;

/// function(begin, end) for pieces of so many pixels.
template <class Function>
void for_each_piece_of(std::size_t pixels, Function const& function) {
  for_each_piece(static_cast<std::int64_t>(pixels), piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      function(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    };
  });
}

}  // namespace

void multiply(std::span<double> map, std::span<double const> weight) {
  for_each_piece_of(weight.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = 0; first < map.size(); first += weight.size()) {
      std::span<double> const component = map.subspan(first, weight.size());
      for (std::size_t i = begin; i < end; ++i) {
        component[i] *= weight[i];
      }
    }
  });
}

NotFinite not_finite(std::span<double const> map) {
  std::atomic<bool> any_infinite = false;
  std::atomic<bool> any_nan = false;
  for_each_piece_of(map.size(), [&](std::size_t begin, std::size_t end) {
    bool are_finite = true;
    for (std::size_t i = begin; i < end; ++i) {
      are_finite &= std::fabs(map[i]) <= std::numeric_limits<double>::max();
    }
    for (std::size_t i = begin; i < end && !are_finite; ++i) {
      if (std::isinf(map[i])) {
        any_infinite = true;
      }
      if (std::isnan(map[i])) {
        any_nan = true;
      }
    }
  });
  return {any_infinite, any_nan};
}

// By one thread: most maps begin with one, or with few that are not.
bool any_seen(std::span<double const> map, std::span<double const> weight) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (!std::isnan(map[i]) && (weight.empty() || weight[i % weight.size()] != 0.0)) {
      return true;
    }
  }
  return false;
}

WeightNumbers make_weights(std::span<double> mask) {
  std::int64_t const pixels = std::ssize(mask);
  std::atomic<std::int64_t> bad = pixels;
  std::atomic<bool> any_above_0 = false;
  for_each_piece_of(mask.size(), [&](std::size_t begin, std::size_t end) {
    double largest = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      mask[i] = std::isnan(mask[i]) ? 0.0 : mask[i];
      if (mask[i] < 0.0 || std::isinf(mask[i])) {
        lower_to(bad, static_cast<std::int64_t>(i));
        return;
      }
      largest = std::max(largest, mask[i]);
    }
    if (largest > 0.0) {
      any_above_0 = true;
    }
  });
  return {bad < pixels ? bad.load() : -1, any_above_0};
}

UnseenNumbers::UnseenNumbers(std::span<double> map, std::int64_t pixels,
                             std::span<double const> weight)
    : is_unseen_(map.size() / static_cast<std::size_t>(pixels),
                 std::vector<bool>(static_cast<std::size_t>(pixels))) {
  std::atomic<std::int64_t> count = 0;
  std::atomic<std::int64_t> first = pixels;
  for_each_piece_of(static_cast<std::size_t>(pixels), [&](std::size_t begin, std::size_t end) {
    std::int64_t found = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (replace(map, i) && (weight.empty() || weight[i] != 0.0) && found++ == 0) {
        lower_to(first, static_cast<std::int64_t>(i));
      }
    }
    count += found;
  });
  pixels_ = count;
  first_pixel_ = pixels_ > 0 ? first.load() : -1;
}

// Whether a component of the pixel was not seen.
bool UnseenNumbers::replace(std::span<double> map, std::size_t pixel) {
  bool is_there = false;
  for (std::size_t c = 0; c < is_unseen_.size(); ++c) {
    if (double& value = map[c * is_unseen_[c].size() + pixel]; std::isnan(value)) {
      value = 0.0;
      is_unseen_[c][pixel] = true;
      is_there = true;
    }
  }
  return is_there;
}

void UnseenNumbers::restore(std::span<double> map) const {
  if (is_unseen_.empty()) {
    return;
  }
  std::size_t const size = is_unseen_.front().size();
  for_each_piece_of(size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < is_unseen_.size(); ++c) {
      for (std::size_t i = begin; i < end; ++i) {
        if (is_unseen_[c][i]) {
          map[c * size + i] = std::numeric_limits<double>::quiet_NaN();
        }
      }
    }
  });
}

}  // namespace siderum::apps
