// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/sky/analysis_options.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/apps/sky/map_analysis.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>

namespace siderum::apps {

namespace {

struct AnafastOptions {
  AnalysisOptions analysis;
  std::string other;  ///< the second map; empty: none
  std::string spectrum;
};

void write_spectra(std::vector<NamedSpectrum> const& spectra, io::OutputFile& file) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;
  for (NamedSpectrum const& spectrum : spectra) {
    names.push_back(spectrum.name);
    values.push_back(spectrum.value);
  }
  io::write_power_spectra(names, values, file);
}

/// The spectra of one map, or of it with another one that is read and analysed alike.
std::vector<NamedSpectrum> spectra_of_maps(MapAnalysis& map, MapAnalysis* other,
                                           engine::Execution const& execution) {
  io::CoefficientTable const a = map.coefficients(execution);
  if (other == nullptr) {
    return power_spectra(a.field, a.range, a.a_lm, a.a_lm, SpectrumSet::own);
  }
  io::CoefficientTable const b = other->coefficients(execution);
  return power_spectra(a.field, a.range, a.a_lm, b.a_lm, SpectrumSet::cross);
}

void run_anafast(AnafastOptions const& options) {
  AnalysisOptions analysis = options.analysis;
  check_analysis(analysis);
  now(Activity::reading);
  // Of two maps both are read before their work is known.
  bool const is_alone = options.other.empty();
  auto const work_of_map = [is_alone](engine::TransformSize const& once,
                                      engine::TransformSize const&) {
    return is_alone ? engine::SkyWork{{once}, {}} : engine::SkyWork{};
  };
  analysis.is_one_of_two = !is_alone;
  MapAnalysis map(analysis, work_of_map);
  AnalysisOptions second = analysis;
  second.map = options.other;
  second.residuals.clear();
  std::unique_ptr<MapAnalysis> const other =
      is_alone ? nullptr : std::make_unique<MapAnalysis>(second, work_of_map);
  engine::SkyWork work{{map.analysis_size()}, {}};
  if (other != nullptr) {
    std::vector<StatedByFile> stated = map.stated();
    stated.insert(stated.end(), other->stated().begin(), other->stated().end());
    check_stated(analysis.selection, stated);
    check_two_maps(map.stated().front(), other->stated().front());
    work.transforms.push_back(other->analysis_size());
  }
  now(Activity::waking);
  engine::Placement const placement = engine::place(work, analysis.execution);
  now(Activity::computing);
  io::OutputFile file(options.spectrum);
  std::vector<NamedSpectrum> const spectra = spectra_of_maps(map, other.get(), placement.execution);
  tell_where(analysis.verbose, placement);
  now(Activity::writing);
  write_spectra(spectra, file);
  map.commit(file);
}

}  // namespace

void add_anafast(Verb& program) {
  Verb& verb = program.add_verb("anafast", "The power spectra of a map, or of two");
  auto const options = std::make_shared<AnafastOptions>();
  add_file(verb, "MAP.fits", options->analysis.map,
           "a HEALPix map, or one of alm2map; - is standard input");
  Option& spectrum =
      add_table_output(verb, "CL.csv", options->spectrum,
                       "CSV or FITS by its ending; without it CSV on standard output");
  spectrum.type.clear();
  spectrum.file = FileUse::result;
  add_input(verb, "--with", options->other, "another map: cross spectra, of MAP.fits with it");
  add_analysis(verb, options->analysis, LmaxOption::required);
  verb.set_footer("Example: siderum anafast map.fits cl.csv --lmax 1024");
  verb.set_action([options] { run_anafast(*options); });
}

}  // namespace siderum::apps
