/* Explains ends of a path by the states that plays can still visit from there: their graph, and the labels
 * that none of them has. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/text/json_text.h"
#include "checker/strategy/strategy_explain_internal.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/strategy_named.h"
#include "checker/strategy/strategy_region.h"

#define MOST_STATES 200u /* most states, or components, of a graph */

/* Whether no transition that was seen has the action. */
static int is_absent(struct explainer *explainer, const struct strategy_region *region,
                     const struct action *action) {
    const struct label_texts *labels = explainer->strategy->labels;
    for (uint32_t label = 0; label < labels->count; label++) {
        if (!region->occurs[label]) {
            continue;
        }
        int matches = action_matches(action, labels->text[label], labels->length[label],
                                     labels->is_internal[label], explainer->error);
        if (matches != 0) {
            explainer->failed |= matches < 0;
            return 0;
        }
    }
    return 1;
}

/* Whether an observer's state stays where it is on every label, and the loser wins with every label that the
 * action matches: then such labels do not occur from here on. */
static int is_excluded(struct explainer *explainer, uint32_t state, const struct action *action) {
    const struct strategy *strategy = explainer->strategy;
    const struct observer *observer = &strategy->observer->observer;
    const struct label_texts *labels = strategy->labels;
    enum strategy_player loser = strategy->holds ? STRATEGY_ODD : STRATEGY_EVEN;
    for (uint32_t label = 0; label < labels->count; label++) {
        uint64_t row = (uint64_t)state * observer->classes + observer->class_of_label[label];
        int stays = 0, wins = 0;
        for (uint64_t k = observer->row[row]; k < observer->row[row + 1]; k++) {
            const struct observer_state *target = &observer->state[observer->target[k]];
            stays |= observer->target[k] == state;
            wins |= target->kind == OBSERVER_STOP && target->owner != loser;
        }
        int matches = action_matches(action, labels->text[label], labels->length[label],
                                     labels->is_internal[label], explainer->error);
        explainer->failed |= matches < 0;
        if (matches < 0 || (!stays && !wins) || (matches && !wins)) {
            return 0;
        }
    }
    return observer->state[state].owner == loser && observer->state[state].kind == OBSERVER_STEP;
}

/* Keeps those named actions that do not occur in the region. */
static void keep_absent(struct explainer *explainer, const struct strategy_region *region, uint32_t state,
                        struct strategy_named *named) {
    uint64_t kept = 0;
    for (uint64_t k = 0; k < named->actions.count; k++) {
        const struct action *action = named->actions.data[k];
        if (region->is_part ? is_excluded(explainer, state, action) : is_absent(explainer, region, action)) {
            named->actions.data[kept++] = action;
        }
    }
    named->actions.count = kept;
}

/* {"states": [TUPLE, ..], "transitions": [[FROM, LABEL, TO], ..]} */
static void set_states(struct explainer *explainer, const struct strategy_region *region) {
    json_t *states = json_array(), *transitions = json_array();
    for (uint64_t state = 0; state < region->states.count; state++) {
        explainer->failed |= json_array_append_new(states, explain_tuple(tuple_set_at(&region->states, state),
                                                                         region->states.width)) != 0;
    }
    for (uint64_t k = 0; k < region->moves.count; k++) {
        const struct region_move *move = &region->moves.data[k];
        const char *label = explainer->strategy->labels->text[move->label];
        json_t *text = json_text(explainer->memory, label);
        explainer->failed |=
            text == NULL || json_array_append_new(
                                transitions, json_pack("[i,o,i]", (int)move->from, text, (int)move->to)) != 0;
    }
    explain_set(explainer, "graph", json_pack("{s:o, s:o}", "states", states, "transitions", transitions));
}

static int compare_pairs(const void *left, const void *right) {
    const uint64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

/* {"components": [STATES, ..], "edges": [[FROM, TO], ..]}; component 0 has the first state. */
static void put_components(struct explainer *explainer, const struct strategy_region *region,
                           const uint32_t *component, uint32_t count) {
    json_t *sizes = json_array(), *list = json_array();
    uint64_t size[MOST_STATES] = {0}, pairs = 0;
    uint64_t *pair = memory_allocate_array(explainer->memory, region->moves.count, sizeof *pair);
    explainer->failed |= pair == NULL;
    for (uint64_t state = 0; state < region->states.count; state++) {
        size[count - 1 - component[state]]++;
    }
    for (uint32_t k = 0; k < count; k++) {
        explainer->failed |= json_array_append_new(sizes, json_integer((json_int_t)size[k])) != 0;
    }
    for (uint64_t k = 0; k < region->moves.count && !explainer->failed; k++) {
        uint64_t from = count - 1 - component[region->moves.data[k].from];
        uint64_t to = count - 1 - component[region->moves.data[k].to];
        if (from != to) {
            pair[pairs++] = from << 32 | to;
        }
    }
    sort_items(pair, pairs, sizeof *pair, compare_pairs);
    for (uint64_t k = 0; k < pairs; k++) {
        if (k == 0 || pair[k] != pair[k - 1]) {
            json_t *edge = json_pack("[i,i]", (int)(pair[k] >> 32), (int)(uint32_t)pair[k]);
            explainer->failed |= json_array_append_new(list, edge) != 0;
        }
    }
    memory_free(explainer->memory, pair, region->moves.count * sizeof *pair);
    explain_set(explainer, "graph", json_pack("{s:o, s:o}", "components", sizes, "edges", list));
}

static void set_components(struct explainer *explainer, const struct strategy_region *region) {
    uint64_t states = region->states.count;
    uint32_t count, *component = memory_allocate_array(explainer->memory, states, sizeof *component);
    if (component == NULL || strategy_region_components(region, component, &count) != 0) {
        explainer->failed = 1;
    } else if (count <= MOST_STATES) {
        put_components(explainer, region, component, count);
    } else {
        explain_set(explainer, "graph", json_pack("{s:i}", "component_count", (int)count));
    }
    memory_free(explainer->memory, component, states * sizeof *component);
}

/* --- words --- */

/* Adds "4 states remain reachable". */
static void add_states(struct explainer *explainer, const struct strategy_region *region) {
    uint64_t states = region->count;
    explain_add(explainer, region->is_part ? "more than " : "");
    explain_count(explainer, states, " state", " states");
    explain_add(explainer, states == 1 && !region->is_part ? " remains reachable" : " remain reachable");
    explain_add(explainer, region->is_closed || region->is_part ? "" : " on the ways that matter");
}

/* Adds that the end comes again after later steps. */
static void add_again(struct explainer *explainer, const struct end_group *group) {
    struct end_group later = *group;
    if (group->all_steps > 1) {
        memmove(later.step, later.step + 1, (later.steps - 1) * sizeof *later.step);
        later.steps--;
        later.all_steps--;
        explain_add(explainer, " (and again ");
        explain_place(explainer, &later);
        explain_add(explainer, ")");
    }
}

/* "from here `begin` can no longer happen: 214 states remain reachable, and none of them has it; so `<true* .
 * begin> true` fails"; or, if no such action is known, "`..` fails from here on: ..". */
static void add_region_text(struct explainer *explainer, const struct strategy_region *region,
                            const struct strategy_named *absent, const struct end_group *group) {
    struct end_group first = *group;
    uint64_t count = absent->actions.count;
    int here = explain_is_here(explainer, group), one = region->count == 1 && !region->is_part;
    first.steps = first.all_steps = 1;
    if (count > 0) {
        explain_add(explainer, here ? "from " : "");
        explain_place(explainer, &first);
        explain_add(explainer, " ");
        explain_actions(explainer, absent);
        explain_add(explainer, " can no longer happen: ");
        add_states(explainer, region);
        explain_add(explainer, one          ? ", which does not have "
                               : count == 1 ? ", and none of them has "
                                            : ", and none of them has any of ");
        explain_add(explainer, count == 1 ? "it; so " : "these; so ");
        explain_verdict(explainer, group->state);
    } else {
        explain_verdict(explainer, group->state);
        explain_add(explainer, here ? " from " : " ");
        explain_place(explainer, &first);
        explain_add(explainer, here ? " on: " : " and from there on: ");
        add_states(explainer, region);
        explain_add(explainer, explainer->strategy->holds ? ", and none of the ways through them refutes it"
                                                          : ", and none of the ways through them fulfils it");
    }
    add_again(explainer, group);
}

int explain_region(struct explainer *explainer, const struct end_group *group) {
    struct strategy_region region;
    struct strategy_named absent = {0};
    const struct strategy *strategy = explainer->strategy;
    const uint32_t *tuple = strategy_tuple(strategy, group->node);
    uint32_t state = tuple[strategy->components];
    const struct strategy_counter *counter = explainer->counter.count == NULL ? NULL : &explainer->counter;
    explainer->counter.node = group->node;
    int failed = strategy_region_find(explainer->moves, tuple, counter, &region, explainer->error) != 0;
    if (!failed) {
        explainer->failed |= strategy_find_named(strategy->observer->meaning[state].formula, 0,
                                                 explainer->memory, &absent) != 0;
        keep_absent(explainer, &region, state, &absent);
        explain_set(explainer, "states", json_integer((json_int_t)region.count));
        explain_set(explainer, "more", json_boolean(region.is_part));
        explain_set(explainer, "closed", json_boolean(!region.is_part && region.is_closed));
        explain_set(explainer, "labels", explain_json_actions(explainer, &absent));
        int is_whole = !region.is_part && !region.is_counted;
        if (is_whole && region.count <= MOST_STATES) {
            set_states(explainer, &region);
        } else if (is_whole) {
            set_components(explainer, &region);
        }
        add_region_text(explainer, &region, &absent, group);
    }
    strategy_region_free(&region);
    GROWING_FREE(explainer->memory, absent.actions);
    return failed ? -1 : 0;
}
