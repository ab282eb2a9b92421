// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/engine/pairs.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/sky.hpp>

/// How long jobs take on this machine's CPU and on a GPU, roughly: enough to tell where a job is
/// done sooner.
namespace siderum::engine {

/// Seconds of a job, without the start of a device.
struct ExpectedTime {
  double cpu;
  double gpu;
};

ExpectedTime expected_time(LightCurveTable const& curves, PeriodSearch const& search,
                           Execution const& execution);
ExpectedTime expected_time(double pairs, SeparationBins const& bins, Execution const& execution);
ExpectedTime expected_time(TransformSize const& size, Execution const& execution);

/// Chooses the device of a job that names none, starts it, and says why it was chosen. A GPU is
/// taken where it ends sooner, its start included where it is not awake yet; one that turns out not
/// to be usable leaves the job to the CPU.
Placement place(ExpectedTime const& expected, Execution const& execution);

}  // namespace siderum::engine
