# Two commands: `make run` opens the app, `make test` checks everything. Both set up what they need
# in .venv and leave the system's Python alone. `make run ADDRESS=0.0.0.0 PORT=8501` serves others.

PYTHON ?= python3
BIN := .venv/bin
# PyTorch's own index of builds without CUDA. `make clean run CPU_TORCH=` installs one with CUDA.
CPU_TORCH := https://download.pytorch.org/whl/cpu
export PIP_DISABLE_PIP_VERSION_CHECK = 1
unexport PYTHONDONTWRITEBYTECODE  # each of many processes would compile all modules again
INSTALL := $(BIN)/python -m pip install --no-compile  # Python compiles a module when it is imported

.PHONY: run test check scripts types tests lock clean

run: .venv/run.stamp
	$(BIN)/alignoscope run $(if $(ADDRESS),--address $(ADDRESS)) $(if $(PORT),--port $(PORT))

test: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) --no-print-directory --jobs 3 scripts types tests

# The same under other conditions: by finger, by keyboard, before a class, in other languages, with
# a server that dies; and fresh environments, wheels, nginx, vulnerabilities, training teams.
check: .venv/test.stamp
	$(BIN)/python -m pytest -m slow --fail-on-flaky --numprocesses 2

# The versions and hashes of all packages that the app needs, for every platform; it needs uv.
lock:
	grep -v '^-e' requirements.txt | uv pip compile - --universal --python-version 3.11 \
		--generate-hashes --no-annotate --custom-compile-command "make lock" -o requirements.lock

scripts:
	sh tests/scripts/check.sh

types:
	$(BIN)/mypy

tests:
	$(BIN)/python -m pytest --numprocesses 3  # one waits for a browser

.venv/run.stamp: requirements.txt pyproject.toml setup.py | .venv/bin/python
	@echo "Installing what the app needs into .venv: about 350 MB, once."
	$(INSTALL) $$($(BIN)/python install/cpu_torch.py $(CPU_TORCH)) -r requirements.txt
	touch $@

.venv/test.stamp: requirements.txt requirements-dev.txt pyproject.toml setup.py | .venv/bin/python
	@echo "Installing what the tests need into .venv, once."
	$(INSTALL) $$($(BIN)/python install/cpu_torch.py $(CPU_TORCH)) -r requirements-dev.txt
	mkdir -p .venv/src && ln -sfn ../.. .venv/src/alignoscope  # where mypy finds the package
	$(BIN)/python tests/browser.py --install
	touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Alignoscope needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

clean:
	rm -rf .venv
