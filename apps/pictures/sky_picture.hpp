// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <siderum/algorithms/sky/sky_projection.hpp>
#include <siderum/apps/pictures/plot.hpp>
#include <siderum/apps/pictures/polarisation_image.hpp>
#include <siderum/apps/pictures/sky_image.hpp>

namespace siderum::apps {

/// What the picture of a map shows.
struct SkyPicture {
  std::string title;
  std::string unit;  ///< behind the colour bar
  ProjectionKind projection = ProjectionKind::mollweide;
  ColourRange range{0.0, 1.0};
  Image sky;
  Image bar;
  SegmentField polarisation;  ///< lines over the sky; none: no segments
};

/// The picture's parts for a sky of this width.
std::int64_t bar_width(std::int64_t sky_width);
std::int64_t bar_height(std::int64_t sky_width);

/// The commands and data that make gnuplot draw the picture on its standard output: the sky with
/// its outline, a title above it and a colour bar with its values below, and the lines of
/// polarisation with the amplitude that the longest stand for. The images are shown element by
/// element, so that nothing is blurred. The opening comes first, and the bytes of the sky between
/// the two parts of the script: no part has them. Of a PNG gnuplot draws all but the sky, on no
/// ground, and is not told of its bytes: write_sky_png adds it, since gnuplot takes longer to read
/// and to pack so large an image than it took to paint.
struct SkyScript {
  std::string before_sky;
  std::string behind_sky;
};
SkyScript sky_script(SkyPicture const& picture, PictureFormat format);

/// With it gnuplot can make ready: of the picture the sizes count, and whether it has a title.
std::string sky_opening(SkyPicture const& picture, PictureFormat format);

/// Lays what gnuplot has drawn over the sky, and both on white.
/// @param drawn  a PNG with opacity
/// @param take   is told the bytes of the PNG that shows all, in their order
/// False where that is no such PNG, or of another size.
bool write_sky_png(SkyPicture const& picture, std::string_view drawn,
                   std::function<void(std::string_view)> const& take);

}  // namespace siderum::apps
