// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/kept_plans.hpp>
#include <siderum/engine/module/shared_tables.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine::on_space {

namespace {

/// The part of a process: its plan, maps of its rings, coefficients with room for all orders.
template <class Exec, class Real, class Backend>
struct OwnPart {
  using Transform = HarmonicTransform<Exec, Real, Backend>;
  using Map = MapView<Real, typename Exec::memory_space>;

  OwnPart(Exec const& instance, Transform const& plan)
      : exec(instance),
        transform(plan),
        rows(components(plan.field())),
        tables{*plan.share(), plan.parts()},
        a_lm(allocate_coefficients<Real>(exec, plan.range(), rows)),
        map(allocate<Map>(exec, "siderum::harmonic::map", rows, plan.pixels())) {}

  void take_map(std::span<double const> all) const {
    std::vector<double> const pixels = tables.deal_map(transform.grid(), rows, all);
    copy_from_host(exec, std::span<double const>(pixels), map);
  }

  std::vector<double> whole_map() const {
    return tables.gather_map(transform.grid(), rows, map_to_host(exec, map));
  }

  IterativeAnalysisResult analyse(AnalysisMethod const& method, bool has_weight) const {
    std::vector<double> const weight =
        has_weight ? tables.deal_map(transform.grid(), 1, scaled(method.weight))
                   : std::vector<double>();
    return iterate(exec, transform, map, a_lm, method, has_weight ? &weight : nullptr);
  }

  Exec exec;
  Transform const& transform;
  std::int64_t rows;
  SharedTables tables;
  HarmonicCoefficients<Real, typename Exec::memory_space> a_lm;
  Map map;
};

/// use(own part) of a transform, on all processes.
template <class Use>
void with_own_part(RingGrid const& grid, HarmonicRange range, Field field,
                   SharedTransform const& shared, Execution const& execution, Use const& use) {
  with_transform(execution,
                 [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                   HarmonicTransformOptions options = tuned_options<Exec>(grid, range, field);
                   options.share = &shared.share;
                   options.work_bytes = shared.run_bytes;
                   kept_plans().with_shared_plan<HarmonicTransform<Exec, Real, Backend>>(
                       exec, grid, range, options,
                       [&](auto const& plan) { use(OwnPart<Exec, Real, Backend>(exec, plan)); });
                 });
}

RingGrid weighted(RingGrid const& grid, AnalysisMethod const& method) {
  return method.ring_weights == RingWeights::on ? healpix_grid_with_ring_weights(grid.nside())
                                                : grid;
}

/// Of what was iterated.
double residual_of(IterativeAnalysisResult const& done) {
  return done.iterations == 0 ? 0.0 : done.residual;
}

}  // namespace

std::vector<double> synthesise_together(RingGrid const& grid, HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        SharedTransform const& shared, Execution const& execution) {
  std::vector<double> map;
  with_own_part(grid, range, field, shared, execution, [&](auto const& own) {
    std::vector<std::complex<double>> const coefficients =
        own.tables.deal_coefficients(range, own.rows, a_lm);
    copy_from_host(own.exec, std::span<std::complex<double> const>(coefficients), own.a_lm);
    own.transform.synthesis(own.a_lm, own.map);
    map = own.whole_map();
  });
  return map;
}

AnalysisResult analyse_together(RingGrid const& grid, HarmonicRange range, Field field,
                                std::span<double const> map, AnalysisMethod const& method,
                                bool has_weight, SharedTransform const& shared,
                                Execution const& execution) {
  AnalysisResult result;
  with_own_part(weighted(grid, method), range, field, shared, execution, [&](auto const& own) {
    own.take_map(map);
    IterativeAnalysisResult const done = own.analyse(method, has_weight);
    result.iterations = done.iterations;
    result.residual = residual_of(done);
    result.a_lm =
        own.tables.gather_coefficients(range, own.rows, coefficients_to_host(own.exec, own.a_lm));
  });
  return result;
}

SmoothedMap smooth_together(RingGrid const& grid, HarmonicRange range, Field field,
                            std::span<double const> map,
                            std::vector<std::vector<double>> const& filter,
                            AnalysisMethod const& method, bool has_weight,
                            SharedTransform const& shared, Execution const& execution) {
  SmoothedMap result;
  with_own_part(weighted(grid, method), range, field, shared, execution, [&](auto const& own) {
    own.take_map(map);
    IterativeAnalysisResult const done = own.analyse(method, has_weight);
    result.iterations = done.iterations;
    result.residual = residual_of(done);
    // On the host, in double precision, as the filters of one process are applied.
    std::vector<std::complex<double>> a_lm = coefficients_to_host(own.exec, own.a_lm);
    auto const count = static_cast<std::size_t>(range.count());
    for (std::size_t row = 0; row < filter.size(); ++row) {
      scale_degrees(range, std::span(a_lm).subspan(row * count, count), filter[row]);
    }
    copy_from_host(own.exec, std::span<std::complex<double> const>(a_lm), own.a_lm);
    own.transform.synthesis(own.a_lm, own.map);
    result.map = own.whole_map();
  });
  return result;
}

}  // namespace siderum::engine::on_space
