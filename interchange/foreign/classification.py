"""Classification of files opened together: maps with their formats, texts, and numbers."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from alignoscope.interchange.foreign.texts import NO_ROWS, Text, is_values, texts_of
from alignoscope.interchange.readers.cells import number
from alignoscope.interchange.readers.documents import fits_json
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.formats import format_of
from alignoscope.interchange.readers.long_tables import looks_long
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.picture import STARTS
from alignoscope.records.limits import MAX_IMPORT_FILES, MAX_PICTURE_BYTES

_TABLE = re.compile(r"(\d+ ){4}[\d.e-]+\s*")  # A line of GIZA++'s a3.final.
_PICTURE = (
    "A picture holds no weights: save the matrix itself, with np.savetxt(FILE, weights). If it is "
    "what a model has captioned or read, open it together with the weights."
)
_TABLE_OF = "Save the table as CSV: frame.to_csv(FILE) in pandas."
_OF_HTML = "In Python: pandas.read_html(NAME)[0].to_csv(FILE, index=False)."
_PRINTED = "Write the numbers: np.savetxt(FILE, weights)."
_OF_CODE = (
    "Write the numbers: writematrix(A, FILE) in MATLAB, writedlm(FILE, A) in Julia, "
    "np.savetxt(FILE, A) in Python."
)
_OF_MARKET = (
    "In Python: A = scipy.io.mmread(NAME), and np.savetxt(FILE, A), of a sparse one A.todense()."
)
_OF_R = "In R: write.csv(weights, FILE)."
_OF_YAML = 'In Python: json.dump(yaml.safe_load(open(NAME)), open(FILE, "w")).'
_OF_PYTHON = "In Python: json.dump(data, open(FILE, 'w'))."
_OF_SCRIPT = "Keep only the value, from { to }, in a file that ends in .json."
_OF_TOML = "Save it as JSON: json.dump(data, open(FILE, 'w')) in Python."
_NAMED = b"source|src|target|tgt|attentions?|attn|weights|alignments?|tokens"
_STARTS = (  # The first bytes of a kind of file, its name, and what writes a file that opens.
    (rb"\x89HDF", "HDF5", "In Python: np.savez(FILE, weights=h5py.File(NAME)[KEY][:])."),
    (rb"PAR1", "Parquet", "In Python: pandas.read_parquet(NAME).to_csv(FILE)."),
    (rb"%PDF", "PDF", _PICTURE),
    (rb"<svg", "SVG", _PICTURE),
    (rb"ARROW1", "Feather", "In Python: pandas.read_feather(NAME).to_csv(FILE)."),
    (rb"\xd0\xcf\x11\xe0", "Excel 97", "Save it as .xlsx or CSV."),
    (rb"BZh", "packed by bzip2", "Unpack it, or pack it by gzip."),
    (rb"\xfd7zXZ", "packed by xz", "Unpack it, or pack it by gzip."),
    (rb"\x28\xb5\x2f\xfd", "packed by zstandard", "Unpack it, or pack it by gzip."),
    (rb"(?i)\s*<(!DOCTYPE html|html|table|div|style)\b", "HTML", _OF_HTML),
    (rb"\s*<\?xml", "XML", "Save the numbers as CSV, one row a line."),
    (rb"\s*(\w+\s*=\s*)?(np\.)?array\(", "what NumPy prints", _PRINTED),
    (rb"\s*\[\[\s*[-+\d.e]+\s+[-+\d.]", "what NumPy prints", _PRINTED),
    (rb"\s*(\w+\s*=\s*)?(torch\.)?tensor\(", "what PyTorch prints", _PRINTED),
    (rb"\s*(\w+\s*=\s*)?\[[-+\d.e\s,]+;", "a matrix as code", _OF_CODE),
    (rb"\s*(\w+ =\s+)?Columns 1 (through|and) ", "what MATLAB prints in parts", _OF_CODE),
    (
        rb"MATLAB 7\.3",
        "MATLAB 7.3",
        'In Python: np.savez(FILE, weights=h5py.File(NAME)["KEY"][:].T).',
    ),
    (rb"MATLAB", "MATLAB", 'In Python: np.savez(FILE, weights=scipy.io.loadmat(NAME)["KEY"]).'),
    (rb"%%MatrixMarket", "MatrixMarket", _OF_MARKET),
    (rb"structure\(", "code of R", _OF_R),
    (rb"RD[XA]\d\n", "a workspace of R", _OF_R),
    (rb"\s*(\{\||\|\|(?!\|)|\|_?[<>]?\. |\|={3,}|\[cols)", "a table of a wiki", _TABLE_OF),
    (rb"\s*(\w+\s*=\s*)?[\[{(]*\{'", "what Python prints", _OF_PYTHON),
    (rb"\s*(export|var|let|const)\s+[\w ]+=\s*[\[{]\s*[{\"]", "JavaScript", _OF_SCRIPT),
    (rb"(\w+\s*=.*\n)*(" + _NAMED + rb")\s*=\s*[\[\"]", "TOML or code", _OF_TOML),
)
_YAML = re.compile(rb"(?m)^[ -]*(" + _NAMED + rb"):\s")
_HEAD = 2_000  # The bytes by which a kind is recognised.
_SAFETENSORS = "In Python: np.savez(FILE, weights=safetensors.numpy.load_file(NAME)[KEY])."


class Classified(NamedTuple):
    """Files opened together, by what they hold.

    Args:
        maps: files of maps or links, with their formats.
        texts: the texts of the others.
        rest: all files without maps: texts and numbers.
        pictures: the pictures that the sources of maps are.
    """

    maps: list[tuple[NamedBytes, Format]]
    texts: list[Text]
    rest: list[NamedBytes]
    pictures: Sequence[NamedBytes] = ()


def classify(files: Sequence[NamedBytes]) -> Classified:
    """Return files by what they hold.

    Raises:
        ValueError: if there are too many, none or one cannot be read, or none holds maps.
    """
    if not 1 <= len(files) <= MAX_IMPORT_FILES:
        raise ValueError(f"{len(files)} files: open 1 to {MAX_IMPORT_FILES} together.")
    if empty := next((file.name for file in files if not file.data.strip()), None):
        raise ValueError(f"{empty} is empty.")
    pictures = [file for file in files if _is_picture(file)]
    files = [file for file in files if file not in pictures]
    if not files:
        raise ValueError(f"{pictures[0].name} is a picture. {_PICTURE}")
    found = [(file, form) for file in files if (form := _known_format(file))]
    maps = [(file, form) for file, form in found if not form.alone] or found
    rest = [file for file in files if not any(file is one for one, _ in maps)]
    texts = [text for file in rest if not is_values(file) for text in read_texts(file)]
    if all(form.alone for _, form in maps) and any(f.mostly(_TABLE.fullmatch) for f in files):
        raise ValueError(
            f"{files[0].name}: this is GIZA++'s table of probabilities: open the links, A3.final."
        )
    if not maps:
        raise ValueError(_unknown_message(files[0]))
    return Classified(maps, texts, rest, pictures)


def _is_picture(file: NamedBytes) -> bool:
    """Return whether this is a picture that browsers show; a large one is refused."""
    if not file.data.startswith(STARTS):
        return False
    if len(file.data) > MAX_PICTURE_BYTES:
        raise ValueError(
            f"{file.name} has {len(file.data):,} bytes: a picture has at most "
            f"{MAX_PICTURE_BYTES:,}. Save it smaller."
        )
    return True


@contextmanager
def naming_file(file: NamedBytes, name: str) -> Iterator[None]:
    """Add a file's name to the message of a ValueError, unless the message has it.

    Raises:
        ValueError: the one that was raised inside.
    """
    try:
        yield
    except ValueError as error:
        if file.name in str(error):
            raise
        raise ValueError(f"{name}: {error}") from error


def read_texts(file: NamedBytes) -> list[Text]:
    """Return the texts of a file, as `texts_of` does, with its name in a message.

    Raises:
        ValueError: if it holds no text.
    """
    with naming_file(file, file.name):
        return texts_of(file)


def _known_format(file: NamedBytes) -> Format | None:
    _check_kind(file)
    with naming_file(file, file.name):
        return format_of(file)


def _check_kind(file: NamedBytes) -> None:
    """Refuse a kind of file that is not read, with what to do instead."""
    head = file.data[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    for start, kind, remedy in _STARTS:
        if re.match(start, head):
            raise ValueError(f"{file.name} is {kind}, which is not read. {remedy}")
    named = file.name.casefold().endswith((".yaml", ".yml")) and not re.match(rb"\s*[\[{]", head)
    if named or len({*_YAML.findall(head)}) > 1:
        raise ValueError(f"{file.name} is YAML, which is not read. {_OF_YAML}")
    length = int.from_bytes(file.data[:8], "little")
    if file.data[8:10] == b'{"' and length < len(file.data):
        raise ValueError(f"{file.name} is safetensors, which is not read. {_SAFETENSORS}")


def _unknown_message(file: NamedBytes) -> str:
    """Return what would open, for a text without maps: the nearest form to what is in it."""
    if fits_json(file):
        return f"{file.name}: this JSON has words, but {NO_ROWS}"
    if looks_long(file.head):
        return (
            f"{file.name}: unknown format. It looks like a cell of a map on each line: name the "
            "columns in a first line, such as source, target and weight, and sentence if there are "
            "several."
        )
    words = [word for line in file.head for word in line.replace(",", " ").split()]
    numbers = sum(number(word) is not None for word in words)
    if numbers * 2 < len(words):
        return (
            f"{file.name}: unknown format. It looks like a text: open it together with the file of "
            "the attention or alignment that belongs to it."
        )
    sizes = [len(line.replace(",", " ").split()) for line in file.head]
    if len({*sizes}) > 1:
        return (
            f"{file.name}: unknown format. It looks like a matrix, but its first line has "
            f"{sizes[0]} parts and another one {next(n for n in sizes if n != sizes[0])}: write "
            "one row of weights per line, all of one length, as np.savetxt does."
        )
    return (
        f"{file.name}: unknown format. It looks like numbers, but not like weights: write a row "
        "for each target word, with numbers from 0 to 1 that sum to 1, as np.savetxt does."
    )
