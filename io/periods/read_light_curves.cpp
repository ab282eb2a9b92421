// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/read_light_curves.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/file_identity.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/periods/fits_light_curves.hpp>
#include <siderum/io/periods/row_collector.hpp>
#include <siderum/io/periods/text_light_curves.hpp>
#include <siderum/io/tables/column_advice.hpp>
#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// A path of a list: as it is, or beside the list.
/// @param place  of the path in the list: "row 3 of list.txt"
std::string find_listed(std::string const& listed, std::string const& list,
                        std::string const& place) {
  std::filesystem::path const path(listed);
  std::error_code ignored;
  if (listed == "-" || std::filesystem::exists(path, ignored)) {
    return listed;
  }
  std::filesystem::path const beside = std::filesystem::path(list).parent_path() / path;
  if (list != "-" && !path.is_absolute() && std::filesystem::exists(beside, ignored)) {
    return beside.string();
  }
  throw Error(
      fmt::format("{} cannot be read (there is no such file; {} names it). Correct the"
                  " list.",
                  listed, place));
}

/// What no path can be is not looked for.
void require_path(std::string_view listed, std::string const& place) {
  constexpr std::size_t longest = 4096;
  if (listed.size() >= longest || listed.find('\0') != std::string_view::npos) {
    throw Error(fmt::format("{} names no file ('{}'). Write one path per line.", place,
                            shown_text(listed)));
  }
}

void expand_list(std::string const& list, std::vector<std::string>& files) {
  InputFile input(list);
  require_text(list, input.window());
  ContentLines lines(input);
  std::string_view line;
  std::size_t const before = files.size();
  while (lines.next(line)) {
    line.remove_prefix(line.find_first_not_of(" \t"));
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    std::string const place = fmt::format("row {} of {}", lines.row(), input_name(list));
    require_path(line, place);
    files.push_back(find_listed(std::string(line), list, place));
  }
  if (files.size() == before) {
    throw Error(
        fmt::format("{} lists no file (it is empty or has only comments). Write one path per "
                    "line.",
                    input_name(list)));
  }
}

ColumnLayout layout_of(std::string const& path, ColumnChoice const& choice) {
  InputFile input(path);
  return detect_format(path, input.window()) == FileFormat::fits ? fits_layout(input, choice)
                                                                 : text_layout(input, choice);
}

/// Would the advised columns do for a file? Standard input cannot be asked again.
bool fits(std::string const& path, ColumnChoice const& choice) {
  try {
    if (path != "-") {
      layout_of(path, choice);
    }
    return true;
  } catch (Error const&) {
    return false;
  }
}

/// Advice that does for all files of a batch, or else for one of them alone.
[[noreturn]] void advise_batch(ColumnError const& error, std::string const& file,
                               std::vector<std::string> const& files, ReadOptions const& options) {
  ColumnAdvice advice = error.advice();
  ColumnChoice const choice(advice.columns.value_or(options.columns),
                            advice.band.value_or(options.band_column));
  if (std::all_of(files.begin(), files.end(),
                  [&](std::string const& path) { return path == file || fits(path, choice); })) {
    throw ColumnError(error);
  }
  advice.alone = file;
  advice.lead = "Files whose columns have other names are searched apart, this one for example by";
  throw ColumnError(error.problem(), advice);
}

constexpr std::string_view instead_of_folder = "Name the files in it, or a list of them as @LIST.";

void read_file(std::string const& path, ColumnChoice const& choice, RowCollector& collector) {
  InputFile input(path, instead_of_folder);
  if (detect_format(path, input.window()) == FileFormat::fits) {
    read_fits_light_curves(input, choice, collector);
  } else {
    read_text_light_curves(input, choice, collector);
  }
}

/// Passes the rows of a file on, in its turn.
using PassOn = std::function<void(RowCollector&)>;

/// The bytes of a regular file whose beginning, as InputFile has it, is all of it; 0 of others.
/// Whoever opens a pipe may wait for its writer, who may wait until the files before it are read.
std::uintmax_t small_bytes(std::string const& path) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 16;
  std::error_code failure;
  std::uintmax_t const bytes = path == "-" ? 0 : std::filesystem::file_size(path, failure);
  return !failure && bytes <= most ? bytes : 0;
}

/// Reads a small file before its turn. One that cannot be read so is read in its turn: what is
/// wrong with it is told only if nothing is wrong with those before it.
PassOn read_ahead(std::string const& path, ColumnChoice const& choice) {
  try {
    auto const input = std::make_shared<InputFile>(path, instead_of_folder);
    if (detect_format(path, input->window()) == FileFormat::fits) {
      return [input, &choice](RowCollector& collector) {
        read_fits_light_curves(*input, choice, collector);
      };
    }
    if (input->is_whole()) {
      return read_text_ahead(*input, choice);
    }
  } catch (std::exception const&) {
    // Its turn will tell.
  }
  return {};
}

/// Files that stand together in the order of all.
struct FileShare {
  std::size_t begin = 0;
  std::vector<std::uintmax_t> bytes;  ///< of each that is read before its turn; 0 of others
  std::vector<PassOn> pass_on;        ///< empty: the file is read in its turn
};

/// The files from `begin` on that a thread reads: fewer bytes than a piece of a large text has, and
/// enough work for what it costs to wait for a turn.
void claim(std::vector<std::string> const& files, std::size_t begin, FileShare& share) {
  constexpr std::size_t most_files = 32;
  constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 18;
  share.begin = begin;
  share.bytes.clear();
  std::uintmax_t bytes = 0;
  for (std::size_t i = begin;
       i < files.size() && share.bytes.size() < most_files && bytes < most_bytes; ++i) {
    share.bytes.push_back(small_bytes(files[i]));
    bytes += share.bytes.back();
  }
}

/// Reads all files, small ones several at a time. Their rows are taken in the order of the files.
void read_files(std::vector<std::string> const& files, ColumnChoice const& choice,
                ReadOptions const& options, RowCollector& collector) {
  auto const take = [&](std::string const& path, PassOn const& pass_on) {
    try {
      if (pass_on) {
        pass_on(collector);
      } else {
        read_file(path, choice, collector);
      }
    } catch (ColumnError const& error) {
      advise_batch(error, path, files, options);
    }
  };
  // A few files are read sooner than a thread begins, and many threads would wait for their turns.
  std::int64_t const threads =
      std::min<std::int64_t>({worker_threads(), std::ssize(files) / 8, 16});
  if (threads < 2) {
    for (std::string const& path : files) {
      take(path, {});
    }
    return;
  }
  std::size_t claimed = 0;
  for_each_in_order(
      threads, [] { return FileShare(); },
      [&](FileShare& share) {
        claim(files, claimed, share);
        claimed += share.bytes.size();
        return !share.bytes.empty();
      },
      [&](FileShare& share) {
        share.pass_on.resize(share.bytes.size());
        for (std::size_t i = 0; i < share.bytes.size(); ++i) {
          share.pass_on[i] =
              share.bytes[i] > 0 ? read_ahead(files[share.begin + i], choice) : PassOn();
        }
      },
      [&](FileShare& share) {
        for (std::size_t i = 0; i < share.bytes.size(); ++i) {
          take(files[share.begin + i], std::exchange(share.pass_on[i], {}));
        }
      });
}

}  // namespace

std::vector<std::string> expand_lists(std::vector<std::string> const& paths) {
  std::vector<std::string> files;
  for (std::string const& path : paths) {
    if (path.starts_with('@')) {
      expand_list(path.substr(1), files);
    } else {
      files.push_back(path);
    }
  }
  if (files.empty()) {
    throw Error(
        "There is no file to read (the list of files is empty). Name one, or - for standard "
        "input.");
  }
  return files;
}

LightCurveTable read_light_curves(std::vector<std::string> const& paths, ReadOptions const& options,
                                  ReadReport* report) {
  ReadReport unused;
  ReadReport& actual = report != nullptr ? *report : unused;
  actual = {};
  ColumnChoice const choice(options.columns, options.band_column);
  RowCollector collector(options.invalid, options.numbers, actual);
  std::vector<std::string> const files = expand_lists(paths);
  std::vector<std::string> once = files;
  if (std::find(paths.begin(), paths.end(), "@-") != paths.end()) {
    once.insert(once.begin(), "-");  // the list has read it
  }
  refuse_repeated(once);
  read_files(files, choice, options, collector);
  return std::move(collector).finish();
}

}  // namespace siderum::io
