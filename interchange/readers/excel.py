"""Workbooks of Excel (`.xlsx`): each sheet is a table of a map, or a long table."""

import io
import zipfile
from warnings import catch_warnings, simplefilter

from alignoscope.interchange.readers.cells import CellTable, number
from alignoscope.interchange.readers.labelled import below_titles, labelled, systems_of
from alignoscope.interchange.readers.long_tables import Long, columns_of, maps_of
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import System
from alignoscope.records.extras import missing
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_CELLS, MAX_TRACE_VALUES

_MOST_ROWS = MAX_TRACE_CELLS + 1  # Those of a long table of the largest map.


def fits_excel(file: NamedBytes) -> bool:
    """Return whether this is a zip with a workbook in it."""
    return file.data[:4] == b"PK\x03\x04" and b"xl/workbook.xml" in file.data


def read_excel(file: NamedBytes) -> list[System]:
    """Read each sheet that is not empty as a system.

    Raises:
        ValueError: if openpyxl is not installed, or the file is damaged, too large or no table.
    """
    if missing("excel"):
        raise ValueError(
            "files of Excel need a package that the app does not: run pip install openpyxl, or "
            "save the sheet as CSV."
        )
    try:
        sheets = _sheets(file.data)
    except _UnreadError:
        raise
    except Exception as error:  # openpyxl raises what its parts raise at damaged XML.
        raise ValueError("the workbook is damaged or cut off. Save the sheet as CSV.") from error
    systems = []
    tables = [
        (name, below_titles(CellTable([*range(1, len(rows) + 1)], rows))) for name, rows in sheets
    ]
    left = [f"The sheet {name} holds no map." for name, table in tables if not _has_numbers(table)]
    tables = [(name, table) for name, table in tables if _has_numbers(table)]
    if not tables:
        raise ValueError("no sheet holds a table of numbers.")
    for name, (_, rows) in tables:
        title = name if len(tables) > 1 else ""
        places = [f"row {i + 1}" for i in range(len(rows))]
        columns = columns_of(rows[0])
        if columns is not None:
            long = maps_of(Long(columns, rows[1:], places[1:]))
            systems += [System(**(vars(one) | {"name": title})) for one in long]
        else:
            systems += systems_of([labelled(CellTable([*range(1, len(rows) + 1)], rows))], title)
    systems[0].notes.extend(left)
    return systems


def _has_numbers(table: CellTable) -> bool:
    return table.width > 1 and any(number(cell) is not None for row in table.rows for cell in row)


class _UnreadError(ValueError):
    """A workbook that is larger than is read."""


def _sheets(data: bytes) -> list[tuple[str, list[list[str]]]]:
    """Return the name and the cells of each sheet with at least two rows."""
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        size = sum(info.file_size for info in packed.infolist())
        if size > MAX_TRACE_BYTES:
            raise _UnreadError(
                f"the workbook has {size:,} bytes unpacked: at most {MAX_TRACE_BYTES:,} are read."
            )
        if any(b"<!ENTITY" in packed.read(name) for name in packed.namelist()):
            raise _UnreadError("the workbook declares entities, which are not read.")
    found = []
    with catch_warnings():
        simplefilter("ignore")  # It warns of styles that it does not know.
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # A sheet may claim a million rows.
            rows, cells = [], 0
            for row in sheet.iter_rows(values_only=True):
                rows.append(["" if cell is None else str(cell) for cell in row])
                cells += len(row)
                if len(rows) > _MOST_ROWS or cells > MAX_TRACE_VALUES:
                    raise _UnreadError(
                        f"a sheet has more than {_MOST_ROWS:,} rows or {MAX_TRACE_VALUES:,} cells."
                    )
            if len(kept := _filled(rows)) > 1:
                found.append((sheet.title, kept))
    return found


def _filled(rows: list[list[str]]) -> list[list[str]]:
    """Return rows of one length, without empty rows, and empty columns on both sides."""
    rows = [row for row in rows if any(row)]
    used = [i for row in rows for i, cell in enumerate(row) if cell]
    first, last = min(used, default=0), max(used, default=0)
    return [(row + [""] * (last + 1 - len(row)))[first : last + 1] for row in rows]
