// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <siderum/backends/portable/frequency_sums/lane_sums.hpp>
#include <siderum/backends/portable/frequency_sums/team_sums.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation FrequencySums (contract in frequency_sums.hpp) with Kokkos alone.
template <class Exec, class Real>
class FrequencySums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;

  FrequencySums(Exec const& exec, Series const& series, int terms)
      : exec_(exec), series_(series), terms_(terms) {}

  template <class Task>
  void operator()(Task const& task, std::int64_t count, std::string const& label) const {
    if constexpr (is_host<Exec>) {
      using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
      Kokkos::parallel_for(
          label, Policy(exec_, 0, count, Kokkos::ChunkSize(1)),
          frequency_sums::LaneFunctor<Real, MemorySpace, Task>{series_, terms_, task});
    } else {
      using Functor = frequency_sums::TeamFunctor<Exec, Real, Task>;
      Kokkos::parallel_for(label,
                           TeamPerIndex<Exec>(exec_, static_cast<int>(count), Functor::team_size),
                           Functor{series_, terms_, task});
    }
  }

 private:
  Exec exec_;
  Series series_;
  int terms_;
};

}  // namespace siderum::portable
