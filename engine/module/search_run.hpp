// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>
#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/module/model_powers.hpp>
#include <siderum/engine/module/peak_details.hpp>
#include <siderum/engine/module/rounded_curves.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

/// One period search on one execution space in one precision, in pieces that fit its memory: by
/// Lomb-Scargle, unless a derived class computes other powers.
template <class Backend, class Exec, class Real>
class SearchRun {
 public:
  SearchRun(Exec const& exec, LightCurveTable const& table, PeriodSearch const& search,
            Execution const& execution, SearchShare const& share)
      : exec_(exec),
        search_(search),
        share_(share),
        curves_(rounded_curves<Real>(table, search.options.center_data)),
        options_(search.options),
        table_(table),
        memory_fraction_(execution.memory_fraction),
        progress_(execution.progress),
        model_(exec, table, search, share.method) {
    // Once for all objects: it must not depend on the pieces in which they are searched.
    options_.method = share.method.value_or(siderum::detail::resolve_method<Backend, Exec, Real>(
        curves_.host_offsets, search.grid, search.options));
    if constexpr (!is_host<Exec>) {
      if (double const bytes = bytes_to_take<Exec>(); bytes > 0.0) {
        options_ = siderum::detail::with_memory(options_, bytes);
      }
    }
    result_.method = has_model() ? model_.method() : options_.method;
    if (result_.method == Method::nufft) {
      result_.tolerance = tolerance_of<Real>(options_, search.grid.count);
    }
    result_.status.assign(table.id.size(), ObjectStatus::ok);
    result_.peaks.assign(table.id.size() * searched_peaks(), Peak{-1, not_a_number});
  }
  virtual ~SearchRun() = default;
  SearchRun(SearchRun const&) = delete;
  SearchRun& operator=(SearchRun const&) = delete;

  /// How it is done, before it is.
  SearchMethod method() const {
    bool const can_be_cut = needs_no_power() && !search_.sink && search_.refine == Refine::no &&
                            search_.false_alarm == FalseAlarm::none;
    return {result_.method, result_.tolerance, can_be_cut ? stretch_unit_of_best() : 0};
  }

  PeriodSearchResult operator()() {
    if (search_.sink) {
      search_with_rows();
    } else if (needs_no_power()) {
      search_for_best();
    } else {
      search_for_peaks();
    }
    drop_zero_powers();
    if (search_.refine == Refine::yes || search_.false_alarm != FalseAlarm::none) {
      PeakDetails<Backend, Exec, Real>(exec_, curves_, search_, bytes_to_take<Exec>(),
                                       share_.first_object)
          .add_to(result_.peaks);
      keep_highest();
      drop_zero_powers();
    }
    return std::move(result_);
  }

 protected:
  using MemorySpace = typename Exec::memory_space;
  using HostExec = Kokkos::DefaultHostExecutionSpace;
  using Curves = LightCurves<Real, MemorySpace>;
  using Stream = LombScargleStream<Exec, Real, Backend>;
  using HostPower = typename Stream::HostPower;
  using HostStatus = typename Stream::HostStatus;
  static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  static constexpr Precision precision =
      std::is_same_v<Real, double> ? Precision::double_precision : Precision::single_precision;

  /// Whether search_for_best knows the answer.
  virtual bool needs_no_power() const { return searched_peaks() == 1 && search_.excluded.empty(); }

  /// Where the grid may be cut for search_for_best; 0: nowhere. Products of matrices round by where
  /// they are cut.
  virtual std::int64_t stretch_unit_of_best() const {
    return has_model() || options_.method == Method::product
               ? 0
               : Stream(exec_, stream_options(nullptr))
                     .unit_of_stretches(curves_, search_.grid, options_);
  }

  /// The best of every object, without the periodogram in memory.
  virtual void search_for_best() {
    if (has_model()) {
      best_of_model();
      return;
    }
    auto const best = BestPeriods<Real, HostExec>::allocate(HostExec(), curves_.objects());
    Stream(exec_, stream_options(progress_))
        .best(curves_, search_.grid, searched_range(), best, options_);
    take_best(0, best);
  }

  /// The powers of some objects, enqueued on the instance.
  virtual void compute_power(Curves const& piece, PowerView<Real, Exec> const& power,
                             StatusView<Exec> const& status) {
    lomb_scargle<Backend>(exec_, piece, search_.grid, power, status, options_);
  }

  /// The powers of the objects from `first` on, in host memory.
  virtual void compute_power_on_host(std::int64_t first, HostPower const& power,
                                     HostStatus const& status) {
    if (!stream_) {
      stream_.emplace(exec_, stream_options(nullptr));
    }
    auto const rows = static_cast<std::int64_t>(power.extent(0));
    stream_->power(slice(curves_, first, first + rows), search_.grid, power, status, options_);
  }

  void take_best(std::int64_t first, BestPeriods<Real, HostExec> const& best) {
    for (std::size_t i = 0; i < best.index.extent(0); ++i) {
      result_.status[first + i] = best.status(i);
      result_.peaks[first + i] = {best.index(i), static_cast<double>(best.power(i))};
    }
  }

  std::int64_t count() const { return search_.grid.count; }

  FrequencyRange searched_range() const {
    return share_.stretch.value_or(FrequencyRange{0, count()});
  }

  /// The highest peaks of the grid need not be the highest between its frequencies, where a few
  /// more are looked at, as far as there are any. So are some for those that refining moves into an
  /// excluded window, one at each of its ends.
  std::int64_t searched_peaks() const {
    constexpr std::int64_t most_passed_over = 8;
    std::int64_t const more = 2 + std::min(2 * std::ssize(search_.excluded), most_passed_over);
    return search_.refine == Refine::yes
               ? std::max(search_.peaks, std::min(search_.peaks + more, count()))
               : search_.peaks;
  }

  StreamOptions stream_options(ProgressObserver* progress) const {
    return {.memory_fraction = memory_fraction_, .progress = progress};
  }

  /// Calls work(first object, objects) for `most` objects at a time, fewer where the device runs
  /// out of memory.
  template <class Work>
  void in_pieces(std::int64_t most, Work const& work) {
    for (std::int64_t first = 0; first < curves_.objects();) {
      std::int64_t const rows = std::min(most, curves_.objects() - first);
      try {
        work(first, rows);
        first += rows;
        report(first);
      } catch (OutOfMemory const&) {
        if (rows == 1) {
          throw;
        }
        most = rows / 2;
      }
    }
  }

  void report(std::int64_t objects_done) const {
    if (progress_ != nullptr) {
      progress_->advance(objects_done, curves_.objects());
    }
  }

  // What may be taken of a memory; 0: it is not known how much is free.
  template <class Space>
  double bytes_to_take() const {
    using Facts = typename backend::default_for_t<Space>::template DeviceFactsOf<Space>;
    return memory_fraction_ * static_cast<double>(Facts()().free_memory);
  }

  // How many rows of a periodogram fit, of a gigabyte at most; refuses where not even one does.
  template <class Space>
  std::int64_t rows_in_memory() const {
    constexpr double enough = 0x1p30;
    double const bytes = bytes_to_take<Space>();
    double const row = static_cast<double>(count()) * sizeof(Real);
    SIDERUM_VALIDATE(
        bytes == 0.0 || row <= bytes,
        "The periodogram of one object takes " + gigabytes(row) + " (the memory has " +
            gigabytes(bytes / memory_fraction_) +
            " free). Ask for fewer frequencies, or only for the best period (no periodogram, plot,"
            " peaks, refined ones or excluded frequencies), which needs no memory for it.");
    double const most = bytes == 0.0 ? enough : std::min(enough, bytes);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(most / row));
  }

  template <class Space>
  Kokkos::View<ExcludedIndices const*, typename Space::memory_space> excluded(
      Space const& exec) const {
    std::vector<ExcludedIndices> windows;
    for (FrequencyWindow const& window : search_.excluded) {
      IndexRange const range = indices_between(search_.grid, window.frequency - window.half_width,
                                               window.frequency + window.half_width);
      windows.push_back({range.first, range.last});
    }
    return copy_to_memory(exec, "siderum::periods::excluded", windows);
  }

  Exec exec_;
  PeriodSearch const& search_;
  SearchShare share_;
  LightCurves<Real, Kokkos::HostSpace> curves_;
  LombScargleOptions options_;  // with the method that is taken

 private:
  bool has_model() const { return ModelPowers<Backend, Exec, Real>::is_needed(search_); }

  /// Takes the peaks of power 0 from a result in which 0 means that no sinusoid fits better than a
  /// constant: what lies at the first frequency where all powers are 0 is no peak.
  void drop_zero_powers() {
    if (search_.finder) {
      return;
    }
    for (Peak& peak : result_.peaks) {
      peak.index = peak.power == 0.0 ? -1 : peak.index;
    }
  }

  /// The peaks that were asked for, in the order of the powers that they have by now. A bootstrap
  /// knows their powers on the grid: one that has overtaken others is no likelier noise than those.
  void keep_highest() {
    auto const before = [](Peak const& a, Peak const& b) {
      bool const is_peak = a.index >= 0;
      return is_peak != (b.index >= 0) ? is_peak : is_peak && a.power > b.power;
    };
    std::vector<Peak> kept;
    kept.reserve(table_.id.size() * search_.peaks);
    std::int64_t const searched = searched_peaks();
    for (auto peak = result_.peaks.begin(); peak != result_.peaks.end(); peak += searched) {
      std::stable_sort(peak, peak + searched, before);
      for (std::int64_t rank = searched - 2; rank >= 0; --rank) {
        Peak const& next = peak[rank + 1];
        peak[rank].false_alarm = std::fmin(peak[rank].false_alarm, next.false_alarm);
        peak[rank].log_false_alarm = std::fmin(peak[rank].log_false_alarm, next.log_false_alarm);
      }
      kept.insert(kept.end(), peak, peak + search_.peaks);
    }
    result_.peaks = std::move(kept);
  }

  void best_of_model() {
    in_pieces(curves_.objects(), [this](std::int64_t first, std::int64_t rows) {
      auto const best = BestPeriods<Real, Exec>::allocate(exec_, rows);
      model_.best(first, first + rows, best);
      take_best(first, BestPeriods<Real, HostExec>{
                           Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.index),
                           Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.power),
                           Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.status)});
    });
  }

  // Whole rows in host memory, as many at a time as fit, for the sink; the peaks are found there.
  void search_with_rows() {
    if (has_model()) {
      search_for_peaks();
      return;
    }
    std::int64_t const most = rows_in_memory<HostExec>();
    auto const memory = allocate_on_host<HostPower>("siderum::periods::rows",
                                                    std::min(most, curves_.objects()), count());
    for (std::int64_t first = 0; first < curves_.objects(); first += most) {
      std::int64_t const rows = std::min(most, curves_.objects() - first);
      HostPower const power(memory.data(), rows, count());
      auto const status = allocate_on_host<HostStatus>("siderum::periods::status", rows);
      compute_power_on_host(first, power, status);
      take_peaks(HostExec(), first, power, status);
      search_.sink({first, rows, count(), precision, power.data()});
      report(first + rows);
    }
  }

  // The peaks alone: rows stay in the memory of the device, fewer where that is short.
  void search_for_peaks() {
    in_pieces(rows_in_memory<Exec>(),
              [this](std::int64_t first, std::int64_t rows) { peaks_of_rows(first, rows); });
  }

  void peaks_of_rows(std::int64_t first, std::int64_t rows) {
    auto const power =
        allocate<PowerView<Real, Exec>>(exec_, "siderum::periods::power", rows, count());
    auto const status = allocate<StatusView<Exec>>(exec_, "siderum::periods::status", rows);
    if (has_model()) {
      model_.power(first, first + rows, power, status);
    } else {
      compute_power(mirror_to(exec_, slice(curves_, first, first + rows)), power, status);
    }
    take_peaks(exec_, first, power, status);
    if (search_.sink) {
      auto const rows_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, power);
      search_.sink({first, rows, count(), precision, rows_on_host.data()});
    }
  }

  static std::string gigabytes(double bytes) {
    std::string text = std::to_string(bytes / 1e9);
    return text.substr(0, text.find('.') + 3) + " GB";
  }

  template <class Space>
  void take_peaks(Space const& exec, std::int64_t first, PowerView<Real, Space> const& power,
                  StatusView<Space> const& status) {
    auto const rows = static_cast<std::int64_t>(power.extent(0));
    auto const peaks = Peaks<Real, Space>::allocate(exec, rows, searched_peaks());
    auto const offsets = std::span(table_.offsets).subspan(first, rows + 1);
    find_peaks(exec, power, peak_separations(exec, table_.time, offsets, search_.grid),
               excluded(exec), peaks);
    auto const index = Kokkos::create_mirror_view(peaks.index);
    auto const height = Kokkos::create_mirror_view(peaks.power);
    auto const status_on_host = Kokkos::create_mirror_view(status);
    Kokkos::deep_copy(exec, index, peaks.index);
    Kokkos::deep_copy(exec, height, peaks.power);
    Kokkos::deep_copy(exec, status_on_host, status);
    exec.fence("siderum::periods::peaks");
    for (std::int64_t i = 0; i < rows; ++i) {
      result_.status[first + i] = status_on_host(i);
      for (std::int64_t rank = 0; rank < searched_peaks(); ++rank) {
        result_.peaks[(first + i) * searched_peaks() + rank] = {
            index(i, rank), static_cast<double>(height(i, rank))};
      }
    }
  }

  LightCurveTable const& table_;
  double memory_fraction_;
  ProgressObserver* progress_;
  ModelPowers<Backend, Exec, Real> model_;
  std::optional<Stream> stream_;  // made on first use and kept
  PeriodSearchResult result_;
};

}  // namespace siderum::engine
