/*
 * Writing MDPs that are large enough for threads to write parts of a file: the file of several threads is
 * that of one, says what the MDP is, and an error is that of the first state that has one.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define STATES 30000u
#define REWARD(choice) (1 + (choice) % 1000)

static const char *in_folder(const char *name) {
    return test_folder_path(&place.folder, name);
}

static struct mdp *read_mdp(const char *path) {
    const struct mdp_read_options options = {.keep = 1};
    struct mdp *mdp = mdp_read_as(path, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    return mdp;
}

/* Draws an MDP as a .tra file; `bad`: a state whose choices have a name that DRN cannot hold, or STATES. */
static struct mdp *draw_mdp(uint64_t *random, uint32_t bad) {
    static const char *const names[] = {"", " a", " go", " b(1)"};
    const char *path = in_folder("drawn.tra");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    uint64_t choices = 0, edges = 0, counts[STATES];
    for (uint32_t state = 0; state < STATES; state++) {
        counts[state] = random_draw(random, 4);
        choices += counts[state];
        edges += 2 * counts[state];
    }
    fprintf(file, "%u %llu %llu\n", STATES, (unsigned long long)choices, (unsigned long long)edges);
    for (uint32_t state = 0; state < STATES; state++) {
        for (uint32_t choice = 0; choice < counts[state]; choice++) {
            const char *name = state == bad ? " bad[" : names[random_draw(random, LENGTH(names))];
            uint32_t target = random_draw(random, STATES - 1), part = 1 + random_draw(random, 999);
            fprintf(file, "%u %u %u %.3f%s\n%u %u %u %.3f%s\n", state, choice, target, part / 1000.0, name,
                    state, choice, target + 1, (1000 - part) / 1000.0, name);
        }
    }
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    return read_mdp(path);
}

/* Gives the MDP rewards that say the number of the state and of the choice. */
static void add_rewards(struct mdp *mdp) {
    struct mdp_reward *earned = memory_allocate_zeroed(mdp->memory, sizeof *earned);
    earned->name = memory_allocate_zeroed(mdp->memory, 1);
    earned->states = memory_allocate(mdp->memory, mdp->states * sizeof(double));
    earned->choices = memory_allocate(mdp->memory, mdp->choices * sizeof(double));
    for (uint64_t i = 0; i < mdp->states; i++) {
        earned->states[i] = REWARD(i);
    }
    for (uint64_t i = 0; i < mdp->choices; i++) {
        earned->choices[i] = REWARD(i);
    }
    mdp->earned = earned;
    mdp->earned_count = 1;
}

static char *file_of(const char *name, size_t *size) {
    FILE *file = fopen(in_folder(name), "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char *bytes = calloc(1, (size_t)16 << 20);
    *size = fread(bytes, 1, ((size_t)16 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static void expect_same_file(const char *one, const char *other) {
    size_t size, other_size;
    char *bytes = file_of(one, &size), *other_bytes = file_of(other, &other_size);
    CU_ASSERT(size > 100000 && size == other_size && memcmp(bytes, other_bytes, size) == 0);
    free(bytes);
    free(other_bytes);
}

/* The k-th choice of the file earns what choice k does, and so do states. */
static void expect_rewards(const char *name) {
    size_t size;
    uint64_t state = 0, choice = 0;
    char *bytes = file_of(name, &size), text[32];
    for (char *line = strtok(bytes, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "state ", 6) == 0) {
            snprintf(text, sizeof text, "state %llu [%llu]", (unsigned long long)state,
                     (unsigned long long)REWARD(state));
            CU_ASSERT_EQUAL(strncmp(line, text, strlen(text)), 0);
            state++;
        } else if (strncmp(line, "\taction", 7) == 0 && strchr(line, '[') != NULL) {
            snprintf(text, sizeof text, "[%llu]", (unsigned long long)REWARD(choice));
            CU_ASSERT_STRING_EQUAL(strrchr(line, '['), text);
            choice++;
        }
    }
    CU_ASSERT(state == STATES && choice > STATES);
    free(bytes);
}

static void expect_same_mdp(const struct mdp *mdp, const char *name) {
    struct mdp *read = read_mdp(in_folder(name));
    CU_ASSERT_FATAL(read->states == mdp->states && read->edges == mdp->edges &&
                    read->choices == mdp->choices);
    CU_ASSERT_EQUAL(memcmp(read->offsets, mdp->offsets, (mdp->states + 1) * sizeof *mdp->offsets), 0);
    CU_ASSERT_EQUAL(memcmp(read->targets, mdp->targets, mdp->edges * sizeof *mdp->targets), 0);
    CU_ASSERT_EQUAL(memcmp(read->probabilities, mdp->probabilities, mdp->edges * sizeof(double)), 0);
    mdp_free(read);
}

/* Writes the MDP in all formats, by so many threads. */
static void write_all(const struct mdp *mdp, unsigned threads, const char *const names[4]) {
    struct mdp_write_options options = {.state_labels = 1};
    char labels[512];
    snprintf(labels, sizeof labels, "%s", in_folder(names[1]));
    options.label_path = labels;
    place.run.threads = threads;
    CU_ASSERT_EQUAL(mdp_write(mdp, in_folder(names[0]), &options, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL(mdp_write_drn(mdp, in_folder(names[2]), NULL, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL(mdp_write_aut(mdp, in_folder(names[3]), MDP_DIALECT_MCRL2, &place.run, &place.error), 0);
    place.run.threads = 1;
}

static void test_threads(void) {
    static const char *const one[] = {"1.tra", "1.lab", "1.drn", "1.aut"}, *const many[] = {"4.tra", "4.lab",
                                                                                            "4.drn", "4.aut"};
    uint64_t random = number_from_environment("HEDDLE_SEED", 5);
    struct mdp *mdp = draw_mdp(&random, STATES);
    write_all(mdp, 1, one);
    write_all(mdp, 4, many);
    for (unsigned i = 0; i < 4; i++) {
        expect_same_file(one[i], many[i]);
    }
    expect_same_mdp(mdp, "4.tra");
    expect_same_mdp(mdp, "4.drn");
    add_rewards(mdp);
    place.run.threads = 3;
    CU_ASSERT_EQUAL(mdp_write_drn(mdp, in_folder("r.drn"), NULL, &place.run, &place.error), 0);
    place.run.threads = 1;
    expect_rewards("r.drn");
    mdp_free(mdp);
}

/* A name that cannot be written is found by any number of threads, and no file appears. */
static void test_error(void) {
    uint64_t random = number_from_environment("HEDDLE_SEED", 6);
    struct mdp *mdp = draw_mdp(&random, STATES - 100);
    for (place.run.threads = 1; place.run.threads <= 4; place.run.threads += 3) {
        CU_ASSERT_EQUAL(mdp_write_drn(mdp, in_folder("bad.drn"), NULL, &place.run, &place.error), -1);
        CU_ASSERT_EQUAL(place.error.code, ERROR_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "\"bad[\" of state 29900"));
        CU_ASSERT_PTR_NULL(fopen(in_folder("bad.drn"), "rb"));
    }
    place.run.threads = 1;
    mdp_free(mdp);
}

/* With memory for one thread's part, one thread writes all; with less, nothing appears. */
static void test_memory(void) {
    uint64_t random = number_from_environment("HEDDLE_SEED", 7);
    struct mdp *mdp = draw_mdp(&random, STATES);
    uint64_t limit = place.memory.limit, used = memory_used(&place.memory);
    unsigned written = 0;
    place.run.threads = 4;
    for (uint64_t more = 0; more < (uint64_t)24 << 20; more += (uint64_t)1 << 18) {
        place.memory.limit = used + more;
        place.error = (struct error){.code = ERROR_NONE};
        if (mdp_write_drn(mdp, in_folder("m.drn"), NULL, &place.run, &place.error) == 0) {
            CU_ASSERT_EQUAL(place.error.code, ERROR_NONE);
            written++;
        } else {
            CU_ASSERT_EQUAL(place.error.code, ERROR_MEMORY);
            CU_ASSERT_EQUAL(written, 0);
        }
        CU_ASSERT_EQUAL(memory_used(&place.memory), used);
    }
    CU_ASSERT(written > 0 && written < 96);
    place.memory.limit = limit;
    place.run.threads = 1;
    expect_same_mdp(mdp, "m.drn");
    mdp_free(mdp);
}

void suite_mdp_write_parts(void) {
    suite_add("large MDPs, written by threads", workplace_open, workplace_close, "threads", test_threads,
              "an error", test_error, "little memory", test_memory, NULL);
}
