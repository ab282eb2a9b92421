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
#include <sched.h>

#include <siderum/core/error.hpp>
#include <siderum/core/first_failure.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/environment.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/machine.hpp>

namespace siderum::engine {

namespace {

/// One engine of the process.
struct Engine {
  std::optional<FoundModule> found;  ///< empty: not looked for yet
  bool is_used = false;              ///< its devices were asked for
  bool is_started = false;
  bool is_lost = false;  ///< a parent of this process has used it, and a child cannot
  std::string failure;   ///< of its start, which is tried but once; empty: none
};

struct Process {
  std::mutex mutex;
  std::atomic<bool> is_at_work = false;
  std::atomic<int> forks = 0;
  std::atomic<bool> is_ending = false;
  std::atomic<bool> gpu_has_begun = false;
  std::atomic<bool> wants_waits = false;
  std::atomic<Module const*> timed_gpu = nullptr;  ///< that times the waits for it
  bool was_interrupted = false;                    ///< a job was running when this child was forked
  Engine cpu;
  Engine gpu;
  std::thread starting;  ///< of start_aside
  int starting_forks = 0;
  int threads = 0;  ///< that are settled, by what was asked for or the first engine; 0: not yet
  int settling_forks = 0;          ///< as forks, where that was
  int threads_of_environment = 0;  ///< what it said then; 0: nothing
  int card = 0;                    ///< that the GPU's engine was started with
  std::optional<MachineRates> rates;
};

/// Whether this thread does a job.
thread_local bool is_in_job = false;

// In a forked child one thread is left, and a mutex that another one held would stay locked.
void after_fork();

/// Made when the library is opened, so that no fork can come in between, and never destroyed: jobs
/// may run until the process ends.
Process& process = []() -> Process& {
  pthread_atfork(nullptr, nullptr, after_fork);
  return *new Process;
}();

void after_fork() {
  ++process.forks;
  process.was_interrupted = process.was_interrupted || process.is_at_work;
  process.is_at_work = false;
  process.gpu.is_lost = process.gpu.is_used;
  new (&process.mutex) std::mutex;
}

/// At exit, before a module ends: who waited for a turn from then on might wait for ever, or find
/// the module gone.
void end_of_process() {
  process.is_ending = true;
}

/// At exit: a device that begins to work while the process ends may hang it. A forked child has no
/// such thread.
void wait_for_start() {
  if (process.starting.joinable() && process.starting_forks == process.forks) {
    process.starting.join();
  }
}

/// The turn of a call among those of all threads.
class Turn {
 public:
  Turn() : forks_(process.forks), lock_(of_no_job()) {
    check_not_ending();
    SIDERUM_VALIDATE(!process.was_interrupted,
                     "The engine cannot be used in this process (it was forked while its parent "
                     "computed). Fork before, or start the process anew (in Python by spawn).");
    process.is_at_work = true;
  }
  ~Turn() {
    if (process.forks == forks_) {
      process.is_at_work = false;
    } else {
      lock_.release();  // the mutex of the parent
    }
  }
  Turn(Turn const&) = delete;
  Turn& operator=(Turn const&) = delete;

 private:
  static void check_not_ending() {
    SIDERUM_VALIDATE(!process.is_ending,
                     "The engine cannot be used any more (the process is about to end). Compute"
                     " before.");
  }
  static std::mutex& of_no_job() {
    check_not_ending();
    check_not_nested(is_in_job);
    return process.mutex;
  }

  int forks_;
  std::unique_lock<std::mutex> lock_;
};

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

FoundModule const& found(Engine& engine) {
  if (!engine.found) {
    engine.found =
        &engine == &process.gpu ? find_gpu_module() : find_module("cpu", module_folders());
  }
  return *engine.found;
}

/// The module, where this process may use it.
Module& usable(Engine& engine) {
  bool const is_gpu = &engine == &process.gpu;
  SIDERUM_VALIDATE(
      !engine.is_lost,
      "The GPU cannot be used in this process (it was forked by one that had used the "
      "GPU). Start it anew instead of by a fork (in Python by spawn), or use the CPU.");
  if (!engine.failure.empty()) {
    throw Error(engine.failure);
  }
  FoundModule const& module = found(engine);
  if (module.module == nullptr) {
    throw Error(module.problem + ". " +
                (is_gpu ? "Use the CPU, or see siderum info." : module.advice));
  }
  engine.is_used = true;
  return *module.module;
}

/// Refuses what the process cannot have, or not any more.
void check_same(Engine const& engine, Module const& module, Execution const& execution) {
  std::string const threads = std::to_string(execution.threads);
  SIDERUM_VALIDATE(&engine == &process.gpu || execution.threads <= module.most_threads(),
                   "There cannot be " + threads +
                       " threads (this build has one thread: its Kokkos lacks OpenMP). Ask"
                       " for no number.");
  bool const may_be_fewer = process.forks != process.settling_forks;
  SIDERUM_VALIDATE(execution.threads == 0 || process.threads == 0 ||
                       execution.threads == process.threads ||
                       (may_be_fewer && execution.threads < process.threads),
                   "There cannot be " + threads + " threads now (this process has begun with " +
                       std::to_string(process.threads) +
                       ", which stay). Give the same number, or start another process.");
  int const card = execution.device.card;
  bool const has_other_card =
      &engine == &process.gpu && engine.is_started && card >= 0 && card != process.card;
  SIDERUM_VALIDATE(!has_other_card,
                   "The GPU " + std::to_string(card) +
                       " cannot be used now (this process has begun with the GPU " +
                       std::to_string(process.card) +
                       "). Give the same, or start another process.");
}

/// The card of a GPU's engine that was asked for; -1: any.
int card_to_start(Engine const& engine, Module const& module, Device device) {
  if (&engine != &process.gpu) {
    return -1;
  }
  auto const count = static_cast<int>(module.cards().size());
  SIDERUM_VALIDATE(device.card < count, "There is no GPU " + std::to_string(device.card) +
                                            " (there " +
                                            (count == 1 ? "is 1" : "are " + std::to_string(count)) +
                                            ", counted from 0). Give one that is there.");
  distributed::Communicator const* const all = communicator();
  if (all == nullptr) {
    check_card_variables(device.card, count);
    return device.card;
  }
  std::string const processes = std::to_string(all->size_by_card());
  SIDERUM_VALIDATE(device.card < 0, "The GPU " + std::to_string(device.card) +
                                        " cannot be asked for beside other processes (each takes"
                                        " one of its own). Ask for gpu.");
  SIDERUM_VALIDATE(all->size_by_card() <= count,
                   "There are " + processes + " processes on this host and " +
                       std::to_string(count) + (count == 1 ? " GPU" : " GPUs") +
                       " (each process takes one of its own). Start as many as there are GPUs, or"
                       " use the CPU.");
  return all->place_by_card();
}

int threads_asked(Execution const& execution) {
  return process.threads > 0 ? process.threads : execution.threads;
}

/// Where nobody says how many threads there are, processes that the launcher has not bound to
/// processors of their own take equal parts of those that they share.
int shared_threads(int threads) {
  distributed::Communicator const* const all = communicator();
  cpu_set_t allowed;
  if (all == nullptr || threads > 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    return threads;
  }
  int const sharing = all->size_by_processors();
  return sharing == 1 ? 0 : std::max(1, CPU_COUNT(&allowed) / sharing);
}

/// 0: nothing that is understood, which is refused where it counts.
int threads_of_environment() {
  try {
    return threads_to_begin_with(0);
  } catch (Error const&) {
    return 0;
  }
}

void start(Engine& engine, Module& module, Execution const& execution) {
  int const asked = threads_asked(execution);
  int const most = module.most_threads();
  int const card = card_to_start(engine, module, execution.device);
  check_kokkos_variables();
  int const threads = shared_threads(threads_to_begin_with(asked));
  Started begun{};
  process.gpu_has_begun = process.gpu_has_begun || &engine == &process.gpu;
  try {
    begun = module.start(std::min(threads, most), card);
  } catch (Error const& failure) {
    engine.failure = failure.what();
    throw;
  }
  std::atexit(end_of_process);
  engine.is_started = true;
  // An engine of one thread settles nothing for the others.
  process.threads = most > 1 ? begun.threads : asked;
  process.settling_forks = process.forks;
  process.threads_of_environment = threads_of_environment();
  set_worker_threads(process.threads);
  if (&engine == &process.gpu) {
    process.card = begun.card;
    if (process.wants_waits) {
      module.time_waits();
      process.timed_gpu = &module;
    }
  }
}

/// In a child of the process that has started the engine: its first job may have fewer threads than
/// those of the parent, and so may its environment where that says something else by now, as in a
/// pool of workers.
void settle_in_child(Module& module, Execution const& execution) {
  int const said = threads_of_environment();
  int const asked = execution.threads > 0                    ? execution.threads
                    : said != process.threads_of_environment ? said
                                                             : 0;
  if (asked > 0 && asked < process.threads) {
    process.threads = module.lower_threads(asked);
    set_worker_threads(process.threads);
  }
  process.settling_forks = process.forks;
  process.threads_of_environment = said;
}

void as_job(std::function<void()> const& function) {
  is_in_job = true;
  try {
    function();
  } catch (...) {
    is_in_job = false;
    throw;
  }
  is_in_job = false;
}

/// Calls function as a job, on a thread that can use OpenMP.
void on_working_thread(std::function<void()> const& function) {
  if (process.forks == 0) {
    as_job(function);
    return;
  }
  FirstFailure failure;
  try {
    std::thread([&] { failure.guard([&] { as_job(function); }); }).join();
  } catch (std::system_error const& refusal) {
    throw Error("No thread can be started for the job (" + std::string(refusal.what()) +
                "). Raise the limits of memory and processes (ulimit -v, ulimit -u).");
  }
  failure.rethrow();
}

Engine& engine_of(Device device) {
  return device.kind == DeviceKind::gpu ? process.gpu : process.cpu;
}

}  // namespace

void check_not_nested(bool is_in_job) {
  SIDERUM_VALIDATE(!is_in_job,
                   "A job cannot be started from within another one (an observer or a sink did)."
                   " Start it when the first has ended.");
}

void check_threads(int threads) {
  SIDERUM_VALIDATE(threads >= 0 && threads <= most_threads,
                   "There cannot be " + std::to_string(threads) + " threads (Kokkos takes " +
                       std::to_string(most_threads) + " at most). Give fewer.");
}

int settled_threads() {
  check_kokkos_variables();
  return shared_threads(threads_to_begin_with(threads_asked({})));
}

void check_environment(int threads) {
  Turn const turn;
  if (!process.cpu.is_started && !process.gpu.is_started) {
    check_kokkos_variables();
    threads_to_begin_with(threads);
  }
}

Device wanted_device(Execution const& execution) {
  bool const is_open = execution.device.kind == DeviceKind::automatic;
  SIDERUM_VALIDATE(!is_open || execution.device.card < 0,
                   "The card " + std::to_string(execution.device.card) +
                       " cannot be had where the device is left open (only GPUs have cards). Ask"
                       " for a GPU.");
  char const* const given = std::getenv("SIDERUM_DEVICE");
  if (!is_open || given == nullptr || *given == '\0') {
    return execution.device;
  }
  try {
    return parse_device(given);
  } catch (Error const&) {
    throw Error("SIDERUM_DEVICE does not name a device by '" + std::string(given) +
                "' (it takes auto, cpu, gpu, or gpu:1 for the second of several). Set it to one of"
                " these, or unset it.");
  }
}

bool gpu_is_awake() {
  Turn const turn;
  return process.gpu.is_started && !process.gpu.is_lost;
}

void time_waits_for_gpu() {
  process.wants_waits = true;
}

double seconds_waited_for_gpu() {
  Module const* const gpu = process.timed_gpu;
  return gpu == nullptr ? 0.0 : gpu->seconds_waited();
}

bool gpu_has_begun() {
  return process.gpu_has_begun;
}

bool gpu_engine_lies_here() {
  auto const folders = module_folders();
  return !module_file(gpu_names[0], folders).empty() || !module_file(gpu_names[1], folders).empty();
}

bool gpu_may_be_here() {
  std::error_code failure;
  bool const has_device = std::filesystem::exists("/dev/nvidiactl", failure) ||
                          std::filesystem::exists("/dev/kfd", failure) ||
                          std::filesystem::exists("/dev/dxg", failure);  // Windows' own Linux
  if (!has_device || !gpu_engine_lies_here()) {
    return false;
  }
  Turn const turn;
  return process.gpu.failure.empty();
}

std::string gpu_failure() {
  Turn const turn;
  return process.gpu.failure;
}

MachineRates machine_rates() {
  Turn const turn;
  if (!process.rates) {
    process.rates = read_machine_rates();
  }
  MachineRates rates = *process.rates;
  rates.threads = process.threads;
  return rates;
}

std::vector<FoundModule> all_modules() {
  try {
    Turn const turn;
    return {found(process.cpu), found(process.gpu)};
  } catch (Error const& failure) {
    if (is_in_job) {
      throw;
    }
    return {{"cpu", {}, failure.what(), nullptr}, {gpu_names[0], {}, failure.what(), nullptr}};
  }
}

int forks() {
  return process.forks;
}

void check_same_process(int forks_before) {
  SIDERUM_VALIDATE(process.forks == forks_before,
                   "The job cannot go on in this process (its observer forked, and its threads"
                   " stayed in the parent). End the child within the observer.");
}

void run_on_module(Execution const& execution, std::function<void(Module&)> const& job,
                   Start start_module) {
  check_threads(execution.threads);
  Turn const turn;
  on_working_thread([&] {
    Engine& engine = engine_of(execution.device);
    Module& module = usable(engine);
    check_same(engine, module, execution);
    if (start_module == Start::no) {
      job(module);
      return;
    }
    if (!engine.is_started) {
      start(engine, module, execution);
    } else if (process.forks != process.settling_forks) {
      settle_in_child(module, execution);
      check_same(engine, module, execution);
    }
    module.run([&] { job(module); });
  });
}

void begin_to_start(Execution const& execution) {
  check_threads(execution.threads);
  Turn const turn;
  bool may_start = false;
  on_working_thread([&] {
    Engine& engine = engine_of(execution.device);
    Module const& module = usable(engine);
    check_same(engine, module, execution);
    if (!engine.is_started) {
      card_to_start(engine, module, execution.device);
      check_kokkos_variables();
      threads_to_begin_with(threads_asked(execution));
      may_start = true;
    }
  });
  if (may_start) {
    start_aside(execution);
  }
}

void start_aside(Execution const& execution) {
  if (process.starting.joinable()) {
    return;
  }
  std::atexit(wait_for_start);
  try {
    process.starting = std::thread([execution] {
      try {
        run_on_module(execution, [](Module&) {});
      } catch (...) {
        // The next job throws it.
      }
    });
    process.starting_forks = process.forks;
  } catch (std::system_error const&) {
    // The next job starts it.
  }
}

void end_on_module(Device device, std::function<void()> const& end) noexcept {
  if (process.is_ending) {
    return;
  }
  if (is_in_job && !process.was_interrupted) {
    end();
    return;
  }
  try {
    Execution there;
    there.device = device;
    run_on_module(there, [&](Module&) { end(); });
  } catch (...) {
    // What it holds ends with the process.
  }
}

}  // namespace siderum::engine
