// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/twofold.hpp>
#include <siderum/core/work_space.hpp>

/// What the tables of the recurrence (legendre_tables.hpp) are made from. With l = m + 2 i
///
///     alpha_0^2 = 1 / eps_{m+1}^2,   alpha_{i+1}^2 = 1 / (eps_{l+2}^2 eps_{l+3}^2 alpha_i^2)
///
/// is one chain of steps for each order, too long for a thread of a device: there an order is
/// divided into stretches, and products of eps tell what alpha^2 each of them begins with.
namespace siderum::portable::legendre {

/// The chain of one order, or of several side by side where Number is Lanes, in twice the bits of
/// FP64.
template <class Number>
class AlphaWalk {
 public:
  SIDERUM_NUMBER_FUNCTION explicit AlphaWalk(Number const& m) : m_(m) {}

  /// alpha_0^2.
  SIDERUM_NUMBER_FUNCTION Twofold<Number> first() const {
    return reciprocal(epsilon_squared_of(1));
  }

  /// Calls use(i, alpha_i^2, eps_{l+1}^2, eps_{l+2}^2) for i = begin .. end - 1.
  /// @param alpha_squared  of step begin
  template <class Use>
  SIDERUM_NUMBER_FUNCTION void walk(std::int64_t begin, std::int64_t end,
                                    Twofold<Number> alpha_squared, Use const& use) const {
    Twofold<Number> first = epsilon_squared_of(2 * begin + 1);
    for (std::int64_t i = begin; i < end; ++i) {
      Twofold<Number> const second = epsilon_squared_of(2 * i + 2);
      use(i, alpha_squared, first, second);
      first = epsilon_squared_of(2 * i + 3);
      alpha_squared = reciprocal(second * first * alpha_squared);
    }
  }

  /// alpha^2 of step end over that of step begin, end - begin being even:
  ///
  ///     alpha_{i+2}^2 / alpha_i^2 = eps_{l+2}^2 eps_{l+3}^2 / (eps_{l+4}^2 eps_{l+5}^2)
  SIDERUM_NUMBER_FUNCTION Twofold<Number> growth(std::int64_t begin, std::int64_t end) const {
    Twofold<Number> grown(Number(1.0));
    for (std::int64_t i = begin; i < end; i += 2) {
      std::int64_t const above = 2 * i + 2;
      Twofold<Number> const over =
          Twofold<Number>::product(numerator(above), numerator(above + 1)) *
          Twofold<Number>::product(denominator(above + 2), denominator(above + 3));
      Twofold<Number> const under =
          Twofold<Number>::product(denominator(above), denominator(above + 1)) *
          Twofold<Number>::product(numerator(above + 2), numerator(above + 3));
      grown = grown * (over * reciprocal(under));
    }
    return grown;
  }

 private:
  /// Of the degree l = m + above: (l^2 - m^2) / (4 l^2 - 1).
  SIDERUM_NUMBER_FUNCTION Twofold<Number> epsilon_squared_of(std::int64_t above) const {
    return Twofold<Number>::quotient(numerator(above), denominator(above));
  }
  // eps^2 is the one over the other, both whole numbers below 2^53.
  SIDERUM_NUMBER_FUNCTION Number numerator(std::int64_t above) const {
    Number const by(static_cast<double>(above));
    return by * (Number(2.0) * m_ + by);
  }
  SIDERUM_NUMBER_FUNCTION Number denominator(std::int64_t above) const {
    Number const l = m_ + Number(static_cast<double>(above));
    return Number(4.0) * l * l - Number(1.0);
  }

  Number m_;
};

KOKKOS_FORCEINLINE_FUNCTION AlphaWalk<double> walk_of(std::int64_t m) {
  return AlphaWalk<double>(static_cast<double>(m));
}

/// The stretches of some orders: items of a launch, order by order. Hosts have one for each order.
template <class MemorySpace>
struct AlphaStretches {
  HarmonicRange range;
  Kokkos::View<std::int64_t const*, MemorySpace> orders;
  std::int64_t length;  ///< steps of a stretch, even
  std::int64_t count;   ///< stretches of an order, of which higher orders leave the last ones empty
  /// (orders, count): alpha^2 where the stretch begins; empty where there is one.
  Kokkos::View<Twofold<double> const**, Kokkos::LayoutRight, MemorySpace> squares;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t rows() const {
    return static_cast<std::int64_t>(orders.extent(0));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t items() const { return rows() * count; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t row(std::int64_t item) const { return item / count; }
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
  /// alpha^2 where a stretch of a row begins.
  KOKKOS_FORCEINLINE_FUNCTION Twofold<double> alpha_squared(std::int64_t row,
                                                            std::int64_t begin) const {
    return count == 1 ? walk_of(orders(row)).first() : squares(row, begin / length);
  }
};

/// AlphaWalk::growth over a stretch.
template <class MemorySpace>
struct GrowthMaker {
  AlphaStretches<MemorySpace> stretches;
  Kokkos::View<Twofold<double>**, Kokkos::LayoutRight, MemorySpace> growth;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = stretches.row(item);
    std::int64_t const m = stretches.orders(row);
    std::int64_t const begin = stretches.begin(item);
    std::int64_t const end = begin + stretches.length;
    // The last stretch of an order leads nowhere.
    growth(row, item % stretches.count) =
        end < stretches.steps(m) ? walk_of(m).growth(begin, end) : Twofold<double>(1.0);
  }
};

/// In place of the growths of an order what its stretches begin with.
template <class MemorySpace>
struct GrowthJoiner {
  AlphaStretches<MemorySpace> stretches;
  Kokkos::View<Twofold<double>**, Kokkos::LayoutRight, MemorySpace> growth;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    Twofold<double> square = walk_of(stretches.orders(row)).first();
    for (std::int64_t i = 0; i < stretches.count; ++i) {
      Twofold<double> const next = square * growth(row, i);
      growth(row, i) = square;
      square = next;
    }
  }
};

/// Calls use(stretches) for the stretches of some orders after the other: of as many orders at once
/// as work space of bytes_of_alpha_stretches (legendre_tables.hpp) holds, one at least. What `use`
/// enqueues goes before what comes next. Throws OutOfMemory.
template <class Exec, class Use>
void for_each_alpha_stretches(Exec const& exec, HarmonicRange range,
                              Kokkos::View<std::int64_t const*, typename Exec::memory_space> orders,
                              Use const& use,
                              std::int64_t most_bytes = most_bytes_of_alpha_stretches) {
  using MemorySpace = typename Exec::memory_space;
  if constexpr (is_host<Exec>) {
    use(AlphaStretches<MemorySpace>{range, orders, range.lmax / 2 + 1, 1, {}});
  } else {
    std::int64_t const count = alpha_stretches_of_order(range);
    auto const rows = static_cast<std::int64_t>(orders.extent(0));
    std::int64_t const piece =
        std::clamp<std::int64_t>(most_bytes / (count * std::int64_t{sizeof(Twofold<double>)}), 1,
                                 std::max<std::int64_t>(rows, 1));
    auto const growth =
        allocate_work<Kokkos::View<Twofold<double>**, Kokkos::LayoutRight, MemorySpace>>(
            exec, "siderum::harmonic_transform::growth", piece, count);
    for (std::int64_t row = 0; row < rows; row += piece) {
      auto const some = Kokkos::subview(
          orders, std::pair<std::int64_t, std::int64_t>(row, std::min(row + piece, rows)));
      AlphaStretches<MemorySpace> const stretches{range, some, steps_of_alpha_stretch, count,
                                                  growth};
      Kokkos::parallel_for("siderum::harmonic_transform::growth[portable]",
                           IndexPolicy<Exec>(exec, 0, stretches.items()),
                           GrowthMaker<MemorySpace>{stretches, growth});
      Kokkos::parallel_for("siderum::harmonic_transform::joined_growth[portable]",
                           IndexPolicy<Exec>(exec, 0, stretches.rows()),
                           GrowthJoiner<MemorySpace>{stretches, growth});
      use(stretches);
    }
  }
}

}  // namespace siderum::portable::legendre
