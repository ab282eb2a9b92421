// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/change_resolution.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/unseen.hpp>

namespace siderum {

namespace {

void validate(std::int64_t from, std::int64_t to, ChangeResolutionOptions const& options) {
  for (std::int64_t const nside : {from, to}) {
    SIDERUM_VALIDATE(nside >= 1 && nside <= largest_nside && healpix::has_nested(nside),
                     "nside is " + std::to_string(nside) +
                         " (pixels of one resolution make up those of another for powers of two"
                         " from 1 to 8192). Give a power of two.");
  }
  SIDERUM_VALIDATE(std::isfinite(options.power),
                   "The power of the resolutions' ratio is " + number_text(options.power) +
                       " (it scales the result). Give a finite number.");
  SIDERUM_VALIDATE(options.most_unseen >= 0.0 && options.most_unseen <= 1.0,
                   "The share of unseen pixels is " + number_text(options.most_unseen) +
                       " (it is a part of 1). Give a number from 0 to 1.");
}

/// The place in a map of an order, of a NESTED number.
std::size_t place(std::int64_t nside, PixelOrder order, std::int64_t nested) {
  return static_cast<std::size_t>(
      order == PixelOrder::nested ? nested : healpix::nested_to_ring(nside, nested));
}

}  // namespace

std::vector<double> change_resolution(std::span<double const> map, std::int64_t nside,
                                      ChangeResolutionOptions const& options) {
  std::int64_t const from = healpix::nside_of(std::ssize(map));
  validate(from, nside, options);
  double const scale =
      std::pow(static_cast<double>(nside) / static_cast<double>(from), options.power);
  std::int64_t const ratio = from > nside ? (from / nside) * (from / nside) : 1;
  std::int64_t const copies = nside > from ? (nside / from) * (nside / from) : 1;
  std::vector<double> result(static_cast<std::size_t>(healpix::pixel_count(nside)));
  for (std::int64_t pixel = 0; pixel < std::ssize(result); ++pixel) {
    // In NESTED order the parts of a pixel follow each other.
    double sum = 0.0;
    std::int64_t seen = 0;
    for (std::int64_t part = 0; part < ratio; ++part) {
      double const value = map[place(from, options.from, pixel / copies * ratio + part)];
      if (!is_unseen(value)) {
        SIDERUM_VALIDATE(
            std::isfinite(scale * (value + sum)),
            "Pixel " + std::to_string(place(from, options.from, pixel / copies * ratio + part)) +
                " is " + number_text(value) +
                " (the sum of the pixels it belongs to leaves the range of numbers)."
                " Replace it, or take another unit or power.");
        sum += value;
        ++seen;
      }
    }
    auto const unseen = static_cast<double>(ratio - seen);
    bool const has_value = seen > 0 && unseen <= options.most_unseen * static_cast<double>(ratio);
    result[place(nside, options.to, pixel)] = has_value ? scale * sum / static_cast<double>(seen)
                                                        : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

}  // namespace siderum
