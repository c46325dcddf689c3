/*
 * Checkpoints: random searches that are stopped anywhere and continued, by any engine, find what one search
 * finds.
 */
#include <CUnit/CUnit.h>
#include <string.h>

#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "tests/random/random_prism.h"
#include "tests/support/backend_test.h"
#include "tests/support/place_model.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 300
#define MOST_STATES 20000 /* of chosen models */
#define MOST_PARTS 6      /* of a search */

/* The callback explore_options.decided. */
static int has_sight(void *context, const struct exploration *exploration) {
    const struct explore_result *result = &exploration->result;
    const uint32_t labels = model_header(exploration->model)->labels;
    (void)context;
    return result->deadlock_level != UINT64_MAX ||
           (result->label_level != NULL && labels != 0 && result->label_level[labels - 1] != UINT64_MAX);
}

/* --- random searches --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, data, parts, folded, kept, written, faults, violated, crossed;
    uint64_t several, onto_several, from_several; /* parts of searches on several GPUs */
};

/* Whether a part on a GPU has several of them, if they search such models. */
static void draw_gpus(const struct backend *backend, const model *model, uint64_t *seed) {
    const int able = backend->on_device && model_header(model)->fold_levels == 0;
    const int wanted = random_draw(seed, 3) != 0;
    search_choose_gpus(able && wanted ? 2 + (unsigned)random_draw(seed, 2) : 1,
                       random_draw(seed, 2) ? "direct" : "copy");
}

/* One of the engines that can search the network here. */
static const struct backend *draw_backend(const struct network *network, uint64_t *seed) {
    const struct backend *drawn = NULL;
    unsigned count = 0;
    for (unsigned i = 0; backends[i] != NULL; i++) {
        if (backend_takes(backends[i], network) && random_draw(seed, ++count) == 0) {
            drawn = backends[i];
        }
    }
    return drawn;
}

/* Draws where a part is to end: on a GPU after some states (a limit then), or checkpoints. */
static struct halt draw_halt(const struct backend *backend, struct explore_options *options, uint64_t states,
                             uint64_t *seed) {
    struct halt halt = never_halt;
    const uint64_t most = random_next(seed) % (states + 2);
    if (!backend->on_device) {
        halt.states = most;
    } else if (random_draw(seed, 2)) {
        halt.written = 1 + random_draw(seed, 6);
    } else {
        options->max_states = most + 1;
    }
    return halt;
}

/* Continues a search until it ends, each part by some backend; the last one's result, or NULL with the error
 * of `place`. */
static struct exploration *explore_in_parts(struct tally *tally, const model *model,
                                            const struct explore_options *options, uint64_t states,
                                            uint64_t *seed, const struct backend **last) {
    char folder[SEARCH_PART_PATH];
    struct telling telling = {0};
    struct exploration *found = NULL;
    int had_several = 0;
    empty_checkpoints(folder);
    *last = NULL;
    for (unsigned part = 0;; part++) {
        struct checkpoint checkpoint = checkpoint_in(folder, &telling);
        struct explore_options how = *options;
        const struct backend *backend = draw_backend(model_network(model), seed);
        struct halt halt = part == MOST_PARTS ? never_halt : draw_halt(backend, &how, states, seed);
        checkpoint.interval = halt.written != 0 || random_draw(seed, 4) == 0 ? 0 : 1e9;
        place.run.threads = 1 + (unsigned)random_draw(seed, 4);
        draw_gpus(backend, model, seed);
        how.exchange_keys = random_draw(seed, 2) ? 64 : 0;
        found = explore_part(backend, model, how, &checkpoint, halt);
        const int has_several = place.run.devices != NULL;
        tally->several += (uint64_t)has_several;
        tally->onto_several += checkpoint.resumed != 0 && has_several && !had_several;
        tally->from_several += checkpoint.resumed != 0 && !has_several && had_several;
        had_several = has_several;
        tally->written += checkpoint.written;
        tally->crossed += *last != NULL && *last != backend && checkpoint.resumed != 0;
        *last = backend;
        if (found == NULL || part == MOST_PARTS ||
            (found->result.outcome != EXPLORE_INTERRUPTED && found->result.outcome != EXPLORE_LIMIT &&
             !telling.halted)) { /* too late for the search, but not for what follows it */
            break;
        }
        tally->parts++;
        exploration_free(found);
    }
    place.run.threads = 1;
    CU_ASSERT_EQUAL(telling.failed, 0);
    return found;
}

static const char *judge_model(void *context, struct placed_model *placed, uint64_t seed) {
    struct tally *tally = context;
    struct drawn_search drawn;
    drawn_search_open(&drawn, placed, has_sight, &seed);
    struct explore_options *options = &drawn.options;
    options->least_bits = random_draw(&seed, 3) == 0 ? 28 : 0; /* of slots of 32 bits */
    struct error expected;
    struct exploration *whole = backends[0]->explore(placed->model, options, &place.run, &expected);
    const char *what = NULL;
    /* Where there are more initial states than the limit, another engine may end before it finds the error.
     */
    options->max_states = whole == NULL ? 0 : options->max_states;
    if (whole == NULL || whole->result.outcome == EXPLORE_DONE || whole->result.outcome == EXPLORE_VIOLATED) {
        const struct backend *last;
        struct exploration *found = explore_in_parts(
            tally, placed->model, options, whole == NULL ? 300 : whole->result.states, &seed, &last);
        tally->models++;
        tally->data += placed->network->data != NULL;
        tally->folded += model_header(placed->model)->fold_levels != 0;
        tally->kept += options->keep_levels != 0;
        tally->faults += whole == NULL;
        tally->violated += whole != NULL && whole->result.outcome == EXPLORE_VIOLATED;
        if (whole == NULL || found == NULL) {
            what = whole != NULL                                             ? "the search failed"
                   : found != NULL && found->result.outcome != EXPLORE_FAULT ? "an error is missing"
                                                                             : NULL;
        } else {
            what = compare_results(whole, found);
            const int on_several = place.run.devices != NULL;
            search_choose_gpus(1, NULL);
            if (what == NULL && options->keep_levels && whole->result.outcome == EXPLORE_DONE) {
                what = on_several ? compare_traces(whole, found, last) : compare_products(whole, found, last);
            }
        }
        search_choose_gpus(1, NULL);
        exploration_free(found);
    }
    exploration_free(whole);
    drawn_search_close(&drawn);
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    tally->mismatches += placed_model_judge(seed % 2 == 0 ? &tally->random : NULL, seed, judge_model, tally);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "with data", tally.data, "stops", tally.parts, "folded",
                  tally.folded, "levels kept", tally.kept, "checkpoints", tally.written, "errors of models",
                  tally.faults, "violated", tally.violated, "continued elsewhere", tally.crossed,
                  "on several GPUs", tally.several, "continued there", tally.onto_several,
                  "continued from there", tally.from_several, NULL);
    CU_ASSERT(
        cases < CASES ||
        (tally.models > cases / 2 && tally.data > cases / 4 && tally.parts > cases / 2 &&
         tally.folded > cases / 20 && tally.kept > cases / 4 && tally.violated > cases / 20 &&
         (!search_has_device() || (tally.crossed > cases / 4 && tally.several > cases / 5 &&
                                   tally.onto_several > cases / 20 && tally.from_several > cases / 20))));
}

/* --- what an unfinished level has shown --- */

/* The search stops within the level of a deadlock; continued, it must expand this level before it is decided.
 */
static void test_notes(void) {
    struct telling telling = {0};
    struct explore_options options = {
        .max_depth = UINT64_MAX, .max_states = MOST_STATES, .keep_levels = 1, .decided = has_sight};
    struct placed_model placed;
    char folder[SEARCH_PART_PATH];
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&placed,
                                            "mdp module a x:[0..9]; y:[0..9];\n"
                                            "[] x<9 & !(x=2&y=1) -> (x'=x+1);\n"
                                            "[] y<9 & !(x=2&y=1) -> (y'=y+1); endmodule\n",
                                            ""),
                          0);
    model *model = placed_model_compile(&placed, &(struct model_options){0});
    struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
    empty_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    options.max_states = 10; /* those of the levels until then */
    struct exploration *part = explore_part(backends[0], model, options, &checkpoint, never_halt);
    CU_ASSERT(part->result.outcome == EXPLORE_LIMIT && part->result.deadlock_level == 3);
    CU_ASSERT_EQUAL(telling.written, 1);
    options.max_states = MOST_STATES;
    struct exploration *found = explore_part(backends[0], model, options, &checkpoint, never_halt);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_VIOLATED);
    CU_ASSERT_PTR_NULL(compare_results(whole, found));
    exploration_free(found);
    exploration_free(part);
    exploration_free(whole);
    empty_checkpoints(folder);
    placed_model_free(&placed);
}

/* --- too little memory for all levels --- */

/* A search that dropped its older levels is continued, unless they are needed. */
static void test_dropped(void) {
    struct telling telling = {0};
    struct explore_options options = {.keep_levels = 1, .may_forget = 1, .max_depth = 270};
    char folder[SEARCH_PART_PATH];
    const uint64_t limit = place.memory.limit;
    struct placed_model placed;
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&placed, search_cube, ""), 0);
    model *model = placed_model_compile(&placed, &(struct model_options){0});
    empty_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    place.memory.limit = memory_used(&place.memory) + ((uint64_t)16 << 20);
    struct exploration *part = explore_part(backends[0], model, options, &checkpoint, never_halt);
    place.memory.limit = limit;
    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    CU_ASSERT(part->result.outcome == EXPLORE_LIMIT || part->result.outcome == EXPLORE_FULL);
    CU_ASSERT(part->result.states > 500000 && !part->space.levels_kept && telling.written == 1);
    exploration_free(part);
    options.max_depth = UINT64_MAX;
    options.may_forget = 0;
    part = explore_part(backends[0], model, options, &checkpoint, never_halt);
    CU_ASSERT_PTR_NULL(part);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "dropped its older levels, which are needed here"));
    options.may_forget = 1;
    part = explore_part(backends[0], model, options, &checkpoint, never_halt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    CU_ASSERT(part->result.outcome == EXPLORE_DONE && part->result.states == 1000000);
    CU_ASSERT(part->result.transitions == 2970001 && part->result.levels == 298);
    CU_ASSERT(!part->space.levels_kept && checkpoint.resumed > 500000);
    exploration_free(part);
    empty_checkpoints(folder);
    placed_model_free(&placed);
}

void suite_checkpoint(void) {
    suite_add("checkpoint", workplace_open, workplace_close, "random searches, stopped and continued",
              test_random, "levels that were dropped", test_dropped, "an unfinished level", test_notes, NULL);
}
