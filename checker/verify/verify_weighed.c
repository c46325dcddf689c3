/* States of Markov models in numbers; those of networks with labels are in verify_weighed_labels.c. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "checker/verify/verify_weighed_internal.h"
#include "model/mdp.h"
#include "model/digraph_core.h"

#define INITIAL "init" /* a label that does not count */

int weighed_no_memory(const struct weighed_input *input) {
    return error_memory(input->error, "to check the evidence");
}

/* --- names --- */

int weighed_names_open(struct weighed_names *names, struct hidden_labels *hidden, struct memory *memory,
                       struct error *error) {
    *names = (struct weighed_names){
        .hidden = hidden, .memory = memory, .error = error, .texts = mdp_names_create(memory)};
    int failed = names->texts == NULL;
    for (int side = 0; side < 2; side++) {
        const struct evidence *evidence = side == 0 ? hidden->evidence : hidden->evidence->second;
        const struct exp_options *options = &evidence->options;
        names->kinds[side] =
            label_table_create(memory, options->ignore_case, options->internal, options->internal_count);
        failed |= names->kinds[side] == NULL;
    }
    return failed ? error_memory(error, "to check the evidence") : 0;
}

void weighed_names_close(struct weighed_names *names) {
    if (names->memory != NULL) {
        mdp_names_free(names->texts);
        for (int side = 0; side < 2; side++) {
            if (names->kinds[side] != NULL) {
                label_table_free(names->kinds[side]);
            }
        }
        word_lists_free(&names->values, names->memory);
    }
}

uint32_t weighed_names_text(struct weighed_names *names, const char *text) {
    const uint32_t number = mdp_names_intern(names->texts, text, strlen(text));
    if (number == MDP_NO_NAME) {
        error_memory(names->error, "to check the evidence");
        return WEIGHED_NO_NAME;
    }
    return number;
}

int weighed_hides(struct weighed_input *input, const char *text) {
    struct hidden_labels *labels = input->names->hidden;
    uint32_t label;
    if (!labels->evidence->hides || strcmp(text, "i") == 0) {
        return 0;
    }
    if (hidden_labels_find(labels, text, &label) != 0) {
        return -1;
    }
    const enum label_kind kind = label_text_kind(input->kinds, text, strlen(text));
    if (label != HIDDEN_INTERNAL || (kind != LABEL_PROB && kind != LABEL_RATE)) {
        return label == HIDDEN_INTERNAL;
    }
    return labels->evidence->hides_others
               ? 0
               : error_set(input->error, ERROR_INPUT,
                           "the evidence hides '%.200s', which has a %s: probabilistic equivalence keeps it",
                           text, kind == LABEL_PROB ? "probability" : "rate");
}

/* The name of a choice of a decision process: WEIGHED_NO_NAME in *name if it has none or it is hidden. */
static int name_choice(struct weighed_input *input, const char *text, uint32_t *name) {
    *name = WEIGHED_NO_NAME;
    if (text == NULL) {
        return 0;
    }
    const int hidden = weighed_hides(input, text);
    if (hidden != 0) {
        return hidden < 0 ? -1 : 0;
    }
    *name = weighed_names_text(input->names, text);
    return *name == WEIGHED_NO_NAME ? -1 : 0;
}

/* The number of a reward's value: equal values have one. WORD_LIST_NONE when memory runs out. */
static uint32_t number_value(struct weighed_input *input, double value) {
    const struct fraction fraction = fraction_of_double(value);
    uint64_t words[4] = {(uint64_t)fraction.numerator, (uint64_t)(fraction.numerator >> 64),
                         (uint64_t)fraction.denominator, (uint64_t)(fraction.denominator >> 64)};
    if (fraction.denominator == 0) {
        memcpy(words, &value, sizeof value);
    }
    return word_lists_find(&input->names->values, words, 4, input->names->memory);
}

/* The name of the model's rewards i in formulas. */
static const char *rewards_text(const struct walker_numbers *numbers, uint32_t i, char *buffer) {
    uint32_t unnamed = 0;
    for (uint32_t k = 0; k < i && *numbers->rewards[i] == '\0'; k++) {
        unnamed += *numbers->rewards[k] == '\0';
    }
    return measured_rewards_text(numbers->rewards[i], unnamed, buffer);
}

/* Adds the model's rewards i to `own` or, of a move, to `earns`, unless it is 0. */
static int add_reward(struct weighed_input *input, int of_move, uint32_t i, double value) {
    char buffer[MEASURED_REWARDS_TEXT];
    if (value == 0) {
        return 0;
    }
    const uint32_t number = number_value(input, value),
                   text = weighed_names_text(input->names,
                                             rewards_text(walker_numbers(input->walker), i, buffer));
    if (number == WORD_LIST_NONE) {
        return weighed_no_memory(input);
    }
    const uint64_t word = WEIGHED_REWARD | (uint64_t)text << 32 | number;
    const int failed =
        text == WEIGHED_NO_NAME || (of_move ? GROWING_ADD(input->names->memory, input->earns, word)
                                            : GROWING_ADD(input->names->memory, input->own, word)) != 0;
    return failed ? weighed_no_memory(input) : 0;
}

static int add_label(struct weighed_input *input, const char *text) {
    if (strcmp(text, INITIAL) == 0) {
        return 0;
    }
    const uint32_t name = weighed_names_text(input->names, text);
    return name == WEIGHED_NO_NAME || GROWING_ADD(input->names->memory, input->own, name) != 0
               ? weighed_no_memory(input)
               : 0;
}

/* --- moves --- */

int weighed_begin_move(struct weighed_input *input, enum measured_move kind, uint32_t name) {
    const struct weighed_move move = {.kind = kind,
                                      .name = name,
                                      .begin = input->draws.count,
                                      .end = input->draws.count,
                                      .earns_begin = input->earns.count,
                                      .earns_end = input->earns.count};
    return GROWING_ADD(input->names->memory, input->moves, move) != 0 ? weighed_no_memory(input) : 0;
}

int weighed_find_target(struct weighed_input *input, const uint32_t *tuple, uint32_t *target) {
    *target = tuple_set_index(input->states, tuple);
    if (*target == UINT32_MAX && input->grows) {
        *target = (uint32_t)input->states->count;
        return tuple_set_add(input->states, tuple, input->error) < 0 ? -1 : 1;
    }
    return *target != UINT32_MAX;
}

int weighed_add_draw(struct weighed_input *input, uint32_t target, struct fraction weight) {
    const struct weighed_draw draw = {target, weight};
    if (weight.denominator == 0) {
        return error_set(input->error, ERROR_LIMIT,
                         "the probabilities and rates have too many digits for exact sums");
    }
    if (GROWING_ADD(input->names->memory, input->draws, draw) != 0) {
        return weighed_no_memory(input);
    }
    input->moves.data[input->moves.count - 1].end = input->draws.count;
    return 1;
}

/* Refuses probabilities of the last move that do not add up to 1 because they are rounded: then what is
 * equivalent would depend on rounding. Rates need no sum. 1, or -1 with *error filled. */
static int end_draws(const struct weighed_input *input) {
    const struct weighed_move *move = &input->moves.data[input->moves.count - 1];
    struct fraction sum = {0, 1};
    for (uint64_t i = move->begin; i < move->end && move->kind != MEASURED_RACE; i++) {
        if (fraction_add(&sum, input->draws.data[i].weight) != 0) {
            return error_set(input->error, ERROR_LIMIT,
                             "the probabilities and rates have too many digits for exact sums");
        }
    }
    return fraction_is_nearly_1(sum.numerator, sum.denominator)
               ? error_set(input->error, ERROR_LIMIT,
                           "the probabilities of a choice add up to nearly 1, as doubles do not hold all "
                           "their digits")
               : 1;
}

/* Ends what the last move earns. */
static void end_earnings(struct weighed_input *input) {
    struct weighed_move *move = &input->moves.data[input->moves.count - 1];
    move->earns_end = input->earns.count;
    sort_items(input->earns.data + move->earns_begin, move->earns_end - move->earns_begin,
               sizeof *input->earns.data, sort_compare_long);
}

/* --- models with data --- */

static int add_row(struct weighed_input *input, const struct walker_weighed *weighed,
                   const struct walker_row *row) {
    const struct walker_numbers *numbers = walker_numbers(input->walker);
    enum measured_move kind;
    uint32_t name;
    int holds = 1;
    weighed_is_model(input, &kind);
    const char *text = row->label == NULL || strcmp(row->label, "i") == 0 ? NULL : row->label;
    if (name_choice(input, text, &name) != 0 || weighed_begin_move(input, kind, name) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < numbers->reward_count; i++) {
        if (add_reward(input, 1, i, row->rewards[i]) != 0) {
            return -1;
        }
    }
    end_earnings(input);
    for (uint64_t i = row->begin; i < row->end && holds == 1; i++) {
        uint32_t target;
        const uint32_t *tuple = weighed->targets + weighed->entries[i].target;
        holds = weighed_find_target(input, tuple, &target);
        if (holds == 0) {
            memcpy(input->tuple, tuple, input->states->width * sizeof *tuple);
            input->missing_label = row->label == NULL ? "a transition" : row->label;
        } else if (holds == 1) {
            holds = weighed_add_draw(input, target, fraction_of_double(weighed->entries[i].weight));
        }
    }
    return holds == 1 ? end_draws(input) : holds;
}

static int find_data(struct weighed_input *input, uint32_t state) {
    const struct walker_numbers *numbers = walker_numbers(input->walker);
    struct walker_weighed weighed;
    int holds = 1;
    if (walker_weigh(input->walker, tuple_set_at(input->states, state), &weighed, input->error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < numbers->label_count; i++) {
        if (weighed.labels[i] && add_label(input, numbers->labels[i]) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < numbers->reward_count; i++) {
        if (add_reward(input, 0, i, weighed.rewards[i]) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < weighed.row_count && holds == 1; i++) {
        holds = add_row(input, &weighed, &weighed.rows[i]);
    }
    return holds;
}

/* --- models of files --- */

/* Whether a choice of the state begins at the edge, or after its last edge. */
static int begins_choice(const struct mdp *mdp, uint32_t state, uint64_t edge) {
    return edge == mdp->offsets[state] || edge == mdp->offsets[state + 1] || mdp->begins == NULL ||
           bitmap_has(mdp->begins, edge);
}

static int find_stored(struct weighed_input *input, uint32_t state) {
    const struct mdp *mdp = input->mdp;
    const uint32_t number = tuple_set_at(input->states, state)[0];
    enum measured_move kind;
    int holds = 1;
    weighed_is_model(input, &kind);
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        if (bitmap_has(mdp->state_labels[i], number) && add_label(input, mdp->state_label_text[i]) != 0) {
            return -1;
        }
    }
    for (uint64_t edge = mdp->offsets[number]; edge < mdp->offsets[number + 1] && holds == 1; edge++) {
        if (begins_choice(mdp, number, edge)) {
            const int named =
                kind == MEASURED_DRAW && mdp->labels != NULL && mdp->labels[edge] != MDP_NO_LABEL;
            uint32_t name;
            if (name_choice(input, named ? mdp->label_text[mdp->labels[edge]] : NULL, &name) != 0 ||
                weighed_begin_move(input, kind, name) != 0) {
                return -1;
            }
        }
        uint32_t target;
        holds = weighed_find_target(input, &mdp->targets[edge], &target);
        if (holds == 0) {
            input->tuple[0] = mdp->targets[edge];
            input->missing_label = "a transition";
        } else if (holds == 1) {
            const double weight = mdp->probabilities == NULL ? 1 : mdp->probabilities[edge];
            holds = weighed_add_draw(input, target, fraction_of_double(weight));
        }
        if (holds == 1 && begins_choice(mdp, number, edge + 1)) {
            holds = end_draws(input);
        }
    }
    return holds;
}

/* --- all inputs --- */

int weighed_is_model(const struct weighed_input *input, enum measured_move *kind) {
    const struct walker_numbers *numbers = input->walker == NULL ? NULL : walker_numbers(input->walker);
    const int chain =
        input->mdp != NULL ? input->mdp->chain : numbers != NULL && walker_is_chain(input->walker);
    const int rates = input->mdp != NULL ? input->mdp->rates : numbers != NULL && numbers->has_rates;
    *kind = input->mdp == NULL && numbers == NULL ? MEASURED_STEP
            : rates                               ? MEASURED_RACE
            : chain                               ? MEASURED_CHAIN
                                                  : MEASURED_DRAW;
    return *kind != MEASURED_STEP;
}

int weighed_open(struct weighed_input *input) {
    input->tuple =
        memory_allocate_array(input->names->memory, (uint64_t)input->states->width + 1, sizeof *input->tuple);
    return input->tuple == NULL ? weighed_no_memory(input) : 0;
}

void weighed_close(struct weighed_input *input) {
    if (input->names != NULL) {
        struct memory *memory = input->names->memory;
        GROWING_FREE(memory, input->own);
        GROWING_FREE(memory, input->earns);
        GROWING_FREE(memory, input->moves);
        GROWING_FREE(memory, input->draws);
        GROWING_FREE(memory, input->edges);
        if (input->tuple != NULL) {
            memory_free(memory, input->tuple, ((uint64_t)input->states->width + 1) * sizeof *input->tuple);
        }
    }
}

int weighed_find(struct weighed_input *input, uint32_t state) {
    enum measured_move kind;
    input->own.count = input->earns.count = input->moves.count = input->draws.count = 0;
    input->missing_label = NULL;
    const int holds = input->mdp != NULL               ? find_stored(input, state)
                      : weighed_is_model(input, &kind) ? find_data(input, state)
                                                       : weighed_find_labels(input, state);
    sort_items(input->own.data, input->own.count, sizeof *input->own.data, sort_compare_long);
    return holds;
}
