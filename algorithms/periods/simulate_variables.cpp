// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/simulate_variables.hpp>

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

constexpr double pi = 3.141592653589793238462643383279503;
constexpr double first_day = 58600.0;  // [MJD]
constexpr double year = 365.25;        // [d]

struct Variable {
  std::string_view shape = "constant";
  double period = 0.0;     // [d]
  double amplitude = 0.0;  // [mag]
  double magnitude = 0.0;
  double start = 0.0;   // phase at the first day [turns]
  double length = 0.0;  // of a box [turns]

  double brightness(double time) const;
};

double saw_tooth(double x) {
  constexpr double rise = 0.15;
  return x < rise ? 0.5 - x / rise : (x - rise) / (1.0 - rise) - 0.5;
}

double eclipse(double x) {
  constexpr double width = 0.04;
  double const distance = std::min(x, 1.0 - x) / width;
  return std::exp(-0.5 * distance * distance);
}

double Variable::brightness(double time) const {
  if (period == 0.0) {
    return magnitude;
  }
  double const turns = start + time / period;
  double const x = turns - std::floor(turns);
  double form = 0.5 * std::cos(2.0 * pi * x);  // a sinusoid, or two humps of a turn
  if (shape == "saw-tooth") {
    form = saw_tooth(x);
  } else if (shape == "eclipses") {
    form = eclipse(x) + 0.5 * eclipse(x < 0.5 ? x + 0.5 : x - 0.5);
  } else if (shape == "transits") {
    form = x < length ? 1.0 : 0.0;
  }
  return magnitude + amplitude * form;
}

double draw_logarithmic(CounterRandom& random, double lower, double upper) {
  return lower * std::pow(upper / lower, random.uniform());
}

/// exp of a normal variable, drawn again until it lies between the limits.
double draw_log_normal(CounterRandom& random, double median, double lower, double upper) {
  double value = 0.0;
  while (!(value >= lower && value <= upper)) {
    value = median * std::exp(random.normal());
  }
  return value;
}

Variable draw_pulsating(CounterRandom& random, double magnitude) {
  bool const of_type_c = random.uniform() < 0.25;
  double const u = random.uniform();
  double const v = random.uniform();
  return of_type_c ? Variable{"sinusoid", 0.25 + 0.17 * u, 0.2 + 0.3 * v, magnitude}
                   : Variable{"saw-tooth", 0.45 + 0.4 * u, 0.3 + 0.8 * v, magnitude};
}

Variable draw_star(CounterRandom& random) {
  double const magnitude = random.uniform(14.5, 18.0);
  if (random.uniform() >= 0.1) {
    return {"constant", 0.0, 0.0, magnitude};
  }
  if (random.uniform() < 0.5) {
    return draw_pulsating(random, magnitude);
  }
  double const period = draw_logarithmic(random, 0.25, 2.0);
  return {"eclipses", period, random.uniform(0.2, 0.7), magnitude};
}

Variable draw_asteroid(CounterRandom& random) {
  double const magnitude = random.uniform(14.0, 18.0);
  double const rotation = draw_log_normal(random, 12.2, 2.0, 100.0) / 24.0;
  return {"two-humps", 0.5 * rotation, random.uniform(0.1, 1.0), magnitude};
}

Variable draw_planet(CounterRandom& random) {
  double const period = draw_logarithmic(random, 0.4, 13.0);
  return {"transits", period, random.uniform(0.002, 0.004), 10.0};
}

/// The share of its period that a planet before the centre of a star like the Sun takes, whose
/// distance from it is 4.21 radii of the star at a period of one day.
double transit_share(double period) {
  return std::asin(1.0 / (4.21 * std::cbrt(period * period))) / pi;
}

Variable draw_variable(VariablesOptions const& options, CounterRandom& random) {
  Variable variable;
  switch (options.survey) {
    case VariableSurvey::stripe_82:
      variable = draw_pulsating(random, 17.0);
      break;
    case VariableSurvey::linear:
      variable = draw_star(random);
      break;
    case VariableSurvey::tess_asteroids:
      variable = draw_asteroid(random);
      break;
    case VariableSurvey::tess_planets:
      variable = draw_planet(random);
      break;
  }
  variable.start = random.uniform();
  if (options.period && variable.period > 0.0) {
    variable.period = *options.period;
  }
  if (variable.shape == "transits") {
    variable.length = transit_share(variable.period);
  }
  return variable;
}

/// Of one point [mag].
double error_of(VariableSurvey survey, double magnitude) {
  // In one hour 230 ppm of photons at 10 mag, and with the sky 1 % at 16 mag.
  double const photons = 230e-6 * std::pow(10.0, 0.2 * (magnitude - 10.0));
  double const sky = 0.0093 * std::pow(10.0, 0.4 * (magnitude - 16.0));
  double const tess = 1.0857 * std::hypot(photons, sky);
  switch (survey) {
    case VariableSurvey::stripe_82:
      return 0.02;
    case VariableSurvey::linear:
      return std::hypot(0.03, 0.198 * std::pow(10.0, 0.4 * (magnitude - 18.0)));
    case VariableSurvey::tess_asteroids:
      return std::sqrt(2.0) * tess;
    case VariableSurvey::tess_planets:
      return std::sqrt(3.0) * tess;
  }
  return 0.0;
}

/// A log-normal number about a median, of which one of three differs by more than a fifth.
std::int64_t draw_about(CounterRandom& random, double median) {
  return std::max<std::int64_t>(5, std::llround(median * std::exp(0.2 * random.normal())));
}

/// Nights of a season of each year.
double draw_night(CounterRandom& random, double days, double season) {
  double night = days;
  while (night >= days) {
    double const of_years = random.uniform() * std::ceil(days / year);
    night = std::floor(std::floor(of_years) * year + (of_years - std::floor(of_years)) * season);
  }
  return night;
}

std::vector<double> draw_stripe_82(CounterRandom& random, std::int64_t points) {
  std::vector<double> times;
  for (std::int64_t j = 0; j < points; ++j) {
    double const night = draw_night(random, 3337.0, 90.0);
    // At one sidereal time, which comes earlier by a day in a year, within an hour and a half.
    double const place = 0.4 - std::fmod(night, year) / year + random.uniform(-0.03, 0.03);
    times.push_back(night + place);
  }
  return times;
}

std::vector<double> draw_linear(CounterRandom& random, std::int64_t points) {
  constexpr std::int64_t in_a_night = 4;
  std::vector<double> times;
  double night = 0.0;
  for (std::int64_t j = 0; j < points; ++j) {
    if (j % in_a_night == 0) {
      night = draw_night(random, 2222.0, 180.0) + random.uniform(0.1, 0.4);
    }
    double const visit = static_cast<double>(j % in_a_night);
    times.push_back(night + visit * 15.0 / 1440.0 + random.uniform(0.0, 1.0 / 1440.0));
  }
  return times;
}

constexpr std::int64_t frames_of_a_sector = 27 * 48;

std::vector<double> draw_tess(CounterRandom& random, std::int64_t points) {
  double const sector = std::floor(10.0 * random.uniform());
  double const room = static_cast<double>(frames_of_a_sector - points);
  double const first = 48.0 * 27.0 * sector + std::floor((room + 1.0) * random.uniform());
  std::vector<double> times;
  for (std::int64_t j = 0; j < points; ++j) {
    times.push_back((first + static_cast<double>(j)) / 48.0);
  }
  return times;
}

constexpr std::int64_t points_of_a_planet = 1973;  // 27.4 days

/// How many points an object has. Random numbers are drawn whether or not they count.
std::int64_t draw_point_count(VariablesOptions const& options, CounterRandom& random) {
  switch (options.survey) {
    case VariableSurvey::stripe_82:
      return options.points.value_or(draw_about(random, 52.0));
    case VariableSurvey::linear:
      return options.points.value_or(draw_about(random, 220.0));
    case VariableSurvey::tess_asteroids:
      return options.points.value_or(
          std::llround(draw_log_normal(random, 125.0, 5.0, double{frames_of_a_sector})));
    case VariableSurvey::tess_planets:
      return options.points.value_or(points_of_a_planet);
  }
  return 0;
}

std::vector<double> draw_times(VariableSurvey survey, std::int64_t points, CounterRandom& random) {
  std::vector<double> times;
  switch (survey) {
    case VariableSurvey::stripe_82:
      times = draw_stripe_82(random, points);
      break;
    case VariableSurvey::linear:
      times = draw_linear(random, points);
      break;
    case VariableSurvey::tess_asteroids:
      times = draw_tess(random, points);
      break;
    case VariableSurvey::tess_planets:
      for (std::int64_t j = 0; j < points; ++j) {
        times.push_back(static_cast<double>(j) / 72.0);
      }
      break;
  }
  std::sort(times.begin(), times.end());
  return times;
}

std::int64_t most_points(VariableSurvey survey) {
  switch (survey) {
    case VariableSurvey::tess_asteroids:
      return frames_of_a_sector;
    case VariableSurvey::tess_planets:
      return points_of_a_planet;
    default:
      return 100'000;
  }
}

void validate(VariablesOptions const& options) {
  SIDERUM_VALIDATE(options.objects >= 1, "The number of objects is " +
                                             std::to_string(options.objects) +
                                             " (a survey has at least one). Give a number >= 1.");
  std::int64_t const most = most_points(options.survey);
  SIDERUM_VALIDATE(!options.points || (*options.points >= 1 && *options.points <= most),
                   "The number of points is " + std::to_string(options.points.value_or(0)) +
                       " (an object of this survey has 1 .. " + std::to_string(most) +
                       "). Give a number in this range.");
  SIDERUM_VALIDATE(
      !options.period || (std::isfinite(*options.period) && *options.period >= 0.2),
      "The period of the light curves is not one (a finite number of days >= 0.2: shorter ones have"
      " no shape at these times). Give another.");
}

double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

constexpr std::int64_t objects_at_a_time = 64;

CounterRandom random_of(VariablesOptions const& options, std::size_t object) {
  return {options.seed, static_cast<std::uint64_t>(object)};
}

/// Gives all arrays their sizes, and objects their places in them.
void lay_out(VariablesOptions const& options, SimulatedVariables& survey) {
  auto const objects = static_cast<std::size_t>(options.objects);
  survey.offsets.resize(objects + 1);
  survey.shape.resize(objects);
  survey.period.resize(objects);
  survey.amplitude.resize(objects);
  for_each_index(objects, objects_at_a_time, [&](std::size_t object) {
    CounterRandom random = random_of(options, object);
    Variable const variable = draw_variable(options, random);
    survey.offsets[object + 1] = draw_point_count(options, random);
    survey.shape[object] = variable.shape;
    survey.period[object] = variable.period;
    survey.amplitude[object] = variable.amplitude;
  });
  std::partial_sum(survey.offsets.begin(), survey.offsets.end(), survey.offsets.begin());
  for (std::vector<double>* const of_points : {&survey.time, &survey.value, &survey.error}) {
    resize_large(*of_points, static_cast<std::size_t>(survey.offsets.back()));
  }
}

void fill_object(VariablesOptions const& options, std::size_t object, SimulatedVariables& survey) {
  CounterRandom random = random_of(options, object);
  Variable const variable = draw_variable(options, random);
  std::int64_t const points = draw_point_count(options, random);
  auto place = static_cast<std::size_t>(survey.offsets[object]);
  for (double const exact_time : draw_times(options.survey, points, random)) {
    double const time = rounded(first_day + exact_time);
    double const brightness = variable.brightness(time - first_day);
    double const error = rounded(error_of(options.survey, brightness));
    survey.time[place] = time;
    survey.value[place] = rounded(brightness + error * random.normal());
    survey.error[place] = error;
    ++place;
  }
}

}  // namespace

SimulatedVariables simulate_variables(VariablesOptions const& options) {
  validate(options);
  SimulatedVariables survey;
  lay_out(options, survey);
  for_each_index(static_cast<std::size_t>(options.objects), objects_at_a_time,
                 [&](std::size_t object) { fill_object(options, object, survey); });
  return survey;
}

}  // namespace siderum
