// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/device_name.hpp>

#include <siderum/backends/backend.hpp>

namespace siderum::backend {

template <class Exec, class Backend>
std::string const& device_name() {
  // Never destroyed: a job that a caller has left may run while the process ends.
  static std::string const& name =
      *new std::string(typename Backend::template DeviceFactsOf<Exec>()().name);
  return name;
}

template std::string const& device_name<SIDERUM_SPACE, SIDERUM_BACKEND>();

}  // namespace siderum::backend
