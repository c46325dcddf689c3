/* Profiles of searches: what is sampled by a pretended clock, and that what is written are the level sizes.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "report/profile.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"
#include "tests/support/xml.h"

static double now;

static double pretended_clock(void) {
    return now;
}

static void tell(const struct run *run, const char *phase, uint64_t states) {
    run_tell(run, phase, states, 0, "states");
}

/* --- samples --- */

static void expect_sample(const struct profile *profile, unsigned i, double seconds, uint64_t states) {
    CU_ASSERT_TRUE_FATAL(i < profile->count);
    CU_ASSERT_DOUBLE_EQUAL(profile->samples[i].seconds, seconds, 1e-9);
    CU_ASSERT_EQUAL(profile->samples[i].states, states);
}

static void count_calls(void *context, const struct progress *progress) {
    (void)progress;
    ++*(unsigned *)context;
}

static void test_samples(void) {
    unsigned calls = 0;
    struct profile profile;
    struct run run = {.progress = count_calls, .progress_context = &calls};
    profile_listen(&profile, &run, pretended_clock);
    now = 7;
    tell(&run, "compiling the network", 99);
    CU_ASSERT_EQUAL(profile.count, 0);
    tell(&run, "exploring", 1);
    now += 0.5;
    tell(&run, "exploring", 10);
    tell(&run, "exploring", 11); /* at the same moment */
    now += 0.5;
    tell(&run, "copying states from the GPU", 3);
    tell(&run, "exploring", 30);
    CU_ASSERT_EQUAL(calls, 6); /* the earlier listener still receives it */
    CU_ASSERT_EQUAL(profile.count, 3);
    expect_sample(&profile, 0, 0, 1);
    expect_sample(&profile, 1, 0.5, 10);
    expect_sample(&profile, 2, 1, 30);
    now += 2;
    tell(&run, "exploring", 5); /* another engine begins again */
    now += 1;
    tell(&run, "exploring", 50);
    CU_ASSERT_EQUAL(profile.count, 2);
    expect_sample(&profile, 0, 0, 5);
    expect_sample(&profile, 1, 1, 50);
}

/* Any number of reports fits into the samples, which cover the whole time. */
static void test_many_samples(void) {
    struct profile profile;
    struct run run = {.progress = NULL};
    profile_listen(&profile, &run, pretended_clock);
    now = 0;
    for (uint64_t i = 0; i <= 1000000; i++, now += 1.0 / 1024) {
        tell(&run, "exploring", 3 * i);
    }
    CU_ASSERT_TRUE(profile.count > PROFILE_SAMPLES / 4 && profile.count <= PROFILE_SAMPLES);
    for (unsigned i = 0; i < profile.count; i++) {
        const struct profile_sample *sample = &profile.samples[i];
        CU_ASSERT_EQUAL(sample->states, (uint64_t)(sample->seconds * 1024 + 0.5) * 3);
        double before = i == 0 ? 0 : sample[-1].seconds;
        CU_ASSERT_TRUE((i == 0) == (sample->seconds == 0) && sample->seconds - before < 10);
    }
    CU_ASSERT_TRUE(profile.samples[profile.count - 1].seconds > 1000000 / 1024 - 10);
}

/* --- the written file --- */

/* The profile as it is written to a file of that name; the caller frees it. */
static char *written(const struct profile *profile, const struct exploration *exploration, const char *name,
                     const char *file) {
    char path[PATH_BYTES];
    struct error error;
    struct run run = {.memory = &place.memory, .threads = 1};
    command_path(file, path);
    CU_ASSERT_EQUAL_FATAL(profile_write(profile, exploration, name, path, &run, &error), 0);
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

/* The level sizes in the tooltips of an SVG must be those of the exploration. */
static void expect_bars(const char *svg, const struct exploration *exploration) {
    char tip[96];
    const char *wrong = xml_wrong(svg);
    if (wrong != NULL) {
        printf("\n    %s ", wrong);
        CU_FAIL("this is no XML");
    }
    const char *at = svg;
    for (uint64_t level = 0; level < exploration->space.levels; level++) {
        uint64_t size = exploration->space.level_begin[level + 1] - exploration->space.level_begin[level];
        snprintf(tip, sizeof tip, "<title>level %llu, states %llu</title>", (unsigned long long)level,
                 (unsigned long long)size);
        at = strstr(at, tip);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    }
    CU_ASSERT_PTR_NULL(strstr(at + 1, "<title>level"));
}

static void test_numbers(void) {
    uint64_t begin[] = {0, 1, 4, 4000000004};
    struct exploration exploration = {.result = {.states = 4000000004},
                                      .effort = {.seconds = 4},
                                      .space = {.levels = 3, .level_begin = begin}};
    struct profile profile = {.samples = {{0, 1}, {1, 1000}, {3, 3000000}}, .count = 3};
    char *text = written(&profile, &exploration, "a.exp", "p.csv");
    CU_ASSERT_STRING_EQUAL(text, "level,states,total\n"
                                 "0,1,1\n"
                                 "1,3,4\n"
                                 "2,4000000000,4000000004\n"
                                 "\n"
                                 "seconds,states_per_second\n"
                                 "0.000000,1000\n"
                                 "1.000000,1499500\n"
                                 "3.000000,3997000004\n");
    free(text);
    text = written(&profile, &exploration, "a <b> & \"c\".exp", "p.svg");
    expect_bars(text, &exploration);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "<title>a &lt;b&gt; &amp; &quot;c&quot;.exp: 4 000 000 004 states in 3 levels, "));
    CU_ASSERT_PTR_NULL(strstr(text, "incomplete"));
    free(text);
    exploration.result.outcome = EXPLORE_LIMIT;
    exploration.effort.seconds = 0; /* too short to be measured */
    profile.count = 0;
    text = written(&profile, &exploration, "a.exp", "p.svg");
    expect_bars(text, &exploration);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ", incomplete</title>"));
    free(text);
}

/* Profiles of every engine on a network of lines of 60 steps side by side. */
static void test_engines(void) {
    const struct backend *backend;
    for (unsigned i = 0; (backend = backends[i]) != NULL; i++) {
        if (!backend_is_testable(backend)) {
            continue;
        }
        struct small_network small;
        struct profile profile;
        char text[2048], *at = text + sprintf(text, "des (0, 60, 61)\n");
        for (unsigned k = 0; k < 60; k++) {
            at += sprintf(at, "(%u, step, %u)\n", k, k + 1);
        }
        small_network_open(&small);
        small.run.device_bytes = TEST_DEVICE_BYTES;
        test_folder_write(&small.folder, "line.aut", text);
        small_network_compose(&small, "\"line.aut\" ||| \"line.aut\" ||| \"line.aut\"");
        struct explore_options how = {.max_depth = UINT64_MAX};
        struct model_options layout = {0};
        model *model = model_compile(small.network, &layout, &small.run, &small.error);
        profile_listen(&profile, &small.run, pretended_clock);
        struct exploration *exploration = backend->explore(model, &how, &small.run, &small.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(exploration);
        CU_ASSERT_EQUAL(exploration->space.levels, 181);
        CU_ASSERT_TRUE(profile.count > 0); /* it reports its progress */
        char *svg = written(&profile, exploration, "lines", "lines.svg");
        expect_bars(svg, exploration);
        CU_ASSERT_PTR_NOT_NULL(strstr(svg, "<title>level 1, states 3</title>"));
        CU_ASSERT_PTR_NOT_NULL(strstr(svg, "<title>level 60, states 1891</title>"));
        CU_ASSERT_PTR_NOT_NULL(strstr(svg, "<title>level 180, states 1</title>"));
        free(svg);
        exploration_free(exploration);
        model_free(model);
        small_network_close(&small);
    }
}

/* A chain of levels without end: the picture stays small. */
static void test_many_levels(void) {
    enum { LEVELS = 300000 };
    struct profile profile = {.count = 0};
    uint64_t *begin = malloc((LEVELS + 1) * sizeof *begin);
    for (uint64_t level = 0; level <= LEVELS; level++) {
        begin[level] = 2 * level;
    }
    struct exploration exploration = {.result = {.states = 2 * LEVELS},
                                      .effort = {.seconds = 1},
                                      .space = {.levels = LEVELS, .level_begin = begin}};
    char *text = written(&profile, &exploration, "a.exp", "p.svg");
    CU_ASSERT_PTR_NULL(xml_wrong(text));
    CU_ASSERT_TRUE(strlen(text) < 200000);
    free(text);
    place.memory.limit = 1000;
    struct run run = {.memory = &place.memory, .threads = 1};
    struct error error;
    char path[PATH_BYTES];
    command_path("q.svg", path);
    CU_ASSERT_EQUAL(profile_write(&profile, &exploration, "a.exp", path, &run, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    CU_ASSERT_FALSE(command_has_file("q.svg")); /* all or nothing */
    place.memory.limit = (uint64_t)1 << 30;
    free(begin);
}

/* --- the command --- */

static void test_command(void) {
    char net[PATH_BYTES], profile[PATH_BYTES];
    struct process process;
    if (!command_available()) {
        test_skip("explore --profile", "HEDDLE (the command) is not set");
        return;
    }
    command_put_file("a.aut", "des (0, 3, 4)\n(0, a, 1)\n(0, b, 2)\n(2, c, 3)\n");
    command_put_file("<net>&.exp", "a.aut\n");
    command_path("<net>&.exp", net);
    command_run(&process, "explore", "--json", net, "--profile", command_path("p.svg", profile));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "profile"), profile);
    json_decref(object);
    process_free(&process);
    char *text = process_read_file(profile, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NULL(xml_wrong(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "/&lt;net&gt;&amp;.exp: 4 states in 3 levels, "));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<title>level 1, states 2</title>"));
    free(text);
    command_exits(3, "--max-depth", "explore", "--max-depth=1", net, "--profile",
                  command_path("p.csv", profile));
    text = process_read_file(profile, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    const char *numbers = "level,states,total\n0,1,1\n1,2,3\n\nseconds,";
    CU_ASSERT_EQUAL(strncmp(text, numbers, strlen(numbers)), 0);
    free(text);
}

static void refuses(const char *file, const char *message) {
    char net[PATH_BYTES], profile[PATH_BYTES];
    command_path(file, profile);
    command_exits(2, message, "explore", command_path("b.exp", net), "--profile", profile);
}

static void test_refusals(void) {
    char link_path[PATH_BYTES];
    if (!command_available()) {
        return; /* the skip was reported */
    }
    command_put_file("b.exp", "b.aut\n");
    command_put_file("b.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    CU_ASSERT_EQUAL_FATAL(symlink("b.aut", command_path("b.svg", link_path)), 0);
    refuses("p.png", "does not end in .svg or .csv");
    refuses("none/p.svg", "cannot be written");
    refuses("b.svg", "leads to a file that is read: choose another name");
}

void suite_profile(void) {
    suite_add("profile", workplace_open, workplace_close, "samples", test_samples, "more samples than room",
              test_many_samples, "the numbers", test_numbers, "all engines", test_engines,
              "levels without end", test_many_levels, "the command", test_command, "what it refuses",
              test_refusals, NULL);
}
