/*
 * Moves of networks whose labels may have numbers: `prob` transitions of one choice of a process with the
 * same L are a distribution, all `rate` transitions with the same L are added up, and every other transition
 * is a step. Transitions with the same label and target are one, unless they are of different choices.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "checker/verify/verify_weighed_internal.h"
#include "model/mdp_core.h"
#include "model/lts.h"

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* By what transitions are part of. */
static int compare_groups(const struct weighed_edge *a, const struct weighed_edge *b) {
    int order = compare_numbers(a->kind, b->kind);
    order = order != 0 ? order : compare_numbers(a->name, b->name);
    order = order != 0 ? order : compare_numbers(a->component, b->component);
    return order != 0 ? order : compare_numbers(a->choice, b->choice);
}

static int compare_edges(const void *left, const void *right) {
    const struct weighed_edge *a = left, *b = right;
    int order = compare_groups(a, b);
    order = order != 0 ? order : compare_numbers(a->target, b->target);
    return order != 0 ? order : a->label == b->label ? 0 : strcmp(a->label, b->label);
}

/* The name of the L of a label with a number. */
static int name_action(struct weighed_input *input, const char *label, uint32_t *name) {
    struct weighed_names *names = input->names;
    const size_t length = strlen(label), action = label_text_action_length(input->kinds, label, length);
    *name = WEIGHED_NO_NAME;
    if (weighed_hides(input, label) < 0) {
        return -1;
    }
    if (action == 0) {
        return 0;
    }
    const int internal = label_text_action_is_internal(input->kinds, label, length);
    *name = mdp_names_intern(names->texts, internal ? "i" : label, internal ? 1 : action);
    return *name == MDP_NO_NAME ? weighed_no_memory(input) : 0;
}

/* The name of a label without a number: `i` if it is hidden. */
static int name_step(struct weighed_input *input, const char *label, uint32_t *name) {
    uint32_t number;
    if (hidden_labels_find(input->names->hidden, label, &number) != 0) {
        return -1;
    }
    *name = weighed_names_text(input->names, hidden_labels_text(input->names->hidden, number));
    return *name == WEIGHED_NO_NAME ? -1 : 0;
}

static int make_edge(struct weighed_input *input, const struct walker_transition *transition, uint32_t target,
                     struct weighed_edge *edge) {
    const char *label = transition->label;
    const enum label_kind kind = label_text_kind(input->kinds, label, strlen(label));
    *edge = (struct weighed_edge){.kind = MEASURED_STEP, .target = target, .label = label};
    if (kind != LABEL_PROB && kind != LABEL_RATE) {
        return name_step(input, label, &edge->name);
    }
    edge->kind = kind == LABEL_PROB ? MEASURED_PROB : MEASURED_RATE;
    if (kind == LABEL_PROB) {
        const int alone = transition->move_count != 1 || transition->moves->choice == LTS_NO_CHOICE;
        edge->component = alone ? UINT32_MAX : transition->moves->component;
        edge->choice = alone ? (uint32_t)input->edges.count : transition->moves->choice;
    }
    return name_action(input, label, &edge->name);
}

/* Lists the transitions. As weighed_find. */
static int list_edges(struct weighed_input *input, uint32_t state) {
    const struct walker_transition *transitions;
    uint64_t count;
    input->edges.count = 0;
    if (walker_transitions(input->walker, tuple_set_at(input->states, state), &transitions, &count,
                           input->error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        struct weighed_edge edge;
        uint32_t target;
        walker_target(input->walker, tuple_set_at(input->states, state), &transitions[i], input->tuple);
        const int found = weighed_find_target(input, input->tuple, &target);
        if (found != 1) {
            input->missing_label = transitions[i].label;
            return found;
        }
        if (make_edge(input, &transitions[i], target, &edge) != 0) {
            return -1;
        }
        if (GROWING_ADD(input->names->memory, input->edges, edge) != 0) {
            return weighed_no_memory(input);
        }
    }
    return 1;
}

/* What the label gives to its target. */
static struct fraction weight_of(const struct weighed_edge *edge) {
    const size_t length = strlen(edge->label);
    struct fraction weight = {1, 1};
    size_t action;
    if (edge->kind != MEASURED_STEP) {
        const size_t at = label_text_number(edge->label, length, &action);
        if (fraction_parse(edge->label + at, length - at, &weight) != 0) {
            weight = (struct fraction){0, 0};
        }
    }
    return weight;
}

/* Checks that the probabilities of the last move, to which the edge belongs, sum to 1, about. 0, or -1 with
 * *error filled. */
static int check_sum(const struct weighed_input *input, const struct weighed_edge *edge) {
    struct fraction sum = {0, 1};
    for (uint64_t i = input->moves.data[input->moves.count - 1].begin; i < input->draws.count; i++) {
        if (fraction_add(&sum, input->draws.data[i].weight) != 0) {
            return error_set(input->error, ERROR_LIMIT,
                             "the probabilities and rates have too many digits for exact sums");
        }
    }
    const double value = (double)((long double)sum.numerator / (long double)sum.denominator);
    if (value > 1 - MDP_SUM_TOLERANCE && value < 1 + MDP_SUM_TOLERANCE) {
        return 0;
    }
    const size_t action = label_text_action_length(input->kinds, edge->label, strlen(edge->label));
    return error_set(input->error, ERROR_INPUT,
                     "in a state of an input, the probabilities%s%.*s%s sum to %.9g, not to 1",
                     action == 0 ? "" : " of '", (int)(action < 200 ? action : 200), edge->label,
                     action == 0 ? "" : "'", value);
}

/* Whether the edge is the last one of a distribution. */
static int ends_distribution(const struct weighed_input *input, uint64_t i) {
    const struct weighed_edge *edge = &input->edges.data[i];
    return edge->kind == MEASURED_PROB &&
           (i + 1 == input->edges.count || compare_groups(edge, edge + 1) != 0);
}

int weighed_find_labels(struct weighed_input *input, uint32_t state) {
    int holds = list_edges(input, state);
    if (holds == 1 && input->edges.count > 1) {
        qsort(input->edges.data, input->edges.count, sizeof *input->edges.data, compare_edges);
    }
    for (uint64_t i = 0; i < input->edges.count && holds == 1; i++) {
        const struct weighed_edge *edge = &input->edges.data[i];
        if (i == 0 || compare_edges(edge - 1, edge) != 0) {
            if ((i == 0 || edge->kind == MEASURED_STEP || compare_groups(edge - 1, edge) != 0) &&
                weighed_begin_move(input, edge->kind, edge->name) != 0) {
                return -1;
            }
            holds = weighed_add_draw(input, edge->target, weight_of(edge));
        }
        if (holds == 1 && ends_distribution(input, i) && check_sum(input, edge) != 0) {
            return -1;
        }
    }
    return holds;
}
