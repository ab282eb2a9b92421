// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/extended.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

/// What the tables of the recurrence (legendre_tables.hpp) are made from. With l = m + 2 i
///
///     alpha_0^2 = 1 / eps_{m+1}^2,   alpha_{i+1}^2 = 1 / (eps_{l+2}^2 eps_{l+3}^2 alpha_i^2)
///
/// is one chain of steps for each order, too long for a thread of a device: there an order is
/// divided into stretches, and products of eps tell what alpha^2 each of them begins with.
namespace siderum::portable::legendre {

/// The chain of one order, in extended precision.
class AlphaWalk {
 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit AlphaWalk(std::int64_t m) : m_(static_cast<double>(m)) {}

  /// alpha_0^2.
  KOKKOS_FORCEINLINE_FUNCTION Extended first() const { return reciprocal(epsilon_squared_of(1)); }

  /// Calls use(i, alpha_i^2, eps_{l+1}^2, eps_{l+2}^2) for i = begin .. end - 1.
  /// @param alpha_squared  of step begin
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION void walk(std::int64_t begin, std::int64_t end,
                                        Extended alpha_squared, Use const& use) const {
    Extended first = epsilon_squared_of(2 * begin + 1);
    for (std::int64_t i = begin; i < end; ++i) {
      Extended const second = epsilon_squared_of(2 * i + 2);
      use(i, alpha_squared, first, second);
      first = epsilon_squared_of(2 * i + 3);
      alpha_squared = reciprocal(multiply(multiply(second, first), alpha_squared));
    }
  }

  /// alpha^2 of step end over that of step begin, end - begin being even:
  ///
  ///     alpha_{i+2}^2 / alpha_i^2 = eps_{l+2}^2 eps_{l+3}^2 / (eps_{l+4}^2 eps_{l+5}^2)
  KOKKOS_FORCEINLINE_FUNCTION Extended growth(std::int64_t begin, std::int64_t end) const {
    Extended product{1.0, 0.0};
    for (std::int64_t i = begin; i < end; i += 2) {
      std::int64_t const above = 2 * i + 2;
      Extended const over = multiply(exact_product(numerator(above), numerator(above + 1)),
                                     exact_product(denominator(above + 2), denominator(above + 3)));
      Extended const under = multiply(exact_product(denominator(above), denominator(above + 1)),
                                      exact_product(numerator(above + 2), numerator(above + 3)));
      product = multiply(product, multiply(over, reciprocal(under)));
    }
    return product;
  }

 private:
  /// Of the degree m + above.
  KOKKOS_FORCEINLINE_FUNCTION Extended epsilon_squared_of(std::int64_t above) const {
    return epsilon_squared(m_ + static_cast<double>(above), m_);
  }
  // eps^2 is the one over the other, both whole numbers below 2^53.
  KOKKOS_FORCEINLINE_FUNCTION double numerator(std::int64_t above) const {
    return static_cast<double>(above) * (2.0 * m_ + static_cast<double>(above));
  }
  KOKKOS_FORCEINLINE_FUNCTION double denominator(std::int64_t above) const {
    double const l = m_ + static_cast<double>(above);
    return 4.0 * l * l - 1.0;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Extended exact_product(double a, double b) {
    double const product = a * b;
    return {product, Kokkos::fma(a, b, -product)};
  }

  double m_;
};

/// The stretches of all orders: items of a launch, order by order. Hosts have one for each order.
template <class MemorySpace>
struct AlphaStretches {
  HarmonicRange range;
  std::int64_t length;  ///< steps of a stretch, even
  std::int64_t count;   ///< stretches of an order, of which higher orders leave the last ones empty
  /// (mmax + 1, count): AlphaWalk::growth over the stretch; empty where there is one.
  Kokkos::View<Extended const**, Kokkos::LayoutRight, MemorySpace> growth;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t items() const { return (range.mmax + 1) * count; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t order(std::int64_t item) const { return item / count; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t begin(std::int64_t item) const {
    return item % count * length;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t steps(std::int64_t m) const {
    return (range.lmax - m) / 2 + 1;
  }
  /// Where the last stretch of an order begins that is not empty.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t last_begin(std::int64_t m) const {
    return (steps(m) - 1) / length * length;
  }
  /// alpha^2 where a stretch begins.
  KOKKOS_FORCEINLINE_FUNCTION Extended alpha_squared(std::int64_t m, std::int64_t begin) const {
    Extended product = AlphaWalk(m).first();
    for (std::int64_t before = 0; before < begin / length; ++before) {
      product = multiply(product, growth(m, before));
    }
    return product;
  }
};

template <class MemorySpace>
struct GrowthMaker {
  AlphaStretches<MemorySpace> stretches;
  Kokkos::View<Extended**, Kokkos::LayoutRight, MemorySpace> growth;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const m = stretches.order(item);
    std::int64_t const begin = stretches.begin(item);
    std::int64_t const end = begin + stretches.length;
    // The last stretch of an order leads nowhere.
    growth(m, item % stretches.count) =
        end < stretches.steps(m) ? AlphaWalk(m).growth(begin, end) : Extended{1.0, 0.0};
  }
};

/// In work space of the instance, enqueued on it. Throws OutOfMemory.
template <class Exec>
AlphaStretches<typename Exec::memory_space> make_alpha_stretches(Exec const& exec,
                                                                 HarmonicRange range) {
  using MemorySpace = typename Exec::memory_space;
  constexpr std::int64_t length_on_devices = 32;
  std::int64_t const most_steps = range.lmax / 2 + 1;
  if (is_host<Exec>) {
    return {range, most_steps, 1, {}};
  }
  std::int64_t const count = (most_steps + length_on_devices - 1) / length_on_devices;
  AlphaStretches<MemorySpace> stretches{range, length_on_devices, count, {}};
  auto const growth = allocate_work<Kokkos::View<Extended**, Kokkos::LayoutRight, MemorySpace>>(
      exec, "siderum::harmonic_transform::growth", range.mmax + 1, count);
  Kokkos::parallel_for("siderum::harmonic_transform::growth[portable]",
                       IndexPolicy<Exec>(exec, 0, stretches.items()),
                       GrowthMaker<MemorySpace>{stretches, growth});
  stretches.growth = growth;
  return stretches;
}

}  // namespace siderum::portable::legendre
