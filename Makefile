# epigen: from a trained model (YAML) to one standalone C file. `make help` lists the targets.

# What a user names for make verify. Its text is taken as it is: no $, quote or blank in it means anything to make or to a
# shell, since recipes see it in the environment only. This stands before any $(shell).
VERIFY_GIVEN := MODEL OUT CODE FORM SAMPLES JOBS EPIGEN_DATA
$(foreach word,$(VERIFY_GIVEN),$(if $(filter undefined,$(origin $(word))),,$(eval override export $(word) := $$(value $(word)))))

PREFIX  ?= /usr/local
DESTDIR ?=
# make MPI=1: programs whose jobs MPI ranks do too, in a directory of their own (gen/base/work.h).
BUILD   := build$(if $(MPI),-mpi)
# The one place of the version; gen/base/version.sh says what becomes of it in a work tree of git.
VERSION := $(shell sed 's/+.*//' gen/base/VERSION)
# make V=1 shows the commands.
V ?= 0
Q := $(if $(filter 0,$(V)),@,)

# The one list of packages (Debian 12): what each program is built and run with, what the pictures of `make demo` are
# drawn with, what tests and evidence need.
epivalidate_PACKAGES := gcc libc6-dev libyaml-dev libmd-dev
epigen_PACKAGES      := $(epivalidate_PACKAGES) m4
epipack_PACKAGES     := $(epigen_PACKAGES) zlib1g-dev
epiprove_PACKAGES    := $(epivalidate_PACKAGES) zlib1g-dev liblzma-dev
epiwcet_PACKAGES     := $(epivalidate_PACKAGES) libelf-dev libcapstone-dev
epifly_PACKAGES      := $(epivalidate_PACKAGES) zlib1g-dev liblzma-dev
epiimport_PACKAGES   := $(epifly_PACKAGES) libprotobuf-c-dev protobuf-c-compiler libonnx-dev
epirun_PACKAGES      := $(epifly_PACKAGES)
epitrain_PACKAGES    := $(epiimport_PACKAGES)
epireport_PACKAGES   := $(epifly_PACKAGES) m4
tune-cluster_PACKAGES := libopenmpi-dev openmpi-bin slurm-wlm munge
MPI_PACKAGES         := libopenmpi-dev openmpi-bin
epitune_PACKAGES     := $(sort $(epigen_PACKAGES) $(epifly_PACKAGES))
epicompare_PACKAGES  := $(epifly_PACKAGES) m4 liblapacke-dev libopenblas-dev liblbfgs-dev
PACKAGES_DEMO  := gnuplot-nox
epiverify_PACKAGES   := gcc libc6-dev m4 g++ clang cppcheck frama-c-base jq qemu-user qemu-system-arm gcc-arm-none-eabi \
    libnewlib-arm-none-eabi gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-riscv64-linux-gnu \
    libc6-dev-riscv64-cross gcc-riscv64-unknown-elf
PACKAGES_TEST  := $(epiverify_PACKAGES) libclang-rt-14-dev clang-format clang-tidy valgrind shellcheck \
    libcmocka-dev libmpfr-dev mandoc locales time unzip
# The essential tests alone: no more than they use.
check_PACKAGES := gcc-arm-none-eabi libnewlib-arm-none-eabi libcmocka-dev locales
# What only these targets need: packages of every kind built and run, epigen's own, the validators of what CI reads.
package-bars_PACKAGES := $(PACKAGES_TEST) cmake pkgconf file unzip lld binutils python3-dev python3-build python3-wheel python3-numpy mypy \
    python3-pykwalify python3-ruamel.yaml python3-docopt python3-dateutil python3-kconfiglib python3-yaml octave-dev nodejs npm libxml2-utils \
    gcc-avr avr-libc simavr libstdc++-arm-none-eabi-newlib gcc-i686-linux-gnu libc6-dev-i386-cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
    gcc-s390x-linux-gnu libc6-dev-s390x-cross librust-cc-dev
report-bars_PACKAGES := $(PACKAGES_TEST) chromium nodejs npm poppler-utils lld
deb_PACKAGES := debhelper lintian fakeroot
q15-avr_PACKAGES := gcc-avr avr-libc simavr
derive_PACKAGES := sollya
ci-formats_PACKAGES := $(PACKAGES_TEST) nodejs npm python3-junitparser

ifeq ($(origin CC),default)
CC := gcc
endif
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wundef -Werror
CFLAGS   ?= -O2 -g
# -ffp-contract=off: the interpreter must round like the emitted code.
ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off $(WARNINGS) -isystem $(BUILD)/onnx -Igen -Iruntime -Itrain -Iverify -Imodels $(CFLAGS)
# Training is arithmetic; wide vectors passed between functions stay inside one program.
TRAIN_FLAGS := -O3 -fno-math-errno -Wno-psabi
# A proof must not rest on the vectoriser: gcc 12 drops a rounding to float in pairs of doubles. Loops that need vectors
# have them by hand.
PROVE_FLAGS := -fno-tree-vectorize -fno-tree-slp-vectorize -fno-math-errno -Wno-psabi
# What a sanitizer reports has lines, no variables: to note those is a quarter of the compiler's time.
SANITIZE := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
# Programs with sanitizers are many and large; gold, where there is one, links them in a third of the time.
SANITIZE_LINK := $(SANITIZE) $(if $(shell command -v ld.gold),-fuse-ld=gold)

# The stages, each a folder and a static library; DESIGN of the includes: tests/lint/includes.
LIBRARIES := gen/base gen/spec gen/program gen/export gen/emit gen/page gen/pack gen/import train/data train/net train/geometry train/eta train train/result \
    train/run train/fixed train/given train/compare train/tune verify/wcet verify/validate verify/prove verify/report models/quadcopter
# What belongs to a library: its folder's files and those of sub-folders that are no library themselves. The
# programs' own files, epi*.c with a main, belong to none.
MAINS    := gen/epigen.c gen/pack/epipack.c gen/import/epiimport.c train/epitrain.c train/run/epirun.c train/compare/epicompare.c \
    train/tune/epitune.c verify/wcet/epiwcet.c verify/validate/epivalidate.c verify/prove/epiprove.c verify/report/epireport.c models/quadcopter/epifly.c
sources_of = $(filter-out $(MAINS) $(if $(MPI),,gen/base/work_mpi.c) $(if $(filter train,$(1)),,$(wildcard $(1)/firmware/*.c)),$(wildcard $(1)/*.c) \
    $(if $(filter train,$(1)),,$(wildcard $(1)/*/*.c)))
library_of = $(patsubst %,$(BUILD)/lib$(2)/%.a,$(subst /,-,$(1)))

# What each program is made of, the dependent before what it depends on, and the libraries of others that it
# needs: epigen builds where there is no OpenBLAS, epivalidate shares with the emitter no more than spec and base.
GEN_PARTS   := gen/program gen/spec gen/base
TRAIN_PARTS := train/result train train/eta train/geometry train/net train/data $(GEN_PARTS)
epigen_PARTS      := gen/emit gen/export $(GEN_PARTS)
epigen_LIBS       := -lyaml -lmd -lm
epipack_PARTS     := gen/pack $(epigen_PARTS)
epipack_LIBS      := -lz $(epigen_LIBS)
IMPORT_PARTS      := gen/import train/data $(GEN_PARTS)
epiimport_PARTS   := $(IMPORT_PARTS)
epiimport_LIBS    := -lprotobuf-c -lyaml -lmd -lz -llzma -lm
TRAIN_LIBS        := -lyaml -lmd -lz -llzma -lm -pthread
epitrain_PARTS    := train/fixed train/given gen/import $(TRAIN_PARTS)
epitrain_LIBS     := -lprotobuf-c $(TRAIN_LIBS)
epirun_PARTS      := train/run $(TRAIN_PARTS)
epirun_LIBS       := $(TRAIN_LIBS)
epicompare_PARTS  := train/compare gen/page gen/emit $(TRAIN_PARTS)
epicompare_LIBS   = -llapacke -lopenblas -llbfgs $(TRAIN_LIBS) $(MPI_LIBS)
epitune_PARTS     := train/tune train/fixed gen/emit $(TRAIN_PARTS)
epitune_LIBS      = $(TRAIN_LIBS) $(MPI_LIBS)
epiwcet_PARTS     := verify/wcet gen/spec gen/base
epiwcet_LIBS      := -lelf -lcapstone -lyaml -lmd -lm
epivalidate_PARTS := verify/validate gen/spec gen/base
epivalidate_LIBS  := -lyaml -lmd -lm
epiprove_PARTS    := verify/prove train/data $(GEN_PARTS)
epiprove_LIBS     := -lyaml -lmd -lz -llzma -lm -pthread
epireport_PARTS   := verify/report gen/pack gen/page gen/emit gen/export train/run $(TRAIN_PARTS)
epireport_LIBS    := $(TRAIN_LIBS)
epifly_PARTS      := models/quadcopter gen/page gen/emit $(TRAIN_PARTS)
epifly_LIBS       = $(TRAIN_LIBS) -ldl $(MPI_LIBS)
ALL_PARTS := verify/report train/run models/quadcopter train/compare train/tune train/fixed train/given verify/wcet verify/validate verify/prove gen/pack gen/page gen/emit gen/export gen/import $(TRAIN_PARTS)
MPI_FLAGS = $(if $(MPI),-DEPIGEN_MPI $(patsubst %,-isystem %,$(shell mpicc --showme:incdirs)))
MPI_LIBS  = $(if $(MPI),$(shell mpicc --showme:link))
ALL_LIBS  = -lelf -lcapstone -lprotobuf-c $(epicompare_LIBS) -ldl
PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(notdir $(MAINS)))
# epiverify is a script; --version and --packages print these two files.
EPIVERIFY := $(addprefix $(BUILD)/,epiverify version epiverify-packages)
UNIT_SOURCES := $(wildcard tests/unit/*/test_*.c)
UNIT     := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(UNIT_SOURCES)))
TOOL_SOURCES := $(wildcard tests/tools/*.c verify/tools/*.c)
TOOLS    := $(patsubst %.c,$(BUILD)/tools/%,$(notdir $(TOOL_SOURCES)))
# What the checks of epiverify run beside the programs.
VERIFY_TOOLS := $(patsubst verify/%.c,$(BUILD)/%,$(wildcard verify/tools/*.c))
FUZZERS  := $(patsubst tests/fuzz/%.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
# The longest first, so that no core is idle at the end.
LONGEST  := $(patsubst %,tests/scripts/%.sh,project/lint verify/verify $(addprefix emitted/,constant_time cross \
    bit_exact branch_free forms))
SCRIPTS  := $(LONGEST) $(filter-out $(LONGEST),$(wildcard tests/scripts/*/*.sh))
SOURCES  := $(wildcard $(foreach depth,* */* */*/*,$(addsuffix /$(depth).[ch],gen train verify runtime models \
    $(filter-out tests/golden,$(wildcard tests/*)))))


.PHONY: all help data demo fly check test mutants validate-mutants build-tests verify verify-programs bars prove-bars eta-bars tune-bars tune-cluster import-bars package-bars q15-avr q15-bars derive report-bars deb paper compare-bars bench exhaustive fuzz lint format golden install uninstall dist clean power-losses trace fly-figures figures-check
all: $(PROGRAMS) $(EPIVERIFY) $(VERIFY_TOOLS) data

help:
	@echo 'make              build all programs into $(BUILD)/'
	@echo 'make data         the data of the synthetic cases beside their recipes in models/ (make does so too)'
	@echo 'make demo         train a model from its data, generate C, compile it, show mean, sigma and eta'
	@echo 'make fly          the quadcopter that learns its thermals: flights, table, figures (minutes); SEEDS=20 SEED=801'
	@echo 'make check        unit tests, golden files and the whole pipeline once, in a minute'
	@echo 'make test         every test, about 10 minutes on 2 cores'
	@echo 'make verify MODEL=split1d    epiverify on a case of models/, which is trained first, or on a spec: every check on'
	@echo '                  one model, and its certificate; CODE=DIR: on the emitted files in DIR'
	@echo '                  (FORM=tiled: of that form)'
	@echo 'make verify-wcet MODEL=...   one check alone: builds misra wcet constant-time exact proof bounds'
	@echo '                  validate coverage'
	@echo 'make ci-formats   SARIF, JUnit and the bill of materials before their validators, from npm'
	@echo 'make mutants      plant faults one at a time and say which the tests see (half an hour; MUTANTS="wcet-*": some)'
	@echo 'make validate-mutants   wrong versions of emitted files for epivalidate, by kind and at random (minutes;'
	@echo '                  COUNT=4 of each kind, RANDOM_EDITS=5000 of each form)'
	@echo 'make build-tests  what the tests need; then each script in tests/ runs alone'
	@echo 'make bench        cost against its bars: the emitted code and compiling it (tests/bench/bench.sh); every form'
	@echo '                  here and on Cortex-M, gcc and clang (forms.sh); growing networks, with a chart (growth.sh);'
	@echo '                  training, neighbours, memory (train.sh); tables in build/bench/, 5 minutes for all, more where PyTorch is'
	@echo 'make bars         what the trainer reaches on the cases in models/ (half an hour)'
	@echo 'make paper        the paper'\''s table 1, figures 3 and 4 again, into $(BUILD)/paper/ (two hours of a core; SEEDS=5)'
	@echo 'make eta-bars     whether eta finds regions that it never saw, beside other learners (half an hour;'
	@echo '                  ETA_BARS_FLAGS="--plain --seeds 5": see tests/bars/eta_bars.c)'
	@echo 'make package-bars every kind of package of epipack, built and run here, its bits against the interpreter (10 minutes)'
	@echo 'make report-bars  pages in chromium: bits, keyboard, axe-core (npm), widths, paper, speed, size (minutes); $(BUILD)/report/'
	@echo 'make q15-avr      files in fixed point on an emulated AVR, whose int has 16 bits: the same bits (needs gcc-avr, simavr)'
	@echo 'make q15-bars     fixed point: cycles by core, what is lost on sarcos, AUROC of eta through the C (a minute)'
	@echo 'make import-bars  the importer against onnxruntime (npm), node tests of ONNX (libonnx-testdata), PyTorch; what is not there'
	@echo '                  is skipped by name'
	@echo 'make compare-bars what the comparison must reach, from $(BUILD)/paper/'
	@echo 'make fly-figures  the flights of the tables in models/quadcopter/README.md, into $(BUILD)/paper/flights/ (ten minutes)'
	@echo 'make figures-check whether the tables of the pages are those of the runs in $(BUILD)/paper/'
	@echo 'make tune-bars    what epitune must reach: budgets, against random search, time, kills (hours; PARTS=kills SETS=energy)'
	@echo 'make tune-cluster epitune by ranks of OpenMPI and an array of Slurm on this machine, the bytes of one process (root)'
	@echo 'make MPI=1        programs whose jobs the ranks of MPI do too, into build-mpi/'
	@echo 'make prove-bars   epiprove against brute force (20,000 properties) and on ACAS Xu, cersyve, acc (minutes)'
	@echo 'make derive       where the coefficients of the kernels come from (needs sollya)'
	@echo 'make exhaustive   the maths kernels and their contracts on all 2^32 inputs (half an hour and more)'
	@echo 'make power-losses the point store under 2 million losses of power for each policy (2 minutes; LOSSES=2000000)'
	@echo 'make fuzz         every reader under a fuzzer for 10 minutes each (FUZZ_SECONDS=600)'
	@echo 'make trace        $(BUILD)/trace.md: every requirement (README, epigen-spec(5), epiverify(1), SAFETY.md) and its tests'
	@echo 'make lint         clang-format, clang-tidy, shellcheck, failures that no script sees, man pages'
	@echo 'make format       put the C files into the house format'
	@echo 'make golden       write the expected files in tests/golden/good anew; read the diff'
	@echo 'make install      programs, man pages and what they need, below PREFIX=$(PREFIX), DESTDIR=; make uninstall'
	@echo 'make dist         $(BUILD)/epigen-$(VERSION).tar.gz: the same bytes for the same commit; builds and tests without git'
	@echo 'make deb          $(BUILD)/deb/epigen_$(VERSION)-1_*.deb, the Debian package; lintian must find no error in it'
	@echo 'make compile_commands.json   for clangd and clang-tidy'
	@echo 'make clean        remove $(BUILD)/'
	@echo 'make packages     install what make and make demo need (Debian 12; root or sudo), from the list in the Makefile'
	@echo 'make demo and the targets for tests, verification and benchmarks install what is missing; make alone never does.'

# --- the programs ----------------------------------------------------------------------------------

# Objects lie as their sources do, below build/obj and, with sanitizers, below build/obj-sanitized.
FLAGS_OF = $(if $(filter gen/base/work%,$<),$(MPI_FLAGS))$(if $(filter train/% models/%,$<),$(TRAIN_FLAGS))$(if $(filter verify/prove/%,$<),$(PROVE_FLAGS))$(VERSION_FLAG)
# Only what users run says which commit it is. Sanitized programs have the version alone: golden files come from
# them, and unit tests need no new link for each commit.
VERSION_FLAG = $(if $(filter gen/base/version.c,$<),-DEPIGEN_VERSION='"$(if $(filter $(BUILD)/obj/%,$@),$(shell \
    cat $(BUILD)/version),$(VERSION))"')
define objects_of
$$(BUILD)/obj$(1)/%.o: %.c | packages-needed
	@mkdir -p $$(@D)
	@echo '  CC    $$@'
	$$(Q)$$(CC) $$(ALL_CFLAGS) $$(FLAGS_OF) $(2) -MMD -MP -c $$< -o $$@
endef
$(eval $(call objects_of,,))
$(eval $(call objects_of,-sanitized,$$(SANITIZE)))

# The messages of ONNX as C, from the description that Debian's libonnx-dev has.
$(BUILD)/onnx/onnx.pb-c.h: | packages-needed
	@mkdir -p $(@D)
	$(Q)protoc-c --c_out=$(@D) --proto_path=/usr/include/onnx onnx.proto
$(foreach kind,obj obj-sanitized fuzz,$(patsubst %.c,$(BUILD)/$(kind)/%.o,$(wildcard gen/import/onnx/*.c))): | $(BUILD)/onnx/onnx.pb-c.h
$(foreach kind,obj obj-sanitized fuzz,$(BUILD)/$(kind)/onnx.pb-c.o): $(BUILD)/onnx/onnx.pb-c.h
	@mkdir -p $(@D)
	$(Q)$(if $(filter $(BUILD)/fuzz/%,$@),clang -fsanitize=fuzzer-no-link $(FUZZ_FLAGS),$(CC) $(CFLAGS) $(if $(filter \
	    $(BUILD)/obj-sanitized/%,$@),$(SANITIZE))) -c $(BUILD)/onnx/onnx.pb-c.c -o $@

# The full version. Written anew only when it changes, so that a commit costs one object and the links behind it.
$(BUILD)/version: FORCE
	@mkdir -p $(@D)
	@gen/base/version.sh >$@.$$$$ && if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
FORCE:
$(BUILD)/obj/gen/base/version.o: $(BUILD)/version
$(BUILD)/obj-sanitized/gen/base/version.o $(BUILD)/fuzz/gen/base/version.o: gen/base/VERSION

# $(call library,FOLDER,SUFFIX)
define library
$(call library_of,$(1),$(2)): $$(patsubst %.c,$$(BUILD)/obj$(2)/%.o,$$(call sources_of,$(1)) $$(if $$(filter gen/import,$(1)),onnx.pb-c.c))
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(Q)ar rcs $$@ $$^
endef
# $(call program,MAIN,NAME,SUFFIX,FLAGS)
define program
$$(BUILD)/$(2)$(3): $$(BUILD)/obj$(3)/$(1:.c=.o) $$(call library_of,$$($(2)_PARTS),$(3))
	@echo '  LINK  $$@'
	$$(Q)$$(CC) $(4) $$(LDFLAGS) $$^ $$($(2)_LIBS) -o $$@
endef
$(foreach folder,$(LIBRARIES),$(eval $(call library,$(folder),))$(eval $(call library,$(folder),-sanitized)))
$(foreach main,$(MAINS),$(eval $(call program,$(main),$(basename $(notdir $(main))),,)))
$(foreach main,$(MAINS),$(eval $(call program,$(main),$(basename $(notdir $(main))),-sanitized,$$(SANITIZE_LINK))))
-include $(foreach depth,* */* */*/* */*/*/*,$(wildcard $(BUILD)/obj/$(depth).d $(BUILD)/obj-sanitized/$(depth).d))

$(BUILD)/epiverify: verify/epiverify
	@mkdir -p $(@D)
	@ln -sfn ../$< $@
$(BUILD)/epiverify-packages: Makefile
	@mkdir -p $(@D)
	@echo $(epiverify_PACKAGES) >$@

# --- a model: .csv -> .yaml -> .c -> program -> picture ------------------------------------------

$(BUILD)/updraft/updraft.yaml: models/updraft/recipe.yaml models/updraft/updraft.csv $(BUILD)/epitrain
	@mkdir -p $(@D)
	$(BUILD)/epitrain $< -o $@

$(BUILD)/updraft/updraft.c: $(BUILD)/updraft/updraft.yaml $(BUILD)/epigen $(wildcard templates/* runtime/*/*)
	$(BUILD)/epigen $< -o $(@D)

$(BUILD)/updraft/sweep: models/updraft/sweep.c $(BUILD)/updraft/updraft.c
	$(CC) -std=c99 -O2 -ffp-contract=off -I$(@D) $^ -o $@

# The synthetic cases' data, beside their recipes.
SYNTHETIC := $(addprefix models/,split1d centre1d square2d gaussian2d)
$(BUILD)/data/synthetic: models/synthetic.c gen/base/random.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $< -o $@ -lm
$(addsuffix /train.csv,$(SYNTHETIC)): models/%/train.csv: $(BUILD)/data/synthetic
	$(Q)$< $* train 1 >$@.new && mv $@.new $@
$(addsuffix /test.csv,$(SYNTHETIC)): models/%/test.csv: $(BUILD)/data/synthetic
	$(Q)$< $* test 1 >$@.new && mv $@.new $@
data: $(addsuffix /train.csv,$(SYNTHETIC)) $(addsuffix /test.csv,$(SYNTHETIC))

demo: $(BUILD)/updraft/sweep $(BUILD)/epiprove
	@$(BUILD)/updraft/sweep $(BUILD)/updraft/sweep.csv
	@LC_ALL=C.UTF-8 gnuplot -e "sweep='$(BUILD)/updraft/sweep.csv'; data='models/updraft/updraft.csv'; \
	    picture='$(BUILD)/updraft/updraft.png'" models/updraft/plot.gp
	@echo
	@echo 'What is proven of it, for every float32 input (models/updraft/properties.yaml):'
	@$(BUILD)/epiprove $(BUILD)/updraft/updraft.yaml models/updraft/properties.yaml
	@$(BUILD)/epiprove $(BUILD)/updraft/updraft.yaml --eta --data=models/updraft/updraft.csv --plot=$(BUILD)/updraft/proven.png
	@echo
	@echo 'The trained spec: $(BUILD)/updraft/updraft.yaml'
	@echo 'The network as C: $(BUILD)/updraft/updraft.c and updraft.h'
	@echo 'The pictures:     $(BUILD)/updraft/updraft.png, proven.png'

# The closed loop: fails when a bar is missed.
fly: $(BUILD)/epifly $(BUILD)/epigen $(BUILD)/epiwcet packages-needed
	$(BUILD)/epifly --sil -o $(BUILD)/quadcopter
	models/quadcopter/firmware/firmware.sh $(BUILD)/quadcopter/sil
	$(BUILD)/epifly --seeds=$(or $(SEEDS),10) --seed=$(or $(SEED),1) -o $(BUILD)/quadcopter

# --- tests ---------------------------------------------------------------------------------------

# Tests that compare learners or fly until figures can be judged have no sanitizers, with which they take ten times as long: epicompare
# and epifly run the same code with sanitizers in compare.sh and fly.sh of tests/scripts.
UNIT_PLAIN := test_fly test_calibration test_regressors
# $(call unit_test,SOURCE,SUFFIX,FLAGS)
define unit_test
$$(BUILD)/tests/$(basename $(notdir $(1))): $(1) $$(call library_of,$$(ALL_PARTS),$(2)) | packages-needed
	@mkdir -p $$(@D)
	@echo '  CC    $$@'
	$$(Q)$$(CC) $$(ALL_CFLAGS) -Itests $(3) -Wno-psabi -MMD -MP $$< $$(call library_of,$$(ALL_PARTS),$(2)) $$(ALL_LIBS) -lcmocka -o $$@
endef
unit_is_plain = $(filter $(UNIT_PLAIN),$(basename $(notdir $(1))))
$(foreach source,$(UNIT_SOURCES),$(eval $(call unit_test,$(source),$(if $(call unit_is_plain,$(source)),,-sanitized),$(if \
    $(call unit_is_plain,$(source)),,$$(SANITIZE_LINK)))))

TOOL_LIBRARIES := $(call library_of,$(epigen_PARTS))
define tool
$$(BUILD)/tools/$(basename $(notdir $(1))): $(1) $$(TOOL_LIBRARIES) | packages-needed
	@mkdir -p $$(@D)
	@echo '  CC    $$@'
	$$(Q)$$(CC) $$(ALL_CFLAGS) -MMD -MP $$< $$(TOOL_LIBRARIES) $$(epigen_LIBS) -o $$@
endef
$(foreach source,$(TOOL_SOURCES),$(eval $(call tool,$(source))))

# What the importer's tests run: node tests of ONNX through both of its readings.
$(BUILD)/node_tests: tests/import/node_tests.c $(call library_of,$(IMPORT_PARTS)) | packages-needed
	$(Q)$(CC) $(ALL_CFLAGS) $^ $(epiimport_LIBS) -o $@

EXHAUSTIVE := $(wildcard tests/exhaustive/*.c)
$(BUILD)/exhaustive: $(EXHAUSTIVE) tests/exhaustive/exhaustive.h $(wildcard gen/program/activation* gen/spec/activation*) \
    $(wildcard runtime/float32/*.h runtime/float32/*/*.h) | packages-needed
	@mkdir -p $(@D)
	@echo '  CC    $@'
	$(Q)$(CC) $(ALL_CFLAGS) -D_GNU_SOURCE -O3 -march=native $(EXHAUSTIVE) gen/program/activation_rows.c gen/spec/activation.c -lmpfr -lgmp -lm -pthread -o $@

# Coverage-guided fuzzing is clang's: the readers and what they call, once; then one program for each reader. A fuzzer of another
# reader adds what its link lacks. What no fuzzer links is not compiled.
FUZZED_SOURCES := $(foreach folder,gen/spec gen/import train/data verify/wcet,$(call sources_of,$(folder))) \
    $(addprefix gen/base/,arena.c command.c fail.c files.c journal.c version.c) \
    $(addprefix gen/program/,activation_rows.c bounds.c interpret.c lower.c number.c program.c) \
    $(filter-out $(MAINS),$(wildcard verify/validate/*.c verify/prove/properties/*.c)) verify/prove/bounds/network.c \
    $(wildcard train/recipe*.c) train/net/dense.c train/eta/options.c onnx.pb-c.c
FUZZED := $(patsubst %.c,$(BUILD)/fuzz/%.o,$(filter-out $(addprefix gen/import/,check.c) $(addprefix train/data/,blocks.c metrics.c rows.c \
    sorted.c),$(FUZZED_SOURCES)))
FUZZ_FLAGS := -Wno-psabi -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
$(BUILD)/fuzz/%.o: %.c | packages-needed
	@mkdir -p $(@D)
	@echo '  CC    $@'
	$(Q)clang $(ALL_CFLAGS) $(FUZZ_FLAGS) $(VERSION_FLAG) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
$(BUILD)/libfuzzed.a: $(FUZZED)
	@rm -f $@
	$(Q)ar rcs $@ $^
$(BUILD)/fuzz_%: $(BUILD)/fuzz/tests/fuzz/fuzz_%.o $(BUILD)/libfuzzed.a
	@echo '  LINK  $@'
	$(Q)clang $(FUZZ_FLAGS) -fsanitize=fuzzer $^ $(epiwcet_LIBS) $(epitrain_LIBS) -lprotobuf-c -o $@
-include $(foreach depth,* */* */*/* */*/*/*,$(wildcard $(BUILD)/fuzz/$(depth).d))
.PRECIOUS: $(BUILD)/fuzz/%.o

# For the tests that nothing depends on the locale.
$(BUILD)/locale/de_DE.UTF-8: | packages-needed
	@mkdir -p $(@D)
	$(Q)localedef -i de_DE -f UTF-8 $(abspath $@)

-include $(wildcard $(BUILD)/tests/*.d $(BUILD)/tools/*.d)

# All that the scripts in tests/ need: then each can be run alone.
build-tests: packages-needed $(PROGRAMS) $(EPIVERIFY) $(addsuffix -sanitized,$(PROGRAMS)) $(UNIT) $(TOOLS) \
    $(BUILD)/exhaustive $(FUZZERS) $(BUILD)/locale/de_DE.UTF-8

test: build-tests
	@tests/run $(SCRIPTS) $(UNIT)

# A developer's answer in a minute. Golden files are compared in a locale with a decimal comma too.
check: packages-needed $(PROGRAMS) $(BUILD)/epigen-sanitized $(UNIT) $(BUILD)/locale/de_DE.UTF-8
	@tests/run tests/scripts/emitted/golden.sh tests/scripts/project/end_to_end.sh $(UNIT)

# Faults that the tests must see, and whether they do.
mutants: packages-needed
	@CC='$(CC)' tests/mutants/mutants.sh $(MUTANTS)

# Wrong versions of emitted files, in numbers that `make test` has no time for.
validate-mutants: packages-needed $(BUILD)/epigen $(BUILD)/epivalidate $(TOOLS)
	@tests/validate/mutants.sh

# What the formats' own validators say of SARIF, JUnit and the bill of materials; npm brings most of them.
.PHONY: ci-formats
ci-formats: packages-needed $(BUILD)/epigen $(BUILD)/epivalidate $(BUILD)/epiwcet $(EPIVERIFY)
	tests/ci_formats.sh $(BUILD)/ci-formats

# The evidence for one model; verify/README.md says what it is worth.
verify-programs: packages-needed $(PROGRAMS) $(EPIVERIFY) $(VERIFY_TOOLS)
VERIFY_CHECKS := builds misra wcet constant-time exact proof bounds validate coverage
VERIFY_ALONE  := $(addprefix verify-,$(VERIFY_CHECKS))
.PHONY: $(VERIFY_ALONE)
# Nothing else of the environment reaches the trainer; epiverify makes its own.
VERIFY := /usr/bin/env -i PATH=/usr/bin:/bin LC_ALL=C HOME=/nonexistent \
    $(foreach word,$(VERIFY_GIVEN),$(word)="$$$(word)") models/verify.sh "$$MODEL"
verify: verify-programs
	@$(VERIFY)
$(VERIFY_ALONE): verify-%: verify-programs
	@$(VERIFY) --only=$*

# The numbers of the kernels, derived from the functions.
derive: packages-needed
	sollya runtime/float32/derive.sollya
	sollya runtime/q15/derive.sollya

exhaustive: $(BUILD)/exhaustive
	$(BUILD)/exhaustive
	@bash -c '. verify/lib.sh; echo "passed for the kernels with sha256 $$(kernels_sha256)"'

# The point store under many losses of power, one after the other; make test has 40,000 of them for each policy.
STORE_TESTS := $(addprefix $(BUILD)/tests/,test_store test_store_refuse test_store_redundant)
power-losses: $(STORE_TESTS)
	for test in $(STORE_TESTS); do EPI_POWER_LOSSES=$${LOSSES:-2000000} $$test || exit 1; done

# epiprove against brute force in numbers that `make test` has no time for, by the programs that users run, and its bars on
# the networks of EPIGEN_DATA/networks.
prove-bars: packages-needed data $(BUILD)/epiprove $(BUILD)/epiimport $(BUILD)/epitrain $(call library_of,$(epiprove_PARTS))
	@mkdir -p $(BUILD)/bars
	$(Q)$(CC) $(ALL_CFLAGS) -Itests tests/unit/prove/test_prove.c $(call library_of,$(epiprove_PARTS)) $(epiprove_LIBS) -lcmocka -o $(BUILD)/bars/test_prove
	EPI_PROVE_PROPERTIES=$${PROPERTIES:-20000} $(BUILD)/bars/test_prove
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/bars/prove_bars.sh

fuzz: $(FUZZERS)
	FUZZ_SECONDS=$${FUZZ_SECONDS:-600} tests/scripts/project/fuzz.sh

# What the trainer must reach, on the cases in models/; data that may not be redistributed are skipped
# where EPIGEN_DATA does not have them.
bars: packages-needed $(call library_of,$(TRAIN_PARTS)) $(BUILD)/epigen $(BUILD)/epiwcet
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/bars/bars.sh

# Whether eta finds regions that it never saw, on shifts that no judge has seen (half an hour).
ETA_BARS_FLAGS ?=
eta-bars: packages-needed $(call library_of,train/compare $(TRAIN_PARTS))
	@mkdir -p $(BUILD)/bars
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/bars tests/bars/eta_bars.c tests/bars/shifts.c -Wl,--start-group \
	    $(call library_of,train/compare $(TRAIN_PARTS)) -Wl,--end-group $(epicompare_LIBS) -o $(BUILD)/bars/eta_bars
	OPENBLAS_NUM_THREADS=1 EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} $(BUILD)/bars/eta_bars $(ETA_BARS_FLAGS)

# What epitune must reach on the sets of EPIGEN_DATA; and on what a cluster has, which is what these two packages of a batch
# system and MPI are installed for. Slurm is started and ended there.
tune-bars: packages-needed $(BUILD)/epitune $(BUILD)/epigen $(BUILD)/epiwcet
	tests/bars/tune_bars.sh
tune-cluster: packages-needed $(BUILD)/epitune $(BUILD)/epiwcet
	$(MAKE) MPI=1 build-mpi/epitune build-mpi/epicompare build-mpi/epifly build-mpi/epiwcet
	tests/bars/tune_cluster.sh

# What the importer must reach, with a runtime of others; what is not there is skipped by name.
import-bars: packages-needed $(BUILD)/node_tests $(BUILD)/epiimport $(BUILD)/epigen $(BUILD)/epiwcet $(TOOLS)
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/import/bars.sh

# The paper's comparison on all sets that are there, and its bars.
paper: packages-needed $(BUILD)/epicompare $(BUILD)/epigen $(BUILD)/epiwcet
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/paper/paper.sh $(or $(SEEDS),5)

compare-bars: packages-needed $(BUILD)/epicompare
	@[ -e $(BUILD)/paper/paper.md ] || $(MAKE) paper
	tests/paper/bars.sh

# The flights of the tables in models/quadcopter/README.md.
fly-figures: packages-needed $(BUILD)/epifly
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/paper/flights.sh

# The tables of the pages against what make paper and make fly-figures left.
figures-check:
	BUILD=$(BUILD) tests/paper/figures.sh

# Files in fixed point on an emulated AVR, whose int has 16 bits.
q15-avr: packages-needed $(BUILD)/epigen
	tests/bars/q15_avr.sh

# What fixed point costs and loses, against its bars.
q15-bars: packages-needed $(BUILD)/epigen $(BUILD)/epiwcet $(BUILD)/epitrain $(BUILD)/tools/make_spec
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/bars/q15_bars.sh $(BUILD)/bars/q15

# Every kind of package of epipack, built and run (minutes); schemas are taken from EPIGEN_DATA.
package-bars: packages-needed $(BUILD)/epipack $(BUILD)/epigen $(TOOLS)
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/bars/package_bars.sh

# Pages in a browser, at length; axe-core comes from npm, crazyflie from EPIGEN_DATA.
report-bars: packages-needed $(addprefix $(BUILD)/,epireport epitrain epirun epiwcet epicompare epifly) data $(TOOLS)
	EPIGEN_DATA=$${EPIGEN_DATA:-../shared/data} tests/bars/report_bars.sh

# Peers are measured where they are: python3-torch, python3-scipy; CMSIS-NN in the directory CMSIS_NN.
bench: packages-needed $(BUILD)/epigen $(BUILD)/epiwcet $(BUILD)/epitrain $(BUILD)/epirun $(TOOLS)
	@status=0; \
	tests/bench/bench.sh $(BUILD)/bench || status=1; \
	tests/bench/forms.sh $(BUILD)/bench || status=1; \
	tests/bench/growth.sh $(BUILD)/bench || status=1; \
	tests/bench/train.sh -o $(BUILD)/bench || status=1; \
	tests/bench/dense/dense.sh $(BUILD)/bench || [ $$? -eq 77 ] || status=1; \
	exit $$status

# Every requirement and what verifies it; fails where one has no test.
trace:
	@mkdir -p $(BUILD)
	@tests/lint/trace.sh >$(BUILD)/trace.md
	@echo '$(BUILD)/trace.md: '$$(grep -cE '^\| (REQ|SPEC|AOU)-' $(BUILD)/trace.md)' requirements'

lint: packages-needed compile_commands.json $(BUILD)/epigen $(TOOLS)
	TIDY_DEPTH=full tests/scripts/project/lint.sh

format: packages-needed
	clang-format -i $(SOURCES)

golden: $(BUILD)/epigen-sanitized
	tests/scripts/emitted/golden.sh --update
	tests/scripts/emitted/q15.sh --update

compile_commands.json: Makefile tests/lint/compile_commands.sh
	@tests/lint/compile_commands.sh '$(filter-out -Werror,$(ALL_CFLAGS)) -Itests -DEPIGEN_VERSION=\\\"$(VERSION)\\\"' \
	    $(filter %.c,$(SOURCES)) >$@

# --- packages ------------------------------------------------------------------------------------

# These goals install what is missing, as root or by sudo; all others, plain `make` first of all, only say what it is.
INSTALLING_TEST := fly fly-figures test mutants build-tests bars prove-bars eta-bars package-bars q15-bars report-bars paper compare-bars bench exhaustive fuzz \
    lint format packages-test
INSTALLING_VERIFY := verify $(VERIFY_ALONE) verify-programs
INSTALLING := demo packages deb ci-formats check q15-avr $(INSTALLING_VERIFY) $(INSTALLING_TEST)
GOALS      := $(or $(MAKECMDGOALS),all)
NAMES      := $(notdir $(basename $(MAINS)))
# Who asks for single programs, or for the demo, needs no more than theirs.
asked_by    = $(if $(filter demo,$(1)),epitrain epigen epiprove,$(or $(filter $(NAMES),$(patsubst \
    %-sanitized,%,$(patsubst $(BUILD)/%,%,$(1)))),$(NAMES)))
ASKED      := $(foreach goal,$(GOALS),$(call asked_by,$(goal)))
NEEDED     := $(sort $(foreach name,$(ASKED),$($(name)_PACKAGES)) \
    $(if $(filter $(INSTALLING),$(GOALS)),$(PACKAGES_DEMO)) $(if $(MPI),$(MPI_PACKAGES)) \
    $(if $(filter $(INSTALLING_VERIFY),$(GOALS)),$(epiverify_PACKAGES)) \
    $(foreach goal,$(filter check package-bars q15-avr deb ci-formats tune-cluster,$(GOALS)),$($(goal)_PACKAGES)) \
    $(if $(filter $(INSTALLING_TEST) $(BUILD)/tests/% $(BUILD)/exhaustive $(BUILD)/fuzz%,$(GOALS)),$(PACKAGES_TEST)))
.PHONY: packages packages-test packages-needed
packages packages-test: packages-needed
packages-needed:
	@CC='$(CC)' tests/packages $(if $(filter $(INSTALLING),$(GOALS)),--install,--check) $(NEEDED)

# --- installation ----------------------------------------------------------------------------------

ROOT = $(DESTDIR)$(PREFIX)
# What lies below share/epigen as it does here: the programs and scripts find it at the same place in both.
SHARED := $(wildcard templates/*.m4 templates/q15/*.m4 templates/package/*.m4 templates/package/*/*.m4 templates/report/* runtime/MISRA.md runtime/float32/*.h runtime/float32/*/*.h runtime/q15/*.h runtime/q15/*/*.h runtime/control/*.[ch] \
    gen/program/activation* models/quadcopter/page/plots.gp verify/*.sh verify/*.jq verify/share/* verify/*.awk verify/*.txt verify/SAFETY.md \
    verify/checks/* verify/target/* train/tune/share/*)
MAN1   := $(wildcard */*.1 */*/*.1)
MAN5   := gen/spec/epigen-spec.5
install: $(PROGRAMS) $(EPIVERIFY) $(VERIFY_TOOLS) data
	install -d '$(ROOT)/bin' '$(ROOT)/libexec/epigen' '$(ROOT)/share/man/man1' '$(ROOT)/share/man/man5'
	install -m 755 $(PROGRAMS) $(BUILD)/epiverify '$(ROOT)/bin/'
	install -m 755 $(VERIFY_TOOLS) '$(ROOT)/libexec/epigen/'
	install -m 644 $(MAN1) '$(ROOT)/share/man/man1/'
	install -m 644 $(MAN5) '$(ROOT)/share/man/man5/'
	rm -rf '$(ROOT)/share/epigen'
	install -d $(foreach folder,$(sort $(dir $(SHARED))),'$(ROOT)/share/epigen/$(folder)')
	for file in $(SHARED); do \
	    if [ -x "$$file" ]; then mode=755; else mode=644; fi; \
	    install -m $$mode "$$file" '$(ROOT)/share/epigen/'"$$file" || exit 1; done
	install -m 644 $(BUILD)/version $(BUILD)/epiverify-packages '$(ROOT)/share/epigen/'

uninstall:
	rm -f $(foreach file,$(notdir $(PROGRAMS) $(BUILD)/epiverify),'$(ROOT)/bin/$(file)') \
	    $(foreach file,$(notdir $(MAN1)),'$(ROOT)/share/man/man1/$(file)') \
	    $(foreach file,$(notdir $(MAN5)),'$(ROOT)/share/man/man5/$(file)')
	rm -rf '$(ROOT)/share/epigen' '$(ROOT)/libexec/epigen'

# The same bytes for the same commit, on every machine; it builds and tests without git.
dist:
	@mkdir -p $(BUILD)
	@tests/dist $(BUILD)/epigen-$(VERSION).tar.gz
	@echo '$(BUILD)/epigen-$(VERSION).tar.gz'

# The Debian package of epigen, from the tarball above.
deb: packages-needed
	@tests/deb $(BUILD)/deb $(foreach name,$(NAMES),$($(name)_PACKAGES))

clean:
	rm -rf $(BUILD) build-mpi compile_commands.json $(addsuffix /t*.csv,$(SYNTHETIC))
