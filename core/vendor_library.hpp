// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace siderum {

/// A shared library of a vendor's (cuBLAS, cuFFT, NCCL), opened when a job first needs it: most
/// need none, and each takes tens of milliseconds to open. It stays open until the process ends.
class VendorLibrary {
 public:
  /// Looks where the dynamic linker does, and then where such libraries lay when siderum was built.
  /// @param name     as its users call it: "cuFFT"
  /// @param file     "libcufft.so.12"
  /// @param without  what there is without it: "the CPU does without it"
  /// Throws Error where it cannot be opened.
  VendorLibrary(std::string name, std::string const& file, std::string const& without);

  /// A function, as a pointer of the type that the library's header has.
  class Function {
   public:
    explicit Function(void* address) : address_(address) {}
    template <class Type>
    operator Type*() const {
      return reinterpret_cast<Type*>(address_);
    }

   private:
    void* address_;
  };

  /// Throws Error where the library has none of that name.
  Function operator[](char const* name) const;

 private:
  std::string name_;
  void* handle_;
};

}  // namespace siderum
