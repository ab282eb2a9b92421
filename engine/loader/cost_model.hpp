// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/engine/loader/device_rates.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/sky.hpp>

/// How long jobs take on this machine's CPU and on a GPU, from and to the user's memory: within a
/// factor of two or three on the machines of docs/benchmarks.md, enough to tell where a job is done
/// sooner. What the host does either way (reading, checks, sorting catalogues) is left out.
namespace siderum::engine {

/// Seconds of a job, without the start of a device.
struct ExpectedTime {
  double cpu = 0.0;
  double gpu = 0.0;
};

ExpectedTime expected_time(LightCurveTable const& curves, PeriodSearch const& search,
                           Execution const& execution, MachineRates const& rates);

/// Of a search of which is known how many points it has at least: where they are of one object or
/// of many with 32 each, the shorter time of the CPU and the longer one of a GPU. A GPU that ends
/// sooner by these does so whatever the objects are.
ExpectedTime surest_time(std::int64_t points, PeriodSearch const& search,
                         Execution const& execution, MachineRates const& rates);

/// Of spectral windows.
ExpectedTime expected_time(LightCurveTable const& curves, FrequencyGrid const& grid,
                           Execution const& execution, MachineRates const& rates);

ExpectedTime expected_time(PairWork const& work, SeparationBins const& bins,
                           Execution const& execution, MachineRates const& rates);

ExpectedTime expected_time(SkyWork const& work, Execution const& execution,
                           MachineRates const& rates);

/// The threads that an execution has on the CPU.
/// @param begun  those that the process has begun with; 0: not yet
int threads_of(Execution const& execution, int begun);

}  // namespace siderum::engine
