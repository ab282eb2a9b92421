// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/engine/execution.hpp>

/// Spherical harmonic transforms of plain host memory. Maps are (components, pixels), coefficients
/// (components, range.count()); both row-major, in the units of the caller.
///
/// Numbers that are not finite, unseen pixels (core/unseen.hpp) of weight above 0, and such whose
/// squares leave the range of the precision (algorithms/sky/transform_numbers.hpp) are refused with
/// their place.
///
/// What does not fit the device at once, memory_fraction of what it has free, goes through it in
/// pieces (algorithms/sky/harmonic_transform_stream.hpp): the same numbers to
/// rounding.
///
///     auto const grid = siderum::healpix_grid(512);
///     auto const range = siderum::make_harmonic_range(1535, 1535);
///     auto const map = siderum::engine::synthesise(grid, range, siderum::Field::scalar, a_lm);
namespace siderum::engine {

enum class RingWeights : std::uint8_t { off, on };

/// Each iteration of an analysis is two transforms.
inline constexpr std::int64_t most_iterations = 1'000'000'000;

/// What an analysis does where nobody says how often: with a tolerance at most 100 steps; without
/// one 3 on HEALPix, as healpy does, and none on grids whose weights are exact by themselves.
std::int64_t usual_iterations(GridKind grid, double tolerance = 0.0);

/// How coefficients are found.
struct AnalysisMethod {
  /// 0: analysis once, by the weights of the rings. Without a tolerance: steps of Jacobi.
  /// At most most_iterations. (See usual_iterations.)
  std::int64_t iterations = 0;
  double tolerance = 0.0;  ///< above 0: least squares to this residual, in at most iterations steps
  RingWeights ring_weights = RingWeights::off;  ///< HEALPix alone
  std::span<double const> weight;  ///< (pixels) of least squares; empty: those of the rings
  /// Called with the number of each iteration, from 1, and its residual; may be empty.
  std::function<void(std::int64_t, double)> observe;
};

struct AnalysisResult {
  std::vector<std::complex<double>> a_lm;
  std::int64_t iterations = 0;  ///< that were done
  double residual = 0.0;        ///< of the last one, relative; 0 where there was none
};

/// What an analysis that iterates holds besides its maps and coefficients goes by it.
enum class AnalysisSolver : std::uint8_t { jacobi, least_squares };

/// What a transform costs is known before its grid is made.
struct TransformSize {
  std::int64_t pixels;
  HarmonicRange range;
  Field field = Field::scalar;
  std::int64_t transforms = 1;  ///< of the whole job: each step of an iteration is two
  AnalysisSolver solver = AnalysisSolver::jacobi;  ///< of several transforms
  std::int64_t fields = 1;                         ///< transformed together, by a KeptSky alone
};

struct RotationSize {
  std::int64_t lmax;
  std::int64_t rows = 1;  ///< of coefficients, which turn alike
};

/// All that a user's command does, which goes to one device.
struct SkyWork {
  std::vector<TransformSize> transforms;
  std::vector<RotationSize> rotations;
};

/// What an analysis is, as work. Throws Error for iterations below 0 or above most_iterations.
/// @param tolerance  above 0: by least squares
TransformSize analysis_size(std::int64_t pixels, HarmonicRange range, Field field,
                            std::int64_t iterations, double tolerance = 0.0);

/// Where the work would be done, and why. Starts the device that it names; its execution is what
/// the calls below are given.
Placement place(SkyWork const& work, Execution const& execution = {});

/// For who knows the work before its data are read: where place(work, execution) would choose a GPU
/// by itself, that begins to wake, on a thread of its own. What goes wrong is left for place to
/// say.
void foresee(SkyWork const& work, Execution const& execution = {});

/// Throws Error, with the bytes that are needed and free, where not even the pieces of a transform
/// fit in memory.
void check_memory(TransformSize const& size, Execution const& execution = {});

/// The same of a rotation, which has no pieces.
void check_memory(RotationSize const& size, Execution const& execution = {});

/// The maps of the coefficients: core/harmonic_field.hpp says which of which field. Cost
/// O(rings lmax mmax) for each component. Throws Error as check_memory does.
std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm,
                               Execution const& execution = {});

/// The coefficients of maps. Cost as of a synthesis, twice for each iteration.
AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                       std::span<double const> map, AnalysisMethod const& method = {},
                       Execution const& execution = {});

/// a_lm = sum_p map_p conj(Y_lm(p)), the transpose of a synthesis: (components, range.count()).
/// Cost as of a synthesis.
std::vector<std::complex<double>> adjoint_synthesise(RingGrid const& grid, HarmonicRange range,
                                                     Field field, std::span<double const> map,
                                                     Execution const& execution = {});

/// map_p = w_p sum a_lm Y_lm(p), w the weight of the ring: the transpose of an analysis. Cost as of
/// a synthesis. Throws Error where the grid has no weights.
std::vector<double> adjoint_analyse(RingGrid const& grid, HarmonicRange range, Field field,
                                    std::span<std::complex<double> const> a_lm,
                                    Execution const& execution = {});

/// The coefficients of the turned maps, mmax = lmax; all components turn alike. Of several
/// processes (processes.hpp) each turns some degrees: the same bits on hosts. Cost O(lmax^3).
std::vector<std::complex<double>> rotate(HarmonicRange range,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles,
                                         Execution const& execution = {});

/// The coefficients of Field::spin_one, (2, range.count()), of the gradient of a scalar map, on the
/// CPU: sky_arrays.hpp says which. Their synthesis is (df/dtheta, df/dphi / sin(theta)) [1 / rad].
std::vector<std::complex<double>> gradient(HarmonicRange range,
                                           std::span<std::complex<double> const> a_lm,
                                           Execution const& execution = {});

/// A map that went through its coefficients.
struct ChangedMap {
  std::vector<double> map;
  std::int64_t iterations = 0;  ///< of the analysis
  double residual = 0.0;        ///< of the last one, as in AnalysisResult
};

/// Maps as another beam would see them, on the same pixels: analysed, each a_lm of a component
/// multiplied by filter[component][l], synthesised.
/// @param filter  (components, lmax + 1 or more)
/// Throws Error for fewer before anything is analysed.
ChangedMap smooth(RingGrid const& grid, HarmonicRange range, Field field,
                  std::span<double const> map, std::vector<std::vector<double>> const& filter,
                  AnalysisMethod const& method = {}, Execution const& execution = {});

/// Maps turned with what they show, on the same pixels: analysed, filtered as by smooth, turned as
/// by rotate, synthesised.
/// @param filter  as there, or empty: there is none
/// Throws Error for mmax < lmax, and as smooth does, before anything is analysed.
ChangedMap rotate_map(RingGrid const& grid, HarmonicRange range, Field field,
                      std::span<double const> map, EulerAngles const& angles,
                      std::vector<std::vector<double>> const& filter = {},
                      AnalysisMethod const& method = {}, Execution const& execution = {});

}  // namespace siderum::engine
