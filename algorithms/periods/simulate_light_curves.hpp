// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum {

/// What a simulated survey of rotating asteroids looks like. The defaults resemble the survey of
/// 1,000 asteroids of Gowanlock et al. 2021 (Astronomy and Computing 36, 100472): 999 objects have
/// about 165,000 points.
struct SurveyOptions {
  std::int64_t objects = 999;  ///< >= 1
  std::uint64_t seed = 1;      ///< object i of a seed is the same for any number of objects

  double window = 120.0;       ///< length of the survey [d], a whole number of nights >= 1
  double first_night = 58600;  ///< start of the window [MJD]

  double median_points = 85.0;         ///< of the log-normal number of points
  double points_spread = 1.1;          ///< standard deviation of ln(number of points), >= 0
  std::int64_t minimum_points = 14;    ///< >= 1
  std::int64_t maximum_points = 4000;  ///< at most 48 per night of the window

  double median_rotation = 8.0;     ///< of the log-normal rotation periods [h]
  double rotation_spread = 0.9;     ///< standard deviation of ln(rotation period), >= 0
  double shortest_rotation = 2.0;   ///< [h]
  double longest_rotation = 300.0;  ///< [h]

  double smallest_amplitude = 0.11;  ///< semi-amplitude of the two humps [mag]
  double largest_amplitude = 0.42;   ///< [mag], >= smallest_amplitude
};

/// Light curves (ragged: object i holds points offsets[i] .. offsets[i + 1] - 1, in order of time)
/// and what they were made from.
struct SimulatedSurvey {
  std::vector<std::int64_t> offsets{0};  ///< (objects + 1)
  std::vector<double> time;              ///< (points) [d], MJD, multiples of 1e-6
  std::vector<double> value;             ///< (points) [mag], multiples of 1e-4
  std::vector<double> error;             ///< (points) [mag], multiples of 1e-4, 0.02 .. 0.2

  std::vector<double> rotation_period_h;     ///< (objects) [h]
  std::vector<double> light_curve_period_d;  ///< (objects) [d], half of the rotation period
  std::vector<double> amplitude;             ///< (objects) [mag], semi-amplitude of the two humps

  std::int64_t objects() const { return static_cast<std::int64_t>(amplitude.size()); }
  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
};

/// Simulates a ground-based survey of rotating asteroids.
///
/// The brightness of an object at the rotational phase x (in turns) is
///
///   m(x) = m0 + A (cos 4 pi x + h1 cos(2 pi x + p1) + h4 cos(8 pi x + p4)),
///
/// two humps a turn with h1 <= 0.25 and h4 <= 0.15: the strongest frequency of the light curve is
/// twice the frequency of rotation, so a search for one sinusoid finds half of the rotation period.
/// m0 rises towards the faint limit of 20 mag. The error of a point grows from 0.02 mag
/// (systematics) to 0.2 mag (at the limit) as background noise does, in proportion to 1/flux; the
/// noise is Gaussian with that error.
///
/// Points fall on slots of ten minutes in nights of eight hours, spread evenly over the window: few
/// points are one a night or fewer, many are several a night, no two share a slot. Rotation periods
/// are log-normal (most asteroids turn in 4 to 20 h, with a tail of slow rotators), cut at the
/// limits.
///
/// Cost O(points), serial. The same numbers on every machine, up to the rounding of the C library's
/// log, exp and cos, which the rounding of the results to 1e-6 d and 1e-4 mag hides.
///
/// Throws Error for options outside their ranges.
SimulatedSurvey simulate_light_curves(SurveyOptions const& options = {});

}  // namespace siderum
