// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/uio.h>
#include <unistd.h>

#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/distributed/link.hpp>

namespace siderum::engine {

/// Between processes of one host: each reads what is for it where the others have it, by all its
/// threads, where an MPI copies by one. Sums go by MPI.
template <class Exec>
class NeighbourLink final : public distributed::HostLink {
 public:
  /// Nothing where some are on other hosts, or must not read each other's memory, as containers
  /// may have it; all find the same.
  static std::unique_ptr<NeighbourLink> make(Exec const& exec, distributed::Communicator& all) {
    if (all.size_of_host() != all.size()) {
      return nullptr;
    }
    auto link = std::unique_ptr<NeighbourLink>(new NeighbourLink(exec, all));
    std::uint64_t cannot = link->meet_neighbours() ? 0 : 1;
    all.all_reduce({&cannot, 1});
    return cannot == 0 ? std::move(link) : nullptr;
  }

  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    std::vector<std::uint64_t> own;
    for (std::span<std::byte const> const& piece : sent) {
      own.push_back(reinterpret_cast<std::uintptr_t>(piece.data()));
    }
    std::vector<std::uint64_t> const theirs = passed_on<std::uint64_t>(own);
    std::vector<Part> parts;
    for (std::size_t rank = 0; rank < received.size(); ++rank) {
      for (std::size_t done = 0; done < received[rank].size(); done += most_of_read) {
        std::size_t const bytes = std::min(most_of_read, received[rank].size() - done);
        parts.push_back({processes_[rank], theirs[rank] + done,  //
                         received[rank].subspan(done, bytes)});
      }
    }
    read_all(parts);
  }

  Fetch fetch() override {
    return [this](std::span<std::byte> memory, std::span<BytesOfRank const> pieces) {
      std::vector<std::uint64_t> const own(processes_.size(),
                                           reinterpret_cast<std::uintptr_t>(memory.data()));
      std::vector<std::uint64_t> const theirs = passed_on<std::uint64_t>(own);
      std::vector<Part> parts;
      parts.reserve(pieces.size());
      for (BytesOfRank const& piece : pieces) {
        auto const rank = static_cast<std::size_t>(piece.rank);
        parts.push_back({processes_[rank], theirs[rank] + piece.begin,
                         memory.subspan(piece.begin, piece.count)});
      }
      read_all(parts);
    };
  }
  std::string_view name() const override { return "MPI and shared memory"; }

 private:
  struct Part {
    pid_t process;
    std::uint64_t address;  ///< there
    std::span<std::byte> room;
  };
  /// Of one call of the system, for one thread.
  static constexpr std::size_t most_of_read = std::size_t{1} << 19;
  static constexpr std::size_t most_parts_of_read = 64;

  NeighbourLink(Exec const& exec, distributed::Communicator& all)
      : HostLink(all), exec_(exec), all_(all) {}

  /// @return those of all ranks for this one
  template <class Value>
  std::vector<Value> passed_on(std::vector<Value> const& own) const {
    std::vector<Value> theirs(own.size());
    std::vector<std::span<std::byte const>> sent;
    std::vector<std::span<std::byte>> received;
    for (std::size_t rank = 0; rank < own.size(); ++rank) {
      sent.push_back(std::as_bytes(std::span(&own[rank], 1)));
      received.push_back(std::as_writable_bytes(std::span(&theirs[rank], 1)));
    }
    all_.exchange(sent, received);
    return theirs;
  }

  /// Whether each is found by its number, and read there. A number says that it is the process that
  /// was meant: containers number theirs for themselves.
  bool meet_neighbours() {
    std::random_device random;
    token_ = std::uint64_t{random()} << 32 | random();
    struct Place {
      std::uint64_t process;
      std::uint64_t address;
      std::uint64_t token;
    };
    Place const own{static_cast<std::uint64_t>(getpid()), reinterpret_cast<std::uintptr_t>(&token_),
                    token_};
    bool all_are_read = true;
    for (Place const& place :
         passed_on(std::vector<Place>(static_cast<std::size_t>(all_.size()), own))) {
      std::uint64_t found = 0;
      Part const part{static_cast<pid_t>(place.process), place.address,
                      std::as_writable_bytes(std::span(&found, 1))};
      all_are_read =
          all_are_read && error_of_reading(std::span(&part, 1)) == 0 && found == place.token;
      processes_.push_back(part.process);
    }
    return all_are_read;
  }

  /// By all threads, some neighbouring parts of a process at a time.
  void read_all(std::span<Part const> parts) const {
    std::vector<std::span<Part const>> reads;
    std::size_t bytes = 0;  // of the last one
    for (std::size_t i = 0; i < parts.size(); ++i) {
      bool const goes_on = !reads.empty() && reads.back().size() < most_parts_of_read &&
                           bytes + parts[i].room.size() <= most_of_read &&
                           parts[i].process == parts[i - 1].process;
      if (goes_on) {
        reads.back() = {reads.back().data(), reads.back().size() + 1};
      } else {
        reads.push_back(parts.subspan(i, 1));
        bytes = 0;
      }
      bytes += parts[i].room.size();
    }
    auto const count = static_cast<std::int64_t>(reads.size());
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    for_each_on_host("siderum::distributed::read_neighbours",
                     Policy(exec_, 0, count, Kokkos::ChunkSize(1)),
                     [&](std::int64_t i) { read(reads[static_cast<std::size_t>(i)]); });
    all_.meet();  // others have read what is here
  }

  /// @param parts  of one process, most_parts_of_read at most
  /// @return 0, or the number of what went wrong
  static int error_of_reading(std::span<Part const> parts) {
    std::array<iovec, most_parts_of_read> here{};
    std::array<iovec, most_parts_of_read> there{};
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      here[i] = {parts[i].room.data(), parts[i].room.size()};
      there[i] = {reinterpret_cast<void*>(parts[i].address), parts[i].room.size()};
      bytes += parts[i].room.size();
    }
    ssize_t const count = process_vm_readv(parts[0].process, here.data(), parts.size(),
                                           there.data(), parts.size(), 0);
    if (count == static_cast<ssize_t>(bytes)) {
      return 0;
    }
    for (Part const& part : parts) {  // the system stopped in between, or cannot go on
      if (int const error = error_of_reading(part); error != 0) {
        return error;
      }
    }
    return 0;
  }
  static int error_of_reading(Part const& part) {
    for (std::size_t done = 0; done < part.room.size();) {
      iovec const here{part.room.data() + done, part.room.size() - done};
      iovec const there{reinterpret_cast<void*>(part.address + done), here.iov_len};
      ssize_t const bytes = process_vm_readv(part.process, &here, 1, &there, 1, 0);
      if (bytes <= 0) {
        return bytes < 0 ? errno : EFAULT;
      }
      done += static_cast<std::size_t>(bytes);
    }
    return 0;
  }

  static void read(std::span<Part const> parts) {
    int const error = error_of_reading(parts);
    SIDERUM_VALIDATE(error == 0, "The memory of another process cannot be read any more (" +
                                     std::generic_category().message(error) +
                                     "). Start the processes again.");
  }

  Exec exec_;
  distributed::Communicator& all_;
  std::uint64_t token_ = 0;
  std::vector<pid_t> processes_;  ///< of the ranks
};

}  // namespace siderum::engine
