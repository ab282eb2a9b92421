// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <siderum/core/healpix_circle.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/ring_grid.hpp>

/// From places in a picture to directions on the sky, and from directions to pixels of a map.
namespace siderum {

enum class ProjectionKind {
  mollweide,     ///< the whole sky in an ellipse, areas to scale
  orthographic,  ///< two hemispheres as seen from far away, that of the centre on the left
  gnomonic,      ///< a part of the sky on the plane that touches it: great circles are straight
  cartesian,     ///< a part of the sky, or all of it: angles from the centre along both axes
};

/// A projection of the whole sky onto -2 <= x <= 2, -1 <= y <= 1, or of a part of it onto
/// -1 <= x, y <= 1, seen from inside: longitudes grow to the left.
///
/// Mollweide (Snyder 1987, USGS Professional Paper 1395, p. 249): with sin(a) = y,
///
///     pi sin(latitude) = 2 a + sin(2 a),   longitude = -(pi / 2) x / cos(a)
///
/// Orthographic: of a direction (u, v, w) in the frame whose first axis is the centre, the disk at
/// (x + 1, y) = (-v, w) where u >= 0, and (x - 1, y) = (v, w) where u < 0.
///
/// Gnomonic: (x, y) = (-v / u, w / u) / tan(radius). Cartesian: longitude and latitude in that
/// frame are -radius x and radius y.
class SkyProjection {
 public:
  /// @param longitude, latitude  of the centre [deg]; north is up there
  /// @param radius  of a part of the sky, from the centre to each side [deg]: above 0, gnomonic at
  ///                most 80, cartesian at most 180; not used where the whole sky is shown
  /// Throws Error for angles that are not finite, latitudes outside -90 .. 90 and another radius.
  SkyProjection(ProjectionKind kind, double longitude, double latitude, double radius = 10.0);

  using Vector = std::array<double, 3>;

  /// The places of one y, which share what depends on it.
  class Line {
   public:
    /// The unit vector towards what is seen at x; none beside the sky.
    std::optional<Vector> sky(double x) const;

   private:
    friend class SkyProjection;
    friend class PixelsOfLine;

    Line(SkyProjection const& projection, double y);

    std::optional<Vector> vector(double x) const;

    /// Of those projections in which y gives the latitude, and thus turn_ * x the longitude from
    /// the centre.
    bool is_beside(double x) const;

    SkyProjection const* projection_;
    double y_;
    double sine_ = 0.0;    ///< of the latitude, where y gives it
    double cosine_ = 0.0;  ///< likewise
    double turn_ = 0.0;    ///< longitude over x, likewise
  };

  Line line(double y) const { return {*this, y}; }

  /// The direction seen at a place of the picture; none beside the sky.
  std::optional<healpix::Direction> direction(double x, double y) const;

  /// Where a direction is in the picture; none where it is not shown. A direction on an edge at
  /// which the picture was cut is on one side of it.
  std::optional<std::array<double, 2>> place(healpix::Direction direction) const;

  /// Where a line on the sky runs in the picture: the angle from the x axis to the y axis [rad] of
  /// the tangent south * e_theta + east * e_phi at a place. None beside the sky and within 1e-5 of
  /// its edge.
  std::optional<double> line_angle(double x, double y, double south, double east) const;

 private:
  friend class PixelsOfLine;

  std::optional<Vector> vector(double x, double y) const { return line(y).vector(x); }
  Vector in_frame(Vector const& sky) const;

  /// Whether the lines of y are circles of latitude.
  bool keeps_latitudes() const;

  ProjectionKind kind_;
  double radius_;               ///< [rad]
  std::array<Vector, 3> axes_;  ///< of the centre's frame, in that of the sky
};

/// The pixel that a direction falls into: on HEALPix the one that holds it, on other grids the one
/// whose ring is nearest in theta and which is nearest to it along the ring.
class PixelFinder {
 public:
  explicit PixelFinder(RingGrid const& grid);

  /// The element of a map. Cost O(1) for HEALPix, else O(log rings).
  std::int64_t operator()(healpix::Direction direction) const;

  /// The same of a unit vector.
  std::int64_t towards(SkyProjection::Vector const& sky) const;

 private:
  friend class PixelsOfLine;

  std::int64_t nside_;
  std::vector<Ring> rings_;  ///< by theta; empty for HEALPix
};

/// The pixels seen along a line of a picture: those of PixelFinder, several times as fast where the
/// line is a circle of latitude of a HEALPix map, as all are about a centre on the equator.
class PixelsOfLine {
 public:
  /// @param find, line  and the projection of the line: must live as long as this object
  PixelsOfLine(PixelFinder const& find, SkyProjection::Line const& line);

  /// The elements of a map that are seen at x = first, first + step, ...; -1 beside the sky.
  void along(double first, double step, std::span<std::int64_t> elements) const;

 private:
  PixelFinder const& find_;
  SkyProjection::Line const& line_;
  std::optional<healpix::Circle> circle_;
  double phi_ = 0.0;  ///< of the centre
};

}  // namespace siderum
