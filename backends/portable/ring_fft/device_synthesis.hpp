// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/ring_fft/device_rings.hpp>

namespace siderum::portable::ring_fft {

/// Modes to pixels. A team has the pixels `part`, part + split, ... of a pair.
template <class Exec, class Real>
struct DeviceRingSynthesizer : DeviceRings<Exec, Real, Real> {
  using Base = DeviceRings<Exec, Real, Real>;
  using Complex = typename Base::Complex;
  using Item = typename Base::Item;

  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    auto const numbers = this->numbers(member);
    this->for_each_item(member, [&](Item const& item) {
      Folder const folder(*this, item);
      Real const first = this->factor(item, 0);
      Real const second = this->factor(item, 1);
      this->run(numbers, item.pair, folder, [&](int j, Complex value) {
        int const pixel = item.part + j * this->split;
        this->pixel(item, 0, pixel) = first * value.real();
        if (item.pair.has_second) {
          this->pixel(item, 1, pixel) = second * value.imag();
        }
      });
    });
  }

 private:
  /// Bins of the modes of both rings, u and v:
  ///     bin m mod n += u_m + i v_m,   bin -m mod n += conj(u_m) + i conj(v_m)
  class Folder {
   public:
    KOKKOS_FUNCTION Folder(DeviceRingSynthesizer const& of, Item const& item)
        : of_(of), item_(item), n_(item.pair.nphi / of.split) {
      for (int ring = 0; ring < 2; ++ring) {
        turns_[ring] = turns_of_pixel(item.pair.turns[ring], item.part, item.pair.nphi);
      }
      alike_ = turns_[0].high == turns_[1].high && turns_[0].low == turns_[1].low;
    }

    KOKKOS_FORCEINLINE_FUNCTION Complex operator()(int k) const {
      Complex sum(0);
      for (int m = k; m < item_.pair.orders; m += n_) {
        Modes const mode = modes(m);
        sum += m == 0 ? Complex(mode.u.real(), mode.v.real())
                      : Complex(mode.u.real() - mode.v.imag(), mode.u.imag() + mode.v.real());
      }
      for (int m = n_ - k; m < item_.pair.orders; m += n_) {
        Modes const mode = modes(m);
        sum += Complex(mode.u.real() + mode.v.imag(), mode.v.real() - mode.u.imag());
      }
      return sum;
    }

   private:
    struct Modes {
      Complex u;
      Complex v;
    };

    KOKKOS_FORCEINLINE_FUNCTION Modes modes(int m) const {
      Complex const* const at = &of_.modes(item_.row, item_.slot, m);
      Complex const turned = phase<Real>(m, turns_[0]);
      Modes mode{at[0] * turned, Complex(0)};
      if (item_.pair.has_second) {
        mode.v = at[of_.modes.slot_stride] * (alike_ ? turned : phase<Real>(m, turns_[1]));
      }
      return mode;
    }

    DeviceRingSynthesizer const& of_;
    Item const& item_;
    int n_;
    bool alike_;
    Turns turns_[2];
  };
};

}  // namespace siderum::portable::ring_fft
