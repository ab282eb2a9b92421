// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#include <cufft.h>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/fft.hpp>

namespace siderum::cuda {

/// A plan of cuFFT with its work area, for one stream.
class FftPlan {
 public:
  FftPlan(cufftType type, int length, int batch, cudaStream_t stream) {
    check(cufftPlan1d(&handle_, length, type, batch), "to plan a transform");
    check(cufftSetStream(handle_, stream), "a stream for a transform");
  }
  ~FftPlan() { cufftDestroy(handle_); }
  FftPlan(FftPlan const&) = delete;
  FftPlan& operator=(FftPlan const&) = delete;

  void operator()(Kokkos::complex<double> const* in, Kokkos::complex<double>* out) const {
    auto* const from = const_cast<Kokkos::complex<double>*>(in);
    check(cufftExecZ2Z(handle_, reinterpret_cast<cufftDoubleComplex*>(from),
                       reinterpret_cast<cufftDoubleComplex*>(out), CUFFT_INVERSE),
          "to transform");
  }
  void operator()(Kokkos::complex<float> const* in, Kokkos::complex<float>* out) const {
    auto* const from = const_cast<Kokkos::complex<float>*>(in);
    check(cufftExecC2C(handle_, reinterpret_cast<cufftComplex*>(from),
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
                                                  "). Use the method direct, or --device cpu.");
  }

  cufftHandle handle_ = 0;
};

/// The operation Fft (contract in portable/fft.hpp) by cuFFT, out of place. A plan takes longer to
/// make than to use, so plans are kept until Kokkos is finalised, one for each stream.
template <class Exec, class Real>
class Fft {
 public:
  static constexpr bool is_available = true;

  Fft(Exec const& exec, int length, int batch) : plan_(plan_of(exec, length, batch)) {}

  void operator()(Kokkos::complex<Real> const* in, Kokkos::complex<Real>* out) const {
    (*plan_)(in, out);
  }

 private:
  using Key = std::tuple<int, cudaStream_t, int, int>;

  static std::shared_ptr<FftPlan const> plan_of(Exec const& exec, int length, int batch) {
    static std::mutex mutex;
    static std::map<Key, std::shared_ptr<FftPlan const>> plans;
    std::lock_guard const lock(mutex);
    check(cudaSetDevice(exec.cuda_device()), "its device");
    if (plans.empty()) {
      Kokkos::push_finalize_hook([] { plans.clear(); });
    }
    auto& plan = plans[{exec.cuda_device(), exec.cuda_stream(), length, batch}];
    if (!plan) {
      plan = std::make_shared<FftPlan const>(std::is_same_v<Real, float> ? CUFFT_C2C : CUFFT_Z2Z,
                                             length, batch, exec.cuda_stream());
    }
    return plan;
  }

  std::shared_ptr<FftPlan const> plan_;
};

/// On hosts that of the portable backend.
template <class Real>
class Fft<Kokkos::DefaultHostExecutionSpace, Real>
    : public portable::Fft<Kokkos::DefaultHostExecutionSpace, Real> {
 public:
  using portable::Fft<Kokkos::DefaultHostExecutionSpace, Real>::Fft;
};

}  // namespace siderum::cuda
