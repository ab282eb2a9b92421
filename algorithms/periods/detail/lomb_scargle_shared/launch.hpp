// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/nufft_host_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/device.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/host.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/nufft_device.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/nufft_host.hpp>
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>
#include <siderum/core/spaces.hpp>

/// The definitions behind lomb_scargle_shared.hpp; included where they are instantiated.
namespace siderum::detail {

/// Works off a grid in stretches, of which the sums of the weights are kept, and those in strips.
template <class Backend, class Exec, class Real>
class SharedSearch {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Product = typename Backend::template Product<Exec, Real>;
  using Fft = typename Backend::template Fft<Exec, Real>;
  static constexpr bool on_host = is_host<Exec>;
  static constexpr std::int64_t stretch = 64 * stretch_unit;  // whose weights take 16 MB

  SharedSearch(Exec const& exec, SharedCurves<Real, MemorySpace> const& curves,
               FrequencyGrid const& grid, LombScargleOptions const& options)
      : exec_(exec), curves_(curves), grid_(grid), options_(options) {
    validate(grid);
    options_.method = resolve_shared_method<Backend, Exec, Real>(curves.objects(), curves.points(),
                                                                 grid, options);
    options_.tolerance = tolerance_of<Real>(options);
    if (options_.method == Method::nufft) {
      section_ =
          std::min(nufft::section_length(curves.points(), grid.count,
                                         on_host ? nufft::Place::host : nufft::Place::device),
                   stretch);
      strip_ = on_host ? section_ : nufft::part_of_section;
    }
    prepared_ = prepare_shared(exec, curves, options);
  }

  PreparedShared<Exec, Real> const& prepared() const { return prepared_; }
  std::int64_t strips() const { return (grid_.count + strip_ - 1) / strip_; }

  template <class Epilogue>
  void run(Epilogue const& epilogue, std::string const& label) const {
    if (curves_.objects() == 0) {
      return;
    }
    if (options_.method == Method::product) {
      for_each_stretch([&](auto const& weights) { run_products(weights, epilogue, label); });
    } else if constexpr (Fft::is_available && on_host) {
      nufft::HostLength<Exec, Real, Fft> const of_sections(exec_, options_.tolerance, section_);
      for_each_stretch([&](auto const& weights) {
        run_transforms(of_sections.tables(), weights, epilogue, label);
      });
    } else if constexpr (Fft::is_available) {
      SharedDeviceTransforms<Backend, Exec, Real> const transforms(
          exec_, prepared_, curves_.objects(), grid_, section_, std::min(stretch, grid_.count),
          options_);
      for_each_stretch([&](auto const& weights) { transforms(weights, mean(), epilogue, label); });
    }
  }

 private:
  // Calls with the sums of the weights of one stretch after another.
  template <class Work>
  void for_each_stretch(Work const& work) const {
    using Sums = MultiHarmonicSums<Real, MemorySpace>;
    auto const of_weights =
        options_.method == Method::nufft
            ? options_
            : exact_sums<Backend, Exec, Real>(prepared_.weights.series.host_offsets, grid_);
    // Hosts read whole registers of frequencies.
    auto const room =
        allocate_work<typename Sums::View>(exec_, "siderum::shared::weights", 1, 2,
                                           std::min(stretch, grid_.count) + native_lanes<Real>);
    for (std::int64_t first = 0; first < grid_.count; first += stretch) {
      FrequencyRange const range{first, std::min(first + stretch, grid_.count)};
      typename Sums::View const fitted(room.data(), 1, 2,
                                       static_cast<std::size_t>(range.last - range.first));
      WeightSums<Real, MemorySpace> const weights{{{}, fitted}, range};
      multi_harmonic_sums<Backend>(exec_, prepared_.weights, grid_, range, weights.sums,
                                   of_weights);
      work(weights);
    }
  }

  std::int64_t first_strip(FrequencyRange range) const { return range.first / strip_; }
  std::int64_t last_strip(FrequencyRange range) const { return (range.last + strip_ - 1) / strip_; }

  // A thread of the host per item; hosts have computed when a launch returns.
  template <class Summer>
  void run_on_host(std::int64_t items, Summer const& sum, std::string const& label) const {
    Kokkos::parallel_for(
        label,
        IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec_, 0, items, Kokkos::ChunkSize(1)),
        sum);
  }

  template <class Epilogue>
  void run_products(WeightSums<Real, MemorySpace> const& weights, Epilogue const& epilogue,
                    std::string const& label) const {
    std::int64_t const first = first_strip(weights.range);
    std::int64_t const last = last_strip(weights.range);
    if constexpr (Product::is_available && on_host) {
      using Summer = SharedHostSummer<Exec, Real, Backend, Epilogue>;
      portable::SerialProducts const serial;
      std::int64_t const groups = (curves_.objects() + Summer::group - 1) / Summer::group;
      run_on_host(groups * (last - first),
                  Summer{prepared_, grid_, weights, mean(), curves_.objects(), strip_, first,
                         last - first, strips(), Product(exec_), epilogue},
                  label);
    } else if constexpr (Product::is_available) {
      for (std::int64_t of_strip = first; of_strip < last; ++of_strip) {
        run_strip(of_strip, weights, epilogue, label);
      }
    }
  }

  template <class Tables, class Epilogue>
  void run_transforms(Tables const& tables, WeightSums<Real, MemorySpace> const& weights,
                      Epilogue const& epilogue, std::string const& label) const {
    auto const launch = [&]<int width>(std::integral_constant<int, width>) {
      std::int64_t const first = first_strip(weights.range);
      SharedSectionSummer<Exec, Real, Backend, Epilogue, width> const sum{
          prepared_, grid_,
          weights,   mean(),
          tables,    curves_.objects(),
          first,     last_strip(weights.range) - first,
          strips(),  epilogue};
      run_on_host(sum.groups() * sum.sections, sum, label);
    };
    if (tables.width <= nufft::narrow_spread) {
      launch(std::integral_constant<int, nufft::narrow_spread>{});
    } else {
      launch(std::integral_constant<int, portable::widest_spread>{});
    }
  }

  template <class Epilogue>
  void run_strip(std::int64_t of_strip, WeightSums<Real, MemorySpace> const& weights,
                 Epilogue const& epilogue, std::string const& label) const {
    constexpr std::int64_t chunk = points_of_product<Exec>;
    constexpr std::int64_t group = 1024;  // objects
    using Reals = Kokkos::View<Real*, MemorySpace>;
    std::int64_t const objects = curves_.objects();
    auto const waves = allocate_work<Reals>(exec_, "siderum::shared::waves", 2 * strip_ * chunk);
    auto const sums =
        allocate_work<Reals>(exec_, "siderum::shared::sums", 2 * strip_ * std::min(group, objects));
    Product const multiply(exec_);
    for (std::int64_t begin = 0; begin < objects; begin += group) {
      std::int64_t const count = std::min(group, objects - begin);
      for (std::int64_t part = 0; part < prepared_.chunks; ++part) {
        Kokkos::parallel_for(
            "siderum::shared::waves[portable]", IndexPolicy<Exec>(exec_, 0, strip_ * chunk),
            WaveBuilder<Exec, Real, Backend>{prepared_.weights.series.time, grid_,
                                             of_strip * strip_, strip_, part, waves.data()});
        multiply({.rows = static_cast<int>(count),
                  .columns = static_cast<int>(2 * strip_),
                  .inner = static_cast<int>(chunk)},
                 prepared_.strength.data() + (part * objects + begin) * chunk, waves.data(),
                 sums.data(), part == 0 ? ProductStart::from_zero : ProductStart::add);
      }
      using Reader = SharedReader<Exec, Real, Epilogue>;
      typename Reader::Policy policy(exec_, static_cast<int>(count), Reader::team_size);
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Reader::scratch_bytes())));
      Kokkos::parallel_for(
          label, policy,
          Reader{weights, mean(), begin, strip_, of_strip, strips(), epilogue, sums.data()});
    }
  }

  MeanSums mean() const { return options_.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no; }

  Exec exec_;
  SharedCurves<Real, MemorySpace> curves_;
  FrequencyGrid grid_;
  LombScargleOptions options_;  // with the method that is taken and its tolerance
  std::int64_t strip_ = 4096;   // frequencies that have a slot; divides a stretch
  std::int64_t section_ = 0;    // frequencies of a transform
  PreparedShared<Exec, Real> prepared_;
};

template <class Backend, class Exec, class Real>
void lomb_scargle_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                         StatusView<Exec> const& status, LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_extent(power.extent(0), curves.objects(), "objects");
  validate_extent(power.extent(1), grid.count, "frequencies");
  if (status.extent(0) > 0) {
    validate_extent(status.extent(0), curves.objects(), "status of the objects");
  }
  SharedSearch<Backend, Exec, Real> const search(exec, curves, grid, options);
  auto const& prepared = search.prepared();
  search.run(
      PowerWriter<Real, MemorySpace>{{prepared.summary, prepared.scale, options.normalization},
                                     power.data(),
                                     static_cast<std::int64_t>(power.stride(0)),
                                     0},
      "siderum::shared::power[" + std::string(Backend::name) + "]");
  if (status.extent(0) > 0) {
    Kokkos::parallel_for("siderum::shared::status[portable]",
                         IndexPolicy<Exec>(exec, 0, curves.objects()),
                         StatusWriter<Exec>{prepared.summary, status});
  }
}

template <class Backend, class Exec, class Real>
void best_periods_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_extent(best.index.extent(0), curves.objects(), "best indices");
  validate_extent(best.power.extent(0), curves.objects(), "best powers");
  validate_extent(best.status.extent(0), curves.objects(), "status of the objects");
  SharedSearch<Backend, Exec, Real> const search(exec, curves, grid, options);
  auto const& prepared = search.prepared();
  auto const partial = allocate_work<Kokkos::View<Best<Real>*, MemorySpace>>(
      exec, "siderum::shared::partial", curves.objects() * search.strips());
  std::vector<std::int64_t> slots;
  for (std::int64_t object = 0; object <= curves.objects(); ++object) {
    slots.push_back(object * search.strips());
  }
  search.run(
      BestKeeper<Real, MemorySpace>{{prepared.summary, prepared.scale, options.normalization},
                                    partial},
      "siderum::shared::best[" + std::string(Backend::name) + "]");
  Kokkos::parallel_for(
      "siderum::shared::combine[portable]", IndexPolicy<Exec>(exec, 0, curves.objects()),
      BestCombiner<Exec, Real>{partial, copy_to_work(exec, "siderum::shared::slots", slots),
                               prepared.summary, best.index, best.power, best.status});
}

}  // namespace siderum::detail
