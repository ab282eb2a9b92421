// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/spectrum_names.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/io/sky/degree_table.hpp>
#include <siderum/io/tables/name_matching.hpp>

namespace siderum::io {
namespace {

using Pair = std::array<std::string_view, 2>;

/// Lower case, without what only formats: blanks, * ^ _ { } \ $.
std::string squeezed(std::string_view text) {
  std::string result;
  for (char const letter : text) {
    if (std::string_view(" \t*^_{}\\$").find(letter) == std::string_view::npos) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
  }
  return result;
}

/// Whether a text names l(l+1), and with the divisor 2 pi.
enum class Factor { none, bare, over_two_pi };

/// Takes l(l+1) and what divides it out of a squeezed text.
Factor take_factor(std::string& text) {
  bool found = false;
  for (std::string_view const factor : {"ell(ell+1)", "l(l+1)", "l(1+l)"}) {
    if (std::size_t const at = text.find(factor); at != std::string::npos) {
      text.erase(at, factor.size());
      found = true;
    }
  }
  bool is_divided = false;
  for (std::string_view const divisor :
       {"/(2pi)", "/2pi", "/2/pi", "/(twopi)", "/twopi", "/(2np.pi)", "/(2\u03c0)", "/2\u03c0"}) {
    if (std::size_t const at = text.find(divisor); found && at != std::string::npos) {
      text.erase(at, divisor.size());
      is_divided = true;
    }
  }
  for (std::string_view const divisor : {"2pi", "twopi", "2\u03c0"}) {
    is_divided = is_divided || text.find(divisor) != std::string::npos;
  }
  return !found ? Factor::none : is_divided ? Factor::over_two_pi : Factor::bare;
}

/// Takes a word off the beginning or the end of a name.
bool take_word(std::string& name, std::string_view word) {
  if (name.starts_with(word)) {
    name.erase(0, word.size());
    return true;
  }
  if (name.ends_with(word)) {
    name.erase(name.size() - word.size());
    return true;
  }
  return false;
}

/// The pair of a squeezed text's letters: "te"; "" where it names none.
std::string plain_pair(std::string const& text) {
  constexpr std::array<Pair, 6> in_brackets{{{"(tt)", "tt"},
                                             {"(ee)", "ee"},
                                             {"(bb)", "bb"},
                                             {"(te)", "te"},
                                             {"(eb)", "eb"},
                                             {"(tb)", "tb"}}};
  std::string pair = plain_name(text);
  for (auto const& [written, meant] : in_brackets) {
    pair += text.find(written) == std::string::npos ? "" : meant;
  }
  return pair;
}

/// The place of a pair, in either order, among the spectra of a field.
std::optional<std::size_t> place_of(std::string_view pair, Field field) {
  std::size_t place = 0;
  for (SpectrumKind const& kind : spectra_of(field)) {
    bool const is_own = pair == kind.name ||
                        std::equal(pair.rbegin(), pair.rend(), kind.name.begin(), kind.name.end());
    if (is_own || (field == Field::scalar && (pair.empty() || pair == "tt"))) {
      return place;
    }
    ++place;
  }
  return std::nullopt;
}

/// The pair of HEALPix's name for a spectrum.
std::string_view healpix_pair(std::string_view plain) {
  constexpr std::array<Pair, 6> names{{{"temperature", "tt"},
                                       {"gradient", "ee"},
                                       {"curl", "bb"},
                                       {"gt", "te"},
                                       {"cg", "eb"},
                                       {"ct", "tb"}}};
  auto const found = std::find_if(names.begin(), names.end(),
                                  [plain](Pair const& name) { return name[0] == plain; });
  return found == names.end() ? std::string_view() : (*found)[1];
}

/// Whether one of the words of a comment is among these.
bool has_word(std::string_view comment, std::initializer_list<std::string_view> words) {
  std::string word;
  for (char const letter : std::string(comment) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (letter != '_' && letter != '{' && letter != '}' && letter != '\\') {
      if (std::find(words.begin(), words.end(), word) != words.end()) {
        return true;
      }
      word.clear();
    }
  }
  return false;
}

}  // namespace

std::string_view name_of(SpectrumForm form) {
  return form == SpectrumForm::cl ? "C_l" : "D_l";
}

FormWords form_in(std::string_view comment) {
  std::string squeezed_comment = squeezed(comment);
  bool const is_divisor = squeezed_comment.find("/l(l+1)") != std::string::npos ||
                          squeezed_comment.find("/ell(ell+1)") != std::string::npos ||
                          squeezed_comment.find("/(l(l+1)") != std::string::npos;
  if (is_divisor || has_word(comment, {"not", "no", "without", "divided", "divide", "convert"})) {
    return {};
  }
  Factor const factor = take_factor(squeezed_comment);
  bool const has_dl = has_word(comment, {"dl", "dell", "dls"});
  bool const has_both = has_dl && has_word(comment, {"cl", "cell", "cls"});
  // "D_l = l(l+1) C_l" has both, and says which.
  if (factor == Factor::over_two_pi || (has_dl && (!has_both || factor == Factor::bare))) {
    return {SpectrumForm::dl, false};
  }
  return {{}, factor == Factor::bare};
}

std::optional<SpectrumName> read_spectrum_name(std::string_view column, Field field) {
  if (std::string_view const pair = healpix_pair(plain_name(column));
      !pair.empty() && field != Field::spin_one) {
    std::optional<std::size_t> const place = place_of(pair, field);
    return place ? std::optional(SpectrumName{*place, {}, true, false}) : std::nullopt;
  }
  std::string text = squeezed(column);
  Factor const factor = take_factor(text);
  std::string pair = plain_pair(text);
  std::optional<SpectrumForm> form;
  bool const is_bare = place_of(pair, field).has_value() && !pair.empty();
  if (!is_bare && (take_word(pair, "dell") || take_word(pair, "dl"))) {
    form = SpectrumForm::dl;
  } else if (!is_bare && (take_word(pair, "cell") || take_word(pair, "cl"))) {
    form = SpectrumForm::cl;
  } else if (!is_bare && pair.size() == 3 && (pair[0] == 'c' || pair[0] == 'd')) {
    form = pair[0] == 'c' ? SpectrumForm::cl : SpectrumForm::dl;
    pair.erase(0, 1);
  }
  // "cl" is that of a scalar, and the form of all others.
  if (field == Field::scalar && pair == "cl") {
    form = SpectrumForm::cl;
    pair.clear();
  }
  bool const says_nothing = pair.empty() && !form && factor == Factor::none;
  std::optional<std::size_t> const place = says_nothing ? std::nullopt : place_of(pair, field);
  if (!place) {
    return std::nullopt;
  }
  if (factor == Factor::over_two_pi) {
    form = SpectrumForm::dl;
  }
  bool const lacks_divisor = factor == Factor::bare && form != SpectrumForm::dl;
  return SpectrumName{*place, lacks_divisor ? std::nullopt : form, false, lacks_divisor};
}

bool is_spectrum_or_degree(std::string_view column) {
  constexpr std::array fields{Field::scalar, Field::polarised, Field::spin_one};
  return is_degree_name(column) || std::any_of(fields.begin(), fields.end(), [column](Field field) {
           return read_spectrum_name(column, field).has_value();
         });
}

FormWords form_in_comments(std::string_view text) {
  FormWords found;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\xEF\xBB\xBF"), line.size()));
    if (!line.empty() && line.front() != '#' && line.front() != '\r') {
      break;
    }
    FormWords const words = form_in(line);
    found.form = found.form ? found.form : words.form;
    found.lacks_divisor = found.lacks_divisor || words.lacks_divisor;
  }
  return found;
}

}  // namespace siderum::io
