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
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include <siderum/core/error.hpp>

namespace siderum::python {

namespace {

using std::chrono::milliseconds;

/// How long nobody looks for signals.
constexpr milliseconds slice(50);

/// Whose turn it is: of a thread, or of a job that another thread waits for.
struct Queue {
  std::mutex mutex;
  std::condition_variable freed;
  bool is_taken = false;
  std::atomic<int> forks = 0;  ///< between this process and the one that opened the module
};

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
    job = nullptr;  // and what it shares, while it is its turn
    turn = Turn();
  }

  void tell_end() {
    std::lock_guard const lock(mutex);
    is_over = true;
    changed.notify_all();
  }

  bool wait(milliseconds time) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, time, [this] { return is_over; });
  }

  Job job;
  Turn turn;
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

/// The thread that has done a job and waits for the next one, in a process at most one. OpenMP
/// starts threads anew for each thread that computes with it, which the system first has to spread
/// over its cores: with a new one for each job, a job of 16 ms took 20 to 25. Never destroyed.
class WaitingThread {
 public:
  /// Gives it the job; false: no thread waits, or one has not yet taken what it was given.
  bool give(Shared const& job) {
    std::lock_guard const lock(mutex_);
    if (next_ != nullptr || !std::exchange(is_there_, false)) {
      return false;
    }
    next_ = job;
    given_.notify_one();
    return true;
  }

  /// From now on the caller waits; false: another thread does.
  bool become() {
    std::lock_guard const lock(mutex_);
    return !std::exchange(is_there_, true);
  }

  /// What it is given.
  Shared wait() {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [this] { return next_ != nullptr; });
    return std::exchange(next_, nullptr);
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  bool is_there_ = false;
  Shared next_;
};

/// Jobs whose callers have gone, under Python's lock. Never destroyed: one may go on until the
/// process ends.
std::vector<Shared>& left_jobs = *new std::vector<Shared>;

WaitingThread& waiting_thread = *new WaitingThread;

void after_fork();

Queue& queue = []() -> Queue& {
  pthread_atfork(nullptr, nullptr, after_fork);
  return *new Queue;
}();

/// In a forked child one thread is left, and none of the jobs of others.
void after_fork() {
  ++queue.forks;
  queue.is_taken = false;
  new (&queue.mutex) std::mutex;
  new (&queue.freed) std::condition_variable;
  new (&left_jobs) std::vector<Shared>;
  new (&waiting_thread) WaitingThread;
}

/// Does a job, and then those that it is given while it waits. Its caller, who may give the next
/// one at once, learns of the end when it waits.
void do_jobs(Shared job) {
  for (bool waits = true; waits;) {
    job->work();
    waits = waiting_thread.become();
    job->tell_end();
    job.reset();
    if (waits) {
      job = waiting_thread.wait();
    }
  }
}

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
  left_jobs.push_back(job);
  {
    Unlocked const unlocked;
    job->wait(milliseconds(200));
  }
  clear_left_jobs();
}

void look_for_signals() {
  if (PyErr_CheckSignals() != 0) {
    throw nb::python_error();
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
  int const forks = queue.forks;
  std::int64_t told = 0;
  try {
    for (bool is_over = false; !is_over;) {
      {
        Unlocked const unlocked;
        is_over = job->wait(slice);
      }
      look_for_signals();
      tell(progress, *job, told);
      SIDERUM_VALIDATE(queue.forks == forks,
                       "The job cannot go on in this process (who is told of its progress has"
                       " forked, and its threads stayed in the parent). End the child there.");
    }
  } catch (...) {
    if (queue.forks == forks) {
      leave(job);
    }
    throw;
  }
}

}  // namespace

Unlocked::~Unlocked() {
  try {
    PyEval_RestoreThread(state_);
  } catch (...) {
    // Python before 3.14 ends the thread, by unwinding that no destructor stands.
    for (;;) {
      pause();
    }
  }
}

Turn Turn::try_to_take() {
  Turn turn;
  std::lock_guard const lock(queue.mutex);
  if (!std::exchange(queue.is_taken, true)) {
    turn.forks_ = queue.forks;
  }
  return turn;
}

Turn Turn::wait() {
  Turn turn = try_to_take();
  while (!turn.is_taken()) {
    {
      Unlocked const unlocked;
      std::unique_lock lock(queue.mutex);
      queue.freed.wait_for(lock, slice, [] { return !queue.is_taken; });
    }
    look_for_signals();
    turn = try_to_take();
  }
  return turn;
}

Turn::~Turn() {
  if (forks_ != queue.forks) {
    return;
  }
  std::lock_guard const lock(queue.mutex);
  queue.is_taken = false;
  queue.freed.notify_one();
}

void run_watched(nb::object const& progress, std::vector<nb::object> kept, Job job, Needs needs) {
  clear_left_jobs();
  auto const shared = std::make_shared<LongJob>();
  shared->job = std::move(job);
  shared->kept = std::move(kept);
  if (needs == Needs::engine) {
    shared->turn = Turn::wait();
  }
  try {
    if (!waiting_thread.give(shared)) {
      std::thread([shared]() mutable { do_jobs(std::move(shared)); }).detach();
    }
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

void let_go(std::shared_ptr<void> thing) noexcept {
  if (Turn const turn = Turn::try_to_take(); turn.is_taken()) {
    thing.reset();
    return;
  }
  try {
    std::thread([held = std::move(thing)] {}).detach();
  } catch (std::system_error const&) {
    // What it holds ends with the process, or now.
  }
}

}  // namespace siderum::python
