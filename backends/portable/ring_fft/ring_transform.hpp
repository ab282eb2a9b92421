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
/// Lengths of small factors go to FFTW as they are. The others, which the caps of HEALPix are full
/// of, are convolutions with a chirp (Bluestein 1970, IEEE Trans. Audio Electroacoust. 18, 451):
/// twice as fast as FFTW's own way with them, and prepared in a tenth of the time. With c_j = exp(i
/// pi j^2 / n),
///
///     out_k = c_k sum_j (in_j c_j) conj(c_{k-j})
template <class Real>
class RingTransform {
 public:
  using Complex = Kokkos::complex<Real>;

  /// Throws Error where the build has no FFTW.
  explicit RingTransform(std::int64_t length);

  std::int64_t length() const { return length_; }
  /// Elements of work space that a transform takes.
  std::int64_t work_size() const { return chirp_.empty() ? 0 : 2 * padded_; }
  /// Elements that the tables hold.
  std::int64_t table_size() const {
    return static_cast<std::int64_t>(chirp_.size() + spectrum_.size());
  }

  /// All at addresses that 64 bytes divide and apart from each other; `in` is lost. Several threads
  /// may call it at once.
  void operator()(Complex* in, Complex* out, Complex* work) const;

  /// Whether FFTW takes a length as it is.
  static bool is_direct(std::int64_t length);
  /// The length that FFTW is given. Throws Error where a ring is too long for it.
  static int fourier_length(std::int64_t length);

 private:
  std::int64_t length_;
  std::int64_t padded_;
  HostFft<Real> fft_;
  std::vector<Complex> chirp_;     // c_j
  std::vector<Complex> spectrum_;  // of conj(c) over the padded length, the first half, over it
};

}  // namespace siderum::portable
