// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Several processes that work on one job: the one seam between siderum and what carries its
/// messages. Nothing here includes MPI.
namespace siderum::distributed {

using Bytes = std::vector<std::byte>;

/// The processes of a job, numbered from 0 (ranks). All of them call the same collective functions
/// in the same order, with messages in host memory; each returns when its own part is done.
///
/// What goes wrong on one rank ends the job of all, and not more. That rank calls `fail`; all
/// others throw its sentence from the next collective function, each of which begins with a meeting
/// of all ranks, or before from `check`. When each has called `settle`, they can begin another job.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Ranks on this host.
  virtual int size_of_host() const = 0;

  /// The place of this rank among those of its host that see the same GPUs, and how many these are.
  virtual int place_by_card() const = 0;
  virtual int size_by_card() const = 0;

  /// Ranks of its host that may use the same processors as this one.
  virtual int size_by_processors() const = 0;

  /// Whether all_reduce and exchange take the memory of GPUs too, as MPI says of itself
  /// (MPIX_Query_cuda_support).
  virtual bool reaches_gpus() const = 0;

  /// Seconds that this rank has waited for others and for messages.
  double seconds_waited() const { return seconds_waited_; }
  void has_waited(double seconds) { seconds_waited_ += seconds; }

  /// Seconds in which a Link of it has passed on what lies where ranks compute, with what it waited
  /// for others that had not come so far.
  double seconds_linked() const { return seconds_linked_; }
  void has_linked(double seconds) { seconds_linked_ += seconds; }

  /// Rank 0 hands its bytes to all; what others give is replaced, whatever its size.
  virtual void broadcast(Bytes& bytes) = 0;

  /// The same where all know how many bytes there are: nothing is copied.
  /// @param given  on rank 0; on others nothing
  /// @param room   on others, of as many bytes; on rank 0 nothing
  virtual void broadcast(std::span<std::byte const> given, std::span<std::byte> room) = 0;

  /// Replaces each number by its sum over the ranks, modulo 2^64, which serves signed integers too.
  virtual void all_reduce(std::span<std::uint64_t> numbers) = 0;

  /// Sends the i-th message to rank i. @return those for this rank, by sender
  virtual std::vector<Bytes> all_to_all_v(std::vector<Bytes> const& messages) = 0;

  /// The same where receivers know how long messages are: nothing is said of their lengths, and
  /// nothing is copied. The piece for the rank itself goes the same way.
  virtual void exchange(std::span<std::span<std::byte const> const> sent,
                        std::span<std::span<std::byte> const> received) = 0;

  /// @return on rank 0 the messages of all ranks, on others nothing
  virtual std::vector<Bytes> gather(Bytes message) = 0;

  /// Waits until all ranks have come here. Throws Error with the sentence of the first that failed.
  virtual void meet() = 0;

  /// Throws Error with the sentence of a rank that failed. Waits for nothing.
  virtual void check() = 0;

  /// Tells the others why this rank cannot go on with the job. Does nothing where it has thrown
  /// their sentence itself. Needs no memory.
  virtual void fail(std::string_view sentence) noexcept = 0;

  /// After a failure, of this rank or another: waits until all ranks have heard of it.
  virtual void settle() = 0;

  /// Ends all these processes with the status at once; some launchers end others that they started
  /// too. (MPI_Abort.)
  /// @param status  not 0
  [[noreturn]] virtual void abort(int status) noexcept = 0;

  /// The last call of each rank; a meeting.
  virtual void finish() = 0;

 private:
  double seconds_waited_ = 0.0;
  double seconds_linked_ = 0.0;
};

/// Rank 0 sends the i-th message to rank i. @return that of this rank
/// @param messages  on other ranks nothing
Bytes scatter(Communicator& all, std::vector<Bytes> messages);

}  // namespace siderum::distributed

/// What the module that holds MPI exports.
extern "C" {
using SiderumMpiVersion = char const*();
/// What MPI says of itself.
using SiderumMpiLibrary = char const*();
/// Begins MPI in this process, unless that was done, and makes a communicator, which is never
/// destroyed. Throws Error.
/// @param like  address of an MPI_Comm of whose processes it is; null: of all that were started
using SiderumMpiCommunicator = siderum::distributed::Communicator*(void const* like);
SiderumMpiVersion siderum_mpi_version;
SiderumMpiLibrary siderum_mpi_library;
SiderumMpiCommunicator siderum_mpi_communicator;
}
