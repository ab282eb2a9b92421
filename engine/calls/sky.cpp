// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/sky.hpp>

#include <optional>
#include <string>
#include <utility>

#include <siderum/algorithms/sky/detail/rotate_coefficients/validate.hpp>
#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/calls/check_search.hpp>
#include <siderum/engine/calls/check_sky.hpp>
#include <siderum/engine/calls/shared_sky.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/engine/sky_arrays.hpp>

namespace siderum::engine {

namespace {

/// The execution with its device.
Execution on_device(SkyWork const& work, Execution const& execution) {
  return place(work, execution).execution;
}

TransformSize analysis_of(RingGrid const& grid, HarmonicRange range, Field field,
                          AnalysisMethod const& method) {
  return analysis_size(grid.pixels(), range, field, method.iterations, method.tolerance);
}

/// @return nothing: this process does it alone
std::optional<ChangedMap> change_by_several(RingGrid const& grid, TransformSize const& size,
                                            std::span<double const> map,
                                            CoefficientChange const& change,
                                            AnalysisMethod const& method, Execution const& here) {
  distributed::Communicator* const all = communicator();
  if (all == nullptr) {
    return std::nullopt;
  }
  check_map_numbers(grid, size.field, map, used_weight(method, grid), working_precision(here));
  AnalysisMethod observed = method;
  observed.observe = watched(method.observe);
  return change_together(*all, grid, size, map, change, observed, here);
}

std::vector<std::complex<double>> rotate_alone(RotationSize const& size,
                                               std::span<std::complex<double> const> a_lm,
                                               EulerAngles const& angles, Execution const& here) {
  return with_module(
      here, [&](Module& module) { return module.rotate(size, a_lm, angles, nullptr, here); });
}

/// @param here  with its device
ChangedMap changed_map(RingGrid const& grid, TransformSize const& size, std::span<double const> map,
                       CoefficientChange const& change, AnalysisMethod const& method,
                       Execution const& here) {
  if (std::optional<ChangedMap> changed =
          change_by_several(grid, size, map, change, method, here)) {
    return std::move(*changed);
  }
  HarmonicRange const range = size.range;
  AnalysisResult analysis = analyse(grid, range, size.field, map, method, here);
  auto const count = static_cast<std::size_t>(range.count());
  for (std::size_t row = 0; row < change.filter.size(); ++row) {
    scale_degrees(range, std::span(analysis.a_lm).subspan(row * count, count), change.filter[row]);
  }
  if (change.angles) {
    analysis.a_lm =
        rotate_alone({range.lmax, components(size.field)}, analysis.a_lm, *change.angles, here);
  }
  return {synthesise(grid, range, size.field, analysis.a_lm, here), analysis.iterations,
          analysis.residual};
}

}  // namespace

std::int64_t usual_iterations(GridKind grid, double tolerance) {
  if (tolerance > 0.0) {
    return 100;
  }
  return grid == GridKind::healpix ? 3 : 0;
}

TransformSize analysis_size(std::int64_t pixels, HarmonicRange range, Field field,
                            std::int64_t iterations, double tolerance) {
  SIDERUM_VALIDATE(iterations >= 0 && iterations <= most_iterations,
                   "There cannot be " + std::to_string(iterations) +
                       " iterations (each is two transforms; 0 to " +
                       std::to_string(most_iterations) +
                       " can be asked for). Ask for fewer, or"
                       " for none.");
  return {pixels, range, field, 1 + 2 * iterations,
          tolerance > 0.0 ? AnalysisSolver::least_squares : AnalysisSolver::jacobi};
}

Placement place(SkyWork const& work, Execution const& execution) {
  return place(execution,
               [&](MachineRates const& rates) { return expected_time(work, execution, rates); });
}

void foresee(SkyWork const& work, Execution const& execution) {
  foresee(execution,
          [&](MachineRates const& rates) { return expected_time(work, execution, rates); });
}

void check_memory(TransformSize const& size, Execution const& execution) {
  validate(size.range);
  check_memory_fraction(execution);
  Execution const here = on_device({{size}, {}}, execution);
  if (distributed::Communicator* const all = communicator()) {
    check_memory_together(*all, size, here);
    return;
  }
  with_module(here, [&](Module& module) { module.check_memory(size, here); });
}

void check_memory(RotationSize const& size, Execution const& execution) {
  validate(make_harmonic_range(size.lmax));
  Execution const here = on_device({{}, {size}}, execution);
  if (distributed::Communicator* const all = communicator()) {
    check_memory_together(*all, size, here);
    return;
  }
  with_module(here, [&](Module& module) { module.check_memory(size, here); });
}

std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm,
                               Execution const& execution) {
  validate(range);
  check_memory_fraction(execution);
  check_coefficient_numbers(range, field, a_lm, working_precision(execution));
  Execution const here = on_device({{{grid.pixels(), range, field}}, {}}, execution);
  if (distributed::Communicator* const all = communicator()) {
    return synthesise_together(*all, grid, range, field, a_lm, here);
  }
  return with_module(
      here, [&](Module& module) { return module.synthesise(grid, range, field, a_lm, here); });
}

AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                       std::span<double const> map, AnalysisMethod const& method,
                       Execution const& execution) {
  validate(range);
  check_memory_fraction(execution);
  TransformSize const size = analysis_of(grid, range, field, method);
  check_map_numbers(grid, field, map, used_weight(method, grid), working_precision(execution));
  Execution const here = on_device({{size}, {}}, execution);
  AnalysisMethod observed = method;
  observed.observe = watched(method.observe);
  if (distributed::Communicator* const all = communicator()) {
    return analyse_together(*all, grid, size, map, observed, here);
  }
  return with_module(here, [&](Module& module) {
    return module.analyse(grid, range, field, map, observed, here);
  });
}

std::vector<std::complex<double>> adjoint_synthesise(RingGrid const& grid, HarmonicRange range,
                                                     Field field, std::span<double const> map,
                                                     Execution const& execution) {
  std::vector<double> const ones(grid.rings().size(), 1.0);
  return analyse(with_weights(grid, ones), range, field, map, {}, execution).a_lm;
}

std::vector<double> adjoint_analyse(RingGrid const& grid, HarmonicRange range, Field field,
                                    std::span<std::complex<double> const> a_lm,
                                    Execution const& execution) {
  SIDERUM_VALIDATE(grid.has_weights(),
                   grid.name() +
                       " has no weights (those of its rings multiply the pixels). Give"
                       " the rings theirs.");
  std::vector<double> map = synthesise(grid, range, field, a_lm, execution);
  std::int64_t const rows = components(field);
  for (std::int64_t row = 0; row < rows; ++row) {
    double* const pixels = map.data() + row * grid.pixels();
    for (Ring const& ring : grid.rings()) {
      for (std::int64_t j = 0; j < ring.nphi; ++j) {
        pixels[ring.first + j * ring.stride] *= ring.weight;
      }
    }
  }
  return map;
}

std::vector<std::complex<double>> rotate(HarmonicRange range,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles, Execution const& execution) {
  validate(range);
  check_coefficient_numbers(range, Field::scalar, a_lm, working_precision(execution));
  detail::validate_rotation(range, angles);
  RotationSize const size{range.lmax, std::ssize(a_lm) / range.count()};
  Execution const here = on_device({{}, {size}}, execution);
  if (distributed::Communicator* const all = communicator()) {
    return rotate_together(*all, size, a_lm, angles, here);
  }
  return rotate_alone(size, a_lm, angles, here);
}

std::vector<std::complex<double>> gradient(HarmonicRange range,
                                           std::span<std::complex<double> const> a_lm,
                                           Execution const& execution) {
  validate(range);
  std::vector<std::complex<double>> gradients(2 * static_cast<std::size_t>(range.count()));
  gradient<double>(range, host_array(a_lm), host_array(std::span(gradients), range.count()),
                   on_cpu(execution));
  return gradients;
}

ChangedMap smooth(RingGrid const& grid, HarmonicRange range, Field field,
                  std::span<double const> map, std::vector<std::vector<double>> const& filter,
                  AnalysisMethod const& method, Execution const& execution) {
  validate(range);
  check_filter(range, field, filter);
  TransformSize const size = analysis_of(grid, range, field, method);
  Execution const here = on_device({{size, {grid.pixels(), range, field}}, {}}, execution);
  return changed_map(grid, size, map, {filter, {}}, method, here);
}

ChangedMap rotate_map(RingGrid const& grid, HarmonicRange range, Field field,
                      std::span<double const> map, EulerAngles const& angles,
                      std::vector<std::vector<double>> const& filter, AnalysisMethod const& method,
                      Execution const& execution) {
  validate(range);
  detail::validate_rotation(range, angles);
  if (!filter.empty()) {
    check_filter(range, field, filter);
  }
  TransformSize const size = analysis_of(grid, range, field, method);
  Execution const here = on_device(
      {{size, {grid.pixels(), range, field}}, {{range.lmax, components(field)}}}, execution);
  return changed_map(grid, size, map, {filter, angles}, method, here);
}

}  // namespace siderum::engine
