# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What several GPUs gain, of bench/results: it is measured by bench/ranks_bench.py, not here."""

import json
import pathlib

from .items import Row

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"
OTHER = "2 GPUs, other workload"


def derive(names):
    """Two GPUs over one by jobs of these names."""
    def ratios(_):
        rows = []
        for path in sorted(RESULTS.glob("*x2.json")):
            jobs = {job["name"]: job for job in json.loads(path.read_text())["shared_jobs"]
                    if job["device"] == "gpu" and job["ranks"] == 2}
            rows += [Row(name, jobs[name]["alone"] / jobs[name]["seconds"], "x", OTHER,
                         note=f"bench/results/{path.name}, {jobs[name]['commit']},"
                              f" {jobs[name]['date']}")
                     for name in names if name in jobs]
        return {"gpu": rows}
    return ratios
