/* Explains ends of a path that one step decides, or a few steps that nobody can choose, or a cycle. */
#include <string.h>

#include "base/memory.h"
#include "base/text/json_text.h"
#include "checker/strategy/strategy_explain_internal.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/strategy_named.h"

#define MOST_POSSIBLE 20u /* most transitions that a text lists */
#define MOST_FOLDED 8u    /* most subformulas that a text lists */
#define MOST_LINE 12u     /* most transitions of a way on that is written out */

/* --- a transition that is not possible --- */

/* Adds why nothing fits at a node: "only `a` and `b` are possible"; and the list "possible", if it is asked
 * for. */
static int add_possible(struct explainer *explainer, uint32_t node, int with_list) {
    const struct walker_transition *transitions;
    const uint32_t *tuple = strategy_tuple(explainer->strategy, node);
    uint64_t count, listed = 0, different = 0;
    const char *last = NULL;
    json_t *labels = json_array();
    if (walker_transitions(explainer->moves->walker, tuple, &transitions, &count, explainer->error) != 0) {
        json_decref(labels);
        return -1;
    }
    explain_add(explainer, count == 0 ? "this state is a deadlock" : "only ");
    for (uint64_t k = 0; k < count; k++) { /* sorted by label, and equal texts are equal pointers */
        different += k == 0 || transitions[k - 1].label != transitions[k].label;
    }
    for (uint64_t k = 0; k < count; k++) {
        if (last == transitions[k].label) {
            continue;
        }
        last = transitions[k].label;
        explainer->failed |= json_array_append_new(labels, json_text(explainer->memory, last)) != 0;
        if (listed++ < MOST_POSSIBLE) {
            explain_add(explainer, listed == 1 ? "" : listed == different ? " and " : ", ");
            explain_quote(explainer, last);
        }
    }
    explain_add(explainer, listed > MOST_POSSIBLE ? ", ..." : "");
    explain_add(explainer, listed == 0 ? "" : listed == 1 ? " is possible" : " are possible");
    if (with_list) {
        explain_set(explainer, "possible", labels);
    } else {
        json_decref(labels);
    }
    return 0;
}

int explain_blocked(struct explainer *explainer, const struct end_group *group) {
    explain_place(explainer, group);
    explain_add(explainer, " ");
    explain_verdict(explainer, group->state);
    if (group->all_steps > 1) {
        explain_add(explainer, ": none of the transitions that are possible there fits");
        return 0;
    }
    explain_add(explainer, ": ");
    return add_possible(explainer, group->node, 1);
}

static int same_steps(const struct end_group *one, const struct end_group *other) {
    return one->all_steps == other->all_steps && one->steps == other->steps &&
           memcmp(one->step, other->step, one->steps * sizeof *one->step) == 0;
}

/* Whether an earlier group has the same steps. */
static int was_listed(const struct end_group *groups, uint64_t at) {
    for (uint64_t k = 0; k < at; k++) {
        if (same_steps(&groups[k], &groups[at])) {
            return 1;
        }
    }
    return 0;
}

/* "`F`, `G` or `H`": the groups with the same steps as the first. */
static void add_folded(struct explainer *explainer, const struct end_group *groups, uint64_t count) {
    uint64_t alike = 0, listed = 0;
    for (uint64_t k = 0; k < count; k++) {
        alike += (uint64_t)same_steps(&groups[0], &groups[k]);
    }
    for (uint64_t k = 0; k < count && listed < MOST_FOLDED; k++) {
        if (same_steps(&groups[0], &groups[k])) {
            explain_add(explainer, listed == 0 ? "" : listed + 1 == alike ? " or " : ", ");
            explain_subformula(explainer, groups[k].state);
            listed++;
        }
    }
    explain_add(explainer, alike > listed ? ", ..." : "");
}

void explain_all_blocked(struct explainer *explainer, const struct end_group *groups, uint64_t count) {
    for (uint64_t k = 0; k < count; k++) {
        if (!was_listed(groups, k)) {
            explain_add(explainer, k == 0 ? "" : "; ");
            explain_place(explainer, &groups[k]);
            explain_add(explainer, " no transition fits ");
            add_folded(explainer, groups + k, count - k);
        }
    }
}

/* --- one step --- */

static int has_predicates(const struct observer *observer) {
    uint32_t state = 0;
    while (state < observer->states && observer->state[state].kind != OBSERVER_TEST &&
           observer->state[state].kind != OBSERVER_PASS) {
        state++;
    }
    return state < observer->states;
}

/* "step 3, `crash`, violates `["crash"] false`"; "steps 1 and 2 fulfil `<true> true`". */
void explain_decided(struct explainer *explainer, const struct end_group *group) {
    const struct strategy *strategy = explainer->strategy;
    int holds = strategy->holds != strategy->observer->meaning[group->state].is_negated;
    if (group->step[0] == 0) { /* the initial state already */
        explain_verdict(explainer, group->state);
        explain_add(explainer, has_predicates(&strategy->observer->observer)
                                   ? " in the initial state: the values of its variables decide it"
                                   : " in every state: the labels of the network alone decide it");
        return;
    }
    explain_add(explainer, group->all_steps == 1 ? "step " : "steps ");
    explain_numbers(explainer, group);
    if (group->all_steps == 1) {
        explain_add(explainer, ", ");
        explain_quote(explainer, strategy->trace.labels[group->step[0] - 1]);
        explain_add(explainer, holds ? ", fulfils " : ", violates ");
    } else {
        explain_add(explainer, holds ? " fulfil " : " violate ");
    }
    explain_subformula(explainer, group->state);
}

/* --- a line of steps --- */

/* The transitions that follow a node, as long as there is one move alone; and the node where this ends. */
struct forced_line {
    const char *label[MOST_LINE];
    uint32_t labels, end;
};

/* Follows the line from a node. Returns whether it ends where the play is decided. */
static int follow_line(const struct strategy *strategy, uint32_t node, struct forced_line *line) {
    *line = (struct forced_line){.end = node};
    for (uint64_t moves = 0; moves <= strategy->nodes; moves++) {
        uint64_t edge = strategy->offsets[line->end], count = strategy->offsets[line->end + 1] - edge;
        if (count == 0 || strategy_state(strategy, line->end)->kind == OBSERVER_STOP) {
            return line->labels > 0;
        }
        if (count > 1 || strategy->targets[edge] >= strategy->nodes ||
            (strategy->edge_labels[edge] != STRATEGY_NO_LABEL && line->labels == MOST_LINE)) {
            return 0;
        }
        if (strategy->edge_labels[edge] != STRATEGY_NO_LABEL) {
            line->label[line->labels++] = strategy->labels->text[strategy->edge_labels[edge]];
        }
        line->end = strategy->targets[edge];
    }
    return 0;
}

static void add_line(struct explainer *explainer, const struct forced_line *line) {
    for (uint32_t k = 0; k < line->labels; k++) {
        explain_add(explainer, k == 0 ? "" : ", ");
        explain_quote(explainer, line->label[k]);
    }
}

int explain_line(struct explainer *explainer, const struct end_group *group, int *explained) {
    const struct strategy *strategy = explainer->strategy;
    struct forced_line line;
    *explained = !strategy->is_part && group->all_steps == 1 && follow_line(strategy, group->node, &line);
    if (!*explained) {
        return 0;
    }
    explain_place(explainer, group);
    explain_add(explainer, " ");
    explain_verdict(explainer, group->state);
    if (strategy_state(strategy, line.end)->kind == OBSERVER_STOP) {
        explain_add(explainer, line.labels == 1 ? ": " : ": the way on is ");
        add_line(explainer, &line);
        explain_add(explainer, line.labels == 1 ? " is possible" : "");
        return 0;
    }
    explain_add(explainer, line.labels == 1 ? ": all that fits is " : ": the only way on is ");
    add_line(explainer, &line);
    explain_add(explainer, ", and then ");
    explain_verdict(explainer, strategy_tuple(strategy, line.end)[strategy->components]);
    explain_add(explainer, ", as ");
    return add_possible(explainer, line.end, 0);
}

/* --- a cycle --- */

/* Keeps those actions that no step of the cycle has. */
static int keep_missing(struct explainer *explainer, struct strategy_named *named) {
    const struct strategy *strategy = explainer->strategy;
    const struct trace *trace = &strategy->trace;
    uint64_t kept = 0;
    for (uint64_t k = 0; k < named->actions.count; k++) {
        int matches = 0;
        for (uint64_t step = trace->lasso; step < trace->steps && matches == 0; step++) {
            uint32_t label = strategy_moves_label(explainer->moves, trace->labels[step]);
            matches = action_matches(named->actions.data[k], trace->labels[step], strlen(trace->labels[step]),
                                     label != STRATEGY_NO_LABEL && strategy->labels->is_internal[label],
                                     explainer->error);
        }
        if (matches < 0) {
            return -1;
        }
        if (matches == 0) {
            named->actions.data[kept++] = named->actions.data[k];
        }
    }
    named->actions.count = kept;
    return 0;
}

int explain_loop(struct explainer *explainer, const struct end_group *group) {
    const struct strategy *strategy = explainer->strategy;
    struct strategy_named named = {0};
    explain_verdict(explainer, group->state);
    if (strategy->trace.lasso == TRACE_NO_LASSO) {
        explain_add(explainer, " here");
        return 0;
    }
    explain_add(explainer, ", because the path goes round for ever");
    explainer->failed |= strategy_find_named(strategy->observer->meaning[group->state].formula, 1,
                                             explainer->memory, &named) != 0;
    int failed = keep_missing(explainer, &named);
    if (!failed && named.actions.count > 0) {
        explain_add(explainer, " without ");
        explain_actions(explainer, &named);
    }
    GROWING_FREE(explainer->memory, named.actions);
    return failed;
}
