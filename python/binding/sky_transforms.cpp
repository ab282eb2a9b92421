// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/sky.hpp>

#include <algorithm>
#include <complex>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>

#include <siderum/core/error.hpp>
#include <siderum/engine/sky_arrays.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/module.hpp>
#include <siderum/python/binding/sky.hpp>

namespace siderum::python {

namespace {

template <class T>
engine::Array<T> array_of(Rows<T> const& rows) {
  return {rows.data, rows.rows, rows.columns, {}};
}

/// Transforms of arrays in host memory: on the CPU by a plan that is kept, in place; on a GPU by
/// jobs on spans, a field at a time, which copy.
template <class Real>
class Transforms {
 public:
  using Maps = Rows<Real>;
  using ConstantMaps = Rows<Real const>;
  using Coefficients = Rows<std::complex<Real>>;
  using ConstantCoefficients = Rows<std::complex<Real> const>;

  Transforms(RingGrid const& grid, HarmonicRange range, Field field, std::int64_t fields,
             engine::Execution const& execution)
      : grid_(grid), range_(range), field_(field), fields_(fields), execution_(execution) {
    execution_.precision = sizeof(Real) == sizeof(double) ? engine::Precision::double_precision
                                                          : engine::Precision::single_precision;
    if (execution.device.kind != engine::DeviceKind::gpu) {
      plan_ = std::make_unique<engine::SkyTransform<Real>>(grid, range, field, execution, fields);
    }
  }

  void synthesise(ConstantCoefficients const& a_lm, Maps const& map) const {
    if (plan_) {
      return plan_->synthesise(array_of(a_lm), array_of(map));
    }
    each_field(a_lm, map, [&](auto const& from) {
      return engine::synthesise(grid_, range_, field_, from, execution_);
    });
  }

  void adjoint_analyse(ConstantCoefficients const& a_lm, Maps const& map) const {
    if (plan_) {
      return plan_->adjoint_analyse(array_of(a_lm), array_of(map));
    }
    each_field(a_lm, map, [&](auto const& from) {
      return engine::adjoint_analyse(grid_, range_, field_, from, execution_);
    });
  }

  void adjoint_synthesise(ConstantMaps const& map, Coefficients const& a_lm) const {
    if (plan_) {
      return plan_->adjoint_synthesise(array_of(map), array_of(a_lm));
    }
    each_field(map, a_lm, [&](auto const& from) {
      return engine::adjoint_synthesise(grid_, range_, field_, from, execution_);
    });
  }

  engine::AnalysisResult analyse(ConstantMaps const& map, Coefficients const& a_lm,
                                 engine::AnalysisMethod const& method) const {
    if (plan_) {
      return plan_->analyse(array_of(map), array_of(a_lm), method);
    }
    engine::AnalysisResult done;
    each_field(map, a_lm, [&](auto const& from) {
      auto one = engine::analyse(grid_, range_, field_, from, method, execution_);
      done.iterations = std::max(done.iterations, one.iterations);
      done.residual = std::max(done.residual, one.residual);
      return std::move(one.a_lm);
    });
    return done;
  }

  std::int64_t bytes() const { return plan_ ? plan_->bytes() : 0; }

  /// Of one synthesis, for `run`: some ten of the recurrence's steps cost what an evaluation does.
  double work() const {
    return 0.1 * static_cast<double>(std::ssize(grid_.rings())) *
           static_cast<double>(range_.count()) *
           static_cast<double>(1 + 2 * fields_ * components(field_));
  }

 private:
  /// From rows to rows, through the doubles of the engine's jobs.
  template <class From, class To, class Job>
  void each_field(Rows<From const> const& from, Rows<To> const& to, Job const& job) const {
    using Wide = std::conditional_t<std::is_same_v<From, Real>, double, Complex>;
    std::int64_t const rows = components(field_);
    for (std::int64_t field = 0; field < fields_; ++field) {
      From const* const first = from.data + field * rows * from.columns;
      std::vector<Wide> const wide(first, first + rows * from.columns);
      auto const answer = job(std::span<Wide const>(wide));
      std::transform(answer.begin(), answer.end(), to.data + field * rows * to.columns,
                     [](auto const& number) { return static_cast<To>(number); });
    }
  }

  RingGrid grid_;
  HarmonicRange range_;
  Field field_;
  std::int64_t fields_;
  engine::Execution execution_;
  std::unique_ptr<engine::SkyTransform<Real>> plan_;
};

/// What Python holds: a job that was left goes on with its own share of it.
template <class Real>
using Shared = std::shared_ptr<Transforms<Real>>;

template <class Real>
struct Plan {
  explicit Plan(Shared<Real> made) : transforms(std::move(made)) {}
  ~Plan() { let_go(std::move(transforms)); }
  Plan(Plan&&) = delete;

  Shared<Real> transforms;
};

template <class Real, auto transform, class From, class To>
void change(Plan<Real> const& plan, Table<From const> const& from, Table<To> const& to) {
  run(plan.transforms->work(), nb::none(), keep(from, to),
      [transforms = plan.transforms, from = rows_of(from), to = rows_of(to)](ProgressObserver*) {
        ((*transforms).*transform)(from, to);
      });
}

template <class Real>
nb::tuple analyse(Plan<Real> const& plan, Table<Real const> const& map,
                  Table<std::complex<Real>> const& a_lm, std::int64_t iterations, double tolerance,
                  bool has_ring_weights, std::optional<Line<double const>> const& weight,
                  nb::object const& progress) {
  engine::AnalysisMethod method;
  method.iterations = iterations;
  method.tolerance = tolerance;
  method.ring_weights = has_ring_weights ? engine::RingWeights::on : engine::RingWeights::off;
  method.weight = span_of(weight);
  auto const done = std::make_shared<engine::AnalysisResult>();
  run(plan.transforms->work() * static_cast<double>(1 + 2 * iterations), progress,
      keep(map, a_lm, weight),
      [transforms = plan.transforms, map = rows_of(map), a_lm = rows_of(a_lm), method,
       done](ProgressObserver* observer) {
        engine::AnalysisMethod watched = method;
        if (observer != nullptr) {
          watched.observe = [&](std::int64_t iteration, double) {
            observer->advance(iteration, method.iterations);
          };
        }
        *done = transforms->analyse(map, a_lm, watched);
      });
  return nb::make_tuple(done->iterations, done->residual);
}

template <class Real>
void add_plan(nb::module_& module, char const* name) {
  using T = Transforms<Real>;
  using Complexes = std::complex<Real>;
  auto const fixed = [](char const* argument) { return nb::arg(argument).noconvert(); };
  nb::class_<Plan<Real>>(module, name)
      .def("__init__",
           [](Plan<Real>* self, RingGrid const& grid, std::int64_t lmax, std::int64_t mmax,
              int field, std::int64_t fields, engine::Execution const& execution) {
             HarmonicRange const range = make_harmonic_range(lmax, mmax);
             // Longer than anyone would wait for without looking for signals.
             new (self) Plan<Real>(
                 computed(work_of_short_jobs, Needs::engine, keep(),
                          [grid, range, field = field_of(field), fields, execution] {
                            return std::make_shared<T>(grid, range, field, fields, execution);
                          }));
           })
      .def_prop_ro("bytes", [](Plan<Real> const& self) { return self.transforms->bytes(); })
      .def("synthesise", &change<Real, &T::synthesise, Complexes, Real>, fixed("a_lm"),
           fixed("map"))
      .def("adjoint_analyse", &change<Real, &T::adjoint_analyse, Complexes, Real>, fixed("a_lm"),
           fixed("map"))
      .def("adjoint_synthesise", &change<Real, &T::adjoint_synthesise, Real, Complexes>,
           fixed("map"), fixed("a_lm"))
      .def("analyse", &analyse<Real>, fixed("map"), fixed("a_lm"), nb::arg("iterations"),
           nb::arg("tolerance"), nb::arg("ring_weights"), fixed("weight").none(),
           nb::arg("progress").none());
}

engine::Execution place_transforms(RingGrid const& grid, std::int64_t lmax, std::int64_t mmax,
                                   int field, std::int64_t transforms,
                                   engine::Execution const& execution) {
  engine::TransformSize const size{grid.pixels(), make_harmonic_range(lmax, mmax), field_of(field),
                                   transforms};
  return computed(0.0, Needs::engine, keep(), [size, execution] {
    return engine::place({{size}, {}}, execution).execution;
  });
}

/// Turned coefficients: in place on the CPU, through doubles on a GPU.
template <class Real>
void rotate(Table<std::complex<Real> const> const& a_lm, std::int64_t lmax, double psi,
            double theta, double phi, Table<std::complex<Real>> const& rotated,
            engine::Execution const& execution) {
  HarmonicRange const range = make_harmonic_range(lmax);
  auto const from = rows_of(a_lm);
  auto const to = rows_of(rotated);
  check_coefficients(range, from.columns);
  EulerAngles const angles{psi, theta, phi};
  double const work = static_cast<double>(lmax) * static_cast<double>(range.count()) *
                      static_cast<double>(from.rows);
  run(work, nb::none(), keep(a_lm, rotated),
      [range, from, to, angles, execution](ProgressObserver*) {
        engine::Execution const here =
            engine::place({{}, {{range.lmax, from.rows}}}, execution).execution;
        if (here.device.kind != engine::DeviceKind::gpu) {
          engine::rotate<Real>(range, array_of(from), angles, array_of(to), here);
          return;
        }
        std::vector<Complex> const wide(from.data, from.data + from.rows * from.columns);
        auto const answer = engine::rotate(range, wide, angles, here);
        std::transform(answer.begin(), answer.end(), to.data, [](Complex const& number) {
          return static_cast<std::complex<Real>>(number);
        });
      });
}

}  // namespace

void check_coefficients(HarmonicRange range, std::int64_t columns) {
  SIDERUM_VALIDATE(columns == range.count(),
                   "There are " + std::to_string(columns) + " coefficients (those to lmax " +
                       std::to_string(range.lmax) + ", mmax " + std::to_string(range.mmax) +
                       " are " + std::to_string(range.count()) +
                       "). Give as many, or their lmax and mmax.");
}

void add_sky_transforms(nb::module_& module) {
  add_plan<double>(module, "SkyPlan");
  add_plan<float>(module, "SkyPlanSingle");
  module.def("place_transforms", &place_transforms);
  module.def("rotate", &rotate<double>);
  module.def("rotate", &rotate<float>);
  module.def("usual_iterations", [](bool is_healpix, double tolerance) {
    return engine::usual_iterations(is_healpix ? GridKind::healpix : GridKind::user, tolerance);
  });
}

}  // namespace siderum::python
