// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace siderum::apps {

/// One element of a series.
struct SeriesPoint {
  std::int64_t index;
  double value;
};

/// The elements that a picture of `columns` columns needs: the smallest and the largest of each of
/// so many equal parts of the series, in order of index. A series of at most 2 * columns elements
/// is returned whole. No peak is lost, however narrow. NaN is passed over.
std::vector<SeriesPoint> envelope(std::span<double const> series, std::int64_t columns);

}  // namespace siderum::apps
