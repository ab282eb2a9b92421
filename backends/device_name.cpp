// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/device_name.hpp>

#include <siderum/backends/backend.hpp>

namespace siderum::backend {

template <class Exec, class Backend>
std::string const& device_name() {
  static std::string const name = typename Backend::template DeviceFactsOf<Exec>()().name;
  return name;
}

template std::string const& device_name<SIDERUM_SPACE, SIDERUM_BACKEND>();

}  // namespace siderum::backend
