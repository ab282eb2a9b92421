// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <nanobind/nanobind.h>

#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/light_curve_table.hpp>
#include <siderum/python/binding/arrays.hpp>

/// What several parts of the module take from Python.
namespace siderum::python {

using Points = Line<double const>;
using MaybePoints = std::optional<Points>;
using Offsets = Line<std::int64_t const>;
using MaybeBands = std::optional<Line<std::int32_t const>>;

/// A copy of light curves, which the engine's jobs on tables take. Bands are numbered from 0, and
/// there is a point of each.
LightCurveTable table_of(Points const& time, Points const& value, MaybePoints const& error,
                         std::optional<Offsets> const& offsets, MaybeBands const& band = {});

/// The options of a finder: the word for it and a dictionary; empty for an empty word.
std::optional<FinderOptions> finder_of(std::string const& name, nb::dict const& options);

/// How many evaluations one of a finder is worth, for `run`: it folds and sorts.
inline constexpr double work_of_folding = 100.0;

}  // namespace siderum::python
