// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/ring_fft.hpp>
#include <siderum/core/policies.hpp>

/// RingFft on devices without a vendor's library: a team has a pair of rings, the first as real and
/// the second as imaginary part, and a chirp turns its length into a power of two.
namespace siderum::portable::ring_fft {

/// What a device needs of a pair of rings.
struct DevicePair {
  std::int64_t nphi;
  std::int64_t padded;  ///< power of two: nphi itself, or >= 2 nphi - 1
  std::int64_t orders;
  double phi0[2];
  std::int64_t first[2];
  std::int64_t stride[2];
  double weight[2];
  double spin_factor;
  bool has_second;
};

/// A pair with its work space: two arrays of `padded` elements.
template <class Exec, class Real>
struct DeviceTransform {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;
  using Complex = Kokkos::complex<Real>;

  Kokkos::View<DevicePair const*, MemorySpace> pairs;
  Kokkos::View<Complex const*, MemorySpace> roots;  ///< exp(2 pi i k / largest), k < largest / 2
  Kokkos::View<Complex*, MemorySpace> work;         ///< (3 largest) for each team
  std::int64_t largest;                             ///< longest padded length

  KOKKOS_FUNCTION Complex* work_of(Member const& member) const {
    return &work(member.league_rank() * 3 * largest);
  }

  KOKKOS_FUNCTION static Complex unit(double turns) {
    constexpr double two_pi = 6.283185307179586476925;
    double const angle = two_pi * turns;
    return Complex(static_cast<Real>(Kokkos::cos(angle)), static_cast<Real>(Kokkos::sin(angle)));
  }

  /// exp(i pi j^2 / n)
  KOKKOS_FUNCTION static Complex chirp(std::int64_t j, std::int64_t n) {
    return unit(static_cast<double>(j * j % (2 * n)) / static_cast<double>(2 * n));
  }

  /// Transform of `length` elements at `data`, sign +, by radix 2 (Stockham), with `other` as room;
  /// the place of the result is returned.
  KOKKOS_FUNCTION Complex* transform(Member const& member, std::int64_t length, Complex* data,
                                     Complex* other) const {
    for (std::int64_t half = 1; half < length; half *= 2) {
      std::int64_t const turn = largest / (2 * half);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, length / 2), [&](std::int64_t index) {
        std::int64_t const j = index % half;
        Complex const a = data[index];
        Complex const b = data[index + length / 2] * roots(j * turn);
        Complex* const to = other + 2 * (index - j) + j;
        to[0] = a + b;
        to[half] = a - b;
      });
      member.team_barrier();
      Complex* const swapped = data;
      data = other;
      other = swapped;
    }
    return data;
  }

  /// As RingTransform, of the nphi elements at the beginning of the work space.
  KOKKOS_FUNCTION Complex const* any_length(Member const& member, DevicePair const& pair) const {
    Complex* const data = work_of(member);
    Complex* const other = data + largest;
    Complex* const spectrum = other + largest;
    std::int64_t const n = pair.nphi;
    std::int64_t const padded = pair.padded;
    if (padded == n) {
      return transform(member, n, data, other);
    }
    auto const each = Kokkos::TeamThreadRange(member, padded);
    Kokkos::parallel_for(each, [&](std::int64_t j) {
      data[j] = j < n ? data[j] * chirp(j, n) : Complex(0);
      std::int64_t const distance = Kokkos::min(j, padded - j);
      spectrum[j] = distance < n ? Kokkos::conj(chirp(distance, n)) : Complex(0);
    });
    member.team_barrier();
    Complex* const of_chirp = transform(member, padded, spectrum, other);
    // `other` or `spectrum`, whichever is free now.
    Complex* const room = of_chirp == spectrum ? other : spectrum;
    Complex* const product = transform(member, padded, data, room);
    Complex* const free = product == data ? room : data;
    Kokkos::parallel_for(each, [&](std::int64_t k) { product[k] *= of_chirp[k]; });
    member.team_barrier();
    Complex* const back = transform(member, padded, product, free);
    Complex* const result = back == product ? free : product;
    Real const scale = Real(1) / static_cast<Real>(padded);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), [&](std::int64_t k) {
      result[k] = scale * back[k == 0 ? 0 : padded - k] * chirp(k, n);
    });
    member.team_barrier();
    return result;
  }

  /// exp(i m phi0), with the product to twice the precision of double.
  KOKKOS_FUNCTION static Complex phase(std::int64_t m, double phi0) {
    auto const order = static_cast<double>(m);
    double const angle = order * phi0;
    double const rest = Kokkos::fma(order, phi0, -angle);
    double const cosine = Kokkos::cos(angle);
    double const sine = Kokkos::sin(angle);
    return Complex(static_cast<Real>(cosine - rest * sine),
                   static_cast<Real>(sine + rest * cosine));
  }
};

/// Modes to pixels.
template <class Exec, class Real>
struct DeviceRingSynthesizer : DeviceTransform<Exec, Real> {
  using Base = DeviceTransform<Exec, Real>;
  using Complex = typename Base::Complex;
  using Member = typename Base::Member;

  RingModes<Real, typename Exec::memory_space> modes;
  Kokkos::View<Real**, Kokkos::LayoutRight, typename Exec::memory_space> map;
  std::int64_t first_pair;  ///< of this launch
  std::int64_t first_slot;
  RingFactors factors;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    DevicePair const pair = this->pairs(first_pair + member.league_rank());
    std::int64_t const slot = first_slot + 2 * member.league_rank();
    Complex* const bins = this->work_of(member);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(map.extent(0)); ++i) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, pair.nphi),
                           [&](std::int64_t k) { bins[k] = bin(i, slot, pair, k); });
      member.team_barrier();
      Complex const* const values = this->any_length(member, pair);
      Real const first = factor(pair, 0, i);
      Real const second = factor(pair, 1, i);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, pair.nphi), [&](std::int64_t j) {
        map(i, pair.first[0] + j * pair.stride[0]) = first * values[j].real();
        if (pair.has_second) {
          map(i, pair.first[1] + j * pair.stride[1]) = second * values[j].imag();
        }
      });
      member.team_barrier();
    }
  }

 private:
  KOKKOS_FUNCTION Real factor(DevicePair const& pair, int ring, std::int64_t row) const {
    return static_cast<Real>(factors(pair.weight[ring], pair.spin_factor, row));
  }

  // All modes that fold into bin k.
  KOKKOS_FUNCTION Complex bin(std::int64_t i, std::int64_t slot, DevicePair const& pair,
                              std::int64_t k) const {
    Complex sum(0);
    for (std::int64_t m = k; m < pair.orders; m += pair.nphi) {
      Complex const u = turned(i, slot, pair, m, 0);
      Complex const v = turned(i, slot, pair, m, 1);
      sum +=
          m == 0 ? Complex(u.real(), v.real()) : Complex(u.real() - v.imag(), u.imag() + v.real());
    }
    for (std::int64_t m = pair.nphi - k; m < pair.orders; m += pair.nphi) {
      Complex const u = turned(i, slot, pair, m, 0);
      Complex const v = turned(i, slot, pair, m, 1);
      sum += Complex(u.real() + v.imag(), v.real() - u.imag());
    }
    return sum;
  }

  KOKKOS_FUNCTION Complex turned(std::int64_t i, std::int64_t slot, DevicePair const& pair,
                                 std::int64_t m, int ring) const {
    if (ring == 1 && !pair.has_second) {
      return Complex(0);
    }
    return modes(i, slot + ring, m) * this->phase(m, pair.phi0[ring]);
  }
};

/// Pixels to modes.
template <class Exec, class Real>
struct DeviceRingAnalyzer : DeviceTransform<Exec, Real> {
  using Base = DeviceTransform<Exec, Real>;
  using Complex = typename Base::Complex;
  using Member = typename Base::Member;

  RingModes<Real, typename Exec::memory_space> modes;
  Kokkos::View<Real const**, Kokkos::LayoutRight, typename Exec::memory_space> map;
  std::int64_t first_pair;  ///< of this launch
  std::int64_t first_slot;
  RingFactors factors;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    DevicePair const pair = this->pairs(first_pair + member.league_rank());
    std::int64_t const slot = first_slot + 2 * member.league_rank();
    Complex* const values = this->work_of(member);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(map.extent(0)); ++i) {
      Real const first = factor(pair, 0, i);
      Real const second = factor(pair, 1, i);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, pair.nphi), [&](std::int64_t j) {
        Real const u = first * map(i, pair.first[0] + j * pair.stride[0]);
        Real const v =
            pair.has_second ? second * map(i, pair.first[1] + j * pair.stride[1]) : Real(0);
        values[j] = Complex(u, v);
      });
      member.team_barrier();
      Complex const* const bins = this->any_length(member, pair);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, pair.orders),
                           [&](std::int64_t m) { split(i, slot, pair, bins, m); });
      member.team_barrier();
    }
  }

 private:
  KOKKOS_FUNCTION Real factor(DevicePair const& pair, int ring, std::int64_t row) const {
    return static_cast<Real>(factors(pair.weight[ring], pair.spin_factor, row));
  }

  // As HostRingAnalyzer.
  KOKKOS_FUNCTION void split(std::int64_t i, std::int64_t slot, DevicePair const& pair,
                             Complex const* bins, std::int64_t m) const {
    std::int64_t const up = m % pair.nphi;
    Complex const z = bins[up == 0 ? 0 : pair.nphi - up];
    Complex const opposite = bins[up];
    Real const half = Real(0.5);
    Complex const u(half * (z.real() + opposite.real()), half * (z.imag() - opposite.imag()));
    Complex const v(half * (z.imag() + opposite.imag()), half * (opposite.real() - z.real()));
    modes(i, slot, m) = u * Kokkos::conj(this->phase(m, pair.phi0[0]));
    if (pair.has_second) {
      modes(i, slot + 1, m) = v * Kokkos::conj(this->phase(m, pair.phi0[1]));
    }
  }
};

}  // namespace siderum::portable::ring_fft
