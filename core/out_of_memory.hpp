// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum {

/// "There is not enough memory (48.3 MB for the map could not be had; ulimit -v allows 400 MB). Ask
/// for less at once, or free some."
/// @param what   it is for
/// @param bytes  that were asked for; 0: not known
OutOfMemory out_of_memory(std::string const& what, double bytes);

/// The same of the memory of a device, which has no such limit.
OutOfMemory out_of_device_memory(std::string const& what, double bytes);

/// Whether so much more memory of the host could be had now: nothing of it is kept or touched. For
/// what comes before a library that ends the program, or waits for ever, where memory is short.
bool has_room_for(std::size_t bytes);

}  // namespace siderum
