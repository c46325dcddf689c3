/*
 * Checkpoints of searches by several ranks, which are threads here, on CPUs and on a GPU: random searches
 * that are stopped anywhere, and continued by other numbers of ranks or by one process, find what one search
 * finds.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "explorer/search/gathering.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/random/random_network.h"
#include "tests/random/random_prism.h"
#include "tests/support/place_model.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"
#include "tests/support/workplace.h"

#define CASES 200
#define MOST_STATES 20000
#define MOST_PARTS 5 /* of a search */
#define BUDGET ((uint64_t)1 << 28)
#define DEVICE_BYTES ((uint64_t)1 << 28)

/* A part of a search by several ranks. */
struct part {
    const model *model;
    struct explore_options options;
    const char *folder;
    double interval;
    struct thread_ranks *ranks;
    int alone;  /* the one rank is a process of its own, without ranks */
    int on_gpu; /* all search on GPU 0 */
    struct halt halt;
    uint64_t halting; /* the rank that is stopped */
    struct telling telling[THREAD_RANKS_MOST];
    struct checkpoint checkpoint[THREAD_RANKS_MOST];
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
    struct exploration *found[THREAD_RANKS_MOST];
};

static int halt_after(void *context, uint64_t states) {
    struct halt *halt = context;
    if (states >= halt->states) {
        __atomic_store_n(&halt->stop, 1, __ATOMIC_RELAXED);
    }
    return 0;
}

static struct exploration *search_rank(struct part *part, const struct explore_options *options,
                                       unsigned rank) {
    struct run *run = &part->run[rank];
    run->device_bytes = part->on_gpu ? DEVICE_BYTES : 0;
    return part->on_gpu ? backend_find("cuda")->explore(part->model, options, run, &part->error[rank])
                        : explore_cpu(part->model, options, run, &part->error[rank]);
}

static void run_rank(void *context, unsigned rank) {
    struct part *part = context;
    struct explore_options options = part->options;
    struct checkpoint *checkpoint = &part->checkpoint[rank];
    memory_init(&part->memory[rank], BUDGET);
    part->run[rank] = (struct run){.memory = &part->memory[rank],
                                   .threads = 1 + rank % 2,
                                   .ranks = part->alone ? NULL : thread_ranks_get(part->ranks, rank)};
    if (rank == part->halting) {
        part->run[rank].stop = &part->halt.stop;
        options.leave = halt_after;
        options.leave_context = &part->halt;
    }
    *checkpoint = checkpoint_in(part->folder, &part->telling[rank]);
    checkpoint->interval = part->interval;
    checkpoint->follows_rank = rank != 0;
    options.checkpoint = checkpoint;
    part->found[rank] =
        checkpoint_open(checkpoint, &part->error[rank]) != 0 ? NULL : search_rank(part, &options, rank);
    ranks_end(thread_ranks_get(part->ranks, rank), part->found[rank] != NULL ? 0 : 3);
    checkpoint_close(checkpoint);
}

static void free_part(struct part *part, unsigned count) {
    for (unsigned r = 0; r < count; r++) {
        exploration_free(part->found[r]);
        CU_ASSERT_EQUAL(memory_used(&part->memory[r]), 0);
    }
    thread_ranks_free(part->ranks);
}

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, stops, written, resumed, kept, folded, alone, on_gpu;
};

/* What differs from the whole search, or NULL. Levels of ranks have other begins. */
static const char *compare_part(const struct exploration *whole, const struct part *part, unsigned count) {
    const struct explore_result *a = &whole->result;
    for (unsigned r = 0; r < count; r++) {
        const struct explore_result *b = &part->found[r]->result;
        if (a->outcome != b->outcome || a->levels != b->levels) {
            return "the outcome";
        }
        if (a->states != b->states || a->transitions != b->transitions || a->choices != b->choices ||
            a->deadlocks != b->deadlocks) {
            return "counts";
        }
        if (a->deadlock_level != b->deadlock_level || a->error_level != b->error_level ||
            (a->label_level != NULL && memcmp(a->label_level, b->label_level,
                                              model_header(whole->model)->labels * sizeof(uint64_t)) != 0)) {
            return "levels of events";
        }
        if ((whole->several == NULL) != (part->found[r]->several == NULL)) {
            return "several commands in a state";
        }
    }
    uint64_t states = 0;
    for (unsigned r = 0; r < count; r++) {
        states += part->found[r]->space.level_begin[a->levels];
    }
    return states != a->states ? "begins of levels" : NULL;
}

static const char *search_in_parts(struct tally *tally, const model *model,
                                   const struct explore_options *options, const struct exploration *whole,
                                   uint64_t *seed) {
    char folder[SEARCH_PART_PATH];
    const struct model_header *header = model_header(model);
    const int on_gpus = search_has_device() && header->kind != MODEL_DATA && header->fold_levels == 0;
    const char *what = NULL;
    int ended = 0;
    empty_checkpoints(folder);
    for (unsigned number = 0; !ended; number++) {
        const unsigned count = 1 + (unsigned)random_draw(seed, THREAD_RANKS_MOST);
        struct part part = {.model = model, .options = *options, .folder = folder, .halt = never_halt};
        part.alone = count == 1;
        tally->alone += part.alone;
        part.on_gpu = on_gpus && count > 1 && random_draw(seed, 2);
        tally->on_gpu += (uint64_t)part.on_gpu;
        part.halting = random_draw(seed, count);
        part.interval = random_draw(seed, 3) == 0 ? 0 : 1e9;
        if (number < MOST_PARTS && !part.on_gpu && random_draw(seed, 2)) {
            part.halt.states = random_next(seed) % (whole->result.states / count + 2);
        } else if (number < MOST_PARTS) {
            part.options.max_states = 1 + random_next(seed) % (whole->result.states + 1);
        }
        part.ranks = thread_ranks_create(count, random_next(seed));
        thread_ranks_run(part.ranks, run_rank, &part);
        int failed = 0;
        for (unsigned r = 0; r < count; r++) {
            failed |= part.found[r] == NULL;
            tally->written += part.checkpoint[r].written;
            tally->resumed += part.checkpoint[r].resumed != 0;
            CU_ASSERT_EQUAL(part.telling[r].failed, 0);
        }
        ended = failed || number == MOST_PARTS ||
                (part.found[0]->result.outcome != EXPLORE_INTERRUPTED &&
                 part.found[0]->result.outcome != EXPLORE_LIMIT);
        tally->stops += !ended;
        what = failed ? part.error[0].text : ended ? compare_part(whole, &part, count) : NULL;
        if (what != NULL) {
            printf("\npart %u of %u ranks: %s", number, count, what);
            what = "a search in parts";
        }
        free_part(&part, count);
    }
    return what;
}

/* The callback explore_options.decided. */
static int has_deadlock(void *context, const struct exploration *exploration) {
    (void)context;
    return exploration->result.deadlock_level != UINT64_MAX;
}

static void judge_model(struct tally *tally, const struct network *network, uint64_t seed) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    const uint64_t first = seed;
    struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))]};
    struct explore_options options = {.max_depth = UINT64_MAX,
                                      .max_states = MOST_STATES,
                                      .keep_levels = (int)random_draw(&seed, 2),
                                      .first_slots = random_draw(&seed, 2) * 64};
    model *model = model_compile(network, &layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    uint8_t *watched = test_allocate(model_header(model)->labels, 1);
    memset(watched, 1, model_header(model)->labels);
    options.watched = random_draw(&seed, 2) ? watched : NULL;
    options.decided = random_draw(&seed, 2) ? has_deadlock : NULL;
    struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
    /* Initial states are counted before anything is decided. */
    if (whole->result.states <= MOST_STATES &&
        (whole->result.outcome == EXPLORE_DONE || whole->result.outcome == EXPLORE_VIOLATED)) {
        const char *what = search_in_parts(tally, model, &options, whole, &seed);
        tally->models++;
        tally->kept += options.keep_levels != 0;
        tally->folded += model_header(model)->fold_levels != 0;
        if (what != NULL) {
            printf("\nHEDDLE_SEED=%" PRIu64 ": %s\n", first, what);
            tally->mismatches++;
        }
    }
    exploration_free(whole);
    free(watched);
    model_free(model);
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct random_network random;
    if (seed % 3 == 0) {
        language_tree *tree;
        struct network *network;
        char given[64];
        char *text = random_prism_model(&tally->random, seed, given);
        if (place_load_model(text, given, &tree, &network) == 0) {
            judge_model(tally, network, seed);
            network_free(&place.memory, network);
            language_free(tree);
        }
        free(text);
        return;
    }
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&place.folder), &random), 0);
    exp_tree *tree = exp_tree_read(random.path, &random.options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = network_compose(tree, &place.run, &place.error);
    if (network != NULL) {
        judge_model(tally, network, seed);
        network_free(&place.memory, network);
    }
    exp_tree_free(tree);
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
