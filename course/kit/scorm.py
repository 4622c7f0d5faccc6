"""Lessons as a SCORM 1.2 package, which learning platforms show, and whose answers they keep.

Specification: https://adlnet.gov/projects/scorm/ (SCORM 1.2, chapter 2)
"""

from collections.abc import Mapping
from html import escape

from alignoscope.course.record import Lesson
from alignoscope.records.whole_file import archive

_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lessons" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"\
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course">
<organization identifier="course">
<title>{title}</title>
{items}
</organization>
</organizations>
<resources>
{resources}
</resources>
</manifest>
"""


def scorm(pages: Mapping[str, tuple[Lesson, str]], title: str) -> bytes:
    """Return a package of lessons; `pages` has each lesson and its HTML page by file name."""
    items = "\n".join(
        f'<item identifier="item-{lesson.id}" identifierref="{lesson.id}" isvisible="true">'
        f"<title>{escape(lesson.name)}</title></item>"
        for lesson, _ in pages.values()
    )
    resources = "\n".join(
        f'<resource identifier="{lesson.id}" type="webcontent" adlcp:scormtype="sco"'
        f' href="{name}"><file href="{name}"/></resource>'
        for name, (lesson, _) in pages.items()
    )
    manifest = _MANIFEST.format(title=escape(title), items=items, resources=resources)
    return archive([("imsmanifest.xml", manifest), *((n, page) for n, (_, page) in pages.items())])
