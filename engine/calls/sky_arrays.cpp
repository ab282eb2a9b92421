// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/sky_arrays.hpp>

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
void check_coefficients(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
                        Field field = Field::scalar) {
  check_coefficient_numbers(range, field, host_numbers(a_lm), working_precision<Real>);
}

}  // namespace

template <class Real>
SkyTransform<Real>::SkyTransform(RingGrid const& grid, HarmonicRange range, Field field,
                                 Execution const& execution)
    : grid_(grid),
      range_(range),
      field_(field),
      execution_(on_named_device(execution)),
      plan_(with_module(execution_, [&](Module& module) {
        return module.jobs_of(Real()).make_plan(grid, range, field, execution_);
      })) {}

template <class Real>
SkyTransform<Real>::~SkyTransform() {
  end_on_module(execution_.device, [this] { plan_.reset(); });
  static_cast<void>(plan_.release());
}

template <class Real>
void SkyTransform<Real>::synthesise(Array<std::complex<Real> const> const& a_lm,
                                    Array<Real> const& map) const {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", components(field_), range_.count());
  checks.table(map, "maps", components(field_), grid_.pixels());
  check_place(a_lm.where, execution_);
  check_coefficients(range_, a_lm, field_);
  with_module(execution_, [&](Module&) { plan_->synthesise(a_lm, map); });
}

template <class Real>
AnalysisResult SkyTransform<Real>::analyse(Array<Real const> const& map,
                                           Array<std::complex<Real>> const& a_lm,
                                           AnalysisMethod const& method) const {
  ArrayChecks const checks("maps", map.where);
  checks.table(map, "maps", components(field_), grid_.pixels());
  checks.table(a_lm, "coefficients", components(field_), range_.count());
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
void rotate(HarmonicRange range, std::type_identity_t<Array<std::complex<Real> const>> const& a_lm,
            EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
            Execution const& execution) {
  ArrayChecks const checks("coefficients", a_lm.where);
  checks.table(a_lm, "coefficients", a_lm.rows, range.count());
  checks.table(rotated, "rotated coefficients", a_lm.rows, range.count());
  Execution const here = where_arrays_are(a_lm.where, execution);
  check_coefficients<Real>(range, a_lm);
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
  check_coefficients<Real>(range, a_lm);
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
