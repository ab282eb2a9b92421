// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/png.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t opaque = 3;  ///< bytes of an element without opacity
constexpr std::size_t with_opacity = 4;

/// zlib's streams without its header and checksum, of which a file has one for all strips.
constexpr int raw_window = -MAX_WBITS;
constexpr std::string_view zlib_header("\x78\x01", 2);

enum Filter : std::uint8_t { plain, sub, up, average, paeth };

std::uint8_t const* as_bytes(char const* text) {
  return reinterpret_cast<std::uint8_t const*>(text);
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int const shift : {24, 16, 8, 0}) {
    bytes.push_back(static_cast<char>(number >> shift & 0xFFU));
  }
  return bytes;
}

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number = number << 8 | as_bytes(bytes.data())[place + i];
  }
  return number;
}

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, as_bytes(bytes.data()), bytes.size()));
}

/// Of the bytes to the left, above and between them, the one nearest to left + above - between.
int paeth_predictor(int left, int above, int between) {
  int const to_left = std::abs(above - between);
  int const to_above = std::abs(left - between);
  int const to_between = std::abs(left + above - 2 * between);
  int const upper = to_above <= to_between ? above : between;
  return to_left <= to_above && to_left <= to_between ? left : upper;
}

/// What a filter expects of a byte.
template <Filter filter>
int expected(int left, int above, int between) {
  if constexpr (filter == sub) {
    return left;
  } else if constexpr (filter == up) {
    return above;
  } else if constexpr (filter == average) {
    return (left + above) >> 1;
  } else if constexpr (filter == paeth) {
    return paeth_predictor(left, above, between);
  }
  return 0;
}

// Reading

struct Header {
  std::int64_t width = 0;
  std::int64_t height = 0;
};

std::optional<Header> read_header(std::string_view chunk) {
  // 8 bits a channel, colours with opacity, the one compression and set of filters there is, and
  // rows in their order.
  constexpr std::string_view kind("\x08\x06\0\0\0", 5);
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  if (chunk.size() != 8 + kind.size() || chunk.substr(8) != kind) {
    return std::nullopt;
  }
  std::uint32_t const width = number_at(chunk, 0);
  std::uint32_t const height = number_at(chunk, 4);
  return width > 0 && height > 0 && width <= most && height <= most
             ? std::optional(Header{width, height})
             : std::nullopt;
}

/// The header and the packed rows.
std::optional<std::pair<Header, std::string>> read_chunks(std::string_view bytes) {
  constexpr std::size_t around = 12;  // length, name and checksum
  std::optional<Header> header;
  std::string packed;
  if (!bytes.starts_with(signature)) {
    return std::nullopt;
  }
  bytes.remove_prefix(signature.size());
  while (bytes.size() >= around && number_at(bytes, 0) <= bytes.size() - around) {
    std::size_t const length = number_at(bytes, 0);
    std::string_view const name = bytes.substr(4, 4);
    std::string_view const content = bytes.substr(8, length);
    if (checksum(bytes.substr(4, 4 + length)) != number_at(bytes, 8 + length)) {
      return std::nullopt;
    }
    if (name == "IEND") {
      return header ? std::optional(std::pair(*header, std::move(packed))) : std::nullopt;
    }
    if (name == "IHDR") {
      header = read_header(content);
    } else if (name == "IDAT") {
      packed += content;
    }
    bytes.remove_prefix(around + length);
  }
  return std::nullopt;
}

/// Turns the filtered bytes of a row into its bytes.
template <Filter filter>
void restore(std::uint8_t* row, std::uint8_t const* above, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bool const has_left = i >= with_opacity;
    int const left = has_left ? row[i - with_opacity] : 0;
    int const between = has_left ? above[i - with_opacity] : 0;
    row[i] = static_cast<std::uint8_t>(row[i] + expected<filter>(left, above[i], between));
  }
}

/// False for a filter that there is not.
bool restore_by(std::uint8_t filter, std::uint8_t* row, std::uint8_t const* above,
                std::size_t size) {
  switch (filter) {
    case plain:
      return true;
    case sub:
      restore<sub>(row, above, size);
      return true;
    case up:
      restore<up>(row, above, size);
      return true;
    case average:
      restore<average>(row, above, size);
      return true;
    case paeth:
      restore<paeth>(row, above, size);
      return true;
    default:
      return false;
  }
}

/// The bytes of packed rows.
class Inflation {
 public:
  explicit Inflation(std::string const& packed) {
    stream_.next_in = const_cast<Bytef*>(as_bytes(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    if (inflateInit(&stream_) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Inflation() { inflateEnd(&stream_); }
  Inflation(Inflation const&) = delete;
  Inflation& operator=(Inflation const&) = delete;

  /// False where there are no more.
  bool take(std::uint8_t* bytes, std::size_t size) {
    stream_.next_out = bytes;
    stream_.avail_out = static_cast<uInt>(size);
    int const outcome = inflate(&stream_, Z_SYNC_FLUSH);
    if (outcome == Z_MEM_ERROR) {
      throw std::bad_alloc();
    }
    return (outcome == Z_OK || outcome == Z_STREAM_END) && stream_.avail_out == 0;
  }

 private:
  z_stream stream_{};
};

// Writing

/// Filters a row below another one, and tells how large its bytes are then, as signed numbers.
template <Filter filter>
int filter_row(std::uint8_t const* row, std::uint8_t const* above, std::size_t size,
               std::uint8_t* target) {
  int sum = 0;
  for (std::size_t i = 0; i < opaque; ++i) {
    target[i] = static_cast<std::uint8_t>(row[i] - expected<filter>(0, above[i], 0));
  }
  for (std::size_t i = opaque; i < size; ++i) {
    int const wanted = expected<filter>(row[i - opaque], above[i], above[i - opaque]);
    target[i] = static_cast<std::uint8_t>(row[i] - wanted);
    sum += std::abs(static_cast<std::int8_t>(target[i]));
  }
  return sum;
}

/// A row behind the byte that names its filter, by the one that leaves the smallest bytes.
class RowFilter {
 public:
  explicit RowFilter(std::size_t row_bytes) : tries_{} { tries_.fill(Bytes(row_bytes + 1)); }

  Bytes const& operator()(Bytes const& row, Bytes const& above) {
    std::array<int, 4> const sums{tried<sub>(row, above), tried<up>(row, above),
                                  tried<average>(row, above), tried<paeth>(row, above)};
    auto const best = std::min_element(sums.begin(), sums.end()) - sums.begin();
    return tries_.at(static_cast<std::size_t>(best));
  }

 private:
  template <Filter filter>
  int tried(Bytes const& row, Bytes const& above) {
    Bytes& target = tries_.at(filter - sub);
    target.front() = filter;
    return filter_row<filter>(row.data(), above.data(), row.size(), target.data() + 1);
  }

  std::array<Bytes, 4> tries_;
};

class Deflation {
 public:
  /// @param strategy  of zlib
  explicit Deflation(int strategy) {
    constexpr int level = 1;
    constexpr int memory_level = 8;
    if (deflateInit2(&stream_, level, Z_DEFLATED, raw_window, memory_level, strategy) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflation() { deflateEnd(&stream_); }
  Deflation(Deflation const&) = delete;
  Deflation& operator=(Deflation const&) = delete;

  /// A part of a stream that ends with a whole byte, or its last part. Called once.
  std::string packed(Bytes const& bytes, bool is_last) {
    constexpr uLong end_bytes = 16;  // more than the end of a part takes
    std::string result(deflateBound(&stream_, bytes.size()) + end_bytes, '\0');
    stream_.next_in = const_cast<Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(result.data());
    stream_.avail_out = static_cast<uInt>(result.size());
    deflate(&stream_, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    SIDERUM_EXPECT(stream_.avail_in == 0 && stream_.avail_out > 0);
    result.resize(stream_.total_out);
    return result;
  }

 private:
  z_stream stream_{};
};

struct Strip {
  std::int64_t begin = 0;  ///< of its rows
  std::int64_t end = 0;
  std::string packed;
  uLong sum = 0;          ///< zlib's checksum of the bytes that are packed
  std::size_t bytes = 0;  ///< how many those are
};

void pack(Strip& strip, std::size_t row_bytes, bool is_last, PaintRow const& paint) {
  Bytes row(row_bytes);
  Bytes above(row_bytes);
  RowFilter filter(row_bytes);
  Bytes as_painted;
  Bytes filtered;
  if (strip.begin > 0) {
    paint(strip.begin - 1, above.data());
  }
  for (std::int64_t i = strip.begin; i < strip.end; ++i) {
    paint(i, row.data());
    Bytes const& shorter = filter(row, above);
    as_painted.push_back(plain);
    as_painted.insert(as_painted.end(), row.begin(), row.end());
    filtered.insert(filtered.end(), shorter.begin(), shorter.end());
    row.swap(above);
  }
  std::string matched = Deflation(Z_DEFAULT_STRATEGY).packed(as_painted, is_last);
  strip.packed = Deflation(Z_RLE).packed(filtered, is_last);
  bool const is_matched = matched.size() < strip.packed.size();
  if (is_matched) {
    strip.packed = std::move(matched);
  }
  Bytes const& bytes = is_matched ? as_painted : filtered;
  strip.sum = adler32_z(adler32_z(0, nullptr, 0), bytes.data(), bytes.size());
  strip.bytes = bytes.size();
}

std::string chunk(std::string_view name, std::string_view content) {
  std::string const named = std::string(name) + std::string(content);
  return big_endian(static_cast<std::uint32_t>(content.size())) + named +
         big_endian(checksum(named));
}

}  // namespace

std::optional<Image> read_png(std::string_view bytes) {
  auto const chunks = read_chunks(bytes);
  if (!chunks) {
    return std::nullopt;
  }
  auto const& [header, packed] = *chunks;
  auto const row_bytes = with_opacity * static_cast<std::size_t>(header.width);
  Image image{header.width, header.height, {}};
  Inflation rows(packed);
  Bytes above(row_bytes);
  Bytes row(row_bytes);
  for (std::int64_t i = 0; i < header.height; ++i) {
    std::uint8_t filter = 0;
    if (!rows.take(&filter, 1) || !rows.take(row.data(), row_bytes) ||
        !restore_by(filter, row.data(), above.data(), row_bytes)) {
      return std::nullopt;
    }
    image.bytes.append(row.begin(), row.end());
    row.swap(above);
  }
  return image;
}

void write_png(std::int64_t width, std::int64_t height, PaintRow const& paint,
               std::function<void(std::string_view)> const& take) {
  constexpr std::int64_t at_a_time = 64;
  auto const row_bytes = opaque * static_cast<std::size_t>(width);
  // 8 bits a channel, no opacity, rows in their order.
  constexpr std::string_view kind("\x08\x02\0\0\0", 5);
  take(std::string(signature) +
       chunk("IHDR", big_endian(static_cast<std::uint32_t>(width)) +
                         big_endian(static_cast<std::uint32_t>(height)) + std::string(kind)));
  std::int64_t first = 0;
  uLong sum = adler32_z(0, nullptr, 0);
  for_each_in_order(
      (height + at_a_time - 1) / at_a_time, [] { return Strip(); },
      [&](Strip& strip) {
        strip.begin = std::exchange(first, std::min(height, first + at_a_time));
        strip.end = first;
        return strip.begin < strip.end;
      },
      [&](Strip& strip) { pack(strip, row_bytes, strip.end == height, paint); },
      [&](Strip& strip) {
        sum = adler32_combine(sum, strip.sum, static_cast<z_off_t>(strip.bytes));
        std::string const before = strip.begin == 0 ? std::string(zlib_header) : std::string();
        std::string const behind =
            strip.end == height ? big_endian(static_cast<std::uint32_t>(sum)) : std::string();
        take(chunk("IDAT", before + strip.packed + behind));
      });
  take(chunk("IEND", {}));
}

}  // namespace siderum::apps
