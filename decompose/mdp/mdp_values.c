/* Labels of states and rewards of the MDP of a model with data. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "model/mdp_names.h"
#include "decompose/mdp/mdp_weights_internal.h"

#define NO_LABELS "for the labels of states"

/* --- labels --- */

/* Adds the bitmaps of the names, which are sorted; bits[name] becomes the bitmap. */
static int add_bitmaps(struct mdp *mdp, const mdp_names *names, uint32_t **bits, uint32_t *rank) {
    uint32_t count = mdp_names_count(names);
    mdp->state_label_text = mdp_names_sorted(names, rank);
    if (mdp->state_label_text == NULL) {
        return -1;
    }
    mdp->state_labels = memory_allocate_zeroed(mdp->memory, count * sizeof *mdp->state_labels);
    if (mdp->state_labels == NULL) {
        mdp_texts_free(mdp->memory, mdp->state_label_text, count);
        mdp->state_label_text = NULL;
        return -1;
    }
    mdp->state_label_count = count;
    for (uint32_t i = 0; i < count; i++) {
        bits[i] = memory_allocate_zeroed(mdp->memory, bitmap_bytes(mdp->states));
        mdp->state_labels[rank[i]] = bits[i];
        if (bits[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

/* Adds the text of a label, which is distinct from those before. 0, or -1 with *error filled. */
static int name_label(mdp_names *names, const char *text, struct error *error) {
    const uint32_t count = mdp_names_count(names), name = mdp_names_intern(names, text, strlen(text));
    if (name == MDP_NO_NAME) {
        return error_memory(error, NO_LABELS);
    }
    return name == count
               ? 0
               : error_set(error, ERROR_INPUT,
                           "not written: with --state-labels, the action %.200s would be taken for the label "
                           "\"%.200s\" of states: rename one of them first",
                           text, text);
}

/* Whether choices with the label have a name, which may be a label of states. */
static int is_named(const struct network_label *label) {
    return label->kind != LABEL_INTERNAL;
}

/* The texts of all labels, in the order of `predicates`. 0, or -1 with *error filled. */
static int name_labels(const struct mdp_values *values, const struct network *network, mdp_names *names,
                       struct error *error) {
    int failed = name_label(names, "init", error) != 0 || name_label(names, "deadlock", error) != 0;
    for (uint64_t i = 0; i < network->label_predicates && !failed; i++) {
        failed = name_label(names, network->predicate_names[i], error);
    }
    for (uint32_t i = 0; i < network->label_count && values->actions != NULL && !failed; i++) {
        failed = is_named(&network->labels[i]) && name_label(names, network->labels[i].text, error) != 0;
    }
    return failed ? -1 : 0;
}

/* Makes room for the bitmaps. */
static int open_labels(struct mdp_values *values, const struct network *network, int action_labels) {
    values->label_count = 2 + (uint64_t)values->label_predicates;
    values->action_count = network->label_count;
    for (uint32_t i = 0; i < network->label_count && action_labels; i++) {
        values->label_count += (uint64_t)is_named(&network->labels[i]);
    }
    values->predicates =
        memory_allocate_zeroed(values->memory, values->label_count * sizeof *values->predicates);
    if (action_labels) {
        values->actions =
            memory_allocate_zeroed(values->memory, values->action_count * sizeof *values->actions);
    }
    return values->predicates == NULL || (action_labels && values->actions == NULL) ? -1 : 0;
}

/* The bitmaps of actions are the last ones. */
static void find_actions(struct mdp_values *values, const struct network *network) {
    uint64_t next = 2 + (uint64_t)values->label_predicates;
    for (uint32_t i = 0; i < network->label_count && values->actions != NULL; i++) {
        values->actions[i] = is_named(&network->labels[i]) ? values->predicates[next++] : NULL;
    }
}

/* `init`, `deadlock`, the predicates, and the actions. 0, or -1 with *error filled. */
static int add_labels(struct mdp_values *values, const struct network *network, struct error *error) {
    struct mdp *mdp = values->mdp;
    mdp_names *names = mdp_names_create(values->memory);
    uint32_t *rank = memory_allocate_array(values->memory, values->label_count, sizeof *rank);
    int failed = names == NULL || rank == NULL ? error_memory(error, NO_LABELS)
                                               : name_labels(values, network, names, error);
    if (!failed && add_bitmaps(mdp, names, values->predicates, rank) != 0) {
        failed = error_memory(error, NO_LABELS);
    }
    memory_free(values->memory, rank, values->label_count * sizeof *rank);
    mdp_names_free(names);
    if (failed) {
        return -1;
    }
    values->deadlock = values->predicates[1];
    find_actions(values, network);
    for (uint64_t i = 0; i < network->initial_count; i++) { /* the first vertices */
        bitmap_set(values->predicates[0], i);
    }
    mdp->initials = network->initial_count > 1 ? values->predicates[0] : NULL;
    return 0;
}

/* --- rewards --- */

static int count_choices(struct mdp_values *values) {
    const struct mdp *mdp = values->mdp;
    const struct digraph graph = mdp_digraph(mdp);
    uint64_t choice = 0;
    values->first_choice = memory_allocate_array(values->memory, mdp->states, sizeof *values->first_choice);
    if (values->first_choice == NULL) {
        return -1;
    }
    for (uint64_t state = 0; state < mdp->states; state++) {
        values->first_choice[state] = choice;
        for (uint64_t edge = mdp->offsets[state], end = mdp->offsets[state + 1]; edge < end; choice++) {
            edge = digraph_choice_end(&graph, edge, end);
        }
    }
    return 0;
}

/* Makes room for what the structures may earn. */
static int add_rewards(struct mdp_values *values, const struct network *network) {
    struct mdp *mdp = values->mdp;
    int of_choices = 0;
    mdp->earned = memory_allocate_zeroed(mdp->memory, network->reward_count * sizeof *mdp->earned);
    if (mdp->earned == NULL) {
        return -1;
    }
    mdp->earned_count = network->reward_count;
    for (uint32_t i = 0; i < network->reward_count; i++) {
        uint64_t bytes = strlen(network->reward_names[i]) + 1;
        mdp->earned[i].name = memory_allocate(mdp->memory, bytes);
        if (mdp->earned[i].name == NULL) {
            return -1;
        }
        memcpy(mdp->earned[i].name, network->reward_names[i], bytes);
    }
    for (uint64_t i = 0; i < values->image->rewards.count; i++) {
        const struct data_reward *item = &data_rewards(values->image)[i];
        int of_states = item->kind == DATA_REWARD_STATE;
        struct mdp_reward *one = &mdp->earned[item->structure];
        double **array = of_states ? &one->states : &one->choices;
        uint64_t count = of_states ? mdp->states : mdp->choices;
        values->have_states |= of_states;
        of_choices |= !of_states;
        if (*array == NULL) {
            *array = memory_allocate_zeroed(mdp->memory, count * sizeof **array);
        }
        if (*array == NULL) {
            return -1;
        }
    }
    return of_choices ? count_choices(values) : 0;
}

int mdp_values_open(struct mdp_values *values, struct mdp *mdp, const struct network *network,
                    int action_labels, struct memory *memory, struct error *error) {
    *values = (struct mdp_values){
        .mdp = mdp, .image = network->data, .memory = memory, .label_predicates = network->label_predicates};
    if (open_labels(values, network, action_labels) != 0) {
        return error_memory(error, NO_LABELS);
    }
    if (add_labels(values, network, error) != 0) {
        return -1;
    }
    return add_rewards(values, network) != 0 ? error_memory(error, "for the rewards") : 0;
}

void mdp_values_close(struct mdp_values *values) {
    if (values->image != NULL) {
        memory_free(values->memory, values->predicates, values->label_count * sizeof *values->predicates);
        memory_free(values->memory, values->actions, values->action_count * sizeof *values->actions);
    }
    if (values->first_choice != NULL) {
        memory_free(values->memory, values->first_choice, values->mdp->states * sizeof *values->first_choice);
    }
}

/* What an item adds: 0, or 1 if it is wrong. */
static int earn(const struct data_header *image, struct data_scratch *scratch, const struct data_reward *item,
                double *reward) {
    uint64_t holds, bits;
    *reward = 0;
    if (data_run(image, item->guard, scratch->fields, scratch->registers, &holds) != PROGRAM_FINE) {
        return 1;
    }
    if (holds == 0) {
        return 0;
    }
    if (data_run(image, item->value, scratch->fields, scratch->registers, &bits) != PROGRAM_FINE) {
        return 1;
    }
    *reward = program_double(bits);
    return !(*reward >= 0) || !isfinite(*reward);
}

int mdp_values_state(struct mdp_values *values, struct data_scratch *scratch, uint64_t state) {
    const struct data_header *image = values->image;
    const uint32_t *predicates = data_predicates(image);
    for (uint64_t i = 0; i < values->label_predicates; i++) {
        uint64_t holds;
        if (data_run(image, predicates[i], scratch->fields, scratch->registers, &holds) != PROGRAM_FINE) {
            return 1;
        }
        if (holds != 0) {
            bitmap_set(values->predicates[i + 2], state);
        }
    }
    for (uint64_t i = 0; i < image->rewards.count && values->have_states; i++) {
        const struct data_reward *item = &data_rewards(image)[i];
        double reward;
        if (item->kind == DATA_REWARD_STATE) {
            if (earn(image, scratch, item, &reward) != 0) {
                return 1;
            }
            double *states = values->mdp->earned[item->structure].states;
            states[state] += reward;
            if (!isfinite(states[state])) {
                return 1;
            }
        }
    }
    return 0;
}

int mdp_values_choice(struct mdp_values *values, struct data_scratch *scratch, uint32_t action,
                      uint64_t state, uint64_t choice, double weight) {
    const struct data_header *image = values->image;
    if (values->first_choice == NULL) {
        return 0;
    }
    for (uint32_t structure = 0; structure < values->mdp->earned_count; structure++) {
        double *choices = values->mdp->earned[structure].choices, sum = 0, reward;
        for (uint64_t i = 0; i < image->rewards.count && choices != NULL; i++) {
            const struct data_reward *item = &data_rewards(image)[i];
            if (item->structure != structure || item->kind != DATA_REWARD_ACTION || item->action != action) {
                continue;
            }
            if (earn(image, scratch, item, &reward) != 0) {
                return 1;
            }
            sum += reward;
        }
        if (choices != NULL) {
            double *earned = &choices[values->first_choice[state] + choice];
            *earned += image->kind == DATA_DTMC ? sum / weight : sum * weight;
            if (!isfinite(*earned)) {
                return 1;
            }
        }
    }
    return 0;
}
