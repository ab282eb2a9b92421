// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_command.hpp>

#include <limits>
#include <memory>

#include <siderum/apps/periods/periods.hpp>
#include <siderum/apps/periods/periods_values.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

constexpr char footer[] =
    "The periods of Lomb-Scargle are those of one sinusoid. The light curve of an asteroid "
    "usually\n"
    "has two humps a turn: its rotation period is then twice the period found.\n\n"
    "Examples: siderum periods ida.csv --fmin 0.5 --fmax 24 --plot ida.png\n"
    "          siderum periods stars.csv --fmin 0.1 --fmax 10 --finder super-smoother";

void add_lomb_scargle(Verb& verb, PeriodsOptions& options) {
  add_choice(verb, "--model", options.model, model_choices,
             "Lomb-Scargle: generalized (default): floating mean, and errors where the file has "
             "them; standard: neither");
  add_choice(verb, "--fit-mean", options.fit_mean, fit_mean_choices,
             "fit a constant at each frequency; overrides --model");
  add_choice(verb, "--center-data", options.center_data, center_data_choices,
             "subtract the mean before the search (default yes)");
  add_choice(verb, "--normalization", options.normalization, normalization_choices,
             "of the power, as astropy names it; raw is Lomb's and Scargle's (default standard)");
  add_choice(verb, "--method", options.method, method_choices,
             "how the sums are formed: automatic (default) is the fastest one, direct and product "
             "are exact, nufft within --tolerance; adds the column method");
  add_number(
      verb, "--tolerance", options.tolerance,
      "of nufft: largest error of a power, of the largest one (default 1e-9, single precision "
      "1e-5)");
}

void add_model(Verb& verb, PeriodsOptions& options) {
  add_whole_number(verb, "--nterms", options.terms, {1, 12, 3},
                   "harmonics of the model (default 1, a sinusoid)");
  add_text(verb, "--band-column", options.reading.band_column, "COLUMN",
           "the column of the bands, by name or number: one model of all bands, a part of "
           "--nterms harmonics shared by them and one harmonic of each band's own");
  verb.add_flag(
      "--refine", [&options] { options.refine = engine::Refine::yes; },
      "place peaks between the frequencies of the grid, two more than asked for, and keep the "
      "highest; adds the column frequency_error");
  add_choice(
      verb, "--fap", options.false_alarm, false_alarm_choices,
      "false-alarm probability of each peak, by a formula for 0 to the highest frequency, or "
      "by 1000 searches of resampled values; adds the column fap, in FITS also log10_fap, as "
      "doubles end at 1e-308");
}

void add_method(Verb& verb, PeriodsOptions& options) {
  add_choice(verb, "--finder", options.finder, finder_choices,
             "the kind of periodogram (default lomb-scargle); pdm is phase dispersion "
             "minimisation");
  add_choice(verb, "--errors", options.errors, errors_choices,
             "weigh points by error^-2 (default use, with --model standard ignore)");
  add_lomb_scargle(verb, options);
  for_each_finder(options.finders, [&](FinderChoice, auto const& program, auto& arguments) {
    program.add_options(verb, arguments, options);
  });
}

void add_range(Verb& verb, PeriodsOptions& options) {
  add_number(verb, "--fmin", options.range.fmin,
             "lowest frequency, in cycles per unit of the times");
  add_number(verb, "--fmax", options.range.fmax, "upper end, itself not searched");
  add_whole_number(
      verb, "--count", options.range.count, {1, std::numeric_limits<std::int64_t>::max(), 100'000},
      "how many frequencies: fmin + k (fmax - fmin) / count, k = 0 .. count - 1; "
      "without it the step is 0.1 / longest baseline, with --nterms H 0.1 / (H x longest "
      "baseline)");
  add_number(verb, "--step", options.range.step, "with --count, instead of --fmax: fmin + k step");
  add_whole_number(verb, "--peaks", options.peaks, {1, engine::most_peaks, 5},
                   "the N highest peaks of each object, one a row; adds the column rank");
  verb.add_option(
      "--exclude", "FREQUENCY:HALFWIDTH,...",
      [&options](std::string const& text) { options.excluded = parse_windows("--exclude", text); },
      "windows that no peak may come from, for example 1:0.02,2:0.02");
}

void add_files(Verb& verb, PeriodsOptions& options) {
  Option& files = add_texts(verb, "FILE", options.files, "",
                            "light curves, text or FITS; all files together are one batch; - is "
                            "standard input, @LIST a file with one path a line");
  files.is_required = true;
  files.file = FileUse::inputs;
  verb.add_option(
      "--columns", "NAMES",
      [&options](std::string const& text) {
        SIDERUM_VALIDATE(text.find_first_not_of(" \t") != std::string::npos,
                         "--columns is empty (it names columns). Write for example --columns"
                         " id,time,value, or leave it out.");
        options.reading.columns = text;
      },
      "what the columns are: id,time,value,error with - for one to skip, or "
      "time=NAME,value=3");
  add_choice(verb, "--invalid", options.reading.invalid, invalid_choices,
             "what to do with rows that cannot be used (default error)");
  add_table_output(verb, "--output", options.output,
                   "results, CSV or FITS by its ending; without it CSV on standard output")
      .file = FileUse::result;
  add_output(verb, "--periodogram", options.periodogram,
             "all powers: .npy, objects x frequencies; .csv or .fits for one object");
  add_output(verb, "--window", options.window,
             "spectral window of the times on the same frequencies, as --periodogram");
  add_output(verb, "--plot", options.plot,
             "periodogram and folded light curve of the first object with an answer, by gnuplot")
      .type = "FILE.png|svg|pdf";
}

}  // namespace

void add_periods(Verb& program, std::vector<std::string> const& command) {
  Verb& verb = program.add_verb(
      "periods", "The best period of each light curve: CSV with id,points,frequency,period,power");
  auto const options = std::make_shared<PeriodsOptions>();
  add_files(verb, *options);
  add_range(verb, *options);
  add_method(verb, *options);
  add_model(verb, *options);
  add_execution_options(verb, options->execution);
  add_distributed_option(verb);
  add_progress_option(verb, options->progress);
  add_verbose_option(verb, options->verbose, ", and which method was taken");
  verb.set_footer(footer);
  verb.set_action([&command, &verb, options] { run_periods(*options, command, verb); });
}

}  // namespace siderum::apps
