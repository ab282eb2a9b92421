// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "harmonic_transform/cases.hpp"
#include "harmonic_transform/tuned_cases.hpp"

/// Spherical harmonic transforms on every execution space of the build, by every backend, in both
/// precisions: whole, by stages, of several maps, of fields with spin, and from host memory to host
/// memory.
namespace siderum::bench {

namespace {

struct Listed {
  HarmonicCase which;
  Cases least;  ///< from which set on
};

/// The sizes of Hupca et al. 2010 that are no powers of two, one map and its parts.
void add_published_sizes(std::vector<Listed>& listed) {
  for (std::int64_t const lmax : {3071, 5119, 6143, 7167, 9215}) {
    for (Operator const what : {Operator::synthesis, Operator::adjoint}) {
      for (Part const part : {Part::whole, Part::legendre, Part::rings}) {
        listed.push_back({{Grid::healpix, lmax, 1, what, part, Scope::device}, Cases::all});
      }
    }
  }
}

std::vector<Listed> cases() {
  std::vector<Listed> listed;
  for (auto const& [lmax, least] :
       std::vector<std::pair<std::int64_t, Cases>>{{511, Cases::quick},
                                                   {1023, Cases::quick},
                                                   {2047, Cases::full},
                                                   {4095, Cases::full},
                                                   {8191, Cases::all}}) {
    for (Grid const grid : {Grid::healpix, Grid::gauss_legendre}) {
      for (Operator const what : {Operator::synthesis, Operator::adjoint}) {
        auto const add = [&, lmax = lmax](std::int64_t maps, Part part, Scope scope, Cases from) {
          listed.push_back({{grid, lmax, maps, what, part, scope}, from});
        };
        add(1, Part::whole, Scope::device, least);
        add(1, Part::legendre, Scope::device, least);
        add(1, Part::rings, Scope::device, least);
        for (Scope const scope : {Scope::end_to_end, Scope::end_to_end_locked}) {
          add(1, Part::whole, scope, least == Cases::quick ? Cases::full : least);
        }
        if (lmax == 4095) {
          add(1, Part::whole, Scope::end_to_end_fresh, Cases::full);
        }
        if (lmax >= 1023 && lmax <= 4095) {
          add(4, Part::whole, Scope::device, Cases::full);
        }
        for (Field const field : {Field::spin_two, Field::polarised}) {
          listed.push_back(
              {{grid, lmax, components(field), what, Part::whole, Scope::device, field}, least});
        }
        for (Part const part : {Part::legendre, Part::rings}) {
          listed.push_back({{grid, lmax, 2, what, part, Scope::device, Field::spin_two}, least});
        }
        if (grid == Grid::healpix && lmax >= 1023 && lmax <= 4095) {
          listed.push_back({{grid, lmax, 2, what, Part::whole, Scope::end_to_end, Field::spin_two},
                            Cases::full});
        }
      }
    }
  }
  add_published_sizes(listed);
  return listed;
}

template <class Backend, class Exec, class Real>
void register_listed(Listed const& listed) {
  HarmonicCase const which = listed.which;
  bool const is_of_device =
      which.scope == Scope::end_to_end_locked || which.scope == Scope::end_to_end_fresh;
  if (is_host<Exec> && is_of_device) {
    return;  // all of a host's memory is its own
  }
  std::string const name = "harmonic_transform/" + std::string(Backend::name) + "/" +
                           space_name<Exec>() + "/" + precision_name<Real>() + "/" + which.name() +
                           "/" + siderum::bench::name_of(which.scope);
  register_case(name, benchmark::kMillisecond, [which](benchmark::State& state) {
    if (which.part == Part::whole) {
      run_whole<Backend, Exec, Real>(state, which);
    } else {
      run_stage<Backend, Exec, Real>(state, which);
    }
  });
}

/// What a row of a transform leaves out.
template <class Exec>
void register_plans() {
  using Backend = backend::default_for_t<Exec>;
  std::string const beginning =
      "harmonic_transform/" + std::string(Backend::name) + "/" + space_name<Exec>() + "/double/";
  for (std::int64_t const lmax : {511, 1023, 2047, 4095}) {
    if (lmax > 1023 && settings().cases < Cases::full) {
      continue;
    }
    for (Grid const grid : {Grid::healpix, Grid::gauss_legendre}) {
      for (Field const field : {Field::scalar, Field::spin_two}) {
        std::string const of_field = field == Field::scalar ? "" : "/spin_two";
        register_case(beginning + "plan/" + name_of(grid, lmax) + of_field + "/device",
                      benchmark::kMillisecond, [grid, lmax, field](benchmark::State& state) {
                        run_plan<Backend, Exec>(state, grid, lmax, field);
                      });
      }
    }
    if constexpr (is_host<Exec>) {
      register_case(beginning + "ring_weights/" + name_of(Grid::healpix, lmax) + "/device",
                    benchmark::kMillisecond,
                    [lmax](benchmark::State& state) { run_ring_weights(state, (lmax + 1) / 2); });
    }
  }
}

/// By the default backend of a space, which has most to choose.
template <class Exec>
void register_tuned() {
  using Backend = backend::default_for_t<Exec>;
  for (TunedCase const& tuned : tuned_cases<Exec>()) {
    std::string const name = "harmonic_transform/" + std::string(Backend::name) + "/" +
                             space_name<Exec>() + "/double/" + tuned.name() + "/device";
    register_case(name, benchmark::kMillisecond, [tuned](benchmark::State& state) {
      run_stage<Backend, Exec, double>(state, tuned.which, tuned.tuning);
    });
  }
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    if (settings().cases >= Cases::full) {
      register_tuned<Exec>();
    }
    register_plans<Exec>();
    for_each_precision([]<class Real>(Real const&) {
      for_each_backend<Exec>([]<class Backend>(Backend const&) {
        for (Listed const& listed : cases()) {
          if (listed.least <= settings().cases) {
            register_listed<Backend, Exec, Real>(listed);
          }
        }
      });
    });
  });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
