// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace siderum::io {

/// Reads the decimal number at the start of [first, last), correctly rounded (half to even).
///
/// Accepted: an optional sign (+ too), digits with an optional point, an exponent after e, E, d or
/// D (Fortran's double precision); nan, inf and infinity in any case. Numbers beyond the range of
/// double become infinite or 0. Returns the place after the number, or null where there is none.
char const* parse_number(char const* first, char const* last, double& number);

/// Is the whole field one number?
bool is_number(std::string_view field);

/// Appends the shortest text that reads back as the same number; "nan", "inf", "-inf".
void append_number(std::string& text, double number);

/// Appends in the same way, for a number that is float by nature: 0.1f gives "0.1".
void append_number(std::string& text, float number);

}  // namespace siderum::io
