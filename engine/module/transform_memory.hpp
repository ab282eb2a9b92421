// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <siderum/algorithms/sky/harmonic_transform_stream.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/host_facts.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/engine/execution.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/module/kept_plans.hpp>
#include <siderum/engine/sky.hpp>

/// What a transform takes, whole or in pieces (harmonic_transform_stream.hpp), and which it is to
/// be.
namespace siderum::engine {

/// "1.5 GB".
std::string gigabytes(double bytes);

/// In numbers that no size overflows.
struct TransformBytes {
  /// Where it runs: the least that a whole one takes, which are maps and coefficients, those that
  /// an iteration has besides, those of the scalars that fields with spin are made of, the tables
  /// of the recurrence (three numbers for each coefficient of one map), what a device has besides
  /// for where it begins and for sums, and what several processes have for a run of rings, and what
  /// one in pieces does.
  double whole;
  double pieces;
  /// On the host: the maps as they are handed on and as their file, the coefficients, and what one
  /// in pieces has besides.
  double on_host;
  double beside_pieces;
  /// Of several processes: the modes of the shortest run, and what those at one time take of modes
  /// and messages.
  double modes = 0.0;
  double shortest_run = 0.0;
};

/// Of several processes each has its part of the maps, and room for all coefficients.
TransformBytes bytes_of(TransformSize const& size, std::size_t bytes_of_real,
                        TransformRanks const& ranks, bool on_device);

/// Of a rotation, which has no pieces: the coefficients where they turn, and on the host those that
/// are given and those that come of it.
TransformBytes bytes_of(RotationSize const& size, std::size_t bytes_of_real,
                        TransformRanks const& ranks);

/// What is free, less than is needed only where plans that are kept would not help. 0: not known.
/// @param ask  facts of where it is needed
template <class Ask>
double free_bytes(double needed, Ask const& ask) {
  std::int64_t free = ask().free_memory;
  if (free > 0 && needed > static_cast<double>(free)) {
    release_kept_plans();
    free = ask().free_memory;
  }
  return static_cast<double>(free);
}

/// How a refusal begins and ends.
struct RefusedJob {
  char const* name = "The transform";
  char const* remedy = "Take a coarser grid, a smaller lmax or single precision.";
};

/// Throws Error, with the bytes that are needed and free, where not even pieces fit; those of
/// several processes, and what is kept, are whole.
template <class Exec>
void check_memory_of(TransformBytes const& bytes, TransformRanks const& ranks = {},
                     RefusedJob const& job = {}) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  // Each process has a GPU of its own.
  bool const is_whole = ranks.all > 1 || ranks.is_kept;
  double const there = is_whole ? bytes.whole * (is_host<Exec> ? ranks.on_host : 1) : bytes.pieces;
  double const besides = is_whole ? 0.0 : bytes.beside_pieces;
  auto const check = [&](double needed, auto const& ask) {
    double const free = free_bytes(needed, ask);
    std::string const who =
        ranks.on_host == 1 ? "" : " for " + std::to_string(ranks.on_host) + " processes of a host";
    SIDERUM_VALIDATE(free == 0.0 || needed <= free,
                     std::string(job.name) + " needs " + gigabytes(needed) + " of memory at least" +
                         who + " (" + gigabytes(free) + " are free). " + job.remedy);
  };
  // A device may be too small for what is whole, and the host for what is in pieces.
  if (is_host<Exec>) {
    double const whole = is_whole ? there : bytes.whole;
    check(bytes.on_host + std::min(whole, there + besides), Facts());
  } else {
    check(bytes.on_host, host_facts);
    check(there, Facts());
  }
}

/// Bytes of modes that several processes may have of a run, so that all fits; 0: as many as usual.
template <class Exec>
std::int64_t bytes_of_runs(TransformBytes const& bytes, TransformRanks const& ranks,
                           double memory_fraction) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  constexpr double usual = 0x1p31;
  auto const free = static_cast<double>(Facts()().free_memory);
  double const of_host = is_host<Exec> ? bytes.on_host : 0.0;
  double const shared = is_host<Exec> ? ranks.on_host : 1;
  double const rest =
      (memory_fraction * free - of_host) / shared - bytes.whole + bytes.shortest_run;
  double const most = rest * bytes.modes / bytes.shortest_run;
  return free == 0.0 || most >= usual ? 0 : static_cast<std::int64_t>(std::max(most, bytes.modes));
}

/// Whether a transform is to be whole: where that takes no more of what is free than it may.
template <class Exec>
bool is_whole(TransformBytes const& bytes, double memory_fraction) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  double const needed = bytes.whole + (is_host<Exec> ? bytes.on_host : 0.0);
  double const free = free_bytes(needed / memory_fraction, Facts());
  return free == 0.0 || needed <= memory_fraction * free;
}

/// Bytes that pieces may take.
/// @param still  that the host is still to hold besides
template <class Exec>
std::int64_t memory_of_pieces(RingGrid const& grid, HarmonicRange range, Field field,
                              std::size_t bytes_of_real, double memory_fraction, double still) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  auto const free = static_cast<double>(Facts()().free_memory);
  double const most = memory_fraction * (free - (is_host<Exec> ? still : 0.0));
  // What is free is no promise: where it is little, the smallest pieces are tried all the same.
  constexpr double of_backend = 16 << 20;
  double const least = smallest_bytes_of_stream(grid, range, field, bytes_of_real);
  return static_cast<std::int64_t>(std::max(most, 1.25 * least + of_backend));
}

}  // namespace siderum::engine
