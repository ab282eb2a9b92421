# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The scripts of the gallery run, say what they found and draw a picture; the page shows all."""

import contextlib
import importlib.util
import io
import pathlib
import runpy
import sys
import tempfile
import unittest

import siderum

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "python/gallery").glob("*.py"))
# What they print, where it is known beforehand.
FOUND = {"ida": "rotation in 4.63", "rr_lyrae_bands": "period 0.574", "transits": "period 3.2",
         "window": "peaks at 0.31", "masked_spectrum": "seen: 7", "devices": "on cpu",
         "galaxies": "w(0.1 deg) is about 1.", "survey": "are right", "random_sky": "rms",
         "polarised_sky": "smoothed"}


def colours_of(png):
    """How many colours a picture can have: those of its palette, or any."""
    colour_type = png[25]  # in the header, which is the first part
    if colour_type != 3:
        return 2**24
    place = png.index(b"PLTE")
    return int.from_bytes(png[place - 4:place], "big") // 3


class Gallery(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_scripts_find_and_draw(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.assertEqual({script.stem for script in SCRIPTS}, set(FOUND))
        arguments = sys.argv
        with tempfile.TemporaryDirectory() as folder:
            for script in SCRIPTS:
                picture = pathlib.Path(folder) / f"{script.stem}.png"
                printed = io.StringIO()
                try:
                    sys.argv = [str(script), str(picture)]
                    with contextlib.redirect_stdout(printed):
                        runpy.run_path(str(script), run_name="__main__")
                    title = pyplot.gcf().get_suptitle()
                finally:
                    sys.argv = arguments
                    pyplot.close("all")
                self.assertIn(FOUND[script.stem], printed.getvalue())
                if script.stem == "devices" and "gpu" not in siderum.devices():
                    self.assertIn("there is no GPU that can be used", printed.getvalue())
                    self.assertIn("there is no GPU that can be used", title)
                self.assertGreater(picture.stat().st_size, 10_000, script.stem)

    def test_the_page_shows_all(self):
        page = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
        for script in SCRIPTS:
            self.assertIn(f"images/gallery/{script.stem}.png", page)
            self.assertIn(f"python/gallery/{script.name}", page)
            picture = ROOT / f"docs/images/gallery/{script.stem}.png"
            self.assertLess(picture.stat().st_size, 200_000)
            self.assertGreater(colours_of(picture.read_bytes()), 250, script.stem)


if __name__ == "__main__":
    unittest.main()
