// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <siderum/core/euler_angles.hpp>
#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/sky.hpp>

/// Harmonic transforms that several processes do together: each has its orders and its rings
/// (algorithms/sky/harmonic_share.hpp). On rank 0, with arguments that were checked and a device
/// that is placed.
namespace siderum::engine {

/// Throws Error where a process has less memory than its part needs.
void check_memory_together(distributed::Communicator& all, RotationSize const& size,
                           Execution const& here);
/// And where the first cannot do all of it in pieces either: what the others have no room for it
/// does alone.
void check_memory_together(distributed::Communicator& all, TransformSize const& size,
                           Execution const& here);

std::vector<double> synthesise_together(distributed::Communicator& all, RingGrid const& grid,
                                        HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        Execution const& here);

/// @param size  of this grid
AnalysisResult analyse_together(distributed::Communicator& all, RingGrid const& grid,
                                TransformSize const& size, std::span<double const> map,
                                AnalysisMethod const& method, Execution const& here);

/// What becomes of the coefficients of a map, in this order.
struct CoefficientChange {
  std::span<std::vector<double> const> filter;  ///< (components, lmax + 1 or more) or empty
  std::optional<EulerAngles> angles;
};

/// @return nothing: there is no room for it
std::optional<ChangedMap> change_together(distributed::Communicator& all, RingGrid const& grid,
                                          TransformSize const& size, std::span<double const> map,
                                          CoefficientChange const& change,
                                          AnalysisMethod const& method, Execution const& here);

std::vector<std::complex<double>> rotate_together(distributed::Communicator& all,
                                                  RotationSize const& size,
                                                  std::span<std::complex<double> const> a_lm,
                                                  EulerAngles const& angles, Execution const& here);

/// Coefficients and a map of which each rank keeps its part, on rank 0: each call is one of all
/// ranks, and begins the job on its module by itself. Where one fails, what it was to write may be
/// anything.
/// @param size  a transform of this grid
/// Throws Error where a process has less memory than its part needs.
std::unique_ptr<KeptTransform> make_kept_together(distributed::Communicator& all,
                                                  RingGrid const& grid, TransformSize const& size,
                                                  Execution const& here);

/// What the other ranks do meanwhile.
void serve_memory_check(distributed::Communicator& all, distributed::MessageReader& head);
void serve_rotation(distributed::Communicator& all, distributed::MessageReader& head);

/// What they have of what is kept.
class KeptOfRank {
 public:
  explicit KeptOfRank(distributed::Communicator& all);
  ~KeptOfRank();

  void make(distributed::MessageReader& head);
  void use(distributed::MessageReader& head);
  void end(distributed::MessageReader& head);

 private:
  class Kept;
  std::unique_ptr<Kept> kept_;
};

}  // namespace siderum::engine
