// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <siderum/algorithms/periods/periodic_model.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/python/binding/arrays.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/searches.hpp>

namespace siderum::python {

namespace {

PeriodicModel make_model(double frequency, int terms, bool has_constant, int bands, int band_terms,
                         double base_ridge, double band_ridge, bool is_by_trace) {
  return {
      frequency,  terms,      has_constant, bands,
      band_terms, base_ridge, band_ridge,   is_by_trace ? RidgeUnit::trace : RidgeUnit::absolute};
}

/// Of one value of a model at each time, for `run`.
double work_of(PeriodicModel const& model, Points const& time) {
  return 5.0 * static_cast<double>(time.size()) * static_cast<double>(model.parameters());
}

nb::object matrix_of(PeriodicModel const& model, Points const& time, MaybePoints const& error,
                     MaybeBands const& band) {
  auto const parameters = static_cast<std::size_t>(model.parameters());
  return nb::cast(
      to_numpy(computed(work_of(model, time), Needs::nothing, keep(time, error, band),
                        [model, time = span_of(time), error = span_of(error),
                         band = span_of(band)] { return design_matrix(model, time, error, band); }),
               {time.size(), parameters}));
}

/// The curves that a finder fits, of one object: phases and values, in order of phase.
nb::tuple folded(Points const& time, Points const& value, MaybePoints const& error,
                 double frequency, std::string const& finder, nb::dict const& options,
                 engine::Execution const& execution) {
  FoldedCurve curve =
      computed(work_of_folding * static_cast<double>(time.size()), Needs::engine, keep(),
               [curves = table_of(time, value, error, std::nullopt), frequency,
                chosen = *finder_of(finder, options),
                execution] { return engine::fit_folded(curves, 0, frequency, chosen, execution); });
  return nb::make_tuple(to_numpy(std::move(curve.phase)), to_numpy(std::move(curve.fit)));
}

nb::tuple harmonics(Points const& time, Points const& value, MaybePoints const& error,
                    Offsets const& offsets, Points const& frequency, int terms,
                    LombScargleOptions const& options, engine::Execution const& execution) {
  double const work = 10.0 * static_cast<double>(time.size()) * static_cast<double>(terms * terms);
  std::vector<engine::HarmonicModel> const models =
      computed(work, Needs::engine, keep(frequency),
               [curves = table_of(time, value, error, offsets), frequency = span_of(frequency),
                terms, options, execution] {
                 return engine::fit_harmonics(curves, frequency, terms, options, execution);
               });
  std::vector<double> epoch;
  std::vector<double> offset;
  std::vector<double> coefficient;
  for (engine::HarmonicModel const& model : models) {
    epoch.push_back(model.epoch);
    offset.push_back(model.offset);
    coefficient.insert(coefficient.end(), model.coefficient.begin(), model.coefficient.end());
  }
  return nb::make_tuple(
      to_numpy(std::move(epoch)), to_numpy(std::move(offset)),
      to_numpy(std::move(coefficient), {models.size(), static_cast<std::size_t>(2 * terms)}));
}

/// A model of harmonics at some times.
nb::object values_of_harmonics(double frequency, double epoch, double offset,
                               Points const& coefficient, Points const& time) {
  auto const coefficients = span_of(coefficient);
  engine::HarmonicModel const model{
      frequency, epoch, offset, {coefficients.begin(), coefficients.end()}};
  std::vector<double> values;
  for (double const t : span_of(time)) {
    values.push_back(model(t));
  }
  return nb::cast(to_numpy(std::move(values)));
}

}  // namespace

void add_models(nb::module_& module) {
  auto const line = [](char const* name) { return nb::arg(name).noconvert(); };
  nb::class_<PeriodicModel>(module, "PeriodicModel");
  module.def("make_model", &make_model);
  module.def("design_matrix", &matrix_of, nb::arg("model"), line("time"), line("error").none(),
             line("band").none());
  module.def(
      "fit_parameters",
      [](PeriodicModel const& model, Points const& time, Points const& value,
         MaybePoints const& error, MaybeBands const& band) {
        return to_numpy(computed(
            work_of(model, time) * model.parameters(), Needs::nothing,
            keep(time, value, error, band),
            [model, time = span_of(time), value = span_of(value), error = span_of(error),
             band = span_of(band)] { return fit_parameters(model, time, value, error, band); }));
      },
      nb::arg("model"), line("time"), line("value"), line("error").none(), line("band").none());
  module.def(
      "evaluate",
      [](PeriodicModel const& model, Points const& parameters, Points const& time,
         MaybeBands const& band) {
        return to_numpy(
            computed(work_of(model, time), Needs::nothing, keep(parameters, time, band),
                     [model, parameters = span_of(parameters), time = span_of(time),
                      band = span_of(band)] { return evaluate(model, parameters, time, band); }));
      },
      nb::arg("model"), line("parameters"), line("time"), line("band").none());
  module.def(
      "weighted_means",
      [](Points const& value, MaybePoints const& error, MaybeBands const& band, int bands) {
        return to_numpy(weighted_means(span_of(value), span_of(error), span_of(band), bands));
      },
      line("value"), line("error").none(), line("band").none(), nb::arg("bands"));
  module.def("folded", &folded, line("time"), line("value"), line("error").none(),
             nb::arg("frequency"), nb::arg("finder"), nb::arg("options"), nb::arg("execution"));
  module.def("harmonics", &harmonics, line("time"), line("value"), line("error").none(),
             line("offsets"), line("frequency"), nb::arg("terms"), nb::arg("options"),
             nb::arg("execution"));
  module.def("values_of_harmonics", &values_of_harmonics);
}

}  // namespace siderum::python
