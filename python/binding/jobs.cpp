// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/jobs.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <siderum/core/error.hpp>

namespace siderum::python {

namespace {

using std::chrono::milliseconds;

/// What a job throws where its caller has gone.
struct Ended {};

/// A job in a thread of its own. The thread touches no object of Python.
struct LongJob final : ProgressObserver {
  void advance(std::int64_t pieces, std::int64_t of) override {
    total = of;
    done = pieces;
    if (is_unwanted) {
      throw Ended();
    }
  }

  void work() {
    try {
      job(this);
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard const lock(mutex);
    is_over = true;
    changed.notify_all();
  }

  bool wait(milliseconds time) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, time, [this] { return is_over; });
  }

  Job job;
  std::vector<nb::object> kept;
  std::atomic<std::int64_t> done = 0;
  std::atomic<std::int64_t> total = 0;
  std::atomic<bool> is_unwanted = false;
  std::mutex mutex;
  std::condition_variable changed;
  bool is_over = false;
  std::exception_ptr failure;
};

using Shared = std::shared_ptr<LongJob>;

/// Jobs whose callers have gone, under Python's lock. Never destroyed: one may go on until the
/// process ends.
std::vector<Shared>& left_jobs = *new std::vector<Shared>;

/// Gives back what those that are over by now have held.
void clear_left_jobs() {
  std::erase_if(left_jobs, [](Shared const& left) {
    if (!left->wait(milliseconds(0))) {
      return false;
    }
    left->kept.clear();
    return true;
  });
}

/// Ends a job, or leaves it.
void leave(Shared const& job) {
  job->is_unwanted = true;
  bool is_over = false;
  {
    nb::gil_scoped_release const release;
    is_over = job->wait(milliseconds(200));
  }
  if (!is_over) {
    left_jobs.push_back(job);
  }
}

void tell(nb::object const& progress, LongJob const& job, std::int64_t& told) {
  std::int64_t const done = job.done;
  if (!progress.is_none() && done != told) {
    told = done;
    progress(done, job.total.load());
  }
}

void wait_for(Shared const& job, nb::object const& progress) {
  std::int64_t told = 0;
  try {
    for (bool is_over = false; !is_over;) {
      {
        nb::gil_scoped_release const release;
        is_over = job->wait(milliseconds(50));
      }
      if (PyErr_CheckSignals() != 0) {
        throw nb::python_error();
      }
      tell(progress, *job, told);
    }
  } catch (...) {
    leave(job);
    throw;
  }
}

}  // namespace

void run_watched(nb::object const& progress, std::vector<nb::object> kept, Job job) {
  clear_left_jobs();
  auto const shared = std::make_shared<LongJob>();
  shared->job = std::move(job);
  shared->kept = std::move(kept);
  try {
    std::thread([shared] { shared->work(); }).detach();
  } catch (std::system_error const& refusal) {
    throw Error("No thread can be started for the job (" + std::string(refusal.what()) +
                "). Raise the limits of memory and processes (ulimit -v, ulimit -u).");
  }
  wait_for(shared, progress);
  shared->kept.clear();
  if (shared->failure) {
    std::rethrow_exception(std::exchange(shared->failure, nullptr));
  }
}

}  // namespace siderum::python
