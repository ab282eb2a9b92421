// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <siderum/backends/portable/ring_fft/host_rings.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::ring_fft {

/// The transform of one length.
template <class Real>
struct TransformMaker {
  std::int64_t const* lengths;
  std::shared_ptr<RingTransform<Real> const>* made;

  void operator()(std::int64_t i) const {
    made[i] = std::make_shared<RingTransform<Real> const>(lengths[i]);
  }
};

/// RingFft on hosts.
template <class Exec, class Real>
class HostLaunch {
 public:
  static constexpr bool is_available = HostFft<Real>::is_available;
  using MemorySpace = typename Exec::memory_space;
  using Modes = RingModes<Real, MemorySpace>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace>;

  HostLaunch(Exec const& exec, std::vector<RingPair> const& pairs, std::int64_t /*maps*/,
             std::int64_t /*pairs_at_once*/)
      : exec_(exec), pairs_(pairs), transforms_(pairs.size()) {
    std::vector<std::int64_t> lengths;
    for (RingPair const& pair : pairs_) {
      lengths.push_back(pair.first.nphi);
    }
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    std::vector<std::shared_ptr<Transform const>> const made = make_transforms(lengths);
    for (auto const& transform : made) {
      bytes_ += transform->bytes();
    }
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      auto const at = std::lower_bound(lengths.begin(), lengths.end(), pairs_[p].first.nphi);
      transforms_[p] = made[static_cast<std::size_t>(at - lengths.begin())];
    }
  }

  void synthesis(Modes const& modes, PairRange range, Map const& map, RingFactors factors) const {
    HostRingSynthesizer<Real> const synthesize{functor(modes, range, factors), map};
    for_each_on_host("siderum::harmonic_transform::ring_synthesis[portable]", policy(range),
                     synthesize);
  }

  void analysis(ConstantMap const& map, PairRange range, Modes const& modes,
                RingFactors factors) const {
    HostRingAnalyzer<Real> const analyze{functor(modes, range, factors), map};
    for_each_on_host("siderum::harmonic_transform::ring_analysis[portable]", policy(range),
                     analyze);
  }

  /// Bytes of tables.
  std::int64_t bytes() const { return bytes_; }

 private:
  using Transform = RingTransform<Real>;

  // Tables are made side by side.
  std::vector<std::shared_ptr<Transform const>> make_transforms(
      std::vector<std::int64_t> const& lengths) const {
    std::vector<std::shared_ptr<Transform const>> made(lengths.size());
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    for_each_on_host("siderum::harmonic_transform::ring_tables[portable]",
                     Policy(exec_, 0, static_cast<std::int64_t>(lengths.size())),
                     TransformMaker<Real>{lengths.data(), made.data()});
    return made;
  }

  HostRingFunctor<Real> functor(Modes const& modes, PairRange range, RingFactors factors) const {
    return {pairs_.data(), transforms_.data(), range, modes, factors};
  }

  auto policy(PairRange range) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    return Policy(exec_, 0, range.count(), Kokkos::ChunkSize(4));
  }

  Exec exec_;
  std::vector<RingPair> pairs_;
  std::vector<std::shared_ptr<Transform const>> transforms_;
  std::int64_t bytes_ = 0;
};

}  // namespace siderum::portable::ring_fft
