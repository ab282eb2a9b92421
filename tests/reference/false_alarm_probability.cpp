// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/false_alarm_probability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/lomb_scargle.hpp"

namespace siderum::reference {
namespace {

bool weighs(Significance const& search) {
  return search.error != nullptr && search.options.errors == Errors::use;
}

long double span_of(Significance const& search) {
  auto const [first, last] = std::minmax_element(search.time, search.time + search.points);
  return static_cast<long double>(*last) - *first;
}

long double variance_of_times(Significance const& search) {
  long double weights = 0;
  long double mean = 0;
  long double variance = 0;
  auto const weight = [&](std::int64_t j) {
    return weighs(search) ? 1 / (static_cast<long double>(search.error[j]) * search.error[j])
                          : 1.0L;
  };
  for (std::int64_t j = 0; j < search.points; ++j) {
    weights += weight(j);
    mean += weight(j) * search.time[j];
  }
  mean /= weights;
  for (std::int64_t j = 0; j < search.points; ++j) {
    long double const t = search.time[j] - mean;
    variance += weight(j) * t * t;
  }
  return variance / weights;
}

/// gamma_N of Baluev's eq. 5, which goes to 1 for large N.
long double gamma_of(long double n) {
  return std::sqrt(2 / n) * std::exp(std::lgamma(n / 2) - std::lgamma((n - 1) / 2));
}

struct Terms {
  long double single;
  long double crossings;
};

Terms known_noise(long double bandwidth, long double power) {
  return {std::exp(-power), bandwidth * std::exp(-power) * std::sqrt(power)};
}

Terms terms_of(Significance const& search, long double bandwidth, long double power) {
  long double const nh = static_cast<long double>(search.points - 1);
  long double const nk = static_cast<long double>(search.points - 3);
  long double const largest = lomb_scargle_largest_power(search.points, search.time, search.value,
                                                         search.error, search.options);
  switch (search.options.normalization) {
    case Normalization::model:
      return {std::pow(1 + power, -nk / 2),
              gamma_of(nk) * bandwidth * std::pow(1 + power, -nk / 2) * std::sqrt(nk * power / 2)};
    case Normalization::log:
      return {std::exp(-nk * power / 2), gamma_of(nk) * bandwidth *
                                             std::exp(-power * (nk - 0.5L) / 2) *
                                             std::sqrt(nk * std::sinh(power / 2))};
    case Normalization::psd:
      if (weighs(search)) {
        return known_noise(bandwidth, power);
      }
      [[fallthrough]];
    default:
      long double const z = power / largest;
      return {std::pow(1 - z, nk / 2),
              gamma_of(nh) * bandwidth * std::pow(1 - z, (nk - 1) / 2) * std::sqrt(nh * z / 2)};
  }
}

}  // namespace

long double false_alarm_probability(FalseAlarm method, Significance const& search,
                                    long double power) {
  long double const bandwidth =
      search.maximum_frequency *
      std::sqrt(4 * std::numbers::pi_v<long double> * variance_of_times(search));
  auto const [single, crossings] = terms_of(search, bandwidth, power);
  switch (method) {
    case FalseAlarm::naive:
      return -std::expm1(search.maximum_frequency * span_of(search) * std::log1p(-single));
    case FalseAlarm::davies:
      return single + crossings;
    default:
      return -std::expm1(-crossings) + single * std::exp(-crossings);
  }
}

}  // namespace siderum::reference
