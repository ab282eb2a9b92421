# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Columns of Arrow by the Arrow C data interface, as NumPy arrays of the same memory.

https://arrow.apache.org/docs/format/CDataInterface.html. No package of Arrow is needed: whoever has
a column exports it by __arrow_c_array__ or __arrow_c_stream__.
"""

import ctypes

import numpy as np

from siderum._engine import Error

NUMBERS = {b"c": np.int8, b"C": np.uint8, b"s": np.int16, b"S": np.uint16, b"i": np.int32,
           b"I": np.uint32, b"l": np.int64, b"L": np.uint64, b"e": np.float16, b"f": np.float32,
           b"g": np.float64}
LISTS = {b"+l": np.int32, b"+L": np.int64}  # of their offsets
VIEWS = {b"+vl": np.int32, b"+vL": np.int64}  # of their offsets and sizes
TEXTS = {b"u": np.int32, b"U": np.int64}
VIEW = np.dtype([("size", "i4"), ("prefix", "S4"), ("buffer", "i4"), ("start", "i4")])


class Exported(ctypes.Structure):
    """What is given back by its own function, where it is ours."""

    def __del__(self):
        if self.is_own and self.release:
            self.release(ctypes.byref(self))

    is_own = False


class Schema(Exported):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))), ("private_data", ctypes.c_void_p)]


class Array(Exported):
    pass


Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))), ("private_data", ctypes.c_void_p)]


class Stream(ctypes.Structure):
    pass


Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ("private_data", ctypes.c_void_p)]


class Memory:
    """Numbers of a buffer; who looks at them keeps the column."""

    def __init__(self, address, size, dtype, owner):
        self.owner = owner
        self.__array_interface__ = {"data": (address, True), "shape": (size,), "version": 3,
                                    "typestr": np.dtype(dtype).str}


def is_arrow(thing):
    """Whether it exports itself as Arrow does, and is no plain array."""
    return hasattr(thing, "__arrow_c_array__") or hasattr(thing, "__arrow_c_stream__")


def pointer(capsule, name, kind):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    found = ctypes.cast(get(capsule, name), ctypes.POINTER(kind)).contents
    if not found.release:
        raise ValueError("it was given back before")
    return found


def chunks(thing):
    """The schema, and (array, owner) of each chunk."""
    if hasattr(thing, "__arrow_c_array__"):
        schema, array = thing.__arrow_c_array__()
        owner = (schema, array)
        return pointer(schema, b"arrow_schema", Schema), [
            (pointer(array, b"arrow_array", Array), owner)]
    capsule = thing.__arrow_c_stream__()
    stream = pointer(capsule, b"arrow_array_stream", Stream)
    schema = Schema()
    if stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)):
        raise Error("The stream of Arrow does not say what it holds (its export failed). Give"
                    " another column.")
    schema.is_own = True
    found = []
    while True:
        array = Array()
        if stream.get_next(ctypes.byref(stream), ctypes.byref(array)):
            raise Error("The stream of Arrow broke off (its export failed). Give another column.")
        if not array.release:
            return schema, found
        array.is_own = True
        found.append((array, (capsule, schema, array)))


def refusal(what, schema, taken):
    return Error(f"The {what} are {schema.format.decode()!r} of Arrow ({taken}). Convert them.")


class Column:
    """Elements first .. last - 1 of what the buffers of a column hold."""

    def __init__(self, schema, array, owner, first, last):
        self.schema, self.array, self.owner = schema, array, owner
        self.first, self.last = first, last
        self.format = schema.format

    @classmethod
    def whole(cls, schema, array, owner):
        return cls(schema, array, owner, array.offset, array.offset + array.length)

    def buffer(self, index, dtype, first=None, last=None):
        first, last = self.first if first is None else first, self.last if last is None else last
        if last <= first or not self.array.buffers[index]:
            return np.empty(0, dtype)
        return np.asarray(Memory(self.array.buffers[index], last, dtype, self.owner))[first:]

    def bits(self, index):
        octets = self.buffer(index, np.uint8, self.first // 8, (self.last + 7) // 8)
        skipped = self.first % 8
        return np.unpackbits(octets, bitorder="little")[
            skipped:skipped + self.last - self.first].astype(bool)

    def nulls(self):
        """True where there is no element; None: there are all."""
        if self.array.null_count == 0 or self.array.n_buffers == 0 or not self.array.buffers[0]:
            return None
        valid = self.bits(0)
        return None if valid.all() else ~valid

    def child(self, index):
        """A part of each element."""
        schema, array = self.schema.children[index].contents, self.array.children[index].contents
        return Column(schema, array, self.owner, array.offset + self.first,
                      array.offset + self.last)

    def field(self, name):
        names = [self.schema.children[i].contents.name.decode()
                 for i in range(self.schema.n_children)]
        if name not in names:
            raise Error(f"The column has no field {name!r} (it has {', '.join(names)}). Name one of"
                        " these.")
        if names.count(name) > 1:
            raise Error(f"The column has several fields {name!r} (it has {', '.join(names)}). Give"
                        " each another name.")
        return self.child(names.index(name))

    def by_dictionary(self, look_up):
        """(elements, nulls) of what is kept once and numbered."""
        kept = Column.whole(self.schema.dictionary.contents, self.array.dictionary.contents,
                            self.owner)
        values, missing = look_up(kept)
        nulls = self.nulls()
        place = self.buffer(1, NUMBERS[self.format])
        if nulls is not None:
            place = np.where(nulls, 0, place)
        if values.size == 0:
            return np.zeros(place.size, values.dtype), np.ones(place.size, bool)
        return values[place], either(nulls, None if missing is None else missing[place])

    def numbers(self, what):
        """(numbers, nulls): the first in place where they are not looked up."""
        if self.schema.dictionary:
            return self.by_dictionary(lambda kept: kept.numbers(what))
        if self.format == b"b":
            return self.bits(1), self.nulls()
        if self.format == b"n":
            return np.zeros(self.last - self.first), np.ones(self.last - self.first, bool)
        if self.format not in NUMBERS:
            raise refusal(what, self.schema, "numbers are taken, and lists of numbers")
        return self.buffer(1, NUMBERS[self.format]), self.nulls()

    def labels(self, what):
        """(labels, nulls): numbers, or text."""
        if self.schema.dictionary:
            return self.by_dictionary(lambda kept: kept.labels(what))
        if self.format in TEXTS:
            offsets = self.buffer(1, TEXTS[self.format], last=self.last + 1)
            text = self.buffer(2, np.uint8, 0, int(offsets[-1]) if offsets.size else 0).tobytes()
            return np.array([text[a:b].decode() for a, b in zip(offsets, offsets[1:])],
                            str), self.nulls()
        if self.format == b"vu":
            nulls = self.nulls()
            views = self.buffer(1, np.uint8, 16 * self.first, 16 * self.last).view(VIEW)
            return np.array(["" if nulls is not None and nulls[i] else self.viewed(view)
                             for i, view in enumerate(views)], str), nulls
        return self.numbers(what)

    def viewed(self, view):
        """One text of a column of views: within the view where it is short, else in a buffer."""
        size, start = int(view["size"]), int(view["start"])
        if size <= 12:
            return view.tobytes()[4:4 + size].decode()
        return self.buffer(2 + int(view["buffer"]), np.uint8, start,
                           start + size).tobytes().decode()

    def is_lists(self):
        return self.format in LISTS or self.format in VIEWS or self.format.startswith(b"+w:")

    def lists(self, what):
        """(starts, counts, column of what they list); a null is an empty list."""
        if not self.is_lists():
            raise refusal(what, self.schema, "a column of light curves is one of lists")
        size = self.last - self.first
        if self.format in LISTS:
            bounds = self.buffer(1, LISTS[self.format], last=self.last + 1).astype(np.int64)
            bounds = bounds if bounds.size else np.zeros(1, np.int64)
            starts, counts = bounds[:-1], np.diff(bounds)
        elif self.format in VIEWS:
            starts, counts = (self.buffer(index, VIEWS[self.format]).astype(np.int64)
                              for index in (1, 2))
        else:
            width = int(self.format[3:])
            starts = width * np.arange(self.first, self.last)
            counts = np.full(size, width)
        nulls = self.nulls()
        if nulls is not None:
            counts = np.where(nulls, 0, counts)
        schema, array = self.schema.children[0].contents, self.array.children[0].contents
        return starts, counts, Column(schema, array, self.owner, array.offset, array.offset)

    def between(self, first, last):
        """Those elements of what is listed."""
        offset = self.array.offset
        return Column(self.schema, self.array, self.owner, offset + first, offset + last)


def either(one, other):
    """Where one of two masks is; None: nowhere."""
    if one is None or other is None:
        return one if other is None else other
    return one | other


def gathered(starts, counts, column, read):
    """(elements, nulls) of lists, one after the other: in place where they lie so."""
    there = counts > 0
    starts, counts = starts[there], counts[there]
    if starts.size == 0:
        return read(column.between(0, 0))
    first, last = int(starts.min()), int((starts + counts).max())
    elements, nulls = read(column.between(first, last))
    if np.array_equal(starts[1:], starts[:-1] + counts[:-1]):
        return elements, nulls
    before = np.cumsum(counts) - counts
    place = np.repeat(starts - first - before, counts) + np.arange(counts.sum())
    return elements[place], None if nulls is None else nulls[place]


def of_chunk(column, name, what, read):
    """(elements, nulls, counts) of a field of each object, or without a name of the column itself;
    counts is None where it is no column of lists."""
    if name is None:
        if not column.is_lists():
            return *read(column), None
        starts, counts, listed = column.lists(what)
        return *gathered(starts, counts, listed, read), counts
    if column.format == b"+s":  # a structure of lists
        field = column.field(name)
        if not field.is_lists():
            raise refusal(f"points of the field {name!r}", field.schema, "each object has a list")
        starts, counts, listed = field.lists(name)
        nulls = column.nulls()
        if nulls is not None:
            counts = np.where(nulls, 0, counts)
        return *gathered(starts, counts, listed, read), counts
    starts, counts, rows = column.lists(what)
    if rows.format != b"+s":
        raise Error("The column has no fields (it is one of lists of numbers). Leave their names"
                    " out.")

    def read_field(points):
        elements, nulls = read(points.field(name))
        return elements, either(nulls, points.nulls())

    return *gathered(starts, counts, rows, read_field), counts


def read(thing, what, name=None, are_labels=False):
    """(elements, mask, offsets) of what Arrow exports: nulls are masked. A column of lists, or with
    a name the field of one of structures, has offsets (objects + 1); else they are None."""
    def elements(column):
        return column.labels(what) if are_labels else column.numbers(what)

    try:
        schema, arrays = chunks(thing)
        found = [of_chunk(Column.whole(schema, array, owner), name, what, elements)
                 for array, owner in arrays]
    except Error:
        raise
    except Exception as problem:  # of any kind: whoever exports is not ours
        raise Error(f"The {what} are no column of Arrow ({type(thing).__name__} exports what cannot"
                    f" be read: {problem}). Give another one.") from None
    if not found:
        is_flat = name is None and not Column(schema, None, None, 0, 0).is_lists()
        return np.empty(0), None, None if is_flat else np.zeros(1, np.int64)
    values = found[0][0] if len(found) == 1 else np.concatenate([part[0] for part in found])
    mask = None
    if any(part[1] is not None for part in found):
        mask = np.concatenate([np.zeros(len(part[0]), bool) if part[1] is None else part[1]
                               for part in found])
    if found[0][2] is None:
        return values, mask, None
    counts = np.concatenate([part[2] for part in found])
    return values, mask, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
