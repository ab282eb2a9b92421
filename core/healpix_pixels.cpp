// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/healpix_pixels.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_circle.hpp>

namespace siderum::healpix {

namespace {

constexpr double pi = std::numbers::pi;

/// A pixel as ring and place: ring 1 .. 4 nside - 1 from north, place from 0.
struct RingPlace {
  std::int64_t ring;
  std::int64_t place;
};

/// A pixel of a base face: x to the north-east, y to the north-west, 0 .. nside - 1.
struct FacePlace {
  std::int64_t face;
  std::int64_t x;
  std::int64_t y;
};

/// Where the faces lie, in units of nside: the ring of the southern corner, and twice the place of
/// the corner along the ring.
constexpr std::array<std::int64_t, 12> corner_ring = {2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4};
constexpr std::array<std::int64_t, 12> corner_place = {1, 3, 5, 7, 0, 2, 4, 6, 1, 3, 5, 7};

std::int64_t modulo(std::int64_t value, std::int64_t period) {
  return (value % period + period) % period;
}

/// Pixels in a quarter of a ring.
std::int64_t quarter(std::int64_t nside, std::int64_t ring) {
  return std::min({ring, nside, 4 * nside - ring});
}

/// The rings of the belt are shifted by half a pixel in turn.
bool is_shifted(std::int64_t nside, std::int64_t ring) {
  return ring >= nside && ring <= 3 * nside && (ring - nside) % 2 != 0;
}

/// Pixels before a ring.
std::int64_t ring_start(std::int64_t nside, std::int64_t ring) {
  if (ring < nside) {
    return 2 * ring * (ring - 1);
  }
  if (ring <= 3 * nside) {
    return 2 * nside * (nside - 1) + 4 * nside * (ring - nside);
  }
  std::int64_t const from_south = 4 * nside - ring;
  return 12 * nside * nside - 2 * from_south * (from_south + 1);
}

/// The ring of the north cap that holds a pixel: the largest i with 2 i (i - 1) <= pixel.
std::int64_t cap_ring(std::int64_t pixel) {
  auto ring =
      static_cast<std::int64_t>((1.0 + std::sqrt(1.0 + 2.0 * static_cast<double>(pixel))) / 2.0);
  ring += 2 * ring * (ring + 1) <= pixel ? 1 : 0;  // the root may be rounded either way
  ring -= 2 * ring * (ring - 1) > pixel ? 1 : 0;
  return ring;
}

RingPlace ring_place(std::int64_t nside, std::int64_t pixel) {
  std::int64_t const pixels = 12 * nside * nside;
  std::int64_t const cap = 2 * nside * (nside - 1);
  std::int64_t ring = nside + (pixel - cap) / (4 * nside);
  if (pixel < cap) {
    ring = cap_ring(pixel);
  } else if (pixel >= pixels - cap) {
    ring = 4 * nside - cap_ring(pixels - 1 - pixel);
  }
  return {ring, pixel - ring_start(nside, ring)};
}

/// Bit i to bit 2 i.
std::uint64_t spread(std::int64_t value) {
  auto bits = static_cast<std::uint64_t>(value);
  bits = (bits | bits << 16) & 0x0000FFFF0000FFFFu;
  bits = (bits | bits << 8) & 0x00FF00FF00FF00FFu;
  bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0Fu;
  bits = (bits | bits << 2) & 0x3333333333333333u;
  return (bits | bits << 1) & 0x5555555555555555u;
}

/// Bit 2 i to bit i; odd bits are dropped.
std::int64_t gather(std::uint64_t bits) {
  bits &= 0x5555555555555555u;
  bits = (bits | bits >> 1) & 0x3333333333333333u;
  bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0Fu;
  bits = (bits | bits >> 4) & 0x00FF00FF00FF00FFu;
  bits = (bits | bits >> 8) & 0x0000FFFF0000FFFFu;
  return static_cast<std::int64_t>((bits | bits >> 16) & 0x00000000FFFFFFFFu);
}

/// The face on which a pixel lies is the one on which its x and y are pixels of the face:
/// ring = corner_ring nside - x - y - 1, 2 place + 1 = corner_place quarter + x - y + shift.
FacePlace face_place(std::int64_t nside, RingPlace const& at) {
  std::int64_t const n = quarter(nside, at.ring);
  std::int64_t const shift = is_shifted(nside, at.ring) ? 1 : 0;
  for (std::int64_t face = 0; face < 12; ++face) {
    auto const f = static_cast<std::size_t>(face);
    std::int64_t const sum = corner_ring[f] * nside - at.ring - 1;
    std::int64_t const turn = modulo(2 * at.place + 1 - corner_place[f] * n - shift, 8 * n);
    std::int64_t const difference = turn < 4 * n ? turn : turn - 8 * n;
    std::int64_t const x = (sum + difference) / 2;
    std::int64_t const y = (sum - difference) / 2;
    if (x >= 0 && y >= 0 && x < nside && y < nside && x + y == sum) {
      return {face, x, y};
    }
  }
  SIDERUM_EXPECT(false);
  return {};
}

/// Quarters of the ring at `turns` of phi, from 0 to below 4.
double quarters(double turns) {
  double const t = 4.0 * (turns - std::floor(turns));
  return t < 4.0 ? t : 0.0;
}

bool is_in_belt(double z) {
  return std::abs(z) <= 2.0 / 3.0;
}

// Inlined, so that loops over many take them by vectors.
[[gnu::always_inline]] inline std::int64_t belt_pixel(std::int64_t nside, double z, double t) {
  double const size = static_cast<double>(nside);
  auto const rising = static_cast<std::int64_t>(std::floor(size * (t + 0.5 - 0.75 * z)));
  auto const falling = static_cast<std::int64_t>(std::floor(size * (t + 0.5 + 0.75 * z)));
  std::int64_t const ring = nside + 1 + rising - falling;  // 1 at the belt's northern end
  std::int64_t const shift = ring % 2 == 0 ? 1 : 0;
  std::int64_t place = (rising + falling - nside + shift + 1) >> 1;  // -1 .. 4 nside
  place += place < 0 ? 4 * nside : 0;
  place -= place >= 4 * nside ? 4 * nside : 0;
  return 2 * nside * (nside - 1) + (ring - 1) * 4 * nside + place;
}

/// @param width  nside sqrt(3 (1 - |z|))
[[gnu::always_inline]] inline std::int64_t cap_pixel(std::int64_t nside, double z, double width,
                                                     double t) {
  double const u = t - std::floor(t);
  auto const ring = std::min(
      static_cast<std::int64_t>(u * width) + static_cast<std::int64_t>((1.0 - u) * width) + 1,
      nside);
  auto const place =
      std::min(static_cast<std::int64_t>(t * static_cast<double>(ring)), 4 * ring - 1);
  return z > 0.0 ? 2 * ring * (ring - 1) + place
                 : 12 * nside * nside - 2 * ring * (ring + 1) + place;
}

/// The pixel that holds z = cos(theta) at `turns` of phi.
std::int64_t pixel_at(std::int64_t nside, double z, double width, double turns) {
  double const t = quarters(turns);
  return is_in_belt(z) ? belt_pixel(nside, z, t) : cap_pixel(nside, z, width, t);
}

void check_nside(std::int64_t nside) {
  SIDERUM_VALIDATE(nside >= 1 && nside <= most_nside,
                   "There is no HEALPix grid of nside " + std::to_string(nside) +
                       " (nside is 1 .. " + std::to_string(most_nside) + "). Give one of these.");
}

}  // namespace

std::int64_t pixel_count(std::int64_t nside) {
  check_nside(nside);
  return 12 * nside * nside;
}

std::int64_t nside_of(std::int64_t pixels) {
  auto const nside =
      static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(pixels) / 12.0)));
  SIDERUM_VALIDATE(nside >= 1 && nside <= most_nside && 12 * nside * nside == pixels,
                   "A HEALPix map cannot have " + std::to_string(pixels) +
                       " pixels (it has 12 nside^2). Give whole maps.");
  return nside;
}

bool has_nested(std::int64_t nside) {
  return nside >= 1 && nside <= most_nside &&
         std::has_single_bit(static_cast<std::uint64_t>(nside));
}

std::int64_t ring_pixel(std::int64_t nside, Direction direction) {
  SIDERUM_EXPECT(std::isfinite(direction.theta) && std::isfinite(direction.phi));
  double const theta = std::clamp(direction.theta, 0.0, pi);
  double const width =
      static_cast<double>(nside) * std::sqrt(6.0) * std::sin(0.5 * std::min(theta, pi - theta));
  return pixel_at(nside, std::cos(theta), width, direction.phi / (2.0 * pi));
}

std::int64_t ring_pixel_towards(std::int64_t nside, std::array<double, 3> const& vector) {
  auto const [x, y, z] = vector;
  return Circle(nside, z, x * x + y * y).pixel(std::atan2(y, x));
}

// 1 - |z| = sin(theta)^2 / (1 + |z|), which cancels nothing.
Circle::Circle(std::int64_t nside, double z, double sine_squared)
    : nside_(nside),
      z_(z),
      width_(static_cast<double>(nside) * std::sqrt(3.0 * sine_squared / (1.0 + std::abs(z)))) {}

std::int64_t Circle::pixel(double phi) const {
  return pixel_at(nside_, z_, width_, phi / (2.0 * pi));
}

void Circle::pixels(std::span<double const> phi, std::span<std::int64_t> pixel) const {
  if (is_in_belt(z_)) {
    for (std::size_t i = 0; i < pixel.size(); ++i) {
      pixel[i] = belt_pixel(nside_, z_, quarters(phi[i] / (2.0 * pi)));
    }
  } else {
    for (std::size_t i = 0; i < pixel.size(); ++i) {
      pixel[i] = cap_pixel(nside_, z_, width_, quarters(phi[i] / (2.0 * pi)));
    }
  }
}

Direction ring_centre(std::int64_t nside, std::int64_t pixel) {
  RingPlace const at = ring_place(nside, pixel);
  std::int64_t const n = quarter(nside, at.ring);
  double const half = is_shifted(nside, at.ring) ? 0.0 : 0.5;
  double const phi = (static_cast<double>(at.place) + half) * pi / (2.0 * static_cast<double>(n));
  double const size = static_cast<double>(nside);
  if (at.ring >= nside && at.ring <= 3 * nside) {
    return {std::acos(static_cast<double>(2 * nside - at.ring) * (2.0 / 3.0) / size), phi};
  }
  double const from_pole = 2.0 * std::asin(static_cast<double>(n) / (std::sqrt(6.0) * size));
  return {at.ring < nside ? from_pole : pi - from_pole, phi};
}

std::int64_t nested_to_ring(std::int64_t nside, std::int64_t pixel) {
  SIDERUM_EXPECT(has_nested(nside) && pixel >= 0 && pixel < 12 * nside * nside);
  std::int64_t const face = pixel / (nside * nside);
  auto const within = static_cast<std::uint64_t>(pixel % (nside * nside));
  std::int64_t const x = gather(within);
  std::int64_t const y = gather(within >> 1);
  auto const f = static_cast<std::size_t>(face);
  std::int64_t const ring = corner_ring[f] * nside - x - y - 1;
  std::int64_t const n = quarter(nside, ring);
  std::int64_t const shift = is_shifted(nside, ring) ? 1 : 0;
  std::int64_t const place = (corner_place[f] * n + x - y + shift - 1) / 2;
  return ring_start(nside, ring) + modulo(place, 4 * n);
}

std::int64_t ring_to_nested(std::int64_t nside, std::int64_t pixel) {
  SIDERUM_EXPECT(has_nested(nside) && pixel >= 0 && pixel < 12 * nside * nside);
  FacePlace const at = face_place(nside, ring_place(nside, pixel));
  return at.face * nside * nside + static_cast<std::int64_t>(spread(at.x) | spread(at.y) << 1);
}

}  // namespace siderum::healpix
