// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/pair_count_file.hpp>

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <io/io_support.hpp>
#include <siderum/io/pairs/pair_count_json.hpp>

namespace siderum::io::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

CatalogueTable catalogue() {
  return {{10.0, 20.0, 30.0}, {1.0, 2.0, 3.0}, {1.0, 0.5, 0.1}, {7, 7, -2}};
}

PairCountFile content() {
  PairCounts counts;
  counts.kind = PairKind::cross_count;
  counts.edges = {0.01, 0.1, 1.0 / 3.0};
  counts.points_first = 3;
  counts.points_second = 5;
  counts.total = 15.1;
  counts.count = {std::numeric_limits<std::int64_t>::max(), 0};
  counts.weight = {0.1, 1e-300};
  counts.mean_separation = {0.05, std::nan("")};
  counts.regions.regions = 2;
  counts.regions.points_first = {2, 1};
  counts.regions.points_second = {3, 2};
  counts.regions.sum_first = counts.regions.sum_second = {1.5, 0.1};
  counts.regions.sum2_first = counts.regions.sum2_second = {1.25, 0.01};
  counts.regions.both = {1, 2, 3, 4};
  counts.regions.first = {5, 6, 7, 8};
  counts.regions.second = {9, 10, 11, 12};
  counts.regions.both_weight = {0.1, 0.2, 0.3, 0.4};
  counts.regions.first_weight = {0.5, 0.6, 0.7, 0.8};
  counts.regions.second_weight = {0.9, 1.0, 1.1, 1.2};
  counts.regions.matrix = {1, 2, 5, 6, 7, 8, 3, 4};
  counts.regions.matrix_weight = {0.1, 0.2, 0.5, 0.6, 0.7, 0.8, 0.3, 0.4};
  CatalogueStamp const stamp = stamp_of(std::vector<CatalogueTable>{catalogue()});
  PairCountFile file{"0.1.0", "double", "arcmin", {0.6, 6.0, 20.0}, {-2, 7}, {}, {}};
  file.regions = SkyRegions{RegionMethod::bisection, 2, {{{0.6, 0.0, 0.8}, 0.1, -1, -2}}, {}};
  file.counts.push_back({"dr", stamp, stamp, counts});
  return file;
}

TEST(PairCountFile, ReadsWhatItWrote) {
  TemporaryFolder const folder;
  OutputFile output(folder.path("a.json"));
  write_pair_counts(content(), output);
  output.commit();

  PairCountFile const read = read_pair_counts(folder.path("a.json"));

  PairCountFile const written = content();
  EXPECT_EQ(to_json(read), to_json(written));
  PairCounts const& counts = read.counts.at(0).counts;
  EXPECT_EQ(counts.kind, PairKind::cross_count);
  EXPECT_EQ(counts.edges, written.counts[0].counts.edges);
  EXPECT_EQ(counts.count, written.counts[0].counts.count);
  EXPECT_EQ(counts.weight, written.counts[0].counts.weight);
  EXPECT_EQ(counts.total, 15.1);
  EXPECT_EQ(counts.mean_separation[0], 0.05);
  EXPECT_TRUE(std::isnan(counts.mean_separation[1]));
  EXPECT_EQ(counts.regions.matrix, written.counts[0].counts.regions.matrix);
  EXPECT_EQ(counts.regions.sum2_second, written.counts[0].counts.regions.sum2_second);
  EXPECT_EQ(read.counts[0].first, written.counts[0].first);
  EXPECT_EQ(read.regions->cuts.at(0).axis, (SkyVector{0.6, 0.0, 0.8}));
  EXPECT_EQ(read.region_labels, written.region_labels);
  EXPECT_EQ(read.edges, written.edges);
  EXPECT_EQ(read.unit, "arcmin");
}

TEST(PairCountFile, RefusesWhatIsNone) {
  auto const refusal = [](std::string const& text) {
    try {
      from_json("a.json", text);
    } catch (Error const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  std::string const good = to_json(content());
  auto const changed = [&good](std::string const& from, std::string const& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(refusal(good), "no error");
  for (std::string const& text :
       {std::string(), std::string("theta_min,theta_max\n"), std::string("[1, 2]"),
        std::string("{}"), good.substr(0, good.size() / 2), changed("\"count\":", "\"cont\":"),
        changed("\"edges_deg\": [", "\"edges_deg\": [0.001,"),
        changed("\"below\": -1", "\"below\": 0"), changed("\"below\": -1", "\"below\": -9"),
        changed("\"below\": -1", "\"below\": -2147483648")}) {
    EXPECT_THAT(refusal(text), HasSubstr("a.json is no file of pair counts"));
  }
  EXPECT_THAT(refusal(changed("\"format_version\": 1", "\"format_version\": 2")),
              HasSubstr("its format_version is 2"));
}

TEST(PairCountFile, RefusesNumbersThatAreNoneOrOutOfRange) {
  TemporaryFolder const folder;
  std::string const good = to_json(content());
  auto const reason = [&](std::string const& entry, std::string const& value) {
    std::string text = good;
    std::size_t const start = text.find(entry);
    std::size_t const after_key = entry.find(": ") + 2;
    text.replace(start + after_key, entry.size() - after_key, value);
    return sentence_of([&] { from_json("a.json", text); }, folder);
  };
  for (std::string const entry :
       {"\"format_version\": 1", "\"points\": 3", "\"sets\": 1", "\"points_first\": 3",
        "\"points_second\": 5", "\"regions\": 2", "\"below\": -1", "\"above\": -2"}) {
    for (std::string const value : {"18446744073709551616", "-9223372036854775809",
                                    "9223372036854775808", "1e300", "1.5", "1.0"}) {
      EXPECT_THAT(reason(entry, value), HasSubstr(" is no whole number from -")) << entry;
    }
    for (std::string const value : {"true", "null", "\"1\"", "[]"}) {
      EXPECT_THAT(reason(entry, value), HasSubstr("an entry is of another kind")) << entry;
    }
  }
  EXPECT_THAT(reason("\"below\": -1", "4294967295"),
              HasSubstr("(4294967295 is no whole number from -2147483648 to 2147483647)"));
  for (std::string const entry : {"\"count\": [", "\"mean_separation\": [", "\"cuts\": [",
                                  "\"counts\": [", "\"region_labels\": ["}) {
    EXPECT_THAT(reason(entry, "1, \"rest\": ["), HasSubstr("an entry is of another kind")) << entry;
  }
  EXPECT_THAT(reason("\"count\": [", "[1e300,"), HasSubstr("1e+300 is no whole number from -"));
}

TEST(PairCountFile, RefusesCountsThatDoNotFitTogether) {
  TemporaryFolder const folder;
  auto const refusal = [&](auto const& edit) {
    PairCountFile file = content();
    edit(file, file.counts[0]);
    return sentence_of([&] { from_json("a.json", to_json(file)); }, folder);
  };
  EXPECT_EQ(refusal([](PairCountFile&, NamedCounts&) {}), "no error");
  auto const expect = [&](char const* reason, auto const& edit) {
    EXPECT_THAT(refusal(edit), HasSubstr(reason));
  };
  expect("its sums by region", [](auto&, auto& named) { named.counts.regions.sum_first = {1.0}; });
  expect("its sums by region", [](auto&, auto& named) {
    named.counts.regions.sum_second = {1.0, 2.0, 3.0};
    named.counts.regions.sum2_second = {1.0, 2.0, 3.0};
  });
  expect("its sums by region", [](auto&, auto& named) {
    RegionCounts& regions = named.counts.regions;
    for (auto* list :
         {&regions.sum_first, &regions.sum_second, &regions.sum2_first, &regions.sum2_second}) {
      list->clear();
    }
    regions.points_first.clear();
    regions.points_second.clear();
  });
  expect("its sums by region", [](auto&, auto& named) { named.counts.sets = 2; });
  expect("its lists by region", [](auto&, auto& named) { named.counts.regions.both = {1, 2}; });
  expect("its lists by region",
         [](auto&, auto& named) { named.counts.regions.both_weight.clear(); });
  expect("'dr' is called auto",
         [](auto&, auto& named) { named.counts.kind = PairKind::auto_count; });
  expect("'rr' is called cross", [](auto&, auto& named) { named.name = "rr"; });
  expect("'de' is called cross", [](auto&, auto& named) { named.name = "de"; });
  expect("labels differ in", [](auto& file, auto&) { file.region_labels = {1, 2, 3}; });
  expect("labels differ in", [](auto& file, auto&) {
    file.regions.reset();
    file.region_labels.clear();
  });
  expect("sets, regions or total", [](auto&, auto& named) { named.counts.sets = 0; });
  expect("sets, regions or total", [](auto&, auto& named) { named.counts.regions.regions = -1; });
  expect("number of bins", [](auto& file, auto&) { file.edges = {1.0, 2.0}; });
  expect("not above the one", [](auto&, auto& named) { named.counts.edges = {3.0, 2.0, 1.0}; });
}

TEST(PairCountFile, RefusesMoreSetsThanItHasSumsOf) {
  TemporaryFolder const folder;
  auto const refusal = [&](std::int64_t sets) {
    PairCountFile file = content();
    file.regions.reset();
    file.region_labels = {1, 2, 3, 4};
    PairCounts& counts = file.counts[0].counts;
    counts.sets = sets;
    RegionCounts& regions = counts.regions;
    regions.regions = 4;
    for (auto* list : {&regions.points_first, &regions.points_second}) {
      list->resize(4);
    }
    for (auto* list :
         {&regions.sum_first, &regions.sum_second, &regions.sum2_first, &regions.sum2_second}) {
      list->resize(4);
    }
    for (auto* list : {&regions.both, &regions.first, &regions.second}) {
      list->resize(8);
    }
    for (auto* list : {&regions.both_weight, &regions.first_weight, &regions.second_weight}) {
      list->resize(8);
    }
    regions.matrix.resize(32);
    regions.matrix_weight.resize(32);
    return sentence_of([&] { from_json("a.json", to_json(file)); }, folder);
  };
  EXPECT_EQ(refusal(1), "no error");
  // Four times as many are 4 in 64 bits.
  EXPECT_THAT(refusal((std::int64_t{1} << 62) + 1), HasSubstr("its sums by region"));
}

TEST(CatalogueStamp, TellsWhatDiffers) {
  auto const stamp = [](CatalogueTable const& table) {
    return stamp_of(std::vector<CatalogueTable>{table});
  };
  CatalogueStamp const saved = stamp(catalogue());
  auto const change = [&](auto const& edit) {
    CatalogueTable table = catalogue();
    edit(table);
    return difference("data", saved, stamp(table));
  };
  EXPECT_THAT(change([](CatalogueTable&) {}), IsEmpty());
  EXPECT_THAT(change([](CatalogueTable& t) { t.ra[1] = 20.0000001; }),
              HasSubstr("checksum of the points"));
  EXPECT_THAT(change([](CatalogueTable& t) { std::swap(t.ra[0], t.ra[1]); }),
              HasSubstr("checksum of the points"));
  EXPECT_THAT(change([](CatalogueTable& t) { t.weight[2] = 0.2; }),
              HasSubstr("sum of the weights"));
  EXPECT_THAT(change([](CatalogueTable& t) { t.weight = {}; }), HasSubstr("sum of the weights"));
  EXPECT_THAT(change([](CatalogueTable& t) { t.region[0] = 8; }),
              HasSubstr("checksum of the regions"));
  EXPECT_THAT(change([](CatalogueTable& t) { t.region = {}; }),
              HasSubstr("checksum of the regions"));
  EXPECT_THAT(change([](CatalogueTable& t) {
                t.ra.pop_back();
                t.dec.pop_back();
              }),
              HasSubstr("the number of points of the data differs: saved 3, given 2"));
  EXPECT_THAT(difference("data", saved, stamp_of(std::vector<CatalogueTable>{catalogue(), {}})),
              HasSubstr("number of files of the data differs: saved 1, given 2"));
}

TEST(CatalogueStamp, FilesMayComeInAnotherOrder) {
  CatalogueTable first = catalogue();
  CatalogueTable second = catalogue();
  first.weight = {0.1, 0.2, 0.3};
  second.weight = {6.4, 9.8, 5.8};
  second.region = {3, 1, 2};
  auto const stamp = [](std::vector<CatalogueTable> const& sets) { return stamp_of(sets); };
  CatalogueStamp const saved = stamp({first, second, first});
  CatalogueStamp const other = stamp({second, first, first});
  ASSERT_NE(saved.sum_weight, other.sum_weight) << "by rounding";
  EXPECT_THAT(difference("randoms", saved, other), IsEmpty());
  EXPECT_THAT(difference("randoms", saved, other, FileOrder::same),
              HasSubstr("checksum of the points"));

  CatalogueStamp old = saved;
  old.sum_of_checksums = 0;
  EXPECT_THAT(difference("randoms", old, saved), IsEmpty());
  EXPECT_THAT(difference("randoms", old, other), HasSubstr("checksum of the points"));

  std::swap(first.weight, second.weight);
  EXPECT_THAT(difference("randoms", stamp({first, second}), stamp({second, first})), IsEmpty());
  CatalogueStamp const swapped = stamp({first, second});
  std::swap(first.region, second.region);
  EXPECT_THAT(difference("randoms", swapped, stamp({second, first})),
              HasSubstr("checksum of the points"));
  EXPECT_THAT(difference("randoms", swapped, stamp({first, second})),
              HasSubstr("checksum of the regions"));
}

TEST(CatalogueStamp, SumsMayDifferByTheirRoundingOnly) {
  CatalogueStamp const saved = stamp_of(std::vector<CatalogueTable>{catalogue()});
  for (double CatalogueStamp::*sum :
       {&CatalogueStamp::sum_weight, &CatalogueStamp::sum_squared_weight}) {
    CatalogueStamp other = saved;
    other.*sum = std::nextafter(saved.*sum, 1e9);
    EXPECT_THAT(difference("data", saved, other), IsEmpty());
    other.*sum = saved.*sum * (1.0 + 1e-14);
    EXPECT_THAT(difference("data", saved, other), HasSubstr("sum of the weights"));
    other.*sum = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(difference("data", saved, other), HasSubstr("sum of the weights"));
  }
}

TEST(RequireSameBins, NamesTheFieldThatDiffers) {
  TemporaryFolder const folder;
  PairCountFile const saved = content();
  std::vector<double> const edges = saved.counts[0].counts.edges;
  auto const refusal = [&](PairCountFile const& wanted, std::vector<double> const& asked) {
    return sentence_of([&] { require_same_bins("a.json", saved, wanted, asked); }, folder);
  };
  EXPECT_EQ(refusal(saved, edges), "no error");
  EXPECT_THAT(refusal(saved, {0.01, 0.1}),
              HasSubstr("number of bins differs: saved 2, asked for 1"));
  EXPECT_THAT(refusal(saved, {0.01, 0.1, 0.3}), HasSubstr("edge 2 of the bins differs"));
  // The same bins in another unit.
  EXPECT_EQ(refusal(saved, {std::nextafter(0.01, 1.0), 0.1, std::nextafter(1.0 / 3.0, 0.0)}),
            "no error");
  EXPECT_THAT(refusal(saved, {0.01 * (1.0 + 1e-12), 0.1, 1.0 / 3.0}),
              HasSubstr("edge 0 of the bins differs"));
  PairCountFile other = saved;
  other.precision = "single";
  EXPECT_THAT(refusal(other, edges),
              HasSubstr("the precision differs: saved double, asked for si"));
  other = saved;
  other.region_labels = {7};
  EXPECT_THAT(refusal(other, edges), HasSubstr("number of regions differs: saved 2, asked for 1"));
  other.region_labels = {7, 8};
  EXPECT_THAT(refusal(other, edges), HasSubstr("labels of the regions differ"));
}

}  // namespace
}  // namespace siderum::io::test
