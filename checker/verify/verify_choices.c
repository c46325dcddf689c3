/*
 * The choices of states, as docs/mdp.md defines them: `prob` transitions of one choice of a process that have
 * the same label are one choice; all `rate` transitions together are one, or none in a state with an internal
 * transition; every other transition is a choice of its own. In a model with data, the language says what
 * the choices are, and a state without transitions has one that leads back to it.
 */
#include "checker/verify/verify_choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/digraph_core.h"
#include "model/mdp.h"
#include "frontend/language/language.h"

enum edge_kind { EDGE_ALONE, EDGE_JOINED, EDGE_RACE };

/* A transition that becomes part of a choice. Transitions whose fields are equal except for the target form
 * one choice, unless they are ALONE. */
struct choice_edge {
    uint32_t kind, component, choice, name, target;
};

static int fail_memory(struct choices *choices) {
    return error_memory(choices->error, "for the choices of a state");
}

int choices_open(struct choices *choices, struct error *error) {
    struct memory *memory = choices->run->memory;
    uint32_t components = choices->walker == NULL ? 0 : walker_components(choices->walker);
    const struct exp_options *reading = choices->reading;
    choices->error = error;
    choices->texts = reading == NULL ? label_table_create(memory, 0, NULL, 0)
                                     : label_table_create(memory, reading->ignore_case, reading->internal,
                                                          reading->internal_count);
    choices->names = label_table_create(memory, 0, NULL, 0);
    choices->tuple = memory_allocate_array(memory, components, sizeof *choices->tuple);
    return choices->texts == NULL || choices->names == NULL || choices->tuple == NULL ? fail_memory(choices)
                                                                                      : 0;
}

void choices_free(struct choices *choices) {
    struct memory *memory = choices->run->memory;
    uint32_t components = choices->walker == NULL ? 0 : walker_components(choices->walker);
    label_table_free(choices->texts);
    label_table_free(choices->names);
    memory_free(memory, choices->tuple, components * sizeof *choices->tuple);
    memory_free(memory, choices->name_of, choices->name_capacity * sizeof *choices->name_of);
    memory_free(memory, choices->edges, choices->edge_capacity * sizeof *choices->edges);
    memory_free(memory, choices->choices, choices->capacity * sizeof *choices->choices);
    memory_free(memory, choices->targets, choices->target_capacity * sizeof *choices->targets);
}

/* --- names --- */

uint32_t choices_name(struct choices *choices, const char *text, struct error *error) {
    uint32_t name = label_intern(choices->names, text, strlen(text));
    if (name == LABEL_NONE) {
        error_memory(error, "for labels");
    }
    return name;
}

/* The id of a transition's text; makes the name of a new text. LABEL_NONE with an error. */
static uint32_t find_text(struct choices *choices, const char *text) {
    size_t length = strlen(text);
    uint32_t before = label_count(choices->texts), id = label_intern(choices->texts, text, length);
    if (id == LABEL_NONE || MEMORY_GROW(choices->run->memory, &choices->name_of, &choices->name_capacity,
                                        (uint64_t)id + 1) != 0) {
        fail_memory(choices);
        return LABEL_NONE;
    }
    if (id >= before || id == LABEL_INTERNAL_ID) { /* the internal action has an id from the beginning */
        enum label_kind kind = label_kind(choices->texts, id);
        int stochastic = kind == LABEL_PROB || kind == LABEL_RATE;
        int internal = stochastic && label_text_action_is_internal(choices->texts, text, length);
        size_t part = stochastic ? label_text_action_length(choices->texts, text, length) : length;
        choices->name_of[id] = CHOICE_NO_NAME;
        if (part > 0 || !stochastic) {
            choices->name_of[id] = internal ? LABEL_INTERNAL_ID : label_intern(choices->names, text, part);
            if (choices->name_of[id] == LABEL_NONE) {
                fail_memory(choices);
                return LABEL_NONE;
            }
        }
    }
    return id;
}

/* --- edges --- */

/* A transition that has yet to become an edge. */
struct choice_move {
    const char *label;
    uint32_t component, choice; /* the process that moves alone, and its choice or LTS_NO_CHOICE */
    int joins;                  /* transitions of one choice belong together whatever their labels are */
    uint32_t target;
    int of_data; /* of a model with data, whose labels have no probabilities: `choice` is of the state */
};

static int add_edge(struct choices *choices, const struct choice_move *move) {
    struct choice_edge edge = {EDGE_ALONE, 0, 0, CHOICE_NO_NAME, move->target};
    if (!choices->edges_alone) {
        uint32_t text = find_text(choices, move->label);
        if (text == LABEL_NONE) {
            return -1;
        }
        enum label_kind kind = label_kind(choices->texts, text);
        edge.name = choices->name_of[text];
        choices->internal |= kind == LABEL_INTERNAL && !move->of_data;
        if (move->of_data) {
            edge.kind = walker_is_chain(choices->walker) ? EDGE_RACE : EDGE_JOINED;
            edge.choice = edge.kind == EDGE_RACE ? 0 : move->choice;
        } else if (kind == LABEL_RATE) {
            edge.kind = EDGE_RACE;
        } else if ((kind == LABEL_PROB || move->joins) && move->choice != LTS_NO_CHOICE) {
            edge.kind = EDGE_JOINED;
            edge.component = move->component;
            edge.choice = move->choice;
        }
    }
    if (MEMORY_GROW(choices->run->memory, &choices->edges, &choices->edge_capacity,
                    choices->edge_count + 1) != 0) {
        return fail_memory(choices);
    }
    choices->edges[choices->edge_count++] = edge;
    return 0;
}

static int add_transitions(struct choices *choices, uint32_t state) {
    const struct walker_transition *transitions;
    const uint32_t *tuple = tuple_set_at(choices->states, state);
    uint64_t count;
    if (walker_transitions(choices->walker, tuple, &transitions, &count, choices->error) != 0) {
        return -1;
    }
    for (uint64_t t = 0; t < count; t++) {
        const struct walker_transition *transition = &transitions[t];
        struct choice_move move = {.label = transition->label, .choice = LTS_NO_CHOICE};
        walker_target(choices->walker, tuple, transition, choices->tuple);
        move.target = tuple_set_index(choices->states, choices->tuple);
        if (move.target == UINT32_MAX && choices->added != NULL) {
            move.target = (uint32_t)choices->added->count;
            if (tuple_set_add(choices->added, choices->tuple, choices->error) < 0) {
                return -1;
            }
            tuple = tuple_set_at(choices->states, state); /* which has moved */
        }
        if (move.target == UINT32_MAX) {
            choices->missing_label = transition->label;
            return 0;
        }
        if (transition->choice != WALKER_NO_CHOICE) {
            move.of_data = 1;
            move.choice = transition->choice;
        } else if (transition->move_count == 1) {
            move.component = transition->moves->component;
            move.choice = transition->moves->choice;
            move.joins = walker_has_distributions(choices->walker, move.component);
        }
        if (add_edge(choices, &move) != 0) {
            return -1;
        }
    }
    return 1;
}

static int add_moves(struct choices *choices, uint32_t state) {
    const struct lts *lts = choices->lts;
    if (state >= lts->row_states) {
        return 1;
    }
    for (uint64_t m = lts->row[state]; m < lts->row[state + 1]; m++) {
        struct choice_move move = {label_text(choices->lts_labels, lts->labels[lts->label[m]]),
                                   0,
                                   lts->choice == NULL ? LTS_NO_CHOICE : lts->choice[m],
                                   lts->distributions,
                                   lts->target[m],
                                   0};
        if (add_edge(choices, &move) != 0) {
            return -1;
        }
    }
    return 1;
}

/* --- choices --- */

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* Compares transitions by choice. Rates belong to one choice whatever their names. */
static int compare_groups(const struct choice_edge *a, const struct choice_edge *b) {
    int order = compare_numbers(a->kind, b->kind);
    order = order != 0 ? order : compare_numbers(a->component, b->component);
    order = order != 0 ? order : compare_numbers(a->choice, b->choice);
    return order != 0 || a->kind == EDGE_RACE ? order : compare_numbers(a->name, b->name);
}

static int compare_edges(const void *left, const void *right) {
    const struct choice_edge *a = left, *b = right;
    int order = compare_groups(a, b);
    return order != 0 ? order : compare_numbers(a->target, b->target);
}

int choices_add_target(struct choices *choices, uint32_t target) {
    if (MEMORY_GROW(choices->run->memory, &choices->targets, &choices->target_capacity,
                    choices->target_count + 1) != 0) {
        return fail_memory(choices);
    }
    choices->targets[choices->target_count++] = target;
    choices->choices[choices->count - 1].end = choices->target_count;
    return 0;
}

int choices_begin(struct choices *choices, uint32_t name) {
    if (MEMORY_GROW(choices->run->memory, &choices->choices, &choices->capacity, choices->count + 1) != 0) {
        return fail_memory(choices);
    }
    choices->choices[choices->count++] =
        (struct verified_choice){name, choices->target_count, choices->target_count};
    return 0;
}

/* Joins transitions to choices. Returns 1 or -1. */
static int join_edges(struct choices *choices) {
    sort_items(choices->edges, choices->edge_count, sizeof *choices->edges, compare_edges);
    for (uint64_t k = 0; k < choices->edge_count; k++) {
        const struct choice_edge *edge = &choices->edges[k], *last = edge - 1;
        if (edge->kind == EDGE_RACE && choices->internal && choices->maximal_progress) {
            break; /* rates come last */
        }
        int same = k > 0 && compare_groups(last, edge) == 0;
        int again = same && last->target == edge->target;
        int begins = !same || (edge->kind == EDGE_ALONE && !again);
        if (begins && choices_begin(choices, edge->name) != 0) {
            return -1;
        }
        struct verified_choice *choice = &choices->choices[choices->count - 1];
        if (choice->name != edge->name) {
            choice->name = CHOICE_NO_NAME;
        }
        if (!again && choices_add_target(choices, edge->target) != 0) {
            return -1;
        }
    }
    return 1;
}

static int take_mdp(struct choices *choices, uint32_t state) {
    const struct mdp *mdp = choices->mdp;
    for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
        if (choices->edges_alone || mdp->begins == NULL || bitmap_has(mdp->begins, edge)) {
            uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge], name = CHOICE_NO_NAME;
            if (!choices->edges_alone && label != MDP_NO_LABEL) {
                name = label_intern(choices->names, mdp->label_text[label], strlen(mdp->label_text[label]));
                if (name == LABEL_NONE) {
                    return fail_memory(choices);
                }
            }
            if (choices_begin(choices, name) != 0) {
                return -1;
            }
        }
        if (choices_add_target(choices, mdp->targets[edge]) != 0) {
            return -1;
        }
        choices->choices[choices->count - 1].end = choices->target_count;
    }
    return 1;
}

void choices_clear(struct choices *choices) {
    choices->count = choices->target_count = choices->edge_count = 0;
    choices->missing_label = NULL;
    choices->internal = choices->ended = 0;
}

int choices_find(struct choices *choices, uint32_t state, struct error *error) {
    choices->error = error;
    choices_clear(choices);
    if (choices->mdp != NULL) {
        choices->ended = choices->mdp->offsets[state] == choices->mdp->offsets[state + 1];
        return take_mdp(choices, state);
    }
    int status = choices->lts != NULL ? add_moves(choices, state) : add_transitions(choices, state);
    choices->ended = status == 1 && choices->edge_count == 0;
    if (status == 1 && choices->edge_count == 0 && !choices->edges_alone &&
        walker_has_choices(choices->walker)) {
        return choices_begin(choices, CHOICE_NO_NAME) != 0 || choices_add_target(choices, state) != 0 ? -1
                                                                                                      : 1;
    }
    return status == 1 ? join_edges(choices) : status;
}
