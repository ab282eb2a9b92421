// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/command_line.hpp>

namespace siderum::apps {

void add_execution_options(CLI::App& verb, Execution& execution,
                           std::string const& precision_help) {
  add_choice(verb, "--device", execution.device, device_choices,
             "where to compute; auto: the GPU if the build has one");
  add_choice(verb, "--backend", execution.backend, backend_choices,
             "which kernels: the best for the device, or those written for all devices");
  add_choice(verb, "--precision", execution.precision, precision_choices, precision_help);
  add_whole_number(verb, "--threads", execution.threads, {1, most_threads, 4},
                   "of the CPU; without it as the environment says");
}

CLI::Option* add_output(CLI::App& verb, std::string const& option, std::string& target,
                        std::string const& help) {
  return verb
      .add_option_function<std::string>(
          option,
          [option, &target](std::string const& text) { target = parse_output(option, text); }, help)
      ->type_name("FILE");
}

CLI::Option* add_table_output(CLI::App& verb, std::string const& option, std::string& target,
                              std::string const& help) {
  return verb
      .add_option_function<std::string>(
          option,
          [option, &target](std::string const& text) { target = parse_table_output(option, text); },
          help)
      ->type_name("FILE");
}

void add_progress_option(CLI::App& verb, ProgressChoice& progress) {
  add_choice(verb, "--progress", progress, progress_choices,
             "auto: a progress bar on standard error if that is a terminal");
}

}  // namespace siderum::apps
