// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What bench/ranks_bench.py runs alone and as several processes: jobs of the engine that processes
// share, after their first run, so that neither MPI nor a GPU begins in their time.
//
//     shared_jobs cpu|gpu|gpu:1 quick|full|half [EXPRESSION]
//
// prints "<job>\t<seconds>\t<seconds of these that rank 0 waited>\t<seconds in which it passed on
// what lies where it computes>\t<digest of the result>" of each job whose name matches, the fastest
// of five runs, or of fewer where they take ten seconds. A last line names what it passed that by.
// half: searches of half of the objects of `full`, as many as each of two processes has of them.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/periods/simulate_light_curves.hpp>
#include <siderum/algorithms/periods/simulate_variables.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/engine/kept_sky.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/processes.hpp>

namespace {

using namespace siderum;

struct Sizes {
  std::int64_t curves;              ///< of the survey
  std::int64_t frequencies;         ///< of these
  std::int64_t stars;               ///< of Stripe 82
  std::int64_t folded;              ///< frequencies of these by the Super Smoother
  std::int64_t many_objects;        ///< of 200 points
  std::int64_t many_frequencies;    ///< of these
  std::int64_t linear_objects;      ///< of LINEAR, which has 94,252
  std::int64_t linear_frequencies;  ///< of these
  std::int64_t long_frequencies;    ///< of one object, by direct sums
  std::int64_t points;              ///< on the sky, to 1 degree
  std::int64_t far_points;          ///< to 10 degrees
  std::int64_t set_points;          ///< of a catalogue and each of 100 random ones
  std::int64_t lmax;
  std::int64_t high_lmax;  ///< of one map alone
};
constexpr Sizes quick{999,   60'000,     136,       3'300,   2'000, 20'000, 64,
                      1'000, 20'000'000, 1'000'000, 200'000, 4'000, 1023,   2047};
constexpr Sizes full{999,     1'000'000,     136,        330'000,   100'000, 100'000, 11'781,
                     222'000, 1'000'000'000, 10'000'000, 1'000'000, 100'000, 4095,    8191};
constexpr Sizes half = [] {
  Sizes sizes = full;
  for (std::int64_t* const objects :
       {&sizes.curves, &sizes.stars, &sizes.many_objects, &sizes.linear_objects}) {
    *objects /= 2;
  }
  return sizes;
}();

/// In cycles per day, as in all benchmarks of searches.
FrequencyGrid grid_of(std::int64_t frequencies) {
  return half_open_grid(0.5, 24.0, frequencies);
}

engine::PeriodSearch search_of(FrequencyGrid const& grid,
                               std::optional<FinderOptions> const& finder = {},
                               Method method = Method::automatic) {
  engine::PeriodSearch search;
  search.grid = grid;
  search.finder = finder;
  search.options.method = method;
  return search;
}

/// FNV-1a of words of 64 bits.
class Digest {
 public:
  template <class Value>
  void add(std::span<Value const> values) {
    static_assert(sizeof(Value) % sizeof(std::uint64_t) == 0);
    auto const* const bytes = reinterpret_cast<std::byte const*>(values.data());
    for (std::size_t i = 0; i < values.size_bytes(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, sizeof word);
      state_ = (state_ ^ word) * 0x100000001b3u;
    }
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

template <class Value>
std::uint64_t digest_of(std::vector<Value> const& values) {
  Digest digest;
  digest.add(std::span<Value const>(values));
  return digest.value();
}

template <class Simulated>
LightCurveTable table_of(Simulated simulated) {
  LightCurveTable table;
  table.id.resize(static_cast<std::size_t>(simulated.objects()));
  table.offsets = std::move(simulated.offsets);
  table.time = std::move(simulated.time);
  table.value = std::move(simulated.value);
  table.error = std::move(simulated.error);
  return table;
}

LightCurveTable survey(std::int64_t objects) {
  SurveyOptions options;
  options.objects = objects;
  return table_of(simulate_light_curves(options));
}

LightCurveTable stars(VariableSurvey of, std::int64_t objects,
                      std::optional<std::int64_t> points = {}) {
  VariablesOptions options;
  options.survey = of;
  options.objects = objects;
  options.points = points;
  return table_of(simulate_variables(options));
}

CatalogueTable sky_points(std::int64_t points, std::uint64_t stream = 0) {
  CatalogueTable table;
  CounterRandom random(1, stream);
  for (std::int64_t i = 0; i < points; ++i) {
    table.ra.push_back(random.uniform(0.0, 360.0));
    table.dec.push_back(std::asin(random.uniform(-1.0, 1.0)) * 180.0 / std::numbers::pi);
  }
  return table;
}

std::vector<std::complex<double>> coefficients(HarmonicRange range, Field field,
                                               std::int64_t fields = 1) {
  std::vector<std::complex<double>> a_lm;
  for (std::int64_t row = 0; row < fields * components(field); ++row) {
    CounterRandom random(2, static_cast<std::uint64_t>(row));
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        double const size = l < 2 ? 0.0 : 1.0 / (1.0 + static_cast<double>(l));
        double const real = size * random.normal();
        a_lm.emplace_back(real, m == 0 ? 0.0 : size * random.normal());
      }
    }
  }
  return a_lm;
}

class Jobs {
 public:
  Jobs(engine::Execution const& where, Sizes const& sizes, std::string const& expression)
      : where_(where), sizes_(sizes), expression_(expression) {}

  void run_all() {
    search(
        "999 light curves, best", [&] { return survey(sizes_.curves); },
        search_of(grid_of(sizes_.frequencies)));
    search(
        "999 light curves, direct sums", [&] { return survey(sizes_.curves); },
        search_of(grid_of(sizes_.frequencies / 2), {}, Method::direct));
    search(
        "many light curves of 200 points, best",
        [&] { return stars(VariableSurvey::linear, sizes_.many_objects, 200); },
        search_of(grid_of(sizes_.many_frequencies)));
    search(
        "136 stars, Super Smoother", [&] { return stars(VariableSurvey::stripe_82, sizes_.stars); },
        search_of(grid_of(sizes_.folded), SuperSmootherOptions{}));
    // A part of the catalogue of Gowanlock et al. (2022), on its grid and in its precision.
    search(
        "LINEAR, single pass", [&] { return stars(VariableSurvey::linear, sizes_.linear_objects); },
        search_of(half_open_grid(0.01, 10.0, sizes_.linear_frequencies),
                  SuperSmootherOptions{.variant = SmootherVariant::single_pass}),
        engine::Precision::single_precision);
    search(
        "one light curve, direct sums", [] { return survey(1); },
        search_of(grid_of(sizes_.long_frequencies), {}, Method::direct));
    count("pairs to 1 degree", sizes_.points, 1.0);
    count("pairs to 10 degrees", sizes_.far_points, 10.0);
    count_sets("pairs of a catalogue and 100 random ones");
    transform("HEALPix", healpix_grid((sizes_.lmax + 1) / 2), sizes_.lmax, Field::scalar, 0);
    transform("HEALPix, T, Q and U", healpix_grid((sizes_.lmax + 1) / 2), sizes_.lmax,
              Field::polarised, 3);
    transform("HEALPix, four maps", healpix_grid((sizes_.lmax + 1) / 2), sizes_.lmax, Field::scalar,
              0, 4);
    transform("Gauss-Legendre", gauss_legendre_grid(sizes_.lmax + 1, 2 * (sizes_.lmax + 1)),
              sizes_.lmax, Field::scalar, 0);
    transform("HEALPix", healpix_grid((sizes_.high_lmax + 1) / 2), sizes_.high_lmax, Field::scalar,
              0);
    turn("", Field::scalar);
    turn(", T, E and B", Field::polarised);
  }

 private:
  bool wants(std::string const& name) const {
    return std::regex_search(name, std::regex(expression_));
  }

  /// @param job  gives the digest of its result where that is asked for
  template <class Job>
  void time(std::string const& name, Job const& job) const {
    std::uint64_t const digest = job(true);
    double fastest = HUGE_VAL;
    double waited = 0.0;
    double linked = 0.0;
    double all = 0.0;
    for (int run = 0; run < 5 && all < 10.0; ++run) {
      double const waited_before = engine::seconds_waited();
      double const linked_before = engine::process_links().seconds;
      auto const start = std::chrono::steady_clock::now();
      job(false);
      std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
      if (taken.count() < fastest) {
        fastest = taken.count();
        waited = engine::seconds_waited() - waited_before;
        linked = engine::process_links().seconds - linked_before;
      }
      all += taken.count();
    }
    std::printf("%s\t%.6f\t%.6f\t%.6f\t%016llx\n", name.c_str(), fastest, waited, linked,
                static_cast<unsigned long long>(digest));
    std::fflush(stdout);
  }

  template <class Make>
  void search(std::string const& name, Make const& make, engine::PeriodSearch const& search,
              engine::Precision precision = engine::Precision::double_precision) const {
    // Who deals them out for each search waits longest for many short ones.
    std::string const dealt_out = name + ", dealt out";
    if (!wants(name) && !wants(dealt_out)) {
      return;
    }
    LightCurveTable const curves = make();
    engine::Execution where = where_;
    where.precision = precision;
    auto const digest = [](engine::PeriodSearchResult const& found) {
      std::vector<double> numbers;
      for (engine::Peak const& peak : found.peaks) {
        numbers.insert(numbers.end(), {static_cast<double>(peak.index), peak.power});
      }
      return digest_of(numbers);
    };
    if (wants(name)) {
      engine::KeptCurves const kept(curves);
      time(name, [&](bool is_told) {
        auto const found = kept.search(search, where);
        return is_told ? digest(found) : 0;
      });
    }
    if (wants(dealt_out)) {
      time(dealt_out, [&](bool is_told) {
        auto const found = engine::search_periods(curves, search, where);
        return is_told ? digest(found) : 0;
      });
    }
  }

  void count(std::string const& name, std::int64_t points, double reach) const {
    std::string const made = name + ", catalogue made";
    if (!wants(name) && !wants(made)) {
      return;
    }
    SeparationBins const bins = logarithmic_bins(0.01 * reach, reach, 10);
    CatalogueTable const sky = sky_points(points);
    if (wants(made)) {
      time(made, [&](bool) {
        engine::PairCounter counter(bins, {}, {}, where_);
        return digest_of(counter.count(counter.add(sky)).count);
      });
    }
    if (wants(name)) {
      engine::PairCounter counter(bins, {}, {}, where_);
      std::size_t const group = counter.add(sky);
      time(name, [&](bool) { return digest_of(counter.count(group).count); });
    }
  }

  /// The published workload (Roeh, Kindratenko & Brunner 2009): DD, all DR and all RR in 10
  /// regions.
  void count_sets(std::string const& name) const {
    if (!wants(name)) {
      return;
    }
    constexpr std::int64_t regions = 10;
    std::vector<CatalogueTable> sets;
    for (std::uint64_t stream = 0; stream <= 100; ++stream) {
      CatalogueTable& set = sets.emplace_back(sky_points(sizes_.set_points, stream));
      for (std::int64_t i = 0; i < sizes_.set_points; ++i) {
        set.region.push_back(i * regions / sizes_.set_points);
      }
    }
    std::vector<std::int64_t> labels(regions);
    std::iota(labels.begin(), labels.end(), std::int64_t{0});
    engine::PairCounter counter(logarithmic_bins(0.01, 100.0, 30), {}, labels, where_);
    std::size_t const data = counter.add(sets.front());
    std::size_t const randoms = counter.add(std::span(sets).subspan(1));
    time(name, [&](bool) {
      auto counts = counter.count(data).count;
      for (PairCounts const& more : {counter.count(data, randoms), counter.count(randoms)}) {
        counts.insert(counts.end(), more.count.begin(), more.count.end());
      }
      return digest_of(counts);
    });
  }

  /// Of what stays where it is computed; the way there and back are jobs of their own.
  void transform(std::string const& grid_name, RingGrid const& grid, std::int64_t lmax, Field field,
                 std::int64_t iterations, std::int64_t fields = 1) const {
    std::string const end = ", " + grid_name + ", lmax " + std::to_string(lmax);
    std::string const back =
        "analysis" + end +
        (iterations > 0 ? ", " + std::to_string(iterations) + " iterations" : "");
    std::array const names{"coefficients dealt out" + end,
                           "synthesis" + end,
                           "map gathered" + end,
                           "map dealt out" + end,
                           back,
                           "coefficients gathered" + end};
    if (std::none_of(names.begin(), names.end(),
                     [&](std::string const& name) { return wants(name); })) {
      return;
    }
    HarmonicRange const range = make_harmonic_range(static_cast<int>(lmax));
    auto a_lm = coefficients(range, field, fields);
    engine::KeptSky sky(grid, range, field, where_, fields);
    step(names[0], [&](bool) {
      sky.set_coefficients(a_lm);
      return std::uint64_t{0};
    });
    step(names[1], [&](bool is_told) {
      sky.synthesise();
      return is_told ? digest_of(sky.map()) : 0;
    });
    std::vector<double> map;
    step(names[2], [&](bool is_told) {
      map = sky.map();
      return is_told ? digest_of(map) : 0;
    });
    step(names[3], [&](bool) {
      sky.set_map(map);
      return std::uint64_t{0};
    });
    engine::AnalysisMethod method;
    method.iterations = iterations;
    step(names[4], [&](bool is_told) {
      sky.analyse(method);
      return is_told ? digest_of(sky.coefficients()) : 0;
    });
    step(names[5], [&](bool is_told) {
      a_lm = sky.coefficients();
      return is_told ? digest_of(a_lm) : 0;
    });
  }

  /// Coefficients that stay where they are computed, and such as rank 0 deals out and gathers.
  void turn(std::string const& of_field, Field field) const {
    std::string const end = of_field + ", lmax " + std::to_string(sizes_.lmax);
    std::array const names{"rotation" + end, "rotation, dealt out and gathered" + end};
    if (!wants(names[0]) && !wants(names[1])) {
      return;
    }
    HarmonicRange const range = make_harmonic_range(static_cast<int>(sizes_.lmax));
    auto const a_lm = coefficients(range, field);
    EulerAngles const angles{0.3, 1.1, -2.4};
    if (wants(names[0])) {
      engine::KeptSky sky(healpix_grid(1), range, field, where_);
      sky.set_coefficients(a_lm);
      time(names[0], [&](bool is_told) {
        sky.rotate(angles);
        return is_told ? digest_of(sky.coefficients()) : 0;
      });
    }
    if (wants(names[1])) {
      time(names[1], [&](bool is_told) {
        auto const turned = engine::rotate(range, a_lm, angles, where_);
        return is_told ? digest_of(turned) : 0;
      });
    }
  }

  /// A job that others need, timed where that is wanted.
  template <class Job>
  void step(std::string const& name, Job const& job) const {
    if (wants(name)) {
      time(name, job);
    } else {
      job(false);
    }
  }

  engine::Execution where_;
  Sizes sizes_;
  std::string expression_;
};

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> const words(arguments, arguments + count);
  try {
    if (!engine::join_processes(words).is_caller()) {
      return engine::serve();
    }
    std::map<std::string, Sizes> const scales{{"quick", quick}, {"full", full}, {"half", half}};
    SIDERUM_VALIDATE(words.size() >= 3 && scales.contains(words[2]),
                     "Usage: shared_jobs cpu|gpu quick|full|half [EXPRESSION].");
    engine::Execution where;
    where.device = engine::parse_device(words[1]);
    Jobs(where, scales.at(words[2]), words.size() > 3 ? words[3] : "").run_all();
    std::printf("links\t%s\n", engine::process_links().names.c_str());
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    engine::leave(1);
  }
  engine::leave(0);
}
