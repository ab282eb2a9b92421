// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <siderum/backends/portable/ring_fft.hpp>
#include <siderum/backends/portable/ring_fft/team_transform.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// RingFft on devices. A team transforms a pair of rings, the first as
/// real and the second as imaginary part; or one of `split` parts of them: every split-th pixel
/// (synthesis) or mode (analysis), n = nphi / split of them.
namespace siderum::portable::ring_fft {

/// Threads of a team at most. Where they go in step by 32, 3 such teams share the registers of a
/// multiprocessor; where by 64, scratch holds no more than one.
template <class Exec>
inline constexpr int most_ring_threads = DeviceShape<Exec>::large_team;
template <class Exec>
using RingPolicy = Kokkos::TeamPolicy<
    Exec, Kokkos::IndexType<std::int64_t>, LightWeight,
    Kokkos::LaunchBounds<most_ring_threads<Exec>, DeviceShape<Exec>::lanes == 64 ? 1 : 3>>;

/// An angle in turns as the sum of two doubles.
struct Turns {
  double high;
  double low;
};

/// What a device needs of a pair of rings.
struct DevicePair {
  std::int64_t pair;
  std::int64_t first[2];  ///< element of pixel 0 of either ring
  std::int64_t stride[2];
  double weight[2];
  double spin_factor;
  Turns turns[2];         ///< phi0 / 2 pi
  std::int64_t spectrum;  ///< where that of the chirp of its length begins
  int nphi;
  int orders;
  bool has_second;
};

/// m phi to 2^-53 of a turn, modulo 1.
KOKKOS_FORCEINLINE_FUNCTION double turns_of_order(int m, Turns turns) {
  auto const order = static_cast<double>(m);
  double const product = order * turns.high;
  double const rest = Kokkos::fma(order, turns.high, -product) + order * turns.low;
  return product - Kokkos::nearbyint(product) + rest;
}

/// phi0 / 2 pi + j / nphi: that of pixel j.
KOKKOS_FORCEINLINE_FUNCTION Turns turns_of_pixel(Turns turns, int j, int nphi) {
  double const quotient = static_cast<double>(j) / nphi;
  double const rest = Kokkos::fma(-quotient, static_cast<double>(nphi), static_cast<double>(j));
  double const sum = turns.high + quotient;
  double const part = sum - turns.high;
  double const error = (turns.high - (sum - part)) + (quotient - part);
  return {sum, error + (turns.low + rest / nphi)};
}

/// Those of c_k = exp(i pi k^2 / n), by which k l = (k^2 + l^2 - (k - l)^2) / 2 makes a transform
/// of any length n a convolution (Bluestein 1970, IEEE Trans. Audio Electroacoust. 18, 451).
KOKKOS_FORCEINLINE_FUNCTION double turns_of_chirp(int k, int n) {
  auto const turn = 2 * static_cast<std::uint64_t>(n);
  std::uint64_t const square = static_cast<std::uint64_t>(k) * static_cast<std::uint64_t>(k);
  return static_cast<double>(square % turn) / static_cast<double>(turn);
}

/// Transforms of one size: those of a power of two, or by a chirp.
///
/// @tparam Device  what is a device's own, as TeamsOfRings
template <class Device>
struct DeviceTransform {
  using Member = typename Device::Member;
  using Complex = typename Device::Complex;
  using Transform = TeamTransform<Complex, Member>;

  DevicePair const* pairs;  ///< of this launch
  Complex const* roots;     ///< exp(2 pi i k / 2^root_levels)
  Complex const* spectra;
  Complex* memory;  ///< of each team, where scratch is too small; else null
  int root_levels;
  int levels;
  int split;
  bool by_chirp;

  static std::size_t bytes(int levels) {
    return static_cast<std::size_t>(Transform::padded(1 << levels)) * sizeof(Complex);
  }

  /// The room of a team.
  KOKKOS_FUNCTION Transform numbers(Member const& member) const {
    int const elements = Transform::padded(1 << levels);
    auto* const room = memory != nullptr ? memory + member.league_rank() * std::int64_t{elements}
                                         : Device::scratch(member, elements);
    return Transform(member, room, levels, roots, root_levels);
  }

  KOKKOS_FORCEINLINE_FUNCTION static Complex phase(int m, Turns turns) {
    return Device::unit(turns_of_order(m, turns));
  }
  KOKKOS_FORCEINLINE_FUNCTION static Complex chirp(int k, int n) {
    return Device::unit(turns_of_chirp(k, n));
  }
};

/// The spectrum of the chirp or its conjugate, as Device::of_spectrum says, over 2^levels, in the
/// order of forward passes.
template <class Device>
struct SpectrumMaker : DeviceTransform<Device> {
  using Base = DeviceTransform<Device>;
  using Complex = typename Base::Complex;
  using Real = typename Complex::value_type;

  int const* lengths;
  std::int64_t const* places;  ///< of spectra
  int count;
  Complex* to;

  KOKKOS_FUNCTION void operator()(typename Base::Member const& member) const {
    auto const numbers = this->numbers(member);
    for (int i = member.league_rank(); i < count; i += member.league_size()) {
      int const n = lengths[i];
      Real const scale = Real(1) / static_cast<Real>(numbers.size());
      numbers.for_each(numbers.size(), [&](int k) {
        int const distance = Kokkos::min(k, numbers.size() - k);
        numbers[k] =
            distance < n ? scale * Device::of_spectrum(this->chirp(distance, n)) : Complex(0);
      });
      numbers.forward();
      numbers.pass_of_neighbours();
      Complex* const spectrum = to + places[i];
      numbers.for_each(numbers.size(), [&](int k) { spectrum[k] = numbers[k]; });
    }
  }
};

/// What both directions know of a launch.
template <class Device, class Pixel>
struct DeviceRings : DeviceTransform<Device> {
  using Base = DeviceTransform<Device>;
  using Complex = typename Base::Complex;
  using Real = typename Complex::value_type;
  using Transform = typename Base::Transform;
  using Member = typename Base::Member;

  RingModes<Real, typename Device::MemorySpace> modes;
  Pixel* map;
  std::int64_t map_stride;
  std::int64_t first_pair;
  std::int64_t count;  ///< of pairs times split
  std::int64_t rows;
  RingFactors factors;

  /// A part of a pair and row of the map.
  struct Item {
    DevicePair const& pair;
    int part;
    std::int64_t row;
    std::int64_t slot;
  };

  /// Calls use(item) for the items of this team.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_item(Member const& member, Use const& use) const {
    Device::for_each(member, count, rows, [&](auto i, std::int64_t row) {
      DevicePair const& pair = this->pairs[i / this->split];
      use(Item{pair, static_cast<int>(i % this->split), row, 2 * (pair.pair - first_pair)});
      member.team_barrier();
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION double weight(Item const& item, int ring) const {
    return factors(item.pair.weight[ring], item.pair.spin_factor, item.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION Real factor(Item const& item, int ring) const {
    return static_cast<Real>(weight(item, ring));
  }
  /// The pixels of a ring.
  struct Pixels {
    Pixel* first;
    std::int64_t stride;

    KOKKOS_FORCEINLINE_FUNCTION Pixel& operator[](int j) const { return first[j * stride]; }
  };
  KOKKOS_FORCEINLINE_FUNCTION Pixels pixels(Item const& item, int ring) const {
    return {map + item.row * map_stride + item.pair.first[ring], item.pair.stride[ring]};
  }

  /// Of pixel `part` of both rings.
  struct Angles {
    KOKKOS_FUNCTION explicit Angles(Item const& item) {
      for (int ring = 0; ring < 2; ++ring) {
        of[ring] = turns_of_pixel(item.pair.turns[ring], item.part, item.pair.nphi);
      }
      alike = of[0].high == of[1].high && of[0].low == of[1].low;
    }

    Turns of[2];
    bool alike;
  };

  /// What order m of both rings, u and v, adds to the bins of synthesis:
  ///     bin m mod n += u_m + i v_m,   bin -m mod n += conj(u_m) + i conj(v_m)
  /// The second is not to be used where m = 0.
  struct Terms {
    Complex of_plus;
    Complex of_minus;
  };
  KOKKOS_FORCEINLINE_FUNCTION Terms terms(Item const& item, Angles const& angles, int m) const {
    auto const* const at = &modes(item.row, item.slot, m);
    Complex const turned = this->phase(m, angles.of[0]);
    Complex const u = Complex(at[0]) * turned;
    Complex v(0);
    if (item.pair.has_second) {
      v = Complex(at[modes.slot_stride]) * (angles.alike ? turned : this->phase(m, angles.of[1]));
    }
    return {
        m == 0 ? Complex(u.real(), v.real()) : Complex(u.real() - v.imag(), u.imag() + v.real()),
        Complex(u.real() + v.imag(), v.real() - u.imag())};
  }
};

/// What is a device's own where Kokkos runs it.
template <class Exec, class Real>
struct TeamsOfRings {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename RingPolicy<Exec>::member_type;
  using Complex = Kokkos::complex<Real>;

  /// exp(2 pi i x)
  KOKKOS_FORCEINLINE_FUNCTION static Complex unit(double x) {
    auto const value = SinCos<Real>()(x);
    return Complex(value.cos, value.sin);
  }

  /// Of a team, in scratch.
  KOKKOS_FORCEINLINE_FUNCTION static Complex* scratch(Member const& member, int elements) {
    return static_cast<Complex*>(
        member.team_shmem().get_shmem_aligned(elements * sizeof(Complex), sizeof(Complex)));
  }

  /// Calls use(i, row), i < count, for the share of a team.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(Member const& member, std::int64_t count,
                                                   std::int64_t rows, Use const& use) {
    for (std::int64_t i = member.league_rank(); i < count * rows; i += member.league_size()) {
      use(i % count, i / count);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static Complex of_spectrum(Complex chirp) {
    return Kokkos::conj(chirp);
  }

  /// use(k, sum_j load(j) exp(2 pi i j k / n)) for all k < n; both may be called for some at once.
  template <class Load, class Use>
  KOKKOS_FORCEINLINE_FUNCTION static void run(DeviceTransform<TeamsOfRings> const& of,
                                              TeamTransform<Complex, Member> const& numbers,
                                              DevicePair const& pair, Load const& load,
                                              Use const& use) {
    int const n = pair.nphi / of.split;
    if (!of.by_chirp) {
      numbers.for_each(n, [&](int j) { numbers[numbers.place(j)] = load(j); });
      numbers.pass_of_neighbours();
      numbers.backward(use);
      return;
    }
    numbers.for_each(numbers.size(),
                     [&](int j) { numbers[j] = j < n ? load(j) * of.chirp(j, n) : Complex(0); });
    numbers.forward();
    Complex const* const spectrum = of.spectra + pair.spectrum;
    // The way back has the other sign.
    numbers.turn_round([&](int k, Complex value) { return Kokkos::conj(value * spectrum[k]); });
    numbers.backward([&](int k, Complex value) {
      if (k < n) {
        use(k, Kokkos::conj(value) * of.chirp(k, n));
      }
    });
  }

  /// Leaves the same sums, which `frequency` then gives.
  template <class Load>
  KOKKOS_FORCEINLINE_FUNCTION static void analyse(DeviceTransform<TeamsOfRings> const& of,
                                                  TeamTransform<Complex, Member> const& numbers,
                                                  DevicePair const& pair, Load const& load) {
    run(of, numbers, pair, load, [&](int k, Complex value) { numbers[k] = value; });
  }
  KOKKOS_FORCEINLINE_FUNCTION static Complex frequency(
      TeamTransform<Complex, Member> const& numbers, int k) {
    return numbers[k];
  }
};

}  // namespace siderum::portable::ring_fft
