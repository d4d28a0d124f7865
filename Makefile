# `make run` starts the program, `make test` tests it; each needs only Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := out/demo
PIP_INSTALL := $(BIN)/python -m pip install --no-compile --quiet --no-input --disable-pip-version-check

# Debian and Ubuntu packages. moderngl loads libEGL and libGL, libgl1-mesa-dri draws without a GPU,
# imgui-bundle links libX11 and libXext (libgl1 depends on both), and pyglet needs libXrender to open
# a window.
RUN_PACKAGES := libegl1 libgl1 libgl1-mesa-dri libxrender1
TEST_PACKAGES := $(RUN_PACKAGES) xvfb

# Installs the missing packages of $(1), and python3-venv: Debian's Python lacks ensurepip. Only root
# installs. Other users see the command to type; make goes on if only GL libraries are missing,
# because a driver may be installed without dpkg, and the program reports what it lacks.
define system_packages
@command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || exit 0; \
missing=; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || missing=' python3-venv'; \
for package in $(1); do \
	dpkg-query -W -f '$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed \
		|| missing="$$missing $$package"; \
done; \
if [ -z "$$missing" ]; then \
	exit 0; \
elif [ "$$(id -u)" = 0 ]; then \
	echo "Installing system packages:$$missing"; \
	export DEBIAN_FRONTEND=noninteractive; \
	{ apt-get -qq update && apt-get -qq install -y --no-install-recommends $$missing >/dev/null; } \
		|| echo "Installation failed; going on: the program reports missing libraries."; \
else \
	echo "System packages are missing; type: sudo apt-get install --no-install-recommends$$missing"; \
	case "$$missing" in *python3-venv*) exit 1 ;; esac; \
fi
endef

# Each of the many processes of the tests would compile the program anew.
unexport PYTHONDONTWRITEBYTECODE

# The files with tests of the marker $(1).
files_marked = $$(grep -rlw 'mark\.$(1)' --include='test_*.py' tests)

# The order matters: system packages, then .venv, then the packages in it.
.NOTPARALLEL:
.PHONY: run test stress evidence clean help python run-packages test-packages

run: python run-packages $(VENV)/run.stamp ## open the window (without a display: record a demonstration)
	@if [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY" ]; then \
		$(BIN)/bitonic-scope; \
	else \
		echo "No display here (DISPLAY is empty): recording the demonstration to $(DEMO)/ instead."; \
		$(BIN)/bitonic-scope record --size 64 --seed 1 --scale 8 --out $(DEMO) --force; \
	fi

# Tests that hunt for races need the driver's threads; without them it draws a quarter quicker. Tests
# that measure time or CPU use run last, four at a time: they mostly sleep. Collecting all files takes
# seconds, so both runs are given the files that have such tests.
test: python test-packages $(VENV)/dev.stamp ## run every check, stopping at the first failure
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python -m tests.compile_shaders
	@echo "$(BIN)/mypy beside $(BIN)/pytest -m threads"; $(BIN)/mypy & types=$$!; \
		$(BIN)/pytest -m threads $(call files_marked,threads); tests=$$?; wait $$types && exit $$tests
	$(BIN)/pytest -n auto --dist worksteal -m "not timed and not threads"
	$(BIN)/pytest -n 4 --dist worksteal -m timed $(call files_marked,timed)
	$(BIN)/python -m tests.wheel_check

stress: python test-packages $(VENV)/dev.stamp ## sort thousands of times on every engine, also beside busy loops
	$(BIN)/python -m tests.stress

evidence: python test-packages $(VENV)/dev.stamp ## measure the figures in the README's section "Speed"
	$(BIN)/python -m tests.evidence

clean: ## remove .venv, the demonstration and the caches
	rm -rf $(VENV) $(DEMO) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find app tests -name __pycache__ -prune -exec rm -rf {} +

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Checks first, to install no packages for a Python that is too old. If Python is missing, the next
# step installs it with python3-venv.
python:
	@! command -v $(PYTHON) >/dev/null || $(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
		"Python 3.11 or newer is needed, $(PYTHON) is %d.%d; choose another: make PYTHON=python3.12" % sys.version_info[:2])'

run-packages:
	$(call system_packages,$(RUN_PACKAGES))

test-packages:
	$(call system_packages,$(TEST_PACKAGES))

# Each stamp is written last and holds the path of this checkout. If run.stamp is missing, the first
# install was interrupted; if it differs, the checkout has moved and the scripts' shebangs are wrong;
# and the Python that .venv links to may be gone. In each case make recreates .venv.
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat $(VENV)/run.stamp 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/pyvenv.cfg
endif

$(VENV)/pyvenv.cfg:
	@echo "Creating $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)

# An editable install: only a change of pyproject.toml requires another.
$(VENV)/run.stamp: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Installing the program into $(VENV) (a minute or two)"
	@$(PIP_INSTALL) -e .
	@echo "$(CURDIR)" >$@

$(VENV)/dev.stamp: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Installing the program and its test dependencies into $(VENV) (a minute or two)"
	@$(PIP_INSTALL) -e '.[dev]'
	@echo "$(CURDIR)" | tee $@ >$(VENV)/run.stamp
