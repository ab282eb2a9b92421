// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include <siderum/core/progress.hpp>

/// Calls of the engine without Python's lock, which Ctrl-C ends.
namespace siderum::python {

namespace nb = nanobind;

/// Python's lock is not held while this lives. A thread that wants it back when Python has ended,
/// which daemon threads live to see, stays here for the rest of the process: what it holds must not
/// be touched any more.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked();
  Unlocked(Unlocked const&) = delete;
  Unlocked& operator=(Unlocked const&) = delete;

 private:
  PyThreadState* state_;
};

/// The turn of a job among those of all threads. Who waits for one looks for signals, which nobody
/// does in the engine's own queue behind it.
class Turn {
 public:
  /// Waits for it, and lets go of Python's lock meanwhile. Throws what a signal raises.
  static Turn wait();
  /// Of nobody, where it is another one's.
  static Turn try_to_take();

  Turn() = default;
  Turn(Turn&& other) noexcept : forks_(std::exchange(other.forks_, nobody)) {}
  Turn& operator=(Turn&& other) noexcept {
    std::swap(forks_, other.forks_);
    return *this;
  }
  ~Turn();

  bool is_taken() const { return forks_ != nobody; }

 private:
  static constexpr int nobody = -1;
  int forks_ = nobody;  ///< that lie behind the process which has taken it
};

/// A call of the engine: it is given who is to be told of its progress, or null.
using Job = std::function<void(ProgressObserver*)>;

/// Whether a job calls the engine, which does one after the other, or computes by itself.
enum class Needs : bool { nothing, engine };

/// How long a job may take, in evaluations of a point at a frequency, so that it is done before
/// anyone could want to end it.
inline constexpr double work_of_short_jobs = 1e8;

/// Does a job in a thread of its own, while this one looks for signals every 50 ms and hands on
/// what has been done. A signal ends the job at its next piece; where that takes longer than 0.2 s
/// the call ends all the same, and the job is left to end by itself, with what it reads and writes.
void run_watched(nb::object const& progress, std::vector<nb::object> kept, Job job, Needs needs);

/// Does a job without Python's lock: a short one that nobody is told of where it is called, others
/// watched.
///
/// @param work      in evaluations, as above
/// @param progress  called with (done, total); None: nobody is told
/// @param keep      gives what the job reads and writes
template <class Keep, class Work>
void run(double work, nb::object const& progress, Keep const& keep, Work const& job,
         Needs needs = Needs::engine) {
  if (work >= work_of_short_jobs || !progress.is_none()) {
    run_watched(progress, keep(), job, needs);
    return;
  }
  Turn turn = needs == Needs::engine ? Turn::wait() : Turn();
  Unlocked const unlocked;
  Turn const mine = std::move(turn);
  job(nullptr);
}

/// Of arrays that a job reads and writes.
template <class... Arrays>
auto keep(Arrays const&... arrays) {
  return [&arrays...] { return std::vector<nb::object>{nb::cast(arrays)...}; };
}

/// What a function gives that nobody is told of, and that refers to nothing but what is kept.
template <class Keep, class Function>
auto computed(double work, Needs needs, Keep const& keep, Function const& function) {
  auto const answer = std::make_shared<std::invoke_result_t<Function>>();
  run(
      work, nb::none(), keep, [answer, function](ProgressObserver*) { *answer = function(); },
      needs);
  return std::move(*answer);
}

/// Lets go of what takes a turn of the engine to end, without waiting for it.
void let_go(std::shared_ptr<void> thing) noexcept;

}  // namespace siderum::python
