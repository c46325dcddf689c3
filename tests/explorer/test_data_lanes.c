/*
 * The CUDA search of models with data, step by step on the host: warps of lanes that go through successors by
 * tables (search_tables.cuh) or visit them (search_lanes.cuh), beside the search on the CPU. What a kernel
 * keeps in shared memory has exactly its size here, so that sanitizers see what is beyond.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/data/data_tables.h"
#include "explorer/model/model.h"
#include "explorer/model/successors_data_core.h"
#include "explorer/search/lanes_core.h"
#include "tests/random/random_prism.h"
#include "tests/support/place_model.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 1000
#define MOST_STATES 3000u
#define LANES 32u
#define WORDS 4u
#define SLOTS 65536u

/* --- a warp --- */

/* How states are expanded: by tables as in shared memory, or by visits of each lane. */
struct warp {
    struct model_view view;
    struct data_tables tables;
    uint32_t words, lanes, room; /* room: keys on the stage */
    int by_tables, compares, in_order;
    uint64_t *queue, head, tail; /* vectors */
    uint32_t *slots;             /* [SLOTS]: of the queue, + 1 */
    uint64_t *stage;             /* [room * words] */
    uint32_t staged;
    uint64_t *moves; /* [LANES * move_words] */
    uint64_t *scratch, scratch_words;
    uint64_t transitions, choices, deadlocks, odd, many, several;
    int fault, wrong; /* wrong: a choice has a number that it must not have */
};

static void put_vector(struct warp *warp, const uint64_t *vector) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < warp->words; w++) {
        hash = core_mix(hash ^ vector[w]);
    }
    for (hash %= SLOTS; warp->slots[hash] != 0; hash = (hash + 1) % SLOTS) {
        if (memcmp(warp->queue + (warp->slots[hash] - 1) * (uint64_t)warp->words, vector,
                   warp->words * sizeof *vector) == 0) {
            return;
        }
    }
    if (warp->tail < MOST_STATES) {
        memcpy(warp->queue + warp->tail * warp->words, vector, warp->words * sizeof *vector);
        warp->slots[hash] = (uint32_t)++warp->tail;
    }
}

static void flush_stage(struct warp *warp) {
    for (uint32_t i = 0; i < warp->staged; i++) {
        put_vector(warp, warp->stage + i * (uint64_t)warp->words);
    }
    warp->staged = 0;
}

static void stage_vector(struct warp *warp, const uint64_t *vector) {
    if (warp->staged == warp->room) {
        flush_stage(warp);
    }
    memcpy(warp->stage + warp->staged++ * (uint64_t)warp->words, vector, warp->words * sizeof *vector);
}

/* --- lanes that visit --- */

struct visiting {
    struct warp *warp;
    struct entry_list list;
    uint32_t choice;
    uint64_t entries;
};

static int visit_lane(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct visiting *lane = context;
    const uint32_t choices = lane->warp->view.header->choices;
    (void)label;
    lane->warp->wrong |= choice >= choices;
    lane->choice = choice;
    if (!entry_list_has(&lane->list, choice, target, lane->warp->words)) {
        lane->entries++;
        stage_vector(lane->warp, target);
    }
    return 0;
}

/* The entries of a state, counted with a set. */
static uint64_t count_entries(struct warp *warp, const struct successors_source *from, uint64_t most) {
    const uint64_t slots = entry_set_slots(most), bytes = slots * (warp->words + 1) * sizeof(uint64_t);
    struct entry_set set = {memory_allocate_zeroed(&place.memory, bytes), slots - 1, warp->words, 0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(set.slots);
    successors_all(from, warp->words, entry_set_add, &set);
    memory_free(&place.memory, set.slots, bytes);
    warp->many++;
    return set.count;
}

/* Expands a state of the queue; `tables`: NULL, or where they do not say all, by the interpreter. */
static void expand_by_lane(struct warp *warp, uint64_t index, const struct data_tables *tables) {
    uint64_t keys[ENTRIES_FEW * WORDS], source[WORDS];
    uint32_t numbers[ENTRIES_FEW];
    struct successors_source from = {&warp->view, source, warp->scratch, warp->scratch + 2 * warp->words,
                                     0,           0};
    struct visiting lane = {warp,
                            {.choice = MODEL_NONE,
                             .compares = warp->compares,
                             .in_order = warp->in_order,
                             .keys = keys,
                             .choices = numbers},
                            MODEL_NONE,
                            0};
    memcpy(source, warp->queue + index * warp->words, warp->words * sizeof *source);
    int moves = tables == NULL ? DATA_ODD : successors_by_data(tables, &from, warp->words, visit_lane, &lane);
    moves = moves == DATA_ODD ? successors_all(&from, warp->words, visit_lane, &lane) : moves;
    if (moves == SUCCESSORS_FAULT) {
        warp->fault = 1;
        return;
    }
    warp->deadlocks += moves == 0;
    warp->choices += (uint32_t)(lane.choice + 1);
    warp->transitions += lane.list.many ? count_entries(warp, &from, lane.entries) : lane.entries;
}

/* --- lanes that step --- */

struct lane {
    uint64_t source[WORDS], target[WORDS];
    uint64_t keys[ENTRIES_FEW * WORDS];
    struct data_enabled enabled;
    struct lane_walk walk;
    int active, odd;
};

static void begin_lanes(struct warp *warp, struct lane *lanes) {
    memset(warp->moves, 0xa5, LANES * warp->tables.move_words * sizeof *warp->moves);
    for (uint32_t i = 0; i < LANES; i++) {
        int moves = 0;
        lanes[i].active = i < warp->lanes && warp->head + i < warp->tail;
        lanes[i].enabled = (struct data_enabled){warp->moves + i, LANES};
        if (lanes[i].active) {
            memcpy(lanes[i].source, warp->queue + (warp->head + i) * warp->words,
                   warp->words * sizeof *lanes[i].source);
            moves = data_enable(&warp->tables, lanes[i].source, warp->words, &lanes[i].enabled);
        }
        lanes[i].odd = moves == DATA_ODD;
        lanes[i].walk = lane_begin(&warp->tables, lanes[i].keys, moves == 1);
    }
}

/* All lanes go to their next successors; 0 if none has one. */
static int step_lanes(struct warp *warp, struct lane *lanes) {
    enum lane_step steps[LANES];
    int some = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        steps[i] = lane_next(&warp->tables, lanes[i].source, warp->words, &lanes[i].enabled, &lanes[i].walk,
                             lanes[i].target);
        some |= steps[i] != LANE_END;
    }
    for (uint32_t i = 0; i < LANES; i++) {
        if (steps[i] == LANE_NEW) {
            stage_vector(warp, lanes[i].target);
        }
    }
    return some;
}

static int visit_nothing(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    (void)context;
    (void)label;
    (void)choice;
    (void)target;
    return 0;
}

static void end_lane(struct warp *warp, struct lane *lane, uint64_t index) {
    if (lane->odd) {
        warp->odd++;
        expand_by_lane(warp, index, NULL);
        return;
    }
    struct successors_source from = {
        &warp->view, lane->source, warp->scratch, warp->scratch + 2 * warp->words, 0, 0};
    const int several = successors_all(&from, warp->words, visit_nothing, NULL) == SUCCESSORS_SEVERAL;
    warp->wrong |= data_enabled_several(&warp->tables, &lane->enabled) != several;
    warp->several += (uint64_t)several;
    warp->deadlocks += !lane->walk.fired;
    warp->choices += data_cursor_choices(&warp->tables, &lane->walk.cursor, lane->walk.fired);
    warp->transitions +=
        lane->walk.list.many ? count_entries(warp, &from, lane->walk.entries) : lane->walk.entries;
}

/* Expands the next states of the queue. */
static void run_batch(struct warp *warp) {
    static struct lane lanes[LANES];
    const uint64_t tail = warp->tail;
    uint64_t count = tail - warp->head < warp->lanes ? tail - warp->head : warp->lanes;
    if (warp->by_tables) {
        begin_lanes(warp, lanes);
        while (step_lanes(warp, lanes)) {
        }
    }
    for (uint64_t i = 0; i < count && !warp->fault; i++) {
        if (warp->by_tables) {
            end_lane(warp, &lanes[i], warp->head + i);
        } else {
            expand_by_lane(warp, warp->head + i, warp->tables.header != NULL ? &warp->tables : NULL);
        }
    }
    flush_stage(warp);
    warp->head += count;
}

/* --- the search --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, large, faults, by_tables, by_visits, states, odd, many, several, clauses;
};

static void *allocate(uint64_t count, uint64_t size) {
    void *block = memory_allocate_zeroed(&place.memory, count * size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(block);
    return block;
}

static void run_search(struct warp *warp) {
    const struct model_header *header = warp->view.header;
    const uint64_t queue = (uint64_t)MOST_STATES * warp->words, stage = (uint64_t)warp->room * warp->words;
    const uint64_t moves = (uint64_t)LANES * warp->tables.move_words + 1;
    warp->scratch_words = 2 * (uint64_t)warp->words + header->work_words;
    warp->queue = allocate(queue, sizeof *warp->queue);
    warp->slots = allocate(SLOTS, sizeof *warp->slots);
    warp->stage = allocate(stage, sizeof *warp->stage);
    warp->moves = allocate(moves, sizeof *warp->moves);
    warp->scratch = allocate(warp->scratch_words, sizeof *warp->scratch);
    for (uint64_t i = 0; i < header->initial_count; i++) {
        put_vector(warp, warp->view.initial + i * warp->words);
    }
    while (warp->head < warp->tail && !warp->fault) {
        run_batch(warp);
    }
    memory_free(&place.memory, warp->queue, queue * sizeof *warp->queue);
    memory_free(&place.memory, warp->slots, SLOTS * sizeof *warp->slots);
    memory_free(&place.memory, warp->stage, stage * sizeof *warp->stage);
    memory_free(&place.memory, warp->moves, moves * sizeof *warp->moves);
    memory_free(&place.memory, warp->scratch, warp->scratch_words * sizeof *warp->scratch);
}

/* Searches in a way that is drawn; NULL, or what differs from the search on the CPU (NULL: the model is
 * wrong). */
static const char *search_by_warp(struct tally *tally, const struct placed_model *subject,
                                  const struct exploration *found, uint64_t seed) {
    const struct data_tables *tables = model_data_tables(subject->model);
    struct warp warp = {.view = model_view_of(model_image(subject->model)),
                        .lanes = 1 + (uint32_t)random_draw(&seed, LANES),
                        .room = LANES + (uint32_t)random_draw(&seed, 100),
                        .compares = !subject->network->data->distinct || random_draw(&seed, 2) == 0,
                        .in_order = (int)random_draw(&seed, 2)};
    warp.words = warp.view.header->words;
    if (tables != NULL && random_draw(&seed, 8) != 0) {
        warp.tables = *tables;
        warp.by_tables = data_tables_are_plain(tables->header) && random_draw(&seed, 4) != 0;
        tally->clauses += warp.by_tables && tables->clause_count > 0;
    }
    run_search(&warp);
    if (warp.view.header->choices != 0) { /* exploration_add_loops */
        warp.transitions += warp.deadlocks;
        warp.choices += warp.deadlocks;
    }
    tally->by_tables += warp.by_tables != 0;
    tally->by_visits += !warp.by_tables;
    tally->odd += warp.odd;
    tally->many += warp.many;
    tally->several += warp.several;
    tally->states += warp.tail;
    if (found == NULL || warp.fault) {
        return found == NULL && warp.fault ? NULL : "an error of the model";
    }
    return warp.wrong                                      ? "the number of a choice"
           : found->result.states != warp.tail             ? "states"
           : found->result.transitions != warp.transitions ? "transitions"
           : found->result.choices != warp.choices         ? "choices"
           : found->result.deadlocks != warp.deadlocks     ? "deadlocks"
                                                           : NULL;
}

static const char *search_subject(struct tally *tally, const struct placed_model *subject, uint64_t seed) {
    struct explore_options options = {.max_depth = UINT64_MAX, .max_states = MOST_STATES / 2};
    struct exploration *found = explore_cpu(subject->model, &options, &place.run, &place.error);
    const char *what = NULL;
    int large =
        found != NULL && (found->result.outcome == EXPLORE_LIMIT || found->result.states > MOST_STATES);
    int wrong = found != NULL && found->result.outcome == EXPLORE_FAULT;
    tally->large += large;
    tally->faults += wrong;
    for (uint32_t i = 0; i < 3 && what == NULL && !large; i++) {
        what = search_by_warp(tally, subject, wrong ? NULL : found, seed + i);
    }
    exploration_free(found);
    return what;
}

static const char *judge_model(void *context, struct placed_model *subject, uint64_t seed) {
    static const uint32_t words[] = {0, 0, 2, 4};
    struct tally *tally = context;
    const struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))]};
    if (model_header(placed_model_compile(subject, &layout))->words > WORDS) {
        return NULL;
    }
    tally->models++;
    return search_subject(tally, subject, seed);
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    tally->mismatches += placed_model_judge(&tally->random, seed, judge_model, tally);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "states", tally.states, "by tables", tally.by_tables, "by visits",
                  tally.by_visits, "with an error", tally.faults, "too large", tally.large, "odd states",
                  tally.odd, "states with many targets", tally.many, "with several commands", tally.several,
                  NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models > cases / 2 && tally.by_tables > cases / 2 && tally.by_visits > cases / 4 &&
               tally.faults > cases / 50 && tally.odd > cases / 20 && tally.large < cases / 5));
}

/* --- chosen models --- */

static void expect_counts(const char *text, int many) {
    struct tally tally = {.mismatches = 0};
    struct placed_model subject;
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, text, ""), 0);
    placed_model_compile(&subject, &(struct model_options){0});
    for (uint64_t seed = 0; seed < 40; seed++) {
        const char *what = search_subject(&tally, &subject, seed);
        if (what != NULL) {
            printf("\n%s: %s\n", text, what);
            CU_FAIL("other counts");
        }
    }
    CU_ASSERT(tally.many > 0 || !many);
    if (tally.by_tables == 0) {
        printf("\n%s: not by tables, large %" PRIu64 ", wrong %" PRIu64 "\n", text, tally.large,
               tally.faults);
        CU_FAIL("the model has no plain tables");
    }
    placed_model_free(&subject);
}

/* Many choices that lead to the same state, each of them a transition. */
static void test_many_choices(void) {
    char text[2048] = "mdp module m x:[0..2];";
    for (int i = 0; i < 50; i++) {
        strcat(text, " [] x=0 -> (x'=1);");
    }
    strcat(text, " [] x=1 -> 0.5:(x'=2) + 0.5:true; endmodule");
    expect_counts(text, 1);
}

static void test_chosen(void) {
    /* One choice with 64 branches, some to the same state, beside others. */
    expect_counts("dtmc module a x:[0..7]; y:[0..7]; [] x<4 -> 1/4:(x'=x+1) + 1/4:(x'=x) + 1/4:(x'=0) + 1/4:"
                  "(x'=4); [] y<7 -> (y'=y+1); [] x=3 -> (x'=4); [] x>3 -> (x'=x-1); endmodule",
                  0);
    expect_counts(
        "dtmc module a x:[0..63]; [] x<60 -> 1/40:(x'=0)+1/40:(x'=1)+1/40:(x'=2)+1/40:(x'=3)+1/40:"
        "(x'=4)+1/40:(x'=5)+1/40:(x'=6)+1/40:(x'=7)+1/40:(x'=8)+1/40:(x'=9)+1/40:(x'=10)+1/40:"
        "(x'=11)+1/40:(x'=12)+1/40:(x'=13)+1/40:(x'=14)+1/40:(x'=15)+1/40:(x'=16)+1/40:(x'=17)+1/40:"
        "(x'=18)+1/40:(x'=19)+1/40:(x'=20)+1/40:(x'=21)+1/40:(x'=22)+1/40:(x'=23)+1/40:(x'=24)+1/40:"
        "(x'=25)+1/40:(x'=26)+1/40:(x'=27)+1/40:(x'=28)+1/40:(x'=29)+1/40:(x'=30)+1/40:(x'=31)+1/40:"
        "(x'=32)+1/40:(x'=33)+1/40:(x'=34)+1/40:(x'=35)+1/40:(x'=36)+1/40:(x'=37)+1/40:(x'=x+1)+1/40:"
        "(x'=60); endmodule",
        1);
    /* Conditions over large variables, which are clauses. */
    expect_counts("mdp module m x:[0..1000]; y:[0..1000]; b:bool; [] (x<3 | y>7 | b) & x<20 -> (x'=x+1);"
                  " [] (x>4 | y<5) & y<20 -> 0.5:(y'=y+1) + 0.5:(b'=!b); [] b & x>9 -> (b'=false); endmodule",
                  0);
    /* More than 64 moves. */
    expect_counts("mdp module a x:[0..9]; [s] x<9 -> (x'=x+1); [s] x<8 -> (x'=x+2); [s] x>6 -> (x'=x-7);"
                  " [s] x>3 -> (x'=x-1); [s] x>4 -> (x'=x-2); [] x=9 -> true; endmodule\n"
                  "module b=a[x=y] endmodule module c=a[x=z] endmodule",
                  0);
    /* Weights of 0 in some states, which are odd. */
    expect_counts(
        "dtmc module m x:[0..4]; y:[0..30]; [] y<30 -> x/4:(x'=0)&(y'=y+1) + 1-x/4:(x'=x+1); endmodule", 0);
    expect_counts(
        "ctmc module m x:[0..4]; y:[0..30]; [] y<30 -> x:(y'=y+1) + 4-x:(x'=x+1); [] x>0 -> 2:(x'=0);"
        " endmodule",
        0);
}

void suite_data_lanes(void) {
    suite_add("lanes of the CUDA search of models with data", workplace_open, workplace_close,
              "random models beside the search on the CPU", test_random, "chosen models", test_chosen,
              "many choices", test_many_choices, NULL);
}
