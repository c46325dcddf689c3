/*
 * Searches on GPUs that are stopped or full. On one with little memory, and on several, whose checkpoints are
 * continued anywhere. And a search that one GPU hands over to several (handover.h): what lies in host memory
 * between them, on any machine; and random searches that are handed over anywhere, and large ones where the
 * memory of the first GPU is full, find what one search finds.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "explorer/distributed/owner.h"
#include "explorer/model/network.h"
#include "explorer/search/handover.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/place_model.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_CUDA
#include "explorer/search/cuda/space_device.h"
#endif

#define CASES 300
#define MOST_STATES 20000

/* --- a GPU with little memory --- */

struct shortage {
    uint64_t forgotten, halved, stored, moved; /* how often the checkpoint came from where */
    uint64_t parts_kept, parts_dropped;        /* of several GPUs: with all levels, or without */
    uint64_t interrupted;
};

/* What the first part of a search has, and where it is stopped. */
struct scarce {
    uint64_t bytes; /* of GPU memory */
    uint64_t level; /* it is interrupted in this level; 0: never */
};

/* Interrupts the search in a level. */
struct interruption {
    const struct telling *telling;
    uint64_t level;
};

/* The callback run.progress. */
static void interrupt(void *context, const struct progress *progress) {
    const struct interruption *interruption = context;
    if (interruption->level != 0 && progress->level >= interruption->level) {
        __atomic_store_n(&interruption->telling->halt->stop, 1, __ATOMIC_RELAXED);
    }
}

/* One part of a search with scarce memory. */
static struct exploration *explore_scarce(const model *model, const struct explore_options *options,
                                          const struct backend *backend, struct checkpoint *checkpoint,
                                          const struct scarce *scarce) {
    struct interruption interruption = {checkpoint->tell_context, scarce->level};
    place.run.device_bytes = scarce->bytes;
    place.run.progress = interrupt;
    place.run.progress_context = &interruption;
    struct exploration *part = explore_part(backend, model, *options, checkpoint, never_halt);
    place.run.progress = NULL;
    place.run.device_bytes = 0;
    return part;
}

static void note_space(struct shortage *shortage, const struct exploration *found) {
#ifdef HEDDLE_CUDA
    const struct space_device *space = found->space.device;
    if (space != NULL) {
        shortage->forgotten += space->queue_first != 0 && !found->space.levels_kept && space->half == NULL;
        shortage->halved += space->queue_first != 0 && !found->space.levels_kept && space->half != NULL;
        shortage->moved += space->queue_first != 0 && found->space.levels_kept;
        shortage->stored += space->queue_first == 0;
    }
#else
    (void)shortage;
    (void)found;
#endif
}

/* An engine, with so many times GPU 0. */
struct engine {
    const struct backend *backend;
    unsigned gpus;
};

/* A search by `first` in so much memory, up to options.max_states; continued by `second`. */
static void judge_shortage(struct shortage *shortage, const struct exploration *whole,
                           struct explore_options options, struct engine first, struct engine second,
                           struct scarce scarce) {
    const model *model = whole->model;
    struct telling telling = {0};
    char folder[SEARCH_PART_PATH];
    empty_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    search_choose_gpus(first.gpus, "direct");
    struct exploration *part = explore_scarce(model, &options, first.backend, &checkpoint, &scarce);
    search_choose_gpus(second.gpus, "copy");
    if (part == NULL) { /* too little to begin */
        CU_ASSERT_EQUAL(place.error.code, ERROR_MEMORY);
        return;
    }
    const enum explore_outcome outcome = part->result.outcome;
    CU_ASSERT(outcome == EXPLORE_FULL ||
              outcome == (scarce.level != 0 ? EXPLORE_INTERRUPTED : EXPLORE_LIMIT));
    CU_ASSERT(telling.failed == 0 && telling.written == 1);
    shortage->interrupted += outcome == EXPLORE_INTERRUPTED;
    note_space(shortage, part);
    shortage->parts_kept += first.gpus > 1 && part->space.levels_kept;
    shortage->parts_dropped += first.gpus > 1 && !part->space.levels_kept;
    exploration_free(part);
    options.max_states = 0;
    checkpoint = checkpoint_in(folder, &telling);
    struct exploration *found = explore_part(second.backend, model, options, &checkpoint, never_halt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT(checkpoint.resumed != 0);
    CU_ASSERT_PTR_NULL(compare_results(whole, found));
    exploration_free(found);
    empty_checkpoints(folder);
}

/* Older levels leave the GPU, or are dropped; with slots of 64 and of 32 bits. */
static void test_shortage(void) {
    static const uint32_t words[] = {0, 2};
    struct shortage shortage = {0};
    struct placed_model placed;
    if (!search_has_device()) {
        return;
    }
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&placed, search_cube, ""), 0);
    for (unsigned i = 0; i < 4; i++) {
        const struct model_options layout = {.words = words[i % 2]};
        struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = i / 2};
        model *model = placed_model_compile(&placed, &layout);
        struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
        CU_ASSERT_EQUAL_FATAL(whole->result.states, 1000000);
        options.max_states = 900000;
        for (uint64_t bytes = 12; bytes <= 1024; bytes += bytes < 84 ? 6 : bytes) {
            const struct backend *gpu = backend_find("cuda");
            const struct engine one = {gpu, 1}, other = {bytes % 12 == 0 ? backends[0] : gpu, 1};
            judge_shortage(&shortage, whole, options, one, other, (struct scarce){.bytes = bytes << 20});
        }
        exploration_free(whole);
        model_free(model);
    }
    placed.model = NULL;
    placed_model_free(&placed);
    report_counts("all in the queue", shortage.stored, "older levels on the host", shortage.moved,
                  "levels dropped", shortage.forgotten, "with slots of 32 bits", shortage.halved, NULL);
    CU_ASSERT(shortage.stored != 0 && shortage.moved != 0 && shortage.forgotten != 0 && shortage.halved != 0);
}

static void load_ring(struct placed_model *placed) {
    char path[PATH_BYTES];
    const struct exp_options how = {0};
    *placed = (struct placed_model){NULL};
    CU_ASSERT_EQUAL_FATAL(language_load(command_example("ring-11/ring.exp", path), &how, &place.run,
                                        &placed->tree, &placed->network, &place.error),
                          0);
}

/* The same of several GPUs, which may be continued anywhere. */
static void test_shortage_of_several(void) {
    struct placed_model placed;
    struct shortage shortage = {0};
    if (!search_has_device()) {
        return;
    }
    load_ring(&placed);
    for (unsigned i = 0; i < 4; i++) {
        const struct model_options layout = {.words = i % 2 * 2};
        struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = i / 2};
        model *model = placed_model_compile(&placed, &layout);
        struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
        options.max_states = 900000;
        for (uint64_t bytes = 24, turn = 0; bytes <= 512; bytes += bytes < 120 ? 16 : bytes, turn++) {
            const struct backend *gpu = backend_find("cuda");
            const struct engine engines[] = {{gpu, 2}, {gpu, 1}, {backends[0], 1}, {gpu, 3}};
            judge_shortage(&shortage, whole, options, engines[turn % 4 == 1 ? 1 : turn % 2 * 3],
                           engines[turn % 4 == 1 ? 3 : turn % 3], (struct scarce){.bytes = bytes << 20});
        }
        search_choose_gpus(1, NULL);
        exploration_free(whole);
        model_free(model);
    }
    placed.model = NULL;
    placed_model_free(&placed);
    report_counts("levels kept", shortage.parts_kept, "levels dropped", shortage.parts_dropped, NULL);
    CU_ASSERT(shortage.parts_kept != 0 && shortage.parts_dropped != 0);
}

/* Three counters to 99; from 70 on in all of them they do `late` together, first in level 210. */
static void load_counters(struct placed_model *placed) {
    char text[8192] = "des (0, 129, 100)\n";
    const struct exp_options how = {0};
    for (unsigned i = 0; i < 99; i++) {
        text_append(text, sizeof text, "(%u, count, %u)\n", i, i + 1);
    }
    for (unsigned i = 70; i < 100; i++) {
        text_append(text, sizeof text, "(%u, late, %u)\n", i, i);
    }
    test_folder_write(&place.folder, "counter.aut", text);
    const char *path = test_folder_write(&place.folder, "counters.exp",
                                         "\"counter.aut\" |[late]| \"counter.aut\" |[late]| \"counter.aut\"");
    *placed = (struct placed_model){NULL};
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &how, &place.run, &placed->tree, &placed->network, &place.error), 0);
}

/*
 * Levels that are needed stay in a checkpoint if the search is interrupted where older ones are on the host,
 * and those up to a label that was met are not there yet.
 */
static void test_needed(void) {
    struct placed_model placed;
    struct shortage shortage = {0};
    if (!search_has_device()) {
        return;
    }
    load_counters(&placed);
    for (uint32_t words = 0; words < 4; words += 2) {
        const struct model_options layout = {.words = words};
        model *model = placed_model_compile(&placed, &layout);
        uint8_t *watched = test_allocate(model_header(model)->labels, 1);
        memset(watched, 1, model_header(model)->labels);
        const struct explore_options options = {
            .max_depth = UINT64_MAX, .keep_levels = 1, .watched = watched};
        struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
        CU_ASSERT_EQUAL_FATAL(whole->result.states, 1000000);
        for (uint64_t bytes = 24; bytes <= 136; bytes += 16) {
            const struct engine two = {backend_find("cuda"), 2}, cpu = {backends[0], 1};
            judge_shortage(&shortage, whole, options, two, cpu,
                           (struct scarce){.bytes = bytes << 20, .level = 212});
        }
        search_choose_gpus(1, NULL);
        exploration_free(whole);
        free(watched);
        model_free(model);
    }
    placed.model = NULL;
    placed_model_free(&placed);
    report_counts("interrupted", shortage.interrupted, NULL);
    CU_ASSERT(shortage.interrupted > 4);
}

/* The callback checkpoint.tell: keeps the second file that is written. */
static void keep_file(void *context, int warns, const char *text) {
    static unsigned written;
    char command[2 * SEARCH_PART_PATH + 32];
    (void)context, (void)text;
    if (!warns && ++written == 2) {
        const char *folder = test_folder_name(&place.folder);
        snprintf(command, sizeof command, "cp -r '%s/checkpoints' '%s/kept'", folder, folder);
        CU_ASSERT_EQUAL(system(command), 0);
    }
}

/* A file that was written on the way knows the state of a DTMC with several commands, which is no news. */
static void test_several_commands(void) {
    struct placed_model placed;
    struct telling telling = {0};
    char folder[SEARCH_PART_PATH];
    if (!search_has_device()) {
        return;
    }
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&placed,
                                            "dtmc module m x:[0..50000]; [] x<50000 -> (x'=x+1);\n"
                                            "[] x=3 -> (x'=x+1); [] x=50000 -> true; endmodule\n",
                                            ""),
                          0);
    const struct explore_options options = {.max_depth = UINT64_MAX};
    const model *model = placed_model_compile(&placed, &(struct model_options){0});
    struct exploration *whole = backends[0]->explore(model, &options, &place.run, &place.error);
    CU_ASSERT_FATAL(whole != NULL && whole->several != NULL);
    empty_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    checkpoint.interval = 0;
    checkpoint.tell = keep_file;
    search_choose_gpus(2, "direct");
    exploration_free(explore_part(backend_find("cuda"), model, options, &checkpoint, never_halt));
    search_choose_gpus(1, NULL);
    checkpoint = checkpoint_in(test_folder_path(&place.folder, "kept"), &telling);
    struct exploration *found = explore_part(backends[0], model, options, &checkpoint, never_halt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT(checkpoint.resumed != 0 && found->result.states == 50001);
    CU_ASSERT_PTR_NULL(compare_results(whole, found));
    exploration_free(found);
    exploration_free(whole);
    placed_model_free(&placed);
}

/* --- what is handed over, on any machine --- */

#define SHARES 3u
#define MOST_KEYS 40000u

/* Keys that were put, in their order. */
struct pile {
    uint64_t *words, count;
};

static void put_some(struct handover *handover, struct pile piles[SHARES], uint64_t keys, uint64_t *seed) {
    const uint64_t words = handover->header.key_words;
    for (uint64_t left = keys, some; left != 0; left -= some) {
        uint64_t given[4 * 64];
        const unsigned owner = (unsigned)random_draw(seed, SHARES);
        some = 1 + random_draw(seed, left < 64 ? left : 64);
        for (uint64_t i = 0; i < some * words; i++) {
            given[i] = random_next(seed);
        }
        CU_ASSERT_EQUAL_FATAL(handover_put(handover, owner, given, some), 0);
        handover_copy(handover, 1 + (unsigned)random_draw(seed, 3));
        struct pile *pile = &piles[owner];
        memcpy(pile->words + pile->count * words, given, some * words * sizeof *given);
        pile->count += some;
    }
}

static void expect_taken(struct handover *handover, const struct pile piles[SHARES], uint64_t *seed) {
    const uint64_t words = handover->header.key_words;
    uint64_t *taken = test_allocate(MOST_KEYS * words, sizeof *taken);
    for (unsigned o = 0; o < SHARES; o++) {
        handover_take(handover, o, taken, handover->header.level + 2 + handover->header.labels);
        CU_ASSERT(handover->header.labels == 0 || taken[handover->header.level + 3] == 9);
        for (uint64_t at = 0, some; at < piles[o].count; at += some) {
            some = 1 + random_draw(seed, piles[o].count - at);
            handover_take(handover, o, taken + at * words, some * words);
        }
        CU_ASSERT_EQUAL(memcmp(taken, piles[o].words, piles[o].count * words * sizeof *taken), 0);
    }
    free(taken);
}

/* Keys come back in their order; so do the begins of levels, and what the first share counts for all. */
static void test_shares(void) {
    static const uint64_t key_words[] = {1, 2, 4};
    uint64_t seed = number_from_environment("HEDDLE_SEED", 3);
    for (unsigned i = 0; i < 60; i++) {
        const struct device_list devices = {.count = SHARES};
        const uint64_t level = random_draw(&seed, 5), labels[2] = {7, 9};
        struct checkpoint_header header = {
            .key_words = key_words[i % 3], .level = level, .labels = i % 2 * 2, .levels_kept = i % 4 < 2};
        struct memory memory;
        struct pile piles[SHARES];
        uint64_t begins[8][SHARES], all[8] = {0, 10, 20, 30, 40, 50, 60, 70};
        memory_init(&memory, UINT64_MAX);
        struct handover handover = {.memory = &memory};
        CU_ASSERT_EQUAL_FATAL(handover_begin(&handover, &devices, &header, labels), 0);
        for (unsigned o = 0; o < SHARES; o++) {
            piles[o] = (struct pile){test_allocate(MOST_KEYS * header.key_words, sizeof(uint64_t)), 0};
        }
        for (uint64_t l = 0; l <= level + 1 && header.levels_kept; l++) {
            for (unsigned o = 0; o < SHARES; o++) {
                begins[l][o] = piles[o].count;
            }
            if (l <= level) {
                put_some(&handover, piles, random_draw(&seed, MOST_KEYS / 8), &seed);
                handover_end_section(&handover);
            }
        }
        for (unsigned section = 0; section < 3 && !header.levels_kept; section++) {
            for (unsigned o = 0; o < SHARES; o++) {
                begins[section][o] = piles[o].count;
            }
            put_some(&handover, piles, section == 0 ? MOST_KEYS / 2 : random_draw(&seed, 300), &seed);
            handover_end_section(&handover);
        }
        handover_end(&handover, all);
        for (unsigned o = 0; o < SHARES; o++) {
            const struct checkpoint_header own = handover_header(&handover, o);
            const uint64_t *begin = handover.shares[o].begin;
            if (header.levels_kept) {
                for (uint64_t l = 0; l <= level + 1; l++) {
                    CU_ASSERT_EQUAL(begin[l], begins[l][o]);
                }
                CU_ASSERT(own.states == piles[o].count && own.next == 0);
            } else {
                const uint64_t states = begins[1][o], of_level = begins[2][o] - begins[1][o];
                CU_ASSERT(own.states == states && own.next == piles[o].count - begins[2][o]);
                CU_ASSERT(begin[level + 1] == states - own.next &&
                          begin[level] == begin[level + 1] - of_level);
                CU_ASSERT(level == 0 || begin[level - 1] == (o == 0 ? all[level - 1] : 0));
            }
        }
        expect_taken(&handover, piles, &seed);
        CU_ASSERT(memory_used(&memory) < 1000);
        handover_clear(&handover);
        CU_ASSERT(memory_used(&memory) == 0 && handover.devices.count == 0);
        for (unsigned o = 0; o < SHARES; o++) {
            free(piles[o].words);
        }
    }
}

/* Too little memory for the keys: an error, and everything is freed. */
static void test_no_room(void) {
    const struct device_list devices = {.count = 2};
    const struct checkpoint_header header = {.key_words = 1, .levels_kept = 1};
    uint64_t keys[4096] = {0}, put = 0;
    struct memory memory;
    memory_init(&memory, (uint64_t)5 << 20);
    struct handover handover = {.memory = &memory};
    CU_ASSERT_EQUAL_FATAL(handover_begin(&handover, &devices, &header, NULL), 0);
    while (put < 1000 && handover_put(&handover, put % 2, keys, LENGTH(keys)) == 0) {
        handover_copy(&handover, 2);
        put++;
    }
    CU_ASSERT(put > 64 && put < 1000);
    handover_clear(&handover);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    memory_init(&memory, 8);
    CU_ASSERT_EQUAL(handover_begin(&handover, &devices, &header, NULL), -1);
    CU_ASSERT(memory_used(&memory) == 0 && handover.devices.count == 0);
}

/* --- handed over from GPU 0 to several times GPU 0 --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, data, models, handed, kept, dropped, full;
};

static unsigned next_gpus;

/* The callback handover.find. */
static unsigned find_again(const model *model, const struct explore_options *options, unsigned first,
                           struct device_list *devices) {
    (void)model, (void)options, (void)first;
    *devices = (struct device_list){.count = next_gpus};
    return next_gpus;
}

/*
 * A search by one GPU, in so many bytes of memory, or up to options.max_states; if it is handed over,
 * continued by several. What differs from the whole; NULL: nothing does.
 */
static const char *judge_handover(struct tally *tally, struct exploration *whole,
                                  struct explore_options options, uint64_t bytes, const char *exchange) {
    const struct backend *gpu = backend_find("cuda");
    struct handover handover = {
        .memory = &place.memory, .find = find_again, .early = options.max_states != 0};
    struct checkpoint checkpoint = {.held = &handover};
    struct run run = place.run;
    run.device_bytes = bytes != 0 ? bytes : TEST_DEVICE_BYTES;
    options.checkpoint = &checkpoint;
    struct exploration *found = gpu->explore(whole->model, &options, &run, &place.error);
    const int too_little = found == NULL && bytes != 0 && place.error.code == ERROR_MEMORY; /* to begin */
    const char *what = found == NULL && !too_little ? place.error.text : NULL;
    if (found != NULL && handover.devices.count != 0) {
        const int kept = handover.header.levels_kept != 0;
        tally->handed++;
        tally->full += found->result.outcome == EXPLORE_FULL;
        tally->kept += (uint64_t)kept;
        tally->dropped += (uint64_t)!kept;
        exploration_free(found);
        options.max_states = 0;
        run.device_bytes = TEST_DEVICE_BYTES;
        search_choose_gpus(handover.devices.count, exchange);
        const struct device_list devices = handover.devices;
        run.devices = &devices;
        found = gpu->explore(whole->model, &options, &run, &place.error);
        search_choose_gpus(1, NULL);
        what = found == NULL ? place.error.text : compare_results(whole, found);
        if (what == NULL && options.keep_levels) {
            what = compare_traces(whole, found, gpu);
        }
    } else if (found != NULL && found->result.outcome == EXPLORE_DONE) {
        what = compare_results(whole, found);
    }
    exploration_free(found);
    handover_clear(&handover);
    return what;
}

static const char *judge_model(void *context, struct placed_model *placed, uint64_t seed) {
    static const uint32_t words[] = {0, 0, 2, 4};
    struct tally *tally = context;
    const char *what = NULL;
    if (!backend_takes(backend_find("cuda"), placed->network)) {
        return NULL;
    }
    const struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))],
                                         .labels = (int)random_draw(&seed, 2)};
    struct explore_options options = {.max_depth = UINT64_MAX,
                                      .max_states = MOST_STATES,
                                      .keep_levels = (int)random_draw(&seed, 2),
                                      .first_slots = random_draw(&seed, 2) * 64,
                                      .exchange_keys = random_draw(&seed, 2) * 64};
    options.least_bits = random_draw(&seed, 3) == 0 ? 28 : 0;
    const model *model = placed_model_compile(placed, &layout);
    uint8_t *watched = test_allocate(model_header(model)->labels, 1);
    memset(watched, 1, model_header(model)->labels);
    options.watched = random_draw(&seed, 2) ? watched : NULL;
    struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
    if (model_header(model)->fold_levels == 0 && whole->result.outcome == EXPLORE_DONE) {
        options.max_states = 1 + random_next(&seed) % (whole->result.states + 1);
        next_gpus = 2 + (unsigned)random_draw(&seed, 3);
        what = judge_handover(tally, whole, options, 0, random_draw(&seed, 2) ? "copy" : "direct");
        tally->models++;
        tally->data += placed->network->data != NULL;
    }
    exploration_free(whole);
    free(watched);
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    tally->mismatches += placed_model_judge(seed % 2 == 0 ? &tally->random : NULL, seed, judge_model, tally);
}

static void test_handed_over(void) {
    struct tally tally = {.mismatches = 0};
    if (!search_has_device()) {
        return;
    }
    const uint64_t cases = judge_seeds(CASES, 9000, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "with data", tally.data, "handed over", tally.handed, "levels kept",
                  tally.kept, NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models > cases / 2 && tally.handed > cases / 4 && tally.data > cases / 8));
}

/* The memory of the first GPU is full, sooner or later. */
static void test_full(void) {
    struct placed_model placed;
    struct tally tally = {.mismatches = 0};
    if (!search_has_device()) {
        return;
    }
    load_ring(&placed);
    for (unsigned i = 0; i < 4; i++) {
        const struct model_options layout = {.words = i % 2 * 2};
        const struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = i / 2};
        model *model = placed_model_compile(&placed, &layout);
        struct exploration *whole = explore_cpu(model, &options, &place.run, &place.error);
        for (uint64_t bytes = 24; bytes <= 96; bytes += 4) {
            struct explore_options drawn = options;
            drawn.max_states = bytes > 64 ? 10000 * bytes : 0; /* not full, but handed over */
            next_gpus = 2 + (unsigned)(bytes / 4 % 2);
            const char *what =
                judge_handover(&tally, whole, drawn, bytes << 20, bytes % 8 ? "copy" : "direct");
            if (what != NULL) {
                printf("\n%u, %" PRIu64 " MiB: %s\n", i, bytes, what);
                tally.mismatches++;
            }
        }
        exploration_free(whole);
        model_free(model);
    }
    placed.model = NULL;
    placed_model_free(&placed);
    report_counts("handed over", tally.handed, "when full", tally.full, "levels kept", tally.kept,
                  "levels dropped", tally.dropped, NULL);
    CU_ASSERT(tally.mismatches == 0 && tally.full > 4 && tally.handed > 20 && tally.kept != 0 &&
              tally.dropped != 0);
}

void suite_checkpoint_gpus(void) {
    suite_add("checkpoint_gpus", workplace_open, workplace_close, "a GPU with little memory", test_shortage,
              "several GPUs with little memory", test_shortage_of_several, "levels that are needed",
              test_needed, "several commands in a state", test_several_commands, "shares in memory",
              test_shares, "no room for shares", test_no_room, "random searches, handed over",
              test_handed_over, "handed over when full", test_full, NULL);
}
