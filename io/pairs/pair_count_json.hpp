// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <siderum/io/pairs/pair_count_file.hpp>

namespace siderum::io {

/// The text of a file of counts. Numbers have their shortest form, NaN is null, checksums are
/// hexadecimal text.
std::string to_json(PairCountFile const& content);

/// Throws Error with `file` in its sentence where the text is not what to_json writes.
PairCountFile from_json(std::string const& file, std::string_view text);

}  // namespace siderum::io
