// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line.hpp>

#include <algorithm>
#include <limits>

namespace siderum::apps {

void add_execution_options(CLI::App& verb, Execution& execution) {
  add_choice(verb, "--device", execution.device, device_choices,
             "where to compute; auto: the GPU if the build has one");
  add_choice(verb, "--backend", execution.backend, backend_choices,
             "which kernels: the best for the device, or those written for all devices");
  add_choice(verb, "--precision", execution.precision, precision_choices,
             "of values and sums; phases are always double");
  verb.add_option_function<std::string>(
          "--threads",
          [&execution](std::string const& text) {
            constexpr std::int64_t largest = std::numeric_limits<int>::max();
            execution.threads =
                static_cast<int>(std::min(parse_whole_number("--threads", text, 1), largest));
          },
          "of the CPU; without it as the environment says")
      ->type_name("N");
}

void add_progress_option(CLI::App& verb, ProgressChoice& progress) {
  add_choice(verb, "--progress", progress, progress_choices,
             "auto: a progress bar on standard error if that is a terminal");
}

}  // namespace siderum::apps
