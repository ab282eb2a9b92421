// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/folded_fit.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <siderum/algorithms/periods/fold.hpp>
#include <siderum/algorithms/periods/smooth_curve.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

void validate_folding(std::span<double const> time, std::span<double const> value,
                      double frequency) {
  SIDERUM_VALIDATE(time.size() == value.size(),
                   "There are " + std::to_string(time.size()) + " times and " +
                       std::to_string(value.size()) +
                       " values (each point has one of each). Give as many of both.");
  SIDERUM_VALIDATE(!time.empty(), "The light curve has no points. Give at least one.");
  SIDERUM_VALIDATE(std::isfinite(frequency) && frequency > 0.0,
                   "The frequency is " + number_text(frequency) +
                       " (no curve can be folded with that). Give a finite number above 0.");
  for (std::size_t j = 0; j < time.size(); ++j) {
    SIDERUM_VALIDATE(std::isfinite(time[j]) && std::isfinite(value[j]),
                     "Point " + std::to_string(j) + " is not finite (counted from 0). Drop it.");
  }
}

std::vector<double> phases(std::span<double const> time, double frequency) {
  double const epoch = *std::min_element(time.begin(), time.end());
  std::vector<double> phase;
  for (double const t : time) {
    phase.push_back(fold(t, frequency, epoch));
  }
  return phase;
}

/// Weights error^-2 of mean 1.
std::vector<double> weights(std::span<double const> error) {
  std::vector<double> weight;
  for (std::size_t j = 0; j < error.size(); ++j) {
    SIDERUM_VALIDATE(std::isfinite(error[j]) && error[j] > 0.0,
                     "The error of point " + std::to_string(j) +
                         " is not above 0 (counted from 0). Drop the point, or correct it.");
    weight.push_back(1.0 / (error[j] * error[j]));
  }
  double const mean =
      std::accumulate(weight.begin(), weight.end(), 0.0) / static_cast<double>(weight.size());
  for (double& w : weight) {
    w /= mean;
  }
  return weight;
}

FoldedCurve in_order(std::vector<double> const& phase, std::vector<double> const& fit) {
  std::vector<std::size_t> order(phase.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return phase[a] < phase[b]; });
  FoldedCurve curve;
  for (std::size_t const j : order) {
    curve.phase.push_back(phase[j]);
    curve.fit.push_back(fit[j]);
  }
  return curve;
}

}  // namespace

FoldedCurve smooth_folded(std::span<double const> time, std::span<double const> value,
                          std::span<double const> error, double frequency,
                          SuperSmootherOptions const& options) {
  validate_folding(time, value, frequency);
  SIDERUM_VALIDATE(error.empty() || error.size() == time.size(),
                   "There are " + std::to_string(error.size()) + " errors of " +
                       std::to_string(time.size()) +
                       " points (each point has one, or none has). Give as many.");
  bool const weighs = options.errors == Errors::use && !error.empty();
  std::vector<double> const phase = phases(time, frequency);
  return in_order(
      phase, smooth_curve(phase, value, weighs ? weights(error) : std::vector<double>(), options));
}

FoldedCurve phase_bin_means(std::span<double const> time, std::span<double const> value,
                            double frequency, int bins) {
  validate_folding(time, value, frequency);
  SIDERUM_VALIDATE(bins >= 1, "There are " + std::to_string(bins) +
                                  " bins of phase (a curve needs one at least). Ask for more.");
  std::vector<double> const phase = phases(time, frequency);
  auto const bin_of = [&](double x) {
    return std::min(static_cast<std::size_t>(x * bins), static_cast<std::size_t>(bins - 1));
  };
  std::vector<double> sum(static_cast<std::size_t>(bins));
  std::vector<double> points(static_cast<std::size_t>(bins));
  for (std::size_t j = 0; j < phase.size(); ++j) {
    sum[bin_of(phase[j])] += value[j];
    points[bin_of(phase[j])] += 1.0;
  }
  std::vector<double> fit;
  for (double const x : phase) {
    fit.push_back(sum[bin_of(x)] / points[bin_of(x)]);
  }
  return in_order(phase, fit);
}

}  // namespace siderum
