"""A page of an answer that nobody played, with hostile names in every place where a user may write."""

from simkit.study.report.page.answer import Answer
from simkit.study.report.page.section import Picture, Section, Story
from simkit.study.report.text_tables import table

HOSTILE = '<img src=x onerror="window.ran=1"></script><script>window.ran=1</script>\'"`${ran} \u202e'
ROWS = [
    (f"b {HOSTILE}", "10.5 % [9.1\N{EN DASH}12.0]", "\N{MINUS SIGN}2.50", "1,200"),
    ("a", "9.1 % [8.0\N{EN DASH}10.2]", "+0.25", "900"),
    ("c10", "", "+10.00 [none]", "30"),
    ("c9", "100.0 % [99.6\N{EN DASH}100.0]", "\N{MINUS SIGN}11.00", "4"),
]
NUMBERS = table(f"How often {HOSTILE}", ["who", "share", "difference", "games"], ROWS, spare=["games"], caption=HOSTILE)
MANY = table("All", ["who", "n"], [(f"row {number}", str(number)) for number in range(40)])
SVG = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100" width="200pt"
 onload="window.ran=1">
 <defs><style>* { fill: red }</style><path id="mark" d="M 0 0 L 9 9"/><clipPath id="box"><rect width="9" height="9"/>
 </clipPath></defs>
 <script>window.ran=1</script>
 <a xlink:href="javascript:window.ran=1"><text>link</text></a>
 <foreignObject><p onclick="window.ran=1">html</p></foreignObject>
 <g clip-path="url(#box)"><use xlink:href="#mark" style="fill: #1f77b4; stroke-width: 2"/>
 <use xlink:href="https://example.org/x.svg#a"/><image xlink:href="https://example.org/x.png"/></g>
 <text style="font: bold 15px 'DejaVu Sans', 'Verdana'; text-anchor: middle" x="100" y="50">A picture</text>
</svg>"""
STORY = Story(f"The median: game 7 {HOSTILE}", (("1", f"Ozmo meets {HOSTILE}."), ("", "He runs.")))


def section(title: str = f"Who wins? {HOSTILE}") -> Section:
    """An answer with a picture, two tables, a story and data."""
    answer = Answer(f"run {HOSTILE}", f"simkit run '{HOSTILE}'", (f"{HOSTILE} wins.",), (NUMBERS, HOSTILE, MANY))
    return Section(
        answer, title, HOSTILE, HOSTILE, (Picture("wins", SVG), Picture("wins", SVG)), (("Who plays", HOSTILE),),
        table("Read", ["switch", "here"], [(HOSTILE, "true")], left=2), HOSTILE, (STORY, STORY), (("Seed", "7"),),
        f'title = "{HOSTILE}"', HOSTILE, (("summary.csv", f"who,share\n{HOSTILE},0.105\n"),),
    )  # fmt: skip
