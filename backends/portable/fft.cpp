// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/fft.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>

#ifdef SIDERUM_ENABLE_FFTW
#include <fftw3.h>
#endif

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::portable {

#ifdef SIDERUM_ENABLE_FFTW

namespace {

// FFTW plans may be used by any number of threads, but made by one at a time.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

/// FFTW has another name for everything in each precision.
template <class Real>
struct Fftw;
template <>
struct Fftw<double> {
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  static constexpr auto allocate = fftw_alloc_complex;
  static constexpr auto free = fftw_free;
  static constexpr auto plan = fftw_plan_dft_1d;
  static constexpr auto execute = fftw_execute_dft;
  static constexpr auto description = fftw_sprint_plan;
};
template <>
struct Fftw<float> {
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  static constexpr auto allocate = fftwf_alloc_complex;
  static constexpr auto free = fftwf_free;
  static constexpr auto plan = fftwf_plan_dft_1d;
  static constexpr auto execute = fftwf_execute_dft;
  static constexpr auto description = fftwf_sprint_plan;
};

}  // namespace

/// FFTW ends the program where it lacks memory: what it may ask for is asked for before.
void expect_room(std::size_t bytes) {
  std::unique_ptr<void, decltype(&std::free)> const room(std::malloc(bytes), &std::free);
  if (!room) {
    throw out_of_memory("a Fourier transform", static_cast<double>(bytes));
  }
}

/// Plans live as long as the process: there are as many as there are lengths.
template <class Real>
class HostFft<Real>::Plan {
 public:
  explicit Plan(int length) {
    expect_room(bytes_to_plan + 4 * static_cast<std::size_t>(length) * sizeof(Complex));
    auto* const in = Names::allocate(static_cast<std::size_t>(length));
    auto* const out = Names::allocate(static_cast<std::size_t>(length));
    plan_ = Names::plan(length, in, out, FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
    Names::free(in);
    Names::free(out);
    if (plan_ == nullptr) {
      throw out_of_memory("a Fourier transform", 0.0);
    }
    if (asks_for_memory()) {
      auto const values = static_cast<std::size_t>(length) * sizeof(Complex);
      bytes_to_execute_ = std::min(4 * values + least_room, most_room);
    }
  }
  void operator()(Kokkos::complex<Real> const* in, Kokkos::complex<Real>* out) const {
    if (bytes_to_execute_ > 0) {
      expect_room(bytes_to_execute_);
    }
    // The interface has no const: this plan preserves its input.
    auto* const from = const_cast<Kokkos::complex<Real>*>(in);
    Names::execute(plan_, reinterpret_cast<typename Names::Complex*>(from),
                   reinterpret_cast<typename Names::Complex*>(out));
  }

 private:
  using Names = Fftw<Real>;
  using Complex = Kokkos::complex<Real>;
  static constexpr std::size_t bytes_to_plan = std::size_t{4} << 20;
  // Buffers are larger than the stack takes, 64 KiB, and not by much.
  static constexpr std::size_t least_room = std::size_t{16} << 10;
  static constexpr std::size_t most_room = std::size_t{256} << 10;

  /// Whether the plan allocates whenever it is executed: those of prime factors and long ones.
  bool asks_for_memory() const {
    std::unique_ptr<char, decltype(&std::free)> const text(Names::description(plan_), &std::free);
    for (char const* const step : {"bluestein", "rader", "genericbuf"}) {
      if (text == nullptr || std::strstr(text.get(), step) != nullptr) {
        return true;
      }
    }
    return false;
  }

  typename Names::Plan plan_;
  std::size_t bytes_to_execute_ = 0;
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
