// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <siderum/io/periods/row_collector.hpp>
#include <siderum/io/tables/columns.hpp>

namespace siderum::io {

/// Passes every row of a FITS file's first table to the collector; names of columns are the header.
void read_fits_light_curves(std::string const& path, std::string_view bytes,
                            ColumnChoice const& choice, RowCollector& collector);

/// The layout that it takes, without reading rows.
ColumnLayout fits_layout(std::string const& path, std::string_view bytes,
                         ColumnChoice const& choice);

}  // namespace siderum::io
