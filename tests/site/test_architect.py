# SPDX-License-Identifier: Apache-2.0
"""The architect's page: its JavaScript against the closed form in Python, its form, and its maps without JavaScript."""

import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from fairhash.site.architect_page import PATH, architect_page, core_models
from fairhash.site.data import SiteData
from fairhash.studies.system.bus import buses
from fairhash.studies.system.calculator import calculate, computer_model, core_data
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.presets import disks, hosts
from tests.site.browser import visit
from tests.site.conftest import write_explorer

_POINTS = 200


@pytest.fixture(scope="module")
def data() -> SiteData:
    """The committed results."""
    return SiteData.of_checkout()


@pytest.fixture(scope="module")
def page(data: SiteData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page alone with its scripts."""
    return write_explorer(tmp_path_factory.mktemp("architect"), architect_page(data))


def _machine(rng: random.Random, models: list[Any]) -> MachineModel:
    return computer_model(
        rng.choice(list(buses().values())),
        rng.choice(list(hosts().values())),
        rng.choice(models),
        rng.choice((1, 2, 3, 8, 16)),
        rng.choice((1, 2, 5, 8, 64, 200)),
        disk=rng.choice([None, *disks().values()]),
        interleaved=rng.random() < 0.5,
        pads_in_hardware=rng.random() < 0.3,
        buffer_bytes=rng.choice((2048, 8192, 65536)),
    )


def _as_json(machine: MachineModel) -> dict[str, Any]:
    parts = {name: getattr(machine, name) for name in ("bus", "host", "disk")}
    numbers = {name: getattr(machine, name) for name in ("cores", "buffer_bytes", "interleaved", "batch")}
    presets = {name: part and part.model_dump(mode="json") for name, part in parts.items()}
    return {**presets, **numbers, "core": core_data(machine.core)}


def test_the_calculator_is_the_closed_form(browser: Browser, data: SiteData, page: Path) -> None:
    """Time, limit and change of 200 computers, drawn with a fixed seed from all presets and cores."""
    rng = random.Random(1)
    models = list(core_models(data).values())
    points = [
        (_machine(rng, models), rng.choice((1, 8, 64, 135, 136, 576, 4096, 65536, 262144))) for _ in range(_POINTS)
    ]
    with visit(browser, page.as_uri(), page.parent.as_uri()) as opened:
        found = opened.page.evaluate(
            "(points) => points.map(([machine, bytes]) => window.fairhashCalculator.calculate(machine, bytes))",
            [[_as_json(machine), length] for machine, length in points],
        )
        assert opened.problems == []
    for (machine, length), here in zip(points, found, strict=True):
        expected = calculate(machine, length)
        assert here["ns_per_byte"] == pytest.approx(expected.ns_per_byte, rel=1e-9), (machine, length)
        assert here["limit"] == expected.limit, (machine, length)
        change = expected.change and asdict(expected.change)
        assert (here["change"] and here["change"]["text"]) == (change and change["text"]), (machine, length)
        if change:
            assert here["change"]["ns_per_byte"] == pytest.approx(change["ns_per_byte"], rel=1e-9)
    assert len({here["limit"] for here in found}) == 6


def test_the_address_restores_the_values(browser: Browser, data: SiteData, page: Path) -> None:
    """A link gives the values of the closed form; a change of a field changes the address, and a reload keeps it."""
    core = core_models(data)["sha-256/highspeed"].model_copy(update={"clock_mhz": 150.0})
    machine = computer_model(buses()["axi-128-250"], hosts()["soc"], core, 2, 4, pads_in_hardware=True)
    state = "computer=soc&core=sha-256/highspeed&cores=2&clock=150&bytes=1536&messages=4&padding=hardware"
    with visit(browser, f"{page.as_uri()}#{state}", page.parent.as_uri()) as opened:
        shown = opened.page
        expected = calculate(machine, 1536)
        assert shown.inner_text("#time").startswith(f"{expected.ns_per_byte:#.4g} ns per byte")
        assert shown.inner_text("#limit") == expected.limit
        assert expected.change
        assert shown.inner_text("#change").startswith(expected.change.text)
        shown.fill("#c-cores", "4")
        assert "cores=4&" in shown.evaluate("location.hash")
        before = shown.inner_text("#time")
        shown.reload()
        assert (shown.input_value("#c-cores"), shown.input_value("#c-clock")) == ("4", "150")
        assert shown.inner_text("#time") == before
        shown.select_option("#c-core", "keccak-256/highspeed")
        clock = core_models(data)["keccak-256/highspeed"].clock_mhz
        assert float(shown.input_value("#c-clock")) == clock
        shown.fill("#c-buffer", "100")
        assert shown.inner_text("#problem").startswith("A buffer needs at least ")
        assert not shown.is_visible("#result")
        assert opened.problems == []


def test_a_link_to_a_section_stays_until_the_form_is_used(browser: Browser, page: Path) -> None:
    """The page scrolls to the section; copying a link and changing a value write the values into the address."""
    with visit(browser, f"{page.as_uri()}#calculate", page.parent.as_uri()) as opened:
        shown = opened.page
        shown.wait_for_selector("html[data-ready=architect]")
        assert shown.url.endswith("#calculate")
        shown.wait_for_function("document.getElementById('calculate').getBoundingClientRect().top < innerHeight / 2")
        shown.click("#copy-link")
        assert "#computer=" in shown.url
        shown.wait_for_function("document.getElementById('copied').textContent")
        assert opened.problems == []


def test_the_maps_need_no_javascript(browser: Browser, page: Path) -> None:
    """Without JavaScript each computer has its map, and a line says how to compute in a terminal."""
    with visit(browser, page.as_uri(), page.parent.as_uri(), java_script_enabled=False) as opened:
        assert opened.page.locator("figure.chart svg").count() == 5
        assert not opened.page.is_visible("#calculator-section")
        assert opened.page.is_visible("#no-calculator")
    assert page.name == PATH
