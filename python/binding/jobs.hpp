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

/// Does a job in a thread of its own, while this one looks for signals every 50 ms and hands on
/// what has been done. A signal ends the job at its next piece; where that takes longer than 0.2 s
/// the call ends all the same, and the job is left to end by itself, with what it reads and writes.
void run_watched(nb::object const& progress, std::vector<nb::object> kept, Job job);

/// Does a job without Python's lock: a short one that nobody is told of where it is called, others
/// watched.
///
/// @param work      in evaluations, as above
/// @param progress  called with (done, total); None: nobody is told
/// @param keep      gives what the job reads and writes
template <class Keep, class Work>
void run(double work, nb::object const& progress, Keep const& keep, Work const& job) {
  if (work < work_of_short_jobs && progress.is_none()) {
    nb::gil_scoped_release const release;
    job(nullptr);
  } else {
    run_watched(progress, keep(), job);
  }
}

/// Of arrays that a job reads and writes.
template <class... Arrays>
auto keep(Arrays const&... arrays) {
  return [&arrays...] { return std::vector<nb::object>{nb::cast(arrays)...}; };
}

}  // namespace siderum::python
