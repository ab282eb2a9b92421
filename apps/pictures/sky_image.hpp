// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/algorithms/sky/sky_projection.hpp>
#include <siderum/apps/pictures/colour_map.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/sky/sky_map.hpp>

namespace siderum::apps {

/// Pixels row by row from the top, four bytes each: red, green, blue and opacity.
struct Image {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::string bytes;
};

/// Calls paint(row) for the rows of an image, by all threads.
template <class Paint>
void for_each_row(std::int64_t height, Paint const& paint) {
  constexpr std::int64_t rows_at_a_time = 8;
  for_each_piece(height, rows_at_a_time, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        paint(row);
      }
    };
  });
}

/// The values at the two ends of the colours.
struct ColourRange {
  double lower;
  double upper;
};

/// From the value that one pixel in a thousand is below to that which one in a thousand is above,
/// out to two digits of their difference; symmetric where they have different signs. Pixels that
/// are no finite number do not count. Throws Error where all are none.
ColourRange automatic_range(std::vector<double> const& values);

/// The whole sky, 2 to 1. Every picture element is the mean of the map at nine places in it, those
/// that are not seen left out, and as opaque as the share of it that lies on the sky; grey where
/// nothing is seen.
Image sky_image(io::SkyMap const& map, SkyProjection const& projection, ColourScale const& colours,
                ColourRange range, std::int64_t width);

/// The same, whose rows are handed on from the top, some at a time, while others are painted.
/// @param take  is told their bytes, by one thread at a time
void paint_sky(io::SkyMap const& map, SkyProjection const& projection, ColourScale const& colours,
               ColourRange range, std::int64_t width,
               std::function<void(std::string_view)> const& take);

/// Of an image of the sky.
std::int64_t sky_height(std::int64_t width);

/// The colours from left to right.
Image bar_image(ColourScale const& colours, std::int64_t width, std::int64_t height);

}  // namespace siderum::apps
