// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/stream_options.hpp>

namespace siderum {

/// Work whose light curves or periodograms do not fit the device, or whose results should land in
/// host memory: light curves in host memory in, results in host memory out, in pieces.
///
/// A plan: its device buffers and page-locked staging buffers are made on first use and kept. Three
/// instances of the execution space take the pieces in turn, so that one piece computes
/// while another travels and a third is copied on by the host's threads (the staged transfers of
/// Gowanlock & Karsin 2019, Parallel Computing 85, 45). Where the device runs out of memory all the
/// same the pieces are halved and the work goes on. On a host space the results are written in
/// place.
///
/// Calls block until the results are there. One call at a time per object. The numbers are the same
/// to the last bit as those of lomb_scargle and best_periods (to rounding by Method::product,
/// within the tolerance by Method::nufft). Memory: on the device, O(points of one group of objects)
/// plus three pieces and the work space of the pieces that are planned together, up to 63; on the
/// host, three pieces. Throws Error as lomb_scargle does, for options outside their range, and
/// where the smallest piece does not fit either. Instantiated for float and double on the default
/// and the default host execution space.
template <class Exec, class Real, class Backend = backend::default_for_t<Exec>>
class LombScargleStream {
 public:
  using HostPower = Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  using HostStatus = Kokkos::View<ObjectStatus*, Kokkos::HostSpace>;
  using HostCurves = LightCurves<Real, Kokkos::HostSpace>;
  using HostBest = BestPeriods<Real, Kokkos::DefaultHostExecutionSpace>;

  explicit LombScargleStream(Exec const& exec, StreamOptions const& options = {});
  ~LombScargleStream();
  LombScargleStream(LombScargleStream const&) = delete;
  LombScargleStream& operator=(LombScargleStream const&) = delete;

  /// @param power   (objects, grid.count) output
  /// @param status  (objects) output
  void power(HostCurves const& curves, FrequencyGrid const& grid, HostPower const& power,
             HostStatus const& status, LombScargleOptions const& options = {}) const;

  /// @param best  (objects) output
  void best(HostCurves const& curves, FrequencyGrid const& grid, HostBest const& best,
            LombScargleOptions const& options = {}) const {
    this->best(curves, grid, FrequencyRange{0, grid.count}, best, options);
  }

  /// The best of a stretch of the grid, with the index in the grid. Where the stretches that make
  /// up a grid begin at multiples of unit_of_stretches, the best of their bests (of equal ones that
  /// of the lowest index) is the best of the grid, to the bits where its powers are.
  void best(HostCurves const& curves, FrequencyGrid const& grid, FrequencyRange range,
            HostBest const& best, LombScargleOptions const& options = {}) const;

  /// Of the method that the options name.
  std::int64_t unit_of_stretches(HostCurves const& curves, FrequencyGrid const& grid,
                                 LombScargleOptions const& options) const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// The periodogram in host memory by one call: makes a LombScargleStream and uses it once.
template <class Exec, class Real>
void lomb_scargle_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                          FrequencyGrid const& grid,
                          Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> const& power,
                          Kokkos::View<ObjectStatus*, Kokkos::HostSpace> const& status,
                          LombScargleOptions const& options = {},
                          StreamOptions const& stream = {}) {
  LombScargleStream<Exec, Real>(exec, stream).power(curves, grid, power, status, options);
}

}  // namespace siderum
