// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum {

/// What a simulated survey of rotating asteroids looks like. The defaults follow the table of 1,000
/// asteroids from which Gowanlock et al. 2021 (Astronomy and Computing 36, 100472) simulate theirs,
/// published with their program gpu_lomb_scargle: half of them have 110 points or more and 45 have
/// 550 or more, the median of the rotation periods is 12.2 h, that of the amplitudes 0.5 mag (1 mag
/// from peak to peak), and the magnitudes rise towards the limit of 20.
struct SurveyOptions {
  std::int64_t objects = 1000;  ///< >= 1
  std::uint64_t seed = 1;       ///< object i of a seed is the same for any number of objects

  double window = 120.0;       ///< length of the survey [d], a whole number of nights >= 1
  double first_night = 58600;  ///< start of the window [MJD]

  double median_points = 110.0;        ///< of the log-normal number of points, > 0
  double points_spread = 0.95;         ///< standard deviation of ln(number of points), >= 0
  std::int64_t minimum_points = 5;     ///< >= 1
  std::int64_t maximum_points = 2000;  ///< at most 48 per night of the window

  double median_rotation = 12.2;    ///< of the rotation periods [h], between the limits
  double rotation_spread = 0.98;    ///< standard deviation of ln(period - shortest), >= 0
  double shortest_rotation = 2.0;   ///< [h] > 0: faster ones break up
  double longest_rotation = 300.0;  ///< [h]

  double median_amplitude = 0.5;     ///< of the log-normal semi-amplitude of the two humps [mag]
  double amplitude_spread = 0.41;    ///< standard deviation of ln(amplitude), >= 0
  double smallest_amplitude = 0.13;  ///< [mag], 0 .. median
  double largest_amplitude = 1.7;    ///< [mag], >= median
};

/// Light curves (ragged: object i holds points offsets[i] .. offsets[i + 1] - 1, in order of time)
/// and what they were made from.
struct SimulatedSurvey {
  std::vector<std::int64_t> offsets{0};  ///< (objects + 1)
  std::vector<double> time;              ///< (points) [d], MJD, multiples of 1e-6
  std::vector<double> value;             ///< (points) [mag], multiples of 1e-4
  std::vector<double> error;             ///< (points) [mag], multiples of 1e-4, above 0.02

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
/// m0 lies below 20 mag by half of a normal variable of standard deviation 3.1 mag, down to 11.3.
/// At the magnitude m a point has the error 0.02 + 0.18 10^(0.4 (m - 20)) mag (systematics, and
/// background noise in proportion to 1/flux), and Gaussian noise of that size.
///
/// Points fall on slots of ten minutes in nights of eight hours, spread evenly over the window: few
/// points are one a night or fewer, many are several a night, no two share a slot. The logarithms
/// of the number of points, of the period above the shortest and of the amplitude are normal; what
/// falls beyond a limit is drawn again.
///
/// Cost O(points), by all threads (worker_threads.hpp). The same numbers on every machine and for
/// any number of threads, up to the rounding of the C library's log, exp and cos, which the
/// rounding of the results to 1e-6 d and 1e-4 mag hides.
///
/// Throws Error for options outside their ranges.
SimulatedSurvey simulate_light_curves(SurveyOptions const& options = {});

}  // namespace siderum
