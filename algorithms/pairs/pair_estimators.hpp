// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/core/pair_count_result.hpp>

/// From pair counts to the angular correlation function w(theta), its samples and its covariance:
/// plain C++ on the host, without recounting.
///
/// Small letters are counts divided by their pair totals, dd = DD / T_DD and so on, so that it does
/// not matter whether pairs are ordered. Counts over several random catalogues are pooled:
/// dr = sum DR_i / sum T_DRi, rr = sum RR_i / sum T_RRi. Counts with weights enter as sums of
/// w_i w_j.
namespace siderum {

/// Auto form; cross form with rd = D2 R1.
enum class Estimator : std::uint8_t {
  landy_szalay,   ///< (dd - 2 dr + rr) / rr; (dd - dr - rd + rr) / rr. Landy & Szalay 1993
  hamilton,       ///< dd rr / dr^2 - 1; dd rr / (dr rd) - 1. Hamilton 1993
  davis_peebles,  ///< dd / dr - 1. Davis & Peebles 1983
  natural,        ///< dd / rr - 1. Peebles & Hauser 1974
};

/// One bin, from normalised counts. NaN where the divisor (rr, dr, or dr rd) is 0, or an argument
/// that the estimator uses is NaN.
double correlation(Estimator estimator, double dd, double dr, double rd, double rr);

/// What an estimator takes, all with the same edges. Counts without regions take no part in the
/// resampling: they are used whole.
struct CorrelationCounts {
  PairCounts dd;                 ///< D D, or D1 D2
  PairCounts dr;                 ///< D R, or D1 R2: the data are the first catalogue
  std::optional<PairCounts> rd;  ///< cross correlations: D2 R1, the data first; auto: none
  PairCounts rr;                 ///< R R, or R1 R2
};

/// w of each bin (M). Throws Error where the edges of the counts differ.
std::vector<double> correlation_function(CorrelationCounts const& counts, Estimator estimator);

/// Curves of samples, (samples, bins) in row-major order.
struct CorrelationSamples {
  std::int64_t samples = 0;
  std::int64_t bins = 0;
  std::vector<double> w;
};

/// w without region r, for each r. Counts and pair totals are treated alike. Throws Error where dd
/// has fewer than 2 regions or the counts have different ones.
CorrelationSamples leave_one_out(CorrelationCounts const& counts, Estimator estimator,
                                 JackknifeConvention convention = JackknifeConvention::match);

struct RegionBootstrapOptions {
  BootstrapKind kind = BootstrapKind::pairs;
  std::int64_t resamples = 1000;  ///< >= 2
  std::uint64_t seed = 1;
};

/// w of each resample of the regions. Throws Error as leave_one_out does, and for
/// BootstrapKind::pairs where the counts lack the matrix of regions, which is there where they were
/// counted with RegionMatrix::yes. Cost of pairs
/// O(resamples regions^2 bins), of marked O(resamples regions bins).
CorrelationSamples bootstrap(CorrelationCounts const& counts, Estimator estimator,
                             RegionBootstrapOptions const& options = {});

/// (bins, bins) in row-major order.
struct Covariance {
  std::int64_t bins = 0;
  std::vector<double> values;

  double operator()(std::int64_t k, std::int64_t l) const {
    return values[static_cast<std::size_t>(k * bins + l)];
  }
};

/// C_kl = (n - 1) / n sum_r (w_k^r - m_k) (w_l^r - m_l), m the mean over the n samples. NaN in the
/// rows and columns of bins in which a sample is NaN. Singular where n <= bins.
Covariance jackknife_covariance(CorrelationSamples const& samples);

/// C_kl = 1 / (B - 1) sum_b (w_k^b - m_k) (w_l^b - m_l) over B samples; otherwise as above.
Covariance bootstrap_covariance(CorrelationSamples const& samples);

/// Shot noise alone: variance (1 + w)^2 / DD on the diagonal, DD the number of unordered pairs; NaN
/// where DD is 0.
Covariance poisson_covariance(std::span<double const> w, PairCounts const& dd);

/// Square roots of the diagonal (M).
std::vector<double> standard_errors(Covariance const& covariance);

/// The same without the rest of the matrix, in memory O(bins): the roots of the diagonals of
/// jackknife_covariance, bootstrap_covariance and poisson_covariance.
std::vector<double> jackknife_errors(CorrelationSamples const& samples);
std::vector<double> bootstrap_errors(CorrelationSamples const& samples);
std::vector<double> poisson_errors(std::span<double const> w, PairCounts const& dd);

}  // namespace siderum
