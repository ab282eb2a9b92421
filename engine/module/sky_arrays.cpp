// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/sky_arrays.hpp>

#include <optional>
#include <utility>

#include <siderum/algorithms/sky/harmonic_gradient.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/engine/module/array_views.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine::on_space {

namespace {

template <class Real>
HarmonicCoefficients<Real, ModuleMemory> view_coefficients(
    HarmonicRange range, Array<std::complex<Real> const> const& a_lm) {
  return {range, table_view(a_lm)};
}

HarmonicTransformOptions options_of(RingGrid const& grid, HarmonicRange range, Field field,
                                    std::int64_t fields) {
  HarmonicTransformOptions options = tuned_options<ModuleSpace>(grid, range, field);
  options.maps = fields * components(field);
  return options;
}

template <class Real, class Backend>
class PlanOnSpace final : public TransformPlan<Real> {
 public:
  PlanOnSpace(ModuleSpace const& exec, RingGrid const& grid, HarmonicRange range, Field field,
              std::int64_t fields, Execution execution)
      : exec_(exec),
        execution_(std::move(execution)),
        fields_(fields),
        transform_(exec, grid, range, options_of(grid, range, field, fields)) {}

  void synthesise(Array<std::complex<Real> const> const& a_lm,
                  Array<Real> const& map) const override {
    in_order_of(a_lm.where, execution_, [&](ModuleSpace const&, auto) {
      transform_.synthesis(view_coefficients(transform_.range(), a_lm), table_view(map));
    });
  }

  AnalysisResult analyse(Array<Real const> const& map, Array<std::complex<Real>> const& a_lm,
                         AnalysisMethod const& method) const override {
    IterativeAnalysisResult done;
    in_order_of(map.where, execution_, [&](ModuleSpace const& exec, auto) {
      done = iterate(exec, transform_of(method), table_view(map),
                     view_coefficients<Real>(transform_.range(), a_lm), method);
    });
    return {{}, done.iterations, done.iterations == 0 ? 0.0 : done.residual};
  }

  void adjoint_synthesise(Array<Real const> const& map,
                          Array<std::complex<Real>> const& a_lm) const override {
    in_order_of(map.where, execution_, [&](ModuleSpace const&, auto) {
      transform_.adjoint_synthesis(table_view(map),
                                   view_coefficients<Real>(transform_.range(), a_lm));
    });
  }

  void adjoint_analyse(Array<std::complex<Real> const> const& a_lm,
                       Array<Real> const& map) const override {
    in_order_of(a_lm.where, execution_, [&](ModuleSpace const&, auto) {
      transform_.adjoint_analysis(view_coefficients(transform_.range(), a_lm), table_view(map));
    });
  }

  std::int64_t bytes() const override {
    return transform_.bytes() + (weighted_ ? weighted_->bytes() : 0);
  }

 private:
  using Transform = HarmonicTransform<ModuleSpace, Real, Backend>;

  Transform const& transform_of(AnalysisMethod const& method) const {
    if (method.ring_weights == RingWeights::off) {
      return transform_;
    }
    if (!weighted_) {
      RingGrid const grid = healpix_grid_with_ring_weights(transform_.grid().nside());
      weighted_.emplace(exec_, grid, transform_.range(),
                        options_of(grid, transform_.range(), transform_.field(), fields_));
    }
    return *weighted_;
  }

  ModuleSpace exec_;
  Execution execution_;
  std::int64_t fields_;
  Transform transform_;
  mutable std::optional<Transform> weighted_;  // made on first use and kept
};

}  // namespace

template <class Real>
std::unique_ptr<TransformPlan<Real>> make_plan(RingGrid const& grid, HarmonicRange range,
                                               Field field, std::int64_t fields,
                                               Execution const& execution) {
  std::unique_ptr<TransformPlan<Real>> plan;
  with_transform(execution, [&]<class Backend>(ModuleSpace const& exec, Backend, auto) {
    plan =
        std::make_unique<PlanOnSpace<Real, Backend>>(exec, grid, range, field, fields, execution);
  });
  return plan;
}

template <class Real>
void rotate(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
            EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
            Execution const& execution) {
  in_order_of(a_lm.where, execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    rotate_coefficients<Backend>(exec, view_coefficients(range, a_lm), angles,
                                 view_coefficients<Real>(range, rotated));
  });
}

template <class Real>
void gradient(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
              Array<std::complex<Real>> const& gradients, Execution const& execution) {
  in_order_of(a_lm.where, execution, [&](ModuleSpace const& exec, auto) {
    gradient_coefficients(exec, view_coefficients(range, a_lm),
                          view_coefficients<Real>(range, gradients));
  });
}

template std::unique_ptr<TransformPlan<double>> make_plan<double>(RingGrid const&, HarmonicRange,
                                                                  Field, std::int64_t,
                                                                  Execution const&);
template std::unique_ptr<TransformPlan<float>> make_plan<float>(RingGrid const&, HarmonicRange,
                                                                Field, std::int64_t,
                                                                Execution const&);
template void rotate<double>(HarmonicRange, Array<std::complex<double> const> const&,
                             EulerAngles const&, Array<std::complex<double>> const&,
                             Execution const&);
template void rotate<float>(HarmonicRange, Array<std::complex<float> const> const&,
                            EulerAngles const&, Array<std::complex<float>> const&,
                            Execution const&);
template void gradient<double>(HarmonicRange, Array<std::complex<double> const> const&,
                               Array<std::complex<double>> const&, Execution const&);
template void gradient<float>(HarmonicRange, Array<std::complex<float> const> const&,
                              Array<std::complex<float>> const&, Execution const&);

}  // namespace siderum::engine::on_space
