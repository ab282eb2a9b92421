// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include <cufft.h>

#include <siderum/backends/cuda/setup_pool.cuh>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/core/vendor_library.hpp>

namespace siderum::cuda {

/// The functions of cuFFT.
struct CuFft {
  static CuFft const& of_process() {
    static CuFft const& functions = *new CuFft;  // plans of static objects outlive others
    return functions;
  }

  VendorLibrary library{"cuFFT", "libcufft.so." + std::to_string(CUFFT_VER_MAJOR),
                        "the method direct and the CPU do without it"};
  decltype(cufftPlan1d)* plan = library["cufftPlan1d"];
  decltype(cufftDestroy)* destroy = library["cufftDestroy"];
  decltype(cufftSetStream)* set_stream = library["cufftSetStream"];
  decltype(cufftGetSize)* size = library["cufftGetSize"];
  decltype(cufftExecZ2Z)* transform_double = library["cufftExecZ2Z"];
  decltype(cufftExecC2C)* transform_float = library["cufftExecC2C"];
};

/// A plan of cuFFT with its work area.
class FftPlan {
 public:
  struct Key {
    cufftType type;
    int length;
    int batch;

    friend bool operator==(Key const&, Key const&) = default;
  };

  explicit FftPlan(Key const& key) {
    check(cufft_.plan(&handle_, key.length, key.type, key.batch), "to plan a transform");
  }
  ~FftPlan() { cufft_.destroy(handle_); }
  FftPlan(FftPlan const&) = delete;
  FftPlan& operator=(FftPlan const&) = delete;

  void bind(cudaStream_t stream) {
    check(cufft_.set_stream(handle_, stream), "a stream for a transform");
  }
  /// Of the work area.
  std::int64_t bytes() const {
    std::size_t bytes = 0;
    return cufft_.size(handle_, &bytes) == CUFFT_SUCCESS ? static_cast<std::int64_t>(bytes) : 0;
  }

  void operator()(Kokkos::complex<double> const* in, Kokkos::complex<double>* out) const {
    auto* const from = const_cast<Kokkos::complex<double>*>(in);
    check(cufft_.transform_double(handle_, reinterpret_cast<cufftDoubleComplex*>(from),
                                  reinterpret_cast<cufftDoubleComplex*>(out), CUFFT_INVERSE),
          "to transform");
  }
  void operator()(Kokkos::complex<float> const* in, Kokkos::complex<float>* out) const {
    auto* const from = const_cast<Kokkos::complex<float>*>(in);
    check(cufft_.transform_float(handle_, reinterpret_cast<cufftComplex*>(from),
                                 reinterpret_cast<cufftComplex*>(out), CUFFT_INVERSE),
          "to transform");
  }

 private:
  static void check(cufftResult result, std::string const& what) {
    if (result == CUFFT_ALLOC_FAILED) {
      throw OutOfMemory("There is not enough memory on the GPU " + what +
                        " (cuFFT asks for a work area). Free some, or take fewer frequencies.");
    }
    SIDERUM_VALIDATE(result == CUFFT_SUCCESS, "The GPU refused " + what + " (cuFFT says " +
                                                  std::to_string(result) +
                                                  "). Use the method direct, or the CPU.");
  }

  CuFft const& cufft_ = CuFft::of_process();
  cufftHandle handle_ = 0;
};

/// The operation Fft (contract in portable/fft.hpp) by cuFFT, out of place. A plan takes longer to
/// make than to use, so those of other calls are taken over.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     operations/fft                                            0.91
///     lomb_scargle/standard/best/1x3554x1000000 by nufft        0.973
///     lomb_scargle/standard/best/999x165221x1000000 by nufft    1.07
///
/// It pays where many transforms of a survey are one batch, and in FP32, where these searches gain
/// 1.06 to 1.25; a few long ones of FP64 are as fast by the portable form.
template <class Real>
class Fft {
 public:
  static constexpr bool is_available = true;

  Fft(Kokkos::Cuda const& exec, int length, int batch)
      : plan_(SetupPool<FftPlan>::of_process().borrow(
            exec, {std::is_same_v<Real, float> ? CUFFT_C2C : CUFFT_Z2Z, length, batch})) {}

  void operator()(Kokkos::complex<Real> const* in, Kokkos::complex<Real>* out) const {
    (*plan_)(in, out);
  }

 private:
  std::shared_ptr<FftPlan const> plan_;
};

}  // namespace siderum::cuda
