// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// How names of columns are compared.
namespace siderum::io {

/// Lower case, letters and digits only, up to the first bracket: "Mag_Err [mag]" is "magerr". The
/// Greek letters of names are words ("σ_mag" is "sigmamag", "µJy" is "ujy").
std::string plain_name(std::string_view name);

/// The same but for case?
bool equal_names(std::string_view a, std::string_view b);

/// All places of a name in the header: as it is spelled, else whatever its case.
std::vector<std::size_t> find_names(std::vector<std::string> const& header, std::string_view name);

/// Throws Error, with the name of the file, where two columns have one name.
void check_names(std::string const& file, std::vector<std::string> const& names);

/// The place of a name in the header: as it is spelled, else whatever its case; -1 if absent.
int find_name(std::vector<std::string> const& header, std::string_view name);

}  // namespace siderum::io
