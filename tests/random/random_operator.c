/* Random networks: expressions. Each function writes one operator, in the grammar of EXP networks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/random/random_internal.h"

#define BRANCHES_MAX 4
#define VECTORS_MAX 32

static void write_nested(struct generator *generator, double states, uint32_t depth);

static int write_leaf(struct generator *generator, double states) {
    if (random_chance(generator, 3)) {
        random_count(generator, RANDOM_STOP);
        random_keyword(generator, "stop");
        return 0;
    }
    uint32_t bound = states < 1 ? 1 : states > 8 ? 8 : (uint32_t)(states + 0.5);
    random_component_name(generator, random_component(generator, bound, 1));
    return 0;
}

/* --- operators of one operand --- */

static void write_patterns(struct generator *generator, enum exp_mode mode) {
    uint32_t count = 1 + random_below(generator, 2);
    for (uint32_t k = 0; k < count; k++) {
        char pattern[TEXT_MAX];
        random_pattern(generator, mode, pattern);
        if (k > 0) {
            random_symbol(generator, ",");
        }
        random_name(generator, pattern);
    }
}

/* hide and cut */
static void write_hide(struct generator *generator, int cut, double states, uint32_t depth) {
    static const char *const words[] = {"total", "partial", "gate"};
    static const enum exp_mode modes[] = {EXP_MODE_TOTAL, EXP_MODE_PARTIAL, EXP_MODE_GATE};
    const char *name = cut ? "cut" : "hide";
    uint32_t mode = random_below(generator, 3);
    int all_but = random_chance(generator, 25);
    random_count(generator, (enum random_feature)((cut ? RANDOM_CUT_TOTAL : RANDOM_HIDE_TOTAL) + mode));
    if (mode != 2 || random_chance(generator, 40)) {
        random_keyword(generator, words[mode]);
    }
    random_keyword(generator, name);
    if (all_but) {
        random_count(generator, cut ? RANDOM_CUT_ALL_BUT : RANDOM_HIDE_ALL_BUT);
        random_keyword(generator, "all");
        random_keyword(generator, "but");
    }
    write_patterns(generator, modes[mode]);
    random_keyword(generator, "in");
    random_expression(generator, states, depth, PLACE_FREE);
    random_keyword(generator, "end");
    random_keyword(generator, name);
}

static void write_rename(struct generator *generator, double states, uint32_t depth) {
    static const char *const words[] = {"total", "single", "multiple", "gate"};
    static const enum exp_mode modes[] = {EXP_MODE_TOTAL, EXP_MODE_SINGLE, EXP_MODE_MULTIPLE, EXP_MODE_GATE};
    uint32_t mode = random_below(generator, 4);
    random_count(generator, (enum random_feature)(RANDOM_RENAME_TOTAL + mode));
    if (mode != 3 || random_chance(generator, 40)) {
        random_keyword(generator, words[mode]);
    }
    random_keyword(generator, "rename");
    uint32_t clauses = 1 + random_below(generator, 3);
    for (uint32_t k = 0; k < clauses; k++) {
        char from[TEXT_MAX];
        char to[TEXT_MAX];
        random_clause(generator, modes[mode], from, to);
        if (k > 0) {
            random_symbol(generator, ",");
        }
        random_name(generator, from);
        random_symbol(generator, "->");
        random_name(generator, to);
    }
    random_keyword(generator, "in");
    random_expression(generator, states, depth, PLACE_FREE);
    random_keyword(generator, "end");
    random_keyword(generator, "rename");
}

/* --- operators of two operands --- */

/* How many states each of `count` operands should have when together they are to have `states`. */
static double share(double states, uint32_t count, double power) {
    return pow(states, power / count);
}

static int write_binary(struct generator *generator, double states, uint32_t depth, enum random_place place) {
    uint32_t kind = random_below(generator, 10);
    int all = kind < 2;
    int interleave = kind >= 7;
    int parentheses = place == PLACE_RIGHT || (place == PLACE_BRANCH && all) || random_chance(generator, 15);
    double each = share(states, 2, all ? 2.0 : interleave ? 1.0 : 1.25);
    if (parentheses) {
        random_symbol(generator, "(");
    }
    random_expression(generator, each, depth,
                      !parentheses && place == PLACE_BRANCH ? PLACE_BRANCH : PLACE_LEFT);
    if (all) {
        random_count(generator, RANDOM_SYNC_ALL);
        random_symbol(generator, "||");
    } else if (interleave) {
        random_count(generator, RANDOM_INTERLEAVE);
        random_symbol(generator, "|||");
    } else {
        random_count(generator, RANDOM_SYNC_GATES);
        random_symbol(generator, "|[");
        random_name(generator, random_gate(generator));
        if (random_chance(generator, 30)) {
            random_symbol(generator, ",");
            random_name(generator, random_chance(generator, 20) ? "exit" : random_gate(generator));
        }
        random_symbol(generator, "]|");
    }
    random_expression(generator, each, depth, PLACE_RIGHT);
    if (parentheses) {
        random_symbol(generator, ")");
    }
    return !interleave;
}

/* --- par --- */

static const char *item(struct generator *generator, int label_mode) {
    return label_mode ? random_label(generator) : random_gate(generator);
}

static int same_item(const struct generator *generator, const char *a, const char *b) {
    return generator->out->options.ignore_case ? strcasecmp(a, b) == 0 : strcmp(a, b) == 0;
}

/* Distinct items; at most `count`. */
static uint32_t distinct_items(struct generator *generator, int label_mode, uint32_t count,
                               const char **items) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const char *drawn = item(generator, label_mode);
        int known = 0;
        for (uint32_t other = 0; other < kept; other++) {
            known |= same_item(generator, items[other], drawn);
        }
        if (!known) {
            items[kept++] = drawn;
        }
    }
    return kept;
}

static void par_mode(struct generator *generator, int label_mode) {
    if (label_mode) {
        random_keyword(generator, "label");
    } else if (random_chance(generator, 30)) {
        random_keyword(generator, "gate");
    }
    random_keyword(generator, "par");
}

static void write_par_gate(struct generator *generator, const char *gate, uint32_t candidates) {
    random_name(generator, gate);
    if (candidates > 0 && random_chance(generator, 50)) {
        char degree[16];
        snprintf(degree, sizeof degree, "%u", 1 + random_below(generator, candidates));
        random_count(generator, RANDOM_PAR_DEGREE);
        random_symbol(generator, "#");
        random_symbol(generator, degree);
    }
}

static int write_par(struct generator *generator, double states, uint32_t depth) {
    const char *gates[3];
    const char *lists[BRANCHES_MAX][2];
    uint32_t listed[BRANCHES_MAX] = {0};
    uint32_t branches = 1 + random_below(generator, BRANCHES_MAX);
    int label_mode = random_chance(generator, 30);
    int with_lists = random_chance(generator, 35);
    uint32_t gate_count = random_chance(generator, 15)
                              ? 0
                              : distinct_items(generator, label_mode, 1 + random_below(generator, 3), gates);
    branches += branches == 1;
    for (uint32_t b = 0; with_lists && b < branches; b++) {
        listed[b] = distinct_items(generator, label_mode, random_below(generator, 3), lists[b]);
    }
    random_count(generator, label_mode ? RANDOM_PAR_LABEL : RANDOM_PAR_GATE);
    par_mode(generator, label_mode);
    for (uint32_t g = 0; g < gate_count; g++) {
        uint32_t candidates = 0;
        for (uint32_t b = 0; b < branches; b++) {
            for (uint32_t l = 0; l < listed[b]; l++) {
                candidates += (uint32_t)same_item(generator, lists[b][l], gates[g]);
            }
        }
        if (g > 0) {
            random_symbol(generator, ",");
        }
        write_par_gate(generator, gates[g], candidates == 0 ? branches : candidates);
    }
    if (gate_count > 0) {
        if (random_chance(generator, 5)) { /* which changes nothing */
            random_symbol(generator, ",");
            random_name(generator, "exit");
        }
        random_keyword(generator, "in");
    } else {
        random_count(generator, RANDOM_PAR_BARE);
    }
    double each = share(states, branches, gate_count > 0 ? 1.2 : 1.0);
    for (uint32_t b = 0; b < branches; b++) {
        if (b > 0) {
            random_symbol(generator, "||");
        }
        for (uint32_t l = 0; l < listed[b]; l++) {
            if (l > 0) {
                random_symbol(generator, ",");
            }
            random_name(generator, lists[b][l]);
        }
        if (listed[b] > 0) {
            random_count(generator, RANDOM_PAR_BRANCH_GATES);
            random_symbol(generator, "->");
        }
        random_expression(generator, each, depth, PLACE_BRANCH);
    }
    random_keyword(generator, "end");
    random_keyword(generator, "par");
    return gate_count > 0;
}

/* --- par using --- */

struct vectors {
    const char *entries[VECTORS_MAX][BRANCHES_MAX]; /* NULL for "_" */
    const char *results[VECTORS_MAX];
    uint32_t count;
};

static void add_vector(struct generator *generator, struct vectors *vectors, const char *const *entries,
                       const char *result) {
    int moves = 0;
    for (uint32_t b = 0; b < BRANCHES_MAX; b++) {
        vectors->entries[vectors->count][b] = entries[b];
        moves |= entries[b] != NULL;
    }
    if (moves && vectors->count < VECTORS_MAX - 1) {
        uint32_t draw = random_below(generator, 100);
        vectors->results[vectors->count++] = draw < 20   ? "x"
                                             : draw < 25 ? random_internal(generator)
                                                         : result;
        if (draw >= 20 && draw < 25) {
            random_count(generator, RANDOM_VECTORS_TO_INTERNAL);
        }
    }
}

/* Per item: each branch alone, two or all together, or nothing; then some vectors at random. */
static void draw_vectors(struct generator *generator, int label_mode, uint32_t branches,
                         struct vectors *vectors) {
    uint32_t items = label_mode ? generator->label_count : generator->gate_count;
    for (uint32_t k = 0; k < items + (uint32_t)generator->with_exit; k++) {
        const char *text = k == items ? "exit" : label_mode ? generator->labels[k] : generator->gates[k];
        uint32_t style = random_below(generator, 6) % 4;
        for (uint32_t b = 0; b < branches && style < 2; b++) {
            const char *entries[BRANCHES_MAX] = {NULL};
            entries[b] = text;
            if (style == 1) { /* with its neighbour */
                entries[(b + 1) % branches] = text;
            }
            add_vector(generator, vectors, entries, text);
        }
        if (style == 2) {
            const char *entries[BRANCHES_MAX] = {NULL};
            for (uint32_t b = 0; b < branches; b++) {
                entries[b] = text;
            }
            add_vector(generator, vectors, entries, text);
        }
    }
    for (uint32_t k = random_below(generator, 3) + (vectors->count == 0); k > 0; k--) {
        const char *entries[BRANCHES_MAX] = {NULL};
        entries[random_below(generator, branches)] = item(generator, label_mode);
        for (uint32_t b = 0; b < branches; b++) {
            if (random_chance(generator, 50)) {
                entries[b] = item(generator, label_mode);
            }
        }
        add_vector(generator, vectors, entries, item(generator, label_mode));
    }
    if (random_chance(generator, 12)) {
        random_count(generator, RANDOM_VECTORS_TWICE);
        uint32_t again = random_below(generator, vectors->count);
        memcpy(vectors->entries[vectors->count], vectors->entries[again], sizeof vectors->entries[again]);
        vectors->results[vectors->count++] = vectors->results[again];
    }
}

static void write_vector(struct generator *generator, const struct vectors *vectors, uint32_t v,
                         uint32_t branches) {
    for (uint32_t b = 0; b < branches; b++) {
        if (b > 0) {
            random_symbol(generator, "*");
        }
        if (vectors->entries[v][b] == NULL) {
            random_count(generator, RANDOM_VECTORS_IDLE);
            random_symbol(generator, "_");
        } else {
            random_name(generator, vectors->entries[v][b]);
        }
    }
    random_symbol(generator, "->");
    random_name(generator, vectors->results[v]);
}

static int write_vectors(struct generator *generator, double states, uint32_t depth) {
    struct vectors vectors = {.count = 0};
    uint32_t branches = 2 + random_below(generator, 2);
    int label_mode = random_chance(generator, 40);
    draw_vectors(generator, label_mode, branches, &vectors);
    random_count(generator, label_mode ? RANDOM_VECTORS_LABEL : RANDOM_VECTORS_GATE);
    par_mode(generator, label_mode);
    random_keyword(generator, "using");
    for (uint32_t v = 0; v < vectors.count; v++) {
        if (v > 0) {
            random_symbol(generator, ",");
        }
        write_vector(generator, &vectors, v, branches);
    }
    random_keyword(generator, "in");
    double each = share(states, branches, 1.3);
    for (uint32_t b = 0; b < branches; b++) {
        if (b > 0) {
            random_symbol(generator, "||");
        }
        random_expression(generator, each, depth, PLACE_BRANCH);
    }
    random_keyword(generator, "end");
    random_keyword(generator, "par");
    return 1;
}

/* --- files --- */

static void write_nested(struct generator *generator, double states, uint32_t depth) {
    uint32_t bits = generator->bits;
    uint32_t number = generator->nested_count++;
    char path[768];
    snprintf(path, sizeof path, "%s/n%u.exp", generator->directory, number);
    FILE *outer = generator->file;
    generator->file = fopen(path, "w");
    if (generator->file == NULL) {
        generator->failed = 1;
        generator->file = outer;
        return;
    }
    int behaviour = random_chance(generator, 20);
    generator->nested_depth++;
    if (behaviour) {
        random_count(generator, RANDOM_BEHAVIOUR);
        random_keyword(generator, "behaviour");
    }
    int sync = random_expression(generator, states, depth, PLACE_FREE);
    if (behaviour) {
        random_keyword(generator, "end");
        random_keyword(generator, "behaviour");
    }
    generator->nested_depth--;
    generator->failed |= fclose(generator->file) != 0;
    generator->file = outer;
    generator->nested[number] =
        (struct random_file){.bits = generator->bits - bits, .sync = (uint32_t)sync, .states = states};
    generator->bits = bits;
    random_count(generator, RANDOM_NESTED);
}

/* A file included here: a new one, or one that is complete. */
static int write_file(struct generator *generator, double states, uint32_t depth) {
    uint32_t file = generator->nested_count;
    for (uint32_t k = 0; k < generator->nested_count && random_chance(generator, 60); k++) {
        double known = generator->nested[k].states;
        if (known > 0 && known < 2 * states && 2 * known > states) {
            file = k;
        }
    }
    if (file < generator->nested_count) {
        random_count(generator, RANDOM_NESTED_AGAIN);
    } else if (generator->nested_count == FILES_MAX || generator->nested_depth == 3) {
        return write_leaf(generator, states);
    } else {
        write_nested(generator, states, depth);
    }
    random_file_name(generator, 15, "n", ".exp", file);
    generator->bits += generator->nested[file].bits;
    return (int)generator->nested[file].sync;
}

/* The same new file twice. */
static int write_twice(struct generator *generator, double states, uint32_t depth, enum random_place place) {
    if (generator->nested_count == FILES_MAX || generator->nested_depth == 3) {
        return write_leaf(generator, states);
    }
    uint32_t file = generator->nested_count;
    int interleave = random_chance(generator, 50);
    write_nested(generator, share(states, 2, interleave ? 1.0 : 1.4), depth);
    random_count(generator, RANDOM_NESTED_AGAIN);
    random_count(generator, interleave ? RANDOM_INTERLEAVE : RANDOM_SYNC_ALL);
    int parentheses = place == PLACE_RIGHT || (place == PLACE_BRANCH && !interleave);
    if (parentheses) {
        random_symbol(generator, "(");
    }
    random_file_name(generator, 15, "n", ".exp", file);
    random_symbol(generator, interleave ? "|||" : "||");
    random_file_name(generator, 15, "n", ".exp", file);
    if (parentheses) {
        random_symbol(generator, ")");
    }
    generator->bits += 2 * generator->nested[file].bits;
    return !interleave;
}

static int write_operator(struct generator *generator, double states, uint32_t depth,
                          enum random_place place) {
    uint32_t draw = random_below(generator, 100);
    if (draw < 9 || (draw < 19 && generator->prio_depth > 0)) {
        random_prio(generator, states, depth);
    } else if (draw < 18) {
        write_hide(generator, 0, states, depth);
    } else if (draw < 24) {
        write_hide(generator, 1, 1.5 * states, depth);
    } else if (draw < 36) {
        write_rename(generator, states, depth);
    } else if (draw < 62) {
        return write_binary(generator, states, depth, place);
    } else if (draw < 77) {
        return write_par(generator, states, depth);
    } else if (draw < 90) {
        return write_vectors(generator, states, depth);
    } else if (draw < 96) {
        return write_file(generator, states, depth);
    } else {
        return write_twice(generator, states, depth, place);
    }
    return 0;
}

int random_expression(struct generator *generator, double states, uint32_t depth, enum random_place place) {
    if (depth == 0 || states < 2 || (states <= 10 && random_chance(generator, 75)) ||
        generator->component_count + 8 > FILES_MAX) {
        return write_leaf(generator, states);
    }
    if (random_chance(generator, 4)) {
        random_symbol(generator, "(");
        int sync = random_expression(generator, states, depth - 1, PLACE_FREE);
        random_symbol(generator, ")");
        return sync;
    }
    return write_operator(generator, states, depth - 1, place);
}
