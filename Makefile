# Heddle: one Makefile for everything. `make help` lists the targets.
#
#   SAN=address,undefined | thread   sanitizer build, in its own folder
#   CUDA=0                           build for the CPU alone (as every build does as long as there are no .cu sources)
#   PREFIX=/usr/local                where `make install` puts things (DESTDIR is honoured)

VERSION := 0.1.0
PREFIX ?= /usr/local
SAN ?=
CUDA ?= auto
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPT ?= $(if $(SAN),-O1,-O3)

comma := ,
empty :=
space := $(empty) $(empty)
CONFIG := $(if $(SAN),$(subst $(comma),-,$(SAN)),release)
BUILD ?= build/$(CONFIG)

WARNINGS := -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror \
    $(if $(findstring clang,$(CC)),-Wno-gnu-statement-expression,-Wshadow=local)
CFLAGS_ALL := -std=c11 -D_GNU_SOURCE -g $(OPT) $(WARNINGS) -pthread -I. -I$(BUILD) \
    -DHEDDLE_VERSION='"$(VERSION)"' $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all -DHEDDLE_SANITIZED) $(CFLAGS)
LDFLAGS_ALL := -pthread $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)
LIBS := -lzstd -lz -ljansson -lm

MODULES := base frontend hashtable explorer decompose specs checker
LIB_SOURCES := $(wildcard $(addsuffix /*.c,$(MODULES)))
PARSERS := $(wildcard $(addsuffix /*.y,$(MODULES)))
LEXERS := $(wildcard $(addsuffix /*.l,$(MODULES)))
GENERATED := $(PARSERS:%.y=$(BUILD)/%.c) $(LEXERS:%.l=$(BUILD)/%.c)
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o) $(GENERATED:.c=.o)
CLI_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard cli/*.c))
TEST_SOURCES := $(wildcard tests/*.c)
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(BUILD)/%.o)
BENCH_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/*.c))
SUITES := $(patsubst tests/test_%.c,%,$(sort $(wildcard tests/test_*.c)))

LIBRARY := $(BUILD)/libheddle.a
HEDDLE := $(BUILD)/heddle
TESTS := $(BUILD)/heddle-tests
BENCH := $(BUILD)/heddle-bench
EXAMPLES := build/examples

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all help dependencies demo check bench mutants fuzz examples docs install uninstall clean format

all: $(HEDDLE)

help:
	@echo 'make demo      install what is missing, build, explore a real example'
	@echo 'make check     install what is missing, build, run the tests   [SAN=address,undefined | SAN=thread]'
	@echo 'make           build $(HEDDLE)'
	@echo 'make bench     measure this machine: memory, hash table, exploration, AUT reading'
	@echo 'make mutants   plant deliberate faults and check that the tests catch each'
	@echo 'make fuzz      fuzz the readers (FUZZ_SECONDS=, needs clang)'
	@echo 'make examples  generate the example models under build/examples'
	@echo 'make docs      write the manual page (build/docs/heddle.1)'
	@echo 'make format    lay the sources out by .clang-format'
	@echo 'make install   [PREFIX=/usr/local] [DESTDIR=]; make uninstall; make clean'

# --- dependencies -------------------------------------------------------------------------------------------

dependencies: build/dependencies.done

build/dependencies.done: tools/install-dependencies.sh
	@mkdir -p build
	@sh tools/install-dependencies.sh
	@touch $@

# --- the program --------------------------------------------------------------------------------------------

$(HEDDLE): $(CLI_OBJECTS) $(LIBRARY)
	$(CC) $(LDFLAGS_ALL) -o $@ $(CLI_OBJECTS) $(LIBRARY) $(LIBS)

# Made anew, so that an object whose source is gone does not stay inside.
$(LIBRARY): $(LIB_OBJECTS)
	@rm -f $@
	ar rcs $@ $(LIB_OBJECTS)

$(BUILD)/%.o: %.c Makefile | build/dependencies.done
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c Makefile
	$(CC) $(CFLAGS_ALL) -I$(dir $*) -Wno-unused-function -MMD -MP -c -o $@ $<

$(BUILD)/%.c: %.y | build/dependencies.done
	@mkdir -p $(@D)
	bison -Wall -Werror --header=$(BUILD)/$*.h -o $@ $<

$(BUILD)/%.c: %.l | build/dependencies.done
	@mkdir -p $(@D)
	flex --header-file=$(BUILD)/$*.h -o $@ $<

# Every source may include a generated header; the first build has no dependency files yet that say which.
$(LIB_OBJECTS) $(CLI_OBJECTS) $(TEST_OBJECTS) $(BENCH_OBJECTS): | $(GENERATED)

# --- tests --------------------------------------------------------------------------------------------------

$(BUILD)/tests/suites.inc: $(wildcard tests/test_*.c) Makefile
	@mkdir -p $(@D)
	@for suite in $(SUITES); do echo "SUITE($$suite)"; done > $@

$(TEST_OBJECTS): $(BUILD)/tests/suites.inc

$(TESTS): $(TEST_OBJECTS) $(LIBRARY)
	$(CC) $(LDFLAGS_ALL) -o $@ $(TEST_OBJECTS) $(LIBRARY) -lcunit $(LIBS)

check: $(TESTS) $(HEDDLE) examples
	HEDDLE=$(abspath $(HEDDLE)) EXAMPLES=$(abspath $(EXAMPLES)) $(TESTS) $(SUITE)

# --- measuring, planting faults, fuzzing --------------------------------------------------------------------

$(BENCH): $(BENCH_OBJECTS) $(LIBRARY)
	$(CC) $(LDFLAGS_ALL) -o $@ $(BENCH_OBJECTS) $(LIBRARY) $(LIBS)

bench: $(BENCH) examples
	$(BENCH) $(EXAMPLES)

mutants: $(TESTS) $(HEDDLE) examples
	sh tools/mutants.sh $(MUTANT)

FUZZ_SECONDS ?= 60
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_LIBRARY := $(LIB_SOURCES) $(GENERATED)

build/fuzz/%: tests/fuzz/%.c tests/fuzz/fuzz.h $(FUZZ_LIBRARY) $(wildcard $(addsuffix /*.h,$(MODULES)))
	@command -v clang >/dev/null || { echo 'make fuzz needs clang: apt-get install clang' >&2; exit 1; }
	@mkdir -p $(@D)
	clang -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	    -I. -I$(BUILD) -o $@ $< $(FUZZ_LIBRARY) $(LIBS) -pthread

# New inputs of worth go to build/fuzz/corpus; crashes to build/fuzz.
fuzz: $(FUZZERS)
	@for fuzzer in $(FUZZERS); do \
	    name=$${fuzzer##*/fuzz_}; mkdir -p build/fuzz/corpus/$$name; \
	    echo "fuzzing $$name for $(FUZZ_SECONDS) seconds"; \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/$$name- build/fuzz/corpus/$$name tests/fuzz/corpus/$$name \
	        2>build/fuzz/$$name.log || { tail -30 build/fuzz/$$name.log; exit 1; }; \
	    grep -E 'stat::number_of_executed_units|cov:' build/fuzz/$$name.log | tail -2; \
	done

# --- examples, documentation, installation ------------------------------------------------------------------

MANUAL := build/docs/heddle.1
COMPLETION := build/docs/heddle.bash

examples: $(EXAMPLES)/expected.tsv

# The table is copied last: it is there when everything else is.
$(EXAMPLES)/expected.tsv: $(shell find examples -type f)
	@rm -rf $(EXAMPLES)
	sh examples/generate.sh $(EXAMPLES)

demo: dependencies
	@echo 'building $(HEDDLE) ...'
	@$(MAKE) --no-print-directory -s $(HEDDLE) examples
	@sh tools/demo.sh $(HEDDLE) $(EXAMPLES) build/demo

docs: $(MANUAL) $(COMPLETION)

$(MANUAL): $(HEDDLE)
	@mkdir -p $(@D)
	$(HEDDLE) --man > $@

$(COMPLETION): $(HEDDLE)
	@mkdir -p $(@D)
	$(HEDDLE) --completion bash > $@

install: $(HEDDLE) docs
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 755 $(HEDDLE) $(DESTDIR)$(PREFIX)/bin/heddle
	install -m 644 $(MANUAL) $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1
	install -m 644 $(COMPLETION) $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/heddle $(DESTDIR)$(PREFIX)/share/man/man1/heddle.1 \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build

-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(BENCH_OBJECTS:.o=.d)
