// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <fmt/format.h>

#include <siderum/algorithms/power_spectrum.hpp>
#include <siderum/apps/compute_harmonic.hpp>
#include <siderum/apps/distinct_files.hpp>
#include <siderum/apps/harmonic_command.hpp>
#include <siderum/apps/harmonic_options.hpp>
#include <siderum/apps/message.hpp>
#include <siderum/io/input_file.hpp>
#include <siderum/io/power_spectrum_file.hpp>

namespace siderum::apps {

namespace {

struct AnafastOptions {
  AnalysisOptions analysis;
  std::string spectrum;
};

void run_anafast(AnafastOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  check_distinct_files({{"CL.csv", options.spectrum}}, {analysis.map});
  HarmonicRange const range = analysis.range();
  io::SkyMap const map = read_whole_map(analysis);
  std::string const warning = analysis_warning(map.grid, range);
  if (!warning.empty()) {
    print_message(fmt::format("{}: {}", io::input_name(analysis.map), warning));
  }
  io::OutputFile file(options.spectrum);
  Compute const compute(analysis.execution);
  auto const a_lm = analyse(analysis.execution, map.grid, range, map.value);
  io::write_power_spectrum(power_spectrum(range, a_lm), file);
  file.commit();
}

}  // namespace

void add_anafast(CLI::App& program, Action& action) {
  CLI::App* const verb =
      program.add_subcommand("anafast", "The power spectrum of a map: CSV with l,cl");
  auto const options = std::make_shared<AnafastOptions>();
  add_file(*verb, "MAP.fits", options->analysis.map,
           "a HEALPix map, or one of alm2map; - is standard input");
  verb->add_option_function<std::string>(
          "CL.csv",
          [options](std::string const& text) {
            options->spectrum = parse_table_output("CL.csv", text);
          },
          "CSV or FITS by its ending; without it CSV on standard output")
      ->type_name("");
  add_analysis(*verb, options->analysis);
  verb->footer("Example: siderum anafast map.fits cl.csv --lmax 1024");
  verb->callback([&action, options] { action = [options] { run_anafast(*options); }; });
}

}  // namespace siderum::apps
