// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/host_blocks.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/spin/pole_rings.hpp>
#include <siderum/core/thread_memory.hpp>

/// Rings next to the poles on hosts: an order is one index, rings are side by side in registers.
namespace siderum::portable::spin {

using legendre::HostVector;

/// Steps of one order up to lmax. 1 / 2 - C_l of a degree serves two of them.
inline void fill_steps(std::int64_t first, std::int64_t lmax, std::int64_t m, int spin,
                       double* room, Step* steps) {
  std::int64_t const count = lmax - first + 1;
  auto const order = static_cast<double>(m);
  auto const s = static_cast<double>(spin);
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    room[i] = below_half(static_cast<double>(first + i), order, s);
  }
#pragma omp simd
  for (std::int64_t i = 0; i < count - 1; ++i) {
    steps[i] = step_of(static_cast<double>(first + i), order, s, room[i], room[i + 1]);
  }
}

/// What both directions share.
struct HostPoles {
  static constexpr int size = HostVector::size;

  PoleRings<Kokkos::HostSpace> poles;

  /// Calls treat(begin, end, function) for registers of pairs that order m reaches.
  template <class Treat>
  void for_each_register(std::int64_t m, Treat const& treat) const {
    for (std::int64_t begin = poles.pairs.begin; begin < poles.pairs.end; begin += size) {
      std::int64_t const end = std::min(begin + size, poles.pairs.end);
      if (m < poles.rings.orders(end - 1)) {
        double sine[size];
        double cosine[size];
        for (int lane = 0; lane < size; ++lane) {
          std::int64_t const pair = std::min(begin + lane, end - 1);
          sine[lane] = poles.rings.sin_theta(pair);
          cosine[lane] = std::fabs(poles.rings.cos_theta(pair));
        }
        Wigner<HostVector> function;
        function.begin(HostVector::load(sine), HostVector::load(cosine), m, poles.s(),
                       poles.starts(m));
        treat(begin, end, function);
      }
    }
  }

  /// Calls add(l, plus, minus) for all degrees.
  template <class Add>
  static void for_each_degree(std::int64_t first, std::int64_t lmax, Step const* steps,
                              Wigner<HostVector>& function, Add const& add) {
    for (std::int64_t l = first; l <= lmax; ++l) {
      add(l - first, function.plus.now, function.minus.now);
      if (l < lmax) {
        function.advance(steps[l - first]);
      }
      if ((l - first) % legendre::steps_per_look == legendre::steps_per_look - 1) {
        function.bring_nearer();
      }
    }
  }
};

/// Modes of these rings.
template <class Real>
struct HostPoleSynthesizer : HostPoles {
  HarmonicCoefficients<Real, Kokkos::HostSpace> coefficients;

  void operator()(std::int64_t index) const {
    std::int64_t const m = poles.first_order + index;
    std::int64_t const first = poles.first_degree(m);
    std::int64_t const degrees = std::max<std::int64_t>(0, poles.range.lmax - first + 1);
    ThreadMemory const memory(static_cast<std::size_t>(degrees) *
                              (sizeof(Step) + 9 * sizeof(double)));
    auto* const weights = static_cast<double*>(memory.data());
    auto* const steps = reinterpret_cast<Step*>(weights + 9 * degrees);
    fill_steps(first, poles.range.lmax, m, poles.s(), weights + 8 * degrees, steps);
    std::int64_t const fields = coefficients.maps() / components(poles.field);
    for (std::int64_t field = 0; field < fields; ++field) {
      for (std::int64_t i = 0; i < degrees; ++i) {
        Complex sum;
        Complex difference;
        poles.load(coefficients, field, first + i, m, sum, difference);
        double const sign = (first + i - m) % 2 == 0 ? 1.0 : -1.0;
        double const of[8] = {sum.real(),
                              sum.imag(),
                              difference.real(),
                              difference.imag(),
                              sign * sum.real(),
                              sign * sum.imag(),
                              sign * difference.real(),
                              sign * difference.imag()};
        std::copy_n(of, 8, weights + 8 * i);
      }
      for_each_register(m, [&](std::int64_t begin, std::int64_t end, Wigner<HostVector>& function) {
        sum_degrees(field, m, begin, end, function, first, steps, weights);
      });
    }
  }

 private:
  void sum_degrees(std::int64_t field, std::int64_t m, std::int64_t begin, std::int64_t end,
                   Wigner<HostVector>& function, std::int64_t first, Step const* steps,
                   double const* weights) const {
    // X and Y of the northern rings, then of the southern ones.
    HostVector sums[8];
    for (auto& sum : sums) {
      sum = HostVector(0.0);
    }
    for_each_degree(first, poles.range.lmax, steps, function,
                    [&](std::int64_t i, HostVector plus, HostVector minus) {
                      double const* const weight = weights + 8 * i;
                      for (int k = 0; k < 8; ++k) {
                        HostVector const value = k < 2 || k > 5 ? plus : minus;
                        sums[k] = multiply_add(HostVector(weight[k]), value, sums[k]);
                      }
                    });
    double values[8][size];
    for (int k = 0; k < 8; ++k) {
      sums[k].store(values[k]);
    }
    for (std::int64_t pair = begin; pair < end; ++pair) {
      if (m >= poles.rings.orders(pair)) {
        continue;
      }
      auto const lane = pair - begin;
      for (int ring = 0; ring < 2; ++ring) {
        int const k = poles.is_mirrored(pair) ? 4 - 4 * ring : 4 * ring;
        poles.put(field, pair, ring, m, {values[k][lane], values[k + 1][lane]},
                  {values[k + 2][lane], values[k + 3][lane]});
      }
    }
  }
};

/// What these rings add to E and B.
struct HostPoleAnalyzer : HostPoles {
  HarmonicCoefficients<double, Kokkos::HostSpace> sums;  ///< E and B of each field
  SumInto into;

  void operator()(std::int64_t index) const {
    std::int64_t const m = poles.first_order + index;
    std::int64_t const first = poles.first_degree(m);
    std::int64_t const degrees = std::max<std::int64_t>(0, poles.range.lmax - first + 1);
    std::int64_t const of_sums = degrees * 4 * size;
    ThreadMemory const memory(static_cast<std::size_t>(of_sums + degrees) * sizeof(double) +
                              static_cast<std::size_t>(degrees) * sizeof(Step));
    auto* const lanes = static_cast<double*>(memory.data());
    auto* const steps = reinterpret_cast<Step*>(lanes + of_sums + degrees);
    fill_steps(first, poles.range.lmax, m, poles.s(), lanes + of_sums, steps);
    for (std::int64_t field = 0; field < sums.maps() / 2; ++field) {
      std::fill_n(lanes, of_sums, 0.0);
      for_each_register(m, [&](std::int64_t begin, std::int64_t end, Wigner<HostVector>& function) {
        add_rings(field, m, begin, end, function, first, steps, lanes);
      });
      finish(field, m, first, lanes);
    }
  }

 private:
  void add_rings(std::int64_t field, std::int64_t m, std::int64_t begin, std::int64_t end,
                 Wigner<HostVector>& function, std::int64_t first, Step const* steps,
                 double* lanes) const {
    // V and W of the northern rings, then of the southern ones.
    double values[8][size] = {};
    for (std::int64_t pair = begin; pair < end; ++pair) {
      if (m >= poles.rings.orders(pair)) {
        continue;
      }
      auto const lane = pair - begin;
      for (int ring = 0; ring < (poles.rings.has_second(pair) != 0.0 ? 2 : 1); ++ring) {
        Complex v;
        Complex w;
        poles.take(field, pair, ring, m, v, w);
        int const k = poles.is_mirrored(pair) ? 4 - 4 * ring : 4 * ring;
        values[k][lane] = v.real();
        values[k + 1][lane] = v.imag();
        values[k + 2][lane] = w.real();
        values[k + 3][lane] = w.imag();
      }
    }
    HostVector of[8];
    for (int k = 0; k < 8; ++k) {
      of[k] = HostVector::load(values[k]);
    }
    double sign = (first - m) % 2 == 0 ? 1.0 : -1.0;
    for_each_degree(first, poles.range.lmax, steps, function,
                    [&](std::int64_t i, HostVector plus, HostVector minus) {
                      double* const to = lanes + i * 4 * size;
                      HostVector const mirrored(sign);
                      for (int k = 0; k < 4; ++k) {
                        HostVector const here = k < 2 ? plus : minus;
                        HostVector const there = mirrored * (k < 2 ? minus : plus);
                        multiply_add(
                            here, of[k],
                            multiply_add(there, of[k + 4], HostVector::load(to + k * size)))
                            .store(to + k * size);
                      }
                      sign = -sign;
                    });
  }

  void finish(std::int64_t field, std::int64_t m, std::int64_t first, double const* lanes) const {
    for (std::int64_t l = m; l <= poles.range.lmax; ++l) {
      Complex e(0.0, 0.0);
      Complex b(0.0, 0.0);
      if (l >= first) {
        double total[4];
        for (int k = 0; k < 4; ++k) {
          double const* const from = lanes + ((l - first) * 4 + k) * size;
          total[k] = 0.0;
          for (int lane = 0; lane < size; ++lane) {
            total[k] += from[lane];
          }
        }
        poles.split({total[0], total[1]}, {total[2], total[3]}, e, b);
      }
      std::int64_t const at = sums.place(l, m);
      bool const adds = into == SumInto::present;
      sums.values(2 * field, at) = adds ? sums.values(2 * field, at) + e : e;
      sums.values(2 * field + 1, at) = adds ? sums.values(2 * field + 1, at) + b : b;
    }
  }
};

}  // namespace siderum::portable::spin
