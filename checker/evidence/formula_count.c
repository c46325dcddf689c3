/* Counts regions of games for explanations, and keeps the counts. */
#include "checker/evidence/formula_count.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/strategy/strategy_named.h"
#include "parity/game/game_part.h"

static struct game_reach *find_counted(struct formula_count *count, uint32_t vertex) {
    for (uint64_t k = 0; k < count->counted.count; k++) {
        if (count->counted.data[k].vertex == vertex) {
            return &count->counted.data[k].reach;
        }
    }
    return NULL;
}

/* Marks the labels that the subformula names. Where it cannot be decided whether one does, all are marked. */
static void mark_wanted(const struct formula_count *count, uint32_t state, uint8_t *wanted) {
    const struct label_texts *labels = count->labels;
    struct memory *memory = count->run->memory;
    struct strategy_named named = {0};
    struct error error;
    int failed = strategy_find_named(count->observer->meaning[state].formula, 0, memory, &named) != 0;
    for (uint64_t k = 0; k < named.actions.count && !failed; k++) {
        for (uint32_t label = 0; label < labels->count && !failed; label++) {
            int matches = action_matches(named.actions.data[k], labels->text[label], labels->length[label],
                                         labels->is_internal[label], &error);
            wanted[label] |= matches > 0;
            failed = matches < 0;
        }
    }
    if (failed) {
        memset(wanted, 1, labels->count);
    }
    GROWING_FREE(memory, named.actions);
}

/* Counts, and keeps the result; what memory does not suffice for is left out. Returns 0 or -1. */
static int keep(struct formula_count *count, uint32_t state, struct counted_vertex *one,
                struct error *error) {
    struct memory *memory = count->run->memory;
    uint32_t labels = count->labels->count;
    uint8_t *wanted = memory_allocate_zeroed(memory, labels);
    one->reach.occurs = memory_allocate_zeroed(memory, labels);
    struct error why;
    int failed = 0, kept = 0;
    if (wanted != NULL && one->reach.occurs != NULL) {
        mark_wanted(count, state, wanted);
        one->reach.wanted = wanted;
        failed = game_reach_count(&count->part->whole, count->model, one->vertex, count->run, &one->reach,
                                  &why) != 0;
        one->reach.wanted = NULL;
        kept = !failed && GROWING_ADD(memory, count->counted, *one) == 0;
    }
    count->vertices += kept ? one->reach.vertices : 0;
    memory_free(memory, wanted, labels);
    if (!kept) {
        memory_free(memory, one->reach.occurs, labels);
    }
    if (failed && why.code != ERROR_MEMORY && why.code != ERROR_USAGE) {
        *error = why;
        return -1;
    }
    return 0;
}

int formula_count_from(struct formula_count *count, uint32_t vertex, uint32_t state,
                       const struct game_reach **reach, struct error *error) {
    struct counted_vertex one = {.vertex = vertex};
    *reach = find_counted(count, vertex);
    if (*reach != NULL || count->model == NULL || count->vertices >= count->part->vertices) {
        return 0;
    }
    if (keep(count, state, &one, error) != 0) {
        return -1;
    }
    *reach = find_counted(count, vertex);
    return 0;
}

void formula_count_free(struct formula_count *count) {
    if (count->run != NULL) {
        for (uint64_t k = 0; k < count->counted.count; k++) {
            memory_free(count->run->memory, count->counted.data[k].reach.occurs, count->labels->count);
        }
        GROWING_FREE(count->run->memory, count->counted);
    }
    *count = (struct formula_count){.run = NULL};
}
