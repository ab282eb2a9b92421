# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A run that is stopped, by Ctrl-C or by who ends it in time, keeps what it has measured."""

import signal


def as_interrupt(*_):
    raise KeyboardInterrupt


class Stop:
    """`with stop:` ends what is inside where the run is stopped; `stop.asked` tells of it."""

    def __init__(self):
        self.asked = False
        signal.signal(signal.SIGTERM, as_interrupt)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            print("stopped: what was measured until now is kept", flush=True)
            self.asked = True
            return True
        return False
