// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/kept_sky.hpp>

#include "engine/kept_sky_cases.hpp"
