#!/bin/sh
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# run_filtered.sh PROGRAM PATTERN[:PATTERN...]: runs the tests of a program that the patterns name;
# ends with an error where one of them names none, which GoogleTest takes for a success.
program=$1
filter=$2
set -f
for pattern in $(echo "$filter" | tr : ' '); do
  if ! "$program" --gtest_list_tests "--gtest_filter=$pattern" | grep -q '^  '; then
    echo "$program has no test $pattern"
    exit 1
  fi
done
exec "$program" "--gtest_filter=$filter"
