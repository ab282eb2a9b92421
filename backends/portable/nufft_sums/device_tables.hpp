// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/allocate.hpp>

namespace siderum::portable::nufft {

/// What spread numbers and their sums may take of the work space; more fills no device better.
inline std::int64_t bytes_of_batch(std::int64_t work_bytes) {
  return std::min(std::int64_t{192} << 20, work_bytes / 5 * 3);
}

/// Tables of one length and tolerance on one device, for all of its instances; kept until Kokkos is
/// finalised.
template <class Exec, class Real>
class DeviceTables {
 public:
  using MemorySpace = typename Exec::memory_space;

  static SectionTables<Real> of(Exec const& exec, std::int64_t length, double tolerance) {
    using Device = Kokkos::Tools::Experimental::DeviceTypeTraits<Exec>;
    static std::mutex mutex;
    // Never destroyed: Kokkos may be finalised at exit, after objects like this one.
    static auto& known = *new std::map<std::tuple<int, std::int64_t, double>, DeviceTables>;
    std::lock_guard const lock(mutex);
    if (known.empty()) {
      Kokkos::push_finalize_hook([] { known.clear(); });
    }
    DeviceTables& kept = known[{static_cast<int>(Device::device_id(exec)), length, tolerance}];
    if (kept.tables_.modes == 0) {
      auto const exact = spread_tables(tolerance, static_cast<int>(length));
      kept.polynomial_ = copy(exec, exact->polynomial, "siderum::nufft::polynomial");
      kept.deconvolver_ = copy(exec, exact->deconvolver, "siderum::nufft::deconvolver");
      kept.tables_ = {exact->modes,
                      exact->cells,
                      exact->kernel.width,
                      exact->degree,
                      kept.polynomial_.data(),
                      kept.deconvolver_.data()};
    }
    return kept.tables_;
  }

 private:
  using Table = Kokkos::View<Real*, MemorySpace>;

  template <class Values>
  static Table copy(Exec const& exec, Values const& exact, char const* label) {
    std::vector<Real> const values(exact.begin(), exact.end());
    Table const table = copy_to_memory(exec, label, values);
    exec.fence("siderum::nufft::tables");  // other instances use them as well
    return table;
  }

  Table polynomial_;
  Table deconvolver_;
  SectionTables<Real> tables_;
};

}  // namespace siderum::portable::nufft
