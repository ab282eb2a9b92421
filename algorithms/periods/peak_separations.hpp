// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

/// How far apart the peaks of each object are to be for find_peaks: one resolution element
/// 1 / (max t - min t), in steps of the grid; 0 for an object without a time span.
///
/// @param time     (points) [time unit], finite, any order
/// @param offsets  (objects + 1), object i holds points offsets[i] .. offsets[i + 1] - 1
std::vector<double> peak_separations(std::span<double const> time,
                                     std::span<std::int64_t const> offsets,
                                     FrequencyGrid const& grid);

/// The same in the memory of exec: work space of the instance, enqueued on it.
template <class Exec>
Kokkos::View<double*, typename Exec::memory_space> peak_separations(
    Exec const& exec, std::span<double const> time, std::span<std::int64_t const> offsets,
    FrequencyGrid const& grid) {
  return copy_to_work(exec, "siderum::peaks::separation", peak_separations(time, offsets, grid));
}

}  // namespace siderum
