// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/pairs/pairs_options.hpp>

namespace siderum::apps {

/// `siderum pairs`: reads the catalogues, counts their pairs, writes what was asked for.
///
/// All input is read and checked and all outputs are opened before the counting begins; files take
/// their names when everything is computed. Throws Error, and UsageError for options that
/// contradict each other.
void run_pairs(PairsOptions const& options);

}  // namespace siderum::apps
