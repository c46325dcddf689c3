/*
 * Checks a formula with numbers that tells two inputs apart. From the initial states, states are found as
 * deep as the formula looks; then its nodes are evaluated, by their definition, where the formula, which is
 * the last node, needs them: a node to which k steps lead from there, in the states that are found in at most
 * k steps. Nodes that the last one does not use mean nothing.
 */
#include <string.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_comparison_internal.h"
#include "checker/verify/verify_weighed.h"

#define MOST_STATES ((uint64_t)UINT32_MAX - 1)
#define UNUSED UINT32_MAX
#define MOST_SAID_NODES 200u /* of the formula in a reason */

/* The moves of a state that was found. */
struct found {
    uint64_t moves, own; /* where they begin */
};

struct evaluating {
    struct comparison_check *check;
    struct weighed_names names;
    struct weighed_input inputs[2];
    const struct measured_formula *formula;
    uint32_t *level;             /* by node: most steps after which the last node needs it; UNUSED */
    uint32_t **truths;           /* by node: bitmap over the states of the input */
    int side;                    /* the input that is evaluated */
    GROWING(struct found) found; /* by state that has been looked at, and one after the last */
    GROWING(struct weighed_move) moves;
    GROWING(struct weighed_draw) draws;
    GROWING(uint64_t) earns, own;
    GROWING(uint64_t) levels; /* [l]: how many states are found in at most l steps */
};

static int no_memory(const struct evaluating *work) {
    return verify_memory(work->check->verifier);
}

/* --- states --- */

/* Keeps what the input says of its last state. */
static int keep_state(struct evaluating *work) {
    struct memory *memory = work->names.memory;
    const struct weighed_input *input = &work->inputs[work->side];
    const struct found found = {work->moves.count, work->own.count};
    const uint64_t draws = work->draws.count, earns = work->earns.count;
    int failed = GROWING_ADD(memory, work->found, found) != 0;
    for (uint64_t i = 0; i < input->own.count && !failed; i++) {
        failed = GROWING_ADD(memory, work->own, input->own.data[i]) != 0;
    }
    for (uint64_t i = 0; i < input->earns.count && !failed; i++) {
        failed = GROWING_ADD(memory, work->earns, input->earns.data[i]) != 0;
    }
    for (uint64_t i = 0; i < input->draws.count && !failed; i++) {
        failed = GROWING_ADD(memory, work->draws, input->draws.data[i]) != 0;
    }
    for (uint64_t i = 0; i < input->moves.count && !failed; i++) {
        struct weighed_move move = input->moves.data[i];
        move.begin += draws;
        move.end += draws;
        move.earns_begin += earns;
        move.earns_end += earns;
        failed = GROWING_ADD(memory, work->moves, move) != 0;
    }
    return failed ? no_memory(work) : 0;
}

/* Finds the states, level by level, each once. Those of the last level are looked at, too, for what they are
 * by themselves. 0, or -1. */
static int find_states(struct evaluating *work, uint32_t depth) {
    const struct verifier *verifier = work->check->verifier;
    struct tuple_set *states = &work->check->tuples[work->side];
    uint64_t count, looked_at = 0;
    const uint32_t *initial = comparison_initial(work->check, work->side, &count);
    for (uint64_t i = 0; i < count; i++) {
        if (tuple_set_add(states, initial + i * states->width, verifier->error) < 0) {
            return -1;
        }
    }
    for (uint32_t level = 0; level <= depth; level++) {
        const uint64_t end = states->count;
        if (GROWING_ADD(work->names.memory, work->levels, end) != 0) {
            return no_memory(work);
        }
        for (; looked_at < end; looked_at++) {
            if (verify_stopped(verifier, "walking", looked_at, 0, "states") != 0 ||
                weighed_find(&work->inputs[work->side], (uint32_t)looked_at) < 0 || keep_state(work) != 0) {
                return -1;
            }
        }
        if (states->count > MOST_STATES) {
            return error_set(verifier->error, ERROR_LIMIT, "the formula is about more than %llu states",
                             (unsigned long long)MOST_STATES);
        }
    }
    const struct found end = {work->moves.count, work->own.count};
    return GROWING_ADD(work->names.memory, work->found, end) != 0 ? no_memory(work) : 0;
}

/* --- nodes --- */

/* After how many steps the last node needs each node. Returns the most steps. */
static uint32_t find_levels(struct evaluating *work) {
    const struct measured_formula *formula = work->formula;
    uint32_t most = 0;
    memset(work->level, 0xff, formula->nodes.count * sizeof *work->level); /* UNUSED */
    work->level[formula->nodes.count - 1] = 0;
    for (uint64_t i = formula->nodes.count; i-- > 0;) {
        const struct measured_node *node = &formula->nodes.data[i];
        const uint32_t level = work->level[i] + (node->kind == MEASURED_MOVE);
        for (uint32_t k = 0; k < node->count && work->level[i] != UNUSED; k++) {
            uint32_t *part =
                &work->level[node->kind == MEASURED_MOVE ? formula->bounds.data[node->begin + k].node
                                                         : formula->references.data[node->begin + k]];
            *part = *part == UNUSED || *part < level ? level : *part;
            most = level > most ? level : most;
        }
    }
    return most;
}

/* Whether the words, sorted ones of a state or move, have a label. */
static int has_word(const uint64_t *words, uint64_t count, uint64_t word) {
    for (uint64_t i = 0; i < count; i++) {
        if (words[i] == word) {
            return 1;
        }
    }
    return 0;
}

/* Whether the words say that so much is earned. The number of a value is that of the fraction. */
static int earns(const struct evaluating *work, const uint64_t *words, uint64_t count, uint32_t name,
                 const char *value) {
    const uint64_t *values = work->names.values.words.data;
    for (uint64_t i = 0; i < count; i++) {
        if ((words[i] & WEIGHED_REWARD) != 0 && (uint32_t)((words[i] & ~WEIGHED_REWARD) >> 32) == name) {
            const uint64_t *number = values + work->names.values.begins.data[(uint32_t)words[i]];
            double own;
            if (number[2] == 0 && number[3] == 0) { /* a double with too many digits */
                memcpy(&own, number, sizeof own);
                return measured_is_value(value, own);
            }
            const struct fraction fraction = {(fraction_natural)number[1] << 64 | number[0],
                                              (fraction_natural)number[3] << 64 | number[2]};
            return measured_is_number(value, fraction);
        }
    }
    return measured_is_value(value, 0);
}

/* Whether a move earns what the node says, of all rewards. */
static int earns_all(const struct evaluating *work, const struct weighed_move *move,
                     const struct measured_node *node) {
    const uint64_t *words = work->earns.data + move->earns_begin;
    const uint64_t count = move->earns_end - move->earns_begin;
    uint64_t others = 0;
    for (uint32_t i = 0; i < node->earnings_count; i++) {
        const struct measured_earning *earning = &work->formula->earnings.data[node->earnings_begin + i];
        const uint32_t name = mdp_names_find(work->names.texts, earning->rewards, strlen(earning->rewards));
        if (!earns(work, words, count, name, earning->value)) {
            return 0;
        }
        others += !measured_is_value(earning->value, 0);
    }
    return others == count; /* nothing else is earned */
}

/* Whether the move gives what a bound says. 1, 0 or -1. */
static int is_bounded(const struct evaluating *work, const struct weighed_move *move,
                      const struct measured_bound *bound) {
    struct fraction sum = {0, 1};
    for (uint64_t i = move->begin; i < move->end; i++) {
        const struct weighed_draw *draw = &work->draws.data[i];
        if (bitmap_has(work->truths[bound->node], draw->target) && fraction_add(&sum, draw->weight) != 0) {
            return error_set(work->check->verifier->error, ERROR_LIMIT,
                             "the probabilities and rates have too many digits for exact sums");
        }
    }
    const int order = fraction_compare(sum, bound->bound);
    return bound->at_most ? order <= 0 : order >= 0;
}

/* Whether the state has a move of the node's form within all bounds. 1, 0 or -1. */
static int moves_so(const struct evaluating *work, uint64_t state, const struct measured_node *node,
                    uint32_t name) {
    for (uint64_t at = work->found.data[state].moves; at < work->found.data[state + 1].moves; at++) {
        const struct weighed_move *move = &work->moves.data[at];
        int holds = move->kind == node->move && move->name == name &&
                    (node->move != MEASURED_DRAW || earns_all(work, move, node));
        for (uint32_t i = 0; i < node->count && holds == 1; i++) {
            holds = is_bounded(work, move, &work->formula->bounds.data[node->begin + i]);
        }
        if (holds != 0) {
            return holds;
        }
    }
    return 0;
}

/* Whether the only move of a state of a chain earns so much. */
static int chain_earns(const struct evaluating *work, uint64_t state, const struct measured_node *node,
                       uint32_t name) {
    const uint64_t at = work->found.data[state].moves;
    if (at == work->found.data[state + 1].moves ||
        (work->moves.data[at].kind != MEASURED_CHAIN && work->moves.data[at].kind != MEASURED_RACE)) {
        return 0;
    }
    const struct weighed_move *move = &work->moves.data[at];
    return earns(work, work->earns.data + move->earns_begin, move->earns_end - move->earns_begin, name,
                 node->value);
}

static int holds_all(const struct evaluating *work, uint64_t state, const struct measured_node *node) {
    for (uint32_t i = 0; i < node->count; i++) {
        if (!bitmap_has(work->truths[work->formula->references.data[node->begin + i]], state)) {
            return 0;
        }
    }
    return 1;
}

/* Whether a state satisfies the node; the nodes before it are evaluated. 1, 0 or -1. */
static int holds_at(const struct evaluating *work, uint64_t state, const struct measured_node *node,
                    uint32_t name) {
    const uint64_t begin = work->found.data[state].own, end = work->found.data[state + 1].own;
    const uint64_t *own = work->own.data + begin;
    switch (node->kind) {
    case MEASURED_LABEL:
        return has_word(own, end - begin, name);
    case MEASURED_REWARD:
        return earns(work, own, end - begin, name, node->value);
    case MEASURED_EARNED:
        return chain_earns(work, state, node, name);
    case MEASURED_NOT:
        return !holds_all(work, state, node);
    case MEASURED_ALL:
        return holds_all(work, state, node);
    case MEASURED_MOVE:
        return moves_so(work, state, node, name);
    }
    return 0;
}

static int evaluate_node(struct evaluating *work, uint32_t number) {
    const struct measured_node *node = &work->formula->nodes.data[number];
    const uint64_t states = work->levels.data[work->level[number]];
    /* MDP_NO_NAME and WEIGHED_NO_NAME are one: a name that no state or move has */
    const uint32_t name = node->text == NULL
                              ? WEIGHED_NO_NAME
                              : mdp_names_find(work->names.texts, node->text, strlen(node->text));
    const int unknown = node->text != NULL && name == MDP_NO_NAME && node->kind == MEASURED_MOVE;
    for (uint64_t state = 0; state < states && !unknown; state++) {
        const int holds = verify_stopped(work->check->verifier, "evaluating", state, states, "states") != 0
                              ? -1
                              : holds_at(work, state, node, name);
        if (holds < 0) {
            return -1;
        }
        if (holds) {
            bitmap_set(work->truths[number], state);
        }
    }
    return 0;
}

/* Evaluates the formula, which needs states that are `depth` steps away, in the initial states of an input.
 * 1, 0 or -1. */
static int evaluate(struct evaluating *work, uint32_t depth, int side) {
    struct memory *memory = work->names.memory;
    const uint32_t nodes = (uint32_t)work->formula->nodes.count;
    uint64_t count, bytes = 0;
    int holds = 0, failed;
    work->side = side;
    work->found.count = work->moves.count = work->draws.count = work->earns.count = work->own.count =
        work->levels.count = 0;
    failed = find_states(work, depth);
    if (failed == 0) {
        bytes = bitmap_bytes(work->check->tuples[side].count);
    }
    for (uint32_t i = 0; i < nodes && failed == 0; i++) {
        if (work->level[i] == UNUSED) {
            continue;
        }
        work->truths[i] = memory_allocate_zeroed(memory, bytes);
        failed = work->truths[i] == NULL ? no_memory(work) : evaluate_node(work, i);
    }
    comparison_initial(work->check, side, &count);
    for (uint64_t i = 0; i < count && failed == 0; i++) { /* the first states */
        holds |= bitmap_has(work->truths[nodes - 1], i);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        memory_free(memory, work->truths[i], work->truths[i] == NULL ? 0 : bytes);
        work->truths[i] = NULL;
    }
    return failed != 0 ? -1 : holds;
}

/* --- the check --- */

/* Adds the formula, quoted. 1 or -1. */
static int say_formula(struct evaluating *work) {
    struct verifier *verifier = work->check->verifier;
    struct memory *memory = verifier->run->memory;
    struct text_buffer text = {0};
    const int written = measured_formula_write(work->formula, MOST_SAID_NODES, memory, &text);
    if (written > 0) {
        verify_say(verifier, "the formula %.1500s", text.data);
    } else {
        verify_say(verifier, "the formula");
    }
    text_buffer_free(memory, &text);
    return written < 0 ? no_memory(work) : 1;
}

/* Compares the truths in both inputs with the claim. */
static int compare_truths(struct evaluating *work) {
    static const char *const names[] = {"first", "second"};
    struct verifier *verifier = work->check->verifier;
    const int claimed = (int)work->check->evidence->holds_in - 1;
    const uint32_t depth = find_levels(work);
    const int holds = evaluate(work, depth, claimed),
              other = holds < 0 ? -1 : evaluate(work, depth, !claimed);
    if (other < 0 || say_formula(work) != 1) {
        return -1;
    }
    if (!holds) {
        return verify_say(verifier, " holds in no initial state of the %s input", names[claimed]);
    }
    if (other) {
        return verify_say(verifier, " holds in initial states of both inputs");
    }
    verify_say(verifier, " holds in the %s input and not in the %s: they are not equivalent (probabilistic)",
               names[claimed], names[!claimed]);
    verifier->verification->states = work->check->tuples[0].count + work->check->tuples[1].count;
    const int said = comparison_say_hidden(work->check);
    comparison_say_unread(work->check);
    return said;
}

static void close_work(struct evaluating *work) {
    struct memory *memory = work->check->verifier->run->memory;
    const uint64_t nodes = work->formula->nodes.count;
    memory_free(memory, work->level, nodes * sizeof *work->level);
    memory_free(memory, work->truths, nodes * sizeof *work->truths);
    GROWING_FREE(memory, work->found);
    GROWING_FREE(memory, work->moves);
    GROWING_FREE(memory, work->draws);
    GROWING_FREE(memory, work->earns);
    GROWING_FREE(memory, work->own);
    GROWING_FREE(memory, work->levels);
    weighed_close(&work->inputs[0]);
    weighed_close(&work->inputs[1]);
    weighed_names_close(&work->names);
}

int verify_difference(struct verifier *verifier) {
    struct memory *memory = verifier->run->memory;
    struct comparison_check check = {.verifier = verifier,
                                     .evidence = verifier->evidence,
                                     .sets = {.memory = memory},
                                     .tuples = {{.memory = memory}, {.memory = memory}}};
    struct evaluating work = {.check = &check, .formula = &verifier->evidence->formula};
    const uint64_t nodes = work.formula->nodes.count;
    int holds = comparison_open(&check);
    work.level = memory_allocate_array(memory, nodes, sizeof *work.level);
    work.truths = memory_allocate_zeroed(memory, nodes * sizeof *work.truths);
    if (holds == 1 && (work.level == NULL || work.truths == NULL)) {
        holds = verify_memory(verifier);
    }
    holds = holds == 1 ? comparison_open_weighed(&check, &work.names, work.inputs, 1) : holds;
    holds = holds == 1 ? compare_truths(&work) : holds;
    close_work(&work);
    comparison_close(&check);
    return holds;
}
