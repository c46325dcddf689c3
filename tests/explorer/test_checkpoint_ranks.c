/*
 * Checkpoints of searches by several ranks, which are threads here, on CPUs and on a GPU: random searches
 * that are stopped anywhere, and continued by other numbers of ranks or by one process, find what one search
 * finds.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>

#include "explorer/model/model_core.h"
#include "explorer/search/gathering.h"
#include "tests/random/random_prism.h"
#include "tests/support/place_model.h"
#include "tests/support/backend_test.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"
#include "tests/support/workplace.h"

#define CASES 200
#define MOST_PARTS 5 /* of a search */
#define BUDGET ((uint64_t)1 << 28)

/* A part of a search by several ranks, or by one process without ranks. */
struct part {
    const struct exploration *whole;
    struct explore_options options;
    const char *folder;
    double interval;
    int on_gpu; /* all search on GPU 0 */
    struct halt halt;
    uint64_t halting; /* the rank that is stopped */
    struct trial trial;
    struct telling telling[TRIAL_ALONE + 1];
    struct checkpoint checkpoint[TRIAL_ALONE + 1];
    struct exploration *found[TRIAL_ALONE + 1];
};

static int search_rank(void *context, unsigned rank) {
    struct part *part = context;
    struct run *run = &part->trial.run[rank];
    struct error *error = &part->trial.error[rank];
    struct explore_options options = part->options;
    struct checkpoint *checkpoint = &part->checkpoint[rank];
    run->threads = 1 + rank % 2;
    if (rank == part->halting) {
        run->stop = &part->halt.stop;
        options.leave = halt_after;
        options.leave_context = &part->halt;
    }
    *checkpoint = checkpoint_in(part->folder, &part->telling[rank]);
    checkpoint->interval = part->interval;
    checkpoint->follows_rank = rank != 0 && rank != TRIAL_ALONE;
    options.checkpoint = checkpoint;
    if (checkpoint_open(checkpoint, error) == 0) {
        part->found[rank] = (part->on_gpu ? backend_find("cuda") : backends[0])
                                ->explore(part->whole->model, &options, run, error);
    }
    checkpoint_close(checkpoint);
    return part->found[rank] != NULL ? 0 : -1;
}

static void forget_rank(void *context, unsigned rank) {
    struct part *part = context;
    exploration_free(part->found[rank]);
}

static const struct trial_question question = {.answer = search_rank, .forget = forget_rank};

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, stops, written, resumed, kept, folded, alone, on_gpu;
};

/* Draws who searches, and what ends the part unless it is the last one. */
static void draw_part(struct part *part, int is_last, int on_gpus, uint64_t *seed) {
    const uint64_t states = part->whole->result.states;
    const unsigned count = 1 + (unsigned)random_draw(seed, THREAD_RANKS_MOST);
    part->trial = (struct trial){.question = &question, .context = part, .count = count};
    part->on_gpu = on_gpus && count > 1 && random_draw(seed, 2);
    part->halting = count == 1 ? TRIAL_ALONE : random_draw(seed, count);
    part->interval = random_draw(seed, 3) == 0 ? 0 : 1e9;
    if (!is_last && !part->on_gpu && random_draw(seed, 2)) {
        part->halt.states = random_next(seed) % (states / count + 2);
    } else if (!is_last) {
        part->options.max_states = 1 + random_next(seed) % (states + 1);
    }
    part->trial.seed = random_next(seed);
}

/* Whether the search goes on; *what differs from the whole search, or NULL. */
static int judge_part(struct tally *tally, const struct part *part, int is_last, const char **what) {
    const struct exploration *whole = part->whole;
    const unsigned count = part->trial.count, first = count == 1 ? TRIAL_ALONE : 0;
    const struct exploration *one = part->found[first];
    uint64_t states = 0;
    for (unsigned r = first; r < first + count; r++) {
        tally->written += part->checkpoint[r].written;
        tally->resumed += part->checkpoint[r].resumed != 0;
        CU_ASSERT_EQUAL(part->telling[r].failed, 0);
        if (part->found[r] == NULL) {
            *what = part->trial.error[r].text;
            return 0;
        }
    }
    if (!is_last && (one->result.outcome == EXPLORE_INTERRUPTED || one->result.outcome == EXPLORE_LIMIT)) {
        tally->stops++;
        return 1;
    }
    for (unsigned r = first; r < first + count && *what == NULL; r++) {
        *what = compare_counts(whole, part->found[r]);
        states += *what != NULL ? 0 : part->found[r]->space.level_begin[whole->result.levels];
    }
    /* Levels of ranks have begins of their own. */
    *what = *what == NULL && states != whole->result.states ? "begins of levels" : *what;
    return 0;
}

static const char *search_in_parts(struct tally *tally, const struct explore_options *options,
                                   const struct exploration *whole, uint64_t *seed) {
    char folder[SEARCH_PART_PATH];
    const int on_gpus = search_has_device() && model_header(whole->model)->fold_levels == 0 &&
                        backend_takes(backend_find("cuda"), model_network(whole->model));
    const char *what = NULL;
    unsigned number = 0;
    int goes_on;
    empty_checkpoints(folder);
    do {
        const int is_last = number++ == MOST_PARTS;
        struct part part = {.whole = whole, .options = *options, .folder = folder, .halt = never_halt};
        draw_part(&part, is_last, on_gpus, seed);
        struct trial *trial = &part.trial;
        const int alone = trial->count == 1;
        tally->alone += (uint64_t)alone;
        tally->on_gpu += (uint64_t)part.on_gpu;
        if (alone) {
            trial_ask_alone(trial);
        } else {
            trial_ask(trial);
        }
        goes_on = judge_part(tally, &part, is_last, &what);
        if (what != NULL) {
            printf("\npart %u of %u ranks: %s", number, trial->count, what);
            what = "a search in parts";
        }
        CU_ASSERT_EQUAL(alone ? trial_end_alone(trial) : trial_end(trial), 0);
    } while (goes_on);
    return what;
}

/* The callback explore_options.decided. */
static int has_deadlock(void *context, const struct exploration *exploration) {
    (void)context;
    return exploration->result.deadlock_level != UINT64_MAX;
}

static const char *judge_model(void *context, struct placed_model *placed, uint64_t seed) {
    struct tally *tally = context;
    struct drawn_search drawn;
    const char *what = NULL;
    drawn_search_open(&drawn, placed, has_deadlock, &seed);
    struct exploration *whole = explore_cpu(placed->model, &drawn.options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
    /* Initial states are counted before anything is decided. */
    if (whole->result.states <= drawn.options.max_states &&
        (whole->result.outcome == EXPLORE_DONE || whole->result.outcome == EXPLORE_VIOLATED)) {
        what = search_in_parts(tally, &drawn.options, whole, &seed);
        tally->models++;
        tally->kept += drawn.options.keep_levels != 0;
        tally->folded += model_header(placed->model)->fold_levels != 0;
    }
    exploration_free(whole);
    drawn_search_close(&drawn);
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    tally->mismatches += placed_model_judge(seed % 3 == 0 ? &tally->random : NULL, seed, judge_model, tally);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    setenv("HEDDLE_EXCHANGE", "messages", 1); /* NCCL takes each GPU once */
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    unsetenv("HEDDLE_EXCHANGE");
    report_counts("models", tally.models, "stops", tally.stops, "checkpoints", tally.written, "resumed",
                  tally.resumed, "levels kept", tally.kept, "folded", tally.folded, "parts by one process",
                  tally.alone, NULL);
    CU_ASSERT(cases < CASES || (tally.models > cases / 2 && tally.stops > cases && tally.written > cases &&
                                tally.resumed > cases && tally.kept > cases / 5 &&
                                tally.folded > cases / 20 && tally.alone > cases / 5));
}

/* --- words on their way to rank 0 --- */

#define SECTIONS 4u
#define MOST_UNITS 20000u

struct collection {
    struct thread_ranks *ranks;
    unsigned unit;                                 /* words */
    uint64_t units[SECTIONS][THREAD_RANKS_MOST];   /* that each rank gives */
    uint64_t arrived[SECTIONS][THREAD_RANKS_MOST]; /* words; by rank 0 */
    unsigned section;                              /* of rank 0 */
    uint64_t wrong;
};

/* A word has its section, its rank and its number there. */
static uint64_t word_of(unsigned section, unsigned rank, uint64_t number) {
    return (uint64_t)section << 48 | (uint64_t)rank << 32 | number;
}

static int collect(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    struct collection *collection = context;
    (void)error;
    collection->wrong += count % collection->unit != 0;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned rank = (unsigned)(words[i] >> 32 & 0xffff) % THREAD_RANKS_MOST;
        uint64_t *arrived = &collection->arrived[collection->section][rank];
        collection->wrong += words[i] != word_of(collection->section, rank, *arrived);
        ++*arrived;
    }
    return 0;
}

static void give_sections(void *context, unsigned rank) {
    struct collection *collection = context;
    struct memory memory;
    struct gathering gathering;
    uint64_t unit[8];
    memory_init(&memory, BUDGET);
    if (gathering_open(&gathering, thread_ranks_get(collection->ranks, rank), &memory, collection->unit) ==
        0) {
        gathering.to = (struct words_sink){.put = rank == 0 ? collect : NULL, .context = collection};
        for (unsigned section = 0; section < SECTIONS; section++) {
            if (rank == 0) {
                collection->section = section;
            }
            for (uint64_t i = 0; i < collection->units[section][rank]; i++) {
                for (unsigned w = 0; w < collection->unit; w++) {
                    unit[w] = word_of(section, rank, i * collection->unit + w);
                }
                gathering_give(&gathering, unit, collection->unit);
            }
            gathering_end(&gathering);
        }
    }
    gathering_close(&gathering);
    ranks_end(thread_ranks_get(collection->ranks, rank), memory_used(&memory) == 0 ? 0 : 3);
}

/* All words of a section, of all ranks, arrive before those of the next one, in whole units. */
static void test_gathering(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 4);
    for (unsigned i = 0; i < 40; i++) {
        const unsigned count = 1 + (unsigned)random_draw(&seed, THREAD_RANKS_MOST);
        struct collection collection = {.unit = 1 + (unsigned)random_draw(&seed, 8)};
        for (unsigned s = 0; s < SECTIONS * count; s++) {
            collection.units[s / count][s % count] =
                random_draw(&seed, 2) ? random_draw(&seed, MOST_UNITS) : random_draw(&seed, 5);
        }
        collection.ranks = thread_ranks_create(count, random_next(&seed));
        thread_ranks_run(collection.ranks, give_sections, &collection);
        thread_ranks_free(collection.ranks);
        CU_ASSERT_EQUAL(collection.wrong, 0);
        for (unsigned s = 0; s < SECTIONS * count; s++) {
            CU_ASSERT_EQUAL(collection.arrived[s / count][s % count],
                            collection.units[s / count][s % count] * collection.unit);
        }
    }
}

void suite_checkpoint_ranks(void) {
    suite_add("checkpoint_ranks", workplace_open, workplace_close, "random searches, stopped and continued",
              test_random, "words of all ranks", test_gathering, NULL);
}
