// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/columns.hpp>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

using Header = std::vector<std::string>;

std::string resolve(std::string_view words, Header const& header, int columns) {
  try {
    return ColumnChoice(words).resolve("a.csv", header, columns).description();
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
            "apart). Name them with --columns, for example --columns id,time,value,error,-.");
}

TEST(ColumnChoice, FollowsTheHeader) {
  EXPECT_EQ(by_header({"objid", "band", "MJD", "mag", "magerr"}), "id, -, time, value, error");
  EXPECT_EQ(by_header({"mag", "t", "quality"}), "value, time");
  EXPECT_EQ(by_header({"id", "name", "time", "value"}), "id, -, time, value")
      << "the role's own name wins";
}

TEST(ColumnChoice, RefusesAHeaderThatDoesNotDecide) {
  EXPECT_EQ(by_header({"id", "mjd", "psf"}),
            "a.csv: no column is the value (the header has id, mjd, psf). Name it with --columns "
            "value=NAME.");
  EXPECT_EQ(by_header({"mjd", "hjd", "mag"}),
            "a.csv: the columns 'mjd' and 'hjd' could both be the time (the header names more than "
            "one). Choose with --columns time=mjd.");
}

TEST(ColumnChoice, TakesRolesInOrder) {
  EXPECT_EQ(resolve("id,time,value,error", {}, 4), "id, time, value, error");
  EXPECT_EQ(resolve("time,value,error", {}, 7), "time, value, error");
  EXPECT_EQ(resolve("-, time ,skip,MAG,-", {}, 5), "-, time, -, value");
  EXPECT_EQ(resolve("id,band,time,value", {"a", "band", "b", "c"}, 4), "id, -, time, value");
}

TEST(ColumnChoice, RefusesWordsThatItDoesNotKnow) {
  EXPECT_EQ(resolve("id,time,value,eror", {}, 4),
            "a.csv: there is no column 'eror' (the file has 4 columns and no header). Give "
            "--columns the words id, time, value, error and, for a column to skip, - in the order "
            "of the columns, or pairs like value=NAME.");
  EXPECT_EQ(resolve("id,tiem,value", {}, 3),
            "a.csv: there is no column 'tiem' (the file has 3 columns and no header). Give "
            "--columns the words id, time, value, error and, for a column to skip, - in the order "
            "of the columns, or pairs like value=NAME.");
  EXPECT_EQ(resolve("id,time,wert", {"id", "time", "flux", "flag"}, 4),
            "a.csv: there is no column 'wert' (the header has id, time, flux, flag). Give "
            "--columns the words id, time, value, error and, for a column to skip, - in the order "
            "of the columns, or pairs like value=NAME.");
  EXPECT_EQ(resolve("id,time,wert", {"id", "time", "wert"}, 3),
            "a.csv: no column is the value (the header has id, time, wert). Name it with --columns "
            "value=NAME.");
  EXPECT_EQ(resolve("id,-,value", {}, 3),
            "--columns id,-,value: no column is the time (time and value are needed). Give the "
            "roles in the order of the columns, for example id,time,value,error.");
  EXPECT_EQ(
      resolve("time,jd,value", {}, 3),
      "--columns time,jd,value: two columns are the time (a role has one column). Write - for "
      "the one to skip.");
  EXPECT_EQ(
      resolve("objid,mjd,mag", {"objid", "band", "mjd", "mag"}, 4),
      "a.csv: --columns gives 'mjd' to column 2, the header to column 3 (the words of --columns "
      "are the roles of the columns in their order). Put - for columns to skip, or write pairs "
      "like time=NAME.");
}

TEST(ColumnChoice, TakesPairs) {
  Header const header = {"star", "mjd", "hjd", "psf", "psf_sd", "mag"};
  EXPECT_EQ(resolve("time=hjd,value=psf,error=psf_sd", header, 6), "id, -, time, value, error");
  EXPECT_EQ(resolve("time=HJD,value=4,id=-", header, 6), "-, -, time, value");
  EXPECT_EQ(resolve("value=2,time=3", {}, 3), "-, value, time") << "no header: no id unless named";
}

TEST(ColumnChoice, RefusesPairsThatDoNotFit) {
  EXPECT_EQ(resolve("time=bjd", {"id", "mjd", "mag"}, 3),
            "a.csv: there is no column 'bjd' (the header has id, mjd, mag). Correct --columns "
            "time=bjd.");
  EXPECT_EQ(resolve("time=mjd,value=mag", {}, 3),
            "a.csv: there is no column 'mjd' (the file has 3 columns and no header). Correct "
            "--columns time=mjd.");
  EXPECT_EQ(
      resolve("time=1,value=4", {}, 3),
      "a.csv: there is no column '4' (the file has 3 columns and no header). Correct --columns "
      "value=4.");
  EXPECT_EQ(resolve("time=2", {}, 3),
            "a.csv: no column is the value (the file has 3 columns and no header). Name it with "
            "--columns value=NUMBER, or where there are errors value=NUMBER,error=NUMBER.");
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

}  // namespace
}  // namespace siderum::io
