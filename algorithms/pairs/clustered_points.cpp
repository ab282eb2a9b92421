// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/clustered_points.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/random.hpp>

namespace siderum {

namespace {

constexpr double degree = 0.017453292519943295769236907684886;  // [rad]

double rounded(double angle) {
  return std::round(angle * 1e9) / 1e9;
}

/// Adds the point at a distance [rad] and a position angle [rad] from (ra, dec) [deg].
void append_beside(double ra, double dec, double distance, double angle, SkyPoints& points) {
  double const east = std::sin(distance) * std::sin(angle);
  double const north = std::sin(distance) * std::cos(angle);
  double const sine = std::sin(dec * degree);
  double const cosine = std::cos(dec * degree);
  double const z = std::cos(distance) * sine + north * cosine;
  double const to_meridian = std::cos(distance) * cosine - north * sine;
  double const turned = ra + std::atan2(east, to_meridian) / degree;
  double const within = rounded(turned - 360.0 * std::floor(turned / 360.0));
  points.ra.push_back(within < 360.0 ? within : 0.0);
  points.dec.push_back(rounded(std::atan2(z, std::hypot(east, to_meridian)) / degree));
}

void validate(ClusterOptions const& options) {
  SIDERUM_VALIDATE(options.clusters >= 1, "The number of clusters is " +
                                              std::to_string(options.clusters) +
                                              " (there is at least one). Give a number >= 1.");
  SIDERUM_VALIDATE(options.smallest > 0.0 && options.smallest / 3600.0 < options.radius &&
                       options.radius <= 90.0,
                   "The radius of the clusters is " + number_text(options.radius) +
                       " degrees (it must be above " + number_text(options.smallest) +
                       " arcseconds and at most 90 degrees). Correct it.");
}

}  // namespace

SkyPoints clustered_points(SkyArea const& area, std::int64_t points, std::uint64_t seed,
                           ClusterOptions const& options) {
  validate(options);
  SIDERUM_VALIDATE(points >= 0, "The number of points is " + std::to_string(points) +
                                    " (it cannot be negative). Give a number >= 0.");
  SkyPoints const centres = random_points(area, options.clusters, seed, 1);
  CounterRandom const random(seed, 2);
  double const smallest = options.smallest / 3600.0 * degree;
  SkyPoints result;
  for (std::int64_t i = 0; i < points; ++i) {
    auto const counter = 3 * static_cast<std::uint64_t>(i);
    auto const of_all = static_cast<double>(options.clusters) * random.uniform_at(counter);
    auto const centre = static_cast<std::size_t>(of_all);
    double const distance =
        smallest * std::pow(options.radius * degree / smallest, random.uniform_at(counter + 1));
    double const angle = 360.0 * degree * random.uniform_at(counter + 2);
    append_beside(centres.ra[centre], centres.dec[centre], distance, angle, result);
  }
  return result;
}

}  // namespace siderum
