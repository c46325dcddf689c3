/* Explains the end of a path at which the loser can choose between transitions. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/text/json_text.h"
#include "checker/strategy/strategy_explain_internal.h"

#define MOST_CHOICES 20u

/* A transition that the loser can choose. */
struct loser_choice {
    const char *label;
    const uint32_t *tuple;
    uint32_t width;
};

static int compare_choices(const void *left, const void *right) {
    const struct loser_choice *a = left, *b = right;
    int order = strcmp(a->label, b->label);
    for (uint32_t k = 0; k < a->width && order == 0; k++) {
        order = (a->tuple[k] > b->tuple[k]) - (a->tuple[k] < b->tuple[k]);
    }
    return order;
}

struct loser_choices {
    GROWING(struct loser_choice) all;
};

/* Collects the transitions from the nodes at the end of the path, sorted. */
static void find_choices(struct explainer *explainer, struct loser_choices *choices) {
    const struct strategy *strategy = explainer->strategy;
    for (uint64_t k = 0; k < strategy->ends.count; k++) {
        const struct strategy_end *end = &strategy->ends.data[k];
        for (uint64_t edge = strategy->offsets[end->node];
             end->kind == STRATEGY_END_CHOICE && edge < strategy->offsets[end->node + 1]; edge++) {
            if (strategy->edge_labels[edge] != STRATEGY_NO_LABEL) {
                struct loser_choice choice = {strategy->labels->text[strategy->edge_labels[edge]],
                                              strategy_tuple(strategy, strategy->targets[edge]),
                                              strategy->components};
                explainer->failed |= GROWING_ADD(explainer->memory, choices->all, choice) != 0;
            }
        }
    }
    sort_items(choices->all.data, choices->all.count, sizeof *choices->all.data, compare_choices);
}

/* The end of the choices from `first` on with the same label. */
static uint64_t same_label_end(const struct loser_choices *choices, uint64_t first) {
    uint64_t end = first;
    while (end < choices->all.count &&
           strcmp(choices->all.data[end].label, choices->all.data[first].label) == 0) {
        end++;
    }
    return end;
}

uint32_t explain_choosing_state(const struct strategy *strategy) {
    uint32_t best = strategy->ends.data[strategy->ends.count - 1].state;
    uint64_t most = 0;
    for (uint64_t k = 0; k < strategy->ends.count; k++) {
        const struct strategy_end *end = &strategy->ends.data[k];
        uint64_t moves = strategy->offsets[end->node + 1] - strategy->offsets[end->node];
        if (end->kind == STRATEGY_END_CHOICE && strategy_state(strategy, end->node)->kind == OBSERVER_STEP &&
            moves > most) {
            most = moves;
            best = end->state;
        }
    }
    return best;
}

void explain_choice(struct explainer *explainer, const struct end_group *group) {
    struct loser_choices choices = {0};
    json_t *list = json_array();
    uint64_t listed = 0;
    find_choices(explainer, &choices);
    explain_add(explainer, "here the path divides: ");
    for (uint64_t first = 0, end; first < choices.all.count; first = end) {
        uint64_t targets = 0;
        end = same_label_end(&choices, first);
        for (uint64_t k = first; k < end; k++) {
            const struct loser_choice *choice = &choices.all.data[k];
            if (k > first && compare_choices(choice - 1, choice) == 0) {
                continue;
            }
            targets++;
            if (listed++ < MOST_CHOICES) {
                json_t *to = explain_tuple(choice->tuple, choice->width);
                json_t *label = json_text(explainer->memory, choice->label);
                json_t *object = json_pack("{s:o, s:o}", "label", label, "to", to);
                explainer->failed |= json_array_append_new(list, object) != 0;
            }
        }
        if (listed - targets < MOST_CHOICES) {
            explain_add(explainer, first == 0 ? "" : ", ");
            explain_quote(explainer, choices.all.data[first].label);
        }
        if (listed - targets < MOST_CHOICES && targets > 1) {
            explain_add(explainer, " (to ");
            explain_count(explainer, targets, "", " states)");
        }
    }
    explain_add(explainer, listed > MOST_CHOICES ? ", ..." : "");
    explain_add(explainer, "; whichever is taken, ");
    explain_verdict(explainer, group->state);
    GROWING_FREE(explainer->memory, choices.all);
    explain_set(explainer, "choices", list);
}
