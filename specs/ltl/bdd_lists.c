/* Lists of Boolean functions (bdd_lists.h). */
#include "specs/ltl/bdd_lists.h"

#include "base/memory.h"

void bdd_lists_begin(struct bdd_lists *lists, struct bdd_pool *pool, uint64_t count) {
    tgba_pairs_free(&lists->prefixes, pool);
    lists->prefixes = (struct tgba_pairs){0};
    lists->pool = pool;
    lists->count = count;
    lists->list.count = lists->made.count = 0;
}

void bdd_lists_free(struct bdd_lists *lists) {
    if (lists->pool != NULL) {
        tgba_pairs_free(&lists->prefixes, lists->pool);
        GROWING_FREE(lists->pool->memory, lists->list);
        GROWING_FREE(lists->pool->memory, lists->made);
    }
    *lists = (struct bdd_lists){.pool = NULL};
}

int bdd_lists_add(struct bdd_lists *lists, bdd function) {
    struct bdd_pool *pool = lists->pool;
    if (!pool->failed && GROWING_ADD(pool->memory, lists->list, function) != 0) {
        bdd_no_memory(pool);
    }
    return pool->failed ? -1 : 0;
}

uint32_t bdd_lists_number(struct bdd_lists *lists, uint64_t at) {
    struct bdd_pool *pool = lists->pool;
    uint32_t number = BDD_LISTS_NONE;
    for (uint64_t i = 0; i < lists->count && bdd_step(pool); i++) {
        number = tgba_pair_number(&lists->prefixes, pool, number, lists->list.data[at + i]);
    }
    number = lists->count == 0 ? 0 : number;
    while (!pool->failed && lists->made.count <= number) {
        if (GROWING_ADD(pool->memory, lists->made, BDD_LISTS_NONE) != 0) {
            bdd_no_memory(pool);
        }
    }
    return number;
}

uint32_t bdd_lists_top(const struct bdd_lists *lists, uint64_t at) {
    uint32_t top = BDD_LEAF;
    for (uint64_t i = 0; i < lists->count; i++) {
        const uint32_t variable = bdd_top(lists->pool, lists->list.data[at + i]);
        top = variable < top ? variable : top;
    }
    return top;
}

uint64_t bdd_lists_side(struct bdd_lists *lists, uint64_t at, uint32_t variable, int high) {
    lists->list.count = at + lists->count;
    for (uint64_t i = 0; i < lists->count && !lists->pool->failed; i++) {
        bdd_lists_add(lists, bdd_side(lists->pool, lists->list.data[at + i], variable, high));
    }
    return at + lists->count;
}
