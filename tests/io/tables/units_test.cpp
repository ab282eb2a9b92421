// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/units.hpp>

#include <numbers>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/ecsv_units.hpp>

namespace siderum::io {
namespace {

using enum Quantity;

/// One of a unit in degrees or days; 0: no unit is said, -1: it is not understood.
double one(std::string_view text, Quantity quantity) {
  UnitText const read = read_unit(text, quantity);
  return !read.is_understood ? -1.0 : read.scale ? (*read.scale)(1.0) : 0.0;
}

TEST(ReadUnit, KnowsAngles) {
  for (std::string_view const text : {"deg", "Deg", "DEGREES", "degree", "[deg]", "(deg)",
                                      "deg (J2000)", "degrees_ICRS", "\xC2\xB0"}) {
    EXPECT_EQ(one(text, right_ascension), 1.0) << text;
    EXPECT_EQ(one(text, declination), 1.0) << text;
  }
  EXPECT_EQ(one("arcmin", declination), 1.0 / 60.0);
  EXPECT_EQ(one("arcsec", right_ascension), 1.0 / 3600.0);
  EXPECT_EQ(one("'", declination), 1.0 / 60.0);
  EXPECT_EQ(one("\"", right_ascension), 1.0 / 3600.0);
  EXPECT_EQ(one("'", time), -1.0) << "an angle";
  EXPECT_EQ(one("'deg'", right_ascension), 1.0);
  EXPECT_EQ(one("mas", right_ascension), 1.0 / 3.6e6);
  EXPECT_EQ(one("rad", right_ascension), 180.0 / std::numbers::pi);
  EXPECT_EQ(one("hourangle", declination), 15.0);
  for (std::string_view const text : {"h", "hr", "hour", "HOURS", "hourangle"}) {
    EXPECT_EQ(one(text, right_ascension), 15.0) << text;
  }
  EXPECT_EQ(one("h", declination), -1.0) << "declinations are in no hours";
}

TEST(ReadUnit, KnowsTimes) {
  for (std::string_view const text :
       {"d", "day", "Days", "JD", "MJD", "BJD_TDB", "BJD - 2454833, days", "BJD - 2457000, days",
        "HJD-2400000.5", "d (TDB)", "Julian Date (JD)", "julian days"}) {
    EXPECT_EQ(one(text, time), 1.0) << text;
  }
  EXPECT_EQ(one("h", time), 1.0 / 24.0);
  EXPECT_EQ(one("min", time), 1.0 / 1440.0);
  EXPECT_EQ(one("s", time), 1.0 / 86400.0);
  EXPECT_EQ(one("sec", time), 1.0 / 86400.0);
  EXPECT_EQ(one("yr", time), 365.25);
  EXPECT_EQ(one("a", time), 365.25);
}

TEST(ReadUnit, KnowsWhatSaysNoUnit) {
  for (std::string_view const text : {"", " ", "unknown", "none", "-", "J2000", "UTC"}) {
    EXPECT_EQ(one(text, time), 0.0) << text;
    EXPECT_EQ(one(text, declination), 0.0) << text;
  }
}

TEST(ReadUnit, GuessesNothing) {
  for (std::string_view const text :
       {"furlong", "K", "deg/s", "s-1", "s^-1", "1/s", "1000 s", "10**3 s", "h:m:s", "h m s", "Ms",
        "S", "deg rad", "m", "days 2454833", "rad deg-1", "d h"}) {
    EXPECT_EQ(one(text, right_ascension), -1.0) << text;
    EXPECT_EQ(one(text, declination), -1.0) << text;
    EXPECT_EQ(one(text, time), -1.0) << text;
  }
  EXPECT_EQ(one("deg", time), -1.0);
  EXPECT_EQ(one("d", right_ascension), -1.0);
  EXPECT_EQ(one("min", right_ascension), -1.0) << "of time or of arc";
}

TEST(ColumnScale, ReadsTheFileThenTheBracketsOfTheName) {
  auto const scale = [](std::string const& name, std::string const& unit) {
    std::optional<UnitScale> const found = column_scale("a.csv", name, unit, right_ascension);
    return found ? (*found)(1.0) : 0.0;
  };
  EXPECT_EQ(scale("ra", ""), 0.0);
  EXPECT_EQ(scale("ra", "h"), 15.0);
  EXPECT_EQ(scale("ra [h]", ""), 15.0);
  EXPECT_EQ(scale("ra(hours)", ""), 15.0);
  EXPECT_EQ(scale("ra (J2000) [h]", ""), 15.0);
  EXPECT_EQ(scale("ra [h]", "deg"), 1.0);
  EXPECT_EQ(scale("ra (of the core)", ""), 0.0) << "a remark";
  EXPECT_EQ(scale("RA(3)", ""), 0.0);
  EXPECT_THROW(scale("ra [furlong]", ""), Error);
  try {
    scale("ra", "furlong");
    FAIL();
  } catch (Error const& error) {
    EXPECT_STREQ(error.what(),
                 "a.csv: the column 'ra' is in 'furlong' (right ascensions are read in deg, "
                 "arcmin, arcsec, mas, uas, rad, hourangle and h). Convert it, or correct its "
                 "unit.");
  }
}

TEST(EcsvUnits, AreThoseOfAstropy) {
  std::string_view const comments =
      "# %ECSV 1.0\n# ---\n# datatype:\n"
      "# - {name: ra, unit: hourangle, datatype: float64, description: 'Right, {unit: x}'}\n"
      "# - name: dec\n#   unit: deg\n#   datatype: float64\n#   description: 'long long\n"
      "#     unit: K'\n#   meta: !!omap\n#   - {x: y}\n"
      "# - {name: z, datatype: int64}\n"
      "# - {name: 'a b', unit: km / s, datatype: int64,\n#   description: more}\n"
      "# meta: !!omap\n# - {name: z, unit: K}\n# schema: astropy-2.0\n";
  EXPECT_EQ(ecsv_units(comments, {"z", "dec", "ra", "a b", "other"}),
            (std::vector<std::string>{"", "deg", "hourangle", "km / s", ""}));
  EXPECT_TRUE(ecsv_units("# - {name: ra, unit: h}\n", {"ra"}).empty()) << "no ECSV";
}

}  // namespace
}  // namespace siderum::io
