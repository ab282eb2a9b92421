// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>
#include <siderum/engine/module/stretches.hpp>

/// Maps and coefficients on their way between rank 0, which has them whole in host memory, and the
/// processes that have their parts of them where they compute. They go piece by piece, from the
/// memory of one device to that of another where these are linked: the host of rank 0 alone sees
/// them. Every process calls the same functions.
namespace siderum::engine {

/// What each process has are stretches by rank, the same on all.
template <class Exec, class Real>
class SharedTables {
 public:
  using Memory = typename Exec::memory_space;
  using Map = MapView<Real, Memory>;
  using Coefficients = HarmonicCoefficients<Real, Memory>;

  SharedTables(Exec const& exec, HarmonicShare const& share) : exec_(exec), share_(share) {}

  /// @param parts   what each process has
  /// @param pixels  of the grid
  /// @param map     (rows, pixels) on rank 0. Throws Error for another size
  /// @param own     output, (rows, own pixels)
  void deal_map(std::vector<Stretches> const& parts, std::int64_t pixels,
                std::span<double const> map, Map const& own) const {
    auto const rows = static_cast<std::int64_t>(own.extent(0));
    SIDERUM_VALIDATE(!is_first() || std::ssize(map) == rows * pixels,
                     "There are " + std::to_string(map.size()) + " pixels (there is room for " +
                         std::to_string(rows * pixels) + "). Give as many.");
    for (std::int64_t row = 0; row < rows; ++row) {
      Numbers<Real> const here = row_of(own, row);
      double const* const from = is_first() ? map.data() + row * pixels : nullptr;
      if (is_first()) {
        fill(here, parts.front(), 0, from);
      }
      for_each_piece<Real>(parts, [&](std::int64_t first, Pieces<Real>& pieces) {
        if (!is_first()) {
          pieces.own = stretch_of(here, first, pieces.own.extent(0));
        }
        send_from_first(parts, first, from, pieces);
      });
    }
  }

  /// @param own  (rows, own pixels)
  /// @return on rank 0 (rows, pixels), 0 where no ring is; on others nothing
  std::vector<double> gather_map(std::vector<Stretches> const& parts, std::int64_t pixels,
                                 Map const& own) const {
    auto const rows = static_cast<std::int64_t>(own.extent(0));
    std::vector<double> map;
    if (is_first()) {
      resize_large(map, static_cast<std::size_t>(rows * pixels));
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      Numbers<Real> const here = row_of(own, row);
      double* const to = is_first() ? map.data() + row * pixels : nullptr;
      if (is_first()) {
        drain(here, parts.front(), 0, to);
      }
      for_each_piece<Real>(parts, [&](std::int64_t first, Pieces<Real>& pieces) {
        if (!is_first()) {
          pieces.own = stretch_of(here, first, pieces.own.extent(0));
        }
        send_to_first(parts, first, to, pieces);
      });
    }
    return map;
  }

  /// @param numbers  (rows, range.count()) on rank 0. Throws Error for another size
  /// @param own      output: what is own is written, on rank 0 all
  void deal_coefficients(std::vector<Stretches> const& parts,
                         std::span<std::complex<double> const> numbers,
                         Coefficients const& own) const {
    if (is_first()) {
      copy_from_host(exec_, numbers, own);
    }
    StretchesOn<Exec> const there(exec_, own_of(parts));
    for (std::int64_t row = 0; row < own.maps(); ++row) {
      auto const* const from = is_first() ? numbers.data() + row * own.range.count() : nullptr;
      for_each_piece<Complex>(parts, [&](std::int64_t first, Pieces<Complex>& pieces) {
        send_from_first(parts, first, from, pieces);
        there.template move<TableWay::into_table>(row_of(own.values, row), pieces.own, first);
      });
    }
    exec_.fence("siderum::sky::deal_coefficients");
  }

  /// @param own  of which what is own counts
  /// @return on rank 0 those of all; on others nothing
  std::vector<std::complex<double>> gather_coefficients(std::vector<Stretches> const& parts,
                                                        Coefficients const& own) const {
    std::vector<std::complex<double>> numbers;
    if (is_first()) {
      numbers = coefficients_to_host(exec_, own);
    }
    StretchesOn<Exec> const there(exec_, own_of(parts));
    for (std::int64_t row = 0; row < own.maps(); ++row) {
      auto* const to = is_first() ? numbers.data() + row * own.range.count() : nullptr;
      for_each_piece<Complex>(parts, [&](std::int64_t first, Pieces<Complex>& pieces) {
        there.template move<TableWay::into_message>(row_of(own.values, row), pieces.own, first);
        send_to_first(parts, first, to, pieces);
      });
    }
    return numbers;
  }

 private:
  using Complex = Kokkos::complex<Real>;
  template <class Value>
  using Numbers = Kokkos::View<Value*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  template <class Value>
  using Rows =
      Kokkos::View<Value**, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// What goes at once.
  template <class Value>
  struct Pieces {
    std::vector<Numbers<Value>> of_others;  ///< on rank 0, by rank; its own is empty
    Numbers<Value> own;                     ///< on others
  };

  bool is_first() const { return share_.rank == 0; }

  Stretches const& own_of(std::vector<Stretches> const& parts) const {
    return parts[static_cast<std::size_t>(share_.rank)];
  }

  template <class View>
  static Numbers<typename View::value_type> row_of(View const& table, std::int64_t row) {
    return {table.data() + row * static_cast<std::int64_t>(table.stride(0)), table.extent(1)};
  }
  template <class Value>
  static Numbers<Value> stretch_of(Numbers<Value> const& all, std::int64_t first,
                                   std::size_t count) {
    return {count == 0 ? nullptr : all.data() + first, count};
  }

  /// Calls visit(first number of each part, pieces) until nothing is left of the longest part.
  template <class Value, class Visit>
  void for_each_piece(std::vector<Stretches> const& parts, Visit const& visit) const {
    auto const others = static_cast<std::int64_t>(parts.size()) - 1;
    std::int64_t longest = 0;
    for (std::size_t rank = 1; rank < parts.size(); ++rank) {
      longest = std::max(longest, parts[rank].count());
    }
    std::int64_t const piece = std::min(most_of_piece<Exec, Value>(others), longest);
    auto const room = allocate_work<Kokkos::View<Value*, Memory>>(
        exec_, "siderum::sky::pieces", (is_first() ? others : 1) * piece);
    for (std::int64_t first = 0; first < longest; first += piece) {
      auto const part_of = [&](std::size_t rank, std::int64_t place) {
        std::int64_t const count = std::clamp<std::int64_t>(parts[rank].count() - first, 0, piece);
        return Numbers<Value>(room.data() + place * piece, static_cast<std::size_t>(count));
      };
      Pieces<Value> pieces;
      if (is_first()) {
        pieces.of_others.emplace_back();
        for (std::size_t rank = 1; rank < parts.size(); ++rank) {
          pieces.of_others.push_back(part_of(rank, static_cast<std::int64_t>(rank) - 1));
        }
      } else {
        pieces.own = part_of(static_cast<std::size_t>(share_.rank), 0);
      }
      visit(first, pieces);
    }
  }

  template <class Value, class Number>
  void send_from_first(std::vector<Stretches> const& parts, std::int64_t first, Number const* row,
                       Pieces<Value> const& pieces) const {
    std::vector<std::span<std::byte const>> sent(parts.size());
    std::vector<std::span<std::byte>> received(parts.size());
    for (std::size_t rank = 1; rank < pieces.of_others.size(); ++rank) {
      fill(pieces.of_others[rank], parts[rank], first, row);
      sent[rank] = bytes_of_message(pieces.of_others[rank]);
    }
    if (!is_first()) {
      received.front() = bytes_of_message(pieces.own);
    }
    exec_.fence("siderum::sky::pieces");
    share_.exchange_there(sent, received);
  }

  template <class Value, class Number>
  void send_to_first(std::vector<Stretches> const& parts, std::int64_t first, Number* row,
                     Pieces<Value> const& pieces) const {
    std::vector<std::span<std::byte const>> sent(parts.size());
    std::vector<std::span<std::byte>> received(parts.size());
    for (std::size_t rank = 1; rank < pieces.of_others.size(); ++rank) {
      received[rank] = bytes_of_message(pieces.of_others[rank]);
    }
    if (!is_first()) {
      sent.front() = bytes_of_message(pieces.own);
    }
    exec_.fence("siderum::sky::pieces");
    share_.exchange_there(sent, received);
    for (std::size_t rank = 1; rank < pieces.of_others.size(); ++rank) {
      drain(pieces.of_others[rank], parts[rank], first, row);
    }
  }

  /// Calls visit(stretch, its first number among these) of so many numbers of a part, by all
  /// threads of the host.
  template <class Visit>
  static void for_each_stretch_of(Stretches const& part, std::int64_t first, std::int64_t count,
                                  Visit const& visit) {
    auto const place = std::upper_bound(part.begin.begin(), part.begin.end(), first) - 1;
    auto const end = std::lower_bound(place, part.begin.end(), first + count);
    std::int64_t const before = place - part.begin.begin();
    using Host = Kokkos::DefaultHostExecutionSpace;
    for_each_on_host(
        "siderum::sky::stretches[portable]",
        IndexPolicy<Host>(Host(), before, before + (end - place)), [&](std::int64_t index) {
          auto const i = static_cast<std::size_t>(index);
          std::int64_t const from = std::max(part.begin[i], first);
          std::int64_t const to = std::min(part.begin[i + 1], first + count);
          Stretch const& whole = part.list[i];
          visit(
              Stretch{whole.first + (from - part.begin[i]) * whole.stride, whole.stride, to - from},
              from - first);
        });
  }

  /// Numbers of a part, from `first` on, out of a row of the host.
  template <class Value, class Number>
  void fill(Numbers<Value> const& there, Stretches const& part, std::int64_t first,
            Number const* row) const {
    auto const take = [&](std::size_t begin, std::size_t count, Value* to) {
      for_each_stretch_of(
          part, first + static_cast<std::int64_t>(begin), static_cast<std::int64_t>(count),
          [&](Stretch const& stretch, std::int64_t at) {
            for (std::int64_t j = 0; j < stretch.count; ++j) {
              detail::convert_number(row[stretch.first + j * stretch.stride], to[at + j]);
            }
          });
    };
    if (there.extent(0) == 0) {
      return;
    }
    if constexpr (is_host<Exec>) {
      exec_.fence("siderum::sky::pieces");
      take(0, there.extent(0), there.data());
    } else {
      Rows<Value> const rows(there.data(), 1, there.extent(0));
      detail::StagedRows<Exec, Rows<Value>>(exec_, rows)
          .in([&](std::size_t begin, auto const& values) {
            take(begin, values.size(), values.data());
          });
    }
  }

  /// And into it.
  template <class Value, class Number>
  void drain(Numbers<Value> const& there, Stretches const& part, std::int64_t first,
             Number* row) const {
    auto const put = [&](std::size_t begin, std::size_t count, Value const* from) {
      for_each_stretch_of(
          part, first + static_cast<std::int64_t>(begin), static_cast<std::int64_t>(count),
          [&](Stretch const& stretch, std::int64_t at) {
            for (std::int64_t j = 0; j < stretch.count; ++j) {
              detail::convert_number(from[at + j], row[stretch.first + j * stretch.stride]);
            }
          });
    };
    if (there.extent(0) == 0) {
      return;
    }
    if constexpr (is_host<Exec>) {
      exec_.fence("siderum::sky::pieces");
      put(0, there.extent(0), there.data());
    } else {
      Rows<Value> const rows(there.data(), 1, there.extent(0));
      detail::StagedRows<Exec, Rows<Value>>(exec_, rows)
          .out([&](std::size_t begin, auto const& values) {
            put(begin, values.size(), values.data());
          });
    }
  }

  Exec exec_;
  HarmonicShare const& share_;
};

}  // namespace siderum::engine
