// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace siderum {

/// Bins of angular separation: bin k holds edges[k] <= theta < edges[k + 1]. A last edge of 180
/// degrees is no upper limit: antipodes are counted. Build it with one of the functions below.
struct SeparationBins {
  std::vector<double> edges;  ///< (bins + 1) [deg], increasing, 0 .. 180

  std::int64_t count() const {
    return edges.empty() ? 0 : static_cast<std::int64_t>(edges.size()) - 1;
  }
};

/// Throws Error that names the index of the first edge that is not a finite number in 0 .. 180 or
/// not above the one before it, and where there are fewer than two.
void validate(SeparationBins const& bins);

/// Bins from their edges in degrees. An edge above 180 by no more than 1e-10 (rounding of a unit)
/// becomes 180. Throws Error as validate(bins) does.
SeparationBins make_bins(std::span<double const> edges_deg);

/// edges[k] = minimum (maximum / minimum)^(k / count), the first and the last exact.
/// Throws Error unless 0 < minimum < maximum <= 180 and count >= 1.
SeparationBins logarithmic_bins(double minimum_deg, double maximum_deg, std::int64_t count);

/// edges[k] = minimum + (maximum - minimum) k / count, the first and the last exact.
/// Throws Error unless 0 <= minimum < maximum <= 180 and count >= 1.
SeparationBins linear_bins(double minimum_deg, double maximum_deg, std::int64_t count);

/// The edges as squared chords 4 sin^2(theta / 2), rounded once; 16, which no pair reaches, for a
/// last edge of 180 degrees. What pairs are compared with.
std::vector<double> squared_chords(SeparationBins const& bins);

}  // namespace siderum
