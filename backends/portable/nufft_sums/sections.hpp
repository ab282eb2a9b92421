// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/nufft_sums.hpp>

/// How NufftSums divides a periodogram: into sections of so few frequencies that everything that
/// belongs to one of them stays in the cache of a processor (or fills a batch of transforms of a
/// device), each with the strengths turned to its own centre.
namespace siderum::portable::nufft {

/// Frequencies of which a team of a device looks after the sums; divides every section.
inline constexpr std::int64_t part_of_section = 1024;

/// For hosts: divides objects x sections into items of similar cost, the dearest first, each of
/// whole sections but for the ends of the range; slots as in TrigSums.
DividedWork divide_sections(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                            FrequencyRange range, std::int64_t frequencies, std::int64_t target);

/// The sections of all objects, and their work.
struct SectionCount {
  std::int64_t sections = 0;
  std::int64_t frequencies = 0;  // also behind the range
  std::int64_t cost = 0;         // in frequencies, with the points that are spread
};

/// For hosts.
SectionCount count_sections(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                            FrequencyRange range, std::int64_t frequencies);

/// Whether the threads of a host are sooner done where all share each section than where each has
/// sections of its own.
bool is_worth_sharing(SectionCount const& all, std::int64_t threads);

/// For hosts whose threads share sections: divides each section into that many items at most, in
/// order; slots as in TrigSums.
DividedWork divide_within_sections(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets, FrequencyRange range,
    std::int64_t frequencies, std::int64_t items_of_section);

/// Tables of the sections of one length, in the memory where they are used.
template <class Real>
struct SectionTables {
  int modes = 0;
  int cells = 0;
  int width = 0;
  int degree = 0;
  Real const* polynomial = nullptr;   // (degree + 1, widest_spread)
  Real const* deconvolver = nullptr;  // (modes)

  /// Where the transform of a section leaves its i-th frequency: the centre comes first.
  KOKKOS_FUNCTION int cell_of(int i) const {
    int const half = modes / 2;
    return i < half ? cells - half + i : i - half;
  }
};

}  // namespace siderum::portable::nufft
