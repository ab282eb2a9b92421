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
#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
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

/// From the maps to their coefficients.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterate(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& transform,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
    AnalysisMethod const& method) {
  if (method.iterations == 0) {
    transform.analysis(map, a_lm);
    return {};
  }
  Residuals residuals(method);
  IterativeAnalysisOptions options;
  options.iterations = method.iterations;
  options.tolerance = method.tolerance;
  options.method = method.tolerance > 0.0 ? IterativeMethod::lsmr : IterativeMethod::jacobi;
  options.observer = &residuals;
  if (method.weight.empty()) {
    return iterative_analysis(exec, transform, map, a_lm, options);
  }
  MapView<Real, typename Exec::memory_space> const weight =
      allocate<MapView<Real, typename Exec::memory_space>>(
          exec, "siderum::harmonic::weight", std::int64_t{1}, std::ssize(method.weight));
  // The scale of weights changes nothing, but may leave the range of the working precision.
  double const scale = weight_scale(method.weight);
  std::vector<double> scaled(method.weight.begin(), method.weight.end());
  std::for_each(scaled.begin(), scaled.end(), [scale](double& value) { value *= scale; });
  copy_from_host(exec, std::span<double const>(scaled), weight);
  return weighted_analysis(exec, transform, map, weight, a_lm, options);
}

}  // namespace siderum::engine
