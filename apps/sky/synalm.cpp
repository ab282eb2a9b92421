// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/harmonic_filter_options.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>

namespace siderum::apps {

namespace {

struct SynalmOptions {
  std::string spectrum;
  std::string coefficients;
  std::optional<io::SpectrumForm> form;
  std::optional<std::int64_t> lmax;
  std::optional<std::int64_t> mmax;
  FieldOptions field;
  FilterOptions filters;
  std::uint64_t seed = 1;
  engine::Precision precision = engine::Precision::double_precision;
};

constexpr std::array form_choices{Choice<io::SpectrumForm>{"cl", io::SpectrumForm::cl},
                                  Choice<io::SpectrumForm>{"dl", io::SpectrumForm::dl}};

void run_synalm(SynalmOptions const& options) {
  check_filter_options(options.filters);
  Field const field = options.field.field();
  check_range_options(field, options.lmax, options.mmax);
  now(Activity::reading);
  io::FileNotes notes;
  std::vector<std::vector<double>> const spectra =
      io::read_power_spectra(options.spectrum, field, options.form, &notes);
  print_messages(notes.sentences());
  std::int64_t const last = std::ssize(spectra.front()) - 1;
  std::int64_t const lmax = options.lmax.value_or(last);
  SIDERUM_VALIDATE(lmax <= last,
                   fmt::format("{} ends at l = {} (--lmax is {}). Give a longer spectrum, or a"
                               " smaller lmax.",
                               io::input_name(options.spectrum), last, lmax));
  HarmonicRange range;
  about_file(options.spectrum, [&] {
    range = make_harmonic_range(lmax, options.mmax.value_or(lmax));
    check_field(field, range);
  });
  auto const factors = read_filter(options.filters, field, lmax);
  now(Activity::computing);
  io::OutputFile file(options.coefficients);
  io::CoefficientTable table{range, {}, field};
  about_file(options.spectrum,
             [&] { table.a_lm = random_coefficients(field, range, spectra, options.seed); });
  filter(table, factors);
  now(Activity::writing);
  io::write_coefficients(table, number_width(options.precision), file);
  file.commit();
}

}  // namespace

void add_synalm(Verb& program) {
  Verb& verb = program.add_verb(
      "synalm", "Harmonic coefficients of a random sky with a given power spectrum");
  auto const options = std::make_shared<SynalmOptions>();
  add_file(verb, "CL.csv", options->spectrum,
           "the spectra, text or FITS with the columns l and cl (cl_tt, cl_ee, cl_bb, cl_te of a "
           "polarised sky); - is standard input");
  add_fits_output(verb, "ALM.fits", options->coefficients,
                  "the coefficients; - is standard output");
  add_choice(verb, "--spectrum", options->form, form_choices,
             "of CL.csv: C_l, or D_l = l (l + 1) C_l / 2 pi as of CAMB, CLASS and Planck (default: "
             "as its header says)");
  add_whole_number(verb, "--lmax", options->lmax, {0, largest_lmax, 1535},
                   "largest degree (default: that of the spectrum)");
  add_mmax(verb, options->mmax, "largest order (default: lmax)");
  add_field_options(verb, options->field);
  add_filter_options(verb, options->filters);
  add_seed(verb, options->seed, "the same seed gives the same sky, whatever the lmax (default 1)");
  add_choice(verb, "--precision", options->precision, precision_choices,
             "of the numbers in the file");
  add_time_line_option(verb);
  verb.set_footer("Example: siderum synalm cl.csv alm.fits --lmax 1535 --seed 7");
  verb.set_action([options] { run_synalm(*options); });
}

}  // namespace siderum::apps
