// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/random_points.hpp>

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

struct Direction {
  double ra, dec;  // [deg]
};

double rounded(double angle) {
  return std::round(angle * 1e9) / 1e9;
}

double within_turn(double ra) {
  double const turned = rounded(ra - 360.0 * std::floor(ra / 360.0));
  return turned < 360.0 ? turned : 0.0;
}

void validate(WholeSky const&) {}

void validate(SkyCap const& cap) {
  SIDERUM_VALIDATE(std::isfinite(cap.ra) && std::abs(cap.dec) <= 90.0,
                   "The centre of the cap is (" + number_text(cap.ra) + ", " +
                       number_text(cap.dec) +
                       ") (a right ascension is finite, a declination in -90 .. 90 degrees)."
                       " Correct it.");
  SIDERUM_VALIDATE(cap.radius > 0.0 && cap.radius <= 180.0,
                   "The radius of the cap is " + number_text(cap.radius) +
                       " (it must be above 0 and at most 180 degrees). Correct it.");
}

/// In right ascension [deg]; a box whose ra_max is below its ra_min holds the meridian 0.
double width_of(SkyBox const& box) {
  return box.ra_max < box.ra_min ? box.ra_max + 360.0 - box.ra_min : box.ra_max - box.ra_min;
}

void validate(SkyBox const& box) {
  double const width = width_of(box);
  SIDERUM_VALIDATE(std::isfinite(width) && width > 0.0 && width <= 360.0,
                   "The box reaches from right ascension " + number_text(box.ra_min) + " to " +
                       number_text(box.ra_max) +
                       " (it must be wider than 0 and at most 360 degrees). Correct it.");
  SIDERUM_VALIDATE(box.dec_min >= -90.0 && box.dec_max <= 90.0 && box.dec_min < box.dec_max,
                   "The box reaches from declination " + number_text(box.dec_min) + " to " +
                       number_text(box.dec_max) +
                       " (they must increase and lie in -90 .. 90 degrees). Correct it.");
}

Direction draw(WholeSky const&, double u, double v) {
  return {360.0 * u, std::asin(2.0 * v - 1.0) / degree};
}

Direction draw(SkyBox const& box, double u, double v) {
  double const lower = std::sin(box.dec_min * degree);
  double const upper = std::sin(box.dec_max * degree);
  double const sine = std::clamp(lower + (upper - lower) * v, -1.0, 1.0);
  return {box.ra_min + width_of(box) * u,
          std::clamp(std::asin(sine) / degree, box.dec_min, box.dec_max)};
}

Direction draw(SkyCap const& cap, double u, double v) {
  double const distance = 2.0 * std::asin(std::sin(0.5 * cap.radius * degree) * std::sqrt(v));
  double const angle = 2.0 * 180.0 * degree * u;
  // East, north and outwards at the centre of the cap.
  double const east = std::sin(distance) * std::sin(angle);
  double const north = std::sin(distance) * std::cos(angle);
  double const outwards = std::cos(distance);
  double const sine = std::sin(cap.dec * degree);
  double const cosine = std::cos(cap.dec * degree);
  double const z = outwards * sine + north * cosine;
  double const to_meridian = outwards * cosine - north * sine;
  return {cap.ra + std::atan2(east, to_meridian) / degree,
          std::atan2(z, std::hypot(east, to_meridian)) / degree};
}

}  // namespace

SkyPoints random_points(SkyArea const& area, std::int64_t points, std::uint64_t seed,
                        std::uint64_t stream) {
  std::visit([](auto const& shape) { validate(shape); }, area);
  SIDERUM_VALIDATE(points >= 0, "The number of points is " + std::to_string(points) +
                                    " (it cannot be negative). Give a number >= 0.");
  CounterRandom const random(seed, stream);
  SkyPoints result;
  resize_large(result.ra, static_cast<std::size_t>(points));
  resize_large(result.dec, static_cast<std::size_t>(points));
  constexpr std::int64_t points_at_a_time = std::int64_t{1} << 13;
  for_each_index(result.ra.size(), points_at_a_time, [&](std::size_t i) {
    double const u = random.uniform_at(2 * i);
    double const v = random.uniform_at(2 * i + 1);
    Direction const point =
        std::visit([u, v](auto const& shape) { return draw(shape, u, v); }, area);
    result.ra[i] = within_turn(point.ra);
    result.dec[i] = rounded(point.dec);
  });
  return result;
}

}  // namespace siderum
