// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Libraries of CUDA that are opened when a job first needs them: most need none, and each takes
/// tens of milliseconds to open.
namespace siderum::cuda {

/// An open shared library, which stays open until the process ends.
class OpenedLibrary {
 public:
  /// Looks where the dynamic linker does, and then where the library lay when siderum was built.
  /// @param name   as its users call it: "cuFFT"
  /// @param file   "libcufft.so.12"
  /// Throws Error where it cannot be opened.
  OpenedLibrary(std::string name, std::string const& file);

  /// The function of that name, whose type is known from the library's header. Throws Error where
  /// the library has none.
  template <class Function>
  Function* function(char const* symbol) const {
    return reinterpret_cast<Function*>(address_of(symbol));
  }

 private:
  void* address_of(char const* symbol) const;

  std::string name_;
  void* handle_;
};

}  // namespace siderum::cuda
