# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Reads the tables of FITS files, without more than Python has."""

import struct

RECORD = 2880
SIZES = {"A": ("s", 1), "I": ("h", 2), "J": ("i", 4), "K": ("q", 8), "E": ("f", 4), "D": ("d", 8)}


def headers(contents):
    """(keywords, place of the data) of each part of a file."""
    place = 0
    while place < len(contents):
        keys = {}
        while True:
            card = contents[place:place + 80].decode("ascii")
            place += 80
            if card.startswith("END"):
                break
            if card[8:10] == "= ":
                keys[card[:8].strip()] = card[10:].split("/")[0].strip(" '")
        place = (place + RECORD - 1) // RECORD * RECORD
        yield keys, place
        if "TFIELDS" in keys:
            size = int(keys["NAXIS1"]) * int(keys["NAXIS2"])
            place += (size + RECORD - 1) // RECORD * RECORD


def with_card(path, replaced, card):
    """In place of the first card of a keyword another one."""
    contents = path.read_bytes()
    start = contents.index(f"{replaced:8}= ".encode())
    path.write_bytes(contents[:start] + card.ljust(80).encode() + contents[start + 80:])


def first_table(contents):
    """Its keywords and the place of its data."""
    return next((keys, place) for keys, place in headers(contents) if "TFIELDS" in keys)


def tables(contents):
    """[(keywords, [(letter of the form, values) of a column])] of the tables."""
    found = []
    for keys, place in headers(contents):
        if "TFIELDS" not in keys:
            continue
        forms = [keys[f"TFORM{index + 1}"] for index in range(int(keys["TFIELDS"]))]
        counts = [int(form[:-1] or 1) for form in forms]
        columns = [(form[-1], []) for form in forms]
        width = int(keys["NAXIS1"])
        row = struct.Struct(">" + "".join(f"{count}{SIZES[letter][0]}"
                                          for count, (letter, _) in zip(counts, columns)))
        assert row.size == width
        for number in range(int(keys["NAXIS2"])):
            cells = row.unpack_from(contents, place + number * width)
            for count, (letter, values) in zip(counts, columns):
                count = 1 if letter == "A" else count
                values += cells[:count]
                cells = cells[count:]
        found.append((keys, columns))
    return found
