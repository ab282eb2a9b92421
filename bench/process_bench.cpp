// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include <siderum/io/periods/read_light_curves.hpp>

#include "lomb_scargle/search.hpp"

/// What a pipeline waits for each night: a process starts, reads a survey, leaves all periodograms
/// in pageable memory and ends. bench/run.py times it from outside.
///
///     process_bench FILE FREQUENCIES [--check]
///
/// --check compares with the oracle as well: for a run that is not timed.
namespace siderum::bench {

namespace {

enum class Check { no, yes };

int search_survey(char const* path, std::int64_t frequencies, Check wanted) {
  LightCurveTable table = io::read_light_curves({path});
  Curves const curves{std::move(table.offsets), std::move(table.time), std::move(table.value),
                      std::move(table.error)};
  using Backend = backend::default_for_t<DeviceSpace>;
  Search<Backend, DeviceSpace, double> const search(curves, search_grid(frequencies),
                                                    standard_periodogram(), Output::power);
  search.run_end_to_end();
  std::printf("%s/%s/double/%lldx%lldx%lld\n", std::string(Backend::name).c_str(),
              space_name<DeviceSpace>().c_str(), static_cast<long long>(curves.objects()),
              static_cast<long long>(curves.points()), static_cast<long long>(frequencies));
  if (wanted == Check::yes) {
    Verdict const verdict = search.check();
    std::fprintf(stderr, "%s", verdict.sentence.c_str());
    return verdict.sentence.empty() ? 0 : 1;
  }
  return 0;
}

// FILE FREQUENCIES [--check]
int run_command(int argc, char** argv) {
  bool const checks = argc == 4 && std::strcmp(argv[3], "--check") == 0;
  if (argc != 3 && !checks) {
    std::fputs("usage: process_bench FILE FREQUENCIES [--check]\n", stderr);
    return 2;
  }
  try {
    Kokkos::ScopeGuard const kokkos;
    return search_survey(argv[1], std::atoll(argv[2]), checks ? Check::yes : Check::no);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run_command(argc, argv);
}
