// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>
#include <siderum/backends/portable/spin/terms.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/thread_memory.hpp>

/// SpinScalars on hosts (contract in ../spin_scalars.hpp): an order is one index.
namespace siderum::portable::spin {

using legendre::HostVector;

/// Factors of one order for all degrees, and the sums with them of numbers side by side. Arrays
/// begin `margin` degrees before l = m and have 0 on both sides of what there is.
template <int spin>
class HostTerms {
 public:
  static constexpr std::int64_t margin = 4;
  static constexpr int plus_terms = spin == 1 ? 2 : 3;
  static constexpr int minus_terms = spin == 1 ? 1 : 2;
  static constexpr int lanes = HostVector::size;
  using Complex = Kokkos::complex<double>;

  /// Degrees that have to be there for l = m .. lmax.
  static std::int64_t room(std::int64_t m, std::int64_t lmax) {
    return (lmax - m + 2 * margin + 2 * lanes) / lanes * lanes;
  }
  /// Doubles of work space.
  static std::int64_t size(std::int64_t room) { return (plus_terms + minus_terms + 1) * room; }

  HostTerms(DegreeTables<Kokkos::HostSpace> const& tables, std::int64_t m, std::int64_t lmax,
            double* memory)
      : room_(room(m, lmax)), memory_(memory) {
    std::fill_n(memory, size(room_), 0.0);
    double* const eps = memory + (plus_terms + minus_terms) * room_;
    double const* const roots = &tables.roots(m + reach);
    auto const twice = static_cast<double>(2 * m);
    std::int64_t const degrees = lmax - m + 1;
#pragma omp simd
    for (std::int64_t i = 1; i < degrees + 2; ++i) {
      auto const above = static_cast<double>(i);
      eps[margin + i] = std::sqrt(above * (above + twice)) * roots[i];
    }
    double const* const norms = &tables.norms(m + reach);
    auto const order = static_cast<double>(m);
#pragma omp simd
    for (std::int64_t i = 0; i < degrees; ++i) {
      double const* const here = eps + margin + i;
      Factors const factors = factors_of_field<spin>(
          order + static_cast<double>(i), order, norms[i], {{here[-1], here[0], here[1], here[2]}});
      for (int t = 0; t < plus_terms; ++t) {
        memory[t * room_ + margin + i] = factors.plus[plus_shift(t) + reach];
      }
      for (int t = 0; t < minus_terms; ++t) {
        memory[(plus_terms + t) * room_ + margin + i] = factors.minus[minus_shift(t) + reach];
      }
    }
  }

  /// -(P first + i N second) and -(P second - i N first) for `degrees` degrees from l = m on.
  /// With Side::field the results are the field's, else the scalars'.
  enum class Side { field, scalar };
  template <Side side>
  void combine(Complex const* first, Complex const* second, std::int64_t degrees, Complex* of_first,
               Complex* of_second) const {
    auto const* const a = reinterpret_cast<double const*>(first);
    auto const* const b = reinterpret_cast<double const*>(second);
    for (std::int64_t i = margin; i < margin + degrees; i += lanes / 2) {
      HostVector plus[2] = {HostVector(0.0), HostVector(0.0)};
      HostVector minus[2] = {HostVector(0.0), HostVector(0.0)};
      legendre::for_registers<plus_terms>(
          [&](auto t) { add<side>(memory_ + t * room_, i, plus_shift(t), a, b, plus); });
      legendre::for_registers<minus_terms>([&](auto t) {
        add<side>(memory_ + (plus_terms + t) * room_, i, minus_shift(t), b, a, minus);
      });
      (times_minus_i(minus[0]) - plus[0]).store(reinterpret_cast<double*>(of_first + i));
      (-times_minus_i(minus[1]) - plus[1]).store(reinterpret_cast<double*>(of_second + i));
    }
  }

 private:
  static constexpr int plus_shift(int term) {
    return spin == 1 ? 2 * term - 1 : 2 * term - 2;
  }
  static constexpr int minus_shift(int term) {
    return spin == 1 ? 0 : 2 * term - 1;
  }

  // The factor that l has for l + shift lies at l.
  template <Side side>
  [[gnu::always_inline]] static void add(double const* factors, std::int64_t i, int shift,
                                         double const* first, double const* second,
                                         HostVector* sums) {
    std::int64_t const at = side == Side::field ? i : i - shift;
    std::int64_t const from = side == Side::field ? i + shift : i - shift;
    HostVector const factor = twice_each<lanes>(factors + at);
    sums[0] = multiply_add(factor, HostVector::load(first + 2 * from), sums[0]);
    sums[1] = multiply_add(factor, HostVector::load(second + 2 * from), sums[1]);
  }

  // (re, im) -> (im, -re)
  static HostVector times_minus_i(HostVector z) {
    return swapped(z, std::make_integer_sequence<int, lanes>()) * alternate<lanes>(1.0, -1.0);
  }
  template <int... i>
  static HostVector swapped(HostVector z, std::integer_sequence<int, i...>) {
    return HostVector(siderum::detail::elements<(i ^ 1)...>(z.vector));
  }

  std::int64_t room_;
  double* memory_;
};

/// What both directions share.
template <class Real, int spin>
struct HostConverter {
  using Terms = HostTerms<spin>;
  using Complex = Kokkos::complex<double>;
  using Side = typename Terms::Side;

  DegreeTables<Kokkos::HostSpace> tables;
  Field field;
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> orders;
  HarmonicCoefficients<Real, Kokkos::HostSpace> coefficients;
  HarmonicCoefficients<double, Kokkos::HostSpace> scalars;

  /// Work space of an order: its terms, and two rows before and after.
  struct Work {
    Work(std::int64_t m, std::int64_t lmax)
        : room(Terms::room(m, lmax)),
          memory(static_cast<std::size_t>(Terms::size(room) + 8 * room) * sizeof(double)),
          terms(static_cast<double*>(memory.data())) {
      auto* const rows = reinterpret_cast<Complex*>(terms + Terms::size(room));
      for (int row = 0; row < 2; ++row) {
        in[row] = rows + row * room;
        out[row] = rows + (2 + row) * room;
      }
    }

    std::int64_t room;
    ThreadMemory memory;
    double* terms;
    Complex* in[2];
    Complex* out[2];
  };

  /// A row of one order from l = least on, with 0 around it; a_l0 is real.
  template <class From>
  static void load(HarmonicCoefficients<From, Kokkos::HostSpace> const& from, std::int64_t row,
                   std::int64_t m, std::int64_t least, std::int64_t room, Complex* to) {
    std::int64_t const lmax = from.range.lmax;
    std::int64_t const begin = std::max(m, least);
    std::int64_t const first = Terms::margin + begin - m;
    std::int64_t const count = std::max<std::int64_t>(0, lmax - begin + 1);
    std::fill(to, to + std::min(first, room), Complex(0.0, 0.0));
    std::fill(to + std::min(first + count, room), to + room, Complex(0.0, 0.0));
    if (count > 0) {
      copy(&from.values(row, from.place(begin, m)), count, m, to + first);
    }
  }

  template <class From, class To>
  static void copy(Kokkos::complex<From> const* from, std::int64_t count, std::int64_t m,
                   Kokkos::complex<To>* to) {
    auto const* const parts = reinterpret_cast<From const*>(from);
    auto* const to_parts = reinterpret_cast<To*>(to);
    for (std::int64_t i = 0; i < 2 * count; ++i) {
      to_parts[i] = static_cast<To>(parts[i]);
    }
    for (std::int64_t i = 0; m == 0 && i < count; ++i) {
      to_parts[2 * i + 1] = To(0);
    }
  }
};

template <class Real, int spin>
struct HostToScalars : HostConverter<Real, spin> {
  using Base = HostConverter<Real, spin>;
  using Complex = typename Base::Complex;

  void operator()(std::int64_t index) const {
    std::int64_t const m = this->orders(index);
    auto const& a_lm = this->coefficients;
    auto const& to = this->scalars;
    std::int64_t const lmax = to.range.lmax;
    std::int64_t const degrees = lmax - m + 1;
    typename Base::Work const work(m, lmax);
    typename Base::Terms const terms(this->tables, m, lmax, work.terms);
    constexpr std::int64_t margin = Base::Terms::margin;
    for (std::int64_t row = 0; row < to.maps(); ++row) {
      auto* const first = &to.values(row, to.place(m, m));
      if (!has_spin(this->field, row)) {
        this->load(a_lm, row, m, 0, work.room, work.in[0]);
        std::copy_n(work.in[0] + margin, degrees, first);
        continue;
      }
      this->load(a_lm, row, m, spin, work.room, work.in[0]);
      this->load(a_lm, row + 1, m, spin, work.room, work.in[1]);
      terms.template combine<Base::Side::scalar>(work.in[0], work.in[1], degrees, work.out[0],
                                                 work.out[1]);
      ++row;
      std::copy_n(work.out[0] + margin, degrees, first);
      std::copy_n(work.out[1] + margin, degrees, &to.values(row, to.place(m, m)));
    }
  }
};

template <class Real, int spin>
struct HostFromScalars : HostConverter<Real, spin> {
  using Base = HostConverter<Real, spin>;
  using Complex = typename Base::Complex;

  HarmonicCoefficients<double, Kokkos::HostSpace> others;

  void operator()(std::int64_t index) const {
    std::int64_t const m = this->orders(index);
    auto const& a_lm = this->coefficients;
    std::int64_t const lmax = this->scalars.range.lmax;
    std::int64_t const degrees = a_lm.range.lmax - m + 1;
    typename Base::Work const work(m, lmax);
    typename Base::Terms const terms(this->tables, m, lmax, work.terms);
    std::int64_t other = 0;
    for (std::int64_t row = 0; row < a_lm.maps(); ++row) {
      this->load(this->scalars, row, m, 0, work.room, work.in[0]);
      if (!has_spin(this->field, row)) {
        put(row, m, degrees, work.in[0]);
        continue;
      }
      this->load(this->scalars, row + 1, m, 0, work.room, work.in[1]);
      terms.template combine<Base::Side::field>(work.in[0], work.in[1], degrees, work.out[0],
                                                work.out[1]);
      for (int i = 0; i < 2; ++i) {
        add_other(other + i, m, degrees, work.out[i]);
        put(row + i, m, degrees, work.out[i]);
      }
      ++row;
      other += 2;
    }
  }

 private:
  void add_other(std::int64_t row, std::int64_t m, std::int64_t degrees, Complex* to) const {
    constexpr std::int64_t margin = Base::Terms::margin;
    if (m <= others.range.mmax) {
      auto const* const from = &others.values(row, others.place(m, m));
      for (std::int64_t i = 0; i < degrees; ++i) {
        to[margin + i] += from[i];
      }
    }
    std::fill_n(to + margin, std::clamp<std::int64_t>(spin - m, 0, degrees), Complex(0.0, 0.0));
  }

  void put(std::int64_t row, std::int64_t m, std::int64_t degrees, Complex const* from) const {
    auto const& a_lm = this->coefficients;
    this->copy(from + Base::Terms::margin, degrees, m, &a_lm.values(row, a_lm.place(m, m)));
  }
};

}  // namespace siderum::portable::spin
