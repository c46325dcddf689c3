/*
 * Breadth-first search on several GPUs of one host, with a thread of the host for each. A hash gives each
 * state an owner (owners_core.h), which stores and expands it; a part is an owner, and usually has a GPU of
 * its own.
 *
 * A level is done in rounds, which all parts do together. In round r a part launches the expansion of states
 * of its part of the level, which fills buffers for the others, and then the storing of what arrived in round
 * r - 1. When the expansion is done, the parts meet: each learns how many keys come from whom. So the buffers
 * of a round move, and the host is busy, while the GPU stores the keys of the round before. There are three
 * slots of buffers. Round r + 3 fills the slot of round r again; then all parts have met in round r + 2,
 * after the expansion of that round, which the GPU began when the keys of round r were stored.
 *
 * A part whose table or queue is full grows between two launches (part_settle), while the others wait at the
 * next meeting. If a buffer has no room for what a batch sends, the buffers of all parts grow.
 *
 * A part that fails, or must end the search, says so at the next meeting, where all leave together.
 * Source: Stern and Dill, Parallelizing the Murphi verifier, 1997, here with levels, and GPUs.
 */
#include "explorer/search/explore_gpus_internal.cuh"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_list.h"
#include "base/device/nccl.h"
#include "explorer/search/level_store.h"

/* --- meetings --- */

static void attempt(struct part *part, int result) {
    if (result != 0) {
        part->failed = 1;
        if (part->all->transport == TRANSPORT_NCCL) { /* others may wait for its transfers */
            __atomic_store_n(&part->all->broken, 1, __ATOMIC_RELAXED);
        }
    }
}

/* Calls something of the part, unless it has failed. */
#define ATTEMPT(part, call) ((part)->failed ? (void)0 : attempt((part), (call)))

static enum explore_outcome worse(enum explore_outcome a, enum explore_outcome b) {
    return a > b ? a : b;
}

/* Tells the other parts the word, and waits for theirs. */
static struct agreement meet(struct part *part, struct owners_word *word) {
    struct gpus *all = part->all;
    struct agreement agreement;
    const unsigned turn = part->meetings++ % 2;
    word->failed = part->failed;
    word->outcome = worse(part->outcome, exploration_outcome(all->run));
    part->word[turn] = *word;
    barrier_wait(&all->barrier);
    memset(&agreement, 0, sizeof agreement);
    agreement.capacity = UINT64_MAX;
    agreement.direct = 1;
    for (unsigned i = 0; i < all->owners; i++) {
        const struct owners_word *said = &all->parts[i].word[turn];
        agreement.failed |= said->failed;
        agreement.outcome = worse(agreement.outcome, said->outcome);
        agreement.more |= said->more;
        agreement.news |= said->news;
        agreement.cramped |= said->cramped;
        agreement.direct &= said->direct;
        agreement.tail += said->tail;
        agreement.transitions += said->transitions;
        agreement.capacity = said->capacity < agreement.capacity ? said->capacity : agreement.capacity;
    }
    const uint64_t most = all->options->max_states;
    if (most != 0 && agreement.tail > most) {
        agreement.outcome = worse(agreement.outcome, EXPLORE_LIMIT);
    }
    return agreement;
}

static struct owners_word word_of(const struct part *part) {
    struct owners_word word;
    memset(&word, 0, sizeof word);
    if (part->report != NULL) {
        const struct owners_report *report = part->report;
        word.tail = report->tail;
        word.transitions = report->transitions;
        word.more = (int)report->more;
        word.news = (int)report->news;
        word.cramped = (report->pause & SEARCH_SENDS_FULL) != 0;
        memcpy(word.keys, report->keys, sizeof word.keys);
        word.keys[part->index] = 0;
    }
    return word;
}

/* Ends the search if the parts agree to. */
static int must_leave(struct part *part, const struct agreement *agreement) {
    if (part->index == 0) {
        struct explore_result *result = &part->all->found->result;
        result->outcome = worse(result->outcome, agreement->outcome);
    }
    return agreement->failed || agreement->outcome != EXPLORE_DONE;
}

/* --- opening --- */

/* 0, or -1 if the parts cannot begin. */
static int open_together(struct part *part) {
    struct gpus *all = part->all;
    struct owners_word word;
    memset(&word, 0, sizeof word);
    ATTEMPT(part, part_open(part));
    if (!part->failed) {
        word.capacity = exchange_capacity(part);
        word.direct = exchange_is_direct(part);
    }
    struct agreement agreement = meet(part, &word);
    if (agreement.failed) {
        return -1;
    }
    if (part->index == 0) {
        all->capacity = agreement.capacity;
        attempt(part, exchange_choose(all, agreement.direct, &part->error));
    }
    if (meet(part, &word).failed) {
        return -1;
    }
    ATTEMPT(part, exchange_open(part));
    if (meet(part, &word).failed) {
        return -1;
    }
    ATTEMPT(part, exchange_connect(part));
    if (meet(part, &word).failed) {
        return -1;
    }
    if (part->index == 0) {
        const double now = run_clock();
        all->found->effort.start_seconds = now - all->begun;
        all->begun = now;
    }
    return 0;
}

/* --- levels --- */

static void report_progress(const struct part *part, const struct agreement *agreement, uint64_t frontier) {
    const struct progress progress = {"exploring",
                                      agreement->tail,
                                      0,
                                      "states",
                                      agreement->transitions,
                                      part->all->level,
                                      frontier,
                                      part->all->owners * memory_used(&part->search.device->memory)};
    run_tell_search(part->all->run, &progress);
}

static int download_labels(struct part *part) {
    struct explore_result *result = part->search.result;
    result->deadlock_level = part->report->deadlock_level;
    result->error_level = part->report->error_level;
    return result->label_level == NULL ? 0
                                       : device_download(result->label_level, part->search.label_level,
                                                         part->search.header->labels * 8, &part->error);
}

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What the parts have seen becomes what all have. */
static void merge_events(struct gpus *all) {
    struct explore_result *result = &all->found->result;
    const uint64_t labels = model_header(all->found->model)->labels;
    for (unsigned i = 0; i < all->owners; i++) {
        const struct explore_result *theirs = all->parts[i].search.result;
        result->deadlock_level = lesser(result->deadlock_level, theirs->deadlock_level);
        result->error_level = lesser(result->error_level, theirs->error_level);
        for (uint64_t l = 0; l < labels && result->label_level != NULL; l++) {
            result->label_level[l] = lesser(result->label_level[l], theirs->label_level[l]);
        }
    }
}

/* After a level, or before the first one: whether the search ends. */
static int decide(struct part *part, uint64_t level, const struct agreement *agreement) {
    struct gpus *all = part->all;
    if (agreement->news && all->options->decided != NULL) {
        if (part->index == 0) {
            merge_events(all);
            all->decided = all->options->decided(all->options->decided_context, all->found);
        }
        struct owners_word word = word_of(part);
        const struct agreement again = meet(part, &word);
        if (must_leave(part, &again)) {
            return 1;
        }
        if (all->decided) {
            part->outcome = EXPLORE_VIOLATED;
        }
    }
    if (part->outcome == EXPLORE_DONE && level >= all->options->max_depth) {
        part->outcome = EXPLORE_LIMIT;
    }
    if (part->index == 0) {
        all->found->result.outcome = worse(all->found->result.outcome, part->outcome);
    }
    return part->outcome != EXPLORE_DONE;
}

/*
 * The buffers of all parts get twice their size, if they all have the memory; *wide becomes 1 if not.
 * Everything that was sent has arrived and is stored. Returns 1 if the search ends.
 */
static int widen(struct part *part, int *wide) {
    struct gpus *all = part->all;
    struct owners_word word = word_of(part);
    word.more = !part->failed && !exchange_may_widen(part);
    struct agreement agreement = meet(part, &word);
    if (must_leave(part, &agreement)) {
        return 1;
    }
    *wide = agreement.more;
    if (*wide) {
        return 0;
    }
    exchange_free_buffers(part);
    meet(part, &word); /* all have read the capacity, and freed theirs */
    if (part->index == 0) {
        all->capacity *= 2;
    }
    meet(part, &word);
    ATTEMPT(part, exchange_open(part));
    agreement = meet(part, &word);
    return must_leave(part, &agreement);
}

static void store_rest(struct part *part) {
    ATTEMPT(part, part_launch_rest(part));
    ATTEMPT(part, part_await(part));
    ATTEMPT(part, part_settle(part));
}

/* Does a level. 1: the search has ended; 0: not, and *agreement is what the parts said after it. */
static int run_level(struct part *part, unsigned *rounds, struct agreement *agreement) {
    struct gpus *all = part->all;
    uint64_t theirs[OWNERS_MOST], mine[OWNERS_MOST];
    uint64_t before = UINT64_MAX; /* what was done before a round without room */
    int new_level = 1, wide = 0;
    do {
        const unsigned slot = (*rounds)++ % OWNERS_SLOTS;
        ATTEMPT(part, part_launch_round(part, slot, new_level));
        ATTEMPT(part, part_await(part));
        part_heed_recent(part);
        ATTEMPT(part, part_settle(part));
        new_level = 0;
        struct owners_word word = word_of(part);
        const unsigned turn = part->meetings % 2;
        *agreement = meet(part, &word);
        if (must_leave(part, agreement)) {
            return 1;
        }
        for (unsigned i = 0; i < all->owners; i++) {
            theirs[i] = all->parts[i].word[turn].keys[part->index];
            mine[i] = word.keys[i];
        }
        ATTEMPT(part, exchange_move(part, slot, mine, theirs));
        part_expect(part, slot, theirs);
        if (part->index == 0) {
            report_progress(part, agreement, part->level_states * all->owners);
        }
        if (agreement->cramped) {
            store_rest(part);
            if (widen(part, &wide)) {
                return 1;
            }
            /* A batch whose keys do not fit into empty buffers. */
            part->outcome = wide && before == agreement->transitions ? EXPLORE_FULL : part->outcome;
            before = agreement->transitions;
        }
    } while (agreement->more);
    store_rest(part);
    if (!part->failed && part->report->news) {
        attempt(part, download_labels(part));
    }
    struct owners_word word = word_of(part);
    *agreement = meet(part, &word);
    return must_leave(part, agreement);
}

static void search_together(struct part *part) {
    unsigned rounds = 0;
    uint64_t level = 0, states;
    ATTEMPT(part, part_put_first(part));
    ATTEMPT(part, download_labels(part));
    struct owners_word word = word_of(part);
    struct agreement agreement = meet(part, &word);
    agreement.news = 1;
    if (must_leave(part, &agreement) || decide(part, 0, &agreement)) {
        return;
    }
    do {
        states = agreement.tail;
        if (part->index == 0) {
            part->all->level = level;
        }
        if (run_level(part, &rounds, &agreement) || decide(part, level + 1, &agreement)) {
            return;
        }
        level++;
    } while (agreement.tail != states);
}

/* --- results --- */

/* The last level that a trace may end in. */
static uint64_t last_event(const struct exploration *found) {
    const struct explore_result *result = &found->result;
    const uint64_t levels[] = {result->deadlock_level, result->error_level};
    uint64_t last = 0;
    int any = 0;
    for (unsigned i = 0; i < 2; i++) {
        any |= levels[i] != UINT64_MAX;
        last = levels[i] != UINT64_MAX && levels[i] > last ? levels[i] : last;
    }
    const uint64_t labels = result->label_level != NULL ? model_header(found->model)->labels : 0;
    for (uint64_t l = 0; l < labels; l++) {
        any |= result->label_level[l] != UINT64_MAX;
        last = result->label_level[l] != UINT64_MAX && result->label_level[l] > last ? result->label_level[l]
                                                                                     : last;
    }
    return any ? last : UINT64_MAX;
}

static void run_part(struct part *part) {
    struct gpus *all = part->all;
    struct owners_word word;
    memset(&word, 0, sizeof word);
    const int opened = open_together(part) == 0;
    if (opened) {
        search_together(part);
    }
    if (part->index == 0) {
        all->found->effort.seconds = run_clock() - all->begun;
    }
    if (opened) { /* transfers have ended, or the search has failed */
        ATTEMPT(part, part_finish(part));
    }
    if (meet(part, &word).failed == 0 && opened) {
        ATTEMPT(part, download_labels(part));
        meet(part, &word);
        if (part->index == 0) {
            merge_events(all);
        }
        meet(part, &word);
        ATTEMPT(part,
                part_take_results(part, all->options->keep_levels ? last_event(all->found) : UINT64_MAX));
    }
    if (__atomic_load_n(&all->broken, __ATOMIC_RELAXED)) { /* else the GPU may wait for ever */
        exchange_leave(part);
    }
    /* No part's kernels write to another any more, and none copies from another. */
    if (part->search.device != NULL) {
        (void)cudaDeviceSynchronize();
    }
    meet(part, &word);
    part_close(part);
}

static void *part_thread(void *context) {
    run_part((struct part *)context);
    return NULL;
}

/* Appends a level of a part to that of all. 0, or -1 when memory runs out. */
static int append_level(const struct part *part, uint64_t level, level_store *store,
                        struct level_writer *writer) {
    const uint64_t words = part->search.header->key_words;
    level_store *theirs = part->exploration->space.level_store;
    uint64_t count;
    if (theirs == NULL || level >= level_store_levels(theirs)) {
        return 0;
    }
    const struct level_segment *segments = level_store_segments(theirs, level, &count);
    for (uint64_t i = 0; i < count; i++) {
        if (level_writer_room(store, writer, segments[i].count) != 0) {
            return -1;
        }
        memcpy(writer->at, segments[i].keys, segments[i].count * words * 8);
        writer->at += segments[i].count * words;
    }
    level_store_drop(theirs, level);
    return 0;
}

/* Puts the levels of the parts together, as far as they have them. */
static void merge_levels(struct gpus *all, uint64_t last) {
    struct state_space *space = &all->found->space;
    struct level_writer writer;
    memset(&writer, 0, sizeof writer);
    space->level_store =
        level_store_create(all->run->memory, all->run->spill, model_header(all->found->model)->key_words);
    int failed = space->level_store == NULL;
    for (uint64_t level = 0; level <= last && level < space->levels && !failed; level++) {
        for (unsigned i = 0; i < all->owners && !failed; i++) {
            failed = append_level(&all->parts[i], level, space->level_store, &writer) != 0;
        }
        failed = failed || level_store_end_level(space->level_store, &writer, 1) == UINT64_MAX;
    }
    if (space->level_store != NULL) {
        level_store_close(space->level_store, &writer, 1);
    }
    space->levels_kept &= !failed;
}

/* The begins of levels: sums of those of the parts, which may have begun one level more or less. */
static int merge_begins(struct gpus *all) {
    struct state_space *space = &all->found->space;
    space->levels = 0;
    for (unsigned i = 0; i < all->owners; i++) {
        const uint64_t levels = all->parts[i].exploration->space.levels;
        space->levels = levels > space->levels ? levels : space->levels;
    }
    space->level_capacity = space->levels + 1;
    space->level_begin =
        (uint64_t *)memory_allocate_array(all->run->memory, space->level_capacity, sizeof(uint64_t));
    if (space->level_begin == NULL) {
        return -1;
    }
    for (uint64_t level = 0; level <= space->levels; level++) {
        space->level_begin[level] = 0;
        for (unsigned i = 0; i < all->owners; i++) {
            const struct state_space *theirs = &all->parts[i].exploration->space;
            space->level_begin[level] += theirs->level_begin[level < theirs->levels ? level : theirs->levels];
        }
    }
    return 0;
}

static void name_devices(const struct gpus *all) {
    struct explore_effort *effort = &all->found->effort;
    int length = snprintf(effort->device, sizeof effort->device, "cuda:");
    for (unsigned i = 0; i < all->owners; i++) {
        length += snprintf(effort->device + length, sizeof effort->device - (size_t)length, "%s%u",
                           i != 0 ? "," : "", all->run->devices->number[i]);
    }
    const char *name = strchr(all->parts[0].exploration->effort.device, '(');
    snprintf(effort->device + length, sizeof effort->device - (size_t)length, " %s",
             name != NULL ? name : "");
}

static void merge_effort(struct gpus *all) {
    struct explore_effort *effort = &all->found->effort;
    effort->on_device = 1;
    effort->gpus = all->owners;
    for (unsigned i = 0; i < all->owners; i++) {
        const struct explore_effort *theirs = &all->parts[i].exploration->effort;
        effort->table_load += theirs->table_load / all->owners;
        effort->table_bytes += theirs->table_bytes;
        effort->memory_peak += theirs->memory_peak;
        effort->memory_limit += theirs->memory_limit;
        effort->bytes_exchanged += all->parts[i].bytes_sent;
    }
    name_devices(all);
}

/* 0, or -1 with *error filled. */
static int merge_results(struct gpus *all, struct error *error) {
    struct explore_result *result = &all->found->result;
    for (unsigned i = 0; i < all->owners; i++) {
        const struct part *part = &all->parts[i];
        result->states += part->search.result->states;
        result->transitions += part->search.result->transitions;
        result->deadlocks += part->search.result->deadlocks;
        all->found->space.levels_kept &= part->exploration->space.levels_kept;
    }
    if (merge_begins(all) != 0) {
        return error_memory(error, "for the levels");
    }
    result->levels = all->found->space.levels;
    merge_effort(all);
    const uint64_t last = last_event(all->found);
    if (all->options->keep_levels && all->found->space.levels_kept && last != UINT64_MAX) {
        merge_levels(all, last);
    }
    return 0;
}

/* The error of the first part that has one of its own; 0 if none has failed. */
static int take_error(const struct gpus *all, struct error *error) {
    int failed = 0;
    for (unsigned i = 0; i < all->owners && failed <= 0; i++) {
        const struct part *part = &all->parts[i];
        if (part->failed && part->error.code == ERROR_DEVICE) {
            error_set(error, ERROR_DEVICE, "GPU %u: %.800s", all->run->devices->number[i], part->error.text);
        } else if (part->failed) {
            *error = part->error;
        }
        failed = !part->failed ? failed : part->error.code == ERROR_NONE ? -1 : 1;
    }
    return failed < 0 ? error_set(error, ERROR_DEVICE, "a GPU failed") : -failed;
}

/* Runs all parts, each on a thread of its own; 0, or -1 if not all could be started. */
static int run_parts(struct gpus *all, struct error *error) {
    pthread_t threads[OWNERS_MOST];
    unsigned started = 1;
    int failed = 0;
    barrier_init(&all->barrier, all->owners);
    for (; started < all->owners && !failed; started += !failed) {
        failed = pthread_create(&threads[started], NULL, part_thread, &all->parts[started]) != 0;
    }
    if (failed) { /* the others fail at their first meeting */
        for (unsigned i = started; i < all->owners; i++) {
            all->parts[i].word[0].failed = 1;
        }
        all->parts[0].failed = 1;
        error_set(&all->parts[0].error, ERROR_MEMORY, "a thread for a GPU cannot be started");
        barrier_lower(&all->barrier, started);
    }
    run_part(&all->parts[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    return take_error(all, error);
}

/* What one GPU alone does. 0, or -1 with *error filled. */
static int refuse(const model *model, const struct explore_options *options, const struct run *run,
                  struct error *error) {
    const struct model_header *header = model_header(model);
    const char *what = header->kind == MODEL_DATA ? "a PRISM model is"
                       : options->partial_order   ? "with --partial-order, a network is"
                       : header->fold_levels != 0 ? "state vectors of more than four words are"
                                                  : NULL;
    return what == NULL ? 0
                        : error_set(error, ERROR_USAGE,
                                    "%s not yet searched on several GPUs: use one, as in --device cuda:%u",
                                    what, run->devices->number[0]);
}

struct exploration *explore_gpus(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error) {
    struct gpus all;
    memset(&all, 0, sizeof all);
    all.options = options;
    all.run = run;
    all.owners = run->devices->count;
    all.begun = run_clock();
    all.found =
        refuse(model, options, run, error) != 0 ? NULL : exploration_create(model, options, run, error);
    if (all.found == NULL) {
        return NULL;
    }
    all.parts = (struct part *)memory_allocate_zeroed(run->memory, all.owners * sizeof *all.parts);
    for (unsigned i = 0; i < all.owners && all.parts != NULL; i++) {
        all.parts[i].all = &all;
        all.parts[i].index = i;
        all.parts[i].error.code = ERROR_NONE;
    }
    int failed = all.parts == NULL ? error_memory(error, "to begin the search") : run_parts(&all, error);
    failed = failed || merge_results(&all, error) != 0;
    for (unsigned i = 0; i < all.owners && all.parts != NULL; i++) {
        exploration_free(all.parts[i].exploration);
    }
    memory_free(run->memory, all.parts, all.owners * sizeof *all.parts);
    nccl_close(all.nccl);
    if (failed) {
        exploration_free(all.found);
        return NULL;
    }
    return all.found;
}
