// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

namespace siderum::portable {

/// The discrete Fourier transform of one length, sign +, not normalised, by what SIDERUM_FFT named
/// when the build was configured: ducc0.cpp, fftw.cpp or off.cpp in this folder.
template <class Real>
class HostFftPlan {
 public:
  virtual ~HostFftPlan() = default;

  /// Real and imaginary parts in turn; both arrays at addresses that 64 bytes divide and apart from
  /// each other; `in` is lost. Several threads may call it at once.
  virtual void operator()(Real* in, Real* out) const = 0;

  /// Of its tables, as far as they are known.
  virtual std::int64_t bytes() const = 0;

  /// Several threads may call it at once. Throws Error where the build has no transforms.
  static std::shared_ptr<HostFftPlan const> make(int length);

  /// Whether a length is best transformed as it is. The others, of large prime factors, are faster
  /// as convolutions by transforms of twice the length (RingTransform).
  static bool suits(std::int64_t length);
};

}  // namespace siderum::portable
