// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/stage_tuning.hpp>

/// Spherical harmonic transforms of real maps on rings of equal colatitude: scalars, and fields of
/// spin 1 and 2.
///
///     synthesis S            map_p = sum_{l <= lmax} sum_{|m| <= min(l, mmax)} a_lm Y_lm(p)
///     adjoint synthesis S^T  a_lm = sum_p map_p conj(Y_lm(p))
///     analysis S^T W         a_lm = sum_p w_p map_p conj(Y_lm(p)),   w the weight of the ring [sr]
///     adjoint analysis W S   map_p = w_p sum a_lm Y_lm(p)
///
/// Y_lm(theta, phi) = P_lm(theta) exp(i m phi) is orthonormal, with the Condon-Shortley phase;
/// a_{l,-m} = (-1)^m conj(a_lm). Adjoint in <a, b> = sum_l a_l0 b_l0 + 2 sum_{m>0} Re(a_lm conj
/// b_lm) and the plain sum over pixels.
///
/// Fields of spin s = 1, 2 have two real maps Q, U and coefficients E_lm, B_lm of real maps, l >= s
/// (gradient and curl for s = 1). With lam^s_lm = (-1)^s sqrt((2 l + 1) / (4 pi)) d^l_{m,-s}(theta)
///
///     F+- = (lam^s_lm +- (-1)^s lam^{-s}_lm) / 2
///     Q = - sum (E_lm F+ + i B_lm F-) exp(i m phi),   U = - sum (B_lm F+ - i E_lm F-) exp(i m phi)
///
/// that is Q + i U = - sum (E_lm + i B_lm) sY_lm, the sign of HEALPix. Adjoint in the sums of both
/// inner products over the components of the field.
///
/// - Any theta, nphi and phi0; rings of nphi <= 2 mmax fold modes beyond nphi / 2 as their pixels
///   do. Analysis returns the coefficients of a band-limited map where lmax <= grid.exact_lmax()
///   and nphi > 2 mmax; on HEALPix to 1e-2 or so of their rms.
/// - Real is the precision of maps and coefficients. Recurrences and the sums over degrees and
///   rings are FP64; Fourier transforms are in Real.
/// - Error: 1e-12 of the rms of the map to lmax 4096 (FP64), 1e-6 (FP32).
/// - Results are the same bits for every call of a plan, and on hosts for any number of threads.
/// - Cost (docs/harmonic_transform.md): (1 + 2 maps) fused multiply-adds for each (l, m, ring pair)
///   that is not negligible; about 0.5 lmax^3 for Gauss-Legendre and one map. Fourier transforms
///   are a tenth of it. Each row of a field counts as one map, with spin too.
/// - Gradients of scalar maps: harmonic_gradient.hpp.
/// - A value that is no finite number spreads to all pixels of the rings, or all coefficients.
/// Instantiated for the default and the default host execution space, float and double.
namespace siderum {

struct HarmonicTransformOptions {
  /// What rows of maps and coefficients are.
  Field field = Field::scalar;
  /// The most rows that one call transforms together; they share the recurrence. A multiple of
  /// components(field), as is what a call is given; 0: one field.
  std::int64_t maps = 0;
  /// Bytes of work space for Fourier modes, above which rings are treated in several runs; at least
  /// one run of 256 pairs of rings is held. 0: 2 GiB. A device that shares a transform has two such
  /// runs at a time, so that one is computed while the other changes hands.
  std::int64_t work_bytes = 0;
  /// What the stages between coefficients and rings choose; empty: measured defaults.
  /// tuned_legendre (tune_harmonic_transform.hpp) has what `siderum tune` found on this device.
  StageTuning tuning;
  /// Not owned, must outlive the plan; null: nothing is shared.
  HarmonicShare const* share = nullptr;
};

/// Tables and work space for transforms of one grid and range. Complete once made; neither copied
/// nor moved. Calls enqueue on the instance (which is held) and return; one call at a time.
///
/// With a share, several processes do each call together, and block. The maps of a process have the
/// pixels of its own rings alone, one ring after the other (`parts`); its coefficients have room
/// for all orders, of which its own are read and written, others hold anything. On hosts every
/// pixel and every a_lm has the bits that it has without a share. Modes go from the memory of one
/// space to that of another, in messages of a run, which the plan has room for.
///
/// Throws Error where an extent does not fit, and for options out of range; OutOfMemory, with the
/// bytes that are needed. analysis and adjoint_analysis throw where the grid has no weights.
template <class Exec, class Real, class Backend = backend::default_for_t<Exec>>
class HarmonicTransform {
 public:
  using memory_space = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, memory_space>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, memory_space>;  ///< (maps, pixels)
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, memory_space>;

  HarmonicTransform(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                    HarmonicTransformOptions const& options = {});
  ~HarmonicTransform();
  HarmonicTransform(HarmonicTransform const&) = delete;
  HarmonicTransform& operator=(HarmonicTransform const&) = delete;

  /// Writes every pixel of the grid's rings, and no other element of `map`.
  void synthesis(Coefficients const& coefficients, Map const& map) const;
  void adjoint_synthesis(ConstantMap const& map, Coefficients const& coefficients) const;
  void analysis(ConstantMap const& map, Coefficients const& coefficients) const;
  void adjoint_analysis(Coefficients const& coefficients, Map const& map) const;

  RingGrid const& grid() const;
  HarmonicRange range() const;
  Field field() const;
  HarmonicShare const* share() const;  ///< null: nothing is shared
  /// Orders and rings of all processes; without a share those of one.
  HarmonicParts const& parts() const;
  std::int64_t pixels() const;  ///< elements of the maps of this process
  /// Bytes that the plan holds: tables, work space, modes and ring transforms.
  std::int64_t bytes() const;

 private:
  class Stages;
  std::unique_ptr<Stages> stages_;
};

/// alm2map: one synthesis of all rows with a plan of its own.
template <class Exec, class Real>
void alm2map(Exec const& exec, HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
             RingGrid const& grid, MapView<Real, typename Exec::memory_space> const& map,
             Field field = Field::scalar) {
  HarmonicTransformOptions options;
  options.field = field;
  options.maps = a_lm.maps();
  HarmonicTransform<Exec, Real>(exec, grid, a_lm.range, options).synthesis(a_lm, map);
}

/// map2alm: one analysis of all rows with a plan of its own.
template <class Exec, class Real>
void map2alm(Exec const& exec, MapView<Real, typename Exec::memory_space> const& map,
             RingGrid const& grid,
             HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
             Field field = Field::scalar) {
  HarmonicTransformOptions options;
  options.field = field;
  options.maps = a_lm.maps();
  HarmonicTransform<Exec, Real>(exec, grid, a_lm.range, options).analysis(map, a_lm);
}

}  // namespace siderum
