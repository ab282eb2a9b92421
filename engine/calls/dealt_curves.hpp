// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <siderum/distributed/communicator.hpp>
#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

/// Light curves that rank 0 has dealt out, in blocks of equal cost, to those that search them.
class DealtCurves {
 public:
  DealtCurves(distributed::Communicator& all, LightCurveTable const& curves);

  void check_still_joined() const { kept_.check_still_joined(); }

  /// Those of rank 0.
  LightCurveTable const& own() const { return own_; }

  /// What all ranks are told of a search of them, behind the search.
  /// @param method  of the sums, for all objects
  distributed::Bytes message_of(Method method) const;

 private:
  KeptByAll kept_;
  std::vector<std::int64_t> begin_;  ///< (ranks + 1) where blocks begin
  LightCurveTable own_;
};

/// On the others, each by its number.
class CurvesOfRank {
 public:
  explicit CurvesOfRank(distributed::Communicator& all) : all_(all) {}

  /// @param head  behind the task
  void keep(distributed::MessageReader& head);
  void search(distributed::MessageReader& head);
  void end(distributed::MessageReader& head);

 private:
  distributed::Communicator& all_;
  std::map<std::int64_t, LightCurveTable> by_number_;
};

}  // namespace siderum::engine
