// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/sky_map.hpp>

#include <fitsio.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <siderum/core/healpix_pixels.hpp>
#include <siderum/io/files/traffic.hpp>

#include "io/io_support.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::all_equal;
using siderum::test::golden_noise;
using siderum::test::with_threads;

std::string const golden = SIDERUM_GOLDEN;
double const nan = std::numeric_limits<double>::quiet_NaN();

/// Pixel p is noise(p), with two pixels that healpy calls UNSEEN.
std::vector<double> golden_map() {
  std::vector<double> map;
  for (std::uint64_t pixel = 0; pixel < 192; ++pixel) {
    map.push_back(golden_noise(pixel));
  }
  map[3] = map[100] = nan;
  return map;
}

class SkyMapTest : public testing::Test {
 protected:
  std::string sentence(std::string const& path, SkyMapSelection const& selection = {}) {
    return test::sentence_of([&] { read_sky_map(path, selection); }, folder_);
  }

  static SkyMapSelection column(std::string name) {
    SkyMapSelection selection;
    selection.column = std::move(name);
    return selection;
  }

  std::string write(SkyMap const& map, NumberWidth width = NumberWidth::float64,
                    std::string const& name = "map.fits") {
    std::string const path = folder_.path(name);
    OutputFile file(path);
    write_sky_map(map, width, file);
    file.commit();
    return path;
  }

  static SkyMap numbered(RingGrid grid) {
    std::vector<double> value(static_cast<std::size_t>(grid.pixels()));
    for (std::size_t i = 0; i < value.size(); ++i) {
      value[i] = static_cast<double>(i) + 0.1;
    }
    return {std::move(grid), std::move(value), {"DENSITY"}, "K", "C"};
  }

  /// A map that siderum wrote, after a change of its header.
  template <class Change>
  std::string changed(SkyMap const& map, Change const& change) {
    std::string const path = write(map);
    fitsfile* file = nullptr;
    int status = 0;
    fits_open_table(&file, path.c_str(), READWRITE, &status);
    change(file, status);
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  std::string with_key(SkyMap const& map, char const* keyword, std::string value) {
    return changed(map, [&](fitsfile* file, int& status) {
      fits_update_key(file, TSTRING, keyword, value.data(), nullptr, &status);
    });
  }

  /// A list of pixels, whose values are their numbers.
  std::string write_list(std::string const& name, std::int64_t nside, PixelOrder order,
                         std::vector<int> pixels) {
    std::string const path = folder_.path(name);
    std::vector<double> values(pixels.begin(), pixels.end());
    auto const rows = std::ssize(pixels);
    fitsfile* file = nullptr;
    int status = 0;
    char const* names[] = {"PIXEL", "VALUE"};
    char const* forms[] = {"1J", "1D"};
    fits_create_file(&file, ("!" + path).c_str(), &status);
    fits_create_tbl(file, BINARY_TBL, rows, 2, const_cast<char**>(names), const_cast<char**>(forms),
                    nullptr, nullptr, &status);
    fits_write_col(file, TINT, 1, 1, 1, rows, pixels.data(), &status);
    fits_write_col(file, TDOUBLE, 2, 1, 1, rows, values.data(), &status);
    for (auto const& [key, value] : {std::pair{"INDXSCHM", "EXPLICIT"},
                                     {"ORDERING", order == PixelOrder::ring ? "RING" : "NESTED"}}) {
      fits_write_key(file, TSTRING, key, const_cast<char*>(value), nullptr, &status);
    }
    LONGLONG number = nside;
    fits_write_key(file, TLONGLONG, "NSIDE", &number, nullptr, &status);
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  test::TemporaryFolder folder_;
};

TEST_F(SkyMapTest, ReadsWhatHealpyWrites) {
  SkyMap const ring = read_sky_map(golden + "/healpy_ring.fits");
  EXPECT_EQ(ring.grid.kind(), GridKind::healpix);
  EXPECT_EQ(ring.grid.nside(), 4);
  EXPECT_EQ(ring.unit, "uK");
  EXPECT_EQ(ring.coordinates, "G");
  EXPECT_TRUE(siderum::test::all_near(ring.value, golden_map(), 3e-8));
  SkyMap const nested = read_sky_map(golden + "/healpy_nested.fits");
  EXPECT_TRUE(all_equal(nested.value, golden_map()));
  EXPECT_EQ(nested.unit, "");
  SkyMap const partial = read_sky_map(golden + "/healpy_partial.fits");
  std::vector<double> expected = golden_map();
  for (std::size_t pixel = 0; pixel < expected.size(); ++pixel) {
    expected[pixel] = pixel % 5 == 0 ? expected[pixel] : nan;
  }
  EXPECT_TRUE(all_equal(partial.value, expected));
}

TEST_F(SkyMapTest, RefusesPixelsThatAreListedTwice) {
  std::string const path = write_list("twice.fits", 1, PixelOrder::ring, {7, 3, 7});
  EXPECT_EQ(sentence(path),
            "twice.fits: row 3 is of pixel 7 again (a pixel has one value). Remove one of its "
            "rows.");
}

TEST_F(SkyMapTest, ListsOfPixelsAreReadByAllThreads) {
  constexpr std::int64_t nside = 128;
  std::int64_t const pixels = healpix::pixel_count(nside);
  for (PixelOrder const order : {PixelOrder::ring, PixelOrder::nested}) {
    // All but every fifth, upwards and downwards.
    std::vector<int> list;
    std::vector<double> expected(static_cast<std::size_t>(pixels), nan);
    for (int pixel = 0; pixel < pixels; ++pixel) {
      if (pixel % 5 != 0) {
        list.push_back(pixel);
        std::int64_t const ring =
            order == PixelOrder::ring ? pixel : healpix::nested_to_ring(nside, pixel);
        expected[static_cast<std::size_t>(ring)] = pixel;
      }
    }
    std::string const upwards = write_list("upwards.fits", nside, order, list);
    std::string const downwards =
        write_list("downwards.fits", nside, order, {list.rbegin(), list.rend()});
    with_threads({1, 2, 5}, [&](int) {
      EXPECT_TRUE(all_equal(read_sky_map(upwards).value, expected));
      EXPECT_TRUE(all_equal(read_sky_map(downwards).value, expected));
    });
  }
}

TEST_F(SkyMapTest, TellsTheFirstRowThatIsWrongInALongList) {
  constexpr std::int64_t nside = 128;
  std::vector<int> list(150'000);
  std::iota(list.begin(), list.end(), 0);
  list[140'000] = list[70'000] = 196'608;
  std::string const beyond = write_list("beyond.fits", nside, PixelOrder::ring, list);
  list[140'000] = 9;
  list[70'000] = 70'005;
  std::string const twice = write_list("twice.fits", nside, PixelOrder::ring, list);
  with_threads({1, 4}, [&](int) {
    EXPECT_EQ(sentence(beyond),
              "beyond.fits: row 70001 is of pixel 196608 (nside 128 has the pixels 0 .. 196607). "
              "Correct the row.");
    EXPECT_EQ(
        sentence(twice),
        "twice.fits: row 70006 is of pixel 70005 again (a pixel has one value). Remove one of "
        "its rows.");
  });
}

TEST_F(SkyMapTest, TellsWhichOfSeveralColumnsItTook) {
  SkyMap map = numbered(healpix_grid(2));
  auto const sentences = [&](std::vector<std::string> const& quantities,
                             SkyMapSelection const& selection = {}) {
    map.quantities = quantities;
    map.value.resize(quantities.size() * static_cast<std::size_t>(map.grid.pixels()), 1.0);
    FileNotes notes;
    read_sky_map(write(map), selection, &notes);
    return notes.sentences();
  };
  EXPECT_TRUE(sentences({"HITS"}).empty());
  ASSERT_EQ(sentences({"HITS", "TEMPERATURE"}).size(), 1U);
  EXPECT_NE(sentences({"HITS", "TEMPERATURE"})
                .front()
                .find(": of the columns HITS, TEMPERATURE, HITS was taken as the map, the first."
                      " Name another one with --column."),
            std::string::npos);
  EXPECT_TRUE(sentences({"HITS", "TEMPERATURE"}, {.column = "1"}).empty());
  EXPECT_TRUE(sentences({"I_STOKES", "Q_STOKES", "U_STOKES"}).empty());
}

TEST_F(SkyMapTest, HealpixMapsComeBack) {
  for (std::int64_t const nside : {1, 3, 4, 32}) {
    SkyMap map = numbered(healpix_grid(nside));
    map.value.back() = nan;
    SkyMap const back = read_sky_map(write(map));
    EXPECT_EQ(back.grid.nside(), nside);
    EXPECT_TRUE(all_equal(back.value, map.value));
    EXPECT_EQ(back.quantities, std::vector<std::string>{"DENSITY"});
    EXPECT_EQ(back.unit, "K");
    EXPECT_EQ(back.coordinates, "C");
  }
}

TEST_F(SkyMapTest, OtherGridsComeBackToTheLastBit) {
  std::vector<Ring> rings(2);
  rings[0] = {1.25, 0.0, 0.0, 3, 0.5, 6, -2, 0.25};
  rings[1] = {0.25, 0.0, 0.0, 2, 0.0, 1, 2, 0.75};
  for (RingGrid const& grid :
       {gauss_legendre_grid(7, 12), equidistant_grid(EquidistantRule::clenshaw_curtis, 9, 4),
        equidistant_grid(EquidistantRule::fejer1, 5, 3),
        equidistant_grid(EquidistantRule::fejer2, 4, 5),
        equidistant_grid(EquidistantRule::driscoll_healy, 6, 10), make_ring_grid(rings, 8)}) {
    SkyMap const map = numbered(grid);
    SkyMap const back = read_sky_map(write(map));
    EXPECT_EQ(back.grid.kind(), grid.kind());
    EXPECT_EQ(back.grid.exact_lmax(), grid.exact_lmax());
    EXPECT_TRUE(all_equal(back.value, map.value));
    ASSERT_EQ(back.grid.rings().size(), grid.rings().size());
    for (std::size_t i = 0; i < grid.rings().size(); ++i) {
      Ring const& ring = grid.rings()[i];
      Ring const& other = back.grid.rings()[i];
      EXPECT_EQ(std::pair(other.theta, other.cos_theta), std::pair(ring.theta, ring.cos_theta));
      EXPECT_EQ(std::pair(other.sin_theta, other.phi0), std::pair(ring.sin_theta, ring.phi0));
      EXPECT_EQ(std::pair(other.nphi, other.first), std::pair(ring.nphi, ring.first));
      EXPECT_EQ(std::pair(other.stride, other.weight), std::pair(ring.stride, ring.weight));
    }
  }
}

TEST_F(SkyMapTest, WritesAsTheConventionAsks) {
  std::string const path = write(numbered(healpix_grid(16)), NumberWidth::float32);
  std::string const text = test::contents_of(path);
  for (char const* const card :
       {"TTYPE1  = 'DENSITY '", "TFORM1  = '1024E   '", "PIXTYPE = 'HEALPIX '",
        "ORDERING= 'RING    '", "NSIDE   =                   16", "LASTPIX =                 3071",
        "INDXSCHM= 'IMPLICIT'", "COORDSYS= 'C       '", "NAXIS2  =                    3"}) {
    EXPECT_NE(text.find(card), std::string::npos) << card;
  }
  EXPECT_NE(test::contents_of(write(numbered(gauss_legendre_grid(3, 4)))).find("TFORM1  = '1D  "),
            std::string::npos);
}

TEST_F(SkyMapTest, TakesColumnsByNameAndNumber) {
  std::string const path = folder_.path("two.fits");
  fitsfile* file = nullptr;
  int status = 0;
  char const* names[] = {"I_STOKES", "WORDS", "HITS"};
  char const* forms[] = {"4J", "4A", "4E"};
  fits_create_file(&file, path.c_str(), &status);
  fits_create_tbl(file, BINARY_TBL, 3, 3, const_cast<char**>(names), const_cast<char**>(forms),
                  nullptr, nullptr, &status);
  std::vector<double> values(12);
  for (std::size_t i = 0; i < 12; ++i) {
    values[i] = static_cast<double>(i);
  }
  fits_write_col(file, TDOUBLE, 1, 1, 1, 12, values.data(), &status);
  values[5] = -1.6375e30;
  fits_write_col(file, TDOUBLE, 3, 1, 1, 12, values.data(), &status);
  fits_close_file(file, &status);
  ASSERT_EQ(status, 0);
  SkyMapSelection selection;
  selection.order = PixelOrder::ring;
  EXPECT_EQ(read_sky_map(path, selection).value[5], 5.0);
  selection.order = PixelOrder::nested;
  EXPECT_EQ(read_sky_map(path, selection).value[5], 5.0) << "at nside 1 the orders are the same";
  for (char const* const column : {"hits", "3"}) {
    selection.column = column;
    EXPECT_TRUE(std::isnan(read_sky_map(path, selection).value[5]));
    EXPECT_EQ(read_sky_map(path, selection).value[6], 6.0);
  }
  EXPECT_EQ(sentence(path),
            "two.fits: the pixels are in an unknown order (the file has no keyword ORDERING). Say "
            "which with --ordering ring or --ordering nested.");
  EXPECT_EQ(sentence(path, column("4")),
            "two.fits: there is no column '4' (the table has I_STOKES, WORDS, HITS). Name one of "
            "these, or its number, with --column.");
  EXPECT_EQ(sentence(path, column("words")),
            "two.fits: the column 'WORDS' cannot be read (it holds no numbers). Name another one "
            "with --column.");
}

TEST_F(SkyMapTest, IsDeclaredBeforeItIsFilled) {
  SkyMap map;
  EXPECT_EQ(map.components(), 0);
  EXPECT_EQ(test::sentence_of([&] { write(map); }, folder_),
            "The map has 0 values (its grid, HEALPix nside 1, has 12 pixels, and it names 1 "
            "quantities). Give a value for each pixel of each quantity.");
  map.grid = healpix_grid(2);
  map.value.assign(48, 1.5);
  EXPECT_TRUE(all_equal(read_sky_map(write(map)).value, map.value));
}

TEST_F(SkyMapTest, SaysWhatIsWrongWithAFile) {
  SkyMap const map = numbered(healpix_grid(3));
  EXPECT_EQ(sentence(folder_.write("a.csv", "l,cl\n1,2\n")),
            "a.csv is no map (maps are FITS files, compressed ones .fits.gz). Give a HEALPix map, "
            "or one that siderum wrote.");
  EXPECT_EQ(sentence(folder_.write("zeros", std::string(4096, '\0'))),
            "zeros is no map (maps are FITS files, compressed ones .fits.gz). Give a HEALPix map, "
            "or one that siderum wrote.");
  EXPECT_EQ(sentence(with_key(map, "ORDERING", "SPIRAL")),
            "map.fits: the pixels have the order 'SPIRAL' (orders are RING and NESTED). Convert "
            "the map to one of these.");
  EXPECT_EQ(sentence(with_key(map, "ORDERING", "NESTED")),
            "map.fits: the order is NESTED, with an nside of 3 (only powers of two have that "
            "order). Check the keywords ORDERING and NSIDE.");
  EXPECT_EQ(sentence(with_key(map, "PIXTYPE", "HEXAGON")),
            "map.fits: the pixels are of the type 'HEXAGON' (PIXTYPE is HEALPIX or RINGS). Convert "
            "the map to one of these.");
  EXPECT_EQ(sentence(with_key(map, "PIXTYPE", "RINGS")),
            "map.fits: the rings are missing (PIXTYPE is RINGS, but no table follows the map). "
            "Write the map again.");
  EXPECT_EQ(sentence(with_key(map, "INDXSCHM", "EXPLICIT")),
            "map.fits: there is no column '2' (the table has DENSITY). Name one of these, or its "
            "number, with --column.");
  auto const with_nside = [](LONGLONG nside) {
    return [nside](fitsfile* file, int& status) {
      LONGLONG value = nside;
      fits_update_key(file, TLONGLONG, "NSIDE", &value, nullptr, &status);
    };
  };
  EXPECT_EQ(sentence(changed(map, with_nside(4))),
            "map.fits: the map has 108 pixels (NSIDE is 4, which has 192). Give a whole map, or "
            "one that lists its pixels.");
  EXPECT_EQ(sentence(changed(map, with_nside(1'000'000'000))),
            "map.fits: NSIDE is 1000000000 (maps of nside 1 .. 8192 are read). Check the file, or "
            "give a coarser map.");
  EXPECT_EQ(sentence(changed(map,
                             [](fitsfile* file, int& status) {
                               fits_delete_key(file, "NSIDE", &status);
                               fits_delete_rows(file, 1, 1, &status);
                             })),
            "map.fits: the map has 107 pixels (a HEALPix map has 12 nside^2). Give a whole HEALPix "
            "map, or one that siderum wrote.");
}

TEST_F(SkyMapTest, CutsNoTextOff) {
  std::string const longest(68, 'x');
  SkyMap map = numbered(healpix_grid(2));
  map.unit = map.coordinates = map.quantities.front() = longest;
  SkyMap const back = read_sky_map(write(map));
  EXPECT_EQ(back.unit, longest);
  EXPECT_EQ(back.coordinates, longest);
  EXPECT_EQ(back.quantities.front(), longest);
  auto const sentence = [&](std::string SkyMap::*text) {
    SkyMap longer = map;
    longer.*text += 'x';
    return test::sentence_of([&] { write(longer); }, folder_);
  };
  EXPECT_EQ(sentence(&SkyMap::unit),
            "The unit of the map has 69 letters (a text of a FITS header has 68 at most, and an"
            " apostrophe counts as two). Give a shorter one.");
  EXPECT_EQ(sentence(&SkyMap::coordinates).substr(0, 35), "The keyword COORDSYS has 69 letters");
  map.quantities.front() += 'x';
  EXPECT_EQ(test::sentence_of([&] { write(map); }, folder_).substr(0, 43),
            "The name of a column of the map has 69 lett");
}

TEST_F(SkyMapTest, RefusesRingsThatAreNone) {
  SkyMap const map = numbered(gauss_legendre_grid(3, 4));
  EXPECT_EQ(sentence(with_key(map, "GRID", "FEJER1")),
            "map.fits: the rings are not those of the rule FEJER1 (the table of rings says "
            "otherwise). Write USER into the keyword GRID.");
  EXPECT_EQ(sentence(with_key(map, "GRID", "SPIRAL")),
            "map.fits: the rings follow the rule 'SPIRAL' (it is not known). Write USER into the "
            "keyword GRID.");
  std::string const path = changed(map, [](fitsfile* file, int& status) {
    std::string user = "USER";
    fits_update_key(file, TSTRING, "GRID", user.data(), nullptr, &status);
    fits_movrel_hdu(file, 1, nullptr, &status);
    LONGLONG nphi = 5;
    fits_write_col(file, TLONGLONG, 3, 2, 1, 1, &nphi, &status);
  });
  EXPECT_EQ(sentence(path),
            "map.fits: The rings have more pixels than the map has elements (12). Give every pixel "
            "an element of its own.");
}

TEST_F(SkyMapTest, RefusesTruncatedFiles) {
  std::string const bytes = test::contents_of(write(numbered(healpix_grid(16))));
  for (std::size_t const size : {5000U, 8000U, 30'000U}) {
    std::string const path = folder_.write("cut.fits", bytes.substr(0, size));
    EXPECT_EQ(sentence(path).substr(0, 31), "cut.fits cannot be read as FITS") << size;
  }
  // A header that claims more than there is, before any memory is asked for.
  std::string claims = bytes;
  std::string const rows = "NAXIS2  =                    3";
  claims.replace(claims.find(rows), rows.size(), "NAXIS2  =     9000000000000000");
  EXPECT_EQ(sentence(folder_.write("claims.fits", claims)).substr(0, 30),
            "claims.fits cannot be read as ");
}

TEST_F(SkyMapTest, ListsOfPixelsAreChecked) {
  std::string const bytes = test::contents_of(golden + "/healpy_partial.fits");
  std::string changed = bytes;
  std::string const nside = "NSIDE   =                    4";
  changed.replace(changed.find(nside), nside.size(), "NSIDE   =                    2");
  EXPECT_EQ(sentence(folder_.write("a.fits", changed)),
            "a.fits: row 11 is of pixel 50 (nside 2 has the pixels 0 .. 47). Correct the row.");
  changed.replace(changed.find("NSIDE   ="), 9, "NOSIDE  =");
  EXPECT_EQ(sentence(folder_.write("a.fits", changed)),
            "a.fits: the nside is unknown (a list of pixels needs the keyword NSIDE). Add it to "
            "the file.");
}

TEST_F(SkyMapTest, TellTheGridBeforeThePixels) {
  SkyMap map;
  map.grid = healpix_grid(16);
  map.quantities = quantity_names(Field::scalar);
  map.value.assign(static_cast<std::size_t>(map.grid.pixels()), 1.0);
  std::string const whole = test::contents_of(write(map));
  std::int64_t nside = 0;
  SkyMapSelection selection;
  selection.grid_is_known = [&](RingGrid const& grid) {
    EXPECT_EQ(nside, 0);
    nside = grid.nside();
    throw Error("told");
  };
  EXPECT_EQ(test::sentence_of([&] { read_sky_map(folder_.path("map.fits"), selection); }, folder_),
            "told");
  EXPECT_EQ(nside, 16);
  // Not of a file that is refused by its header.
  nside = 0;
  std::string cut = whole;
  cut.replace(cut.find("'RING    '"), 10, "'OTHER   '");
  EXPECT_NE(
      test::sentence_of([&] { read_sky_map(folder_.write("cut.fits", cut), selection); }, folder_),
      "told");
  EXPECT_EQ(nside, 0);
}

TEST_F(SkyMapTest, TellTheGridOfListsBeforeTheirRows) {
  std::string const bytes = test::contents_of(golden + "/healpy_partial.fits");
  std::int64_t nside = 0;
  SkyMapSelection selection;
  selection.grid_is_known = [&](RingGrid const& grid) { nside = grid.nside(); };
  auto const told = [&](std::string const& card, std::string const& other) {
    std::string changed = bytes;
    changed.replace(changed.find(card), card.size(), other);
    nside = 0;
    std::string const path = folder_.write("a.fits", changed);
    return test::sentence_of([&] { read_sky_map(path, selection); }, folder_);
  };
  std::string const card = "NSIDE   =                    4";
  EXPECT_EQ(told(card, card), "no error");
  EXPECT_EQ(nside, 4);
  // Whose rows are of no such grid.
  EXPECT_NE(told(card, "NSIDE   =                    2"), "no error");
  EXPECT_EQ(nside, 2);
  // Whose header is wrong.
  EXPECT_NE(told("NSIDE   =", "NOSIDE  ="), "no error");
  EXPECT_EQ(nside, 0);
}

TEST_F(SkyMapTest, TellTheGridOfRingsBeforeThePixels) {
  SkyMap map = numbered(gauss_legendre_grid(31, 61));
  map.quantities = {"DENSITY", "HITS"};
  map.value.insert(map.value.end(), map.value.rbegin(), map.value.rend());
  std::string const path = write(map);
  GridKind kind = GridKind::user;
  SkyMapSelection selection = column("HITS");
  selection.grid_is_known = [&](RingGrid const& grid) { kind = grid.kind(); };
  std::string const pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << test::contents_of(path); });
  for (std::string const& from : {path, pipe}) {
    kind = GridKind::user;
    SkyMap const back = read_sky_map(from, selection);
    EXPECT_EQ(kind, GridKind::gauss_legendre);
    EXPECT_EQ(back.quantities, std::vector<std::string>{"HITS"});
    EXPECT_TRUE(std::ranges::equal(back.value, map.component(1)));
  }
  writer.join();
  selection.grid_is_known = [](RingGrid const&) { throw Error("told"); };
  EXPECT_EQ(test::sentence_of([&] { read_sky_map(path, selection); }, folder_), "told");
  // Not of rings that are none.
  EXPECT_NE(
      test::sentence_of([&] { read_sky_map(with_key(map, "GRID", "SPIRAL"), selection); }, folder_),
      "told");
}

TEST_F(SkyMapTest, CountTheBytesOfWhatIsReadOnce) {
  SkyMap const map = numbered(healpix_grid(64));
  std::string const path = write(map);
  std::string const packed = path + ".gz";
  fitsfile* file = nullptr;
  fitsfile* copy = nullptr;
  int status = 0;
  fits_open_diskfile(&file, path.c_str(), READONLY, &status);
  fits_create_file(&copy, packed.c_str(), &status);
  fits_copy_file(file, copy, 1, 1, 1, &status);
  fits_close_file(file, &status);
  fits_close_file(copy, &status);
  ASSERT_EQ(status, 0);
  auto const bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  EXPECT_LT(static_cast<std::int64_t>(std::filesystem::file_size(packed)), bytes);
  auto const read = [](std::string const& name) {
    std::int64_t const before = traffic().read;
    read_sky_map(name);
    return traffic().read - before;
  };
  EXPECT_EQ(read(packed), bytes);
  // But for what fills the last block.
  std::int64_t const fill = bytes - read(path);
  EXPECT_GE(fill, 0);
  EXPECT_LT(fill, 2880);
}

TEST_F(SkyMapTest, AreTheSameForAnyNumberOfThreads) {
  SkyMap map;
  map.grid = healpix_grid(128);
  map.quantities = quantity_names(Field::polarised);
  for (std::uint64_t i = 0; i < 3 * static_cast<std::uint64_t>(map.grid.pixels()); ++i) {
    map.value.push_back(i % 1009 == 5 ? nan : golden_noise(i));
  }
  SkyMapSelection polarised;
  polarised.field = Field::polarised;
  SkyMapSelection nested = polarised;
  siderum::test::WorkerThreads const one(1);
  std::string const expected = test::contents_of(write(map));
  std::string in_nested = expected;
  std::size_t const order = in_nested.find("'RING    '");
  ASSERT_NE(order, std::string::npos);
  in_nested.replace(order, 10, "'NESTED  '");
  std::string const other = folder_.write("nested.fits", in_nested);
  std::vector<double> const by_nested = read_sky_map(other, nested).value;
  for (std::size_t i = 0; i < by_nested.size(); i += 997) {
    std::size_t const pixels = static_cast<std::size_t>(map.grid.pixels());
    auto const ring = static_cast<std::size_t>(
        healpix::nested_to_ring(128, static_cast<std::int64_t>(i % pixels)));
    double const from = map.value[i];
    double const to = by_nested[i / pixels * pixels + ring];
    EXPECT_TRUE(from == to || (std::isnan(from) && std::isnan(to)));
  }
  with_threads({1, 2, 5}, [&](int) {
    EXPECT_TRUE(test::contents_of(write(map)) == expected);
    EXPECT_TRUE(all_equal(read_sky_map(folder_.path("map.fits"), polarised).value, map.value));
    EXPECT_TRUE(all_equal(read_sky_map(other, nested).value, by_nested));
  });
}

}  // namespace
}  // namespace siderum::io
