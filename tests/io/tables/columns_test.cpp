// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/columns.hpp>

#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/column_advice.hpp>

namespace siderum::io {
namespace {

using Header = std::vector<std::string>;

std::string resolve(std::string_view words, Header const& header, int columns) {
  try {
    return ColumnChoice(words).resolve({"a.csv", header, columns}).description();
  } catch (Error const& error) {
    return error.what();
  }
}

std::string by_header(Header const& header) {
  return resolve("", header, static_cast<int>(header.size()));
}

TEST(RecogniseRole, KnowsTheNamesOfSurveys) {
  for (std::string_view const name :
       {"id", "ID", "Object", "objid", "obj_id", "source_id", "name"}) {
    EXPECT_EQ(recognise_role(name), ColumnRole::id) << name;
  }
  for (std::string_view const name : {"time", "t", "JD", "mjd", "HJD", "BJD [d]", "Time (days)"}) {
    EXPECT_EQ(recognise_role(name), ColumnRole::time) << name;
  }
  for (std::string_view const name : {"value", "y", "mag", "Magnitude", "flux", "magpsf"}) {
    EXPECT_EQ(recognise_role(name), ColumnRole::value) << name;
  }
  for (std::string_view const name :
       {"error", "err", "dy", "sigma", "mag_err", "e_mag", "fluxErr"}) {
    EXPECT_EQ(recognise_role(name), ColumnRole::error) << name;
  }
  EXPECT_EQ(recognise_role("filter"), ColumnRole::skip);
  EXPECT_EQ(recognise_role(""), ColumnRole::skip);
}

TEST(NamesMagnitudes, KnowsTheirNames) {
  for (std::string_view const name : {"mag", "MAG", "Magnitude", "psfMag", "mag_r", "mags"}) {
    EXPECT_TRUE(names_magnitudes(name)) << name;
  }
  for (std::string_view const name : {"", "value", "flux", "image", "m"}) {
    EXPECT_FALSE(names_magnitudes(name)) << name;
  }
}

TEST(ColumnChoice, CountsColumnsWithoutHeaderAndWords) {
  EXPECT_EQ(resolve("", {}, 2), "time, value");
  EXPECT_EQ(resolve("", {}, 3), "id, time, value");
  EXPECT_EQ(resolve("", {}, 4), "id, time, value, error");
  EXPECT_EQ(
      resolve("", {}, 1),
      "a.csv has one column (a light curve needs a time and a value). Separate the columns by "
      "commas, tabs or blanks.");
  EXPECT_EQ(resolve("", {}, 5),
            "a.csv has 5 columns and no header (without names only 2, 3 or 4 columns can be told "
            "apart). Name them, for example by --columns time,value.");
}

TEST(ColumnChoice, FollowsTheHeader) {
  EXPECT_EQ(by_header({"objid", "band", "MJD", "mag", "magerr"}), "id, -, time, value, error");
  EXPECT_EQ(by_header({"mag", "t", "quality"}), "value, time");
  EXPECT_EQ(by_header({"id", "name", "time", "value"}), "id, -, time, value")
      << "the role's own name wins";
}

TEST(ColumnChoice, RefusesAHeaderThatDoesNotDecide) {
  EXPECT_EQ(by_header({"id", "mjd", "psf"}),
            "a.csv: no column is the value (the header has id, mjd, psf). Name it, for example by "
            "--columns value=psf.");
  EXPECT_EQ(by_header({"mjd", "hjd", "mag"}),
            "a.csv: the columns 'mjd' and 'hjd' could both be the time (the header names more than "
            "one). Choose one, for example by --columns time=hjd.");
}

TEST(ColumnChoice, TakesRolesInOrder) {
  EXPECT_EQ(resolve("id,time,value,error", {}, 4), "id, time, value, error");
  EXPECT_EQ(resolve("time,value,error", {}, 7), "time, value, error");
  EXPECT_EQ(resolve("-, time ,skip,MAG,-", {}, 5), "-, time, -, value");
  EXPECT_EQ(resolve("id,band,time,value", {"a", "band", "b", "c"}, 4), "id, -, time, value");
}

TEST(ColumnChoice, RefusesWordsThatItDoesNotKnow) {
  std::string const roles = " (roles are id, time, value, error, and - to skip a column).";
  std::string const order =
      " Write them in the order of the columns, or pairs, for example --columns ";
  EXPECT_EQ(resolve("id,time,value,eror", {}, 4),
            "a.csv: 'eror' in --columns is no role" + roles + order + "id=1,time=2,value=3.");
  EXPECT_EQ(resolve("id,tiem,value", {}, 3),
            "a.csv: 'tiem' in --columns is no role" + roles + order + "id=1,time=2,value=3.");
  EXPECT_EQ(
      resolve("id,time,wert", {"id", "time", "flux", "flag"}, 4),
      "a.csv: 'wert' in --columns is no role" + roles + order + "id=id,time=time,value=flux.");
  EXPECT_EQ(resolve("id,time,wert", {"id", "time", "wert"}, 3),
            "a.csv: no column is the value, and 'wert' in --columns is no role" + roles +
                " Write for example --columns id=id,time=time,value=wert.");
  EXPECT_EQ(resolve("id,-,value", {}, 3),
            "a.csv: no column is the time (the file has 3 columns and no header). Name it, for "
            "example by --columns id=1,time=2,value=3.");
  EXPECT_EQ(
      resolve("time,jd,value", {}, 3),
      "--columns time,jd,value: two columns are the time (a role has one column). Write - for "
      "the one to skip.");
  EXPECT_EQ(
      resolve("objid,mjd,mag", {"objid", "band", "mjd", "mag"}, 4),
      "a.csv: --columns gives 'mjd' to column 2, the header to column 3 (the words of --columns "
      "are the roles of the columns in their order). Put - for columns to skip, or write "
      "pairs, for example --columns id=objid,time=mjd,value=mag.");
}

TEST(ColumnChoice, TakesPairs) {
  Header const header = {"star", "mjd", "hjd", "psf", "psf_sd", "mag"};
  EXPECT_EQ(resolve("time=hjd,value=psf,error=psf_sd", header, 6), "id, -, time, value, error");
  EXPECT_EQ(resolve("time=HJD,value=4,id=-", header, 6), "-, -, time, value, error");
  EXPECT_EQ(resolve("value=2,time=3", {}, 3), "-, value, time") << "no header: no id unless named";
}

TEST(ColumnChoice, RefusesPairsThatDoNotFit) {
  EXPECT_EQ(resolve("time=bjd", {"id", "mjd", "mag"}, 3),
            "a.csv: there is no column 'bjd' (the header has id, mjd, mag). Correct it, for "
            "example by --columns time=mjd.");
  EXPECT_EQ(resolve("time=mjd,value=mag", {}, 3),
            "a.csv: there is no column 'mjd' (the file has 3 columns and no header). Correct it, "
            "for example by --columns time=1,value=2.");
  EXPECT_EQ(resolve("time=1,value=4", {}, 3),
            "a.csv: there is no column '4' (the file has 3 columns and no header). Correct it, for "
            "example by --columns time=1,value=2.");
  EXPECT_EQ(resolve("time=2", {}, 3),
            "a.csv: no column is the value (the file has 3 columns and no header). Name it, for "
            "example by --columns time=2,value=3.");
  EXPECT_EQ(resolve("time=2,value=2", {}, 3),
            "--columns: '2' is both the time and the value (a column has one role). Correct it.");
  EXPECT_EQ(
      resolve("time=2,value", {}, 3),
      "--columns time=2,value: 'value' is no pair (the others are pairs like time=NAME). Write "
      "all as pairs, or the roles in the order of the columns.");
  EXPECT_EQ(resolve("tme=2,value=1", {}, 3),
            "--columns tme=2,value=1: 'tme=2' names no role (pairs are ROLE=COLUMN, roles are id, "
            "time, value and error). Correct it.");
  EXPECT_EQ(
      resolve("time=,value=1", {}, 3),
      "--columns time=,value=1: 'time=' names no column (pairs are ROLE=COLUMN, roles are id, "
      "time, value and error). Correct it.");
}

/// What resolve() finds, or the words that it advises.
std::string outcome(std::string_view words, Header const& header) {
  try {
    ColumnLayout const layout =
        ColumnChoice(words).resolve({"a.csv", header, static_cast<int>(header.size())});
    std::string roles;
    for (std::size_t i = 0; i < layout.roles.size(); ++i) {
      if (!layout.is_free(i)) {
        roles +=
            fmt::format("{}{}={}", roles.empty() ? "" : ",", role_name(layout.roles[i]), header[i]);
      }
    }
    return roles;
  } catch (ColumnError const& error) {
    return "advice: " + error.advice().columns.value_or("none");
  }
}

std::string note(std::string_view words, Header const& header) {
  return ColumnChoice(words).resolve({"a.csv", header, static_cast<int>(header.size())}).note;
}

TEST(MatchError, KnowsTheErrorsOfAValue) {
  for (std::string_view const error :
       {"magerr", "mag_err", "e_mag", "mag_error", "magnitude_error", "sigma_mag", "dmag",
        "MagErr [mag]", "\u03c3_mag", "err_mag"}) {
    EXPECT_EQ(match_error(error, "mag"), ErrorMatch::complete) << error;
    EXPECT_EQ(match_error(error, "Magnitude"), ErrorMatch::complete) << error;
    EXPECT_EQ(match_error(error, "flux"), ErrorMatch::none) << error;
    EXPECT_EQ(recognise_role(error), ColumnRole::error) << error;
  }
  using Pair = std::pair<std::string_view, std::string_view>;
  for (auto const& [value, error] :
       {Pair{"SAP_FLUX", "SAP_FLUX_ERR"}, Pair{"m", "dm"}, Pair{"uJy", "duJy"},
        Pair{"psfMag_r", "psfMagErr_r"}, Pair{"g_transit_flux", "g_transit_flux_error"},
        Pair{"w1mpro", "w1sigmpro"}, Pair{"forcediffimflux", "forcediffimfluxunc"}}) {
    EXPECT_EQ(match_error(error, value), ErrorMatch::complete) << error;
  }
  EXPECT_EQ(match_error("sigmapsf", "magpsf"), ErrorMatch::stem);
  EXPECT_EQ(match_error("Verr", "Vmag"), ErrorMatch::stem);
  for (std::string_view const error : {"err", "sigma", "dy", "yerr", "uncertainty"}) {
    EXPECT_EQ(match_error(error, "mag"), ErrorMatch::neutral) << error;
  }
  for (std::string_view const other : {"PDCSAP_FLUX_ERR", "g_transit_flux_over_error", "mag5sig",
                                       "psfMagErr_g", "dec", "limitmag"}) {
    EXPECT_EQ(match_error(other, "SAP_FLUX"), ErrorMatch::none) << other;
  }
}

TEST(ColumnChoice, GivesErrorsToTheirOwnValues) {
  EXPECT_EQ(outcome("", {"time", "mag", "flux_err"}), "time=time,value=mag");
  EXPECT_EQ(outcome("", {"time", "flux", "mag_err"}), "time=time,value=flux");
  EXPECT_EQ(outcome("", {"time", "mag", "err"}), "time=time,value=mag,error=err");
  EXPECT_EQ(outcome("", {"time", "mag", "mag_err", "err"}), "time=time,value=mag,error=mag_err");
  EXPECT_EQ(outcome("", {"jd", "magpsf", "sigmapsf"}), "time=jd,value=magpsf,error=sigmapsf");
  EXPECT_EQ(outcome("value=psfMag", {"t", "psfMag", "psfFlux", "psfErr"}), "time=t,value=psfMag")
      << "the error may be that of the flux";
  Header const both = {"time", "mag", "flux_err", "flux", "mag_err"};
  EXPECT_EQ(outcome("value=mag", both), "time=time,value=mag,error=mag_err");
  EXPECT_EQ(outcome("value=flux", both), "time=time,error=flux_err,value=flux");
  EXPECT_EQ(outcome("value=mag", {"time", "mag", "flux", "err"}), "time=time,value=mag");
  EXPECT_EQ(outcome("value=mag,error=-", both), "time=time,value=mag");
  EXPECT_EQ(outcome("", {"time", "mag", "e_mag", "mag_err"}), "advice: error=e_mag");
}

TEST(ColumnChoice, SaysWhichErrorsAreUsedWhereThatIsNotPlain) {
  EXPECT_EQ(note("", {"time", "mag", "mag_err"}), "");
  EXPECT_EQ(note("time=time,value=mag", {"time", "mag", "flux"}), "");
  EXPECT_EQ(note("time=time,value=mag", {"time", "mag", "mag_err"}),
            "the errors are 'mag_err', which belongs to 'mag' by its name; error=- in --columns "
            "leaves them out.");
  EXPECT_EQ(note("value=mag,error=-", {"time", "mag", "mag_err"}), "");
  EXPECT_EQ(note("time,value", {"time", "mag", "mag_err"}), "");
  for (std::string_view const words : {"", "value=mag"}) {
    EXPECT_EQ(note(words, {"time", "mag", "flux_err"}),
              "no errors are used, as 'flux_err' is not known to be that of 'mag'; --columns "
              "error=NAME names the errors.");
  }
}

TEST(ColumnChoice, KnowsTheLayoutsOfSurveys) {
  EXPECT_EQ(outcome("", {"source_id", "g_transit_time", "g_transit_flux", "g_transit_flux_error"}),
            "id=source_id,time=g_transit_time,value=g_transit_flux,error=g_transit_flux_error");
  Header const gaia = {"source_id",     "g_transit_time", "g_transit_flux", "g_transit_flux_error",
                       "g_transit_mag", "bp_obs_time",    "bp_flux",        "bp_flux_error",
                       "bp_mag",        "rp_obs_time",    "rp_flux",        "rp_flux_error",
                       "rp_mag"};
  EXPECT_EQ(outcome("", gaia), "advice: value=g_transit_flux,error=g_transit_flux_error");
  EXPECT_EQ(outcome("value=rp_flux", gaia),
            "id=source_id,time=rp_obs_time,value=rp_flux,error=rp_flux_error");
  EXPECT_EQ(outcome("time=bp_obs_time", {"g_transit_time", "g_transit_flux", "bp_obs_time",
                                         "bp_flux", "bp_flux_error"}),
            "time=bp_obs_time,value=bp_flux,error=bp_flux_error");
  Header const kepler = {"TIME",    "TIMECORR",    "CADENCENO",   "SAP_FLUX",        "SAP_FLUX_ERR",
                         "SAP_BKG", "SAP_BKG_ERR", "PDCSAP_FLUX", "PDCSAP_FLUX_ERR", "QUALITY"};
  EXPECT_EQ(outcome("", kepler), "advice: value=PDCSAP_FLUX,error=PDCSAP_FLUX_ERR");
  EXPECT_EQ(outcome("value=SAP_FLUX", kepler), "time=TIME,value=SAP_FLUX,error=SAP_FLUX_ERR");
  Header const ztf = {"oid", "hjd", "mjd", "mag", "magerr", "catflags", "filtercode", "limitmag"};
  EXPECT_EQ(outcome("", ztf), "advice: time=hjd");
  EXPECT_EQ(outcome("time=hjd", ztf), "id=oid,time=hjd,value=mag,error=magerr");
  EXPECT_EQ(outcome("", {"diaObjectId", "midpointMjdTai", "psfFlux", "psfFluxErr", "band"}),
            "id=diaObjectId,time=midpointMjdTai,value=psfFlux,error=psfFluxErr");
  EXPECT_EQ(outcome("", {"diaObjectId", "objectId", "midpointMjdTai", "psfFlux", "psfFluxErr"}),
            "advice: id=diaObjectId");
  EXPECT_EQ(outcome("", {"midpointMjdTai", "psfFlux", "psfFluxErr", "psfDiffFlux"}),
            "advice: value=psfFlux,error=psfFluxErr");
  EXPECT_EQ(outcome("", {"midpointMjdTai", "psfDiffFlux", "psfDiffFluxErr"}),
            "time=midpointMjdTai,value=psfDiffFlux,error=psfDiffFluxErr");
  Header const atlas = {"###MJD", "m", "dm", "uJy", "duJy", "F", "err", "RA", "Dec", "x", "y"};
  EXPECT_EQ(outcome("", atlas), "advice: value=uJy,error=duJy");
  EXPECT_EQ(outcome("value=m", atlas), "time=###MJD,value=m,error=dm");
  Header const asassn = {"HJD", "Limit", "mag", "mag_err", "flux(mJy)", "flux_err", "Filter"};
  EXPECT_EQ(outcome("value=mag", asassn), "time=HJD,value=mag,error=mag_err");
  EXPECT_EQ(outcome("", asassn), "advice: value=flux(mJy),error=flux_err");
}

TEST(ColumnChoice, RefusesTwoColumnsOfOneName) {
  EXPECT_EQ(by_header({"time", "time", "mag"}),
            "a.csv: the columns 1 and 2 are named 'time' (a name must tell them apart). Choose "
            "one, for example by --columns time=1.");
  EXPECT_EQ(by_header({"Time", "time", "mag"}),
            "a.csv: the columns 1 and 2 are named 'Time' and 'time' (a name must tell them apart). "
            "Choose one, for example by --columns time=Time.");
  EXPECT_EQ(outcome("time=TIME", {"Time", "time", "mag"}), "advice: time=Time");
  EXPECT_EQ(outcome("time=time", {"Time", "time", "mag"}), "time=time,value=mag");
  EXPECT_EQ(outcome("value=psf", {"time", "psf", "psf"}), "advice: value=2");
  EXPECT_EQ(outcome("value=3", {"time", "psf", "psf"}), "time=time,value=psf");
  EXPECT_EQ(outcome("", {"time", "mag", "magerr", "magerr"}), "advice: error=3");
  EXPECT_EQ(outcome("", {"time", "mag", "flag", "flag"}), "time=time,value=mag")
      << "they have no role";
}

TEST(ColumnChoice, RefusesRolesThatTheHeaderGivesToOthers) {
  EXPECT_EQ(resolve("time,id,value", {"oid", "mjd", "mag"}, 3),
            "a.csv: --columns gives the time to column 1, whose name 'oid' is that of an id (the "
            "words of --columns are the roles of the columns in their order). Put - for columns to "
            "skip, or write pairs, for example --columns id=oid,time=mjd,value=mag.");
  EXPECT_EQ(outcome("id,time,value", {"a", "mjd", "flux"}), "id=a,time=mjd,value=flux");
}

TEST(ColumnChoice, AdvisesWordsThatNeedNoFurtherAdvice) {
  Header const names = {
      "time", "TIME",    "mjd",         "hjd", "mag",    "mag", "magerr", "e_mag",
      "flux", "err",     "flag",        "a,b", "filter", "id",  "oid",    "g_transit_time",
      "y",    "bp_flux", "bp_obs_time", "",    "Vmag",   "1"};
  std::vector<std::string> const words = {"",
                                          "value=mag",
                                          "time=mjd,value=flux",
                                          "id,time,value",
                                          "id,time,wert",
                                          "time=nowhere",
                                          "value=flux,error=-",
                                          "id=-,value=a",
                                          "time,id,value",
                                          "value=2"};
  std::mt19937 random(7);
  int advised = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    Header header(2 + random() % 7);
    for (std::string& name : header) {
      name = names[random() % names.size()];
    }
    TableColumns const table{"a.csv", header, static_cast<int>(header.size())};
    std::string const& given = words[random() % words.size()];
    try {
      ColumnChoice(given).resolve(table);
    } catch (ColumnError const& error) {
      ++advised;
      std::string const advice = error.advice().columns.value();
      EXPECT_NO_THROW(ColumnChoice(advice).resolve(table))
          << fmt::format("{} | {} -> {}", fmt::join(header, ";"), given, advice);
    } catch (Error const&) {
      // There is nothing to advise where no column can be the time or the value.
    }
  }
  EXPECT_GT(advised, 10'000);
}

}  // namespace
}  // namespace siderum::io
