// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/vendor_library.hpp>

#include <utility>

#include <dlfcn.h>

#include <siderum/core/error.hpp>
#include <siderum/core/open_library.hpp>

namespace siderum {

VendorLibrary::VendorLibrary(std::string name, std::string const& file, std::string const& without)
    : name_(std::move(name)) {
  OpenedLibrary const opened = open_library(file, SIDERUM_VENDOR_FOLDERS);
  handle_ = opened.handle;
  SIDERUM_VALIDATE(handle_ != nullptr,
                   name_ + " cannot be opened (" + opened.problem +
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
