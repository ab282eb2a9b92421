// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/ecsv_units.hpp>

#include <algorithm>
#include <unordered_map>

namespace siderum::io {
namespace {

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

/// A scalar of YAML, without its quotes.
std::string scalar(std::string_view text) {
  text = trimmed(text);
  bool const quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                      text.back() == text.front();
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

/// The end of the entry that the text begins with, at a comma outside quotes and brackets.
std::size_t end_of_entry(std::string_view text) {
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const letter = text[i];
    if (quote != '\0') {
      quote = letter == quote ? '\0' : quote;
    } else if (letter == '\'' || letter == '"') {
      quote = letter;
    } else if (letter == '{' || letter == '[') {
      ++depth;
    } else if (letter == '}' || letter == ']') {
      --depth;
    } else if (letter == ',' && depth == 0) {
      return i;
    }
  }
  return text.size();
}

/// The columns that an ECSV header describes, one after the other.
class Descriptions {
 public:
  /// A line of the header without "# ".
  void add(std::string_view line) {
    if (!line.empty() && line.front() != ' ' && line.front() != '-') {
      finish();
      is_within_ = line.starts_with("datatype:");
    }
    if (!is_within_) {
      return;
    }
    if (line.starts_with("- ")) {
      finish();
      line.remove_prefix(2);
    }
    // One in braces may go on in the next line.
    if (line.starts_with('{') || !flow_.empty()) {
      flow_ += trimmed(line);
      flow_ += ' ';
    } else if (line.find_first_not_of(' ') <= 2) {
      take(trimmed(line));
    }
  }

  std::unordered_map<std::string, std::string> finish() {
    std::string_view rest = trimmed(flow_);
    if (rest.size() >= 2) {
      rest = rest.substr(1, rest.size() - 2);
    }
    while (!rest.empty()) {
      std::size_t const end = end_of_entry(rest);
      take(trimmed(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!name_.empty()) {
      units_[name_] = unit_;
    }
    flow_.clear();
    name_.clear();
    unit_.clear();
    return units_;
  }

 private:
  void take(std::string_view entry) {
    if (entry.starts_with("name:")) {
      name_ = scalar(entry.substr(5));
    } else if (entry.starts_with("unit:")) {
      unit_ = scalar(entry.substr(5));
    }
  }

  bool is_within_ = false;
  std::string flow_;
  std::string name_;
  std::string unit_;
  std::unordered_map<std::string, std::string> units_;
};

}  // namespace

std::vector<std::string> ecsv_units(std::string_view comments,
                                    std::vector<std::string> const& names) {
  if (comments.find("%ECSV") == std::string_view::npos) {
    return {};
  }
  Descriptions descriptions;
  while (!comments.empty()) {
    std::size_t const end = std::min(comments.find('\n'), comments.size());
    std::string_view const line = comments.substr(0, end);
    if (line.starts_with("# ")) {
      descriptions.add(line.substr(2));
    }
    comments.remove_prefix(std::min(end + 1, comments.size()));
  }
  std::unordered_map<std::string, std::string> const known = descriptions.finish();
  std::vector<std::string> units;
  for (std::string const& name : names) {
    auto const found = known.find(name);
    units.push_back(found == known.end() ? std::string() : found->second);
  }
  return units;
}

}  // namespace siderum::io
