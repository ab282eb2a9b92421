// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// Numbers in the order of bytes that FITS has, the highest first.
namespace siderum::io {

namespace detail {

// Builtins, of which compilers make vectors; std::byteswap is of C++23.
inline std::uint8_t swapped(std::uint8_t bits) {
  return bits;
}
inline std::uint16_t swapped(std::uint16_t bits) {
  return __builtin_bswap16(bits);
}
inline std::uint32_t swapped(std::uint32_t bits) {
  return __builtin_bswap32(bits);
}
inline std::uint64_t swapped(std::uint64_t bits) {
  return __builtin_bswap64(bits);
}

template <std::size_t size>
using Bits = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<size == 2, std::uint16_t,
                       std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

}  // namespace detail

/// The number that is stored at the bytes.
template <class Number>
Number get_big_endian(char const* bytes) {
  detail::Bits<sizeof(Number)> bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return std::bit_cast<Number>(std::endian::native == std::endian::little ? detail::swapped(bits)
                                                                          : bits);
}

/// Stores a number at the bytes.
template <class Number>
void put_big_endian(Number number, char* bytes) {
  auto bits = std::bit_cast<detail::Bits<sizeof(Number)>>(number);
  bits = std::endian::native == std::endian::little ? detail::swapped(bits) : bits;
  std::memcpy(bytes, &bits, sizeof bits);
}

}  // namespace siderum::io
