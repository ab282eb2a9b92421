// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/analysis_options.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/apps/sky/map_analysis.hpp>
#include <siderum/engine/sky.hpp>

namespace siderum::apps {

namespace {

struct SmoothMapOptions {
  AnalysisOptions analysis;
  std::string output;
};

void run_smooth_map(SmoothMapOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  check_analysis(analysis);
  // A beam of no width does nothing either.
  bool const is_beam = analysis.filters.fwhm.value_or(0.0) > 0.0;
  if (!is_beam && analysis.filters.pixel_window.empty()) {
    throw UsageError(
        "There is nothing to smooth with (a beam or a window does it). Give --fwhm, in arcminutes,"
        " or --pixel-window.");
  }
  now(Activity::reading);
  MapAnalysis map(analysis,
                  [](engine::TransformSize const& there, engine::TransformSize const& back) {
                    return engine::SkyWork{{there, back}, {}};
                  });
  now(Activity::waking);
  engine::Placement const placement = engine::place(map.work(), analysis.execution);
  now(Activity::computing);
  io::SkyMap smooth = map.changed_map(map.map().coordinates);
  about_file(analysis.map, [&] { io::check_texts(smooth); });
  io::OutputFile file(options.output);
  smooth.value = map.smoothed(placement.execution);
  tell_where(analysis.verbose, placement);
  now(Activity::writing);
  io::write_sky_map(smooth, number_width(analysis.execution.precision), file);
  map.commit(file);
}

}  // namespace

void add_smooth_map(Verb& program) {
  Verb& verb = program.add_verb("smooth", "A map as a wider beam would see it, on the same pixels");
  auto const options = std::make_shared<SmoothMapOptions>();
  add_file(verb, "MAP.fits", options->analysis.map,
           "a HEALPix map, or one of alm2map; - is standard input");
  add_fits_output(verb, "SMOOTH.fits", options->output, "the smooth map; - is standard output");
  add_analysis(verb, options->analysis, LmaxOption::optional);
  verb.set_footer("Example: siderum smooth map.fits smooth.fits --fwhm 60");
  verb.set_action([options] { run_smooth_map(*options); });
}

}  // namespace siderum::apps
