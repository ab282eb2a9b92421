// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/device_rates.hpp>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

#include <siderum/core/host_facts.hpp>
#include <siderum/core/stage_tuning.hpp>

namespace siderum::engine {

namespace {

// Of an H200: 0.19 to 0.31 s, 0.1 of them cuInit and 0.1 the context.
constexpr double built_in_start = 0.3;

double start_of(TuningCache const& cache, std::string const& gpu) {
  constexpr double nanoseconds = 1e9;
  double const start = cache.find(gpu, start_rate).value_or(built_in_start);
  return is_time(nanoseconds * start) ? start : built_in_start;
}

DeviceRates rates_of_device(TuningCache const& cache, bool is_host, std::string const& name) {
  DeviceRates rates;
  rates.is_host = is_host;
  rates.double_sums = tuned_rates({is_host, true}, name, cache);
  rates.single_sums = tuned_rates({is_host, false}, name, cache);
  rates.slowness = rates.double_sums.direct_term / default_rates({is_host, true}).direct_term;
  rates.start = is_host ? 0.0 : start_of(cache, name);
  return rates;
}

/// The name of a number of a device that no measurement gives; empty: there is none.
std::string odd_number(TuningCache const& cache, bool is_host, std::string const& device) {
  for (bool const is_double : {true, false}) {
    if (std::string rate = odd_rate({is_host, is_double}, device, cache); !rate.empty()) {
      return rate;
    }
  }
  auto const start = cache.find(device, start_rate);
  return start && *start != start_of(cache, device) ? start_rate : "";
}

}  // namespace

MachineRates rates_of_devices(TuningCache const& cache, std::string const& cpu,
                              std::string const& gpu) {
  return {rates_of_device(cache, true, cpu), rates_of_device(cache, false, gpu)};
}

MachineRates read_machine_rates() {
  TuningCache const cache;
  return rates_of_devices(cache, host_facts().name,
                          tuned_gpu(cache, gpu_model("/proc/driver/nvidia/gpus")));
}

std::string tuned_gpu(TuningCache const& cache, std::string const& model) {
  std::vector<std::string> const tuned = cache.devices_with(start_rate);
  return model.empty() && tuned.size() == 1 ? tuned.front() : model;
}

std::string gpu_model(std::filesystem::path const& folder) {
  std::error_code failure;
  std::vector<std::filesystem::path> gpus;
  for (auto const& entry : std::filesystem::directory_iterator(folder, failure)) {
    gpus.push_back(entry.path());
  }
  std::sort(gpus.begin(), gpus.end());
  for (std::filesystem::path const& gpu : gpus) {
    std::ifstream information(gpu / "information");
    for (std::string line; std::getline(information, line);) {
      std::size_t const name = line.find_first_not_of(" \t", line.find(':') + 1);
      if (line.starts_with("Model:") && name != std::string::npos) {
        return line.substr(name);
      }
    }
  }
  return {};
}

std::string odd_measurement(TuningCache const& cache, std::string const& cpu) {
  for (std::string const& device : cache.devices()) {
    std::string name = odd_number(cache, device == cpu, device);
    auto const choices = cache.names_above(device, harmonic_choices, most_stage_choice);
    name = name.empty() && !choices.empty() ? choices.front() : name;
    if (!name.empty()) {
      constexpr std::size_t longest = 80;
      return name + " of '" + device.substr(0, longest) + "'";
    }
  }
  return {};
}

bool are_rates_measured(TuningCache const& cache, bool is_host, std::string const& device) {
  return cache.find(device, rate_name({is_host, true}, MethodRates::names[0])).has_value() &&
         odd_number(cache, is_host, device).empty();
}

}  // namespace siderum::engine
