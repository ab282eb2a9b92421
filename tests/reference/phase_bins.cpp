// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/phase_bins.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace siderum::reference {
namespace {

std::vector<std::int64_t> bins_of_phase(std::int64_t points, double const* time,
                                        long double frequency, std::int64_t bins) {
  long double const first = *std::min_element(time, time + points);
  std::vector<std::int64_t> bin;
  for (std::int64_t j = 0; j < points; ++j) {
    long double const cycles = frequency * (time[j] - first);
    bin.push_back(static_cast<std::int64_t>((cycles - std::floor(cycles)) * bins));
  }
  return bin;
}

/// Sum of (y - mean)^2.
long double squares_about_mean(std::vector<long double> const& values) {
  long double mean = 0;
  for (long double const y : values) {
    mean += y / values.size();
  }
  long double squares = 0;
  for (long double const y : values) {
    squares += (y - mean) * (y - mean);
  }
  return squares;
}

}  // namespace

void phase_dispersion(std::int64_t points, double const* time, double const* value,
                      std::int64_t frequencies, long double const* frequency,
                      std::int64_t phase_bins, long double* power) {
  std::vector<long double> const all(value, value + points);
  long double const total = squares_about_mean(all) / (points - 1);
  for (std::int64_t k = 0; k < frequencies; ++k) {
    auto const bin = bins_of_phase(points, time, frequency[k], phase_bins);
    std::map<std::int64_t, std::vector<long double>> values_in;
    for (std::int64_t j = 0; j < points; ++j) {
      values_in[bin[j]].push_back(value[j]);
    }
    long double squares = 0;
    for (auto const& [number, values] : values_in) {
      squares += squares_about_mean(values);
    }
    auto const freedom = points - static_cast<std::int64_t>(values_in.size());
    power[k] = freedom == 0 ? 0 : 1 - squares / freedom / total;
  }
}

void conditional_entropy(std::int64_t points, double const* time, double const* value,
                         std::int64_t frequencies, long double const* frequency,
                         std::int64_t phase_bins, std::int64_t value_bins, long double* power) {
  auto const [least, most] = std::minmax_element(value, value + points);
  long double const low = *least;
  long double const range = *most - low;
  for (std::int64_t k = 0; k < frequencies; ++k) {
    auto const bin = bins_of_phase(points, time, frequency[k], phase_bins);
    std::map<std::int64_t, std::int64_t> in_phase;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> in_both;
    for (std::int64_t j = 0; j < points; ++j) {
      auto const row = static_cast<std::int64_t>((value[j] - low) / range * value_bins);
      ++in_phase[bin[j]];
      ++in_both[{bin[j], std::min(row, value_bins - 1)}];
    }
    long double entropy = 0;
    for (auto const& [place, count] : in_both) {
      entropy += static_cast<long double>(count) / points *
                 std::log(static_cast<long double>(in_phase[place.first]) / count);
    }
    power[k] = -entropy;
  }
}

}  // namespace siderum::reference
