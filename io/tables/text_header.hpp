// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// What the columns of a text are called, and where that stands.
struct TextHeader {
  std::vector<std::string> names;  ///< empty: the text does not say
  std::vector<std::string> units;  ///< of the columns, "" where there is none; or none at all
  bool is_row = false;             ///< the first line with content is the header and no data

  /// There is no header, and the first row is 0, 1, 2, ..., as pandas names columns that have none.
  bool may_be_numbers = false;

  /// A comment that seems to name columns, but not as many as there are; empty: there is none.
  std::string doubtful_comment;

  /// The name and the unit of a column, from 0; empty: none is given.
  std::string name(int column) const;
  std::string unit(int column) const;

  /// Throws Error where such a comment leaves open what the columns are.
  /// @param advice  what to do about it, a whole sentence
  void refuse_doubt(std::string const& file, std::string_view advice) const;

  /// What to say where the first row may be a header of numbers; empty: it is none.
  std::string_view note_of_numbers() const;
};

/// Finds the header of a text.
///
/// A first line with content that holds no number is the header. Else a comment before the data may
/// be, as numpy.savetxt, astropy's commented_header and many programs write it. It is the last one
/// - that has as many words as the first row of data has fields, none of them a number. Commas,
///   tabs or blanks separate the words, whatever does so in the data; a unit in brackets behind a
///   blank belongs to the word before it; "columns:" before the words and numbers in front of them
///   (1:l 2:TT, (1)l, 1=l, from 0 or 1) do not count;
/// - that does not read as a sentence, by words such as "of" and "the" between blanks, or by a full
///   stop at its end where no word tells of a coordinate, a time or a magnitude ("Dec.");
/// - and of whose words siderum knows one as a time, value, error, coordinate, weight, degree or
///   spectrum, or two where another comment follows.
/// Where there is none, the last comment that fits so has unknown names, unless it holds a word of
/// titles ("my data"); and a list such as SExtractor's, "1 NUMBER Running number", has the names.
///
/// A comment of units ("# deg deg mag") below it gives those of the columns, as do the comments of
/// astropy's ECSV. One unit of angle or time among unknown words makes them units; types ("int")
/// say nothing.
///
/// A comment like this with two known words, but more or fewer words than fields, is doubtful; so
/// are the last one with a word such as ra, time or mag and a list with more or fewer lines.
///
/// @param text  the whole of it
/// @param line  its first line with content, a part of it
TextHeader find_header(std::string_view text, std::string_view line);

}  // namespace siderum::io
