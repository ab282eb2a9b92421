// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/fft.hpp>

#include <map>
#include <mutex>
#include <type_traits>

#ifdef SIDERUM_ENABLE_FFTW
#include <fftw3.h>
#endif

#include <siderum/core/error.hpp>

namespace siderum::portable {

#ifdef SIDERUM_ENABLE_FFTW

namespace {

// FFTW plans may be used by any number of threads, but made by one at a time.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

/// Plans live as long as the process: there are as many as there are lengths.
template <>
class HostFft<double>::Plan {
 public:
  explicit Plan(int length) {
    auto* const in = fftw_alloc_complex(static_cast<std::size_t>(length));
    auto* const out = fftw_alloc_complex(static_cast<std::size_t>(length));
    plan_ = fftw_plan_dft_1d(length, in, out, FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
    fftw_free(in);
    fftw_free(out);
  }
  void operator()(Kokkos::complex<double> const* in, Kokkos::complex<double>* out) const {
    // The interface has no const: this plan preserves its input.
    auto* const from = const_cast<Kokkos::complex<double>*>(in);
    fftw_execute_dft(plan_, reinterpret_cast<fftw_complex*>(from),
                     reinterpret_cast<fftw_complex*>(out));
  }

 private:
  fftw_plan plan_;
};

template <>
class HostFft<float>::Plan {
 public:
  explicit Plan(int length) {
    auto* const in = fftwf_alloc_complex(static_cast<std::size_t>(length));
    auto* const out = fftwf_alloc_complex(static_cast<std::size_t>(length));
    plan_ = fftwf_plan_dft_1d(length, in, out, FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
    fftwf_free(in);
    fftwf_free(out);
  }
  void operator()(Kokkos::complex<float> const* in, Kokkos::complex<float>* out) const {
    auto* const from = const_cast<Kokkos::complex<float>*>(in);
    fftwf_execute_dft(plan_, reinterpret_cast<fftwf_complex*>(from),
                      reinterpret_cast<fftwf_complex*>(out));
  }

 private:
  fftwf_plan plan_;
};

template <class Real>
std::shared_ptr<typename HostFft<Real>::Plan const> HostFft<Real>::plan_of(int length) {
  static std::map<int, std::shared_ptr<Plan const>> plans;
  std::lock_guard const lock(planner());
  auto& plan = plans[length];
  if (!plan) {
    plan = std::make_shared<Plan const>(length);
  }
  return plan;
}

#else

template <class Real>
class HostFft<Real>::Plan {
 public:
  void operator()(Kokkos::complex<Real> const*, Kokkos::complex<Real>*) const {}
};

template <class Real>
std::shared_ptr<typename HostFft<Real>::Plan const> HostFft<Real>::plan_of(int) {
  throw Error(
      "There are no Fourier transforms on hosts in this build (it was configured with"
      " SIDERUM_ENABLE_FFTW=OFF). Use the method direct or product, or build with FFTW.");
}

#endif

template <class Real>
HostFft<Real>::HostFft(int length, int batch)
    : length_(length), batch_(batch), plan_(plan_of(length)) {}

template <class Real>
void HostFft<Real>::operator()(Kokkos::complex<Real> const* in, Kokkos::complex<Real>* out) const {
  for (int i = 0; i < batch_; ++i) {
    (*plan_)(in + std::ptrdiff_t{i} * length_, out + std::ptrdiff_t{i} * length_);
  }
}

template class HostFft<float>;
template class HostFft<double>;

}  // namespace siderum::portable
