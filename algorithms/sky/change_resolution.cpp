// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/change_resolution.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

double scale_of(std::int64_t from, std::int64_t to, double power) {
  return std::pow(static_cast<double>(to) / static_cast<double>(from), power);
}

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
  double const scale = scale_of(from, to, options.power);
  SIDERUM_VALIDATE(std::isnormal(scale),
                   "The power of the resolutions' ratio is " + number_text(options.power) +
                       " (by it nside " + std::to_string(to) + " over " + std::to_string(from) +
                       " is " + number_text(scale) +
                       ", which leaves the range of numbers). Give one that is nearer to 0.");
  SIDERUM_VALIDATE(options.most_unseen >= 0.0 && options.most_unseen <= 1.0,
                   "The share of unseen pixels is " + number_text(options.most_unseen) +
                       " (it is a part of 1). Give a number from 0 to 1.");
}

/// The place in a map of an order, of a NESTED number.
std::size_t place(std::int64_t nside, PixelOrder order, std::int64_t nested) {
  return static_cast<std::size_t>(
      order == PixelOrder::nested ? nested : healpix::nested_to_ring(nside, nested));
}

/// One way from a map to pixels of another size.
class PixelMeans {
 public:
  PixelMeans(std::span<double const> map, std::int64_t nside,
             ChangeResolutionOptions const& options)
      : map_(map),
        options_(options),
        from_(healpix::nside_of(std::ssize(map))),
        nside_(nside),
        scale_(scale_of(from_, nside, options.power)),
        parts_(from_ > nside ? (from_ / nside) * (from_ / nside) : 1),
        copies_(nside > from_ ? (nside / from_) * (nside / from_) : 1) {}

  /// How many pixels of the map a larger one has.
  std::int64_t parts() const { return parts_; }

  /// The value of a NESTED pixel of the result.
  double of(std::int64_t pixel) const {
    // In NESTED order the parts of a pixel follow each other.
    std::int64_t const first = pixel / copies_ * parts_;
    double sum = 0.0;
    std::int64_t seen = 0;
    for (std::int64_t part = first; part < first + parts_; ++part) {
      std::size_t const at = place(from_, options_.from, part);
      double const value = map_[at];
      if (!is_unseen(value)) {
        SIDERUM_VALIDATE(std::isfinite(scale_ * (value + sum)),
                         "Pixel " + std::to_string(at) + " is " + number_text(value) +
                             " (the sum of the pixels it belongs to leaves the range of numbers)."
                             " Replace it, or take another unit or power.");
        sum += value;
        ++seen;
      }
    }
    auto const unseen = static_cast<double>(parts_ - seen);
    bool const has_value = seen > 0 && unseen <= options_.most_unseen * static_cast<double>(parts_);
    return has_value ? scaled(pixel, sum, static_cast<double>(seen))
                     : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  /// Throws where the scale makes a number too small to be one.
  double scaled(std::int64_t pixel, double sum, double seen) const {
    constexpr double least = std::numeric_limits<double>::min();
    double const value = scale_ * sum / seen;
    SIDERUM_VALIDATE(scale_ >= 1.0 || sum == 0.0 || std::fabs(value) >= least,
                     "Pixel " + std::to_string(place(nside_, options_.to, pixel)) + " of nside " +
                         std::to_string(nside_) + " vanishes (the mean " + number_text(sum / seen) +
                         " times " + number_text(scale_) + " by the power " +
                         number_text(options_.power) +
                         " of the resolutions' ratio is less than numbers go). Give a power that is"
                         " nearer to 0, or take another unit.");
    return value;
  }

  std::span<double const> map_;
  ChangeResolutionOptions const& options_;
  std::int64_t from_;
  std::int64_t nside_;
  double scale_;
  std::int64_t parts_;
  std::int64_t copies_;
};

}  // namespace

void change_resolution(std::span<double const> map, std::span<double> result,
                       ChangeResolutionOptions const& options) {
  std::int64_t const pixels = std::ssize(result);
  std::int64_t const nside = healpix::nside_of(pixels);
  validate(healpix::nside_of(std::ssize(map)), nside, options);
  PixelMeans const means(map, nside, options);
  auto const change = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t pixel = begin; pixel < end; ++pixel) {
      result[place(nside, options.to, pixel)] = means.of(pixel);
    }
  };
  constexpr std::int64_t read_at_a_time = std::int64_t{1} << 14;
  std::int64_t const piece = std::max<std::int64_t>(1, read_at_a_time / means.parts());
  std::atomic<std::int64_t> refused = pixels;
  for_each_piece(pixels, piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      try {
        change(begin, end);
      } catch (Error const&) {
        lower_to(refused, begin);
      }
    };
  });
  // Of several refused pixels the first is named, whatever threads met them.
  if (refused < pixels) {
    change(refused, std::min(pixels, refused + piece));
  }
}

std::vector<double> change_resolution(std::span<double const> map, std::int64_t nside,
                                      ChangeResolutionOptions const& options) {
  validate(healpix::nside_of(std::ssize(map)), nside, options);
  std::vector<double> result;
  resize_large(result, static_cast<std::size_t>(healpix::pixel_count(nside)));
  change_resolution(map, result, options);
  return result;
}

}  // namespace siderum
