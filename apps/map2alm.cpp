// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <fmt/format.h>

#include <siderum/apps/compute_harmonic.hpp>
#include <siderum/apps/distinct_files.hpp>
#include <siderum/apps/harmonic_command.hpp>
#include <siderum/apps/harmonic_options.hpp>
#include <siderum/apps/message.hpp>
#include <siderum/io/coefficients_file.hpp>
#include <siderum/io/input_file.hpp>

namespace siderum::apps {

namespace {

struct Map2AlmOptions {
  AnalysisOptions analysis;
  std::string coefficients;
};

void run_map2alm(Map2AlmOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  check_distinct_files({{"ALM.fits", options.coefficients}}, {analysis.map});
  HarmonicRange const range = analysis.range();
  io::SkyMap const map = read_whole_map(analysis);
  std::string const warning = analysis_warning(map.grid, range);
  if (!warning.empty()) {
    print_message(fmt::format("{}: {}", io::input_name(analysis.map), warning));
  }
  io::OutputFile file(options.coefficients);
  Compute const compute(analysis.execution);
  io::CoefficientTable const table{range, analyse(analysis.execution, map.grid, range, map.value)};
  io::write_coefficients(table, number_width(analysis.execution.precision), file);
  file.commit();
}

}  // namespace

void add_map2alm(CLI::App& program, Action& action) {
  CLI::App* const verb = program.add_subcommand(
      "map2alm", "The harmonic coefficients of a map, by the weights of its pixels");
  auto const options = std::make_shared<Map2AlmOptions>();
  add_file(*verb, "MAP.fits", options->analysis.map,
           "a HEALPix map, or one of alm2map; - is standard input");
  add_file(*verb, "ALM.fits", options->coefficients, "the coefficients; - is standard output");
  add_analysis(*verb, options->analysis);
  verb->footer("Example: siderum map2alm map.fits alm.fits --lmax 1024");
  verb->callback([&action, options] { action = [options] { run_map2alm(*options); }; });
}

}  // namespace siderum::apps
