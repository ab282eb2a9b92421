// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/vendor_library.hpp>

#include <sstream>
#include <utility>

#include <dlfcn.h>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

constexpr int mode = RTLD_NOW | RTLD_LOCAL;

}  // namespace

VendorLibrary::VendorLibrary(std::string name, std::string const& file, std::string const& without)
    : name_(std::move(name)), handle_(dlopen(file.c_str(), mode)) {
  if (handle_ != nullptr) {
    return;
  }
  std::string const reason = dlerror();
  std::istringstream folders(SIDERUM_VENDOR_FOLDERS);
  for (std::string folder; handle_ == nullptr && std::getline(folders, folder, ':');) {
    handle_ = dlopen((folder + "/" + file).c_str(), mode);
  }
  SIDERUM_VALIDATE(handle_ != nullptr,
                   name_ + " cannot be opened (" + reason +
                       "). Install it, or put its folder into LD_LIBRARY_PATH; " + without + ".");
}

VendorLibrary::Function VendorLibrary::operator[](char const* name) const {
  void* const address = dlsym(handle_, name);
  SIDERUM_VALIDATE(address != nullptr, name_ + " lacks " + name +
                                           " (it is of another release than the one that siderum"
                                           " was built with). Install that release.");
  return Function(address);
}

}  // namespace siderum
