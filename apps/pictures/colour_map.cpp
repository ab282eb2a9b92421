// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/colour_map.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace siderum::apps {

namespace {

constexpr std::size_t steps = 1024;

using Hex = std::uint32_t;
using Lab = std::array<double, 3>;

constexpr std::array<Hex, 11> sky_colours = {0x0a1a5c, 0x12379b, 0x1f66cf, 0x5aa4e6,
                                             0xb4d9f2, 0xfbf3e4, 0xfdd49a, 0xf89b4c,
                                             0xe3592b, 0xaf1f24, 0x5d0718};
constexpr std::array<Hex, 10> viridis_colours = {0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e,
                                                 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725};
constexpr std::array<Hex, 10> magma_colours = {0x000004, 0x180f3d, 0x440f76, 0x721f81, 0x9e2f7f,
                                               0xcd4071, 0xf1605d, 0xfd9668, 0xfeca8d, 0xfcfdbf};
constexpr std::array<Hex, 10> inferno_colours = {0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60,
                                                 0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4};
constexpr std::array<Hex, 2> grey_colours = {0x000000, 0xffffff};

std::span<Hex const> colours_of(ColourMap map) {
  switch (map) {
    case ColourMap::sky:
      return sky_colours;
    case ColourMap::viridis:
      return viridis_colours;
    case ColourMap::magma:
      return magma_colours;
    case ColourMap::inferno:
      return inferno_colours;
    case ColourMap::grey:
      return grey_colours;
  }
  return {};
}

/// From a stored component to light, and back (IEC 61966-2-1).
double to_light(double stored) {
  return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
}
double to_stored(double light) {
  double const held = std::clamp(light, 0.0, 1.0);
  return held <= 0.0031308 ? 12.92 * held : 1.055 * std::pow(held, 1.0 / 2.4) - 0.055;
}

/// Oklab of light: https://bottosson.github.io/posts/oklab, whose matrices are in the public
/// domain.
Lab to_lab(Hex colour) {
  double const r = to_light((colour >> 16 & 255) / 255.0);
  double const g = to_light((colour >> 8 & 255) / 255.0);
  double const b = to_light((colour & 255) / 255.0);
  double const l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double const m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double const s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

std::uint8_t to_byte(double light) {
  return static_cast<std::uint8_t>(std::lround(255.0 * to_stored(light)));
}

Colour from_lab(Lab const& lab) {
  auto const cube = [](double x) { return x * x * x; };
  double const l = cube(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]);
  double const m = cube(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]);
  double const s = cube(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]);
  return {to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/// Between the second and the third of four equally spaced values (Catmull & Rom 1974).
double between(double before, double here, double next, double after, double t) {
  double const slope = 0.5 * (next - before);
  double const next_slope = 0.5 * (after - here);
  double const rise = next - here;
  return here + t * (slope + t * (3.0 * rise - 2.0 * slope - next_slope +
                                  t * (slope + next_slope - 2.0 * rise)));
}

}  // namespace

ColourScale::ColourScale(ColourMap map) {
  std::vector<Lab> points;
  for (Hex const colour : colours_of(map)) {
    points.push_back(to_lab(colour));
  }
  // The curve goes straight on at its ends.
  auto const beyond = [](Lab const& end, Lab const& inner) {
    return Lab{2 * end[0] - inner[0], 2 * end[1] - inner[1], 2 * end[2] - inner[2]};
  };
  points.insert(points.begin(), beyond(points[0], points[1]));
  points.push_back(beyond(points.back(), points[points.size() - 2]));
  std::size_t const parts = points.size() - 3;
  for (std::size_t step = 0; step < steps; ++step) {
    double const place = static_cast<double>(step) / (steps - 1) * static_cast<double>(parts);
    auto const i = std::min(static_cast<std::size_t>(place), parts - 1);
    double const t = place - static_cast<double>(i);
    Lab lab{};
    for (std::size_t k = 0; k < 3; ++k) {
      lab[k] = between(points[i][k], points[i + 1][k], points[i + 2][k], points[i + 3][k], t);
    }
    colours_.push_back(from_lab(lab));
  }
}

Colour ColourScale::operator()(double value) const {
  // NaN, which std::clamp would let through, is the first one.
  double const place = value > 0.0 ? std::min(value, 1.0) * (steps - 1) : 0.0;
  return colours_[static_cast<std::size_t>(std::lround(place))];
}

}  // namespace siderum::apps
