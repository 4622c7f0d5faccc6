"""The packages of a wheel: every folder with an `__init__.py`, but for those of contributors."""

from setuptools import find_packages, setup

# The checkout is the package: a room `models/` is imported as `alignoscope.models`. pyproject.toml
# alone can find packages, but gives them no prefix.
FOUND = find_packages(exclude=["benchmarks*", "install*", "tests*", "tools*"])
setup(
    package_dir={"alignoscope": "."}, packages=["alignoscope", *(f"alignoscope.{p}" for p in FOUND)]
)
