# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What several GPUs gain, of bench/results: it is measured by bench/ranks_bench.py, not here."""

import json
import pathlib

from .items import Row

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"


def measured():
    """{(job, number of GPUs): (file, its row)}"""
    found = {}
    for path in sorted(RESULTS.glob("*x*.json")):
        for job in json.loads(path.read_text()).get("shared_jobs", []):
            if job["device"] == "gpu":
                found[job["name"], job["ranks"]] = path, job
    return found


def derive(names, gpus=(2,), published=(), samples=None):
    """So many GPUs over one by jobs of these names, some of which are those of the paper, or such a
    part of them; without a value where they are not measured."""
    def ratios(_):
        known, rows = measured(), []
        for count in gpus:
            for name in names:
                form = f"{count} GPUs{'' if name in published else ', other workload'}"
                path, job = known.get((name, count), (None, None))
                if job:
                    rows.append(Row(name, job["alone"] / job["seconds"], "x", form,
                                    sample=(samples or {}).get(name, ""),
                                    note=f"bench/results/{path.name}, {job['commit']},"
                                         f" {job['date']}"))
                elif known:
                    rows.append(Row(name, None, "x", form))
        return {"gpu": rows}
    return ratios
