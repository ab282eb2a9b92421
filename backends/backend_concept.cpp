// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/backend_concept.hpp>

namespace siderum::backend {

static_assert(Backend<SIDERUM_BACKEND, SIDERUM_SPACE>);

}  // namespace siderum::backend
