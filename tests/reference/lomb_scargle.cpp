// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/lomb_scargle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "reference/turn.hpp"

namespace siderum::reference {
namespace {

constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double epsilon = std::numeric_limits<double>::epsilon();
constexpr long double two_pi = 2 * std::numbers::pi_v<long double>;

struct Prepared {
  ObjectStatus status = ObjectStatus::ok;
  bool floating_mean = false;
  std::vector<long double> time;    // t - min t
  std::vector<long double> weight;  // sum is 1
  std::vector<long double> value;   // less the mean, if one is subtracted
  long double mean = 0;             // what was subtracted
  long double mean_square = 0;      // YY
  long double weight_sum = 0;       // sum error^-2
};

std::int64_t minimum_points(LombScargleOptions const& options) {
  if (options.minimum_points > 0) {
    return options.minimum_points;
  }
  return options.fit_mean == FitMean::yes ? 4 : 3;
}

Prepared prepare(std::int64_t points, double const* time, double const* value, double const* error,
                 LombScargleOptions const& options) {
  Prepared object;
  object.floating_mean = options.fit_mean == FitMean::yes;
  if (points == 0) {
    object.status = ObjectStatus::no_points;
    return object;
  }
  long double const first_time = *std::min_element(time, time + points);
  bool const weighted = error != nullptr && options.errors == Errors::use;
  for (std::int64_t j = 0; j < points; ++j) {
    long double const sigma = weighted ? error[j] : 1.0L;
    object.time.push_back(time[j] - first_time);
    object.value.push_back(value[j]);
    object.weight.push_back(1 / (sigma * sigma));
    object.weight_sum += object.weight.back();
  }
  long double raw_square = 0;
  for (std::int64_t j = 0; j < points; ++j) {
    object.weight[j] /= object.weight_sum;
    object.mean += object.weight[j] * object.value[j];
    raw_square += object.weight[j] * object.value[j] * object.value[j];
  }
  if (!object.floating_mean && options.center_data == CenterData::no) {
    object.mean = 0;
  }
  for (std::int64_t j = 0; j < points; ++j) {
    object.value[j] -= object.mean;
    object.mean_square += object.weight[j] * object.value[j] * object.value[j];
  }
  if (points < minimum_points(options)) {
    object.status = ObjectStatus::too_few_points;
  } else if (*std::max_element(object.time.begin(), object.time.end()) == 0) {
    object.status = ObjectStatus::no_time_span;
  } else if (object.mean_square <= (4 * epsilon) * (4 * epsilon) * raw_square) {
    object.status = ObjectStatus::constant;
  }
  return object;
}

/// The fit at one frequency; (cosine, sine) are the axes turned by tau.
struct Fit {
  long double power = 0;  // p, the share of YY that the fit removes
  long double condition = 0;
  long double cosine_amplitude = 0;
  long double sine_amplitude = 0;
  long double cosine_mean = 0;
  long double sine_mean = 0;
  long double cos_tau = 1;
  long double sin_tau = 0;
};

struct Sums {
  long double c = 0, s = 0, yc = 0, ys = 0, c2 = 0, s2 = 0;
};

Sums add_up(Prepared const& object, long double frequency) {
  Sums sums;
  for (std::size_t j = 0; j < object.time.size(); ++j) {
    auto const [cosine, sine] = turn_by(frequency * object.time[j]);
    long double const weight = object.weight[j];
    sums.yc += weight * object.value[j] * cosine;
    sums.ys += weight * object.value[j] * sine;
    sums.c2 += weight * (cosine * cosine - sine * sine);
    sums.s2 += weight * 2 * cosine * sine;
    if (object.floating_mean) {
      sums.c += weight * cosine;
      sums.s += weight * sine;
    }
  }
  return sums;
}

/// Cosine and sine of half the angle of (b, a), without cancellation.
void half_angle(long double a, long double b, Fit& fit, long double& cos_two_tau,
                long double& sin_two_tau) {
  long double const r = std::hypot(a, b);
  cos_two_tau = r == 0 ? 1 : b / r;
  sin_two_tau = r == 0 ? 0 : a / r;
  if (cos_two_tau >= 0) {
    fit.cos_tau = std::sqrt((1 + cos_two_tau) / 2);
    fit.sin_tau = sin_two_tau / (2 * fit.cos_tau);
  } else {
    fit.sin_tau = std::copysign(std::sqrt((1 - cos_two_tau) / 2), sin_two_tau);
    fit.cos_tau = sin_two_tau / (2 * fit.sin_tau);
  }
}

Fit fit_sinusoid(Prepared const& object, long double frequency) {
  Sums const sums = add_up(object, frequency);
  Fit fit;
  long double const a = sums.s2 - 2 * sums.s * sums.c;
  long double const b = sums.c2 - (sums.c * sums.c - sums.s * sums.s);
  long double cos_two_tau = 1;
  long double sin_two_tau = 0;
  half_angle(a, b, fit, cos_two_tau, sin_two_tau);

  long double const yc = sums.yc * fit.cos_tau + sums.ys * fit.sin_tau;
  long double const ys = sums.ys * fit.cos_tau - sums.yc * fit.sin_tau;
  fit.cosine_mean = sums.c * fit.cos_tau + sums.s * fit.sin_tau;
  fit.sine_mean = sums.s * fit.cos_tau - sums.c * fit.sin_tau;
  long double const turned = sums.c2 * cos_two_tau + sums.s2 * sin_two_tau;
  long double const cc = (1 + turned) / 2 - fit.cosine_mean * fit.cosine_mean;
  long double const ss = (1 - turned) / 2 - fit.sine_mean * fit.sine_mean;

  long double const smallest = 10 * static_cast<long double>(object.time.size()) * epsilon;
  if (cc >= smallest) {
    fit.power += yc * yc / cc;
    fit.cosine_amplitude = yc / cc;
    fit.condition = 1 / cc;
  }
  if (ss >= smallest) {
    fit.power += ys * ys / ss;
    fit.sine_amplitude = ys / ss;
    fit.condition = std::max(fit.condition, 1 / ss);
  }
  fit.power = std::clamp(fit.power, 0.0L, object.mean_square);
  return fit;
}

long double normalize(Prepared const& object, long double p, Normalization normalization) {
  long double const points = static_cast<long double>(object.time.size());
  switch (normalization) {
    case Normalization::standard:
      return p / object.mean_square;
    case Normalization::model:
      return p / (object.mean_square - p);
    case Normalization::log:
      return -std::log1p(-p / object.mean_square);
    case Normalization::psd:
      return p * object.weight_sum / 2;
    case Normalization::raw:
      return p * points / 2;
  }
  return nan;
}

}  // namespace

ObjectStatus lomb_scargle_status(std::int64_t points, double const* time, double const* value,
                                 double const* error, LombScargleOptions const& options) {
  return prepare(points, time, value, error, options).status;
}

std::vector<FittedPower> lomb_scargle_fits(std::int64_t points, double const* time,
                                           double const* value, double const* error,
                                           std::vector<long double> const& frequency,
                                           LombScargleOptions const& options) {
  Prepared const object = prepare(points, time, value, error, options);
  std::vector<FittedPower> fits(frequency.size(),
                                {.power = nan, .standard = nan, .condition = nan});
  if (object.status != ObjectStatus::ok) {
    return fits;
  }
  std::transform(frequency.begin(), frequency.end(), fits.begin(), [&](long double each) {
    Fit const fit = fit_sinusoid(object, each);
    return FittedPower{.power = normalize(object, fit.power, options.normalization),
                       .standard = normalize(object, fit.power, Normalization::standard),
                       .condition = fit.condition};
  });
  return fits;
}

void lomb_scargle(std::int64_t points, double const* time, double const* value, double const* error,
                  std::int64_t frequencies, long double const* frequency,
                  LombScargleOptions const& options, long double* power) {
  auto const fits =
      lomb_scargle_fits(points, time, value, error, {frequency, frequency + frequencies}, options);
  std::transform(fits.begin(), fits.end(), power, [](FittedPower const& fit) { return fit.power; });
}

long double lomb_scargle_largest_power(std::int64_t points, double const* time, double const* value,
                                       double const* error, LombScargleOptions const& options) {
  Prepared const object = prepare(points, time, value, error, options);
  return object.status == ObjectStatus::ok
             ? normalize(object, object.mean_square, options.normalization)
             : nan;
}

Sinusoid sinusoid(std::int64_t points, double const* time, double const* value, double const* error,
                  long double frequency, LombScargleOptions const& options) {
  Prepared const object = prepare(points, time, value, error, options);
  if (object.status != ObjectStatus::ok) {
    return {.amplitude = nan, .phase = nan, .offset = nan};
  }
  Fit const fit = fit_sinusoid(object, frequency);
  long double const cosine = fit.cosine_amplitude * fit.cos_tau - fit.sine_amplitude * fit.sin_tau;
  long double const sine = fit.cosine_amplitude * fit.sin_tau + fit.sine_amplitude * fit.cos_tau;
  long double const phase = std::atan2(sine, cosine) / two_pi;
  long double const wrapped = phase - std::floor(phase);
  return {.amplitude = std::hypot(cosine, sine),
          .phase = wrapped < 1 ? wrapped : 0,
          .offset = object.mean - fit.cosine_amplitude * fit.cosine_mean -
                    fit.sine_amplitude * fit.sine_mean};
}

std::int64_t best_index(std::int64_t count, long double const* power) {
  std::int64_t best = -1;
  for (std::int64_t k = 0; k < count; ++k) {
    if (!std::isnan(power[k]) && (best < 0 || power[k] > power[best])) {
      best = k;
    }
  }
  return best;
}

}  // namespace siderum::reference
