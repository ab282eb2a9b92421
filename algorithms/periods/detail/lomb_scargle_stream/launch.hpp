// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/piece_stream/piece_stream.hpp>
#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/backends/portable/nufft_sums.hpp>

namespace siderum {

template <class Exec, class Real, class Backend>
class LombScargleStream<Exec, Real, Backend>::Work {
 public:
  Work(Exec const& exec, StreamOptions const& options) : exec_(exec), stream_(exec, options) {}

  void power(HostCurves const& curves, FrequencyGrid const& grid, HostPower const& power,
             HostStatus const& status, LombScargleOptions const& asked) {
    validate(grid);
    // Chosen once for the whole batch, so that it does not depend on the pieces.
    auto const options =
        detail::sums_of_power<Backend, Exec, Real>(curves.host_offsets, grid, asked);
    detail::validate_power(power, curves.objects(), grid.count);
    detail::validate_extent(status.extent(0), curves.objects(), "status of the objects");
    detail::SearchWork const work = work_of(curves, grid, options);
    stream_.in_groups(
        curves, work, point_bytes, [&](HostCurves const& group, std::int64_t first, double done) {
          power_of_group(group, work, grid, first, power, status, with_memory(options), done);
        });
  }

  void best(HostCurves const& curves, FrequencyGrid const& grid, FrequencyRange range,
            HostBest const& best, LombScargleOptions options) {
    validate(grid);
    // Chosen once for the whole batch, so that it does not depend on the pieces.
    options.method =
        detail::resolve_method<Backend, Exec, Real>(curves.host_offsets, grid, options);
    detail::validate_best(best, curves.objects());
    detail::SearchWork const work = work_of(curves, grid, options);
    stream_.in_groups(
        curves, work, point_bytes, [&](HostCurves const& group, std::int64_t first, double done) {
          best_of_group(group, work, {grid, range}, first, best, with_memory(options), done);
        });
  }

  static std::int64_t unit_of_stretches(HostCurves const& curves, FrequencyGrid const& grid,
                                        LombScargleOptions const& options) {
    return work_of(curves, grid, options).unit;
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Stream = detail::PieceStream<Exec, Real>;
  using Pieces = typename Stream::Pieces;
  using Sums = detail::PowerSums<Backend, Exec, Real>;
  static constexpr bool on_host = Stream::on_host;
  static constexpr double point_bytes = detail::point_bytes<Real>;
  static constexpr std::size_t pieces_between_plans = 21 * Stream::instances;

  struct Stretch {
    FrequencyGrid const& grid;
    FrequencyRange range;
  };

  LombScargleOptions with_memory(LombScargleOptions const& options) const {
    bool const has_work = !on_host && options.method != Method::direct;
    return has_work ? detail::with_memory(options, stream_.memory()) : options;
  }

  // By the built-in rates. Transforms are cut between sections, where points are spread anew.
  static detail::SearchWork work_of(HostCurves const& curves, FrequencyGrid const& grid,
                                    LombScargleOptions const& options) {
    MethodRates const rates = default_rates({on_host, std::is_same_v<Real, double>});
    constexpr auto where = on_host ? portable::nufft::Place::host : portable::nufft::Place::device;
    int const sets = options.fit_mean == FitMean::yes ? 3 : 2;
    std::int64_t longest_section = stretch_unit;
    auto work = detail::work_of(curves, [&](std::int64_t points) {
      std::int64_t const section = portable::nufft::section_length(points, grid.count, where);
      longest_section = std::max(longest_section, section);
      return cost_of(options.method, rates, points, grid.count, sets, section) /
             (sets * rates.direct_term);
    });
    work.unit = options.method == Method::nufft ? longest_section : stretch_unit;
    return work;
  }

  // Pieces whose work space is there at once.
  std::size_t planned() const {
    return std::max(static_cast<std::size_t>(stream_.left() * pieces_between_plans),
                    Stream::instances);
  }

  // --- whole periodograms

  void power_of_group(HostCurves const& group, detail::SearchWork const& work,
                      FrequencyGrid const& grid, std::int64_t first, HostPower const& power,
                      HostStatus const& status, LombScargleOptions const& options, double done) {
    auto const curves = mirror_to(exec_, group);
    auto const prepared = prepare(exec_, curves, options);
    copy_status(prepared.summary, status, first);
    auto const pieces = stream_.pieces_of(group, work, grid, first);
    if constexpr (on_host) {
      for (detail::PowerPiece const& piece : pieces) {
        auto const part = part_of(prepared, piece, first);
        Sums const sums = detail::plan_power<Backend>(exec_, part, grid, piece.range, options);
        detail::enqueue_power<Backend, Exec, Real>(
            sums, part, options, &power(piece.first_object, piece.range.first),
            static_cast<std::int64_t>(power.stride(0)), piece.range.first);
        exec_.fence("siderum::stream::piece");
        stream_.report(done + piece.work_done);
      }
    } else {
      stream(prepared, pieces, grid, first, power, options, done);
    }
  }

  // The prepared curves of one piece; `first` is the first object of the group.
  static PreparedCurves<Real, MemorySpace> part_of(
      PreparedCurves<Real, MemorySpace> const& prepared, detail::PowerPiece const& piece,
      std::int64_t first) {
    std::int64_t const begin = piece.first_object - first;
    auto const objects = std::make_pair(begin, begin + piece.objects);
    auto const ends = std::make_pair(begin, begin + piece.objects + 1);
    PreparedCurves<Real, MemorySpace> part = prepared;
    part.series.offsets = Kokkos::subview(prepared.series.offsets, ends);
    part.series.host_offsets = Kokkos::subview(prepared.series.host_offsets, ends);
    part.summary = Kokkos::subview(prepared.summary, objects);
    part.scale = Kokkos::subview(prepared.scale, objects);
    return part;
  }

  void stream(PreparedCurves<Real, MemorySpace> const& prepared, Pieces const& pieces,
              FrequencyGrid const& grid, std::int64_t first, HostPower const& power,
              LombScargleOptions const& options, double done) {
    stream_.make_slots(pieces);
    exec_.fence("siderum::lomb_scargle::prepared");
    for (std::size_t begin = 0; begin < pieces.size(); begin += planned()) {
      std::size_t const end = std::min(begin + planned(), pieces.size());
      run_pieces(prepared,
                 {pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                  pieces.begin() + static_cast<std::ptrdiff_t>(end)},
                 grid, first, power, options, done);
    }
  }

  // Allocating and freeing device memory would make the instances wait for each other: the small
  // work space of some pieces is made before the first of them runs and freed after the last.
  void run_pieces(PreparedCurves<Real, MemorySpace> const& prepared, Pieces const& pieces,
                  FrequencyGrid const& grid, std::int64_t first, HostPower const& power,
                  LombScargleOptions const& options, double done) {
    std::vector<PreparedCurves<Real, MemorySpace>> parts;
    std::vector<Sums> work;
    parts.reserve(pieces.size());
    work.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      parts.push_back(part_of(prepared, pieces[i], first));
      work.push_back(detail::plan_power<Backend>(stream_.instance(i), parts[i], grid,
                                                 pieces[i].range, options));
    }
    stream_.run(pieces, power, done, [&](std::size_t i, Exec const&, Real* device) {
      detail::enqueue_power<Backend, Exec, Real>(work[i], parts[i], options, device,
                                                 pieces[i].frequencies(), pieces[i].range.first);
    });
  }

  void copy_status(Kokkos::View<CurveSummary const*, MemorySpace> const& summary,
                   HostStatus const& status, std::int64_t first) const {
    auto const on_host_memory = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, summary);
    Kokkos::deep_copy(exec_, on_host_memory, summary);
    exec_.fence("siderum::lomb_scargle::status");
    for (std::size_t object = 0; object < summary.extent(0); ++object) {
      status(first + static_cast<std::int64_t>(object)) = on_host_memory(object).status;
    }
  }

  // --- best periods

  void best_of_group(HostCurves const& group, detail::SearchWork const& work,
                     Stretch const& stretch, std::int64_t first, HostBest const& best,
                     LombScargleOptions const& options, double done) {
    auto const [grid, range] = stretch;
    auto const curves = mirror_to(exec_, group);
    auto const found = BestPeriods<Real, Exec>::allocate(exec_, group.objects());
    double const of_group = work.of(first, first + group.objects());
    std::int64_t const length =
        detail::stretch_length(grid.count, of_group / stream_.work_of_piece(), work.unit);
    for (std::int64_t begin = range.first; begin < range.last; begin += length) {
      std::int64_t const end = std::min(begin + length, range.last);
      detail::best_periods<Backend>(exec_, curves, grid, FrequencyRange{begin, end}, found,
                                    options);
      keep_better(found, first, best, begin == range.first);
      double const share =
          static_cast<double>(end - range.first) / static_cast<double>(range.last - range.first);
      stream_.report(done + of_group * share);
    }
  }

  void keep_better(BestPeriods<Real, Exec> const& found, std::int64_t first, HostBest const& best,
                   bool is_first_stretch) const {
    auto const index = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.index);
    auto const power = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.power);
    auto const status = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.status);
    Kokkos::deep_copy(exec_, index, found.index);
    Kokkos::deep_copy(exec_, power, found.power);
    Kokkos::deep_copy(exec_, status, found.status);
    exec_.fence("siderum::lomb_scargle::best");
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(index.extent(0)); ++i) {
      // Stretches ascend: of equal powers the earlier, lower index stays.
      bool const better =
          best.index(first + i) < 0 || (index(i) >= 0 && power(i) > best.power(first + i));
      if (is_first_stretch || better) {
        best.index(first + i) = index(i);
        best.power(first + i) = power(i);
        best.status(first + i) = status(i);
      }
    }
  }

  Exec exec_;
  Stream stream_;
};

template <class Exec, class Real, class Backend>
LombScargleStream<Exec, Real, Backend>::LombScargleStream(Exec const& exec,
                                                          StreamOptions const& options)
    : work_(std::make_unique<Work>(exec, options)) {}

template <class Exec, class Real, class Backend>
LombScargleStream<Exec, Real, Backend>::~LombScargleStream() = default;

template <class Exec, class Real, class Backend>
void LombScargleStream<Exec, Real, Backend>::power(HostCurves const& curves,
                                                   FrequencyGrid const& grid,
                                                   HostPower const& power, HostStatus const& status,
                                                   LombScargleOptions const& options) const {
  work_->power(curves, grid, power, status, options);
}

template <class Exec, class Real, class Backend>
void LombScargleStream<Exec, Real, Backend>::best(HostCurves const& curves,
                                                  FrequencyGrid const& grid, FrequencyRange range,
                                                  HostBest const& best,
                                                  LombScargleOptions const& options) const {
  work_->best(curves, grid, range, best, options);
}

template <class Exec, class Real, class Backend>
std::int64_t LombScargleStream<Exec, Real, Backend>::unit_of_stretches(
    HostCurves const& curves, FrequencyGrid const& grid, LombScargleOptions const& options) const {
  return Work::unit_of_stretches(curves, grid, options);
}

}  // namespace siderum
