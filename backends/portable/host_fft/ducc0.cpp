// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

// Compiled in here, under a name of its own: a program may hold another ducc0. Its threads are not
// wanted.
#define DUCC0_NAMESPACE siderum_ducc0
#define DUCC0_NO_LOWLEVEL_THREADING
#include <ducc0/infra/simd.h>

#include <siderum/backends/portable/host_fft/lane_passes.hpp>
#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable {

// More lanes than these make the first step longer than they shorten the others.
template <class Real>
inline constexpr int most_lanes = std::min(8, native_lanes<Real>);

template <class Real>
inline constexpr int fewest_lanes = std::min(4, native_lanes<Real>);

}  // namespace siderum::portable

// ducc0 compiles every pass for all numbers of lanes that there can be. Those that no plan has
// would take two fifths of the time.
#ifdef __cpp_lib_experimental_parallel_simd  // its types are those of GCC's library
namespace siderum_ducc0::detail_simd {

template <>
inline constexpr bool simd_exists<float, 2> = false;
template <>
inline constexpr bool simd_exists<float, 16> = false;
template <>
inline constexpr bool simd_exists<double, 2> = siderum::portable::fewest_lanes<double> == 2;

}  // namespace siderum_ducc0::detail_simd
#endif

#include <ducc0/fft/fft1d_impl.h>
#include <ducc0/infra/threading.cc>

namespace siderum::portable {

namespace {

namespace ducc = siderum_ducc0;

template <class Real>
using Roots = ducc::UnityRoots<Real, ducc::Cmplx<Real>>;

/// Transforms of ducc0 of numbers of type Number: one after the other or in lanes.
template <class Real, class Number>
class Passes {
 public:
  explicit Passes(std::int64_t length) {
    auto const whole = static_cast<std::size_t>(length);
    auto const roots = std::make_shared<Roots<Real> const>(whole);
    std::size_t done = 1;
    for (std::size_t const factor : factors(whole)) {
      passes_.push_back(Pass::make_pass(done, whole / (done * factor), factor, roots));
      work_ = std::max(work_, passes_.back()->bufsize());
      done *= factor;
    }
  }

  /// From `in`; the sums lie in `in` or `other`, which are both written.
  Real const* operator()(Real* in, Real* other) const {
    static std::type_index const type = ducc::detail_fft::tidx<Complex*>();
    constexpr bool forward = false;
    ThreadMemory const work(work_ * sizeof(Complex));
    void* from = in;
    void* to = other;
    for (auto const& pass : passes_) {
      if (pass->exec(type, from, to, work.data(), forward) == to) {
        std::swap(from, to);
      }
    }
    return static_cast<Real const*>(from);
  }

  std::int64_t bytes() const {
    std::size_t bytes = 0;
    for (auto const& pass : passes_) {
      bytes += pass->footprint();
    }
    return static_cast<std::int64_t>(bytes);
  }

 private:
  using Complex = ducc::Cmplx<Number>;
  using Pass = ducc::detail_fft::cfftpass<Real>;

  // One pass after another goes through all numbers; ducc0 by itself does two halves of the factors
  // in turn from 10,000 on, which pays off later here.
  static std::vector<std::size_t> factors(std::size_t length) {
    return length <= 32768 ? Pass::factorize(length) : std::vector{length};
  }

  std::vector<std::shared_ptr<Pass>> passes_;
  std::size_t work_ = 0;
};

template <class Real>
class PlainPlan : public HostFftPlan<Real> {
 public:
  explicit PlainPlan(int length) : length_(length), passes_(length) {}

  void operator()(Real* in, Real* out) const override {
    Real const* const sums = passes_(in, out);
    if (sums != out) {
      std::copy_n(sums, 2 * length_, out);
    }
  }
  std::int64_t bytes() const override { return passes_.bytes(); }

 private:
  std::int64_t length_;
  Passes<Real, Real> passes_;
};

template <class Real, int lanes>
class LanePlan : public HostFftPlan<Real> {
 public:
  explicit LanePlan(int length)
      : first_and_last_(length, [roots = Roots<Real>(static_cast<std::size_t>(length))](
                                    std::int64_t k) { return roots[static_cast<std::size_t>(k)]; }),
        passes_(length / lanes) {}

  void operator()(Real* in, Real* out) const override {
    first_and_last_.split(in, out);
    first_and_last_.join(passes_(out, in), out);
  }
  std::int64_t bytes() const override { return first_and_last_.bytes() + passes_.bytes(); }

 private:
  host_fft::LanePasses<Real, lanes> first_and_last_;
  Passes<Real, typename ducc::simd_select<Real, lanes>::type> passes_;
};

template <class Real, int lanes>
std::shared_ptr<HostFftPlan<Real> const> make_plan(int length) {
  if constexpr (lanes >= fewest_lanes<Real> && ducc::simd_exists<Real, lanes>) {
    if (length % lanes == 0 && length / lanes >= lanes) {
      return std::make_shared<LanePlan<Real, lanes> const>(length);
    }
    return make_plan<Real, lanes / 2>(length);
  } else {
    return std::make_shared<PlainPlan<Real> const>(length);
  }
}

std::int64_t largest_prime_factor(std::int64_t number) {
  std::int64_t largest = 1;
  for (std::int64_t factor = 2; factor * factor <= number; ++factor) {
    while (number % factor == 0) {
      largest = factor;
      number /= factor;
    }
  }
  return std::max(largest, number);
}

}  // namespace

template <class Real>
std::shared_ptr<HostFftPlan<Real> const> HostFftPlan<Real>::make(int length) {
  return make_plan<Real, most_lanes<Real>>(length);
}

// In lanes ducc0 takes small prime factors as they are and makes convolutions of those beyond 109,
// which is faster than one of the whole; without lanes it is slow.
template <class Real>
bool HostFftPlan<Real>::suits(std::int64_t length) {
  std::int64_t const largest = largest_prime_factor(length);
  bool const has_lanes = length % fewest_lanes<Real> == 0;
  return has_lanes ? largest <= 43 || largest > 109 : largest <= 13;
}

template class HostFftPlan<float>;
template class HostFftPlan<double>;

}  // namespace siderum::portable
