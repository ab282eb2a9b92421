// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/open_library.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>

namespace siderum {

namespace {

OpenedLibrary open(std::string const& file) {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  return {handle, handle == nullptr ? dlerror() : ""};
}

}  // namespace

OpenedLibrary open_library(std::string const& file, std::string_view folders) {
  OpenedLibrary opened = open(file);
  while (opened.handle == nullptr && !folders.empty()) {
    std::size_t const end = std::min(folders.find(':'), folders.size());
    std::filesystem::path const path = std::filesystem::path(folders.substr(0, end)) / file;
    folders.remove_prefix(std::min(end + 1, folders.size()));
    std::error_code failure;
    if (path.is_absolute() && std::filesystem::exists(path, failure)) {
      opened = open(path.string());
    }
  }
  return opened;
}

}  // namespace siderum
