"""A picture of ours made fit to stand within a page: nothing in it runs, and its looks are attributes, not styles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

DRAWN = {
    "svg", "g", "path", "text", "tspan", "use", "defs", "clipPath", "rect", "image", "pattern", "linearGradient",
    "stop", "circle", "ellipse", "line", "polygon", "polyline",
}  # fmt: skip
ANY_FONT = "sans-serif"
_LINK = "{http://www.w3.org/1999/xlink}href"
_TARGET = re.compile(r"url\(#")
_FONT = re.compile(r"(?P<before>.*?)(?P<size>[\d.]+px) +(?P<family>.+)")
WEIGHTS = re.compile(r"bold|[1-9]00")


def inline(picture: str, prefix: str, alt: str) -> str:
    """An SVG file as an element of a page.

    Parameters
    ----------
    picture
        The SVG, as `plots.save` writes it.
    prefix
        Stands before every id, so that two pictures of a page may have the same.
    alt
        What a reader who does not see it is told.
    """
    from xml.etree import ElementTree

    root = ElementTree.fromstring(picture)
    drawn = _cleaned(root, prefix)
    box = root.get("viewBox", "0 0 1 1")
    drawn.attrib.clear()
    drawn.attrib |= {"viewBox": box, "role": "img", "aria-label": alt, "stroke-linejoin": "round"}
    drawn.set("data-width", f"{float(box.split()[2]):.0f}")
    return ElementTree.tostring(drawn, encoding="unicode")


def _cleaned(element: Element, prefix: str) -> Element:
    """A copy of an element with what draws, and nothing else."""
    from xml.etree.ElementTree import Element

    copy = Element(_name(element), dict(_attributes(element, prefix)))
    copy.text, copy.tail = element.text, element.tail
    copy.extend(_cleaned(child, prefix) for child in element if _name(child) in DRAWN)
    return copy


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attributes(element: Element, prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        if name == "style":
            yield from _presented(value, prefix)
        elif name == "id":
            yield name, prefix + value
        elif name in (_LINK, "href"):
            yield from _linked(value, prefix)
        elif "{" not in name and not name.startswith("on"):
            yield name, _TARGET.sub(f"url(#{prefix}", value)


def _linked(value: str, prefix: str) -> Iterator[tuple[str, str]]:
    """A link to what is drawn elsewhere in the picture, or an image that it holds; no other."""
    if value.startswith("#"):
        yield "href", f"#{prefix}{value[1:]}"
    elif value.startswith("data:image/png;base64,"):
        yield "href", value


def _presented(style: str, prefix: str) -> Iterator[tuple[str, str]]:
    """A style as attributes, which a content security policy lets pass."""
    for declaration in style.split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        font = _FONT.fullmatch(value) if name == "font" else None
        if font:
            yield "font-size", font["size"]
            yield "font-family", f"{font['family']}, {ANY_FONT}"
            if weight := WEIGHTS.search(font["before"]):
                yield "font-weight", weight[0]
        elif name:
            yield name, _TARGET.sub(f"url(#{prefix}", value)
