// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/npy_writer.hpp>

#include <bit>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

std::size_t size_of(NpyType type) {
  return type == NpyType::float32 ? 4 : 8;
}

std::string_view type_code(NpyType type) {
  switch (type) {
    case NpyType::float64:
      return "f8";
    case NpyType::float32:
      return "f4";
    case NpyType::int64:
      return "i8";
  }
  return "f8";
}

}  // namespace

std::string npy_header(NpyType type, std::vector<std::int64_t> const& shape) {
  std::string extents;
  for (std::int64_t const extent : shape) {
    extents += fmt::format("{}{},", extents.empty() ? "" : " ", extent);
  }
  // A tuple of one keeps its comma, longer ones have none at the end.
  if (shape.size() > 1) {
    extents.pop_back();
  }
  char const byte_order = std::endian::native == std::endian::little ? '<' : '>';
  std::string text = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                 byte_order, type_code(type), extents);
  constexpr std::size_t before_text = 10;
  constexpr std::size_t alignment = 64;
  std::size_t const used = before_text + text.size() + 1;
  text.append((alignment - used % alignment) % alignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

NpyWriter::NpyWriter(std::string const& path, NpyType type, std::vector<std::int64_t> shape)
    : file_(path), type_(type), shape_(std::move(shape)) {
  for (std::int64_t const extent : shape_) {
    expected_ *= extent;
  }
  file_.write(npy_header(type_, shape_));
}

void NpyWriter::append_bytes(void const* elements, std::size_t count, NpyType type) {
  SIDERUM_VALIDATE(type == type_,
                   fmt::format("{}: elements of type {} (the file was announced with {}). Convert "
                               "them first.",
                               file_.name(), type_code(type), type_code(type_)));
  written_ += static_cast<std::int64_t>(count);
  SIDERUM_VALIDATE(written_ <= expected_,
                   fmt::format("{}: {} elements (the shape has {}). Give the right shape.",
                               file_.name(), written_, expected_));
  file_.write({static_cast<char const*>(elements), count * size_of(type)});
}

void NpyWriter::append(std::span<double const> elements) {
  append_bytes(elements.data(), elements.size(), NpyType::float64);
}

void NpyWriter::append(std::span<float const> elements) {
  append_bytes(elements.data(), elements.size(), NpyType::float32);
}

void NpyWriter::append(std::span<std::int64_t const> elements) {
  append_bytes(elements.data(), elements.size(), NpyType::int64);
}

void NpyWriter::finish() {
  SIDERUM_VALIDATE(written_ == expected_,
                   fmt::format("{}: {} elements (the shape has {}). Write them all before the end.",
                               file_.name(), written_, expected_));
  file_.finish();
}

void NpyWriter::commit() {
  if (!file_.is_finished()) {
    finish();
  }
  file_.commit();
}

}  // namespace siderum::io
