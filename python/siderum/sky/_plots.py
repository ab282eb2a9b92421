# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pictures of maps and spectra by matplotlib: axes in, artists out."""

import numpy as np

from siderum import _engine
from siderum._arrays import check_same_way
from siderum._engine import Error
from siderum._options import flag, real
from siderum._output import axes_of

KINDS = ("mollweide", "orthographic", "gnomonic", "cartesian")
MOST_LINES = 90  # of a graticule to each side
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
LABELS = {"map": "", "theta": r"$\theta$ component", "phi": r"$\phi$ component"}


def plot_map(sky, number, ax, kind, centre, radius, graticule, colorbar, **style):
    if kind not in KINDS:
        raise Error(f"There is no projection {kind!r} (known are {', '.join(KINDS)}). Give one of"
                    " these.")
    pixels = sky.row(number)
    ax = axes_of(ax)
    lon, lat = centre_of(centre)
    radius = real(radius, "radius", unit="deg")
    projection = _engine.SkyProjection(KINDS.index(kind), lon, lat, radius)
    is_whole = kind in KINDS[:2]
    step = graticule_step(is_whole, radius) if graticule is None else \
        step_of(graticule, 180.0 if is_whole else radius)
    colorbar = flag(colorbar, "colorbar")
    width = 2.0 if is_whole else 1.0
    image = image_of(sky, pixels, projection, width, picture_rows(ax))
    picture = ax.imshow(image, origin="lower", extent=(-width, width, -1, 1), aspect="equal",
                        interpolation="nearest", **{"cmap": "viridis", **style})
    artists = [picture]
    if step:
        artists += draw_graticule(ax, projection, kind, step, lon, lat, radius)
    ax.set_axis_off()
    artists += draw_edges(ax, kind)
    ax.set_xlim(-width * 1.01, width * 1.01)
    ax.set_ylim(-1.02, 1.02)
    if sky.frame:
        # In the empty corner of a whole sky; above a part, whose labels and bar are below.
        artists.append(ax.annotate(sky.frame, (1.0, 0.0 if is_whole else 1.0),
                                   xycoords="axes fraction", ha="right", va="bottom",
                                   fontsize="small", xytext=(0, 0 if is_whole else 1),
                                   textcoords="offset points"))
    if colorbar:
        bar = ax.figure.colorbar(picture, ax=ax, orientation="horizontal", shrink=0.6,
                                 pad=0.03 if is_whole else 0.08, aspect=30)
        name = LABELS.get(sky.name(number), sky.name(number).upper())
        unit = "" if sky.unit is None else f"[{sky.unit}]"
        bar.set_label(f"{name} {unit}".strip())
        artists.append(bar)
    return artists


def centre_of(centre):
    """Longitude and latitude [deg]."""
    try:
        lon, lat = centre
    except (TypeError, ValueError):
        raise Error(f"The centre cannot be {centre!r} (it is a longitude and a latitude in"
                    " degrees). Give two numbers.") from None
    check_same_way((lon, lat), "coordinates of the centre")
    return real(lon, "longitude", unit="deg"), real(lat, "latitude", unit="deg")


def step_of(graticule, radius):
    step = real(graticule, "step of the graticule", unit="deg")
    if step and step < radius / MOST_LINES:
        raise Error(f"The step of the graticule is {step:g} degrees (its lines would hide the map)."
                    f" Give one of {radius / MOST_LINES:g} or more, or 0: none.")
    return step


def picture_rows(ax):
    """As many as the axes have of the screen's."""
    height = ax.get_window_extent().height
    return int(np.clip(height, 100, 2000))


def image_of(sky, pixels, projection, width, rows):
    columns = int(rows * width)
    theta, phi = projection.directions(width, rows, columns)
    places = sky.grid.engine.pixels_at(theta.ravel(), phi.ravel()).reshape(theta.shape)
    values = np.asarray(pixels)[places]
    absent = (places < 0) | _engine.unseen(
        np.ascontiguousarray(values, float).ravel()).view(bool).reshape(places.shape)
    return np.ma.array(values, mask=absent)


def graticule_step(is_whole, radius):
    return 30.0 if is_whole else next((step for step in STEPS if 2 * radius / step <= 6), 30.0)


def draw_edges(ax, kind):
    angle = np.linspace(0.0, 2 * np.pi, 361)
    if kind == "mollweide":
        edges = [(2 * np.cos(angle), np.sin(angle))]
    elif kind == "orthographic":
        edges = [(side + np.cos(angle), np.sin(angle)) for side in (-1, 1)]
    else:
        edges = [(np.array([-1, 1, 1, -1, -1]), np.array([-1, -1, 1, 1, -1]))]
    return [ax.plot(x, y, color="black", linewidth=0.8, clip_on=False)[0] for x, y in edges]


def seen_span(kind, lon, lat, radius):
    """Longitudes and latitudes between which lines may be seen [deg]."""
    if kind in KINDS[:2]:
        return (lon - 180.0, lon + 180.0), (-90.0, 90.0)
    reach = min(90.0, radius * 1.5)
    south, north = max(-90.0, lat - reach), min(90.0, lat + reach)
    if kind == "cartesian" and abs(lat) < 1e-9:
        return (lon - min(radius, 180.0), lon + min(radius, 180.0)), (south, north)
    if max(abs(south), abs(north)) > 85.0:
        return (lon - 180.0, lon + 180.0), (south, north)
    half = min(180.0, reach / np.cos(np.radians(max(abs(south), abs(north)))))
    return (lon - half, lon + half), (south, north)


def multiples(low, high, step):
    return step * np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1)


def draw_graticule(ax, projection, kind, step, lon, lat, radius):
    (west, east), (south, north) = seen_span(kind, lon, lat, radius)
    artists = []
    # Meridians draw together towards the poles.
    wanted = step / max(0.01, np.cos(np.radians(lat))) if kind not in KINDS[:2] else step
    across = next((wide for wide in (*STEPS, 45.0, 90.0) if wide >= wanted * 0.99), 90.0)
    for longitude in multiples(west, east, max(step, across)):
        line = line_of(projection, np.full(400, longitude), np.linspace(south, north, 400))
        artists += draw_line(ax, line, kind, f"{longitude % 360:g}°", "bottom")
    for latitude in multiples(south, north, step):
        if abs(latitude) < 90.0:
            line = line_of(projection, np.linspace(west, east, 800)[1:-1], np.full(798, latitude))
            artists += draw_line(ax, line, kind, f"{latitude:+g}°" if latitude else "0°", "left")
    if kind in KINDS[:2]:
        artists += label_whole_sky(ax, projection, kind, step, lon)
    return artists


def outlined(width, shade):
    """Dark about light, which is seen on maps of any colour."""
    from matplotlib import patheffects

    return [patheffects.withStroke(linewidth=width, foreground="black", alpha=shade)]


def label_whole_sky(ax, projection, kind, step, lon):
    """Longitudes along the equator, latitudes along the meridian of the centre, where they lie
    inside."""
    # Closer ones would cover the map, and each other where it is small.
    step = max(step, 30.0 if ax.get_window_extent().width > 2.6 * ax.figure.dpi else 60.0)
    longitudes = multiples(lon - 180.0, lon + 180.0 - 1e-6, step)
    latitudes = [one for one in multiples(-60.0, 60.0, step) if one]
    labels = [(one, 0.0, f"{one % 360:g}°") for one in longitudes]
    labels += [(lon, one, f"{one:+g}°") for one in latitudes]
    artists = []
    for longitude, latitude, label in labels:
        x, y = line_of(projection, np.array([longitude]), np.array([latitude]))[0]
        inside = np.hypot(x / 2.0, y) if kind == "mollweide" else \
            np.hypot(x - np.copysign(1.0, x), y)
        if inside < 0.93:
            artists.append(ax.annotate(label, (x, y), ha="center", va="center", color="white",
                                       fontsize="xx-small", path_effects=outlined(1.5, 0.8)))
    return artists


def line_of(projection, lon, lat):
    return projection.places(np.radians(90.0 - lat), np.radians(lon))


def draw_line(ax, line, kind, label, side):
    """One line, broken where it jumps, with its label where it meets the edge of a zoom."""
    jumps = np.hypot(*np.diff(line, axis=0).T) > 0.2
    broken = np.insert(line, np.flatnonzero(jumps) + 1, np.nan, axis=0)
    if np.isfinite(broken).all(axis=1).sum() < 2:
        return []
    artists = ax.plot(*broken.T, color="white", linewidth=0.6, alpha=0.8,
                      path_effects=outlined(1.4, 0.45))
    if kind in KINDS[:2]:
        return artists
    seen = line[np.isfinite(line).all(axis=1)]
    axis = 1 if side == "bottom" else 0
    x, y = seen[seen[:, axis].argmin()]
    if (y if side == "bottom" else x) > -0.96:
        return artists
    at, align = ((x, -1.0), ("center", "top")) if side == "bottom" else \
        ((-1.0, y), ("right", "center"))
    artists.append(ax.annotate(label, at, ha=align[0], va=align[1], fontsize="x-small",
                               xytext=(0, -2) if side == "bottom" else (-2, 0),
                               textcoords="offset points", annotation_clip=False))
    return artists


def plot_spectrum(spectrum, ax, names, scaled, **style):
    ax = axes_of(ax)
    degree = spectrum.l[2:]
    scaled = flag(scaled, "scaled")
    names = (names,) if isinstance(names, str) else names
    factor = degree * (degree + 1) / (2 * np.pi) if scaled else 1.0
    artists = []
    for name in spectrum.names if names is None else names:
        values = np.atleast_2d(spectrum[name])[:, 2:] * factor
        lines = ax.plot(degree, values.T, **{"linewidth": 0.9, **style})
        if len(spectrum.names) > 1:
            lines[0].set_label(name.upper())
        artists += lines
    unit = "" if spectrum.unit is None else str(spectrum.unit)
    unit = f" [{unit}²]" if unit.isalpha() else f" [({unit})²]" if unit else ""
    ax.set_xlabel(r"$\ell$")
    ax.set_ylabel((r"$\ell(\ell+1)C_\ell/2\pi$" if scaled else r"$C_\ell$") + unit)
    ax.set_xlim(2, max(3, spectrum.lmax))
    if len(spectrum.names) > 1:
        artists.append(ax.legend(fontsize="small"))
    return artists
