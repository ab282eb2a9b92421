// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace siderum {

/// Numbers that were measured on a machine once and are used ever after: rates, block sizes.
///
/// A JSON file of the form {"version": ..., "devices": {device: {name: value}}}. Values measured by
/// another version of siderum are not found; saving keeps the devices of this version and drops the
/// rest. A file that is missing or is no such JSON counts as empty: it is a cache. Every number in
/// it is finite and not below 0. Not for use from several threads at once.
class TuningCache {
 public:
  /// $XDG_CACHE_HOME/siderum/tuning.json, or ~/.cache/siderum/tuning.json where the variable is
  /// unset or no absolute path. Empty where $HOME is none either.
  static std::filesystem::path default_file();

  /// Reads the file. An empty path is a cache that nothing is read from or written to.
  explicit TuningCache(std::filesystem::path file = default_file());

  /// The value of `name` on `device`, where this version measured one.
  std::optional<double> find(std::string const& device, std::string const& name) const;

  /// The devices of which this version measured `name`.
  std::vector<std::string> devices_with(std::string const& name) const;

  /// All devices of which this version measured anything.
  std::vector<std::string> devices() const;

  /// The names that begin so, of which this version measured a value above `bound` on `device`.
  std::vector<std::string> names_above(std::string const& device, std::string_view beginning,
                                       double bound) const;

  /// Sets a value in memory; save() makes it last. Throws Error unless the value is finite.
  void set(std::string const& device, std::string const& name, double value);

  /// Writes the file anew beside itself and renames it, so that readers never see half of it.
  /// Values that another process saved since this one read are kept where this one set none.
  /// Throws Error where the folder or file cannot be written.
  void save() const;

  std::filesystem::path const& file() const noexcept { return file_; }

  /// The sentence for a file that cannot be written.
  static std::string unwritable(std::filesystem::path const& file, std::string const& reason);

  /// Why nothing of the file is used, as a clause: "it is a folder". Empty where it is used, where
  /// there is none and where it is of another version.
  std::string const& problem() const noexcept { return stored_.problem; }

 private:
  using Values = std::map<std::string, std::map<std::string, double>>;
  struct Stored {
    Values values;
    std::string problem;
  };
  static Stored read(std::filesystem::path const& file);

  std::filesystem::path file_;
  Stored stored_;
  Values set_;
};

}  // namespace siderum
