// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/distributed/communicator.hpp>
#include <siderum/distributed/link.hpp>
#include <siderum/engine/execution.hpp>

/// The processes that work together, as jobs see them.
namespace siderum::engine {

/// A communicator of MPI that the caller has made.
struct GivenCommunicator {
  void const* address = nullptr;  ///< of an MPI_Comm; null: there is none
  std::string library = {};       ///< what its MPI says of itself
};

/// Opens the module of MPI and begins, with all processes that were started, or those of what is
/// given. Throws Error where there is no such module, where it is of another MPI, and where this
/// process has joined others already.
distributed::Communicator& open_communicator(GivenCommunicator const& given = {});

/// Null: this process is alone, or was forked by one that is not.
distributed::Communicator* communicator();

class Module;

/// How the processes pass on what lies in the memory of a module's device: made when they first ask
/// for it, within a job of the module, by all of them. It ends when they part.
distributed::Link& link_of(Module const& module, Device device, distributed::Communicator& all);

/// By what the links go that there are: "NCCL, MPI"; empty: none was needed so far.
std::string names_of_links();

/// What harmonic transforms of a module are told of the processes, for as long as the link.
HarmonicShare const& harmonic_share_of(Module const& module, Device device,
                                       distributed::Communicator& all);

/// What rank 0 asks of the others.
enum class SharedTask : std::uint8_t {
  leave,
  search,
  windows,
  make_counter,
  add_catalogues,
  count_pairs,
  end_counter,
  check_memory,
  make_kept,
  use_kept,
  end_kept,
  rotate,
  own_grids,
  keep_curves,
  search_kept,
  end_curves
};

/// One task of all processes, on rank 0: begins by telling the others, and must be ended, which
/// waits until they have done it too. Where one that was not ended goes out of scope, all give it
/// up; the next one waits for that.
class SharedJob {
 public:
  /// Throws Error where a job of this thread begins another one.
  /// @param head  what all ranks are told
  SharedJob(distributed::Communicator& all, SharedTask task, distributed::Bytes head);
  ~SharedJob();
  SharedJob(SharedJob const&) = delete;
  SharedJob& operator=(SharedJob const&) = delete;

  /// Throws Error with the sentence of another rank that failed.
  void end();

 private:
  /// Of this job among those of all threads.
  class Turn {
   public:
    Turn();
    ~Turn();
    Turn(Turn const&) = delete;
    Turn& operator=(Turn const&) = delete;

   private:
    std::lock_guard<std::mutex> lock_;
  };

  Turn turn_;
  distributed::Communicator& all_;
};

/// On any rank, in a task in which something went wrong: tells the others, and ends what they may
/// not have begun or ended alike. The next task comes after Communicator::settle.
void give_up(distributed::Communicator& all, std::string_view sentence) noexcept;

/// On rank 0: what all ranks have made and keep between tasks. Rank 0 names it to the others by a
/// number; with it theirs end.
class KeptByAll {
 public:
  /// @param end  the task whose head is the number
  KeptByAll(distributed::Communicator& all, SharedTask end);
  ~KeptByAll();
  KeptByAll(KeptByAll const&) = delete;
  KeptByAll& operator=(KeptByAll const&) = delete;

  std::int64_t number() const { return number_; }

  /// Throws Error where the processes that made it together have parted.
  void check_still_joined() const;

 private:
  distributed::Communicator& all_;
  SharedTask end_;
  int joined_;  ///< how often this process had joined others then
  std::int64_t number_;
};

/// Hears of other ranks that failed, and on rank 0 tells the progress of its own part as that of
/// all.
class SharedProgress final : public ProgressObserver {
 public:
  /// @param whole  null: nobody is told
  SharedProgress(distributed::Communicator& all, ProgressObserver* whole)
      : all_(all), whole_(whole) {}

  /// What follows is this share of the whole, 0 .. 1.
  void expect(double begin, double end) {
    begin_ = begin;
    end_ = end;
  }

  void advance(std::int64_t done, std::int64_t total) override {
    all_.check();
    if (whole_ != nullptr) {
      constexpr double steps = 1e6;
      double const share = static_cast<double>(done) / static_cast<double>(total);
      whole_->advance(static_cast<std::int64_t>(steps * (begin_ + share * (end_ - begin_))),
                      static_cast<std::int64_t>(steps));
    }
  }

 private:
  distributed::Communicator& all_;
  ProgressObserver* whole_;
  double begin_ = 0.0;
  double end_ = 1.0;
};

/// On rank 0: the others leave with this status. This process is alone then. After a task that was
/// given up, and with a status that is not 0, all are ended at once.
void dismiss(int status);

/// On other ranks, after the last task: this process is alone then.
void part();

}  // namespace siderum::engine
