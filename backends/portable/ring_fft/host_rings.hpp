// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <siderum/backends/portable/ring_fft.hpp>
#include <siderum/backends/portable/ring_fft/complex_lanes.hpp>
#include <siderum/backends/portable/ring_fft/ring_transform.hpp>
#include <siderum/core/thread_memory.hpp>

/// RingFft on hosts: a pair of rings is one complex transform, the first ring its real part and the
/// second its imaginary part.
namespace siderum::portable::ring_fft {

/// exp(i m phi0) for all m of a ring: products of two tabulated values, m = 64 coarse + fine.
template <class Real>
class PhaseTable {
 public:
  static constexpr std::int64_t step = 64;

  /// Makes the table unless it is that of phi0 already.
  void prepare(double phi0, std::int64_t orders) {
    if (phi0 == phi0_ && orders <= orders_) {
      return;
    }
    phi0_ = phi0;
    orders_ = orders;
    coarse_.clear();
    for (std::int64_t m = 0; m < step; ++m) {
      fine_[m] = phase(m);
    }
    for (std::int64_t m = 0; m < orders; m += step) {
      coarse_.push_back(phase(m));
    }
  }

  bool is_one() const { return phi0_ == 0.0; }

  Kokkos::complex<Real> operator()(std::int64_t m) const {
    auto const product = coarse_[static_cast<std::size_t>(m / step)] * fine_[m % step];
    return {static_cast<Real>(product.real()), static_cast<Real>(product.imag())};
  }

  /// Of a register of orders, the first a multiple of their number.
  ComplexLanes<Real> of_register(std::int64_t m) const {
    auto const coarse = coarse_[static_cast<std::size_t>(m / step)];
    return convert<Real>(product(load(fine_ + m % step), in_turn(coarse.real(), coarse.imag())));
  }

 private:
  // The product m phi0 to twice the precision of double: its rounding would be a phase error that
  // grows with m.
  Kokkos::complex<double> phase(std::int64_t m) const {
    auto const order = static_cast<double>(m);
    double const angle = order * phi0_;
    double const rest = std::fma(order, phi0_, -angle);
    double const cosine = std::cos(angle);
    double const sine = std::sin(angle);
    return {cosine - rest * sine, sine + rest * cosine};
  }

  double phi0_ = 0.0;
  std::int64_t orders_ = 0;
  Kokkos::complex<double> fine_[step];
  std::vector<Kokkos::complex<double>> coarse_;
};

/// What both directions share.
template <class Real>
struct HostRingFunctor {
  using Complex = Kokkos::complex<Real>;
  using Transforms = std::vector<std::shared_ptr<RingTransform<Real> const>>;

  RingPair const* pairs;                                         ///< all of the grid
  std::shared_ptr<RingTransform<Real> const> const* transforms;  ///< of each pair
  PairRange range;
  RingModes<Real, Kokkos::HostSpace> modes;
  RingFactors factors;

  /// Work space of one pair.
  struct Work {
    /// @param orders  of modes that are gathered
    Work(RingTransform<Real> const& transform, std::int64_t orders)
        : room(round_up(transform.length())),
          row(round_up(orders)),
          memory(static_cast<std::size_t>(2 * (room + row) + transform.work_size()) *
                 sizeof(Complex)),
          in(static_cast<Complex*>(memory.data())),
          out(in + room),
          rows{out + room, out + room + row},
          rest(out + room + 2 * row) {}

    static std::int64_t round_up(std::int64_t size) { return (size + 15) / 16 * 16; }

    std::int64_t room;
    std::int64_t row;
    ThreadMemory memory;
    Complex* in;
    Complex* out;
    Complex* rows[2];  ///< modes of both rings
    Complex* rest;
  };

  bool has_groups() const { return modes.groups.data() != nullptr; }
  Work work_of(RingTransform<Real> const& transform, RingPair const& pair) const {
    return Work(transform, has_groups() ? pair.orders : 0);
  }

  /// Modes of a ring in their order: where they lie, or in `room`.
  Complex const* gather(std::int64_t map, std::int64_t slot, std::int64_t orders,
                        Complex* room) const {
    if (!has_groups()) {
      return &modes(map, slot, 0);
    }
    for (std::int64_t m = 0; m < orders; m += order_group) {
      std::copy_n(&modes(map, slot, m), order_group, room + m);
    }
    return room;
  }
  /// And back, where they were put together in `room`.
  void scatter(Complex const* room, std::int64_t orders, std::int64_t map,
               std::int64_t slot) const {
    for (std::int64_t m = 0; m < orders; m += order_group) {
      std::copy_n(room + m, order_group, &modes(map, slot, m));
    }
  }

  Real factor_of(Ring const& ring, RingPair const& pair, std::int64_t row) const {
    return static_cast<Real>(factors(ring.weight, pair.spin_factor, row));
  }

  /// Tables of the calling thread for the phases of both rings: neighbours often share them.
  static PhaseTable<Real>& phases(int ring) {
    expect_thread_locals();
    thread_local PhaseTable<Real> tables[2];
    return tables[ring];
  }
};

/// Modes to pixels.
template <class Real>
struct HostRingSynthesizer : HostRingFunctor<Real> {
  using Complex = Kokkos::complex<Real>;
  Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> map;

  void operator()(std::int64_t index) const {
    std::int64_t const p = this->range.begin + index;
    RingPair const& pair = this->pairs[p];
    RingTransform<Real> const& transform = *this->transforms[p];
    auto const work = this->work_of(transform, pair);
    this->phases(0).prepare(pair.first.phi0, pair.orders);
    this->phases(1).prepare(pair.second.phi0, pair.orders);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(map.extent(0)); ++i) {
      fill(this->gather(i, 2 * index, pair.orders, work.rows[0]),
           this->gather(i, 2 * index + 1, pair.orders, work.rows[1]), pair, work.in);
      transform(work.in, work.out, work.rest);
      put(i, pair, work.out);
    }
  }

 private:
  void fill(Complex const* of_first, Complex const* of_second, RingPair const& pair,
            Complex* bins) const {
    std::int64_t const n = pair.first.nphi;
    std::int64_t const orders = pair.orders;
    ModeReader const first{of_first, this->phases(0)};
    ModeReader const second{of_second, this->phases(1)};
    bool const folds = 2 * (orders - 1) >= n;
    if (folds) {
      std::fill_n(bins, n, Complex(0));
    } else {
      std::fill(bins + orders, bins + n - orders + 1, Complex(0));
    }
    bins[0] = Complex(first.modes[0].real(), pair.has_second ? second.modes[0].real() : Real(0));
    std::int64_t up = 0;  // m modulo n
    for (std::int64_t m = 1; m < orders; ++m) {
      if (!folds && pair.has_second && m % complex_count == 0 && m + complex_count <= orders) {
        join_register(m, n, first, second, bins);
        m += complex_count - 1;
        continue;
      }
      Complex const u = first(m);
      Complex const v = pair.has_second ? second(m) : Complex(0);
      Complex const rising(u.real() - v.imag(), u.imag() + v.real());
      Complex const falling(u.real() + v.imag(), v.real() - u.imag());
      if (folds) {
        up = up + 1 == n ? 0 : up + 1;
        bins[up] += rising;
        bins[up == 0 ? 0 : n - up] += falling;
      } else {
        bins[m] = rising;
        bins[n - m] = falling;
      }
    }
  }

  /// exp(i m phi0) F_m of one ring.
  struct ModeReader {
    Complex const* modes;
    PhaseTable<Real> const& phases;

    Complex operator()(std::int64_t m) const {
      return phases.is_one() ? modes[m] : modes[m] * phases(m);
    }
    ComplexLanes<Real> of_register(std::int64_t m) const {
      auto const mode = load(modes + m);
      return phases.is_one() ? mode : product(mode, phases.of_register(m));
    }
  };

  // The same of a register of orders of two rings: u + i v, and conj(u) + i conj(v).
  static void join_register(std::int64_t m, std::int64_t n, ModeReader const& first,
                            ModeReader const& second, Complex* bins) {
    ComplexLanes<Real> const u = first.of_register(m);
    ComplexLanes<Real> const v = swapped(second.of_register(m));
    store(u - conjugate(v), bins + m);
    store(backwards(conjugate(u) + v), bins + n - m - (complex_count - 1));
  }

  void put(std::int64_t i, RingPair const& pair, Complex const* values) const {
    Real* const first = &map(i, pair.first.first);
    Real const weight = this->factor_of(pair.first, pair, i);
    for (std::int64_t j = 0; j < pair.first.nphi; ++j) {
      first[j * pair.first.stride] = weight * values[j].real();
    }
    if (pair.has_second) {
      Real* const second = &map(i, pair.second.first);
      Real const weight_second = this->factor_of(pair.second, pair, i);
      for (std::int64_t j = 0; j < pair.second.nphi; ++j) {
        second[j * pair.second.stride] = weight_second * values[j].imag();
      }
    }
  }
};

/// Pixels to modes.
template <class Real>
struct HostRingAnalyzer : HostRingFunctor<Real> {
  using Complex = Kokkos::complex<Real>;
  Kokkos::View<Real const**, Kokkos::LayoutRight, Kokkos::HostSpace> map;

  void operator()(std::int64_t index) const {
    std::int64_t const p = this->range.begin + index;
    RingPair const& pair = this->pairs[p];
    RingTransform<Real> const& transform = *this->transforms[p];
    auto const work = this->work_of(transform, pair);
    this->phases(0).prepare(pair.first.phi0, pair.orders);
    this->phases(1).prepare(pair.second.phi0, pair.orders);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(map.extent(0)); ++i) {
      take(i, pair, work.in);
      transform(work.in, work.out, work.rest);
      if (this->has_groups()) {
        split(pair, work.out, work.rows[0], work.rows[1]);
        this->scatter(work.rows[0], pair.orders, i, 2 * index);
        if (pair.has_second) {
          this->scatter(work.rows[1], pair.orders, i, 2 * index + 1);
        }
      } else {
        split(pair, work.out, &this->modes(i, 2 * index, 0), &this->modes(i, 2 * index + 1, 0));
      }
    }
  }

 private:
  void take(std::int64_t i, RingPair const& pair, Complex* values) const {
    Real const* const first = &map(i, pair.first.first);
    Real const weight = this->factor_of(pair.first, pair, i);
    if (!pair.has_second) {
      for (std::int64_t j = 0; j < pair.first.nphi; ++j) {
        values[j] = Complex(weight * first[j * pair.first.stride], Real(0));
      }
      return;
    }
    Real const* const second = &map(i, pair.second.first);
    Real const weight_second = this->factor_of(pair.second, pair, i);
    auto* const parts = reinterpret_cast<Real*>(values);
    if (pair.first.stride == 1 && pair.second.stride == 1) {
      join(first, weight, second, weight_second, pair.first.nphi, parts);
      return;
    }
    for (std::int64_t j = 0; j < pair.first.nphi; ++j) {
      values[j] = Complex(weight * first[j * pair.first.stride],
                          weight_second * second[j * pair.second.stride]);
    }
  }

  // Pixels that follow each other: by instructions on vectors.
  static void join(Real const* first, Real weight, Real const* second, Real weight_second,
                   std::int64_t count, Real* KOKKOS_RESTRICT to) {
    for (std::int64_t j = 0; j < count; ++j) {
      to[2 * j] = weight * first[j];
      to[2 * j + 1] = weight_second * second[j];
    }
  }

  // The transform has the sign +: bin -m is what the sign - has at m. With Z the sum of the first
  // ring's and i times the second's, F_first = (Z_m + conj Z_-m) / 2, F_second = (Z_m - conj Z_-m)
  // / (2 i).
  void split(RingPair const& pair, Complex const* bins, Complex* of_first,
             Complex* of_second) const {
    std::int64_t const n = pair.first.nphi;
    ModeWriter const first(of_first, this->phases(0));
    ModeWriter const second(of_second, this->phases(1));
    bool const folds = 2 * (pair.orders - 1) >= n;
    Real const half = Real(0.5);
    std::int64_t up = 0;  // m modulo n
    for (std::int64_t m = 0; m < pair.orders; ++m) {
      if (!folds && pair.has_second && m == complex_count) {
        for (; m + complex_count <= pair.orders; m += complex_count) {
          split_register(m, n, bins, first, second);
        }
        if (m == pair.orders) {
          break;
        }
        up = m;
      }
      Complex const z = bins[up == 0 ? 0 : n - up];
      Complex const opposite = bins[up];
      Complex const u(half * (z.real() + opposite.real()), half * (z.imag() - opposite.imag()));
      Complex const v(half * (z.imag() + opposite.imag()), half * (opposite.real() - z.real()));
      first(m, u);
      if (pair.has_second) {
        second(m, v);
      }
      up = up + 1 == n ? 0 : up + 1;
    }
  }

  /// exp(-i m phi0) F of one ring.
  struct ModeWriter {
    ModeWriter(Complex* to, PhaseTable<Real> const& table)
        : modes(to), phases(table), is_turned(!table.is_one()) {}

    void operator()(std::int64_t m, Complex mode) const {
      modes[m] = is_turned ? mode * Kokkos::conj(phases(m)) : mode;
    }
    void put_register(std::int64_t m, ComplexLanes<Real> mode) const {
      store(is_turned ? product(mode, conjugate(phases.of_register(m))) : mode, modes + m);
    }

    Complex* modes;
    PhaseTable<Real> const& phases;
    bool is_turned;
  };

  // The same of a register of orders of two rings.
  static void split_register(std::int64_t m, std::int64_t n, Complex const* bins,
                             ModeWriter const& first, ModeWriter const& second) {
    ComplexLanes<Real> const half(Real(0.5));
    ComplexLanes<Real> const z = half * backwards(load(bins + n - m - (complex_count - 1)));
    ComplexLanes<Real> const opposite = half * load(bins + m);
    first.put_register(m, z + conjugate(opposite));
    second.put_register(m, conjugate(swapped(z)) + swapped(opposite));
  }
};

}  // namespace siderum::portable::ring_fft
