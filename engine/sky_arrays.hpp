// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <type_traits>

#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/engine/arrays.hpp>
#include <siderum/engine/execution.hpp>
#include <siderum/engine/sky.hpp>

/// Spherical harmonic transforms of arrays of the caller (arrays.hpp), into such arrays. Maps are
/// (components, pixels), coefficients (components, range.count()). Numbers in host memory are
/// checked as those of sky.hpp are; what lies on a GPU is used as it is.
namespace siderum::engine {

template <class Real>
class TransformPlan;

/// Tables and work space for transforms of one grid, range and field, made once on a device and
/// kept. Real is double or float. A plan on a GPU ends with a wait for it.
///
/// Several fields are transformed together, and share the recurrence: rows of the second follow
/// those of the first.
template <class Real>
class SkyTransform {
 public:
  /// @param execution  `automatic` is the CPU; of it count device, backend and threads
  /// @param fields     how many each call is given, >= 1
  /// Throws Error for fewer fields, and where a plan does not fit in memory.
  SkyTransform(RingGrid const& grid, HarmonicRange range, Field field,
               Execution const& execution = {}, std::int64_t fields = 1);
  ~SkyTransform();
  SkyTransform(SkyTransform const&) = delete;
  SkyTransform& operator=(SkyTransform const&) = delete;

  /// The maps of the coefficients.
  void synthesise(Array<std::complex<Real> const> const& a_lm, Array<Real> const& map) const;

  /// The coefficients of the maps. Blocks where the method iterates; its weights of pixels are in
  /// host memory.
  /// @return  what was done, without coefficients
  AnalysisResult analyse(Array<Real const> const& map, Array<std::complex<Real>> const& a_lm,
                         AnalysisMethod const& method = {}) const;

  /// a_lm = sum_p map_p conj(Y_lm(p)), whatever the weights of the grid are.
  void adjoint_synthesise(Array<Real const> const& map,
                          Array<std::complex<Real>> const& a_lm) const;

  /// map_p = w_p sum a_lm Y_lm(p), w the weight of the ring. Throws Error where it has none.
  void adjoint_analyse(Array<std::complex<Real> const> const& a_lm, Array<Real> const& map) const;

  /// That the plan holds on its device.
  std::int64_t bytes() const;

 private:
  void check_coefficients(Array<std::complex<Real> const> const& a_lm) const;
  void check_maps(Array<Real const> const& map) const;
  std::int64_t rows() const { return fields_ * components(field_); }

  RingGrid grid_;
  HarmonicRange range_;
  Field field_;
  std::int64_t fields_;
  Execution execution_;
  std::unique_ptr<TransformPlan<Real>> plan_;
};

/// The coefficients of turned maps, mmax = lmax; all rows turn alike. `rotated` may be `a_lm`.
template <class Real>
void rotate(HarmonicRange range, std::type_identity_t<Array<std::complex<Real> const>> const& a_lm,
            EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
            Execution const& execution = {});

/// The coefficients of Field::spin_one of the gradients of scalar maps, E_lm = sqrt(l (l + 1)) a_lm
/// and B_lm = 0, whose synthesis is (df/dtheta, df/dphi / sin(theta)) [1 / rad].
/// @param gradients  output, two rows for each of `a_lm`
template <class Real>
void gradient(HarmonicRange range,
              std::type_identity_t<Array<std::complex<Real> const>> const& a_lm,
              Array<std::complex<Real>> const& gradients, Execution const& execution = {});

}  // namespace siderum::engine
