// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/mpi/failure_news.hpp>

#include <algorithm>
#include <utility>

#include <siderum/distributed/mpi/check_mpi.hpp>

namespace siderum::distributed {

namespace {

constexpr int tag = 1;
/// So few bytes leave at once, whether or not anybody waits for them.
constexpr std::size_t longest_sentence = 2000;

}  // namespace

FailureNews::FailureNews(MPI_Comm of) {
  check_mpi(MPI_Comm_dup(of, &news_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(news_, MPI_ERRORS_RETURN);
  int size = 0;
  MPI_Comm_rank(news_, &rank_);
  MPI_Comm_size(news_, &size);
  own_.reserve(longest_sentence);
  sent_.reserve(static_cast<std::size_t>(size));
  heard_.resize(static_cast<std::size_t>(size));
  told_.resize(static_cast<std::size_t>(size));
}

void FailureNews::tell(std::string_view sentence) noexcept {
  if (std::exchange(has_told_, true)) {
    return;
  }
  own_.assign(sentence.substr(0, longest_sentence));
  for (int other = 0; std::cmp_less(other, heard_.size()); ++other) {
    if (other != rank_) {
      MPI_Isend(own_.data(), static_cast<int>(own_.size()), MPI_CHAR, other, tag, news_,
                &sent_.emplace_back());
    }
  }
}

std::optional<std::string> FailureNews::hear() {
  int is_there = 0;
  MPI_Status status;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, tag, news_, &is_there, &status), "MPI_Iprobe");
  if (is_there == 0) {
    return std::nullopt;
  }
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  receive(status.MPI_SOURCE, length);
  return heard_[static_cast<std::size_t>(status.MPI_SOURCE)];
}

void FailureNews::receive(int from, int length) {
  std::string& sentence = heard_[static_cast<std::size_t>(from)].emplace();
  sentence.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Recv(sentence.data(), length, MPI_CHAR, from, tag, news_, MPI_STATUS_IGNORE),
            "MPI_Recv");
}

std::string FailureNews::collect() {
  char const own = has_told_ ? 1 : 0;
  check_mpi(MPI_Allgather(&own, 1, MPI_CHAR, told_.data(), 1, MPI_CHAR, news_), "MPI_Allgather");
  std::optional<std::string> first;
  for (std::size_t rank = 0; rank < told_.size(); ++rank) {
    auto const from = static_cast<int>(rank);
    if (told_[rank] == 0) {
      continue;
    }
    if (from != rank_ && !heard_[rank]) {
      MPI_Status status;
      check_mpi(MPI_Probe(from, tag, news_, &status), "MPI_Probe");
      int length = 0;
      MPI_Get_count(&status, MPI_CHAR, &length);
      receive(from, length);
    }
    if (!first) {
      first = from == rank_ ? own_ : *heard_[rank];
    }
  }
  check_mpi(MPI_Waitall(static_cast<int>(sent_.size()), sent_.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  sent_.clear();
  std::fill(heard_.begin(), heard_.end(), std::nullopt);
  has_told_ = false;
  return first.value_or("A process has failed (it did not say why). Start all again.");
}

void FailureNews::end() {
  MPI_Comm_free(&news_);
}

}  // namespace siderum::distributed
