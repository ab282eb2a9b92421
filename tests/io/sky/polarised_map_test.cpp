// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/sky_map.hpp>

#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "io/io_support.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"

namespace siderum::io {
namespace {

using siderum::test::all_equal;
using siderum::test::golden_noise;

std::string const golden = SIDERUM_GOLDEN;
double const nan = std::numeric_limits<double>::quiet_NaN();

/// T, Q and U of tests/golden/make_polarisation.py.
std::vector<double> golden_maps() {
  std::vector<double> maps;
  for (std::uint64_t i = 0; i < 3 * 192; ++i) {
    maps.push_back(i % 192 == 3 || i == 2 * 192 + 100 ? nan : golden_noise(i));
  }
  return maps;
}

std::vector<double> with_other_u(std::vector<double> maps) {
  for (std::size_t i = 2 * 192; i < maps.size(); ++i) {
    maps[i] = -maps[i];
  }
  return maps;
}

SkyMapSelection of_field(Field field, std::string column = {}) {
  SkyMapSelection selection;
  selection.field = field;
  selection.column = std::move(column);
  return selection;
}

class PolarisedMapTest : public testing::Test {
 protected:
  std::string sentence(std::string const& path, SkyMapSelection const& selection) {
    return test::sentence_of([&] { read_sky_map(path, selection); }, folder_);
  }

  std::string write(SkyMap const& map, NumberWidth width = NumberWidth::float64) {
    std::string const path = folder_.path("map.fits");
    OutputFile file(path);
    write_sky_map(map, width, file);
    file.commit();
    return path;
  }

  /// Pixel i of component c is 100 c + i.
  static SkyMap numbered(RingGrid grid, std::vector<std::string> quantities) {
    std::vector<double> value;
    for (std::size_t c = 0; c < quantities.size(); ++c) {
      for (std::int64_t i = 0; i < grid.pixels(); ++i) {
        value.push_back(static_cast<double>(100 * c) + static_cast<double>(i));
      }
    }
    return {std::move(grid), std::move(value), std::move(quantities), "K", "G"};
  }

  test::TemporaryFolder folder_;
};

TEST_F(PolarisedMapTest, ReadsWhatHealpyWrites) {
  SkyMap const map = read_sky_map(golden + "/healpy_tqu.fits", of_field(Field::polarised));
  EXPECT_EQ(map.components(), 3);
  EXPECT_EQ(map.unit, "uK");
  EXPECT_EQ(map.quantities, quantity_names(Field::polarised));
  EXPECT_EQ(map.convention, PolarisationConvention::cosmo);
  EXPECT_TRUE(all_equal(map.value, golden_maps()));
  SkyMap const partial =
      read_sky_map(golden + "/healpy_tqu_partial.fits", of_field(Field::polarised));
  EXPECT_TRUE(all_equal(partial.value, golden_maps()));
}

TEST_F(PolarisedMapTest, FlipsUOfTheIau) {
  SkyMap const map = read_sky_map(golden + "/healpy_tqu_iau.fits", of_field(Field::polarised));
  EXPECT_EQ(map.convention, PolarisationConvention::iau);
  EXPECT_TRUE(all_equal(map.value, with_other_u(golden_maps())));
  SkyMap const spin = read_sky_map(golden + "/healpy_tqu_iau.fits", of_field(Field::spin_two));
  EXPECT_TRUE(all_equal(std::vector(spin.component(1).begin(), spin.component(1).end()),
                        std::vector(map.component(2).begin(), map.component(2).end())));
  // As one column it is what the file holds.
  SkyMap const column =
      read_sky_map(golden + "/healpy_tqu_iau.fits", of_field(Field::scalar, "U_POLARISATION"));
  EXPECT_EQ(column.value[7], golden_noise(2 * 192 + 7));
}

TEST_F(PolarisedMapTest, TakesTheConventionWhereTheFileHasNone) {
  SkyMapSelection selection = of_field(Field::polarised);
  selection.convention = PolarisationConvention::iau;
  EXPECT_TRUE(all_equal(read_sky_map(golden + "/healpy_tqu_partial.fits", selection).value,
                        with_other_u(golden_maps())));
  std::string const with_key = golden + "/healpy_tqu.fits";
  EXPECT_EQ(sentence(with_key, selection),
            with_key +
                ": --polcconv names another sign of U than the file, COSMO (its keyword"
                " POLCCONV counts). Leave --polcconv out.");
  selection.is_shared = true;  // with files that need it
  SkyMap const shared = read_sky_map(with_key, selection);
  EXPECT_TRUE(all_equal(shared.value, golden_maps()));
  EXPECT_EQ(shared.stated_convention, PolarisationConvention::cosmo);
  selection.is_shared = false;
  selection.convention = PolarisationConvention::cosmo;
  EXPECT_TRUE(all_equal(read_sky_map(with_key, selection).value, golden_maps()));
}

TEST_F(PolarisedMapTest, FieldsComeBack) {
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    for (RingGrid const& grid : {healpix_grid(2), healpix_grid(32), gauss_legendre_grid(5, 8)}) {
      for (auto const convention : {PolarisationConvention::cosmo, PolarisationConvention::iau}) {
        SkyMap map = numbered(grid, quantity_names(field));
        map.value.back() = nan;
        map.convention = convention;
        SkyMap const back = read_sky_map(write(map), of_field(field));
        EXPECT_TRUE(all_equal(back.value, map.value));
        EXPECT_EQ(back.quantities, map.quantities);
        EXPECT_EQ(back.grid.kind(), grid.kind());
        EXPECT_EQ(back.convention, spin(field) == 2 ? convention : PolarisationConvention::cosmo);
      }
    }
  }
}

TEST_F(PolarisedMapTest, WritesAsTheConventionAsks) {
  SkyMap map = numbered(healpix_grid(16), quantity_names(Field::polarised));
  map.convention = PolarisationConvention::iau;
  std::string const path = write(map, NumberWidth::float32);
  std::string const text = test::contents_of(path);
  for (char const* const card :
       {"TTYPE1  = 'TEMPERATURE'", "TTYPE2  = 'Q_POLARISATION'", "TTYPE3  = 'U_POLARISATION'",
        "TFORM3  = '1024E   '", "TUNIT2  = 'K       '", "POLCCONV= 'IAU     '",
        "NAXIS2  =                    3"}) {
    EXPECT_NE(text.find(card), std::string::npos) << card;
  }
  EXPECT_EQ(read_sky_map(path, of_field(Field::scalar, "3")).value[5], -205.0);
  EXPECT_EQ(test::contents_of(write(numbered(healpix_grid(2), {"TEMPERATURE"}))).find("POLCCONV"),
            std::string::npos);
}

TEST_F(PolarisedMapTest, FindsComponentsByNameAndByChoice) {
  std::string path = write(numbered(healpix_grid(1), {"HITS", "U_STOKES", "q", "I_STOKES"}));
  SkyMap const named = read_sky_map(path, of_field(Field::polarised));
  EXPECT_EQ((std::vector{named.value[0], named.value[12], named.value[24]}),
            (std::vector<double>{300, 200, 100}));
  SkyMap const chosen = read_sky_map(path, of_field(Field::polarised, "1,I_stokes,2"));
  EXPECT_EQ((std::vector{chosen.value[0], chosen.value[12], chosen.value[24]}),
            (std::vector<double>{0, 300, 100}));
  path = write(numbered(healpix_grid(1), {"a", "b"}));
  EXPECT_EQ(read_sky_map(path, of_field(Field::spin_two)).value[12], 100.0)
      << "columns without known names, as many as there are components";
}

TEST_F(PolarisedMapTest, SaysThatColumnsWereTakenInTheirOrder) {
  auto const told = [&](std::vector<std::string> const& names, SkyMapSelection const& selection) {
    FileNotes notes;
    read_sky_map(write(numbered(healpix_grid(1), names)), selection, &notes);
    return notes.sentences();
  };
  auto const sentence_of = [&](std::string const& text) {
    return std::vector{folder_.path("map.fits") + ": the columns " + text +
                       ", in their order. Name them with --column if they are others."};
  };
  EXPECT_EQ(told({"a", "b", "c"}, of_field(Field::polarised)),
            sentence_of("a, b, c were taken as T, Q and U"));
  EXPECT_EQ(told({"a", "b"}, of_field(Field::spin_one)),
            sentence_of("a, b were taken as the theta component and the phi component"));
  std::vector<std::string> const none;
  EXPECT_EQ(told({"a", "b", "c"}, of_field(Field::polarised, "a,b,c")), none);
  EXPECT_EQ(told({"u", "t", "q"}, of_field(Field::polarised)), none);
}

TEST_F(PolarisedMapTest, TellsUnitsThatAreApart) {
  SkyMap map{
      healpix_grid(4), golden_maps(), {"TEMPERATURE", "Q_POLARISATION", "U_POLARISATION"}, "K", {}};
  std::string bytes = test::contents_of(write(map));
  auto const told = [&](std::string const& content) {
    FileNotes notes;
    read_sky_map(folder_.write("map.fits", content), of_field(Field::polarised), &notes);
    return notes.sentences();
  };
  auto const units_of = [&] {
    return read_sky_map(folder_.path("map.fits"), of_field(Field::polarised)).units;
  };
  EXPECT_TRUE(told(bytes).empty());
  std::size_t const at = bytes.rfind("'K       '");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 10, "'mK      '");
  ASSERT_EQ(told(bytes).size(), 1U);
  EXPECT_NE(told(bytes)[0].find("are in K and in mK (TUNIT). They are taken as they are."),
            std::string::npos)
      << told(bytes)[0];
  EXPECT_EQ(units_of(), (std::vector<std::string>{"K", "K", "mK"}));
  bytes.replace(bytes.find("'K       '"), 10, "'uK      '");
  EXPECT_NE(told(bytes)[0].find("are in uK, in K and in mK (TUNIT)."), std::string::npos)
      << told(bytes)[0];
  EXPECT_EQ(units_of(), (std::vector<std::string>{"uK", "K", "mK"}));
  bytes.replace(bytes.find("'K       '"), 10, "'        '");
  EXPECT_NE(told(bytes)[0].find("are in uK, in no unit and in mK (TUNIT)."), std::string::npos)
      << told(bytes)[0];
  EXPECT_EQ(units_of(), (std::vector<std::string>{"uK", "", "mK"}));
}

TEST_F(PolarisedMapTest, UnitsOfColumnsComeBack) {
  SkyMap map = numbered(healpix_grid(1), {"TEMPERATURE", "Q_POLARISATION", "U_POLARISATION"});
  map.units = {"uK", "", "mK"};
  EXPECT_EQ(read_sky_map(write(map), of_field(Field::polarised)).units, map.units);
  map.units = {"uK", "uK", "uK"};
  SkyMap const same = read_sky_map(write(map), of_field(Field::polarised));
  EXPECT_TRUE(same.units.empty());
  EXPECT_EQ(same.unit, "uK");
  EXPECT_EQ(same.unit_of(2), "uK");
}

TEST_F(PolarisedMapTest, KnowsWhatIsLeftOut) {
  auto const leaves_out = [&](std::vector<std::string> const& names,
                              SkyMapSelection const& selection) {
    return read_sky_map(write(numbered(healpix_grid(1), names)), selection).leaves_out_polarisation;
  };
  std::vector<std::string> const all{"TEMPERATURE", "Q_STOKES", "U_STOKES", "HITS"};
  EXPECT_TRUE(leaves_out(all, {}));
  EXPECT_FALSE(leaves_out(all, of_field(Field::scalar, "1")));
  EXPECT_FALSE(leaves_out(all, of_field(Field::polarised)));
  EXPECT_FALSE(leaves_out({"TEMPERATURE", "HITS"}, {}));
  EXPECT_FALSE(leaves_out({"HITS", "Q_STOKES", "U_STOKES"}, {}));
}

TEST_F(PolarisedMapTest, SaysWhatIsMissing) {
  std::string path = write(numbered(healpix_grid(1), {"TEMPERATURE", "Q_POLARISATION"}));
  EXPECT_EQ(sentence(path, of_field(Field::polarised)),
            "map.fits: there is T and Q without U (the field is T, Q and U, and the table has "
            "TEMPERATURE, Q_POLARISATION). Give a map with all of them, or name their columns with "
            "--column, commas between them.");
  EXPECT_EQ(sentence(path, of_field(Field::spin_two)),
            "map.fits: there is Q without U (the field is Q and U, and the table has TEMPERATURE, "
            "Q_POLARISATION). Give a map with all of them, or name their columns with --column, "
            "commas between them.");
  EXPECT_EQ(sentence(path, of_field(Field::polarised, "1,2")),
            "map.fits: --column names 2 of its columns (the field has T, Q and U). Name as many, "
            "with commas between them.");
  for (char const* const twice : {"2,2", "2,Q_POLARISATION", "q_polarisation,2"}) {
    EXPECT_EQ(sentence(path, of_field(Field::spin_two, twice)),
              "map.fits: --column names the column 'Q_POLARISATION' twice (the field has Q and U, "
              "each in a column of its own). Name each column once.");
  }
  EXPECT_EQ(sentence(path, of_field(Field::spin_two, "1,4")).substr(0, 33),
            "map.fits: there is no column '4' ");
  path = write(numbered(healpix_grid(1), {"a", "b", "c", "d"}));
  EXPECT_EQ(sentence(path, of_field(Field::polarised)).substr(0, 38),
            "map.fits: T, Q and U cannot be told (t");
}

TEST_F(PolarisedMapTest, RefusesAnUnknownConvention) {
  std::string bytes = test::contents_of(golden + "/healpy_tqu.fits");
  std::string const key = "POLCCONV= 'COSMO   '";
  bytes.replace(bytes.find(key), key.size(), "POLCCONV= 'OTHER   '");
  EXPECT_EQ(sentence(folder_.write("other.fits", bytes), of_field(Field::polarised)),
            "other.fits: the polarisation has the convention 'OTHER' (POLCCONV is COSMO or IAU). "
            "Convert the map to one of these.");
}

}  // namespace
}  // namespace siderum::io
