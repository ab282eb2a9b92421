// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/ring_fft/device_rings.hpp>

namespace siderum::portable::ring_fft {

/// Modes to pixels. A team has the pixels `part`, part + split, ... of a pair.
template <class Exec, class Real>
struct DeviceRingSynthesizer : DeviceRings<TeamsOfRings<Exec, Real>, Real> {
  using Teams = TeamsOfRings<Exec, Real>;
  using Base = DeviceRings<Teams, Real>;
  using Complex = typename Base::Complex;
  using Item = typename Base::Item;

  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    auto const numbers = this->numbers(member);
    this->for_each_item(member, [&](Item const& item) {
      typename Base::Angles const angles(item);
      Real const first = this->factor(item, 0);
      Real const second = this->factor(item, 1);
      auto const fold = [&](int k) { return bin(item, angles, k); };
      Teams::run(*this, numbers, item.pair, fold, [&](int j, Complex value) {
        int const pixel = item.part + j * this->split;
        this->pixels(item, 0)[pixel] = first * value.real();
        if (item.pair.has_second) {
          this->pixels(item, 1)[pixel] = second * value.imag();
        }
      });
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Complex bin(Item const& item, typename Base::Angles const& angles,
                                          int k) const {
    int const n = item.pair.nphi / this->split;
    Complex sum(0);
    for (int m = k; m < item.pair.orders; m += n) {
      sum += this->terms(item, angles, m).of_plus;
    }
    for (int m = n - k; m < item.pair.orders; m += n) {
      sum += this->terms(item, angles, m).of_minus;
    }
    return sum;
  }
};

}  // namespace siderum::portable::ring_fft
