// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/verb_options.hpp>

#include <utility>

#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

template <class Target>
Option& add_real_number(Verb& verb, std::string const& option, Target& target,
                        std::string const& help) {
  return verb.add_option(
      option, "NUMBER",
      [option, &target](std::string const& text) { target = parse_number(option, text); }, help);
}

template <class Target>
Option& add_any_seed(Verb& verb, Target& target, std::string const& help) {
  return verb.add_option(
      "--seed", "N", [&target](std::string const& text) { target = parse_seed("--seed", text); },
      help);
}

/// "auto|cpu|gpu"
std::string alternatives(std::vector<std::string_view> const& words) {
  std::string text;
  for (std::string_view const word : words) {
    text += text.empty() ? "" : "|";
    text += word;
  }
  return text;
}

}  // namespace

Option& add_word(Verb& verb, std::string const& option, std::vector<std::string_view> words,
                 std::function<void(std::size_t)> take, std::string const& help) {
  std::string const type = alternatives(words);
  return verb.add_option(
      option, type,
      [option, words = std::move(words), take = std::move(take)](std::string const& text) {
        take(parse_choice_index(option, text, words));
      },
      help);
}

Option& add_number(Verb& verb, std::string const& option, double& target, std::string const& help) {
  return add_real_number(verb, option, target, help);
}

Option& add_number(Verb& verb, std::string const& option, std::optional<double>& target,
                   std::string const& help) {
  return add_real_number(verb, option, target, help);
}

Option& add_integer(Verb& verb, std::string const& option, WholeNumbers const& range,
                    std::function<void(std::int64_t)> take, std::string const& help) {
  return verb.add_option(
      option, "N",
      [option, range, take = std::move(take)](std::string const& text) {
        take(parse_whole_number(option, text, range));
      },
      help);
}

Option& add_seed(Verb& verb, std::uint64_t& target, std::string const& help) {
  return add_any_seed(verb, target, help);
}

Option& add_seed(Verb& verb, std::optional<std::uint64_t>& target, std::string const& help) {
  return add_any_seed(verb, target, help);
}

Option& add_text(Verb& verb, std::string const& option, std::string& target,
                 std::string const& type, std::string const& help) {
  return verb.add_option(
      option, type, [&target](std::string const& text) { target = text; }, help);
}

Option& add_text(Verb& verb, std::string const& option, std::optional<std::string>& target,
                 std::string const& type, std::string const& help) {
  return verb.add_option(
      option, type, [&target](std::string const& text) { target = text; }, help);
}

Option& add_texts(Verb& verb, std::string const& option, std::vector<std::string>& target,
                  std::string const& type, std::string const& help) {
  return verb.add_list(
      option, type, [&target](std::string const& text) { target.push_back(text); }, help);
}

Option& add_input(Verb& verb, std::string const& option, std::string& target,
                  std::string const& help) {
  Option& added = add_text(verb, option, target, "FILE", help);
  added.file = FileUse::input;
  return added;
}

Option& add_inputs(Verb& verb, std::string const& option, std::vector<std::string>& target,
                   std::string const& help) {
  Option& added = add_texts(verb, option, target, "FILE", help);
  added.file = FileUse::input;
  return added;
}

Option& add_output(Verb& verb, std::string const& option, std::string& target,
                   std::string const& help, OutputParser parse) {
  Option& added = verb.add_option(
      option, "FILE",
      [option, parse, &target](std::string const& text) { target = parse(option, text); }, help);
  added.file = FileUse::output;
  return added;
}

Option& add_table_output(Verb& verb, std::string const& option, std::string& target,
                         std::string const& help) {
  return add_output(verb, option, target, help, parse_table_output);
}

Option& add_device(Verb& verb, engine::Device& target, std::string const& help) {
  return verb.add_option(
      "--device", "auto|cpu|gpu|gpu:N",
      [&target](std::string const& text) { target = parse_device("--device", text); }, help);
}

void add_execution_options(Verb& verb, engine::Execution& execution,
                           std::string const& precision_help) {
  add_device(verb, execution.device,
             "where to compute; gpu:1 is the second GPU; auto: as SIDERUM_DEVICE says, else where "
             "the job ends sooner");
  add_choice(verb, "--backend", execution.backend, backend_choices,
             "which kernels: the best for the device, or those written for all devices");
  add_choice(verb, "--precision", execution.precision, precision_choices, precision_help);
  Option& threads =
      add_whole_number(verb, "--threads", execution.threads, {1, engine::most_threads, 4},
                       "of the CPU; without it as the environment says");
  // Files are read before the engine begins.
  threads.take = [take = std::move(threads.take), &execution](std::string const& text) {
    take(text);
    set_worker_threads(execution.threads);
  };
}

void add_progress_option(Verb& verb, ProgressChoice& progress) {
  add_choice(verb, "--progress", progress, progress_choices,
             "auto: a progress bar on standard error if that is a terminal");
}

void add_verbose_option(Verb& verb, Verbose& verbose, std::string const& more) {
  verb.add_flag(
      "--verbose",
      [&verbose] {
        verbose = Verbose::yes;
        want_time_line();
      },
      "say on standard error where it was computed and why there" + more +
          ", and what the time was spent on");
}

void add_time_line_option(Verb& verb) {
  verb.add_flag("--verbose", want_time_line, "say on standard error what the time was spent on");
}

}  // namespace siderum::apps
