// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::apps {

/// From here on a signal that asks the program to end (SIGHUP, SIGINT, SIGPIPE, SIGTERM) removes
/// the files that are not complete, and ends it with 128 + signal. Signals that were ignored, as by
/// nohup, stay ignored.
void remove_files_on_interruption();

}  // namespace siderum::apps
