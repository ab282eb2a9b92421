// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace siderum::io {

enum class FileFormat { text, fits };

/// By the first bytes ("SIMPLE  ="), else by the endings .fits, .fit, .fits.gz and .fit.gz.
bool is_fits(std::string const& path, std::string_view bytes);

/// FITS likewise, else text. Throws Error for what is neither, as other compressed files.
FileFormat detect_format(std::string const& path, std::string_view bytes);

/// Throws Error where the first bytes are not those of a text: what is endless or large would else
/// be read whole before it is refused.
void require_text(std::string const& path, std::string_view bytes);

/// Does the path end in .fits or .fit (in any case)?
bool has_fits_ending(std::string const& path);

}  // namespace siderum::io
