// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include <Kokkos_Core.hpp>

/// The only place where a benchmark reads a clock.
namespace siderum::bench {

/// A function that has something to bring back before each run.
template <class Function>
concept IsPrepared = requires(Function const& function) {
  function.prepare();
};

/// Seconds of one run: the device is idle before the clock starts and again before it stops. What
/// a function prepares is not among them.
template <class Exec, class Function>
double seconds_of(Exec const& exec, Function const& function) {
  using Clock = std::chrono::steady_clock;
  if constexpr (IsPrepared<Function>) {
    function.prepare();
  }
  exec.fence("siderum::bench::before");
  auto const start = Clock::now();
  function();
  exec.fence("siderum::bench::after");
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// How often a function is run: until both `least` runs and `seconds` are reached, at most `most`;
/// once if that takes `lengthy` seconds.
struct Repeats {
  int least = 2;
  int most = 30;
  double seconds = 1.0;
  double lengthy = 5.0;
};

struct Timing {
  double fastest = 0.0;  ///< [s]; other work on the machine only ever makes a run slower
  double median = 0.0;   ///< [s]
  int runs = 0;
};

/// Times a function after one run that is not counted: pages are touched, the device is awake.
template <class Exec, class Function>
Timing time_fastest(Exec const& exec, Function const& function, Repeats const& repeats = {}) {
  seconds_of(exec, function);
  std::vector<double> seconds;
  double total = 0.0;
  auto const is_enough = [&] {
    int const runs = static_cast<int>(seconds.size());
    bool const is_lengthy = runs > 0 && seconds.front() >= repeats.lengthy;
    return is_lengthy ||
           (runs >= repeats.least && (total >= repeats.seconds || runs >= repeats.most));
  };
  while (!is_enough()) {
    seconds.push_back(seconds_of(exec, function));
    total += seconds.back();
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2], static_cast<int>(seconds.size())};
}

/// Two functions side by side. The ratio is that of the seconds of the first to those of the
/// second: above 1 the second is faster.
struct Comparison {
  double first = 0.0;   ///< [s] median of the rounds
  double second = 0.0;  ///< [s]
  double ratio = 1.0;   ///< median of the ratios of the rounds
  double lowest = 1.0;  ///< band of the ratios
  double highest = 1.0;
  int rounds = 0;

  /// A difference is one only where the band does not hold 1.
  bool resolved() const { return lowest > 1.0 || highest < 1.0; }
};

struct Rounds {
  int count = 8;  ///< even: as many begin with the first as with the second
  int runs = 3;   ///< in a round, of which the fastest counts
};

/// Interleaved rounds in alternating order, so that what drifts (clock frequency, other work)
/// falls on both alike.
template <class Exec, class First, class Second>
Comparison compare(Exec const& exec, First const& first, Second const& second,
                   Rounds const& rounds = {}) {
  auto const fastest = [&](auto const& function) {
    double best = seconds_of(exec, function);
    for (int run = 1; run < rounds.runs; ++run) {
      best = std::min(best, seconds_of(exec, function));
    }
    return best;
  };
  seconds_of(exec, first);
  seconds_of(exec, second);
  std::vector<double> of_first, of_second, ratios;
  for (int round = 0; round < rounds.count; ++round) {
    double one = 0.0;
    double other = 0.0;
    if (round % 2 == 0) {
      one = fastest(first);
      other = fastest(second);
    } else {
      other = fastest(second);
      one = fastest(first);
    }
    of_first.push_back(one);
    of_second.push_back(other);
    ratios.push_back(one / other);
  }
  auto const median = [](std::vector<double> values) {
    std::sort(values.begin(), values.end());
    std::size_t const middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
  };
  auto const [lowest, highest] = std::minmax_element(ratios.begin(), ratios.end());
  return {median(of_first), median(of_second), median(ratios), *lowest, *highest, rounds.count};
}

}  // namespace siderum::bench
