/* Explains the end of a path in JSON and in words: which subformula is decided there, and by what. */
#include "checker/strategy/strategy_explain.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_lost.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/strategy_named.h"
#include "checker/strategy/strategy_region.h"
#include "specs/syntax/formula_write.h"

#define MOST_STATES 200u /* most states, or components, of a graph */
#define MOST_ENDS 8u
#define MOST_LOOKS 64u /* most ends that are looked at */
#define MOST_CHOICES 20u

/* Why a play is lost. */
enum reason {
    REASON_DECIDED,     /* the path decides the subformula: true, or false, is reached */
    REASON_BLOCKED,     /* the loser must make a transition, and there is none */
    REASON_UNREACHABLE, /* only the loser moves, and never reaches what it needs */
    REASON_FORCED,      /* the loser moves, and the winner has one answer each time */
    REASON_LOOP,        /* the path goes round for ever */
    REASON_CHOICE       /* the loser can choose: the strategy goes on */
};

static const char *const reason_names[] = {"decided", "blocked", "unreachable", "forced", "loop", "choice"};

struct explainer {
    struct strategy *strategy;
    enum formula_dialect dialect;
    struct strategy_moves *moves;
    struct memory *memory;
    struct error *error;
    struct text_buffer text;
    struct text_buffer subformula;
    json_t *made; /* the explanation of the current end */
    int failed;   /* memory ran out */
};

/* --- texts --- */

static void add_text(struct explainer *explainer, const char *text) {
    explainer->failed |= text_buffer_add(explainer->memory, &explainer->text, text) != 0;
}

static void add_count(struct explainer *explainer, uint64_t count, const char *one, const char *several) {
    char number[QUANTITY_TEXT];
    add_text(explainer, quantity_number(count, number));
    add_text(explainer, count == 1 ? one : several);
}

static void add_action(struct explainer *explainer, const struct action *action) {
    const char *quote = action->kind == ACTION_PATTERN ? "'" : "";
    add_text(explainer, "`");
    add_text(explainer, quote);
    add_text(explainer, action->text);
    add_text(explainer, quote);
    add_text(explainer, "`");
}

static void set(struct explainer *explainer, const char *key, json_t *value) {
    explainer->failed |= json_object_set_new(explainer->made, key, value) != 0;
}

/* --- subformulas --- */

/* Whether the state stands for the negation of its subformula: its owner is not the one that disjunctions
 * and diamonds, or conjunctions and boxes, have. */
static int is_negated(const struct strategy *strategy, uint32_t state) {
    uint8_t owner = strategy->observer->observer.state[state].owner;
    switch (strategy->observer->origin[state]->kind) {
    case FORMULA_DIAMOND:
    case FORMULA_FOREVER:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
        return owner != STRATEGY_EVEN;
    case FORMULA_BOX:
    case FORMULA_SATURATED:
    case FORMULA_AND:
        return owner != STRATEGY_ODD;
    default:
        return 0;
    }
}

/* Adds "`SUBFORMULA` holds" or "fails". */
static void add_verdict(struct explainer *explainer, uint32_t state) {
    const struct strategy *strategy = explainer->strategy;
    add_text(explainer, "`");
    add_text(explainer, explainer->subformula.data == NULL ? "" : explainer->subformula.data);
    add_text(explainer, strategy->holds != is_negated(strategy, state) ? "` holds" : "` fails");
}

/* The state whose subformula explains the end at a node: for true and false, that of a node which leads
 * there.
 */
static uint32_t explaining_state(const struct strategy *strategy, const struct strategy_end *end) {
    uint32_t best = UINT32_MAX;
    if (strategy_state(strategy, end->node)->kind != OBSERVER_STOP) {
        return end->state;
    }
    for (uint64_t from = 0; from < strategy->nodes; from++) {
        uint32_t state = strategy_tuple(strategy, from)[strategy->components];
        for (uint64_t edge = strategy->offsets[from]; edge < strategy->offsets[from + 1]; edge++) {
            best = strategy->targets[edge] == end->node && state < best ? state : best;
        }
    }
    return best == UINT32_MAX ? end->state : best;
}

static void set_subformula(struct explainer *explainer, uint32_t state) {
    const struct formula *origin = explainer->strategy->observer->origin[state];
    explainer->subformula.length = 0;
    explainer->failed |= formula_write(origin, explainer->dialect, STRATEGY_TEXT, explainer->memory,
                                       &explainer->subformula) != 0;
    if (!explainer->failed) {
        set(explainer, "subformula", json_text(explainer->memory, explainer->subformula.data));
    }
    if (origin->where.line != 0) {
        set(explainer, "line", json_integer(origin->where.line));
        set(explainer, "column", json_integer(origin->where.column));
    }
}

/* --- regions --- */

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

static json_t *json_tuple(const uint32_t *tuple, uint32_t width) {
    json_t *list = json_array();
    for (uint32_t k = 0; k < width; k++) {
        if (json_array_append_new(list, json_integer(tuple[k])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* {"states": [TUPLE, ..], "transitions": [[FROM, LABEL, TO], ..]} */
static void set_states(struct explainer *explainer, const struct strategy_region *region) {
    json_t *states = json_array(), *transitions = json_array();
    for (uint64_t state = 0; state < region->states.count; state++) {
        explainer->failed |= json_array_append_new(states, json_tuple(tuple_set_at(&region->states, state),
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
    set(explainer, "graph", json_pack("{s:o, s:o}", "states", states, "transitions", transitions));
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
    if (pairs > 0) {
        qsort(pair, pairs, sizeof *pair, compare_pairs);
    }
    for (uint64_t k = 0; k < pairs; k++) {
        if (k == 0 || pair[k] != pair[k - 1]) {
            json_t *edge = json_pack("[i,i]", (int)(pair[k] >> 32), (int)(uint32_t)pair[k]);
            explainer->failed |= json_array_append_new(list, edge) != 0;
        }
    }
    memory_free(explainer->memory, pair, region->moves.count * sizeof *pair);
    set(explainer, "graph", json_pack("{s:o, s:o}", "components", sizes, "edges", list));
}

static void set_components(struct explainer *explainer, const struct strategy_region *region) {
    uint64_t states = region->states.count;
    uint32_t count, *component = memory_allocate_array(explainer->memory, states, sizeof *component);
    if (component == NULL || strategy_region_components(region, component, &count) != 0) {
        explainer->failed = 1;
    } else if (count <= MOST_STATES) {
        put_components(explainer, region, component, count);
    } else {
        set(explainer, "graph", json_pack("{s:i}", "component_count", (int)count));
    }
    memory_free(explainer->memory, component, states * sizeof *component);
}

static json_t *json_actions(struct explainer *explainer, const struct strategy_named *named) {
    json_t *list = json_array();
    for (uint64_t k = 0; k < named->actions.count; k++) {
        json_t *text = json_text(explainer->memory, named->actions.data[k]->text);
        explainer->failed |= json_array_append_new(list, text) != 0;
    }
    return list;
}

/* Adds "from here `begin` can no longer happen: 214 states remain reachable, and none of them has it; so
 * `<true* . begin> true` fails"; or, if no such action is known, "`..` fails from here on: ..". */
static void add_region_text(struct explainer *explainer, const struct strategy_region *region,
                            const struct strategy_named *absent, uint32_t state) {
    uint64_t count = absent->actions.count, states = region->states.count;
    int one = states == 1 && !region->is_part;
    add_text(explainer, count == 0 ? "" : "from here ");
    for (uint64_t k = 0; k < count; k++) {
        add_text(explainer, k == 0 ? "" : k + 1 < count ? ", " : " and ");
        add_action(explainer, absent->actions.data[k]);
    }
    if (count == 0) {
        add_verdict(explainer, state);
    }
    add_text(explainer, count == 0 ? " from here on: " : " can no longer happen: ");
    add_text(explainer, region->is_part ? "more than " : "");
    add_count(explainer, states, " state", " states");
    add_text(explainer, one ? " remains reachable" : " remain reachable");
    add_text(explainer, region->is_closed || region->is_part ? "" : " on the ways that matter");
    if (count == 0) {
        add_text(explainer, explainer->strategy->holds ? ", and none of the ways through them refutes it"
                                                       : ", and none of the ways through them fulfils it");
        return;
    }
    add_text(explainer, one          ? ", which does not have "
                        : count == 1 ? ", and none of them has "
                                     : ", and none of them has any of ");
    add_text(explainer, count == 1 ? "it" : "these");
    add_text(explainer, "; so ");
    add_verdict(explainer, state);
}

static int explain_region(struct explainer *explainer, const struct strategy_end *end) {
    struct strategy_region region;
    struct strategy_named absent = {0};
    const uint32_t *tuple = strategy_tuple(explainer->strategy, end->node);
    uint32_t state = tuple[explainer->strategy->components];
    int failed = strategy_region_find(explainer->moves, tuple, &region, explainer->error) != 0;
    if (!failed) {
        explainer->failed |= strategy_find_named(explainer->strategy->observer->origin[state],
                                                 explainer->memory, &absent) != 0;
        keep_absent(explainer, &region, state, &absent);
        set(explainer, "states", json_integer((json_int_t)region.states.count));
        set(explainer, "more", json_boolean(region.is_part));
        set(explainer, "closed", json_boolean(!region.is_part && region.is_closed));
        set(explainer, "labels", json_actions(explainer, &absent));
        if (!region.is_part && region.states.count <= MOST_STATES) {
            set_states(explainer, &region);
        } else if (!region.is_part) {
            set_components(explainer, &region);
        }
        add_region_text(explainer, &region, &absent, state);
    }
    strategy_region_free(&region);
    GROWING_FREE(explainer->memory, absent.actions);
    return failed ? -1 : 0;
}

/* --- other reasons --- */

static int explain_blocked(struct explainer *explainer, const struct strategy_end *end) {
    const struct semantics_transition *transitions;
    const uint32_t *tuple = strategy_tuple(explainer->strategy, end->node);
    uint64_t count, listed = 0;
    const char *last = NULL;
    json_t *labels = json_array();
    if (semantics_transitions(explainer->moves->semantics, tuple, &transitions, &count, explainer->error) !=
        0) {
        json_decref(labels);
        return -1;
    }
    add_text(explainer, "here ");
    add_verdict(explainer, tuple[explainer->strategy->components]);
    add_text(explainer, count == 0 ? ": this state is a deadlock"
                                   : ": it needs another transition than those that are possible, ");
    for (uint64_t k = 0; k < count; k++) {
        if (last == transitions[k].label) {
            continue; /* sorted by label, and equal texts are equal pointers */
        }
        last = transitions[k].label;
        explainer->failed |= json_array_append_new(labels, json_text(explainer->memory, last)) != 0;
        if (listed++ < MOST_CHOICES) {
            add_text(explainer, listed == 1 ? "`" : ", `");
            add_text(explainer, last);
            add_text(explainer, "`");
        }
    }
    add_text(explainer, listed > MOST_CHOICES ? ", ..." : "");
    set(explainer, "possible", labels);
    return 0;
}

static void explain_loop(struct explainer *explainer, uint32_t state) {
    add_verdict(explainer, state);
    add_text(explainer, explainer->strategy->trace.lasso == TRACE_NO_LASSO
                            ? " here"
                            : ", because the path goes round for ever");
}

/* A transition that the loser can choose. */
struct choice {
    const char *label;
    const uint32_t *tuple;
    uint32_t width;
};

static int compare_choices(const void *left, const void *right) {
    const struct choice *a = left, *b = right;
    int order = strcmp(a->label, b->label);
    for (uint32_t k = 0; k < a->width && order == 0; k++) {
        order = (a->tuple[k] > b->tuple[k]) - (a->tuple[k] < b->tuple[k]);
    }
    return order;
}

struct choices {
    GROWING(struct choice) all;
};

/* Collects the transitions from the nodes at the end of the path, sorted. */
static void find_choices(struct explainer *explainer, struct choices *choices) {
    const struct strategy *strategy = explainer->strategy;
    for (uint64_t k = 0; k < strategy->ends.count; k++) {
        const struct strategy_end *end = &strategy->ends.data[k];
        for (uint64_t edge = strategy->offsets[end->node];
             end->kind == STRATEGY_END_CHOICE && edge < strategy->offsets[end->node + 1]; edge++) {
            if (strategy->edge_labels[edge] != STRATEGY_NO_LABEL) {
                struct choice choice = {strategy->labels->text[strategy->edge_labels[edge]],
                                        strategy_tuple(strategy, strategy->targets[edge]),
                                        strategy->components};
                explainer->failed |= GROWING_ADD(explainer->memory, choices->all, choice) != 0;
            }
        }
    }
    if (choices->all.count > 1) {
        qsort(choices->all.data, choices->all.count, sizeof *choices->all.data, compare_choices);
    }
}

/* The end of the choices from `first` on with the same label. */
static uint64_t same_label_end(const struct choices *choices, uint64_t first) {
    uint64_t end = first;
    while (end < choices->all.count &&
           strcmp(choices->all.data[end].label, choices->all.data[first].label) == 0) {
        end++;
    }
    return end;
}

static void explain_choice(struct explainer *explainer) {
    struct choices choices = {0};
    json_t *list = json_array();
    uint64_t listed = 0;
    find_choices(explainer, &choices);
    add_text(explainer, "here the path divides: ");
    for (uint64_t first = 0, end; first < choices.all.count; first = end) {
        uint64_t targets = 0;
        end = same_label_end(&choices, first);
        for (uint64_t k = first; k < end; k++) {
            const struct choice *choice = &choices.all.data[k];
            if (k > first && compare_choices(choice - 1, choice) == 0) {
                continue;
            }
            targets++;
            if (listed++ < MOST_CHOICES) {
                json_t *to = json_tuple(choice->tuple, choice->width);
                json_t *label = json_text(explainer->memory, choice->label);
                json_t *object = json_pack("{s:o, s:o}", "label", label, "to", to);
                explainer->failed |= json_array_append_new(list, object) != 0;
            }
        }
        if (listed - targets < MOST_CHOICES) {
            add_text(explainer, first == 0 ? "`" : ", `");
            add_text(explainer, choices.all.data[first].label);
            add_text(explainer, "`");
        }
        if (listed - targets < MOST_CHOICES && targets > 1) {
            add_text(explainer, " (to ");
            add_count(explainer, targets, "", " states)");
        }
    }
    add_text(explainer, listed > MOST_CHOICES ? ", ..." : "");
    add_text(explainer, "; the strategy has an answer to each");
    GROWING_FREE(explainer->memory, choices.all);
    set(explainer, "choices", list);
}

/* --- all ends --- */

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

/* Makes the explanation of an end, in explainer->made. */
static int explain_end(struct explainer *explainer, const struct strategy_end *end, enum reason reason) {
    const struct strategy *strategy = explainer->strategy;
    uint32_t state = explaining_state(strategy, end);
    int failed = 0;
    explainer->text.length = 0;
    explainer->made = json_object();
    set(explainer, "kind", json_string(reason_names[reason]));
    set(explainer, "step", json_integer((json_int_t)end->step));
    if (reason != REASON_CHOICE) {
        set_subformula(explainer, state);
    }
    switch (reason) {
    case REASON_DECIDED:
        add_text(explainer, "here ");
        add_verdict(explainer, state);
        add_text(explainer, ": the path decides it");
        break;
    case REASON_BLOCKED:
        failed = explain_blocked(explainer, end);
        break;
    case REASON_UNREACHABLE:
    case REASON_FORCED:
        failed = explain_region(explainer, end);
        break;
    case REASON_LOOP:
        explain_loop(explainer, state);
        break;
    case REASON_CHOICE:
        explain_choice(explainer);
        break;
    }
    if (!failed && !explainer->failed) {
        set(explainer, "text", json_text(explainer->memory, explainer->text.data));
    }
    return failed;
}

/* Explains the ends, the last first; the others become the list "also" of the last. */
static int explain_all(struct explainer *explainer, const uint8_t *rest) {
    struct strategy *strategy = explainer->strategy;
    uint64_t explained = 0, looks = 0;
    json_t *also = NULL;
    for (uint64_t k = strategy->ends.count; k-- > 0 && looks < MOST_LOOKS && explained < MOST_ENDS; looks++) {
        const struct strategy_end *end = &strategy->ends.data[k];
        if (end->kind == STRATEGY_END_CHOICE && explained > 0) {
            continue;
        }
        int failed = explain_end(explainer, end, reason_of(strategy, end, rest)) != 0;
        if (explained++ == 0) {
            strategy->explanation = explainer->made;
        } else {
            also = also == NULL ? json_array() : also;
            explainer->failed |= json_array_append_new(also, explainer->made) != 0;
        }
        if (failed || explainer->failed) {
            json_decref(also);
            return failed ? -1 : 0;
        }
    }
    explainer->made = strategy->explanation;
    if (also != NULL) {
        set(explainer, "also", also);
    }
    return 0;
}

int strategy_explain(struct strategy *strategy, enum formula_dialect dialect, struct strategy_moves *moves,
                     struct error *error) {
    struct memory *memory = strategy->memory;
    struct explainer explainer = {
        .strategy = strategy, .dialect = dialect, .moves = moves, .memory = memory, .error = error};
    uint8_t *rest = memory_allocate(memory, strategy->nodes);
    explainer.failed = rest == NULL || strategy_find_lost(strategy, rest) != 0;
    int failed = !explainer.failed && explain_all(&explainer, rest) != 0;
    memory_free(memory, rest, strategy->nodes);
    text_buffer_free(memory, &explainer.text);
    text_buffer_free(memory, &explainer.subformula);
    if (failed) {
        return -1;
    }
    return explainer.failed ? error_memory(error, "to explain the end of a path") : 0;
}

const char *strategy_explanation_text(const struct strategy *strategy, uint64_t index) {
    const json_t *also = json_object_get(strategy->explanation, "also");
    const json_t *one = index == 0 ? strategy->explanation : json_array_get(also, index - 1);
    return json_string_value(json_object_get(one, "text"));
}
