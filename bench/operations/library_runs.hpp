// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/backend.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/random.hpp>

namespace siderum::bench {

/// Fft of one backend as a batch of `nufft` asks for it: 5 2^k numbers, 96 MiB in FP64 on a device.
template <class Backend, class Exec, class Real>
class FftRun {
 public:
  using Fft = typename Backend::template Fft<Exec, Real>;
  static constexpr bool is_available = Fft::is_available;
  static constexpr int length = 5 << (is_host<Exec> ? 10 : 15);
  static constexpr int batch = is_host<Exec> ? 64 : 38;

  FftRun() { fill(); }

  Exec const& exec() const { return exec_; }
  void operator()() const { transform_(in_.data(), out_.data()); }

  static double operations() { return 5.0 * length * std::log2(length) * batch; }

  /// Of a batch of waves: each has one peak. The sentence that says what is wrong, or nothing.
  std::string complaint() {
    fill();
    (*this)();
    exec_.fence("siderum::bench::transformed");
    auto const out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), out_);
    for (int i = 0; i < batch; ++i) {
      auto const peak = out(std::int64_t{i} * length + (length - peak_of(i)) % length);
      auto const beside = out(std::int64_t{i} * length + (length - peak_of(i) + 1) % length);
      double const tolerance = (sizeof(Real) == 4 ? 1e-4 : 1e-12) * length;
      if (!(std::hypot(peak.real() - length, peak.imag()) <= tolerance &&
            Kokkos::abs(beside) <= tolerance)) {
        return "wrong: the peak of transform " + std::to_string(i) + " is " +
               std::to_string(peak.real()) + ", not " + std::to_string(length);
      }
    }
    return "";
  }

 private:
  using Complex = Kokkos::complex<Real>;
  using View = Kokkos::View<Complex*, typename Exec::memory_space>;

  static int peak_of(int i) { return (3 + 101 * i) % length; }

  void fill() {
    auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), in_);
    for (int i = 0; i < batch; ++i) {
      for (std::int64_t l = 0; l < length; ++l) {
        double const turns = static_cast<double>(l * peak_of(i) % length) / length;
        double const angle = 6.283185307179586476925 * turns;
        host(std::int64_t{i} * length + l) =
            Complex(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)));
      }
    }
    Kokkos::deep_copy(in_, host);
  }

  Exec exec_;
  Fft transform_{exec_, length, batch};
  View in_{"siderum::bench::in", std::size_t{length} * batch};
  View out_{"siderum::bench::out", std::size_t{length} * batch};
};

/// Product of one backend as a batch of the method `product` asks for it.
template <class Backend, class Exec, class Real>
class ProductRun {
 public:
  using Product = typename Backend::template Product<Exec, Real>;
  static constexpr bool is_available = Product::is_available;
  static constexpr int rows = is_host<Exec> ? 256 : 2048;
  static constexpr int columns = is_host<Exec> ? 256 : 1024;
  static constexpr int inner = 1024;
  static constexpr int batch = 2;

  ProductRun() {
    draw(a_, 1);
    draw(b_, 2);
  }

  Exec const& exec() const { return exec_; }
  void operator()() const {
    multiply_({.rows = rows,
               .columns = columns,
               .inner = inner,
               .batch = batch,
               .stride_a = std::int64_t{rows} * inner,
               .stride_b = std::int64_t{columns} * inner,
               .stride_c = std::int64_t{rows} * columns},
              a_.data(), b_.data(), c_.data(), ProductStart::from_zero);
  }

  static double operations() { return 2.0 * rows * columns * inner * batch; }

  /// The sentence that says what is wrong, or nothing.
  std::string complaint() const {
    auto const a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a_);
    auto const b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), b_);
    auto const c = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c_);
    for (std::int64_t at = 0; at < std::int64_t{rows} * columns * batch; at += 100'003) {
      std::int64_t const i = at / (std::int64_t{rows} * columns);
      std::int64_t const row = at / columns;  // of all matrices
      std::int64_t const column = i * columns + at % columns;
      double sum = 0.0;
      for (std::int64_t k = 0; k < inner; ++k) {
        sum += static_cast<double>(a(row * inner + k)) * static_cast<double>(b(column * inner + k));
      }
      if (!(std::fabs(static_cast<double>(c(at)) - sum) <= (sizeof(Real) == 4 ? 1e-2 : 1e-10))) {
        return "wrong: element " + std::to_string(at) + " is " + std::to_string(c(at)) + ", not " +
               std::to_string(sum);
      }
    }
    return "";
  }

 private:
  using View = Kokkos::View<Real*, typename Exec::memory_space>;

  static void draw(View const& view, std::uint64_t stream) {
    CounterRandom random(11, stream);
    auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), view);
    for (std::size_t i = 0; i < host.extent(0); ++i) {
      host(i) = static_cast<Real>(random.uniform(-1.0, 1.0));
    }
    Kokkos::deep_copy(view, host);
  }

  Exec exec_;
  Product multiply_{exec_};
  portable::SerialProducts one_thread_{1};  // on a host
  View a_{"siderum::bench::a", std::size_t{rows} * inner* batch};
  View b_{"siderum::bench::b", std::size_t{columns} * inner* batch};
  View c_{"siderum::bench::c", std::size_t{rows} * columns* batch};
};

}  // namespace siderum::bench
