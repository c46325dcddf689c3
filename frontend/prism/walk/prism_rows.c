/* The rows of the transition matrix: branches of one choice with one target are one entry. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/exact.h"
#include "frontend/prism/walk/prism_walk_internal.h"

static int compare_targets(const int32_t *a, const int32_t *b, uint32_t variables) {
    for (uint32_t i = 0; i < variables; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Targets are in memory in the order of branches, which decides between equal ones. */
static int compare_entries(const void *left, const void *right, void *context) {
    const prism_walk *walk = context;
    const struct prism_entry *a = left, *b = right;
    int order = compare_targets(a->target, b->target, walk->model->variable_count);
    return order != 0 ? order : (a->target > b->target) - (a->target < b->target);
}

/* Sorts the entries from `begin` on, and adds up those of one target. */
static void merge_entries(prism_walk *walk, uint64_t begin) {
    struct prism_entry *entries = walk->entries.data;
    uint64_t count = walk->entries.count - begin, kept = begin;
    if (count == 0) {
        return;
    }
    qsort_r(entries + begin, count, sizeof *entries, compare_entries, walk);
    for (uint64_t i = begin + 1; i < begin + count; i++) {
        if (compare_targets(entries[i].target, entries[kept].target, walk->model->variable_count) == 0) {
            entries[kept].weight += entries[i].weight;
        } else {
            entries[++kept] = entries[i];
        }
    }
    walk->entries.count = kept + 1;
}

static int push_row(prism_walk *walk, uint64_t first_choice, uint64_t end_choice, uint64_t choice,
                    double divisor) {
    uint64_t begin = walk->entries.count;
    for (uint64_t i = first_choice; i < end_choice; i++) {
        const struct prism_choice *one = &walk->choices.data[i];
        for (uint64_t j = 0; j < one->branch_count; j++) {
            struct prism_entry entry = {one->branches[j].target, one->branches[j].weight / divisor};
            if (WALK_PUSH(walk, entries, entry) != 0) {
                return -1;
            }
        }
    }
    merge_entries(walk, begin);
    return WALK_PUSH(walk, rows,
                     (struct prism_row){.entry_count = walk->entries.count - begin, .choice = choice});
}

static int push_loop(prism_walk *walk) {
    return WALK_PUSH(walk, entries, (struct prism_entry){walk->state, 1}) != 0
               ? -1
               : WALK_PUSH(walk, rows, (struct prism_row){.entry_count = 1, .choice = PRISM_NO_CHOICE});
}

static int push_rows(prism_walk *walk) {
    uint64_t choices = walk->choices.count;
    if (walk->branches.count == 0) {
        return push_loop(walk);
    }
    if (walk->model->kind != PRISM_MDP) {
        return push_row(walk, 0, choices, PRISM_NO_CHOICE,
                        walk->model->kind == PRISM_DTMC ? (double)choices : 1);
    }
    for (uint64_t i = 0; i < choices; i++) {
        if (push_row(walk, i, i + 1, i, 1) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_walk_rows(prism_walk *walk, struct prism_rows *rows, struct error *error) {
    walk->rows.count = walk->entries.count = 0;
    if (push_rows(walk) != 0) {
        return walk_memory(walk, error);
    }
    uint64_t at = 0;
    for (uint64_t i = 0; i < walk->rows.count; i++) {
        walk->rows.data[i].entries = &walk->entries.data[at];
        at += walk->rows.data[i].entry_count;
    }
    *rows = (struct prism_rows){walk->rows.data, walk->rows.count, walk->branches.count == 0};
    return 0;
}

int prism_walk_weight(const struct prism_choice *choice, const struct prism_branch *branch,
                      struct memory *memory, struct exact *weight) {
    struct exact factor = {0};
    int status = exact_set(memory, weight, 1);
    for (uint32_t i = 0; i < choice->command_count && status == 0; i++) {
        status = exact_set(memory, &factor, branch->factors[i]) != 0 ||
                         exact_multiply(memory, weight, &factor) != 0
                     ? -1
                     : 0;
    }
    exact_free(memory, &factor);
    return status;
}
