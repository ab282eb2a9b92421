// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <siderum/backends/portable/ring_fft.hpp>
#include <siderum/backends/portable/ring_fft/host_rings.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

/// The operation RingFft (contract in ring_fft.hpp) by FFTW, on hosts.
template <class Exec, class Real>
class RingFft {
 public:
  static constexpr bool is_available = HostFft<Real>::is_available;
  using MemorySpace = typename Exec::memory_space;
  using Modes = RingModes<Real, MemorySpace>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace>;

  RingFft(Exec const& exec, std::vector<RingPair> const& pairs, std::int64_t /*maps*/,
          std::int64_t /*pairs_at_once*/)
      : exec_(exec), pairs_(pairs), transforms_(pairs.size()) {
    prepare();
  }

  void synthesis(Modes const& modes, PairRange range, Map const& map, RingWeights weights) const {
    ring_fft::HostRingSynthesizer<Real> const synthesize{functor(modes, range, weights), map};
    Kokkos::parallel_for("siderum::harmonic_transform::ring_synthesis[portable]", policy(range),
                         synthesize);
  }

  void analysis(ConstantMap const& map, PairRange range, Modes const& modes,
                RingWeights weights) const {
    ring_fft::HostRingAnalyzer<Real> const analyze{functor(modes, range, weights), map};
    Kokkos::parallel_for("siderum::harmonic_transform::ring_analysis[portable]", policy(range),
                         analyze);
  }

  /// Bytes of tables.
  std::int64_t bytes() const { return bytes_; }

 private:
  using Transform = RingTransform<Real>;

  ring_fft::HostRingFunctor<Real> functor(Modes const& modes, PairRange range,
                                          RingWeights weights) const {
    return {pairs_.data(), transforms_.data(), range, modes, weights};
  }

  auto policy(PairRange range) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    return Policy(exec_, 0, range.count(), Kokkos::ChunkSize(4));
  }

  // One transform for each length. Chirps are made side by side; FFTW plans one at a time.
  void prepare() {
    std::vector<std::int64_t> lengths;
    for (RingPair const& pair : pairs_) {
      lengths.push_back(pair.first.nphi);
    }
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    std::vector<std::shared_ptr<Transform const>> made(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      made[i] = std::make_shared<Transform const>(lengths[i]);
      bytes_ += made[i]->table_size() * static_cast<std::int64_t>(sizeof(Kokkos::complex<Real>));
    }
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      auto const at = std::lower_bound(lengths.begin(), lengths.end(), pairs_[p].first.nphi);
      transforms_[p] = made[static_cast<std::size_t>(at - lengths.begin())];
    }
  }

  Exec exec_;
  std::vector<RingPair> pairs_;
  std::vector<std::shared_ptr<Transform const>> transforms_;
  std::int64_t bytes_ = 0;
};

}  // namespace siderum::portable
