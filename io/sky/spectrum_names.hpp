// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <siderum/core/harmonic_field.hpp>

/// What the header of a power spectrum says of it.
namespace siderum::io {

/// C_l, or D_l = l (l + 1) C_l / 2 pi, which CAMB, CLASS and Planck write.
enum class SpectrumForm { cl, dl };

/// "C_l" and "D_l".
std::string_view name_of(SpectrumForm form);

/// What the name of a column says.
struct SpectrumName {
  std::size_t place = 0;                  ///< in spectra_of(field)
  std::optional<SpectrumForm> form = {};  ///< none: it leaves that open
  bool is_healpix = false;                ///< HEALPix's name, such as GRADIENT
  bool lacks_divisor = false;             ///< l(l+1) without 2 pi, which is neither form
};

/// What the words of a comment or a unit say about the form.
struct FormWords {
  std::optional<SpectrumForm> form = {};
  bool lacks_divisor = false;  ///< as of SpectrumName
};

/// Reads names such as TT, cl_tt, "D_l^TE [uK^2]", l(l+1)C_l/2pi, GRADIENT and G-T; none for other
/// names, and for spectra that the field does not have. ET is TE.
std::optional<SpectrumName> read_spectrum_name(std::string_view column, Field field);

/// Whether a name is that of a spectrum of some field, or of degrees.
bool is_spectrum_or_degree(std::string_view column);

/// Whether a comment or a unit says D_l or l (l + 1) C_l / 2 pi: "D_l [uK^2]". One that denies it,
/// or tells how to get from one to the other, leaves it open.
FormWords form_in(std::string_view comment);

/// The same of the comments before the data of a text.
FormWords form_in_comments(std::string_view text);

}  // namespace siderum::io
