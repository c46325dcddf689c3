/* Random networks of many components whose behaviours leave few states. */
#include <stdlib.h>
#include <string.h>

#include "tests/random/random_internal.h"

/* Rings in step: few of them have choices, and so all together have few. */
static void write_in_step(struct generator *generator) {
    uint32_t rings[4];
    for (uint32_t r = 0; r < 3; r++) {
        rings[r] = random_ring(generator, 1 + random_below(generator, 4), 0);
    }
    rings[3] = random_ring(generator, 2 + random_below(generator, 3), 1 + random_below(generator, 2));
    uint32_t copies = 16 + random_below(generator, 50);
    uint32_t choosing = random_below(generator, copies - 2);
    for (uint32_t k = 0; k < copies; k++) {
        if (k > 0) {
            random_count(generator, RANDOM_SYNC_ALL);
            random_symbol(generator, "||");
        }
        uint32_t ring = k >= choosing && k < choosing + 2 ? 3 : random_below(generator, 3);
        random_component_name(generator, rings[ring]);
    }
    random_count(generator, RANDOM_COMPONENT_AGAIN);
}

/* One entry per branch: the gate for one or two branches, "_" for the others. */
static void write_wide_vector(struct generator *generator, uint32_t branches, uint32_t first, uint32_t second,
                              const char *gate) {
    for (uint32_t b = 0; b < branches; b++) {
        if (b > 0) {
            random_symbol(generator, "*");
        }
        if (b == first || b == second) {
            random_name(generator, gate);
        } else {
            random_symbol(generator, "_");
        }
    }
    random_symbol(generator, "->");
    random_name(generator, gate);
}

/* Rings side by side, of which the vectors let a few move; the others, between them, are blocked. */
static void write_blocked(struct generator *generator) {
    uint32_t branches = 16 + random_below(generator, random_below(generator, 4) == 0 ? 160 : 45);
    uint32_t movers = 2 + random_below(generator, 3);
    generator->out->options.independent = 0;
    random_count(generator, RANDOM_VECTORS_GATE);
    random_count(generator, RANDOM_VECTORS_IDLE);
    random_keyword(generator, "par");
    random_keyword(generator, "using");
    for (uint32_t m = 0; m < movers; m++) {
        uint32_t first = random_below(generator, branches);
        uint32_t second = random_below(generator, branches);
        for (uint32_t g = 0; g < generator->gate_count; g++) {
            if (m + g > 0) {
                random_symbol(generator, ",");
            }
            write_wide_vector(generator, branches, first, g == 0 ? second : first, generator->gates[g]);
        }
    }
    random_keyword(generator, "in");
    for (uint32_t b = 0; b < branches; b++) {
        if (b > 0) {
            random_symbol(generator, "||");
        }
        uint32_t known = generator->component_count;
        uint32_t component = known > 4 ? random_below(generator, known)
                                       : random_ring(generator, 1 + random_below(generator, 4), 1);
        random_component_name(generator, component);
    }
    random_keyword(generator, "end");
    random_keyword(generator, "par");
}

/* One move per component; moves of earlier components have priority, a few have equal priority. */
static void write_ordered(struct generator *generator) {
    uint32_t components = 64 + random_below(generator, 90);
    uint32_t places = components - random_below(generator, 4);
    char label[TEXT_MAX];
    random_count(generator, RANDOM_PRIO);
    random_keyword(generator, "prio");
    for (uint32_t p = 0; p < places; p++) {
        if (p > 0) {
            random_symbol(generator, ">");
        }
        snprintf(label, sizeof label, "p%u", p);
        random_exact_name(generator, label);
    }
    random_keyword(generator, "in");
    for (uint32_t k = 0; k < components; k++) {
        if (k > 0) {
            random_count(generator, RANDOM_INTERLEAVE);
            random_symbol(generator, "|||");
        }
        snprintf(label, sizeof label, "p%u", k % places);
        random_component_name(generator, random_source(generator, label, 1));
    }
    random_keyword(generator, "end");
    random_keyword(generator, "prio");
}

/* Stations in a line hand tokens on: station k does "p<k>" with its left and "p<k+1>" with its right
 * neighbour. */
static void write_relay(struct generator *generator) {
    uint32_t tokens = 1 + random_below(generator, 2);
    uint32_t components = tokens == 1 ? 30 + random_below(generator, 70) : 16 + random_below(generator, 30);
    char left[TEXT_MAX];
    char right[TEXT_MAX];
    random_keyword(generator, "label");
    random_keyword(generator, "par");
    random_count(generator, RANDOM_PAR_LABEL);
    random_count(generator, RANDOM_PAR_BARE);
    for (uint32_t k = 0; k < components; k++) {
        if (k > 0) {
            random_symbol(generator, "||");
        }
        snprintf(left, sizeof left, "p%u", k);
        snprintf(right, sizeof right, "p%u", k + 1);
        random_exact_name(generator, left);
        random_symbol(generator, ",");
        random_exact_name(generator, right);
        random_count(generator, RANDOM_PAR_BRANCH_GATES);
        random_symbol(generator, "->");
        const char *free = k % 8 == 0 ? "i" : "a";
        uint32_t component =
            k == 0 ? random_source(generator, right, tokens) : random_relay(generator, left, free, right);
        random_component_name(generator, component);
    }
    random_keyword(generator, "end");
    random_keyword(generator, "par");
}

void random_wide_expression(struct generator *generator) {
    switch (random_below(generator, 4)) {
    case 0:
        write_in_step(generator);
        break;
    case 1:
        write_blocked(generator);
        break;
    case 2:
        write_ordered(generator);
        break;
    default:
        write_relay(generator);
        break;
    }
}
