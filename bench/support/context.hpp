// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::bench {

/// Adds to the output of Google Benchmark what the figures depend on: versions, how Kokkos was
/// configured, compiler and flags, processor, threads and their binding, device and driver, and the
/// peaks of the machine. Kokkos is initialised.
void add_context();

/// A case that measures the peak of the host, unless --spaces=device. Before all others and behind
/// them, and its median beside the best seen, it shows whether the host was busy with something
/// else.
void register_peak(char const* when);

}  // namespace siderum::bench
