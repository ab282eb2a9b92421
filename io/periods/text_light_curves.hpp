// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <siderum/io/files/input_file.hpp>
#include <siderum/io/periods/row_collector.hpp>
#include <siderum/io/tables/columns.hpp>

namespace siderum::io {

/// Passes every row of a text to the collector; see read_light_curves for the format.
void read_text_light_curves(InputFile& input, ColumnChoice const& choice, RowCollector& collector);

/// Reads a text of which all is in the window, as read_text_light_curves does, but before its turn:
/// what it returns passes the rows on, and needs the file no more. Many threads may read files of
/// their own at once.
std::function<void(RowCollector&)> read_text_ahead(InputFile& input, ColumnChoice const& choice);

/// The layout that it takes, without reading rows.
ColumnLayout text_layout(InputFile& input, ColumnChoice const& choice);

}  // namespace siderum::io
