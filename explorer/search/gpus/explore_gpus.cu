/*
 * Breadth-first search on several GPUs: of one host, with a thread for each, or of several processes, which
 * may be on several hosts. A hash gives each state an owner (owners_core.h), which stores and expands it; a
 * part is an owner, and usually has a GPU of its own.
 *
 * A level is done in rounds, which all parts do together. In round r a part launches the expansion of states
 * of its part of the level, which fills buffers for the others, and then the storing of what arrived in round
 * r - 1. When the expansion is done, the parts meet: each learns how many keys come from whom. So the buffers
 * of a round move, and the host is busy, while the GPU stores the keys of the round before. There are three
 * slots of buffers. Round r + 3 fills the slot of round r again; then all parts have met in round r + 2,
 * after the expansion of that round, which the GPU began when the keys of round r were stored.
 *
 * A part whose table, queue or sets are full grows between two launches (part_settle), while the others wait
 * at the next meeting. If a buffer has no room for what a batch sends, the buffers of all parts grow.
 *
 * A part that fails, or must end the search, says so at the next meeting, where all leave together.
 * Source: Stern and Dill, Parallelizing the Murphi verifier, 1997, here with levels, and GPUs.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device.h"
#include "base/device/device_list.h"
#include "base/device/nccl.h"
#include "base/ranks/ranks.h"
#include "explorer/search/explore_checkpoint.h"

#define UNEVEN_STATES ((uint64_t)1 << 28) /* found in some hundredths of a second */

static void attempt(struct gpus_part *part, int result) {
    if (result != 0) {
        gpus_fail(part);
    }
}

/* Calls something of the part, unless it has failed. */
#define ATTEMPT(part, call) ((part)->failed ? (void)0 : attempt((part), (call)))

/* --- opening --- */

/* Of several processes: all take the name of rank 0, and NCCL only if all have it. */
static void share_choice(struct gpus *all) {
    uint64_t mine[1 + sizeof all->nccl_id / 8] = {(uint64_t)all->transport};
    uint64_t theirs[OWNERS_MOST * LENGTH(mine)];
    memcpy(mine + 1, all->nccl_id, sizeof all->nccl_id);
    ranks_gather(all->ranks, mine, theirs, LENGTH(mine));
    memcpy(all->nccl_id, theirs + 1, sizeof all->nccl_id);
    for (unsigned i = 0; i < all->owners; i++) {
        all->transport = theirs[i * LENGTH(mine)] != TRANSPORT_NCCL ? TRANSPORT_MESSAGES : all->transport;
    }
}

/* 0, or -1 if the parts cannot begin. */
static int open_together(struct gpus_part *part) {
    struct gpus *all = part->all;
    struct owners_word word;
    memset(&word, 0, sizeof word);
    ATTEMPT(part, part_open(part));
    ATTEMPT(part, part_open_checkpoint(part));
    if (!part->failed) {
        word.capacity = exchange_capacity(part);
        word.direct = exchange_is_direct(part);
    }
    struct agreement agreement = gpus_meet(part, &word);
    if (agreement.failed) {
        return -1;
    }
    if (is_first(part)) {
        all->capacity = agreement.capacity;
        attempt(part, exchange_choose(all, agreement.direct, &part->error));
        if (all->ranks != NULL) {
            share_choice(all);
        }
    }
    if (gpus_meet(part, &word).failed) {
        return -1;
    }
    ATTEMPT(part, exchange_open(part));
    if (gpus_meet(part, &word).failed) {
        return -1;
    }
    ATTEMPT(part, exchange_connect(part));
    if (gpus_meet(part, &word).failed) {
        return -1;
    }
    if (is_first(part)) {
        const double now = run_clock();
        all->found->effort.start_seconds = now - all->begun;
        all->begun = now;
    }
    return 0;
}

/* --- levels --- */

static void report_progress(const struct gpus_part *part, const struct agreement *agreement,
                            uint64_t frontier) {
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

static int download_labels(struct gpus_part *part) {
    const struct explore_result *result = part->search.result;
    return result->label_level == NULL ? 0
                                       : device_download(result->label_level, part->search.label_level,
                                                         part->search.header->labels * 8, &part->error);
}

/* Before a level that has `states`, or none, and then all is found: whether the search ends. */
static int search_ends(struct gpus_part *part, uint64_t level, uint64_t states,
                       const struct agreement *agreement) {
    struct gpus *all = part->all;
    if (states != 0 && agreement->news && all->options->decided != NULL) {
        if (is_first(part)) {
            gpus_merge_events(all);
            if (all->options->decided(all->options->decided_context, all->found)) {
                part->outcome = gpus_worse(part->outcome, EXPLORE_VIOLATED); /* which all hear of */
            }
        }
        struct owners_word word = gpus_word(part);
        const struct agreement again = gpus_meet(part, &word);
        if (gpus_must_leave(part, &again)) {
            return 1;
        }
    }
    if (part->outcome == EXPLORE_DONE && states != 0 && level >= all->options->max_depth) {
        part->outcome = EXPLORE_LIMIT;
    }
    if (is_first(part)) {
        all->found->result.outcome = gpus_worse(all->found->result.outcome, part->outcome);
    }
    return part->outcome != EXPLORE_DONE;
}

/*
 * The buffers of all parts get twice their size, if they all have the memory; *wide becomes 1 if not.
 * Everything that was sent has arrived and is stored. Returns 1 if the search ends.
 */
static int widen(struct gpus_part *part, int *wide) {
    struct gpus *all = part->all;
    struct owners_word word = gpus_word(part);
    word.more = !part->failed && !exchange_may_widen(part);
    struct agreement agreement = gpus_meet(part, &word);
    if (gpus_must_leave(part, &agreement)) {
        return 1;
    }
    *wide = agreement.more;
    if (*wide) {
        return 0;
    }
    exchange_free_buffers(part);
    gpus_meet(part, &word); /* all have read the capacity, and freed theirs */
    if (is_first(part)) {
        all->capacity *= 2;
    }
    gpus_meet(part, &word);
    ATTEMPT(part, exchange_open(part));
    agreement = gpus_meet(part, &word);
    return gpus_must_leave(part, &agreement);
}

static void store_rest(struct gpus_part *part) {
    ATTEMPT(part, part_launch_rest(part));
    ATTEMPT(part, part_await(part));
    ATTEMPT(part, part_settle(part));
}

/* Does a level, which has begun or not. 1: the search has ended; 0: not, and *agreement is what the parts
 * said after it. */
static int run_level(struct gpus_part *part, int begun, unsigned *rounds, struct agreement *agreement) {
    struct gpus *all = part->all;
    uint64_t theirs[OWNERS_MOST], mine[OWNERS_MOST];
    uint64_t before = UINT64_MAX; /* what was done before a round without room */
    int new_level = !begun, wide = 0;
    do {
        const unsigned slot = (*rounds)++ % OWNERS_SLOTS;
        ATTEMPT(part, part_launch_round(part, slot, new_level));
        ATTEMPT(part, part_await(part));
        part_heed_recent(part);
        ATTEMPT(part, part_settle(part));
        new_level = 0;
        struct owners_word word = gpus_word(part);
        *agreement = gpus_meet(part, &word);
        if (gpus_must_leave(part, agreement)) {
            return 1;
        }
        part_foresee(part, agreement);
        for (unsigned i = 0; i < all->owners; i++) {
            theirs[i] = gpus_heard(part)[i].keys[part->index];
            mine[i] = word.keys[i];
        }
        ATTEMPT(part, exchange_move(part, slot, mine, theirs));
        part_expect(part, slot, theirs);
        if (is_first(part)) {
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
    struct owners_word word = gpus_word(part);
    word.due = is_first(part) && search_checkpoint_is_due(part->search.checkpoint);
    *agreement = gpus_meet(part, &word);
    return gpus_must_leave(part, agreement);
}

/* Whether the search should begin again; all parts find the same. */
static int is_uneven(struct gpus_part *part, const struct agreement *agreement) {
    struct gpus *all = part->all;
    const int uneven =
        !agreement->failed && exploration_is_uneven(all->options, agreement->outcome, UNEVEN_STATES,
                                                    agreement->largest, agreement->tail, all->owners);
    if (is_first(part)) {
        all->uneven = uneven;
    }
    return uneven;
}

/* The first level: that of the initial states, or of a checkpoint. 1: the search has ended. */
static int begin_levels(struct gpus_part *part, uint64_t level, struct agreement *agreement) {
    ATTEMPT(part, part_resumed(part) != NULL ? part_restore(part) : part_put_first(part));
    ATTEMPT(part, download_labels(part));
    struct owners_word word = gpus_word(part);
    word.keys[0] = part_resumed_sum(part);
    *agreement = gpus_meet(part, &word);
    part->largest = agreement->largest; /* what a checkpoint had is no growth */
    if (!gpus_resumed_same(part)) {
        ATTEMPT(part, error_set(&part->error, ERROR_USAGE, "the processes do not read the same checkpoint"));
        gpus_meet(part, &word);
        return 1;
    }
    agreement->news = 1;
    if (!agreement->failed) {
        part_note_level(part, level);
    }
    return gpus_must_leave(part, agreement) || search_ends(part, level, agreement->tail, agreement);
}

static void search_together(struct gpus_part *part) {
    unsigned rounds = 0;
    const struct checkpoint_header *resumed = part_resumed(part);
    int begun = resumed != NULL;
    uint64_t level = begun ? resumed->level : 0, next = begun ? resumed->next : 0, states;
    struct agreement agreement;
    if (begin_levels(part, level, &agreement)) {
        return;
    }
    do {
        states = agreement.tail - next; /* without those of the next level that a checkpoint had */
        const int ended = run_level(part, begun, &rounds, &agreement);
        if (is_uneven(part, &agreement) || ended) {
            return;
        }
        if (agreement.tail != states) {
            part_note_level(part, ++level);
        }
        if (search_ends(part, level, agreement.tail - states, &agreement)) {
            return;
        }
        if (agreement.due) {
            gpus_write_checkpoint(part);
        }
        begun = 0;
        next = 0;
    } while (agreement.tail != states);
}

/* After the search, if no part has failed: writes it if it can be continued, or long work follows. */
static void write_end(struct gpus_part *part) {
    struct owners_word word = gpus_word(part);
    if (part->all->options->checkpoint == NULL) {
        return;
    }
    const uint64_t states = gpus_meet(part, &word).tail;
    word.due = is_first(part) && !part->failed && part_checkpoint_is_wanted(part, states);
    const struct agreement agreement = gpus_meet(part, &word);
    if (agreement.due && !agreement.failed) {
        gpus_write_checkpoint(part);
    }
}

static void run_part(struct gpus_part *part) {
    struct gpus *all = part->all;
    struct owners_word word;
    memset(&word, 0, sizeof word);
    const int opened = open_together(part) == 0;
    if (opened) {
        search_together(part);
    }
    if (is_first(part)) {
        all->found->effort.seconds = run_clock() - all->begun;
    }
    if (opened) { /* transfers have ended, or the search has failed */
        ATTEMPT(part, part_finish(part));
    }
    if (gpus_meet(part, &word).failed == 0 && opened) {
        ATTEMPT(part, download_labels(part));
        gpus_meet(part, &word);
        if (is_first(part)) {
            gpus_merge_events(all);
        }
        gpus_meet(part, &word);
        ATTEMPT(part, part_take_results(part, all->uneven ? 0 : gpus_wanted_levels(all)));
        if (!all->uneven) {
            write_end(part);
        }
    }
    if (__atomic_load_n(&all->broken, __ATOMIC_RELAXED)) { /* else the GPU may wait for ever */
        exchange_leave(part);
    }
    /* No part's kernels write to another any more, and none copies from another. */
    if (part->search.device != NULL) {
        (void)cudaDeviceSynchronize();
    }
    gpus_meet(part, &word);
    part_close(part);
}

static void *part_thread(void *context) {
    run_part((struct gpus_part *)context);
    return NULL;
}

/* The error of the first part here that has one of its own; 0 if no part has failed. */
static int take_error(const struct gpus *all, struct error *error) {
    int failed = 0;
    for (unsigned i = all->first; i < all->first + all->here && failed <= 0; i++) {
        const struct gpus_part *part = &all->parts[i];
        if (part->failed && part->error.code == ERROR_DEVICE) {
            error_set(error, ERROR_DEVICE, "GPU %u: %.800s", gpus_device(all, i), part->error.text);
        } else if (part->failed) {
            *error = part->error;
        }
        failed = !part->failed ? failed : part->error.code == ERROR_NONE ? -1 : 1;
    }
    if (failed <= 0 && all->missed) {
        return error_set(error, ERROR_LIMIT, "the search of another process failed: its messages say why");
    }
    return failed < 0 ? error_set(error, ERROR_DEVICE, "a GPU failed") : -failed;
}

/* Runs all parts here, each on a thread of its own; 0, or -1 if not all could be started. */
static int run_parts(struct gpus *all, struct error *error) {
    pthread_t threads[OWNERS_MOST];
    struct gpus_part *parts = all->parts + all->first;
    unsigned started = 1;
    int failed = 0;
    barrier_init(&all->barrier, all->here);
    for (; started < all->here && !failed; started += !failed) {
        failed = pthread_create(&threads[started], NULL, part_thread, &parts[started]) != 0;
    }
    if (failed) { /* the others fail at their first meeting */
        for (unsigned i = started; i < all->here; i++) {
            all->heard[0][i].failed = 1;
        }
        parts[0].failed = 1;
        error_set(&parts[0].error, ERROR_MEMORY, "a thread for a GPU cannot be started");
        barrier_lower(&all->barrier, started);
    }
    run_part(&parts[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    return take_error(all, error);
}

/* Prepares the search. 0, or -1 with *error filled. */
static int create_parts(struct gpus *all, const model *model, struct error *error) {
    const struct run *run = all->run;
    if (gpus_refuse(all, model, error) != 0) {
        return -1;
    }
    all->found = exploration_create(model, all->options, run, error);
    all->parts = (struct gpus_part *)memory_allocate_zeroed(run->memory, all->owners * sizeof *all->parts);
    if (all->found == NULL || all->parts == NULL) {
        return all->found == NULL ? -1 : error_memory(error, "to begin the search");
    }
    for (unsigned i = 0; i < all->owners; i++) {
        all->parts[i].all = all;
        all->parts[i].index = i;
        all->parts[i].error.code = ERROR_NONE;
    }
    return 0;
}

struct exploration *explore_gpus(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error) {
    struct gpus all;
    memset(&all, 0, sizeof all);
    all.options = options;
    all.part_options = *options;
    all.part_options.table_unread = 1;
    all.run = run;
    all.ranks = run->ranks;
    all.owners = run->ranks != NULL ? run->ranks->count : run->devices->count;
    all.first = run->ranks != NULL ? run->ranks->rank : 0;
    all.here = run->ranks != NULL ? 1 : all.owners;
    all.begun = run_clock();
    int failed = create_parts(&all, model, error) != 0;
    failed = failed || exploration_choose_owners(all.found, all.owners, options, run, error) != 0;
    failed = exploration_begin_together(model, options, run, 0, failed, error) != 0 ||
             run_parts(&all, error) != 0 || gpus_merge_results(&all, error) != 0;
    for (unsigned i = 0; i < all.owners && all.parts != NULL; i++) {
        exploration_free(all.parts[i].exploration);
    }
    memory_free(run->memory, all.parts, all.owners * sizeof *all.parts);
    nccl_close(all.nccl);
    if (failed || all.uneven) {
        exploration_free(all.found);
        all.found = NULL;
    }
    if (!failed && all.uneven) {
        struct explore_options again = *options;
        again.by_all_components = 1;
        return explore_gpus(model, &again, run, error);
    }
    return all.found;
}
