// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

namespace siderum {

class TuningCache;

/// What the steps of each method cost on a machine [ns]: of one thread of a host, of a whole
/// device. `sets` are the complex sums at each frequency: 2, with a floating mean 3.
struct MethodRates {
  double direct_term;        ///< for each point, frequency and set
  double direct_frequency;   ///< for each frequency: the power
  double direct_point;       ///< for each point and set, where few frequencies leave a device idle
  double direct_launch;      ///< for each search
  double product_term;       ///< for each point, frequency and set
  double product_frequency;  ///< for each frequency and set: the sums through memory, the power
  double product_launch;     ///< for each search
  double nufft_spread;       ///< for each point, section and set
  double nufft_frequency;    ///< for each frequency (of whole sections) and set: transform, power
  double nufft_launch;       ///< for each search

  /// The name of each number in the tuning cache, in the order of the fields.
  static constexpr char const* names[] = {
      "direct_term",       "direct_frequency", "direct_point", "direct_launch",   "product_term",
      "product_frequency", "product_launch",   "nufft_spread", "nufft_frequency", "nufft_launch"};
};

/// The numbers in the order of their names.
inline std::array<double*, 10> fields_of(MethodRates& rates) {
  return {&rates.direct_term,    &rates.direct_frequency, &rates.direct_point,
          &rates.direct_launch,  &rates.product_term,     &rates.product_frequency,
          &rates.product_launch, &rates.nufft_spread,     &rates.nufft_frequency,
          &rates.nufft_launch};
}

/// Which rates are meant: every kind of space has its own in each precision.
struct RatesKind {
  bool is_host;
  bool is_double;
  bool is_portable = false;  ///< of a device, by the portable backend
};

/// What was built in, from the machines of docs/benchmarks.md.
MethodRates default_rates(RatesKind kind);

/// Whether anything measured takes so long [ns].
bool is_time(double nanoseconds);

/// The name of a rate of `device` in the cache that no measurement gives; empty: there is none. One
/// that is built in as 0 may be 0.
std::string odd_rate(RatesKind kind, std::string const& device, TuningCache const& cache);

/// Those that `siderum tune` left in the cache for `device`; the built-in ones where it left none,
/// and all of them where one is odd, since methods are compared by them.
MethodRates tuned_rates(RatesKind kind, std::string const& device, TuningCache const& cache);

/// The same of the user's cache, read once per process, device and kind.
MethodRates const& rates_of(RatesKind kind, std::string const& device);

/// Name of a rate in the cache, such as "lomb_scargle/double/nufft_spread".
std::string rate_name(RatesKind kind, char const* rate);

/// Expected time [ns] of one object among many; products and transforms need regular grids.
/// @param section  frequencies of one section of transforms
double cost_of(Method method, MethodRates const& rates, std::int64_t points,
               std::int64_t frequencies, int sets, std::int64_t section);

/// Expected time [ns] of direct sums: of all objects what cost_of adds up to, but not less than one
/// block of a device takes for its share of the points of the longest.
double cost_of_direct(MethodRates const& rates, double of_all, std::int64_t longest, int sets);

}  // namespace siderum
