// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_estimators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/random.hpp>

namespace siderum {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double quotient(double numerator, double divisor) {
  return divisor != 0.0 ? numerator / divisor : not_a_number;
}

/// The counts of an estimator, ready for samples.
struct Samplers {
  explicit Samplers(CorrelationCounts const& counts) : dd(counts.dd), dr(counts.dr), rr(counts.rr) {
    if (counts.rd) {
      rd.emplace(*counts.rd);
    }
  }

  RegionSampler dd, dr, rr;
  std::optional<RegionSampler> rd;
};

/// Takes each count through the same sampling and makes w of the samples.
template <class Sample>
std::vector<double> curve_of(Samplers const& counts, Estimator estimator, Sample const& sample) {
  SampledPairs const dd = sample(counts.dd);
  SampledPairs const dr = sample(counts.dr);
  SampledPairs const rr = sample(counts.rr);
  SampledPairs const rd = counts.rd ? sample(*counts.rd) : dr;
  std::vector<double> w;
  for (std::int64_t k = 0; k < std::ssize(dd.pairs); ++k) {
    w.push_back(correlation(estimator, dd.normalised(k), dr.normalised(k), rd.normalised(k),
                            rr.normalised(k)));
  }
  return w;
}

void require_same_edges(CorrelationCounts const& counts) {
  bool const same = counts.dr.edges == counts.dd.edges && counts.rr.edges == counts.dd.edges &&
                    (!counts.rd || counts.rd->edges == counts.dd.edges);
  SIDERUM_VALIDATE(same,
                   "The counts have different edges (an estimator compares them bin by bin). Count"
                   " them with the same edges.");
}

/// The number of regions, which all counts by region share.
std::int64_t regions_of(CorrelationCounts const& counts) {
  require_same_edges(counts);
  std::int64_t const regions = counts.dd.regions.regions;
  SIDERUM_VALIDATE(regions >= 2, "The pairs were counted with " + std::to_string(regions) +
                                     " regions (samples need 2 or more). Count with more.");
  auto const fits = [regions](PairCounts const& count) {
    return count.regions.regions == regions || count.regions.regions == 0;
  };
  SIDERUM_VALIDATE(fits(counts.dr) && fits(counts.rr) && (!counts.rd || fits(*counts.rd)),
                   "The counts have different numbers of regions (each region is left out of all"
                   " of them). Count them with the same regions.");
  return regions;
}

void append(CorrelationSamples& samples, std::vector<double> const& curve) {
  samples.w.insert(samples.w.end(), curve.begin(), curve.end());
}

std::vector<double> mean_of(CorrelationSamples const& samples) {
  auto const bins = static_cast<std::size_t>(samples.bins);
  std::vector<double> mean(bins, 0.0);
  for (std::size_t place = 0; place < samples.w.size(); ++place) {
    mean[place % bins] += samples.w[place] / static_cast<double>(samples.samples);
  }
  return mean;
}

Covariance scaled_covariance(CorrelationSamples const& samples, double factor) {
  auto const bins = static_cast<std::size_t>(samples.bins);
  auto const count = static_cast<std::size_t>(samples.samples);
  std::vector<double> const mean = mean_of(samples);
  Covariance covariance{samples.bins, std::vector<double>(bins * bins, 0.0)};
  for (std::size_t i = 0; i < count; ++i) {
    double const* const w = samples.w.data() + i * bins;
    for (std::size_t k = 0; k < bins; ++k) {
      for (std::size_t l = 0; l < bins; ++l) {
        covariance.values[k * bins + l] += factor * ((w[k] - mean[k]) * (w[l] - mean[l]));
      }
    }
  }
  return covariance;
}

// The roots of the diagonal of scaled_covariance, of the same operations.
std::vector<double> scaled_errors(CorrelationSamples const& samples, double factor) {
  std::vector<double> const mean = mean_of(samples);
  std::vector<double> errors(mean.size(), 0.0);
  for (std::size_t place = 0; place < samples.w.size(); ++place) {
    std::size_t const k = place % mean.size();
    double const off = samples.w[place] - mean[k];
    errors[k] += factor * (off * off);
  }
  for (double& error : errors) {
    error = std::sqrt(error);
  }
  return errors;
}

double jackknife_factor(CorrelationSamples const& samples) {
  auto const n = static_cast<double>(samples.samples);
  return (n - 1.0) / n;
}

double bootstrap_factor(CorrelationSamples const& samples) {
  return 1.0 / (static_cast<double>(samples.samples) - 1.0);
}

std::vector<std::int64_t> draw_regions(std::int64_t regions, CounterRandom random) {
  std::vector<std::int64_t> multiplicity(static_cast<std::size_t>(regions), 0);
  for (std::int64_t i = 0; i < regions; ++i) {
    auto const drawn = static_cast<std::int64_t>(random.uniform() * static_cast<double>(regions));
    ++multiplicity[static_cast<std::size_t>(std::min(drawn, regions - 1))];
  }
  return multiplicity;
}

}  // namespace

double correlation(Estimator estimator, double dd, double dr, double rd, double rr) {
  switch (estimator) {
    case Estimator::landy_szalay:
      return quotient(dd - dr - rd + rr, rr);
    case Estimator::hamilton:
      return quotient(dd * rr, dr * rd) - 1.0;
    case Estimator::davis_peebles:
      return quotient(dd, dr) - 1.0;
    case Estimator::natural:
      return quotient(dd, rr) - 1.0;
  }
  return not_a_number;
}

std::vector<double> correlation_function(CorrelationCounts const& counts, Estimator estimator) {
  require_same_edges(counts);
  return curve_of(Samplers(counts), estimator,
                  [](RegionSampler const& count) { return count.whole(); });
}

CorrelationSamples leave_one_out(CorrelationCounts const& counts, Estimator estimator,
                                 JackknifeConvention convention) {
  CorrelationSamples samples{regions_of(counts), counts.dd.bins(), {}};
  Samplers const samplers(counts);
  for (std::int64_t r = 0; r < samples.samples; ++r) {
    append(samples, curve_of(samplers, estimator, [r, convention](RegionSampler const& count) {
             return count.without(r, convention);
           }));
  }
  return samples;
}

CorrelationSamples bootstrap(CorrelationCounts const& counts, Estimator estimator,
                             RegionBootstrapOptions const& options) {
  std::int64_t const regions = regions_of(counts);
  SIDERUM_VALIDATE(options.resamples >= 2, "The bootstrap has " +
                                               std::to_string(options.resamples) +
                                               " resamples (their scatter needs 2 or more). Ask"
                                               " for more.");
  CorrelationSamples samples{options.resamples, counts.dd.bins(), {}};
  Samplers const samplers(counts);
  for (std::int64_t b = 0; b < options.resamples; ++b) {
    CounterRandom const random(options.seed, static_cast<std::uint64_t>(b));
    std::vector<std::int64_t> const multiplicity = draw_regions(regions, random);
    append(samples, curve_of(samplers, estimator, [&](RegionSampler const& count) {
             return count.resampled(multiplicity, options.kind);
           }));
  }
  return samples;
}

Covariance jackknife_covariance(CorrelationSamples const& samples) {
  return scaled_covariance(samples, jackknife_factor(samples));
}

std::vector<double> jackknife_errors(CorrelationSamples const& samples) {
  return scaled_errors(samples, jackknife_factor(samples));
}

Covariance bootstrap_covariance(CorrelationSamples const& samples) {
  return scaled_covariance(samples, bootstrap_factor(samples));
}

std::vector<double> bootstrap_errors(CorrelationSamples const& samples) {
  return scaled_errors(samples, bootstrap_factor(samples));
}

std::vector<double> poisson_errors(std::span<double const> w, PairCounts const& dd) {
  SIDERUM_EXPECT(w.size() == dd.count.size());
  std::vector<double> errors;
  for (std::size_t k = 0; k < w.size(); ++k) {
    errors.push_back(
        std::sqrt(quotient((1.0 + w[k]) * (1.0 + w[k]), static_cast<double>(dd.count[k]))));
  }
  return errors;
}

Covariance poisson_covariance(std::span<double const> w, PairCounts const& dd) {
  SIDERUM_EXPECT(w.size() == dd.count.size());
  Covariance covariance{std::ssize(w), std::vector<double>(w.size() * w.size(), 0.0)};
  for (std::size_t k = 0; k < w.size(); ++k) {
    covariance.values[k * w.size() + k] =
        quotient((1.0 + w[k]) * (1.0 + w[k]), static_cast<double>(dd.count[k]));
  }
  return covariance;
}

std::vector<double> standard_errors(Covariance const& covariance) {
  std::vector<double> errors;
  for (std::int64_t k = 0; k < covariance.bins; ++k) {
    errors.push_back(std::sqrt(covariance(k, k)));
  }
  return errors;
}

}  // namespace siderum
