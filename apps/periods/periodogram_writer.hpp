// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <siderum/engine/periods.hpp>
#include <siderum/io/files/npy_writer.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::apps {

enum class PeriodogramFormat {
  npy,   ///< objects x frequencies, in the working precision
  table  ///< columns frequency and power of a single object, CSV or FITS
};

/// By the ending of the path, whose case does not matter. Throws Error for any other ending, which
/// names the option.
PeriodogramFormat periodogram_format(std::string const& path,
                                     std::string const& option = "--periodogram");

/// Throws Error for an ending that periodogram_format does not know.
void validate_periodogram_path(std::string const& path,
                               std::string const& option = "--periodogram");

/// Writes whole periodograms as they are computed.
class PeriodogramWriter {
 public:
  /// Opens the file. Throws Error where it cannot be written, or cannot hold so many objects.
  /// @param option  what asked for it: --periodogram, or --window for spectral windows
  PeriodogramWriter(std::string const& path, std::int64_t objects, FrequencyGrid const& grid,
                    engine::Precision precision, std::string const& option = "--periodogram");

  /// What is written beside the columns of a table in FITS.
  void describe(std::vector<io::TableFact> facts) { facts_ = std::move(facts); }

  /// The rows must come in the order of the objects.
  void append(engine::PeriodogramRows const& rows);

  /// As of io::OutputFile; finish() must come first.
  void finish();
  void commit();

 private:
  FrequencyGrid grid_;
  std::string column_;
  std::unique_ptr<io::NpyWriter> array_;
  std::unique_ptr<io::OutputFile> table_file_;
  std::vector<double> table_power_;
  std::vector<io::TableFact> facts_;
};

/// Appends the powers of some rows, in double precision, by all threads.
/// @param all  how many powers there will be in the end, for which there is room at once
void append_power(engine::PeriodogramRows const& rows, std::int64_t all,
                  std::vector<double>& power);

}  // namespace siderum::apps
