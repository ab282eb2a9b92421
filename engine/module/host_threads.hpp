// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The threads that OpenMP gives to Kokkos, which hands each of its pool a share of the work and
/// does not look whether all came: fewer than that would leave results unwritten.
namespace siderum::engine {

/// As long as it lives the parallel regions of this thread have all threads that they ask for,
/// whatever OMP_DYNAMIC and OMP_MAX_ACTIVE_LEVELS say. Costs next to nothing.
class AllThreads {
 public:
  AllThreads();
  ~AllThreads();
  AllThreads(AllThreads const&) = delete;
  AllThreads& operator=(AllThreads const&) = delete;

 private:
  [[maybe_unused]] int dynamic_ = 0;
  [[maybe_unused]] int levels_ = 0;
};

/// The number of threads to start Kokkos with, which come to every region of this thread where an
/// AllThreads lives. Throws Error where they do not.
/// @param wanted  0: as many as OpenMP gives by itself, most_threads at most
int host_threads(int wanted);

/// As many as OpenMP gives by itself, most_threads at most.
int usual_threads();

}  // namespace siderum::engine
