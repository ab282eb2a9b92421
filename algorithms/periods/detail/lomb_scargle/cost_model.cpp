// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include <siderum/core/tuning_cache.hpp>

namespace siderum {

MethodRates default_rates(RatesKind kind) {
  if (kind.is_host) {
    return kind.is_double ? MethodRates{0.052, 5.0, 0.0, 1e4, 0.065, 4.0, 4e4, 9.0, 4.5, 2e4}
                          : MethodRates{0.027, 3.0, 0.0, 1e4, 0.045, 2.0, 4e4, 7.0, 2.5, 2e4};
  }
  if (kind.is_portable) {
    return kind.is_double
               ? MethodRates{2.4e-4, 2.2e-2, 89.0, 4.6e4, 2e-3, 3.4e-2, 6.1e4, 6.8e-2, 0.11, 7.2e4}
               : MethodRates{1.6e-4, 1.7e-2, 71.0,   4.3e4,  1.7e-3,
                             2.9e-2, 5.6e4,  3.8e-2, 7.3e-2, 6.7e4};
  }
  return kind.is_double
             ? MethodRates{1.08e-4, 1e-2, 40.0, 5e4, 9e-5, 1.25e-2, 6.3e4, 7.8e-2, 7.1e-2, 7.2e4}
             : MethodRates{1.05e-4, 8e-3, 40.0, 5e4, 9.3e-5, 8.9e-3, 5.1e4, 6.8e-2, 3.3e-2, 5.6e4};
}

std::string rate_name(RatesKind kind, char const* rate) {
  return std::string("lomb_scargle/") + (kind.is_double ? "double/" : "single/") + rate;
}

bool is_time(double nanoseconds) {
  return nanoseconds >= 1e-9 && nanoseconds <= 1e12;
}

std::string odd_rate(RatesKind kind, std::string const& device, TuningCache const& cache) {
  MethodRates built_in = default_rates(kind);
  auto const fields = fields_of(built_in);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::string const name = rate_name(kind, MethodRates::names[i]);
    double const rate = cache.find(device, name).value_or(*fields[i]);
    if (!is_time(rate) && rate != *fields[i]) {
      return name;
    }
  }
  return {};
}

MethodRates tuned_rates(RatesKind kind, std::string const& device, TuningCache const& cache) {
  MethodRates rates = default_rates(kind);
  if (!odd_rate(kind, device, cache).empty()) {
    return rates;
  }
  auto const fields = fields_of(rates);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    *fields[i] = cache.find(device, rate_name(kind, MethodRates::names[i])).value_or(*fields[i]);
  }
  return rates;
}

MethodRates const& rates_of(RatesKind kind, std::string const& device) {
  static std::mutex mutex;
  // Never destroyed: a job that a caller has left may run while the process ends.
  static auto& known = *new std::map<std::tuple<std::string, bool, bool, bool>, MethodRates>;
  std::lock_guard const lock(mutex);
  std::tuple const key{device, kind.is_host, kind.is_double, kind.is_portable};
  auto const entry = known.find(key);
  return entry != known.end()
             ? entry->second
             : known.emplace(key, tuned_rates(kind, device, TuningCache())).first->second;
}

double cost_of(Method method, MethodRates const& rates, std::int64_t points,
               std::int64_t frequencies, int sets, std::int64_t section) {
  auto const n = static_cast<double>(points);
  auto const count = static_cast<double>(frequencies);
  switch (method) {
    case Method::nufft: {
      auto const sections = static_cast<double>((frequencies + section - 1) / section);
      return sections * sets *
             (n * rates.nufft_spread + static_cast<double>(section) * rates.nufft_frequency);
    }
    case Method::product:
      return sets * count * (n * rates.product_term + rates.product_frequency);
    default:
      return sets * n * count * rates.direct_term + count * rates.direct_frequency;
  }
}

double cost_of_direct(MethodRates const& rates, double of_all, std::int64_t longest, int sets) {
  // As the points of long objects are shared out on devices (about 640 to a block, 8 blocks).
  auto const blocks = static_cast<double>(std::clamp<std::int64_t>(longest / 640, 1, 8));
  double const of_block = sets * static_cast<double>(longest) / blocks * rates.direct_point;
  return rates.direct_launch + std::max(of_all, of_block);
}

}  // namespace siderum
