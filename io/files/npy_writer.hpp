// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <siderum/io/files/output_file.hpp>

namespace siderum::io {

enum class NpyType { float64, float32, int64 };

/// Streams an array into a NumPy .npy file (format 1.0, row-major, header padded to 64 bytes).
///
/// The shape is given up front, the elements follow in any number of pieces, and finish() checks
/// that all have come. Format: numpy.lib.format. Throws Error where the file cannot be written, a
/// piece is not of the announced type, or the number of elements is not that of the shape.
class NpyWriter {
 public:
  /// Opens the file and writes the header.
  NpyWriter(std::string const& path, NpyType type, std::vector<std::int64_t> shape);

  void append(std::span<double const> elements);
  void append(std::span<float const> elements);
  void append(std::span<std::int64_t const> elements);

  /// As of OutputFile.
  void finish();
  void commit();

 private:
  void append_bytes(void const* elements, std::size_t count, NpyType type);

  OutputFile file_;
  NpyType type_;
  std::vector<std::int64_t> shape_;
  std::int64_t expected_ = 1;
  std::int64_t written_ = 0;
};

/// The header of such a file, from its first byte to the first element.
std::string npy_header(NpyType type, std::vector<std::int64_t> const& shape);

}  // namespace siderum::io
