// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/cuda/opened_library.hpp>

#include <utility>

#include <dlfcn.h>

#include <siderum/core/error.hpp>

namespace siderum::cuda {

namespace {

constexpr int mode = RTLD_NOW | RTLD_LOCAL;

}  // namespace

OpenedLibrary::OpenedLibrary(std::string name, std::string const& file)
    : name_(std::move(name)), handle_(dlopen(file.c_str(), mode)) {
  if (handle_ != nullptr) {
    return;
  }
  std::string const reason = dlerror();
  handle_ = dlopen((SIDERUM_CUDA_LIBRARIES "/" + file).c_str(), mode);
  SIDERUM_VALIDATE(handle_ != nullptr,
                   name_ + " cannot be opened (" + reason +
                       "). Install it, or put its folder into LD_LIBRARY_PATH; the method direct"
                       " and the CPU do without it.");
}

void* OpenedLibrary::address_of(char const* symbol) const {
  void* const address = dlsym(handle_, symbol);
  SIDERUM_VALIDATE(address != nullptr, name_ + " lacks " + symbol +
                                           " (it is of another release of CUDA). Install that of"
                                           " the release that siderum was built with.");
  return address;
}

}  // namespace siderum::cuda
