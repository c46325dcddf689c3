/*
 * The order of prio. Patterns are points; within a chain an earlier one is above any later one. Two points
 * are linked when they have the same text or some label that occurs in the operand matches both. The order is
 * closed over steps and links; label x is above y when a point that x matches is above one that y matches.
 */
#include <string.h>

#include "tests/oracle_internal.h"

struct points {
    uint32_t count;
    const char **text;
    unsigned char *matches; /* count * static_count */
    unsigned char *above;   /* count squared */
};

static void collect(struct oracle *oracle, const struct oracle_node *node, struct points *points) {
    const struct exp_node *syntax = node->syntax;
    uint32_t n = node->pattern_count;
    points->count = n;
    points->text = oracle_allocate(oracle->arena, n * sizeof *points->text);
    points->matches = oracle_allocate(oracle->arena, (uint64_t)n * node->static_count);
    points->above = oracle_allocate(oracle->arena, (uint64_t)n * n);
    uint32_t point = 0;
    for (uint32_t c = 0; c < syntax->chain_count; c++) {
        uint32_t first = point;
        for (uint32_t k = 0; k < syntax->chains[c].count; k++, point++) {
            points->text[point] = syntax->chains[c].patterns[k].text;
            for (uint32_t earlier = first; earlier < point; earlier++) {
                points->above[(uint64_t)earlier * n + point] = 1;
            }
            for (uint32_t l = 0; l < node->static_count; l++) {
                const struct oracle_label *label = &oracle->labels.items[node->static_labels[l]];
                points->matches[(uint64_t)point * node->static_count + l] =
                    (unsigned char)oracle_pattern_matches(&node->patterns[point], label, EXP_MODE_TOTAL);
            }
        }
    }
}

static int linked(const struct points *points, uint32_t labels, uint32_t a, uint32_t b) {
    if (strcmp(points->text[a], points->text[b]) == 0) {
        return 1;
    }
    for (uint32_t l = 0; l < labels; l++) {
        if (points->matches[(uint64_t)a * labels + l] && points->matches[(uint64_t)b * labels + l]) {
            return 1;
        }
    }
    return 0;
}

/* a above b, b linked with c, c above d: then a is above d; until nothing changes. */
static void close_order(struct points *points, uint32_t labels) {
    uint32_t n = points->count;
    unsigned char *above = points->above;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t b = 0; b < n; b++) {
            for (uint32_t c = 0; c < n; c++) {
                if (!linked(points, labels, b, c)) {
                    continue;
                }
                for (uint32_t a = 0; a < n; a++) {
                    for (uint32_t d = 0; above[(uint64_t)a * n + b] && d < n; d++) {
                        if (above[(uint64_t)c * n + d] && !above[(uint64_t)a * n + d]) {
                            above[(uint64_t)a * n + d] = 1;
                            changed = 1;
                        }
                    }
                }
            }
        }
    }
}

static int label_above(const struct points *points, uint32_t labels, uint32_t x, uint32_t y) {
    for (uint32_t a = 0; a < points->count; a++) {
        for (uint32_t b = 0; points->matches[(uint64_t)a * labels + x] && b < points->count; b++) {
            if (points->above[(uint64_t)a * points->count + b] && points->matches[(uint64_t)b * labels + y]) {
                return 1;
            }
        }
    }
    return 0;
}

void oracle_prio_prepare(struct oracle *oracle, struct oracle_node *node) {
    struct oracle_node *operand = node->children[0];
    oracle_node_transitions(oracle, operand, NULL);
    uint32_t count = (uint32_t)operand->list.count;
    node->static_count = count;
    node->static_labels = oracle_allocate(oracle->arena, count * sizeof *node->static_labels);
    for (uint32_t l = 0; l < count; l++) {
        node->static_labels[l] = operand->list.transitions[l].label;
    }
    struct points points;
    collect(oracle, node, &points);
    close_order(&points, count);
    node->above = oracle_allocate(oracle->arena, (uint64_t)count * count);
    for (uint32_t x = 0; x < count; x++) {
        for (uint32_t y = 0; y < count; y++) {
            node->above[(uint64_t)x * count + y] = (unsigned char)label_above(&points, count, x, y);
        }
        oracle->prio_cycle |= node->above[(uint64_t)x * count + x];
    }
}

static uint32_t static_index(const struct oracle_node *node, uint32_t label) {
    uint32_t index = 0;
    while (node->static_labels[index] != label) {
        index++;
    }
    return index;
}

int oracle_prio_above(const struct oracle_node *node, uint32_t above, uint32_t below) {
    uint32_t x = static_index(node, above);
    uint32_t y = static_index(node, below);
    return node->above[(uint64_t)x * node->static_count + y];
}
