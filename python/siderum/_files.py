# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Files that are written as a whole."""

import contextlib
import errno
import os
import re
import shutil
import stat
import tempfile

from siderum._engine import Error

# What is open already: the file that such a name leads to is not to be replaced.
STREAM = re.compile(r"/dev/(stdout|stderr|fd/\d+)|/proc/.+/fd/\d+")
MOST_LINKS = 40  # as the system has it


def is_stream(path):
    """Whether the path, or a symbolic link on its way, is a stream that is open already."""
    for _ in range(MOST_LINKS):
        if STREAM.fullmatch(path):
            return True
        if not os.path.islink(path):
            break
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return False


@contextlib.contextmanager
def whole_file(path):
    """The name under which a file is written that takes the place of path when the block ends.

    Where the block raises, the former file stays and nothing lies beside it. The mode of a file
    that is replaced is kept, and a symbolic link stays one. What is no regular file (a pipe, a
    device, standard output) cannot be replaced: it is written to under its own name.
    """
    path = os.fsdecode(path)
    name, target = os.path.basename(path), os.path.realpath(path)
    try:
        former = os.stat(path)
    except FileNotFoundError:
        former = None
    if not name or is_stream(path) or (former and not stat.S_ISREG(former.st_mode)):
        yield path
        return
    if former and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    # In a folder of its own the file keeps its name, of which the ending says how it is compressed,
    # and has the mode of any new one. It is on the file system of the target, which a rename needs.
    try:
        folder = tempfile.mkdtemp(prefix=".siderum-", dir=os.path.dirname(target))
    except OSError as error:
        if former and isinstance(error, PermissionError):
            raise Error(f"{path!r} cannot be replaced (its folder takes no new file). Choose"
                        " another file.") from None
        raise OSError(error.errno, error.strerror, path) from None
    try:
        temporary = os.path.join(folder, name)
        yield temporary
        if former:
            mode = stat.S_IMODE(former.st_mode)
            try:
                os.chown(temporary, former.st_uid, former.st_gid)
            except OSError:
                mode &= 0o777  # what runs as its owner is nobody else's
            os.chmod(temporary, mode)
        os.replace(temporary, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
