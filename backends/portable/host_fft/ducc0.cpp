// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>

// Compiled in here, under a name of its own: a program may hold another ducc0. Its threads are not
// wanted.
#define DUCC0_NAMESPACE siderum_ducc0
#define DUCC0_NO_LOWLEVEL_THREADING
#include <ducc0/fft/fft1d_impl.h>
#include <ducc0/infra/threading.cc>

#include <siderum/backends/portable/host_fft/lane_passes.hpp>
#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable {

namespace {

namespace ducc = siderum_ducc0;

template <class Real>
using Roots = ducc::UnityRoots<Real, ducc::Cmplx<Real>>;

/// Transforms of ducc0 of numbers of type Number: one after the other or in lanes.
template <class Real, class Number>
class Pass {
 public:
  explicit Pass(std::int64_t length)
      : pass_(ducc::detail_fft::cfftpass<Real>::make_pass(static_cast<std::size_t>(length))) {}

  /// From `in`; the sums lie in `in` or `other`, which are both written.
  Real const* operator()(Real* in, Real* other) const {
    ThreadMemory const memory(pass_->bufsize() * sizeof(Complex));
    static std::type_index const type = ducc::detail_fft::tidx<Complex*>();
    constexpr bool forward = false;
    return static_cast<Real const*>(pass_->exec(type, in, other, memory.data(), forward));
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(pass_->footprint()); }

 private:
  using Complex = ducc::Cmplx<Number>;

  std::shared_ptr<ducc::detail_fft::cfftpass<Real>> pass_;
};

template <class Real>
class PlainPlan : public HostFftPlan<Real> {
 public:
  explicit PlainPlan(int length) : length_(length), pass_(length) {}

  void operator()(Real* in, Real* out) const override {
    Real const* const sums = pass_(in, out);
    if (sums != out) {
      std::copy_n(sums, 2 * length_, out);
    }
  }
  std::int64_t bytes() const override { return pass_.bytes(); }

 private:
  std::int64_t length_;
  Pass<Real, Real> pass_;
};

template <class Real, int lanes>
class LanePlan : public HostFftPlan<Real> {
 public:
  explicit LanePlan(int length)
      : passes_(length, [roots = Roots<Real>(static_cast<std::size_t>(length))](
                            std::int64_t k) { return roots[static_cast<std::size_t>(k)]; }),
        pass_(length / lanes) {}

  void operator()(Real* in, Real* out) const override {
    passes_.split(in, out);
    passes_.join(pass_(out, in), out);
  }
  std::int64_t bytes() const override { return passes_.bytes() + pass_.bytes(); }

 private:
  host_fft::LanePasses<Real, lanes> passes_;
  Pass<Real, typename ducc::simd_select<Real, lanes>::type> pass_;
};

// More lanes than these make the first step longer than they shorten the others.
template <class Real>
inline constexpr int most_lanes = std::min(8, native_lanes<Real>);

template <class Real>
inline constexpr int fewest_lanes = std::min(4, native_lanes<Real>);

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
