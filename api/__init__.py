"""The Python API, `import alignoscope`: load, translate, force, beam, show, read files."""
