// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>
#include <siderum/algorithms/periods/false_alarm_probability.hpp>
#include <siderum/algorithms/periods/refine_peaks.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

/// What is asked for about peaks that a search has found: where exactly they are, and how probable
/// they are in noise. The points are on the device for it, of as many objects at a time as fit.
template <class Backend, class Exec, class Real>
class PeakDetails {
 public:
  using HostCurves = LightCurves<Real, Kokkos::HostSpace>;

  /// @param bytes         of the device that may be taken; 0: it is not known how many there are
  /// @param first_object  the place of the first object among those that a bootstrap knows
  PeakDetails(Exec const& exec, HostCurves const& curves, PeriodSearch const& search, double bytes,
              std::int64_t first_object = 0)
      : exec_(exec),
        curves_(curves),
        search_(search),
        options_(bytes > 0.0 ? siderum::detail::with_memory(search.options, bytes)
                             : search.options),
        bytes_(bytes > 0.0 ? bytes : std::numeric_limits<double>::infinity()),
        first_object_(first_object) {}

  /// @param peaks  (objects, peaks) as find_peaks found them
  void add_to(std::span<Peak> peaks) const {
    std::int64_t const ranks = curves_.objects() == 0 ? 0 : std::ssize(peaks) / curves_.objects();
    double bytes = 0.5 * bytes_;
    for (std::int64_t first = 0; first < curves_.objects();) {
      std::int64_t const last = end_of_piece(first, ranks, bytes);
      try {
        add_to_piece({first, last, ranks,
                      peaks.subspan(static_cast<std::size_t>(first * ranks),
                                    static_cast<std::size_t>((last - first) * ranks))});
        first = last;
      } catch (OutOfMemory const&) {
        if (last - first == 1) {
          throw;
        }
        bytes = 0.5 * bytes_of(first, last, ranks);
      }
    }
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Curves = LightCurves<Real, MemorySpace>;
  template <class Value>
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, MemorySpace>;

  /// The objects first .. last - 1.
  struct Piece {
    std::int64_t first;
    std::int64_t last;
    std::int64_t ranks;
    std::span<Peak> peaks;  // (objects, ranks)

    std::int64_t objects() const { return last - first; }
  };

  MultiHarmonicOptions model() const { return {.terms = search_.terms, .periodogram = options_}; }

  double bytes_of(std::int64_t first, std::int64_t last, std::int64_t ranks) const {
    constexpr double bytes_of_object = 512.0;
    constexpr double bytes_of_peak = 256.0;  // samples of its surroundings, and what is found
    double const samples = search_.false_alarm == FalseAlarm::bootstrap
                               ? static_cast<double>(search_.bootstrap_samples) * sizeof(Real)
                               : 0.0;
    auto const points =
        static_cast<double>(curves_.host_offsets(last) - curves_.host_offsets(first));
    return points * siderum::detail::point_bytes<Real> +
           static_cast<double>(last - first) *
               (bytes_of_object + static_cast<double>(ranks) * bytes_of_peak + samples);
  }

  std::int64_t end_of_piece(std::int64_t first, std::int64_t ranks, double bytes) const {
    std::int64_t last = first + 1;
    while (last < curves_.objects() && bytes_of(first, last + 1, ranks) <= bytes) {
      ++last;
    }
    return last;
  }

  // The formulas hold between the frequencies of the grid too; the bootstrap knows maxima on it.
  void add_to_piece(Piece const& piece) const {
    Curves const curves = mirror_to(exec_, slice(curves_, piece.first, piece.last));
    if (search_.false_alarm == FalseAlarm::bootstrap) {
      count_false_alarms(curves, piece);
    }
    if (search_.refine == Refine::yes) {
      refine(curves, piece);
    }
    if (search_.false_alarm != FalseAlarm::none && search_.false_alarm != FalseAlarm::bootstrap) {
      compute_false_alarms(curves, piece);
    }
  }

  /// A table on the device of what `number` says of each peak.
  template <class Value, class Number>
  Table<Value> to_device(Piece const& piece, Number const& number) const {
    auto const table =
        allocate<Table<Value>>(exec_, "siderum::periods::details", piece.objects(), piece.ranks);
    auto const host = host_memory_for(table);
    for (std::size_t i = 0; i < piece.peaks.size(); ++i) {
      host.data()[i] = static_cast<Value>(number(piece.peaks[i]));
    }
    Kokkos::deep_copy(exec_, table, host);
    exec_.fence("siderum::periods::copy");
    return table;
  }

  /// Hands the numbers of a table on, peak by peak.
  template <class Value, class Take>
  void from_device(Table<Value> const& table, Piece const& piece, Take const& take) const {
    auto const host = Kokkos::create_mirror_view(table);
    Kokkos::deep_copy(exec_, host, table);
    exec_.fence("siderum::periods::details");
    for (std::size_t i = 0; i < piece.peaks.size(); ++i) {
      take(piece.peaks[i], host.data()[i]);
    }
  }

  void refine(Curves const& curves, Piece const& piece) const {
    auto const index = to_device<std::int64_t>(piece, [](Peak const& peak) { return peak.index; });
    auto const refined = RefinedPeaks<Exec>::allocate(exec_, piece.objects(), piece.ranks);
    refine_peaks<Backend>(exec_, curves, search_.grid, index, refined, options_, search_.terms);
    from_device(refined.frequency, piece,
                [](Peak& peak, double frequency) { peak.frequency = frequency; });
    from_device(refined.uncertainty, piece,
                [](Peak& peak, double uncertainty) { peak.uncertainty = uncertainty; });
    from_device(refined.power, piece, [](Peak& peak, double power) {
      peak.power = peak.index >= 0 && !std::isnan(power) ? power : peak.power;
    });
    for (Peak& peak : piece.peaks) {
      if (is_excluded(peak.frequency)) {
        peak = {-1, std::numeric_limits<double>::quiet_NaN()};
      }
    }
  }

  /// Of a refined frequency: a peak may stand on the grid next to a window, and its maximum within.
  bool is_excluded(double frequency) const {
    return std::any_of(search_.excluded.begin(), search_.excluded.end(),
                       [frequency](FrequencyWindow const& window) {
                         return frequency >= window.frequency - window.half_width &&
                                frequency <= window.frequency + window.half_width;
                       });
  }

  static double power_of_peak(Peak const& peak) {
    return peak.index >= 0 ? peak.power : std::numeric_limits<double>::quiet_NaN();
  }

  static FalseAlarmMethod formula(FalseAlarm method) {
    switch (method) {
      case FalseAlarm::naive:
        return FalseAlarmMethod::naive;
      case FalseAlarm::davies:
        return FalseAlarmMethod::davies;
      default:
        return FalseAlarmMethod::baluev;
    }
  }

  void compute_false_alarms(Curves const& curves, Piece const& piece) const {
    auto const noise = allocate<Kokkos::View<NoiseSearch*, MemorySpace>>(
        exec_, "siderum::periods::noise", piece.objects());
    describe_noise(exec_, curves, search_.grid.frequency(search_.grid.count - 1), noise, options_);
    auto const power = to_device<double>(piece, power_of_peak);
    auto const logarithm = allocate<Table<double>>(exec_, "siderum::periods::false_alarm",
                                                   piece.objects(), piece.ranks);
    log_false_alarm_probabilities(exec_, formula(search_.false_alarm), noise, power, logarithm);
    from_device(logarithm, piece, [](Peak& peak, double log_probability) {
      peak.false_alarm = std::exp(log_probability);
      peak.log_false_alarm = log_probability;
    });
  }

  void count_false_alarms(Curves const& curves, Piece const& piece) const {
    BootstrapOptions bootstrap{.samples = search_.bootstrap_samples,
                               .seed = search_.bootstrap_seed,
                               .first_object = first_object_ + piece.first};
    constexpr double bytes_of_sampled_point = 40.0;
    double const most = std::max(0.25 * bytes_ / bytes_of_sampled_point, 1.0);
    if (most < static_cast<double>(bootstrap.points_at_a_time)) {
      bootstrap.points_at_a_time = static_cast<std::int64_t>(most);
    }
    auto const maxima = allocate<Table<Real>>(exec_, "siderum::periods::maxima", piece.objects(),
                                              bootstrap.samples);
    bootstrap_maxima<Backend>(exec_, curves, search_.grid, maxima, model(), bootstrap);
    auto const power = to_device<Real>(piece, power_of_peak);
    auto const exceeding = allocate<Table<std::int64_t>>(exec_, "siderum::periods::exceeding",
                                                         piece.objects(), piece.ranks);
    count_exceeding(exec_, maxima, power, exceeding);
    from_device(exceeding, piece, [&](Peak& peak, std::int64_t count) {
      peak.false_alarm = bootstrap_probability(count, bootstrap.samples);
      peak.log_false_alarm = std::log(peak.false_alarm);
    });
  }

  Exec exec_;
  HostCurves const& curves_;
  PeriodSearch const& search_;
  LombScargleOptions options_;
  double bytes_;
  std::int64_t first_object_;
};

}  // namespace siderum::engine
