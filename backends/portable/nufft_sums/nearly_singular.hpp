// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/nufft_sums.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

/// Transforms leave errors of the tolerance in the sums, and solving a normal matrix that is nearly
/// singular (little more than a quarter of a cycle in all, times that repeat with the period, few
/// points) magnifies them as much as it is, as does a power that is infinite where a fit is
/// perfect. There the sums of the few frequencies are formed directly.
namespace siderum::portable::nufft {

/// The six sums at one frequency, over the points of one thread or lane.
template <class Number>
struct DirectSums {
  static constexpr int count = 6;
  Number of[count] = {};

  template <class SinCos>
  SIDERUM_NUMBER_FUNCTION void add(SinCos const& sin_cos, SplitFrequency const& f,
                                   Number const& time, Number const& strength,
                                   Number const& weight) {
    auto const x = sin_cos(reduced_cycles(Number(f.high), Number(f.low), time));
    Number const along = weight * x.cos;
    Number const across = weight * x.sin;
    of[0] = multiply_add(strength, x.cos, of[0]);
    of[1] = multiply_add(strength, x.sin, of[1]);
    of[2] = of[2] + along;
    of[3] = of[3] + across;
    of[4] = of[4] + multiply_add(along, x.cos, -(across * x.sin));
    of[5] = multiply_add(along + along, x.sin, of[5]);
  }

  template <class Real>
  SIDERUM_NUMBER_FUNCTION TrigSumValues<Real> values(MeanSums mean) const {
    bool const floats = mean == MeanSums::yes;
    return {static_cast<Real>(of[0]),
            static_cast<Real>(of[1]),
            floats ? static_cast<Real>(of[2]) : Real(0),
            floats ? static_cast<Real>(of[3]) : Real(0),
            static_cast<Real>(of[4]),
            static_cast<Real>(of[5])};
  }
};

/// Replaces the sums of the first `valid` lanes, from frequency k on, by exact_at(k), DirectSums,
/// where they are not enough for what the epilogue solves.
template <int lanes, class Real, class Epilogue, class ExactAt>
void replace_nearly_singular(TrigSumValues<Lanes<Real, lanes>>& sums, std::int64_t k, int valid,
                             MeanSums mean, Epilogue const& epilogue,
                             typename Epilogue::State const& state, ExactAt const& exact_at) {
  using Numbers = Lanes<Real, lanes>;
  Numbers const condition = epilogue.condition(state, sums);
  if (!any_less(condition, Numbers(Real(least_condition)))) {
    return;
  }
  for (int i = 0; i < valid; ++i) {
    if (condition[i] < Real(least_condition)) {
      auto const exact = exact_at(k + i).template values<Real>(mean);
      sums.yc.vector[i] = exact.yc;
      sums.ys.vector[i] = exact.ys;
      sums.c.vector[i] = exact.c;
      sums.s.vector[i] = exact.s;
      sums.c2.vector[i] = exact.c2;
      sums.s2.vector[i] = exact.s2;
    }
  }
}

/// The points of an object on a host. `strength_at(j)` is where the strengths from j on begin, and
/// reaches to the next multiple of the lanes.
template <class Real, class Operations, class StrengthAt>
struct HostPoints {
  double const* time;
  Real const* weight;
  StrengthAt strength_at;
  std::int64_t points;

  DirectSums<double> sums_at(SplitFrequency const& f) const {
    constexpr int lanes = native_lanes<double>;
    using Doubles = Lanes<double, lanes>;
    typename Operations::template SinCos<double> const sin_cos;
    DirectSums<Doubles> side_by_side;
    std::int64_t j = 0;
    for (; j + lanes <= points; j += lanes) {
      side_by_side.add(sin_cos, f, Doubles::load(time + j), doubles(strength_at(j)),
                       doubles(weight + j));
    }
    DirectSums<double> sums;
    for (int i = 0; i < DirectSums<double>::count; ++i) {
      for (int lane = 0; lane < lanes; ++lane) {
        sums.of[i] += side_by_side.of[i][lane];
      }
    }
    for (; j < points; ++j) {
      sums.add(sin_cos, f, time[j], static_cast<double>(*strength_at(j)),
               static_cast<double>(weight[j]));
    }
    return sums;
  }

  DirectSums<double> sums_at(FrequencyGrid const& grid, std::int64_t k) const {
    return sums_at(SplitFrequency::on_grid(grid.first, grid.step, static_cast<double>(k)));
  }

  /// Replaces the sums of the first `valid` lanes, from frequency k on, where they are not enough
  /// for what the epilogue solves.
  template <int lanes, class Epilogue>
  void improve(TrigSumValues<Lanes<Real, lanes>>& sums, FrequencyGrid const& grid, std::int64_t k,
               int valid, MeanSums mean, Epilogue const& epilogue,
               typename Epilogue::State const& state) const {
    replace_nearly_singular(sums, k, valid, mean, epilogue, state,
                            [&](std::int64_t of) { return sums_at(grid, of); });
  }

 private:
  static Lanes<double, native_lanes<double>> doubles(Real const* from) {
    return convert<double>(Lanes<Real, native_lanes<double>>::load(from));
  }
};

/// Frequencies that the threads of a team put aside, and room for their sums.
template <int team_size, int most>
struct PutAside {
  double partial[team_size][DirectSums<double>::count];
  int list[most];  // frequencies, counted from some first; in any order
  int count;

  KOKKOS_FUNCTION void add(int k) { list[Kokkos::atomic_fetch_add(&count, 1)] = k; }
};

/// The points of an object on a device, for the frequencies that a team has put aside.
template <class Exec, class Real, class Operations, class StrengthAt>
struct DevicePoints {
  using Member = typename TeamPerIndex<Exec>::member_type;
  static constexpr int of_frequency = 32;  // threads, always as many: the bits are the same

  double const* time;
  Real const* weight;
  StrengthAt strength_at;  // j -> strength
  std::int64_t points;

  /// take(frequency, its sums) for each of the list, each on one thread. Ends with all threads at
  /// one place.
  template <int team_size, int most, class Take>
  KOKKOS_FUNCTION void for_each(Member const& member, PutAside<team_size, most>& aside,
                                FrequencyGrid const& grid, std::int64_t first, MeanSums mean,
                                Take const& take) const {
    static_assert(team_size % of_frequency == 0);
    constexpr int together = team_size / of_frequency;  // frequencies
    int const rank = member.team_rank();
    for (int begin = 0; begin < aside.count; begin += together) {
      int const own = begin + rank / of_frequency;
      std::int64_t const k = first + (own < aside.count ? aside.list[own] : 0);
      if (own < aside.count) {
        sum(SplitFrequency::on_grid(grid.first, grid.step, static_cast<double>(k)),
            rank % of_frequency, aside.partial[rank]);
      }
      member.team_barrier();
      if (own < aside.count && rank % of_frequency == 0) {
        DirectSums<double> sums;
        for (int i = 0; i < DirectSums<double>::count; ++i) {
          for (int thread = 0; thread < of_frequency; ++thread) {
            sums.of[i] += aside.partial[rank + thread][i];
          }
        }
        take(k, sums.template values<Real>(mean));
      }
      member.team_barrier();
    }
  }

 private:
  KOKKOS_FUNCTION void sum(SplitFrequency const& f, int share, double* to) const {
    typename Operations::template SinCos<double> const sin_cos;
    DirectSums<double> sums;
    for (std::int64_t j = share; j < points; j += of_frequency) {
      sums.add(sin_cos, f, time[j], static_cast<double>(strength_at(j)),
               static_cast<double>(weight[j]));
    }
    for (int i = 0; i < DirectSums<double>::count; ++i) {
      to[i] = sums.of[i];
    }
  }
};

/// The frequencies begin .. end - 1 of a section that one of several teams looks after: every so
/// many groups of a few. Nearly singular ones lie side by side, and one team would be long about
/// them.
struct OwnFrequencies {
  static constexpr std::int64_t group = 8;  // whole sectors of memory
  std::int64_t begin;
  std::int64_t end;
  std::int64_t own;  // of the teams
  std::int64_t teams;

  /// take(k) for those of one thread.
  template <class Take>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(int rank, int team_size, Take const& take) const {
    for (std::int64_t i = rank; at(i) < end; i += team_size) {
      take(at(i));
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t at(std::int64_t i) const {
    return begin + (i / group * teams + own) * group + i % group;
  }
};

/// Hands the sums that `read` gives at the team's frequencies (at most `most`) to the epilogue; of
/// nearly singular ones those that are formed directly.
template <class Real, int team_size, int most, class Member, class Epilogue, class Points,
          class Read>
KOKKOS_FORCEINLINE_FUNCTION void consume_by_team(Member const& member, Epilogue const& epilogue,
                                                 typename Epilogue::State& state,
                                                 std::int64_t object, OwnFrequencies const& own,
                                                 FrequencyGrid const& grid, MeanSums mean,
                                                 Points const& points, Read const& read) {
  auto const take = [&](std::int64_t k, auto const& sums) {
    epilogue.consume(state, object, k, epilogue.evaluate(state, sums));
  };
  if constexpr (Epilogue::solves) {
    using Aside = PutAside<team_size, most>;
    auto& aside = *static_cast<Aside*>(member.team_shmem().get_shmem_aligned(sizeof(Aside), 16));
    if (member.team_rank() == 0) {
      aside.count = 0;
    }
    member.team_barrier();
    own.for_each(member.team_rank(), team_size, [&](std::int64_t k) {
      auto const sums = read(k);
      if (epilogue.condition(state, sums) < Real(least_condition)) {
        aside.add(static_cast<int>(k - own.begin));
      } else {
        take(k, sums);
      }
    });
    member.team_barrier();
    points.for_each(member, aside, grid, own.begin, mean, take);
  } else {
    own.for_each(member.team_rank(), team_size, [&](std::int64_t k) { take(k, read(k)); });
  }
}

}  // namespace siderum::portable::nufft
