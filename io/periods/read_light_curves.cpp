// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/read_light_curves.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/file_format.hpp>
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

/// Points that are read twice would count twice.
void refuse_repeated(std::vector<std::string> const& paths, std::vector<std::string> const& files) {
  bool const list_from_input = std::find(paths.begin(), paths.end(), "@-") != paths.end();
  std::unordered_set<std::string> known;
  if (list_from_input) {
    known.insert("-");
  }
  std::error_code ignored;
  for (std::string const& file : files) {
    bool const input = file == "-";
    std::filesystem::path const whole = std::filesystem::absolute(file, ignored);
    if (!known.insert(input ? file : whole.lexically_normal().string()).second) {
      throw Error(fmt::format("{} is named twice ({}). Name it once.", input_name(file),
                              input ? "it can be read only once" : "its points would count twice"));
    }
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

void read_file(std::string const& path, ColumnChoice const& choice, RowCollector& collector) {
  InputFile input(path, "Name the files in it, or a list of them as @LIST.");
  if (detect_format(path, input.window()) == FileFormat::fits) {
    read_fits_light_curves(input, choice, collector);
  } else {
    read_text_light_curves(input, choice, collector);
  }
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
  refuse_repeated(paths, files);
  for (std::string const& path : files) {
    try {
      read_file(path, choice, collector);
    } catch (ColumnError const& error) {
      advise_batch(error, path, files, options);
    }
  }
  return std::move(collector).finish();
}

}  // namespace siderum::io
