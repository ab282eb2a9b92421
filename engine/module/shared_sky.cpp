// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/shared_tables.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine::on_space {

namespace {

/// The part of a process: its plan, maps of its rings, coefficients with room for all orders.
template <class Exec, class Real, class Backend>
struct OwnPart {
  using Map = MapView<Real, typename Exec::memory_space>;

  OwnPart(Exec const& exec, RingGrid const& grid, HarmonicRange range, Field field,
          HarmonicShare const& share)
      : transform(exec, grid, range, options(grid, range, field, share)),
        tables{share, transform.parts()},
        a_lm(allocate_coefficients<Real>(exec, range, components(field))),
        map(allocate<Map>(exec, "siderum::harmonic::map", components(field), transform.pixels())) {}

  static HarmonicTransformOptions options(RingGrid const& grid, HarmonicRange range, Field field,
                                          HarmonicShare const& share) {
    HarmonicTransformOptions options = tuned_options<Exec>(grid, range, field);
    options.share = &share;
    return options;
  }

  HarmonicTransform<Exec, Real, Backend> transform;
  SharedTables tables;
  HarmonicCoefficients<Real, typename Exec::memory_space> a_lm;
  Map map;
};

}  // namespace

std::vector<double> synthesise_together(RingGrid const& grid, HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        HarmonicShare const& share, Execution const& execution) {
  std::vector<double> map;
  with_transform(
      execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
        OwnPart<Exec, Real, Backend> const own(exec, grid, range, field, share);
        std::int64_t const rows = components(field);
        std::vector<std::complex<double>> const coefficients =
            own.tables.deal_coefficients(range, rows, a_lm);
        copy_from_host(exec, std::span<std::complex<double> const>(coefficients), own.a_lm);
        own.transform.synthesis(own.a_lm, own.map);
        map = own.tables.gather_map(grid, rows, map_to_host(exec, own.map));
      });
  return map;
}

AnalysisResult analyse_together(RingGrid const& grid, HarmonicRange range, Field field,
                                std::span<double const> map, AnalysisMethod const& method,
                                bool has_weight, HarmonicShare const& share,
                                Execution const& execution) {
  AnalysisResult result;
  RingGrid const weighted =
      method.ring_weights == RingWeights::on ? healpix_grid_with_ring_weights(grid.nside()) : grid;
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend,
                                                                       Real) {
    OwnPart<Exec, Real, Backend> const own(exec, weighted, range, field, share);
    std::int64_t const rows = components(field);
    std::vector<double> const pixels = own.tables.deal_map(weighted, rows, map);
    copy_from_host(exec, std::span<double const>(pixels), own.map);
    std::vector<double> const weight = has_weight
                                           ? own.tables.deal_map(weighted, 1, scaled(method.weight))
                                           : std::vector<double>();
    IterativeAnalysisResult const done =
        iterate(exec, own.transform, own.map, own.a_lm, method, has_weight ? &weight : nullptr);
    result.iterations = done.iterations;
    result.residual = done.iterations == 0 ? 0.0 : done.residual;
    result.a_lm = own.tables.gather_coefficients(range, rows, coefficients_to_host(exec, own.a_lm));
  });
  return result;
}

}  // namespace siderum::engine::on_space
