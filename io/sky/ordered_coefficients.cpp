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

/// What ascends from row to row.
struct Ascent {
  std::int64_t first = -1;
  std::int64_t last = -1;
  bool is_strict = true;

  void add(std::int64_t number) {
    is_strict = is_strict && number > last;
    first = first < 0 ? number : first;
    last = number;
  }
};

/// Rows from one on: their places ascend where they stand order by order, as healpy writes them,
/// and their indices where they stand degree by degree, as HEALPix's other programs do.
struct Stretch {
  std::int64_t row;
  Ascent place;
  Ascent index;
};

/// Degrees and orders of indices, which mostly are of the next degree or of the next order.
class IndexReader {
 public:
  DegreeAndOrder operator()(std::int64_t index) {
    auto& [degree, order] = at_;
    if (index == last_ + 2 * (degree + 1)) {
      ++degree;
    } else if (index == last_ + 1 && order < degree) {
      ++order;
    } else {
      at_ = degree_and_order(index);
    }
    last_ = index;
    return at_;
  }

 private:
  DegreeAndOrder at_{-1, 0};
  std::int64_t last_ = 1;  ///< as if the index before were that of l = -1
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
  IndexReader read;
  auto* const parts = reinterpret_cast<double*>(a_lm.data());
  Stretch stretch{row, {}, {}};
  for (std::size_t i = 0; i < cells.index.size(); ++i) {
    std::int64_t const index = cells.index[i];
    if (index < 1 || index > most_index) {
      return std::nullopt;
    }
    auto const [degree, order] = read(index);
    bool const is_within = degree <= range.lmax && order >= 0 && order <= range.mmax;
    if (!is_within || !std::isfinite(cells.real[i]) || !std::isfinite(cells.imaginary[i])) {
      return std::nullopt;
    }
    std::int64_t const place = range.index(degree, order);
    stretch.place.add(place);
    stretch.index.add(index);
    if (!stretch.place.is_strict && !stretch.index.is_strict) {
      return std::nullopt;
    }
    std::atomic_ref(parts[2 * place]).store(cells.real[i], relaxed);
    std::atomic_ref(parts[2 * place + 1]).store(cells.imaginary[i], relaxed);
  }
  return stretch;
}

/// Whether it ascends through all stretches, which are in their order.
bool is_ascending(std::vector<Stretch> const& stretches, Ascent Stretch::*ascent) {
  return std::all_of(stretches.begin(), stretches.end(),
                     [&](Stretch const& one) { return (one.*ascent).is_strict; }) &&
         std::adjacent_find(stretches.begin(), stretches.end(),
                            [&](Stretch const& a, Stretch const& b) {
                              return (a.*ascent).last >= (b.*ascent).first;
                            }) == stretches.end();
}

/// Whether no place can have two rows.
bool are_ascending(std::vector<Stretch>& stretches) {
  std::sort(stretches.begin(), stretches.end(),
            [](Stretch const& a, Stretch const& b) { return a.row < b.row; });
  return is_ascending(stretches, &Stretch::place) || is_ascending(stretches, &Stretch::index);
}

}  // namespace

std::optional<HarmonicRange> range_of_indices(MapReader const& reader, int column) {
  FitsFile const& file = reader.file();
  FitsColumn const cells = file.column(column);
  std::mutex mutex;
  HarmonicRange range;
  bool is_usual = true;
  for_each_rows(file, [&] {
    return [&, whole = WholeCells(cells), index = std::vector<std::int64_t>()](
               FitsRows& rows, std::int64_t) mutable {
      whole.read(rows, index);
      IndexReader read;
      HarmonicRange part;
      bool are_usual = true;
      for (std::size_t i = 0; i < index.size() && are_usual; ++i) {
        bool const is_index = index[i] >= 1 && index[i] <= most_index;
        auto const [degree, order] = is_index ? read(index[i]) : DegreeAndOrder{0, -1};
        are_usual = order >= 0;
        part = {std::max(part.lmax, degree), std::max(part.mmax, order)};
      }
      std::lock_guard const lock(mutex);
      is_usual = is_usual && are_usual;
      range = {std::max(range.lmax, part.lmax), std::max(range.mmax, part.mmax)};
    };
  });
  return is_usual ? std::optional(range) : std::nullopt;
}

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
    return [&, whole = WholeCells(cells[0]), part = Cells()](FitsRows& rows,
                                                             std::int64_t begin) mutable {
      if (!is_usual) {
        return;
      }
      whole.read(rows, part.index);
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
