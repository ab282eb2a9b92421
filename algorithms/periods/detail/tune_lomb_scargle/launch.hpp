// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/algorithms/periods/tune_lomb_scargle.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/backends/portable/nufft_sums.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/spaces.hpp>

/// The definitions behind tune_lomb_scargle.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

/// Times searches of `objects` equal light curves [ns], multiplied by the threads of a host.
template <class Exec, class Real>
class SearchClock {
 public:
  static constexpr bool on_host = is_host<Exec>;
  static constexpr int sets = 3;  // of the generalized periodogram
  static constexpr auto place =
      on_host ? portable::nufft::Place::host : portable::nufft::Place::device;

  explicit SearchClock(Exec const& exec)
      : exec_(exec), threads_(on_host ? exec.concurrency() : 1) {}

  double operator()(Method method, std::int64_t objects, std::int64_t points,
                    std::int64_t frequencies) const {
    auto const curves = mirror_to(exec_, draw(objects, points));
    FrequencyGrid const grid{0.5, 0.1 / baseline, frequencies};
    auto const best = BestPeriods<Real, Exec>::allocate(exec_, objects);
    LombScargleOptions options = generalized_periodogram();
    options.method = method;
    double fastest = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 6; ++repeat) {
      exec_.fence("siderum::tune::start");
      Kokkos::Timer const timer;
      best_periods(exec_, curves, grid, best, options);
      exec_.fence("siderum::tune::stop");
      fastest = std::min(fastest, timer.seconds());
    }
    return 1e9 * fastest * threads_;
  }

  std::int64_t objects_that_fill() const { return on_host ? 4 * std::int64_t{threads_} : 256; }

 private:
  static constexpr double baseline = 1000.0;

  static LightCurves<Real, Kokkos::HostSpace> draw(std::int64_t objects, std::int64_t points) {
    std::vector<double> time;
    std::vector<double> value;
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t object = 0; object < objects; ++object) {
      CounterRandom random(7, static_cast<std::uint64_t>(object));
      for (std::int64_t j = 0; j < points; ++j) {
        time.push_back(baseline * static_cast<double>(j) / static_cast<double>(points) +
                       random.uniform(0.0, 0.1));
        value.push_back(random.normal());
      }
      offsets.push_back(static_cast<std::int64_t>(time.size()));
    }
    return make_light_curves<Real>(time, value, {}, offsets);
  }

  Exec exec_;
  int threads_;
};

}  // namespace detail

template <class Exec, class Real>
MethodRates measure_rates(Exec const& exec) {
  using Clock = detail::SearchClock<Exec, Real>;
  Clock const clock(exec);
  MethodRates rates = default_rates({Clock::on_host, std::is_same_v<Real, double>});
  std::int64_t const objects = clock.objects_that_fill();
  std::int64_t const frequencies = std::int64_t{1} << 17;
  auto const evaluations = static_cast<double>(objects * frequencies);
  constexpr double smallest = 1e-9;  // a difference of two times may be noise

  // Two lengths of light curves for the two terms of each method.
  constexpr std::int64_t few = 64;
  constexpr std::int64_t many = 512;
  // First what takes the most memory: who has too little for it is told so at once.
  using ProductSums = typename backend::default_for_t<Exec>::template ProductSums<Exec, Real>;
  if constexpr (ProductSums::is_available) {
    double const product_few = clock(Method::product, objects, few, frequencies);
    double const product_many = clock(Method::product, objects, many, frequencies);
    rates.product_term = std::max((product_many - product_few) /
                                      (Clock::sets * static_cast<double>(many - few) * evaluations),
                                  smallest);
    rates.product_frequency = std::max(
        product_few / (Clock::sets * evaluations) - static_cast<double>(few) * rates.product_term,
        smallest);
    rates.product_launch = clock(Method::product, 1, few, 1024);
  }
  double const direct_few = clock(Method::direct, objects, few, frequencies);
  double const direct_many = clock(Method::direct, objects, many, frequencies);
  rates.direct_term = std::max(
      (direct_many - direct_few) / (Clock::sets * static_cast<double>(many - few) * evaluations),
      smallest);
  rates.direct_frequency = std::max(
      direct_few / evaluations - Clock::sets * static_cast<double>(few) * rates.direct_term,
      smallest);

  rates.direct_launch = clock(Method::direct, 1, few, 1024);
  if (!Clock::on_host) {
    double const of_block = clock(Method::direct, 1, many, 1024) - rates.direct_launch;
    rates.direct_point =
        std::max(of_block / (Clock::sets * static_cast<double>(many - few)), smallest);
  }

  using NufftSums = typename backend::default_for_t<Exec>::template NufftSums<Exec, Real>;
  if constexpr (NufftSums::is_available) {
    auto const length =
        static_cast<double>(portable::nufft::section_length(many, frequencies, Clock::place));
    double const nufft_few = clock(Method::nufft, objects, few, frequencies);
    double const nufft_many = clock(Method::nufft, objects, many, frequencies);
    // With few points spreading is next to nothing.
    rates.nufft_frequency = std::max(nufft_few / (Clock::sets * evaluations), smallest);
    rates.nufft_spread =
        std::max((nufft_many / (Clock::sets * evaluations) - rates.nufft_frequency) * length /
                     static_cast<double>(many),
                 smallest);
    rates.nufft_launch = clock(Method::nufft, 1, few, 1024);
  }
  return rates;
}

}  // namespace siderum
