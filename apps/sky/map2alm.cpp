// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/sky/analysis_options.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/apps/sky/map_analysis.hpp>
#include <siderum/io/sky/coefficients_file.hpp>

namespace siderum::apps {

namespace {

struct Map2AlmOptions {
  AnalysisOptions analysis;
  std::string coefficients;
};

void run_map2alm(Map2AlmOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  check_analysis(analysis);
  now(Activity::reading);
  MapAnalysis map(analysis, [](engine::TransformSize const& once, engine::TransformSize const&) {
    return engine::SkyWork{{once}, {}};
  });
  now(Activity::waking);
  engine::Placement const placement = engine::place(map.work(), analysis.execution);
  now(Activity::computing);
  about_file(analysis.map, [&] { io::check_coordinates(map.map().coordinates); });
  io::OutputFile file(options.coefficients);
  io::CoefficientTable const table = map.coefficients(placement.execution);
  tell_where(analysis.verbose, placement);
  now(Activity::writing);
  io::write_coefficients(table, number_width(analysis.execution.precision), file);
  map.commit(file);
}

}  // namespace

void add_map2alm(Verb& program) {
  Verb& verb = program.add_verb("map2alm", "The harmonic coefficients of a map");
  auto const options = std::make_shared<Map2AlmOptions>();
  add_file(verb, "MAP.fits", options->analysis.map,
           "a HEALPix map, or one of alm2map; - is standard input");
  add_fits_output(verb, "ALM.fits", options->coefficients,
                  "the coefficients; - is standard output");
  add_analysis(verb, options->analysis, LmaxOption::required);
  verb.set_footer("Example: siderum map2alm map.fits alm.fits --lmax 1024");
  verb.set_action([options] { run_map2alm(*options); });
}

}  // namespace siderum::apps
