// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/coefficients_file.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <siderum/io/files/traffic.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"
#include "support/golden_noise.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::with_threads;

using Complex = std::complex<double>;

class CoefficientsFileTest : public testing::Test {
 protected:
  std::string sentence(std::string const& path, Field field = Field::scalar) {
    return test::sentence_of([&] { read_coefficients(path, field); }, folder_);
  }

  std::string write(CoefficientTable const& table, NumberWidth width = NumberWidth::float64) {
    std::string const path = folder_.path("alm.fits");
    OutputFile file(path);
    write_coefficients(table, width, file);
    file.commit();
    return path;
  }

  /// A table of columns as other programs may write it.
  std::string write_rows(IntegerColumn index, NumberColumn real, NumberColumn imaginary) {
    Table table;
    table.add("imag", std::move(imaginary));
    table.add("index", std::move(index));
    table.add("real", std::move(real));
    write_table(table, folder_.path("rows.fits"));
    return folder_.path("rows.fits");
  }

  test::TemporaryFolder folder_;
};

TEST_F(CoefficientsFileTest, ReadsWhatHealpyWrites) {
  CoefficientTable const table =
      read_coefficients(std::string(SIDERUM_GOLDEN) + "/healpy_coefficients.fits");
  EXPECT_EQ(table.range, (HarmonicRange{6, 5}));
  EXPECT_EQ(table.a_lm, siderum::test::golden_coefficients({6, 5}));
}

TEST_F(CoefficientsFileTest, ComesBack) {
  for (HarmonicRange const range :
       {HarmonicRange{0, 0}, HarmonicRange{7, 0}, HarmonicRange{7, 3}, HarmonicRange{40, 40}}) {
    CoefficientTable const table{range, siderum::test::golden_coefficients(range), Field::scalar};
    CoefficientTable const back = read_coefficients(write(table));
    EXPECT_EQ(back.range, range);
    EXPECT_EQ(back.a_lm, table.a_lm);
    CoefficientTable const narrow = read_coefficients(write(table, NumberWidth::float32));
    for (std::size_t i = 0; i < table.a_lm.size(); ++i) {
      EXPECT_EQ(std::complex<float>(narrow.a_lm[i]), std::complex<float>(table.a_lm[i]));
    }
  }
}

TEST_F(CoefficientsFileTest, RefusesAnotherNumberThanThatOfTheRange) {
  CoefficientTable table;
  EXPECT_EQ(test::sentence_of([&] { write(table); }, folder_),
            "There are 0 coefficients (the table's field has 1 up to its lmax 0 and mmax 0). Give "
            "all of them.");
  table.a_lm.resize(2);
  EXPECT_EQ(test::sentence_of([&] { write(table); }, folder_).substr(0, 28),
            "There are 2 coefficients (th");
}

TEST_F(CoefficientsFileTest, CutsNoCoordinatesOff) {
  CoefficientTable const table{{0, 0}, {Complex(1.0)}, Field::scalar, std::string(69, 'x')};
  EXPECT_EQ(test::sentence_of([&] { write(table); }, folder_).substr(0, 35),
            "The keyword COORDSYS has 69 letters");
}

/// T, E and B of tests/golden/make_polarisation.py.
std::vector<Complex> golden_components(HarmonicRange range) {
  std::vector<Complex> a_lm(3 * static_cast<std::size_t>(range.count()));
  for (std::size_t component = 0; component < 3; ++component) {
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = component == 0 ? m : std::max<std::int64_t>(m, 2); l <= range.lmax;
           ++l) {
        auto const place = static_cast<std::size_t>(range.index(l, m));
        auto const noise = [&](std::size_t part) {
          return siderum::test::golden_noise(2 * (place + 1000 * component) + part) /
                 static_cast<double>(l + 1);
        };
        a_lm[component * static_cast<std::size_t>(range.count()) + place] = {
            noise(0), m == 0 ? 0.0 : noise(1)};
      }
    }
  }
  return a_lm;
}

TEST_F(CoefficientsFileTest, ReadsPolarisationAsHealpyWritesIt) {
  std::string const path = std::string(SIDERUM_GOLDEN) + "/healpy_teb.fits";
  std::vector<Complex> const expected = golden_components({6, 6});
  CoefficientTable const all = read_coefficients(path, Field::polarised);
  EXPECT_EQ(all.range, (HarmonicRange{6, 6}));
  EXPECT_EQ(all.a_lm, expected);
  CoefficientTable const spin_two = read_coefficients(path, Field::spin_two);
  EXPECT_EQ(spin_two.a_lm, std::vector(expected.begin() + 28, expected.end()));
  CoefficientTable const first = read_coefficients(path);
  EXPECT_EQ(first.a_lm, std::vector(expected.begin(), expected.begin() + 28));
}

TEST_F(CoefficientsFileTest, FieldsComeBack) {
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    CoefficientTable table{{7, 3}, golden_components({7, 3}), field};
    table.a_lm.resize(static_cast<std::size_t>(components(field) * table.range.count()));
    table.coordinates = "G";
    std::string const path = write(table);
    CoefficientTable const back = read_coefficients(path, field);
    EXPECT_EQ(back.range, table.range);
    EXPECT_EQ(back.a_lm, table.a_lm);
    EXPECT_EQ(back.coordinates, "G");
    EXPECT_EQ(test::contents_of(path).find("POLCCONV") != std::string::npos, spin(field) == 2);
  }
}

TEST_F(CoefficientsFileTest, BOfTheIauHasTheOtherSign) {
  CoefficientTable const table{{6, 6}, golden_components({6, 6}), Field::polarised};
  std::string bytes = test::contents_of(write(table));
  for (std::size_t at = bytes.find("'COSMO   '"); at != std::string::npos;
       at = bytes.find("'COSMO   '")) {
    bytes.replace(at, 10, "'IAU     '");
  }
  CoefficientTable const back =
      read_coefficients(folder_.write("iau.fits", bytes), Field::polarised);
  for (std::size_t i = 0; i < table.a_lm.size(); ++i) {
    EXPECT_EQ(back.a_lm[i], i < 56 ? table.a_lm[i] : -table.a_lm[i]);
  }
}

TEST_F(CoefficientsFileTest, TablesOfAFieldSayTheSame) {
  CoefficientTable const table{{6, 6}, golden_components({6, 6}), Field::polarised, "G"};
  std::string const bytes = test::contents_of(write(table));
  // The last table, and the last but one, with another word.
  auto const changed = [&](std::string const& from, std::string const& to, int last) {
    std::string copy = bytes;
    std::size_t at = std::string::npos;
    for (int i = 0; i < last; ++i) {
      at = copy.rfind(from, at - 1);
    }
    copy.replace(at, from.size(), to);
    return folder_.write("alm.fits", copy);
  };
  EXPECT_EQ(sentence(changed("'G       '", "'E       '", 1), Field::polarised),
            "alm.fits: the keywords COORDSYS of its tables are G and E (the components of a field "
            "are in the same coordinates). Give a file with components of one sky.");
  EXPECT_EQ(read_coefficients(changed("'G       '", "'        '", 3), Field::polarised).coordinates,
            "G");
  // Two words of one frame.
  EXPECT_EQ(read_coefficients(changed("'G       '", "'GALACTIC'", 1), Field::polarised).coordinates,
            "G");
  EXPECT_EQ(sentence(changed("'G       '", "'ICRS    '", 1), Field::polarised).substr(0, 60),
            "alm.fits: the keywords COORDSYS of its tables are G and ICRS");
  EXPECT_EQ(sentence(changed("'COSMO   '", "'IAU     '", 2), Field::polarised),
            "alm.fits: the keywords POLCCONV of its tables are COSMO and IAU (the components of a "
            "field have one sign of U). Give a file with components of one convention.");
  CoefficientTable const odd{{6, 6}, golden_components({6, 6}), Field::polarised};
  std::string words = test::contents_of(write(odd));
  for (std::size_t at = words.find("'COSMO   '"); at != std::string::npos;
       at = words.find("'COSMO   '")) {
    words.replace(at, 10, "'OTHER   '");
  }
  EXPECT_EQ(sentence(folder_.write("alm.fits", words), Field::polarised),
            "alm.fits: the polarisation has the convention 'OTHER' (POLCCONV is COSMO or IAU). "
            "Convert the coefficients to one of these.");
  EXPECT_EQ(sentence(folder_.path("alm.fits"), Field::scalar), "no error");
}

TEST_F(CoefficientsFileTest, TruncatesEveryComponent) {
  CoefficientTable const table{{6, 6}, golden_components({6, 6}), Field::polarised};
  CoefficientTable const cut = truncated(table, {4, 2});
  ASSERT_EQ(cut.a_lm.size(), 36u);
  for (std::size_t component = 0; component < 3; ++component) {
    for (std::int64_t m = 0; m <= 2; ++m) {
      for (std::int64_t l = m; l <= 4; ++l) {
        EXPECT_EQ(cut.a_lm[12 * component + static_cast<std::size_t>(cut.range.index(l, m))],
                  table.a_lm[28 * component + static_cast<std::size_t>(table.range.index(l, m))]);
      }
    }
  }
}

TEST_F(CoefficientsFileTest, TellsCoefficientsFromMaps) {
  std::string const folder = SIDERUM_GOLDEN;
  EXPECT_TRUE(holds_coefficients(folder + "/healpy_teb.fits"));
  EXPECT_FALSE(holds_coefficients(folder + "/healpy_tqu.fits"));
  EXPECT_FALSE(holds_coefficients(folder_.write("a.csv", "index,real,imag\n1,2,3\n")));
}

TEST_F(CoefficientsFileTest, RefusesFieldsOfFewerTables) {
  std::string const one = std::string(SIDERUM_GOLDEN) + "/healpy_coefficients.fits";
  EXPECT_NE(sentence(one, Field::polarised)
                .find("there are coefficients of 1 map (T, E and B have a table each). Give a file "
                      "with all of them."),
            std::string::npos);
  EXPECT_NE(sentence(one, Field::spin_two).find("(E and B have a table each)"), std::string::npos);
}

TEST_F(CoefficientsFileTest, RefusesTablesOfAnotherField) {
  auto const of_field = [&](Field field) {
    CoefficientTable table{{6, 6}, golden_components({6, 6}), field};
    table.a_lm.resize(static_cast<std::size_t>(components(field) * table.range.count()));
    return write(table);
  };
  std::string const teb = of_field(Field::polarised);
  EXPECT_EQ(sentence(teb, Field::spin_one),
            "alm.fits: its tables are T, E and B by their keywords EXTNAME (--spin 1 is gradient "
            "and curl). Give a file with these, or read this one with --polarised.");
  EXPECT_EQ(sentence(teb, Field::spin_two), "no error");
  EXPECT_EQ(read_coefficients(teb).left_out, 2);
  EXPECT_EQ(read_coefficients(teb, Field::spin_two).left_out, 0);
  std::string const eb = of_field(Field::spin_two);
  EXPECT_EQ(sentence(eb, Field::spin_one),
            "alm.fits: its tables are E and B by their keywords EXTNAME (--spin 1 is gradient and "
            "curl). Give a file with these, or read this one with --spin 2.");
  EXPECT_EQ(
      sentence(eb, Field::polarised).find("read this one with --spin 2.") == std::string::npos,
      false);
  EXPECT_EQ(read_coefficients(eb).left_out, 1);
  std::string const vector = of_field(Field::spin_one);
  EXPECT_EQ(sentence(vector, Field::spin_two),
            "alm.fits: its tables are gradient and curl by their keywords EXTNAME (--spin 2 is E "
            "and B). Give a file with these, or read this one with --spin 1.");
  // Healpy gives them no names.
  std::string const healpy = std::string(SIDERUM_GOLDEN) + "/healpy_teb.fits";
  EXPECT_NE(sentence(healpy, Field::spin_one)
                .find(": its tables are T, E and B, of which there are three (--spin 1 is"),
            std::string::npos);
}

TEST_F(CoefficientsFileTest, IndicesBeyond32Bits) {
  CoefficientTable const table{
      {46'341, 1}, std::vector<Complex>(92'683, Complex(0.0, 0.0)), Field::scalar};
  CoefficientTable sparse = table;
  sparse.a_lm.back() = {2.0, 1.0};
  EXPECT_EQ(read_coefficients(write(sparse)).a_lm.back(), Complex(2.0, 1.0));
  EXPECT_NE(test::contents_of(folder_.path("alm.fits")).find("TFORM1  = '1K"), std::string::npos);
}

TEST_F(CoefficientsFileTest, RowsInAnyOrderMissingOnesAreZero) {
  // l = 2, m = 1 is 8; l = 1, m = 0 is 3; l = 2, m = -1 is 6.
  CoefficientTable const table =
      read_coefficients(write_rows({8, 3, 6}, {0.5, 7.0, -0.5}, {0.25, 0.0, 0.25}));
  EXPECT_EQ(table.range, (HarmonicRange{2, 1}));
  EXPECT_EQ(table.a_lm, (std::vector<Complex>{0, 7, 0, 0, {0.5, 0.25}}));
  FileNotes notes;
  read_coefficients(folder_.path("rows.fits"), Field::scalar, &notes);
  EXPECT_EQ(
      notes.sentences(),
      (std::vector{folder_.path("rows.fits") +
                   ": 3 of the 5 coefficients up to l = 2 and m = 1 have no row and are 0."}));
  FileNotes none;
  read_coefficients(std::string(SIDERUM_GOLDEN) + "/healpy_coefficients.fits", Field::scalar,
                    &none);
  EXPECT_TRUE(none.sentences().empty());
}

TEST_F(CoefficientsFileTest, TellsOfColumnsWithOtherNames) {
  Table table;
  table.add("a", IntegerColumn{1, 3, 4});
  table.add("b", NumberColumn{1, 2, 3});
  table.add("c", NumberColumn{0, 0, 0});
  write_table(table, folder_.path("a.fits"));
  FileNotes notes;
  read_coefficients(folder_.path("a.fits"), Field::scalar, &notes);
  EXPECT_EQ(notes.sentences(),
            (std::vector{folder_.path("a.fits") +
                         ": the columns 'a', 'b' and 'c' were taken as INDEX, REAL and IMAG."}));
}

TEST_F(CoefficientsFileTest, IndicesOfRealsAreWholeNumbers) {
  auto const with = [&](NumberColumn index) {
    Table table;
    table.add("index", std::move(index));
    table.add("real", NumberColumn{1, 2, 3});
    table.add("imag", NumberColumn{0, 0, 4});
    write_table(table, folder_.path("a.fits"));
    return sentence(folder_.path("a.fits"));
  };
  EXPECT_EQ(with({1, 2.5, 4}),
            "a.fits: row 2: the index is 2.5 (indices are whole numbers). Correct the row.");
  EXPECT_EQ(with({1, 3, std::nan("")}),
            "a.fits: row 3: the index is nan (indices are whole numbers). Correct the row.");
  EXPECT_EQ(with({1, 1e300, 4}),
            "a.fits: row 2: the index is 1e+300 (indices are whole numbers below 2^53). Correct "
            "the row.");
  // In the order of healpy and in another one.
  for (NumberColumn const& index : {NumberColumn{1, 3, 4}, NumberColumn{3, 1, 4}}) {
    EXPECT_EQ(with(index), "no error");
    CoefficientTable const table = read_coefficients(folder_.path("a.fits"));
    double const first = index.front() == 1 ? 1 : 2;
    EXPECT_EQ(table.a_lm, (std::vector<Complex>{first, 3 - first, {3, 4}}));
  }
}

TEST_F(CoefficientsFileTest, TellsImaginaryPartsThatARealMapHasNot) {
  auto const told = [&](NumberColumn imaginary, NumberWidth width = NumberWidth::float64) {
    CoefficientTable table{{3, 1}, std::vector<Complex>(7, Complex(2.0, 0.0)), Field::scalar};
    for (std::size_t l = 0; l < imaginary.size(); ++l) {
      table.a_lm[l].imag(imaginary[l]);
    }
    table.a_lm.back() = {1.0, 5.0};
    FileNotes notes;
    CoefficientTable const read = read_coefficients(write(table, width), Field::scalar, &notes);
    EXPECT_EQ(read.a_lm.back(), Complex(1.0, 5.0));
    for (std::size_t l = 0; l < 4; ++l) {
      EXPECT_LE(std::fabs(read.a_lm[l].imag()), 1e-6);
    }
    return notes.sentences();
  };
  std::string const file = folder_.path("alm.fits") + ": ";
  EXPECT_EQ(told({0, 0, 0, 1}),
            (std::vector{file + "the coefficient of l = 3, m = 0 has the imaginary part 1, which "
                                "a real map has not: it is left out."}));
  EXPECT_EQ(told({0, 0.5, -3, 1}),
            (std::vector{file + "3 coefficients of m = 0 have imaginary parts, which a real map "
                                "has not: they are left out. That of l = 2 has the largest, -3."}));
  EXPECT_EQ(told({1e-11, 0, 0, 0}).size(), 1U);
  // What is rounding, of either precision.
  EXPECT_TRUE(told({1e-13, 0, -1e-13, 0}).empty());
  EXPECT_TRUE(told({1e-7, 0, 0, 0}, NumberWidth::float32).empty());
  EXPECT_EQ(told({1e-4, 0, 0, 0}, NumberWidth::float32).size(), 1U);
}

TEST_F(CoefficientsFileTest, RefusesTruncatedFiles) {
  HarmonicRange const range{40, 40};
  std::string const bytes =
      test::contents_of(write({range, siderum::test::golden_coefficients(range), Field::scalar}));
  for (std::size_t const size : {5000U, 10'000U, 20'000U}) {
    EXPECT_EQ(sentence(folder_.write("cut.fits", bytes.substr(0, size))).substr(0, 31),
              "cut.fits cannot be read as FITS")
        << size;
  }
}

TEST_F(CoefficientsFileTest, RangesThatTheRowsDoNotFillAskForNoMemory) {
  // l = 20000, of which there would be 200 million coefficients.
  EXPECT_EQ(
      sentence(write_rows({1, 20'000LL * 20'000 + 40'001}, {1, 1}, {0, 0})),
      "rows.fits: row 2 is of l = 20000, and l up to 20000 and m up to 20000 are 200030001 "
      "coefficients (the table has 2 rows). Correct that, or write the rows that are 0, too.");
  // Rows of lmax 30, of which one is of l = 1000.
  std::vector<std::int64_t> index;
  for (std::int64_t l = 0; l <= 30; ++l) {
    for (std::int64_t m = 0; m <= l; ++m) {
      index.push_back(l * l + l + m + 1);
    }
  }
  index[200] = 1'001'001;
  std::vector<double> const values(index.size(), 1.0);
  EXPECT_EQ(
      sentence(write_rows(index, values, values)),
      "rows.fits: row 201 is of l = 1000, and l up to 1000 and m up to 30 are 30566 coefficients "
      "(the table has 496 rows). Correct that, or write the rows that are 0, too.");
  std::string bytes =
      test::contents_of(write({{6, 6}, siderum::test::golden_coefficients({6, 6}), Field::scalar}));
  auto const with = [&](std::string const& keyword, std::string value) {
    std::string changed = bytes;
    value.insert(0, 20 - value.size(), ' ');
    changed.replace(changed.find(keyword) + 10, 20, value);
    return sentence(folder_.write("a.fits", changed));
  };
  EXPECT_EQ(with("MAX-LPOL", "5"),
            "a.fits: row 7 is of l = 6, m = 0 (MAX-LPOL is 5). Correct the row, or the keyword.");
  EXPECT_EQ(with("MAX-MPOL", "3"),
            "a.fits: row 23 is of l = 4, m = 4 (MAX-MPOL is 3). Correct the row, or the keyword.");
  EXPECT_EQ(
      with("MAX-LPOL", "1000000"),
      "a.fits: MAX-LPOL is 1000000, and l up to 1000000 and m up to 6 are 6999986 "
      "coefficients (the table has 28 rows). Correct that, or write the rows that are 0, too.");
  EXPECT_EQ(with("MAX-LPOL", "many"),
            "a.fits cannot be read as FITS (HDU 2, MAX-LPOL: 'many' is no whole number). Check the "
            "file, for example with fitsverify.");
}

TEST_F(CoefficientsFileTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(sentence(folder_.write("a.csv", "l,cl\n1,2\n")),
            "a.csv holds no coefficients (they are FITS files, compressed ones .fits.gz). Give a "
            "file with the columns INDEX, REAL and IMAG.");
  EXPECT_EQ(sentence(write_rows({1, 0}, {1, 1}, {0, 0})),
            "rows.fits: row 2 has the index 0 (l^2 + l + m + 1 is 1 .. 1099513724929). Correct the "
            "row.");
  EXPECT_EQ(sentence(write_rows({4, 1, 4}, {1, 1, 1}, {0, 0, 0})),
            "rows.fits: row 3 is of l = 1, m = 1 again (each coefficient has one row). Delete one "
            "of them.");
  EXPECT_EQ(sentence(write_rows({1, 4}, {1, std::nan("")}, {0, 0})),
            "rows.fits: row 2, l = 1, m = 1, is nan + 0 i (coefficients are finite). Correct the "
            "row.");
  EXPECT_EQ(sentence(write_rows({4, 2}, {1, 1}, {0, 0})),
            "rows.fits: the coefficients of l = 1, m = -1 and 1 do not fit together (those of a "
            "real map are conjugates but for (-1)^m). Split the map into its real and imaginary "
            "part.");
  EXPECT_EQ(sentence(write_rows({}, {}, {})),
            "rows.fits: 0 indices have 0 real and 0 imaginary parts (each has one, and there is at "
            "least one). Check the columns.");
  Table table;
  table.add("x", NumberColumn{1});
  write_table(table, folder_.path("x.fits"));
  EXPECT_EQ(sentence(folder_.path("x.fits")),
            "x.fits: the table holds no coefficients (it has the columns x). Give a file with "
            "INDEX, REAL and IMAG.");
}

/// Bytes of a row of a table with 32 bits of INDEX and doubles.
constexpr std::size_t row_bytes = 20;
constexpr std::size_t first_row = 5760;

TEST_F(CoefficientsFileTest, AreTheSameForAnyOrderOfRowsAndNumberOfThreads) {
  HarmonicRange const range{400, 390};
  CoefficientTable const table{range, siderum::test::golden_coefficients(range), Field::scalar};
  std::string const bytes = test::contents_of(write(table));
  std::string shuffled = bytes;
  // The first row last.
  std::size_t const last = first_row + (static_cast<std::size_t>(range.count()) - 1) * row_bytes;
  shuffled.replace(last, row_bytes, bytes, first_row, row_bytes);
  shuffled.replace(first_row, row_bytes, bytes, last, row_bytes);
  folder_.write("shuffled.fits", shuffled);
  with_threads({1, 2, 5}, [&](int) {
    EXPECT_EQ(test::contents_of(write(table)), bytes);
    EXPECT_EQ(read_coefficients(folder_.path("alm.fits")).a_lm, table.a_lm);
    EXPECT_EQ(read_coefficients(folder_.path("shuffled.fits")).a_lm, table.a_lm);
  });
}

TEST_F(CoefficientsFileTest, TellsRowsThatComeTwiceInPartsOfSeveralThreads) {
  HarmonicRange const range{400, 400};
  CoefficientTable const table{range, siderum::test::golden_coefficients(range), Field::scalar};
  std::string bytes = test::contents_of(write(table));
  std::size_t const late = first_row + 60'000 * row_bytes;
  bytes.replace(late, row_bytes, bytes, first_row + 7 * row_bytes, row_bytes);
  folder_.write("twice.fits", bytes);
  with_threads({1, 4}, [&](int) {
    EXPECT_EQ(sentence(folder_.path("twice.fits")),
              "twice.fits: row 60001 is of l = 7, m = 0 again (each coefficient has one row). "
              "Delete one of them.");
  });
}

/// The bytes of a file of all coefficients of a range, rows degree by degree, as HEALPix's programs
/// other than healpy write them.
std::string degree_by_degree(std::string const& bytes, HarmonicRange range) {
  std::string sorted = bytes.substr(0, first_row);
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    for (std::int64_t m = 0; m <= std::min(l, range.mmax); ++m) {
      sorted.append(bytes, first_row + static_cast<std::size_t>(range.index(l, m)) * row_bytes,
                    row_bytes);
    }
  }
  return sorted.append(bytes, sorted.size());
}

/// Without the keywords of the range, which healpy does not write.
std::string without_range(std::string bytes) {
  for (char const* const keyword : {"MAX-LPOL", "MAX-MPOL"}) {
    bytes.replace(bytes.find(keyword), 8, "OTHER   ");
  }
  return bytes;
}

TEST_F(CoefficientsFileTest, AreReadByAllThreadsAsOtherProgramsWriteThem) {
  HarmonicRange const range{400, 390};
  CoefficientTable const table{range, siderum::test::golden_coefficients(range), Field::scalar};
  std::string const bytes = test::contents_of(write(table));
  std::string const sorted = degree_by_degree(bytes, range);
  ASSERT_NE(sorted, bytes);
  ASSERT_EQ(sorted.size(), bytes.size());
  auto const size = static_cast<std::int64_t>(bytes.size());
  // Rows that are looked at one after the other are read three times more.
  for (auto const& [content, times] :
       {std::pair{sorted, 1}, {without_range(bytes), 2}, {without_range(sorted), 2}}) {
    std::string const path = folder_.write("other.fits", content);
    std::int64_t const most = times * size;
    with_threads({1, 2, 5}, [&](int) {
      std::int64_t const before = traffic().read;
      CoefficientTable const read = read_coefficients(path);
      EXPECT_LE(traffic().read - before, most);
      EXPECT_EQ(read.range, range);
      EXPECT_EQ(read.a_lm, table.a_lm);
    });
  }
}

TEST_F(CoefficientsFileTest, TellsRowsThatComeTwiceInEachOrder) {
  HarmonicRange const range{400, 400};
  CoefficientTable const table{range, siderum::test::golden_coefficients(range), Field::scalar};
  std::string const sorted = degree_by_degree(test::contents_of(write(table)), range);
  // l = 300, m = 7 once more, in the place of l = 200, m = 9.
  std::size_t const early = first_row + (200 * 201 / 2 + 9) * row_bytes;
  std::size_t const late = first_row + (300 * 301 / 2 + 7) * row_bytes;
  std::string twice = sorted;
  twice.replace(early, row_bytes, sorted, late, row_bytes);
  for (std::string const& content : {twice, without_range(twice)}) {
    std::string const path = folder_.write("twice.fits", content);
    with_threads({1, 4}, [&](int) {
      EXPECT_EQ(sentence(path),
                "twice.fits: row 45158 is of l = 300, m = 7 again (each coefficient has one row). "
                "Delete one of them.");
    });
  }
}

TEST_F(CoefficientsFileTest, TellsTheFirstOfSeveralBadRows) {
  HarmonicRange const range{400, 400};
  CoefficientTable table{range, siderum::test::golden_coefficients(range), Field::scalar};
  table.a_lm[70'000] = {1.0, std::nan("")};
  table.a_lm[40'000] = {std::nan(""), 1.0};
  std::string const path = write(table);
  with_threads({1, 4},
               [&](int) { EXPECT_EQ(sentence(path).substr(0, 19), "alm.fits: row 40001"); });
}

TEST_F(CoefficientsFileTest, TablesOfSeveralRangesAreOneField) {
  // The range of the second table becomes smaller by its keywords.
  HarmonicRange const range{12, 12};
  HarmonicRange const small{7, 5};
  CoefficientTable const full{range, siderum::test::golden_coefficients(range), Field::scalar};
  CoefficientTable const part{small, siderum::test::golden_coefficients(small), Field::scalar};
  std::string const first = test::contents_of(write(full));
  std::string const second = test::contents_of(write(part));
  std::string const path = folder_.write("two.fits", first + second.substr(2880));
  CoefficientTable const read = read_coefficients(path, Field::spin_one);
  EXPECT_EQ(read.range, range);
  for (std::int64_t m = 0; m <= range.mmax; ++m) {
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      auto const at = static_cast<std::size_t>(range.index(l, m));
      bool const is_there = l <= small.lmax && m <= small.mmax;
      EXPECT_EQ(read.a_lm[at], full.a_lm[at]);
      EXPECT_EQ(read.a_lm[static_cast<std::size_t>(range.count()) + at],
                is_there ? part.a_lm[static_cast<std::size_t>(small.index(l, m))] : Complex());
    }
  }
}

}  // namespace
}  // namespace siderum::io
