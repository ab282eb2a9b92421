// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <cstdlib>
#include <new>
#include <tuple>

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <siderum/engine/execution.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/python/binding/jobs.hpp>

namespace siderum::python {

namespace {

nb::dict as_dict(engine::EngineReport const& report) {
  nb::list cards;
  for (engine::Card const& card : report.cards) {
    nb::dict facts;
    facts["name"] = card.name;
    facts["detail"] = card.detail;
    facts["memory_bytes"] = card.memory_bytes;
    cards.append(facts);
  }
  nb::dict result;
  result["name"] = report.name;
  result["file"] = report.file;
  result["problem"] = report.problem;
  result["cards"] = cards;
  result["space"] = report.space.name;
  result["backends"] = report.space.backends;
  result["methods"] = report.space.methods;
  result["threads"] = report.space.concurrency;
  result["are_rates_measured"] = report.space.are_rates_measured;
  return result;
}

nb::dict report() {
  engine::BuildReport const found =
      computed(0.0, Needs::engine, keep(), [] { return engine::report_build(); });
  nb::dict libraries;
  for (engine::Library const& library : found.libraries) {
    libraries[library.name.c_str()] = library.version;
  }
  nb::list engines;
  for (engine::EngineReport const& one : found.engines) {
    engines.append(as_dict(one));
  }
  nb::dict result;
  result["version"] = found.version;
  result["compiler"] = found.compiler;
  result["processor_target"] = found.processor_target;
  result["libraries"] = libraries;
  result["engines"] = engines;
  return result;
}

engine::Execution make_execution(std::string const& device, bool is_single, int threads,
                                 double memory_fraction, bool is_portable) {
  engine::Execution where;
  where.device = engine::parse_device(device);
  where.precision =
      is_single ? engine::Precision::single_precision : engine::Precision::double_precision;
  where.threads = threads;
  where.memory_fraction = memory_fraction;
  where.backend = is_portable ? engine::BackendChoice::portable : engine::BackendChoice::by_default;
  return where;
}

/// What make_execution makes it of again, in another process too.
using Words = std::tuple<std::string, bool, int, double, bool>;

Words words_of(engine::Execution const& where) {
  return {engine::name_of(where.device), where.precision == engine::Precision::single_precision,
          where.threads, where.memory_fraction, where.backend == engine::BackendChoice::portable};
}

/// Whether arrays are searched in place, on the CPU: where that is asked for, and where the work is
/// not worth the start of a GPU. Else the engine chooses, by tables. Several processes share out
/// tables, where that is worth their messages.
bool is_on_cpu(engine::Execution const& execution, double evaluations) {
  using enum engine::DeviceKind;
  if (engine::processes().count > 1 && evaluations >= 1e6) {
    return false;
  }
  bool const is_open = execution.device.kind == automatic;
  return is_open ? evaluations < 1e8 && std::getenv("SIDERUM_DEVICE") == nullptr
                 : execution.device.kind == cpu;
}

}  // namespace

void add_execution(nb::module_& module) {
  nb::class_<engine::Execution>(module, "Execution")
      .def_prop_ro("device",
                   [](engine::Execution const& where) { return engine::name_of(where.device); })
      .def_prop_ro("is_single",
                   [](engine::Execution const& where) {
                     return where.precision == engine::Precision::single_precision;
                   })
      .def("__getstate__", &words_of)
      .def("__setstate__", [](engine::Execution& where, Words const& words) {
        new (&where) engine::Execution(std::apply(make_execution, words));
      });
  module.def("make_execution", &make_execution, nb::arg("device"), nb::arg("is_single"),
             nb::arg("threads"), nb::arg("memory_fraction"), nb::arg("is_portable"));
  module.def("report", &report);
  module.def("is_on_cpu", &is_on_cpu);
}

}  // namespace siderum::python
