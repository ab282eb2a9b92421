// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/ring_fft/ring_transform.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable {

namespace {

/// Least 2^a, 3 2^a or 5 2^a that is >= minimum: few plans serve all rings.
std::int64_t padded_length(std::int64_t minimum) {
  std::int64_t best = 1;
  while (best < minimum) {
    best *= 2;
  }
  for (std::int64_t const factor : {3, 5}) {
    std::int64_t length = factor;
    while (length < minimum) {
      length *= 2;
    }
    best = std::min(best, length);
  }
  return best;
}

int checked_length(std::int64_t length) {
  SIDERUM_VALIDATE(length >= 1 && length <= (std::int64_t{1} << 29),
                   "A ring has " + std::to_string(length) +
                       " pixels (Fourier transforms take 1 to 2^29). Give rings of fewer.");
  return static_cast<int>(length);
}

/// exp(i pi k / n), k = 0 .. 2 n - 1, as products of two entries of tables of about sqrt(2 n).
class UnitCircle {
 public:
  explicit UnitCircle(std::int64_t n) : n_(n) {
    while (step_ * step_ < 2 * n) {
      step_ *= 2;
    }
    for (std::int64_t k = 0; k < step_; ++k) {
      fine_.push_back(root(k));
    }
    for (std::int64_t k = 0; k < 2 * n; k += step_) {
      coarse_.push_back(root(k));
    }
  }

  Kokkos::complex<double> operator()(std::int64_t k) const {
    return coarse_[static_cast<std::size_t>(k / step_)] *
           fine_[static_cast<std::size_t>(k % step_)];
  }

 private:
  Kokkos::complex<double> root(std::int64_t k) const {
    double const angle = std::numbers::pi * static_cast<double>(k) / static_cast<double>(n_);
    return {std::cos(angle), std::sin(angle)};
  }

  std::int64_t n_;
  std::int64_t step_ = 1;
  std::vector<Kokkos::complex<double>> fine_;
  std::vector<Kokkos::complex<double>> coarse_;
};

}  // namespace

template <class Real>
int RingTransform<Real>::fourier_length(std::int64_t length) {
  int const checked = checked_length(length);
  return HostFftPlan<Real>::suits(length) ? checked
                                          : static_cast<int>(padded_length(2 * length - 1));
}

template <class Real>
RingTransform<Real>::RingTransform(std::int64_t length)
    : length_(length), padded_(fourier_length(length)), fft_(static_cast<int>(padded_), 1) {
  if (padded_ == length) {
    return;
  }
  UnitCircle const circle(length);
  ThreadMemory const memory(2 * static_cast<std::size_t>(padded_) * sizeof(Complex));
  auto* const padded = static_cast<Complex*>(memory.data());
  std::fill_n(padded, padded_, Complex(0));
  chirp_.reserve(static_cast<std::size_t>(length));
  spectrum_.reserve(static_cast<std::size_t>(padded_ / 2 + 1));
  std::int64_t square = 0;  // j^2 modulo 2 n
  for (std::int64_t j = 0; j < length; ++j) {
    Kokkos::complex<double> const c = circle(square);
    chirp_.emplace_back(static_cast<Real>(c.real()), static_cast<Real>(c.imag()));
    Complex const conjugate(static_cast<Real>(c.real()), static_cast<Real>(-c.imag()));
    padded[j] = conjugate;
    padded[(padded_ - j) % padded_] = conjugate;
    square = (square + 2 * j + 1) % (2 * length);
  }
  Complex* const spectrum = padded + padded_;
  fft_(padded, spectrum);
  Real const scale = Real(1) / static_cast<Real>(padded_);
  for (std::int64_t k = 0; k <= padded_ / 2; ++k) {
    spectrum_.push_back(scale * spectrum[k]);
  }
}

template <class Real>
void RingTransform<Real>::operator()(Complex* in, Complex* out, Complex* work) const {
  if (chirp_.empty()) {
    fft_(in, out);
    return;
  }
  Complex* const spectrum = work + padded_;
  for (std::int64_t j = 0; j < length_; ++j) {
    work[j] = in[j] * chirp_[static_cast<std::size_t>(j)];
  }
  std::fill(work + length_, work + padded_, Complex(0));
  fft_(work, spectrum);
  // The chirp's spectrum is even.
  std::int64_t const half = padded_ / 2;
  for (std::int64_t k = 0; k <= half; ++k) {
    spectrum[k] *= spectrum_[static_cast<std::size_t>(k)];
  }
  for (std::int64_t k = half + 1; k < padded_; ++k) {
    spectrum[k] *= spectrum_[static_cast<std::size_t>(padded_ - k)];
  }
  fft_(spectrum, work);
  // The transform back has the sign -: that of the sign + in the opposite order.
  out[0] = work[0] * chirp_[0];
  for (std::int64_t k = 1; k < length_; ++k) {
    out[k] = work[padded_ - k] * chirp_[static_cast<std::size_t>(k)];
  }
}

template class RingTransform<float>;
template class RingTransform<double>;

}  // namespace siderum::portable
