/* The moves of two states beside each other. */
#include "reduce/compare/move_views.h"

#include "base/memory.h"
#include "base/sort.h"

static int compare_given(const void *a, const void *b) {
    return sort_compare(((const struct moves_given *)a)->block, ((const struct moves_given *)b)->block);
}

static int compare_views(const void *a, const void *b) {
    const struct move_view *one = a, *other = b;
    int order = sort_compare(one->form, other->form);
    order = order != 0 ? order : sort_compare(one->count, other->count);
    for (uint32_t i = 0; i < one->count && order == 0; i++) {
        const struct moves_given *first = &one->given[i], *second = &other->given[i];
        order = first->block != second->block     ? sort_compare(first->block, second->block)
                : first->weight != second->weight ? (first->weight < second->weight ? -1 : 1)
                                                  : 0;
    }
    return order;
}

/* Adds the view of a move. 0, or -1 when memory runs out. */
static int add_view(struct move_views *views, int side, const struct moves *moves, const move_rounds *rounds,
                    const struct moves_move *move, uint32_t round, struct memory *memory) {
    struct move_view view = {
        .form = move->form, .begin = views->given.count, .move = (uint64_t)(move - moves->moves.data)};
    uint64_t kept = view.begin;
    for (uint64_t at = move[0].begin; at < move[1].begin; at++) {
        const struct moves_draw *draw = &moves->draws.data[at];
        const struct moves_given given = {
            move_rounds_before(rounds, move_rounds_block(rounds, draw->target), round - 1), draw->weight};
        if (GROWING_ADD(memory, views->given, given) != 0) {
            return -1;
        }
    }
    struct moves_given *given = views->given.data;
    sort_items(given + kept, views->given.count - kept, sizeof *given, compare_given);
    for (uint64_t i = view.begin; i < views->given.count; i++) {
        if (kept > view.begin && given[kept - 1].block == given[i].block) {
            given[kept - 1].weight += given[i].weight;
        } else {
            given[kept++] = given[i];
        }
    }
    views->given.count = kept;
    view.count = (uint32_t)(kept - view.begin);
    return GROWING_ADD(memory, views->sides[side], view);
}

static void sort_side(struct move_views *views, int side) {
    struct move_view *own = views->sides[side].data;
    for (uint64_t i = 0; i < views->sides[side].count; i++) {
        own[i].given = views->given.data + own[i].begin;
    }
    views->sides[side].count = sort_unique(own, views->sides[side].count, sizeof *own, compare_views);
}

int move_views_fill(struct move_views *views, const struct moves *moves, const move_rounds *rounds,
                    const uint32_t states[2], uint32_t round, struct memory *memory) {
    views->given.count = 0;
    for (int side = 0; side < 2; side++) {
        views->sides[side].count = 0;
        for (uint64_t at = moves->offsets.data[states[side]]; at < moves->offsets.data[states[side] + 1];
             at++) {
            if (add_view(views, side, moves, rounds, &moves->moves.data[at], round, memory) != 0) {
                return -1;
            }
        }
    }
    sort_side(views, 0);
    sort_side(views, 1);
    return 0;
}

void move_views_free(struct move_views *views, struct memory *memory) {
    GROWING_FREE(memory, views->sides[0]);
    GROWING_FREE(memory, views->sides[1]);
    GROWING_FREE(memory, views->given);
}

uint64_t move_views_of_form(const struct move_views *views, int side, uint32_t form, uint64_t *count) {
    const struct move_view *own = views->sides[side].data;
    const uint64_t low =
        sort_first_item(own, views->sides[side].count, sizeof *own, offsetof(struct move_view, form), form);
    *count = 0;
    while (low + *count < views->sides[side].count && own[low + *count].form == form) {
        ++*count;
    }
    return low;
}

uint64_t move_views_choose(const struct move_views *views, int side, uint64_t *others) {
    const struct move_view *own = views->sides[side].data, *other = views->sides[!side].data;
    const uint64_t end = views->sides[!side].count;
    uint64_t beside = 0, chosen = UINT64_MAX, last = 0, of_form = 0;
    for (uint64_t i = 0; i < views->sides[side].count; i++) {
        while (beside < end && compare_views(&other[beside], &own[i]) < 0) {
            beside++;
        }
        if (i == 0 || own[i].form != own[last].form) {
            move_views_of_form(views, !side, own[i].form, &of_form);
        }
        last = i;
        if (beside < end && compare_views(&other[beside], &own[i]) == 0) {
            continue;
        }
        if (chosen == UINT64_MAX || of_form < *others ||
            (of_form == *others && own[i].count < own[chosen].count)) {
            chosen = i;
            *others = of_form;
        }
    }
    return chosen;
}
