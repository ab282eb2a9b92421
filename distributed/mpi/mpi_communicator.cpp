// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>  // of Open MPI and those like it
#endif
#include <sched.h>

#include <siderum/core/error.hpp>
#include <siderum/distributed/communicator.hpp>
#include <siderum/distributed/mpi/check_mpi.hpp>
#include <siderum/distributed/mpi/failure_news.hpp>
#include <siderum/version.hpp>

namespace siderum::distributed {

namespace {

/// The counts of MPI are ints.
constexpr std::size_t largest_message = std::size_t{1} << 30;

constexpr int data_tag = 1;

/// What ranks bring to a meeting, each its numbers, which are added up there modulo 2^64: one small
/// message serves where otherwise several would follow each other.
constexpr std::size_t numbers_of_meeting = 63;
using Brought = std::array<std::uint64_t, numbers_of_meeting>;
/// Bytes that fit beside their number.
constexpr std::size_t bytes_of_meeting = (numbers_of_meeting - 1) * sizeof(std::uint64_t);

/// How a rank waits: for others that still compute, without taking the processor from them, or for
/// bytes that are on their way, which move while it looks at them.
enum class Wait { for_ranks, for_bytes };

/// What has become of the job: this rank has failed, it has heard of another one that did, all have
/// met about it.
enum class State : std::uint8_t { goes_on, has_failed, has_heard, has_met };

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(void const* like) : is_own_(begin_mpi()) {
    MPI_Comm const of = like == nullptr ? MPI_COMM_WORLD : *static_cast<MPI_Comm const*>(like);
    check_mpi(MPI_Comm_dup(of, &all_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &size_);
    news_.emplace(all_);
    find_places();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int size_of_host() const override { return size_of_host_; }
  int place_by_card() const override { return place_by_card_; }
  int size_by_card() const override { return size_by_card_; }
  int size_by_processors() const override { return size_by_processors_; }
  bool reaches_gpus() const override {
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
  }

  void broadcast(Bytes& bytes) override {
    Brought brought{};
    if (rank_ == 0) {
      brought[0] = bytes.size();
      std::copy_n(bytes.data(), std::min(bytes.size(), bytes_of_meeting),
                  reinterpret_cast<std::byte*>(&brought[1]));
    }
    meet_with(brought);
    auto const size = static_cast<std::size_t>(brought[0]);
    bytes.resize(size);
    if (size <= bytes_of_meeting) {
      std::copy_n(reinterpret_cast<std::byte const*>(&brought[1]), size, bytes.data());
      return;
    }
    broadcast(rank_ == 0 ? std::span<std::byte const>(bytes) : std::span<std::byte const>(),
              rank_ == 0 ? std::span<std::byte>() : std::span<std::byte>(bytes));
  }

  void broadcast(std::span<std::byte const> given, std::span<std::byte> room) override {
    meet();
    // MPI writes nothing on rank 0.
    std::byte* const first = rank_ == 0 ? const_cast<std::byte*>(given.data()) : room.data();
    std::size_t const size = rank_ == 0 ? given.size() : room.size();
    MPI_Request request;
    for (std::size_t done = 0; done < size; done += largest_message) {
      check_mpi(MPI_Ibcast(first + done, length_of(size - done), MPI_BYTE, 0, all_, &request),
                "MPI_Ibcast");
      wait(request, Wait::for_bytes);
    }
  }

  void all_reduce(std::span<std::uint64_t> numbers) override {
    if (numbers.size() <= numbers_of_meeting) {
      Brought brought{};
      std::copy(numbers.begin(), numbers.end(), brought.begin());
      meet_with(brought);
      std::copy_n(brought.begin(), numbers.size(), numbers.begin());
      return;
    }
    meet();
    constexpr std::size_t most = largest_message / sizeof(std::uint64_t);
    for (std::size_t done = 0; done < numbers.size(); done += most) {
      auto const count = static_cast<int>(std::min(most, numbers.size() - done));
      MPI_Request request;
      check_mpi(MPI_Iallreduce(MPI_IN_PLACE, numbers.data() + done, count, MPI_UINT64_T, MPI_SUM,
                               all_, &request),
                "MPI_Iallreduce");
      wait(request, Wait::for_bytes);
    }
  }

  std::vector<Bytes> all_to_all_v(std::vector<Bytes> const& messages) override {
    meet();
    auto const ranks = static_cast<std::size_t>(size_);
    std::vector<std::uint64_t> sent;
    for (Bytes const& message : messages) {
      sent.push_back(message.size());
    }
    std::vector<std::uint64_t> coming(ranks);
    MPI_Request request;
    check_mpi(
        MPI_Ialltoall(sent.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, all_, &request),
        "MPI_Ialltoall");
    wait(request, Wait::for_bytes);
    std::vector<Bytes> received(ranks);
    for (std::size_t place = 0; place < ranks; ++place) {
      received[place].resize(coming[place]);
    }
    meet();
    std::vector<MPI_Request> requests;
    for (int other = 0; other < size_; ++other) {
      auto const place = static_cast<std::size_t>(other);
      if (other == rank_) {
        std::copy(messages[place].begin(), messages[place].end(), received[place].begin());
        continue;
      }
      receive(other, received[place], requests);
      send(other, messages[place], requests);
    }
    wait(requests, Wait::for_bytes);
    return received;
  }

  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    meet();
    std::vector<MPI_Request> requests;
    for (int other = 0; other < size_; ++other) {
      auto const place = static_cast<std::size_t>(other);
      receive(other, received[place], requests);
      send(other, sent[place], requests);
    }
    wait(requests, Wait::for_bytes);
  }

  std::vector<Bytes> gather(Bytes message) override {
    meet();
    std::uint64_t const size = message.size();
    std::vector<std::uint64_t> sizes(rank_ == 0 ? static_cast<std::size_t>(size_) : 0);
    MPI_Request request;
    check_mpi(MPI_Igather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, 0, all_, &request),
              "MPI_Igather");
    wait(request, Wait::for_bytes);
    std::vector<Bytes> messages(sizes.size());
    for (std::size_t other = 1; other < messages.size(); ++other) {
      messages[other].resize(sizes[other]);
    }
    meet();
    std::vector<MPI_Request> requests;
    if (rank_ != 0) {
      send(0, message, requests);
    } else {
      for (std::size_t other = 1; other < messages.size(); ++other) {
        receive(static_cast<int>(other), messages[other], requests);
      }
      messages[0] = std::move(message);
    }
    wait(requests, Wait::for_bytes);
    return messages;
  }

  void meet() override {
    Brought nothing{};
    meet_with(nothing);
  }

  void check() override {
    if (state_ != State::goes_on) {
      return;
    }
    if (std::optional<std::string> const sentence = news_->hear()) {
      state_ = State::has_heard;
      throw Error(*sentence);
    }
  }

  void fail(std::string_view sentence) noexcept override {
    if (state_ == State::goes_on) {
      state_ = State::has_failed;
      news_->tell(sentence);
    }
  }

  void settle() override {
    if (state_ == State::has_failed || state_ == State::has_heard) {
      Brought nothing{};
      add_up(nothing);
      news_->collect();
    }
    state_ = State::goes_on;
  }

  [[noreturn]] void abort(int status) noexcept override {
    MPI_Abort(all_, status);
    std::_Exit(status);
  }

  void finish() override {
    meet();
    news_->end();
    MPI_Comm_free(&all_);
    if (is_own_) {
      MPI_Finalize();
    }
  }

 private:
  static int length_of(std::size_t rest) {
    return static_cast<int>(std::min(rest, largest_message));
  }

  void find_places() {
    MPI_Comm host;
    check_mpi(MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host),
              "MPI_Comm_split_type");
    MPI_Comm_size(host, &size_of_host_);
    // A launcher may have given each rank GPUs of its own.
    std::string cards;
    for (char const* const name :
         {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"}) {
      char const* const value = std::getenv(name);
      cards += value == nullptr ? "" : value;
      cards += ";";
    }
    std::tie(place_by_card_, size_by_card_) = place_among(host, cards);
    cpu_set_t processors;
    CPU_ZERO(&processors);
    sched_getaffinity(0, sizeof processors, &processors);
    std::string const mask(reinterpret_cast<char const*>(&processors), sizeof processors);
    size_by_processors_ = place_among(host, mask).second;
    MPI_Comm_free(&host);
  }

  /// The place of this rank among those that have the same word, and how many these are.
  std::pair<int, int> place_among(MPI_Comm host, std::string const& word) const {
    int const color = static_cast<int>(std::hash<std::string>()(word) & 0x7fffffff);
    MPI_Comm alike;
    check_mpi(MPI_Comm_split(host, color, rank_, &alike), "MPI_Comm_split");
    std::pair<int, int> found;
    MPI_Comm_rank(alike, &found.first);
    MPI_Comm_size(alike, &found.second);
    MPI_Comm_free(&alike);
    return found;
  }

  /// @return whether this has begun MPI, and ends it
  static bool begin_mpi() {
    int given = 0;
    int has_begun = 0;
    MPI_Initialized(&has_begun);
    if (has_begun == 0) {
      check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given),
                "MPI_Init_thread");
    } else {
      check_mpi(MPI_Query_thread(&given), "MPI_Query_thread");
    }
    SIDERUM_VALIDATE(given >= MPI_THREAD_SERIALIZED,
                     "This MPI cannot be used (it does not let several threads call it in turn,"
                     " MPI_THREAD_SERIALIZED). Let it begin so, or take another build of it.");
    return has_begun == 0;
  }

  /// Waits for all ranks to come here. @return how many of them have failed (State)
  std::uint64_t add_up(Brought& brought) {
    std::array<std::uint64_t, 1 + numbers_of_meeting> own;
    std::array<std::uint64_t, 1 + numbers_of_meeting> all;
    own[0] = state_ == State::goes_on ? 0 : 1;
    std::copy(brought.begin(), brought.end(), own.begin() + 1);
    MPI_Request request;
    check_mpi(MPI_Iallreduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_UINT64_T,
                             MPI_SUM, all_, &request),
              "MPI_Iallreduce");
    wait(request, Wait::for_ranks);
    std::copy(all.begin() + 1, all.end(), brought.begin());
    return all[0];
  }

  void meet_with(Brought& brought) {
    if (add_up(brought) > 0) {
      std::string const sentence = news_->collect();
      state_ = State::has_met;
      throw Error(sentence);
    }
  }

  void send(int other, std::span<std::byte const> message, std::vector<MPI_Request>& requests) {
    for (std::size_t done = 0; done < message.size(); done += largest_message) {
      check_mpi(MPI_Isend(message.data() + done, length_of(message.size() - done), MPI_BYTE, other,
                          data_tag, all_, &requests.emplace_back()),
                "MPI_Isend");
    }
  }

  void receive(int other, std::span<std::byte> message, std::vector<MPI_Request>& requests) {
    for (std::size_t done = 0; done < message.size(); done += largest_message) {
      check_mpi(MPI_Irecv(message.data() + done, length_of(message.size() - done), MPI_BYTE, other,
                          data_tag, all_, &requests.emplace_back()),
                "MPI_Irecv");
    }
  }

  void wait(MPI_Request& request, Wait kind) {
    wait(std::span(&request, 1), kind);
  }

  void wait(std::span<MPI_Request> requests, Wait kind) {
    using Clock = std::chrono::steady_clock;
    constexpr Clock::duration shortest = std::chrono::microseconds(20);
    constexpr Clock::duration longest = std::chrono::milliseconds(1);
    constexpr Clock::duration looked_for = std::chrono::microseconds(500);
    // Who sleeps a sixteenth of what it has waited is late by no more than that.
    constexpr int share_of_nap = 16;
    auto const begin = Clock::now();
    while (true) {
      int is_done = 0;
      check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done,
                            MPI_STATUSES_IGNORE),
                "MPI_Testall");
      Clock::duration const waited = Clock::now() - begin;
      if (is_done != 0) {
        has_waited(std::chrono::duration<double>(waited).count());
        return;
      }
      if (kind == Wait::for_bytes || waited < looked_for) {
        sched_yield();
      } else {
        std::this_thread::sleep_for(std::clamp(waited / share_of_nap, shortest, longest));
      }
    }
  }

  MPI_Comm all_ = MPI_COMM_NULL;
  bool is_own_;  ///< this began MPI, and ends it
  std::optional<FailureNews> news_;
  State state_ = State::goes_on;
  int rank_ = 0;
  int size_ = 1;
  int size_of_host_ = 1;
  int place_by_card_ = 0;
  int size_by_card_ = 1;
  int size_by_processors_ = 1;
};

}  // namespace

}  // namespace siderum::distributed

extern "C" __attribute__((visibility("default"))) char const* siderum_mpi_version() {
  return siderum::build::version;
}

extern "C" __attribute__((visibility("default"))) char const* siderum_mpi_library() {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  return text;
}

extern "C" __attribute__((visibility("default"))) siderum::distributed::Communicator*
siderum_mpi_communicator(void const* like) {
  return new siderum::distributed::MpiCommunicator(like);
}
