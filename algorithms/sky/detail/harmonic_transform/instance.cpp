// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/stream_launch.hpp>

template class siderum::HarmonicTransform<SIDERUM_SPACE, SIDERUM_REAL,
                                          siderum::backend::SIDERUM_BACKEND>;
template class siderum::HarmonicTransformStream<SIDERUM_SPACE, SIDERUM_REAL,
                                                siderum::backend::SIDERUM_BACKEND>;
