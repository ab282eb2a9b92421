// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/find_module.hpp>

#include <cstdlib>
#include <system_error>
#include <utility>

#include <dlfcn.h>

#include <siderum/core/out_of_memory.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {

namespace {

namespace fs = std::filesystem;

/// Where this library lies.
fs::path find_own_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void const*>(&module_folders), &info) == 0 ||
      info.dli_fname == nullptr) {
    return {};
  }
  std::error_code failure;
  fs::path const file = fs::canonical(info.dli_fname, failure);
  return failure ? fs::path() : file.parent_path();
}

/// Found when the library is loaded, since its name may be one in the working directory of then;
/// never destroyed, since threads may compute until the process ends.
fs::path const& own_folder = *new fs::path(find_own_folder());

/// What follows the name of a module in its file, in the order of what is wanted: that of this
/// processor alone, then the levels of x86-64 that it has, the newest first. One that it lacks
/// would open and then die.
std::vector<std::string> const& suffixes() {
  // Never destroyed: a job that a caller has left may run while the process ends.
  static auto const& all = *new std::vector<std::string>([] {
    std::vector<std::string> found{""};
#if defined(__x86_64__)
    bool const has_2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    bool const has_3 = has_2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    bool const has_4 = has_3 && __builtin_cpu_supports("avx512f") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    for (auto const& [is_there, suffix] :
         {std::pair(has_4, "-x86-64-v4"), std::pair(has_3, "-x86-64-v3"),
          std::pair(has_2, "-x86-64-v2")}) {
      if (is_there) {
        found.emplace_back(suffix);
      }
    }
#endif
    return found;
  }());
  return all;
}

/// OpenBLAS starts threads of its own when it is loaded, unless told not to: modules multiply on
/// theirs. The pool costs more than a small job, and waits for ever where it lacks memory.
void* open(fs::path const& file) {
  constexpr char const* name = "OPENBLAS_NUM_THREADS";
  char const* const before = std::getenv(name);
  std::string const kept = before == nullptr ? "" : before;
  setenv(name, "1", 1);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (before == nullptr) {
    unsetenv(name);
  } else {
    setenv(name, kept.c_str(), 1);
  }
  return library;
}

/// Whether dlopen has failed for want of memory, which it does not always say.
bool lacks_memory(std::string const& reason) {
  constexpr std::size_t room = std::size_t{256} << 20;
  return reason.find("annot allocate") != std::string::npos ||
         (reason.find("failed to map segment") != std::string::npos && !has_room_for(room));
}

/// What dlopen says, as a user would. It begins with the file's name, or that of one which the file
/// needs.
std::string open_problem(fs::path const& file, std::string reason) {
  if (reason.find("libcuda.so") != std::string::npos) {
    return "There is no driver of NVIDIA here (" + reason + ")";
  }
  if (reason.find("libamdhip64.so") != std::string::npos) {
    return "There is no HIP of AMD here (" + reason + ")";
  }
  if (reason.starts_with(file.string() + ": ")) {
    reason.erase(0, file.string().size() + 2);
  }
  return file.string() + " cannot be opened (" + reason + ")";
}

}  // namespace

std::vector<fs::path> module_folders() {
  std::vector<fs::path> folders;
  auto const add = [&folders](fs::path const& folder) {
    if (folder.is_absolute()) {
      folders.push_back(folder);
    }
  };
  if (char const* const given = std::getenv("SIDERUM_ENGINE_PATH")) {
    std::string_view rest(given);
    while (!rest.empty()) {
      std::size_t const end = std::min(rest.find(':'), rest.size());
      add(fs::path(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  add(own_folder);
  add(fs::path(SIDERUM_INSTALLED_LIBRARIES));
  return folders;
}

fs::path module_file(std::string_view name, std::vector<fs::path> const& folders) {
  for (fs::path const& folder : folders) {
    for (std::string const& suffix : suffixes()) {
      fs::path file = folder / ("siderum-engine-" + std::string(name) + suffix + ".so");
      std::error_code failure;
      // A pipe would take for ever to open.
      if (fs::is_regular_file(file, failure)) {
        return file;
      }
    }
  }
  return {};
}

FoundModule find_module(std::string_view name, std::vector<fs::path> const& folders) {
  FoundModule found{std::string(name), module_file(name, folders), {}, nullptr};
  if (found.file.empty()) {
    found.problem = "The engine " + found.name + " is not installed (no siderum-engine-" +
                    found.name + ".so in SIDERUM_ENGINE_PATH or beside the library)";
    return found;
  }
  void* const library = open(found.file);
  if (library == nullptr) {
    std::string const reason = dlerror();
    if (lacks_memory(reason)) {
      found.problem =
          "There is not enough memory to open " + found.file.string() + " (" + reason + ")";
      found.advice = "Free some, or raise the limit of ulimit -v.";
    } else if (reason.find("Too many open files") != std::string::npos) {
      found.problem = open_problem(found.file, reason);
      found.advice = "Raise the limit of open files, as by ulimit -n.";
    } else {
      found.problem = open_problem(found.file, reason);
    }
    return found;
  }
  auto* const version =
      reinterpret_cast<SiderumEngineVersion*>(dlsym(library, "siderum_engine_version"));
  auto* const module =
      reinterpret_cast<SiderumEngineModule*>(dlsym(library, "siderum_engine_module"));
  if (version == nullptr || module == nullptr) {
    found.problem = found.file.string() + " is no engine (it lacks what an engine exports)";
  } else if (std::string_view(version()) != build::version) {
    found.problem = found.file.string() + " is of another version (" + version() + ", siderum is " +
                    build::version + ")";
  } else {
    found.module = module();
  }
  return found;
}

}  // namespace siderum::engine
