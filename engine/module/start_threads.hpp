// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// OpenMP ends the program where it cannot start its threads, and makes them anew for each thread
/// that computes with it: whether it can is asked before.
namespace siderum::engine {

/// Throws Error where this thread could not have so many threads beside it: all are started, and
/// end at once.
void check_threads_start(int threads);

}  // namespace siderum::engine
