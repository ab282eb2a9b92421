// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/launch.hpp>
#include <siderum/backends/portable/spin/device_convert.hpp>
#include <siderum/backends/portable/spin/device_poles.hpp>
#include <siderum/backends/portable/spin/host_convert.hpp>
#include <siderum/backends/portable/spin/host_poles.hpp>
#include <siderum/backends/portable/spin_poles.hpp>
#include <siderum/backends/portable/spin_scalars.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation SpinScalars (contract in spin_scalars.hpp) with Kokkos alone.
template <class Exec, class Real>
class SpinScalars {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, MemorySpace>;
  using Scalars = HarmonicCoefficients<double, MemorySpace>;

  using Orders = Kokkos::View<std::int64_t const*, MemorySpace>;

  SpinScalars(Exec const& exec, Field field, HarmonicRange range, Orders const& orders)
      : exec_(exec),
        field_(field),
        orders_(orders),
        tables_(spin::make_degree_tables(exec, siderum::spin(field), range.lmax)) {}

  void to_scalars(Coefficients const& coefficients, Scalars const& scalars) const {
    if (siderum::spin(field_) == 1) {
      to_scalars_of<1>(coefficients, scalars);
    } else {
      to_scalars_of<2>(coefficients, scalars);
    }
  }

  void from_scalars(Scalars const& scalars, Scalars const& others,
                    Coefficients const& coefficients) const {
    if (siderum::spin(field_) == 1) {
      from_scalars_of<1>(scalars, others, coefficients);
    } else {
      from_scalars_of<2>(scalars, others, coefficients);
    }
  }

 private:
  template <int s>
  void to_scalars_of(Coefficients const& coefficients, Scalars const& scalars) const {
    if (count() == 0) {
      return;
    }
    std::string const label = "siderum::harmonic_transform::spin_to_scalars[portable]";
    if constexpr (is_host<Exec>) {
      for_each_on_host(
          label, legendre::line_policy(exec_, count()),
          spin::HostToScalars<Real, s>{{tables_, field_, orders_, coefficients, scalars}});
    } else {
      Kokkos::parallel_for(
          label, teams(),
          spin::DeviceToScalars<Exec, Real, s>{{tables_, field_, orders_, coefficients, scalars}});
    }
  }

  template <int s>
  void from_scalars_of(Scalars const& scalars, Scalars const& others,
                       Coefficients const& coefficients) const {
    if (count() == 0) {
      return;
    }
    std::string const label = "siderum::harmonic_transform::spin_from_scalars[portable]";
    if constexpr (is_host<Exec>) {
      for_each_on_host(label, legendre::line_policy(exec_, count()),
                       spin::HostFromScalars<Real, s>{
                           {tables_, field_, orders_, coefficients, scalars}, others});
    } else {
      Kokkos::parallel_for(label, teams(),
                           spin::DeviceFromScalars<Exec, Real, s>{
                               {tables_, field_, orders_, coefficients, scalars}, others});
    }
  }

  std::int64_t count() const { return static_cast<std::int64_t>(orders_.extent(0)); }
  auto teams() const {
    return TeamPerIndex<Exec>(exec_, static_cast<int>(count()), DeviceShape<Exec>::large_team);
  }

  Exec exec_;
  Field field_;
  Orders orders_;
  spin::DegreeTables<MemorySpace> tables_;
};

/// The operation SpinPoles (contract in spin_poles.hpp) with Kokkos alone.
template <class Exec>
class SpinPoles {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Rings = LegendreRings<MemorySpace>;
  using Modes = RingModes<double, MemorySpace>;
  using Sums = HarmonicCoefficients<double, MemorySpace>;

  SpinPoles(Exec const& exec, Rings const& rings, std::vector<RingPair> const& pairs, Field field,
            HarmonicRange range, OrderRange orders, std::int64_t maps)
      : exec_(exec), field_(field), range_(range), rings_(rings) {
    double const least = sine_next_to_pole(range.lmax);
    pairs_ = std::count_if(pairs.begin(), pairs.end(),
                           [least](RingPair const& pair) { return pair.first.sin_theta < least; });
    std::int64_t const reaching =
        pairs_ == 0 ? 0
                    : std::min(range.mmax + 1, pairs[static_cast<std::size_t>(pairs_ - 1)].orders);
    orders_ = {orders.begin, std::max(orders.begin, std::min(orders.end, reaching))};
    starts_ = copy_to_memory(exec, "siderum::harmonic_transform::spin_starts",
                             spin::start_values(siderum::spin(field), orders_.end - 1));
    sums_.range = {range.lmax, orders_.end - 1};
    sums_.first = sums_.range.index(orders.begin, orders.begin);
    std::int64_t const fields = maps / components(field);
    std::int64_t const count = sums_.range.index(orders_.end, orders_.end) - sums_.first;
    sums_.values = allocate<decltype(sums_.values)>(exec, "siderum::harmonic_transform::spin_sums",
                                                    2 * fields, count);
  }

  template <class Real>
  void synthesis(HarmonicCoefficients<Real, MemorySpace> const& coefficients, PairRange run,
                 Modes const& modes) const {
    auto const poles = rings_of(run, modes);
    if (poles.pairs.count() == 0 || orders_.count() == 0) {
      return;
    }
    std::string const label = "siderum::harmonic_transform::spin_pole_synthesis[portable]";
    if constexpr (is_host<Exec>) {
      for_each_on_host(label, legendre::line_policy(exec_, orders_.count()),
                       spin::HostPoleSynthesizer<Real>{{poles}, coefficients});
    } else {
      std::int64_t const blocks =
          (poles.pairs.count() + spin::pole_threads<Exec> - 1) / spin::pole_threads<Exec>;
      spin::DevicePoleSynthesizer<Exec, Real> const synthesize{poles, coefficients, blocks};
      Kokkos::parallel_for(label, policy(orders_.count() * blocks, synthesize.scratch_bytes()),
                           synthesize);
    }
  }

  void analysis(Modes const& modes, PairRange run, std::int64_t maps, SumInto into) const {
    auto const poles = rings_of(run, modes);
    if (poles.pairs.count() == 0 || orders_.count() == 0) {
      return;
    }
    Sums sums = sums_;
    std::int64_t const rows = 2 * (maps / components(field_));
    sums.values =
        Kokkos::subview(sums_.values, std::pair<std::int64_t, std::int64_t>(0, rows), Kokkos::ALL);
    std::string const label = "siderum::harmonic_transform::spin_pole_analysis[portable]";
    if constexpr (is_host<Exec>) {
      for_each_on_host(label, legendre::line_policy(exec_, orders_.count()),
                       spin::HostPoleAnalyzer{{poles}, sums, into});
    } else {
      spin::DevicePoleAnalyzer<Exec> const analyze{poles, sums, into};
      Kokkos::parallel_for(label, policy(orders_.count(), analyze.scratch_bytes()), analyze);
    }
  }

  Sums const& sums() const { return sums_; }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(sums_.values.span() * sizeof(Kokkos::complex<double>));
  }

 private:
  spin::PoleRings<MemorySpace> rings_of(PairRange run, Modes const& modes) const {
    PairRange const part{run.begin, std::max(run.begin, std::min(run.end, pairs_))};
    return {rings_, starts_, field_, range_, orders_.begin, part, run.begin, modes};
  }

  auto policy(std::int64_t teams, std::int64_t scratch_bytes) const {
    return TeamPerIndex<Exec>(exec_, static_cast<int>(teams), spin::pole_threads<Exec>)
        .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch_bytes)));
  }

  Exec exec_;
  Field field_;
  HarmonicRange range_;
  Rings rings_;
  std::int64_t pairs_ = 0;
  OrderRange orders_;  ///< that reach these pairs
  Kokkos::View<spin::Start const*, MemorySpace> starts_;
  Sums sums_;
};

}  // namespace siderum::portable
