// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Processes that a launcher started (mpirun, srun) and that do jobs together. One of them, rank 0,
/// is the caller's: its period searches, pair counts and the harmonic transforms and rotations of
/// sky.hpp and kept_sky.hpp are shared out among all, with the results that it would have found
/// alone. The others serve it.
///
///     auto const processes = siderum::engine::join_processes({argv, argv + argc});
///     if (!processes.is_caller()) {
///       return siderum::engine::serve();
///     }
///     // ... jobs ...
///     siderum::engine::leave(0);  // the others leave too, with the same status
namespace siderum::engine {

struct Processes {
  int rank = 0;
  int count = 1;

  bool is_caller() const { return rank == 0; }
};

/// Joins the processes beside this one, by MPI, whose module is opened for it: where the variables
/// of a launcher say that there are such, or where it is asked for; not where the environment
/// variable SIDERUM_DISTRIBUTED is no. Once in a process, before its first job.
///
/// On a host each takes its share of the threads, unless their number is given or the launcher has
/// bound them; of GPUs each takes the one of its place among those that see the same.
/// @param command  must be the same on all ranks
/// Throws Error where there is no such module (other ranks than the first of a host three seconds
/// later, before which most launchers have ended them), and on rank 0 where commands differ.
Processes join_processes(std::vector<std::string> const& command, bool is_asked = false);

/// The same with the processes of a communicator of MPI that the caller has made, as mpi4py does;
/// it is duplicated. Threads and GPUs are shared out where no job came before.
/// @param communicator  address of an MPI_Comm
/// @param library  what MPI_Get_library_version says there: it must be the MPI of siderum's module
/// Throws Error where it is another one, and where others were joined already.
Processes join_processes_of(void const* communicator, std::string const& library);

/// On rank 0: the others return from serve(); jobs are this process's own then, which may join
/// others. What was made together (pairs.hpp, kept_sky.hpp) ends. Does nothing where this process
/// is alone.
void part_from_processes();

/// Of the processes that this one has joined; one that is alone is rank 0 of 1.
Processes processes();

/// Seconds that this process has waited for the others and for messages.
double seconds_waited();

/// How what lies where processes compute has passed from one to the other.
struct ProcessLinks {
  /// "NCCL", "MPI", "MPI and shared memory", "MPI through the hosts"; empty: there was nothing to
  /// pass.
  std::string names;
  double seconds = 0.0;  ///< that it took this process, with waiting for others to come so far
};
ProcessLinks process_links();

/// On other ranks than 0: does what rank 0 asks for, until that leaves. Where a job fails, rank 0
/// throws the sentence of the rank that could not do it, and can start another one.
/// @return the status with which rank 0 left
int serve();

}  // namespace siderum::engine
