// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/power.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum {

/// From sums to power: the half that both epilogues share.
template <class Real, class MemorySpace>
struct PowerEvaluator {
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (objects)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (objects)
  Normalization normalization;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const {
    return summary(object).status == ObjectStatus::ok;
  }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number power(PowerScale<Real> const& of_object,
                                       TrigSumValues<Number> const& sums) const {
    return normalized_power(reduction(sums, Number(of_object.smallest_axis)), normalization,
                            Number(of_object.factor));
  }

  /// How well the power is determined by the sums, 1/4 at best: see magnification_of_errors.
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number condition(PowerScale<Real> const& of_object,
                                           TrigSumValues<Number> const& sums) const {
    Number const determinant = NormalMatrix<Number>::of(sums).determinant();
    if (normalization != Normalization::model && normalization != Normalization::log) {
      return determinant;
    }
    return determinant * (Number(1) - reduction(sums, Number(of_object.smallest_axis)));
  }
};

/// Epilogue of TrigSums: the power of each frequency goes to memory.
template <class Real, class MemorySpace>
struct PowerWriter {
  PowerEvaluator<Real, MemorySpace> evaluator;
  Real* output;         // (objects, frequencies) in MemorySpace, owned by the caller
  std::int64_t stride;  // values between two rows
  std::int64_t first;   // the frequency of column 0

  using State = PowerScale<Real>;
  static constexpr bool reduces = false;
  static constexpr bool solves = true;  // a matrix, which may be nearly singular

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const { return evaluator.wanted(object); }
  KOKKOS_FUNCTION State begin(std::int64_t object) const { return evaluator.scale(object); }
  KOKKOS_FUNCTION void skip(std::int64_t object, std::int64_t k) const {
    *at(object, k) = Kokkos::Experimental::quiet_NaN_v<Real>;
  }
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number evaluate(State const& state,
                                          TrigSumValues<Number> const& sums) const {
    return evaluator.power(state, sums);
  }
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number condition(State const& state,
                                           TrigSumValues<Number> const& sums) const {
    return evaluator.condition(state, sums);
  }
  KOKKOS_FUNCTION void consume(State&, std::int64_t object, std::int64_t k, Real power) const {
    *at(object, k) = power;
  }
  template <int lanes>
  void consume(State&, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& power,
               int valid) const {
    Real* const to = at(object, k);
    if (valid == lanes) {
      power.store(to);
      return;
    }
    for (int i = 0; i < valid; ++i) {
      to[i] = power[i];
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Real* at(std::int64_t object, std::int64_t k) const {
    return output + object * stride + (k - first);
  }
};

/// A frequency and its power: the larger power wins, of equal powers the lower frequency.
template <class Real>
struct Best {
  Real power = -Kokkos::Experimental::infinity_v<Real>;
  std::int64_t index = -1;

  KOKKOS_FORCEINLINE_FUNCTION void keep(Real other_power, std::int64_t other_index) {
    if (other_power > power || (other_power == power && other_index < index)) {
      power = other_power;
      index = other_index;
    }
  }
};

/// Epilogue of TrigSums: only the best of each item is kept.
template <class Real, class MemorySpace>
struct BestKeeper {
  PowerEvaluator<Real, MemorySpace> evaluator;
  Kokkos::View<Best<Real>*, MemorySpace> best;  // (slots)

  struct State {
    PowerScale<Real> scale;
    Best<Real> best;
  };
  static constexpr bool reduces = true;
  static constexpr bool solves = true;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const { return evaluator.wanted(object); }
  KOKKOS_FUNCTION State begin(std::int64_t object) const { return {evaluator.scale(object), {}}; }
  KOKKOS_FUNCTION void skip(std::int64_t, std::int64_t) const {}
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number evaluate(State const& state,
                                          TrigSumValues<Number> const& sums) const {
    return evaluator.power(state.scale, sums);
  }
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number condition(State const& state,
                                           TrigSumValues<Number> const& sums) const {
    return evaluator.condition(state.scale, sums);
  }
  KOKKOS_FUNCTION void consume(State& state, std::int64_t, std::int64_t k, Real power) const {
    state.best.keep(power, k);
  }
  template <int lanes>
  void consume(State& state, std::int64_t, std::int64_t k, Lanes<Real, lanes> const& power,
               int valid) const {
    // A better one is rare: one comparison of all lanes settles nearly every call.
    if (any_less(Lanes<Real, lanes>(state.best.power), power)) {
      for (int i = 0; i < valid; ++i) {
        state.best.keep(power[i], k + i);
      }
    }
  }
  KOKKOS_FUNCTION static void join(State& state, State const& other) {
    state.best.keep(other.best.power, other.best.index);
  }
  KOKKOS_FUNCTION void finish(std::int64_t slot, State const& state) const {
    best(slot) = state.best;
  }
};

/// Best::keep as a reducer of Kokkos.
template <class Real>
class BestJoiner {
 public:
  using reducer = BestJoiner;
  using value_type = Best<Real>;

  KOKKOS_FUNCTION explicit BestJoiner(Best<Real>& joined) : joined_(joined) {}

  KOKKOS_FUNCTION void init(Best<Real>& best) const { best = {}; }
  KOKKOS_FUNCTION void join(Best<Real>& best, Best<Real> const& other) const {
    best.keep(other.power, other.index);
  }
  KOKKOS_FUNCTION Best<Real>& reference() const { return joined_; }

 private:
  Best<Real>& joined_;
};

/// Joins the items of each object: a team for each, since one object may have 1e5 of them.
template <class Exec, class Real>
struct BestCombiner {
  using MemorySpace = typename Exec::memory_space;
  Kokkos::View<Best<Real> const*, MemorySpace> best;       // (slots)
  Kokkos::View<std::int64_t const*, MemorySpace> slots;    // (objects + 1)
  Kokkos::View<CurveSummary const*, MemorySpace> summary;  // (objects)
  Kokkos::View<std::int64_t*, MemorySpace> index;          // (objects)
  Kokkos::View<Real*, MemorySpace> power;                  // (objects)
  Kokkos::View<ObjectStatus*, MemorySpace> status;         // (objects)

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const object = static_cast<std::int64_t>(member.league_rank());
    Best<Real> joined;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, slots(object), slots(object + 1)),
        [&](std::int64_t slot, Best<Real>& own) { own.keep(best(slot).power, best(slot).index); },
        BestJoiner<Real>(joined));
    Kokkos::single(Kokkos::PerTeam(member), [&] {
      index(object) = joined.index;
      power(object) = joined.index < 0 ? Kokkos::Experimental::quiet_NaN_v<Real> : joined.power;
      status(object) = summary(object).status;
    });
  }
};

template <class Exec, class Real>
void combine_best(Exec const& exec, std::string const& label, std::int64_t objects,
                  BestCombiner<Exec, Real> const& combiner) {
  Kokkos::parallel_for(label, TeamPerIndex<Exec>(exec, static_cast<int>(objects), team_size<Exec>),
                       combiner);
}

/// Copies the status of each object to where the caller wants it.
template <class Exec>
struct StatusWriter {
  using MemorySpace = typename Exec::memory_space;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;
  Kokkos::View<ObjectStatus*, MemorySpace> status;

  KOKKOS_FUNCTION void operator()(std::int64_t object) const {
    status(object) = summary(object).status;
  }
};

/// Enqueues that copy; nothing where the status has no extent: it is not wanted.
template <class Exec, class Summary, class Status>
void write_status(Exec const& exec, std::string const& label, Summary const& summary,
                  Status const& status) {
  if (status.extent(0) > 0) {
    Kokkos::parallel_for(label, IndexPolicy<Exec>(exec, 0, status.extent(0)),
                         StatusWriter<Exec>{summary, status});
  }
}

}  // namespace siderum
