// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/simulate_light_curves.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;

constexpr std::int64_t slots_per_night = 48;
constexpr double slot_length = 10.0 / 1440.0;  // [d]
constexpr double first_slot = 0.25;            // fraction of the day at which a night begins

// Exposures start within the first half of their slot, so that neighbours stay apart.
constexpr double slot_jitter = 0.5 * slot_length;

constexpr double faint_magnitude = 20.0;
constexpr double magnitude_spread = 3.1;   // [mag]
constexpr double bright_magnitude = 11.3;  // the limits are those of the published table
constexpr double systematic_error = 0.02;  // [mag]
constexpr double background_error = 0.18;  // [mag], at faint_magnitude

constexpr double largest_first_harmonic = 0.25;   // of the two humps' amplitude
constexpr double largest_fourth_harmonic = 0.15;  // of the two humps' amplitude

double rounded_to(double value, double per_unit) {
  return std::round(value * per_unit) / per_unit;
}

void validate(SurveyOptions const& options) {
  SIDERUM_VALIDATE(options.objects >= 1, "The number of objects is " +
                                             std::to_string(options.objects) +
                                             " (a survey has at least one). Give a number >= 1.");
  SIDERUM_VALIDATE(options.window >= 1.0 && options.window <= 36525.0 &&
                       options.window == std::floor(options.window),
                   "The window of the survey is not a whole number of nights (points are spread"
                   " over nights). Give 1 .. 36525 days.");
  SIDERUM_VALIDATE(std::isfinite(options.first_night), "The first night is not a finite time.");
  SIDERUM_VALIDATE(options.minimum_points >= 1 &&
                       options.maximum_points >= options.minimum_points &&
                       static_cast<double>(options.maximum_points) <=
                           options.window * static_cast<double>(slots_per_night),
                   "The limits of the number of points do not fit the window (a night has room for"
                   " 48). Give 1 <= minimum <= maximum <= 48 per night.");
  SIDERUM_VALIDATE(
      options.median_points > 0.0 && options.points_spread >= 0.0 &&
          std::isfinite(options.median_points) && std::isfinite(options.points_spread),
      "The distribution of the number of points is not one (median > 0, spread >= 0).");
  SIDERUM_VALIDATE(
      options.shortest_rotation > 0.0 && options.longest_rotation > options.shortest_rotation &&
          options.median_rotation >= options.shortest_rotation &&
          options.median_rotation <= options.longest_rotation && options.rotation_spread >= 0.0 &&
          options.rotation_spread <= 10.0,
      "The distribution of the rotation periods is not one (0 < shortest <= median <= longest,"
      " spread 0 .. 10).");
  SIDERUM_VALIDATE(
      options.smallest_amplitude >= 0.0 && std::isfinite(options.largest_amplitude) &&
          options.median_amplitude >= options.smallest_amplitude &&
          options.median_amplitude <= options.largest_amplitude &&
          options.amplitude_spread >= 0.0 && options.amplitude_spread <= 10.0,
      "The distribution of the amplitudes is not one (0 <= smallest <= median <= largest, spread"
      " 0 .. 10).");
}

struct Asteroid {
  double rotation_period_h, amplitude;
  double magnitude;
  double rotational_phase;             // at the start of the window [turns]
  double first_harmonic, first_phase;  // relative to the amplitude; [turns]
  double fourth_harmonic, fourth_phase;

  double brightness(double time) const {
    double const turns = rotational_phase + time * 24.0 / rotation_period_h;
    return magnitude +
           amplitude * (std::cos(two_pi * 2.0 * turns) +
                        first_harmonic * std::cos(two_pi * (turns + first_phase)) +
                        fourth_harmonic * std::cos(two_pi * (4.0 * turns + fourth_phase)));
  }
};

/// exp of a normal variable, drawn again until it lies in [lower, upper]: clipping would pile
/// objects up at the limits. Falls back to the median for limits that hardly any draw meets.
double draw_log_normal(double median, double spread, double lower, double upper,
                       CounterRandom& random) {
  constexpr int tries = 1000;
  for (int i = 0; i < tries; ++i) {
    double const value = median * std::exp(spread * random.normal());
    if (value >= lower && value <= upper) {
      return value;
    }
  }
  return std::clamp(median, lower, upper);
}

std::int64_t draw_point_count(SurveyOptions const& options, CounterRandom& random) {
  double const points = draw_log_normal(options.median_points, options.points_spread,
                                        static_cast<double>(options.minimum_points),
                                        static_cast<double>(options.maximum_points), random);
  return static_cast<std::int64_t>(std::round(points));
}

double draw_magnitude(CounterRandom& random) {
  constexpr double range = faint_magnitude - bright_magnitude;
  double below = range + 1.0;
  while (below > range) {
    below = magnitude_spread * std::fabs(random.normal());
  }
  return faint_magnitude - below;
}

Asteroid draw_asteroid(SurveyOptions const& options, CounterRandom& random) {
  Asteroid asteroid{};
  double const shortest = options.shortest_rotation;
  asteroid.rotation_period_h = rounded_to(
      shortest + draw_log_normal(options.median_rotation - shortest, options.rotation_spread, 0.0,
                                 options.longest_rotation - shortest, random),
      1e6);
  asteroid.amplitude =
      rounded_to(draw_log_normal(options.median_amplitude, options.amplitude_spread,
                                 options.smallest_amplitude, options.largest_amplitude, random),
                 1e4);
  asteroid.magnitude = draw_magnitude(random);
  asteroid.rotational_phase = random.uniform();
  asteroid.first_harmonic = random.uniform(0.0, largest_first_harmonic);
  asteroid.first_phase = random.uniform();
  asteroid.fourth_harmonic = random.uniform(0.0, largest_fourth_harmonic);
  asteroid.fourth_phase = random.uniform();
  return asteroid;
}

/// Start of each exposure in days after the start of the window, ascending. Point j falls into the
/// j-th of `points` equal parts of the window; two that meet in one slot take the next free one.
std::vector<double> draw_times(std::int64_t points, SurveyOptions const& options,
                               CounterRandom& random) {
  auto const slots = static_cast<std::int64_t>(options.window) * slots_per_night;
  std::vector<bool> taken(static_cast<std::size_t>(slots), false);
  for (std::int64_t j = 0; j < points; ++j) {
    double const night = std::floor((static_cast<double>(j) + random.uniform()) * options.window /
                                    static_cast<double>(points));
    double const place = std::floor(random.uniform() * static_cast<double>(slots_per_night));
    auto slot =
        static_cast<std::int64_t>(night) * slots_per_night + static_cast<std::int64_t>(place);
    slot = std::min(slot, slots - 1);
    while (taken[static_cast<std::size_t>(slot)]) {
      slot = (slot + 1) % slots;
    }
    taken[static_cast<std::size_t>(slot)] = true;
  }
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(points));
  for (std::int64_t slot = 0; slot < slots; ++slot) {
    if (taken[static_cast<std::size_t>(slot)]) {
      auto const night = static_cast<double>(slot / slots_per_night);
      auto const place = static_cast<double>(slot % slots_per_night);
      times.push_back(night + first_slot + place * slot_length + slot_jitter * random.uniform());
    }
  }
  return times;
}

double measurement_error(double magnitude) {
  return systematic_error + background_error * std::pow(10.0, 0.4 * (magnitude - faint_magnitude));
}

/// The random numbers of an object, of which the first ones tell how many points it has.
CounterRandom random_of(SurveyOptions const& options, std::size_t object) {
  return {options.seed, static_cast<std::uint64_t>(object)};
}

constexpr std::int64_t objects_at_a_time = 64;

/// Gives all arrays their sizes, and objects their places in them.
void lay_out(SurveyOptions const& options, SimulatedSurvey& survey) {
  auto const objects = static_cast<std::size_t>(options.objects);
  survey.offsets.resize(objects + 1);
  for_each_index(objects, objects_at_a_time, [&](std::size_t object) {
    CounterRandom random = random_of(options, object);
    survey.offsets[object + 1] = draw_point_count(options, random);
  });
  std::partial_sum(survey.offsets.begin(), survey.offsets.end(), survey.offsets.begin());
  for (std::vector<double>* const of_objects :
       {&survey.rotation_period_h, &survey.light_curve_period_d, &survey.amplitude}) {
    of_objects->resize(objects);
  }
  for (std::vector<double>* const of_points : {&survey.time, &survey.value, &survey.error}) {
    resize_large(*of_points, static_cast<std::size_t>(survey.offsets.back()));
  }
}

void fill_object(SurveyOptions const& options, std::size_t object, SimulatedSurvey& survey) {
  CounterRandom random = random_of(options, object);
  std::int64_t const points = draw_point_count(options, random);
  Asteroid const asteroid = draw_asteroid(options, random);
  auto place = static_cast<std::size_t>(survey.offsets[object]);
  for (double const exact_time : draw_times(points, options, random)) {
    double const time = rounded_to(options.first_night + exact_time, 1e6);
    double const brightness = asteroid.brightness(time - options.first_night);
    double const error = rounded_to(measurement_error(brightness), 1e4);
    survey.time[place] = time;
    survey.value[place] = rounded_to(brightness + error * random.normal(), 1e4);
    survey.error[place] = error;
    ++place;
  }
  survey.rotation_period_h[object] = asteroid.rotation_period_h;
  survey.light_curve_period_d[object] = asteroid.rotation_period_h / 48.0;
  survey.amplitude[object] = asteroid.amplitude;
}

}  // namespace

SimulatedSurvey simulate_light_curves(SurveyOptions const& options) {
  validate(options);
  SimulatedSurvey survey;
  lay_out(options, survey);
  for_each_index(static_cast<std::size_t>(options.objects), objects_at_a_time,
                 [&](std::size_t object) { fill_object(options, object, survey); });
  return survey;
}

}  // namespace siderum
