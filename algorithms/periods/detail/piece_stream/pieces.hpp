// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/light_curves.hpp>

namespace siderum::detail {

/// A rectangle of a periodogram: whole rows of some objects, or a stretch of one row.
struct PowerPiece {
  std::int64_t first_object;  ///< counted in the whole batch
  std::int64_t objects;
  FrequencyRange range;
  double work_done;  ///< points times frequencies of its group when it is done

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

/// Points times frequencies of the objects first .. last - 1; an object costs as one point more.
template <class Real>
double work_of(LightCurves<Real, Kokkos::HostSpace> const& curves, std::int64_t first,
               std::int64_t last, std::int64_t frequencies) {
  auto const points = curves.host_offsets(last) - curves.host_offsets(first);
  return static_cast<double>(points + last - first) * static_cast<double>(frequencies);
}

/// The end of the longest run of objects from `first` whose points take at most half of `bytes` and
/// whose work is at most `work`; at least one object.
template <class Real>
std::int64_t end_of_group(LightCurves<Real, Kokkos::HostSpace> const& curves, std::int64_t first,
                          double bytes, double bytes_of_point, double work, double frequencies) {
  constexpr double bytes_of_object = 512.0;
  std::int64_t last = first + 1;
  while (last < curves.objects()) {
    auto const points =
        static_cast<double>(curves.host_offsets(last + 1) - curves.host_offsets(first));
    auto const objects = static_cast<double>(last + 1 - first);
    if (points * bytes_of_point + objects * bytes_of_object > 0.5 * bytes ||
        (points + objects) * frequencies > work) {
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

/// Cuts the periodograms of a group, whose first object is `first`, into pieces of at most `most`
/// values where a unit of frequencies allows it: some eight pieces at least, so that they can
/// overlap, but none so small that it leaves most of a device idle.
template <class Real>
std::vector<PowerPiece> divide_into_pieces(LightCurves<Real, Kokkos::HostSpace> const& group,
                                           std::int64_t frequencies, std::int64_t most,
                                           std::int64_t unit, std::int64_t first) {
  std::int64_t const all = group.objects() * frequencies;
  constexpr std::int64_t fills_a_device = std::int64_t{1} << 18;
  std::int64_t const values = std::max(std::min(most, std::max(all / 8, fills_a_device)), unit);
  std::int64_t const rows = std::max<std::int64_t>(values / frequencies, 1);
  std::int64_t const length =
      rows > 1 || frequencies <= values ? frequencies : values / unit * unit;
  std::vector<PowerPiece> pieces;
  for (std::int64_t object = 0; object < group.objects(); object += rows) {
    std::int64_t const objects = std::min(rows, group.objects() - object);
    for (std::int64_t begin = 0; begin < frequencies; begin += length) {
      std::int64_t const end = std::min(begin + length, frequencies);
      double const share = static_cast<double>(end) / static_cast<double>(frequencies);
      pieces.push_back({first + object,
                        objects,
                        {begin, end},
                        work_of(group, 0, object, frequencies) +
                            share * work_of(group, object, object + objects, frequencies)});
    }
  }
  return pieces;
}

}  // namespace siderum::detail
