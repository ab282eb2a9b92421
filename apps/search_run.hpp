// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/algorithms/lomb_scargle.hpp>
#include <siderum/algorithms/peaks.hpp>
#include <siderum/apps/compute.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

/// One period search on one execution space in one precision, in pieces that fit its memory.
template <class Backend, class Exec, class Real>
class SearchRun {
 public:
  SearchRun(Exec const& exec, io::LightCurveTable const& table, PeriodSearch const& search,
            double memory_fraction, ProgressObserver* progress)
      : exec_(exec),
        search_(search),
        curves_(make_light_curves<Real>(table.time, table.value, table.error, table.offsets)),
        table_(table),
        memory_fraction_(memory_fraction),
        progress_(progress) {
    result_.status.assign(table.id.size(), ObjectStatus::ok);
    result_.peaks.assign(table.id.size() * search.peaks, Peak{-1, not_a_number});
  }

  PeriodSearchResult operator()() {
    bool const keeps = static_cast<bool>(search_.sink) || search_.peaks > 1 ||
                       !search_.excluded.empty();
    keeps ? search_with_periodogram() : search_for_best();
    return std::move(result_);
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  static constexpr bool on_host =
      Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  // Points times frequencies between two reports of progress: a second or so, and enough for
  // a device to be busy.
  static constexpr double piece_work = on_host ? 0x1p34 : 0x1p38;

  std::int64_t count() const { return search_.grid.count; }
  double work(std::int64_t first, std::int64_t last) const {
    auto const points = curves_.host_offsets(last) - curves_.host_offsets(first);
    return static_cast<double>(points + last - first) * static_cast<double>(count());
  }

  // The end of the longest run of objects from `first` whose work is one piece and no more than
  // `most` objects; at least one.
  std::int64_t end_of_piece(std::int64_t first, std::int64_t most) const {
    std::int64_t last = first + 1;
    while (last < curves_.objects() && last - first < most && work(first, last + 1) <= piece_work) {
      ++last;
    }
    return last;
  }

  void report(std::int64_t object, double within) const {
    if (progress_ != nullptr) {
      constexpr std::int64_t parts = 10'000;
      double const done = work(0, object) + within;
      double const total = std::max(work(0, curves_.objects()), 1.0);
      progress_->advance(
          std::min(parts, static_cast<std::int64_t>(done / total * static_cast<double>(parts))),
          parts);
    }
  }

  void search_for_best() {
    for (std::int64_t first = 0; first < curves_.objects();) {
      std::int64_t const last = end_of_piece(first, curves_.objects());
      auto const piece = mirror_to(exec_, slice(curves_, first, last));
      double const whole = work(first, last);
      auto const stretches =
          std::max<std::int64_t>(1, static_cast<std::int64_t>(whole / piece_work));
      std::int64_t const units = (count() + stretch_unit - 1) / stretch_unit;
      std::int64_t const length = (units + stretches - 1) / stretches * stretch_unit;
      for (std::int64_t begin = 0; begin < count(); begin += length) {
        best_of_stretch(piece, first, {begin, std::min(begin + length, count())});
        report(first, whole * static_cast<double>(std::min(begin + length, count())) /
                          static_cast<double>(count()));
      }
      first = last;
    }
  }

  void best_of_stretch(LightCurves<Real, MemorySpace> const& piece, std::int64_t first,
                       FrequencyRange range) {
    auto const best = BestPeriods<Real, Exec>::allocate(exec_, piece.objects());
    best_periods_stretch<Backend>(exec_, piece, search_.grid, range, best, search_.options);
    auto const index = Kokkos::create_mirror_view(best.index);
    auto const power = Kokkos::create_mirror_view(best.power);
    auto const status = Kokkos::create_mirror_view(best.status);
    Kokkos::deep_copy(exec_, index, best.index);
    Kokkos::deep_copy(exec_, power, best.power);
    Kokkos::deep_copy(exec_, status, best.status);
    exec_.fence("siderum::periods::best");
    for (std::int64_t i = 0; i < piece.objects(); ++i) {
      result_.status[first + i] = status(i);
      Peak& peak = result_.peaks[first + i];
      if (index(i) >= 0 && !(peak.index >= 0 && static_cast<double>(power(i)) <= peak.power)) {
        peak = {index(i), static_cast<double>(power(i))};
      }
    }
  }

  void search_with_periodogram() {
    std::int64_t const rows = rows_in_memory();
    for (std::int64_t first = 0; first < curves_.objects();) {
      std::int64_t const last = end_of_piece(first, rows);
      search_rows(first, last);
      report(last, 0.0);
      first = last;
    }
  }

  // How many rows of a periodogram fit; refuses where not even one does.
  std::int64_t rows_in_memory() const {
    std::int64_t const free = typename Backend::template DeviceFactsOf<Exec>()().free_memory;
    if (free == 0) {
      return curves_.objects();
    }
    double const row = static_cast<double>(count()) * sizeof(Real);
    double const rows = memory_fraction_ * static_cast<double>(free) / row;
    SIDERUM_VALIDATE(
        rows >= 1.0,
        "The periodogram of one object takes " + gigabytes(row) + " (the memory has " +
            gigabytes(static_cast<double>(free)) +
            " free). Ask for fewer frequencies, or only for the best period (no periodogram, plot,"
            " peaks or excluded frequencies), which needs no memory for it.");
    return static_cast<std::int64_t>(std::min(rows, 1e9));
  }

  static std::string gigabytes(double bytes) {
    std::string text = std::to_string(bytes / 1e9);
    return text.substr(0, text.find('.') + 3) + " GB";
  }

  void search_rows(std::int64_t first, std::int64_t last) {
    auto const piece = mirror_to(exec_, slice(curves_, first, last));
    std::int64_t const rows = last - first;
    auto const power =
        allocate<PowerView<Real, Exec>>(exec_, "siderum::periods::power", rows, count());
    auto const status =
        allocate<StatusView<Exec>>(exec_, "siderum::periods::status", rows);
    lomb_scargle<Backend>(exec_, piece, search_.grid, power, status, search_.options);
    auto const peaks = Peaks<Real, Exec>::allocate(exec_, rows, search_.peaks);
    find_peaks<Exec, Real>(exec_, power, separations(first, last), excluded(), peaks);
    collect(first, peaks, status);
    if (search_.sink) {
      auto const rows_on_host = Kokkos::create_mirror_view(power);
      Kokkos::deep_copy(exec_, rows_on_host, power);
      exec_.fence("siderum::periods::rows");
      search_.sink({first, rows, count(),
                    std::is_same_v<Real, double> ? Precision::double_precision
                                                 : Precision::single_precision,
                    rows_on_host.data()});
    }
  }

  void collect(std::int64_t first, Peaks<Real, Exec> const& peaks, StatusView<Exec> const& status) {
    auto const index = Kokkos::create_mirror_view(peaks.index);
    auto const power = Kokkos::create_mirror_view(peaks.power);
    auto const status_on_host = Kokkos::create_mirror_view(status);
    Kokkos::deep_copy(exec_, index, peaks.index);
    Kokkos::deep_copy(exec_, power, peaks.power);
    Kokkos::deep_copy(exec_, status_on_host, status);
    exec_.fence("siderum::periods::peaks");
    for (std::size_t i = 0; i < index.extent(0); ++i) {
      result_.status[first + i] = status_on_host(i);
      for (std::int64_t rank = 0; rank < search_.peaks; ++rank) {
        result_.peaks[(first + i) * search_.peaks + rank] = {
            index(i, rank), static_cast<double>(power(i, rank))};
      }
    }
  }

  template <class Value>
  Kokkos::View<Value const*, MemorySpace> to_device(std::vector<Value> const& values,
                                                    char const* label) const {
    auto const device =
        allocate<Kokkos::View<Value*, MemorySpace>>(exec_, label, values.size());
    Kokkos::deep_copy(
        exec_, device,
        Kokkos::View<Value const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            values.data(), values.size()));
    exec_.fence("siderum::periods::copy");
    return device;
  }

  // One resolution element 1 / baseline, in steps of the grid.
  Kokkos::View<double const*, MemorySpace> separations(std::int64_t first,
                                                       std::int64_t last) const {
    std::vector<double> steps;
    for (std::int64_t object = first; object < last; ++object) {
      auto const begin = table_.time.begin() + table_.offsets[object];
      auto const [earliest, latest] =
          std::minmax_element(begin, table_.time.begin() + table_.offsets[object + 1]);
      double const baseline = table_.offsets[object] == table_.offsets[object + 1]
                                  ? 0.0
                                  : *latest - *earliest;
      steps.push_back(baseline > 0.0 ? 1.0 / (baseline * search_.grid.step) : 0.0);
    }
    return to_device(steps, "siderum::periods::separation");
  }

  Kokkos::View<ExcludedIndices const*, MemorySpace> excluded() const {
    std::vector<ExcludedIndices> windows;
    for (FrequencyWindow const& window : search_.excluded) {
      IndexRange const range =
          indices_between(search_.grid, window.frequency - window.half_width,
                          window.frequency + window.half_width);
      windows.push_back({range.first, range.last});
    }
    return to_device(windows, "siderum::periods::excluded");
  }

  Exec exec_;
  PeriodSearch const& search_;
  LightCurves<Real, Kokkos::HostSpace> curves_;
  io::LightCurveTable const& table_;
  double memory_fraction_;
  ProgressObserver* progress_;
  PeriodSearchResult result_;
};

}  // namespace siderum::apps
