// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/portable/ring_fft/device_analysis.hpp>
#include <siderum/backends/portable/ring_fft/device_synthesis.hpp>
#include <siderum/backends/portable/ring_fft/device_tables.hpp>
#include <siderum/core/allocate.hpp>

namespace siderum::portable::ring_fft {

/// RingFft on devices.
///
/// @tparam Launcher  what a device launches, and how, as TeamLauncher
template <class Launcher>
class DeviceLaunch {
 public:
  static constexpr bool is_available = true;
  using Exec = typename Launcher::Exec;
  using Real = typename Launcher::Real;
  using MemorySpace = typename Exec::memory_space;
  using Modes = RingModes<Real, MemorySpace>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace>;

  DeviceLaunch(Exec const& exec, std::vector<RingPair> const& pairs, std::int64_t maps,
               std::int64_t /*pairs_at_once*/)
      : launcher_(exec), tables_(pairs, launcher_.most_levels(), Launcher::shortest) {
    pairs_ = copy_to_memory(exec, label, tables_.pairs());
    roots_ =
        copy_to_memory(exec, label, tables_.template roots<Complex, typename Launcher::Wide>());
    spectra_ = allocate<decltype(spectra_)>(exec, label, tables_.spectra_size());
    if (tables_.levels() > launcher_.most_levels()) {
      auto const of_team =
          static_cast<std::int64_t>(Transform::bytes(tables_.levels()) / sizeof(Complex));
      memory_ = allocate<decltype(memory_)>(exec, label, of_team * launcher_.teams_in_memory(maps));
    }
    make_spectra();
  }

  void synthesis(Modes const& modes, PairRange range, Map const& map, RingFactors factors) const {
    launch<typename Launcher::Synthesis>("ring_synthesis", modes, range, map, factors);
  }

  void analysis(ConstantMap const& map, PairRange range, Modes const& modes,
                RingFactors factors) const {
    launch<typename Launcher::Analysis>("ring_analysis", modes, range, map, factors);
  }

  /// Bytes of tables and work space.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(pairs_.span() * sizeof(DevicePair) +
                                     (roots_.span() + spectra_.span() + memory_.span()) *
                                         sizeof(Complex));
  }

 private:
  using Spectrum = typename Launcher::Spectrum;
  using Complex = typename Spectrum::Complex;
  using Transform = typename Spectrum::Base;

  static constexpr char const* label = "siderum::harmonic_transform::ring_fft";

  static std::string label_of(std::string const& step) {
    return "siderum::harmonic_transform::" + step + Launcher::backend;
  }

  template <class Functor>
  void prepare(Functor& functor, DeviceShapeOfRing const& shape) const {
    functor.roots = roots_.data();
    functor.root_levels = tables_.root_levels();
    functor.spectra = spectra_.data();
    functor.levels = shape.levels;
    functor.split = shape.split;
    functor.by_chirp = shape.by_chirp;
    functor.memory = shape.levels > launcher_.most_levels() ? memory_.data() : nullptr;
  }

  template <class Direction, class AnyMap>
  void launch(std::string const& step, Modes const& modes, PairRange range, AnyMap const& map,
              RingFactors factors) const {
    for (DeviceBucket const& bucket : tables_.buckets()) {
      auto const first = std::lower_bound(bucket.pairs.begin(), bucket.pairs.end(), range.begin);
      auto const last = std::lower_bound(first, bucket.pairs.end(), range.end);
      if (first == last) {
        continue;
      }
      Direction::with_functor(bucket.shape, [&](auto functor) {
        prepare(functor, bucket.shape);
        functor.pairs = pairs_.data() + bucket.begin + (first - bucket.pairs.begin());
        functor.modes = modes;
        functor.map = map.data();
        functor.map_stride = static_cast<std::int64_t>(map.stride(0));
        functor.first_pair = range.begin;
        functor.count = (last - first) * bucket.shape.split;
        functor.rows = static_cast<std::int64_t>(map.extent(0));
        functor.factors = factors;
        launcher_.enqueue(label_of(step), functor, functor.count, functor.rows);
      });
    }
  }

  void make_spectra() const {
    for (auto const& entry : tables_.spectra()) {
      auto const lengths = copy_to_memory(launcher_.exec(), label, entry.second.lengths);
      auto const places = copy_to_memory(launcher_.exec(), label, entry.second.places);
      Spectrum make{};
      prepare(make, {entry.first, 1, true});
      make.lengths = lengths.data();
      make.places = places.data();
      make.count = static_cast<int>(entry.second.lengths.size());
      make.to = spectra_.data();
      launcher_.enqueue(label_of("ring_spectra"), make, make.count, 1);
      launcher_.exec().fence("siderum::harmonic_transform::ring_spectra");
    }
  }

  Launcher launcher_;
  DeviceTables tables_;
  Kokkos::View<DevicePair const*, MemorySpace> pairs_;
  Kokkos::View<Complex const*, MemorySpace> roots_;
  Kokkos::View<Complex*, MemorySpace> spectra_;
  Kokkos::View<Complex*, MemorySpace> memory_;
};

/// Teams of Kokkos, and what they run.
template <class ExecType, class RealType>
class TeamLauncher {
 public:
  using Exec = ExecType;
  using Real = RealType;
  using Wide = double;  // of what roots are formed in
  using Device = TeamsOfRings<Exec, Real>;
  using Spectrum = SpectrumMaker<Device>;
  static constexpr char const* backend = "[portable]";
  static constexpr std::int64_t shortest = 0;

  template <class Functor>
  struct Always {
    template <class Use>
    static void with_functor(DeviceShapeOfRing const&, Use const& use) {
      use(Functor{});
    }
  };
  using Synthesis = Always<DeviceRingSynthesizer<Exec, Real>>;
  using Analysis = Always<DeviceRingAnalyzer<Device>>;

  explicit TeamLauncher(Exec const& exec) : exec_(exec) {}

  Exec const& exec() const { return exec_; }

  /// That share work space where scratch is too small.
  static std::int64_t teams_in_memory(std::int64_t /*maps*/) { return 512; }

  /// 36 KiB of scratch, which every device has.
  static int most_levels() {
    constexpr std::size_t most_bytes = std::size_t{36} << 10;
    int levels = DeviceShapeOfRing::fewest_levels;
    while (Spectrum::bytes(levels + 1) <= most_bytes) {
      ++levels;
    }
    return levels;
  }

  /// For `count` parts of rings of each row, of which a team takes one, or in memory several.
  template <class Functor>
  void enqueue(std::string const& name, Functor const& functor, std::int64_t count,
               std::int64_t rows) const {
    std::int64_t const items = count * rows;
    std::int64_t const teams =
        functor.memory != nullptr ? std::min(items, teams_in_memory(rows)) : items;
    int const threads = std::min(most_ring_threads<Exec>, (1 << functor.levels) / 8);
    RingPolicy<Exec> policy(exec_, static_cast<int>(teams), threads);
    if (functor.memory == nullptr) {
      policy.set_scratch_size(
          0, Kokkos::PerTeam(static_cast<int>(Functor::bytes(functor.levels)) + 64));
    }
    Kokkos::parallel_for(name, policy, functor);
  }

 private:
  Exec exec_;
};

}  // namespace siderum::portable::ring_fft
