// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/harmonic_transform_stream.hpp>

/// Coefficients of maps on grids whose quadrature is not exact, HEALPix above all, or of which
/// pixels are missing or noisy: analysis, again and again, of what synthesis leaves of the map.
namespace siderum {

enum class IterativeMethod {
  /// a_0 = A x, a_{k+1} = a_k + A (x - S a_k), with the weights of the grid's rings. Converges
  /// where
  /// A S is near the identity: on HEALPix to lmax = 2 nside, best with ring weights.
  jacobi,
  /// The a_lm that minimise sum_p w_p (x_p - (S a)_p)^2, by LSMR (Fong & Saunders 2011, SIAM J.
  /// Sci.
  /// Comput. 33, 2950). w are the pixel weights that are given, or else the weights of the rings,
  /// or
  /// else 1. Converges always, in few steps where S^T W S is near a multiple of the identity.
  lsmr
};

enum class IterationOutcome {
  tolerance_reached,
  iterations_done,  ///< no tolerance was asked for
  not_converged     ///< all iterations are done, or the residual is no number
};

/// Told what is left after each iteration, from the thread that made the call. An exception thrown
/// by the observer leaves the call.
class ResidualObserver {
 public:
  virtual ~ResidualObserver() = default;

  /// @param iteration  1, 2, ...
  /// @param residual   as in IterativeAnalysisResult
  virtual void observe(std::int64_t iteration, double residual) = 0;
};

struct IterativeAnalysisOptions {
  IterativeMethod method = IterativeMethod::jacobi;
  /// The most iterations, >= 0; each is one synthesis and one analysis. healpy's default is 3.
  std::int64_t iterations = 3;
  /// Stops where the residual is at most this, in 0 .. 1. 0: all iterations are done.
  double tolerance = 0.0;
  ResidualObserver* observer = nullptr;  ///< may be null
};

struct IterativeAnalysisResult {
  std::int64_t iterations = 0;  ///< that were done
  /// How far the last iteration was from the solution, the largest of all fields:
  /// jacobi: |a_k - a_{k-1}| / |a_0|, the error that iteration k was to remove, of which it leaves
  /// a part; lsmr: |S^T W (x - S a_k)| / |S^T W x|. Norms are those of sums of |a_lm|^2 over all l
  /// and m = -mmax .. mmax. 1 before the first iteration, 0 of maps that are 0.
  double residual = 1.0;
  IterationOutcome outcome = IterationOutcome::iterations_done;
};

/// The coefficients of maps. Scalars, and the two rows of a field of spin together, are solved for
/// on their own: the residual of T says nothing about E and B.
///
/// On HEALPix (relative error of the coefficients of a band-limited map; docs/sky_tools.md):
/// jacobi, 3 iterations: 1e-11 or less at lmax = nside with ring weights, 1e-6 without.
///
/// Blocks: it reads back the norms of each iteration. Results are the same bits for every call and,
/// on hosts, for any number of threads.
///
/// A plan with a share: all processes call it alike, with maps and weights of their own rings, and
/// are told the same norms.
///
/// @param exec  the instance that the plan was made with
/// @param map   (rows, pixels); rows as of the plan. Pixels of weight 0 may hold anything finite
/// @param a_lm  output
/// Throws Error for extents that do not fit the plan or the map, options out of range, a grid
/// without weights (jacobi). OutOfMemory: 1 (jacobi) or 2 (lsmr) maps and 1 or 3 sets of
/// coefficients are held beside the plan. Cost: iterations + 1 analyses and iterations syntheses.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterative_analysis(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& plan,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransform<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options = {});

/// With a weight for every pixel, by LSMR whatever options.method is: the inverse variance of its
/// noise [1 / unit^2], 0 where it is masked. The scale of the weights does not matter.
///
/// Where large parts of the sky are masked, many a_lm fit the rest equally well: fewer iterations
/// give the smoother one. Iteration starts from 0, and what pixels do not tell stays 0.
///
/// @param weight  (rows, pixels), or (1, pixels) for all rows; finite, >= 0
/// Throws Error also for weights that are negative or no number.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult weighted_analysis(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& plan,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& weight,
    typename HarmonicTransform<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options = {});

/// The two of maps that are larger than a device: they and the coefficients are in host memory,
/// where the host also adds them up, and so are those that are held beside them.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterative_analysis(
    HarmonicTransformStream<Exec, Real, Backend> const& stream,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransformStream<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options = {});

template <class Exec, class Real, class Backend>
IterativeAnalysisResult weighted_analysis(
    HarmonicTransformStream<Exec, Real, Backend> const& stream,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& weight,
    typename HarmonicTransformStream<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options = {});

}  // namespace siderum
