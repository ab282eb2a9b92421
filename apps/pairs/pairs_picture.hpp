// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/pictures/plot.hpp>

namespace siderum::apps {

/// What the picture of a pair count shows: w(theta) with its covariance, or the counts of data
/// alone.
struct PairsPicture {
  std::string title;
  std::string subtitle;       ///< of the left panel
  std::string unit;           ///< of the edges
  std::vector<double> edges;  ///< (bins + 1)
  std::string name;           ///< of the values: "w", or the count's
  std::string sum;            ///< what a count adds up: "pairs", or "sum of w_i w_j"
  std::vector<double> value;  ///< (bins)
  std::vector<double> error;  ///< (bins), or empty: no error bars

  /// (bins x bins) covariance over the product of the errors, -1 .. 1, of two bins or more; empty:
  /// no such panel.
  std::vector<double> correlation;
};

/// The commands and data that make gnuplot draw the picture on its standard output: on the left the
/// values over the separation, both logarithmic, negative ones as open circles at their size; on
/// the right the covariance as a picture.
std::string gnuplot_script(PairsPicture const& picture, PictureFormat format);

/// Draws into `file`, which the caller commits. Throws Error where gnuplot fails, and where no
/// value is a number other than 0: logarithmic axes show none.
void draw_picture(PairsPicture const& picture, std::string const& gnuplot, io::OutputFile& file);

}  // namespace siderum::apps
