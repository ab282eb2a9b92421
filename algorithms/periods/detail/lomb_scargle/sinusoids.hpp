// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

namespace siderum {

/// Solves the normal equations of one object at its own frequency, in FP64.
///
/// Without dropped axes the solution of [CC CS; CS SS] (a, b) = (yc, ys); the principal axes are
/// taken as in reduction_by_axes so that a vanishing one contributes nothing.
template <class Exec, class Real>
struct SinusoidFitter {
  using MemorySpace = typename Exec::memory_space;

  PreparedCurves<Real, MemorySpace> prepared;
  Kokkos::View<double const*, MemorySpace> frequency;  // (objects)
  MeanSums mean;
  Sinusoids<Exec> result;  // (objects)

  KOKKOS_FUNCTION void operator()(std::int64_t object) const {
    CurveSummary const& found = prepared.summary(object);
    double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
    double cosine = nan;
    double sine = nan;
    double offset = nan;
    if (found.status == ObjectStatus::ok) {
      solve(sum(object), found, cosine, sine, offset);
    }
    double const turns = Kokkos::atan2(sine, cosine) / (2.0 * Kokkos::numbers::pi);
    double const positive = turns < 0.0 ? turns + 1.0 : turns;
    result.amplitude(object) = Kokkos::hypot(cosine, sine);
    result.phase(object) = positive < 1.0 || turns != turns ? positive : 0.0;
    result.offset(object) = offset;
    result.epoch(object) = found.points > 0 ? found.epoch : nan;
  }

 private:
  KOKKOS_FUNCTION TrigSumValues<double> sum(std::int64_t object) const {
    portable::SinCos<double> const sin_cos;
    TrigSumValues<double> total{};
    auto const& series = prepared.series;
    for (std::int64_t j = series.offsets(object); j < series.offsets(object + 1); ++j) {
      auto const x = sin_cos(reduced_cycles(frequency(object), 0.0, series.time(j)));
      double const v = static_cast<double>(series.strength(j));
      double const w = static_cast<double>(series.weight(j));
      total.yc += v * x.cos;
      total.ys += v * x.sin;
      total.c2 += w * (x.cos * x.cos - x.sin * x.sin);
      total.s2 += w * 2.0 * x.cos * x.sin;
      if (mean == MeanSums::yes) {
        total.c += w * x.cos;
        total.s += w * x.sin;
      }
    }
    return total;
  }

  KOKKOS_FUNCTION void solve(TrigSumValues<double> const& sums, CurveSummary const& found,
                             double& cosine, double& sine, double& offset) const {
    double const cc = 0.5 * (1.0 + sums.c2) - sums.c * sums.c;
    double const ss = 0.5 * (1.0 - sums.c2) - sums.s * sums.s;
    double const cs = 0.5 * sums.s2 - sums.c * sums.s;
    // Eigenvectors of the normal matrix: (cos u, sin u) with 2u = atan2(2 cs, cc - ss).
    double const u = 0.5 * Kokkos::atan2(2.0 * cs, cc - ss);
    double const cu = Kokkos::cos(u);
    double const su = Kokkos::sin(u);
    double const spread = Kokkos::hypot(0.5 * (cc - ss), cs);
    double const larger = 0.5 * (cc + ss) + spread;
    double const smaller = 0.5 * (cc + ss) - spread;
    double const smallest = smallest_axis<double>(found.points);
    double const along = larger < smallest ? 0.0 : (sums.yc * cu + sums.ys * su) / larger;
    double const across = smaller < smallest ? 0.0 : (sums.ys * cu - sums.yc * su) / smaller;
    double const root = Kokkos::sqrt(found.variance);
    cosine = root * (along * cu - across * su);
    sine = root * (along * su + across * cu);
    offset = found.mean + found.mean_rest - (cosine * sums.c + sine * sums.s);
  }
};

template <class Exec, class Real>
void fit_sinusoids(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                   Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
                   Sinusoids<Exec> const& sinusoids, LombScargleOptions const& options) {
  auto const objects = static_cast<std::size_t>(curves.objects());
  SIDERUM_VALIDATE(frequency.extent(0) == objects && sinusoids.amplitude.extent(0) == objects &&
                       sinusoids.phase.extent(0) == objects &&
                       sinusoids.offset.extent(0) == objects &&
                       sinusoids.epoch.extent(0) == objects,
                   "The frequencies or outputs of the fit are not one per object (there are " +
                       std::to_string(objects) + " objects). Allocate them with that extent.");
  MeanSums const mean = options.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  Kokkos::parallel_for(
      "siderum::lomb_scargle::fit[portable]", IndexPolicy<Exec>(exec, 0, curves.objects()),
      SinusoidFitter<Exec, Real>{prepare(exec, curves, options), frequency, mean, sinusoids});
}

}  // namespace siderum
