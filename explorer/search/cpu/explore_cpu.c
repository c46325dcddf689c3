/*
 * The CPU search engine: level-synchronous BFS over explicit queues.
 *
 * A level is cut into chunks that threads take from a shared cursor. A thread expands a few sources at a time
 * (expand.c), probes the visited set for their successors, whose slots have been prefetched, and appends new
 * keys to its writer of the next level. Threads meet at two barriers when no chunk is left or `pause` is set;
 * between the barriers thread 0 decides about growth, the next level, or the end. If the table is full for a
 * source's successor, the source stays at the head of its thread's chunk and is expanded again after growth;
 * its transitions are counted when it is done. Thread 0 runs levels of few states alone while the others
 * wait.
 */
#include "explorer/search/cpu/explore_internal.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

#define DEFAULT_FIRST_SLOTS 16384u
#define CHUNK_STATES 256u
#define SMALL_LEVEL 1024u /* levels with fewer states are run by one thread */

struct table_view explore_table_view(const struct search *search) {
    struct table_view view = table_view_of(search->space->table);
    view.alone = search->run->threads == 1;
    return view;
}

/* --- the work of a thread --- */

void explore_ask_pause(struct search *search, enum pause_reason reason) {
    int seen = __atomic_load_n(&search->pause, __ATOMIC_RELAXED);
    while (seen < (int)reason && !__atomic_compare_exchange_n(&search->pause, &seen, (int)reason, 0,
                                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

void explore_stop(struct search *search, enum explore_outcome outcome) {
    int seen = EXPLORE_DONE, wanted = (int)outcome;
    __atomic_compare_exchange_n((int *)&search->result->outcome, &seen, wanted, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    explore_ask_pause(search, PAUSE_STOP);
}

static void report_progress(struct search *search, const struct worker *worker) {
    if (worker->index != 0 || search->run->progress == NULL) {
        return;
    }
    const uint64_t *begin = search->space->level_begin + search->level;
    uint64_t states = __atomic_load_n(&search->states, __ATOMIC_RELAXED);
    /* Other threads' counts are not readable, so this thread's share is scaled up. */
    states += search->elsewhere;
    double share = worker->states != 0 ? (double)worker->transitions / (double)worker->states : 0;
    struct progress progress = {.phase = "exploring",
                                .done = states,
                                .unit = "states",
                                .transitions = (uint64_t)(share * (double)states),
                                .level = search->level,
                                .frontier = begin[1] - begin[0]};
    run_tell_search(search->run, &progress);
}

int explore_heed_run(struct search *search) {
    const struct explore_options *options = search->options;
    enum explore_outcome outcome = exploration_outcome(search->run);
    if (outcome == EXPLORE_DONE && options->leave != NULL &&
        options->leave(options->leave_context, __atomic_load_n(&search->states, __ATOMIC_RELAXED))) {
        outcome = EXPLORE_LEFT;
    }
    if (outcome != EXPLORE_DONE) {
        explore_stop(search, outcome);
    }
    return outcome != EXPLORE_DONE;
}

static int take_chunk(struct worker *worker) {
    struct search *search = worker->search;
    if (worker->chunk.count != 0) {
        return 1;
    }
    uint64_t next = shared64_add(&search->cursor, 1);
    if (next >= search->chunk_count) {
        return 0;
    }
    worker->chunk = search->chunks[next];
    report_progress(search, worker);
    if (search->checkpoint != NULL && worker->index == 0 && explore_checkpoint_is_due(search)) {
        explore_ask_pause(search, PAUSE_CHECKPOINT);
    }
    return 1;
}

void explore_note_full(struct search *search) {
    __atomic_store_n(&search->table_full, 1, __ATOMIC_RELAXED);
    explore_ask_pause(search, PAUSE_GROW);
}

void explore_report_states(struct worker *worker) {
    struct search *search = worker->search;
    uint64_t states = shared64_add(&search->states, worker->unreported) + worker->unreported;
    worker->unreported = 0;
    if (states > __atomic_load_n(&search->grow_at, __ATOMIC_RELAXED)) {
        explore_note_full(search);
    }
    if (search->options->max_states != 0 && states + search->elsewhere > search->options->max_states) {
        explore_stop(search, EXPLORE_LIMIT);
    }
}

/*
 * Probes the visited set for the batch; new keys go to the next level. Returns the number of sources that are
 * done.
 */
CORE_FUNCTION uint32_t insert_batch(struct worker *worker, struct level_writer *writer,
                                    const uint32_t key_words) {
    struct search *search = worker->search;
    const struct expansion *expansion = &worker->expansion;
    const struct table_view table = expansion->table;
    const uint64_t *keys = expansion->keys, *hashes = expansion->hashes;
    uint64_t *out = writer->at;
    uint64_t at = 0, fresh = 0;
    uint32_t source = 0;
    for (; source < expansion->sources; source++) {
        for (; at < expansion->ends[source]; at++) {
            enum table_result result = table_put(&table, keys + at * key_words, key_words, hashes[at], NULL);
            if (result == TABLE_NEW) {
                for (uint32_t w = 0; w < key_words; w++) {
                    *out++ = keys[at * key_words + w];
                }
                fresh++;
            } else if (result == TABLE_FULL) {
                explore_note_full(search);
                goto full;
            }
        }
    }
full:
    writer->at = out;
    worker->states += fresh;
    worker->unreported += fresh;
    return source;
}

/* Expands the first sources of the worker's chunk. Returns 0 if the level cannot go on now. */
static int run_batch(struct worker *worker) {
    struct search *search = worker->search;
    struct level_writer *writer = &search->writers[worker->index];
    struct expansion *expansion = &worker->expansion;
    if (expansion_batch(expansion, worker->chunk.keys, worker->chunk.count) != 0 ||
        level_writer_room(search->space->level_store, writer, expansion->count) != 0) {
        if (!explore_heed_run(search)) {
            __atomic_store_n(&search->memory_full, 1, __ATOMIC_RELAXED);
            explore_ask_pause(search, PAUSE_GROW);
        }
        return 0;
    }
    uint32_t done = search->exchange != NULL ? explore_ranks_insert(worker, writer)
                    : search->key_words == 1 ? insert_batch(worker, writer, 1)
                    : search->key_words == 2 ? insert_batch(worker, writer, 2)
                                             : insert_batch(worker, writer, 4);
    worker->transitions += done == 0 ? 0 : expansion->ends[done - 1];
    uint64_t deadlocks = 0;
    for (uint32_t i = 0; i < done; i++) {
        deadlocks += expansion->deadlock[i];
    }
    for (uint32_t i = 0; i < done && expansion->has_data; i++) {
        worker->choices += expansion->choice_count[i];
        worker->transitions -= expansion->repeats[i];
    }
    for (uint32_t i = 0; i < done && expansion->stubborn != NULL; i++) {
        worker->reduced += expansion->reduced[i];
    }
    worker->deadlocks += deadlocks;
    if (deadlocks != 0 && shared64_load(&search->result->deadlock_level) == UINT64_MAX) {
        shared64_store(&search->result->deadlock_level, search->level);
    }
    worker->chunk.keys += done * (uint64_t)search->key_words;
    worker->chunk.count -= done;
    if (worker->unreported >= search->report_at) {
        explore_report_states(worker);
    }
    if (expansion->full) {
        __atomic_store_n(&search->intern_full, 1, __ATOMIC_RELAXED);
        explore_ask_pause(search, PAUSE_GROW);
    }
    if (expansion->fault) {
        shared64_store(&search->result->fault_level, search->level);
        explore_stop(search, EXPLORE_FAULT);
        return 0;
    }
    return 1;
}

static void run_level(struct worker *worker) {
    struct search *search = worker->search;
    worker->idle.polls = 0;
    while (__atomic_load_n(&search->pause, __ATOMIC_RELAXED) == PAUSE_NONE) {
        if (search->exchange != NULL && explore_ranks_receive(worker)) {
            continue;
        }
        if (!take_chunk(worker) && !explore_ranks_waits(worker)) {
            break;
        }
        if (explore_heed_run(search) || (worker->chunk.count != 0 && !run_batch(worker))) {
            break;
        }
    }
    if (worker->unreported != 0) {
        explore_report_states(worker);
    }
}

/* --- decisions of thread 0, while the others wait --- */

/* Cuts the segments of a level into chunks. */
static int make_chunks(struct search *search) {
    uint64_t count;
    const struct level_segment *segments =
        level_store_segments(search->space->level_store, search->level, &count);
    search->chunk_count = 0;
    search->cursor = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t at = 0; at < segments[i].count; at += CHUNK_STATES) {
            if (MEMORY_GROW(search->run->memory, &search->chunks, &search->chunk_capacity,
                            search->chunk_count + 1) != 0) {
                return -1;
            }
            uint64_t left = segments[i].count - at;
            search->chunks[search->chunk_count++] = (struct chunk){segments[i].keys + at * search->key_words,
                                                                   left < CHUNK_STATES ? left : CHUNK_STATES};
        }
    }
    return 0;
}

/*
 * Makes a level of the keys in the writers, of all ranks. Returns its number of states, or UINT64_MAX when
 * memory runs out.
 */
static uint64_t close_level(struct search *search) {
    struct state_space *space = search->space;
    /* First: when memory runs out, the keys are still those of the level under construction. */
    if (MEMORY_GROW(search->run->memory, &space->level_begin, &space->level_capacity, space->levels + 2) !=
        0) {
        return UINT64_MAX;
    }
    uint64_t keys = level_store_end_level(space->level_store, search->writers, search->run->threads);
    if ((keys == 0 && search->exchange == NULL) || keys == UINT64_MAX) {
        return keys; /* a rank may have an empty part of a level */
    }
    search->level = space->levels++;
    space->level_begin[space->levels] = space->level_begin[space->levels - 1] + keys;
    return keys;
}

/* Goes on without reduction if it saves too little. */
static void try_reduction(struct search *search) {
    int saves;
    if (!reduction_trial_level(search->trial, search, search->level - 1, &saves)) {
        return;
    }
    reduction_trial_free(search->trial, search);
    search->trial = NULL;
    if (search->options->decision != NULL) {
        search->options->decision->until = saves ? UINT64_MAX : search->level;
        __atomic_store_n(&search->options->decision->made, 1, __ATOMIC_RELEASE);
    }
    if (!saves) {
        search->result->reduced_until = search->level;
        for (unsigned i = 0; i < search->run->threads; i++) {
            search->workers[i].expansion.stubborn = NULL;
        }
    }
}

/* Of a DTMC: collects the least state with several commands, in the first level that has one. */
static void take_several(struct search *search) {
    struct exploration *exploration = search->exploration;
    if (!search->workers[0].expansion.seeks_several) {
        return;
    }
    for (unsigned i = 0; i < search->run->threads; i++) {
        expansion_tell_several(&search->workers[i].expansion, exploration);
    }
    if (search->exchange != NULL) {
        explore_ranks_tell_several(search);
    }
    for (unsigned i = 0; i < search->run->threads && exploration->several != NULL; i++) {
        search->workers[i].expansion.seeks_several = 0;
    }
}

/* Closes the level in the writers and cuts it into chunks. Returns as close_level does, for all ranks. */
static uint64_t open_level(struct search *search) {
    const uint64_t before = search->space->levels;
    uint64_t keys = close_level(search);
    if (keys != 0 && keys != UINT64_MAX && make_chunks(search) != 0) {
        keys = UINT64_MAX;
    }
    search->result->error_level = search->watch.error_level;
    if (search->exchange != NULL) {
        keys = explore_ranks_meet(search, keys);
        search->space->levels = before + (keys != 0 && keys != UINT64_MAX);
        search->unclosed |= keys == UINT64_MAX;
    }
    return keys;
}

/* The decisions before a level is expanded. 0 if the search has ended. */
static int enter_level(struct search *search) {
    search->watch.level = search->level;
    if (search->checkpoint != NULL) {
        explore_checkpoint_note_level(search);
    }
    if (search->options->decided != NULL &&
        search->options->decided(search->options->decided_context, search->exploration)) {
        explore_stop(search, EXPLORE_VIOLATED);
        return 0;
    }
    if (search->trial != NULL && search->level > 0) {
        try_reduction(search);
    }
    if (!search->space->levels_kept && search->level > 0) {
        level_store_drop(search->space->level_store, search->level - 1);
    }
    if (search->level >= search->options->max_depth) {
        explore_stop(search, EXPLORE_LIMIT);
        return 0;
    }
    return 1;
}

/* Closes the level in the writers and makes it the next to expand. 0 if the search has ended. */
static int next_level(struct search *search) {
    take_several(search);
    uint64_t keys = open_level(search);
    if (keys == 0 || search->result->outcome != EXPLORE_DONE) {
        return 0;
    }
    if (keys == UINT64_MAX) {
        explore_stop(search, EXPLORE_FULL);
        return 0;
    }
    return enter_level(search);
}

/* Enters the level of a checkpoint again; as next_level. */
static int resume_level(struct search *search) {
    search->result->error_level = search->watch.error_level;
    uint64_t keys = make_chunks(search) != 0 ? UINT64_MAX : 1;
    if (search->exchange != NULL) {
        keys = explore_ranks_meet(search, keys);
    }
    if (keys == UINT64_MAX) {
        explore_stop(search, EXPLORE_FULL);
        return 0;
    }
    return enter_level(search);
}

/* Whether all states of the level are expanded and stored. Ranks are told when this one's are expanded. */
static int level_is_done(struct search *search) {
    if (search->cursor < search->chunk_count) {
        return 0;
    }
    for (unsigned i = 0; i < search->run->threads; i++) {
        if (search->workers[i].chunk.count != 0) {
            return 0;
        }
    }
    return search->exchange == NULL || explore_ranks_level_is_complete(search);
}

/* Decides the next step of the search, with all threads at the barrier. Returns with `ended` set, with growth
 * begun, or with chunks to take; small levels, and growth during them, are done in between.
 */
static void decide_next(struct search *search) {
    for (;;) {
        int reason = search->pause;
        search->pause = PAUSE_NONE;
        if (reason == PAUSE_STOP || search->result->outcome != EXPLORE_DONE) {
            if (search->exchange != NULL) {
                explore_ranks_stop(search);
                take_several(search);
                open_level(search); /* it may be incomplete */
            }
            search->ended = 1;
            return;
        }
        if (search->checkpoint != NULL && explore_checkpoint_is_due(search)) {
            explore_checkpoint_write(search);
        }
        if (reason == PAUSE_GROW ||
            (search->space->interner != NULL && interner_is_crowded(search->space->interner))) {
            explore_decide_growth(search);
        }
        if (!search->table_grows && !search->intern_grows && search->pause == PAUSE_NONE &&
            level_is_done(search) && !next_level(search)) {
            search->ended = 1;
            return;
        }
        uint64_t level_states =
            search->space->level_begin[search->level + 1] - search->space->level_begin[search->level];
        int alone = search->run->threads == 1 || level_states < SMALL_LEVEL;
        for (unsigned i = 1; i < search->run->threads && alone; i++) {
            alone = search->workers[i].chunk.count == 0 && search->workers[i].incoming == NULL;
        }
        if (!alone) {
            return;
        }
        if (search->table_grows || search->intern_grows) {
            explore_work_growth(search, 0, 1);
            explore_end_growth(search);
        }
        run_level(&search->workers[0]);
    }
}

static void *run_worker(void *argument) {
    struct worker *worker = argument;
    struct search *search = worker->search;
    for (;;) {
        barrier_wait(&search->barrier);
        if (worker->index == 0 && !search->ended) {
            decide_next(search);
        }
        barrier_wait(&search->barrier);
        if (search->ended) {
            return NULL;
        }
        if (search->table_grows || search->intern_grows) {
            explore_work_growth(search, worker->index, search->run->threads);
            barrier_wait(&search->barrier);
            if (worker->index == 0) {
                explore_end_growth(search);
            }
            barrier_wait(&search->barrier);
        }
        run_level(worker);
    }
}

/* --- the whole search --- */

static int init_worker(struct search *search, unsigned index) {
    struct worker *worker = &search->workers[index];
    int failed = expansion_init(&worker->expansion, search->exploration, search->run, 0);
    int watches = search->watch.labels != NULL || worker->expansion.model.header->observer_states != 0;
    worker->search = search;
    worker->index = index;
    worker->expansion.table = explore_table_view(search);
    worker->expansion.watch = watches ? &search->watch : NULL;
    worker->expansion.slots_wait = search->run->ranks != NULL;
    return failed ||
           (search->stubborn != NULL && expansion_reduce(&worker->expansion, search->stubborn) != 0);
}

/* Puts the initial states where level 0 is made of them. */
static int put_initial(struct search *search) {
    struct worker *worker = &search->workers[0];
    struct level_writer *writer = &search->writers[0];
    const struct model_view *model = &worker->expansion.model;
    struct table_view view = table_view_of(search->space->table);
    uint64_t count = model->header->initial_count;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *initial = model->initial + i * model->header->words;
        uint64_t key[MODEL_KEY_WORDS];
        if (model_is_error(model, initial)) {
            search->watch.error_level = 0;
        }
        if (search->exchange != NULL && !explore_ranks_own(search, initial)) {
            continue;
        }
        if (expansion_key(&worker->expansion, initial, key) == TABLE_FULL ||
            level_writer_room(search->space->level_store, writer, 1) != 0 ||
            table_put(&view, key, search->key_words, table_hash(&view, key), NULL) == TABLE_FULL) {
            return -1;
        }
        for (uint32_t w = 0; w < search->key_words; w++) {
            *writer->at++ = key[w];
        }
        search->states++;
        worker->states++;
    }
    return 0;
}

static int open_search(struct search *search) {
    struct state_space *space = search->space;
    const struct explore_options *options = search->options;
    struct memory *memory = search->run->memory;
    const struct model_header *header = model_header(search->exploration->model);
    uint32_t bucket = options->bucket_integers != 0 ? options->bucket_integers : TABLE_HOST_INTEGERS;
    uint64_t slots = options->first_slots != 0 ? options->first_slots : DEFAULT_FIRST_SLOTS;
    while (slots / 4 < header->initial_count) { /* room for all of them without growth */
        slots *= 2;
    }
    search->key_words = header->key_words;
    if (options->checkpoint != NULL && explore_checkpoint_open(search, &slots) != 0) {
        return -1;
    }
    if (options->partial_order) {
        const struct model_view view = model_view_of(header);
        search->stubborn = stubborn_create(&view, options->watched, search->run, search->error);
        if (search->stubborn == NULL) {
            return -1;
        }
    }
    space->table = table_create(memory, header->key_words, bucket, slots, 0, search->error);
    if (space->table == NULL) {
        return -1;
    }
    if (header->fold_levels != 0 && !explore_is_resumed(search)) {
        /*
         * Each level of folding may take a new pair for each word of an initial state, and each thread a
         * stock of ids.
         */
        uint64_t pairs = slots / 4 + header->words * header->initial_count +
                         (uint64_t)INTERN_STOCK * (search->run->threads + 1);
        space->interner = interner_create(memory, bucket, pairs, search->error);
        if (space->interner == NULL) {
            return -1;
        }
    }
    space->level_store = level_store_create(memory, search->run->spill, header->key_words);
    search->workers = memory_allocate_zeroed(memory, search->run->threads * sizeof *search->workers);
    search->writers = memory_allocate_zeroed(memory, search->run->threads * sizeof *search->writers);
    search->watch.labels = options->watched;
    search->watch.label_level = search->result->label_level;
    search->watch.error_level = UINT64_MAX;
    if (explore_is_resumed(search) && explore_restore_levels(search) != 0) {
        return -1;
    }
    int failed = space->level_store == NULL || search->workers == NULL || search->writers == NULL ||
                 MEMORY_GROW(memory, &space->level_begin, &space->level_capacity, 2) != 0;
    for (unsigned i = 0; i < search->run->threads && !failed; i++) {
        failed = init_worker(search, i) != 0;
    }
    if (!failed && search->stubborn != NULL) {
        search->trial = reduction_trial_create(search);
        failed = search->trial == NULL;
    }
    if (!failed) {
        space->level_begin[0] = 0;
        explore_set_grow_at(search);
        failed = explore_ranks_open(search) != 0 ||
                 (explore_is_resumed(search) ? explore_restore_states(search) : put_initial(search)) != 0;
    }
    return failed && search->error->code == ERROR_NONE ? error_memory(search->error, "to begin the search")
                                                       : -failed;
}

/* Begins level 0. 0, or -1 with the error filled; the search may have ended already. */
static int begin_levels(struct search *search) {
    if (explore_is_resumed(search) ? resume_level(search) : next_level(search)) {
        return 0;
    }
    search->ended = 1;
    return search->result->outcome == EXPLORE_DONE || search->result->outcome == EXPLORE_FULL
               ? error_memory(search->error, "to begin the search")
               : 0;
}

static void run_threads(struct search *search) {
    unsigned started = 1;
    for (; started < search->run->threads; started++) {
        struct worker *worker = &search->workers[started];
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0) {
            break;
        }
    }
    int failed = started < search->run->threads;
    if (failed) {
        error_set(search->error, ERROR_LIMIT, "could not start %u threads: try fewer", search->run->threads);
        barrier_lower(&search->barrier, started);
    }
    failed = explore_ranks_begin(search, failed) != 0;
    search->ended |= failed || begin_levels(search) != 0;
    run_worker(&search->workers[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(search->workers[i].thread, NULL);
    }
}

static void close_search(struct search *search) {
    struct explore_result *result = search->result;
    struct state_space *space = search->space;
    struct explore_effort *effort = &search->exploration->effort;
    struct memory *memory = search->run->memory;
    if (search->workers != NULL && search->exchange == NULL) {
        take_several(search); /* ranks did when they met */
    }
    for (unsigned i = 0; i < search->run->threads && search->workers != NULL; i++) {
        result->states += search->workers[i].states;
        result->transitions += search->workers[i].transitions;
        result->choices += search->workers[i].choices;
        result->deadlocks += search->workers[i].deadlocks;
        result->reduced += search->workers[i].reduced;
        expansion_free(&search->workers[i].expansion);
    }
    if (search->exchange == NULL) {
        result->error_level = search->watch.error_level;
        if (space->levels != 0 && result->outcome != EXPLORE_DONE) {
            close_level(search); /* an incomplete search has begun one more level */
        }
    }
    result->levels = space->levels;
    exploration_add_loops(search->exploration);
    if (space->level_store != NULL && search->writers != NULL) {
        level_store_close(space->level_store, search->writers, search->run->threads);
    }
    if (space->table != NULL) {
        effort->table_load = (double)result->states / (double)table_slots(space->table);
        effort->table_bytes = table_bytes(space->table);
    }
    effort->memory_peak = memory_peak(memory);
    effort->memory_limit = memory->limit;
    explore_ranks_total(search);
    exploration_expect(search->exploration);
    reduction_trial_free(search->trial, search);
    stubborn_free(search->stubborn);
    memory_free(memory, search->workers, search->run->threads * sizeof *search->workers);
    memory_free(memory, search->writers, search->run->threads * sizeof *search->writers);
    memory_free(memory, search->chunks, search->chunk_capacity * sizeof *search->chunks);
}

struct exploration *explore_cpu(const model *model, const struct explore_options *options,
                                const struct run *run, struct error *error) {
    struct search search = {.options = options, .run = run, .error = error};
    struct exploration *found = exploration_create(model, options, run, error);
    if (found == NULL) {
        explore_ranks_begin(&search, 1);
        return NULL;
    }
    search.exploration = found;
    search.result = &found->result;
    search.space = &found->space;
    strcpy(found->effort.device, "cpu");
    double begin = run_clock();
    barrier_init(&search.barrier, run->threads);
    int failed = open_search(&search);
    if (failed) {
        explore_ranks_begin(&search, 1);
    } else {
        run_threads(&search);
        failed = error->code != ERROR_NONE;
    }
    if (!failed && search.checkpoint != NULL && !search.uneven) {
        explore_checkpoint_write_end(&search);
    }
    search_checkpoint_close(search.checkpoint);
    close_search(&search);
    found->effort.seconds = run_clock() - begin;
    if (failed || search.uneven) {
        exploration_free(found);
        found = NULL;
    }
    if (!failed && search.uneven) {
        struct explore_options again = *options;
        again.by_all_components = 1;
        return explore_cpu(model, &again, run, error);
    }
    return found;
}
