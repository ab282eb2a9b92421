// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/distributed/communicator.hpp>

namespace siderum::test {

/// Processes of which all others say what the first one, this, does.
class Echoes : public distributed::Communicator {
 public:
  using Bytes = distributed::Bytes;

  explicit Echoes(int size) : size_(size) {}

  /// From now on one of the others has failed.
  void let_one_fail() { has_failed_ = true; }

  int rank() const override { return 0; }
  int size() const override { return size_; }
  int size_of_host() const override { return size_; }
  int place_by_card() const override { return 0; }
  int size_by_card() const override { return 1; }
  int size_by_processors() const override { return size_; }
  bool reaches_gpus() const override { return false; }

  void broadcast(Bytes&) override { check(); }
  void broadcast(std::span<std::byte const>, std::span<std::byte>) override { check(); }
  void all_reduce(std::span<std::uint64_t> numbers) override {
    check();
    for (std::uint64_t& number : numbers) {
      number *= static_cast<std::uint64_t>(size_);
    }
  }
  std::vector<Bytes> all_to_all_v(std::vector<Bytes> const& messages) override {
    check();
    return {messages.size(), messages.front()};
  }
  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    check();
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      std::copy(sent[rank].begin(), sent[rank].end(), received[rank].begin());
    }
  }
  std::vector<Bytes> gather(Bytes message) override {
    check();
    return {static_cast<std::size_t>(size_), message};
  }

  void meet() override { check(); }
  void check() override {
    SIDERUM_VALIDATE(!has_failed_, "Another one has failed (a test wants it). See check().");
  }
  void fail(std::string_view) noexcept override { std::abort(); }
  void settle() override { has_failed_ = false; }
  [[noreturn]] void abort(int) noexcept override { std::abort(); }
  void finish() override {}

 private:
  int size_;
  bool has_failed_ = false;
};

}  // namespace siderum::test
