# Heddle: one Makefile for everything. `make help` lists the targets.
#
#   SAN=address,undefined | thread   sanitizer build, in its own folder
#   CUDA=0                           build for the CPU alone, as where there is no nvcc (CUDA=auto: with a GPU again)
#   CUDA_ARCHS='80 90'               compute capabilities (80 or more) to build for; newer GPUs run the last's PTX
#                                    (both stay as they were said last, until `make clean`)
#   CUDA_LINES=-lineinfo             kernels know the lines of their source, for profilers and compute-sanitizer; that
#                                    doubles their size (the targets for GPU machines have it)
#   CUDA_OPT=--Ofast-compile=max     kernels compile in half the time, and are slow (nvcc 12.8 or later)
#   WERROR=1                         warnings are errors, as in .ci/run; another compiler has warnings of its own
#   V=1                              show whole commands, not short lines
#   -jN                              jobs at a time, instead of one for each core
#   PREFIX=/usr/local                where `make install` puts things, LIBDIR=$(PREFIX)/lib the libraries (DESTDIR is
#                                    honoured)

# A job for each core, unless -j says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(or $(shell nproc 2>/dev/null),2)
endif

# The public header has the version.
VERSION_PARTS := $(shell sed -n 's/^.define HEDDLE_VERSION_[A-Z]* //p' include/heddle.h)
VERSION := $(word 1,$(VERSION_PARTS)).$(word 2,$(VERSION_PARTS)).$(word 3,$(VERSION_PARTS))
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
SAN ?=
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
OBJCOPY ?= objcopy
OPT ?= $(if $(SAN),-O1,-O3)
CUDA_OPT ?= -O3

# A short line in place of a command that compiles or links; make -s prints neither.
SHORT = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '$(1) $@'; )

comma := ,
empty :=
space := $(empty) $(empty)
CONFIG := $(if $(SAN),$(subst $(comma),-,$(SAN)),release)
BUILD ?= build/$(CONFIG)
CUDA ?= $(or $(file <$(BUILD)/cuda.config),auto)
CUDA_ARCHS ?= $(or $(file <$(BUILD)/cuda_archs.config),80 90)

WARNINGS := -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla $(if $(WERROR),-Werror) \
    $(if $(findstring clang,$(CC)),-Wno-gnu-statement-expression,-Wshadow=local)
# Local variables without a value begin with a pattern, not with what happens to be there (gcc 12, clang).
PATTERN := $(if $(SAN),$(shell $(CC) -ftrivial-auto-var-init=pattern -E -xc /dev/null >/dev/null 2>&1 && echo -ftrivial-auto-var-init=pattern))
SANITIZER := $(if $(SAN),-fsanitize=$(SAN) $(PATTERN) -fno-omit-frame-pointer -fno-sanitize-recover=all -DHEDDLE_SANITIZED)
# Lines and functions for backtraces; with values of variables, compiling takes a fifth longer.
DEBUG ?= $(if $(SAN)$(filter -O0,$(OPT)),-g,-g1)
CFLAGS_ALL := -std=c11 -D_GNU_SOURCE $(DEBUG) $(WARNINGS) -pthread -I. -I$(BUILD) \
    -DHEDDLE_VERSION='"$(VERSION)"' $(SANITIZER) $(CFLAGS)
LDFLAGS_ALL := -pthread $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)
LIBS := -lzstd -lz -ljansson -lgmp -lm

# Line editing (libedit) and the full screen (ncurses) of the command, which does without each that is set to
# nothing; the tree for bare GPU machines (gpu-tree), which has libraries in lib/, has neither.
EDIT_LIBS := $(if $(wildcard lib/libcunit.a),,-ledit)
SCREEN_LIBS := $(if $(wildcard lib/libcunit.a),,$(or $(shell pkg-config --libs-only-l ncursesw 2>/dev/null),-lncursesw))
CFLAGS_ALL += $(if $(EDIT_LIBS),-DHEDDLE_LINE_EDITING) $(if $(SCREEN_LIBS),-DHEDDLE_FULL_SCREEN)

# The GPU: where there is nvcc and no sanitizer.
NVCC ?= $(if $(filter 0,$(CUDA))$(SAN),,$(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc)))
ifneq ($(NVCC),)
CUDA_HOME := $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
CFLAGS_ALL += -DHEDDLE_CUDA
# Kernels are kept compressed, and unpacked when they are loaded; drivers of the time before CUDA 13 may not know how to
# unpack the smallest form.
COMPRESSION := $(if $(shell $(NVCC) --version | grep -E 'release (1[3-9]|[2-9][0-9])\.'),--compress-mode=size,-Xfatbin -compress-all)
NVCCFLAGS := -std=c++17 $(CUDA_OPT) $(CUDA_LINES) $(COMPRESSION) -Xcompiler -fPIC,-fvisibility=hidden,-fno-gnu-unique -I. $(foreach arch,$(CUDA_ARCHS),-gencode arch=compute_$(arch),code=sm_$(arch)) \
    -gencode arch=compute_$(lastword $(CUDA_ARCHS)),code=compute_$(lastword $(CUDA_ARCHS))
LIBS += -L$(CUDA_HOME)/lib64 -lcudart_static -lstdc++ -lrt -ldl
endif

MODULES := base model frontend hashtable explorer decompose reduce specs parity space checker report api library
# A room of the source tree is a folder at any depth.
SOURCE_FILES := $(sort $(shell find $(MODULES) bench cli tests -path tests/fuzz -prune -o -type f -print))
IN_MODULES = $(filter $(addsuffix /%,$(MODULES)),$(filter %$(1),$(SOURCE_FILES)))
# A plugin of its own, where there is MPI; MPICC= is a build without it, MPICC=mpicc.mpich one with MPICH.
MPI_SOURCE := base/ranks/mpi/heddle_mpi.c
MPICC ?= $(if $(SAN)$(wildcard lib/libcunit.a),,$(shell command -v mpicc))
MPI_PLUGIN := $(if $(MPICC),$(BUILD)/heddle-mpi.so)
LIB_SOURCES := $(filter-out $(MPI_SOURCE),$(call IN_MODULES,.c))
PARSERS := $(call IN_MODULES,.y)
LEXERS := $(call IN_MODULES,.l)
GENERATED := $(PARSERS:%.y=$(BUILD)/%.c) $(LEXERS:%.l=$(BUILD)/%.c)
CUDA_SOURCES := $(if $(NVCC),$(call IN_MODULES,.cu))
CUDA_OBJECTS := $(CUDA_SOURCES:%.cu=$(BUILD)/%.cu.o)
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o) $(GENERATED:.c=.o) $(CUDA_OBJECTS)
OBJECTS_OF = $(patsubst %.c,$(BUILD)/%.o,$(filter $(1),$(SOURCE_FILES)))
CLI_OBJECTS := $(call OBJECTS_OF,cli/%.c)
# heddle-bench is a program of its own; `heddle` has its options alone (cli/bench_command.h).
BENCH_CUDA_OBJECTS := $(if $(NVCC),$(patsubst %.cu,$(BUILD)/%.cu.o,$(filter bench/%.cu,$(SOURCE_FILES))))
BENCH_OBJECTS := $(filter-out $(BUILD)/bench/program/%,$(call OBJECTS_OF,bench/%.c)) $(BENCH_CUDA_OBJECTS)
# What a program needs of cli/ beside its commands.
CONSOLE := bench_command cluster common front out_of_memory program_run terminal
BENCH_PROGRAM_OBJECTS := $(call OBJECTS_OF,bench/program/%.c $(CONSOLE:%=cli/%.c))
TEST_SOURCES := $(filter tests/%.c,$(SOURCE_FILES))
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(BUILD)/%.o) $(if $(NVCC),$(patsubst %.cu,$(BUILD)/%.cu.o,$(filter tests/%.cu,$(SOURCE_FILES))))
SUITE_SOURCES := $(foreach source,$(TEST_SOURCES),$(if $(filter test_%,$(notdir $(source))),$(source)))
C_SUITES := $(sort $(patsubst test_%.c,%,$(notdir $(SUITE_SOURCES))))
SUITES := $(sort $(C_SUITES) $(patsubst tests/transcripts/%.md,%,$(wildcard tests/transcripts/[a-z]*.md)))

ARCHIVE := $(BUILD)/heddle.a
LIBRARY_SONAME := libheddle.so.$(word 1,$(VERSION_PARTS)).$(word 2,$(VERSION_PARTS))
STATIC_LIBRARY := $(BUILD)/lib/libheddle.a
SHARED_LIBRARY := $(BUILD)/lib/libheddle.so.$(VERSION)
HEDDLE := $(BUILD)/heddle
HEDDLE_BENCH := $(BUILD)/heddle-bench
BENCH_RESULTS := $(BUILD)/heddle-bench-results
TESTS := $(BUILD)/heddle-tests
EXAMPLES := build/examples

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: FORCE mpi gpu-tree here check-gpu sanitize-gpu built-for-gpu all help dependencies demo check check-long bench \
    mutants fuzz fuzz-compiler examples docs library install uninstall deb clean format check-format no-cuda

all: $(HEDDLE) $(MPI_PLUGIN)

help:
	@echo 'make demo      install what is missing, build without CUDA where there is no GPU, show what heddle does'
	@echo 'make check     install what is missing, build, run the tests'
	@echo '               [SUITE="NAME .." only these; TEST_JOBS=N at a time; SAN=address,undefined | SAN=thread]'
	@echo 'make check-long  the same with more random cases, tests that take long, and both commands in a bare Debian 12 and 13'
	@echo 'make           build $(HEDDLE)'
	@echo 'make check-gpu what needs a GPU: suites, table stress, examples, properties; make sanitize-gpu a part of it'
	@echo '               under compute-sanitizer; make gpu-tree fills build/gpu to do both on a bare CUDA machine'
	@echo 'make bench     build $(HEDDLE_BENCH), and measure this machine: memory, hash table, search, AUT'
	@echo '               (`heddle bench` then has the experiments, too)'
	@echo 'make mutants   plant deliberate faults and check that the tests catch each   [MUTANT="NAME .."]'
	@echo 'make fuzz      fuzz the readers (FUZZ_SECONDS=, needs clang)'
	@echo 'make examples  generate the example models under build/examples'
	@echo 'make docs      write the manual pages and what completes command lines (build/docs)'
	@echo 'make library   build the library for programs (build/release/lib)'
	@echo 'make format    lay the sources out by .clang-format; make check-format says what is not'
	@echo 'make install   [PREFIX=/usr/local] [LIBDIR=$$PREFIX/lib] [DESTDIR=]; make uninstall; make clean'
	@echo 'make deb       a Debian package (build/deb)'

# --- dependencies -------------------------------------------------------------------------------------------

dependencies: build/dependencies.done

build/dependencies.done: tools/install-dependencies.sh
	@mkdir -p build
	@sh tools/install-dependencies.sh
	@touch $@

# What tests need beside the build: a browser, MPI, shells. What cannot be had is named, and its tests are skipped.
build/tools.done: tools/install-dependencies.sh | build/dependencies.done
	@mkdir -p build
	@sh tools/install-dependencies.sh tests || echo 'tests whose programs are missing are skipped, by name'
	@touch $@

# Storm for Python, beside which the tests put PRISM models. Without it they are skipped, with a message.
build/storm.done: | build/tools.done
	@mkdir -p build
	@(python3 -m venv build/storm && build/storm/bin/pip install -q stormpy==2.0.0) >build/storm.log 2>&1 || \
	    { rm -rf build/storm; echo 'no stormpy (build/storm.log): the tests that need it are skipped'; }
	@touch $@

# matplotlib, with which heddle bench --output draws figures.
build/plot.done: | build/dependencies.done
	@mkdir -p build
	@(sh tools/install-dependencies.sh plot && python3 -m venv build/plot && build/plot/bin/pip install -q matplotlib==3.9.2) >build/plot.log 2>&1 || \
	    { rm -rf build/plot; echo 'no matplotlib (build/plot.log): heddle bench --output draws no figures'; }
	@touch $@

# --- the program --------------------------------------------------------------------------------------------

$(HEDDLE): $(CLI_OBJECTS) $(ARCHIVE) | $(MPI_PLUGIN)
	$(call SHORT,link)$(CC) $(LDFLAGS_ALL) -o $@ $(CLI_OBJECTS) $(ARCHIVE) $(LIBS) -ldl $(EDIT_LIBS) $(SCREEN_LIBS)

$(HEDDLE_BENCH): $(BENCH_CUDA_OBJECTS) $(BENCH_PROGRAM_OBJECTS) $(BENCH_OBJECTS) $(ARCHIVE) | $(BENCH_RESULTS)/__main__.py
	$(call SHORT,link)$(CC) $(LDFLAGS_ALL) -o $@ $(BENCH_PROGRAM_OBJECTS) $(BENCH_OBJECTS) $(ARCHIVE) $(LIBS) -ldl

# What it hands its results to, a Python program.
$(BENCH_RESULTS)/__main__.py: $(wildcard bench/results/*.py)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	@cp $^ $(@D)

# Ranks by MPI, which the command loads when mpirun has started it.
$(BUILD)/heddle-mpi.so: $(MPI_SOURCE) base/ranks/mpi/heddle_mpi.h base/ranks/ranks.h Makefile $(BUILD)/mpicc.config
	@mkdir -p $(@D)
	$(call SHORT,mpicc)$(MPICC) -shared -fPIC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -I. -o $@ $<

# The archive that the command and the tests link. It is made again from nothing, so that no object of a removed
# source stays in it.
$(ARCHIVE): $(LIB_OBJECTS) $(BUILD)/cuda.config
	@rm -f $@
	$(call SHORT,ar)ar rcs $@ $(LIB_OBJECTS)

# Files that change only if CUDA=, CUDA_ARCHS=, the version or the list of suites differ from last time; the targets
# that depend on them are then built again.
$(BUILD)/cuda.config: SAID = $(CUDA)
$(BUILD)/cuda_archs.config: SAID = $(CUDA_ARCHS)
$(BUILD)/version.config: SAID = $(VERSION)
$(BUILD)/mpicc.config: SAID = $(MPICC)
$(BUILD)/tests/suites.inc: SAID = $(patsubst %,SUITE(%),$(C_SUITES))
$(BUILD)/cuda.config $(BUILD)/cuda_archs.config $(BUILD)/version.config $(BUILD)/mpicc.config $(BUILD)/tests/suites.inc: FORCE
	@mkdir -p $(@D)
	@echo '$(SAID)' | cmp -s - $@ || echo '$(SAID)' >$@

$(BUILD)/%.o: %.c Makefile $(BUILD)/cuda.config | build/dependencies.done
	@mkdir -p $(@D)
	$(call SHORT,cc)$(CC) $(OPT) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Reals must be the same as on the host.
$(BUILD)/explorer/search/cuda/explore_cuda_lanes.cu.o $(BUILD)/explorer/search/cuda/explore_cuda_data.cu.o \
$(BUILD)/explorer/search/cuda/explore_cuda_commands.cu.o $(BUILD)/explorer/search/gpus/explore_gpus_data.cu.o \
$(BUILD)/explorer/graph/graph_data_cuda.cu.o $(BUILD)/explorer/trace/trace_data_cuda.cu.o: NVCCFLAGS += -fmad=false

$(BUILD)/%.cu.o: %.cu Makefile $(BUILD)/cuda_archs.config
	@mkdir -p $(@D)
	$(call SHORT,nvcc)$(NVCC) $(NVCCFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c Makefile
	$(call SHORT,cc)$(CC) $(OPT) $(CFLAGS_ALL) -I$(dir $*) -Wno-unused-function -MMD -MP -c -o $@ $<

$(BUILD)/%.c: %.y | build/dependencies.done
	@mkdir -p $(@D)
	$(call SHORT,bison)bison -Wall $(if $(WERROR),-Werror) --header=$(BUILD)/$*.h -o $@ $<

$(BUILD)/%.c: %.l | build/dependencies.done
	@mkdir -p $(@D)
	$(call SHORT,flex)flex --header-file=$(BUILD)/$*.h -o $@ $<

# Style and script of reports, as bytes in C.
PAGE := $(BUILD)/report/style.inc $(BUILD)/report/script.inc
$(BUILD)/report/style.inc: report/style.css
$(BUILD)/report/script.inc: $(sort $(wildcard report/*.js))
$(PAGE):
	@mkdir -p $(@D)
	$(call SHORT,od)cat $^ | od -An -v -tx1 | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g' >$@
# The PRISM models of heddle bench, likewise, a line TEXT("MODEL-N", BYTES) for each: MODEL-N has N processes; MODEL-0,
# whose line has MODEL, as many as the file says.
BENCH_TEXTS := coin-3 coin-4 coin-6 coin-8 kanban-0 cluster-0 tandem-0 wlan-0 zeroconf_dl-0 firewire_dl-0 philosophers-3 \
    philosophers-5 philosophers-7 philosophers_timed-3 philosophers_timed-4 philosophers_timed-5 cryptographers-3 \
    cryptographers-6 cryptographers-10 test_and_set-3 test_and_set-6 test_and_set-8 itai_rodeh-3 itai_rodeh-5 \
    itai_rodeh-7 mutual-3 mutual-6 mutual-8
BENCH_MODELS := $(BUILD)/bench/models.inc
$(BENCH_MODELS): Makefile examples/prism/resize.sh $(wildcard examples/prism/*.prism)
	@mkdir -p $(@D)
	$(call SHORT,od)for text in $(BENCH_TEXTS); do echo "TEXT(\"$${text%-0}\","; \
	    sh examples/prism/resize.sh examples/prism/$${text%-*}.prism $${text##*-} | \
	    od -An -v -tx1 | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g; $$s/,$$//'; echo ')'; done >$@

$(CLI_OBJECTS) $(BENCH_PROGRAM_OBJECTS) $(TEST_OBJECTS) $(BUILD)/explorer/checkpoint/checkpoint_header.o: $(BUILD)/version.config

# In these rooms nobody waits for loops, and -O1 compiles in two thirds of the time.
COLD_ROOMS := api cli report library specs/syntax frontend/exp/syntax frontend/prism/syntax checker/suite checker/property \
    tests/base tests/bench tests/checker tests/cli tests/frontend tests/library tests/report tests/specs tests/support
ifeq ($(origin OPT)$(SAN),file)
$(foreach room,$(COLD_ROOMS),$(filter $(BUILD)/$(room)/%,$(LIB_OBJECTS) $(CLI_OBJECTS) $(TEST_OBJECTS))): OPT := -O1
endif

# Every source may include a generated header; the first build has no dependency files yet that say which.
$(LIB_OBJECTS) $(CLI_OBJECTS) $(BENCH_OBJECTS) $(BENCH_PROGRAM_OBJECTS) $(TEST_OBJECTS): | $(GENERATED) $(PAGE)
$(BENCH_OBJECTS): | $(BENCH_MODELS)

# MPI may have been installed since make began.
mpi: $(MPI_PLUGIN)

# --- the library --------------------------------------------------------------------------------------------

# The objects also go into a shared library, which exports only the functions of include/heddle.h.
$(LIB_OBJECTS): CFLAGS_ALL += -fPIC -fvisibility=hidden

library: $(STATIC_LIBRARY) $(SHARED_LIBRARY)

# One object, in which everything else has become local.
$(STATIC_LIBRARY): $(LIB_OBJECTS) $(BUILD)/cuda.config
	@mkdir -p $(@D)
	@rm -f $@
	$(call SHORT,link)$(LD) -r --force-group-allocation -o $(BUILD)/lib/heddle.o $(LIB_OBJECTS) && \
	    $(OBJCOPY) --wildcard --keep-global-symbol='heddle_*' $(BUILD)/lib/heddle.o && ar rcs $@ $(BUILD)/lib/heddle.o

$(SHARED_LIBRARY): $(LIB_OBJECTS) $(BUILD)/cuda.config
	@mkdir -p $(@D)
	@echo 'HEDDLE_$(word 1,$(VERSION_PARTS)).$(word 2,$(VERSION_PARTS)) { global: heddle_*; local: *; };' >$(BUILD)/lib/heddle.map
	$(call SHORT,link)$(CC) -shared $(LDFLAGS_ALL) -Wl,-soname,$(LIBRARY_SONAME) -Wl,-z,defs -Wl,--version-script=$(BUILD)/lib/heddle.map \
	    -o $@ $(LIB_OBJECTS) $(LIBS)

# --- tests --------------------------------------------------------------------------------------------------

# It must exist before anything is compiled; dependency files list the sources that include it.
$(TEST_OBJECTS): | $(BUILD)/tests/suites.inc

# Kernels take longest to compile, so they begin first.
$(TESTS): $(CUDA_OBJECTS) $(BENCH_CUDA_OBJECTS) $(TEST_OBJECTS) $(BENCH_OBJECTS) $(ARCHIVE)
	$(call SHORT,link)$(CC) $(LDFLAGS_ALL) -o $@ $(TEST_OBJECTS) $(BENCH_OBJECTS) $(ARCHIVE) -lcunit $(LIBS)

# Those that take longest begin first. One suite alone shows each of its tests; several run side by side.
SLOW_SUITES := bench explore_oracle aut_large check_oracle bench_all check_levels install
TEST_JOBS ?= $(or $(shell nproc 2>/dev/null),2)
RUN_TESTS = HEDDLE=$(abspath $(HEDDLE)) EXAMPLES=$(abspath $(EXAMPLES)) HEDDLE_BUILD=$(BUILD) CC='$(CC)' $(TESTS) \
    $(if $(filter 1,$(words $(SUITE))),$(SUITE),-j $(TEST_JOBS) $(or $(SUITE),$(SLOW_SUITES) $(filter-out $(SLOW_SUITES),$(SUITES))))

# The files to install are made first, so that the suite `install` need not wait for them.
check check-long: $(TESTS) $(HEDDLE) $(HEDDLE_BENCH) examples build/tools.done build/storm.done build/plot.done $(if $(SAN)$(filter-out install,$(SUITE)),,library $(MANUAL)) | no-cuda
	$(if $(SAN)$(wildcard $(MPI_PLUGIN)),,@$(MAKE) --no-print-directory -s BUILD=$(BUILD) mpi)
	@echo 'running $(words $(or $(SUITE),$(SUITES))) suites, $(TEST_JOBS) at a time'
	$(if $(V),,@)$(if $(filter check-long,$@),HEDDLE_LONG=1) $(RUN_TESTS)
	$(if $(filter check-long,$@),$(if $(SAN)$(SUITE),,@sh tools/fresh_machine.sh bookworm && sh tools/fresh_machine.sh trixie))

# A build without the GPU says so.
no-cuda:
	@$(if $(NVCC),:,echo 'the .cu files are not compiled: $(if $(SAN),sanitizers do not take them,$(if $(filter 0,$(CUDA)),CUDA=0,there is no nvcc))')

# --- on another machine that has a GPU, gcc, nvcc and make, but nothing else --------------------------------

# Sources, what flex and bison make of them, the examples, and the libraries that are linked.
GPU_TREE := build/gpu
GPU_LIBRARIES := cunit jansson z zstd gmp
GPU_HEADERS := CUnit jansson.h jansson_config.h zlib.h zconf.h zstd.h zstd_errors.h gmp.h

gpu-tree: $(GENERATED) examples
	@rm -rf $(GPU_TREE)
	@mkdir -p $(GPU_TREE)/build/release $(GPU_TREE)/include $(GPU_TREE)/lib
	@git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t $(GPU_TREE)
	@cp -r build/examples $(GPU_TREE)/build/
	@rm -f $(GPU_TREE)/build/examples/*bench*
	@for header in $(GPU_HEADERS); do \
	    for folder in /usr/include /usr/include/$(shell $(CC) -print-multiarch); do \
	        if [ -e $$folder/$$header ]; then cp -r $$folder/$$header $(GPU_TREE)/include/; break; fi; \
	    done; done
	@for library in $(GPU_LIBRARIES); do cp $$($(CC) -print-file-name=lib$$library.a) $(GPU_TREE)/lib/; done
	@cp --parents $(GENERATED) $(GENERATED:.c=.h) $(GPU_TREE)/
	@touch $(GPU_TREE)/build/dependencies.done
	@find $(GPU_TREE)/build -type f -exec touch {} +
	@du -sh $(GPU_TREE)

# There: `make -C build/gpu here` builds with what came along, and `make -C build/gpu check-gpu` tests it.
here:
	@find build -type f ! -name '*.config' -exec touch {} +
	$(MAKE) CFLAGS='-isystem include' LDFLAGS=-Llib $(HEDDLE) $(HEDDLE_BENCH) $(TESTS)

# Everything that needs a GPU, and a part of it under compute-sanitizer: in such a tree, or in any checkout on a machine
# that has a GPU. The suites are those that ask for one.
GPU_SUITES := $(sort $(patsubst test_%.c,%,$(notdir $(shell grep -lE \
    'backend_is_testable|backend_takes|HEDDLE_CUDA|"base/device/device\.h"|"decompose/engine\.h"|backend_find\("cuda"\)|solve_engines|device_fault_is|search_has_device' $(SUITE_SOURCES)))))
# Those that are short with few cases: under a sanitizer everything takes a hundred times as long.
SANITIZED_SUITES := explore_oracle gpus checkpoint_gpus partial_order explore_data check_oracle table_stress almost_sure mdp_device game_generate solve_cuda rounds
GPU_HERE := $(wildcard lib/libcunit.a)
GPU_ARCHS = $(or $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . | sort -un),$(CUDA_ARCHS))

built-for-gpu:
	@$(MAKE) --no-print-directory -s -j$$(nproc) CUDA_ARCHS='$(GPU_ARCHS)' CUDA_LINES=-lineinfo $(if $(GPU_HERE),here,$(HEDDLE) $(HEDDLE_BENCH) $(TESTS) examples)

check-gpu: built-for-gpu
	@sh tools/check_gpu.sh $(abspath $(TESTS) $(HEDDLE) $(EXAMPLES)) $(GPU_SUITES)

sanitize-gpu: built-for-gpu
	@sh tools/sanitize_gpu.sh $(abspath $(TESTS) $(HEDDLE) $(EXAMPLES)) $(SANITIZED_SUITES)

# --- measuring, planting faults, fuzzing --------------------------------------------------------------------

bench: $(HEDDLE) $(HEDDLE_BENCH) build/plot.done
	$(HEDDLE) bench cpu

# Without CUDA: a fault in a header would have every kernel compiled again.
CPU_BUILD := build/cpu
mutants: examples
	@$(MAKE) --no-print-directory CUDA=0 BUILD=$(CPU_BUILD) $(CPU_BUILD)/heddle $(CPU_BUILD)/heddle-bench $(CPU_BUILD)/heddle-tests
	sh tools/mutants.sh $(MUTANT)

FUZZ_SECONDS ?= 60
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=gnu11 -D_GNU_SOURCE -DHEDDLE_VERSION='"$(VERSION)"' -g -O1 -fsanitize=address,undefined \
    -fno-sanitize-recover=all -I. -I$(BUILD) -pthread
FUZZ_CHECKS := -fsanitize=fuzzer-no-link
FUZZ_OBJECTS := $(LIB_SOURCES:%.c=build/fuzz/objects/%.o) $(GENERATED:$(BUILD)/%.c=build/fuzz/objects/%.o)

$(FUZZ_OBJECTS): | fuzz-compiler $(GENERATED) $(PAGE)
fuzz-compiler:
	@command -v clang >/dev/null || { echo 'make fuzz needs clang: apt-get install clang' >&2; exit 1; }

# Searches are inlined as a whole, for many cases: clang takes minutes for each file if it optimises or instruments them.
FUZZ_PLAIN := $(foreach room,search trace graph,$(filter build/fuzz/objects/explorer/$(room)/%,$(FUZZ_OBJECTS)))
$(FUZZ_PLAIN): FUZZ_CHECKS := -O0 -fno-sanitize=all

build/fuzz/objects/%.o: %.c
	@mkdir -p $(@D)
	$(call SHORT,cc)$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_CHECKS) -Wno-format-zero-length -MMD -MP -c -o $@ $<

build/fuzz/objects/%.o: $(BUILD)/%.c
	@mkdir -p $(@D)
	$(call SHORT,cc)$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_CHECKS) -I$(BUILD)/$(dir $*) -MMD -MP -c -o $@ $<

build/fuzz/heddle.a: $(FUZZ_OBJECTS)
	@rm -f $@ && ar rcs $@ $^

build/fuzz/%: tests/fuzz/%.c tests/fuzz/fuzz.h build/fuzz/heddle.a
	$(call SHORT,link)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< build/fuzz/heddle.a $(LIBS)

# Inputs that reach new code go to build/fuzz/corpus, crashes to build/fuzz.
fuzz: $(FUZZERS)
	@for fuzzer in $(FUZZERS); do \
	    name=$${fuzzer##*/fuzz_}; mkdir -p build/fuzz/corpus/$$name; \
	    echo "fuzzing $$name for $(FUZZ_SECONDS) seconds"; \
	    dictionary=; [ ! -f tests/fuzz/$$name.dict ] || dictionary=-dict=tests/fuzz/$$name.dict; \
	    $$fuzzer $$dictionary -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/$$name- build/fuzz/corpus/$$name tests/fuzz/corpus/$$name \
	        2>build/fuzz/$$name.log || { tail -30 build/fuzz/$$name.log; exit 1; }; \
	    grep -E 'stat::number_of_executed_units|cov:' build/fuzz/$$name.log | tail -2; \
	done

# --- examples, documentation --------------------------------------------------------------------------------

MANUAL := build/docs/heddle.1
COMMANDS := $(shell sed -n 's/^int \([a-z]*\)_main.*/\1/p' cli/program.h)
DEB_FOLDER ?= build/deb

examples: $(EXAMPLES)/expected.tsv

# The table is copied last: it is there when everything else is.
$(EXAMPLES)/expected.tsv: $(shell find examples -type f)
	@rm -rf $(EXAMPLES)
	sh examples/generate.sh $(EXAMPLES)

# Where there is a GPU, or with CUDA=1, what `make` builds; elsewhere a build without CUDA, in a folder of its own.
demo: DEMO_CUDA := $(if $(filter command line,$(origin CUDA)),$(CUDA),$(if $(shell nvidia-smi -L 2>/dev/null),1,0))
demo: dependencies
	@sh tools/build_demo.sh '$(MAKE)' $(if $(filter 0,$(DEMO_CUDA)),$(CPU_BUILD) 0,$(BUILD) auto)
	@sh tools/demo.sh $(if $(filter 0,$(DEMO_CUDA)),$(CPU_BUILD),$(BUILD))/heddle $(EXAMPLES) build/demo

docs: $(MANUAL) docs/commands.md

# The page of commands is kept in the tree, for readers there; a test compares the two.
docs/commands.md: $(HEDDLE)
	@mkdir -p build
	@$(HEDDLE) --markdown >build/commands.md
	@cmp -s build/commands.md $@ || cp build/commands.md $@

# The page of everything is written last: it is there when the others are, and what completes command lines.
$(MANUAL): $(HEDDLE)
	@rm -rf build/docs
	@mkdir -p build/docs
	$(HEDDLE) --completion bash >build/docs/heddle.bash
	$(HEDDLE) --completion zsh >build/docs/_heddle
	$(HEDDLE) --completion fish >build/docs/heddle.fish
	@for command in $(COMMANDS); do $(HEDDLE) --man $$command >build/docs/heddle-$$command.1 || exit 1; done
	$(HEDDLE) --man >$@

# --- installation -------------------------------------------------------------------------------------------

MAN_FOLDER = $(DESTDIR)$(PREFIX)/share/man/man1
DOC_FOLDER = $(DESTDIR)$(PREFIX)/share/doc/heddle
BASH_FOLDER = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_FOLDER ?= $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_FOLDER = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install: $(HEDDLE) $(HEDDLE_BENCH) docs library
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(LIBDIR)/pkgconfig $(MAN_FOLDER) \
	    $(BASH_FOLDER) $(ZSH_FOLDER) $(FISH_FOLDER) $(DOC_FOLDER)/docs/formats $(DOC_FOLDER)/docs/images
	install -m 755 $(HEDDLE) $(DESTDIR)$(PREFIX)/bin/heddle
	install -D -m 755 $(HEDDLE_BENCH) $(DESTDIR)$(PREFIX)/lib/heddle/heddle-bench
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/heddle/heddle-bench-results bench/results/*.py
	$(if $(MPI_PLUGIN),install -D -m 755 $(MPI_PLUGIN) $(DESTDIR)$(PREFIX)/lib/heddle/heddle-mpi.so)
	install -m 644 include/heddle.h $(DESTDIR)$(PREFIX)/include/heddle.h
	install -m 644 $(STATIC_LIBRARY) $(SHARED_LIBRARY) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED_LIBRARY)) $(DESTDIR)$(LIBDIR)/$(LIBRARY_SONAME)
	ln -sf $(LIBRARY_SONAME) $(DESTDIR)$(LIBDIR)/libheddle.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS) -pthread|' \
	    library/heddle.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/heddle.pc
	install -m 644 $(MANUAL) $(COMMANDS:%=build/docs/heddle-%.1) $(MAN_FOLDER)
	install -m 644 build/docs/heddle.bash $(BASH_FOLDER)/heddle
	install -m 644 build/docs/_heddle $(ZSH_FOLDER)/_heddle
	install -m 644 build/docs/heddle.fish $(FISH_FOLDER)/heddle.fish
	install -m 644 README.md CHANGELOG.md COPYING $(DOC_FOLDER)
	install -m 644 docs/images/*.png $(DOC_FOLDER)/docs/images
	install -m 644 docs/*.md $(DOC_FOLDER)/docs
	install -m 644 docs/formats/*.json $(DOC_FOLDER)/docs/formats
	@for file in $$(find examples -type f); do \
	    if [ -x $$file ]; then mode=755; else mode=644; fi; install -D -m $$mode $$file $(DOC_FOLDER)/$$file || exit 1; \
	done

# Files of all versions of the library, and no folders but our own.
uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/lib/heddle
	rm -f $(DESTDIR)$(PREFIX)/bin/heddle $(DESTDIR)$(PREFIX)/include/heddle.h $(DESTDIR)$(LIBDIR)/libheddle.a \
	    $(DESTDIR)$(LIBDIR)/libheddle.so $(DESTDIR)$(LIBDIR)/libheddle.so.* $(DESTDIR)$(LIBDIR)/pkgconfig/heddle.pc \
	    $(MAN_FOLDER)/heddle.1 $(COMMANDS:%=$(MAN_FOLDER)/heddle-%.1) $(BASH_FOLDER)/heddle $(ZSH_FOLDER)/_heddle \
	    $(FISH_FOLDER)/heddle.fish
	rm -rf $(DOC_FOLDER)

deb: $(HEDDLE) $(HEDDLE_BENCH) docs library
	@rm -rf $(DEB_FOLDER)
	@$(MAKE) --no-print-directory -s install DESTDIR=$(abspath $(DEB_FOLDER))/root PREFIX=/usr \
	    LIBDIR=/usr/lib/$(shell $(CC) -print-multiarch) \
	    ZSH_FOLDER=$(abspath $(DEB_FOLDER))/root/usr/share/zsh/vendor-completions
	@sh tools/make_deb.sh $(DEB_FOLDER) $(VERSION)

format:
	@sh tools/format.sh -i

check-format:
	@sh tools/format.sh --dry-run --Werror

clean:
	rm -rf build

-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(BENCH_OBJECTS:.o=.d) $(BENCH_PROGRAM_OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(FUZZ_OBJECTS:.o=.d)
