/*
 * libheddle as a program uses it, without the tests in tests/library/test_install.c: state spaces through
 * callbacks, options, errors, and contexts in several threads. The models are in the folder $EXAMPLES.
 */
#include <CUnit/CUnit.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "include/heddle.h"
#include "library/library.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_COMPONENTS 16

static heddle_context *create(void) {
    heddle_context *context = heddle_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(context);
    CU_ASSERT_EQUAL(heddle_set_device(context, "cpu"), 0);
    return context;
}

/* Frees the context; everything that was made with it must be freed before. */
static void end(heddle_context *context) {
    CU_ASSERT_EQUAL(memory_used(&context->job.memory), 0);
    heddle_free(context);
}

static heddle_network *open_path(heddle_context *context, const char *path) {
    heddle_network *network = heddle_network_open(context, path);
    if (network == NULL) {
        printf("\n  %s", heddle_last_error(context)->whole);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    return network;
}

static heddle_network *open_example(heddle_context *context, const char *name) {
    char path[PATH_BYTES];
    return open_path(context, command_example(name, path));
}

/* A file of the suite's folder. */
static heddle_network *open_text(heddle_context *context, const char *name, const char *text) {
    char path[PATH_BYTES];
    command_put_file(name, text);
    return open_path(context, command_path(name, path));
}

static void expect_error(heddle_context *context, enum heddle_code code, const char *part) {
    const struct heddle_message *error = heddle_last_error(context);
    if (error->code != code || strstr(error->whole, part) == NULL) {
        printf("\n  not '%s' (%d): %s (%d)", part, code, error->whole, error->code);
        CU_FAIL("another error");
    }
}

/* Ten counters up to ten: more states than any test can explore. */
static heddle_network *open_endless(heddle_context *context) {
    command_put_file("counter.aut", "des (0, 10, 10)\n(0, c, 1)\n(1, c, 2)\n(2, c, 3)\n(3, c, 4)\n(4, c, 5)\n"
                                    "(5, c, 6)\n(6, c, 7)\n(7, c, 8)\n(8, c, 9)\n(9, c, 0)\n");
    return open_text(context, "endless.exp",
                     "\"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| "
                     "\"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| "
                     "\"counter.aut\" ||| \"counter.aut\"");
}

/* --- counts and state spaces --- */

static void test_version(void) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", HEDDLE_VERSION_MAJOR, HEDDLE_VERSION_MINOR, HEDDLE_VERSION_PATCH);
    CU_ASSERT_STRING_EQUAL(heddle_version(), text);
    CU_ASSERT_STRING_EQUAL(heddle_version(), HEDDLE_VERSION);
}

struct known {
    const char *path;
    uint64_t states, transitions, deadlocks;
};

static const struct known knowns[] = {
    {"producer/network.exp", 8, 24, 0},
    {"ring-6/ring.exp", 2916, 11664, 0},
    {"philosophers-5/philosophers.exp", 242, 805, 1},
    {"peterson/late.exp", 92, 186, 0},
};

static void expect_counts(const struct known *known, const struct heddle_counts *counts) {
    CU_ASSERT_EQUAL(counts->outcome, HEDDLE_COMPLETE);
    CU_ASSERT_EQUAL(counts->states, known->states);
    CU_ASSERT_EQUAL(counts->transitions, known->transitions);
    CU_ASSERT_EQUAL(counts->deadlocks, known->deadlocks);
    CU_ASSERT_STRING_EQUAL(counts->device, "cpu");
}

static void test_counts(void) {
    heddle_context *context = create();
    for (size_t i = 0; i < LENGTH(knowns); i++) {
        heddle_network *network = open_example(context, knowns[i].path);
        struct heddle_counts counts;
        for (unsigned threads = 0; threads < 3; threads++) {
            CU_ASSERT_EQUAL(heddle_set_threads(context, threads), 0);
            CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
            expect_counts(&knowns[i], &counts);
        }
        heddle_space *space = heddle_space_create(network, &counts);
        CU_ASSERT_PTR_NOT_NULL_FATAL(space);
        expect_counts(&knowns[i], &counts);
        CU_ASSERT_EQUAL(heddle_space_states(space), knowns[i].states);
        heddle_space_free(space);
        heddle_network_close(network);
    }
    end(context);
}

static void test_components(void) {
    heddle_context *context = create();
    heddle_network *network = open_example(context, "producer/network.exp");
    CU_ASSERT_EQUAL(heddle_network_components(network), 3);
    CU_ASSERT_STRING_EQUAL(heddle_network_component(network, 0), "producer");
    CU_ASSERT_STRING_EQUAL(heddle_network_component(network, 2), "consumer#2");
    CU_ASSERT_PTR_NULL(heddle_network_component(network, 3));
    CU_ASSERT_EQUAL(heddle_network_component_states(network, 1), 2);
    CU_ASSERT_EQUAL(heddle_network_component_states(network, 3), 0);
    heddle_network_close(network);
    end(context);
}

/* What callbacks saw of a space: the AUT text that it is. */
struct seen {
    heddle_space *space;
    FILE *text;
    uint64_t states, transitions, stop_at;
};

static int see_state(void *user, uint64_t state, const uint32_t *local_states, uint32_t components) {
    struct seen *seen = user;
    uint32_t again[MOST_COMPONENTS];
    CU_ASSERT_EQUAL(state, seen->states);
    CU_ASSERT_EQUAL(heddle_space_local_states(seen->space, state, again), 0);
    CU_ASSERT_EQUAL(memcmp(again, local_states, components * sizeof *again), 0);
    return ++seen->states == seen->stop_at ? 7 : 0;
}

static int see_transition(void *user, uint64_t from, const char *label, uint64_t to) {
    struct seen *seen = user;
    fprintf(seen->text, "(%llu, \"%s\", %llu)\n", (unsigned long long)from, label, (unsigned long long)to);
    return ++seen->transitions == seen->stop_at ? -7 : 0;
}

/* Text without what writers of AUT may leave out. */
static char *plain(char *text) {
    char *to = text;
    for (char *from = text; *from != '\0'; from++) {
        if (*from != '"' && *from != ' ') {
            *to++ = *from;
        }
    }
    *to = '\0';
    return text;
}

static void expect_file(heddle_space *space, const char *name, char *wanted) {
    char path[PATH_BYTES];
    size_t size;
    CU_ASSERT_EQUAL(heddle_space_write(space, command_path(name, path)), 0);
    char *text = process_read_file(path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(plain(text), plain(wanted));
    free(text);
}

static void check_visits(heddle_network *network) {
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    char *text;
    size_t size;
    struct seen seen = {.space = space, .text = open_memstream(&text, &size)};
    fprintf(seen.text, "des (0, %llu, %llu)\n", (unsigned long long)heddle_space_transitions(space),
            (unsigned long long)heddle_space_states(space));
    CU_ASSERT_EQUAL(heddle_space_visit_states(space, see_state, &seen), 0);
    CU_ASSERT_EQUAL(heddle_space_visit_transitions(space, see_transition, &seen), 0);
    CU_ASSERT_EQUAL(seen.states, heddle_space_states(space));
    CU_ASSERT_EQUAL(seen.transitions, heddle_space_transitions(space));
    fclose(seen.text);
    expect_file(space, "space.aut", text);
    free(text);
    heddle_space_free(space);
    heddle_network_close(network);
}

static void test_visits(void) {
    heddle_context *context = create();
    check_visits(open_example(context, "producer/network.exp"));
    check_visits(open_example(context, "multilevel/system.exp"));
    check_visits(open_example(context, "zeroconf-2-2/zeroconf.exp"));
    /* Two choices that lead by the same label to the same state: shown once. */
    command_put_file("stay.aut", "des (0, 1, 1)\n(0, \"prob 1\", 0)\n");
    heddle_network *network = open_text(context, "stay.exp", "\"stay.aut\" ||| \"stay.aut\"");
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    CU_ASSERT_EQUAL(heddle_space_transitions(space), 1);
    heddle_space_free(space);
    check_visits(network);
    end(context);
}

static void test_ends_of_visits(void) {
    heddle_context *context = create();
    heddle_network *network = open_example(context, "producer/network.exp");
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    struct seen seen = {.space = space, .text = fopen("/dev/null", "w"), .stop_at = 5};
    uint32_t local[3];
    CU_ASSERT_EQUAL(heddle_space_visit_states(space, see_state, &seen), 7);
    CU_ASSERT_EQUAL(seen.states, 5);
    CU_ASSERT_EQUAL(heddle_space_visit_transitions(space, see_transition, &seen), -7);
    CU_ASSERT_EQUAL(seen.transitions, 5);
    CU_ASSERT_EQUAL(heddle_space_visit_successors(space, 6, see_transition, &seen), 0);
    CU_ASSERT_EQUAL(seen.transitions, 10);
    CU_ASSERT_EQUAL(heddle_space_visit_successors(space, 8, see_transition, &seen), 0);
    CU_ASSERT_EQUAL(seen.transitions, 10);
    CU_ASSERT_EQUAL(heddle_space_local_states(space, 8, local), -1);
    expect_error(context, HEDDLE_USAGE, "no state 8: the last is 7");
    CU_ASSERT_EQUAL(heddle_space_write(space, "/tmp/space.txt"), -1);
    expect_error(context, HEDDLE_USAGE, ".dot");
    CU_ASSERT_EQUAL(heddle_space_write(space, "/nowhere/space.aut"), -1);
    expect_error(context, HEDDLE_IO, "/nowhere/space.aut");
    fclose(seen.text);
    heddle_space_free(space);
    heddle_network_close(network);
    end(context);
}

/* --- errors and options --- */

static void test_errors(void) {
    heddle_context *context = create();
    char path[PATH_BYTES];
    CU_ASSERT_EQUAL(heddle_last_error(context)->code, HEDDLE_NO_ERROR);
    CU_ASSERT_STRING_EQUAL(heddle_last_error(context)->whole, "");
    CU_ASSERT_PTR_NULL(heddle_network_open(context, "/nowhere/net.exp"));
    expect_error(context, HEDDLE_IO, "/nowhere/net.exp");
    CU_ASSERT_PTR_NULL(heddle_network_open(context, NULL));
    expect_error(context, HEDDLE_USAGE, "file");
    command_put_file("wrong.exp", "stop |||\n  par in\n");
    CU_ASSERT_PTR_NULL(heddle_network_open(context, command_path("wrong.exp", path)));
    const struct heddle_message *error = heddle_last_error(context);
    char whole[1024];
    snprintf(whole, sizeof whole, "%s:%llu:%llu: %s", path, (unsigned long long)error->line,
             (unsigned long long)error->column, error->text);
    CU_ASSERT_EQUAL(error->code, HEDDLE_INPUT);
    CU_ASSERT(error->line >= 2 && error->column >= 1);
    CU_ASSERT_STRING_EQUAL(error->path, path);
    CU_ASSERT_STRING_EQUAL(error->whole, whole);
    end(context);
}

static void test_bad_options(void) {
    heddle_context *context = create();
    CU_ASSERT_EQUAL(heddle_set_threads(context, 1025), -1);
    expect_error(context, HEDDLE_USAGE, "1024");
    CU_ASSERT_EQUAL(heddle_set_device(context, "gpu"), -1);
    expect_error(context, HEDDLE_USAGE, "'gpu' is not one of auto, cpu, cuda, cuda:K");
    CU_ASSERT_EQUAL(heddle_set_device(context, NULL), -1);
    expect_error(context, HEDDLE_USAGE, "device");
    CU_ASSERT_EQUAL(heddle_set_device(context, "cuda:00000000000000000000000000000000000000001"), -1);
    CU_ASSERT_EQUAL(heddle_set_memory(context, 1000), -1);
    expect_error(context, HEDDLE_USAGE, "65536");
    CU_ASSERT_EQUAL(heddle_set_timeout(context, 0.0 / 0.0), -1);
    CU_ASSERT_EQUAL(heddle_set_reading(context, 8), -1);
    CU_ASSERT_EQUAL(heddle_add_internal(context, ""), -1);
    expect_error(context, HEDDLE_USAGE, "name");
    heddle_network *network = open_example(context, "producer/network.exp");
    struct heddle_counts counts; /* no option of these had an effect */
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    expect_counts(&knowns[0], &counts);
    heddle_network_close(network);
    end(context);
}

static void test_limits(void) {
    heddle_context *context = create();
    heddle_network *network = open_example(context, "ring-6/ring.exp");
    struct heddle_counts counts;
    heddle_set_limits(context, 100, UINT64_MAX);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.outcome, HEDDLE_LIMITED);
    CU_ASSERT(counts.states > 100 && counts.states < 2916);
    CU_ASSERT_PTR_NULL(heddle_space_create(network, &counts));
    expect_error(context, HEDDLE_LIMIT, "100 states");
    CU_ASSERT_EQUAL(counts.outcome, HEDDLE_LIMITED);
    heddle_set_limits(context, 0, 3);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.outcome, HEDDLE_LIMITED);
    CU_ASSERT_EQUAL(counts.levels, 4);
    CU_ASSERT_PTR_NULL(heddle_space_create(network, NULL));
    expect_error(context, HEDDLE_LIMIT, "3 steps");
    heddle_set_limits(context, 0, UINT64_MAX);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    expect_counts(&knowns[1], &counts);
    heddle_set_timeout(context, 0);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), -1);
    expect_error(context, HEDDLE_INTERRUPTED, "interrupted");
    heddle_network_close(network);
    end(context);
}

static void test_memory(void) {
    heddle_context *context = create();
    heddle_network *network = open_endless(context);
    struct heddle_counts counts;
    CU_ASSERT_EQUAL(heddle_set_memory(context, 8 << 20), 0);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.outcome, HEDDLE_MEMORY_FULL);
    CU_ASSERT(memory_peak(&context->job.memory) <= 8 << 20);
    CU_ASSERT_PTR_NULL(heddle_space_create(network, NULL));
    expect_error(context, HEDDLE_MEMORY, "8.00 MiB");
    heddle_network_close(network);
    CU_ASSERT_EQUAL(heddle_set_memory(context, 1 << 16), 0);
    CU_ASSERT_PTR_NULL(heddle_network_open(context, "counter.exp"));
    end(context);
}

/* Non-zero unless the transition is internal. */
static int see_internal(void *user, uint64_t from, const char *label, uint64_t to) {
    (void)user, (void)from, (void)to;
    return strcmp(label, "i");
}

static void note_warning(void *user, const struct heddle_message *warning) {
    snprintf(user, PATH_BYTES, "%s", warning->whole);
}

static void test_reading(void) {
    heddle_context *context = create();
    char told[PATH_BYTES] = "";
    struct heddle_counts counts;
    heddle_set_warning(context, note_warning, told);
    command_put_file("one.aut", "des (0, 2, 2)\n(0, A, 1)\n(1, quiet, 0)\n");
    command_put_file("two.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, quiet, 0)\n");
    heddle_network *network = open_text(context, "case.exp", "\"one.aut\" |[a, quiet]| \"two.aut\"");
    CU_ASSERT_PTR_NOT_NULL(strstr(told, "case.exp:1:"));
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.states, 2); /* A alone, and then nothing */
    heddle_network_close(network);
    CU_ASSERT_EQUAL(heddle_set_reading(context, HEDDLE_IGNORE_CASE), 0);
    network = open_text(context, "case.exp", "\"one.aut\" |[a, quiet]| \"two.aut\"");
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.states, 2);
    CU_ASSERT_EQUAL(counts.deadlocks, 0);
    heddle_network_close(network);
    CU_ASSERT_EQUAL(heddle_set_reading(context, 0), 0);
    CU_ASSERT_EQUAL(heddle_add_internal(context, "quiet"), 0);
    network = open_text(context, "hidden.exp", "\"two.aut\" ||| \"two.aut\"");
    CU_ASSERT_EQUAL(heddle_add_internal(context, "more"), 0); /* for later networks */
    CU_ASSERT_EQUAL(heddle_add_internal(context, "and more"), 0);
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    struct seen seen = {.space = space, .text = fopen("/dev/null", "w")};
    CU_ASSERT_EQUAL(heddle_space_visit_successors(space, 3, see_transition, &seen), 0);
    CU_ASSERT_EQUAL(seen.transitions, 2);
    CU_ASSERT_EQUAL(heddle_space_visit_successors(space, 3, see_internal, NULL), 0);
    CU_ASSERT_NOT_EQUAL(heddle_space_visit_successors(space, 0, see_internal, NULL), 0);
    fclose(seen.text);
    heddle_space_free(space);
    heddle_network_close(network);
    end(context);
}

/* --- stopping --- */

static void test_stop_before(void) {
    heddle_context *context = create();
    heddle_network *network = open_endless(context);
    struct heddle_counts counts;
    heddle_set_limits(context, 1000, UINT64_MAX);
    heddle_stop(context);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), -1);
    expect_error(context, HEDDLE_INTERRUPTED, "interrupted");
    CU_ASSERT_PTR_NULL(heddle_space_create(network, NULL));
    expect_error(context, HEDDLE_INTERRUPTED, "interrupted");
    heddle_network_close(network);
    CU_ASSERT_PTR_NULL(heddle_network_open(context, "any.exp"));
    expect_error(context, HEDDLE_INTERRUPTED, "interrupted");
    heddle_resume(context);
    network = open_example(context, "producer/network.exp");
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    expect_counts(&knowns[0], &counts);
    heddle_network_close(network);
    end(context);
}

/* Waits until the search has ended: the test ends even if a stop is lost. */
struct stopping {
    heddle_context *context;
    int over; /* atomic */
};

static void *keep_stopping(void *argument) {
    struct stopping *stopping = argument;
    while (!__atomic_load_n(&stopping->over, __ATOMIC_ACQUIRE)) {
        heddle_stop(stopping->context);
        usleep(1000);
    }
    return NULL;
}

static void test_stop_from_a_thread(void) {
    struct stopping stopping = {.context = create()};
    heddle_network *network = open_endless(stopping.context);
    struct heddle_counts counts;
    pthread_t thread;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, keep_stopping, &stopping), 0);
    if (heddle_explore(network, &counts) != 0) {
        expect_error(stopping.context, HEDDLE_INTERRUPTED,
                     "interrupted"); /* the stop came before the search */
    } else {
        CU_ASSERT_EQUAL(counts.outcome, HEDDLE_STOPPED);
    }
    __atomic_store_n(&stopping.over, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    heddle_network_close(network);
    end(stopping.context);
}

struct telling {
    heddle_context *context;
    unsigned calls;
    uint64_t done;
};

static void stop_in_progress(void *user, const struct heddle_progress *progress) {
    struct telling *telling = user;
    CU_ASSERT_PTR_NOT_NULL_FATAL(progress->unit);
    if (strcmp(progress->phase, "exploring") != 0) { /* a phase before the search */
        return;
    }
    CU_ASSERT_STRING_EQUAL(progress->unit, "states");
    CU_ASSERT(progress->done >= telling->done);
    telling->done = progress->done;
    if (++telling->calls == 3) {
        heddle_stop(telling->context);
    }
}

static void test_stop_in_progress(void) {
    heddle_context *context = create();
    heddle_network *network = open_endless(context);
    struct heddle_counts counts;
    struct telling telling = {.context = context};
    heddle_set_progress(context, stop_in_progress, &telling);
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), 0);
    CU_ASSERT_EQUAL(counts.outcome, HEDDLE_STOPPED);
    CU_ASSERT(telling.calls >= 3);
    CU_ASSERT(telling.done > 0);
    heddle_network_close(network);
    end(context);
}

/* A callback of progress that removes itself at its first call. */
static void tell_once(void *user, const struct heddle_progress *progress) {
    struct telling *telling = user;
    CU_ASSERT_PTR_NOT_NULL(progress->phase);
    telling->calls++;
    heddle_set_progress(telling->context, NULL, NULL);
}

static void test_progress_ends_itself(void) {
    heddle_context *context = create();
    heddle_network *network = open_endless(context);
    struct telling telling = {.context = context};
    heddle_set_limits(context, 2000000, UINT64_MAX);
    heddle_set_progress(context, tell_once, &telling);
    CU_ASSERT_EQUAL(heddle_explore(network, NULL), 0);
    CU_ASSERT_EQUAL(telling.calls, 1);
    heddle_network_close(network);
    end(context);
}

/* --- several contexts --- */

struct worker {
    const struct known *known;
    char path[PATH_BYTES];
    int wrong;
    pthread_t thread;
};

static void note_verdict(void *user, const struct heddle_result *result) {
    enum heddle_verdict *verdicts = user;
    verdicts[result->property] = result->verdict;
}

/* Uses a context in every way. There are no assertions: CUnit takes them from one thread only. */
static void *work(void *argument) {
    struct worker *worker = argument;
    static const struct heddle_property properties[] = {{HEDDLE_DEADLOCK_FREE, NULL},
                                                        {HEDDLE_NEVER, "'no such.*'"},
                                                        {HEDDLE_FORMULA, "nu X . <true> X"},
                                                        {HEDDLE_FORMULA, "<true* . 'no such.*'> true"}};
    enum heddle_verdict verdicts[LENGTH(properties)];
    for (int round = 0; round < 5; round++) {
        heddle_context *context = heddle_create();
        struct heddle_counts counts;
        heddle_set_threads(context, 2);
        heddle_set_device(context, "cpu");
        heddle_network *network = heddle_network_open(context, worker->path);
        heddle_space *space = heddle_space_create(network, &counts);
        worker->wrong |= counts.states != worker->known->states ||
                         counts.transitions != worker->known->transitions ||
                         heddle_space_states(space) != worker->known->states;
        worker->wrong |=
            heddle_network_open(context, "/nowhere") != NULL || heddle_last_error(context)->code != HEDDLE_IO;
        worker->wrong |= heddle_check(network, properties, LENGTH(properties), note_verdict, verdicts) != 0;
        worker->wrong |= verdicts[0] != (worker->known->deadlocks != 0 ? HEDDLE_VIOLATED : HEDDLE_HOLDS) ||
                         verdicts[1] != HEDDLE_HOLDS || verdicts[2] != HEDDLE_HOLDS ||
                         verdicts[3] != HEDDLE_VIOLATED;
        heddle_space_free(space);
        heddle_network_close(network);
        worker->wrong |= memory_used(&context->job.memory) != 0;
        heddle_free(context);
    }
    return NULL;
}

static void test_threads(void) {
    struct worker workers[LENGTH(knowns)];
    for (size_t i = 0; i < LENGTH(knowns); i++) {
        workers[i] = (struct worker){.known = &knowns[i]};
        command_example(knowns[i].path, workers[i].path);
        CU_ASSERT_EQUAL_FATAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < LENGTH(knowns); i++) {
        pthread_join(workers[i].thread, NULL);
        CU_ASSERT_EQUAL(workers[i].wrong, 0);
    }
}

void suite_library(void) {
    command_suite("library", "the version is the header's", test_version, "counts", test_counts, "components",
                  test_components, "callbacks see what is written", test_visits, "callbacks end visits",
                  test_ends_of_visits, "errors have their place", test_errors, "options that are refused",
                  test_bad_options, "limits", test_limits, "a memory budget", test_memory,
                  "how networks are read", test_reading, "stopping before a call", test_stop_before,
                  "stopping from another thread", test_stop_from_a_thread,
                  "stopping from the progress callback", test_stop_in_progress,
                  "a progress callback that ends itself", test_progress_ends_itself,
                  "contexts in several threads at once", test_threads, NULL);
}
