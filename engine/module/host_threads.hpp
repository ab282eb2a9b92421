// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The threads that OpenMP gives to Kokkos, which hands each of its pool a share of the work and
/// does not look whether all came: fewer than that would leave results unwritten.
namespace siderum::engine {

/// Sees that the parallel regions of this thread have all threads that they ask for, whatever
/// OMP_DYNAMIC and OMP_MAX_ACTIVE_LEVELS say. Cheap.
void ask_for_all_threads();

/// The number of threads to start Kokkos with, which come to every region of this thread.
/// @param wanted  0: as many as OpenMP gives by itself, most_threads at most
/// Throws Error where they do not come.
int host_threads(int wanted);

}  // namespace siderum::engine
