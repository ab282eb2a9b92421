// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/tuning_cache.hpp>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>

#include <nlohmann/json.hpp>

#include <siderum/core/error.hpp>
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

TuningCache::Values TuningCache::read(std::filesystem::path const& file) {
  Values values;
  std::ifstream stream(file);
  auto const document = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object() || document.value("version", nlohmann::json()) != build::version ||
      !document.contains("devices") || !document["devices"].is_object()) {
    return values;
  }
  for (auto const& [device, entries] : document["devices"].items()) {
    for (auto const& [name, value] : entries.items()) {
      if (value.is_number()) {
        values[device][name] = value.get<double>();
      }
    }
  }
  return values;
}

std::optional<double> TuningCache::find(std::string const& device, std::string const& name) const {
  for (Values const* values : {&set_, &stored_}) {
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
  for (Values const* values : {&set_, &stored_}) {
    for (auto const& [device, entries] : *values) {
      if (entries.contains(name)) {
        devices.insert(device);
      }
    }
  }
  return {devices.begin(), devices.end()};
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
  Values merged = read(file_);
  for (auto const& [device, entries] : set_) {
    for (auto const& [name, value] : entries) {
      merged[device][name] = value;
    }
  }
  nlohmann::json const document{{"version", build::version}, {"devices", merged}};

  std::error_code failure;
  std::filesystem::create_directories(file_.parent_path(), failure);
  // One name per process: two that save at once do not write into the same file.
  std::filesystem::path const beside =
      file_.parent_path() / (file_.filename().string() + "." + std::to_string(getpid()));
  std::ofstream stream(beside);
  stream << document.dump(2) << '\n';
  stream.close();
  bool const written = !stream.fail();
  if (written) {
    std::filesystem::rename(beside, file_, failure);
  }
  if (!written || failure) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw Error("The tuning cache " + file_.string() +
                " cannot be written (its folder may be read-only). Set XDG_CACHE_HOME to a folder"
                " that can.");
  }
}

}  // namespace siderum
