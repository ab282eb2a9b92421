// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <siderum/apps/command_line/progress_bar.hpp>
#include <siderum/apps/sky/analysis_options.hpp>
#include <siderum/apps/sky/map_numbers.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/sky_map.hpp>

namespace siderum::apps {

/// What a file that was read says of itself, and what options have to say.
struct StatedByFile {
  std::string name;
  bool needs_order = false;  ///< HEALPix pixels in an order that it does not say
  std::optional<PixelOrder> order = {};
  bool needs_convention = false;
  std::optional<io::PolarisationConvention> convention = {};
  std::string coordinates = {};  ///< COORDSYS; empty: not said
  std::string unit = {};         ///< empty: not said
};

/// --ordering and --polcconv are for the files that need them, and for these alone. Throws Error
/// where no file does, and a file says otherwise.
void check_stated(io::SkyMapSelection const& asked, std::vector<StatedByFile> const& files);

/// Throws Error where a mask is in other coordinates than its map. A message says it where the
/// coordinates of both are said and cannot be compared.
void check_mask_coordinates(StatedByFile const& mask, StatedByFile const& map);

/// The same of two maps; and a message says it where they have different units.
void check_two_maps(StatedByFile const& map, StatedByFile const& other);

/// From the map of the options to its coefficients, in three steps: what is read and checked, what
/// is computed, and what is written of it.
class MapAnalysis {
 public:
  /// A command's work, from the sizes of the analysis and of a synthesis back to the pixels.
  using Work = std::function<engine::SkyWork(engine::TransformSize const& analysis,
                                             engine::TransformSize const& synthesis)>;

  /// Reads the map, the mask and the windows. Messages of what the grid does not carry go to
  /// standard error. Throws Error for pixels that are not seen (unless they are to be 0 or have no
  /// weight), a map of nothing else, a mask of other pixels or coordinates, degrees that the grid
  /// cannot have, and a file for the residuals that cannot be written. A GPU that will serve the
  /// command best wakes meanwhile. check_stated is called, unless the map is one of two.
  /// @param work  what the command does, none where it is not known from this map alone
  MapAnalysis(AnalysisOptions const& options, Work work);

  io::SkyMap const& map() const { return map_; }

  /// What is written of the map smoothed or turned, without its values. The components of a spin
  /// are mixed: where their units differ they have none, which a message says.
  io::SkyMap changed_map(std::string coordinates) const;

  /// The map and, where there is one, the mask.
  std::vector<StatedByFile> const& stated() const { return stated_; }
  HarmonicRange range() const { return range_; }

  /// What the analysis is.
  engine::TransformSize analysis_size() const;

  /// What the command does.
  engine::SkyWork work() const;

  /// The coefficients, filtered. Throws Error where the iteration did not converge, unless that is
  /// accepted, when a message says so.
  /// @param execution  that of the options, placed
  io::CoefficientTable coefficients(engine::Execution const& execution);

  /// Likewise the map by the filters, (components, pixels): pixels that were not seen are not seen.
  std::vector<double> smoothed(engine::Execution const& execution);

  /// Likewise the map turned, (components, pixels), which sees all pixels.
  std::vector<double> rotated(EulerAngles const& angles, engine::Execution const& execution);

  /// Puts the residuals of coefficients() and the result of the run in their places: both or none.
  void commit(io::OutputFile& result);

 private:
  void refuse_infinite();
  void remove_parts();
  void replace_unseen();
  void apply_mask();
  void check_numbers() const;
  std::int64_t iterations() const;
  engine::AnalysisMethod method(ProgressBar& bar);
  std::vector<double> taken(engine::ChangedMap&& result);
  void check_converged(std::int64_t iterations, double residual) const;
  void write_residuals();

  AnalysisOptions const& options_;
  Work work_;
  Field field_;
  io::SkyMap map_;
  HarmonicRange range_;
  std::vector<StatedByFile> stated_;
  std::vector<double> weight_;  ///< (pixels) of the mask; empty: no mask
  UnseenNumbers unseen_;
  std::vector<std::vector<double>> filter_;
  std::vector<double> residuals_;
  std::optional<io::OutputFile> residuals_file_;
};

}  // namespace siderum::apps
