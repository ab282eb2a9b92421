// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include <Kokkos_Core.hpp>

namespace siderum::portable {

/// Tables that are made once for a key and device, by make(), and serve all instances of the device
/// until Kokkos is finalised.
///
/// @tparam Tables  cheap to copy; what it holds is enqueued on exec
template <class Tables, class Exec, class Key, class Make>
Tables kept_tables(Exec const& exec, Key const& key, Make const& make) {
  using Device = Kokkos::Tools::Experimental::DeviceTypeTraits<Exec>;
  static std::mutex mutex;
  // Never destroyed: Kokkos may be finalised at exit, after objects like this one.
  static auto& known = *new std::map<std::pair<int, Key>, Tables>;
  std::lock_guard const lock(mutex);
  if (known.empty()) {
    Kokkos::push_finalize_hook([] { known.clear(); });
  }
  std::pair<int, Key> const of_device{static_cast<int>(Device::device_id(exec)), key};
  auto const found = known.find(of_device);
  if (found != known.end()) {
    return found->second;
  }
  Tables const made = make();
  exec.fence("siderum::kept_tables");  // other instances use them as well
  return known.emplace(of_device, made).first->second;
}

}  // namespace siderum::portable
