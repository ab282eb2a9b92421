// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <regex>
#include <string>

#include <Kokkos_Core.hpp>

#include "support/context.hpp"

namespace siderum::bench {

namespace {

Settings chosen;
std::string filter;
int registered_cases = 0;
int wrong_results = 0;

// The text after `--name=` or null.
char const* value_of(char const* argument, char const* name) {
  std::size_t const length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 && argument[length] == '='
             ? argument + length + 1
             : nullptr;
}

bool read_cases(char const* text) {
  if (std::strcmp(text, "quick") == 0) {
    chosen.cases = Cases::quick;
  } else if (std::strcmp(text, "full") == 0) {
    chosen.cases = Cases::full;
  } else if (std::strcmp(text, "all") == 0) {
    chosen.cases = Cases::all;
  } else {
    return false;
  }
  return true;
}

bool read_spaces(char const* text) {
  if (std::strcmp(text, "all") == 0) {
    chosen.spaces = Spaces::all;
  } else if (std::strcmp(text, "host") == 0) {
    chosen.spaces = Spaces::host;
  } else if (std::strcmp(text, "device") == 0) {
    chosen.spaces = Spaces::device;
  } else {
    return false;
  }
  return true;
}

bool read_seconds(char const* text, double& seconds) {
  char* end = nullptr;
  seconds = std::strtod(text, &end);
  return end != text && *end == '\0' && seconds > 0.0;
}

// Takes our options out of argv; false where a value is none.
bool read_settings(int& argc, char** argv) {
  int kept = 1;
  bool good = true;
  for (int i = 1; i < argc; ++i) {
    if (char const* const cases = value_of(argv[i], "--cases")) {
      good = read_cases(cases) && good;
    } else if (char const* const spaces = value_of(argv[i], "--spaces")) {
      good = read_spaces(spaces) && good;
    } else if (char const* const limit = value_of(argv[i], "--limit")) {
      good = read_seconds(limit, chosen.limit) && good;
    } else if (char const* const seconds = value_of(argv[i], "--seconds")) {
      good = read_seconds(seconds, chosen.seconds) && good;
    } else if (char const* const expression = value_of(argv[i], "--benchmark_filter")) {
      filter = expression;  // heeded as cases are registered
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  return good;
}

int run_cases(int& argc, char** argv, void (*register_cases)()) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  register_peak("before");
  register_cases();
  if (registered_cases == 0) {
    std::fprintf(stderr, "No case matches %s.\n", filter.c_str());
    return 0;
  }
  add_context();  // measures the peaks of the machine: seconds
  register_peak("after");
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return wrong_results == 0 ? 0 : 1;
}

}  // namespace

Settings const& settings() {
  return chosen;
}

bool is_wanted(std::string const& name) {
  bool const all = filter.empty() || filter == "all";
  bool const inverted = !all && filter[0] == '-';
  // As Google Benchmark matches, which adds this to the name.
  bool const wanted = all || std::regex_search(name + "/iterations:1/manual_time",
                                               std::regex(filter.substr(inverted ? 1 : 0),
                                                          std::regex::extended)) != inverted;
  registered_cases += wanted ? 1 : 0;
  return wanted;
}

void leave_out(benchmark::State& state, std::string const& reason) {
  state.SkipWithError(("left out: " + reason).c_str());
}

void fail(benchmark::State& state, std::string const& sentence) {
  ++wrong_results;
  state.SkipWithError(sentence.c_str());
}

int run(int argc, char** argv, void (*register_cases)()) {
  if (!read_settings(argc, argv)) {
    std::fputs(
        "--cases takes quick, full or all; --spaces all, host or device; --limit and --seconds "
        "numbers > 0\n",
        stderr);
    return 2;
  }
  try {
    return run_cases(argc, argv, register_cases);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}

}  // namespace siderum::bench
