// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/device_fft/butterflies.hpp>

namespace siderum::portable::ring_fft {

/// Fourier transforms of 2^levels numbers by a team, sign +, in place: passes of radix 8, and one
/// of radix 2, 4 or 8 on neighbours. Forwards (decimation in frequency) they end in the order of
/// `place`, backwards (decimation in time) they start from it; both have the sign +. Results do not
/// depend on the size of the team.
template <class Complex, class Member>
class TeamTransform {
 public:
  /// Numbers that are transformed at once by a thread.
  static constexpr int radix = 8;

  /// One number of 8 stays unused, against conflicts of banks.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int padded(int i) { return i + (i >> 3); }

  /// @param memory  of this team alone, padded(2^levels) long
  /// @param roots   exp(2 pi i k / 2^root_levels)
  KOKKOS_FUNCTION TeamTransform(Member const& member, Complex* memory, int levels,
                                Complex const* roots, int root_levels)
      : member_(member),
        memory_(memory),
        roots_(roots),
        levels_(levels),
        root_levels_(root_levels) {}

  KOKKOS_FORCEINLINE_FUNCTION Complex& operator[](int i) const { return memory_[padded(i)]; }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return 1 << levels_; }

  /// Where forward passes leave frequency f.
  KOKKOS_FORCEINLINE_FUNCTION int place(int f) const {
    int place = 0;
    int levels = levels_;
    for (; levels >= 3; levels -= 3) {
      place += (f & 7) << (levels - 3);
      f >>= 3;
    }
    return place + (f & ((1 << levels) - 1));
  }

  /// Calls body(i) for 0 <= i < count by the team, and waits.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(int count, Body const& body) const {
    for (int i = member_.team_rank(); i < count; i += member_.team_size()) {
      body(i);
    }
    member_.team_barrier();
  }

  /// All passes but the last.
  KOKKOS_FUNCTION void forward() const {
    using device_fft::turn;  // or a turn of the type itself
    for (int span = levels_; span > last_levels(); span -= 3) {
      for_each(size() / radix, [&](int u) {
        Butterfly const at(u, span);
        Complex x[radix];
        load(x, at.base, at.distance);
        device_fft::transform(x);
        turn(x, roots_[at.j << (root_levels_ - span)]);
        store(x, at.base, at.distance);
      });
    }
  }

  /// The last pass forwards, change(i, value) of each number, and the first pass backwards.
  template <class Change>
  KOKKOS_FORCEINLINE_FUNCTION void turn_round(Change const& change) const {
    for_each(size() / radix, [&](int u) {
      Complex x[radix];
      load(x, radix * u, 1);
      last_pass(x);
      for (int k = 0; k < radix; ++k) {
        x[k] = change(radix * u + k, x[k]);
      }
      last_pass(x);
      store(x, radix * u, 1);
    });
  }

  /// The last pass forwards, or the first backwards, alone.
  KOKKOS_FUNCTION void pass_of_neighbours() const {
    for_each(size() / radix, [&](int u) {
      Complex x[radix];
      load(x, radix * u, 1);
      last_pass(x);
      store(x, radix * u, 1);
    });
  }

  /// All passes but the first; use(i, value) takes the results.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION void backward(Use const& use) const {
    using device_fft::turn;
    for (int span = last_levels() + 3; span <= levels_; span += 3) {
      for_each(size() / radix, [&](int u) {
        Butterfly const at(u, span);
        Complex x[radix];
        load(x, at.base, at.distance);
        turn(x, roots_[at.j << (root_levels_ - span)]);
        device_fft::transform(x);
        if (span < levels_) {
          store(x, at.base, at.distance);
          return;
        }
        for (int k = 0; k < radix; ++k) {
          use(at.base + k * at.distance, x[k]);
        }
      });
    }
  }

 private:
  /// Number u of a pass whose numbers are 2^span / 8 apart.
  struct Butterfly {
    KOKKOS_FORCEINLINE_FUNCTION Butterfly(int u, int span)
        : distance(1 << (span - 3)), j(u & (distance - 1)), base(((u >> (span - 3)) << span) + j) {}

    int distance;
    int j;
    int base;
  };

  KOKKOS_FORCEINLINE_FUNCTION int last_levels() const { return levels_ % 3 == 0 ? 3 : levels_ % 3; }

  KOKKOS_FORCEINLINE_FUNCTION void load(Complex (&x)[radix], int base, int distance) const {
    for (int k = 0; k < radix; ++k) {
      x[k] = memory_[padded(base + k * distance)];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(Complex const (&x)[radix], int base, int distance) const {
    for (int k = 0; k < radix; ++k) {
      memory_[padded(base + k * distance)] = x[k];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void last_pass(Complex (&x)[radix]) const {
    if (last_levels() == 3) {
      device_fft::transform(x);
    } else if (last_levels() == 2) {
      device_fft::transform_4(x[0], x[1], x[2], x[3]);
      device_fft::transform_4(x[4], x[5], x[6], x[7]);
    } else {
      for (int k = 0; k < radix; k += 2) {
        Complex const difference = x[k] - x[k + 1];
        x[k] = x[k] + x[k + 1];
        x[k + 1] = difference;
      }
    }
  }

  Member const& member_;
  Complex* memory_;
  Complex const* roots_;
  int levels_;
  int root_levels_;
};

}  // namespace siderum::portable::ring_fft
