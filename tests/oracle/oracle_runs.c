/* Runs of a graph and formulas of linear temporal logic (oracle_runs.h). */
#include "tests/oracle/oracle_runs.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

/* A node is a position of a run: an edge, or the end in a state (numbers from `edges` on), with a guess. */
struct tableau {
    const struct oracle_runs *runs;
    const struct oracle_ltl *temporal[ORACLE_RUNS_MOST_TEMPORAL];
    unsigned count;
    uint32_t edges, places, nodes; /* places: edges and ends */
    uint32_t *source;              /* by place */
    uint8_t *kept;                 /* by node: it is in the part that is looked at */
    uint32_t *enabled;             /* by state: conditions */
};

static int is_temporal(const struct oracle_ltl *formula) {
    return formula->kind >= ORACLE_NEXT;
}

unsigned oracle_ltl_temporal(const struct oracle_ltl *formula) {
    return (formula->left == NULL ? 0 : oracle_ltl_temporal(formula->left)) +
           (formula->right == NULL ? 0 : oracle_ltl_temporal(formula->right)) +
           (is_temporal(formula) ? 1 : 0);
}

static void collect(struct tableau *tableau, const struct oracle_ltl *formula) {
    if (formula->left != NULL) {
        collect(tableau, formula->left);
    }
    if (formula->right != NULL) {
        collect(tableau, formula->right);
    }
    if (is_temporal(formula)) {
        tableau->temporal[tableau->count++] = formula;
    }
}

static uint32_t letter_of(const struct tableau *tableau, uint32_t place) {
    const struct oracle_runs *runs = tableau->runs;
    return runs->state_atoms[tableau->source[place]] |
           (place < tableau->edges ? runs->edge_atoms[place] : runs->end_atoms);
}

/* The value at a node of a formula. */
static int value(const struct tableau *tableau, const struct oracle_ltl *formula, uint32_t letter,
                 uint32_t guess) {
    if (is_temporal(formula)) {
        unsigned t = 0;
        while (tableau->temporal[t] != formula) {
            t++;
        }
        return guess >> t & 1;
    }
    const int left = formula->left == NULL ? 0 : value(tableau, formula->left, letter, guess);
    const int right = formula->right == NULL ? 0 : value(tableau, formula->right, letter, guess);
    switch (formula->kind) {
    case ORACLE_TRUE:
        return 1;
    case ORACLE_ATOM:
        return letter >> formula->atom & 1;
    case ORACLE_NOT:
        return !left;
    case ORACLE_AND:
        return left && right;
    case ORACLE_OR:
        return left || right;
    case ORACLE_IMPLIES:
        return !left || right;
    case ORACLE_EQUIVALENT:
        return left == right;
    case ORACLE_XOR:
        return left != right;
    default:
        return 0;
    }
}

/* The values of the operands of each temporal formula at a place, by guess. */
struct values {
    int left[ORACLE_RUNS_MOST_TEMPORAL], right[ORACLE_RUNS_MOST_TEMPORAL];
};

static struct values values_of(const struct tableau *tableau, uint32_t place, uint32_t guess) {
    const uint32_t letter = letter_of(tableau, place);
    struct values values = {{0}, {0}};
    for (unsigned t = 0; t < tableau->count; t++) {
        const struct oracle_ltl *formula = tableau->temporal[t];
        values.left[t] = value(tableau, formula->left, letter, guess);
        values.right[t] = formula->right == NULL ? 0 : value(tableau, formula->right, letter, guess);
    }
    return values;
}

/* Whether the guess at a node agrees with the next node. */
static int agrees(const struct tableau *tableau, uint32_t place, uint32_t guess, uint32_t next_place,
                  uint32_t next_guess) {
    const struct values now = values_of(tableau, place, guess);
    const uint32_t next_letter = letter_of(tableau, next_place);
    for (unsigned t = 0; t < tableau->count; t++) {
        const struct oracle_ltl *formula = tableau->temporal[t];
        const int own = guess >> t & 1, next = next_guess >> t & 1;
        int must = 0;
        switch (formula->kind) {
        case ORACLE_NEXT:
            must = value(tableau, formula->left, next_letter, next_guess);
            break;
        case ORACLE_FINALLY:
            must = now.left[t] || next;
            break;
        case ORACLE_GLOBALLY:
            must = now.left[t] && next;
            break;
        case ORACLE_UNTIL:
        case ORACLE_WEAK_UNTIL:
            must = now.right[t] || (now.left[t] && next);
            break;
        default: /* RELEASE, STRONG_RELEASE */
            must = now.right[t] && (now.left[t] || next);
            break;
        }
        if (own != must) {
            return 0;
        }
    }
    return 1;
}

/* Whether a node keeps a guess from being wrong for ever. */
static int settles(const struct tableau *tableau, unsigned t, uint32_t place, uint32_t guess) {
    const struct values now = values_of(tableau, place, guess);
    const int own = guess >> t & 1;
    switch (tableau->temporal[t]->kind) {
    case ORACLE_FINALLY:
        return !own || now.left[t];
    case ORACLE_UNTIL:
        return !own || now.right[t];
    case ORACLE_STRONG_RELEASE:
        return !own || (now.left[t] && now.right[t]);
    case ORACLE_GLOBALLY:
    case ORACLE_WEAK_UNTIL:
        return own || !now.left[t];
    case ORACLE_RELEASE:
        return own || !now.right[t];
    default:
        return 1;
    }
}

/* --- the graph of nodes --- */

static uint32_t guesses(const struct tableau *tableau) {
    return 1u << tableau->count;
}

/* Calls with each place that may come next. */
static uint32_t next_places(const struct tableau *tableau, uint32_t place, uint32_t *first) {
    const struct oracle_runs *runs = tableau->runs;
    const uint32_t state = place < tableau->edges ? runs->target[place] : tableau->source[place];
    const uint32_t begin = (uint32_t)runs->offsets[state], end = (uint32_t)runs->offsets[state + 1];
    *first = begin == end ? tableau->edges + state : begin;
    return begin == end ? 1 : end - begin;
}

/* Successors of all nodes, once and for all. */
struct links {
    uint64_t *offsets;
    uint32_t *target;
};

static struct links link_nodes(const struct tableau *tableau) {
    struct links links = {test_present(calloc(tableau->nodes + 1ull, sizeof *links.offsets)), NULL};
    uint64_t capacity = 0, count = 0;
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        const uint32_t place = node / guesses(tableau), guess = node % guesses(tableau);
        uint32_t first, places = next_places(tableau, place, &first);
        for (uint32_t next = first; next < first + places; next++) {
            for (uint32_t g = 0; g < guesses(tableau); g++) {
                if (agrees(tableau, place, guess, next, g)) {
                    if (count == capacity) {
                        capacity = capacity * 2 + 64;
                        links.target = test_present(realloc(links.target, capacity * sizeof *links.target));
                    }
                    links.target[count++] = next * guesses(tableau) + g;
                }
            }
        }
        links.offsets[node + 1] = count;
    }
    return links;
}

/* Marks what is reached from a node in the kept part. */
static void reach(const struct tableau *tableau, const struct links *links, uint32_t from, uint8_t *reached) {
    uint32_t *stack = test_present(malloc((tableau->nodes + 1ull) * sizeof *stack)), depth = 0;
    for (uint64_t i = links->offsets[from]; i < links->offsets[from + 1]; i++) {
        const uint32_t next = links->target[i];
        if (tableau->kept[next] && !reached[next]) {
            reached[next] = 1;
            stack[depth++] = next;
        }
    }
    while (depth > 0) {
        const uint32_t node = stack[--depth];
        for (uint64_t i = links->offsets[node]; i < links->offsets[node + 1]; i++) {
            const uint32_t next = links->target[i];
            if (tableau->kept[next] && !reached[next]) {
                reached[next] = 1;
                stack[depth++] = next;
            }
        }
    }
    free(stack);
}

static struct links turn_round(const struct tableau *tableau, const struct links *links) {
    struct links back = {test_present(calloc(tableau->nodes + 2ull, sizeof *back.offsets)),
                         test_present(malloc((links->offsets[tableau->nodes] + 1) * sizeof *back.target))};
    for (uint64_t i = 0; i < links->offsets[tableau->nodes]; i++) {
        back.offsets[links->target[i] + 2]++;
    }
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        back.offsets[node + 2] += back.offsets[node + 1];
    }
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        for (uint64_t i = links->offsets[node]; i < links->offsets[node + 1]; i++) {
            back.target[back.offsets[links->target[i] + 1]++] = node;
        }
    }
    return back;
}

/* --- fair components --- */

static uint32_t moves_of(const struct tableau *tableau, uint32_t place) {
    return place < tableau->edges && tableau->runs->edge_moves != NULL ? tableau->runs->edge_moves[place] : 0;
}

/* Whether a run may go round in the kept part of a component for ever, fairly, and settle all guesses. */
static int is_fair(struct tableau *tableau, const struct links *links, const struct links *back,
                   const uint8_t *component);

/* The same of the kept part, component by component. */
static int has_fair(struct tableau *tableau, const struct links *links, const struct links *back) {
    uint8_t *done = test_present(calloc(tableau->nodes, 1)), *forth = test_present(malloc(tableau->nodes));
    uint8_t *backwards = test_present(malloc(tableau->nodes));
    int found = 0;
    for (uint32_t node = 0; node < tableau->nodes && !found; node++) {
        if (!tableau->kept[node] || done[node]) {
            continue;
        }
        memset(forth, 0, tableau->nodes);
        memset(backwards, 0, tableau->nodes);
        reach(tableau, links, node, forth);
        reach(tableau, back, node, backwards);
        done[node] = 1;
        for (uint32_t other = 0; other < tableau->nodes; other++) {
            forth[other] &= backwards[other];
            done[other] |= forth[other];
        }
        found = forth[node] && is_fair(tableau, links, back, forth);
    }
    free(done);
    free(forth);
    free(backwards);
    return found;
}

static int is_fair(struct tableau *tableau, const struct links *links, const struct links *back,
                   const uint8_t *component) {
    const struct oracle_runs *runs = tableau->runs;
    uint32_t settled = 0, moved = 0, idle = 0, enabled = 0;
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        if (component[node]) {
            const uint32_t place = node / guesses(tableau);
            for (unsigned t = 0; t < tableau->count; t++) {
                settled |= (uint32_t)settles(tableau, t, place, node % guesses(tableau)) << t;
            }
            moved |= moves_of(tableau, place);
            idle |= ~tableau->enabled[tableau->source[place]];
            enabled |= tableau->enabled[tableau->source[place]];
        }
    }
    const uint32_t all = runs->conditions == 0 ? 0 : UINT32_MAX >> (32 - runs->conditions);
    const uint32_t starving = enabled & ~moved & runs->strong & all;
    if (settled != guesses(tableau) - 1 || (~(moved | idle) & all & ~runs->strong) != 0) {
        return 0;
    }
    if (starving == 0) {
        return 1;
    }
    uint8_t *before = test_present(malloc(tableau->nodes));
    memcpy(before, tableau->kept, tableau->nodes);
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        const uint32_t source = tableau->source[node / guesses(tableau)];
        tableau->kept[node] &= component[node] && (tableau->enabled[source] & starving) == 0;
    }
    const int found = has_fair(tableau, links, back);
    memcpy(tableau->kept, before, tableau->nodes);
    free(before);
    return found;
}

/* Keeps what is reached from the nodes at which a run that violates the formula may begin. */
static void keep_reached(struct tableau *tableau, const struct links *links,
                         const struct oracle_ltl *formula) {
    uint8_t *reached = test_present(calloc(tableau->nodes, 1));
    memset(tableau->kept, 1, tableau->nodes);
    for (uint32_t node = 0; node < tableau->nodes; node++) {
        const uint32_t place = node / guesses(tableau), guess = node % guesses(tableau);
        const uint32_t state = tableau->source[place];
        const int is_end = place >= tableau->edges;
        if (state < tableau->runs->initial &&
            (!is_end || tableau->runs->offsets[state] == tableau->runs->offsets[state + 1]) &&
            !value(tableau, formula, letter_of(tableau, place), guess) && !reached[node]) {
            reached[node] = 1;
            reach(tableau, links, node, reached);
        }
    }
    memcpy(tableau->kept, reached, tableau->nodes);
    free(reached);
}

int oracle_runs_satisfy(const struct oracle_runs *runs, const struct oracle_ltl *formula) {
    struct tableau tableau = {.runs = runs, .edges = (uint32_t)runs->offsets[runs->states]};
    collect(&tableau, formula);
    tableau.places = tableau.edges + runs->states;
    tableau.nodes = tableau.places * guesses(&tableau);
    tableau.source = test_present(malloc(tableau.places * sizeof *tableau.source));
    tableau.kept = test_present(malloc(tableau.nodes));
    tableau.enabled = test_present(calloc(runs->states, sizeof *tableau.enabled));
    for (uint32_t state = 0; state < runs->states; state++) {
        tableau.source[tableau.edges + state] = state;
        for (uint64_t edge = runs->offsets[state]; edge < runs->offsets[state + 1]; edge++) {
            tableau.source[edge] = state;
            tableau.enabled[state] |= moves_of(&tableau, (uint32_t)edge);
        }
    }
    struct links links = link_nodes(&tableau), back = turn_round(&tableau, &links);
    keep_reached(&tableau, &links, formula);
    const int violated = has_fair(&tableau, &links, &back);
    free(links.offsets);
    free(links.target);
    free(back.offsets);
    free(back.target);
    free(tableau.source);
    free(tableau.kept);
    free(tableau.enabled);
    return !violated;
}
