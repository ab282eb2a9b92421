// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle_stream/launch.hpp>

namespace siderum {

template class LombScargleStream<SIDERUM_SPACE, SIDERUM_REAL, backend::SIDERUM_BACKEND>;

}  // namespace siderum
