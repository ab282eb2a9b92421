// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/program.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/command_line/interruption.hpp>
#include <siderum/apps/command_line/machine_command.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/parser.hpp>
#include <siderum/apps/command_line/standard_streams.hpp>
#include <siderum/apps/command_line/syntax.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/pairs/pairs_command.hpp>
#include <siderum/apps/periods/periods_command.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/thread_stack.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/version.hpp>

namespace siderum::apps {

namespace {

enum ExitStatus : int { success = 0, bad_input = 1, bad_syntax = 2 };

constexpr char no_memory[] =
    "There is not enough memory (an allocation failed). Ask for less at once, or free some.";

/// What unwinding takes, as Kokkos does to destroy a view, is kept for when nothing else is left.
class Reserve {
 public:
  Reserve() { std::set_new_handler(give); }

 private:
  static void give() {
    std::set_new_handler(nullptr);
    std::free(block_.exchange(nullptr));  // several threads may come at once
  }

  inline static std::atomic<void*> block_ = std::malloc(std::size_t{96} << 10);
};

/// LLVM's OpenMP writes between the rows of results where it is asked for its threads, remarks on
/// variables that are deprecated, and aborts where a number of threads is empty, as good as unset.
void guard_against_openmp() {
#ifdef __clang__
  unsetenv("OMP_DISPLAY_AFFINITY");
  setenv("KMP_WARNINGS", "false", 0);
  char const* const threads = std::getenv("OMP_NUM_THREADS");
  if (threads != nullptr && *threads == '\0') {
    unsetenv("OMP_NUM_THREADS");
  }
#endif
}

/// Verbs whose work all processes share.
constexpr std::array<std::string_view, 7> shared_verbs{"periods", "pairs",  "alm2map", "map2alm",
                                                       "anafast", "smooth", "rotate"};

/// Says that the other processes have nothing to do.
void tell_of_one(std::vector<std::string> const& words) {
  int const count = engine::processes().count;
  if (count > 1 && words.size() > 1 &&
      std::find(shared_verbs.begin(), shared_verbs.end(), words[1]) == shared_verbs.end()) {
    print_message(fmt::format("{} is done by one of the {} processes.", words[1], count));
  }
}

int complain(ExitStatus status, std::string_view sentence) {
  print_message(sentence);
  return status;
}

}  // namespace

void add_verbs(Verb& program, std::vector<std::string> const& command) {
  add_info(program);
  add_periods(program, command);
  add_pairs(program);
  add_alm2map(program);
  add_map2alm(program);
  add_synalm(program);
  add_anafast(program);
  add_smooth_map(program);
  add_rotate(program);
  add_regrade(program);
  add_picture(program);
  Verb& simulate = program.add_verb("simulate", "Data with known answers");
  add_light_curves(simulate);
  add_sky_points(simulate);
  add_tune(program);
}

int run_program(int argument_count, char const* const* arguments) {
  Reserve const reserve;
  open_closed_streams();
  guard_against_openmp();
  remove_files_on_interruption();
  try {
    require_stack(thread_stack_bytes());
    std::vector<std::string> const words(arguments, arguments + argument_count);
    bool const is_asked = std::find(words.begin(), words.end(), "--distributed") != words.end();
    if (!engine::join_processes(words, is_asked).is_caller()) {
      return engine::serve();
    }
    Verb program(
        "siderum",
        "siderum: periods of light curves, pairs on the sky and harmonic transforms of its maps,\n"
        "exact and fast, on CPUs and GPUs.\n"
        "Results go to standard output, messages to standard error.");
    std::vector<std::string> command;
    add_verbs(program, command);
    command = check_syntax(program, words);
    if (Action const action = parse(program, std::string("siderum ") + build::version, command)) {
      tell_of_one(words);
      action();
      tell_time_line();
    }
    return success;
  } catch (UsageError const& error) {
    return complain(bad_syntax, error.what());
  } catch (Error const& error) {
    return complain(bad_input, error.what());
  } catch (std::bad_alloc const&) {
    return complain(bad_input, no_memory);
  } catch (std::exception const& error) {
    return complain(bad_input, error.what());
  }
}

}  // namespace siderum::apps
