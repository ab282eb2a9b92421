// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/stage_tuning.hpp>

/// The transforms of harmonic_transform.hpp between maps and coefficients in host memory that are
/// larger than what a device may take.
///
///     siderum::HarmonicTransformStream<Exec, double> const stream(exec, grid, range);
///     stream.synthesis(a_lm, map);  // both in host memory
///
/// Rings go to the device and back in runs, and where the coefficients are too many, so do
/// neighbouring orders of them:
///
///     synthesis   for each run: for each block of orders its coefficients in; the run's pixels out
///     analysis    for each block of orders: each run's pixels in; its coefficients out
///
/// - Pixels travel through page-locked memory while the run before or after them is computed.
/// - On hosts results have the bits of HarmonicTransform where runs are as long as those of it (2
///   GiB of modes). Shorter runs add up rings in other parts and drop other terms below 2^-60.
/// - Cost: that of HarmonicTransform, the coefficients once for each run (synthesis) or the pixels
///   and their Fourier transforms once for each block (analysis), and tables that are made anew for
///   each run and block where there are several.
namespace siderum {

struct HarmonicStreamOptions {
  /// As in HarmonicTransformOptions.
  Field field = Field::scalar;
  std::int64_t maps = 0;
  StageTuning tuning;
  /// Bytes of the device's memory that a transform may take; 0: three quarters of what is free.
  /// The constructor finds the pieces that fit by trying, and may take more for a moment.
  std::int64_t memory_bytes = 0;
};

/// Bytes of a device that one field takes at least, whatever its grid and its pieces.
double least_bytes_of_stream(HarmonicRange range, Field field, std::size_t bytes_of_real);

/// Those that the smallest pieces of a grid take, but for what a backend holds besides.
double smallest_bytes_of_stream(RingGrid const& grid, HarmonicRange range, Field field,
                                std::size_t bytes_of_real);

/// Neither copied nor moved. Calls block; one call at a time.
///
/// Throws as HarmonicTransform does; OutOfMemory, with what is needed, where not even 256 pairs of
/// rings and eight orders fit. Instantiated as it is.
template <class Exec, class Real, class Backend = backend::default_for_t<Exec>>
class HarmonicTransformStream {
 public:
  using memory_space = Kokkos::HostSpace;
  using Coefficients = HarmonicCoefficients<Real, memory_space>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, memory_space>;  ///< (maps, pixels)
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, memory_space>;

  HarmonicTransformStream(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                          HarmonicStreamOptions const& options = {});
  ~HarmonicTransformStream();
  HarmonicTransformStream(HarmonicTransformStream const&) = delete;
  HarmonicTransformStream& operator=(HarmonicTransformStream const&) = delete;

  /// Writes every pixel of the grid's rings, and no other element of `map`.
  void synthesis(Coefficients const& coefficients, Map const& map) const;
  void adjoint_synthesis(ConstantMap const& map, Coefficients const& coefficients) const;
  void analysis(ConstantMap const& map, Coefficients const& coefficients) const;
  void adjoint_analysis(Coefficients const& coefficients, Map const& map) const;

  RingGrid const& grid() const;
  HarmonicRange range() const;
  Field field() const;
  HarmonicShare const* share() const { return nullptr; }  ///< nothing is shared
  HarmonicParts const& parts() const;                     ///< those of one process
  std::int64_t pixels() const { return grid().pixels(); }
  /// Bytes of the device that the pieces take at most.
  std::int64_t bytes() const;
  std::int64_t runs() const;    ///< of rings
  std::int64_t blocks() const;  ///< of orders

 private:
  class Pieces;
  std::unique_ptr<Pieces> pieces_;
};

}  // namespace siderum
