// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

#include <fftw3.h>

#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::portable {

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
  static constexpr auto destroy = fftw_destroy_plan;
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
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto description = fftwf_sprint_plan;
};

/// FFTW ends the program where it lacks memory: what it may ask for is asked for before.
void expect_room(std::size_t bytes) {
  std::unique_ptr<void, decltype(&std::free)> const room(std::malloc(bytes), &std::free);
  if (!room) {
    throw out_of_memory("a Fourier transform", static_cast<double>(bytes));
  }
}

/// A plan that costs no measurement.
template <class Real>
class FftwPlan : public HostFftPlan<Real> {
 public:
  explicit FftwPlan(int length) {
    std::lock_guard const lock(planner());
    auto const values = static_cast<std::size_t>(length) * sizeof(Complex);
    expect_room(bytes_to_plan + 4 * values);
    auto* const in = Names::allocate(static_cast<std::size_t>(length));
    auto* const out = Names::allocate(static_cast<std::size_t>(length));
    plan_ = Names::plan(length, in, out, FFTW_BACKWARD, FFTW_ESTIMATE);
    Names::free(in);
    Names::free(out);
    if (plan_ == nullptr) {
      throw out_of_memory("a Fourier transform", 0.0);
    }
    if (asks_for_memory()) {
      bytes_to_execute_ = std::min(4 * values + least_room, most_room);
    }
  }
  ~FftwPlan() override {
    std::lock_guard const lock(planner());
    Names::destroy(plan_);
  }
  FftwPlan(FftwPlan const&) = delete;
  FftwPlan& operator=(FftwPlan const&) = delete;

  void operator()(Real* in, Real* out) const override {
    if (bytes_to_execute_ > 0) {
      expect_room(bytes_to_execute_);
    }
    Names::execute(plan_, reinterpret_cast<Complex*>(in), reinterpret_cast<Complex*>(out));
  }

  // FFTW does not tell.
  std::int64_t bytes() const override { return 0; }

 private:
  using Names = Fftw<Real>;
  using Complex = typename Names::Complex;
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

}  // namespace

template <class Real>
std::shared_ptr<HostFftPlan<Real> const> HostFftPlan<Real>::make(int length) {
  return std::make_shared<FftwPlan<Real> const>(length);
}

template <class Real>
bool HostFftPlan<Real>::suits(std::int64_t length) {
  // What FFTW has codelets for; below the bound it is fast with any factor.
  std::int64_t rest = length;
  for (std::int64_t const factor : {2, 3, 5, 7, 11, 13}) {
    while (rest % factor == 0) {
      rest /= factor;
    }
  }
  return rest == 1 || length <= 128;
}

template class HostFftPlan<float>;
template class HostFftPlan<double>;

}  // namespace siderum::portable
