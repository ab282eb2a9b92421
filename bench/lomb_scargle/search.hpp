// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/core/spaces.hpp>

#include "support/checks.hpp"
#include "support/dispatch.hpp"

namespace siderum::bench {

enum class Output {
  best,   ///< the best frequency of each object
  power,  ///< the whole periodogram
};

/// A search that can be run again and again, on the device alone or from the user's arrays to the
/// user's arrays. All memory that a user would keep is allocated once.
template <class Backend, class Exec, class Real>
class Search {
 public:
  Search(Curves const& curves, FrequencyGrid const& grid, LombScargleOptions const& options,
         Output output, Staging staging = Staging::pinned)
      : curves_(curves),
        grid_(grid),
        options_(options),
        output_(output),
        stream_(std::make_shared<Stream>(exec_, StreamOptions{.staging = staging})) {
    std::int64_t const objects = curves.objects();
    if (output == Output::power) {
      power_on_host_ = allocate_on_host<HostPower>("siderum::bench::power", objects, grid.count);
      status_on_host_ =
          allocate_on_host<typename Stream::HostStatus>("siderum::bench::status", objects);
    } else {
      best_on_host_ = Best<HostSpace>::allocate(HostSpace(), objects);
    }
  }

  Exec const& exec() const { return exec_; }

  /// Copies the light curves to the device and makes room for the result there.
  void move_to_device() {
    on_device_ = mirror_to(exec_, host_curves());
    result_ = make_room();
  }

  /// On the device alone: from its memory to its memory.
  void run_on_device() const { search(on_device_, result_); }

  /// From the user's arrays to pageable memory of the host: the check of the data, its way to the
  /// device, the search, the way back through the buffers of a plan.
  void run_end_to_end() const {
    if (output_ == Output::power) {
      stream_->power(host_curves(), grid_, power_on_host_, status_on_host_, options_);
    } else {
      stream_->best(host_curves(), grid_, best_on_host_, options_);
    }
  }

  /// The result of run_on_device, where run_end_to_end leaves its own.
  void fetch() const {
    copy_to_host(result_);
    exec_.fence("siderum::bench::fetch");
  }

  /// What Method::automatic stands for.
  Method method() const {
    return method_of<Backend>(exec_, mirror_to(exec_, host_curves()), grid_, options_);
  }

  /// Compares what lies on the host with the oracle.
  Verdict check() const {
    auto const precision =
        std::is_same_v<Real, double> ? PrecisionOfValues::of_double : PrecisionOfValues::of_float;
    std::vector<Sample> samples = samples_of(curves_, grid_);
    if (output_ == Output::power) {
      for (Sample& sample : samples) {
        sample.power = static_cast<double>(power_on_host_(sample.object, sample.index));
      }
      return check_powers(curves_, grid_, options_, precision, samples);
    }
    auto const same_object = [](Sample const& a, Sample const& b) { return a.object == b.object; };
    samples.erase(std::unique(samples.begin(), samples.end(), same_object), samples.end());
    for (Sample& sample : samples) {
      sample.index = best_on_host_.index(sample.object);
      sample.power = static_cast<double>(best_on_host_.power(sample.object));
    }
    return check_best(curves_, grid_, options_, precision, samples);
  }

 private:
  template <class Space>
  using Best = BestPeriods<Real, Space>;
  using HostPower = PowerView<Real, HostSpace>;
  using Stream = LombScargleStream<Exec, Real, Backend>;
  static constexpr bool on_host = is_host<Exec>;

  struct Result {
    PowerView<Real, Exec> power;
    Best<Exec> best;
  };

  LightCurves<Real, Kokkos::HostSpace> host_curves() const {
    return make_light_curves<Real>(curves_.time, curves_.value, curves_.error, curves_.offsets);
  }

  // A host writes where the user wants it.
  Result make_room() const {
    if constexpr (on_host) {
      return {power_on_host_, best_on_host_};
    } else if (output_ == Output::power) {
      return {allocate<PowerView<Real, Exec>>(exec_, "siderum::bench::power", curves_.objects(),
                                              grid_.count),
              {}};
    } else {
      return {{}, Best<Exec>::allocate(exec_, curves_.objects())};
    }
  }

  void search(LightCurves<Real, typename Exec::memory_space> const& curves,
              Result const& result) const {
    if (output_ == Output::power) {
      lomb_scargle<Backend>(exec_, curves, grid_, result.power, options_);
    } else {
      best_periods<Backend>(exec_, curves, grid_, result.best, options_);
    }
  }

  void copy_to_host(Result const& result) const {
    if constexpr (!on_host) {
      if (output_ == Output::power) {
        Kokkos::deep_copy(exec_, power_on_host_, result.power);
      } else {
        Kokkos::deep_copy(exec_, best_on_host_.index, result.best.index);
        Kokkos::deep_copy(exec_, best_on_host_.power, result.best.power);
        Kokkos::deep_copy(exec_, best_on_host_.status, result.best.status);
      }
    }
  }

  Curves const& curves_;
  FrequencyGrid grid_;
  LombScargleOptions options_;
  Output output_;
  Exec exec_;
  std::shared_ptr<Stream> stream_;
  LightCurves<Real, typename Exec::memory_space> on_device_;
  Result result_;
  HostPower power_on_host_;
  typename Stream::HostStatus status_on_host_;
  Best<HostSpace> best_on_host_;
};

}  // namespace siderum::bench
