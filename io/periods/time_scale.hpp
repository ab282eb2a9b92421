// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/io/periods/row_collector.hpp>
#include <siderum/io/tables/units.hpp>

namespace siderum::io {

/// What takes the times of a file to days; those without a unit stay as they are. Tells the
/// collector where that changes them. Throws Error for a unit that is no unit of time.
/// @param column    the name of the times in the header
/// @param unit      of the column; empty: its name may hold it (see column_scale)
/// @param timeunit  the keyword TIMEUNIT of FITS, the unit of all times of a table which do not say
///                  their own, as Julian dates do by their name
UnitScale time_scale(std::string const& file, std::string const& column, std::string const& unit,
                     RowCollector& collector, std::string const& timeunit = {});

}  // namespace siderum::io
