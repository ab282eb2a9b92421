// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// An engine of another version, which must not be asked for more than that.
#include <cstdlib>

extern "C" __attribute__((visibility("default"))) char const* siderum_engine_version() {
  return "0.0.1";
}

extern "C" __attribute__((visibility("default"))) void* siderum_engine_module() {
  std::abort();
}
