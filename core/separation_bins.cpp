// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/separation_bins.hpp>

#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

constexpr long double degree = 0.0174532925199432957692369076848861L;

// sin of 0 .. 90 degrees, with the exact values at both ends and 1/2 at 30.
long double sine_of_half(double angle_deg) {
  return angle_deg == 180.0 ? 1.0L : std::sin(0.5L * static_cast<long double>(angle_deg) * degree);
}

void validate_range(double minimum, double maximum, std::int64_t count) {
  SIDERUM_VALIDATE(
      std::isfinite(minimum) && std::isfinite(maximum) && minimum < maximum && maximum <= 180.0,
      "The separations from " + number_text(minimum) + " to " + number_text(maximum) +
          " degrees are no range (two directions are 0 to 180 degrees apart). Give a"
          " smaller and a larger separation.");
  SIDERUM_VALIDATE(
      count >= 1, "The number of bins is " + std::to_string(count) + ". Ask for at least one bin.");
}

}  // namespace

void validate(SeparationBins const& bins) {
  SIDERUM_VALIDATE(bins.edges.size() >= 2,
                   "There are " + std::to_string(bins.edges.size()) +
                       " edges of bins (a bin has two). Give at least two.");
  for (std::size_t k = 0; k < bins.edges.size(); ++k) {
    double const edge = bins.edges[k];
    SIDERUM_VALIDATE(edge >= 0.0 && edge <= 180.0,
                     "Edge " + std::to_string(k) + " of the bins is " + number_text(edge) +
                         " degrees (two directions are 0 to 180 degrees apart). Give edges in that"
                         " range.");
    SIDERUM_VALIDATE(k == 0 || edge > bins.edges[k - 1],
                     "Edge " + std::to_string(k) + " of the bins, " + number_text(edge) +
                         " degrees, is not above the one before it (a bin holds the separations"
                         " from its edge to the next). Give increasing edges.");
  }
}

SeparationBins make_bins(std::span<double const> edges_deg) {
  SeparationBins bins{{edges_deg.begin(), edges_deg.end()}};
  constexpr double slack = 1e-10;
  if (!bins.edges.empty() && bins.edges.back() > 180.0 && bins.edges.back() <= 180.0 + slack) {
    bins.edges.back() = 180.0;
  }
  validate(bins);
  return bins;
}

SeparationBins logarithmic_bins(double minimum_deg, double maximum_deg, std::int64_t count) {
  validate_range(minimum_deg, maximum_deg, count);
  SIDERUM_VALIDATE(minimum_deg > 0.0,
                   "The smallest separation of logarithmic bins is " + number_text(minimum_deg) +
                       " degrees (it has no logarithm). Give one above 0, or linear bins.");
  SeparationBins bins{std::vector<double>(static_cast<std::size_t>(count) + 1)};
  long double const ratio = static_cast<long double>(maximum_deg) / minimum_deg;
  for (std::int64_t k = 0; k <= count; ++k) {
    bins.edges[k] =
        static_cast<double>(minimum_deg * std::pow(ratio, static_cast<long double>(k) / count));
  }
  bins.edges.back() = maximum_deg;
  return make_bins(bins.edges);
}

SeparationBins linear_bins(double minimum_deg, double maximum_deg, std::int64_t count) {
  validate_range(minimum_deg, maximum_deg, count);
  SeparationBins bins{std::vector<double>(static_cast<std::size_t>(count) + 1)};
  long double const width = static_cast<long double>(maximum_deg) - minimum_deg;
  for (std::int64_t k = 0; k <= count; ++k) {
    bins.edges[k] = static_cast<double>(minimum_deg + width * k / count);
  }
  bins.edges.back() = maximum_deg;
  return make_bins(bins.edges);
}

std::vector<double> squared_chords(SeparationBins const& bins) {
  std::vector<double> chords;
  for (double const edge : bins.edges) {
    long double const sine = sine_of_half(edge);
    chords.push_back(static_cast<double>(4.0L * sine * sine));
  }
  if (!chords.empty() && bins.edges.back() == 180.0) {
    chords.back() = 16.0;
  }
  return chords;
}

}  // namespace siderum
