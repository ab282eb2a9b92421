// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/communicator.hpp>

#include <array>
#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <dlfcn.h>

#include <siderum/core/error.hpp>
#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/find_module.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {

namespace {

constexpr char file_name[] = "siderum-mpi.so";
/// What other ranks are told of a job that rank 0 does not go on with.
constexpr char given_up[] =
    "The job was given up (the first process could not go on). Start another.";

/// With its device, and what transforms are told of it.
struct LinkOfDevice {
  Device device;
  std::unique_ptr<distributed::Link> link;
  HarmonicShare share;
};

struct Joined {
  distributed::Communicator* all = nullptr;
  std::array<LinkOfDevice, 2> links;  ///< of the CPU, of the GPU
  int forks = 0;
  int times = 0;
  std::mutex mutex;
  bool must_settle = false;  ///< a task was begun, and not ended
};

/// Never destroyed, as threads may compute until the process ends.
Joined& joined = *new Joined;

/// This thread has begun one, and would wait for itself with another.
thread_local bool is_in_shared_job = false;

std::filesystem::path find_file() {
  for (std::filesystem::path const& folder : module_folders()) {
    std::error_code failure;
    if (std::filesystem::is_regular_file(folder / file_name, failure)) {
      return folder / file_name;
    }
  }
  throw Error("Processes cannot work together in this installation (no " + std::string(file_name) +
              " lies in SIDERUM_ENGINE_PATH or beside the library). Build siderum with"
              " SIDERUM_ENABLE_MPI, start one process, or set SIDERUM_DISTRIBUTED=no, with which"
              " each works for itself.");
}

void end_links() {
  for (LinkOfDevice& each : joined.links) {
    if (each.link != nullptr) {
      end_on_module(each.device, [&] { each.link.reset(); });
      static_cast<void>(each.link.release());
    }
  }
}

HarmonicShare share_of(distributed::Communicator& all, distributed::Link& link) {
  using distributed::Bytes;
  return {
      all.rank(),
      all.size(),
      [&all](std::vector<Bytes> const& messages) { return all.all_to_all_v(messages); },
      [&link](std::span<std::span<std::byte const> const> sent,
              std::span<std::span<std::byte> const> received) { link.exchange(sent, received); },
      [&all](std::span<std::uint64_t> numbers) { all.all_reduce(numbers); },
      link.fetch()};
}

LinkOfDevice& known_link(Module const& module, Device device, distributed::Communicator& all) {
  LinkOfDevice& known = joined.links[device.kind == DeviceKind::gpu ? 1 : 0];
  if (known.link == nullptr) {
    known.device = device;
    known.link = module.make_link(all);
    known.share = share_of(all, *known.link);
  }
  return known;
}

template <class Function>
Function* function_of(void* library, char const* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

distributed::Communicator& open_communicator(GivenCommunicator const& given) {
  SIDERUM_VALIDATE(joined.all == nullptr,
                   "This process works with others already (it joins them once). Leave those"
                   " first.");
  std::filesystem::path const file = find_file();
  // The components that MPI opens look for its symbols among those of all.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    throw Error("Processes cannot work together (" + std::string(dlerror()) +
                "). Install the MPI that siderum was built with, or start one process.");
  }
  auto* const version = function_of<SiderumMpiVersion>(library, "siderum_mpi_version");
  auto* const mpi = function_of<SiderumMpiLibrary>(library, "siderum_mpi_library");
  auto* const begin = function_of<SiderumMpiCommunicator>(library, "siderum_mpi_communicator");
  bool const is_ours = version != nullptr && mpi != nullptr && begin != nullptr &&
                       std::string_view(version()) == build::version;
  SIDERUM_VALIDATE(is_ours, file.string() +
                                " does not belong to this siderum (it is of another version)."
                                " Install both together.");
  SIDERUM_VALIDATE(given.address == nullptr || given.library == mpi(),
                   "The communicator is of another MPI (" + given.library +
                       ") than siderum was built with (" + mpi() +
                       "). Build both with the same one.");
  joined.forks = forks();
  joined.all = begin(given.address);
  joined.must_settle = false;
  ++joined.times;
  return *joined.all;
}

distributed::Communicator* communicator() {
  bool const is_alone = joined.all == nullptr || joined.all->size() == 1 || joined.forks != forks();
  return is_alone ? nullptr : joined.all;
}

distributed::Link& link_of(Module const& module, Device device, distributed::Communicator& all) {
  return *known_link(module, device, all).link;
}

std::string names_of_links() {
  std::string names;
  for (LinkOfDevice const& each : joined.links) {
    if (each.link != nullptr) {
      names += (names.empty() ? "" : ", ") + std::string(each.link->name());
    }
  }
  return names;
}

HarmonicShare const& harmonic_share_of(Module const& module, Device device,
                                       distributed::Communicator& all) {
  return known_link(module, device, all).share;
}

SharedJob::Turn::Turn()
    : lock_([]() -> std::mutex& {
        check_not_nested(is_in_shared_job);
        return joined.mutex;
      }()) {
  is_in_shared_job = true;
}

SharedJob::Turn::~Turn() {
  is_in_shared_job = false;
}

SharedJob::SharedJob(distributed::Communicator& all, SharedTask task, distributed::Bytes head)
    : all_(all) {
  if (joined.must_settle) {
    all.settle();
  }
  joined.must_settle = true;
  try {
    distributed::MessageWriter message;
    message << task << head;
    distributed::Bytes bytes = message.take();
    all.broadcast(bytes);
  } catch (...) {
    give_up(all, given_up);
    throw;
  }
}

SharedJob::~SharedJob() {
  if (joined.must_settle) {
    give_up(all_, given_up);
  }
}

void SharedJob::end() {
  all_.meet();
  joined.must_settle = false;
}

void give_up(distributed::Communicator& all, std::string_view sentence) noexcept {
  all.fail(sentence);
  for (LinkOfDevice& each : joined.links) {
    if (each.link != nullptr) {
      each.link->give_up();
    }
  }
  end_links();
}

KeptByAll::KeptByAll(distributed::Communicator& all, SharedTask end)
    : all_(all), end_(end), joined_(joined.times) {
  static std::atomic<std::int64_t> made = 0;
  number_ = made++;
}

KeptByAll::~KeptByAll() {
  try {
    check_still_joined();
    distributed::MessageWriter head;
    head << number_;
    SharedJob(all_, end_, head.take()).end();
  } catch (std::exception const&) {
    // The others have ended theirs when they parted, or end with this process.
  }
}

void KeptByAll::check_still_joined() const {
  SIDERUM_VALIDATE(communicator() != nullptr && joined_ == joined.times,
                   "What several processes have made together cannot be used any more (they have"
                   " parted). Make it again.");
}

void dismiss(int status) {
  if (joined.all == nullptr || joined.all->rank() != 0 || joined.forks != forks()) {
    return;
  }
  if (joined.must_settle && status != 0) {
    joined.all->abort(status);
  }
  try {
    if (joined.all->size() > 1) {
      distributed::MessageWriter head;
      head << status;
      SharedJob(*joined.all, SharedTask::leave, head.take()).end();
    }
    end_links();
    joined.all->finish();
  } catch (std::exception const&) {
    joined.all->abort(status == 0 ? 1 : status);
  }
  joined.all = nullptr;
}

void part() {
  end_links();
  joined.all->finish();
  joined.all = nullptr;
}

}  // namespace siderum::engine
