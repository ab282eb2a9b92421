// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/array.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <siderum/algorithms/sky/change_resolution.hpp>
#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/algorithms/sky/remove_dipole.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/sky.hpp>

// Functions of plain host memory, which need no engine to run.
namespace siderum::python {

namespace {

using Numbers = Line<double const>;

/// One row for each spectrum, (spectra, degrees).
std::vector<std::vector<double>> rows_of_spectra(Table<double const> const& spectra) {
  std::vector<std::vector<double>> rows;
  for (std::size_t row = 0; row < spectra.shape(0); ++row) {
    double const* const first = spectra.data() + row * spectra.shape(1);
    rows.emplace_back(first, first + spectra.shape(1));
  }
  return rows;
}

/// Of as many numbers, each made by so many operations, for `run`.
double work_of(double numbers, double operations) {
  return 0.2 * numbers * operations;
}

nb::object random(int field, std::int64_t lmax, std::int64_t mmax,
                  Table<double const> const& spectra, std::uint64_t seed) {
  HarmonicRange const range = make_harmonic_range(lmax, mmax);
  auto const rows = rows_of_spectra(spectra);
  auto const components = static_cast<std::size_t>(siderum::components(field_of(field)));
  double const work =
      work_of(static_cast<double>(range.count()) * static_cast<double>(components), 100.0);
  std::vector<Complex> a_lm =
      computed(work, Needs::nothing, keep(), [field = field_of(field), range, rows, seed] {
        return random_coefficients(field, range, rows, seed);
      });
  return nb::cast(to_numpy(std::move(a_lm), {components, static_cast<std::size_t>(range.count())}));
}

/// (maps, coefficients) of spectra by diagonals.
nb::object scalars(std::int64_t lmax, std::int64_t mmax, Table<double const> const& spectra,
                   std::uint64_t seed) {
  HarmonicRange const range = make_harmonic_range(lmax, mmax);
  auto const rows = rows_of_spectra(spectra);
  auto const count = static_cast<std::size_t>(range.count());
  double const work = work_of(static_cast<double>(count * rows.size()), 100.0);
  std::vector<Complex> a_lm = computed(work, Needs::nothing, keep(), [range, rows, seed] {
    return random_scalars(range, rows, seed);
  });
  std::size_t const maps = a_lm.size() / count;
  return nb::cast(to_numpy(std::move(a_lm), {maps, count}));
}

/// The names of the spectra, and their values (spectra, lmax + 1).
nb::tuple spectra_of_coefficients(int field, std::int64_t lmax, std::int64_t mmax,
                                  Table<Complex const> const& a, Table<Complex const> const& b,
                                  bool is_cross) {
  HarmonicRange const range = make_harmonic_range(lmax, mmax);
  check_coefficients(range, rows_of(a).columns);
  check_coefficients(range, rows_of(b).columns);
  auto const set = is_cross ? SpectrumSet::cross : SpectrumSet::own;
  std::vector<NamedSpectrum> const spectra =
      computed(work_of(static_cast<double>(a.size() + b.size()), 10.0), Needs::nothing, keep(a, b),
               [field = field_of(field), range, a = span_of(a), b = span_of(b), set] {
                 return power_spectra(field, range, a, b, set);
               });
  std::vector<std::string> names;
  std::vector<double> values;
  for (NamedSpectrum const& spectrum : spectra) {
    names.push_back(spectrum.name);
    values.insert(values.end(), spectrum.value.begin(), spectrum.value.end());
  }
  return nb::make_tuple(
      names, to_numpy(std::move(values), {names.size(), static_cast<std::size_t>(lmax) + 1}));
}

std::vector<std::string> names_of_spectra(int field) {
  std::vector<std::string> names;
  for (SpectrumKind const& kind : spectra_of(field_of(field))) {
    names.emplace_back(kind.name);
  }
  return names;
}

/// Rows of coefficients, each times a row of factors, in place.
void scale(std::int64_t lmax, std::int64_t mmax, Table<Complex> const& a_lm,
           Table<double const> const& factor) {
  HarmonicRange const range = make_harmonic_range(lmax, mmax);
  auto const rows = rows_of(a_lm);
  check_coefficients(range, rows.columns);
  SIDERUM_VALIDATE(factor.shape(0) == a_lm.shape(0),
                   "There are " + std::to_string(factor.shape(0)) + " rows of factors and " +
                       std::to_string(a_lm.shape(0)) +
                       " of coefficients (each has its own). Give as many.");
  for (std::size_t row = 0; row < a_lm.shape(0); ++row) {
    scale_degrees(range,
                  std::span(rows.data + static_cast<std::int64_t>(row) * rows.columns,
                            static_cast<std::size_t>(rows.columns)),
                  std::span(factor.data() + row * factor.shape(1), factor.shape(1)));
  }
}

nb::object regrade(Numbers const& map, std::int64_t nside, bool from_nested, bool to_nested,
                   double power, double most_unseen) {
  auto const order = [](bool is_nested) {
    return is_nested ? PixelOrder::nested : PixelOrder::ring;
  };
  double const pixels = static_cast<double>(map.size()) + 12.0 * static_cast<double>(nside * nside);
  return nb::cast(
      to_numpy(computed(work_of(pixels, 20.0), Needs::nothing, keep(map),
                        [map = span_of(map), nside, from = order(from_nested),
                         to = order(to_nested), power, most_unseen] {
                          return change_resolution(map, nside, {from, to, power, most_unseen});
                        })));
}

template <class Real>
nb::object unseen(Line<Real const> const& map) {
  std::vector<std::uint8_t> flags(map.size());
  std::transform(map.data(), map.data() + map.size(), flags.begin(),
                 [](Real pixel) { return static_cast<std::uint8_t>(is_unseen(pixel)); });
  return nb::cast(to_numpy(std::move(flags)));
}

nb::tuple without_dipole(RingGrid const& grid, Line<double> const& map,
                         std::optional<Numbers> const& mask, bool has_dipole) {
  auto const part = has_dipole ? RemovedPart::monopole_and_dipole : RemovedPart::monopole;
  SkyDipole const removed =
      computed(work_of(static_cast<double>(map.size()), 40.0), Needs::nothing, keep(map, mask),
               [grid, map = span_of(map), mask = span_of(mask), part] {
                 return remove_dipole(grid, map, mask, part);
               });
  return nb::make_tuple(removed.monopole, removed.dipole);
}

using Angles = std::array<double, 3>;

Angles plain(EulerAngles const& angles) {
  return {angles.psi, angles.theta, angles.phi};
}

}  // namespace

void add_sky_tools(nb::module_& module) {
  module.def("random_coefficients", &random);
  module.def("random_scalars", &scalars);
  module.def("power_spectra", &spectra_of_coefficients);
  module.def("names_of_spectra", &names_of_spectra);
  module.def("scale_degrees", &scale);
  module.def("gaussian_beam", [](std::int64_t lmax, double fwhm, int spin) {
    return to_numpy(gaussian_beam(lmax, fwhm, spin));
  });
  module.def("regrade", &regrade);
  module.def("unseen", &unseen<double>, nb::arg("map").noconvert());
  module.def("unseen", &unseen<float>, nb::arg("map").noconvert());
  module.def("remove_dipole", &without_dipole, nb::arg(), nb::arg().noconvert(), nb::arg().none(),
             nb::arg());
  module.def("frame_angles", [](int from, int to) {
    return plain(
        euler_angles(frame_rotation(static_cast<SkyFrame>(from), static_cast<SkyFrame>(to))));
  });
  module.def("angles_of_matrix",
             [](RotationMatrix const& matrix) { return plain(euler_angles(matrix)); });
  module.def("count_of_coefficients", [](std::int64_t lmax, std::int64_t mmax) {
    return make_harmonic_range(lmax, mmax).count();
  });
}

}  // namespace siderum::python
