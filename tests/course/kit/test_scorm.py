"""SCORM 1.2: a package that a platform reads, and a lesson that reports to it and resumes."""

import zipfile
from io import BytesIO
from xml.etree import ElementTree

from playwright.sync_api import Browser, Route, expect

from alignoscope.course.player.kit.kit import scorm_package
from tests.shared.made_lesson import made_lesson, untitled

PACKAGE, ADL = (
    "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}",
    "{http://www.adlnet.org/xsd/adlcp_rootv1p2}",
)
PLATFORM = """<!doctype html><script>
const called = [];
const values = {};
window.API = {
  LMSInitialize: () => "true", LMSGetValue: (name) => values[name] ?? "",
  LMSSetValue: (name, value) => (values[name] = value, "true"),
  LMSCommit: () => "true", LMSFinish: () => (called.push("finish"), "true"),
};
</script><iframe src="/07-made.html" width="900" height="700"></iframe>"""


def files_of(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(package)) as files:
        return {name: files.read(name) for name in files.namelist()}


def made() -> dict[str, bytes]:
    with made_lesson() as (lesson, screens):
        return files_of(scorm_package([(lesson, screens)], "A title"))


def test_a_manifest_has_an_item_and_a_resource_per_lesson() -> None:
    with made_lesson() as (lesson, screens):
        taught = [(lesson, screens), (untitled(lesson), screens)]
        files = files_of(scorm_package(taught, "A <title>"))
    assert [*files] == ["imsmanifest.xml", "07-made.html", "08-other.html"]
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    assert manifest.get("version") == "1.2"
    metadata, organizations, resources = manifest
    assert [one.text for one in metadata] == ["ADL SCORM", "1.2"]
    assert organizations.get("default") == organizations[0].get("identifier")
    title, *items = organizations[0]
    assert title.text == "A <title>"
    assert [one[0].text for one in items] == [
        "7. A {made} lesson: = # ~",
        "8. A {made} lesson: = # ~",
    ]
    assert [one.get("identifierref") for one in items] == ["made", "other"]
    assert [one.get("identifier") for one in resources] == ["made", "other"]
    for one, name in zip(resources, list(files)[1:], strict=True):
        assert one.get(f"{ADL}scormtype") == "sco"
        assert one.get("href") == one.find(f"{PACKAGE}file").get("href") == name
    names = [node.get("identifier") for node in manifest.iter() if node.get("identifier")]
    assert len(names) == len({*names})


def test_a_platform_keeps_the_answers_and_the_lesson_resumes(chromium: Browser) -> None:
    lesson = made()["07-made.html"].decode()
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def serve(route: Route) -> None:
        body = PLATFORM if route.request.url.endswith("/course") else lesson
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.route("http://platform.test/**", serve)
    page.goto("http://platform.test/course")
    frame = page.frame_locator("iframe")
    frame.get_by_role("radio").first.check()
    frame.get_by_role("button", name="Check").click()
    expect(frame.get_by_text("Good.")).to_be_visible()
    for _ in range(2):
        frame.locator(".ways").get_by_role("button", name="Next").click()
    kept = page.evaluate("values")
    assert kept["cmi.core.lesson_status"] == "incomplete"
    assert kept["cmi.core.score.raw"] == "20"
    page.evaluate("document.querySelector('iframe').contentWindow.location.reload()")
    page.wait_for_function("called.length")  # The title is the same before and after it loads.
    assert page.evaluate("called") == ["finish"]
    expect(frame.get_by_role("heading", name="A bet")).to_be_visible()
    assert errors == []
    page.close()


def test_without_a_platform_the_lesson_is_shown(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(made()["07-made.html"].decode())
    expect(page.get_by_role("heading", name="Of another lesson")).to_be_visible()
    page.close()
