# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""FITS files of maps, coefficients and spectra, by astropy.io.fits."""

import contextlib
import io
import os
import zlib

import numpy as np

from siderum import _engine
from siderum._options import LARGEST, flag, whole
from siderum._engine import Error
from siderum._files import whole_file
from siderum.compat.healpy._coefficients import (UNSEEN, Alm, given, is_sequence, rows_of)
from siderum.sky._fields import lmax_of
from siderum.sky._grid import Grid

# Columns of so many maps, where they have names, and of any number of spectra.
MAP_COLUMNS = {1: ["T"], 2: ["Q_POLARISATION", "U_POLARISATION"],
               3: ["TEMPERATURE", "Q_POLARISATION", "U_POLARISATION"]}
CL_COLUMNS = ["TEMPERATURE", "GRADIENT", "CURL", "G-T", "C-T", "C-G"]
# Of a FITS header, by whether a file lists its pixels.
SAID_BY = {"OBJECT": {"PARTIAL": True, "FULLSKY": False},
           "INDXSCHM": {"EXPLICIT": True, "IMPLICIT": False}}
LONGEST_TEXT = 68  # of one card: longer units go on in more, but names of columns must not


def fits():
    try:
        from astropy.io import fits as module
    except ImportError:
        raise Error("FITS files are read and written by astropy (which is not installed). Install"
                    " it.") from None
    return module


def is_path(filename):
    return isinstance(filename, (str, bytes, os.PathLike))


def subject(filename):
    """How a sentence begins that is about the file."""
    return f"The file {os.fspath(filename)!r}" if is_path(filename) else "The file"


@contextlib.contextmanager
def told_of_damage(filename, *kinds):
    """Astropy, NumPy and zlib each say in their own way that bytes are missing."""
    try:
        yield
    except (EOFError, OSError, zlib.error, *kinds) as error:
        if getattr(error, "errno", None) is not None:  # the system's, which says what it is
            raise
        raise Error(f"{subject(filename)} is no whole FITS file (it was cut short, or is damaged)."
                    " Give one that is whole.") from error


class Table:
    """The table of a file, or of what astropy has opened."""

    def __init__(self, filename, hdu, memmap=False):
        module = fits()
        self.filename, self.opened = filename, None
        if isinstance(filename, module.HDUList):
            self.hdu = self.part(filename, hdu)
        elif isinstance(filename, (module.BinTableHDU, module.TableHDU)):
            self.hdu = filename
        else:
            if not hasattr(filename, "read") and not is_path(filename):
                raise Error(f"A file of {type(filename).__name__} was given (it is a name, an open"
                            " file, or what astropy has opened, a table of it). Give one of"
                            " these.")
            if is_path(filename) and not os.path.exists(filename):
                raise Error(f"There is no file {os.fspath(filename)!r}. Correct its name.")
            with told_of_damage(filename):
                self.opened = module.open(filename, memmap=memmap)
            self.hdu = self.part(self.opened, hdu)

    def part(self, parts, hdu):
        try:
            with told_of_damage(self.filename):
                return parts[hdu]
        except (KeyError, IndexError, TypeError):
            self.__exit__()
            raise Error(f"{subject(self.filename)} has no part {hdu!r} (it has {len(parts)}, from"
                        " 0). Name another with hdu.") from None

    def __enter__(self):
        if not hasattr(self.hdu, "columns"):
            self.__exit__()
            raise Error("The part of the file has no table (maps and coefficients are columns of"
                        " one). Name another with hdu.")
        try:
            with told_of_damage(self.filename, ValueError, TypeError):
                self.hdu.data  # noqa: B018  Astropy reads it here, and what is missing shows.
        except Error:
            self.__exit__()
            raise
        return self.hdu

    def __exit__(self, *_):
        if self.opened is not None:
            self.opened.close()


def native(column):
    array = np.asarray(column).ravel()
    return array.astype(array.dtype.newbyteorder("="))


def wanted(field, names):
    """The numbers of the columns that were asked for."""
    if not names:
        raise Error("The file has no map (the first column of a part of the sky lists its pixels,"
                    " and there is no other). Give one that has.")
    given = range(len(names)) if field is None else \
        [field] if np.ndim(field) == 0 else list(field)
    for one in given:
        place = names.index(one) if isinstance(one, str) and one in names else one
        if isinstance(place, str) or not 0 <= whole(place, "field", -LARGEST) < len(names):
            raise Error(f"The file has no column {one!r} (it has {', '.join(names)}). Name one of"
                        " these, or give its number, from 0.")
        yield whole(place, "field")


def is_partial(header, asked):
    """Whether the table lists its pixels: as the header says, else as the caller does."""
    said = {name: words[header.get(name, "").strip()] for name, words in SAID_BY.items()
            if header.get(name, "").strip() in words}
    if len(set(said.values())) > 1:
        raise Error(f"The file has OBJECT {header['OBJECT']!r} and INDXSCHM {header['INDXSCHM']!r}"
                    " (one says that it lists its pixels, and the other that it has all). Correct"
                    " one of them.")
    return next(iter(said.values()), bool(asked))


def reorder(pixels, nside, to_nested):
    """The same numbers in the other order, to the bit, of whatever type they are."""
    places = _engine.regrade(np.arange(12.0 * nside**2), nside, not to_nested, to_nested, 0.0, 1.0)
    return pixels[places.astype(np.int64)]


def full_map(data, column, header, nside):
    """The pixels of a column of a table that lists some of them."""
    values = native(data.field(column))
    pixels = native(data.field(0)).astype(np.int64)
    full = np.full(12 * nside**2, UNSEEN, values.dtype)
    full[pixels] = values
    return full


def read_map(filename, field=0, dtype=None, nest=False, partial=False, hdu=1, h=False,
             verbose=True, memmap=False):
    """Maps of a file: healpy.read_map.

    field: the column, by number or name, or several; None: all. nest: the order of the result;
    None: as in the file. dtype: None: as in the file. partial: the file lists its pixels, where its
    header does not say whether it does. h: the header too, a list of pairs.
    """
    nest = None if nest is None else flag(nest, "nest")
    partial, h = flag(partial, "partial"), flag(h, "h")
    flag(verbose, "verbose")
    with Table(filename, hdu, flag(memmap, "memmap")) as table:
        header, data = table.header, table.data
        is_listed = is_partial(header, partial)
        ordering = header.get("ORDERING", "UNDEF").strip()
        if ordering not in ("RING", "NESTED") and nest is not None:
            raise Error(f"The file does not say its order (ORDERING is {ordering!r}, and pixels are"
                        " in RING or NESTED order). Give nest=None, to take them as they are.")
        shift = 1 if is_listed else 0
        columns = list(wanted(field, list(data.names)[shift:]))
        kinds = types_of(dtype, [None] * len(columns), "maps")
        maps = []
        for column, kind in zip(columns, kinds):
            pixels = full_map(data, column + shift, header, int(header["NSIDE"])) if is_listed \
                else native(data.field(column))
            nside = _engine.nside_of(len(pixels))
            if nest is not None and nest != (ordering == "NESTED"):
                pixels = reorder(pixels, nside, nest)
            maps.append(pixels if kind is None else pixels.astype(kind))
        # As healpy has it: one map is a line, and several are a table but where types were named.
        named = isinstance(dtype, (list, tuple)) and len({one.dtype for one in maps}) > 1
        maps = maps[0] if len(maps) == 1 else maps if named else np.array(maps)
        return (maps, list(header.items())) if h else maps


def column_names_of(given_names, number, known):
    names = [*known, *(f"COLUMN_{place + 1}" for place in range(len(known), number))][:number] \
        if given_names is None else list(np.atleast_1d(given_names))
    if len(names) != number:
        raise Error(f"There are {len(names)} names of columns (there are {number}). Give as many.")
    for letters in (len(str(name).replace("'", "''")) for name in names):
        if letters > LONGEST_TEXT:
            raise Error(f"The name of a column has {letters} letters (a text of a FITS header has"
                        f" {LONGEST_TEXT} at most, and an apostrophe counts as two). Give a shorter"
                        " one.")
    return names


def units_of(column_units, number):
    if column_units is None or isinstance(column_units, str):
        return [column_units] * number
    if not isinstance(column_units, (list, tuple)) or not all(
            unit is None or isinstance(unit, str) for unit in column_units):
        raise Error(f"The units are {column_units!r} (they are text, or a list of as many). Give"
                    " such.")
    if len(column_units) != number:
        raise Error(f"There are {len(column_units)} units of columns (there are {number}). Give as"
                    " many.")
    return list(column_units)


def code_of(dtype):
    try:
        kind = np.dtype(dtype).newbyteorder("=").str[1:]
        if kind in ("i1", "u2", "u4", "u8"):  # whose columns would be read as of the other sign
            raise KeyError
        return fits().column.NUMPY2FITS[kind]
    except (KeyError, TypeError):
        raise Error(f"There is no type {dtype!r} in FITS files (they hold real numbers, whole ones"
                    " of 16 to 64 bits with a sign, and bytes without one). Give another dtype.") \
            from None


def types_of(dtype, own, what):
    """A type for each column."""
    kinds = own if dtype is None else \
        list(dtype) if isinstance(dtype, (list, tuple)) else [dtype] * len(own)
    if len(kinds) != len(own):
        raise Error(f"There are {len(kinds)} types (there are {len(own)} {what}). Give as many.")
    return kinds


def write_parts(parts, filename, overwrite):
    """The parts of a FITS file, which is there when it is whole."""
    overwrite = flag(overwrite, "overwrite")
    if not is_path(filename):  # what the caller has opened
        parts.writeto(filename, overwrite=overwrite)
        return
    filename = os.path.expanduser(os.fsdecode(filename))
    # Astropy, which refuses to overwrite any but empty files, sees the temporary one alone.
    if not overwrite and os.path.isfile(filename) and os.path.getsize(filename) != 0:
        raise OSError(f"File {filename!r} already exists. If you mean to replace it then use the"
                      ' argument "overwrite=True".')
    with whole_file(filename) as name:
        if name != filename:
            parts.writeto(name)
            return
        # Astropy seeks in what it writes, which a pipe has no place for, and removes what it
        # overwrites.
        whole_bytes = io.BytesIO()
        parts.writeto(whole_bytes)
        with open(name, "wb") as stream:
            stream.write(whole_bytes.getbuffer())


def write_table(filename, columns, header, overwrite):
    module = fits()
    table = module.BinTableHDU.from_columns(columns)
    for card in header:
        table.header.set(*card)
    write_parts(module.HDUList([module.PrimaryHDU(), table]), filename, overwrite)


def map_header(nside, pixels, nest, coord, partial):
    """The cards of a map, in healpy's order and with its comments."""
    header = [("PIXTYPE", "HEALPIX", "HEALPIX pixelisation"),
              ("ORDERING", "NESTED" if nest else "RING",
               "Pixel ordering scheme, either RING or NESTED")]
    if coord:
        header += [("COORDSYS", coord, "Ecliptic, Galactic or Celestial (equatorial)")]
    header += [("EXTNAME", "xtension", "name of this binary table extension"),
               ("NSIDE", nside, "Resolution parameter of HEALPIX")]
    if not partial:
        header += [("FIRSTPIX", 0, "First pixel # (0 based)"),
                   ("LASTPIX", pixels - 1, "Last pixel # (0 based)")]
    return [*header, ("INDXSCHM", "EXPLICIT" if partial else "IMPLICIT",
                      "Indexing: IMPLICIT or EXPLICIT"),
            ("OBJECT", "PARTIAL" if partial else "FULLSKY",
             "Sky coverage, either FULLSKY or PARTIAL")]


def pixel_column(pixels):
    """The list of the pixels of a part of the sky, in the smallest type that holds them."""
    largest = int(pixels[-1]) if pixels.size else 0
    code = "I" if largest < 2**15 else "J" if largest < 2**31 else "K"
    return fits().Column(name="PIXEL", format=code, array=pixels)


def write_map(filename, m, nest=False, dtype=None, fits_IDL=True, coord=None, partial=False,
              column_names=None, column_units=None, extra_header=(), overwrite=False):
    """Maps to a file: healpy.write_map. dtype: None: as they are; a list has one for each."""
    module = fits()
    nest, fits_IDL, partial = (flag(one, what) for one, what in (  # noqa: N806  (healpy's name)
        (nest, "nest"), (fits_IDL, "fits_IDL"), (partial, "partial")))
    maps = [np.ma.filled(one, UNSEEN) if isinstance(one, np.ma.MaskedArray) else np.asarray(one)
            for one in (m if is_sequence(m) else [m])]
    if len({one.shape for one in maps}) != 1 or maps[0].ndim != 1:
        raise Error("The maps have different shapes (each is a column). Give rows of as many"
                    " pixels.")
    size = len(maps[0])
    nside = Grid.of(None, size).nside
    kinds = types_of(dtype, [one.dtype for one in maps], "maps")
    names = column_names_of(column_names, len(maps), MAP_COLUMNS.get(len(maps), []))
    units = units_of(column_units, len(maps))
    columns, length = [], 1024 if fits_IDL and size % 1024 == 0 and not partial else 1
    keep = None
    if partial:
        keep = np.flatnonzero(~_engine.unseen(np.ascontiguousarray(maps[0], float)).view(bool))
        columns.append(pixel_column(keep))
    for one, kind, name, unit in zip(maps, kinds, names, units):
        form = f"{length}{code_of(kind)}" if length > 1 else code_of(kind)
        values = (one if keep is None else one[keep]).astype(kind)
        columns.append(module.Column(name=name, format=form, unit=unit,
                                     array=values.reshape(-1, length) if length > 1 else values))
    header = map_header(nside, size, nest, coord, partial)
    write_table(filename, columns, [*header, *map(tuple, extra_header)], overwrite)


def read_alm(filename, hdu=1, return_mmax=False):
    """Coefficients of a file: healpy.read_alm. hdu: two or more give rows."""
    rows, mmax, return_mmax = [], 0, flag(return_mmax, "return_mmax")
    for number in [hdu] if np.ndim(hdu) == 0 else list(hdu):
        with Table(filename, whole(number, "hdu", 0)) as table:
            names = table.columns.names
            if len(names) < 3 or table.data.field(0).dtype.kind not in "iu" \
                    or not len(table.data):
                raise Error(f"{subject(filename)} has no coefficients (their table has columns"
                            " index, a whole number, real and imag, and this one has"
                            f" {', '.join(names)}). Give a file of coefficients.")
            index = native(table.data.field(0)).astype(np.int64)
            values = native(table.data.field(1)) + 1j * native(table.data.field(2))
        l = np.floor(np.sqrt(np.maximum(index - 1, 0))).astype(np.int64)  # noqa: E741
        m = index - l * l - l - 1
        if np.any(index < 1) or np.any(m < 0) or np.any(m > l):
            raise Error(f"{subject(filename)} has an index of no coefficient (they are l^2 + l"
                        " + m + 1, m >= 0). Give a file of coefficients.")
        lmax, mmax = int(l.max()), int(m.max())
        alm = np.zeros(Alm.getsize(lmax, mmax), values.dtype)
        alm[Alm.getidx(lmax, l, m)] = values
        rows.append(alm)
    if len({one.shape for one in rows}) > 1:
        raise Error("The parts of the file end at different degrees (rows of a table have as many"
                    " coefficients). Read them one by one.")
    alms = np.array(rows) if len(rows) > 1 else rows[0]
    return (alms, mmax) if return_mmax else alms


def write_alm(filename, alms, out_dtype=None, lmax=-1, mmax=-1, mmax_in=-1, overwrite=False):
    """Coefficients to a file, each row a table of its own: healpy.write_alm. Those above lmax and
    mmax are left out. out_dtype: of real and imaginary parts; None: as they are."""
    module = fits()
    kind = np.asarray(alms[0] if is_sequence(alms) else alms).real.dtype
    kind = kind if out_dtype is None else np.dtype(out_dtype)
    rows = rows_of(alms)
    lmax, mmax, mmax_in = (None if one == -1 else given(one, what) for one, what in (
        (lmax, "lmax"), (mmax, "mmax"), (mmax_in, "mmax_in")))
    lmax_in, mmax_in = lmax_of(rows.shape[1], None, mmax_in)
    lmax = lmax_in if lmax is None else lmax
    if lmax > lmax_in:
        raise Error(f"lmax is {lmax}, and the coefficients end at {lmax_in} (a file has no others)."
                    " Give a smaller one, or leave it out.")
    mmax = min(mmax_in if mmax is None else mmax, mmax_in, lmax)
    l, m = (np.array(column) for column in zip(  # noqa: E741
        *((degree, order) for degree in range(lmax + 1)
          for order in range(min(degree, mmax) + 1))))
    place, index = Alm.getidx(lmax_in, l, m), l * l + l + m + 1
    tables = [module.PrimaryHDU()]
    for row in rows:
        code = code_of(kind)
        table = module.BinTableHDU.from_columns([
            module.Column(name="index", format="J", unit="l*l+l+m+1", array=index),
            module.Column(name="real", format=code, unit="unknown",
                          array=row[place].real.astype(kind)),
            module.Column(name="imag", format=code, unit="unknown",
                          array=row[place].imag.astype(kind))])
        table.header["MAX-LPOL"], table.header["MAX-MPOL"] = lmax, mmax
        tables.append(table)
    write_parts(module.HDUList(tables), filename, overwrite)


def read_cl(filename):
    """Spectra of a file: healpy.read_cl, one row for each column."""
    with Table(filename, 1) as table:
        rows = [native(table.data.field(number)) for number in range(len(table.columns))]
    return rows[0] if len(rows) == 1 else np.array(rows)


def write_cl(filename, cl, dtype=None, overwrite=False, column_names=None, column_units=None,
             extra_header=()):
    """Spectra to a file: healpy.write_cl, a column for each row."""
    module = fits()
    rows = [np.asarray(one) for one in (cl if is_sequence(cl) else [cl])]
    if len({one.shape for one in rows}) != 1 or rows[0].ndim != 1:
        raise Error("The spectra have different lengths (each is a column). Give rows of as many"
                    " degrees.")
    names = column_names_of(column_names, len(rows), CL_COLUMNS)
    kinds = types_of(dtype, [one.dtype for one in rows], "spectra")
    columns = [module.Column(name=name, unit=unit, format=code_of(kind), array=one.astype(kind))
               for one, kind, name, unit in zip(rows, kinds, names,
                                                units_of(column_units, len(rows)))]
    header = [("CREATOR", "siderum"), ("MAX-LPOL", len(rows[0]) - 1, "Maximum L multipole"),
              ("POLAR", len(rows) > 1), *map(tuple, extra_header)]
    write_table(filename, columns, header, overwrite)
