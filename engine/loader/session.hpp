// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/engine/execution.hpp>
#include <siderum/engine/loader/device_rates.hpp>
#include <siderum/engine/loader/find_module.hpp>

/// What the process has of engines: which are open, which have started, with how many threads and
/// on which card, and who is at work. Jobs of all threads queue behind one mutex.
///
/// In a forked child the threads of the parent are not there, and a thread that has used OpenMP
/// waits for its own for ever: there jobs run on a fresh thread each, while their caller waits.
namespace siderum::engine {

class Module;

enum class Start { yes, no };

/// Calls job with the module that serves the device, started. Throws Error where the device is not
/// to be had, where threads or card differ from what the process has begun with, where a job calls
/// for another one, in a forked child whose parent was at work then or has used the GPU, and while
/// the process ends.
/// @param execution  its device is not automatic
/// @param start      no: the job asks what needs no start
void run_on_module(Execution const& execution, std::function<void(Module&)> const& job,
                   Start start = Start::yes);

/// Throws Error where the device is not to be had, as far as that is known before it starts, and
/// lets it start on a thread of its own while the caller goes on. The next job waits for it, and
/// throws what was wrong.
/// @param execution  its device is not automatic
void begin_to_start(Execution const& execution);

/// Lets the device start on a thread of its own, all of it, and returns at once. The next job
/// throws what was wrong.
void start_aside(Execution const& execution);

/// The same for a job with a result.
template <class Job>
auto with_module(Execution const& execution, Job const& job) {
  using Result = std::invoke_result_t<Job const&, Module&>;
  if constexpr (std::is_void_v<Result>) {
    run_on_module(execution, [&](Module& module) { job(module); });
  } else {
    std::optional<Result> result;
    run_on_module(execution, [&](Module& module) { result.emplace(job(module)); });
    return std::move(*result);
  }
}

/// The device that an execution without a better reason runs on: SIDERUM_DEVICE where it is
/// automatic and the variable is set. Throws Error for a variable that names no device.
Device wanted_device(Execution const& execution);

/// Throws Error for a job that an observer or a sink of another one begins.
/// @param is_in_job  whether this thread is in one
void check_not_nested(bool is_in_job);

/// Destroys what a module has made, as a job would. Does nothing where that cannot be done any
/// more: in a forked child that must not use the module, and while the process ends.
/// @param device  whose module made it
void end_on_module(Device device, std::function<void()> const& end) noexcept;

/// Throws Error for numbers of threads that no engine has.
void check_threads(int threads);

/// Throws Error for variables of the environment that the first engine of the process would not
/// understand; they do not count any more once one has started.
/// @param threads  that are asked for; 0: as the environment says
void check_environment(int threads);

/// The threads of a host that the process has begun with, or would by what its environment says; 0:
/// that says nothing. Within a job of run_on_module. Throws Error as check_environment does.
int settled_threads();

/// How many forks lie between this process and the one that opened the library.
int forks();

/// Throws Error where there have been more: a job of the parent cannot go on in a child, whose
/// observer forked and returned.
void check_same_process(int forks_before);

/// The rates of this machine, read once, and the threads that the process has begun with.
MachineRates machine_rates();

/// All modules that siderum knows, opened where they can be; the CPU's first. None is started. In a
/// process that cannot use them any more that is their problem; throws Error within a job.
std::vector<FoundModule> all_modules();

/// Whether a GPU has started in this process.
bool gpu_is_awake();

/// Whether one has started, or began to. Waits for nothing.
bool gpu_has_begun();

/// Whether a module for GPUs lies here. Opens nothing.
bool gpu_engine_lies_here();

/// Whether a GPU could be asked for: a module of one lies here, and a device node of one, and its
/// start has not failed in this process. Opens nothing.
bool gpu_may_be_here();

/// Why the start of one has failed in this process; empty: none has.
std::string gpu_failure();

}  // namespace siderum::engine
