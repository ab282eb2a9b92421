// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::apps {

/// The program: parses the command line, runs the verb, and turns exceptions into one sentence on
/// standard error. A signal that ends it leaves no incomplete file behind.
///
/// @return 0; 1 for bad data, a bad value, no such device or file; 2 for bad syntax (an unknown
///         option, a missing argument)
int run_program(int argument_count, char const* const* arguments);

}  // namespace siderum::apps
