// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>
#include <type_traits>

#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/host_facts.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine::on_space {

namespace {

/// "1.5 GB".
std::string gigabytes(double bytes) {
  char text[32];
  double const amount = bytes / 1e9;
  std::snprintf(text, sizeof text, amount < 100.0 ? "%.3g GB" : "%.0f GB", amount);
  return text;
}

/// Maps and their coefficients in the working precision, where the transform runs.
template <class Exec, class Real>
struct Buffers {
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;
  using Map = MapView<Real, typename Exec::memory_space>;

  Buffers(Exec const& exec, RingGrid const& grid, HarmonicRange range, Field field)
      : coefficients(allocate_coefficients<Real>(exec, range, components(field))),
        map(allocate<Map>(exec, "siderum::harmonic::map", components(field), grid.pixels())) {}

  Coefficients coefficients;
  Map map;
};

/// Of the least that a transform takes: where it runs, the maps, the coefficients and the tables of
/// the recurrence (three numbers for each coefficient of one map); on the host, the maps as they
/// are handed on and as their file, and the coefficients. Of several processes each has its part of
/// the maps, and room for all coefficients. In numbers that no size overflows.
template <class Exec, class Real>
void check_memory_of(std::int64_t pixels, HarmonicRange range, Field field,
                     TransformRanks const& ranks = {}) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  constexpr double real = sizeof(Real);
  constexpr double number = sizeof(double);
  auto const rows = static_cast<double>(components(field));
  auto const map = static_cast<double>(pixels);
  auto const count = static_cast<double>(range.count());
  double const part = map / ranks.all;
  double const there = rows * (part * real + count * 2.0 * real) + count * 3.0 * number;
  double const whole = rows * (map * (number + real) + count * 2.0 * number);
  double const of_part = rows * (part * number + count * 2.0 * number);
  double const others = of_part * (ranks.on_host - 1);
  double const on_host = ranks.all == 1 ? whole : others + of_part + (ranks.is_first ? whole : 0.0);
  auto const check = [&](double needed, std::int64_t free_bytes) {
    auto const free = static_cast<double>(free_bytes);
    std::string const who =
        ranks.on_host == 1 ? "" : " for " + std::to_string(ranks.on_host) + " processes of a host";
    SIDERUM_VALIDATE(free_bytes == 0 || needed <= free,
                     "The transform needs " + gigabytes(needed) + " of memory at least" + who +
                         " (" + gigabytes(free) +
                         " are free). Take a coarser grid, a smaller lmax or"
                         " single precision.");
  };
  if (is_host<Exec>) {
    check(there * ranks.on_host + on_host, Facts()().free_memory);
  } else {
    check(on_host, host_facts().free_memory);
    check(there, Facts()().free_memory);
  }
}

}  // namespace

void check_memory(TransformSize const& size, Execution const& execution,
                  TransformRanks const& ranks) {
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const&, Backend, Real) {
    check_memory_of<Exec, Real>(size.pixels, size.range, size.field, ranks);
  });
}

std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm,
                               Execution const& execution) {
  std::vector<double> map;
  with_transform(execution,
                 [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                   check_memory_of<Exec, Real>(grid.pixels(), range, field);
                   Buffers<Exec, Real> const buffers(exec, grid, range, field);
                   HarmonicTransform<Exec, Real, Backend> const transform(
                       exec, grid, range, tuned_options<Exec>(grid, range, field));
                   copy_from_host(exec, a_lm, buffers.coefficients);
                   transform.synthesis(buffers.coefficients, buffers.map);
                   map = map_to_host(exec, buffers.map);
                 });
  return map;
}

AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                       std::span<double const> map, AnalysisMethod const& method,
                       Execution const& execution) {
  AnalysisResult result;
  RingGrid const weighted =
      method.ring_weights == RingWeights::on ? healpix_grid_with_ring_weights(grid.nside()) : grid;
  with_transform(execution,
                 [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                   check_memory_of<Exec, Real>(grid.pixels(), range, field);
                   Buffers<Exec, Real> const buffers(exec, grid, range, field);
                   HarmonicTransform<Exec, Real, Backend> const transform(
                       exec, weighted, range, tuned_options<Exec>(grid, range, field));
                   copy_from_host(exec, map, buffers.map);
                   IterativeAnalysisResult const done =
                       iterate(exec, transform, buffers.map, buffers.coefficients, method);
                   result.iterations = done.iterations;
                   result.residual = done.iterations == 0 ? 0.0 : done.residual;
                   result.a_lm = coefficients_to_host(exec, buffers.coefficients);
                 });
  return result;
}

std::vector<std::complex<double>> rotate(HarmonicRange range,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles, Execution const& execution) {
  std::vector<std::complex<double>> rotated;
  with_transform(execution,
                 [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                   auto const coefficients = coefficients_from_host<Real>(exec, range, a_lm);
                   rotate_coefficients<Backend>(exec, coefficients, angles, coefficients);
                   rotated = coefficients_to_host(exec, coefficients);
                 });
  return rotated;
}

}  // namespace siderum::engine::on_space
