// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <nanobind/nanobind.h>

#include <siderum/core/progress.hpp>

/// Calls of the engine without Python's lock, which Ctrl-C ends.
namespace siderum::python {

namespace nb = nanobind;

/// A call of the engine: it is given who is to be told of its progress, or null.
using Job = std::function<void(ProgressObserver*)>;

/// How long a job may take, in evaluations of a point at a frequency, so that it is done before
/// anyone could want to end it.
inline constexpr double work_of_short_jobs = 1e8;

/// Does a job without Python's lock.
///
/// A short one without `progress` is done where it is called. Others are done in a thread of their
/// own, while this one looks for signals every 50 ms and hands on what has been done. A signal ends
/// the job at its next piece; where that takes longer than 0.2 s the call ends all the same, and
/// the job is left to end by itself, with what it reads and writes.
///
/// @param work      in evaluations, as above
/// @param progress  called with (done, total); None: nobody is told
/// @param kept      what the job reads and writes
void run(double work, nb::object const& progress, std::vector<nb::object> kept, Job job);

}  // namespace siderum::python
