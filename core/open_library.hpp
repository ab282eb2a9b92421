// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace siderum {

/// What came of opening a shared library.
struct OpenedLibrary {
  void* handle = nullptr;
  std::string problem;  ///< as the dynamic linker says it, where there is no handle
};

/// Opens a library where the dynamic linker finds it, else in the first of some folders that has
/// it.
/// @param file     "libcufft.so.12"
/// @param folders  absolute ones, with ':' between them
OpenedLibrary open_library(std::string const& file, std::string_view folders);

}  // namespace siderum
