// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/equator.hpp>
#include <siderum/backends/portable/legendre/host_blocks.hpp>
#include <siderum/backends/portable/legendre/host_products.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::legendre {

/// LegendreAnalysis on hosts: one line of orders from all pairs of a range.
template <class Real>
struct HostAnalyzer {
  using Tables = LegendreTables<Kokkos::HostSpace>;
  using Complex = Kokkos::complex<Real>;

  Tables tables;
  HostLegendreRings rings;
  RingModes<Real, Kokkos::HostSpace> modes;
  PairRange range;
  HarmonicCoefficients<Real, Kokkos::HostSpace> coefficients;
  SumInto into;

  static constexpr int orders = host_orders<Real>;

  void operator()(std::int64_t line) const {
    std::int64_t const maps = coefficients.maps();
    std::int64_t map = 0;
    for (; map + 2 <= maps; map += 2) {
      treat_line<2>(line * orders, map);
    }
    if (map < maps) {
      treat_line<1>(line * orders, map);
    }
  }

 private:
  static constexpr int size = HostVector::size;

  /// Work space of a thread, in doubles: what the rings of a line have, and sums over rings of
  /// which the lanes are not yet added up.
  template <int maps>
  struct Work {
    Work(std::int64_t pairs, std::int64_t steps)
        : of_order(vectors_of(pairs) * 4 * maps * size),
          of_sums(host_step_room(steps) * 4 * maps * size),
          memory(static_cast<std::size_t>(orders * of_order + of_sums + of_sums / 2) *
                 sizeof(double)),
          values(static_cast<double*>(memory.data())),
          sums(values + orders * of_order),
          even_sums(sums + of_sums) {}

    // A block may begin anywhere: one block beyond the last pair is read.
    static std::int64_t vectors_of(std::int64_t pairs) {
      return (pairs + size - 1) / size + 3 * host_product_vectors + 3;
    }

    std::int64_t of_order;
    std::int64_t of_sums;
    ThreadMemory memory;
    double* values;     ///< (orders, registers of pairs, 4 maps, lanes)
    double* sums;       ///< (steps, 4 maps, lanes): Re QA, Im QA, Re QB, Im QB
    double* even_sums;  ///< (steps, 2 maps, lanes): sums of P_l next to the equator
  };

  template <int maps>
  void treat_line(std::int64_t first_order, std::int64_t first_map) const {
    Work<maps> const work(range.count(), tables.steps(first_order));
    std::int64_t const end = std::min(first_order + orders, tables.range.mmax + 1);
    gather_values<maps>(work, first_order, first_map);
    for (std::int64_t m = first_order; m < end; ++m) {
      double const* const values = work.values + (m - first_order) * work.of_order;
      std::fill_n(work.sums, work.of_sums + work.of_sums / 2, 0.0);
      std::int64_t place = 0;
      bool at_equator = false;
      for_each_block(rings, range, first_order, block_pairs,
                     [&](HostForm form, HostBlock const& block) {
                       double const* const here = values + place * 4 * maps * size;
                       if (form == HostForm::one_step) {
                         add_one_step<maps>(m, block, here, work);
                         at_equator = true;
                         place += 1;
                       } else {
                         add_two_steps<maps>(m, form, block, here, work);
                         place += host_product_vectors;
                       }
                     });
      finish<maps>(m, first_map, work, at_equator);
    }
  }

  static constexpr std::int64_t block_pairs =
      std::int64_t{host_product_vectors} * HostVector::size;

  // p = first + second and r = (first - second) cos(theta) of all rings, in the order of blocks;
  // next to the equator r without the cosine, which v_i has.
  template <int maps>
  [[gnu::noinline]] void gather_values(Work<maps> const& work, std::int64_t first_order,
                                       std::int64_t first_map) const {
    std::int64_t place = 0;
    for_each_block(
        rings, range, first_order, block_pairs, [&](HostForm form, HostBlock const& block) {
          bool const one_step = form == HostForm::one_step;
          std::int64_t const lanes = one_step ? size : block_pairs;
          for (std::int64_t lane = 0; lane < lanes; ++lane) {
            double* const to = work.values + (place + lane / size) * 4 * maps * size + lane % size;
            if (block.begin + lane < block.end) {
              gather_pair<maps>(work, block.begin + lane, one_step, first_order, first_map, to);
            } else {
              for (int k = 0; k < orders * 4 * maps; ++k) {
                to[k / (4 * maps) * work.of_order + k % (4 * maps) * size] = 0.0;
              }
            }
          }
          place += lanes / size;
        });
  }

  // One pair, for all orders of the line; orders that do not reach it have no values to read.
  template <int maps>
  void gather_pair(Work<maps> const& work, std::int64_t pair, bool one_step,
                   std::int64_t first_order, std::int64_t first_map, double* to) const {
    std::int64_t const slot = 2 * (pair - range.begin);
    std::int64_t const reached =
        std::min<std::int64_t>(orders, rings.orders(pair) - first_order);
    double const odd = one_step ? 1.0 : rings.cos_theta(pair);
    bool const has_second = rings.has_second(pair) != 0.0;
    for (int map = 0; map < maps; ++map) {
      Complex const* const first = &modes(first_map + map, slot, first_order);
      Complex const* const second = &modes(first_map + map, slot + 1, first_order);
      for (std::int64_t k = 0; k < orders; ++k) {
        double* const at = to + k * work.of_order + map * 4 * size;
        Kokkos::complex<double> const north = k < reached ? first[k] : Complex(0);
        Kokkos::complex<double> const south = k < reached && has_second ? second[k] : Complex(0);
        at[0] = north.real() + south.real();
        at[size] = north.imag() + south.imag();
        at[2 * size] = (north.real() - south.real()) * odd;
        at[3 * size] = (north.imag() - south.imag()) * odd;
      }
    }
  }

  template <int maps>
  void add_two_steps(std::int64_t m, HostForm form, HostBlock const& block, double const* values,
                     Work<maps> const& work) const {
    std::int64_t const offset = tables.offset(m);
    Rings<HostVector, host_product_vectors> start;
    for (int v = 0; v < host_product_vectors; ++v) {
      HostVector const sine = gather(rings.sin_theta, block, v);
      HostVector const cosine = gather(rings.cos_theta, block, v);
      start.x[v] = form == HostForm::cosine ? cosine * cosine : -(sine * sine);
      start.begin(v, scaled_power(sine, m), tables.start(m));
    }
    auto const& constant = form == HostForm::cosine ? tables.b : tables.c;
    HostCollector<maps> const collect(
        HostSteps{&tables.a(offset), &constant(offset), host_step_count(tables.steps(m))});
    collect(start, values, work.sums);
  }

  template <int maps>
  [[gnu::noinline]] void add_one_step(std::int64_t m, HostBlock const& block, double const* values,
                                      Work<maps> const& work) const {
    std::int64_t const offset = tables.offset(m);
    HostVector const cosine[1] = {gather(rings.cos_theta, block, 0)};
    ScaledPower<HostVector> const power = scaled_power(gather(rings.sin_theta, block, 0), m);
    HostVector const start[1] = {(power.high + power.low) * HostVector(tables.start(m))};
    auto const add_to = [&](double* to, HostVector function, int k) {
      multiply_add(function, HostVector::load(values + k * size), HostVector::load(to)).store(to);
    };
    EquatorStepper const step{&tables.a(offset), &tables.low(offset), &tables.high(offset),
                              tables.steps(m)};
    step(cosine, start,
         [&](std::int64_t i, HostVector const* p, HostVector const* odd) {
           for (int map = 0; map < maps; ++map) {
             double* const even_to = work.even_sums + (i * maps + map) * 2 * size;
             double* const odd_to = work.sums + ((i * maps + map) * 4 + 2) * size;
             add_to(even_to, p[0], 4 * map);
             add_to(even_to + size, p[0], 4 * map + 1);
             add_to(odd_to, odd[0], 4 * map + 2);
             add_to(odd_to + size, odd[0], 4 * map + 3);
           }
         });
  }

  static double sum_lanes(double const* from) {
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int lane = 0; lane < size; ++lane) {
      sum += from[lane];
    }
    return sum;
  }

  // a_lm of one order from its sums.
  template <int maps>
  [[gnu::noinline]] void finish(std::int64_t m, std::int64_t first_map, Work<maps> const& work,
                                bool at_equator) const {
    std::int64_t const offset = tables.offset(m);
    std::int64_t const steps = tables.steps(m);
    for (int map = 0; map < maps; ++map) {
      Complex* const a_lm = &coefficients.values(first_map + map, tables.range.index(m, m));
      Kokkos::complex<double> before(0.0);
      for (std::int64_t i = 0; i < steps; ++i) {
        double const* const of = work.sums + (i * maps + map) * 4 * size;
        Kokkos::complex<double> const here(sum_lanes(of), sum_lanes(of + size));
        Kokkos::complex<double> const odd(sum_lanes(of + 2 * size), sum_lanes(of + 3 * size));
        Kokkos::complex<double> even = tables.low(offset + i) * here;
        if (i > 0) {
          even += tables.high(offset + i - 1) * before;
        }
        if (at_equator) {
          double const* const extra = work.even_sums + (i * maps + map) * 2 * size;
          even += Kokkos::complex<double>(sum_lanes(extra), sum_lanes(extra + size));
        }
        put(m, even, a_lm[2 * i]);
        if (m + 2 * i + 1 <= tables.range.lmax) {
          put(m, tables.alpha(offset + i) * odd, a_lm[2 * i + 1]);
        }
        before = here;
      }
    }
  }

  void put(std::int64_t m, Kokkos::complex<double> value, Complex& to) const {
    Complex const rounded(static_cast<Real>(value.real()),
                          m == 0 ? Real(0) : static_cast<Real>(value.imag()));
    to = into == SumInto::present ? to + rounded : rounded;
  }
};

}  // namespace siderum::portable::legendre
