// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace siderum::engine {

class Module;

/// The folders in which modules are looked for, in this order: those of SIDERUM_ENGINE_PATH (with
/// colons between them), that of the interface library, and that of installed libraries. Never the
/// working directory: what is no absolute path is left out.
std::vector<std::filesystem::path> module_folders();

/// The first file of a module's name; empty where there is none. Nothing is opened. Of modules for
/// several levels of x86-64 in one folder (siderum-engine-cpu-x86-64-v3.so) it is that of the
/// newest level which this processor has.
std::filesystem::path module_file(std::string_view name,
                                  std::vector<std::filesystem::path> const& folders);

/// A module that was looked for.
struct FoundModule {
  std::string name;            ///< "cpu", "cuda"
  std::filesystem::path file;  ///< empty: none
  std::string problem;         ///< why there is no module: "<problem> (<why>)", without a full stop
  Module* module = nullptr;    ///< never closed; null: see problem
  /// What to do where the CPU's is not to be had.
  std::string advice = "Install siderum again, or name its folder in SIDERUM_ENGINE_PATH.";
};

/// Opens the first module of that name. One that cannot be used, or is of another version, is
/// reported, and no other is looked for: it was put first on purpose.
FoundModule find_module(std::string_view name, std::vector<std::filesystem::path> const& folders);

}  // namespace siderum::engine
