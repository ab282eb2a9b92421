// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/multi_harmonic_models.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// The definitions behind multi_harmonic_models.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

/// From the sums of an object to its model.
template <class Exec, class Real, int capacity>
struct ModelWriter {
  using MemorySpace = typename Exec::memory_space;
  PreparedCurves<Real, MemorySpace> prepared;
  Kokkos::View<double const*, MemorySpace> frequency;  // (objects)
  MultiHarmonicModels<Exec> models;
  MeanSums mean;
  int terms;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const {
    return prepared.summary(object).status == ObjectStatus::ok;
  }
  KOKKOS_FUNCTION FittedModel model(std::int64_t object) const {
    CurveSummary const& of_object = prepared.summary(object);
    return {terms, mean, of_object.points, of_object.baseline,
            static_cast<double>(prepared.scale(object).smallest_axis)};
  }

  KOKKOS_FUNCTION void write(std::int64_t object, PointSums<capacity> const& sums,
                             MultiHarmonicFit<capacity> const& fit) const {
    CurveSummary const& found = prepared.summary(object);
    double const root = Kokkos::sqrt(found.variance);
    double offset = found.mean + found.mean_rest;
    for (int m = 0; m < terms; ++m) {
      double const cosine = root * fit.coefficient[2 * m];
      double const sine = root * fit.coefficient[2 * m + 1];
      models.coefficient(object, 2 * m) = cosine;
      models.coefficient(object, 2 * m + 1) = sine;
      offset -= mean == MeanSums::yes ? cosine * sums.c[m] + sine * sums.s[m] : 0.0;
    }
    models.frequency(object) = frequency(object);
    models.epoch(object) = found.epoch;
    models.offset(object) = fit.reduction == fit.reduction ? offset : fit.reduction;
  }

  KOKKOS_FUNCTION void write_nothing(std::int64_t object) const {
    double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
    models.frequency(object) = frequency(object);
    models.epoch(object) = nan;
    models.offset(object) = nan;
    for (int i = 0; i < 2 * terms; ++i) {
      models.coefficient(object, i) = nan;
    }
  }
};

/// The model of one object, as a task of FrequencySums.
template <class Exec, class Real, int terms_at_most>
struct ModelFitter {
  static constexpr int capacity = terms_at_most;
  ModelWriter<Exec, Real, capacity> writer;

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t object, Sums const& sums) const {
    if (writer.wanted(object)) {
      PointSums<capacity> const at = sums(object, writer.frequency(object));
      auto const fit = fit_multi_harmonic<capacity>(sums, at, object, writer.frequency(object),
                                                    writer.model(object));
      if (sums.is_writer()) {
        writer.write(object, at, fit);
      }
    } else if (sums.is_writer()) {
      writer.write_nothing(object);
    }
  }
};

template <class Backend, int capacity, class Exec, class Real>
void launch_fit(Exec const& exec, PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
                MultiHarmonicModels<Exec> const& models, MultiHarmonicOptions const& options) {
  MeanSums const mean = options.periodogram.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  typename Backend::template FrequencySums<Exec, Real> const sum(exec, prepared.series,
                                                                 options.terms);
  sum(ModelFitter<Exec, Real, capacity>{{prepared, frequency, models, mean, options.terms}},
      static_cast<std::int64_t>(frequency.extent(0)),
      "siderum::multi_harmonic_models::fit[portable]");
}

/// The models at the times of one object per team.
template <class Exec, class Real>
struct ModelEvaluator {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;
  MultiHarmonicModels<Exec> models;
  Kokkos::View<double const*, MemorySpace> time;
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;
  Kokkos::View<Real*, MemorySpace> value;

  KOKKOS_FUNCTION double at(std::int64_t object, double t) const {
    auto const x = portable::SinCos<double>{}(
        reduced_cycles(models.frequency(object), 0.0, t - models.epoch(object)));
    SinCosValue<double> multiple = x;
    double sum = models.offset(object);
    for (std::size_t i = 0; i < models.coefficient.extent(1); i += 2) {
      sum += models.coefficient(object, i) * multiple.cos +
             models.coefficient(object, i + 1) * multiple.sin;
      multiple = portable::PhaseRotation{}(multiple, x);
    }
    return sum;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, offsets(object), offsets(object + 1)),
        [&](std::int64_t const j) { value(j) = static_cast<Real>(at(object, time(j))); });
  }
};

template <class Exec>
void validate_models(MultiHarmonicModels<Exec> const& models, std::size_t objects) {
  SIDERUM_VALIDATE(models.frequency.extent(0) == objects && models.epoch.extent(0) == objects &&
                       models.offset.extent(0) == objects &&
                       models.coefficient.extent(0) == objects,
                   "The models are not one per object (there are " + std::to_string(objects) +
                       " objects). Allocate them with that extent.");
}

template <class Backend, class Exec, class Real>
void fit_multi_harmonic_models(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
    MultiHarmonicModels<Exec> const& models, MultiHarmonicOptions const& options) {
  validate_terms(options.terms);
  auto const objects = static_cast<std::size_t>(curves.objects());
  validate_models(models, objects);
  SIDERUM_VALIDATE(frequency.extent(0) == objects &&
                       models.coefficient.extent(1) == 2U * static_cast<unsigned>(options.terms),
                   "The frequencies are not one per object, or the coefficients not two per"
                   " harmonic. Allocate them with these extents.");
  if (objects == 0) {
    return;
  }
  auto const prepared = prepare(exec, curves, with_points_for(options.terms, options.periodogram));
  if (options.terms == 1) {
    launch_fit<Backend, 1>(exec, prepared, frequency, models, options);
  } else if (options.terms <= 4) {
    launch_fit<Backend, 4>(exec, prepared, frequency, models, options);
  } else {
    launch_fit<Backend, most_terms>(exec, prepared, frequency, models, options);
  }
}

}  // namespace detail

template <class Exec, class Real>
void evaluate_multi_harmonic_models(
    Exec const& exec, MultiHarmonicModels<Exec> const& models,
    Kokkos::View<double const*, typename Exec::memory_space> const& time,
    Kokkos::View<std::int64_t const*, typename Exec::memory_space> const& offsets,
    Kokkos::View<Real*, typename Exec::memory_space> const& value) {
  auto const objects = models.offset.extent(0);
  detail::validate_models(models, objects);
  SIDERUM_VALIDATE(offsets.extent(0) == objects + 1 && value.extent(0) == time.extent(0),
                   "The offsets are not one per model and the end, or the values not one per time."
                   " Allocate them with these extents.");
  if (objects > 0) {
    Kokkos::parallel_for("siderum::multi_harmonic_models::evaluate[portable]",
                         TeamPerIndex<Exec>(exec, static_cast<int>(objects), team_size<Exec>),
                         detail::ModelEvaluator<Exec, Real>{models, time, offsets, value});
  }
}

}  // namespace siderum
