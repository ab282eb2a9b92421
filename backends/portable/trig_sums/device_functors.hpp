// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The products of one thread: the sums at its centre frequency +- half offsets, kept in registers.
/// The addition theorems are those of HostBlocks.
template <class Real, MeanSums mean, int half>
struct DeviceProducts {
  static constexpr int sets = mean == MeanSums::yes ? 3 : 2;
  Real cos_cos[sets][half] = {};
  Real sin_sin[sets][half] = {};
  Real sin_cos[sets][half] = {};
  Real cos_sin[sets][half] = {};

  KOKKOS_FORCEINLINE_FUNCTION void add(int set, int b, Real cos_f, Real sin_f, Real cos_g,
                                       Real sin_g) {
    cos_cos[set][b] = multiply_add(cos_f, cos_g, cos_cos[set][b]);
    sin_sin[set][b] = multiply_add(sin_f, sin_g, sin_sin[set][b]);
    sin_cos[set][b] = multiply_add(sin_f, cos_g, sin_cos[set][b]);
    cos_sin[set][b] = multiply_add(cos_f, sin_g, cos_sin[set][b]);
  }

  /// side: 1 above the centre, -1 below.
  KOKKOS_FORCEINLINE_FUNCTION TrigSumValues<Real> combine(int b, Real side) const {
    TrigSumValues<Real> values{multiply_add(-side, sin_sin[0][b], cos_cos[0][b]),
                               multiply_add(side, cos_sin[0][b], sin_cos[0][b]),
                               Real(0),
                               Real(0),
                               multiply_add(-side, sin_sin[1][b], cos_cos[1][b]),
                               multiply_add(side, cos_sin[1][b], sin_cos[1][b])};
    if constexpr (mean == MeanSums::yes) {
      values.c = multiply_add(-side, sin_sin[2][b], cos_cos[2][b]);
      values.s = multiply_add(side, cos_sin[2][b], sin_cos[2][b]);
    }
    return values;
  }
};

/// function(0), ..., function(count - 1) with constants: loops whose indices must be known, so that
/// the arrays that they index stay in registers.
template <int count, class Function>
KOKKOS_FORCEINLINE_FUNCTION void for_each_index(Function const& function) {
  [&function]<int... index>(std::integer_sequence<int, index...>) {
    (function(std::integral_constant<int, index>{}), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

/// The best of a team's threads, joined in team scratch; thread 0 hands it on.
template <class Epilogue, class Member>
KOKKOS_FORCEINLINE_FUNCTION void finish_team(Epilogue const& epilogue, Member const& member,
                                             std::int64_t slot,
                                             typename Epilogue::State const& state) {
  if constexpr (Epilogue::reduces) {
    using State = typename Epilogue::State;
    member.team_barrier();
    auto* const states =
        static_cast<State*>(member.team_shmem().get_shmem(member.team_size() * sizeof(State)));
    states[member.team_rank()] = state;
    member.team_barrier();
    for (int count = member.team_size(); count > 1;) {
      int const half = (count + 1) / 2;
      if (member.team_rank() + half < count) {
        Epilogue::join(states[member.team_rank()], states[member.team_rank() + half]);
      }
      member.team_barrier();
      count = half;
    }
    if (member.team_rank() == 0) {
      epilogue.finish(slot, states[0]);
    }
    member.team_barrier();
  }
}

/// Enqueues a functor with a Policy, a team_size and scratch_bytes() of its own.
template <class Exec, class Functor>
void run_teams(Exec const& exec, std::string const& label, std::int64_t teams,
               Functor const& functor) {
  typename Functor::Policy policy(exec, static_cast<int>(teams), Functor::team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Functor::scratch_bytes())));
  Kokkos::parallel_for(label, policy, functor);
}

/// TrigSums on a device for a regular grid: a team per item, a thread per centre frequency.
///
/// Centres of neighbouring threads are one step apart and the offsets team_size steps, so that a
/// team covers 2 * half * team_size consecutive frequencies and writes them in runs; the
/// cos g, sin g of a tile of points are the same for the whole team and lie in its scratch.
template <class Real, MeanSums mean, class Operations, class Epilogue, class Exec>
struct DeviceGridSummer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  FrequencyGrid grid;
  Epilogue epilogue;

  static constexpr int team_size = DeviceShape<Exec>::team;
  static constexpr int half = 8;
  static constexpr int tile = 32;  // points
  static constexpr std::int64_t unit = std::int64_t{2} * half * team_size;

  struct Scratch {
    double time[tile];
    Real strength[tile];
    Real weight[tile];
    Real offset[tile][half][4];  // cos g, sin g, cos 2g, sin 2g
  };

  static std::size_t scratch_bytes() {
    return sizeof(Scratch) + 64 + team_size * sizeof(typename Epilogue::State) + 64;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    WorkItem const item = items(member.league_rank());
    auto* const scratch =
        static_cast<Scratch*>(member.team_shmem().get_shmem_aligned(sizeof(Scratch), 16));
    auto state = epilogue.begin(item.object);
    if (epilogue.wanted(item.object)) {
      for (std::int64_t start = item.first; start < item.last; start += unit) {
        sum_unit(member, *scratch, item, start, state);
      }
    } else {
      for (std::int64_t k = item.first + member.team_rank(); k < item.last; k += team_size) {
        epilogue.skip(item.object, k);
      }
    }
    finish_team(epilogue, member, item.slot, state);
  }

 private:
  using Products = DeviceProducts<Real, mean, half>;

  KOKKOS_FUNCTION void stage(Member const& member, Scratch& scratch, std::int64_t begin,
                             int count) const {
    typename Operations::template SinCos<Real> const sin_cos;
    member.team_barrier();
    for (int j = member.team_rank(); j < count; j += team_size) {
      scratch.time[j] = series.time(begin + j);
      scratch.strength[j] = series.strength(begin + j);
      scratch.weight[j] = series.weight(begin + j);
    }
    for (int i = member.team_rank(); i < count * half; i += team_size) {
      int const j = i / half;
      int const b = i % half;
      double const offset = (b + 0.5) * team_size * grid.step;
      auto const x = sin_cos(reduced_cycles(offset, 0.0, series.time(begin + j)));
      scratch.offset[j][b][0] = x.cos;
      scratch.offset[j][b][1] = x.sin;
      scratch.offset[j][b][2] = multiply_add(Real(2) * x.cos, x.cos, Real(-1));
      scratch.offset[j][b][3] = Real(2) * x.sin * x.cos;
    }
    member.team_barrier();
  }

  KOKKOS_FUNCTION void add_point(Scratch const& scratch, int j, SplitFrequency const& centre,
                                 Products& products) const {
    typename Operations::template SinCos<Real> const sin_cos;
    auto const x = sin_cos(reduced_cycles(centre.high, centre.low, scratch.time[j]));
    Real const v = scratch.strength[j];
    Real const w = scratch.weight[j];
    Real const wc = w * x.cos;
    Real const ws = w * x.sin;
    Real const cos_2f = multiply_add(wc, x.cos, -(ws * x.sin));
    Real const sin_2f = Real(2) * wc * x.sin;
    for (int b = 0; b < half; ++b) {
      Real const* const g = scratch.offset[j][b];
      products.add(0, b, v * x.cos, v * x.sin, g[0], g[1]);
      products.add(1, b, cos_2f, sin_2f, g[2], g[3]);
      if constexpr (mean == MeanSums::yes) {
        products.add(2, b, wc, ws, g[0], g[1]);
      }
    }
  }

  template <class State>
  KOKKOS_FUNCTION void sum_unit(Member const& member, Scratch& scratch, WorkItem const& item,
                                std::int64_t start, State& state) const {
    int const rank = member.team_rank();
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid.first, grid.step, static_cast<double>(start + rank) + (half - 0.5) * team_size);
    Products products;
    std::int64_t const end = series.offsets(item.object + 1);
    for (std::int64_t begin = series.offsets(item.object); begin < end; begin += tile) {
      int const count = static_cast<int>(end - begin < tile ? end - begin : tile);
      stage(member, scratch, begin, count);
      for (int j = 0; j < count; ++j) {
        add_point(scratch, j, centre, products);
      }
    }
    // Below the centres, then above.
    for_each_index<half>([&](auto i) {
      constexpr int b = half - 1 - i.value;
      consume(item, start + i.value * team_size + rank, products.combine(b, Real(-1)), state);
    });
    for_each_index<half>([&](auto b) {
      consume(item, start + (half + b.value) * team_size + rank, products.combine(b.value, Real(1)),
              state);
    });
  }

  template <class State>
  KOKKOS_FORCEINLINE_FUNCTION void consume(WorkItem const& item, std::int64_t k,
                                           TrigSumValues<Real> const& sums, State& state) const {
    if (k < item.last) {
      epilogue.consume(state, item.object, k, epilogue.evaluate(state, sums));
    }
  }
};

/// TrigSums on a device for any list: a team per item, a thread per frequency.
template <class Real, MeanSums mean, class Operations, class Epilogue, class Exec>
struct DeviceListSummer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  Kokkos::View<double const*, MemorySpace> frequency;
  Epilogue epilogue;

  static constexpr int team_size = DeviceShape<Exec>::team;
  static constexpr std::int64_t unit = team_size;

  static std::size_t scratch_bytes() { return team_size * sizeof(typename Epilogue::State) + 64; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    WorkItem const item = items(member.league_rank());
    auto state = epilogue.begin(item.object);
    bool const wanted = epilogue.wanted(item.object);
    for (std::int64_t k = item.first + member.team_rank(); k < item.last; k += team_size) {
      if (wanted) {
        epilogue.consume(state, item.object, k,
                         epilogue.evaluate(state, sum(item.object, frequency(k))));
      } else {
        epilogue.skip(item.object, k);
      }
    }
    finish_team(epilogue, member, item.slot, state);
  }

 private:
  KOKKOS_FUNCTION TrigSumValues<Real> sum(std::int64_t object, double f) const {
    typename Operations::template SinCos<Real> const sin_cos;
    TrigSumValues<Real> total{};
    for (std::int64_t j = series.offsets(object); j < series.offsets(object + 1); ++j) {
      auto const x = sin_cos(reduced_cycles(f, 0.0, series.time(j)));
      Real const v = series.strength(j);
      Real const wc = series.weight(j) * x.cos;
      Real const ws = series.weight(j) * x.sin;
      total.yc = multiply_add(v, x.cos, total.yc);
      total.ys = multiply_add(v, x.sin, total.ys);
      total.c2 = multiply_add(wc, x.cos, multiply_add(-ws, x.sin, total.c2));
      total.s2 = multiply_add(wc + wc, x.sin, total.s2);
      if constexpr (mean == MeanSums::yes) {
        total.c += wc;
        total.s += ws;
      }
    }
    return total;
  }
};

}  // namespace siderum::portable
