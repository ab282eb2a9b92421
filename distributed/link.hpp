// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/distributed/communicator.hpp>

namespace siderum::distributed {

/// How processes pass on what lies in the memory that they compute in. All of them call the same
/// functions in the same order. Who calls has waited for what writes there; a function returns when
/// its own part is done. Throws Error as Communicator does.
class Link {
 public:
  virtual ~Link() = default;

  /// Replaces each of `count` numbers by its sum over the ranks, modulo 2^64, which serves signed
  /// integers too.
  virtual void all_reduce(std::uint64_t* numbers, std::size_t count) = 0;

  /// Sends the i-th piece to rank i, and receives those of other ranks, by sender, whose sizes the
  /// receiver knows. Pieces do not overlap.
  virtual void exchange(std::span<std::span<std::byte const> const> sent,
                        std::span<std::span<std::byte> const> received) = 0;

  using Fetch = std::function<void(std::span<std::byte>, std::span<BytesOfRank const>)>;
  /// What replaces bytes of memory that all have laid out alike by those of other ranks, without a
  /// message; nothing where processes do not reach each other's memory. What others fetch is not
  /// written until it returns.
  virtual Fetch fetch() { return {}; }

  /// By what: a word or two for users.
  virtual std::string_view name() const = 0;

  /// Before its end, where a job failed in which others may not have called what this one did.
  virtual void give_up() noexcept {}
};

/// In the memory of hosts, by what carries messages.
class HostLink : public Link {
 public:
  explicit HostLink(Communicator& all) : all_(all) {}

  void all_reduce(std::uint64_t* numbers, std::size_t count) override {
    all_.all_reduce(std::span(numbers, count));
  }
  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    all_.exchange(sent, received);
  }
  std::string_view name() const override { return "MPI"; }

 private:
  Communicator& all_;
};

}  // namespace siderum::distributed
