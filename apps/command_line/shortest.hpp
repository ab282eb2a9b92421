// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::apps {

/// The double that prints as the shortest decimal that reads back as this float: 0.1f gives 0.1,
/// not 0.10000000149011612. NaN and infinity are themselves.
double shortest_as_double(float value);

}  // namespace siderum::apps
