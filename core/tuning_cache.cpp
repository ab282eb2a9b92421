// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/tuning_cache.hpp>

#include <cmath>
#include <cstdlib>
#include <set>

#include <nlohmann/json.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/kept_file.hpp>
#include <siderum/version.hpp>

namespace siderum {

std::filesystem::path TuningCache::default_file() {
  char const* const cache = std::getenv("XDG_CACHE_HOME");
  // The base directory specification: a relative path there is to be ignored.
  if (cache != nullptr && std::filesystem::path(cache).is_absolute()) {
    return std::filesystem::path(cache) / "siderum" / "tuning.json";
  }
  char const* const home = std::getenv("HOME");
  // A relative one would put the cache wherever the program is started.
  if (home != nullptr && std::filesystem::path(home).is_absolute()) {
    return std::filesystem::path(home) / ".cache" / "siderum" / "tuning.json";
  }
  return {};
}

TuningCache::TuningCache(std::filesystem::path file)
    : file_(std::move(file)), stored_(read(file_)) {}

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

/// What no measurement gives.
bool is_odd(nlohmann::json const& value) {
  return !value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < 0.0;
}

}  // namespace

TuningCache::Stored TuningCache::read(std::filesystem::path const& file) {
  KeptFile const kept = read_kept_file(file, most_bytes);
  if (!kept.problem.empty() || kept.text.empty()) {
    return {{}, kept.problem};
  }
  auto const document = nlohmann::json::parse(kept.text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) {
    return {{}, "it is no JSON"};
  }
  std::string const other = "it is not what siderum writes";
  auto const version = document.is_object() ? document.value("version", nlohmann::json()) : nullptr;
  if (!version.is_string()) {
    return {{}, other};
  }
  if (version != build::version) {
    return {};
  }
  if (!document.contains("devices") || !document["devices"].is_object()) {
    return {{}, other};
  }
  Stored stored;
  for (auto const& [device, entries] : document["devices"].items()) {
    if (!entries.is_object()) {
      return {{}, other};
    }
    for (auto const& [name, value] : entries.items()) {
      if (is_odd(value)) {
        return {{}, "a value in it is none that is measured"};
      }
      stored.values[device][name] = value.get<double>();
    }
  }
  return stored;
}

std::optional<double> TuningCache::find(std::string const& device, std::string const& name) const {
  for (Values const* values : {&set_, &stored_.values}) {
    auto const entries = values->find(device);
    if (entries != values->end()) {
      auto const value = entries->second.find(name);
      if (value != entries->second.end()) {
        return value->second;
      }
    }
  }
  return std::nullopt;
}

std::vector<std::string> TuningCache::devices_with(std::string const& name) const {
  std::set<std::string> devices;
  for (Values const* values : {&set_, &stored_.values}) {
    for (auto const& [device, entries] : *values) {
      if (entries.contains(name)) {
        devices.insert(device);
      }
    }
  }
  return {devices.begin(), devices.end()};
}

std::vector<std::string> TuningCache::devices() const {
  std::set<std::string> devices;
  for (Values const* values : {&set_, &stored_.values}) {
    for (auto const& [device, entries] : *values) {
      devices.insert(device);
    }
  }
  return {devices.begin(), devices.end()};
}

std::vector<std::string> TuningCache::names_above(std::string const& device,
                                                  std::string_view beginning, double bound) const {
  std::vector<std::string> names;
  for (Values const* values : {&set_, &stored_.values}) {
    if (auto const entries = values->find(device); entries != values->end()) {
      for (auto const& [name, value] : entries->second) {
        if (name.starts_with(beginning) && value > bound) {
          names.push_back(name);
        }
      }
    }
  }
  return names;
}

void TuningCache::set(std::string const& device, std::string const& name, double value) {
  SIDERUM_VALIDATE(std::isfinite(value), "The tuned value of " + name + " for " + device +
                                             " is not finite (it would poison later runs). Measure"
                                             " it again.");
  set_[device][name] = value;
}

void TuningCache::save() const {
  if (file_.empty()) {
    return;
  }
  Values merged = read(file_).values;
  for (auto const& [device, entries] : set_) {
    for (auto const& [name, value] : entries) {
      merged[device][name] = value;
    }
  }
  nlohmann::json const document{{"version", build::version}, {"devices", merged}};

  std::string const problem = write_kept_file(file_, document.dump(2) + '\n');
  SIDERUM_VALIDATE(problem.empty(), unwritable(file_, problem));
}

std::string TuningCache::unwritable(std::filesystem::path const& file, std::string const& reason) {
  return "The tuning cache " + file.string() + " cannot be written (" + reason +
         "). Set XDG_CACHE_HOME to a folder that can.";
}

}  // namespace siderum
