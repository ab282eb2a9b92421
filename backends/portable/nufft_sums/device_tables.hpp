// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/kept_tables.hpp>
#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/allocate.hpp>

namespace siderum::portable::nufft {

/// What spread numbers and their sums may take of the work space; more fills no device better.
inline std::int64_t bytes_of_batch(std::int64_t work_bytes) {
  return std::min(std::int64_t{192} << 20, work_bytes / 5 * 3);
}

/// The tables of sections of a length and a tolerance.
template <class Exec, class Real>
class DeviceTables {
 public:
  static SectionTables<Real> of(Exec const& exec, std::int64_t length, double tolerance) {
    return kept_tables<DeviceTables>(
               exec, std::pair(length, tolerance),
               [&] {
                 return DeviceTables(exec,
                                     *spread_tables(tolerance, std::numeric_limits<Real>::epsilon(),
                                                    static_cast<int>(length)));
               })
        .tables_;
  }

 private:
  using Table = Kokkos::View<Real*, typename Exec::memory_space>;

  DeviceTables(Exec const& exec, SpreadTables const& exact)
      : polynomial_(copy(exec, exact.polynomial, "siderum::nufft::polynomial")),
        deconvolver_(copy(exec, exact.deconvolver, "siderum::nufft::deconvolver")),
        tables_{exact.modes,  exact.cells,        exact.kernel.width,
                exact.degree, polynomial_.data(), deconvolver_.data()} {}

  template <class Values>
  static Table copy(Exec const& exec, Values const& exact, char const* label) {
    return copy_to_memory(exec, label, std::vector<Real>(exact.begin(), exact.end()));
  }

  Table polynomial_;
  Table deconvolver_;
  SectionTables<Real> tables_;
};

}  // namespace siderum::portable::nufft
