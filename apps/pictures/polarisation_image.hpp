// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/sky_projection.hpp>
#include <siderum/apps/pictures/sky_image.hpp>
#include <siderum/io/sky/sky_map.hpp>

/// Polarisation as it lies in a picture.
namespace siderum::apps {

/// A headless line, its amplitude and its angle from the x axis to the y axis of the picture.
struct Line {
  double amplitude = 0.0;
  double angle = 0.0;  ///< [rad]
};

/// From places of a picture to the lines of Q and U, which run at half the angle of Q + i U from
/// south towards east.
class PolarisationField {
 public:
  /// @param map  of the components Q and U; must live as long as this object
  PolarisationField(io::SkyMap const& map, SkyProjection const& projection);

  /// None beside the sky, at its very edge, and where Q or U is not seen.
  std::optional<Line> line(double x, double y) const;

  /// The mean over a square, of lines as vectors at twice their angle: none where less than half of
  /// it is seen.
  std::optional<Line> mean_line(double x, double y, double side) const;

 private:
  io::SkyMap const& map_;
  SkyProjection const& projection_;
  PixelFinder find_;
};

/// The unit of sqrt(Q^2 + U^2), of a map of Q and U; none where theirs are not the same.
std::string amplitude_unit(io::SkyMap const& map);

/// The amplitude sqrt(Q^2 + U^2) of a map of Q and U, as a map of one component.
io::SkyMap polarisation_amplitude(io::SkyMap const& map);

/// A line of the picture, from its centre half its length to both sides, in elements of an image of
/// the sky from its upper left corner.
struct Segment {
  double column;
  double row;
  double half_width;
  double half_height;
};

/// Lines at a regular grid of places, as long as their amplitude asks for.
struct SegmentField {
  std::vector<Segment> segments;
  double longest = 0.0;    ///< length in elements
  double amplitude = 0.0;  ///< that it stands for
  std::string unit;        ///< of that, for the reader of the picture
};

/// Those that would leave the sky, or what is seen of it, are left out.
/// @param width    of the image of the sky, in elements
/// @param spacing  of the lines, in elements; the longest just fill it
SegmentField polarisation_segments(PolarisationField const& field, std::int64_t width,
                                   std::int64_t spacing);

/// Draws the lines into the image as a texture: white noise averaged along them (line integral
/// convolution, Cabral & Leedom 1993, SIGGRAPH), which makes its elements darker or lighter, the
/// more so the larger the amplitude.
void draw_texture(PolarisationField const& field, Image& image);

}  // namespace siderum::apps
