/* The actions of the parser of the Hanoi format for the body: states, which may be described in any order,
 * and their edges. At the end the edges are put into rows. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "specs/ltl/hoa_syntax.h"

/* --- states --- */

int hoa_name_state(struct hoa_syntax *syntax, struct hoa_number state) {
    const int is_known = syntax->draft.header[HOA_STATE_COUNT].line != 0;
    if (is_known && state.value >= syntax->draft.state_count.value) {
        return hoa_syntax_error(syntax, state.where, "there is no state %u: 'States:' has %u, from 0 on",
                                state.value, syntax->draft.state_count.value);
    }
    if (state.value >= HOA_MOST_STATES) {
        return hoa_syntax_limit(syntax, state.where, "an automaton of more than %u states", HOA_MOST_STATES);
    }
    while (syntax->draft.state.count <= state.value) {
        if (GROWING_ADD(syntax->memory, syntax->draft.state, (struct hoa_read_state){.is_initial = 0}) != 0) {
            return hoa_syntax_memory(syntax);
        }
    }
    struct hoa_read_state *known = &syntax->draft.state.data[state.value];
    known->named = known->named.line == 0 ? state.where : known->named;
    return 0;
}

int hoa_begin_state(struct hoa_syntax *syntax, const bdd *label, struct hoa_number state) {
    if (hoa_name_state(syntax, state) != 0) {
        return -1;
    }
    struct hoa_place *described = &syntax->draft.state.data[state.value].described;
    if (described->line != 0) {
        return hoa_syntax_error(syntax, state.where,
                                "state %u is described a second time: the first one is in line %u",
                                state.value, described->line);
    }
    *described = state.where;
    syntax->draft.source = state;
    syntax->draft.labels = label != NULL ? HOA_LABELS_OF_STATE : HOA_LABELS_OPEN;
    syntax->draft.label = label != NULL ? *label : BDD_TRUE;
    syntax->draft.implicit = 0;
    memset(syntax->draft.sets, 0, syntax->draft.words * sizeof *syntax->draft.sets);
    return 0;
}

int hoa_end_state_sets(struct hoa_syntax *syntax) {
    memcpy(syntax->draft.own, syntax->draft.sets, syntax->draft.words * sizeof *syntax->draft.own);
    return 0;
}

int hoa_add_to_sets(struct hoa_syntax *syntax, struct hoa_number set) {
    if (set.value >= syntax->hoa->sets) {
        return hoa_syntax_error(syntax, set.where,
                                "there is no acceptance set %u: 'Acceptance:' has %u, from 0 on", set.value,
                                syntax->hoa->sets);
    }
    bitset_add(syntax->draft.sets, set.value);
    return 0;
}

/* --- edges --- */

/* The letter of the next edge without a label: atom a is true where bit a of the edge's number is 1. */
static bdd implicit_letter(struct hoa_syntax *syntax) {
    bdd letter = BDD_TRUE;
    for (uint32_t a = syntax->hoa->atoms; a-- > 0;) {
        const int value = a < 64 && (syntax->draft.implicit >> a & 1) != 0;
        letter = bdd_choose(syntax->pool, a, value ? BDD_FALSE : letter, value ? letter : BDD_FALSE);
    }
    return letter;
}

/* One kind of labels for all edges of a state. */
static int check_labels(struct hoa_syntax *syntax, int has_label, struct hoa_place where) {
    const enum hoa_labels labels = syntax->draft.labels;
    if (labels == HOA_LABELS_OPEN) {
        syntax->draft.labels = has_label ? HOA_LABELS_OF_EDGES : HOA_LABELS_IMPLICIT;
        return 0;
    }
    if (has_label != (labels == HOA_LABELS_OF_EDGES)) {
        return hoa_syntax_error(syntax, where, "%s",
                                labels == HOA_LABELS_OF_STATE
                                    ? "an edge with a label, of a state that has one"
                                : has_label ? "an edge with a label, after some of this state without one"
                                            : "an edge without a label, after some of this state with one");
    }
    return 0;
}

int hoa_begin_edge(struct hoa_syntax *syntax, const bdd *label, struct hoa_number target) {
    struct hoa_read_edge edge = {syntax->draft.source.value, target.value, BDD_FALSE};
    if (check_labels(syntax, label != NULL, target.where) != 0 || hoa_name_state(syntax, target) != 0) {
        return -1;
    }
    if (syntax->draft.labels == HOA_LABELS_IMPLICIT) {
        if (syntax->draft.implicit >> (syntax->hoa->atoms < 63 ? syntax->hoa->atoms : 63) != 0) {
            return hoa_syntax_error(syntax, target.where,
                                    "state %u has more edges without labels than the %lu letters of %u atoms",
                                    syntax->draft.source.value, syntax->draft.implicit, syntax->hoa->atoms);
        }
        edge.guard = implicit_letter(syntax);
        syntax->draft.implicit++;
    } else {
        edge.guard = label != NULL ? *label : syntax->draft.label;
    }
    memcpy(syntax->draft.sets, syntax->draft.own, syntax->draft.words * sizeof *syntax->draft.sets);
    return GROWING_ADD(syntax->memory, syntax->draft.edge, edge) != 0 ? hoa_syntax_memory(syntax) : 0;
}

int hoa_end_edge(struct hoa_syntax *syntax) {
    for (uint64_t w = 0; w < syntax->draft.words; w++) {
        const uint64_t word = syntax->draft.sets[w];
        if (GROWING_ADD(syntax->memory, syntax->draft.member, word) != 0) {
            return hoa_syntax_memory(syntax);
        }
    }
    return 0;
}

int hoa_end_edges(struct hoa_syntax *syntax) {
    const uint32_t atoms = syntax->hoa->atoms;
    return syntax->draft.labels == HOA_LABELS_IMPLICIT &&
                   (atoms >= 63 || syntax->draft.implicit >> atoms == 0)
               ? hoa_syntax_error(
                     syntax, syntax->draft.source.where,
                     "state %u has %lu edges without labels: there must be one for each letter, 2^%u",
                     syntax->draft.source.value, syntax->draft.implicit, atoms)
               : 0;
}

/* --- the end --- */

static int check_described(struct hoa_syntax *syntax) {
    for (uint64_t s = 0; s < syntax->draft.state.count; s++) {
        const struct hoa_read_state *state = &syntax->draft.state.data[s];
        if (state->named.line != 0 && state->described.line == 0) {
            return hoa_syntax_error(syntax, state->named, "state %lu is not described in the body", s);
        }
    }
    return 0;
}

/* Different initial states, in their order. */
static int take_initial(struct hoa_syntax *syntax) {
    for (uint64_t i = 0; i < syntax->draft.start.count; i++) {
        const uint32_t number = syntax->draft.start.data[i].value;
        struct hoa_read_state *state = &syntax->draft.state.data[number];
        if (!state->is_initial && GROWING_ADD(syntax->memory, syntax->hoa->initial, number) != 0) {
            return hoa_syntax_memory(syntax);
        }
        state->is_initial = 1;
    }
    return 0;
}

/* The edges by their sources, those of a state in their order: next[s] is the place of the next one of s. */
static int sort_edges(struct hoa_syntax *syntax, uint32_t states, uint64_t *next, uint64_t *sorted) {
    struct hoa *hoa = syntax->hoa;
    for (uint64_t i = 0; i < syntax->draft.edge.count; i++) {
        next[syntax->draft.edge.data[i].source + 1]++;
    }
    for (uint32_t s = 0; s < states; s++) {
        next[s + 1] += next[s];
    }
    for (uint64_t i = 0; i < syntax->draft.edge.count; i++) {
        sorted[next[syntax->draft.edge.data[i].source]++] = i;
    }
    for (uint32_t s = 0; s < states && !syntax->pool->failed; s++) {
        for (uint64_t k = s == 0 ? 0 : next[s - 1]; k < next[s]; k++) {
            const struct hoa_read_edge *edge = &syntax->draft.edge.data[sorted[k]];
            hoa_add_edge(hoa, (struct hoa_edge){edge->target, edge->guard},
                         syntax->draft.member.data + sorted[k] * syntax->draft.words);
        }
        hoa_end_state(hoa);
    }
    return syntax->pool->failed ? -1 : 0;
}

int hoa_end_body(struct hoa_syntax *syntax) {
    struct memory *memory = syntax->memory;
    const uint64_t states = syntax->draft.header[HOA_STATE_COUNT].line != 0 ? syntax->draft.state_count.value
                                                                            : syntax->draft.state.count;
    if (check_described(syntax) != 0 || take_initial(syntax) != 0) {
        return -1;
    }
    uint64_t *next = memory_allocate_zeroed(memory, (states + 1) * sizeof *next);
    uint64_t *sorted = memory_allocate_array(memory, syntax->draft.edge.count, sizeof *sorted);
    const int failed = next == NULL || sorted == NULL ? hoa_syntax_memory(syntax)
                                                      : sort_edges(syntax, (uint32_t)states, next, sorted);
    memory_free(memory, next, (states + 1) * sizeof *next);
    memory_free(memory, sorted, syntax->draft.edge.count * sizeof *sorted);
    return failed;
}
