"""`simkit report`: answers as a page that can be sent to somebody."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.progress import say_if_cold
from simkit.cli.terminal import say_paths

EXAMPLE = "simkit report results/win_rates-0123456789ab -o who_wins.html"

Runs = Annotated[list[Path], typer.Argument(help="Folders under results/.", metavar="RUN...")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="The file; else report.html in the run's folder.", metavar="FILE")
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Markdown for forums, pictures beside it.")]


@ends_plainly
def report(runs: Runs, output: Output = None, markdown: Markdown = False) -> None:
    """Make one page of the answers in some folders: HTML that needs no other file, or Markdown."""
    if output is not None and (complaint := _complaint(output)):
        end_with(BAD, complaint)
    from simkit.study import reports

    say_if_cold()
    sections = [reports.read(folder) for folder in runs]
    file = output or _usual(runs) / ("report.md" if markdown else reports.PAGE)
    if markdown:
        say_paths(reports.write_markdown(runs, sections, file))
    else:
        say_paths([reports.write_html(sections, file)])


def _usual(runs: list[Path]) -> Path:
    """The folder of a page: that of its run, or of several the one they stand in."""
    return runs[0] if len(runs) == 1 else runs[0].parent


def _complaint(output: Path) -> str:
    """Why no page can be written to a file; nothing where it can."""
    if not output.parent.is_dir():
        return f"-o {output}: {output.parent} is no folder"
    return f"-o {output}: is a folder" if output.is_dir() else ""
