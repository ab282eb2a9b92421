// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// A shared library that is no engine.
extern "C" __attribute__((visibility("default"))) char const* siderum_engine_version() {
  return "0.0.1";
}
