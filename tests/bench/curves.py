"""Curves as SVG, for wire.py: the x axis is logarithmic, the y axis begins at 0."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 340, 60, 90, 40, 45
COLOURS = ["#1b6ca8", "#c8553d", "#3c7a3c", "#7d4e9e"]


def step_of(most):
    """A round distance of grid lines: four to eight of them."""
    power = 10 ** math.floor(math.log10(most / 4))
    return next(power * factor for factor in (1, 2, 5, 10) if most / (power * factor) <= 8)


def text(x, y, words, anchor="middle", colour="#333"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def draw(title, xs, x_names, curves):
    """curves: {name: values at xs}. Returns the SVG."""
    most = 1.1 * max(max(values) for values in curves.values())
    first, last = math.log(xs[0]), math.log(xs[-1])

    def x_at(x):
        return LEFT + (math.log(x) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y_at(y):
        return HEIGHT - BOTTOM - y / most * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(WIDTH / 2, 22, title)]
    step = step_of(most)
    for i in range(int(most / step) + 1):
        y = y_at(i * step)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>' + text(LEFT - 6, y + 4, f"{i * step:g}", "end"))
    for x, name in zip(xs, x_names):
        out.append(text(x_at(x), HEIGHT - BOTTOM + 18, name))
    for (name, values), colour in zip(curves.items(), COLOURS):
        points = " ".join(f"{x_at(x):.1f},{y_at(y):.1f}" for x, y in zip(xs, values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    ends = sorted((y_at(values[-1]), name, colour) for (name, values), colour in zip(curves.items(), COLOURS))
    below = 0.0
    for y, name, colour in ends:
        below = max(y, below + 14)
        out.append(text(WIDTH - RIGHT + 6, below + 4, name, "start", colour))
    return "\n".join(out + ["</svg>"]) + "\n"
