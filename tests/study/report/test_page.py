"""Pages that stand alone: nothing is lost, nothing is fetched, nothing that a user wrote is markup."""

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO
from urllib.parse import unquote

import pages
import pytest
from conftest import JIT
from scenario_texts import GRID, RIVALS, write
from test_cli import say

import simkit as sk
from simkit.study import reports
from simkit.study.report.page import answer as answers
from simkit.study.report.page.html import html
from simkit.study.report.page.markdown import markdown
from simkit.study.report.page.section import cells, numeric
from simkit.study.report.page.svg import inline

GAMES = 200 if JIT else 20


class Tags(HTMLParser):
    """The tags of a page, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


def numbers(data) -> set[float]:
    """All numbers of plain data."""
    if isinstance(data, dict):
        return set().union(*map(numbers, data.values()))
    if isinstance(data, list):
        return set().union(*map(numbers, data))
    return {float(data)} if isinstance(data, (int, float)) and not isinstance(data, bool) else set()


def numbers_within(page: str) -> set[float]:
    """All numbers of the CSV that a page holds."""
    found = set()
    for tag, attributes in Tags(page).tags:
        if tag == "a" and attributes["href"].startswith("data:text/csv"):
            rows = csv.reader(StringIO(unquote(attributes["href"].partition(",")[2])))
            found |= {float(cell) for row in rows for cell in row if re.fullmatch(r"-?[\d.]+(e-?\d+)?", cell)}
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a run, and its JSON."""
    path = tmp_path_factory.mktemp("grid")
    code, said, _ = say("run", write(path, GRID), "--games", GAMES, "--out", path, "--json")
    assert code == 0
    return json.loads(said)


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """The folder of a comparison, and its JSON."""
    path = tmp_path_factory.mktemp("rivals")
    words = (
        "compare",
        write(path, RIVALS),
        "--games",
        GAMES,
        "--out",
        path,
        "--json",
        "--simulate",
        "--metric",
        "killed",
    )
    return json.loads(say(*words)[1])


@pytest.fixture(params=["played", "compared"])
def found(request):
    return request.getfixturevalue(request.param)


def page_of(found) -> str:
    return (reports.Path(found["folder"]) / reports.PAGE).read_text("utf-8")


def test_a_page_holds_every_number_of_the_json(found):
    made_by = {"n": 0, "seed": 0, "games": 0}
    data = {name: value for name, value in found.items() if name not in made_by}
    missing = numbers(data) - numbers_within(page_of(found)) - {float(GAMES)}
    assert missing == set()


def test_a_page_tells_question_answer_command_and_three_games(played):
    text = " ".join(Tags(page_of(played)).texts)
    assert "The hero dies: least for" in text
    assert f"simkit run scenario.toml --games {GAMES} --seed 1" in text
    assert page_of(played).count('<details class="story">') == 3
    assert "572 reconstructed" in text
    assert "prudent: runs when hurt" in text


def test_a_comparison_begins_with_a_line_a_variant(compared):
    answer = answers.read(reports.Path(compared["folder"]))
    assert len(answer.conclusion) == 3
    assert answer.conclusion[0].startswith("harder escape: the hero dies: ")
    assert all(line.endswith(" percentage points.") for line in answer.conclusion)
    assert answer.command.endswith("--metric killed --simulate")
    assert answer.command.startswith("simkit compare scenario.toml --games")


def test_a_page_is_the_same_when_it_is_made_again(found):
    folder = reports.Path(found["folder"])
    assert html([reports.read(folder)]) == page_of(found)


def test_several_answers_make_one_page(played, compared, tmp_path):
    file = tmp_path / "both.html"
    code, said, told = say("report", played["folder"], compared["folder"], "-o", file)
    assert (code, said.strip(), told) == (0, str(file), "")
    page = file.read_text("utf-8")
    assert page.count("<article") == 2
    ids = [attributes["id"] for _, attributes in Tags(page).tags if "id" in attributes]
    assert len(ids) == len(set(ids)) > 10


def test_markdown_has_its_pictures_beside_it(compared, tmp_path):
    file = tmp_path / "answer.md"
    code, said, _ = say("report", compared["folder"], "-o", file, "--markdown")
    assert code == 0
    text = file.read_text("utf-8")
    (picture,) = re.findall(r"!\[.*\]\((.+)\)", text)
    assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    assert said.split() == [str(file), str(tmp_path / picture)]
    assert "| variant | side |" in text


@pytest.mark.parametrize("what", ["no folder", "no answer", "an older game", "a broken answer", "no place"])
def test_what_is_wrong_is_told_in_a_line(what, compared, tmp_path):
    folder = tmp_path / "run"
    if what != "no folder":
        reports.shutil.copytree(compared["folder"], folder)
    if what == "no answer":
        (folder / answers.FILE).unlink()
    if what == "a broken answer":
        (folder / answers.FILE).write_text('{"parts": [1]}')
    if what == "an older game":
        manifest = json.loads((folder / "manifest.json").read_bytes())
        (folder / "manifest.json").write_text(json.dumps({**manifest, "game_version": "0"}))
    where = tmp_path / "nowhere" / "x.html" if what == "no place" else tmp_path / "x.html"
    code, said, told = say("report", folder, "-o", where)
    assert (code, said, told.count("\n")) == (2, "", 1)
    assert "Traceback" not in told
    assert not where.exists()


def test_nothing_is_fetched_and_nothing_that_was_written_by_a_user_is_markup():
    page = html([pages.section(), pages.section("Another")])
    found = Tags(page)
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert not {"img", "iframe", "object", "link", "form", "foreignobject", "a:javascript"} & {
        tag for tag, _ in found.tags
    }
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        for name in ("href", "src"):
            assert (attributes.get(name) or "#").startswith(("#", "data:text/csv", "data:image/png"))
    assert "\u202e" not in page
    assert "https://" not in page


def test_a_policy_lets_nothing_run_but_what_is_ours():
    page = html([pages.section()])
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1].replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert "unsafe" not in policy


def test_a_picture_keeps_what_draws():
    drawn = inline(pages.SVG, "p1-", "An answer")
    assert 'aria-label="An answer"' in drawn
    assert 'href="#p1-mark"' in drawn
    assert 'clip-path="url(#p1-box)"' in drawn
    assert 'fill="#1f77b4" stroke-width="2"' in drawn
    assert 'font-size="15px" font-family="\'DejaVu Sans\', \'Verdana\', sans-serif" font-weight="bold"' in drawn
    for gone in ("script", "onload", "javascript", "foreignObject", "example.org", "style="):
        assert gone not in drawn


def test_a_column_sorts_by_the_number_that_a_reader_sees():
    columns = [[row[index].key for row in cells(pages.NUMBERS)] for index in range(4)]
    assert columns[1] == ["10.5", "9.1", "", "100.0"]
    assert columns[2] == ["-2.50", "0.25", "10.00", "-11.00"]
    assert columns[3] == ["1200", "900", "30", "4"]
    assert [numeric(pages.NUMBERS, index) for index in range(4)] == [False, True, True, True]
    assert cells(pages.NUMBERS)[0][1].ends == "[9.1\N{EN DASH}12.0]"


def test_markdown_holds_no_markup_of_a_user():
    text = markdown([pages.section()], [["a.png"]])
    assert "\\<script\\>" in text
    assert "<script>" not in text.replace("\\<script\\>", "").partition("```")[0]
    assert text.count("![") == 1


def test_an_answer_is_read_as_it_was_kept(tmp_path):
    answer = pages.section().answer
    answers.write(tmp_path, answer)
    assert answers.read(tmp_path) == answer
    with pytest.raises(sk.BadInput, match="lacks page"):
        answers.read(tmp_path / "elsewhere")
