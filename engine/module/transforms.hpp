// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/harmonic_transform_tuning.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/sky.hpp>

/// What jobs on host memory and on arrays of the caller do alike with harmonic transforms.
namespace siderum::engine {

/// Whether the module has them.
inline constexpr bool has_transforms =
    backend::default_for_t<ModuleSpace>::RingFft<ModuleSpace, double>::is_available;

/// Calls function(exec, backend, Real) with the types that the execution asks for.
template <class Function>
auto with_transform(Execution const& execution, Function const& function) {
  if constexpr (has_transforms) {
    return with_types(execution, function);
  } else {
    throw Error(
        "There are no harmonic transforms on this device (Fourier transforms on hosts"
        " were left out of this build by SIDERUM_FFT=off). Build with SIDERUM_FFT=ducc0.");
  }
}

/// A plan for one field, with what `siderum tune` has found best here.
template <class Exec>
HarmonicTransformOptions tuned_options(RingGrid const& grid, HarmonicRange range, Field field) {
  HarmonicTransformOptions options;
  options.field = field;
  options.tuning = tuned_legendre<Exec>(grid, range);
  return options;
}

/// The grid with the weights that are asked for.
inline RingGrid weighted(RingGrid const& grid, RingWeights weights) {
  return weights == RingWeights::on ? healpix_grid_with_ring_weights(grid.nside()) : grid;
}

class Residuals : public ResidualObserver {
 public:
  explicit Residuals(AnalysisMethod const& method) : method_(method) {}
  void observe(std::int64_t iteration, double residual) override {
    if (method_.observe) {
      method_.observe(iteration, residual);
    }
  }

 private:
  AnalysisMethod const& method_;
};

/// Weights of another scale, which changes nothing but stays in the range of the working precision.
inline std::vector<double> scaled(std::span<double const> weight) {
  double const scale = weight_scale(weight);
  std::vector<double> scaled(weight.begin(), weight.end());
  std::for_each(scaled.begin(), scaled.end(), [scale](double& value) { value *= scale; });
  return scaled;
}

/// How a method that iterates does so.
inline IterativeAnalysisOptions iteration_of(AnalysisMethod const& method,
                                             ResidualObserver& observer) {
  IterativeAnalysisOptions options;
  options.iterations = method.iterations;
  options.tolerance = method.tolerance;
  options.method = method.tolerance > 0.0 ? IterativeMethod::lsmr : IterativeMethod::jacobi;
  options.observer = &observer;
  return options;
}

/// From the maps to their coefficients.
/// @param scaled_weight  of the pixels of these maps; null: none
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterate(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& transform,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
    AnalysisMethod const& method, std::vector<double> const* scaled_weight) {
  if (method.iterations == 0) {
    transform.analysis(map, a_lm);
    return {};
  }
  Residuals residuals(method);
  IterativeAnalysisOptions const options = iteration_of(method, residuals);
  if (scaled_weight == nullptr) {
    return iterative_analysis(exec, transform, map, a_lm, options);
  }
  MapView<Real, typename Exec::memory_space> const weight =
      allocate<MapView<Real, typename Exec::memory_space>>(
          exec, "siderum::harmonic::weight", std::int64_t{1}, std::ssize(*scaled_weight));
  copy_from_host(exec, std::span<double const>(*scaled_weight), weight);
  return weighted_analysis(exec, transform, map, weight, a_lm, options);
}

/// With the weights of the method, where it iterates.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterate(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& transform,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
    AnalysisMethod const& method) {
  if (!has_weight(method)) {
    return iterate(exec, transform, map, a_lm, method, nullptr);
  }
  std::vector<double> const weight = scaled(method.weight);
  return iterate(exec, transform, map, a_lm, method, &weight);
}

}  // namespace siderum::engine
