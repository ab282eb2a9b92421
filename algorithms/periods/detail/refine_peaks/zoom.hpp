// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>
#include <siderum/algorithms/periods/refine_peaks.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::detail {

/// What the steps of refine_peaks share. A row is one peak of one object.
template <class Exec, class Real>
struct Zoom {
  using MemorySpace = typename Exec::memory_space;
  static constexpr int reach = 8;  // samples on either side of the centre
  static constexpr int samples = 2 * reach + 1;
  static constexpr int rounds = 3;

  PreparedCurves<Real, MemorySpace> prepared;
  LombScargleOptions options;
  int terms;
  std::int64_t peaks;
  double lowest;   // of the grid
  double highest;  // of the grid
  double spacing;
  Kokkos::View<double*, MemorySpace> centre;                       // (rows); NaN: no peak
  Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace> power;  // (rows, samples) p / YY
  RefinedPeaks<Exec> refined;

  KOKKOS_FUNCTION MeanSums mean() const {
    return options.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  }
  KOKKOS_FUNCTION bool wanted(std::int64_t row) const {
    return centre(row) == centre(row) && prepared.summary(row / peaks).status == ObjectStatus::ok;
  }
  KOKKOS_FUNCTION double clamp(double frequency) const {
    return Kokkos::fmin(Kokkos::fmax(frequency, lowest), highest);
  }
  KOKKOS_FUNCTION double frequency(std::int64_t row, int sample) const {
    return clamp(centre(row) + (sample - reach) * spacing);
  }
  /// The fit at a frequency, in a task of FrequencySums.
  template <int capacity, class Sums>
  SIDERUM_NUMBER_FUNCTION MultiHarmonicFit<capacity> fit(std::int64_t row, double frequency,
                                                         Sums const& sums) const {
    std::int64_t const object = row / peaks;
    CurveSummary const& of_object = prepared.summary(object);
    PointSums<capacity> const at = sums(object, frequency);
    FittedModel const model{terms, mean(), of_object.points, of_object.baseline,
                            static_cast<double>(prepared.scale(object).smallest_axis)};
    return fit_multi_harmonic<capacity>(sums, at, object, frequency, model);
  }

  /// The sample of the largest power; -1 where all are NaN.
  KOKKOS_FUNCTION int best_sample(std::int64_t row) const {
    int best = -1;
    for (int sample = 0; sample < samples; ++sample) {
      double const here = power(row, sample);
      if (here == here && (best < 0 || here > power(row, best))) {
        best = sample;
      }
    }
    return best;
  }

  /// The vertex of the parabola through the best sample and its neighbours; the sample itself where
  /// there is none.
  KOKKOS_FUNCTION double vertex(std::int64_t row, int best) const {
    double const at = frequency(row, best);
    if (best == 0 || best == samples - 1) {
      return at;
    }
    double const before = power(row, best - 1);
    double const after = power(row, best + 1);
    double const curvature = before + after - 2.0 * power(row, best);
    double const shift = 0.5 * (before - after) / curvature;
    return curvature < 0.0 && Kokkos::fabs(shift) <= 1.0 ? clamp(at + shift * spacing) : at;
  }

  template <int capacity>
  KOKKOS_FUNCTION void write(std::int64_t row, double at,
                             MultiHarmonicFit<capacity> const& fit) const {
    std::int64_t const object = row / peaks;
    std::int64_t const rank = row % peaks;
    CurveSummary const& found = prepared.summary(object);
    double information = 0.0;  // sum of (h A_h)^2 / YY
    for (int h = 0; h < terms; ++h) {
      double const cosine = (h + 1) * fit.coefficient[2 * h];
      double const sine = (h + 1) * fit.coefficient[2 * h + 1];
      information += cosine * cosine + sine * sine;
    }
    double const noise = Kokkos::sqrt((1.0 - fit.reduction) / information);
    refined.frequency(object, rank) = at;
    refined.power(object, rank) = normalized_power(
        fit.reduction, options.normalization, static_cast<double>(prepared.scale(object).factor));
    refined.uncertainty(object, rank) = Kokkos::sqrt(6.0 / static_cast<double>(found.points)) *
                                        noise / (Kokkos::numbers::pi * found.baseline);
    refined.amplitude(object, rank) =
        Kokkos::sqrt(found.variance) * Kokkos::hypot(fit.coefficient[0], fit.coefficient[1]);
  }

  KOKKOS_FUNCTION void write_nothing(std::int64_t row) const {
    double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
    refined.frequency(row / peaks, row % peaks) = nan;
    refined.power(row / peaks, row % peaks) = nan;
    refined.uncertainty(row / peaks, row % peaks) = nan;
    refined.amplitude(row / peaks, row % peaks) = nan;
  }
};

/// The first centres: the frequencies of the peaks on the grid.
template <class Exec, class Real>
struct ZoomStarter {
  Zoom<Exec, Real> zoom;
  FrequencyGrid grid;
  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight, typename Exec::memory_space> index;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t const k = index(row / zoom.peaks, row % zoom.peaks);
    zoom.centre(row) = k < 0 || k >= grid.count ? Kokkos::Experimental::quiet_NaN_v<double>
                                                : frequency_of(grid, k);
  }
};

/// The best sample becomes the centre of the next round.
template <class Exec, class Real>
struct ZoomChooser {
  Zoom<Exec, Real> zoom;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    if (zoom.wanted(row)) {
      int const best = zoom.best_sample(row);
      zoom.centre(row) = best < 0 ? zoom.centre(row) : zoom.frequency(row, best);
    }
  }
};

/// The powers of the samples, as a task of FrequencySums.
template <class Exec, class Real, int terms_at_most>
struct ZoomSampler {
  static constexpr int capacity = terms_at_most;
  Zoom<Exec, Real> zoom;

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t index, Sums const& sums) const {
    std::int64_t const row = index / zoom.samples;
    int const sample = static_cast<int>(index % zoom.samples);
    if (zoom.wanted(row)) {
      auto const fit = zoom.template fit<capacity>(row, zoom.frequency(row, sample), sums);
      if (sums.is_writer()) {
        zoom.power(row, sample) = fit.reduction;
      }
    }
  }
};

/// The power at the vertex, or that of the best sample where it is higher, as a task of
/// FrequencySums.
template <class Exec, class Real, int terms_at_most>
struct ZoomFinisher {
  static constexpr int capacity = terms_at_most;
  Zoom<Exec, Real> zoom;

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t row, Sums const& sums) const {
    int const best = zoom.wanted(row) ? zoom.best_sample(row) : -1;
    if (best < 0) {
      if (sums.is_writer()) {
        zoom.write_nothing(row);
      }
      return;
    }
    double const vertex = zoom.vertex(row, best);
    double const sampled = zoom.frequency(row, best);
    auto const fit = zoom.template fit<capacity>(row, vertex, sums);
    bool const better = fit.reduction >= zoom.power(row, best);
    auto const chosen = better ? fit : zoom.template fit<capacity>(row, sampled, sums);
    if (sums.is_writer()) {
      zoom.write(row, better ? vertex : sampled, chosen);
    }
  }
};

}  // namespace siderum::detail
