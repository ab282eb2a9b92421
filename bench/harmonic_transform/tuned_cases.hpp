// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harmonic_transform/cases.hpp"

#include <siderum/core/spaces.hpp>
#include <siderum/core/stage_tuning.hpp>

/// The Legendre stages by what may be chosen in them: the time against the size of blocks and of
/// the segments that are staged, as Figure 4 of Hupca et al. 2010 (inria-00522937) has it. Among
/// all cases devices have several sizes, else and on hosts there is one.
namespace siderum::bench {

struct TunedCase {
  HarmonicCase which;
  StageTuning tuning;
  std::string choices;  ///< "pairs4/threads128/segment32"

  std::string name() const { return which.name() + "/" + choices; }
};

template <class Exec>
std::vector<TunedCase> tuned_cases() {
  std::vector<TunedCase> listed;
  std::vector<std::int64_t> sizes{2047};
  if (!is_host<Exec> && settings().cases == Cases::all) {
    sizes = {1023, 2047, 4095, 6143};
  }
  auto const add = [&](Operator what, StageTuning const& tuning, std::string const& choices) {
    for (std::int64_t const lmax : sizes) {
      HarmonicCase const which{Grid::healpix, lmax, 1, what, Part::legendre, Scope::device};
      listed.push_back({which, tuning, choices});
    }
  };
  if constexpr (is_host<Exec>) {
    for (int const vectors : {1, 2, 3, 4}) {
      StageTuning tuning;
      tuning.set("host_vectors", vectors);
      add(Operator::synthesis, tuning, "registers" + std::to_string(vectors));
    }
    for (int const places : {8, 16, 32, 48, 64, 96, 128, 256}) {
      StageTuning tuning;
      tuning.set("host_places", places);
      add(Operator::adjoint, tuning, "registers" + std::to_string(places));
    }
  } else {
    for (int const pairs : {2, 4, 8}) {
      for (int const warps : {1, 2, 4}) {
        for (int const staged : {16, 32, 64, 128}) {
          StageTuning tuning;
          for (std::string const stage : {"synthesis", "analysis"}) {
            tuning.set(stage + "_pairs", pairs);
            tuning.set(stage + "_warps", warps);
            tuning.set(stage + "_staged", staged);
          }
          std::string const choices = "pairs" + std::to_string(pairs) + "/threads" +
                                      std::to_string(32 * warps) + "/segment" +
                                      std::to_string(staged);
          add(Operator::synthesis, tuning, choices);
          add(Operator::adjoint, tuning, choices);
        }
      }
    }
  }
  return listed;
}

}  // namespace siderum::bench
