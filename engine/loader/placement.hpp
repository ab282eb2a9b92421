// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <siderum/engine/loader/cost_model.hpp>

/// Where a job goes.
namespace siderum::engine {

/// What is known of GPUs before one is asked.
struct GpuState {
  bool is_here = false;   ///< one could be asked for
  bool is_awake = false;  ///< it has started in this process
};

struct Decision {
  DeviceKind kind;
  std::string reason;  ///< as Placement has it
};

/// The device on which a job ends sooner, the start of a GPU included where it is not awake yet;
/// the CPU where both take the same.
/// @param start  of a GPU [s]
Decision decide(ExpectedTime const& expected, double start, GpuState gpu);

/// Starts the device that was decided for. A GPU that turns out not to be usable, or to have no
/// memory left, leaves the job to the CPU.
Placement place_as(Execution const& execution, Decision const& decision);

/// Chooses the device of a job, starts it, and says why it was chosen; no other device takes the
/// place of one that was asked for.
/// @param expect  called where there is a choice, with the rates of this machine
Placement place(Execution const& execution,
                std::function<ExpectedTime(MachineRates const&)> const& expect);

/// Begins to start a GPU that was decided for, and returns at once. What goes wrong is left for
/// place_as to say.
void foresee_as(Execution const& execution, Decision const& decision);

/// The same where place would choose a GPU by itself.
void foresee(Execution const& execution,
             std::function<ExpectedTime(MachineRates const&)> const& expect);

/// The same on the CPU, for what is too small for any other device.
Execution on_cpu(Execution execution);

/// The same on the device that is asked for, or by the environment; on the CPU where that is left
/// open. For what is made before its work is known.
Execution on_named_device(Execution execution);

}  // namespace siderum::engine
