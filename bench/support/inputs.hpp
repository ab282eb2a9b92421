// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/core/frequency_grid.hpp>

/// What the benchmarks work on: the same numbers on every machine.
namespace siderum::bench {

/// Light curves in a user's memory.
struct Curves {
  std::vector<std::int64_t> offsets;  ///< (objects + 1)
  std::vector<double> time;           ///< (points) [d]
  std::vector<double> value;          ///< (points) [mag]
  std::vector<double> error;          ///< (points) [mag]

  std::int64_t objects() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
};

/// One asteroid seen `points` times in the nights of 120 days, in order of time: a sine of
/// 3.7 1/d and 0.3 mag with noise of 0.02 to 0.2 mag.
Curves one_object(std::int64_t points);

/// `objects` of them, each with its own times and noise.
Curves equal_objects(std::int64_t objects, std::int64_t points);

/// A survey by simulate_light_curves, seed 1, with numbers of points of its own.
Curves survey_of(std::int64_t objects);

/// 999 objects with 157,569 points.
Curves const& survey();

/// 999 objects with the 165,221 points of those of Gowanlock et al. 2021: a simulated survey of
/// slightly longer curves, the longest of them shortened.
Curves const& asteroids();

/// `count` frequencies from 0.5 to 24 1/d: rotations of 2 to 96 hours with two humps.
FrequencyGrid search_grid(std::int64_t count);

/// Writes id,time,value,error as CSV with a header, numbers in the shortest form that reads back
/// the same; all objects `copies` times, each time under new ids.
void write_curves(Curves const& curves, std::string const& path, std::int64_t copies = 1);

}  // namespace siderum::bench
