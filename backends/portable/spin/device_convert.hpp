// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/spin/terms.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/policies.hpp>

/// SpinScalars on devices (contract in ../spin_scalars.hpp): a team has an order.
namespace siderum::portable::spin {

/// What both directions share.
template <class Exec, class Real, int spin>
struct DeviceConverter {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;
  using Complex = Kokkos::complex<double>;

  DegreeTables<MemorySpace> tables;
  Field field;
  Kokkos::View<std::int64_t const*, MemorySpace> orders;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  HarmonicCoefficients<double, MemorySpace> scalars;

  /// Calls treat(degree, eps) for the degrees m .. last.
  template <class Treat>
  KOKKOS_FUNCTION void for_each_degree(Member const& member, std::int64_t m, std::int64_t last,
                                       Treat const& treat) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, last - m + 1), [&](std::int64_t i) {
      std::int64_t const degree = m + i;
      treat(degree, Epsilons{{tables.epsilon(degree - 1, m), tables.epsilon(degree, m),
                              tables.epsilon(degree + 1, m), tables.epsilon(degree + 2, m)}});
    });
  }

  /// -(P first + i N second) and -(P second - i N first), where P and N are sums with factors.
  KOKKOS_FORCEINLINE_FUNCTION static void combine(Factors const& factors, Complex const* first,
                                                  Complex const* second, Complex& of_first,
                                                  Complex& of_second) {
    Complex opposite[5];
    for (int j = 0; j < 5; ++j) {
      opposite[j] = -first[j];
    }
    of_first = -sum_of_terms<spin>(factors, first, second);
    of_second = -sum_of_terms<spin>(factors, second, opposite);
  }
};

template <class Exec, class Real, int spin>
struct DeviceToScalars : DeviceConverter<Exec, Real, spin> {
  using Base = DeviceConverter<Exec, Real, spin>;
  using Complex = typename Base::Complex;

  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    std::int64_t const m = this->orders(member.league_rank());
    this->for_each_degree(member, m, this->scalars.range.lmax,
                          [&](std::int64_t k, Epsilons const& eps) { convert(m, k, eps); });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void convert(std::int64_t m, std::int64_t k,
                                           Epsilons const& eps) const {
    Factors const factors = factors_of_scalar<spin>(this->tables, k, m, eps);
    std::int64_t const to = this->scalars.place(k, m);
    for (std::int64_t row = 0; row < this->scalars.maps(); ++row) {
      if (!has_spin(this->field, row)) {
        this->scalars.values(row, to) = load(row, m, k, 0);
        continue;
      }
      Complex e[5];
      Complex b[5];
      for (std::int64_t j = 0; j < 5; ++j) {
        e[j] = load(row, m, k - reach + j, spin);
        b[j] = load(row + 1, m, k - reach + j, spin);
      }
      Complex q;
      Complex u;
      this->combine(factors, e, b, q, u);
      this->scalars.values(row, to) = q;
      this->scalars.values(++row, to) = u;
    }
  }

  // 0 for degrees that the field does not have; a_l0 is real.
  KOKKOS_FORCEINLINE_FUNCTION Complex load(std::int64_t row, std::int64_t m, std::int64_t l,
                                           std::int64_t least) const {
    auto const& range = this->coefficients.range;
    if (l < m || l < least || l > range.lmax) {
      return {0.0, 0.0};
    }
    auto const value = this->coefficients.values(row, this->coefficients.place(l, m));
    return {static_cast<double>(value.real()), m == 0 ? 0.0 : static_cast<double>(value.imag())};
  }
};

template <class Exec, class Real, int spin>
struct DeviceFromScalars : DeviceConverter<Exec, Real, spin> {
  using Base = DeviceConverter<Exec, Real, spin>;
  using Complex = typename Base::Complex;

  HarmonicCoefficients<double, typename Exec::memory_space> others;

  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    std::int64_t const m = this->orders(member.league_rank());
    this->for_each_degree(member, m, this->coefficients.range.lmax,
                          [&](std::int64_t l, Epsilons const& eps) { convert(m, l, eps); });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void convert(std::int64_t m, std::int64_t l,
                                           Epsilons const& eps) const {
    Factors const factors = factors_of_field<spin>(static_cast<double>(l), static_cast<double>(m),
                                                   this->tables.norm(l), eps);
    std::int64_t other = 0;
    for (std::int64_t row = 0; row < this->coefficients.maps(); ++row) {
      if (!has_spin(this->field, row)) {
        put(row, m, l, load(row, m, l));
        continue;
      }
      Complex q[5];
      Complex u[5];
      for (std::int64_t j = 0; j < 5; ++j) {
        q[j] = load(row, m, l - reach + j);
        u[j] = load(row + 1, m, l - reach + j);
      }
      Complex e;
      Complex b;
      this->combine(factors, q, u, e, b);
      if (m <= others.range.mmax) {
        e += others.values(other, others.place(l, m));
        b += others.values(other + 1, others.place(l, m));
      }
      put(row, m, l, l < spin ? Complex(0.0, 0.0) : e);
      put(++row, m, l, l < spin ? Complex(0.0, 0.0) : b);
      other += 2;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Complex load(std::int64_t row, std::int64_t m, std::int64_t k) const {
    auto const& range = this->scalars.range;
    return k < m || k > range.lmax ? Complex(0.0, 0.0)
                                   : this->scalars.values(row, this->scalars.place(k, m));
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t row, std::int64_t m, std::int64_t l,
                                       Complex value) const {
    this->coefficients.values(row, this->coefficients.place(l, m)) = Kokkos::complex<Real>(
        static_cast<Real>(value.real()), m == 0 ? Real(0) : static_cast<Real>(value.imag()));
  }
};

}  // namespace siderum::portable::spin
