// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/execution.hpp>

#include <cctype>
#include <charconv>
#include <string>
#include <system_error>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

std::string lower_case(std::string_view text) {
  std::string spelling(text);
  for (char& letter : spelling) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return spelling;
}

}  // namespace

Device parse_device(std::string_view given) {
  std::string const text = lower_case(given);
  if (text == "auto") {
    return {};
  }
  if (text == "cpu") {
    return {DeviceKind::cpu, -1};
  }
  if (text == "gpu") {
    return {DeviceKind::gpu, -1};
  }
  constexpr std::string_view prefix = "gpu:";
  if (text.starts_with(prefix)) {
    std::string_view const number = std::string_view(text).substr(prefix.size());
    int card = -1;
    auto const [end, failure] = std::from_chars(number.begin(), number.end(), card);
    if (failure == std::errc() && end == number.end() && card >= 0 && number.front() != '-') {
      return {DeviceKind::gpu, card};
    }
  }
  throw Error("There is no device '" + std::string(given) +
              "' (a device is auto, cpu, gpu, or gpu:1 for the second of several). Give one of"
              " these.");
}

std::string name_of(Device device) {
  switch (device.kind) {
    case DeviceKind::automatic:
      return "auto";
    case DeviceKind::cpu:
      return "cpu";
    default:
      return device.card < 0 ? "gpu" : "gpu:" + std::to_string(device.card);
  }
}

void check(Execution const& execution) {
  check_threads(execution.threads);
  check_environment(execution.threads);
  Execution wanted = execution;
  wanted.device = wanted_device(execution);
  if (wanted.device.kind == DeviceKind::gpu) {
    begin_to_start(wanted);
  } else if (wanted.threads > 0) {
    wanted.device.kind = DeviceKind::cpu;
    run_on_module(
        wanted, [](auto&) {}, Start::no);
  }
}

}  // namespace siderum::engine
