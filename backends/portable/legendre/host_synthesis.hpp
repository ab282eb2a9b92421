// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <siderum/backends/portable/legendre/equator.hpp>
#include <siderum/backends/portable/legendre/host_sums.hpp>
#include <siderum/backends/portable/legendre/host_weights.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::legendre {

/// LegendreSynthesis on hosts: one line of orders for all pairs of a range.
template <class Real>
struct HostSynthesizer {
  using Tables = LegendreTables<Kokkos::HostSpace>;

  Tables tables;
  HostLegendreRings rings;
  HarmonicCoefficients<Real, Kokkos::HostSpace> coefficients;
  PairRange range;
  RingModes<Real, Kokkos::HostSpace> modes;
  int vectors;  ///< registers of pairs for one map

  static constexpr int orders = host_orders<Real>;
  static constexpr int four_maps_vectors = siderum::detail::vector_registers == 32 ? 1 : 2;

  void operator()(std::int64_t line) const {
    std::int64_t const first_order = tables.order(line * orders);
    std::int64_t const maps = coefficients.maps();
    std::int64_t map = 0;
    for (; map + 4 <= maps; map += 4) {
      treat_line<four_maps_vectors, 4>(first_order, map);
    }
    if (map + 3 == maps) {
      treat_line<2, 3>(first_order, map);
      return;
    }
    for (; map + 2 <= maps; map += 2) {
      treat_line<2, 2>(first_order, map);
    }
    if (map < maps) {
      treat_single(first_order, map);
    }
  }

 private:
  void treat_single(std::int64_t m, std::int64_t map) const {
    switch (vectors) {
      case 1:
        return treat_line<1, 1>(m, map);
      case 2:
        return treat_line<2, 1>(m, map);
      case 3:
        return treat_line<3, 1>(m, map);
      default:
        return treat_line<4, 1>(m, map);
    }
  }

  /// The modes of a block of pairs, a line of the cache for each ring.
  template <int vectors_, int maps>
  struct Lines {
    alignas(64) Real of[maps][2 * vectors_ * HostVector::size][2 * orders];
  };

  template <int vectors_, int maps>
  void treat_line(std::int64_t first_order, std::int64_t first_map) const {
    std::int64_t const end = std::min(first_order + orders, tables.range.mmax + 1);
    std::int64_t const room = host_step_room(tables.steps(first_order)) * 4 * maps;
    ThreadMemory const memory(static_cast<std::size_t>(room * orders) * sizeof(double));
    auto* const weights = static_cast<double*>(memory.data());
    for (std::int64_t m = first_order; m < end; ++m) {
      combine_coefficients<maps>(tables, coefficients, first_map, m,
                                 weights + (m - first_order) * room);
    }
    for_each_block(rings, range, first_order, vectors_, [&](HostForm form, HostBlock const& block) {
      with_vectors<vectors_>(block.vectors, [&](auto count) {
        treat_block<count, maps>(form, block, first_order, first_map, weights, room);
      });
    });
  }

  template <int vectors_, int maps>
  void treat_block(HostForm form, HostBlock const& block, std::int64_t first_order,
                   std::int64_t first_map, double const* weights, std::int64_t room) const {
    std::int64_t const end = std::min(first_order + orders, tables.range.mmax + 1);
    Lines<vectors_, maps> lines;
    Block<vectors_, maps> const sums(*this, form, block);
    sums(first_order, end, first_map, weights, room, lines);
    write(block, first_order, first_map, lines);
  }

  /// The sums of one block for the orders of a line.
  template <int vectors_, int maps>
  class Block {
   public:
    Block(HostSynthesizer const& all, HostForm form, HostBlock const& block)
        : all_(all), form_(form) {
      for (int v = 0; v < vectors_; ++v) {
        cosine_[v] = gather(all.rings.cos_theta, block, v);
        sine_[v] = gather(all.rings.sin_theta, block, v);
      }
    }

    void operator()(std::int64_t begin, std::int64_t end, std::int64_t first_map,
                    double const* weights, std::int64_t room, Lines<vectors_, maps>& lines) const {
      ScaledPower<HostVector> power[vectors_];
      scaled_powers(sine_, begin, power);
      for (std::int64_t m = begin; m < end; ++m) {
        Sums sums;
        double const* const of_order = weights + (m - begin) * room;
        if (form_ == HostForm::one_step) {
          sum_one_step(m, first_map, of_order, power, sums);
        } else {
          sum_two_steps(m, of_order, power, sums);
        }
        put(m - begin, sums, lines);
        for (int v = 0; v < vectors_; ++v) {
          power[v].multiply_by(sine_[v]);
        }
      }
    }

   private:
    using Summer = HostSummer<vectors_, maps>;
    using Sums = typename Summer::Sums;

    void sum_two_steps(std::int64_t m, double const* weights, ScaledPower<HostVector> const* power,
                       Sums& sums) const {
      std::int64_t const offset = all_.tables.offset(m);
      Rings<HostVector, vectors_> states;
      for (int v = 0; v < vectors_; ++v) {
        states.x[v] = form_ == HostForm::cosine ? cosine_[v] * cosine_[v] : -(sine_[v] * sine_[v]);
        states.begin(v, power[v], all_.tables.start(m));
      }
      auto const& constant = form_ == HostForm::cosine ? all_.tables.b : all_.tables.c;
      HostSteps const steps{&all_.tables.a(offset), &constant(offset),
                            host_step_count(all_.tables.steps(m))};
      Summer const sum(steps, weights);
      sum(states, sums);
      for (int map = 0; map < maps; ++map) {
        for (int v = 0; v < vectors_; ++v) {
          sums.of[4 * map + 2][v] = sums.of[4 * map + 2][v] * cosine_[v];
          sums.of[4 * map + 3][v] = sums.of[4 * map + 3][v] * cosine_[v];
        }
      }
    }

    void sum_one_step(std::int64_t m, std::int64_t first_map, double const* weights,
                      ScaledPower<HostVector> const* power, Sums& sums) const {
      HostVector start[vectors_];
      for (int v = 0; v < vectors_; ++v) {
        start[v] = (power[v].high + power[v].low) * HostVector(all_.tables.start(m));
      }
      for (auto& of_map : sums.of) {
        for (auto& sum : of_map) {
          sum = HostVector(0.0);
        }
      }
      std::int64_t const first = all_.coefficients.place(m, m);
      auto const add = [&](std::int64_t i, HostVector const* p, HostVector const* odd) {
        for (int map = 0; map < maps; ++map) {
          auto const a_lm = all_.coefficients.values(first_map + map, first + 2 * i);
          HostVector const factor[4] = {HostVector(a_lm.real()),
                                        HostVector(m == 0 ? Real(0) : a_lm.imag()),
                                        HostVector(weights[(i * maps + map) * 4 + 2]),
                                        HostVector(weights[(i * maps + map) * 4 + 3])};
          for (int v = 0; v < vectors_; ++v) {
            for (int k = 0; k < 4; ++k) {
              auto& sum = sums.of[4 * map + k][v];
              sum = multiply_add(factor[k], k < 2 ? p[v] : odd[v], sum);
            }
          }
        }
      };
      EquatorStepper const step = equator_stepper(all_.tables, m);
      step(cosine_, start, add);
    }

    // North and south: even degrees less order plus and minus the odd ones.
    static void put(std::int64_t order, Sums const& sums, Lines<vectors_, maps>& lines) {
      for (int map = 0; map < maps; ++map) {
        HostVector const(*s)[vectors_] = sums.of + 4 * map;
        for (int v = 0; v < vectors_; ++v) {
          double value[4][HostVector::size];
          (s[0][v] + s[2][v]).store(value[0]);
          (s[1][v] + s[3][v]).store(value[1]);
          (s[0][v] - s[2][v]).store(value[2]);
          (s[1][v] - s[3][v]).store(value[3]);
          for (int lane = 0; lane < HostVector::size; ++lane) {
            auto* const pair = lines.of[map] + 2 * (v * HostVector::size + lane);
            for (int part = 0; part < 4; ++part) {
              pair[part / 2][2 * order + part % 2] = static_cast<Real>(value[part][lane]);
            }
          }
        }
      }
    }

    HostSynthesizer const& all_;
    HostForm form_;
    HostVector cosine_[vectors_];
    HostVector sine_[vectors_];
  };

  template <int vectors_, int maps>
  void write(HostBlock const& block, std::int64_t first_order, std::int64_t first_map,
             Lines<vectors_, maps> const& lines) const {
    std::int64_t const first_slot = 2 * (block.begin - range.begin);
    for (int map = 0; map < maps; ++map) {
      for (std::int64_t slot = 0; slot < 2 * (block.end - block.begin); ++slot) {
        auto* const to =
            reinterpret_cast<Real*>(&modes(first_map + map, first_slot + slot, first_order));
        // Rows of modes are whole lines: what is beyond the last order is never read.
        std::memcpy(to, lines.of[map][slot], sizeof(lines.of[map][slot]));
      }
    }
  }
};

}  // namespace siderum::portable::legendre
