// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <mutex>

#include <siderum/core/large_pages.hpp>
#include <siderum/io/files/fits_rows.hpp>
#include <siderum/io/sky/coefficient_rows.hpp>

namespace siderum::io {
namespace {

/// The first and the last place to which rows from one on belong.
struct Stretch {
  std::int64_t row;
  std::int64_t first;
  std::int64_t last;
};

/// Finds the places of indices that mostly are of the next degree.
class PlaceFinder {
 public:
  explicit PlaceFinder(HarmonicRange range) : range_(range) {}

  /// -1 where the range has none.
  std::int64_t operator()(std::int64_t index) {
    auto& [degree, order] = at_;
    ++degree;
    if (index != degree * degree + degree + order + 1) {
      if (index < 1 || index > most_index) {
        return -1;
      }
      at_ = degree_and_order(index);
    }
    bool const is_within = degree <= range_.lmax && order >= 0 && order <= range_.mmax;
    return is_within ? range_.index(degree, order) : -1;
  }

 private:
  HarmonicRange range_;
  DegreeAndOrder at_{-1, 0};
};

/// The cells of some rows.
struct Cells {
  std::vector<std::int64_t> index;
  std::vector<double> real;
  std::vector<double> imaginary;
};

/// Puts the coefficients in their places; none where a row is not as it should be. Places that two
/// threads are given are found later.
std::optional<Stretch> place_rows(Cells const& cells, HarmonicRange range, std::int64_t row,
                                  std::vector<std::complex<double>>& a_lm) {
  constexpr auto relaxed = std::memory_order_relaxed;
  PlaceFinder place_of(range);
  auto* const parts = reinterpret_cast<double*>(a_lm.data());
  Stretch stretch{row, -1, -1};
  for (std::size_t i = 0; i < cells.index.size(); ++i) {
    std::int64_t const place = place_of(cells.index[i]);
    if (place <= stretch.last || !std::isfinite(cells.real[i]) ||
        !std::isfinite(cells.imaginary[i])) {
      return std::nullopt;
    }
    stretch.first = i == 0 ? place : stretch.first;
    stretch.last = place;
    std::atomic_ref(parts[2 * place]).store(cells.real[i], relaxed);
    std::atomic_ref(parts[2 * place + 1]).store(cells.imaginary[i], relaxed);
  }
  return stretch;
}

bool are_ascending(std::vector<Stretch>& stretches) {
  std::sort(stretches.begin(), stretches.end(),
            [](Stretch const& a, Stretch const& b) { return a.row < b.row; });
  return std::adjacent_find(stretches.begin(), stretches.end(),
                            [](Stretch const& a, Stretch const& b) { return a.last >= b.first; }) ==
         stretches.end();
}

}  // namespace

std::optional<std::vector<std::complex<double>>> read_ordered_coefficients(
    MapReader const& reader, std::array<int, 3> const& columns, HarmonicRange range) {
  FitsFile const& file = reader.file();
  std::array<FitsColumn, 3> const cells{file.column(columns[0]), file.column(columns[1]),
                                        file.column(columns[2])};
  std::vector<std::complex<double>> a_lm;
  resize_large(a_lm, static_cast<std::size_t>(range.count()));
  std::mutex mutex;
  std::vector<Stretch> stretches;
  std::atomic<bool> is_usual = true;
  for_each_rows(file, [&] {
    return [&, part = Cells()](FitsRows& rows, std::int64_t begin) mutable {
      if (!is_usual) {
        return;
      }
      constexpr std::int64_t undefined = -1;
      rows.integers(cells[0], undefined, part.index);
      rows.numbers(cells[1], part.real);
      rows.numbers(cells[2], part.imaginary);
      std::optional<Stretch> const stretch = place_rows(part, range, begin, a_lm);
      if (!stretch) {
        is_usual = false;
        return;
      }
      std::lock_guard const lock(mutex);
      stretches.push_back(*stretch);
    };
  });
  if (!is_usual || !are_ascending(stretches)) {
    return std::nullopt;
  }
  return a_lm;
}

}  // namespace siderum::io
