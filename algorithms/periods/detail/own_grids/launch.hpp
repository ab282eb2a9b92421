// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/own_grids/groups.hpp>
#include <siderum/algorithms/periods/own_grids.hpp>
#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/core/allocate.hpp>

/// The definitions behind own_grids.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

/// Copies some objects of host curves into curves of their own.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> gather(LightCurves<Real, Kokkos::HostSpace> const& from,
                                            std::span<std::int64_t const> objects) {
  using Host = Kokkos::HostSpace;
  auto const offsets = allocate_on_host<Kokkos::View<std::int64_t*, Host>>(
      "siderum::own_grids::offsets", objects.size() + 1);
  offsets(0) = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::int64_t const points = from.host_offsets(objects[i] + 1) - from.host_offsets(objects[i]);
    offsets(i + 1) = offsets(i) + points;
  }
  std::int64_t const points = offsets(objects.size());
  auto const time =
      allocate_on_host<Kokkos::View<double*, Host>>("siderum::own_grids::time", points);
  auto const value =
      allocate_on_host<Kokkos::View<Real*, Host>>("siderum::own_grids::value", points);
  auto const error = allocate_on_host<Kokkos::View<Real*, Host>>(
      "siderum::own_grids::error", from.has_errors() ? points : std::int64_t{0});
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::int64_t const begin = from.host_offsets(objects[i]);
    std::int64_t const count = offsets(i + 1) - offsets(i);
    std::copy_n(from.time.data() + begin, count, time.data() + offsets(i));
    std::copy_n(from.value.data() + begin, count, value.data() + offsets(i));
    if (from.has_errors()) {
      std::copy_n(from.error.data() + begin, count, error.data() + offsets(i));
    }
  }
  return {time, value, error, offsets, offsets};
}

template <class Real>
void validate_grids(LightCurves<Real, Kokkos::HostSpace> const& curves,
                    std::span<FrequencyGrid const> grids) {
  validate_extent(grids.size(), curves.objects(), "grids of the objects");
}

/// Tells an observer how many objects are done.
class DoneObjects {
 public:
  DoneObjects(ProgressObserver* progress, std::int64_t objects)
      : progress_(progress), objects_(objects) {}

  void add(std::size_t objects) {
    done_ += static_cast<std::int64_t>(objects);
    if (progress_ != nullptr) {
      progress_->advance(done_, objects_);
    }
  }

 private:
  ProgressObserver* progress_;
  std::int64_t objects_;
  std::int64_t done_ = 0;
};

}  // namespace detail

template <class Exec, class Real>
void best_periods_on_own_grids(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                               std::span<FrequencyGrid const> grids,
                               HostBestPeriods<Real> const& best, LombScargleOptions const& options,
                               ProgressObserver* progress) {
  detail::validate_grids(curves, grids);
  detail::validate_best(best, curves.objects());
  detail::DoneObjects done(progress, curves.objects());
  for (detail::GridGroup const& group : detail::groups_of(grids)) {
    auto const own = detail::gather<Real>(curves, group.objects);
    auto const found = BestPeriods<Real, Exec>::allocate(exec, own.objects());
    best_periods(exec, mirror_to(exec, own), group.grid, found, options);
    exec.fence("siderum::own_grids::best");
    auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found.index);
    auto const power = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found.power);
    auto const status = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found.status);
    for (std::size_t i = 0; i < group.objects.size(); ++i) {
      best.index(group.objects[i]) = index(i);
      best.power(group.objects[i]) = power(i);
      best.status(group.objects[i]) = status(i);
    }
    done.add(group.objects.size());
  }
}

template <class Exec, class Real>
void peaks_on_own_grids(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                        std::span<FrequencyGrid const> grids, HostPeaks<Real> const& peaks,
                        HostStatus const& status, LombScargleOptions const& options,
                        ProgressObserver* progress, std::int64_t work_bytes) {
  detail::validate_grids(curves, grids);
  detail::validate_extent(peaks.index.extent(0), curves.objects(), "peaks of the objects");
  detail::validate_extent(peaks.power.extent(0), curves.objects(), "peaks of the objects");
  detail::validate_extent(status.extent(0), curves.objects(), "status of the objects");
  auto const wanted = static_cast<std::int64_t>(peaks.index.extent(1));
  detail::DoneObjects done(progress, curves.objects());
  for (detail::GridGroup const& group : detail::groups_of(grids)) {
    std::int64_t const row = group.grid.count * static_cast<std::int64_t>(sizeof(Real));
    auto const most = static_cast<std::size_t>(std::max<std::int64_t>(work_bytes / row, 1));
    for (std::size_t first = 0; first < group.objects.size(); first += most) {
      auto const objects =
          std::span(group.objects).subspan(first, std::min(most, group.objects.size() - first));
      auto const own = detail::gather<Real>(curves, objects);
      auto const rows = static_cast<std::int64_t>(objects.size());
      auto const power = allocate<PowerView<Real, Exec>>(exec, "siderum::own_grids::power", rows,
                                                         group.grid.count);
      auto const found = Peaks<Real, Exec>::allocate(exec, rows, wanted);
      auto const statuses = allocate<StatusView<Exec>>(exec, "siderum::own_grids::status", rows);
      lomb_scargle(exec, mirror_to(exec, own), group.grid, power, statuses, options);
      find_peaks(exec, power,
                 peak_separations(exec, std::span(own.time.data(), own.time.extent(0)),
                                  std::span(own.host_offsets.data(), own.host_offsets.extent(0)),
                                  group.grid),
                 {}, found);
      exec.fence("siderum::own_grids::peaks");
      auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found.index);
      auto const height = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found.power);
      auto const of_row = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, statuses);
      for (std::size_t i = 0; i < objects.size(); ++i) {
        status(objects[i]) = of_row(i);
        for (std::int64_t rank = 0; rank < wanted; ++rank) {
          peaks.index(objects[i], rank) = index(i, rank);
          peaks.power(objects[i], rank) = height(i, rank);
        }
      }
      done.add(objects.size());
    }
  }
}

}  // namespace siderum
