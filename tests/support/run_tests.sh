#!/bin/sh
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# run_tests.sh PRESET [OPTION OF CTEST...]: runs the tests of a preset and ends with the names of
# those that were skipped for lack of survey data.
#
# Half of the time tests wait, for processes that they start, kill or time: so two run for
# each processor, and threads that wait give it to others.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
ctest --preset "$@" --parallel $((2 * $(nproc)))
status=$?
if ! grep -q '^SIDERUM_TEST_DATA:PATH=.' "build/$1/CMakeCache.txt"; then
  names=$(ctest --test-dir "build/$1" -N -L '^data$' | sed -n 's/^ *Test *#[0-9]*: //p')
  echo "Skipped for lack of survey data, $(echo "$names" | grep -c .) tests with known answers:"
  echo "$names" | sed 's/^/  /'
  echo "CONTRIBUTING.md says which public files they read; with those in a folder:" \
    "make test SIDERUM_TEST_DATA=FOLDER"
fi
exit $status
