// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/work_space.hpp>

/// The division of objects x frequencies into pieces whose sums fit the memory there is.
namespace siderum::detail {

inline void validate_terms(int terms) {
  SIDERUM_VALIDATE(1 <= terms && terms <= most_terms,
                   "The model has " + std::to_string(terms) + " harmonics (from 1 to " +
                       std::to_string(most_terms) +
                       " can be fitted). Ask for a number in that range.");
}

/// The options with as many points at least as the model has coefficients, and one.
inline LombScargleOptions with_points_for(int terms, LombScargleOptions options) {
  std::int64_t const needed = 2 * terms + (options.fit_mean == FitMean::yes ? 2 : 1);
  options.minimum_points = std::max(options.minimum_points, needed);
  return options;
}

/// The objects first .. last - 1 of prepared curves: the points are shared.
template <class Real, class MemorySpace>
PreparedCurves<Real, MemorySpace> slice(PreparedCurves<Real, MemorySpace> const& prepared,
                                        std::int64_t first, std::int64_t last) {
  auto const objects = Kokkos::make_pair(first, last);
  auto const ends = Kokkos::make_pair(first, last + 1);
  return {{prepared.series.time, prepared.series.strength, prepared.series.weight,
           Kokkos::subview(prepared.series.offsets, ends),
           Kokkos::subview(prepared.series.host_offsets, ends)},
          Kokkos::subview(prepared.summary, objects),
          Kokkos::subview(prepared.scale, objects)};
}

/// Objects and frequencies of the largest piece.
struct PieceSize {
  std::int64_t objects;
  std::int64_t frequencies;
};

/// Whole rows where they fit, else stretches; objects in multiples of `group`.
inline PieceSize piece_size(std::int64_t objects, std::int64_t frequencies,
                            std::int64_t bytes_of_value, std::int64_t work_bytes,
                            std::int64_t group) {
  std::int64_t const most = std::max(work_bytes / (bytes_of_value * group), stretch_unit);
  std::int64_t const length = std::min(frequencies, most / stretch_unit * stretch_unit);
  return {std::min(std::max(objects, group), most / length * group), length};
}

/// Fills pieces with sums and hands them on, in ascending order of frequency for each object:
/// use(first object, range, prepared curves of the piece, sums).
///
/// @param bytes_beside  what `use` needs per object and frequency beside the sums
/// @param options       of the sums, as for multi_harmonic_sums
/// @param group         objects that come together, a divisor of their number
template <class Backend, class Exec, class Real, class Use>
void for_each_piece(Exec const& exec,
                    PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                    FrequencyGrid const& grid, std::int64_t value_harmonics,
                    std::int64_t weight_harmonics, std::int64_t bytes_beside,
                    std::int64_t work_bytes, LombScargleOptions const& options, Use const& use,
                    std::int64_t group = 1) {
  using Sums = MultiHarmonicSums<Real, typename Exec::memory_space>;
  auto const objects = static_cast<std::int64_t>(prepared.summary.extent(0));
  auto const bytes = (value_harmonics + weight_harmonics) * 2 * std::int64_t{sizeof(Real)};
  PieceSize const size = piece_size(objects, grid.count, bytes + bytes_beside, work_bytes, group);
  auto const room_for = [&](char const* label, std::int64_t harmonics) {
    return allocate_work<Kokkos::View<typename Sums::Number*, typename Exec::memory_space>>(
        exec, label, size.objects * harmonics * size.frequencies);
  };
  auto const room_of_values = room_for("siderum::multi_harmonic_sums::values", value_harmonics);
  auto const room_of_weights = room_for("siderum::multi_harmonic_sums::weights", weight_harmonics);
  for (std::int64_t first = 0; first < objects; first += size.objects) {
    std::int64_t const last = std::min(first + size.objects, objects);
    auto const part = slice(prepared, first, last);
    for (std::int64_t begin = 0; begin < grid.count; begin += size.frequencies) {
      FrequencyRange const range{begin, std::min(begin + size.frequencies, grid.count)};
      auto const fitted = [&](auto const& room, std::int64_t harmonics) {
        return typename Sums::View(room.data(), static_cast<std::size_t>(last - first),
                                   static_cast<std::size_t>(harmonics),
                                   static_cast<std::size_t>(range.last - range.first));
      };
      Sums const sums{fitted(room_of_values, value_harmonics),
                      fitted(room_of_weights, weight_harmonics)};
      multi_harmonic_sums<Backend>(exec, part, grid, range, sums, options);
      use(first, range, part, sums);
    }
  }
}

}  // namespace siderum::detail
