// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/pairs.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>
#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>
#include <siderum/core/error.hpp>
#include <siderum/python/binding/arrays.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/module.hpp>

namespace siderum::python {

namespace {

using Numbers = Line<double const>;
using Labels = Line<std::int64_t const>;

/// (ra, dec, weight or None, region or None), which the caller keeps.
using Set = nb::tuple;

engine::CatalogueArrays arrays_of(Set const& set) {
  auto const here = [](auto const& line) {
    return engine::host_array(std::span(line.data(), line.size()));
  };
  engine::CatalogueArrays arrays{
      here(nb::cast<Numbers>(set[0])), here(nb::cast<Numbers>(set[1])), {}, {}};
  if (!set[2].is_none()) {
    arrays.weight = here(nb::cast<Numbers>(set[2]));
  }
  if (!set[3].is_none()) {
    arrays.region = here(nb::cast<Labels>(set[3]));
  }
  return arrays;
}

/// Catalogues that belong together.
using Group = std::vector<engine::CatalogueArrays>;

/// The numbers of two groups; the second -1: the pairs within the first.
using Task = std::pair<int, int>;

struct Counting {
  std::vector<Group> groups;
  std::vector<Task> tasks;
  SeparationBins bins;
  PairCountOptions options;
  std::vector<std::int64_t> labels;
  engine::Execution execution;
  std::vector<PairCounts> counts;

  double pairs_of(Task const& task) const {
    Group const& first = groups[static_cast<std::size_t>(task.first)];
    double pairs = 0.0;
    for (std::size_t i = 0; i < first.size(); ++i) {
      auto const n = static_cast<double>(first[i].ra.size());
      if (task.second < 0) {
        pairs += 0.5 * n * n;
        continue;
      }
      Group const& second = groups[static_cast<std::size_t>(task.second)];
      for (std::size_t j = 0; j < second.size(); ++j) {
        if (first.size() == 1 || i == j) {
          pairs += n * static_cast<double>(second[j].ra.size());
        }
      }
    }
    return pairs;
  }

  engine::PairWork work() const {
    engine::PairWork work;
    for (Task const& task : tasks) {
      work.pairs += pairs_of(task);
    }
    for (Group const& group : groups) {
      for (engine::CatalogueArrays const& set : group) {
        work.points += static_cast<double>(set.ra.size());
      }
    }
    auto const copy = [](engine::Array<double const> const& array) {
      return std::vector<double>(array.data, array.data + array.size());
    };
    engine::CatalogueArrays const& first = groups.front().front();
    work.sky_share = engine::sky_share({copy(first.ra), copy(first.dec), {}, {}});
    return work;
  }
};

/// The progress of one count as that of all.
class PairProgress final : public ProgressObserver {
 public:
  PairProgress(ProgressObserver* told, double total) : told_(told), total_(std::max(total, 1.0)) {}

  void advance(std::int64_t done, std::int64_t total) override {
    double const share = static_cast<double>(done) / static_cast<double>(total);
    constexpr std::int64_t pieces = 1000;
    told_->advance(static_cast<std::int64_t>(static_cast<double>(pieces) *
                                             std::min(1.0, (before_ + share * current_) / total_)),
                   pieces);
  }

  void start(double pairs) {
    before_ += current_;
    current_ = pairs;
  }

 private:
  ProgressObserver* told_;
  double total_;
  double before_ = 0.0;
  double current_ = 0.0;
};

void count(Counting& job, ProgressObserver* observer) {
  engine::PairWork const work = job.work();
  PairProgress progress(observer, work.pairs);
  engine::Execution here = engine::place(work, job.bins, job.execution).execution;
  here.progress = observer == nullptr ? nullptr : &progress;
  engine::PairCounter counter(job.bins, job.options, job.labels, here);
  std::vector<std::size_t> places;
  for (Group const& group : job.groups) {
    places.push_back(counter.add(std::span<engine::CatalogueArrays const>(group)));
  }
  for (Task const& task : job.tasks) {
    progress.start(job.pairs_of(task));
    std::size_t const first = places[static_cast<std::size_t>(task.first)];
    job.counts.push_back(task.second < 0
                             ? counter.count(first)
                             : counter.count(first, places[static_cast<std::size_t>(task.second)]));
  }
}

/// Every part of a count by its name, for both directions.
template <class Part>
void each_part(Part const& part, PairCounts& counts) {
  part("edges", counts.edges);
  part("count", counts.count);
  part("weight", counts.weight);
  part("mean_separation", counts.mean_separation);
  RegionCounts& regions = counts.regions;
  part("points_by_region_first", regions.points_first);
  part("points_by_region_second", regions.points_second);
  part("sum_first", regions.sum_first);
  part("sum_second", regions.sum_second);
  part("sum2_first", regions.sum2_first);
  part("sum2_second", regions.sum2_second);
  part("both", regions.both);
  part("first", regions.first);
  part("second", regions.second);
  part("both_weight", regions.both_weight);
  part("first_weight", regions.first_weight);
  part("second_weight", regions.second_weight);
  part("matrix", regions.matrix);
  part("matrix_weight", regions.matrix_weight);
}

nb::dict as_dict(PairCounts counts) {
  nb::dict parts;
  parts["is_cross"] = counts.kind == PairKind::cross_count;
  parts["points_first"] = counts.points_first;
  parts["points_second"] = counts.points_second;
  parts["sets"] = counts.sets;
  parts["total"] = counts.total;
  parts["regions"] = counts.regions.regions;
  each_part([&](char const* name, auto& numbers) { parts[name] = to_numpy(std::move(numbers)); },
            counts);
  return parts;
}

PairCounts counts_of(nb::dict const& parts) {
  PairCounts counts;
  counts.kind = nb::cast<bool>(parts["is_cross"]) ? PairKind::cross_count : PairKind::auto_count;
  counts.points_first = nb::cast<std::int64_t>(parts["points_first"]);
  counts.points_second = nb::cast<std::int64_t>(parts["points_second"]);
  counts.sets = nb::cast<std::int64_t>(parts["sets"]);
  counts.total = nb::cast<double>(parts["total"]);
  counts.regions.regions = nb::cast<std::int64_t>(parts["regions"]);
  each_part(
      [&]<class T>(char const* name, std::vector<T>& numbers) {
        auto const line = nb::cast<Line<T const>>(parts[name]);
        numbers.assign(line.data(), line.data() + line.size());
      },
      counts);
  return counts;
}

nb::list count_pairs(std::vector<std::vector<Set>> const& groups, std::vector<Task> const& tasks,
                     Numbers const& edges, bool has_means, bool has_matrix, Labels const& labels,
                     engine::Execution const& execution, nb::object const& progress) {
  auto const job = std::make_shared<Counting>();
  std::vector<nb::object> kept;
  for (std::vector<Set> const& group : groups) {
    Group& arrays = job->groups.emplace_back();
    for (Set const& set : group) {
      arrays.push_back(arrays_of(set));
      kept.push_back(set);
    }
  }
  job->tasks = tasks;
  job->bins = make_bins(span_of(edges));
  job->options.mean_separation = has_means ? MeanSeparation::yes : MeanSeparation::no;
  job->options.region_matrix = has_matrix ? RegionMatrix::yes : RegionMatrix::no;
  job->labels.assign(labels.data(), labels.data() + labels.size());
  job->execution = execution;
  double pairs = 0.0;
  for (Task const& task : tasks) {
    pairs += job->pairs_of(task);
  }
  run(
      pairs, progress, [&] { return kept; },
      [job](ProgressObserver* observer) { count(*job, observer); });
  nb::list answer;
  for (PairCounts& counts : job->counts) {
    answer.append(as_dict(std::move(counts)));
  }
  return answer;
}

CorrelationCounts correlation_counts(nb::dict const& dd, nb::dict const& dr,
                                     std::optional<nb::dict> const& rd, nb::dict const& rr) {
  CorrelationCounts counts{counts_of(dd), counts_of(dr), {}, counts_of(rr)};
  if (rd) {
    counts.rd = counts_of(*rd);
  }
  return counts;
}

nb::object w_of_counts(nb::dict const& dd, nb::dict const& dr, std::optional<nb::dict> const& rd,
                       nb::dict const& rr, int estimator) {
  return nb::cast(to_numpy(
      correlation_function(correlation_counts(dd, dr, rd, rr), static_cast<Estimator>(estimator))));
}

enum class Resampling : std::uint8_t { jackknife, pairs, marked };

nb::object as_table(CorrelationSamples&& samples) {
  return nb::cast(to_numpy(std::move(samples.w), {static_cast<std::size_t>(samples.samples),
                                                  static_cast<std::size_t>(samples.bins)}));
}

nb::object as_table(Covariance&& covariance) {
  auto const bins = static_cast<std::size_t>(covariance.bins);
  return nb::cast(to_numpy(std::move(covariance.values), {bins, bins}));
}

/// (samples, covariance).
nb::tuple resample(nb::dict const& dd, nb::dict const& dr, std::optional<nb::dict> const& rd,
                   nb::dict const& rr, int estimator, int resampling, int convention,
                   std::int64_t resamples, std::uint64_t seed) {
  auto const by = static_cast<Estimator>(estimator);
  auto const kind = static_cast<Resampling>(resampling);
  using Answer = std::pair<CorrelationSamples, Covariance>;
  // How long it takes depends on what the counts have; nobody waits without looking for signals.
  auto [samples, covariance] = computed(
      work_of_short_jobs, Needs::nothing, keep(),
      [counts = correlation_counts(dd, dr, rd, rr), by, kind, convention, resamples, seed] {
        if (kind == Resampling::jackknife) {
          CorrelationSamples left =
              leave_one_out(counts, by, static_cast<JackknifeConvention>(convention));
          Covariance of_left = jackknife_covariance(left);
          return Answer(std::move(left), std::move(of_left));
        }
        auto const way = kind == Resampling::pairs ? BootstrapKind::pairs : BootstrapKind::marked;
        CorrelationSamples drawn = bootstrap(counts, by, {way, resamples, seed});
        Covariance of_drawn = bootstrap_covariance(drawn);
        return Answer(std::move(drawn), std::move(of_drawn));
      });
  return nb::make_tuple(as_table(std::move(samples)), as_table(std::move(covariance)));
}

nb::object shot_noise(Numbers const& w, nb::dict const& dd) {
  return as_table(poisson_covariance(span_of(w), counts_of(dd)));
}

nb::object errors_of(Table<double const> const& covariance) {
  Covariance copy{static_cast<std::int64_t>(covariance.shape(0)), {}};
  copy.values.assign(covariance.data(), covariance.data() + covariance.size());
  return nb::cast(to_numpy(standard_errors(copy)));
}

nb::object points_as_table(SkyPoints&& points) {
  auto const size = static_cast<std::size_t>(points.points());
  std::vector<double> both = std::move(points.ra);
  both.insert(both.end(), points.dec.begin(), points.dec.end());
  return nb::cast(to_numpy(std::move(both), {2, size}));
}

/// @param area  empty: the whole sky; (ra, dec, radius): a cap; (ra, ra, dec, dec): a box
nb::object random_sky(std::vector<double> const& area, std::int64_t points, std::uint64_t seed,
                      std::uint64_t stream) {
  SkyArea place = WholeSky{};
  if (area.size() == 3) {
    place = SkyCap{area[0], area[1], area[2]};
  } else if (area.size() == 4) {
    place = SkyBox{area[0], area[1], area[2], area[3]};
  }
  return points_as_table(computed(
      20.0 * static_cast<double>(points), Needs::nothing, keep(),
      [place, points, seed, stream] { return random_points(place, points, seed, stream); }));
}

nb::object regions_at(SkyRegions const& regions, Numbers const& ra, Numbers const& dec) {
  return nb::cast(to_numpy(assign_regions(regions, span_of(ra), span_of(dec))));
}

}  // namespace

void add_pairs(nb::module_& module) {
  module.def("count_pairs", &count_pairs, nb::arg("groups"), nb::arg("tasks"),
             nb::arg("edges").noconvert(), nb::arg("has_means"), nb::arg("has_matrix"),
             nb::arg("labels").noconvert(), nb::arg("execution"), nb::arg("progress").none());
  module.def("w_of_counts", &w_of_counts, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
             nb::arg());
  module.def("resample", &resample, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg());
  module.def("shot_noise", &shot_noise);
  module.def("errors_of", &errors_of);
  module.def("check_bins", [](Numbers const& edges) { make_bins(span_of(edges)); });
  module.def("logarithmic_bins", [](double least, double largest, std::int64_t count) {
    return to_numpy(logarithmic_bins(least, largest, count).edges);
  });
  module.def("linear_bins", [](double least, double largest, std::int64_t count) {
    return to_numpy(linear_bins(least, largest, count).edges);
  });
  module.def("random_points", &random_sky);
  nb::class_<SkyRegions>(module, "SkyRegions")
      .def_ro("regions", &SkyRegions::regions)
      .def("at", &regions_at);
  module.def("make_sky_regions", [](Numbers const& ra, Numbers const& dec, std::int64_t regions,
                                    int method, std::uint64_t seed) {
    double const work = 10.0 * static_cast<double>(ra.size()) * static_cast<double>(regions);
    return computed(
        work, Needs::nothing, keep(ra, dec),
        [ra = span_of(ra), dec = span_of(dec), regions, by = static_cast<RegionMethod>(method),
         seed] { return make_sky_regions(ra, dec, regions, by, seed); });
  });
}

}  // namespace siderum::python
