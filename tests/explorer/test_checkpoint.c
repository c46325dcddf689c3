/*
 * Checkpoints: random searches that are stopped anywhere and continued find what one search finds; damaged
 * checkpoints are refused, wherever the damage is; a full disk costs the new checkpoint alone.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/model/network.h"
#include "explorer/trace/trace.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/random/random_network.h"
#include "tests/random/random_prism.h"
#include "tests/support/place_model.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 300
#define MOST_STATES 20000
#define MOST_PARTS 6 /* of a search */
#define PATH_BYTES 512

static const char *const folder_name = "checkpoints";

/* --- a search that is stopped --- */

struct halt {
    uint64_t states; /* after so many, the stop flag is set */
    int stop;
};

/* The callback explore_options.leave, which never leaves. */
static int halt_after(void *context, uint64_t states) {
    struct halt *halt = context;
    if (states >= halt->states) {
        __atomic_store_n(&halt->stop, 1, __ATOMIC_RELAXED);
    }
    return 0;
}

struct telling {
    uint64_t written, failed;
    char last[1500];
};

static void note_telling(void *context, int warns, const char *text) {
    struct telling *telling = context;
    telling->written += !warns && strncmp(text, "checkpoint in ", 14) == 0;
    telling->failed += warns;
    snprintf(telling->last, sizeof telling->last, "%s", text);
}

static struct checkpoint checkpoint_in(const char *folder, struct telling *telling) {
    return (struct checkpoint){.folder = folder,
                               .resume = folder,
                               .interval = 1e9,
                               .identity = {.input = "model", .network = "sum", .options = "test"},
                               .tell = note_telling,
                               .tell_context = telling};
}

static void remove_checkpoints(const char *folder) {
    char command[PATH_BYTES + 32];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CU_ASSERT_EQUAL(system(command), 0);
}

/* One part of a search: up to about `states` states. */
static struct exploration *explore_part(const model *model, struct explore_options options,
                                        struct checkpoint *checkpoint, uint64_t states) {
    struct halt halt = {.states = states};
    struct run run = place.run;
    run.stop = &halt.stop;
    options.leave = halt_after;
    options.leave_context = &halt;
    options.checkpoint = checkpoint;
    CU_ASSERT_EQUAL_FATAL(checkpoint_open(checkpoint, &place.error), 0);
    struct exploration *found = explore_cpu(model, &options, &run, &place.error);
    checkpoint_close(checkpoint);
    return found;
}

/* The callback explore_options.decided. */
static int has_sight(void *context, const struct exploration *exploration) {
    const struct explore_result *result = &exploration->result;
    const uint32_t labels = model_header(exploration->model)->labels;
    (void)context;
    return result->deadlock_level != UINT64_MAX ||
           (result->label_level != NULL && labels != 0 && result->label_level[labels - 1] != UINT64_MAX);
}

/* --- what two searches found --- */

static const char *compare_results(const struct exploration *one, const struct exploration *other) {
    const struct explore_result *a = &one->result, *b = &other->result;
    const struct model_header *header = model_header(one->model);
    return a->outcome != b->outcome                 ? "the outcome"
           : a->states != b->states                 ? "states"
           : a->transitions != b->transitions       ? "transitions"
           : a->choices != b->choices               ? "choices"
           : a->deadlocks != b->deadlocks           ? "deadlocks"
           : a->levels != b->levels                 ? "levels"
           : a->deadlock_level != b->deadlock_level ? "the level of a deadlock"
           : a->error_level != b->error_level       ? "the level of an error"
           : a->label_level != NULL &&
                   memcmp(a->label_level, b->label_level, header->labels * sizeof(uint64_t)) != 0
               ? "levels of labels"
           : memcmp(one->space.level_begin, other->space.level_begin, (a->levels + 1) * sizeof(uint64_t)) != 0
               ? "begins of levels"
           : (one->several == NULL) != (other->several == NULL) ||
                   (one->several != NULL &&
                    memcmp(one->several, other->several, header->components * sizeof *one->several) != 0)
               ? "several commands in a state"
               : NULL;
}

/* Traces to a deadlock, and graphs. */
static const char *compare_products(struct exploration *one, struct exploration *other) {
    const struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    struct trace traces[2] = {{0}, {0}};
    const char *what = NULL;
    if (one->result.deadlocks != 0) {
        CU_ASSERT_EQUAL(backends[0]->trace(one, &goal, &place.run, &traces[0], &place.error), 0);
        CU_ASSERT_EQUAL(backends[0]->trace(other, &goal, &place.run, &traces[1], &place.error), 0);
        uint64_t words = (traces[0].steps + 1) * traces[0].components;
        what = traces[0].steps != traces[1].steps ||
                       memcmp(traces[0].states, traces[1].states, words * sizeof *traces[0].states) != 0
                   ? "traces"
                   : NULL;
        trace_free(&place.memory, &traces[0]);
        trace_free(&place.memory, &traces[1]);
    }
    struct graph *a = backends[0]->graph(one, NULL, &place.run, &place.error);
    struct graph *b = backends[0]->graph(other, NULL, &place.run, &place.error);
    CU_ASSERT_FATAL(a != NULL && b != NULL);
    if (a->vertices != b->vertices || a->edges != b->edges ||
        memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) != 0 ||
        (a->edges != 0 && (memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) != 0 ||
                           memcmp(a->labels, b->labels, a->edges * sizeof *a->labels) != 0))) {
        what = "graphs";
    }
    graph_free(a);
    graph_free(b);
    return what;
}

/* --- random searches --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, data, parts, folded, kept, written, faults, violated;
};

/* Continues a search until it ends; the result, or NULL with the error of `place`. */
static struct exploration *explore_in_parts(struct tally *tally, const model *model,
                                            const struct explore_options *options, uint64_t states,
                                            uint64_t *seed) {
    char folder[PATH_BYTES];
    struct telling telling = {0};
    struct exploration *found = NULL;
    snprintf(folder, sizeof folder, "%s", test_folder_path(&place.folder, folder_name));
    remove_checkpoints(folder);
    for (unsigned part = 0;; part++) {
        struct checkpoint checkpoint = checkpoint_in(folder, &telling);
        uint64_t halt = part == MOST_PARTS ? UINT64_MAX : random_next(seed) % (states + 2);
        checkpoint.interval = random_draw(seed, 4) == 0 ? 0 : 1e9;
        place.run.threads = 1 + (unsigned)random_draw(seed, 4);
        found = explore_part(model, *options, &checkpoint, halt);
        tally->written += checkpoint.written;
        if (found == NULL || found->result.outcome != EXPLORE_INTERRUPTED) {
            break;
        }
        tally->parts++;
        CU_ASSERT_FATAL(part < MOST_PARTS);
        exploration_free(found);
    }
    place.run.threads = 1;
    CU_ASSERT_EQUAL(telling.failed, 0);
    return found;
}

static const char *judge_model(struct tally *tally, const struct network *network, uint64_t seed) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))],
                                   .labels = (int)random_draw(&seed, 2)};
    struct explore_options options = {.max_depth = UINT64_MAX,
                                      .max_states = MOST_STATES,
                                      .keep_levels = (int)random_draw(&seed, 2),
                                      .first_slots = random_draw(&seed, 2) * 64};
    model *model = model_compile(network, &layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    uint8_t *watched = test_allocate(model_header(model)->labels, 1);
    memset(watched, 1, model_header(model)->labels);
    options.watched = random_draw(&seed, 2) ? watched : NULL;
    options.decided = random_draw(&seed, 2) ? has_sight : NULL;
    struct error expected;
    struct exploration *whole = backends[0]->explore(model, &options, &place.run, &expected);
    const char *what = NULL;
    if (whole == NULL || whole->result.outcome == EXPLORE_DONE || whole->result.outcome == EXPLORE_VIOLATED) {
        struct exploration *found =
            explore_in_parts(tally, model, &options, whole == NULL ? 300 : whole->result.states, &seed);
        tally->models++;
        tally->data += network->data != NULL;
        tally->folded += model_header(model)->fold_levels != 0;
        tally->kept += options.keep_levels != 0;
        tally->faults += whole == NULL;
        tally->violated += whole != NULL && whole->result.outcome == EXPLORE_VIOLATED;
        if (whole == NULL || found == NULL) {
            what = whole != NULL                                             ? "the search failed"
                   : found != NULL && found->result.outcome != EXPLORE_FAULT ? "an error is missing"
                                                                             : NULL;
        } else {
            what = compare_results(whole, found);
            what = what == NULL && options.keep_levels && whole->result.outcome == EXPLORE_DONE
                       ? compare_products(whole, found)
                       : what;
        }
        exploration_free(found);
    }
    exploration_free(whole);
    free(watched);
    model_free(model);
    return what;
}

static void note_mismatch(struct tally *tally, uint64_t seed, const char *what) {
    if (what != NULL) {
        printf("\nHEDDLE_SEED=%" PRIu64 ": %s (%s)\n", seed, what, place.error.text);
        tally->mismatches++;
    }
}

static void judge_data(struct tally *tally, uint64_t seed) {
    language_tree *tree;
    struct network *network;
    char given[64];
    char *text = random_prism_model(&tally->random, seed, given);
    if (place_load_model(text, given, &tree, &network) == 0) {
        note_mismatch(tally, seed, judge_model(tally, network, seed));
        network_free(&place.memory, network);
        language_free(tree);
    }
    free(text);
}

static void judge(uint64_t seed, void *context) {
    struct random_network random;
    if (seed % 2 == 0) {
        judge_data(context, seed);
        return;
    }
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&place.folder), &random), 0);
    exp_tree *tree = exp_tree_read(random.path, &random.options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = network_compose(tree, &place.run, &place.error);
    if (network != NULL) {
        note_mismatch(context, seed, judge_model(context, network, seed));
        network_free(&place.memory, network);
    }
    exp_tree_free(tree);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "with data", tally.data, "stops", tally.parts, "folded",
                  tally.folded, "levels kept", tally.kept, "checkpoints", tally.written, "errors of models",
                  tally.faults, "violated", tally.violated, NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models > cases / 2 && tally.data > cases / 4 && tally.parts > cases / 2 &&
               tally.folded > cases / 20 && tally.kept > cases / 4 && tally.violated > cases / 20));
}

/* --- what an unfinished level has shown --- */

/* The search stops within the level of a deadlock; continued, it must expand this level before it is decided.
 */
static void test_notes(void) {
    struct telling telling = {0};
    struct explore_options options = {
        .max_depth = UINT64_MAX, .max_states = MOST_STATES, .keep_levels = 1, .decided = has_sight};
    const struct model_options layout = {0};
    language_tree *tree;
    struct network *network;
    char folder[PATH_BYTES];
    CU_ASSERT_EQUAL_FATAL(place_load_model("mdp module a x:[0..9]; y:[0..9];\n"
                                           "[] x<9 & !(x=2&y=1) -> (x'=x+1);\n"
                                           "[] y<9 & !(x=2&y=1) -> (y'=y+1); endmodule\n",
                                           "", &tree, &network),
                          0);
    model *model = model_compile(network, &layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
    snprintf(folder, sizeof folder, "%s", test_folder_path(&place.folder, folder_name));
    remove_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    options.max_states = 10; /* those of the levels until then */
    struct exploration *part = explore_part(model, options, &checkpoint, UINT64_MAX);
    CU_ASSERT(part->result.outcome == EXPLORE_LIMIT && part->result.deadlock_level == 3);
    CU_ASSERT_EQUAL(telling.written, 1);
    options.max_states = MOST_STATES;
    struct exploration *found = explore_part(model, options, &checkpoint, UINT64_MAX);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_VIOLATED);
    CU_ASSERT_PTR_NULL(compare_results(whole, found));
    exploration_free(found);
    exploration_free(part);
    exploration_free(whole);
    remove_checkpoints(folder);
    model_free(model);
    network_free(&place.memory, network);
    language_free(tree);
}

/* --- damage --- */

/* A model of 216 states, with the checkpoint of a search of it that was stopped. */
struct subject {
    language_tree *tree;
    struct network *network;
    model *model;
    char folder[PATH_BYTES], path[PATH_BYTES + 64];
};

static void open_subject(struct subject *subject) {
    struct telling telling = {0};
    const struct explore_options options = {.max_depth = 4, .keep_levels = 1};
    const struct model_options layout = {0};
    char sum[SHA256_DIGITS];
    CU_ASSERT_EQUAL_FATAL(place_load_model("mdp module a x:[0..5]; [] x<5 -> (x'=x+1); endmodule\n"
                                           "module b = a [x=y] endmodule module c = a [x=z] endmodule\n",
                                           "", &subject->tree, &subject->network),
                          0);
    subject->model = model_compile(subject->network, &layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->model);
    snprintf(subject->folder, sizeof subject->folder, "%s", test_folder_path(&place.folder, folder_name));
    remove_checkpoints(subject->folder);
    struct checkpoint checkpoint = checkpoint_in(subject->folder, &telling);
    exploration_free(explore_part(subject->model, options, &checkpoint, UINT64_MAX));
    CU_ASSERT_EQUAL(telling.written, 1);
    exploration_sum(subject->model, &options, sum);
    snprintf(subject->path, sizeof subject->path, "%s/search-%.16s.checkpoint", subject->folder, sum);
}

static void close_subject(struct subject *subject) {
    remove_checkpoints(subject->folder);
    model_free(subject->model);
    network_free(&place.memory, subject->network);
    language_free(subject->tree);
}

static void write_file(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

/* Whether the search is continued: 1, 0 if the checkpoint is refused as damaged or foreign, -1 otherwise. */
static int continues(const struct subject *subject) {
    struct telling telling = {0};
    struct checkpoint checkpoint = checkpoint_in(NULL, &telling);
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1, .checkpoint = &checkpoint};
    checkpoint.resume = subject->folder;
    struct exploration *found = explore_cpu(subject->model, &options, &place.run, &place.error);
    int whole = found != NULL && checkpoint.resumed != 0 && found->result.outcome == EXPLORE_DONE &&
                found->result.states == 216 && found->result.transitions == 541;
    int refused =
        found == NULL && place.error.code == ERROR_INPUT && strcmp(place.error.path, subject->path) == 0;
    exploration_free(found);
    return whole ? 1 : refused ? 0 : -1;
}

static void test_damage(void) {
    struct subject subject;
    size_t size;
    open_subject(&subject);
    char *bytes = process_read_file(subject.path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL(continues(&subject), 1);
    uint64_t taken = 0;
    for (size_t i = 0; i < size; i++) {
        char was = bytes[i];
        bytes[i] = (char)(was ^ (1 << i % 8));
        write_file(subject.path, bytes, size);
        taken += continues(&subject) != 0;
        bytes[i] = was;
        write_file(subject.path, bytes, i);
        taken += continues(&subject) != 0;
    }
    char *longer = test_allocate(size + 16, 1);
    memcpy(longer, bytes, size);
    for (size_t more = 1; more <= 16; more++) {
        write_file(subject.path, longer, size + more);
        taken += continues(&subject) != 0;
    }
    CU_ASSERT_EQUAL(taken, 0);
    write_file(subject.path, bytes, size);
    CU_ASSERT_EQUAL(continues(&subject), 1);
    free(longer);
    free(bytes);
    close_subject(&subject);
}

/* --- a full disk --- */

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    CU_ASSERT_EQUAL(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_full_disk(void) {
    struct subject subject;
    struct telling telling = {0};
    size_t size, later;
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1};
    open_subject(&subject);
    char *before = process_read_file(subject.path, &size);
    struct checkpoint checkpoint = checkpoint_in(subject.folder, &telling);
    checkpoint.interval = 0;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    limit_files((rlim_t)size / 2);
    struct exploration *found = explore_part(subject.model, options, &checkpoint, UINT64_MAX);
    limit_files(RLIM_INFINITY);
    signal(SIGXFSZ, handler);
    CU_ASSERT_FATAL(found != NULL);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(found->result.states, 216);
    CU_ASSERT(telling.failed > 0 && telling.written == 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(telling.last, "the last checkpoint, if any, stays"));
    char *after = process_read_file(subject.path, &later);
    CU_ASSERT(later == size && memcmp(before, after, size) == 0);
    snprintf(subject.path + strlen(subject.path), 8, ".new");
    CU_ASSERT_NOT_EQUAL(access(subject.path, F_OK), 0);
    exploration_free(found);
    free(after);
    free(before);
    close_subject(&subject);
}

void suite_checkpoint(void) {
    suite_add("checkpoint", workplace_open, workplace_close, "random searches, stopped and continued",
              test_random, "an unfinished level", test_notes, "every byte changed, every length", test_damage,
              "a full disk", test_full_disk, NULL);
}
