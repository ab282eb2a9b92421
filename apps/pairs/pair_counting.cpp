// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_counting.hpp>

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/apps/command_line/progress_bar.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/tables/least_rows.hpp>
#include <siderum/version.hpp>

namespace siderum::apps {

namespace {

/// One count that is wanted. Auto counts have no second group.
struct Task {
  std::string name;
  CatalogueGroup const* first;
  CatalogueGroup const* second;
  io::NamedCounts const* saved = nullptr;  ///< where it need not be counted

  bool is_of_randoms() const { return name == "rr" || name == "r1r2"; }
};

std::vector<Task> tasks_of(PairCatalogues const& all) {
  std::vector<Task> tasks;
  if (all.data2.is_there()) {
    tasks.push_back({"d1d2", &all.data, &all.data2});
    if (all.randoms.is_there()) {
      tasks.push_back({"d1r2", &all.data, &all.randoms2});
      tasks.push_back({"d2r1", &all.data2, &all.randoms});
      tasks.push_back({"r1r2", &all.randoms, &all.randoms2});
    }
    return tasks;
  }
  tasks.push_back({"dd", &all.data, nullptr});
  if (all.randoms.is_there()) {
    tasks.push_back({"dr", &all.data, &all.randoms});
    tasks.push_back({"rr", &all.randoms, nullptr});
  }
  return tasks;
}

/// Pairs of any separation, for the progress bar.
double pairs_of(Task const& task) {
  double pairs = 0.0;
  for (std::size_t i = 0; i < task.first->sets.size(); ++i) {
    auto const n = static_cast<double>(task.first->sets[i].points());
    if (task.second == nullptr) {
      pairs += 0.5 * n * (n - 1.0);
      continue;
    }
    for (std::size_t j = 0; j < task.second->sets.size(); ++j) {
      if (task.first->sets.size() == 1 || i == j) {
        pairs += n * static_cast<double>(task.second->sets[j].points());
      }
    }
  }
  return pairs;
}

/// Turns the progress of one count into pairs of all counts.
class PairProgress : public ProgressObserver {
 public:
  PairProgress(ProgressBar& bar, double total) : bar_(bar), total_(std::max(total, 1.0)) {}

  void advance(std::int64_t done, std::int64_t total) override {
    double const share = static_cast<double>(done) / static_cast<double>(total);
    // 2^62: a few counts may have more pairs together than an integer holds.
    constexpr double most = 4.6e18;
    double const scale = std::min(1.0, most / total_);
    bar_.advance(static_cast<std::int64_t>(scale * (before_ + share * current_)),
                 std::max<std::int64_t>(1, static_cast<std::int64_t>(scale * total_)));
  }

  void start(double pairs) { current_ = pairs; }
  void finish() { before_ += current_; }

 private:
  ProgressBar& bar_;
  double total_;
  double before_ = 0.0;
  double current_ = 0.0;
};

using Stamps = std::map<CatalogueGroup const*, io::CatalogueStamp>;

Stamps stamps_of(std::vector<Task> const& tasks) {
  Stamps stamps;
  for (Task const& task : tasks) {
    for (CatalogueGroup const* const group : {task.first, task.second}) {
      if (group != nullptr && !stamps.contains(group)) {
        stamps[group] = io::stamp_of(group->sets);
      }
    }
  }
  return stamps;
}

/// Empty, or "the number of points of the randoms differs: saved 10, given 12".
std::string difference_of(Task const& task, io::NamedCounts const& saved, Stamps const& stamps,
                          MeanSeparation mean_separation) {
  CatalogueGroup const* const second = task.second == nullptr ? task.first : task.second;
  // Several files of both are counted two by two.
  bool const are_pairs = second != task.first && task.first->sets.size() > 1;
  auto const order = are_pairs ? io::FileOrder::same : io::FileOrder::any;
  std::string field = io::difference(task.first->name, saved.first, stamps.at(task.first), order);
  if (field.empty()) {
    field = io::difference(second->name, saved.second, stamps.at(second), order);
  }
  if (!field.empty()) {
    return field;
  }
  bool const lacks_means = mean_separation == MeanSeparation::yes && !task.is_of_randoms() &&
                           saved.counts.mean_separation.empty();
  return lacks_means ? "it has no mean separations" : "";
}

void find_saved(std::vector<Task>& tasks, Stamps const& stamps, MeanSeparation mean_separation,
                SavedCounts const& saved, std::vector<std::string>& notes) {
  std::vector<std::string> anew;
  std::string reason;
  bool used = false;
  for (Task& task : tasks) {
    io::NamedCounts const* const candidate = saved.file.find(task.name);
    if (candidate == nullptr) {
      continue;
    }
    std::string const difference = difference_of(task, *candidate, stamps, mean_separation);
    SIDERUM_VALIDATE(difference.empty() || !task.is_of_randoms(),
                     fmt::format("{} does not fit, {} (saved counts are used only for the same"
                                 " catalogues). Count anew, or give what was counted then.",
                                 saved.path, difference));
    if (difference.empty()) {
      task.saved = candidate;
      used = true;
    } else {
      anew.push_back(task.name);
      reason = reason.empty() ? difference : reason;
    }
  }
  SIDERUM_VALIDATE(
      used, fmt::format("{} does not fit, {} (saved counts are used only for the same"
                        " catalogues). Count anew, or give what was counted then.",
                        saved.path,
                        reason.empty() ? "it has none of the counts that are wanted" : reason));
  if (!anew.empty()) {
    notes.push_back(fmt::format("{} of {} not used but counted anew: {}.", fmt::join(anew, ", "),
                                saved.path, reason));
  }
}

io::PairCountFile description_of(engine::Precision precision, PairBins const& bins,
                                 PairCatalogues const& catalogues) {
  io::PairCountFile file;
  file.version = build::version;
  file.precision = name_of(precision, precision_choices);
  file.unit = name_of(bins.unit, unit_choices);
  file.edges = bins.edges;
  file.region_labels = catalogues.region_labels;
  file.regions = catalogues.regions;
  return file;
}

engine::Placement placed(engine::PairWork const& work, SeparationBins const& bins,
                         engine::Execution const& execution) {
  During const waking(Activity::waking);
  return engine::place(work, bins, execution);
}

/// Counts what is not saved.
class CountRun {
 public:
  CountRun(CountPlan const& plan, SeparationBins const& bins, PairCatalogues const& catalogues,
           std::vector<Task> const& tasks)
      : pairs_(total_of(tasks)),
        placement_(
            placed({pairs_, points_of(tasks), engine::sky_share(catalogues.data.sets.front())},
                   bins, plan.execution)),
        bar_(fmt::format("{}, {:.3g} pairs", placement_.description, pairs_), plan.progress),
        progress_(bar_, pairs_),
        counter_(bins, plan.options, catalogues.region_labels, execution()) {}

  PairCounts operator()(Task const& task) {
    progress_.start(pairs_of(task));
    PairCounts counts = task.second == nullptr
                            ? counter_.count(group(task.first))
                            : counter_.count(group(task.first), group(task.second));
    progress_.finish();
    return counts;
  }

  engine::Placement const& placement() const { return placement_; }

 private:
  static double total_of(std::vector<Task> const& tasks) {
    double pairs = 0.0;
    for (Task const& task : tasks) {
      pairs += task.saved == nullptr ? pairs_of(task) : 0.0;
    }
    return pairs;
  }

  static double points_of(std::vector<Task> const& tasks) {
    double points = 0.0;
    for (Task const& task : tasks) {
      for (CatalogueGroup const* const group : {task.first, task.second}) {
        if (group != nullptr && task.saved == nullptr) {
          for (CatalogueTable const& set : group->sets) {
            points += static_cast<double>(set.points());
          }
        }
      }
    }
    return points;
  }

  std::size_t group(CatalogueGroup const* catalogues) {
    auto const found = groups_.find(catalogues);
    return found != groups_.end()
               ? found->second
               : groups_.emplace(catalogues, counter_.add(catalogues->sets)).first->second;
  }

  engine::Execution execution() {
    engine::Execution execution = placement_.execution;
    execution.progress = &progress_;
    return execution;
  }

  double pairs_;
  engine::Placement placement_;
  ProgressBar bar_;
  PairProgress progress_;
  engine::PairCounter counter_;
  std::map<CatalogueGroup const*, std::size_t> groups_;
};

}  // namespace

CorrelationCounts CountedPairs::correlation_counts() const {
  SIDERUM_EXPECT(has_randoms());
  std::vector<io::NamedCounts> const& all = file.counts;
  if (all.size() == 3) {
    return {all[0].counts, all[1].counts, {}, all[2].counts};
  }
  return {all[0].counts, all[1].counts, all[2].counts, all[3].counts};
}

engine::PairWork least_work(CatalogueFiles const& files) {
  auto const rows_of = [](std::vector<std::string> const& paths) {
    std::vector<double> rows;
    for (std::string const& path : paths) {
      rows.push_back(static_cast<double>(io::least_rows(path)));
    }
    return rows;
  };
  auto const sum = [](std::vector<double> const& rows) {
    return std::accumulate(rows.begin(), rows.end(), 0.0);
  };
  double const data = rows_of({files.data})[0];
  std::vector<double> const randoms = rows_of(files.randoms);
  engine::PairWork work;
  work.points = data + sum(randoms);
  if (!files.is_cross()) {
    work.pairs = 0.5 * std::inner_product(randoms.begin(), randoms.end(), randoms.begin(),
                                          data * (data + 2.0 * sum(randoms)));
    return work;
  }
  double const data2 = rows_of({files.data2})[0];
  std::vector<double> const randoms2 = rows_of(files.randoms2);
  work.points += data2 + sum(randoms2);
  work.pairs = data * (data2 + sum(randoms2)) + data2 * sum(randoms);
  for (std::size_t i = 0; i < std::min(randoms.size(), randoms2.size()); ++i) {
    work.pairs += randoms[i] * randoms2[i];
  }
  return work;
}

CountedPairs count_catalogues(CountPlan const& plan, PairBins const& bins,
                              PairCatalogues const& catalogues, SavedCounts const* saved) {
  CountedPairs result{description_of(plan.execution.precision, bins, catalogues), {}, {}};
  std::vector<Task> tasks = tasks_of(catalogues);
  bool const with_stamps = saved != nullptr || plan.is_to_be_saved;
  Stamps const stamps = with_stamps ? stamps_of(tasks) : Stamps();
  if (saved != nullptr) {
    io::require_same_bins(saved->path, saved->file, result.file, bins.degrees.edges);
    find_saved(tasks, stamps, plan.options.mean_separation, *saved, result.notes);
  }
  // Counts of one result have the same edges to the last digit.
  bool const edges_are_saved = saved != nullptr && !saved->file.counts.empty();
  SeparationBins const edges =
      edges_are_saved ? SeparationBins{saved->file.counts[0].counts.edges} : bins.degrees;
  CountRun run(plan, edges, catalogues, tasks);
  for (Task const& task : tasks) {
    if (task.saved != nullptr) {
      result.file.counts.push_back(*task.saved);
      continue;
    }
    io::NamedCounts named{task.name, {}, {}, run(task)};
    if (with_stamps) {
      named.first = stamps.at(task.first);
      named.second = stamps.at(task.second == nullptr ? task.first : task.second);
    }
    result.file.counts.push_back(std::move(named));
  }
  result.placement = run.placement();
  return result;
}

}  // namespace siderum::apps
