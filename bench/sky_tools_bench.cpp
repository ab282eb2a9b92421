// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "sky_tools/cases.hpp"

/// Rotations of coefficients and iterated analysis, from and to the memory of each execution space,
/// and from and to the user's arrays.
namespace siderum::bench {

namespace {

struct Size {
  std::int64_t of;
  Cases least;  ///< from which set on
};

template <class Exec, class Real>
void register_rotations() {
  for (auto const& [lmax, least] : std::vector<Size>{{511, Cases::quick},
                                                     {1023, Cases::quick},
                                                     {2047, Cases::full},
                                                     {4095, Cases::full},
                                                     {8191, Cases::all}}) {
    for (std::int64_t const rows : {1, 3}) {
      if (least > settings().cases) {
        continue;
      }
      std::string const name = "rotate_coefficients/portable/" + space_name<Exec>() + "/" +
                               precision_name<Real>() + "/lmax" + std::to_string(lmax) + "x" +
                               std::to_string(rows) + "/";
      for (Scope const scope : {Scope::device, Scope::end_to_end}) {
        register_case(name + name_of(scope), benchmark::kMillisecond,
                      [lmax = lmax, rows, scope](benchmark::State& state) {
                        run_rotation<Exec, Real>(state, lmax, rows, scope);
                      });
      }
    }
  }
}

template <class Backend, class Exec, class Real>
void register_iterations() {
  for (auto const& [nside, least] :
       std::vector<Size>{{256, Cases::quick}, {1024, Cases::full}, {2048, Cases::full}}) {
    for (std::int64_t const lmax : {nside, 2 * nside - 1}) {
      if (least > settings().cases) {
        continue;
      }
      std::string const name = "iterative_analysis/" + std::string(Backend::name) + "/" +
                               space_name<Exec>() + "/" + precision_name<Real>() +
                               "/healpix/nside" + std::to_string(nside) + "/lmax" +
                               std::to_string(lmax) + "/polarised/3_iterations/";
      for (Scope const scope : {Scope::device, Scope::end_to_end}) {
        register_case(name + name_of(scope), benchmark::kMillisecond,
                      [nside = nside, lmax, scope](benchmark::State& state) {
                        run_iterations<Backend, Exec, Real>(state, nside, lmax, 3, scope);
                      });
      }
    }
  }
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    for_each_precision([]<class Real>(Real const&) {
      register_rotations<Exec, Real>();
      for_each_backend<Exec>(
          []<class Backend>(Backend const&) { register_iterations<Backend, Exec, Real>(); });
    });
  });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
