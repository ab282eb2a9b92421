# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Columns of Arrow lists by the Arrow C data interface, as NumPy arrays of the same memory.

https://arrow.apache.org/docs/format/CDataInterface.html. No package of Arrow is needed: whoever has
a column exports it by __arrow_c_array__ or __arrow_c_stream__.
"""

import ctypes

import numpy as np

from siderum._engine import Error

NUMBERS = {b"c": np.int8, b"C": np.uint8, b"s": np.int16, b"S": np.uint16, b"i": np.int32,
           b"I": np.uint32, b"l": np.int64, b"L": np.uint64, b"f": np.float32, b"g": np.float64}
LISTS = {b"+l": np.int32, b"+L": np.int64}


class Schema(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))), ("private_data", ctypes.c_void_p)]


class Array(ctypes.Structure):
    def __del__(self):
        if self.is_own and self.release:
            self.release(ctypes.byref(self))

    is_own = False


Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.c_void_p),
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
    return ctypes.cast(get(capsule, name), ctypes.POINTER(kind)).contents


def chunks(thing):
    """(schema, array, owner) of each chunk."""
    if hasattr(thing, "__arrow_c_array__"):
        schema, array = thing.__arrow_c_array__()
        return [(pointer(schema, b"arrow_schema", Schema), pointer(array, b"arrow_array", Array),
                 (schema, array))]
    capsule = thing.__arrow_c_stream__()
    stream = pointer(capsule, b"arrow_array_stream", Stream)
    schema = Schema()
    if stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)):
        raise Error("The stream of Arrow does not say what it holds (its export failed). Give"
                    " another column.")
    found = []
    while True:
        array = Array()
        if stream.get_next(ctypes.byref(stream), ctypes.byref(array)):
            raise Error("The stream of Arrow broke off (its export failed). Give another column.")
        if not array.release:
            return found
        array.is_own = True
        found.append((schema, array, (capsule, schema, array)))


def buffer(array, index, size, dtype, owner):
    if size == 0:
        return np.empty(0, dtype)
    return np.asarray(Memory(array.buffers[index], size, dtype, owner))


def refuse_nulls(array, what):
    # -1: not counted, and there may be none, which the buffer of validity tells by its absence.
    if array.null_count > 0 or (array.null_count < 0 and array.buffers[0]):
        raise Error(f"The column {what} has nulls (a point has a number). Drop or fill them.")


def numbers(schema, array, first, last, what, owner):
    """The elements first .. last - 1 of a column of numbers."""
    dtype = NUMBERS.get(schema.format)
    if dtype is None:
        raise Error(f"The column {what} holds {schema.format.decode()!r} of Arrow (lists of numbers"
                    " are taken). Convert it.")
    refuse_nulls(array, what)
    return buffer(array, 1, array.offset + last, dtype, owner)[array.offset + first:]


def field(schema, array, name):
    for i in range(schema.n_children):
        if schema.children[i].contents.name.decode() == name:
            return schema.children[i].contents, array.children[i].contents
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    raise Error(f"The column has no field {name!r} (it has {', '.join(names)}). Name one of these.")


def offsets_of(schema, array, what, owner):
    dtype = LISTS.get(schema.format)
    if dtype is None:
        raise Error(f"The column {what} is {schema.format.decode()!r} of Arrow (a column of light"
                    " curves is one of lists). Give such a column.")
    refuse_nulls(array, what)
    return buffer(array, 1, array.offset + array.length + 1, dtype, owner)[array.offset:]


def lists_of_chunk(schema, array, owner, names, what):
    """[(offsets, numbers)] of the named fields; of the lists themselves where there is no name."""
    if names == [None]:
        offsets = offsets_of(schema, array, what, owner)
        child = (schema.children[0].contents, array.children[0].contents)
        return [(offsets, numbers(*child, int(offsets[0]), int(offsets[-1]), what, owner))]
    if schema.format == b"+s":  # a structure of lists, all of the same offsets
        found = []
        for name in names:
            inner_schema, inner = field(schema, array, name)
            offsets = offsets_of(inner_schema, inner, name, owner)
            offsets = offsets[array.offset:array.offset + array.length + 1]
            child = (inner_schema.children[0].contents, inner.children[0].contents)
            found.append((offsets, numbers(*child, int(offsets[0]), int(offsets[-1]), name, owner)))
        return found
    offsets = offsets_of(schema, array, what, owner)
    rows = (schema.children[0].contents, array.children[0].contents)
    if rows[0].format != b"+s":
        raise Error(f"The column {what} has no fields (it is one of lists of numbers). Leave their"
                    " names out.")
    first, last = int(offsets[0]) + rows[1].offset, int(offsets[-1]) + rows[1].offset
    return [(offsets, numbers(*field(*rows, name), first, last, name, owner)) for name in names]


def lists(thing, names=(None,), what="of light curves"):
    """[(offsets, numbers)] for each name: int64 offsets from 0, and the numbers, in place where the
    column is one chunk."""
    parts = [lists_of_chunk(*chunk, list(names), what) for chunk in chunks(thing)]
    if not parts:
        return [(np.zeros(1, np.int64), np.empty(0))] * len(names)
    if len(parts) == 1:
        return [(offsets.astype(np.int64) - offsets[0], values) for offsets, values in parts[0]]
    joined = []
    for column in zip(*parts):
        counts = np.concatenate([np.diff(offsets) for offsets, _ in column])
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        joined.append((offsets, np.concatenate([values for _, values in column])))
    return joined
