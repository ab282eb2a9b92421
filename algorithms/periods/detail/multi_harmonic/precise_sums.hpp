// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/frequency_sums/lane_sums.hpp>
#include <siderum/backends/portable/frequency_sums/team_sums.hpp>
#include <siderum/core/twofold.hpp>

/// The sums at the multiples of one frequency in twice the bits of FP64, for the few frequencies
/// whose harmonics are so nearly dependent that those in FP64 leave no digit of the power.
///
/// A sine and a cosine in FP64 are enough for that: the pair is brought to the unit circle in twice
/// the bits, where it is that of a phase within rounding of the right one, and the same for all
/// multiples, which follow from it by exact rotations. Such a phase moves the model at a point by
/// its slope there; errors that differ from one harmonic to the next would move it by as much as
/// their coefficients are large. Rounded weights and values change a power by no more than that.
namespace siderum::detail {

/// Points that cover so few cycles, or fewer, have models that are nearly polynomials of time.
inline constexpr double most_cycles_of_arc = 0.5;

/// What the harmonics of a model are combined to before they are summed.
///
/// Where the points cover at most half a cycle, harmonics are next to dependent however many digits
/// there are. With a constant they span the same as these, x the phase about the middle of the
/// times, at most h:
///
///     q^a,   v q^(a-1),   a = 1 .. terms,     u = g^2,   q = 2 u - 1,   v = g cos x/2,
///
/// with g = sin x/2 / sin h/2 and v^2 = u - (u sin h/2)^2: all within 1, and nearly powers of time.
struct ModelBasis {
  double frequency;
  double middle = 0.0;  ///< the time that phases are about
  double scale = 0.0;   ///< 1 / sin h/2; 0: harmonics

  /// @param baseline  of times that begin at 0
  KOKKOS_FUNCTION static ModelBasis of(double frequency, double baseline, MeanSums mean) {
    double const half = Kokkos::numbers::pi * frequency * baseline;
    bool const is_arc =
        mean == MeanSums::yes && half > 0.0 && frequency * baseline <= most_cycles_of_arc;
    return is_arc ? ModelBasis{frequency, 0.5 * baseline, 1.0 / Kokkos::sin(0.5 * half)}
                  : ModelBasis{frequency};
  }
  KOKKOS_FUNCTION bool is_arc() const { return scale > 0.0; }
};

/// Those sums; element m - 1 of c and s is of w cos m x and w sin m x, or w q^m and w v q^(m-1),
/// and so of yc and ys with the strengths in place of w. Number: double, or Lanes for as many
/// partial sums.
template <int capacity, class Number = double>
struct PreciseSums : PointSums<capacity, Twofold<Number>> {
  using Value = Twofold<Number>;
  Value weight;    ///< sum of w
  Value strength;  ///< sum of v

  SIDERUM_NUMBER_FUNCTION void add_point(ModelBasis const& basis, int terms, Number time,
                                         Number value, Number of_weight) {
    double const frequency = basis.is_arc() ? 0.5 * basis.frequency : basis.frequency;
    auto const near = portable::SinCos<double>{}(
        reduced_cycles(Number(frequency), Number(0), time - Number(basis.middle)));
    // (1 + h)^(-1/2), with h of rounding what is missing to 1.
    Value const square =
        Value::product(near.cos, near.cos) + Value::product(near.sin, near.sin) - Value(Number(1));
    Number const h = square.high;
    Number const more = h * (Number(0.375) * h - Number(0.5));
    Value cosine(near.cos, near.cos * more);
    Value sine(near.sin, near.sin * more);
    if (basis.is_arc()) {
      Value const g = Value(Number(basis.scale)) * sine;
      Value const u = g * g;
      sine = g * cosine;
      cosine = u + u - Value(Number(1));
    }
    weight += Value(of_weight);
    strength += Value(value);
    Value const first_cosine = cosine;
    Value const first_sine = sine;
    for (int m = 0; m < 2 * terms; ++m) {
      if (m < terms) {
        this->yc[m] += Value(value) * cosine;
        this->ys[m] += Value(value) * sine;
      }
      this->c[m] += Value(of_weight) * cosine;
      this->s[m] += Value(of_weight) * sine;
      Value const before = cosine;
      if (basis.is_arc()) {
        cosine = before * first_cosine;
        sine = sine * first_cosine;
      } else {
        cosine = before * first_cosine - sine * first_sine;
        sine = sine * first_cosine + before * first_sine;
      }
    }
  }
};

/// Adds what one of the lanes has.
template <int capacity, int lanes>
void add_lane(PreciseSums<capacity, Lanes<double, lanes>> const& sums, int terms, int lane,
              PreciseSums<capacity>& total) {
  auto const at = [lane](Twofold<Lanes<double, lanes>> const& value) {
    return Twofold<double>(value.high[lane], value.low[lane]);
  };
  total.weight += at(sums.weight);
  total.strength += at(sums.strength);
  for (int m = 0; m < 2 * terms; ++m) {
    if (m < terms) {
      total.yc[m] += at(sums.yc[m]);
      total.ys[m] += at(sums.ys[m]);
    }
    total.c[m] += at(sums.c[m]);
    total.s[m] += at(sums.s[m]);
  }
}

/// The sums of an object as a task of FrequencySums forms them, on a host.
/// @param sums  what the task is called with
template <int capacity, class Real, class MemorySpace>
PreciseSums<capacity> precise_sums(
    portable::frequency_sums::LaneSums<capacity, Real, MemorySpace> const& sums,
    std::int64_t object, ModelBasis const& basis) {
  constexpr int lanes = native_lanes<double>;
  using Vector = Lanes<double, lanes>;
  PreciseSums<capacity, Vector> partial;
  std::int64_t const end = sums.series.offsets(object + 1);
  for (std::int64_t begin = sums.series.offsets(object); begin < end; begin += lanes) {
    double time[lanes] = {};
    double strength[lanes] = {};
    double weight[lanes] = {};
    for (int i = 0; i < std::min<std::int64_t>(lanes, end - begin); ++i) {
      time[i] = sums.series.time(begin + i);
      strength[i] = static_cast<double>(sums.series.strength(begin + i));
      weight[i] = static_cast<double>(sums.series.weight(begin + i));
    }
    partial.add_point(basis, sums.terms, Vector::load(time), Vector::load(strength),
                      Vector::load(weight));
  }
  PreciseSums<capacity> total;
  for (int lane = 0; lane < lanes; ++lane) {
    add_lane(partial, sums.terms, lane, total);
  }
  return total;
}

/// The same on a device, for all of a team.
template <int capacity, class Exec, class Real>
KOKKOS_FUNCTION PreciseSums<capacity> precise_sums(
    portable::frequency_sums::TeamSums<capacity, Exec, Real> const& sums, std::int64_t object,
    ModelBasis const& basis) {
  PreciseSums<capacity> total;
  auto const& series = sums.series;
  Kokkos::parallel_for(
      Kokkos::TeamThreadRange(sums.member, series.offsets(object), series.offsets(object + 1)),
      [&](std::int64_t const j) {
        total.add_point(basis, sums.terms, series.time(j), static_cast<double>(series.strength(j)),
                        static_cast<double>(series.weight(j)));
      });
  portable::frequency_sums::add_up(sums.member, sums.terms, total);
  portable::frequency_sums::FewSums<Twofold<double>> rest{{total.weight, total.strength}};
  sums.member.team_reduce(Kokkos::Sum<portable::frequency_sums::FewSums<Twofold<double>>>(rest));
  total.weight = rest.values[0];
  total.strength = rest.values[1];
  return total;
}

}  // namespace siderum::detail
