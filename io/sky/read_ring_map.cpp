// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/io/sky/map_reader.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// The grid that the rule of the name gives, with exact angles and weights.
RingGrid grid_by_rule(GridKind kind, std::int64_t rings, std::int64_t nphi) {
  switch (kind) {
    case GridKind::gauss_legendre:
      return gauss_legendre_grid(rings, nphi);
    case GridKind::clenshaw_curtis:
      return equidistant_grid(EquidistantRule::clenshaw_curtis, rings, nphi);
    case GridKind::fejer1:
      return equidistant_grid(EquidistantRule::fejer1, rings, nphi);
    case GridKind::fejer2:
      return equidistant_grid(EquidistantRule::fejer2, rings, nphi);
    default:
      return equidistant_grid(EquidistantRule::driscoll_healy, rings, nphi);
  }
}

bool same_rings(std::vector<Ring> const& rings, std::vector<Ring> const& other) {
  constexpr double rounding = 1e-14;
  return std::equal(
      rings.begin(), rings.end(), other.begin(), other.end(), [](Ring const& a, Ring const& b) {
        return std::abs(a.theta - b.theta) <= rounding && std::abs(a.phi0 - b.phi0) <= rounding &&
               a.nphi == b.nphi && a.first == b.first && a.stride == b.stride;
      });
}

std::vector<Ring> read_rings(MapReader const& reader) {
  auto const place = [&](std::string_view name) {
    int const found = reader.named_column(name);
    if (found == 0) {
      reader.refuse(fmt::format("the table of rings has no column {}", name),
                    fmt::format("it has {}", shown_names(reader.columns())),
                    "Write the map again.");
    }
    return found;
  };
  std::vector<double> const theta = reader.numbers(place("THETA"));
  std::vector<double> const phi0 = reader.numbers(place("PHI0"));
  std::vector<double> const weight = reader.numbers(place("WEIGHT"));
  constexpr std::string_view kind = "counts and places";
  std::vector<std::int64_t> const nphi = reader.integers(place("NPHI"), {"NPHI", kind});
  std::vector<std::int64_t> const first = reader.integers(place("FIRST"), {"FIRST", kind});
  std::vector<std::int64_t> const stride = reader.integers(place("STRIDE"), {"STRIDE", kind});
  std::vector<Ring> rings(theta.size());
  for (std::size_t i = 0; i < rings.size(); ++i) {
    rings[i].theta = theta[i];
    rings[i].nphi = nphi[i];
    rings[i].phi0 = phi0[i];
    rings[i].first = first[i];
    rings[i].stride = stride[i];
    rings[i].weight = weight[i];
  }
  return rings;
}

RingGrid read_grid(MapReader& reader, std::int64_t pixels) {
  std::string const rule = reader.file().text_key("GRID").value_or("USER");
  if (!reader.next_table()) {
    reader.refuse("the rings are missing", "PIXTYPE is RINGS, but no table follows the map",
                  "Write the map again.");
  }
  std::vector<Ring> const rings = read_rings(reader);
  auto const* const entry =
      std::find_if(grid_names.begin(), grid_names.end(),
                   [&](GridName const& known) { return equal_names(known.name, rule); });
  if (entry == grid_names.end()) {
    reader.refuse(fmt::format("the rings follow the rule '{}'", rule), "it is not known",
                  "Write USER into the keyword GRID.");
  }
  try {
    if (entry->kind == GridKind::user || rings.empty()) {
      return make_ring_grid(rings, pixels);
    }
    RingGrid grid = grid_by_rule(entry->kind, std::ssize(rings), rings.front().nphi);
    if (same_rings(grid.rings(), rings) && grid.pixels() == pixels) {
      return grid;
    }
  } catch (Error const& error) {
    throw Error(fmt::format("{}: {}", reader.name(), error.what()));
  }
  reader.refuse(fmt::format("the rings are not those of the rule {}", rule),
                "the table of rings says otherwise", "Write USER into the keyword GRID.");
}

}  // namespace

SkyMap read_ring_map(MapReader& reader, SkyMapSelection const& selection) {
  if (selection.order && !selection.is_shared) {
    check_order(reader.name(), std::nullopt, *selection.order);
  }
  std::vector<int> const columns = map_columns(reader, selection, 0);
  std::int64_t const pixels = reader.pixel_count(columns.front());
  check_lengths(reader, columns, pixels);
  // Of the first table, which reading the grid leaves.
  ColumnWords words = words_of(reader, columns);
  RingGrid grid = read_grid(reader, pixels);
  tell_grid(selection, grid);
  reader.first_table();
  std::vector<double> values;
  resize_large(values, columns.size() * static_cast<std::size_t>(pixels));
  reader.read_pixels(columns,
                     [&](std::size_t component, std::int64_t first, std::span<double const> part) {
                       auto const place = static_cast<std::int64_t>(component) * pixels + first;
                       std::copy(part.begin(), part.end(), values.begin() + place);
                     });
  SkyMap map{
      std::move(grid), std::move(values), std::move(words.quantities), std::move(words.unit), {}};
  map.units = std::move(words.units);
  return map;
}

}  // namespace siderum::io
