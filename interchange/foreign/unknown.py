"""What would open, for a file that does not: the nearest form to what is in it."""

from alignoscope.interchange.readers.cells import number
from alignoscope.interchange.readers.named_bytes import NamedBytes

_PICTURE = "A picture holds no weights: save the matrix itself, with np.savetxt(FILE, weights)."
_STARTS = (  # The first bytes of a kind of file, its name, and what writes a file that opens.
    (b"\x89HDF", "HDF5", "In Python: np.savez(FILE, weights=h5py.File(NAME)[KEY][:])."),
    (b"PAR1", "Parquet", "In Python: pandas.read_parquet(NAME).to_csv(FILE)."),
    (b"%PDF", "PDF", _PICTURE),
    (b"\x89PNG", "PNG", _PICTURE),
    (b"\xff\xd8\xff", "JPEG", _PICTURE),
    (b"MATLAB", "MATLAB", 'In Python: np.savez(FILE, weights=scipy.io.loadmat(NAME)["KEY"]).'),
)
_SAFETENSORS = "In Python: np.savez(FILE, weights=safetensors.numpy.load_file(NAME)[KEY])."


def check_kind(file: NamedBytes) -> None:
    """Refuse a kind of file that holds no text, with what to do instead.

    Raises:
        ValueError: if it is one of those known here.
    """
    for start, kind, remedy in _STARTS:
        if file.data.startswith(start):
            raise ValueError(f"{file.name} is {kind}, which is not read. {remedy}")
    head = int.from_bytes(file.data[:8], "little")
    if file.data[8:10] == b'{"' and head < len(file.data):
        raise ValueError(f"{file.name} is safetensors, which is not read. {_SAFETENSORS}")


def unknown(file: NamedBytes) -> str:
    """Return the message for a text in which no maps are found."""
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
