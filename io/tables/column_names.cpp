// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/column_names.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <siderum/io/tables/name_matching.hpp>

namespace siderum::io {
namespace {

/// Names as surveys and programs use them, without punctuation, the best of each role first.
constexpr std::array<std::string_view, 23> id_names = {
    "id",         "diaobjectid", "objectid",   "objid",    "oid",        "sourceid",
    "object",     "starid",      "star",       "targetid", "target",     "source",
    "objectname", "sourcename",  "targetname", "name",     "ssobjectid", "ssnamenr",
    "asteroid",   "designation", "curve",      "curveid",  "ticid"};

constexpr std::array<std::string_view, 29> time_names = {
    "time",        "times",       "t",      "bjd",   "bjdtdb",         "btjd",
    "bkjd",        "bmjd",        "hjd",    "hmjd",  "gtransittime",   "bpobstime",
    "rpobstime",   "tjd",         "rjd",    "jd",    "midpointmjdtai", "midpointtai",
    "midpointmjd", "expmidptmjd", "mjd",    "obsjd", "obsmjd",         "jdobs",
    "mjdobs",      "obstime",     "expmjd", "tai",   "epoch"};

constexpr std::array<std::string_view, 33> value_names = {
    "value",       "values",       "y",         "flux",       "fluxes",
    "pdcsapflux",  "kspsapflux",   "sapflux",   "psfflux",    "psfdiffflux",
    "scienceflux", "gtransitflux", "bpflux",    "rpflux",     "forcediffimflux",
    "ujy",         "mag",          "magnitude", "mags",       "psfmag",
    "magpsf",      "magap",        "apmag",     "appmag",     "m",
    "gtransitmag", "bpmag",        "rpmag",     "brightness", "intensity",
    "counts",      "rate",         "rv"};

constexpr std::array<std::string_view, 19> band_names = {
    "band",       "bands",     "bandname",   "filter",           "filters",
    "filt",       "flt",       "fid",        "filterid",         "filtercode",
    "filtername", "obsfilter", "lcband",     "passband",         "photometricband",
    "bandpass",   "photband",  "photfilter", "photometricfilter"};

/// Words for an error within a name; longer ones first.
constexpr std::array<std::string_view, 14> error_words = {
    "uncertainty", "uncertainties", "uncert", "unc",    "errors", "error", "errs",
    "err",         "sigma",         "sig",    "stddev", "stdev",  "std",   "sd"};

/// "magnitude" is "mag", with one spelling of each.
std::string quantity_name(std::string_view name) {
  constexpr std::string_view magnitude = "magnitude";
  std::string plain = plain_name(name);
  if (std::size_t const at = plain.find(magnitude); at != std::string::npos) {
    plain.replace(at, magnitude.size(), "mag");
  }
  for (auto const& [several, one] :
       {std::pair{"mags", "mag"}, std::pair{"fluxes", "flux"}, std::pair{"values", "value"}}) {
    plain = plain == several ? one : plain;
  }
  return plain;
}

/// What may be left of the name of an error without the word that says so.
std::vector<std::string> without_error_word(std::string const& error) {
  std::vector<std::string> rests;
  for (std::string_view const word : error_words) {
    for (std::size_t at = error.find(word); at != std::string::npos;
         at = error.find(word, at + 1)) {
      rests.push_back(std::string(error).erase(at, word.size()));
    }
  }
  if (error.starts_with('e') || (error.starts_with('d') && error.size() > 1)) {
    rests.push_back(error.substr(1));
  }
  return rests;
}

/// "vmag" is "v"; empty where the name has no quantity in it.
std::string without_quantity(std::string const& name) {
  for (std::string_view const quantity : {"mag", "flux"}) {
    if (std::size_t const at = name.find(quantity); at != std::string::npos) {
      return std::string(name).erase(at, quantity.size());
    }
  }
  return {};
}

template <std::size_t n>
bool is_one_of(std::string_view name, std::array<std::string_view, n> const& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Is that the name of an error of any value, or of one that is known?
bool names_errors(std::string const& plain) {
  std::vector<std::string> const rests = without_error_word(plain);
  return std::any_of(rests.begin(), rests.end(), [](std::string const& rest) {
    return rest.empty() || is_one_of(rest, value_names);
  });
}

/// Of Gaia's epoch photometry, which has the bands side by side: "g", "bp", "rp" or nothing.
std::string_view gaia_band(std::string_view name) {
  std::string const plain = plain_name(name);
  for (auto const& [start, band] : {std::pair<std::string_view, std::string_view>{"gtransit", "g"},
                                    {"bp", "bp"},
                                    {"rp", "rp"}}) {
    if (plain.starts_with(start)) {
      return band;
    }
  }
  return {};
}

}  // namespace

std::string_view role_name(ColumnRole role) {
  switch (role) {
    case ColumnRole::skip:
      return "-";
    case ColumnRole::id:
      return "id";
    case ColumnRole::time:
      return "time";
    case ColumnRole::value:
      return "value";
    case ColumnRole::error:
      return "error";
    case ColumnRole::band:
      return "band";
  }
  return "-";
}

ColumnRole recognise_role(std::string_view name) {
  std::string const plain = plain_name(name);
  if (is_one_of(plain, id_names)) {
    return ColumnRole::id;
  }
  if (is_one_of(plain, time_names)) {
    return ColumnRole::time;
  }
  if (is_one_of(plain, value_names)) {
    return ColumnRole::value;
  }
  return names_errors(plain) ? ColumnRole::error : ColumnRole::skip;
}

int rank_of(ColumnRole role, std::string_view name) {
  std::string const plain = plain_name(name);
  auto const place = [&plain](auto const& names) {
    return static_cast<int>(std::find(names.begin(), names.end(), plain) - names.begin());
  };
  switch (role) {
    case ColumnRole::id:
      return place(id_names);
    case ColumnRole::time:
      return place(time_names);
    case ColumnRole::value:
      return place(value_names);
    case ColumnRole::skip:
    case ColumnRole::error:
    case ColumnRole::band:
      break;
  }
  return 0;
}

bool names_magnitudes(std::string_view name) {
  std::string const plain = plain_name(name);
  return plain.starts_with("mag") || plain.ends_with("mag") || plain.ends_with("mags") ||
         plain.ends_with("magnitude");
}

std::string_view quantity_kind(std::string_view name) {
  std::string const plain = plain_name(name);
  if (names_magnitudes(name) || plain == "m") {
    return "magnitudes";
  }
  bool const is_flux = plain.find("flux") != std::string::npos || plain == "ujy";
  return is_flux ? "fluxes" : "";
}

std::string date_kind(std::string_view name) {
  std::string plain = plain_name(name);
  for (std::string_view const known : {"btjd", "bkjd", "tjd", "rjd", "mjd", "jd"}) {
    if (std::size_t const at = plain.find(known); at != std::string::npos) {
      // "HJD-2450000" counts from elsewhere than "HJD".
      std::string const origin = plain.substr(at + known.size());
      constexpr std::size_t shortest_origin = 4;
      bool const has_origin = origin.size() >= shortest_origin &&
                              origin.find_first_not_of("0123456789") == std::string::npos;
      std::string kind(known);
      std::transform(kind.begin(), kind.end(), kind.begin(),
                     [](char letter) { return static_cast<char>(letter - 'a' + 'A'); });
      return has_origin ? kind + " - " + origin : kind;
    }
  }
  return {};
}

bool names_bands(std::string_view name, bool holds_number) {
  std::string const plain = plain_name(name);
  return is_one_of(plain, band_names) || (plain == "f" && !holds_number);
}

bool is_time_of(std::string_view time, std::string_view value) {
  std::string_view const band = gaia_band(time);
  return band.empty() || gaia_band(value).empty() || band == gaia_band(value);
}

ErrorMatch match_error(std::string_view error, std::string_view value) {
  std::string const whole = quantity_name(value);
  std::string const stem = without_quantity(whole);
  ErrorMatch best = ErrorMatch::none;
  for (std::string const& rest : without_error_word(quantity_name(error))) {
    if (rest == whole) {
      return ErrorMatch::complete;
    }
    if (!stem.empty() && rest == stem) {
      best = ErrorMatch::stem;
    } else if (rest.empty() || rest == "y" || rest == "value") {
      best = std::max(best, ErrorMatch::neutral);
    }
  }
  return best;
}

}  // namespace siderum::io
