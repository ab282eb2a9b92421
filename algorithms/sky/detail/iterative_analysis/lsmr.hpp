// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace siderum::detail {

/// The numbers of LSMR for one system B x = b (Fong & Saunders 2011, SIAM J. Sci. Comput. 33, 2950,
/// section 2.8, without damping). Vectors are kept without dividing them by their norms: u and v
/// below are beta u and alpha v of the paper.
///
///     u_1 = b,  beta = |u|;   v_1 = B^T u / beta,  alpha = |v|;   h = v / alpha,  hbar = x = 0
///     u <- B v / alpha - (alpha / beta) u,        beta <- |u|
///     v <- B^T u / beta - (beta / alpha_old) v,   alpha <- |v|
///     hbar <- h - to_hbar hbar;   x <- x + to_solution hbar;   h <- v / alpha - to_h h
///
/// Where a norm is 0 the system is solved: factors are 0 from then on.
class Lsmr {
 public:
  /// Of the first u and v.
  void start(double beta, double alpha) {
    beta_ = beta;
    alpha_ = alpha;
    alpha_bar_ = alpha;
    gradient_ = first_gradient_ = alpha * beta;
  }

  /// Whether there is something left to do.
  bool is_active() const { return alpha_ > 0.0 && beta_ > 0.0; }

  double alpha() const { return alpha_; }
  double beta() const { return beta_; }
  static double reciprocal(double value) { return value > 0.0 ? 1.0 / value : 0.0; }

  struct Factors {
    double to_hbar = 0.0;
    double to_solution = 0.0;
    double to_h = 0.0;
    double of_v = 0.0;  ///< 1 / alpha
  };

  /// Of the next u and v.
  Factors advance(double beta, double alpha) {
    double const rho_before = rho_;
    double const rho_bar_before = rho_bar_;
    rho_ = std::hypot(alpha_bar_, beta);
    double const cosine = alpha_bar_ / rho_;
    double const theta = beta / rho_ * alpha;
    alpha_bar_ = cosine * alpha;
    double const theta_bar = sine_bar_ * rho_;
    double const turned = cosine_bar_ * rho_;
    rho_bar_ = std::hypot(turned, theta);
    cosine_bar_ = turned / rho_bar_;
    sine_bar_ = theta / rho_bar_;
    double const zeta = cosine_bar_ * gradient_;
    gradient_ *= -sine_bar_;
    beta_ = beta;
    alpha_ = alpha;
    return {theta_bar * rho_ / (rho_before * rho_bar_before), zeta / (rho_ * rho_bar_),
            theta / rho_, reciprocal(alpha)};
  }

  /// |B^T (b - B x)| / |B^T b|; 0 where b is 0 or seen by no column of B.
  double residual() const {
    return first_gradient_ == 0.0 ? 0.0 : std::fabs(gradient_) / first_gradient_;
  }

 private:
  double alpha_ = 0.0;
  double beta_ = 0.0;
  double alpha_bar_ = 0.0;
  double rho_ = 1.0;
  double rho_bar_ = 1.0;
  double cosine_bar_ = 1.0;
  double sine_bar_ = 0.0;
  double gradient_ = 0.0;  ///< +-|B^T (b - B x)|
  double first_gradient_ = 0.0;
};

}  // namespace siderum::detail
