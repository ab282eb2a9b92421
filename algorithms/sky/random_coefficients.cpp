// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/random_coefficients.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

/// Two independent standard normal numbers, as real and imaginary part.
std::complex<double> normal_pair(CounterRandom const& random, std::int64_t counter) {
  auto const at = static_cast<std::uint64_t>(2 * counter);
  double const radius = std::sqrt(-2.0 * std::log1p(-random.uniform_at(at)));
  return std::polar(radius, 2.0 * std::numbers::pi * random.uniform_at(at + 1));
}

/// Row by row, the lower triangle; 1 x 1 to 3 x 3.
using Matrix = std::array<std::array<double, 3>, 3>;

void check_spectrum(std::string_view name, std::span<double const> spectrum, std::int64_t lmax,
                    bool may_be_negative) {
  SIDERUM_VALIDATE(std::ssize(spectrum) > lmax,
                   "The spectrum ends at l = " + std::to_string(std::ssize(spectrum) - 1) +
                       " (lmax is " + std::to_string(lmax) +
                       "). Give a longer one, or a smaller lmax.");
  for (std::int64_t l = 0; l <= lmax; ++l) {
    double const power = spectrum[static_cast<std::size_t>(l)];
    SIDERUM_VALIDATE(std::isfinite(power) && (may_be_negative || power >= 0.0),
                     std::string(name) + " of l = " + std::to_string(l) + " is " +
                         number_text(power) +
                         (may_be_negative ? " (covariances are finite). Correct the spectrum."
                                          : " (variances are finite and not below 0). Correct the "
                                            "spectrum."));
  }
}

/// The Cholesky factor of the spectra of one degree. Components whose variance is 0 have a row of
/// zeros.
Matrix cholesky(Field field, Matrix const& c, std::int64_t l) {
  constexpr double slack = 1e-6;
  auto const size = static_cast<std::size_t>(components(field));
  Matrix factor{};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = c[i][j];
      for (std::size_t k = 0; k < j; ++k) {
        rest -= factor[i][k] * factor[j][k];
      }
      double const scale = std::sqrt(c[i][i]) * std::sqrt(c[j][j]);
      bool const is_pivot = i == j;
      bool const is_zero = is_pivot ? rest <= slack * scale : factor[j][j] == 0.0;
      // A pivot below -slack, or a covariance with what has no variance left, is that of no field.
      SIDERUM_VALIDATE(!is_zero || (is_pivot ? rest : -std::abs(rest)) >= -slack * scale,
                       "The spectra of l = " + std::to_string(l) +
                           " are those of no sky (a covariance is larger than the variances"
                           " allow, as TE^2 > TT EE). Correct the spectra.");
      factor[i][j] = is_zero ? 0.0 : is_pivot ? std::sqrt(rest) : rest / factor[j][j];
    }
  }
  return factor;
}

/// The covariances of the components of one degree; those of spin above it are 0.
Matrix covariance(Field field, std::span<std::vector<double> const> spectra, std::int64_t l) {
  auto const is_there = [&](std::int64_t component) {
    bool const is_temperature =
        field == Field::scalar || (field == Field::polarised && component == 0);
    return is_temperature || l >= spin(field);
  };
  Matrix result{};
  std::size_t place = 0;
  for (SpectrumKind const& kind : spectra_of(field)) {
    double const value = spectra[place++][static_cast<std::size_t>(l)];
    if (is_there(kind.first) && is_there(kind.second)) {
      result[static_cast<std::size_t>(kind.second)][static_cast<std::size_t>(kind.first)] = value;
    }
  }
  return result;
}

/// The Cholesky factors of all degrees. Throws Error for spectra that have none.
std::vector<Matrix> factors_of(Field field, HarmonicRange range,
                               std::span<std::vector<double> const> spectra) {
  SIDERUM_VALIDATE(spectra.size() == spectra_of(field).size(),
                   "There are " + std::to_string(spectra.size()) + " spectra (the field has " +
                       std::to_string(spectra_of(field).size()) + "). Give these.");
  std::size_t place = 0;
  for (SpectrumKind const& kind : spectra_of(field)) {
    check_spectrum(kind.name, spectra[place++], range.lmax, kind.first != kind.second);
  }
  std::vector<Matrix> factors;
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    factors.push_back(cholesky(field, covariance(field, spectra, l), l));
  }
  return factors;
}

/// Gradient and E have the second stream of a degree, curl and B the third.
CounterRandom stream_of(Field field, std::size_t component, std::uint64_t seed, std::int64_t l) {
  std::uint64_t const stream =
      component + (field == Field::spin_one || field == Field::spin_two ? 1 : 0);
  return {seed, static_cast<std::uint64_t>(l) + (stream << 32)};
}

/// Calls fill(k) for each of some orders, whose coefficients lie side by side, by all threads.
template <class Fill>
void for_each_order(HarmonicRange range, std::int64_t orders, Fill const& fill) {
  constexpr std::int64_t piece = 16'384;  // coefficients, which take a millisecond
  for_each_piece(orders, 1 + piece / (range.lmax + 1), [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) {
        fill(k);
      }
    };
  });
}

/// Zeros.
std::vector<std::complex<double>> make_coefficients(std::size_t count) {
  std::vector<std::complex<double>> a_lm;
  resize_large(a_lm, count);
  return a_lm;
}

/// n, of n (n + 1) / 2 spectra; 0: there is none.
std::size_t maps_of(std::size_t spectra) {
  std::size_t maps = 0;
  while (maps * (maps + 1) / 2 < spectra) {
    ++maps;
  }
  return maps * (maps + 1) / 2 == spectra ? maps : 0;
}

/// The spectrum of i >= j, where they are told by diagonals.
std::size_t by_diagonals(std::size_t i, std::size_t j, std::size_t size) {
  std::size_t const diagonal = i - j;
  return diagonal * size - diagonal * (diagonal - 1) / 2 + j;
}

/// (size, size) row by row. A pivot that is not above 0 has a column of zeros.
std::vector<double> forgiving_cholesky(std::span<std::vector<double> const> spectra,
                                       std::size_t size, std::size_t l) {
  std::vector<double> factor(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = spectra[by_diagonals(i, j, size)][l];
      for (std::size_t k = 0; k < j; ++k) {
        rest -= factor[i * size + k] * factor[j * size + k];
      }
      double const pivot = factor[j * size + j];
      factor[i * size + j] = i == j        ? std::sqrt(std::max(rest, 0.0))
                             : pivot > 0.0 ? rest / pivot
                                           : 0.0;
    }
  }
  return factor;
}

}  // namespace

std::vector<std::complex<double>> random_scalars(HarmonicRange range,
                                                 std::span<std::vector<double> const> spectra,
                                                 std::uint64_t seed) {
  std::size_t const size = maps_of(spectra.size());
  SIDERUM_VALIDATE(size > 0, "There are " + std::to_string(spectra.size()) +
                                 " spectra (n maps have n (n + 1) / 2). Give as many.");
  for (std::size_t place = 0; place < spectra.size(); ++place) {
    check_spectrum("Spectrum " + std::to_string(place), spectra[place], range.lmax, true);
  }
  std::vector<std::vector<double>> factors;
  for (std::size_t l = 0; l <= static_cast<std::size_t>(range.lmax); ++l) {
    factors.push_back(forgiving_cholesky(spectra, size, l));
  }
  auto const count = static_cast<std::size_t>(range.count());
  std::vector<std::complex<double>> a_lm(size * count);
  for_each_order(range, range.mmax + 1, [&](std::int64_t m) {
    double const share = m == 0 ? 1.0 : std::sqrt(0.5);
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      std::vector<double> const& factor = factors[static_cast<std::size_t>(l)];
      auto const at = static_cast<std::size_t>(range.index(l, m));
      for (std::size_t j = 0; j < size; ++j) {
        std::complex<double> const pair = normal_pair(stream_of(Field::scalar, j, seed, l), m);
        std::complex<double> const part = m == 0 ? pair.real() : pair;
        for (std::size_t i = j; i < size; ++i) {
          a_lm[i * count + at] += factor[i * size + j] * share * part;
        }
      }
    }
  });
  return a_lm;
}

std::vector<std::complex<double>> random_coefficients(HarmonicRange range,
                                                      std::span<double const> spectrum,
                                                      std::uint64_t seed) {
  check_spectrum("C_l", spectrum, range.lmax, false);
  auto a_lm = make_coefficients(static_cast<std::size_t>(range.count()));
  for_each_order(range, range.mmax + 1, [&](std::int64_t m) {
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      std::complex<double> const normal =
          normal_pair(CounterRandom(seed, static_cast<std::uint64_t>(l)), m);
      double const deviation = std::sqrt(spectrum[static_cast<std::size_t>(l)]);
      a_lm[static_cast<std::size_t>(range.index(l, m))] =
          m == 0 ? deviation * normal.real() : deviation * std::sqrt(0.5) * normal;
    }
  });
  return a_lm;
}

std::vector<std::complex<double>> random_coefficients(Field field, HarmonicRange range,
                                                      std::span<std::vector<double> const> spectra,
                                                      std::uint64_t seed) {
  std::vector<std::int64_t> orders(static_cast<std::size_t>(range.mmax + 1));
  std::iota(orders.begin(), orders.end(), 0);
  return random_coefficients(field, range, spectra, seed, orders);
}

std::vector<std::complex<double>> random_coefficients(Field field, HarmonicRange range,
                                                      std::span<std::vector<double> const> spectra,
                                                      std::uint64_t seed,
                                                      std::span<std::int64_t const> orders) {
  std::vector<Matrix> const factors = factors_of(field, range, spectra);
  auto const size = static_cast<std::size_t>(components(field));
  auto const count = static_cast<std::size_t>(range.count());
  auto a_lm = make_coefficients(size * count);
  for_each_order(range, std::ssize(orders), [&](std::int64_t k) {
    std::int64_t const m = orders[static_cast<std::size_t>(k)];
    double const share = m == 0 ? 1.0 : std::sqrt(0.5);
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      Matrix const& factor = factors[static_cast<std::size_t>(l)];
      auto const at = static_cast<std::size_t>(range.index(l, m));
      for (std::size_t j = 0; j < size; ++j) {
        std::complex<double> const pair = normal_pair(stream_of(field, j, seed, l), m);
        std::complex<double> const part = m == 0 ? pair.real() : pair;
        for (std::size_t i = j; i < size; ++i) {
          a_lm[i * count + at] += factor[i][j] * share * part;
        }
      }
    }
  });
  return a_lm;
}

void check_spectra(Field field, HarmonicRange range, std::span<std::vector<double> const> spectra) {
  factors_of(field, range, spectra);
}

}  // namespace siderum
