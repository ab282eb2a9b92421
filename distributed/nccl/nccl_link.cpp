// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/nccl/nccl_link.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <nccl.h>
#include <sched.h>

#include <siderum/core/error.hpp>

namespace siderum::distributed {

namespace {

/// The type of streams, as NCCL has it: of its last argument.
template <class To, class From, class Count, class Type, class Sum, class Links, class Stream>
Stream stream_of(ncclResult_t (*)(From, To, Count, Type, Sum, Links, Stream));
using Stream = decltype(stream_of(ncclAllReduce));

/// The functions of NCCL.
class Nccl {
 public:
  /// Looks where the dynamic linker does, and then where the library lay when siderum was built.
  static std::optional<Nccl> find() {
    void* library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      library = dlopen(SIDERUM_NCCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    }
    Nccl found;
    bool const has_all = library != nullptr &&  //
                         found.take(library, "ncclGetUniqueId", found.get_unique_id) &&
                         found.take(library, "ncclCommInitRankConfig", found.begin) &&
                         found.take(library, "ncclCommGetAsyncError", found.state) &&
                         found.take(library, "ncclCommFinalize", found.finalize) &&
                         found.take(library, "ncclCommDestroy", found.destroy) &&
                         found.take(library, "ncclCommAbort", found.abort) &&
                         found.take(library, "ncclGetErrorString", found.text) &&
                         found.take(library, "ncclAllReduce", found.all_reduce) &&
                         found.take(library, "ncclGroupStart", found.group_start) &&
                         found.take(library, "ncclGroupEnd", found.group_end) &&
                         found.take(library, "ncclSend", found.send) &&
                         found.take(library, "ncclRecv", found.receive);
    return has_all ? std::optional(found) : std::nullopt;
  }

  decltype(ncclGetUniqueId)* get_unique_id = nullptr;
  decltype(ncclCommInitRankConfig)* begin = nullptr;
  decltype(ncclCommGetAsyncError)* state = nullptr;
  decltype(ncclCommFinalize)* finalize = nullptr;
  decltype(ncclCommDestroy)* destroy = nullptr;
  decltype(ncclCommAbort)* abort = nullptr;
  decltype(ncclGetErrorString)* text = nullptr;
  decltype(ncclAllReduce)* all_reduce = nullptr;
  decltype(ncclGroupStart)* group_start = nullptr;
  decltype(ncclGroupEnd)* group_end = nullptr;
  decltype(ncclSend)* send = nullptr;
  decltype(ncclRecv)* receive = nullptr;

 private:
  template <class Function>
  static bool take(void* library, char const* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
  }
};

[[noreturn]] void refuse(std::string const& reason) {
  throw Error("The GPUs of the processes cannot work together (" + reason +
              "). Set NCCL_DEBUG=WARN, with which NCCL says more, and start the processes again.");
}

/// @param own  the name of the card of this rank; empty: it has none, or no NCCL
bool all_have_their_own(Communicator& all, std::string const& own) {
  auto const* const first = reinterpret_cast<std::byte const*>(own.data());
  std::vector<Bytes> names = all.all_to_all_v(
      std::vector<Bytes>(static_cast<std::size_t>(all.size()), Bytes(first, first + own.size())));
  std::sort(names.begin(), names.end());
  return !names.front().empty() && std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// Waits as a rank must that may hear of the failure of another one, which would never come:
/// nothing here blocks but in `wait`, and what still runs on the GPU is ended before anything is
/// thrown.
class NcclLink final : public Link {
 public:
  NcclLink(Communicator& all, Nccl const& nccl, ncclUniqueId const& id, NcclCard const& card)
      : all_(all),
        nccl_(nccl),
        stream_(reinterpret_cast<Stream>(card.stream)),
        is_idle_(card.is_idle) {
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    wait([&] {
      finish(nccl_.begin(&links_, all.size(), id, all.rank(), &config), "ncclCommInitRankConfig");
    });
  }

  ~NcclLink() override {
    try {
      wait([&] { finish(nccl_.finalize(links_), "ncclCommFinalize"); });
      nccl_.destroy(links_);
    } catch (Error const&) {
      // All are about to end.
    }
  }

  void all_reduce(std::uint64_t* numbers, std::size_t count) override {
    wait([&] {
      finish(nccl_.all_reduce(numbers, numbers, count, ncclUint64, ncclSum, links_, stream_),
             "ncclAllReduce");
      finish_stream();
    });
  }

  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    wait([&] {
      check_begun(nccl_.group_start(), "ncclGroupStart");
      for (std::size_t rank = 0; rank < sent.size(); ++rank) {
        auto const other = static_cast<int>(rank);
        if (!sent[rank].empty()) {
          check_begun(
              nccl_.send(sent[rank].data(), sent[rank].size(), ncclUint8, other, links_, stream_),
              "ncclSend");
        }
        if (!received[rank].empty()) {
          check_begun(nccl_.receive(received[rank].data(), received[rank].size(), ncclUint8, other,
                                    links_, stream_),
                      "ncclRecv");
        }
      }
      finish(nccl_.group_end(), "ncclGroupEnd");
      finish_stream();
    });
  }

  std::string_view name() const override { return "NCCL"; }

  void give_up() noexcept override {
    if (links_ != nullptr && !is_lost_) {
      nccl_.abort(links_);
    }
    is_lost_ = true;
  }

 private:
  template <class Function>
  void wait(Function const& function) {
    try {
      if (is_lost_) {
        refuse("they failed before");
      }
      function();
    } catch (...) {
      give_up();
      throw;
    }
  }

  void check_begun(ncclResult_t code, char const* what) const {
    if (code != ncclSuccess && code != ncclInProgress) {
      refuse(std::string(what) + ": " + nccl_.text(code));
    }
  }

  void finish(ncclResult_t code, char const* what) {
    while (code == ncclInProgress) {
      all_.check();
      sched_yield();
      check_begun(nccl_.state(links_, &code), what);
    }
    check_begun(code, what);
  }

  void finish_stream() {
    auto const begin = std::chrono::steady_clock::now();
    while (!is_idle_()) {
      all_.check();
      ncclResult_t state = ncclSuccess;
      check_begun(nccl_.state(links_, &state), "ncclCommGetAsyncError");
      check_begun(state, "ncclCommGetAsyncError");
      sched_yield();
    }
    all_.has_waited(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }

  Communicator& all_;
  Nccl nccl_;
  Stream stream_;
  std::function<bool()> is_idle_;
  ncclComm_t links_ = nullptr;
  bool is_lost_ = false;
};

}  // namespace

std::unique_ptr<Link> make_nccl_link(Communicator& all, NcclCard const& card) {
  std::optional<Nccl> const nccl = Nccl::find();
  if (!all_have_their_own(all, nccl ? card.name : std::string())) {
    return nullptr;
  }
  ncclUniqueId id{};
  if (all.rank() == 0) {
    ncclResult_t const code = nccl->get_unique_id(&id);
    if (code != ncclSuccess) {
      refuse(std::string("ncclGetUniqueId: ") + nccl->text(code));
    }
  }
  auto const* const first = reinterpret_cast<std::byte const*>(&id);
  Bytes bytes(first, first + sizeof id);
  all.broadcast(bytes);
  std::memcpy(&id, bytes.data(), sizeof id);
  return std::make_unique<NcclLink>(all, *nccl, id, card);
}

}  // namespace siderum::distributed
