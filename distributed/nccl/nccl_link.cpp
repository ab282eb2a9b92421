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

#include <nccl.h>
#include <sched.h>

#include <siderum/core/error.hpp>
#include <siderum/core/vendor_library.hpp>

namespace siderum::distributed {

namespace {

/// The type of streams, as NCCL has it: of its last argument.
template <class To, class From, class Count, class Type, class Sum, class Links, class Stream>
Stream stream_of(ncclResult_t (*)(From, To, Count, Type, Sum, Links, Stream));
using Stream = decltype(stream_of(ncclAllReduce));

/// The functions of NCCL.
struct Nccl {
  /// Nothing where it is not there, or is too old.
  static std::optional<Nccl> find() {
    try {
      return Nccl();
    } catch (Error const&) {
      return std::nullopt;
    }
  }

  VendorLibrary library{"NCCL", "libnccl.so.2", "MPI does without it"};
  decltype(ncclGetUniqueId)* get_unique_id = library["ncclGetUniqueId"];
  decltype(ncclCommInitRankConfig)* begin = library["ncclCommInitRankConfig"];
  decltype(ncclCommGetAsyncError)* state = library["ncclCommGetAsyncError"];
  decltype(ncclCommFinalize)* finalize = library["ncclCommFinalize"];
  decltype(ncclCommDestroy)* destroy = library["ncclCommDestroy"];
  decltype(ncclCommAbort)* abort = library["ncclCommAbort"];
  decltype(ncclGetErrorString)* text = library["ncclGetErrorString"];
  decltype(ncclAllReduce)* all_reduce = library["ncclAllReduce"];
  decltype(ncclGroupStart)* group_start = library["ncclGroupStart"];
  decltype(ncclGroupEnd)* group_end = library["ncclGroupEnd"];
  decltype(ncclSend)* send = library["ncclSend"];
  decltype(ncclRecv)* receive = library["ncclRecv"];
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
