// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_rules.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

inline std::int64_t longest_of(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets) {
  std::int64_t longest = 0;
  for (std::size_t i = 0; i + 1 < offsets.extent(0); ++i) {
    longest = std::max(longest, offsets(i + 1) - offsets(i));
  }
  return longest;
}

/// Some points of one object.
struct CurveChunk {
  std::int64_t object;
  std::int64_t begin;
  std::int64_t end;
};

/// Looks at a chunk of an object per team, pass after pass: one long object alone would else be
/// looked at by one team. The sums are joined in the order of the chunks, whatever the number of
/// threads.
template <class Exec, class Real>
struct LongCurvePreparer {
  static constexpr std::int64_t chunk = 4096;  // points
  /// Objects with more points are worth the passes.
  static constexpr std::int64_t long_from = is_host<Exec> ? 65536 : 4096;

  // The passes, in their order.
  struct SumPoints {};
  struct FindMean {};
  struct SumRests {};
  struct Conclude {};
  struct Store {};

  using MemorySpace = typename Exec::memory_space;
  template <class Pass>
  using Policy = Kokkos::TeamPolicy<Exec, Pass, Kokkos::IndexType<std::int64_t>, LightWeight>;
  using Member = typename Policy<Store>::member_type;

  PreparationRules<Exec, Real> rules;
  Kokkos::View<CurveChunk const*, MemorySpace> chunks;
  Kokkos::View<std::int64_t const*, MemorySpace> first_chunks;  // (objects + 1)
  Kokkos::View<CurveSums*, MemorySpace> of_points;              // (chunks)
  Kokkos::View<CurveSums*, MemorySpace> of_rests;               // (chunks)
  Kokkos::View<double*, MemorySpace> mean;                      // (objects)

  static void enqueue(Exec const& exec, PreparationRules<Exec, Real> const& rules) {
    auto const& offsets = rules.curves.host_offsets;
    std::vector<CurveChunk> chunks;
    std::vector<std::int64_t> first_chunks{0};
    for (std::int64_t object = 0; object < rules.curves.objects(); ++object) {
      for (std::int64_t begin = offsets(object); begin < offsets(object + 1); begin += chunk) {
        chunks.push_back({object, begin, std::min(begin + chunk, offsets(object + 1))});
      }
      first_chunks.push_back(static_cast<std::int64_t>(chunks.size()));
    }
    using Sums = Kokkos::View<CurveSums*, MemorySpace>;
    auto const count = static_cast<std::int64_t>(chunks.size());
    LongCurvePreparer const prepare{
        rules,
        copy_to_work(exec, "siderum::lomb_scargle::chunks", chunks),
        copy_to_work(exec, "siderum::lomb_scargle::first_chunks", first_chunks),
        allocate_work<Sums>(exec, "siderum::lomb_scargle::of_points", count),
        allocate_work<Sums>(exec, "siderum::lomb_scargle::of_rests", count),
        allocate_work<Kokkos::View<double*, MemorySpace>>(exec, "siderum::lomb_scargle::mean",
                                                          rules.curves.objects())};
    prepare.template run<SumPoints>(exec, count);
    prepare.template run<FindMean>(exec, rules.curves.objects());
    prepare.template run<SumRests>(exec, count);
    prepare.template run<Conclude>(exec, rules.curves.objects());
    prepare.template run<Store>(exec, count);
  }

  KOKKOS_FUNCTION void operator()(SumPoints, Member const& member) const {
    CurveChunk const of = chunks(member.league_rank());
    CurveSums sums;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, of.begin, of.end),
        [&](std::int64_t const j, CurveSums& partial) { partial += rules.of_point(j); },
        Kokkos::Sum<CurveSums>(sums));
    Kokkos::single(Kokkos::PerTeam(member), [&]() { of_points(member.league_rank()) = sums; });
  }

  KOKKOS_FUNCTION void operator()(FindMean, Member const& member) const {
    std::int64_t const object = member.league_rank();
    CurveSums const sums = join(member, of_points);
    Kokkos::single(Kokkos::PerTeam(member),
                   [&]() { mean(object) = rules.mean_of(sums, points(object)); });
  }

  KOKKOS_FUNCTION void operator()(SumRests, Member const& member) const {
    CurveChunk const of = chunks(member.league_rank());
    double const of_object = mean(of.object);
    CurveSums rest;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, of.begin, of.end),
        [&](std::int64_t const j, CurveSums& partial) { partial += rules.of_rest(j, of_object); },
        Kokkos::Sum<CurveSums>(rest));
    Kokkos::single(Kokkos::PerTeam(member), [&]() { of_rests(member.league_rank()) = rest; });
  }

  KOKKOS_FUNCTION void operator()(Conclude, Member const& member) const {
    std::int64_t const object = member.league_rank();
    CurveSums const sums = join(member, of_points);
    CurveSums const rest = join(member, of_rests);
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      rules.store_object(object, rules.conclude(rules.curves.offsets(object), points(object), sums,
                                                mean(object), rest));
    });
  }

  KOKKOS_FUNCTION void operator()(Store, Member const& member) const {
    CurveChunk const of = chunks(member.league_rank());
    CurveSummary const found = rules.summary(of.object);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, of.begin, of.end),
                         [&](std::int64_t const j) { rules.store_point(j, found); });
  }

 private:
  template <class Pass>
  void run(Exec const& exec, std::int64_t teams) const {
    Kokkos::parallel_for("siderum::lomb_scargle::prepare_long[portable]",
                         Policy<Pass>(exec, static_cast<int>(teams), team_size<Exec>), *this);
  }

  KOKKOS_FUNCTION std::int64_t points(std::int64_t object) const {
    return rules.curves.offsets(object + 1) - rules.curves.offsets(object);
  }

  // Of the chunks of the object of a team.
  KOKKOS_FUNCTION CurveSums join(Member const& member,
                                 Kokkos::View<CurveSums*, MemorySpace> const& parts) const {
    CurveSums sums;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, first_chunks(member.league_rank()),
                                first_chunks(member.league_rank() + 1)),
        [&](std::int64_t const i, CurveSums& partial) { partial += parts(i); },
        Kokkos::Sum<CurveSums>(sums));
    return sums;
  }
};

}  // namespace siderum
