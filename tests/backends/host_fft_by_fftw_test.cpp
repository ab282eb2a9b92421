// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/host_fft/fftw.cpp>

#include "backends/host_fft_cases.hpp"
