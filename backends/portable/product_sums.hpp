// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/trig_sums.hpp>

/// The launch operation ProductSums: the sums of TrigSums on a regular grid by products of
/// matrices. With f = F +- g, F the centre of a row of frequencies and g their distances from it,
/// the four products
///
///     [v cos F; v sin F] (rows x points)  times  [cos g; sin g]^T (points x distances)
///
/// hold every sum at both signs: 4 points x frequencies operations for each set of strengths, at
/// the rate of the operation Product. (TrigSums does the same without matrices in memory.)
///
/// Contract, for every backend `ProductSums<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has it for the space
/// - constructed from (exec, series, grid, mean sums, range, work bytes); slots, epilogues and
///   calls as in TrigSums; where the range is not the whole grid, it begins at a multiple of 8192
/// - exact to rounding like the direct sums, with B at most 512; a stretch has the sums of the
///   whole grid to within rounding
/// - work space on a device: one batch of strips, at most the work bytes (or one strip, some
///   10 MB); hosts take some 3 MB for each thread
