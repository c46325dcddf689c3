/* Writes a search on the CPU to a checkpoint, whenever all threads wait. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

#define SCAN_WORDS 4096u
#define INTERN_PAIR_WORDS 4u /* of an interner, with its index, for each pair; about */

/* Slots for the states of a checkpoint: so many that the table need not grow soon, if there is memory. */
static uint64_t slots_for(const struct search *search, const struct checkpoint_header *header) {
    const uint64_t states = header->states, left = memory_left(search->run->memory) / 8 / search->key_words;
    const int kept = header->levels_kept && search->options->keep_levels;
    uint64_t stored = kept ? states : states / 4; /* keys of levels */
    stored += header->pairs / search->key_words * INTERN_PAIR_WORDS;
    const uint64_t room = left > stored ? left - stored : 0;
    return states < room / 4   ? 2 * states
           : states < room / 2 ? states / 2 * 3
                               : states / 15 * 16 + SCAN_WORDS;
}

int explore_checkpoint_open(struct search *search, uint64_t *slots) {
    search->checkpoint =
        search_checkpoint_open(search->exploration, search->options, search->run, search->error);
    if (search->checkpoint == NULL) {
        return -1;
    }
    if (search->checkpoint->reader != NULL) {
        uint64_t wanted = slots_for(search, &search->checkpoint->header);
        *slots = *slots > wanted ? *slots : wanted;
    }
    return 0;
}

int explore_checkpoint_is_due(const struct search *search) {
    return search->exchange == NULL && search_checkpoint_is_due(search->checkpoint);
}

void explore_checkpoint_note_level(struct search *search) {
    struct search_counts *counts = &search->begin_counts;
    *counts = (struct search_counts){0};
    for (unsigned i = 0; i < search->run->threads; i++) {
        counts->transitions += search->workers[i].transitions;
        counts->choices += search->workers[i].choices;
        counts->deadlocks += search->workers[i].deadlocks;
    }
    search->begin_level = search->level;
    if (search->exchange != NULL && search->checkpoint->checkpoint->folder != NULL &&
        explore_checkpoint_ranks_agree(search, search_checkpoint_is_due(search->checkpoint))) {
        explore_checkpoint_ranks_write(search);
    }
}

/* --- what is written --- */

struct checkpoint_header explore_checkpoint_header(const struct search *search) {
    const struct search_counts *counts = &search->begin_counts;
    const struct explore_result *result = search->result;
    const struct interner *interner = search->space->interner;
    struct checkpoint_header header = {
        .key_words = search->key_words,
        .levels_kept = search->space->levels_kept != 0,
        .level = search->begin_level,
        .pairs = interner == NULL ? 0 : shared64_load(interner_view(interner)->next),
        .transitions = counts->transitions,
        .choices = counts->choices,
        .deadlocks = counts->deadlocks,
        .deadlock_level = shared64_load(&result->deadlock_level),
        .error_level = shared64_load(&search->watch.error_level),
        .several_level = result->several_level};
    for (unsigned i = 0; i < search->run->threads; i++) {
        header.states += search->workers[i].states;
    }
    return header;
}

static int put_pairs(void *context, uint64_t pairs, struct words_sink sink, struct error *error) {
    const struct search *search = context;
    return sink.put(sink.context, exploration_pairs(search->exploration), 2 * pairs, error);
}

/* All keys of the visited set. */
static int put_table(void *context, struct words_sink sink, struct error *error) {
    const struct search *search = context;
    const struct table_view view = table_view_of(search->space->table);
    uint64_t slots = (view.buckets + view.pad) << view.bucket_bits, words[SCAN_WORDS], used = 0;
    int failed = 0;
    for (uint64_t slot = 0; slot < slots && !failed; slot++) {
        const uint64_t *key = view.slots + slot * view.words;
        for (uint32_t w = 0; w < view.words && key[0] != 0; w++) {
            words[used++] = key[w];
        }
        if (used == SCAN_WORDS) { /* keys have 1, 2 or 4 words */
            failed = sink.put(sink.context, words, used, error);
            used = 0;
        }
    }
    return failed ? failed : sink.put(sink.context, words, used, error);
}

/* Of the level under construction: what is still in the writers. */
static int put_open(const struct search *search, struct words_sink sink, struct error *error) {
    int failed = 0;
    for (unsigned i = 0; i < search->run->threads && !failed; i++) {
        const struct level_writer *from = &search->writers[i];
        failed = sink.put(sink.context, from->begin, (uint64_t)(from->at - from->begin), error);
    }
    return failed;
}

static int put_levels(void *context, uint64_t first, uint64_t end, struct words_sink sink,
                      struct error *error) {
    const struct search *search = context;
    const level_store *store = search->space->level_store;
    int failed = 0;
    for (uint64_t level = first; level < end && !failed; level++) {
        failed = level_store_put(store, level, sink, error) != 0 ||
                 (level == level_store_levels(store) && put_open(search, sink, error) != 0);
    }
    return failed ? -1 : 0;
}

struct state_source explore_checkpoint_source(struct search *search) {
    return (struct state_source){put_pairs, put_table, put_levels, search};
}

void explore_checkpoint_write(struct search *search) {
    struct checkpoint_header header = explore_checkpoint_header(search);
    search_checkpoint_sum(&header, search->space->level_begin, NULL);
    const struct search_content content = {.header = &header,
                                           .level_begin = search->space->level_begin,
                                           .source = explore_checkpoint_source(search)};
    search_checkpoint_write(search->checkpoint, &content);
}

/* The same for ranks. */
static void write_end_of_ranks(struct search *search) {
    const uint64_t states = search->states + search->elsewhere;
    if (search->checkpoint->checkpoint->folder != NULL && search->space->levels != 0 &&
        explore_checkpoint_ranks_agree(search, search_checkpoint_is_wanted(search->checkpoint, states))) {
        explore_checkpoint_ranks_write(search);
    }
}

void explore_checkpoint_write_end(struct search *search) {
    if (search->exchange != NULL) {
        write_end_of_ranks(search);
        return;
    }
    if (search->space->levels == 0 || !search_checkpoint_is_wanted(search->checkpoint, search->states)) {
        return;
    }
    if (search->torn && !search->space->levels_kept) { /* only the table has all states */
        search_checkpoint_tell(
            search->checkpoint, 1,
            "no checkpoint: memory ran out while the table grew; the last one, if any, stays");
        return;
    }
    explore_checkpoint_write(search);
}
