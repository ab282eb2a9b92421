// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods_options.hpp>

#include <siderum/apps/distinct_files.hpp>
#include <siderum/apps/periodogram_writer.hpp>
#include <siderum/apps/plot.hpp>

namespace siderum::apps {

void check_files(PeriodsOptions const& options) {
  std::string const output = options.output.empty() ? "-" : options.output;
  check_distinct_files(
      {{"--output", output}, {"--periodogram", options.periodogram}, {"--plot", options.plot}},
      options.files);
  if (!options.periodogram.empty()) {
    periodogram_format(options.periodogram);
  }
  if (!options.plot.empty()) {
    picture_format(options.plot);
  }
}

}  // namespace siderum::apps
