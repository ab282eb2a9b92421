// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/spaces.hpp>

/// The operation Fft: discrete Fourier transforms of complex numbers, sign +, not normalised,
///
///     out_k = sum_l in_l exp(2 pi i k l / length),   k = 0 .. length - 1
///
/// Contract, for every backend `Fft<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has transforms for the space
/// - constructed from (exec, length, batch), length = 2^a 3^b 5^c > 1, at little cost where that
///   shape has been before: some of what is set up is kept, and none of it belongs to an instance
/// - `operator()(in, out)`: `batch` transforms, one after the other in memory (interleaved real and
///   imaginary parts), out of place; both arrays at addresses that 64 bytes divide, `in` is lost
/// - on a host it computes in the calling thread, and several threads may call it at once; on a
///   device it enqueues on exec and does not fence
/// - the error is within 4 epsilon(Real) log2(length) of the root mean square of the result
/// - cost 5 length log2(length) operations
namespace siderum::portable {

/// Transforms by the library that SIDERUM_FFT named when the build was configured, of any length.
template <class Real>
class HostFft {
 public:
#ifdef SIDERUM_HAS_HOST_FFT
  static constexpr bool is_available = true;
#else
  static constexpr bool is_available = false;
#endif

  /// Throws Error where the build has no transforms on hosts, and OutOfMemory.
  HostFft(int length, int batch);

  /// Throws OutOfMemory.
  void operator()(Kokkos::complex<Real>* in, Kokkos::complex<Real>* out) const;

  /// Of tables, as far as they are known.
  std::int64_t bytes() const {
    return plan_->bytes();
  }

 private:
  int length_;
  int batch_;
  std::shared_ptr<HostFftPlan<Real> const> plan_;
};

/// Transforms of siderum's own, in scratch memory of teams (device_fft/): for devices, and defined
/// in the library for every space.
template <class Exec, class Real>
class DeviceFft {
 public:
  static constexpr bool is_available = true;
  using Complex = Kokkos::complex<Real>;

  /// @param threads  of a team; the result does not depend on them
  /// Throws Error where the length is not of the contract, and OutOfMemory.
  DeviceFft(Exec const& exec, int length, int batch, int threads = team_size<Exec>);

  void operator()(Complex* in, Complex* out) const;

 private:
  struct Tables;

  Exec exec_;
  int batch_;
  int threads_;
  std::shared_ptr<Tables const> tables_;
};

/// Fft without a vendor's library.
template <class Exec, class Real>
class Fft : public DeviceFft<Exec, Real> {
 public:
  Fft(Exec const& exec, int length, int batch) : DeviceFft<Exec, Real>(exec, length, batch) {}
};

template <class Exec, class Real>
requires is_host<Exec>
class Fft<Exec, Real> : public HostFft<Real> {
 public:
  Fft(Exec const&, int length, int batch) : HostFft<Real>(length, batch) {}
};

}  // namespace siderum::portable
