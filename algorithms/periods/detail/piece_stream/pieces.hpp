// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/light_curves.hpp>

namespace siderum::detail {

/// A rectangle of a periodogram: whole rows of some objects, or a stretch of one row.
struct PowerPiece {
  std::int64_t first_object;  ///< counted in the whole batch
  std::int64_t objects;
  FrequencyRange range;
  double work_done;  ///< of its group when it is done

  std::int64_t frequencies() const { return range.last - range.first; }
  std::int64_t values() const { return objects * frequencies(); }
};

/// What a point takes on the device: the curves themselves and what is prepared from them.
template <class Real>
inline constexpr double point_bytes = 2.0 * sizeof(double) + 4.0 * sizeof(Real);

/// Options whose work space is a quarter of some bytes of memory at most: three instances of a
/// stream take one each, and leave one for the pieces.
inline LombScargleOptions with_memory(LombScargleOptions options, double bytes) {
  auto const share = static_cast<std::int64_t>(bytes / 4.0);
  options.work_bytes = std::max<std::int64_t>(std::min(options.work_bytes, share), 1);
  return options;
}

/// What a search takes, object by object: points times frequencies, or as many of them as direct
/// sums would do in the time that another method takes.
struct SearchWork {
  std::vector<double> before;        ///< (objects + 1), of the objects before each
  std::int64_t unit = stretch_unit;  ///< where the grid is cut at its multiples nothing is done
                                     ///< twice; a multiple of stretch_unit

  double of(std::int64_t first, std::int64_t last) const {
    return before[static_cast<std::size_t>(last)] - before[static_cast<std::size_t>(first)];
  }
};

/// @param of_object  points of an object -> its work
template <class Real, class WorkOfObject>
SearchWork work_of(LightCurves<Real, Kokkos::HostSpace> const& curves,
                   WorkOfObject const& of_object) {
  SearchWork work;
  work.before.reserve(static_cast<std::size_t>(curves.objects()) + 1);
  work.before.push_back(0.0);
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    std::int64_t const points = curves.host_offsets(object + 1) - curves.host_offsets(object);
    work.before.push_back(work.before.back() + of_object(points));
  }
  return work;
}

/// The same where each point is looked at for each frequency; an object costs as one point more.
template <class Real>
SearchWork work_of_points(LightCurves<Real, Kokkos::HostSpace> const& curves,
                          std::int64_t frequencies) {
  return work_of(curves, [frequencies](std::int64_t points) {
    return static_cast<double>(points + 1) * static_cast<double>(frequencies);
  });
}

/// The end of the longest run of objects from `first` whose points take at most half of `bytes` and
/// whose work is at most `most`; at least one object.
template <class Real>
std::int64_t end_of_group(LightCurves<Real, Kokkos::HostSpace> const& curves,
                          SearchWork const& work, std::int64_t first, double bytes,
                          double bytes_of_point, double most) {
  constexpr double bytes_of_object = 512.0;
  std::int64_t last = first + 1;
  while (last < curves.objects()) {
    auto const points =
        static_cast<double>(curves.host_offsets(last + 1) - curves.host_offsets(first));
    auto const objects = static_cast<double>(last + 1 - first);
    if (points * bytes_of_point + objects * bytes_of_object > 0.5 * bytes ||
        work.of(first, last + 1) > most) {
      break;
    }
    ++last;
  }
  return last;
}

/// The length of a stretch, a multiple of `unit`, when a grid is cut into about `parts`.
inline std::int64_t stretch_length(std::int64_t frequencies, double parts, std::int64_t unit) {
  std::int64_t const units = (frequencies + unit - 1) / unit;
  double const length = std::ceil(static_cast<double>(units) / std::max(parts, 1.0));
  return std::max<std::int64_t>(static_cast<std::int64_t>(length), 1) * unit;
}

/// Cuts the periodograms of the `in_group` objects from `first` on into pieces of at most `most`
/// values where stretch_unit allows it: some eight pieces at least, so that they can
/// overlap, but none so small that it leaves most of a device idle.
/// @param at_once  units that are worked on side by side, of which a piece has as many where there
///                 are so many: the threads of a host, which take a unit each
inline std::vector<PowerPiece> divide_into_pieces(SearchWork const& work, std::int64_t first,
                                                  std::int64_t in_group, std::int64_t frequencies,
                                                  std::int64_t most, std::int64_t at_once) {
  std::int64_t const all = in_group * frequencies;
  constexpr std::int64_t fills_a_device = std::int64_t{1} << 18;
  auto const fits = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(most)));
  std::int64_t const unit = std::max(std::min(work.unit, fits), stretch_unit) * at_once;
  std::int64_t const values = std::max(std::min(most, std::max(all / 8, fills_a_device)), unit);
  std::int64_t const rows = std::max<std::int64_t>(values / frequencies, 1);
  std::int64_t const length =
      rows > 1 || frequencies <= values ? frequencies : values / unit * unit;
  std::vector<PowerPiece> pieces;
  for (std::int64_t object = 0; object < in_group; object += rows) {
    std::int64_t const objects = std::min(rows, in_group - object);
    std::int64_t const begin_of_rows = first + object;
    for (std::int64_t begin = 0; begin < frequencies; begin += length) {
      std::int64_t const end = std::min(begin + length, frequencies);
      double const share = static_cast<double>(end) / static_cast<double>(frequencies);
      pieces.push_back({begin_of_rows,
                        objects,
                        {begin, end},
                        work.of(first, begin_of_rows) +
                            share * work.of(begin_of_rows, begin_of_rows + objects)});
    }
  }
  return pieces;
}

}  // namespace siderum::detail
