// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <siderum/core/progress.hpp>

/// The layer that decides at run time what the library takes as types: the device, the precision,
/// the backend, and the pieces that fit memory. Plain host memory in, plain results out; no header
/// of it includes Kokkos.
///
///     siderum::engine::Execution where;           // any device, double precision
///     where.device = siderum::engine::parse_device("gpu:1");
///
/// All calls may come from any thread; they are done one after the other, and none may come from an
/// observer or a sink. Threads and card belong to the process: the first call that needs them
/// decides, and a later one that asks for others is an Error.
///
/// In a forked child the CPU goes on, with the threads of the parent, or fewer where its first call
/// or its environment says so, and observers are told there from another thread while the
/// caller waits. Every call is an Error in a child that was forked while a thread of the parent was
/// in one, and those for a GPU where the parent has used one. An observer may fork where its child
/// ends within it.
namespace siderum::engine {

enum class DeviceKind : std::uint8_t {
  automatic,  ///< where the job is done soonest, the start of a GPU included
  cpu,
  gpu,
};

struct Device {
  DeviceKind kind = DeviceKind::automatic;
  int card = -1;  ///< of several GPUs, from 0; -1: any. Of `gpu` alone: `automatic` refuses others

  bool operator==(Device const&) const = default;
};

/// From "auto", "cpu", "gpu" or "gpu:1", in any case. Throws Error for anything else.
Device parse_device(std::string_view text);

/// The same text.
std::string name_of(Device device);

enum class BackendChoice : std::uint8_t {
  by_default,  ///< the fastest of the device
  portable,    ///< the kernels that all devices share
};

/// Of values and sums; phases are always computed in double precision.
enum class Precision : std::uint8_t { double_precision, single_precision };

/// The thread pool of Kokkos's OpenMP space is an array of this length.
inline constexpr int most_threads = 512;

/// Where and how a job is computed.
struct Execution {
  Device device;  ///< automatic: the environment variable SIDERUM_DEVICE counts where it is set
  BackendChoice backend = BackendChoice::by_default;
  Precision precision = Precision::double_precision;
  int threads = 0;  ///< of the CPU, 1 .. most_threads; 0: as the environment says
  /// Share of the free memory that one piece of a period search may take, above 0 and at most 1,
  /// or a harmonic transform, which is else done in pieces; other jobs are one piece.
  double memory_fraction = 0.75;
  /// Told between pieces of period searches, spectral windows and pair counts; an exception that
  /// it throws ends the job and reaches the caller. An iterated analysis has an observer of its own
  /// (AnalysisMethod); a single transform tells nothing until it is done.
  ProgressObserver* progress = nullptr;  ///< not owned
};

/// Where a job goes, and why.
struct Placement {
  Execution execution;      ///< as asked for, with the device that was chosen
  std::string description;  ///< "OpenMP, 2 threads, backend portable", or the GPU's name
  std::string reason;       ///< "it was asked for": a clause without a full stop
};

/// Refuses an execution that cannot be had here, in one sentence, before a job's data are read. A
/// GPU that is asked for by name begins to start while the caller goes on (a third of a second);
/// the next job waits for it and says what went wrong. Without a GPU it looks whether the CPU can
/// have the threads.
void check(Execution const& execution);

}  // namespace siderum::engine
