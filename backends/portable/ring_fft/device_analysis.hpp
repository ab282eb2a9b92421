// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/ring_fft/device_rings.hpp>

namespace siderum::portable::ring_fft {

/// What a team of analysis transforms: the modes m = residue mod split of both rings as one complex
/// ring, where those of -m are among them; else those of residue and -residue of one ring.
struct Share {
  KOKKOS_FUNCTION Share(int part, int split)
      : residue(2 * part <= split ? part : split - part),
        ring(2 * part <= split ? 0 : 1),
        both(part == 0 || 2 * part == split) {}

  int residue;
  int ring;
  bool both;
};

/// Pixels to modes. Device::analyse leaves the sums over a part, of which Device::frequency gives
/// those that are asked for.
template <class Device>
struct DeviceRingAnalyzer : DeviceRings<Device, typename Device::Complex::value_type const> {
  using Real = typename Device::Complex::value_type;
  using Base = DeviceRings<Device, Real const>;
  using Complex = typename Base::Complex;
  using Item = typename Base::Item;
  using Member = typename Base::Member;
  using Transform = typename Base::Transform;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const numbers = this->numbers(member);
    this->for_each_item(member, [&](Item const& item) {
      Share const share(item.part, this->split);
      if (share.ring == 1 && !item.pair.has_second) {
        return;
      }
      Gatherer const gather{this->pixels(item, share.ring),
                            this->pixels(item, 1),
                            share.both && item.pair.has_second,
                            item.pair.nphi,
                            this->split,
                            share.residue};
      Device::analyse(*this, numbers, item.pair, gather);
      if (share.both) {
        put_both(member, numbers, item, share);
      } else {
        put_one(member, numbers, item, share);
      }
    });
  }

 private:
  /// The conjugate of
  ///     exp(-2 pi i residue j / nphi) sum_q pixel_{j + q n} exp(-2 pi i residue q / split)
  struct Gatherer {
    typename Base::Pixels first;
    typename Base::Pixels second;
    bool has_second;
    int nphi;
    int split;
    int residue;

    KOKKOS_FORCEINLINE_FUNCTION Complex operator()(int j) const {
      int const n = nphi / split;
      Complex sum(0);
      for (int q = 0; q < split; ++q) {
        int const pixel = j + q * n;
        Complex const value(first[pixel], has_second ? -second[pixel] : Real(0));
        int const quarters = residue * q * (4 / split) % 4;
        Complex const turned = quarters % 2 == 0 ? value : device_fft::times_i(value);
        sum = quarters < 2 ? sum + turned : sum - turned;
      }
      return residue == 0 ? sum : sum * Device::unit(static_cast<double>(residue) * j / nphi);
    }
  };

  /// Mode k of the rings, k = residue mod split.
  KOKKOS_FORCEINLINE_FUNCTION Complex mode(Transform const& numbers, Share const& share,
                                           int k) const {
    return conj(Device::frequency(numbers, (k - share.residue) / this->split));
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(Item const& item, int ring, int m, Complex value,
                                       Real scale) const {
    Complex const turned = value * conj(this->phase(m, item.pair.turns[ring]));
    this->modes(item.row, item.slot + ring, m) = scale * this->factor(item, ring) * turned;
  }

  KOKKOS_FUNCTION void put_both(Member const& member, Transform const& numbers, Item const& item,
                                Share const& share) const {
    int const nphi = item.pair.nphi;
    for (int m = share.residue + this->split * member.team_rank(); m < item.pair.orders;
         m += this->split * member.team_size()) {
      int const k = m % nphi;
      Complex const here = mode(numbers, share, k);
      Complex const there = conj(mode(numbers, share, k == 0 ? 0 : nphi - k));
      put(item, 0, m, here + there, Real(0.5));
      if (item.pair.has_second) {
        put(item, 1, m, device_fft::times_i(there - here), Real(0.5));
      }
    }
  }

  KOKKOS_FUNCTION void put_one(Member const& member, Transform const& numbers, Item const& item,
                               Share const& share) const {
    int const nphi = item.pair.nphi;
    for (int i = member.team_rank(); i / 2 * this->split < item.pair.orders;
         i += member.team_size()) {
      bool const mirrored = i % 2 == 1;
      int const m = i / 2 * this->split + (mirrored ? this->split - share.residue : share.residue);
      if (m < item.pair.orders) {
        int const k = m % nphi;
        put(item, share.ring, m,
            mirrored ? conj(mode(numbers, share, nphi - k)) : mode(numbers, share, k), Real(1));
      }
    }
  }
};

}  // namespace siderum::portable::ring_fft
