// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/spin/terms.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/thread_memory.hpp>

/// Coefficients of fields to those of scalars, and back (contract in ../spin_scalars.hpp).
namespace siderum::portable::spin {

/// What both directions share: an order is one index on hosts, one team on devices.
template <class Exec, class Real, int spin>
struct Converter {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;
  using Complex = Kokkos::complex<double>;

  DegreeTables<MemorySpace> tables;
  Field field;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  HarmonicCoefficients<double, MemorySpace> scalars;

  KOKKOS_FUNCTION std::int64_t rows_of_field() const { return components(field); }
  /// Row of the first of the two maps with spin.
  KOKKOS_FUNCTION std::int64_t first_row(std::int64_t of_field) const {
    return of_field * components(field) + components(field) - 2;
  }

  /// Calls treat(degree, eps) for the degrees m .. last.
  template <class Treat>
  void on_host(std::int64_t m, std::int64_t last, Treat const& treat) const {
    std::int64_t const first = m - 1;
    std::int64_t const count = last + 3 - first;
    ThreadMemory const memory(static_cast<std::size_t>(count) * sizeof(double));
    auto* const eps = static_cast<double*>(memory.data());
    for (std::int64_t i = 0; i < 2; ++i) {
      eps[i] = 0.0;
    }
    double const* const roots = &tables.roots(first + reach);
#pragma omp simd
    for (std::int64_t i = 2; i < count; ++i) {
      auto const above = static_cast<double>(i - 1);
      eps[i] = std::sqrt(above * (above + 2.0 * static_cast<double>(m))) * roots[i];
    }
    for (std::int64_t degree = m; degree <= last; ++degree) {
      double const* const here = eps + (degree - m);
      treat(degree, Epsilons{{here[0], here[1], here[2], here[3]}});
    }
  }

  template <class Treat>
  KOKKOS_FUNCTION void on_device(Member const& member, std::int64_t m, std::int64_t last,
                                 Treat const& treat) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, last - m + 1), [&](std::int64_t i) {
      std::int64_t const degree = m + i;
      treat(degree, Epsilons{{tables.epsilon(degree - 1, m), tables.epsilon(degree, m),
                              tables.epsilon(degree + 1, m), tables.epsilon(degree + 2, m)}});
    });
  }
};

/// Order by order, the scalars q, u of E, B:
///
///     q_k = - sum_l (F+_{l,k} E_l + i F-_{l,k} B_l),  u_k = - sum_l (F+_{l,k} B_l - i F-_{l,k}
///     E_l)
///
/// where sin^s(theta) F_l = sum_k F_{l,k} P_k.
template <class Exec, class Real, int spin>
struct ToScalars : Converter<Exec, Real, spin> {
  using Base = Converter<Exec, Real, spin>;
  using Complex = typename Base::Complex;

  void operator()(std::int64_t m) const {
    this->on_host(m, this->scalars.range.lmax,
                  [&](std::int64_t k, Epsilons const& eps) { convert(m, k, eps); });
  }
  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    std::int64_t const m = member.league_rank();
    this->on_device(member, m, this->scalars.range.lmax,
                    [&](std::int64_t k, Epsilons const& eps) { convert(m, k, eps); });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void convert(std::int64_t m, std::int64_t k,
                                           Epsilons const& eps) const {
    Factors const factors = factors_of_scalar<spin>(this->tables, k, m, eps);
    std::int64_t const to = this->scalars.range.index(k, m);
    std::int64_t const fields = this->scalars.maps() / this->rows_of_field();
    for (std::int64_t i = 0; i < fields; ++i) {
      std::int64_t const row = this->first_row(i);
      if (this->field == Field::polarised) {
        this->scalars.values(row - 1, to) = load(row - 1, m, k, 0);
      }
      Complex e[5];
      Complex b[5];
      for (std::int64_t j = 0; j < 5; ++j) {
        e[j] = load(row, m, k - reach + j, spin);
        b[j] = load(row + 1, m, k - reach + j, spin);
      }
      Complex const q = sum_of_terms<spin>(factors, e, b);
      // B F+ - i E F- = B F+ + i (-E) F-
      for (std::int64_t j = 0; j < 5; ++j) {
        e[j] = -e[j];
      }
      Complex const u = sum_of_terms<spin>(factors, b, e);
      this->scalars.values(row, to) = -q;
      this->scalars.values(row + 1, to) = -u;
    }
  }

  // 0 for degrees that the field does not have; a_l0 is real.
  KOKKOS_FORCEINLINE_FUNCTION Complex load(std::int64_t row, std::int64_t m, std::int64_t l,
                                           std::int64_t least) const {
    auto const& range = this->coefficients.range;
    if (l < m || l < least || l > range.lmax) {
      return {0.0, 0.0};
    }
    auto const value = this->coefficients.values(row, range.index(l, m));
    return {static_cast<double>(value.real()), m == 0 ? 0.0 : static_cast<double>(value.imag())};
  }
};

/// The transpose, and the sums over rings that had no scalars:
///
///     E_l = - sum_k (F+_{l,k} q_k + i F-_{l,k} u_k),  B_l = - sum_k (F+_{l,k} u_k - i F-_{l,k}
///     q_k)
template <class Exec, class Real, int spin>
struct FromScalars : Converter<Exec, Real, spin> {
  using Base = Converter<Exec, Real, spin>;
  using Complex = typename Base::Complex;

  /// Orders that these rings reach are added; none, where it is empty.
  HarmonicCoefficients<double, typename Exec::memory_space> others;

  void operator()(std::int64_t m) const {
    this->on_host(m, this->coefficients.range.lmax,
                  [&](std::int64_t l, Epsilons const& eps) { convert(m, l, eps); });
  }
  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    std::int64_t const m = member.league_rank();
    this->on_device(member, m, this->coefficients.range.lmax,
                    [&](std::int64_t l, Epsilons const& eps) { convert(m, l, eps); });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void convert(std::int64_t m, std::int64_t l,
                                           Epsilons const& eps) const {
    Factors const factors = factors_of_field<spin>(this->tables, l, m, eps);
    std::int64_t const fields = this->coefficients.maps() / this->rows_of_field();
    for (std::int64_t i = 0; i < fields; ++i) {
      std::int64_t const row = this->first_row(i);
      if (this->field == Field::polarised) {
        put(row - 1, m, l, load(row - 1, m, l));
      }
      if (l < spin) {
        put(row, m, l, {0.0, 0.0});
        put(row + 1, m, l, {0.0, 0.0});
        continue;
      }
      Complex q[5];
      Complex u[5];
      for (std::int64_t j = 0; j < 5; ++j) {
        q[j] = load(row, m, l - reach + j);
        u[j] = load(row + 1, m, l - reach + j);
      }
      Complex const e = sum_of_terms<spin>(factors, q, u);
      for (std::int64_t j = 0; j < 5; ++j) {
        q[j] = -q[j];
      }
      Complex const b = sum_of_terms<spin>(factors, u, q);
      put(row, m, l, other(2 * i, m, l) - e);
      put(row + 1, m, l, other(2 * i + 1, m, l) - b);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Complex load(std::int64_t row, std::int64_t m, std::int64_t k) const {
    auto const& range = this->scalars.range;
    return k < m || k > range.lmax ? Complex(0.0, 0.0)
                                   : this->scalars.values(row, range.index(k, m));
  }

  KOKKOS_FORCEINLINE_FUNCTION Complex other(std::int64_t row, std::int64_t m,
                                            std::int64_t l) const {
    return m > others.range.mmax ? Complex(0.0, 0.0) : others.values(row, others.range.index(l, m));
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t row, std::int64_t m, std::int64_t l,
                                       Complex value) const {
    this->coefficients.values(row, this->coefficients.range.index(l, m)) = Kokkos::complex<Real>(
        static_cast<Real>(value.real()), m == 0 ? Real(0) : static_cast<Real>(value.imag()));
  }
};

}  // namespace siderum::portable::spin
