// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>

#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/name_matching.hpp>

namespace siderum::io {
namespace {

/// Names as surveys and programs use them, without punctuation. The first of each is its own name.
constexpr std::array<std::string_view, 20> id_names = {
    "id",     "object",   "name",        "objid",      "objectid", "objectname", "star",
    "starid", "source",   "sourceid",    "sourcename", "target",   "targetid",   "targetname",
    "oid",    "asteroid", "designation", "ssnamenr",   "curve",    "curveid"};

constexpr std::array<std::string_view, 24> time_names = {
    "time",           "t",      "jd",    "mjd",   "hjd",   "bjd",     "hmjd",
    "bmjd",           "tjd",    "btjd",  "bkjd",  "rjd",   "bjdtdb",  "obsjd",
    "obsmjd",         "mjdobs", "jdobs", "epoch", "times", "obstime", "midpointtai",
    "midpointmjdtai", "expmjd", "tai"};

constexpr std::array<std::string_view, 22> value_names = {
    "value",   "y",     "mag",    "magnitude", "flux",    "m",          "magpsf",     "psfmag",
    "psfflux", "magap", "apmag",  "appmag",    "sapflux", "pdcsapflux", "brightness", "counts",
    "rate",    "rv",    "values", "mags",      "fluxes",  "intensity"};

constexpr std::array<std::string_view, 37> error_names = {
    "error",        "err",          "dy",        "sigma",      "yerr",
    "erry",         "ey",           "e",         "sig",        "std",
    "stddev",       "uncertainty",  "unc",       "errors",     "valueerr",
    "valueerror",   "evalue",       "magerr",    "magerror",   "emag",
    "errmag",       "dmag",         "sigmag",    "sigmamag",   "magnitudeerror",
    "magnitudeerr", "fluxerr",      "fluxerror", "eflux",      "errflux",
    "dflux",        "sigmaflux",    "sigmapsf",  "psffluxerr", "psfmagerr",
    "sapfluxerr",   "pdcsapfluxerr"};

bool is_one_of(std::string_view name, std::span<std::string_view const> names) {
  for (std::string_view const known : names) {
    if (name == known) {
      return true;
    }
  }
  return false;
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
  return is_one_of(plain, error_names) ? ColumnRole::error : ColumnRole::skip;
}

bool names_magnitudes(std::string_view name) {
  std::string const plain = plain_name(name);
  return plain.starts_with("mag") || plain.ends_with("mag") || plain.ends_with("mags") ||
         plain.ends_with("magnitude");
}

}  // namespace siderum::io
