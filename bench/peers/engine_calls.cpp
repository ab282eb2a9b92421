// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What bench/peers/python.py compares calls of the package for Python with: the same calls of the
// engine from C++. Prints "<name> <seconds>" of each, the fastest of three.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include <siderum/engine/period_arrays.hpp>

namespace {

using namespace siderum::engine;

struct Batch {
  std::vector<double> time;
  std::vector<double> value;
  std::vector<double> error;
  std::vector<std::int64_t> offsets{0};
};

Batch make_batch(std::int64_t objects, std::int64_t points) {
  Batch batch;
  for (std::int64_t i = 0; i < objects * points; ++i) {
    double const t = 20.0 * (static_cast<double>(i % points) + 0.3 * std::sin(1.7 * i)) /
                     static_cast<double>(points);
    batch.time.push_back(t);
    batch.value.push_back(std::sin(6.0 * t) + 0.1 * std::sin(12.9898 * i));
    batch.error.push_back(0.1 + 0.05 * std::cos(3.1 * i));
  }
  for (std::int64_t object = 1; object <= objects; ++object) {
    batch.offsets.push_back(object * points);
  }
  return batch;
}

CurveArrays<double> curves_of(Batch const& batch) {
  return {host_array(std::span(batch.time)), host_array(std::span(batch.value)),
          host_array(std::span(batch.error)), batch.offsets};
}

template <class Call>
void time(char const* name, int calls, Call const& call) {
  double fastest = HUGE_VAL;
  for (int round = 0; round < 3; ++round) {
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
      call();
    }
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    fastest = std::fmin(fastest, taken.count() / calls);
  }
  std::printf("%s %.9g\n", name, fastest);
}

}  // namespace

int main() {
  Execution where;
  where.device = parse_device("cpu");
  {
    Batch const one = make_batch(1, 100);
    std::vector<double> power(1000);
    std::vector<siderum::ObjectStatus> status(1);
    ArraySearch search;
    search.frequencies = siderum::FrequencyGrid{0.1, 0.01, 1000};
    time("call", 10'000, [&] {
      periodograms<double>(curves_of(one), search, {power.data(), 1, 1000, {}},
                           {status.data(), 1, 1, {}}, where);
    });
  }
  constexpr std::int64_t objects = 100'000;
  Batch const many = make_batch(objects, 200);
  std::vector<std::int64_t> index(objects);
  std::vector<double> power(objects);
  std::vector<siderum::ObjectStatus> status(objects);
  ArraySearch search;
  search.frequencies = siderum::FrequencyGrid{0.1, 0.01, 1000};
  time("batch", 1, [&] {
    best_periods<double>(curves_of(many), search,
                         {{index.data(), 1, objects, {}},
                          {power.data(), 1, objects, {}},
                          {status.data(), 1, objects, {}}},
                         where);
  });
}
