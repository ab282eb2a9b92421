// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <sys/types.h>

namespace siderum::io {

/// Which file a path means: its number, or that of its folder and its name where it is not there
/// yet; links are followed.
using FileIdentity = std::tuple<dev_t, ino_t, std::string>;

/// None for what is no file, such as a pipe or a device, and where the system does not say.
/// @param stream  the descriptor that "-" stands for
std::optional<FileIdentity> identify(std::string const& path, int stream);

/// Are two inputs one file, by whatever names or links? Devices and pipes never are.
bool same_file(std::string const& first, std::string const& second);

/// Throws Error where two of these inputs are one file, by whatever names or links: what is in it
/// would count twice. Pipes and devices are told apart by their names.
void refuse_repeated(std::vector<std::string> const& files);

}  // namespace siderum::io
