// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

namespace siderum::distributed {

/// What ranks tell each other of their failures, beside all other messages: at once, so that who
/// computes for long hears of it, and again when all have met, so that nothing is left under way.
class FailureNews {
 public:
  /// @param of  is duplicated; all its ranks call this
  explicit FailureNews(MPI_Comm of);

  /// Sends a sentence to all others; once until they have met. Needs no memory.
  void tell(std::string_view sentence) noexcept;

  /// @return a sentence that has come; nothing: none has
  std::optional<std::string> hear();

  /// Called by all ranks when they have met. @return the sentence of the first rank that told one
  std::string collect();

  /// Called by all ranks.
  void end();

 private:
  void receive(int from, int length);

  MPI_Comm news_ = MPI_COMM_NULL;
  int rank_ = 0;
  bool has_told_ = false;
  std::string own_;
  std::vector<MPI_Request> sent_;
  std::vector<std::optional<std::string>> heard_;  ///< by rank
  std::vector<char> told_;                         ///< by rank, whether it has told something
};

}  // namespace siderum::distributed
