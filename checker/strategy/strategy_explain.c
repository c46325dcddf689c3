/* Explains the end of a path in JSON and in words: which subformula is decided there, and by what. */
#include "checker/strategy/strategy_explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/sort.h"
#include "base/text/json_text.h"
#include "checker/strategy/strategy_explain_internal.h"
#include "checker/strategy/strategy_lost.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/strategy_named.h"
#include "specs/syntax/formula_show.h"

#define MOST_GROUPS 32u
#define MOST_EXPLAINED 8u
#define MOST_LOOKS ((uint64_t)1 << 16) /* most ends that are looked at */
#define MOST_NUMBERS 6u
#define MOST_ACTIONS 8u

static const char *const reason_names[] = {"decided", "blocked", "unreachable", "forced", "loop", "choice"};

/* --- texts --- */

void explain_add(struct explainer *explainer, const char *text) {
    explainer->failed |= text_buffer_add(explainer->memory, &explainer->text, text) != 0;
}

void explain_count(struct explainer *explainer, uint64_t count, const char *one, const char *several) {
    char number[QUANTITY_TEXT];
    explain_add(explainer, quantity_number(count, number));
    explain_add(explainer, count == 1 ? one : several);
}

void explain_quote(struct explainer *explainer, const char *text) {
    explain_add(explainer, "`");
    explain_add(explainer, text);
    explain_add(explainer, "`");
}

void explain_actions(struct explainer *explainer, const struct strategy_named *named) {
    uint64_t count = named->actions.count;
    for (uint64_t k = 0; k < count && k < MOST_ACTIONS; k++) {
        const struct action *action = named->actions.data[k];
        const char *quote = action->kind == ACTION_PATTERN ? "'" : "";
        explain_add(explainer, k == 0 ? "`" : k + 1 < count ? ", `" : " and `");
        explain_add(explainer, quote);
        explain_add(explainer, action->text);
        explain_add(explainer, quote);
        explain_add(explainer, "`");
    }
    explain_add(explainer, count > MOST_ACTIONS ? ", ..." : "");
}

json_t *explain_json_actions(struct explainer *explainer, const struct strategy_named *named) {
    json_t *list = json_array();
    for (uint64_t k = 0; k < named->actions.count; k++) {
        json_t *text = json_text(explainer->memory, named->actions.data[k]->text);
        explainer->failed |= json_array_append_new(list, text) != 0;
    }
    return list;
}

json_t *explain_tuple(const uint32_t *tuple, uint32_t width) {
    json_t *list = json_array();
    for (uint32_t k = 0; k < width; k++) {
        if (json_array_append_new(list, json_integer(tuple[k])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

void explain_set(struct explainer *explainer, const char *key, json_t *value) {
    explainer->failed |= json_object_set_new(explainer->made, key, value) != 0;
}

void explain_subformula(struct explainer *explainer, uint32_t state) {
    const struct formula *formula = explainer->strategy->observer->meaning[state].formula;
    explainer->failed |= formula_show(explainer->formula, formula, "`", STRATEGY_TEXT, explainer->memory,
                                      &explainer->text) != 0;
}

void explain_verdict(struct explainer *explainer, uint32_t state) {
    int is_negated = explainer->strategy->observer->meaning[state].is_negated;
    explain_subformula(explainer, state);
    explain_add(explainer, explainer->strategy->holds != is_negated ? " holds" : " fails");
}

/* --- places --- */

void explain_numbers(struct explainer *explainer, const struct end_group *group) {
    uint64_t first = group->step[0] == 0, count = group->steps - first;
    int is_cut = group->all_steps - first > MOST_NUMBERS;
    for (uint64_t k = 0; k < count && k < MOST_NUMBERS; k++) {
        explain_add(explainer, k == 0 ? "" : k + 1 < count || is_cut ? ", " : " and ");
        explain_count(explainer, group->step[first + k], "", "");
    }
    explain_add(explainer, is_cut ? ", .." : "");
}

int explain_is_here(const struct explainer *explainer, const struct end_group *group) {
    const struct trace *trace = &explainer->strategy->trace;
    return group->all_steps == 1 && group->step[0] == trace->steps &&
           (trace->lasso == TRACE_NO_LASSO || trace->steps == 0);
}

void explain_place(struct explainer *explainer, const struct end_group *group) {
    if (explain_is_here(explainer, group)) {
        explain_add(explainer, "here");
        return;
    }
    uint64_t first = group->step[0] == 0, others = group->all_steps - first;
    explain_add(explainer, first ? "in the initial state" : "");
    if (others > 0) {
        explain_add(explainer, first ? " and " : "");
        explain_add(explainer, others == 1 ? "after step " : "after steps ");
        explain_numbers(explainer, group);
    }
}

/* --- groups of ends --- */

/* A node that leads to a node without formula: true, or false. */
struct lead {
    uint32_t target, from;
};

struct ends {
    struct explainer *explainer;
    const uint8_t *rest;
    GROWING(struct lead) leads; /* sorted */
    struct end_group *group;    /* MOST_GROUPS */
    uint64_t groups;
};

static int compare_leads(const void *left, const void *right) {
    const struct lead *a = left, *b = right;
    return a->target != b->target ? (a->target < b->target ? -1 : 1)
                                  : (a->from > b->from) - (a->from < b->from);
}

static void find_leads(struct ends *ends) {
    const struct strategy *strategy = ends->explainer->strategy;
    for (uint64_t from = 0; from < strategy->nodes; from++) {
        for (uint64_t edge = strategy->offsets[from]; edge < strategy->offsets[from + 1]; edge++) {
            uint32_t target = strategy->targets[edge];
            if (target < strategy->nodes && strategy->edge_labels[edge] != STRATEGY_NO_LABEL &&
                strategy_state(strategy, target)->kind == OBSERVER_STOP) {
                const struct lead lead = {target, (uint32_t)from};
                ends->explainer->failed |= GROWING_ADD(strategy->memory, ends->leads, lead) != 0;
            }
        }
    }
    sort_items(ends->leads.data, ends->leads.count, sizeof *ends->leads.data, compare_leads);
}

/* The least state of the observer from which a step of the path leads to a node; UINT32_MAX if there is none.
 */
static uint32_t decided_state(const struct ends *ends, uint32_t node, uint64_t step) {
    const struct strategy *strategy = ends->explainer->strategy;
    const uint32_t *before = trace_state(&strategy->trace, step - 1);
    uint64_t low = sort_first_item(ends->leads.data, ends->leads.count, sizeof *ends->leads.data,
                                   offsetof(struct lead, target), node);
    uint32_t best = UINT32_MAX;
    for (; low < ends->leads.count && ends->leads.data[low].target == node; low++) {
        const uint32_t *from = strategy_tuple(strategy, ends->leads.data[low].from);
        if (memcmp(from, before, strategy->components * sizeof *from) == 0 &&
            from[strategy->components] < best) {
            best = from[strategy->components];
        }
    }
    return best;
}

static enum reason reason_of(const struct strategy *strategy, const struct strategy_end *end,
                             const uint8_t *rest) {
    const struct observer_state *state = strategy_state(strategy, end->node);
    switch (end->kind) {
    case STRATEGY_END_LOOP:
        return REASON_LOOP;
    case STRATEGY_END_CHOICE:
        return REASON_CHOICE;
    case STRATEGY_END_LOST:
        break;
    }
    return state->kind == OBSERVER_STOP ? REASON_DECIDED
           : state->kind == OBSERVER_STEP && !strategy->is_part &&
                   strategy->offsets[end->node] == strategy->offsets[end->node + 1]
               ? REASON_BLOCKED
           : rest[end->node] == STRATEGY_ALONE ? REASON_UNREACHABLE
                                               : REASON_FORCED;
}

/* The group of one end. */
static struct end_group group_of(const struct ends *ends, const struct strategy_end *end) {
    const struct strategy *strategy = ends->explainer->strategy;
    const struct trace *trace = &strategy->trace;
    struct end_group group = {.reason = reason_of(strategy, end, ends->rest),
                              .state = end->state,
                              .node = end->node,
                              .step = {end->step},
                              .steps = 1,
                              .all_steps = 1};
    if (group.reason != REASON_DECIDED && trace->lasso != TRACE_NO_LASSO && end->step == trace->steps) {
        group.step[0] = trace->lasso; /* the path is there again */
    }
    if (group.reason == REASON_DECIDED) {
        uint64_t step = end->step;
        uint32_t state = step == 0 ? UINT32_MAX : decided_state(ends, end->node, step);
        if (state == UINT32_MAX && trace->lasso == step && trace->steps > 0) {
            step = trace->steps; /* the last step of the cycle leads there */
            state = decided_state(ends, end->node, step);
        }
        group.step[0] = state == UINT32_MAX ? 0 : step;
        group.state = state == UINT32_MAX ? end->state : state;
    }
    return group;
}

/* Adds a step in its place, unless it is there; those after too many are only counted. */
static void add_step(struct end_group *group, uint64_t step) {
    uint64_t at = group->steps;
    while (at > 0 && group->step[at - 1] > step) {
        at--;
    }
    if (at > 0 && group->step[at - 1] == step) {
        return;
    }
    group->all_steps++;
    if (group->steps < END_STEPS_MOST) {
        memmove(group->step + at + 1, group->step + at, (group->steps - at) * sizeof *group->step);
        group->step[at] = step;
        group->steps++;
    }
}

/* Adds an end to the group of its reason and state. */
static void add_to_group(struct ends *ends, const struct end_group *one) {
    for (uint64_t k = 0; k < ends->groups; k++) {
        struct end_group *group = &ends->group[k];
        if (group->reason == one->reason && group->state == one->state) {
            add_step(group, one->step[0]);
            return;
        }
    }
    if (ends->groups < MOST_GROUPS) {
        ends->group[ends->groups++] = *one;
    }
}

/* Whether a group says that <true> true holds: each step shows that. */
static int is_plain(const struct ends *ends, const struct end_group *group) {
    const struct formula *formula = ends->explainer->strategy->observer->meaning[group->state].formula;
    return formula->kind == FORMULA_DIAMOND && formula->regular->kind == REGULAR_ACTION &&
           formula->regular->action->kind == ACTION_TRUE && formula->left->kind == FORMULA_TRUE &&
           group->reason != REASON_BLOCKED;
}

/* Makes the groups of all ends but one, those that need a transition first. */
static void make_groups(struct ends *ends, uint64_t without) {
    const struct strategy *strategy = ends->explainer->strategy;
    for (int blocked = 1; blocked >= 0; blocked--) {
        for (uint64_t k = 0; k < strategy->ends.count && k < MOST_LOOKS; k++) {
            if (k == without) {
                continue;
            }
            struct end_group one = group_of(ends, &strategy->ends.data[k]);
            if (one.reason != REASON_CHOICE && (one.reason == REASON_BLOCKED) == blocked &&
                !is_plain(ends, &one)) {
                add_to_group(ends, &one);
            }
        }
    }
}

/* The end that is explained first: the last one that says more than that some transition is possible. */
static uint64_t first_explained(const struct ends *ends) {
    const struct strategy *strategy = ends->explainer->strategy;
    uint64_t last = strategy->ends.count - 1, at = last + 1;
    for (uint64_t looks = 0; at > 0 && looks < MOST_LOOKS; looks++) {
        struct end_group group = group_of(ends, &strategy->ends.data[--at]);
        if (!is_plain(ends, &group)) {
            return at;
        }
    }
    return last;
}

/* --- all ends --- */

static void set_head(struct explainer *explainer, const struct end_group *group) {
    const struct formula *formula = explainer->strategy->observer->meaning[group->state].formula;
    struct text_buffer text = {0};
    explainer->text.length = 0;
    explainer->made = json_object();
    explain_set(explainer, "kind", json_string(reason_names[group->reason]));
    explain_set(explainer, "step", json_integer((json_int_t)group->step[0]));
    explainer->failed |=
        formula_show(explainer->formula, formula, "", STRATEGY_TEXT, explainer->memory, &text) != 0;
    if (!explainer->failed) {
        explain_set(explainer, "subformula", json_text(explainer->memory, text.data));
    }
    text_buffer_free(explainer->memory, &text);
    if (formula->where.line != 0) {
        explain_set(explainer, "line", json_integer(formula->where.line));
        explain_set(explainer, "column", json_integer(formula->where.column));
    }
    if (group->all_steps > 1) {
        json_t *steps = json_array();
        for (uint64_t k = 0; k < group->steps; k++) {
            explainer->failed |= json_array_append_new(steps, json_integer((json_int_t)group->step[k])) != 0;
        }
        explain_set(explainer, "steps", steps);
    }
}

static int explain_reason(struct explainer *explainer, const struct end_group *group) {
    int explained;
    switch (group->reason) {
    case REASON_DECIDED:
        explain_decided(explainer, group);
        return 0;
    case REASON_BLOCKED:
        return explain_blocked(explainer, group);
    case REASON_UNREACHABLE:
    case REASON_FORCED:
        if (explain_line(explainer, group, &explained) != 0) {
            return -1;
        }
        return explained ? 0 : explain_region(explainer, group);
    case REASON_LOOP:
        return explain_loop(explainer, group);
    case REASON_CHOICE:
        explain_choice(explainer, group);
        break;
    }
    return 0;
}

/* Makes the explanation of `count` groups, which are all blocked if there are several. NULL if that fails. */
static json_t *explain_groups(struct explainer *explainer, const struct end_group *groups, uint64_t count) {
    int failed = 0;
    set_head(explainer, groups);
    if (count > 1) {
        explain_all_blocked(explainer, groups, count);
    } else {
        failed = explain_reason(explainer, groups);
    }
    if (!failed && !explainer->failed) {
        explain_set(explainer, "text", json_text(explainer->memory, explainer->text.data));
    }
    if (failed || explainer->failed) {
        json_decref(explainer->made);
        return NULL;
    }
    return explainer->made;
}

/* Explains the last end, where the path ends, or nearly the last; others become the list "also". */
static int explain_all(struct ends *ends) {
    struct explainer *explainer = ends->explainer;
    struct strategy *strategy = explainer->strategy;
    uint64_t blocked = 0, explained = 1;
    json_t *also = json_array();
    uint64_t first = first_explained(ends);
    struct end_group last = group_of(ends, &strategy->ends.data[first]);
    last.state = last.reason == REASON_CHOICE ? explain_choosing_state(strategy) : last.state;
    int failed = (strategy->explanation = explain_groups(explainer, &last, 1)) == NULL;
    make_groups(ends, first);
    while (blocked < ends->groups && ends->group[blocked].reason == REASON_BLOCKED) {
        blocked++;
    }
    for (uint64_t k = 0; k < ends->groups && explained < MOST_EXPLAINED && !failed; explained++) {
        uint64_t count = k < blocked ? blocked : 1;
        explainer->counter.index = explained;
        json_t *one = explain_groups(explainer, &ends->group[k], count);
        failed = one == NULL || json_array_append_new(also, one) != 0;
        k += count;
    }
    if (failed || json_array_size(also) == 0) {
        json_decref(also);
    } else {
        failed = json_object_set_new(strategy->explanation, "also", also) != 0;
    }
    return failed ? -1 : 0;
}

int strategy_explain(struct strategy *strategy, const formula_text *formula, struct strategy_moves *moves,
                     const struct strategy_counter *counter, struct error *error) {
    struct memory *memory = strategy->memory;
    struct explainer explainer = {
        .strategy = strategy, .formula = formula, .moves = moves, .memory = memory, .error = error};
    if (counter != NULL) {
        explainer.counter = *counter;
    }
    uint8_t *rest = memory_allocate(memory, strategy->nodes);
    struct ends ends = {.explainer = &explainer, .rest = rest};
    ends.group = memory_allocate_array(memory, MOST_GROUPS, sizeof *ends.group);
    error->code = ERROR_NONE;
    explainer.failed = rest == NULL || ends.group == NULL || strategy_find_lost(strategy, rest) != 0;
    if (!explainer.failed) {
        find_leads(&ends);
    }
    int failed = explainer.failed || (strategy->ends.count > 0 && explain_all(&ends) != 0);
    memory_free(memory, rest, strategy->nodes);
    memory_free(memory, ends.group, MOST_GROUPS * sizeof *ends.group);
    GROWING_FREE(memory, ends.leads);
    text_buffer_free(memory, &explainer.text);
    return !failed ? 0 : error->code != ERROR_NONE ? -1 : error_memory(error, "to explain the end of a path");
}

const char *strategy_explanation_text(const struct strategy *strategy, uint64_t index) {
    const json_t *also = json_object_get(strategy->explanation, "also");
    const json_t *one = index == 0 ? strategy->explanation : json_array_get(also, index - 1);
    return json_string_value(json_object_get(one, "text"));
}
