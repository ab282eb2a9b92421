// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace siderum {

/// A survey whose times and errors light curves are simulated with. Noise is Gaussian, of the size
/// of the error; the sizes are those that the instrument's own authors publish.
enum class VariableSurvey {
  /// RR Lyrae stars of SDSS Stripe 82: 3,337 days, some 52 points, one a night, in seasons of 90
  /// days at one sidereal time; 0.02 mag, the accuracy of that photometry (Ivezic et al. 2007, AJ
  /// 134, 973). Three of four are saw teeth, the others sinusoids, as in Sesar et al. 2010.
  stripe_82,
  /// Stars of the asteroid survey LINEAR: 2,222 days, some 220 points, four in a night 15 minutes
  /// apart; 0.03 mag for bright stars, 0.2 mag at 18 mag (Sesar et al. 2011, AJ 142, 190). One of
  /// ten is variable, an RR Lyrae star or an eclipsing binary.
  linear,
  /// Asteroids in the full frames of TESS: points 30 minutes apart in one of ten sectors of 27
  /// days, their number log-normal (median 125, standard deviation of its logarithm 1); in one hour
  /// 230 ppm at 10 mag and 1 % at 16 mag (TESS Science Support Center, observing technical
  /// details).
  tess_asteroids,
  /// Stars of 10 mag with a planet: 27.4 days, a point each 20 minutes, boxes of 0.2 to 0.4 %
  /// whose length is that of a central transit of a star like the Sun; noise as above.
  tess_planets
};

struct VariablesOptions {
  VariableSurvey survey = VariableSurvey::stripe_82;
  std::int64_t objects = 100;  ///< >= 1
  std::uint64_t seed = 1;      ///< object i of a seed is the same for any number of objects
  std::optional<std::int64_t> points = {};  ///< of each object, >= 1 and at most what the survey
                                            ///< has room for; without it the survey's own
  std::optional<double> period = {};        ///< of all that vary [d], > 0; without it drawn
};

/// Light curves (ragged, as SimulatedSurvey) and what they were made from.
struct SimulatedVariables {
  std::vector<std::int64_t> offsets{0};  ///< (objects + 1)
  std::vector<double> time;              ///< (points) [d], MJD, multiples of 1e-6
  std::vector<double> value;             ///< (points) [mag], multiples of 1e-6
  std::vector<double> error;             ///< (points) [mag], multiples of 1e-6

  std::vector<std::string_view> shape;  ///< (objects) saw-tooth, sinusoid, eclipses, two-humps,
                                        ///< transits or constant
  std::vector<double> period;           ///< (objects) [d], of the light curve; 0: constant
  std::vector<double> amplitude;        ///< (objects) [mag], from the brightest to the faintest

  std::int64_t objects() const { return static_cast<std::int64_t>(period.size()); }
  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
};

/// Simulates light curves of stars and asteroids. With x the phase in turns, the magnitude is m0
/// and A times
///
///   saw-tooth   1/2 - x / 0.15 below x = 0.15, then (x - 0.15) / 0.85 - 1/2; RR Lyrae stars of
///               type ab, 0.45 .. 0.85 d, 0.3 .. 1.1 mag
///   sinusoid    cos(2 pi x) / 2; RR Lyrae stars of type c, 0.25 .. 0.42 d, 0.2 .. 0.5 mag
///   eclipses    exp(-(x / 0.04)^2 / 2) and half as deep half a turn later; 0.25 .. 2 d, 0.2 .. 0.7
///   two-humps   cos(2 pi x) / 2 of the light curve of a rotating asteroid, which turns once in two
///               of its periods: rotations log-normal, median 12.2 h, 2 .. 100 h; 0.1 .. 1 mag
///   transits    1 within the box, 0 outside; 0.4 .. 13 d
///
/// Periods and amplitudes are uniform between their limits (of planets and binaries the logarithm
/// of the period) but where said otherwise. Stars of LINEAR have 14.5 .. 18 mag, asteroids of TESS
/// 14 .. 18 mag.
///
/// Cost O(points), serial; the same numbers on every machine, as simulate_light_curves has them.
///
/// Throws Error for options outside their ranges.
SimulatedVariables simulate_variables(VariablesOptions const& options = {});

}  // namespace siderum
