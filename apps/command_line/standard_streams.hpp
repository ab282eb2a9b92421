// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::apps {

/// Gives the standard streams that are closed to /dev/null, so that no file of results gets the
/// number of one of them and messages among its rows. Standard input and output are opened the
/// wrong way round: who reads or writes them is told that they are closed.
void open_closed_streams();

}  // namespace siderum::apps
