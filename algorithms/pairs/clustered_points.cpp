// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/clustered_points.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

constexpr double degree = 0.017453292519943295769236907684886;  // [rad]

double rounded(double angle) {
  return std::round(angle * 1e9) / 1e9;
}

struct Point {
  double ra;   // [deg]
  double dec;  // [deg]
};

/// The point at a distance [rad] and a position angle [rad] from another one.
Point beside(Point const& centre, double distance, double angle) {
  double const east = std::sin(distance) * std::sin(angle);
  double const north = std::sin(distance) * std::cos(angle);
  double const sine = std::sin(centre.dec * degree);
  double const cosine = std::cos(centre.dec * degree);
  double const z = std::cos(distance) * sine + north * cosine;
  double const to_meridian = std::cos(distance) * cosine - north * sine;
  double const turned = centre.ra + std::atan2(east, to_meridian) / degree;
  double const within = rounded(turned - 360.0 * std::floor(turned / 360.0));
  return {within < 360.0 ? within : 0.0,
          rounded(std::atan2(z, std::hypot(east, to_meridian)) / degree)};
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
  resize_large(result.ra, static_cast<std::size_t>(points));
  resize_large(result.dec, static_cast<std::size_t>(points));
  constexpr std::int64_t points_at_a_time = std::int64_t{1} << 14;
  for_each_index(result.ra.size(), points_at_a_time, [&](std::size_t i) {
    auto const counter = 3 * static_cast<std::uint64_t>(i);
    auto const of_all = static_cast<double>(options.clusters) * random.uniform_at(counter);
    auto const centre = static_cast<std::size_t>(of_all);
    double const distance =
        smallest * std::pow(options.radius * degree / smallest, random.uniform_at(counter + 1));
    double const angle = 360.0 * degree * random.uniform_at(counter + 2);
    Point const point = beside({centres.ra[centre], centres.dec[centre]}, distance, angle);
    result.ra[i] = point.ra;
    result.dec[i] = point.dec;
  });
  return result;
}

}  // namespace siderum
