// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/host_analysis.hpp>
#include <siderum/backends/portable/legendre/host_synthesis.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/legendre_synthesis.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

namespace legendre {

/// Lines of orders, the longest work first, one at a time.
template <class Exec>
auto line_policy(Exec const& exec, std::int64_t lines) {
  using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
  return Policy(exec, 0, lines, Kokkos::ChunkSize(1));
}

}  // namespace legendre

/// The operation LegendreSynthesis (contract in legendre_synthesis.hpp) with Kokkos alone.
template <class Exec, class Real>
class LegendreSynthesis {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, MemorySpace>;

  LegendreSynthesis(Exec const& exec, LegendreTables<MemorySpace> const& tables,
                    LegendreRings<MemorySpace> const& rings, std::int64_t /*maps*/,
                    LegendreTuning const& tuning)
      : exec_(exec), tables_(tables), rings_(rings), tuning_(tuning) {}

  void operator()(Coefficients const& coefficients, PairRange range,
                  RingModes<Real, MemorySpace> const& modes) const {
    int const vectors = tuning_.host_vectors > 0 ? tuning_.host_vectors : 4;
    legendre::HostSynthesizer<Real> const synthesize{tables_, rings_, coefficients,
                                                     range,   modes,  vectors};
    std::int64_t const lines = tables_.range.mmax / synthesize.orders + 1;
    Kokkos::parallel_for("siderum::harmonic_transform::legendre_synthesis[portable]",
                         legendre::line_policy(exec_, lines), synthesize);
  }

 private:
  Exec exec_;
  LegendreTables<MemorySpace> tables_;
  LegendreRings<MemorySpace> rings_;
  LegendreTuning tuning_;
};

/// The operation LegendreAnalysis (contract in legendre_analysis.hpp) with Kokkos alone.
template <class Exec, class Real>
class LegendreAnalysis {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, MemorySpace>;

  LegendreAnalysis(Exec const& exec, LegendreTables<MemorySpace> const& tables,
                   LegendreRings<MemorySpace> const& rings, std::int64_t /*maps*/,
                   LegendreTuning const& tuning)
      : exec_(exec), tables_(tables), rings_(rings), tuning_(tuning) {}

  void operator()(RingModes<Real, MemorySpace> const& modes, PairRange range,
                  Coefficients const& coefficients, SumInto into) const {
    legendre::HostAnalyzer<Real> const analyze{tables_, rings_, modes, range, coefficients, into};
    std::int64_t const lines = tables_.range.mmax / analyze.orders + 1;
    Kokkos::parallel_for("siderum::harmonic_transform::legendre_analysis[portable]",
                         legendre::line_policy(exec_, lines), analyze);
  }

 private:
  Exec exec_;
  LegendreTables<MemorySpace> tables_;
  LegendreRings<MemorySpace> rings_;
  LegendreTuning tuning_;
};

}  // namespace siderum::portable
