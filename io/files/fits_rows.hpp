// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/fits_file.hpp>

namespace siderum::io {

/// Some rows of the table at which a file stands. Each thread reads by one of its own: usual
/// columns from the bytes of the rows, which are in memory once for all of them, others by CFITSIO,
/// one thread after the other.
class FitsRows {
 public:
  explicit FitsRows(FitsFile const& file);

  /// Goes to rows begin .. end - 1, from 0.
  void take(std::int64_t begin, std::int64_t end);

  /// All cells of the column in these rows, one row after the other; undefined numbers are NaN, and
  /// undefined whole numbers the value given.
  void numbers(FitsColumn const& column, std::vector<double>& cells);
  void integers(FitsColumn const& column, std::int64_t undefined, std::vector<std::int64_t>& cells);

  /// The text of each row, up to its first NUL and without the blanks around it; for a column of
  /// one text in a row.
  void texts(FitsColumn const& column, std::vector<std::string>& cells);

  /// The digits of each row of a column of one whole number, none below 0; undefined ones are "".
  void unsigned_texts(FitsColumn const& column, std::vector<std::string>& cells);

 private:
  char const* bytes();
  void count_rows();
  void read(FitsColumn const& column, int type, std::int64_t count, void* undefined, void* cells);

  FitsFile const& file_;
  std::int64_t row_bytes_ = 0;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  char const* bytes_ = nullptr;  ///< of the rows; null: not read yet
  bool is_counted_ = false;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
};

/// How many rows are read at a time, so that the caches of a processor hold them.
std::int64_t rows_at_a_time(FitsFile const& file);

/// Calls work(rows, begin) for all rows of the table at hand, by all threads: rows stand at
/// begin. As for_each_piece.
template <class MakeWork>
void for_each_rows(FitsFile const& file, MakeWork const& make_work) {
  for_each_piece(file.rows(), rows_at_a_time(file), [&] {
    return
        [work = make_work(), rows = FitsRows(file)](std::int64_t begin, std::int64_t end) mutable {
          rows.take(begin, end);
          work(rows, begin);
        };
  });
}

}  // namespace siderum::io
