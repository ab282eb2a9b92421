#!/bin/sh
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Installs what the build needs and the system lacks, with apt where it may (as root). Where
# nothing is missing it asks no network and changes nothing. With PRESET=clang, fuzz or
# hip that compiler is among what the build needs, with FFT=fftw that library, with MPI=on Open MPI.
set -eu

packages="ca-certificates g++ cmake ninja-build python3 python3-dev python3-pip
  python3-venv pkg-config
  libopenblas-pthread-dev libfmt-dev libcfitsio-dev libcli11-dev nlohmann-json3-dev zlib1g-dev
  libgtest-dev libgmock-dev libbenchmark-dev gnuplot-nox"

case "${PRESET:-}" in
  clang) packages="$packages clang-16 libomp-16-dev" ;;
  fuzz) packages="$packages clang-16 libomp-16-dev libclang-rt-16-dev" ;;
  hip) packages="$packages libamdhip64-dev rocm-device-libs clang-19 lld-19 clang-tools-19
    llvm-19 libclang-rt-19-dev libomp-19-dev" ;;
esac
if [ "${MPI:-}" = on ]; then
  packages="$packages libopenmpi-dev openmpi-bin"
fi
if [ "${FFT:-}" = fftw ]; then
  packages="$packages libfftw3-dev"
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "set-up: this is no Debian system; the build expects what these packages hold:" $packages
  exit 0
fi

# The program of a package that may as well be from elsewhere, as pip's cmake.
program_of() {
  case $1 in
    cmake) echo cmake ;;
    ninja-build) echo ninja ;;
    gnuplot-nox) echo gnuplot ;;
  esac
}

missing=""
for package in $packages; do
  # A word for each architecture that has it.
  case $(dpkg-query -W -f ' ${db:Status-Status} ' "$package" 2>/dev/null || true) in
    *" installed "*) ;;
    *) command -v "$(program_of "$package")" >/dev/null 2>&1 || missing="$missing $package" ;;
  esac
done
if [ -z "$missing" ]; then
  exit 0
fi

if [ "$(id -u)" -ne 0 ]; then
  echo "set-up: these Debian packages are missing (only root may install them):$missing." \
    "Ask for: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "set-up: installing$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q && apt-get install -q -y --no-install-recommends $missing || {
  status=$?
  echo "set-up: apt could not install$missing (what it says is above). Where the system has what" \
    "they hold in another way, go on with: cmake --preset ${PRESET:-openmp}" >&2
  exit $status
}
