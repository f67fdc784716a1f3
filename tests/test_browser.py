"""A page as a browser shows it: it sorts, folds open and prints, and nothing that a user wrote runs.

It takes Chromium with its driver (Debian: chromium, chromium-driver) and selenium.
"""

import base64
import os
import shutil
from itertools import pairwise

import pages
import pytest

from simkit.study.report.page.html import html

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="there is no chromium with chromedriver"),
    pytest.mark.filterwarnings("default::ResourceWarning"),
]


@pytest.fixture(scope="module")
def browser():
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in ("--headless=new", "--disable-gpu", *(["--no-sandbox"] if os.getuid() == 0 else [])):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """The browser, with two hostile answers open."""
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(html([pages.section(), pages.section("Another")]), "utf-8")
    browser.get(file.as_uri())
    return browser


def column(page, number: int) -> list[str]:
    script = "return [...document.querySelector('table').tBodies[0].rows].map(row => row.cells[arguments[0]].innerText)"
    return page.execute_script(script, number)


def press(page, number: int) -> None:
    page.execute_script(
        "document.querySelectorAll('table')[0].querySelectorAll('button')[arguments[0]].click()", number
    )


def test_nothing_runs_and_the_console_is_silent(page):
    assert page.execute_script("return window.ran === undefined")
    assert page.get_log("browser") == []


def test_a_table_sorts_by_numbers_words_and_the_other_way(page):
    press(page, 1)
    assert [text.split()[0] if text else "" for text in column(page, 1)] == ["100.0", "10.5", "9.1", ""]
    press(page, 1)
    assert [text.split()[0] if text else "" for text in column(page, 1)] == ["9.1", "10.5", "100.0", ""]
    press(page, 2)
    assert [text.split()[0] for text in column(page, 2)] == [
        "+10.00",
        "+0.25",
        "\N{MINUS SIGN}2.50",
        "\N{MINUS SIGN}11.00",
    ]
    press(page, 0)
    assert [text.split()[0] for text in column(page, 0)] == ["a", "b", "c9", "c10"]
    heads = page.execute_script("return [...document.querySelectorAll('th[aria-sort]')].map(th => th.ariaSort)")
    assert heads == ["ascending"]


def test_games_fold_open(page):
    story = page.find_element("css selector", "details.story")
    line = story.find_element("css selector", "li")
    assert not line.is_displayed()
    story.find_element("css selector", "summary").click()
    assert line.is_displayed()
    assert line.text.startswith("1")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_is_no_wider_than_its_screen(page, width):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(page, scheme):
    """At least 4.5 to 1 (WCAG 2, level AA)."""
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    pairs = page.execute_script("""
        const ground = (node) => {
            const colour = getComputedStyle(node).backgroundColor;
            return node.parentElement && colour === "rgba(0, 0, 0, 0)" ? ground(node.parentElement) : colour;
        };
        return [...document.querySelectorAll("h1, p, td, th, a, dt, dd, summary, caption, code, .end, button")]
            .map((node) => [getComputedStyle(node).color, ground(node)]);
    """)
    assert len(pairs) > 100
    assert min(contrast(*pair) for pair in set(map(tuple, pairs))) >= 4.5
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def contrast(ink: str, ground: str) -> float:
    light, dark = sorted(map(luminance, (ink, ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_every_picture_and_table_says_what_it_is(page):
    named = page.execute_script("""
        return [...document.querySelectorAll("svg, .sheet, .picture, th button")]
            .map((node) => node.ariaLabel || node.textContent);
    """)
    assert len(named) > 20
    assert all(named)
    levels = page.execute_script(
        "return [...document.querySelectorAll('h1,h2,h3,h4,h5')].map(node => +node.tagName[1])"
    )
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_it_prints_on_a4(page):
    printed = base64.b64decode(page.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
    assert printed.startswith(b"%PDF")
    assert b"/MediaBox [0 0 594.95996 841.91998]" in printed or b"/MediaBox [0 0 595" in printed


def test_a_printed_table_is_no_wider_than_its_page(page):
    width = 703  # pixels between the margins of A4
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    widths = page.execute_script("return [...document.querySelectorAll('table')].map((node) => node.offsetWidth)")
    shown = page.execute_script("return getComputedStyle(document.querySelector('th.spare')).display")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert max(widths) <= width
    assert shown == "none"
