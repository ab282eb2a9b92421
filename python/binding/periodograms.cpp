// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <memory>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <siderum/engine/period_arrays.hpp>
#include <siderum/python/binding/arrays.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/searches.hpp>

namespace siderum::python {

namespace {

template <class T>
engine::Array<T> array_of(std::span<T> elements) {
  return engine::host_array(elements);
}

LombScargleOptions make_options(int fit_mean, int center_data, int errors, int normalization,
                                int method, double tolerance, std::int64_t minimum_points) {
  LombScargleOptions options;
  options.fit_mean = static_cast<FitMean>(fit_mean);
  options.center_data = static_cast<CenterData>(center_data);
  options.errors = static_cast<Errors>(errors);
  options.normalization = static_cast<Normalization>(normalization);
  options.method = static_cast<Method>(method);
  options.tolerance = tolerance;
  options.minimum_points = minimum_points;
  return options;
}

engine::ArraySearch make_search(LombScargleOptions const& options, int terms, std::int64_t bands,
                                std::string const& finder, nb::dict const& finder_options) {
  engine::ArraySearch search;
  search.options = options;
  search.terms = terms;
  search.bands = bands;
  search.finder = finder_of(finder, finder_options);
  return search;
}

void set_multiband(engine::ArraySearch& search, bool is_fast, int base_terms, int band_terms,
                   double base_ridge, double band_ridge, bool is_by_trace) {
  search.multiband =
      MultibandOptions{.method = is_fast ? MultibandMethod::fast : MultibandMethod::flexible,
                       .base_terms = base_terms,
                       .band_terms = band_terms,
                       .base_ridge = base_ridge,
                       .band_ridge = band_ridge,
                       .ridge_unit = is_by_trace ? RidgeUnit::trace : RidgeUnit::absolute,
                       .periodogram = search.options};
}

double work_of(engine::ArraySearch const& search, double points, double frequencies) {
  double const each = search.finder ? work_of_folding : static_cast<double>(3 * search.terms - 2);
  return points * frequencies * each * (search.bands > 1 ? 10.0 : 1.0);
}

template <class Real>
using Curves = engine::CurveArrays<Real>;

template <class Real>
Curves<Real> curves_of(Points const& time, Line<Real const> const& value,
                       std::optional<Line<Real const>> const& error,
                       std::span<std::int64_t const> offsets) {
  return {array_of(span_of(time)), array_of(span_of(value)), array_of(span_of(error)), offsets};
}

/// (method, tolerance) of the sums.
nb::tuple as_tuple(engine::SumMethod const& how) {
  return nb::make_tuple(static_cast<int>(how.method), how.tolerance);
}

/// Powers at the frequencies of a list, or of a grid where there is none.
template <class Real>
nb::tuple write_periodograms(Points const& time, Line<Real const> const& value,
                             std::optional<Line<Real const>> const& error, Offsets const& offsets,
                             engine::ArraySearch const& search, double first, double step,
                             std::int64_t count, MaybePoints const& list, Table<Real> const& power,
                             Line<std::uint8_t> const& status, engine::Execution const& execution) {
  engine::ArraySearch asked = search;
  if (list) {
    asked.frequencies = array_of(span_of(*list));
    count = static_cast<std::int64_t>(list->size());
  } else {
    asked.frequencies = FrequencyGrid{first, step, count};
  }
  auto const curves = curves_of<Real>(time, value, error, span_of(offsets));
  engine::Array<Real> const powers{power.data(),
                                   static_cast<std::int64_t>(power.shape(0)),
                                   static_cast<std::int64_t>(power.shape(1)),
                                   {}};
  static_assert(sizeof(ObjectStatus) == 1);
  engine::Array<ObjectStatus> const statuses{reinterpret_cast<ObjectStatus*>(status.data()),
                                             1,
                                             static_cast<std::int64_t>(status.size()),
                                             {}};
  auto const how = std::make_shared<engine::SumMethod>();
  run(work_of(asked, static_cast<double>(time.size()), static_cast<double>(count)), nb::none(),
      keep(time, value, error, offsets, list, power, status),
      [curves, asked = std::move(asked), powers, statuses, execution,
       how](ProgressObserver* observer) {
        engine::Execution here = execution;
        here.progress = observer;
        *how = engine::periodograms<Real>(curves, asked, powers, statuses, here);
      });
  return as_tuple(*how);
}

template <class Real>
nb::tuple write_best(Points const& time, Line<Real const> const& value,
                     std::optional<Line<Real const>> const& error, Offsets const& offsets,
                     engine::ArraySearch const& search, double first, double step,
                     std::int64_t count, Line<std::int64_t> const& index, Line<Real> const& power,
                     Line<std::uint8_t> const& status, engine::Execution const& execution) {
  engine::ArraySearch asked = search;
  asked.frequencies = FrequencyGrid{first, step, count};
  auto const curves = curves_of<Real>(time, value, error, span_of(offsets));
  engine::BestPeriodArrays<Real> const best{
      array_of(span_of(index)), array_of(span_of(power)),
      array_of(std::span(reinterpret_cast<ObjectStatus*>(status.data()), status.size()))};
  auto const how = std::make_shared<engine::SumMethod>();
  run(work_of(asked, static_cast<double>(time.size()), static_cast<double>(count)), nb::none(),
      keep(time, value, error, offsets, index, power, status),
      [curves, asked = std::move(asked), best, execution, how](ProgressObserver* observer) {
        engine::Execution here = execution;
        here.progress = observer;
        *how = engine::best_periods<Real>(curves, asked, best, here);
      });
  return as_tuple(*how);
}

}  // namespace

void add_periodograms(nb::module_& module) {
  nb::class_<LombScargleOptions>(module, "Options");
  module.def("make_options", &make_options, nb::arg("fit_mean"), nb::arg("center_data"),
             nb::arg("errors"), nb::arg("normalization"), nb::arg("method"), nb::arg("tolerance"),
             nb::arg("minimum_points"));
  nb::class_<engine::ArraySearch>(module, "ArraySearch");
  module.def("make_search", &make_search, nb::arg("options"), nb::arg("terms"), nb::arg("bands"),
             nb::arg("finder"), nb::arg("finder_options"));
  module.def("set_multiband", &set_multiband, nb::arg("search"), nb::arg("is_fast"),
             nb::arg("base_terms"), nb::arg("band_terms"), nb::arg("base_ridge"),
             nb::arg("band_ridge"), nb::arg("is_by_trace"));
  auto const line = [](char const* name) { return nb::arg(name).noconvert(); };
  auto const add = [&]<class Real>(Real) {
    module.def("periodograms", &write_periodograms<Real>, line("time"), line("value"),
               line("error").none(), line("offsets"), nb::arg("search"), nb::arg("first"),
               nb::arg("step"), nb::arg("count"), line("list").none(), line("power"),
               line("status"), nb::arg("execution"));
    module.def("best_periods", &write_best<Real>, line("time"), line("value"), line("error").none(),
               line("offsets"), nb::arg("search"), nb::arg("first"), nb::arg("step"),
               nb::arg("count"), line("index"), line("power"), line("status"),
               nb::arg("execution"));
  };
  add(0.0);
  add(0.0F);
}

}  // namespace siderum::python
