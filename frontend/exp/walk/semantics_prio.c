/*
 * prio. Each distinct pattern text is a point; within a chain an earlier point is above every later one. Two
 * points are linked when some label that the operand can have matches both. The order is closed over steps
 * and links; label x is above y when a point that x matches is above one that y matches.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/error.h"
#include "base/sort.h"
#include "frontend/exp/walk/semantics_internal.h"

#define MAX_POINTS 4096 /* the limit that the reader of networks has */

/* Sets of points have `words` words. */
struct points {
    const struct exp_text **texts; /* distinct, in byte order */
    uint32_t count;
    uint64_t words;
    uint64_t *above; /* [point]: the points below it */
    uint64_t *linked;
};

static int compare_texts(const void *left, const void *right) {
    const struct exp_text *const *a = left, *const *b = right;
    return strcmp((*a)->text, (*b)->text);
}

static int fail_prio(struct semantics *semantics, const struct semantics_node *node, const char *format,
                     const char *text) {
    const struct source_position *position = &node->syntax->position;
    return error_at(semantics->error, ERROR_INPUT, *position, format, text);
}

static int list_points(struct semantics *semantics, const struct semantics_node *node,
                       struct points *points) {
    const struct exp_node *syntax = node->syntax;
    uint64_t count = 0;
    for (uint32_t c = 0; c < syntax->chain_count; c++) {
        count += syntax->chains[c].count;
    }
    points->texts = semantics_allocate(semantics, count, sizeof *points->texts);
    if (points->texts == NULL) {
        return -1;
    }
    count = 0;
    for (uint32_t c = 0; c < syntax->chain_count; c++) {
        for (uint32_t k = 0; k < syntax->chains[c].count; k++) {
            points->texts[count++] = &syntax->chains[c].patterns[k];
        }
    }
    const uint64_t kept = sort_unique(points->texts, count, sizeof *points->texts, compare_texts);
    if (kept > MAX_POINTS) {
        return fail_prio(semantics, node, "%s", "prio with more than 4096 different patterns");
    }
    points->count = (uint32_t)kept;
    points->words = bitset_words(kept);
    return 0;
}

static uint32_t point_of(const struct points *points, const struct exp_text *text) {
    const struct exp_text **found =
        bsearch(&text, points->texts, points->count, sizeof *points->texts, compare_texts);
    return (uint32_t)(found - points->texts);
}

/* Edges between neighbours in a chain are enough, because the order is closed later. */
static int order_points(struct semantics *semantics, const struct semantics_node *node,
                        struct points *points) {
    const struct exp_node *syntax = node->syntax;
    points->above = semantics_allocate(semantics, points->count * points->words, sizeof *points->above);
    if (points->above == NULL) {
        return -1;
    }
    for (uint32_t c = 0; c < syntax->chain_count; c++) {
        for (uint32_t k = 1; k < syntax->chains[c].count; k++) {
            uint32_t higher = point_of(points, &syntax->chains[c].patterns[k - 1]);
            uint32_t lower = point_of(points, &syntax->chains[c].patterns[k]);
            bitset_add(points->above + higher * points->words, lower);
        }
    }
    return 0;
}

/* Fills `matches`, and `linked`: the points that share a label with a point, itself included. */
static int match_points(struct semantics *semantics, struct semantics_node *node, struct points *points) {
    uint64_t words = points->words;
    const struct semantics_node *operand = node->children[0];
    unsigned char *marks = semantics_allocate(semantics, operand->label_count, 1);
    node->matches = semantics_allocate(semantics, operand->label_count * words, sizeof *node->matches);
    points->linked = semantics_allocate(semantics, points->count * words, sizeof *points->linked);
    if (marks == NULL || node->matches == NULL || points->linked == NULL) {
        return -1;
    }
    for (uint32_t p = 0; p < points->count; p++) {
        bitset_add(points->linked + p * words, p);
        if (semantics_match_labels(semantics, points->texts[p], operand, marks) != 0) {
            return -1;
        }
        for (uint32_t l = 0; l < operand->label_count; l++) {
            if (marks[l]) {
                bitset_add(node->matches + l * words, p);
            }
        }
    }
    for (uint32_t l = 0; l < operand->label_count; l++) {
        const uint64_t *set = node->matches + l * words;
        for (uint32_t p = 0; p < points->count; p++) {
            if (bitset_has(set, p)) {
                bitset_unite(points->linked + p * words, set, words);
            }
        }
        if (semantics_step(semantics) != 0) {
            return -1;
        }
    }
    return 0;
}

/*
 * If a is above b, b is linked with c, and c is above d, then a is above d. `next` leads from b to d, and is
 * closed by Warshall's algorithm (1962).
 */
static int close_order(struct semantics *semantics, struct points *points) {
    uint64_t words = points->words;
    uint32_t count = points->count;
    uint64_t *next = semantics_allocate(semantics, count * words, sizeof *next);
    if (next == NULL) {
        return -1;
    }
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t c = 0; c < count; c++) {
            if (bitset_has(points->linked + b * words, c)) {
                bitset_unite(next + b * words, points->above + c * words, words);
            }
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t a = 0; a < count; a++) {
            if (bitset_has(next + a * words, b)) {
                bitset_unite(next + a * words, next + b * words, words);
            }
            if (semantics_step(semantics) != 0) {
                return -1;
            }
        }
    }
    uint64_t *above = semantics_allocate(semantics, count * words, sizeof *above);
    if (above == NULL) {
        return -1;
    }
    for (uint32_t a = 0; a < count; a++) {
        bitset_unite(above + a * words, points->above + a * words, words);
        for (uint32_t b = 0; b < count; b++) {
            if (bitset_has(points->above + a * words, b)) {
                bitset_unite(above + a * words, next + b * words, words);
            }
        }
    }
    points->above = above;
    return 0;
}

int semantics_make_prio(struct semantics *semantics, struct semantics_node *node) {
    const struct semantics_node *operand = node->children[0];
    struct points points = {0};
    if (list_points(semantics, node, &points) != 0 || order_points(semantics, node, &points) != 0 ||
        match_points(semantics, node, &points) != 0 || close_order(semantics, &points) != 0) {
        return -1;
    }
    uint64_t words = points.words;
    node->words = words;
    node->below = semantics_allocate(semantics, operand->label_count * words, sizeof *node->below);
    node->removed = semantics_allocate(semantics, words, sizeof *node->removed);
    if (node->below == NULL || node->removed == NULL) {
        return -1;
    }
    for (uint32_t l = 0; l < operand->label_count; l++) {
        const uint64_t *matched = node->matches + l * words;
        uint64_t *below = node->below + l * words;
        for (uint32_t p = 0; p < points.count; p++) {
            if (bitset_has(matched, p)) {
                bitset_unite(below, points.above + p * words, words);
            }
        }
        if (bitset_intersect(matched, below, words)) {
            return fail_prio(semantics, node, "label '%.300s' is above itself",
                             label_text(semantics->labels, operand->labels[l]));
        }
        if (semantics_step(semantics) != 0) {
            return -1;
        }
    }
    node->labels = operand->labels;
    node->label_count = operand->label_count;
    return 0;
}

int semantics_prioritise(struct semantics *semantics, struct semantics_node *node) {
    const struct semantics_list *from = &node->children[0]->list;
    memset(node->removed, 0, node->words * sizeof *node->removed);
    for (uint64_t t = 0; t < from->fired.count; t++) {
        bitset_unite(node->removed, node->below + from->fired.data[t].label * node->words, node->words);
        if (semantics_step(semantics) != 0) {
            return -1;
        }
    }
    for (uint64_t t = 0; t < from->fired.count; t++) {
        const struct semantics_fired *fired = &from->fired.data[t];
        if (!bitset_intersect(node->matches + fired->label * node->words, node->removed, node->words) &&
            semantics_add(semantics, node, 0, fired, fired->label) != 0) {
            return -1;
        }
    }
    return 0;
}
