// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/apps/pictures/child_process.hpp>
#include <siderum/apps/pictures/envelope.hpp>
#include <siderum/core/folded_curve.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

namespace siderum::apps {

enum class PictureFormat { png, svg, pdf };

/// By the ending of the path, whose case does not matter. Throws Error for any other ending.
/// @param option  that named it, for the sentence
PictureFormat picture_format(std::string const& path, std::string const& option = "--plot");

/// Throws Error for an ending that picture_format does not know.
void validate_picture_path(std::string const& path, std::string const& option = "--plot");

/// gnuplot's path. Throws Error where it is not installed.
std::string find_gnuplot(std::string const& option = "--plot");

/// gnuplot at work, which is told what to draw piece by piece, so that it starts and reads while
/// the rest is made.
class Gnuplot {
 public:
  explicit Gnuplot(std::string const& path);

  void tell(std::string_view script) { process_.write(script); }

  /// What was drawn. Called once. Throws Error, with gnuplot's words, where it has failed.
  /// @param path  of the picture, for the sentence
  std::string finish(std::string const& path);

 private:
  ChildProcess process_;
};

/// Says that gnuplot did not draw a picture.
/// @param reason  in brackets
[[noreturn]] void refuse_drawn(std::string const& path, std::string const& reason);

/// Runs gnuplot and writes what it draws into `file`, which the caller commits. Throws Error as
/// Gnuplot does.
void run_gnuplot(std::string const& gnuplot, std::string const& script, io::OutputFile& file);

/// What is drawn through the folded points.
enum class FitShape {
  sinusoid,
  closed_curve,  ///< of period 1
  open_curve,    ///< from the first phase to the last
  steps,         ///< one level for each bin of phase
  none,
};

/// What the picture of one object shows.
struct PeriodPicture {
  std::string id;
  FrequencyGrid grid;
  std::vector<SeriesPoint> periodogram;           ///< of the grid, as envelope() leaves it
  std::vector<engine::FrequencyWindow> excluded;  ///< from which the peak may not come
  std::string power_name;                         ///< the normalization
  engine::Peak peak;
  FitShape shape = FitShape::sinusoid;
  engine::Sinusoid sinusoid;  ///< at the peak; of other shapes the frequency and the epoch count
  FoldedCurve curve;          ///< of the shapes that no formula describes
  int phase_bins = 0;         ///< of steps
  std::vector<double> time;   ///< (points)
  std::vector<double> value;  ///< (points)
  std::vector<double> error;  ///< (points) or empty
  io::ValueKind values = io::ValueKind::unknown;  ///< magnitudes are drawn with small ones on top
  io::TimeUnit times = io::TimeUnit::unknown;
};

/// The commands and data that make gnuplot draw the picture on its standard output: on the left the
/// periodogram with its best peak, on the right the values folded at that period, drawn over two
/// turns, with what was fitted to them.
std::string gnuplot_script(PeriodPicture const& picture, PictureFormat format);

/// Draws into `file`, which the caller commits. Throws Error where gnuplot fails.
void draw_picture(PeriodPicture const& picture, std::string const& gnuplot, io::OutputFile& file);

}  // namespace siderum::apps
