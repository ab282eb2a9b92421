// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind lomb_scargle.hpp; included where they are instantiated.
namespace siderum::detail {

inline void validate_frequencies(FrequencyGrid const& grid) {
  validate(grid);
}

template <class MemorySpace>
void validate_frequencies(FrequencyList<MemorySpace> const& list) {
  SIDERUM_VALIDATE(list.count() > 0,
                   "The list of frequencies is empty. Give at least one frequency.");
}

inline std::int64_t count_of(FrequencyGrid const& grid) {
  return grid.count;
}
template <class MemorySpace>
std::int64_t count_of(FrequencyList<MemorySpace> const& list) {
  return list.count();
}

inline void validate_range(FrequencyRange range, std::int64_t count) {
  SIDERUM_VALIDATE(0 <= range.first && range.first <= range.last && range.last <= count &&
                       range.first % stretch_unit == 0,
                   "The stretch from " + std::to_string(range.first) + " to " +
                       std::to_string(range.last) + " is none of the grid's (it has " +
                       std::to_string(count) + " frequencies). Begin at a multiple of " +
                       std::to_string(stretch_unit) + " and end inside.");
}

template <class Backend>
std::string label(char const* step) {
  return std::string("siderum::lomb_scargle::") + step + "[" + std::string(Backend::name) + "]";
}

template <class Backend, class Exec, class Real, class Frequencies>
PowerSums<Backend, Exec, Real> plan_power(
    Exec const& exec, PreparedCurves<Real, typename Exec::memory_space> const& prepared,
    Frequencies const& frequencies, FrequencyRange range, LombScargleOptions const& options) {
  return {exec, prepared.series, frequencies, range, options};
}

template <class Backend, class Exec, class Real>
void enqueue_power(PowerSums<Backend, Exec, Real> const& work,
                   PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                   LombScargleOptions const& options, Real* output, std::int64_t stride,
                   std::int64_t first) {
  work(
      PowerWriter<Real, typename Exec::memory_space>{
          {prepared.summary, prepared.scale, options.normalization}, output, stride, first},
      label<Backend>("power"));
}

template <class Backend, class Exec, class Real, class Frequencies>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  Frequencies const& frequencies, FrequencyRange range,
                  PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                  LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_frequencies(frequencies);
  validate_range(range, count_of(frequencies));
  validate_power(power, curves.objects(), range.last - range.first);
  validate_wanted_status(status, curves.objects());

  PreparedCurves<Real, MemorySpace> const prepared = prepare(exec, curves, options);
  auto const work = plan_power<Backend>(
      exec, prepared, frequencies, range,
      sums_of_power<Backend, Exec, Real>(curves.host_offsets, frequencies, options));
  enqueue_power<Backend, Exec, Real>(work, prepared, options, power.data(),
                                     static_cast<std::int64_t>(power.stride(0)), range.first);
  write_status(exec, label<Backend>("status"), prepared.summary, status);
}

template <class Backend, class Exec, class Real, class Frequencies>
void best_periods(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  Frequencies const& frequencies, FrequencyRange range,
                  BestPeriods<Real, Exec> const& best, LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_frequencies(frequencies);
  validate_range(range, count_of(frequencies));
  validate_best(best, curves.objects());

  PreparedCurves<Real, MemorySpace> const prepared = prepare(exec, curves, options);
  auto const sum = plan_power<Backend>(
      exec, prepared, frequencies, range,
      sums_of_power<Backend, Exec, Real>(curves.host_offsets, frequencies, options));
  auto const partial = allocate_work<Kokkos::View<Best<Real>*, MemorySpace>>(
      exec, "siderum::lomb_scargle::partial", sum.slot_count());
  sum(BestKeeper<Real, MemorySpace>{{prepared.summary, prepared.scale, options.normalization},
                                    partial},
      label<Backend>("best"));
  combine_best(exec, label<Backend>("combine"), curves.objects(),
               BestCombiner<Exec, Real>{partial, sum.slots(), prepared.summary, best.index,
                                        best.power, best.status});
}

}  // namespace siderum::detail
