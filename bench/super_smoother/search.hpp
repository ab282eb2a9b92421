// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/detail/candidates/launch.hpp>
#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>

#include "super_smoother/checks.hpp"
#include "super_smoother/inputs.hpp"
#include "super_smoother/method.hpp"
#include "support/dispatch.hpp"

namespace siderum::bench {

/// A search for the best frequency of each object that can be run again and again.
template <class Backend, class Exec, class Real>
class FinderSearch {
 public:
  using Best = BestPeriods<Real, Exec>;

  FinderSearch(Curves const& curves, FrequencyGrid const& grid, Method method)
      : curves_(curves), grid_(grid), method_(method) {}

  Exec const& exec() const { return exec_; }

  void move_to_device() {
    on_device_ = mirror_to(exec_, host_curves());
    best_ = Best::allocate(exec_, curves_.objects());
  }

  /// From the memory of the device to the memory of the device.
  void run_on_device() const { search(on_device_, best_); }

  /// From the user's arrays to the user's arrays.
  void run_end_to_end() {
    best_ = Best::allocate(exec_, curves_.objects());
    search(mirror_to(exec_, host_curves()), best_);
    fetch();
  }

  void fetch() {
    index_ = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best_.index);
    power_ = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best_.power);
  }

  /// What is wrong with the best of eight objects, and of candidates also with what they miss;
  /// empty: nothing.
  std::string complaint() const {
    std::vector<Sample> best;
    std::int64_t const step = std::max<std::int64_t>(1, curves_.objects() / 8);
    for (std::int64_t object = 0; object < curves_.objects(); object += step) {
      best.push_back({object, index_(object), static_cast<double>(power_(object))});
    }
    std::string const sentence = complaint_about<Real>(curves_, grid_, method_, best);
    return sentence.empty() && method_ == Method::candidates ? missed() : sentence;
  }

  /// Points times frequencies that are scored: of candidates, what their windows hold.
  double evaluations() {
    if (method_ != Method::candidates) {
      return static_cast<double>(curves_.points()) * static_cast<double>(grid_.count);
    }
    auto const candidates = peaks_of_lomb_scargle();
    detail::WindowWriter<Kokkos::HostSpace> const write{
        candidates,
        {},
        grid_,
        CandidateOptions{}.half_window,
        FrequencyWindows<HostSpace>("siderum::bench::windows", candidates.extent(0),
                                    3 * candidates.extent(1))};
    double evaluations = 0.0;
    for (std::int64_t object = 0; object < curves_.objects(); ++object) {
      for (std::size_t rank = 0; rank < candidates.extent(1); ++rank) {
        write(object, static_cast<std::int64_t>(rank));
      }
      double scored = 0.0;
      for (std::size_t i = 0; i < write.windows.extent(1); ++i) {
        IndexRange const& range = write.windows(object, i);
        scored += static_cast<double>(std::max<std::int64_t>(range.last - range.first + 1, 0));
      }
      evaluations +=
          scored * static_cast<double>(curves_.offsets[object + 1] - curves_.offsets[object]);
    }
    return evaluations;
  }

 private:
  LightCurves<Real, Kokkos::HostSpace> host_curves() const {
    return make_light_curves<Real>(curves_.time, curves_.value, curves_.error, curves_.offsets);
  }

  // Their indices (objects, peaks), in host memory.
  auto peaks_of_lomb_scargle() {
    std::int64_t const objects = curves_.objects();
    PowerView<Real, Exec> const power("siderum::bench::power", objects, grid_.count);
    auto const separation = peak_separations(exec_, curves_.time, curves_.offsets, grid_);
    auto const peaks = Peaks<Real, Exec>::allocate(exec_, objects, CandidateOptions{}.peaks);
    lomb_scargle<Backend>(exec_, mirror_to(exec_, host_curves()), grid_, power);
    find_peaks(exec_, power, separation, {}, peaks);
    exec_.fence("siderum::bench::peaks");
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), peaks.index);
  }

  void search(LightCurves<Real, typename Exec::memory_space> const& curves,
              Best const& best) const {
    switch (method_) {
      case Method::candidates:
        best_candidates<Backend>(exec_, curves, grid_, {}, best);
        break;
      case Method::phase_dispersion:
        best_phase_dispersion<Backend>(exec_, curves, grid_, best);
        break;
      case Method::conditional_entropy:
        best_conditional_entropy<Backend>(exec_, curves, grid_, best);
        break;
      case Method::lomb_scargle:
        best_periods<Backend>(exec_, curves, grid_, best);
        break;
      default:
        best_super_smoother<Backend>(exec_, curves, grid_, best, smoother_options(method_));
    }
  }

  // Candidates have no power above the best of the whole grid, and as many of the periods that the
  // stars were made with.
  std::string missed() const {
    FinderSearch whole(curves_, grid_, Method::multi_pass);
    whole.run_end_to_end();
    int found = 0;
    int wanted = 0;
    for (std::int64_t star = 0; star < curves_.objects(); ++star) {
      if (power_(star) > whole.power_(star)) {
        return "wrong: the power of object " + std::to_string(star) +
               " is above the best of the whole grid";
      }
      found += is_period_of_star(star, grid_.frequency(index_(star))) ? 1 : 0;
      wanted += is_period_of_star(star, grid_.frequency(whole.index_(star))) ? 1 : 0;
    }
    return found >= wanted ? ""
                           : "wrong: candidates have " + std::to_string(found) +
                                 " of the periods, the whole grid has " + std::to_string(wanted);
  }

  Curves const& curves_;
  FrequencyGrid grid_;
  Method method_;
  Exec exec_;
  LightCurves<Real, typename Exec::memory_space> on_device_;
  Best best_;
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> index_;
  Kokkos::View<Real const*, Kokkos::HostSpace> power_;
};

}  // namespace siderum::bench
