// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace siderum::io {

/// How many rows a table holds at least, so that what is needed for so many can be made ready while
/// it is read: of FITS, those of its first table, as the header says; of text, half as many as the
/// file had if all rows were as long as those at its beginning. 0 where that tells nothing: of
/// standard input, pipes, folders, what is compressed and what cannot be read. Throws nothing:
/// what is wrong is for the reader to say. Cost: the first 64 KiB.
std::int64_t least_rows(std::string const& path) noexcept;

}  // namespace siderum::io
