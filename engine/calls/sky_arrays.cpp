// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/sky_arrays.hpp>

#include <string>

#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/calls/check_arrays.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

/// Arrays of a plan on the device of the plan.
void check_place(Location const& where, Execution const& of_plan) {
  static_cast<void>(where_arrays_are(where, of_plan));
}

template <class Real>
constexpr WorkingPrecision working_precision = sizeof(Real) == sizeof(float)
                                                   ? WorkingPrecision::float32
                                                   : WorkingPrecision::float64;

/// What lies in host memory; the numbers on a GPU are not looked at.
template <class T>
std::span<T const> host_numbers(Array<T const> const& array) {
  bool const is_here = array.where.memory == MemoryKind::host;
  return is_here ? std::span<T const>(array.data, static_cast<std::size_t>(array.size()))
                 : std::span<T const>();
}

/// Coefficients whose field does not matter are scalars.
template <class Real>
void check_scalars(HarmonicRange range, Array<std::complex<Real> const> const& a_lm) {
  check_coefficient_numbers(range, Field::scalar, host_numbers(a_lm), working_precision<Real>);
}

std::int64_t checked_fields(std::int64_t fields) {
  SIDERUM_VALIDATE(fields >= 1, "A plan is of " + std::to_string(fields) +
                                    " fields (each call transforms as many). Give 1 or more.");
  return fields;
}

}  // namespace

template <class Real>
SkyTransform<Real>::SkyTransform(RingGrid const& grid, HarmonicRange range, Field field,
                                 Execution const& execution, std::int64_t fields)
    : grid_(grid),
      range_(range),
      field_(field),
      fields_(checked_fields(fields)),
      execution_(on_named_device(execution)),
      plan_(with_module(execution_, [&](Module& module) {
        return module.jobs_of(Real()).make_plan(grid, range, field, fields, execution_);
      })) {}

template <class Real>
SkyTransform<Real>::~SkyTransform() {
  end_on_module(execution_.device, [this] { plan_.reset(); });
  static_cast<void>(plan_.release());
}

template <class Real>
void SkyTransform<Real>::check_coefficients(Array<std::complex<Real> const> const& a_lm) const {
  check_place(a_lm.where, execution_);
  check_coefficient_numbers(range_, field_, host_numbers(a_lm), working_precision<Real>);
}

template <class Real>
void SkyTransform<Real>::check_maps(Array<Real const> const& map) const {
  check_place(map.where, execution_);
  check_map_numbers(grid_, field_, host_numbers(map), {}, working_precision<Real>);
}

template <class Real>
void SkyTransform<Real>::synthesise(Array<std::complex<Real> const> const& a_lm,
                                    Array<Real> const& map) const {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", rows(), range_.count());
  checks.table(map, "maps", rows(), grid_.pixels());
  check_coefficients(a_lm);
  with_module(execution_, [&](Module&) { plan_->synthesise(a_lm, map); });
}

template <class Real>
AnalysisResult SkyTransform<Real>::analyse(Array<Real const> const& map,
                                           Array<std::complex<Real>> const& a_lm,
                                           AnalysisMethod const& method) const {
  ArrayChecks const checks("maps", map.where);
  checks.table(map, "maps", rows(), grid_.pixels());
  checks.table(a_lm, "coefficients", rows(), range_.count());
  check_place(map.where, execution_);
  bool const has_weight = method.iterations > 0 && std::ssize(method.weight) == grid_.pixels();
  check_map_numbers(grid_, field_, host_numbers(map),
                    has_weight ? method.weight : std::span<double const>(),
                    working_precision<Real>);
  AnalysisMethod observed = method;
  observed.observe = watched(method.observe);
  return with_module(execution_, [&](Module&) { return plan_->analyse(map, a_lm, observed); });
}

template <class Real>
void SkyTransform<Real>::adjoint_synthesise(Array<Real const> const& map,
                                            Array<std::complex<Real>> const& a_lm) const {
  ArrayChecks const checks("maps", map.where);
  checks.table(map, "maps", rows(), grid_.pixels());
  checks.table(a_lm, "coefficients", rows(), range_.count());
  check_maps(map);
  with_module(execution_, [&](Module&) { plan_->adjoint_synthesise(map, a_lm); });
}

template <class Real>
void SkyTransform<Real>::adjoint_analyse(Array<std::complex<Real> const> const& a_lm,
                                         Array<Real> const& map) const {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", rows(), range_.count());
  checks.table(map, "maps", rows(), grid_.pixels());
  check_coefficients(a_lm);
  with_module(execution_, [&](Module&) { plan_->adjoint_analyse(a_lm, map); });
}

template <class Real>
std::int64_t SkyTransform<Real>::bytes() const {
  return with_module(execution_, [&](Module&) { return plan_->bytes(); });
}

template <class Real>
void rotate(HarmonicRange range, std::type_identity_t<Array<std::complex<Real> const>> const& a_lm,
            EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
            Execution const& execution) {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", a_lm.rows, range.count());
  checks.table(rotated, "rotated coefficients", a_lm.rows, range.count());
  Execution const here = where_arrays_are(a_lm.where, execution);
  check_scalars<Real>(range, a_lm);
  with_module(here, [&](Module& module) {
    module.jobs_of(Real()).rotate(range, a_lm, angles, rotated, here);
  });
}

template <class Real>
void gradient(HarmonicRange range,
              std::type_identity_t<Array<std::complex<Real> const>> const& a_lm,
              Array<std::complex<Real>> const& gradients, Execution const& execution) {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", a_lm.rows, range.count());
  checks.table(gradients, "coefficients of gradients", 2 * a_lm.rows, range.count());
  Execution const here = where_arrays_are(a_lm.where, execution);
  check_scalars<Real>(range, a_lm);
  with_module(
      here, [&](Module& module) { module.jobs_of(Real()).gradient(range, a_lm, gradients, here); });
}

template class SkyTransform<double>;
template class SkyTransform<float>;
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

}  // namespace siderum::engine
