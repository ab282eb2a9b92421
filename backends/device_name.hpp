// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/backends/choice.hpp>

namespace siderum::backend {

/// The hardware behind an execution space as a backend names it, and as the tuning cache does. It
/// is asked once. Instantiated for every space and its backends.
template <class Exec, class Backend = default_for_t<Exec>>
std::string const& device_name();

}  // namespace siderum::backend
