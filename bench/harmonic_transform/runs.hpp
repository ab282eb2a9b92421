// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/scalar_stages.hpp>

#include "harmonic_transform/cases.hpp"
#include "harmonic_transform/checks.hpp"
#include "harmonic_transform/work.hpp"
#include "support/peaks.hpp"
#include "support/report.hpp"

namespace siderum::bench {

/// The arrays of a case on the host and in the space.
template <class Exec, class Real>
struct HarmonicArrays {
  using MemorySpace = typename Exec::memory_space;

  HarmonicArrays(HarmonicCase const& which, RingGrid const& grid)
      : a_lm(allocate_coefficients<Real>(HostSpace(), make_harmonic_range(which.lmax), which.maps)),
        map("siderum::bench::map", which.maps, grid.pixels()),
        a_lm_there(allocate_coefficients<Real>(Exec(), a_lm.range, which.maps)),
        map_there("siderum::bench::map", which.maps, grid.pixels()) {
    fill_coefficients(a_lm);
    Kokkos::deep_copy(a_lm_there.values, a_lm.values);
  }

  HostCoefficients<Real> a_lm;
  HostMap<Real> map;
  HarmonicCoefficients<Real, MemorySpace> a_lm_there;
  MapView<Real, MemorySpace> map_there;
};

/// The useful operations are those of the Legendre stage: Fourier transforms count as time alone.
template <class Exec, class Real>
void report_harmonic(benchmark::State& state, HarmonicCase const& which, RingGrid const& grid,
                     Timing const& timing) {
  report_timing(state, timing);
  HarmonicRange const range = make_harmonic_range(which.lmax);
  if (which.part != Part::rings) {
    double const rate = useful_operations(grid, range, which.maps) / timing.fastest;
    state.counters["gflops"] = rate * 1e-9;
    state.counters["peak_share"] = rate / multiply_add_peak<Exec, double>();
  }
  double const bytes = transform_bytes<Real>(grid, range, which.maps);
  state.counters["bytes"] = bytes;
  state.counters["bandwidth_share"] = bytes / timing.fastest / bandwidth_peak<Exec>();
  if constexpr (is_host<Exec>) {
    state.counters["threads"] = Exec().concurrency();
  }
}

/// The stages of a backend by themselves. Those of spin have a Legendre stage of two scalars, which
/// E and B become and come from, and the rings next to the poles.
template <class Backend, class Exec, class Real>
class HarmonicStages {
 public:
  HarmonicStages(Exec const& exec, HarmonicCase const& which, RingGrid const& grid,
                 StageTuning const& tuning = {})
      : field_(which.field),
        range_(make_harmonic_range(which.lmax)),
        pairs_(portable::pair_rings(grid, range_, which.field)),
        all_{0, static_cast<std::int64_t>(pairs_.size())},
        request_{which.field, range_, which.maps, 0},
        modes_(
            portable::allocate_ring_modes<Real>(exec, all_.count(), range_.mmax + 1, which.maps)),
        degrees_(detail::make_stages<Backend, Real, Exec>(
            {exec, request_, pairs_, all_orders(), {0, range_.mmax + 1}, all_.count(), tuning})),
        rings_(exec, pairs_, which.maps, all_.count()) {}

  void run(HarmonicCase const& which, HarmonicArrays<Exec, Real> const& arrays) const {
    bool const forward = which.what == Operator::synthesis;
    if (which.part == Part::legendre) {
      if (forward) {
        to_modes(arrays);
      } else {
        // With spin it makes the modes next to the poles 0, which take the next run as long.
        degrees_->analysis(modes_, all_, arrays.a_lm_there);
        degrees_->end_analysis(arrays.a_lm_there);
      }
    } else if (forward) {
      to_map(arrays);
    } else {
      rings_.analysis(arrays.map_there, all_, modes_, {portable::RingWeights::one, field_});
    }
  }

  /// Whatever is timed alone, the stages together give a map that is checked.
  void whole(HarmonicArrays<Exec, Real> const& arrays) const {
    to_modes(arrays);
    to_map(arrays);
  }

 private:
  void to_modes(HarmonicArrays<Exec, Real> const& arrays) const {
    degrees_->begin_synthesis(arrays.a_lm_there);
    degrees_->synthesis(arrays.a_lm_there, all_, modes_);
  }
  void to_map(HarmonicArrays<Exec, Real> const& arrays) const {
    rings_.synthesis(modes_, all_, arrays.map_there, {portable::RingWeights::one, field_});
  }

  std::vector<std::int64_t> all_orders() const {
    std::vector<std::int64_t> orders(static_cast<std::size_t>(range_.mmax + 1));
    std::iota(orders.begin(), orders.end(), 0);
    return orders;
  }

  Field field_;
  HarmonicRange range_;
  std::vector<portable::RingPair> pairs_;
  portable::PairRange all_;
  detail::HarmonicRequest request_;
  portable::RingModes<Real, typename Exec::memory_space> modes_;
  std::unique_ptr<detail::ModeStages<Exec, Real>> degrees_;
  typename Backend::template RingFft<Exec, Real> rings_;
};

template <class Backend, class Exec, class Real>
void run_stage(benchmark::State& state, HarmonicCase const& which, StageTuning const& tuning) {
  Exec const exec;
  RingGrid const grid = make_grid(which.grid, which.lmax);
  HarmonicArrays<Exec, Real> const arrays(which, grid);
  HarmonicStages<Backend, Exec, Real> const stages(exec, which, grid, tuning);
  stages.whole(arrays);
  exec.fence();
  Kokkos::deep_copy(arrays.map, arrays.map_there);
  if (auto const wrong = check_synthesis(which.field, grid, arrays.a_lm, arrays.map);
      !wrong.empty()) {
    fail(state, wrong);
    return;
  }
  Timing const timing = time_fastest(
      exec, [&] { stages.run(which, arrays); }, harmonic_repeats());
  report_harmonic<Exec, Real>(state, which, grid, timing);
}

/// The time of a case over that of one scalar map in the same run, where that has been timed.
inline void report_over_scalar(benchmark::State& state, HarmonicCase const& which,
                               std::string const& variant, double seconds) {
  static std::map<std::string, double> scalars;
  std::string const key = variant + which.of_scalar().name() + name_of(which.scope);
  if (which.field == Field::scalar && which.maps == 1) {
    scalars[key] = seconds;
  } else if (auto const found = scalars.find(key); found != scalars.end()) {
    state.counters["over_scalar"] = seconds / found->second;
  }
}

/// What a case reads and writes on the host: into views whose memory is new in each run, where they
/// are fresh.
template <class Real, class Memory>
struct HarmonicEnds {
  Kokkos::View<Kokkos::complex<Real>**, Kokkos::LayoutRight, Memory> a_lm;
  Kokkos::View<Kokkos::complex<Real>**, Kokkos::LayoutRight, Memory> summed;
  MapView<Real, Memory> map;
  bool are_fresh = false;
};

/// @param ends  null: nothing is copied
template <class Exec, class Plan, class Arrays, class Ends>
Timing time_whole(Exec const& exec, HarmonicCase const& which, Plan const& plan,
                  Arrays const& arrays, Ends const* ends) {
  auto const copy = [&](auto const& to, auto const& from) { Kokkos::deep_copy(exec, to, from); };
  auto const copy_result = [&](auto const& to, auto const& from) {
    if (ends->are_fresh) {
      copy(Kokkos::create_mirror(Kokkos::WithoutInitializing, to), from);
      exec.fence();
    } else {
      copy(to, from);
    }
  };
  auto const synthesise = [&] {
    if (ends != nullptr) copy(arrays.a_lm_there.values, ends->a_lm);
    plan.synthesis(arrays.a_lm_there, arrays.map_there);
    if (ends != nullptr) copy_result(ends->map, arrays.map_there);
  };
  auto const sum_up = [&] {
    if (ends != nullptr) copy(arrays.map_there, ends->map);
    plan.adjoint_synthesis(arrays.map_there, arrays.a_lm_there);
    if (ends != nullptr) copy_result(ends->summed, arrays.a_lm_there.values);
  };
  return which.what == Operator::synthesis ? time_fastest(exec, synthesise, harmonic_repeats())
                                           : time_fastest(exec, sum_up, harmonic_repeats());
}

template <class Backend, class Exec, class Real>
void run_whole(benchmark::State& state, HarmonicCase const& which) {
  Exec const exec;
  RingGrid const grid = make_grid(which.grid, which.lmax);
  HarmonicArrays<Exec, Real> const arrays(which, grid);
  HarmonicTransformOptions options;
  options.maps = which.maps;
  options.field = which.field;
  HarmonicTransform<Exec, Real, Backend> const plan(exec, grid, arrays.a_lm.range, options);
  plan.synthesis(arrays.a_lm_there, arrays.map_there);
  exec.fence();
  Kokkos::deep_copy(arrays.map, arrays.map_there);
  auto const summed = allocate_coefficients<Real>(HostSpace(), arrays.a_lm.range, which.maps);
  Timing timing;
  if (which.scope == Scope::end_to_end_locked) {
    using Locked = Kokkos::SharedHostPinnedSpace;
    HarmonicEnds<Real, Locked> const ends{
        Kokkos::create_mirror_view_and_copy(Locked(), arrays.a_lm.values),
        Kokkos::create_mirror(Locked(), summed.values),
        Kokkos::create_mirror_view_and_copy(Locked(), arrays.map)};
    timing = time_whole(exec, which, plan, arrays, &ends);
  } else {
    HarmonicEnds<Real, Kokkos::HostSpace> const ends{arrays.a_lm.values, summed.values, arrays.map,
                                                     which.scope == Scope::end_to_end_fresh};
    // A plan of a host reads and writes the user's arrays themselves.
    bool const is_copied = !is_host<Exec> && which.scope != Scope::device;
    timing = time_whole(exec, which, plan, arrays, is_copied ? &ends : nullptr);
  }
  Kokkos::deep_copy(arrays.map, arrays.map_there);
  Kokkos::deep_copy(summed.values, arrays.a_lm_there.values);
  std::string const wrong = which.what == Operator::synthesis
                                ? check_synthesis(which.field, grid, arrays.a_lm, arrays.map)
                                : check_adjoint(which.field, arrays.a_lm, arrays.map, summed);
  if (!wrong.empty()) {
    fail(state, wrong);
    return;
  }
  report_harmonic<Exec, Real>(state, which, grid, timing);
  report_over_scalar(state, which,
                     std::string(Backend::name) + space_name<Exec>() + precision_name<Real>(),
                     timing.fastest);
}

}  // namespace siderum::bench
