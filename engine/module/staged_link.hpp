// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/distributed/link.hpp>

namespace siderum::engine {

/// Between the memories of devices by way of the hosts', whatever the devices are.
template <class Exec>
class StagedLink final : public distributed::Link {
 public:
  StagedLink(Exec const& exec, distributed::Communicator& all) : exec_(exec), all_(all) {}

  void all_reduce(std::uint64_t* numbers, std::size_t count) override {
    std::vector<std::uint64_t> host(count);
    fetch(host.data(), numbers, count);
    all_.all_reduce(host);
    bring(numbers, host.data(), count);
  }

  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    std::vector<distributed::Bytes> out;
    std::vector<distributed::Bytes> in;
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      out.emplace_back(sent[rank].size());
      in.emplace_back(received[rank].size());
      fetch(out.back().data(), sent[rank].data(), sent[rank].size());
    }
    std::vector<std::span<std::byte const>> const from(out.begin(), out.end());
    std::vector<std::span<std::byte>> const to(in.begin(), in.end());
    all_.exchange(from, to);
    for (std::size_t rank = 0; rank < in.size(); ++rank) {
      bring(received[rank].data(), in[rank].data(), in[rank].size());
    }
  }
  std::string_view name() const override { return "MPI through the hosts"; }

 private:
  template <class Value, class Memory>
  using Plain = Kokkos::View<Value*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using There = typename Exec::memory_space;

  template <class Value>
  void fetch(Value* host, Value const* there, std::size_t count) const {
    copy(Plain<Value, Kokkos::HostSpace>(host, count), Plain<Value const, There>(there, count));
  }
  template <class Value>
  void bring(Value* there, Value const* host, std::size_t count) const {
    copy(Plain<Value, There>(there, count), Plain<Value const, Kokkos::HostSpace>(host, count));
  }
  template <class To, class From>
  void copy(To const& to, From const& from) const {
    Kokkos::deep_copy(exec_, to, from);
    exec_.fence("siderum::distributed::staged");
  }

  Exec exec_;
  distributed::Communicator& all_;
};

}  // namespace siderum::engine
