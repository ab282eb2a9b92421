// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/transform_numbers.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>

namespace siderum {

namespace {

/// Of a sum of squares: with room for as many terms as there are pixels, and for rounding below.
constexpr double least_squares = 1e-290;
constexpr double most_squares = 1e305;
/// Of numbers in FP32, whose sums over rings and degrees are FP32 too.
constexpr double least_single = 1e-28;
constexpr double most_single = 1e30;

/// What is seen of numbers that belong together.
struct Seen {
  double squares = 0.0;
  double largest = 0.0;
  std::int64_t place = 0;  ///< of the largest

  void add(double number, double weight, std::int64_t at) {
    squares += weight * number * number;
    if (std::fabs(number) > std::fabs(largest)) {
      largest = number;
      place = at;
    }
  }
};

/// How sentences speak of numbers.
struct Words {
  std::string them;                               ///< "the map"
  std::function<std::string(std::int64_t)> name;  ///< "Pixel 3", of the third place
};

void check_range(Seen const& seen, WorkingPrecision precision, Words const& words) {
  if (seen.largest == 0.0) {
    return;
  }
  bool const is_single = precision == WorkingPrecision::float32;
  double const size = std::fabs(seen.largest);
  bool const is_large = !(seen.squares <= most_squares) || (is_single && size > most_single);
  bool const is_small = seen.squares < least_squares || (is_single && size < least_single);
  std::string const where = words.name(seen.place) + " is " + number_text(seen.largest);
  std::string const what = is_single ? "single precision" : "double precision";
  std::string const remedy =
      is_single ? " in another unit, or take double precision." : " in another unit.";
  SIDERUM_VALIDATE(!is_large, where + " (squares are summed, and these leave the range of " + what +
                                  "). Give " + words.them + remedy);
  SIDERUM_VALIDATE(!is_small, where + ", and none is larger (squares are summed, and these vanish" +
                                  " in " + what + "). Give " + words.them + remedy);
}

/// The end of the rows that belong to that one, which is the first of them: both of a spin.
std::int64_t end_of_group(Field field, std::int64_t row, std::int64_t rows) {
  return std::min(row + (has_spin(field, row) ? 2 : 1), rows);
}

std::string of_row(std::int64_t row, std::int64_t rows, std::string const& what) {
  return rows == 1 ? "" : " of " + what + " " + std::to_string(row + 1);
}

template <class Visit>
void for_each_pixel(RingGrid const& grid, Visit const& visit) {
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      visit(ring.first + j * ring.stride);
    }
  }
}

template <class Visit>
void for_each_coefficient(HarmonicRange range, std::int64_t least_degree, Visit const& visit) {
  for (std::int64_t m = 0; m <= range.mmax; ++m) {
    for (std::int64_t l = std::max(m, least_degree); l <= range.lmax; ++l) {
      visit(l, m);
    }
  }
}

/// "The coefficient of l = 3, m = 2" of a place in the rows of coefficients.
std::string coefficient_name(HarmonicRange range, std::int64_t rows, std::int64_t place) {
  std::int64_t const row = place / range.count();
  std::int64_t m = 0;
  while (m < range.mmax && range.index(m + 1, m + 1) <= place % range.count()) {
    ++m;
  }
  std::int64_t const l = m + place % range.count() - range.index(m, m);
  return "The coefficient of l = " + std::to_string(l) + ", m = " + std::to_string(m) +
         of_row(row, rows, "component");
}

}  // namespace

double weight_scale(std::span<double const> weight) {
  double largest = 0.0;
  for (double const each : weight) {
    largest = std::max(largest, each);
  }
  if (!(largest > 0.0) || !std::isfinite(largest)) {
    return 1.0;
  }
  // Of subnormal numbers the power would leave the range: to its end is enough.
  int const exponent = std::max(std::ilogb(largest), -1000);
  return std::ldexp(1.0, -(exponent - (exponent & 1)));
}

template <class Real>
void check_map_numbers(RingGrid const& grid, Field field, std::span<Real const> map,
                       std::span<double const> weight, WorkingPrecision precision) {
  std::int64_t const pixels = grid.pixels();
  std::int64_t const rows = std::ssize(map) / pixels;
  double const scale = weight_scale(weight);
  Words const words{"the map", [&](std::int64_t place) {
                      return "Pixel " + std::to_string(place % pixels) +
                             (grid.kind() == GridKind::healpix ? " in RING order" : "") +
                             of_row(place / pixels, rows, "map");
                    }};
  for (std::int64_t first = 0; first < rows; first = end_of_group(field, first, rows)) {
    Seen seen;
    for (std::int64_t row = first; row < end_of_group(field, first, rows); ++row) {
      for_each_pixel(grid, [&](std::int64_t pixel) {
        std::int64_t const place = row * pixels + pixel;
        double const w = weight.empty() ? 1.0 : scale * weight[static_cast<std::size_t>(pixel)];
        if (w == 0.0) {
          return;
        }
        double const value = map[static_cast<std::size_t>(place)];
        SIDERUM_VALIDATE(std::isfinite(value) && !is_unseen(value),
                         words.name(place) + " is " +
                             (std::isfinite(value) ? "not seen" : number_text(value)) +
                             " (a transform needs a number in each). Replace it, or mask it.");
        seen.add(value, w, place);
      });
    }
    check_range(seen, precision, words);
  }
}

template <class Real>
void check_coefficient_numbers(HarmonicRange range, Field field,
                               std::span<std::complex<Real> const> a_lm,
                               WorkingPrecision precision) {
  validate(range);
  std::int64_t const count = range.count();
  std::int64_t const rows = std::ssize(a_lm) / count;
  Words const words{"the coefficients",
                    [&](std::int64_t place) { return coefficient_name(range, rows, place); }};
  for (std::int64_t first = 0; first < rows; first = end_of_group(field, first, rows)) {
    Seen seen;
    for (std::int64_t row = first; row < end_of_group(field, first, rows); ++row) {
      int const least_degree = has_spin(field, row) ? spin(field) : 0;
      for_each_coefficient(range, least_degree, [&](std::int64_t l, std::int64_t m) {
        std::int64_t const place = row * count + range.index(l, m);
        std::complex<Real> const value = a_lm[static_cast<std::size_t>(place)];
        for (double const part : {static_cast<double>(value.real()),
                                  m == 0 ? 0.0 : static_cast<double>(value.imag())}) {
          SIDERUM_VALIDATE(std::isfinite(part), words.name(place) + " is " + number_text(part) +
                                                    " (coefficients are finite). Correct it.");
          seen.add(part, 1.0, place);
        }
      });
    }
    check_range(seen, precision, words);
  }
}

template void check_map_numbers<double>(RingGrid const&, Field, std::span<double const>,
                                        std::span<double const>, WorkingPrecision);
template void check_map_numbers<float>(RingGrid const&, Field, std::span<float const>,
                                       std::span<double const>, WorkingPrecision);
template void check_coefficient_numbers<double>(HarmonicRange, Field,
                                                std::span<std::complex<double> const>,
                                                WorkingPrecision);
template void check_coefficient_numbers<float>(HarmonicRange, Field,
                                               std::span<std::complex<float> const>,
                                               WorkingPrecision);

}  // namespace siderum
