// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/out_of_memory.hpp>

namespace siderum::portable {

/// What a vendor's library sets up with a work area of its own: a handle, a plan. It takes longer
/// to make than to use and serves one stream at a time, so operations borrow it and hand it back,
/// and a few are kept until Kokkos is finalised. Nothing of an instance is kept: who borrows next
/// waits, on its own stream, for what was enqueued before. Streams that are busy at the same time
/// have different ones.
///
/// @tparam Setup    made from a Setup::Key, with bind(stream) and bytes()
/// @tparam Streams  those of a vendor: Exec, Stream, stream_of(exec), device_of(exec),
///                  enter(device), and Mark: record(stream) marks what was enqueued (false where it
///                  cannot), is_done() asks for it, hold(stream) lets a stream wait for it
template <class Setup, class Streams>
class SetupPool {
 public:
  using Key = typename Setup::Key;
  using Exec = typename Streams::Exec;
  using Stream = typename Streams::Stream;

  /// Idle ones with the same key; then a stream waits for another one.
  static constexpr std::ptrdiff_t most_alike = 8;
  /// Idle ones in all, and their work areas.
  static constexpr std::size_t most_idle = 32;
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 30;

  static SetupPool& of_process() {
    // Never destroyed: Kokkos may be finalised at exit, after objects like this one.
    static SetupPool& pool = *new SetupPool;
    static bool const closed_at_the_end = [] {
      Kokkos::push_finalize_hook([] { pool.close(); });
      return true;
    }();
    static_cast<void>(closed_at_the_end);
    return pool;
  }

  /// Bound to the stream of the instance, which stays as long as this does. Handed back with the
  /// last copy.
  std::shared_ptr<Setup const> borrow(Exec const& exec, Key const& key) {
    int const device = Streams::device_of(exec);
    Streams::enter(device);
    Stream const stream = Streams::stream_of(exec);
    auto item = take_idle(device, stream, key);
    if (!item) {
      item = make(device, key);
    }
    item->stream = stream;
    item->setup.bind(stream);
    item->used.hold(stream);
    auto const loan = std::make_shared<Loan>(*this, exec, std::move(item));
    return {loan, &loan->item->setup};
  }

  std::size_t idle_count() {
    std::lock_guard const lock(mutex_);
    return idle_.size();
  }

 private:
  struct Item {
    Item(int device_of, Key const& key_of) : device(device_of), key(key_of), setup(key_of) {}

    int device;
    Key key;
    Setup setup;
    Stream stream{};                ///< the last it was bound to, which may be gone
    typename Streams::Mark used{};  ///< when the last borrower's work is done
  };

  struct Loan {
    Loan(SetupPool& pool_of, Exec const& exec_of, std::unique_ptr<Item> item_of)
        : pool(pool_of), exec(exec_of), item(std::move(item_of)) {}
    ~Loan() { pool.take_back(std::move(item)); }
    Loan(Loan const&) = delete;
    Loan& operator=(Loan const&) = delete;

    SetupPool& pool;
    Exec exec;
    std::unique_ptr<Item> item;
  };

  SetupPool() { idle_.reserve(most_idle + 1); }

  // Where memory is short, what is idle gives its work areas back.
  std::unique_ptr<Item> make(int device, Key const& key) {
    try {
      return std::make_unique<Item>(device, key);
    } catch (OutOfMemory const&) {
      std::vector<std::unique_ptr<Item>> dropped;
      {
        std::lock_guard const lock(mutex_);
        dropped.swap(idle_);
        idle_.reserve(most_idle + 1);
      }
      if (dropped.empty()) {
        throw;
      }
    }
    return std::make_unique<Item>(device, key);
  }

  // One that waits for nothing, or the one that has been idle the longest where there are enough.
  std::unique_ptr<Item> take_idle(int device, Stream stream, Key const& key) {
    std::lock_guard const lock(mutex_);
    auto const is_alike = [&](auto const& item) {
      return item->device == device && item->key == key;
    };
    auto found = std::find_if(idle_.begin(), idle_.end(), [&](auto const& item) {
      return is_alike(item) && item->stream == stream;
    });
    if (found == idle_.end()) {
      found = std::find_if(idle_.begin(), idle_.end(), [&](auto const& item) {
        return is_alike(item) && item->used.is_done();
      });
    }
    if (found == idle_.end() && std::count_if(idle_.begin(), idle_.end(), is_alike) >= most_alike) {
      found = std::find_if(idle_.begin(), idle_.end(), is_alike);
    }
    if (found == idle_.end()) {
      return nullptr;
    }
    auto item = std::move(*found);
    idle_.erase(found);
    return item;
  }

  // What is not kept is destroyed without the lock, which waits for the device.
  void take_back(std::unique_ptr<Item> item) noexcept {
    std::vector<std::unique_ptr<Item>> dropped;
    std::lock_guard const lock(mutex_);
    if (is_closed_ || !item->used.record(item->stream)) {
      return;
    }
    idle_.push_back(std::move(item));
    auto const bytes = [this] {
      std::int64_t sum = 0;
      for (auto const& one : idle_) {
        sum += one->setup.bytes();
      }
      return sum;
    };
    while (idle_.size() > most_idle || (bytes() > most_bytes && !idle_.empty())) {
      dropped.push_back(std::move(idle_.front()));
      idle_.erase(idle_.begin());
    }
  }

  void close() {
    std::lock_guard const lock(mutex_);
    is_closed_ = true;
    idle_.clear();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Item>> idle_;  // the longest idle first
  bool is_closed_ = false;
};

}  // namespace siderum::portable
