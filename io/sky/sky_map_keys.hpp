// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/core/ring_grid.hpp>

/// What the reader and the writer of maps agree on.
namespace siderum::io {

struct GridName {
  GridKind kind;
  std::string_view name;
};

/// The values of the keyword GRID.
inline constexpr std::array grid_names{GridName{GridKind::gauss_legendre, "GAUSS-LEGENDRE"},
                                       GridName{GridKind::clenshaw_curtis, "CLENSHAW-CURTIS"},
                                       GridName{GridKind::fejer1, "FEJER1"},
                                       GridName{GridKind::fejer2, "FEJER2"},
                                       GridName{GridKind::driscoll_healy, "DRISCOLL-HEALY"},
                                       GridName{GridKind::user, "USER"}};

/// The column whose sign is that of a convention: U of Q and U, after plain_name.
bool is_u_polarisation(std::string_view column);

/// Whether a column of that name holds the temperature, or I of Stokes.
bool is_temperature(std::string_view column);

/// Whether the name of a column says that it is a component of some field.
bool is_component(std::string_view column);

/// Whether there are columns of Q and of U by their names.
bool have_polarisation(std::vector<std::string> const& columns);

/// The names of the columns of the table of rings.
inline constexpr std::array ring_columns{"THETA", "PHI0", "NPHI", "FIRST", "STRIDE", "WEIGHT"};

}  // namespace siderum::io
