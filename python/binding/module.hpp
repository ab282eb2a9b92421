// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

/// The parts of the module siderum._engine, which the package alone calls.
namespace siderum::python {

namespace nb = nanobind;

void add_distributed(nb::module_& module);
void add_execution(nb::module_& module);
void add_grids(nb::module_& module);
void add_models(nb::module_& module);
void add_periodograms(nb::module_& module);
void add_searches(nb::module_& module);
void add_significance(nb::module_& module);
void add_pairs(nb::module_& module);
void add_sky_grids(nb::module_& module);
void add_sky_tools(nb::module_& module);
void add_sky_transforms(nb::module_& module);

}  // namespace siderum::python
