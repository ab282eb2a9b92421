// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/key_sort/definition.hpp>

template struct siderum::portable::KeySort<SIDERUM_SPACE>;
