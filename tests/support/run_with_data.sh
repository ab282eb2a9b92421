#!/bin/sh
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# run_with_data.sh COMMAND...: runs the command where SIDERUM_TEST_DATA names a folder; else says
# what is missing and exits with 77, which ctest counts as skipped.
if [ -z "$SIDERUM_TEST_DATA" ]; then
  echo "skipped: SIDERUM_TEST_DATA names no folder of survey data (see CONTRIBUTING.md)"
  exit 77
fi
exec "$@"
