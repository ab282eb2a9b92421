// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/device_fft/definition.hpp>

template class siderum::portable::DeviceFft<SIDERUM_SPACE, SIDERUM_REAL>;
