// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <siderum/core/error.hpp>
#include <siderum/version.hpp>

NB_MODULE(_engine, module) {
  namespace python = siderum::python;
  nanobind::set_leak_warnings(false);  // a job that was left may hold some until the process ends
  nanobind::exception<siderum::Error>(module, "Error", PyExc_ValueError).attr("__doc__") =
      "What an input or an option is refused with, in one sentence: what is wrong, why, and what to"
      " do. A ValueError.";
  module.attr("__version__") = siderum::build::version;
  python::add_distributed(module);
  python::add_execution(module);
  python::add_grids(module);
  python::add_models(module);
  python::add_periodograms(module);
  python::add_searches(module);
  python::add_significance(module);
  python::add_pairs(module);
  python::add_sky_grids(module);
  python::add_sky_tools(module);
  python::add_sky_transforms(module);
}
