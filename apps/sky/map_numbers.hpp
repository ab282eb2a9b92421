// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Loops over the numbers of maps, (components, pixels), by all threads of the host.
namespace siderum::apps {

/// Multiplies each component by the weights of the pixels.
/// @param weight  (pixels)
void multiply(std::span<double> map, std::span<double const> weight);

/// Which numbers a map has that are not finite.
struct NotFinite {
  bool any_infinite;
  bool any_nan;
};
NotFinite not_finite(std::span<double const> map);

/// Whether a map has a number in any component of a pixel.
/// @param weight  (pixels), 0 where a pixel does not matter; empty: all do
bool any_seen(std::span<double const> map, std::span<double const> weight);

/// What make_weights has found.
struct WeightNumbers {
  std::int64_t first_bad;  ///< the place of the first weight that is infinite or below 0; -1: none
  bool any_above_0;
};

/// Makes weights of the pixels of a mask, 0 where they are NaN.
WeightNumbers make_weights(std::span<double> mask);

/// Which numbers of a map were not seen.
class UnseenNumbers {
 public:
  /// All were seen.
  UnseenNumbers() = default;

  /// Those that are NaN, in whose places it puts 0.
  /// @param weight  (pixels), 0 where a pixel does not matter; empty: all do
  UnseenNumbers(std::span<double> map, std::int64_t pixels, std::span<double const> weight);

  /// How many pixels that matter were not seen in some component.
  std::int64_t pixels() const { return pixels_; }

  /// The first of them; -1: there is none.
  std::int64_t first_pixel() const { return first_pixel_; }

  /// Puts NaN where there was one.
  void restore(std::span<double> map) const;

 private:
  bool replace(std::span<double> map, std::size_t pixel);

  std::vector<std::vector<bool>> is_unseen_;  ///< (components)(pixels)
  std::int64_t pixels_ = 0;
  std::int64_t first_pixel_ = -1;
};

}  // namespace siderum::apps
