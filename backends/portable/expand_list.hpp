// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The launch operation ExpandList: each entry of a list has a few candidates, of which those that
/// remain are appended to another list. So one goes down a tree most of whose branches end.
///
/// Contract, for every backend `ExpandList<Exec>`:
/// - `ExpandList<Exec>()(exec, candidates, begin, end, list, count, label)`: for the entries
///   begin .. end - 1; enqueues on exec and does not fence
/// - those that remain stand at count(), count() + 1, ... of `list` in any order, and count() grows
///   by their number; there is room for them
/// - `first_entries`: so many to begin with keep all busy
/// - `longest_list`: a longer one makes nothing faster
///
/// A functor of candidates has
/// - `Value`, what the list holds
/// - `static constexpr int of_entry`: candidates of an entry, 64 at most
/// - `KOKKOS_FUNCTION bool remains(entry, candidate, worker, Value&)`: called once for each of
/// them;
///   `worker` numbers those who call it at one time, a few of whom may share a number
namespace siderum::portable {

template <class Exec>
class ExpandList;

}  // namespace siderum::portable
