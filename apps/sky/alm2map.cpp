// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/harmonic_filter_options.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/io/files/fits_card.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/coefficients_file.hpp>

namespace siderum::apps {

namespace {

enum class GridChoice : std::uint8_t { healpix, gauss_legendre, fejer1, clenshaw_curtis };

constexpr std::array grid_choices{Choice<GridChoice>{"healpix", GridChoice::healpix},
                                  Choice<GridChoice>{"gl", GridChoice::gauss_legendre},
                                  Choice<GridChoice>{"ecp", GridChoice::fejer1},
                                  Choice<GridChoice>{"cc", GridChoice::clenshaw_curtis}};

constexpr std::int64_t most_nphi = std::int64_t{1} << 20;

struct Alm2MapOptions {
  std::string coefficients;
  std::string map;
  std::optional<std::int64_t> nside;
  std::optional<GridChoice> grid;
  std::optional<std::int64_t> rings;
  std::optional<std::int64_t> nphi;
  std::optional<std::int64_t> lmax;
  std::optional<std::int64_t> mmax;
  FieldOptions field;
  FilterOptions filters;
  std::optional<io::PolarisationConvention> convention;
  std::string unit;
  engine::Execution execution;
  Verbose verbose = Verbose::no;

  bool is_healpix() const { return grid.value_or(GridChoice::healpix) == GridChoice::healpix; }
};

void check_options(Alm2MapOptions const& options) {
  if (options.is_healpix() && (options.rings || options.nphi)) {
    throw UsageError(
        "--rings and --nphi have no effect (a HEALPix map has those of its nside). Leave them out,"
        " or give --grid gl, ecp or cc.");
  }
  if (!options.is_healpix() && options.nside) {
    throw UsageError(
        fmt::format("--nside and --grid {} contradict each other (nside is the"
                    " resolution of HEALPix). Give one of them.",
                    name_of(*options.grid, grid_choices)));
  }
  check_convention(options.convention, options.field.field());
  check_range_options(options.field.field(), options.lmax, options.mmax);
  check_filter_options(options.filters);
}

void check_grid(Alm2MapOptions const& options, HarmonicRange range) {
  if (options.is_healpix() && !options.nside) {
    auto const usual = std::bit_ceil(static_cast<std::uint64_t>((range.lmax + 1) / 2));
    throw UsageError(
        fmt::format("{} was given (a map needs {}). Give --nside {}, which resolves lmax {}, or"
                    " --grid gl, ecp or cc.",
                    options.grid ? "No resolution of --grid healpix" : "No grid",
                    options.grid ? "its nside" : "one", usual, range.lmax));
  }
}

/// Rows of pixels and pixels in each.
struct Rows {
  std::int64_t rings;
  std::int64_t nphi;
};

/// As few rings as make the analysis of the map exact, where the options leave it open.
Rows rows_of(Alm2MapOptions const& options, HarmonicRange range) {
  bool const is_gauss_legendre = options.grid == GridChoice::gauss_legendre;
  std::int64_t const least = is_gauss_legendre ? range.lmax + 1 : 2 * range.lmax + 1;
  return {options.rings.value_or(options.grid == GridChoice::clenshaw_curtis
                                     ? std::max<std::int64_t>(least, 2)
                                     : least),
          options.nphi.value_or(good_fourier_length(2 * range.mmax + 1))};
}

std::int64_t pixels_of(Alm2MapOptions const& options, HarmonicRange range) {
  if (options.is_healpix()) {
    return healpix::pixel_count(*options.nside);
  }
  auto const [rings, nphi] = rows_of(options, range);
  return rings * nphi;
}

/// The range that is asked for of that of the file.
HarmonicRange range_of(Alm2MapOptions const& options, HarmonicRange all) {
  return range_within(options.coefficients, all, options.lmax, options.mmax);
}

/// Throws Error where the map is too large for all processes.
void check_memory_first(Alm2MapOptions const& options, HarmonicRange all) {
  if (engine::processes().count == 1 || (options.is_healpix() && !options.nside)) {
    return;
  }
  engine::TransformSize size{};
  try {
    HarmonicRange const range = range_of(options, all);
    size = {pixels_of(options, range), range, options.field.field()};
  } catch (Error const&) {
    return;  // what the options cannot have is told after what the file says wrongly
  }
  engine::check_memory(size, options.execution);
}

/// The coefficients up to the lmax and mmax that were asked for.
io::CoefficientTable read_input(Alm2MapOptions const& options) {
  io::FileNotes notes;
  io::CoefficientTable table =
      io::read_coefficients(options.coefficients, options.field.field(), &notes,
                            [&](HarmonicRange all) { check_memory_first(options, all); });
  print_messages(notes.sentences());
  tell_left_out(options.field, options.coefficients, table);
  HarmonicRange const range = range_of(options, table.range);
  about_file(options.coefficients, [&] { check_field(table.field, range); });
  return io::truncated(std::move(table), range);
}

RingGrid grid_of(Alm2MapOptions const& options, HarmonicRange range) {
  if (options.is_healpix()) {
    return healpix_grid(*options.nside);
  }
  auto const [rings, nphi] = rows_of(options, range);
  switch (*options.grid) {
    case GridChoice::gauss_legendre:
      return gauss_legendre_grid(rings, nphi);
    case GridChoice::fejer1:
      return equidistant_grid(EquidistantRule::fejer1, rings, nphi);
    default:
      return equidistant_grid(EquidistantRule::clenshaw_curtis, rings, nphi);
  }
}

/// Wakes the device that the file will need, as far as its size tells.
void foresee_work(Alm2MapOptions const& options) {
  Field const field = options.field.field();
  auto const range = least_range(options.coefficients, field, options.lmax);
  if (range && (options.nside || !options.is_healpix())) {
    engine::foresee({{{pixels_of(options, *range), *range, field}}, {}}, options.execution);
  }
}

void run_alm2map(Alm2MapOptions const& options) {
  check_options(options);
  now(Activity::waking);
  engine::check(options.execution);
  foresee_work(options);
  now(Activity::reading);
  io::CoefficientTable table = read_input(options);
  filter(table, read_filter(options.filters, table.field, table.range.lmax));
  check_coefficients(options.coefficients, table, options.execution.precision);
  check_grid(options, table.range);
  engine::TransformSize const size{pixels_of(options, table.range), table.range, table.field};
  now(Activity::waking);
  engine::Placement const placement = engine::place({{size}, {}}, options.execution);
  engine::check_memory(size, placement.execution);
  now(Activity::computing);
  io::SkyMap map{grid_of(options, table.range),
                 {},
                 io::quantity_names(table.field),
                 options.unit,
                 table.coordinates,
                 options.convention.value_or(io::PolarisationConvention::cosmo)};
  about_file(options.coefficients, [&] { io::check_texts(map); });
  for (std::string const& warning : synthesis_warnings(map.grid, table.range)) {
    print_message(fmt::format("{}: {}", io::input_name(options.coefficients), warning));
  }
  io::OutputFile file(options.map);
  map.value =
      engine::synthesise(map.grid, table.range, table.field, table.a_lm, placement.execution);
  tell_where(options.verbose, placement);
  now(Activity::writing);
  io::write_sky_map(map, number_width(options.execution.precision), file);
  file.commit();
}

}  // namespace

void add_alm2map(Verb& program) {
  Verb& verb =
      program.add_verb("alm2map", "The map of harmonic coefficients: HEALPix, or rows of pixels");
  auto const options = std::make_shared<Alm2MapOptions>();
  add_file(verb, "ALM.fits", options->coefficients,
           "coefficients, as healpy and synalm write them; - is standard input");
  add_fits_output(verb, "MAP.fits", options->map, "the map; - is standard output");
  add_whole_number(verb, "--nside", options->nside, {1, largest_nside, 512},
                   "resolution of a HEALPix map, of 12 nside^2 pixels");
  add_choice(verb, "--grid", options->grid, grid_choices,
             "HEALPix, Gauss-Legendre, pixel centres at equal steps (Fejer), or with the poles "
             "(Clenshaw-Curtis)");
  add_whole_number(verb, "--rings", options->rings, {1, largest_ring_count, 1024},
                   "rows of pixels (default: as few as make the analysis exact)");
  add_whole_number(verb, "--nphi", options->nphi, {1, most_nphi, 2048},
                   "pixels in a row (default: 2 mmax + 1 or a little more)");
  add_lmax(verb, options->lmax, "leave out degrees above it");
  add_mmax(verb, options->mmax, "leave out orders above it");
  verb.add_option(
      "--unit", "TEXT",
      [options](std::string const& text) {
        io::check_card_text("--unit", text);
        options->unit = text;
      },
      "of the map, written into it");
  add_field_options(verb, options->field);
  add_filter_options(verb, options->filters);
  add_convention(verb, options->convention, "of the sign of U in the file (default: cosmo)");
  add_execution_options(verb, options->execution);
  add_distributed_option(verb);
  add_verbose_option(verb, options->verbose);
  verb.set_footer("Example: siderum alm2map alm.fits map.fits --nside 512");
  verb.set_action([options] { run_alm2map(*options); });
}

}  // namespace siderum::apps
