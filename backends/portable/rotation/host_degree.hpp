// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include <siderum/backends/portable/rotation/scale.hpp>
#include <siderum/backends/portable/rotation/tables.hpp>
#include <siderum/core/lanes.hpp>

/// D = d^l(pi / 2) times the coefficients of one degree, on hosts.
namespace siderum::portable::rotation {

using HostVector = Lanes<double, native_lanes<double>>;

/// O(lmax) numbers of a call.
struct HostTables {
  std::vector<double> ratio;
  RootFactorials root;
  Turns turns;
};

/// `rows` rows of one degree. With k = l - m', the coefficients x_m' of real maps are turned by
///
///     y_m = sum_k r_k X_k, over even and odd k apart: one sum is the real part, one the imaginary
///     X_k = (-1)^k g_m' (2 - delta_{m'0}) (Re x_m' where k + m is even, else Im x_m')
///     r_{k+1} = f_k m r_k - r_{k-1},   f_k = 2 W(2 l - k) W(k),   r_0 = l! / sqrt((l-m)! (l+m)!)
///
/// since D_{m,-m'} = (-1)^(l+m) D_{m,m'} and x_{-m'} = (-1)^m' conj x_m'.
template <int rows>
class HostDegree {
 public:
  /// Registers of orders side by side: what the accumulators leave room for.
  static constexpr int vectors = siderum::detail::vector_registers == 32 ? (rows == 1   ? 4
                                                                            : rows == 2 ? 3
                                                                                        : 2)
                                                                         : (rows == 1 ? 2 : 1);
  using Values = std::vector<std::complex<double>>;  ///< (rows, l + 1)

  HostDegree(HostTables const& tables, std::int64_t lmax) : tables_(tables) {
    auto const steps = static_cast<std::size_t>(padded(lmax + 1));
    factor_.resize(steps);
    for (auto& of_parity : weight_) {
      of_parity.resize(steps * rows);
    }
  }

  /// x <- z(turn[2]) D z(turn[1]) D z(turn[0]) x
  void operator()(std::int64_t l, Values& x) {
    l_ = l;
    steps_ = padded(l + 1);
    for (std::int64_t k = 0; k < steps_; ++k) {
      factor_[place(k)] =
          k <= l ? 2.0 * tables_.ratio[place(2 * l - k)] * tables_.ratio[place(k)] : 0.0;
    }
    turn(0, x);
    multiply(x);
    turn(1, x);
    multiply(x);
    turn(2, x);
  }

 private:
  static constexpr int lanes = HostVector::size;

  struct Orders {
    HostVector m[vectors];
    HostVector r[vectors];
    HostVector before[vectors];
    std::int64_t scale[vectors * lanes];
    int pending = 0;  ///< lanes of scale < 0
  };
  struct Sums {
    HostVector even[rows][vectors];
    HostVector odd[rows][vectors];
  };

  static constexpr std::size_t place(std::int64_t i) { return static_cast<std::size_t>(i); }
  static constexpr std::int64_t padded(std::int64_t steps) {
    return (steps + steps_per_look - 1) / steps_per_look * steps_per_look;
  }

  void turn(int which, Values& x) const {
    for (int row = 0; row < rows; ++row) {
      rotation::turn(tables_.turns.of[which], l_ + 1, &x[place(row * (l_ + 1))]);
    }
  }

  void multiply(Values& x) {
    weigh(x);
    for (std::int64_t parity = 0; parity < 2; ++parity) {
      for (std::int64_t m = parity; m <= l_; m += 2 * vectors * lanes) {
        Orders orders = start(m);
        Sums sums = {};
        run(orders, weight_[parity].data(), sums);
        store(sums, m, x);
      }
    }
  }

  void weigh(Values const& x) {
    for (std::int64_t k = 0; k < steps_; ++k) {
      std::int64_t const m = l_ - k;
      // g^2 = f / 2
      double const g = std::sqrt(0.5 * factor_[place(k)]) * (m == 0 ? 1.0 : 2.0);
      double const signed_g = k % 2 == 0 ? g : -g;
      for (int row = 0; row < rows; ++row) {
        auto const value = m >= 0 ? signed_g * x[place(row * (l_ + 1) + m)] : 0.0;
        weight_[k % 2][place(k * rows + row)] = value.real();
        weight_[1 - k % 2][place(k * rows + row)] = value.imag();
      }
    }
  }

  Orders start(std::int64_t first) const {
    Orders orders;
    auto const& root = tables_.root;
    double const mantissa = root.mantissa[place(l_)] * root.mantissa[place(l_)];
    std::int64_t const exponent = 2 * root.exponent[place(l_)];
    for (int i = 0; i < vectors * lanes; ++i) {
      std::int64_t const m = first + 2 * i;
      ScaledValue r{0.0, 0};
      if (m <= l_) {
        auto const below = place(l_ - m);
        auto const above = place(l_ + m);
        r = scaled(mantissa / (root.mantissa[below] * root.mantissa[above]),
                   exponent - root.exponent[below] - root.exponent[above]);
      }
      orders.m[i / lanes].vector[i % lanes] = static_cast<double>(m);
      orders.r[i / lanes].vector[i % lanes] = r.value;
      orders.before[i / lanes].vector[i % lanes] = 0.0;
      orders.scale[i] = r.scale;
      orders.pending += r.scale < 0 ? 1 : 0;
    }
    return orders;
  }

  enum class Add { no, yes };

  void run(Orders& orders, double const* weight, Sums& sums) const {
    std::int64_t k = 0;
    while (k < steps_ && !counts(orders)) {
      take<Add::no>(orders, weight, sums, k, k + steps_per_look);
      k += steps_per_look;
      bring_nearer(orders);
    }
    while (k < steps_ && orders.pending > 0) {
      take<Add::yes>(orders, weight, sums, k, k + steps_per_look);
      k += steps_per_look;
      bring_nearer(orders);
    }
    take<Add::yes>(orders, weight, sums, k, steps_);
  }

  static bool counts(Orders const& orders) {
    for (int i = 0; i < vectors * lanes; ++i) {
      double const value = orders.r[i / lanes][i % lanes];
      double const before = orders.before[i / lanes][i % lanes];
      if (orders.scale[i] == 0 &&
          (std::fabs(value) > dropped_bound || std::fabs(before) > dropped_bound)) {
        return true;
      }
    }
    return false;
  }

  static void bring_nearer(Orders& orders) {
    if (orders.pending == 0) {
      return;
    }
    for (int i = 0; i < vectors * lanes; ++i) {
      double const value = orders.r[i / lanes][i % lanes];
      if (orders.scale[i] < 0 && std::fabs(value) > pending_bound) {
        orders.r[i / lanes].vector[i % lanes] *= scale_down;
        orders.before[i / lanes].vector[i % lanes] *= scale_down;
        ++orders.scale[i];
        orders.pending -= orders.scale[i] == 0 ? 1 : 0;
      }
    }
  }

  // All that the loop touches is local, so that it stays in registers.
  template <Add add>
  [[gnu::always_inline]] void take(Orders& orders, double const* weight, Sums& sums,
                                   std::int64_t begin, std::int64_t end) const {
    HostVector m[vectors];
    HostVector r[vectors];
    HostVector p[vectors];
    Sums local = sums;
    for (int v = 0; v < vectors; ++v) {
      m[v] = orders.m[v];
      r[v] = orders.r[v];
      p[v] = orders.before[v];
    }
    for (std::int64_t k = begin; k < end; k += 2) {
      step<add>(k, weight, m, r, p, local.even);
      step<add>(k + 1, weight, m, p, r, local.odd);
    }
    for (int v = 0; v < vectors; ++v) {
      orders.r[v] = r[v];
      orders.before[v] = p[v];
    }
    sums = local;
  }

  /// before becomes the next r.
  template <Add add>
  [[gnu::always_inline]] void step(std::int64_t k, double const* weight, HostVector const* m,
                                   HostVector const* r, HostVector* before,
                                   HostVector (*sum)[vectors]) const {
    if constexpr (add == Add::yes) {
      for (int row = 0; row < rows; ++row) {
        HostVector const factor(weight[k * rows + row]);
        for (int v = 0; v < vectors; ++v) {
          sum[row][v] = multiply_add(factor, r[v], sum[row][v]);
        }
      }
    }
    HostVector const factor(factor_[place(k)]);
    for (int v = 0; v < vectors; ++v) {
      before[v] = multiply_add(factor * m[v], r[v], -before[v]);
    }
  }

  void store(Sums const& sums, std::int64_t first, Values& x) const {
    bool const is_even = first % 2 == 0;
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < vectors * lanes && first + 2 * i <= l_; ++i) {
        double const even = sums.even[row][i / lanes][i % lanes];
        double const odd = sums.odd[row][i / lanes][i % lanes];
        x[place(row * (l_ + 1) + first + 2 * i)] = {is_even ? even : odd, is_even ? odd : even};
      }
    }
  }

  HostTables const& tables_;
  std::int64_t l_ = 0;
  std::int64_t steps_ = 0;
  std::vector<double> factor_;
  std::vector<double> weight_[2];  ///< X_k of all rows, for even and odd m
};

}  // namespace siderum::portable::rotation
