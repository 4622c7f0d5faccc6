"""`alignoscope run` and `alignoscope open`: start the app, without or with files."""

from __future__ import annotations

import argparse
import os
import socket
from collections.abc import Sequence
from pathlib import Path


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for the server's address and port, and its host names."""
    add = parser.add_argument
    add(
        "--address",
        help="listen here: 0.0.0.0 lets other machines in, as a container needs (localhost)",
    )
    add("--port", type=int, help="(8501, or the next that is free)")
    add(
        "--host",
        action="append",
        default=os.environ.get("ALIGNOSCOPE_HOSTS", "").split(),
        metavar="NAME",
        help="a name that people reach it by, if not this machine's own: class.example.org",
    )


def run(args: argparse.Namespace) -> None:
    """Start the app and run it until it is stopped.

    Raises:
        ValueError: if this machine cannot listen there.
    """
    check_address(args.address, args.port)
    serve(args.address, args.port, args.host)


def open_files(args: argparse.Namespace) -> None:
    """Start the app with files opened.

    Raises:
        ValueError: if they cannot be opened, or this machine cannot listen there.
    """
    os.environ |= handed(args.files)
    run(args)


def handed(paths: Sequence[Path]) -> dict[str, str]:
    """Return the environment variable that names what the app opens: files or a measured corpus.

    Raises:
        ValueError: if that cannot be opened.
    """
    from alignoscope.records.measured_corpus import FILE, read_measured

    if len(paths) == 1 and (paths[0] / FILE).is_file():
        read_measured(paths[0])
        return {"ALIGNOSCOPE_CORPUS": str(paths[0].absolute())}
    return {"ALIGNOSCOPE_TRACE": os.pathsep.join(map(str, check_files(paths)))}


def check_files(paths: Sequence[Path]) -> list[Path]:
    """Return the absolute paths of files that the app can open together.

    Raises:
        ValueError: if one cannot be read, or is nothing that can be opened.
    """
    from alignoscope.interchange.foreign import file_set
    from alignoscope.interchange.readers.named_bytes import read_paths

    files = read_paths(paths)
    try:
        file_set.open_files(files)
    except ValueError as error:
        raise ValueError(f"{', '.join(map(str, paths))} cannot be opened. {error}") from error
    if odd := next((path for path in paths if os.pathsep in str(path.absolute())), None):
        raise ValueError(
            f"{odd.absolute()}: a path with {os.pathsep!r} cannot be opened: rename it."
        )
    return [path.absolute() for path in paths]


def check_address(address: str | None, port: int | None) -> None:
    """Raise a ValueError if the port is invalid or this machine cannot listen at the address."""
    if port is not None and not 1 <= port <= 65_535:
        raise ValueError(f"--port is {port}: expected 1 to 65535.")
    try:
        found = socket.getaddrinfo(address or "localhost", 0, type=socket.SOCK_STREAM)
        family, kind, *_, listener = found[0]
        with socket.socket(family, kind) as probe:
            probe.bind(listener)
    except OSError as error:
        raise ValueError(f"--address {address}: {error.strerror or error}.") from error


def serve(address: str | None, port: int | None, hosts: Sequence[str] = ()) -> None:
    """Start the app and run it until it is stopped; it accepts `hosts` as host names."""
    from alignoscope.server.serve import serve_app

    options = {"server.address": address, "server.port": port}
    serve_app({name: value for name, value in options.items() if value is not None}, hosts)
