// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

/// What a run spends its time on, for who asks with --verbose. The time line is that of the
/// process, so that what is deep in a verb needs no part of it to be handed down.
namespace siderum::apps {

enum class Activity : std::uint8_t {
  other,  ///< understanding the command, at first
  reading,
  waking,  ///< of the engine and its device
  computing,
  writing,
  drawing,
};

/// From now on the time is spent on this, until the next call.
void now(Activity activity);

/// The time of a scope within another activity, which goes on behind it.
class During {
 public:
  explicit During(Activity activity);
  ~During();
  During(During const&) = delete;
  During& operator=(During const&) = delete;

 private:
  Activity around_;
};

/// Asks for the sentence at the end.
void want_time_line();

/// Where it was asked for, as a message:
/// "0.52 s in all: reading 0.12 s (52.1 MB, 434 MB/s), waking 0.01 s, computing 0.31 s (GPU 0.24 s,
/// host 0.07 s), writing 0.06 s (402 MB, 6.7 GB/s), other 0.02 s." of the time since the program
/// began, without the activities that took none.
void tell_time_line();

/// " (GPU 0.240 s, host 0.070 s)": how computing is divided, of which the host has waited for a GPU
/// so long. Nothing where that is too short to be shown.
std::string shares_text(double computing, double waited);

}  // namespace siderum::apps
