// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/launch.hpp>

template class siderum::HarmonicTransform<SIDERUM_SPACE, SIDERUM_REAL,
                                          siderum::backend::SIDERUM_BACKEND>;
