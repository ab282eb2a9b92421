// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace siderum {

/// What a stage of a computation may choose without changing more than rounding. Its backend gives
/// the choices their names and says which values are worth a try (`Stage::choices()`); what it has
/// no use for it ignores, and what does not fit it takes as the nearest that does. Empty: its own
/// defaults.
class StageTuning {
 public:
  /// 0, which stands for the default, where nothing is set.
  int value(std::string_view choice) const {
    auto const found = values_.find(choice);
    return found == values_.end() ? 0 : found->second;
  }

  void set(std::string const& choice, int value) {
    if (value == 0) {
      values_.erase(choice);
    } else {
      values_[choice] = value;
    }
  }

  friend bool operator==(StageTuning const&, StageTuning const&) = default;

 private:
  std::map<std::string, int, std::less<>> values_;
};

/// A choice of a stage, and the values to try.
struct StageChoice {
  std::string name;
  std::vector<int> values;
};

/// No choice is larger: what a cache holds beyond it was not measured.
inline constexpr double most_stage_choice = 4096.0;

/// The choices of a stage, in the order in which they are tried.
using StageChoices = std::vector<StageChoice>;

}  // namespace siderum
