// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/backends/portable/fft.hpp>

namespace siderum::portable {

/// Discrete Fourier transforms of one length on hosts, sign +, not normalised, for any length:
///
///     out_k = sum_j in_j exp(2 pi i j k / n),   k = 0 .. n - 1
///
/// Lengths that do not suit the library beneath, those of large prime factors, which the caps of
/// HEALPix are full of, are convolutions with a chirp (Bluestein 1970, IEEE Trans. Audio
/// Electroacoust. 18, 451): twice as fast as its own way with them. With c_j = exp(i pi j^2 / n),
///
///     out_k = c_k sum_j (in_j c_j) conj(c_{k-j})
template <class Real>
class RingTransform {
 public:
  using Complex = Kokkos::complex<Real>;

  /// Throws Error where the build has no transforms on hosts.
  explicit RingTransform(std::int64_t length);

  std::int64_t length() const { return length_; }
  /// Elements of work space that a transform takes.
  std::int64_t work_size() const { return chirp_.empty() ? 0 : 2 * padded_; }
  /// Bytes of tables.
  std::int64_t bytes() const {
    auto const own =
        static_cast<std::int64_t>((chirp_.size() + spectrum_.size()) * sizeof(Complex));
    return own > 0 ? own : fft_.bytes();  // chirps of many lengths share a transform
  }

  /// All at addresses that 64 bytes divide and apart from each other; `in` is lost. Several threads
  /// may call it at once.
  void operator()(Complex* in, Complex* out, Complex* work) const;

  /// The length that is transformed. Throws Error where a ring is too long.
  static int fourier_length(std::int64_t length);

 private:
  std::int64_t length_;
  std::int64_t padded_;
  HostFft<Real> fft_;
  std::vector<Complex> chirp_;     // c_j
  std::vector<Complex> spectrum_;  // of conj(c) over the padded length, the first half, over it
};

}  // namespace siderum::portable
