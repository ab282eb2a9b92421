// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include <siderum/algorithms/false_alarm_probability.hpp>
#include <siderum/algorithms/refine_peaks.hpp>
#include <siderum/apps/compute.hpp>
#include <siderum/apps/rounded_curves.hpp>

namespace siderum::apps {

/// What is asked for about peaks that a search has found: where exactly they are, and how probable
/// they are in noise. The points of all objects are on the device for it.
template <class Backend, class Exec, class Real>
class PeakDetails {
 public:
  PeakDetails(Exec const& exec, io::LightCurveTable const& table, PeriodSearch const& search)
      : exec_(exec),
        search_(search),
        curves_(mirror_to(exec, rounded_curves<Real>(table, search.options.center_data))) {}

  void add_to(PeriodSearchResult& result) const {
    if (search_.refine == Refine::yes) {
      refine(result);
    }
    if (search_.false_alarm == FalseAlarm::bootstrap) {
      count_false_alarms(result);
    } else if (search_.false_alarm != FalseAlarm::none) {
      compute_false_alarms(result);
    }
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  template <class Value>
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, MemorySpace>;

  std::int64_t objects() const { return curves_.objects(); }
  HarmonicOptions model() const { return {.terms = search_.terms, .periodogram = search_.options}; }

  /// A table on the device of what `number` says of each peak.
  template <class Value, class Number>
  Table<Value> to_device(PeriodSearchResult const& result, Number const& number) const {
    auto const table =
        allocate<Table<Value>>(exec_, "siderum::periods::details", objects(), search_.peaks);
    auto const host = Kokkos::create_mirror_view(table);
    for (std::size_t i = 0; i < result.peaks.size(); ++i) {
      host.data()[i] = static_cast<Value>(number(result.peaks[i]));
    }
    Kokkos::deep_copy(exec_, table, host);
    exec_.fence("siderum::periods::copy");
    return table;
  }

  /// Hands the numbers of a table on, peak by peak.
  template <class Value, class Take>
  void from_device(Table<Value> const& table, PeriodSearchResult& result, Take const& take) const {
    auto const host = Kokkos::create_mirror_view(table);
    Kokkos::deep_copy(exec_, host, table);
    exec_.fence("siderum::periods::details");
    for (std::size_t i = 0; i < result.peaks.size(); ++i) {
      take(result.peaks[i], host.data()[i]);
    }
  }

  void refine(PeriodSearchResult& result) const {
    auto const index = to_device<std::int64_t>(result, [](Peak const& peak) { return peak.index; });
    auto const refined = RefinedPeaks<Exec>::allocate(exec_, objects(), search_.peaks);
    refine_peaks<Exec, Real>(exec_, curves_, search_.grid, index, refined, search_.options,
                             search_.terms);
    from_device(refined.frequency, result,
                [](Peak& peak, double frequency) { peak.frequency = frequency; });
    from_device(refined.uncertainty, result,
                [](Peak& peak, double uncertainty) { peak.uncertainty = uncertainty; });
    from_device(refined.power, result, [](Peak& peak, double power) {
      peak.power = peak.index >= 0 ? power : peak.power;
    });
  }

  static double power_of_peak(Peak const& peak) {
    return peak.index >= 0 ? peak.power : std::numeric_limits<double>::quiet_NaN();
  }

  static FalseAlarmMethod formula(FalseAlarm method) {
    switch (method) {
      case FalseAlarm::naive:
        return FalseAlarmMethod::naive;
      case FalseAlarm::davies:
        return FalseAlarmMethod::davies;
      default:
        return FalseAlarmMethod::baluev;
    }
  }

  void compute_false_alarms(PeriodSearchResult& result) const {
    auto const noise = allocate<Kokkos::View<NoiseSearch*, MemorySpace>>(
        exec_, "siderum::periods::noise", objects());
    describe_noise<Exec, Real>(exec_, curves_, search_.grid.frequency(search_.grid.count - 1),
                               noise, search_.options);
    auto const power = to_device<double>(result, power_of_peak);
    auto const logarithm =
        allocate<Table<double>>(exec_, "siderum::periods::false_alarm", objects(), search_.peaks);
    log_false_alarm_probabilities<Exec, double>(exec_, formula(search_.false_alarm), noise, power,
                                                logarithm);
    from_device(logarithm, result, [](Peak& peak, double log_probability) {
      peak.false_alarm = std::exp(log_probability);
    });
  }

  void count_false_alarms(PeriodSearchResult& result) const {
    BootstrapOptions const bootstrap{.samples = search_.bootstrap_samples};
    auto const maxima =
        allocate<Table<Real>>(exec_, "siderum::periods::maxima", objects(), bootstrap.samples);
    bootstrap_maxima<Backend>(exec_, curves_, search_.grid, maxima, model(), bootstrap);
    auto const power = to_device<Real>(result, power_of_peak);
    auto const exceeding = allocate<Table<std::int64_t>>(exec_, "siderum::periods::exceeding",
                                                         objects(), search_.peaks);
    count_exceeding<Exec, Real>(exec_, maxima, power, exceeding);
    from_device(exceeding, result, [&](Peak& peak, std::int64_t count) {
      peak.false_alarm = bootstrap_probability(count, bootstrap.samples);
    });
  }

  Exec exec_;
  PeriodSearch const& search_;
  LightCurves<Real, MemorySpace> curves_;
};

}  // namespace siderum::apps
