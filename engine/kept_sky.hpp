// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/engine/execution.hpp>
#include <siderum/engine/sky.hpp>

/// A sky that stays where it is computed: several transforms of a map, or of several maps at once,
/// and their coefficients without the way to the caller's memory and back.
///
///     siderum::engine::KeptSky sky(grid, range, siderum::Field::polarised, where);
///     sky.set_map(map);
///     sky.analyse({.iterations = 3});
///     sky.scale_degrees(beams);
///     sky.rotate(angles);
///     sky.synthesise();
///     std::vector<double> const turned = sky.map();
namespace siderum::engine {

/// The maps of a field, or of several of one kind, and their coefficients in the memory of a
/// device; where processes work together (processes.hpp), each has its rings and its orders in that
/// of its own device. Maps are (fields, components, pixels), coefficients (fields, components,
/// range.count()), both row-major, in the units of the caller and, on the device, in the precision
/// of the execution.
///
/// Several fields are transformed together, and share the recurrence; on hosts each with the bits
/// that it has alone.
///
/// Results are those of sky.hpp: on hosts with the bits of one process for any number of them, but
/// for spectra. Numbers that are set are checked as there. Calls return when all is done; the map
/// does not follow the coefficients by itself, nor they the map. What a call was to write may be
/// anything after it has thrown.
class KeptSky {
 public:
  /// All numbers are 0.
  /// @param execution  `automatic` is the CPU: who knows how many transforms there are asks place.
  ///                   All must fit: nothing goes in pieces, and memory_fraction counts for the
  ///                   work space of several processes alone
  /// @param fields     >= 1
  /// Throws Error for fewer fields and, with the bytes that are needed and free, before anything is
  /// allocated.
  KeptSky(RingGrid const& grid, HarmonicRange range, Field field, Execution const& execution = {},
          std::int64_t fields = 1);
  ~KeptSky();
  KeptSky(KeptSky const&) = delete;
  KeptSky& operator=(KeptSky const&) = delete;

  /// From the caller's memory. Cost: one pass, and their way to the devices.
  void set_coefficients(std::span<std::complex<double> const> a_lm);

  /// @param weight  (pixels) of all maps, or empty: pixels of weight 0 may hold anything, and are
  ///                0 then
  void set_map(std::span<double const> map, std::span<double const> weight = {});

  /// The coefficients of a random sky, as random_coefficients makes them on the host
  /// (algorithms/sky/random_coefficients.hpp): each process those of its orders. Field k, from 0
  /// on, is that of the seed `seed + k`.
  /// @param spectra  for each of spectra_of(field), (lmax + 1 or more), the same of all fields
  void set_random(std::span<std::vector<double> const> spectra, std::uint64_t seed);

  /// From the coefficients to the maps.
  void synthesise();

  /// From the maps to the coefficients. What iterates to a tolerance goes on with all fields until
  /// each has reached it.
  /// @return what was done, without coefficients; its residual is the largest
  AnalysisResult analyse(AnalysisMethod const& method = {});

  /// Each a_lm of a component, of all fields alike, is multiplied by filter[component][l].
  /// @param filter  (components, lmax + 1 or more), finite
  void scale_degrees(std::vector<std::vector<double>> const& filter);

  /// The coefficients of the turned maps, as rotate (sky.hpp) makes them; all turn alike. Each
  /// process turns all orders of some degrees, which the others send it and get back.
  /// Throws Error where mmax < lmax or an angle is not finite. Cost O(lmax^3), shared by the
  /// processes, and twice the way of the coefficients from one to the other, 8 MiB of a host or 64
  /// of a device at a time.
  void rotate(EulerAngles const& angles);

  /// To the caller's memory.
  std::vector<std::complex<double>> coefficients() const;
  std::vector<double> map() const;

  /// Those of the coefficients, as power_spectra has them, of one field after the other: sums over
  /// the orders of each process, and then over these. Nothing else is gathered.
  std::vector<NamedSpectrum> spectra() const;

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace siderum::engine
