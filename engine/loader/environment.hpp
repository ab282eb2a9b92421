// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the variables of the environment say to the engine. Kokkos reads its own ones when it
/// starts, and ends the process over one that it does not understand: they are read here before.
namespace siderum::engine {

/// The threads that a process begins with: `asked`, or if that is 0 those of KOKKOS_NUM_THREADS,
/// else of OMP_NUM_THREADS (the first of a list); 0 where nothing says. Throws Error for a variable
/// that does not name 1 .. most_threads where it counts.
int threads_to_begin_with(int asked);

/// Throws Error for other variables of Kokkos that it would not understand.
void check_kokkos_variables();

/// The same for those that choose among GPUs, and where they leave none of that number.
/// @param card   that was asked for; -1: any
/// @param cards  how many there are
void check_card_variables(int card, int cards);

}  // namespace siderum::engine
