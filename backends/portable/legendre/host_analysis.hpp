// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <siderum/backends/portable/legendre/equator.hpp>
#include <siderum/backends/portable/legendre/host_blocks.hpp>
#include <siderum/backends/portable/legendre/host_products.hpp>
#include <siderum/backends/portable/legendre/host_weights.hpp>
#include <siderum/backends/portable/legendre/lane_sums.hpp>
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
  std::int64_t places_at_once;  ///< registers of pairs that stay in the nearest cache

  static constexpr int orders = host_orders<Real>;

  void operator()(std::int64_t line) const {
    std::int64_t const first_order = tables.order(line * orders);
    std::int64_t const maps = coefficients.maps();
    std::int64_t map = 0;
    for (; map + 2 <= maps; map += 2) {
      treat_line<2>(first_order, map, modes_after(line, map + 2));
    }
    if (map < maps) {
      treat_line<1>(first_order, map, modes_after(line, maps));
    }
  }

 private:
  static constexpr int size = HostVector::size;

  /// Modes that a thread most likely takes next. They lie where no hardware foresees them, and are
  /// called a few at a time while the recurrence leaves the memory idle.
  struct ModesAhead {
    RingModes<Real, Kokkos::HostSpace> modes;
    std::int64_t order = 0;
    std::int64_t map = 0;
    std::int64_t map_end = 0;
    std::int64_t slot = 0;
    std::int64_t slot_end = 0;
    std::int64_t slots_of_turn = 0;

    void operator()() {
      constexpr int second_cache = 2;
      std::int64_t const end = std::min(slot + slots_of_turn, slot_end);
      for (; slot < end; ++slot) {
        for (std::int64_t i = map; i < map_end; ++i) {
          __builtin_prefetch(&modes(i, slot, order), 0, second_cache);
        }
      }
    }
  };

  // Those of the maps from `map` on of a line, or else of the next line.
  ModesAhead modes_after(std::int64_t line, std::int64_t map) const {
    bool const is_same_line = map < coefficients.maps();
    std::int64_t const next = (is_same_line ? line : line + 1) * orders;
    if (next >= static_cast<std::int64_t>(tables.order.extent(0))) {
      return {};
    }
    ModesAhead ahead{modes, tables.order(next)};
    ahead.map = is_same_line ? map : 0;
    ahead.map_end = std::min(ahead.map + 2, coefficients.maps());
    std::int64_t const* const reached = rings.orders.data();
    std::int64_t const* const first =
        std::upper_bound(reached + range.begin, reached + range.end, ahead.order);
    ahead.slot = 2 * (first - reached - range.begin);
    ahead.slot_end = 2 * range.count();
    std::int64_t const steps = orders * tables.steps(tables.order(line * orders));
    ahead.slots_of_turn = 1 + (ahead.slot_end - ahead.slot) * HostCollector<1>::stride / steps;
    return ahead;
  }

  /// Work space of a thread, in doubles: what the rings of a line have, and sums over rings. A
  /// place is a register of pairs, block after block.
  template <int maps>
  struct Work {
    Work(std::int64_t pairs, std::int64_t steps)
        : places((pairs + size - 1) / size + 3),
          of_order(places * 4 * maps * size),
          of_sums(host_step_room(steps) * 4 * maps),
          memory(static_cast<std::size_t>(orders * (of_order + 2 * places * size) +
                                          places * (7 * size + 2) + 3 * of_sums) *
                 sizeof(double)),
          values(static_cast<double*>(memory.data())),
          starts(values + orders * of_order),
          x(starts + orders * 2 * places * size),
          reach(x + places * size),
          states(reach + places * size),
          sums(states + 2 * places * size),
          equator_sums(sums + of_sums),
          joins{equator_sums + 2 * of_sums, equator_sums + 2 * of_sums + 2 * places * size,
                reinterpret_cast<std::int64_t*>(equator_sums + 2 * of_sums + 3 * places * size),
                reinterpret_cast<std::int64_t*>(equator_sums + 2 * of_sums + 3 * places * size) +
                    places} {}

    std::int64_t places;
    std::int64_t of_order;
    std::int64_t of_sums;
    ThreadMemory memory;
    double* values;        ///< (orders, places, 4 maps, lanes)
    double* starts;        ///< (orders, places, 2, lanes): v and s of sin^m(theta)
    double* x;             ///< (places, lanes): what the recurrence of a form takes
    double* reach;         ///< (places, lanes): orders of each ring
    double* states;        ///< (places, 2, lanes): of one order
    double* sums;          ///< (steps, 4 maps): Re QA, Im QA, Re QB, Im QB
    double* equator_sums;  ///< (2 orders, steps, 4 maps): likewise, of P_l and v_i at the equator
    HostJoins joins;
  };

  template <int maps>
  void treat_line(std::int64_t first_order, std::int64_t first_map, ModesAhead ahead) const {
    Work<maps> const work(range.count(), tables.steps(first_order));
    std::int64_t const end = std::min(first_order + orders, tables.range.mmax + 1);
    bool const has_equator = range.end > rings.near_equator_begin;
    gather_all<maps>(work, first_order, first_map);
    for (std::int64_t m = first_order; m < end; ++m) {
      std::int64_t const order = m - first_order;
      bool const begins_two = has_equator && order % 2 == 0;
      std::fill_n(work.sums, (begins_two ? 3 : 1) * work.of_sums, 0.0);
      std::int64_t places[3] = {0, 0, 0};  // of each HostForm
      for_each_block(
          rings, range, first_order, host_join_vectors, [&](HostForm form, HostBlock const& block) {
            std::int64_t const place = places[0] + places[1] + places[2];
            if (form == HostForm::one_step) {
              if (begins_two) {
                add_one_step<maps>(m, std::min(m + 1, end - 1), order, place, block, work);
              }
            } else {
              with_vectors<host_join_vectors>(block.vectors, [&](auto vectors) {
                find_joins<vectors>(m, order, place, form, work);
              });
            }
            places[static_cast<int>(form)] += block.vectors;
          });
      add_two_steps<maps>(m, order, places[0], places[0] + places[1], work, ahead);
      double const* const equator = work.equator_sums + order % 2 * work.of_sums;
      finish<maps>(m, first_map, work, has_equator ? equator : nullptr);
    }
  }

  // p = first + second and r = (first - second) cos(theta) of all rings, in the order of blocks,
  // and powers of their sines; next to the equator r without the cosine, which v_i has.
  template <int maps>
  void gather_all(Work<maps> const& work, std::int64_t first_order, std::int64_t first_map) const {
    std::int64_t place = 0;
    for_each_block(
        rings, range, first_order, host_join_vectors, [&](HostForm form, HostBlock const& block) {
          with_vectors<host_join_vectors>(block.vectors, [&](auto vectors) {
            gather_starts<vectors>(work, place, form, block, first_order);
          });
          for (int v = 0; v < block.vectors; ++v) {
            for (int map = 0; map < maps; ++map) {
              gather_values<maps>(work, place, map, form, block, v, first_order, first_map);
            }
            ++place;
          }
        });
  }

  template <int vectors, int maps>
  void gather_starts(Work<maps> const& work, std::int64_t first_place, HostForm form,
                     HostBlock const& block, std::int64_t first_order) const {
    HostVector sine[vectors];
    for (int v = 0; v < vectors; ++v) {
      std::int64_t const place = first_place + v;
      sine[v] = gather(rings.sin_theta, block, v);
      HostVector const cosine = gather(rings.cos_theta, block, v);
      (form == HostForm::sine ? -(sine[v] * sine[v]) : cosine * cosine)
          .store(work.x + place * size);
      for (int lane = 0; lane < size; ++lane) {
        work.reach[place * size + lane] = static_cast<double>(rings.orders(block.pair(v, lane)));
      }
    }
    ScaledPower<HostVector> power[vectors];
    scaled_powers(sine, first_order, power);
    for (int k = 0; k < orders; ++k) {
      for (int v = 0; v < vectors; ++v) {
        double* const to = work.starts + (k * work.places + first_place + v) * 2 * size;
        (power[v].high + power[v].low).store(to);
        power[v].scale.store(to + size);
        power[v].multiply_by(sine[v]);
      }
    }
  }

  // A register of pairs: lines of the orders of a ring become registers of the rings of an order.
  template <int maps>
  void gather_values(Work<maps> const& work, std::int64_t place, int map, HostForm form,
                     HostBlock const& block, int vector, std::int64_t first_order,
                     std::int64_t first_map) const {
    constexpr int registers = 2 * orders / size;
    HostVector sums[registers][size];
    HostVector differences[registers][size];
    prefetch(block.begin + (vector + 1) * size, first_map + map, first_order);
    for (int lane = 0; lane < size; ++lane) {
      std::int64_t const pair = block.begin + vector * size + lane;
      alignas(64) double of_first[2 * orders] = {};
      alignas(64) double of_second[2 * orders] = {};
      if (pair < block.end) {
        load_line(pair, first_map + map, first_order, of_first, of_second);
      }
      double const odd =
          form == HostForm::one_step ? 1.0 : rings.cos_theta(block.pair(vector, lane));
      for (int r = 0; r < registers; ++r) {
        HostVector const first = HostVector::load(of_first + r * size);
        HostVector const second = HostVector::load(of_second + r * size);
        sums[r][lane] = first + second;
        differences[r][lane] = HostVector(odd) * (first - second);
      }
    }
    for (int r = 0; r < registers; ++r) {
      transpose(sums[r]);
      transpose(differences[r]);
      for (int i = 0; i < size; ++i) {
        int const part = r * size + i;  // real and imaginary parts of the orders
        double* const to =
            work.values + part / 2 * work.of_order + ((place * maps + map) * 4 + part % 2) * size;
        sums[r][i].store(to);
        differences[r][i].store(to + 2 * size);
      }
    }
  }

  // The modes of the pairs of the next register: a line each, at distances that no hardware
  // foresees.
  void prefetch(std::int64_t pair, std::int64_t map, std::int64_t first_order) const {
    std::int64_t const end = std::min(pair + size, range.end);
    for (; pair < end; ++pair) {
      std::int64_t const slot = 2 * (pair - range.begin);
      __builtin_prefetch(&modes(map, slot, first_order));
      __builtin_prefetch(&modes(map, slot + 1, first_order));
    }
  }

  // The modes of a line of orders, of which those that do not reach the pair stay 0.
  void load_line(std::int64_t pair, std::int64_t map, std::int64_t first_order, double* of_first,
                 double* of_second) const {
    std::int64_t const slot = 2 * (pair - range.begin);
    std::int64_t const reached =
        2 * std::clamp<std::int64_t>(rings.orders(pair) - first_order, 0, orders);
    auto const* const first = reinterpret_cast<Real const*>(&modes(map, slot, first_order));
    auto const* const second = reinterpret_cast<Real const*>(&modes(map, slot + 1, first_order));
    copy_line(first, reached, of_first);
    if (rings.has_second(pair) != 0.0) {
      copy_line(second, reached, of_second);
    }
  }

  static void copy_line(Real const* from, std::int64_t count, double* to) {
    if (count == 2 * orders) {  // nearly always: of a length that the compiler knows
      for (std::int64_t k = 0; k < 2 * orders; ++k) {
        to[k] = from[k];
      }
      return;
    }
    for (std::int64_t k = 0; k < count; ++k) {
      to[k] = from[k];
    }
  }

  // Far from the poles P_mm itself counts: these rings need no search.
  template <int vectors, int maps>
  bool all_count_at_once(std::int64_t m, std::int64_t order, std::int64_t place,
                         Work<maps> const& work) const {
    HostVector const zero(0.0);
    HostVector const start(tables.start(m));
    HostVector q[vectors];
    HostVector least(1.0);
    for (int v = 0; v < vectors; ++v) {
      double const* const power = work.starts + (order * work.places + place + v) * 2 * size;
      q[v] = HostVector::load(power) * start;
      HostVector const scale = HostVector::load(power + size);
      HostVector const counted = select_less(scale, zero, zero, absolute(q[v]));
      least = select_less(counted, least, counted, least);
    }
    if (any_less(least, HostVector(dropped_bound))) {
      return false;
    }
    for (int v = 0; v < vectors; ++v) {
      q[v].store(work.joins.values + (place + v) * 2 * size);
      zero.store(work.joins.values + (2 * (place + v) + 1) * size);
      zero.store(work.joins.steps + (place + v) * size);
      work.joins.first[place + v] = 0;
      work.joins.last[place + v] = 0;
    }
    return true;
  }

  template <int vectors, int maps>
  void find_joins(std::int64_t m, std::int64_t order, std::int64_t place, HostForm form,
                  Work<maps> const& work) const {
    std::int64_t const offset = tables.offset(m);
    if (all_count_at_once<vectors>(m, order, place, work)) {
      return;
    }
    Rings<HostVector, vectors> start;
    HostVector wanted[vectors];
    for (int v = 0; v < vectors; ++v) {
      double const* const power = work.starts + (order * work.places + place + v) * 2 * size;
      start.x[v] = HostVector::load(work.x + (place + v) * size);
      start.begin(v, {HostVector::load(power), HostVector(0.0), HostVector::load(power + size)},
                  tables.start(m));
      wanted[v] = select_less(HostVector(static_cast<double>(m)),
                              HostVector::load(work.reach + (place + v) * size), HostVector(1.0),
                              HostVector(0.0));
    }
    auto const& constant = form == HostForm::cosine ? tables.b : tables.c;
    HostJoinFinder<vectors> find(
        HostSteps{&tables.a(offset), &constant(offset), host_step_count(tables.steps(m))},
        work.joins, place);
    find(start, wanted);
  }

  template <int maps>
  void add_two_steps(std::int64_t m, std::int64_t order, std::int64_t sine_end, std::int64_t count,
                     Work<maps> const& work, ModesAhead& ahead) const {
    std::int64_t* const first = work.joins.first;
    for (std::int64_t place = 1; place < count; ++place) {
      first[place] = std::min(first[place], first[place - 1]);
    }
    std::fill_n(work.states, 2 * count * size, 0.0);
    std::int64_t const offset = tables.offset(m);
    HostCollector<maps> const collect(
        &tables.a(offset), &tables.b(offset), &tables.c(offset), host_step_count(tables.steps(m)),
        {work.states, work.x, work.values + order * work.of_order}, work.joins);
    // The nearest number of parts: sums over the lanes cost less in fewer, and half a part more
    // still comes fast from the next cache.
    std::int64_t const parts =
        std::max<std::int64_t>(count > 0 ? 1 : 0, (count + places_at_once / 2) / places_at_once);
    for (std::int64_t part = 0; part < parts; ++part) {
      collect(count * part / parts, count * (part + 1) / parts, sine_end, work.sums, ahead);
    }
  }

  // Orders m and `next`, the one after it or m itself: side by side they wait less for what comes
  // before, and their sums fill registers.
  template <int maps>
  void add_one_step(std::int64_t m, std::int64_t next, std::int64_t order, std::int64_t place,
                    HostBlock const& block, Work<maps> const& work) const {
    HostVector const cosine[1] = {gather(rings.cos_theta, block, 0)};
    EquatorStepper const step[2] = {equator_stepper(tables, m), equator_stepper(tables, next)};
    double const* values[2];
    HostVector p[2][1];
    HostVector v[2][1];
    for (int k = 0; k < 2; ++k) {
      std::int64_t const at = order + (k == 0 ? 0 : next - m);
      values[k] = work.values + at * work.of_order + place * 4 * maps * size;
      double const start = tables.start(k == 0 ? m : next);
      p[k][0] =
          HostVector::load(work.starts + (at * work.places + place) * 2 * size) * HostVector(start);
      v[k][0] = cosine[0] * p[k][0];
    }
    double sign = 1.0;
    auto const advance = [&](std::int64_t i) __attribute__((always_inline)) {
      for (int k = 0; k < 2; ++k) {
        if (i < step[k].steps) {
          step[k].advance(i, sign, cosine, p[k], v[k]);
        } else {
          p[k][0] = v[k][0] = HostVector(0.0);
        }
      }
      sign = -sign;
    };
    constexpr int at_once = host_steps_at_once<maps>;
    for (std::int64_t i = 0; i < step[0].steps; i += at_once) {
      HostVector products[2][4 * maps * at_once];
      for_registers<at_once>([&](auto turn) __attribute__((always_inline)) {
        for_registers<8 * maps>([&](auto part) __attribute__((always_inline)) {
          constexpr int k = decltype(part)::value / (4 * maps);
          constexpr int value = decltype(part)::value % (4 * maps);
          products[k][turn * 4 * maps + value] =
              (value % 4 < 2 ? p[k][0] : v[k][0]) * HostVector::load(values[k] + value * size);
        });
        advance(i + turn + 1);
      });
      for (int k = 0; k < 2; ++k) {
        add_lanes(products[k], work.equator_sums + k * work.of_sums + i * 4 * maps);
      }
    }
  }

  /// Several steps of sums: Re QA, Im QA, Re QB, Im QB of each map.
  template <int maps>
  using Steps = Lanes<double, 4 * maps * host_steps_at_once<maps>>;

  // Of a and b, one behind the other, as many elements, from `back` before b on.
  template <int back, class Values, int... lane>
  [[gnu::always_inline]] static Values before_end(Values a, Values b,
                                                  std::integer_sequence<int, lane...>) {
    return Values(siderum::detail::elements<(Values::size - back + lane)...>(a.vector, b.vector));
  }

  // a_lm of one order from its sums.
  // @param equator  sums of rings next to the equator, or null
  template <int maps>
  void finish(std::int64_t m, std::int64_t first_map, Work<maps> const& work,
              double const* equator) const {
    if (equator != nullptr) {
      finish_steps<maps, true>(m, first_map, work, equator);
    } else {
      finish_steps<maps, false>(m, first_map, work, nullptr);
    }
  }

  template <int maps, bool has_equator>
  void finish_steps(std::int64_t m, std::int64_t first_map, Work<maps> const& work,
                    double const* equator) const {
    using Values = Steps<maps>;
    constexpr auto lanes = std::make_integer_sequence<int, Values::size>();
    constexpr int at_once = host_steps_at_once<maps>;
    static_assert(steps_per_look % Values::size == 0);  // steps of an order come in whole registers
    std::int64_t const offset = tables.offset(m);
    Real* a_lm[maps];
    for (int map = 0; map < maps; ++map) {
      a_lm[map] =
          reinterpret_cast<Real*>(&coefficients.values(first_map + map, coefficients.place(m, m)));
    }
    std::int64_t const parts = 2 * (tables.range.lmax - m + 1);
    Values const one(1.0);
    Values const zero(0.0);
    Values const keep = real_only<Values::size>(m);
    Values sums_before = zero;
    Values high_before = zero;
    for (std::int64_t first = 0; first < tables.steps(m); first += Values::size) {
      Values const low = Values::load(&tables.low(offset + first));
      Values const high = Values::load(&tables.high(offset + first));
      Values const alpha = Values::load(&tables.alpha(offset + first));
      Values const high_behind = before_end<1>(high_before, high, lanes);
      for_registers<Values::size / at_once>([&](auto turn) __attribute__((always_inline)) {
        constexpr int step = decltype(turn)::value * at_once;
        std::int64_t const i = first + step;
        Values const sums = Values::load(work.sums + i * 4 * maps);
        Values value = for_degrees<maps, step>(low, alpha) * sums;
        value = multiply_add(for_degrees<maps, step>(high_behind, zero),
                             before_end<4 * maps>(sums_before, sums, lanes), value);
        if constexpr (has_equator) {
          value = multiply_add(for_degrees<maps, step>(one, alpha),
                               Values::load(equator + i * 4 * maps), value);
        }
        sums_before = sums;
        put<maps>(keep * value, 4 * i, parts, a_lm);
      });
      high_before = high;
    }
  }

  // To the parts of a_lm from `begin` on, as far as there are any.
  template <int maps>
  [[gnu::always_inline]] void put(Steps<maps> value, std::int64_t begin, std::int64_t parts,
                                  Real* const (&a_lm)[maps]) const {
    constexpr int count = 4 * host_steps_at_once<maps>;
    if constexpr (maps == 1) {
      if (begin + count <= parts) {
        auto const rounded = convert<Real>(value);
        Real* const to = a_lm[0] + begin;
        (into == SumInto::present ? Lanes<Real, count>::load(to) + rounded : rounded).store(to);
        return;
      }
    }
    double values[Steps<maps>::size];
    value.store(values);
    for (int map = 0; map < maps; ++map) {
      Real* const to = a_lm[map] + begin;
      for (std::int64_t k = 0; k < std::min<std::int64_t>(count, parts - begin); ++k) {
        auto const rounded = static_cast<Real>(values[k / 4 * 4 * maps + 4 * map + k % 4]);
        to[k] = into == SumInto::present ? to[k] + rounded : rounded;
      }
    }
  }
};

}  // namespace siderum::portable::legendre
