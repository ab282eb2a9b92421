// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/transform_numbers.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

/// Of a sum of squares: with room for as many terms as there are pixels, and for rounding below.
constexpr double least_squares = 1e-290;
constexpr double most_squares = 1e305;
/// Of numbers in FP32, whose sums over rings and degrees are FP32 too.
constexpr double least_single = 1e-28;
constexpr double most_single = 1e30;
/// Pixels of less are no unseen ones.
constexpr double less_than_unseen = -0.99 * unseen_pixel;

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

  void add(Seen const& later) {
    squares += later.squares;
    if (std::fabs(later.largest) > std::fabs(largest)) {
      largest = later.largest;
      place = later.place;
    }
  }
};

/// The same, and where the first number is that cannot be taken; none after it is looked at.
struct Look {
  Seen seen;
  std::int64_t bad = -1;  ///< its place; -1: there is none
};

/// Looks at numbers that follow each other, each of weight 1, by instructions on vectors: true
/// where all of them are below the limit in magnitude, and so can be taken, else nothing is seen.
template <class Real>
bool look_along(Real const* numbers, std::int64_t count, std::int64_t first_place, double limit,
                Seen& seen) {
  // Four stretches at once, since each sum waits for itself. A number that is none, or infinite,
  // leaves its trace in the squares.
  std::int64_t const stretch = count / 4;
  double squares = 0.0;
  double squares1 = 0.0;
  double squares2 = 0.0;
  double squares3 = 0.0;
  double largest = 0.0;
  double largest1 = 0.0;
  double largest2 = 0.0;
  double largest3 = 0.0;
  auto const look = [](double number, double& sum, double& most) {
    sum += number * number;
    most = std::max(most, std::fabs(number));
  };
#pragma omp simd reduction(+ : squares, squares1, squares2, squares3) \
    reduction(max : largest, largest1, largest2, largest3)
  for (std::int64_t i = 0; i < stretch; ++i) {
    look(numbers[i], squares, largest);
    look(numbers[stretch + i], squares1, largest1);
    look(numbers[2 * stretch + i], squares2, largest2);
    look(numbers[3 * stretch + i], squares3, largest3);
  }
  for (std::int64_t i = 4 * stretch; i < count; ++i) {
    look(numbers[i], squares, largest);
  }
  squares += squares1 + squares2 + squares3;
  largest = std::max({largest, largest1, largest2, largest3});
  if (!(squares <= std::numeric_limits<double>::max() && largest < limit)) {
    return false;
  }
  seen.squares += squares;
  if (largest > std::fabs(seen.largest)) {
    Real const* const found = std::find_if(numbers, numbers + count, [&](Real number) {
      return std::fabs(static_cast<double>(number)) == largest;
    });
    seen.largest = *found;
    seen.place = first_place + (found - numbers);
  }
  return true;
}

bool is_not_finite(double number) {
  return !(std::fabs(number) <= std::numeric_limits<double>::max());
}

/// Looks at rows of numbers by all threads: look(i, result) at the numbers of one, until it finds a
/// bad one.
/// @param piece  rows at a time
template <class LookAt>
Look look_at_all(std::int64_t rows, std::int64_t piece, LookAt const& look) {
  std::vector<Look> looks(static_cast<std::size_t>((rows + piece - 1) / piece));
  for_each_piece(rows, piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      Look result;
      for (std::int64_t i = begin; i < end && result.bad < 0; ++i) {
        look(i, result);
      }
      looks[static_cast<std::size_t>(begin / piece)] = result;
    };
  });
  Look all;
  for (Look const& one : looks) {
    all.seen.add(one.seen);
    all.bad = all.bad < 0 ? one.bad : all.bad;
  }
  return all;
}

/// Rows that hold so many numbers that a thread has more to do than to start: a map of 2^21 pixels
/// took 0.7 ms alone, and by two threads 0.7 to 4, where the system was busy otherwise.
std::int64_t rows_at_a_time(std::int64_t rows, std::int64_t numbers) {
  constexpr std::int64_t piece = std::int64_t{1} << 21;
  return 1 + piece * rows / std::max<std::int64_t>(numbers, 1);
}

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
  std::int64_t const rings = std::ssize(grid.rings());
  auto const look_at_map = [&](std::int64_t row) {
    return look_at_all(rings, rows_at_a_time(rings, pixels), [&](std::int64_t i, Look& look) {
      Ring const& ring = grid.rings()[static_cast<std::size_t>(i)];
      auto const is_bad = [](double value) { return is_not_finite(value) || is_unseen(value); };
      std::int64_t const start = row * pixels + ring.first;
      if (weight.empty() && ring.stride == 1 &&
          look_along(map.data() + start, ring.nphi, start, less_than_unseen, look.seen)) {
        return;
      }
      for (std::int64_t j = 0; j < ring.nphi; ++j) {
        std::int64_t const pixel = ring.first + j * ring.stride;
        double const w = weight.empty() ? 1.0 : scale * weight[static_cast<std::size_t>(pixel)];
        if (w == 0.0) {
          continue;
        }
        std::int64_t const place = row * pixels + pixel;
        double const value = map[static_cast<std::size_t>(place)];
        if (is_bad(value)) {
          look.bad = place;
          return;
        }
        look.seen.add(value, w, place);
      }
    });
  };
  for (std::int64_t first = 0; first < rows; first = end_of_group(field, first, rows)) {
    Seen seen;
    for (std::int64_t row = first; row < end_of_group(field, first, rows); ++row) {
      Look const look = look_at_map(row);
      if (look.bad >= 0) {
        double const value = map[static_cast<std::size_t>(look.bad)];
        throw Error(words.name(look.bad) + " is " +
                    (std::isfinite(value) ? "not seen" : number_text(value)) +
                    " (a transform needs a number in each). Replace it, or mask it.");
      }
      seen.add(look.seen);
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
  auto const look_at_map = [&](std::int64_t row) {
    std::int64_t const least_degree = has_spin(field, row) ? spin(field) : 0;
    std::int64_t const orders = range.mmax + 1;
    return look_at_all(orders, rows_at_a_time(orders, count), [&](std::int64_t m, Look& look) {
      std::int64_t const least = std::max(m, least_degree);
      std::int64_t const start = row * count + range.index(least, m);
      Seen numbers;
      if (m > 0 && least <= range.lmax &&
          look_along(reinterpret_cast<Real const*>(a_lm.data() + start),
                     2 * (range.lmax + 1 - least), 0, std::numeric_limits<double>::infinity(),
                     numbers)) {
        numbers.place = start + numbers.place / 2;
        look.seen.add(numbers);
        return;
      }
      for (std::int64_t l = least; l <= range.lmax; ++l) {
        std::int64_t const place = row * count + range.index(l, m);
        double const real = a_lm[static_cast<std::size_t>(place)].real();
        double const imaginary = m == 0 ? 0.0 : a_lm[static_cast<std::size_t>(place)].imag();
        if (!std::isfinite(real) || !std::isfinite(imaginary)) {
          look.bad = place;
          return;
        }
        look.seen.add(real, 1.0, place);
        look.seen.add(imaginary, 1.0, place);
      }
    });
  };
  for (std::int64_t first = 0; first < rows; first = end_of_group(field, first, rows)) {
    Seen seen;
    for (std::int64_t row = first; row < end_of_group(field, first, rows); ++row) {
      Look const look = look_at_map(row);
      if (look.bad >= 0) {
        std::complex<double> const value = a_lm[static_cast<std::size_t>(look.bad)];
        throw Error(words.name(look.bad) + " is " +
                    number_text(std::isfinite(value.real()) ? value.imag() : value.real()) +
                    " (coefficients are finite). Correct it.");
      }
      seen.add(look.seen);
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
