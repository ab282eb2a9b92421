// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/validate.hpp>

#include <algorithm>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum::detail {

namespace {

std::string number(std::int64_t value) {
  return std::to_string(value);
}

char const* rows_of(Field field) {
  switch (field) {
    case Field::scalar:
      return "a scalar field has one";
    case Field::spin_one:
      return "a vector has two, of theta and phi";
    case Field::spin_two:
      return "polarisation has two, Q and U";
    default:
      return "a polarised field has three, T, Q and U";
  }
}

void validate_rows(Field field, std::int64_t rows) {
  std::string const count = rows == 1 ? "is 1 map" : "are " + number(rows) + " maps";
  SIDERUM_VALIDATE(rows % components(field) == 0, "There " + count + " (" + rows_of(field) +
                                                      "). Give whole fields, one after the other.");
}

}  // namespace

HarmonicRequest make_harmonic_request(Field field, HarmonicRange range, std::int64_t maps,
                                      std::int64_t work_bytes) {
  HarmonicRequest const request{field, make_harmonic_range(range.lmax, range.mmax),
                                maps == 0 ? components(field) : maps, work_bytes};
  SIDERUM_VALIDATE(request.maps >= 1, "The plan is for " + number(request.maps) +
                                          " maps (it transforms at least one). Give 1 or more.");
  validate_rows(request.field, request.maps);
  SIDERUM_VALIDATE(request.work_bytes >= 0,
                   "The work space is " + number(request.work_bytes) +
                       " bytes (it cannot be negative). Give 0 for the default.");
  return request;
}

void validate_harmonic_extents(HarmonicRequest const& plan, std::string const& grid,
                               std::int64_t pixels, HarmonicRange range,
                               HarmonicExtents const& extents) {
  SIDERUM_VALIDATE(range == plan.range,
                   "The coefficients have lmax " + number(range.lmax) + " and mmax " +
                       number(range.mmax) + " (the plan was made for " + number(plan.range.lmax) +
                       " and " + number(plan.range.mmax) + "). Make a plan for them.");
  SIDERUM_VALIDATE(extents.coefficients == range.count(),
                   "There are " + number(extents.coefficients) + " coefficients of a map (lmax " +
                       number(range.lmax) + " and mmax " + number(range.mmax) + " have " +
                       number(range.count()) + "). Give as many.");
  SIDERUM_VALIDATE(extents.pixels == pixels, "A map has " + number(extents.pixels) + " pixels (" +
                                                 grid + " has " + number(pixels) +
                                                 "). Give maps of this grid.");
  SIDERUM_VALIDATE(extents.maps == extents.coefficient_maps,
                   "There are " + number(extents.maps) + " maps and coefficients of " +
                       number(extents.coefficient_maps) +
                       " (each map has its own). Give as many of each.");
  validate_rows(plan.field, extents.maps);
  SIDERUM_VALIDATE(extents.maps <= plan.maps,
                   "There are " + number(extents.maps) + " maps (the plan was made for " +
                       number(plan.maps) + " at most). Give fewer, or make a plan for them.");
}

std::int64_t bytes_of_pair(HarmonicRequest const& request, std::size_t bytes_of_real) {
  bool const is_narrow = bytes_of_real < sizeof(double);
  std::size_t const of_wide = request.field != Field::scalar && is_narrow ? 2 * sizeof(double) : 0;
  return 2 * request.maps * (request.range.mmax + 1) *
         static_cast<std::int64_t>(2 * bytes_of_real + of_wide);
}

double bytes_of_plan(HarmonicRequest const& request, RingGrid const& grid,
                     std::size_t bytes_of_real) {
  // Six tables of half as many steps as there are coefficients, modes of all rings and, with spin,
  // coefficients of scalars.
  double const count = static_cast<double>(request.range.count());
  double const tables = 3.0 * 8.0 * count;
  double const modes = 0.5 * static_cast<double>(bytes_of_pair(request, bytes_of_real)) *
                       static_cast<double>(grid.rings().size());
  double const scalars =
      request.field == Field::scalar ? 0.0 : 16.0 * static_cast<double>(request.maps) * count;
  return tables + modes + scalars;
}

void validate_quadrature(RingGrid const& grid) {
  SIDERUM_VALIDATE(grid.has_weights(),
                   "The rings have no weights (" + grid.name() +
                       "; an integral over the sphere needs them). Give each ring a weight.");
}

std::int64_t pairs_of_run(std::int64_t pairs, std::int64_t bytes_of_pair, std::int64_t bytes,
                          std::int64_t granule) {
  std::int64_t const fitting = std::max<std::int64_t>(1, bytes / bytes_of_pair / granule) * granule;
  return std::min(pairs, fitting);
}

}  // namespace siderum::detail
