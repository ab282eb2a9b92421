// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/prepare.hpp>
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind lomb_scargle_shared.hpp; included where they are instantiated.
namespace siderum::detail {

/// Works off a grid in stretches, of which the sums of the weights are kept.
template <class Backend, class Exec, class Real>
class SharedSearch {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Products = typename Backend::template SharedProductSums<Exec, Real>;
  using Transforms = typename Backend::template SharedNufftSums<Exec, Real>;
  static constexpr std::int64_t stretch = 64 * stretch_unit;  // whose weights take 16 MB

  SharedSearch(Exec const& exec, SharedCurves<Real, MemorySpace> const& curves,
               FrequencyGrid const& grid, LombScargleOptions const& options)
      : exec_(exec), grid_(grid), options_(options) {
    validate(grid);
    options_.method = resolve_shared_method<Backend, Exec, Real>(curves.objects(), curves.points(),
                                                                 grid, options);
    options_.tolerance =
        tolerance_of_sums(std::is_same_v<Real, double>, tolerance_of<Real>(options, grid.count));
    prepared_ = prepare_shared(exec, curves, options);
  }

  PreparedShared<Exec, Real> const& prepared() const { return prepared_; }

  /// Calls work(sums) with the sums by the method that is taken, unless there is no object.
  template <class Work>
  void with_sums(Work const& work) const {
    if (prepared_.series.objects == 0) {
      return;
    }
    if (options_.method == Method::product) {
      if constexpr (Products::is_available) {
        work(Products(exec_, prepared_.series, grid_, mean(), stretch));
      }
    } else if constexpr (Transforms::is_available) {
      work(Transforms(exec_, prepared_.series, grid_, mean(), stretch, options_.tolerance,
                      options_.work_bytes));
    }
  }

  /// Hands the sums of one stretch after another to the epilogue.
  template <class Sums, class Epilogue>
  void run(Sums const& sums, Epilogue const& epilogue, std::string const& label) const {
    using OfWeights = MultiHarmonicSums<Real, MemorySpace>;
    auto const of_weights =
        options_.method == Method::nufft
            ? options_
            : exact_sums<Backend, Exec, Real>(prepared_.weights.series.host_offsets, grid_);
    // Hosts read whole registers of frequencies.
    auto const room = allocate_work<typename OfWeights::View>(
        exec_, "siderum::shared::weights", 1, 2,
        std::min(stretch, grid_.count) + native_lanes<Real>);
    if constexpr (is_host<Exec>) {
      // What a register reads behind the last frequency decides how all of it is solved.
      std::fill_n(room.data(), room.size(), Real(0));
    }
    for (std::int64_t first = 0; first < grid_.count; first += stretch) {
      FrequencyRange const range{first, std::min(first + stretch, grid_.count)};
      auto const count = static_cast<std::size_t>(range.last - range.first);
      multi_harmonic_sums<Backend>(
          exec_, prepared_.weights, grid_, range,
          OfWeights{{}, typename OfWeights::View(room.data(), 1, 2, count)}, of_weights);
      sums(SharedWeights<Real, MemorySpace>{{room.data(), 2, count}, range}, epilogue, label);
    }
  }

 private:
  MeanSums mean() const { return options_.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no; }

  Exec exec_;
  FrequencyGrid grid_;
  LombScargleOptions options_;  // with the method that is taken and its tolerance
  PreparedShared<Exec, Real> prepared_;
};

template <class Backend, class Exec, class Real>
void lomb_scargle_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                         StatusView<Exec> const& status, LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_power(power, curves.objects(), grid.count);
  validate_wanted_status(status, curves.objects());
  SharedSearch<Backend, Exec, Real> const search(exec, curves, grid, options);
  auto const& prepared = search.prepared();
  PowerWriter<Real, MemorySpace> const write{
      {prepared.summary, prepared.scale, options.normalization},
      power.data(),
      static_cast<std::int64_t>(power.stride(0)),
      0};
  search.with_sums([&](auto const& sums) {
    search.run(sums, write, "siderum::shared::power[" + std::string(Backend::name) + "]");
  });
  write_status(exec, "siderum::shared::status[portable]", prepared.summary, status);
}

template <class Backend, class Exec, class Real>
void best_periods_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_best(best, curves.objects());
  SharedSearch<Backend, Exec, Real> const search(exec, curves, grid, options);
  auto const& prepared = search.prepared();
  search.with_sums([&](auto const& sums) {
    auto const partial = allocate_work<Kokkos::View<Best<Real>*, MemorySpace>>(
        exec, "siderum::shared::partial", curves.objects() * sums.strips());
    std::vector<std::int64_t> slots;
    for (std::int64_t object = 0; object <= curves.objects(); ++object) {
      slots.push_back(object * sums.strips());
    }
    search.run(sums,
               BestKeeper<Real, MemorySpace>{
                   {prepared.summary, prepared.scale, options.normalization}, partial},
               "siderum::shared::best[" + std::string(Backend::name) + "]");
    combine_best(
        exec, "siderum::shared::combine[portable]", curves.objects(),
        BestCombiner<Exec, Real>{partial, copy_to_work(exec, "siderum::shared::slots", slots),
                                 prepared.summary, best.index, best.power, best.status});
  });
}

}  // namespace siderum::detail
