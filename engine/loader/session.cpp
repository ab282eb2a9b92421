// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/session.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include <pthread.h>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>

namespace siderum::engine {

namespace {

/// One engine of the process.
struct Engine {
  std::optional<FoundModule> found;  ///< empty: not looked for yet
  bool is_started = false;
  bool is_inherited = false;  ///< it started in a parent of this process
};

/// It is never destroyed: jobs may run until the process ends.
struct Process {
  std::mutex mutex;
  std::atomic<std::thread::id> worker{};  ///< whose job runs
  Engine cpu;
  Engine gpu;
  std::optional<int> threads;    ///< that the first engine was started with
  int card = 0;                  ///< that the GPU's engine was started with
  bool was_interrupted = false;  ///< a job was running when this child was forked
};

// In a forked child one thread is left, and locks that others held stay locked.
void after_fork();

Process& process() {
  static Process* const only = [] {
    pthread_atfork(nullptr, nullptr, after_fork);
    return new Process;
  }();
  return *only;
}

void after_fork() {
  Process& here = process();
  here.was_interrupted = here.was_interrupted || here.worker.load() != std::thread::id();
  new (&here.mutex) std::mutex;
  here.worker.store(std::thread::id());
  here.cpu.is_inherited = here.cpu.is_started;
  here.gpu.is_inherited = here.gpu.is_started;
}

constexpr char const* gpu_names[] = {"cuda", "hip"};

/// The first engine for GPUs that lies here.
FoundModule find_gpu_module() {
  auto const folders = module_folders();
  for (char const* const name : gpu_names) {
    if (!module_file(name, folders).empty()) {
      return find_module(name, folders);
    }
  }
  FoundModule none = find_module(gpu_names[0], folders);
  none.problem = "There is no engine for GPUs in this installation (" +
                 std::string("no siderum-engine-") + gpu_names[0] +
                 ".so lies in SIDERUM_ENGINE_PATH or beside the library)";
  return none;
}

Module& opened(Engine& engine, bool is_gpu) {
  if (!engine.found) {
    engine.found = is_gpu ? find_gpu_module() : find_module("cpu", module_folders());
  }
  if (engine.found->module == nullptr) {
    throw Error(engine.found->problem + (is_gpu ? ". Use --device cpu, or see siderum info."
                                                : ". Install siderum again, or name its folder in "
                                                  "SIDERUM_ENGINE_PATH."));
  }
  return *engine.found->module;
}

/// Refuses what the process cannot have any more.
void check_same(Process const& here, Engine const& engine, Execution const& execution) {
  SIDERUM_VALIDATE(
      execution.threads == 0 || !here.threads || execution.threads == *here.threads,
      "There cannot be " + std::to_string(execution.threads) +
          " threads now (this process has begun with " +
          (*here.threads == 0 ? "those of its environment" : std::to_string(*here.threads)) +
          ", and its threads stay). Give the same number, or start another process.");
  SIDERUM_VALIDATE(
      !engine.is_started || execution.device.card < 0 || execution.device.card == here.card,
      "The GPU " + std::to_string(execution.device.card) +
          " cannot be used now (this process has begun with the GPU " + std::to_string(here.card) +
          "). Give the same, or start another process.");
}

void start(Process& here, Engine& engine, Module& module, Execution const& execution) {
  int const threads = here.threads.value_or(execution.threads);
  module.start(threads, execution.device.card);
  engine.is_started = true;
  here.threads = threads;
  here.card =
      execution.device.kind == DeviceKind::gpu ? std::max(execution.device.card, 0) : here.card;
}

/// Calls function on a thread of its own: the threads of the parent's OpenMP are not in a forked
/// child, where its main thread would wait for them.
void on_fresh_thread(std::function<void()> const& function) {
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      function();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  thread.join();
  if (failure) {
    std::rethrow_exception(failure);
  }
}

/// Marks the thread whose job runs.
class AtWork {
 public:
  explicit AtWork(Process& here) : here_(here) { here_.worker.store(std::this_thread::get_id()); }
  ~AtWork() { here_.worker.store(std::thread::id()); }
  AtWork(AtWork const&) = delete;
  AtWork& operator=(AtWork const&) = delete;

 private:
  Process& here_;
};

}  // namespace

void check_threads(int threads) {
  SIDERUM_VALIDATE(threads >= 0 && threads <= most_threads,
                   "There cannot be " + std::to_string(threads) + " threads (Kokkos takes " +
                       std::to_string(most_threads) + " at most). Give fewer with --threads.");
}

Device wanted_device(Execution const& execution) {
  char const* const given = std::getenv("SIDERUM_DEVICE");
  if (execution.device.kind != DeviceKind::automatic || given == nullptr || *given == '\0') {
    return execution.device;
  }
  try {
    return parse_device(given);
  } catch (Error const& error) {
    throw Error(std::string("SIDERUM_DEVICE: ") + error.what());
  }
}

bool gpu_is_awake() {
  return process().gpu.is_started && !process().gpu.is_inherited;
}

bool gpu_may_be_here() {
  std::error_code failure;
  bool const has_device = std::filesystem::exists("/dev/nvidiactl", failure) ||
                          std::filesystem::exists("/dev/kfd", failure);
  auto const folders = module_folders();
  return has_device && (!module_file(gpu_names[0], folders).empty() ||
                        !module_file(gpu_names[1], folders).empty());
}

std::vector<FoundModule> const& all_modules() {
  static std::vector<FoundModule> const* const all = [] {
    Process& here = process();
    std::lock_guard const lock(here.mutex);
    auto* const found = new std::vector<FoundModule>;
    if (!here.cpu.found) {
      here.cpu.found = find_module("cpu", module_folders());
    }
    if (!here.gpu.found) {
      here.gpu.found = find_gpu_module();
    }
    found->push_back(*here.cpu.found);
    found->push_back(*here.gpu.found);
    return found;
  }();
  return *all;
}

void run_on_module(Execution const& execution, std::function<void(Module&)> const& job) {
  check_threads(execution.threads);
  Process& here = process();
  SIDERUM_VALIDATE(here.worker.load() != std::this_thread::get_id(),
                   "A job cannot be started from within another one (an observer or a sink did)."
                   " Start it when the first has ended.");
  std::lock_guard const lock(here.mutex);
  AtWork const at_work(here);
  SIDERUM_VALIDATE(!here.was_interrupted,
                   "The engine cannot be used in this process (it was forked while its parent "
                   "computed). Start the process before, or anew instead of by a fork.");
  bool const is_gpu = execution.device.kind == DeviceKind::gpu;
  Engine& engine = is_gpu ? here.gpu : here.cpu;
  SIDERUM_VALIDATE(!is_gpu || !engine.is_inherited,
                   "The GPU cannot be used in this process (it was forked by one that had used the "
                   "GPU). Start it anew instead of by a fork, or use the CPU.");
  Module& module = opened(engine, is_gpu);
  check_same(here, engine, execution);
  auto const work = [&] {
    module.on_device([&] {
      if (!engine.is_started) {
        start(here, engine, module, execution);
      }
      job(module);
    });
  };
  if (engine.is_inherited) {
    on_fresh_thread(work);
  } else {
    work();
  }
}

}  // namespace siderum::engine
