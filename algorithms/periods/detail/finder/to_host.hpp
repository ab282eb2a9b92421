// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>

#include <siderum/algorithms/periods/detail/finder/validate.hpp>
#include <siderum/algorithms/periods/detail/piece_stream/piece_stream.hpp>
#include <siderum/algorithms/periods/finder.hpp>

/// Periodograms of finders in host memory; included where they are instantiated.
namespace siderum::detail {

/// What a point takes on a device: the curves, and what each instance prepares from them.
template <class Real>
inline constexpr double folded_point_bytes = sizeof(double) + 2.0 * sizeof(Real) +
                                             3.0 * (sizeof(double) + 4.0 * sizeof(Real));

/// One periodogram of a finder on its way to host memory.
template <class Backend, class Exec, class Real, class Options>
class FinderStream {
 public:
  using HostCurves = LightCurves<Real, Kokkos::HostSpace>;

  FinderStream(Exec const& exec, FrequencyGrid const& grid, HostPowerView<Real> const& power,
               HostStatusView const& status, Options const& options, StreamOptions const& stream)
      : stream_(exec, stream), grid_(grid), power_(power), status_(status), options_(options) {}

  void operator()(HostCurves const& curves) {
    SearchWork const work = work_of_points(curves, grid_.count);
    stream_.in_groups(curves, work, folded_point_bytes<Real>,
                      [&](HostCurves const& group, std::int64_t first, double done) {
                        group_to_host(group, work, first, done);
                      });
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Stream = PieceStream<Exec, Real>;

  void group_to_host(HostCurves const& group, SearchWork const& work, std::int64_t first,
                     double done) {
    auto const pieces = stream_.pieces_of(group, work, grid_, first);
    Exec const& exec = stream_.exec();
    auto const curves = mirror_to(exec, group);
    auto const outcome =
        allocate<StatusView<Exec>>(exec, "siderum::finder::outcome", group.objects());
    std::int64_t const work_bytes = stream_.scratch_bytes();
    auto const enqueue = [&](PowerPiece const& piece, Exec const& instance, Real* rows) {
      std::int64_t const begin = piece.first_object - first;
      SearchedFrequencies<MemorySpace> frequencies(grid_, piece.range);
      frequencies.work_bytes = std::min(frequencies.work_bytes, work_bytes);
      search<Backend, Exec, Real>(
          instance, part_of(curves, begin, begin + piece.objects), frequencies,
          {PowerView<Real, Exec>(rows, piece.objects, piece.frequencies()),
           {{}, {}, Kokkos::subview(outcome, std::make_pair(begin, begin + piece.objects))}},
          options_);
    };
    if constexpr (Stream::on_host) {
      // In place: rows of several objects lie one after the other, and a stretch is one row's.
      for (PowerPiece const& piece : pieces) {
        enqueue(piece, exec, &power_(piece.first_object, piece.range.first));
        exec.fence("siderum::finder::piece");
        stream_.report(done + piece.work_done);
      }
    } else {
      stream_.make_slots(pieces);
      exec.fence("siderum::finder::copied");
      stream_.run(pieces, power_, done, [&](std::size_t i, Exec const& instance, Real* device) {
        enqueue(pieces[i], instance, device);
      });
    }
    Kokkos::deep_copy(
        exec, Kokkos::subview(status_, std::make_pair(first, first + group.objects())), outcome);
    exec.fence("siderum::finder::outcome");
  }

  // The objects begin .. end - 1, with the points of all.
  static LightCurves<Real, MemorySpace> part_of(LightCurves<Real, MemorySpace> curves,
                                                std::int64_t begin, std::int64_t end) {
    auto const ends = std::make_pair(begin, end + 1);
    curves.offsets = Kokkos::subview(curves.offsets, ends);
    curves.host_offsets = Kokkos::subview(curves.host_offsets, ends);
    return curves;
  }

  Stream stream_;
  FrequencyGrid const& grid_;
  HostPowerView<Real> const& power_;
  HostStatusView const& status_;
  Options const& options_;
};

template <class Backend, class Exec, class Real, class Options>
void search_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                    FrequencyGrid const& grid, HostPowerView<Real> const& power,
                    HostStatusView const& status, Options const& options,
                    StreamOptions const& stream) {
  validate_folding_grid(grid);
  validate_folded(curves.host_offsets);
  validate_power(power, curves.objects(), grid.count);
  validate_extent(status.extent(0), curves.objects(), "status of the objects");
  FinderStream<Backend, Exec, Real, Options>(exec, grid, power, status, options, stream)(curves);
}

}  // namespace siderum::detail
