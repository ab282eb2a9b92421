# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of the fuzzers: for each reader and format a folder of small files. What is read
as FITS is there by gzip, too.

    python3 make_seeds.py FOLDER
"""

import gzip
import json
import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden"
RECORD = 2880
SIZES = {"A": 1, "B": 1, "I": 2, "J": 4, "K": 8, "E": 4, "D": 8}
CODES = {"A": "s", "B": "B", "I": "h", "J": "i", "K": "q", "E": "f", "D": "d"}


def padded(content, filler):
    return content + filler * (-len(content) % RECORD)


def header(cards):
    lines = [f"{key:8}= {value}" for key, value in cards]
    return padded("".join(f"{line:80}" for line in [*lines, "END"]).encode(), b" ")


def table(columns, rows, **keys):
    """A table of a FITS file: columns as (name, form, unit), rows of cells."""
    forms = [form for _, form, _ in columns]
    layout = ">" + "".join(f"{form[:-1] if form[-1] == 'A' else ''}{CODES[form[-1]]}"
                           if form[-1] == "A" or form[:-1] in ("", "1")
                           else f"{form[:-1]}{CODES[form[-1]]}" for form in forms)
    data = b"".join(struct.pack(layout, *row) for row in rows)
    cards = [("XTENSION", "'BINTABLE'"), ("BITPIX", 8), ("NAXIS", 2),
             ("NAXIS1", struct.calcsize(layout)), ("NAXIS2", len(rows)), ("PCOUNT", 0),
             ("GCOUNT", 1), ("TFIELDS", len(columns))]
    for number, (name, form, unit) in enumerate(columns, 1):
        cards += [(f"TTYPE{number}", f"'{name}'"), (f"TFORM{number}", f"'{form}'")]
        cards += [(f"TUNIT{number}", f"'{unit}'")] if unit else []
    return header(cards + [(key, f"'{value}'" if isinstance(value, str) else value)
                           for key, value in keys.items()]) + padded(data, b"\0")


def fits(*tables):
    first = header([("SIMPLE", "T"), ("BITPIX", 8), ("NAXIS", 0), ("EXTEND", "T")])
    return first + b"".join(tables)


def head(path, lines):
    return "\n".join((ROOT / path).read_text().splitlines()[:lines]) + "\n"


def light_curves():
    rows = [(b"star", 57000.5 + k, 15.0 + k, 0.1, b"g") for k in range(3)]
    return {
        "text": [head("examples/data/ida_243_ztf_r.csv", 6),
                 head("examples/data/rr_lyrae_stripe82_z.csv", 6),
                 "# id mjd mag mag_err band\n'a' 1 2 .1 g\na 2e0 3 0.1 r # more\n",
                 'id,time [h],flux,flux_err\n"a ""b""",1,2,.5\n\n"a ""b""",nan,3,0.5\n',
                 "time\tvalue\n1\t-2\n2\t3d5\n", "1;2,5\n", "\ufeffa,1,>15.3\r\nb,2,3,,\r\n"],
        "fits": [fits(table([("OBJECT", "4A", ""), ("MJD", "D", "d"), ("MAG", "E", "mag"),
                             ("MAGERR", "E", ""), ("BAND", "1A", "")], rows)),
                 fits(table([("TIME", "J", "s"), ("FLUX", "D", "")], [(1, 2.0), (5, 1.0)]))]}


def catalogue():
    ecsv = ("# %ECSV 1.0\n# ---\n# datatype:\n# - {name: ra, unit: rad, datatype: float64}\n"
            "# - {name: dec, unit: rad, datatype: float64}\nra dec\n0.5 -0.5\n")
    return {"text": [head("examples/data/galaxies.csv", 5), ecsv,
                     "# RAJ2000 DEJ2000 w region\n10 -20 1 3\n11 21 .5 4\n",
                     "ra [hourangle],dec (deg),w,label\n1,2,3,4\n", "1,2\n3,4\n"],
            "fits": [fits(table([("RA", "D", "deg"), ("DEC", "D", "deg"), ("W", "E", ""),
                                 ("LABEL", "J", "")], [(10.0, -20.0, 1.0, 3)]))]}


def counts():
    plain = {"name": "dd", "counts": [1, 2], "weights": [1.0, None]}
    return {"json": [json.dumps({"format": "siderum pair counts", "format_version": 1,
                                 "counts": [plain]}), "[]",
                     (pathlib.Path(__file__).parent / "pair_counts.json").read_text()]}


def spectrum():
    columns = [(name, "D", "K") for name in ("TEMPERATURE", "GRADIENT", "CURL", "G-T")]
    return {"text": [head("examples/data/cmb_like_spectrum.csv", 5),
                     head("examples/data/cmb_like_polarised.csv", 5),
                     "# L TT EE BB TE\n2 1 1 1 0.5\n3 1 1 1 -0.5\n", "l,dl_tt\n2,1\n",
                     "# l(l+1)C_l/2pi\n1:l 2:TT\n", "0 1\n1 2\n", "1\n2\n",
                     "l,ee,bb,eb\n0,1,1,0\n1,1,1,0.1\n", "D_l^TT [uK^2]\n1\n"],
            "fits": [(GOLDEN / "healpy_spectra.fits").read_bytes(),
                     fits(table(columns, [(1.0, 2.0, 3.0, 0.5)] * 3))]}


def window():
    return {"text": ["l,temperature,polarization\n0,1,0\n1,.9,.8\n", "1\n0.5\n",
                     "# l bl\n0 1\n1 1\n"],
            "fits": [fits(table([("TEMPERATURE", "D", ""), ("POLARIZATION", "D", "")],
                                [(1.0, 0.0), (0.9, 0.8)]))]}


def sky_map():
    rings = table([("THETA", "D", "rad"), ("PHI0", "D", "rad"), ("NPHI", "J", ""),
                   ("FIRST", "K", ""), ("STRIDE", "K", ""), ("WEIGHT", "D", "sr")],
                  [(1.0, 0.0, 2, 0, 1, 3.0), (2.0, 0.5, 2, 2, 1, 3.0)], EXTNAME="RINGS")
    values = table([("TEMPERATURE", "D", "K")], [(float(k),) for k in range(4)], PIXTYPE="RINGS",
                   GRID="USER")
    polarised = table([("TEMPERATURE", "12E", "uK"), ("Q_POLARISATION", "12E", "uK"),
                       ("U_POLARISATION", "12E", "uK")], [[1.0] * 36], PIXTYPE="HEALPIX",
                      ORDERING="NESTED", NSIDE=1, POLCCONV="IAU", COORDSYS="G",
                      INDXSCHM="IMPLICIT", BAD_DATA=-1.6375e30)
    partial = table([("PIXEL", "J", ""), ("SIGNAL", "E", "")], [(3, 1.0), (5, 2.0)],
                    PIXTYPE="HEALPIX", ORDERING="RING", NSIDE=2, INDXSCHM="EXPLICIT",
                    OBJECT="PARTIAL")
    return {"fits": [fits(values, rings), fits(polarised), fits(partial),
                     fits(table([("I", "D", "")], [(1.0,)] * 48, ORDERING="RING"))]}


def coefficients():
    columns = [("INDEX", "J", ""), ("REAL", "D", "K"), ("IMAG", "D", "K")]
    rows = [(1, 1.0, 0.0), (3, 1.0, 0.0), (4, 1.0, 2.0), (2, -1.0, 2.0)]
    one = table(columns, rows, **{"MAX-LPOL": 1, "MAX-MPOL": 1, "COORDSYS": "G"})
    iau = table(columns, rows[:1], POLCCONV="IAU")
    return {"fits": [fits(one), fits(one, iau, iau),
                     (GOLDEN / "healpy_coefficients.fits").read_bytes()]}


COMMANDS = [
    "periods a.csv --fmin 1 --fmax 2 --count 1e3 --output b.csv", "periods @list -- --odd",
    "periods - --columns id=1,time=2 --invalid drop --exclude 1:.2,2:.3 --peaks 3 --seed 4",
    "periods a.csv --finder super-smoother --spans 0.05,0.2,0.5 --help",
    "pairs --data a.csv --randoms b.csv --bins 0.1:10:5 --unit arcmin --regions 5",
    "pairs --data=a --edges e.csv --columns ra,dec --save-counts c.json --threads 2",
    "alm2map a.fits b.fits --nside 4 --device cpu --precision single",
    "map2alm a.fits b.fits --lmax 4 --ring-weights on --iterations 3",
    "synalm cl.csv a.fits --lmax 3 --seed 18446744073709551615", "anafast a.fits --with b.fits",
    "smooth a.fits b.fits --fwhm 60", "rotate a.fits b.fits --angles 1:2:3", "info", "--version",
    "regrade a.fits b.fits --nside 2", "picture a.fits b.png --center 1:2 --title 'a'", "tune",
    "simulate light-curves --objects 3 --truth t.csv", "simulate sky-points --cap 150:2:10"]
VALUES = ["gpu:1", "double", "1e6", "-7", "2.5e3", "18446744073709551615", "0.05,0.2,0.5",
          "1:0.02,2:0.02", "0.01:10:20", "ra,dec", "a.fits", "a.csv", "nan", "0x10", "+1"]
NUMBERS = ["1", "-0.0", "+1.5e-3", "1d10", "inf", "NaN", "4.9e-324", "1.7976931348623157e308",
           "0." + "0" * 400 + "1e400", "9" * 400, "2.2250738585072011e-308",
           "179769313486231580793728971405301e276"]
NAMES = ["id=1,time=2,value=flux\nid\nBJD - 2454833, days\nPDCSAP_FLUX\nPDCSAP_FLUX_ERR\nfilter",
         "time,-,value\nra [deg]\nDEC (J2000)\nhourangle\nmas", "\nl\nD_l^TE [uK^2]\nCL_EE\nG-T",
         "# %ECSV 1.0\n# - {name: ra, unit: deg, datatype: float64}\n# ra dec\nra",
         "error=-\nmjd\nmag"]


def words():
    return {"command_line": ["\n".join(line.split()) for line in COMMANDS],
            "option_values": VALUES, "number": NUMBERS, "names": NAMES,
            "list": ["a.csv\nb.csv # two\n", "/proc/self/fd/0\n", "# none\n", "-\n\n/\n"]}


def tuning():
    return {"json": [json.dumps({"version": "0.1.0", "devices": {"cpu": {"rate": value}}})
                     for value in (1.5, 0, -1, 1e308, "x")] + ["[]", "{"]}


def main():
    folder = pathlib.Path(sys.argv[1])
    sets = {"light_curves": light_curves(), "catalogue": catalogue(), "pair_counts": counts(),
            "spectrum": spectrum(), "window": window(), "map": sky_map(),
            "coefficients": coefficients(), "tuning": tuning(),
            "ring_weights": {"text": ["siderum ring weights, nside 2, exact to degree 6\n"
                                      f"1\n{equator}\n1\n1\nend\n" for equator in (1, 0.5)]},
            "bin_edges": {"text": ["edge\n0\n1e-3\n180\n", "1 2 3\n", "0,1,2\n"]},
            **{name: {"words": seeds} for name, seeds in words().items()}}
    sets["table"] = {form: [seed for name in ("light_curves", "catalogue", "spectrum", "window")
                            for seed in sets[name][form]] for form in ("text", "fits")}
    for name, formats in sets.items():
        if "fits" in formats:
            formats["fits"].append(gzip.compress(formats["fits"][0], mtime=0))
        for form, seeds in formats.items():
            (folder / f"{name}.{form}").mkdir(parents=True, exist_ok=True)
            for number, seed in enumerate(seeds):
                content = seed if isinstance(seed, bytes) else seed.encode()
                (folder / f"{name}.{form}" / f"seed{number}").write_bytes(content)


if __name__ == "__main__":
    main()
