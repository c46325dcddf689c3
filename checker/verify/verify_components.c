/* Checks evidence of components and schedulers: all rows are loaded, then every reachable state is checked
 * with its choices. This file has the parts that the kinds share. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_components_internal.h"
#include "model/digraph_core.h"
#include "model/mdp.h"

#define MOST_STATES ((uint64_t)UINT32_MAX - 1)
#define MOST_SAID 8 /* most targets in a message */

/* --- saying --- */

void check_say_state(struct component_check *check, uint32_t state) {
    verify_say(check->verifier, "%u", state);
    if (check->product != NULL) {
        verify_say(check->verifier, " ");
        verify_product_say(check->product, tuple_set_at(&check->set, state));
    } else if (check->verifier->walker != NULL) {
        verify_say(check->verifier, " ");
        verify_say_state(check->verifier, tuple_set_at(&check->set, state));
    }
}

int check_refute(struct component_check *check, uint32_t state, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    verify_say(check->verifier, "state ");
    check_say_state(check, state);
    return verify_say(check->verifier, "%s", text);
}

int check_refute_choice(struct component_check *check, uint32_t state, const struct verified_choice *choice,
                        const uint32_t *targets, const char *what) {
    check_refute(check, state, ": the choice ");
    if (choice->name == CHOICE_NO_NAME) {
        verify_say(check->verifier, "without a label to state ");
    } else {
        verify_say(check->verifier, "\"%.200s\" to state ", label_text(check->choices.names, choice->name));
    }
    for (uint64_t k = choice->begin; k < choice->end && k < choice->begin + MOST_SAID; k++) {
        verify_say(check->verifier, k == choice->begin ? "" : ", ");
        check_say_state(check, targets[k]);
    }
    return verify_say(check->verifier, "%s %s", choice->end - choice->begin > MOST_SAID ? ", .." : "", what);
}

/* --- loading --- */

static int add_row(struct component_check *check, const struct evidence_row *row) {
    struct verifier *verifier = check->verifier;
    if (check->states >= MOST_STATES) {
        return error_set(verifier->error, ERROR_LIMIT, "the evidence has more than %llu states",
                         (unsigned long long)MOST_STATES);
    }
    if (MEMORY_GROW(verifier->run->memory, &check->rows, &check->row_capacity, check->states + 1) != 0) {
        return verify_memory(verifier);
    }
    check->rows[check->states++] = *row;
    return 1;
}

static int add_product_state(struct component_check *check, const uint32_t *tuple, uint64_t states) {
    int status = verify_product_add(check->product, tuple, states);
    if (status == 1) {
        status = tuple_set_add(&check->set, tuple, check->verifier->error);
        if (status == 0) {
            verify_product_say(check->product, tuple);
            verify_say(check->verifier, " occurs twice");
        }
    }
    return status;
}

/* Whether the tuple is a new state of the input; adds it. `states`: number of states of a stored input. */
static int add_state(struct component_check *check, const uint32_t *tuple, uint64_t states) {
    struct verifier *verifier = check->verifier;
    if (check->product != NULL) {
        return add_product_state(check, tuple, states);
    }
    if (verifier->walker == NULL) {
        return tuple[0] == check->states && tuple[0] < states
                   ? 1
                   : verify_say(verifier, "expected state %llu of %llu next, found %u",
                                (unsigned long long)check->states, (unsigned long long)states, tuple[0]);
    }
    if (!verify_in_range(verifier, tuple)) {
        return 0;
    }
    int status = tuple_set_add(&check->set, tuple, verifier->error);
    if (status == 0) {
        verify_say_state(verifier, tuple);
        verify_say(verifier, " occurs twice");
    }
    return status;
}

/* Loads the rows. The whole file is read even if something is wrong, because errors in form take
 * precedence. */
static int load(struct component_check *check, uint32_t *tuple, uint64_t states) {
    struct verifier *verifier = check->verifier;
    uint64_t count = 0;
    int holds = 1, status;
    do {
        struct evidence_row row;
        if (!holds) {
            check->listed.count = 0; /* the choices are not needed any more */
        }
        status = verify_stopped(verifier, "loading", count, check->evidence->states, "states") != 0
                     ? -1
                     : evidence_read_row(verifier->reader, tuple, check->set.width, &row, &check->listed,
                                         verifier->error);
        count++;
        if (status == 1 && holds) {
            holds = add_state(check, tuple, states);
            if (holds == 0) {
                verify_say_line(verifier);
            }
            holds = holds == 1 ? add_row(check, &row) : holds;
        }
    } while (status == 1 && holds >= 0);
    if (status < 0 || holds < 0) {
        return -1;
    }
    return holds && verifier->walker == NULL && check->product == NULL && check->states != states
               ? verify_say(verifier, "there are %llu states, and the evidence has %llu of them",
                            (unsigned long long)states, (unsigned long long)check->states)
               : holds;
}

/* Whether the evidence has an initial state of the product, which begins with this state of the model. */
static int has_initial(struct component_check *check, uint32_t *tuple) {
    tuple[check->set.width - 1] = check->product->limit.automaton.initial;
    if (tuple_set_has(&check->set, tuple)) {
        return 1;
    }
    verify_say(check->verifier, "the initial state ");
    verify_product_say(check->product, tuple);
    return verify_say(check->verifier, " is missing");
}

static int check_initial_product(struct component_check *check, uint32_t *tuple) {
    const walker *walker = check->verifier->walker;
    const struct mdp *mdp = check->input->mdp;
    const uint32_t width = check->set.width - 1;
    uint64_t count = 0;
    int holds = 1;
    if (check->product->limit.automaton.states == 0) {
        return 1;
    }
    const uint32_t *initial = walker == NULL ? NULL : walker_initial(walker, &count);
    for (uint64_t k = 0; k < (walker == NULL ? mdp->states : count) && holds; k++) {
        if (walker == NULL) {
            *tuple = (uint32_t)k;
        } else {
            memcpy(tuple, initial + k * width, width * sizeof *tuple);
        }
        holds = walker == NULL && !mdp_is_initial(mdp, k) ? 1 : has_initial(check, tuple);
    }
    return holds;
}

/* Whether the first state of a network is the initial state; other initial states may be anywhere. */
static int check_initial(struct component_check *check, uint32_t *tuple) {
    const walker *walker = check->verifier->walker;
    if (check->product != NULL) {
        return check_initial_product(check, tuple);
    }
    if (walker == NULL) {
        return 1;
    }
    uint64_t count;
    uint32_t components = walker_components(walker);
    const uint32_t *initial = walker_initial(walker, &count);
    for (uint64_t k = 0; k < count; k++) {
        memcpy(tuple, initial + k * components, components * sizeof *tuple);
        uint32_t index = tuple_set_index(&check->set, tuple);
        if (k == 0 ? index != 0 : index == UINT32_MAX) {
            verify_say(check->verifier, "the initial state ");
            verify_say_state(check->verifier, tuple);
            return verify_say(check->verifier, k == 0 ? " is not the first one" : " is missing");
        }
    }
    return 1;
}

/* --- members and trees --- */

static int check_parent(struct component_check *check, uint32_t state, const char *tree, uint32_t parent,
                        uint32_t depth, uint32_t parent_depth) {
    const struct evidence_row *row = &check->rows[state];
    int root = row->component == state;
    if (root ? parent == state && depth == 0
             : check->rows[parent].component == row->component && depth > 0 && parent_depth == depth - 1) {
        return 1;
    }
    check_refute(check, state, ": its %s parent, state ", tree);
    check_say_state(check, parent);
    return verify_say(check->verifier, root ? ", should be the state itself, at depth 0"
                                            : ", is in another component, or its depth is not one less");
}

static int check_member(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows, *row = &rows[state];
    if (row->component == EVIDENCE_NULL) {
        return 1;
    }
    if (row->component > state || rows[row->component].component != row->component) {
        return check_refute(check, state, ": its component is named %u, which is not the smallest member",
                            row->component);
    }
    if (rows[row->component].rank != row->rank || rows[row->component].cut != row->cut) {
        return check_refute(check, state,
                            ": its rank is not that of state %u, which is in the same component",
                            row->component);
    }
    if (row->forward >= check->states || row->backward >= check->states) {
        return check_refute(check, state, ": a parent is state %u, which does not exist",
                            row->forward >= check->states ? row->forward : row->backward);
    }
    return check_parent(check, state, "forward", row->forward, row->forward_depth,
                        rows[row->forward].forward_depth) &&
           check_parent(check, state, "backward", row->backward, row->backward_depth,
                        rows[row->backward].backward_depth);
}

int check_members(struct component_check *check) {
    int holds = 1;
    for (uint64_t state = 0; state < check->states && holds == 1; state++) {
        holds = check_member(check, (uint32_t)state);
    }
    return holds;
}

void check_inner_edge(struct component_check *check, uint32_t from, uint32_t to) {
    check->found[to] |= check->rows[to].forward == from ? CHECK_FORWARD : 0;
    check->found[from] |= check->rows[from].backward == to ? CHECK_BACKWARD : 0;
}

static int check_tree_edges(struct component_check *check, uint32_t state) {
    unsigned found = check->found[state];
    if (check->rows[state].component == state || (found & CHECK_FORWARD && found & CHECK_BACKWARD)) {
        return 1;
    }
    int forward = (found & CHECK_FORWARD) == 0;
    verify_say(check->verifier, "the %s tree has an edge from state ", forward ? "forward" : "backward");
    check_say_state(check, forward ? check->rows[state].forward : state);
    verify_say(check->verifier, " to state ");
    check_say_state(check, forward ? state : check->rows[state].backward);
    verify_say(check->verifier,
               check->evidence->kind == EVIDENCE_SCC ? ": there is none" : ": no internal choice has it");
    return 0;
}

/* Whether all edges of the trees exist; also counts components. Their names index check->queue, which is
 * free: all states have been visited. */
static int check_trees(struct component_check *check) {
    struct verified_counts *counts = check->counts;
    uint32_t *sizes = check->queue;
    memset(sizes, 0, check->states * sizeof *sizes);
    for (uint64_t state = 0; state < check->states; state++) {
        if (check->rows[state].component != EVIDENCE_NULL) {
            if (!check_tree_edges(check, (uint32_t)state)) {
                return 0;
            }
            sizes[check->rows[state].component]++;
            counts->states_in_components++;
        }
    }
    for (uint64_t state = 0; state < check->states; state++) {
        if (check->rows[state].component == state) {
            counts->components++;
            counts->trivial += sizes[state] == 1;
            counts->largest = sizes[state] > counts->largest ? sizes[state] : counts->largest;
            counts->bottom += (check->found[state] & CHECK_LEFT) == 0;
        }
    }
    return 1;
}

/* --- strongly connected components --- */

/* Whether ranks decrease along the edges that leave the component of the state. */
static int check_scc_state(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows;
    for (uint64_t k = 0; k < check->choices.target_count; k++) {
        uint32_t target = check->choices.targets[k];
        if (rows[target].component == rows[state].component) {
            check_inner_edge(check, state, target);
            continue;
        }
        check->found[rows[state].component] |= CHECK_LEFT;
        if (rows[target].rank >= rows[state].rank) {
            verify_say(check->verifier, "ranks do not decrease along the edge from state ");
            check_say_state(check, state);
            verify_say(check->verifier, ", of component %u and rank %u, to state ", rows[state].component,
                       rows[state].rank);
            check_say_state(check, target);
            return verify_say(check->verifier, ", of component %u and rank %u", rows[target].component,
                              rows[target].rank);
        }
    }
    return 1;
}

/* --- all states --- */

/* Starts the visit of the states: with the initial states of a network, which then reach the others, or
 * with all states of a stored input that count. */
static void begin_queue(struct component_check *check) {
    const struct mdp *mdp = check->product == NULL ? check->input->mdp : NULL;
    const walker *walker = check->product == NULL ? check->verifier->walker : NULL;
    for (uint64_t state = 0; state < check->states; state++) {
        if (check->product != NULL &&
            !verify_product_is_initial(check->product, tuple_set_at(&check->set, state))) {
            continue;
        }
        if (walker != NULL && !walker_is_initial(walker, tuple_set_at(&check->set, (uint32_t)state))) {
            continue;
        }
        if (mdp == NULL || mdp->reachable == NULL || check->choices.edges_alone ||
            bitmap_has(mdp->reachable, state)) {
            check->queue[check->tail++] = (uint32_t)state;
            check->found[state] |= CHECK_REACHED;
        }
    }
}

static int say_missing(struct component_check *check, uint32_t state) {
    verify_say(check->verifier, "\"%.200s\" leads from state ", check->choices.missing_label);
    check_say_state(check, state);
    verify_say(check->verifier, " to ");
    if (check->product != NULL) {
        verify_product_say(check->product, check->product->tuple);
    } else {
        verify_say_state(check->verifier, check->choices.tuple);
    }
    return verify_say(check->verifier, ", which is missing");
}

static int check_states(struct component_check *check,
                        int (*check_state)(struct component_check *check, uint32_t state)) {
    struct verifier *verifier = check->verifier;
    int holds = 1;
    begin_queue(check);
    for (uint64_t head = 0; head < check->tail && holds == 1; head++) {
        uint32_t state = check->queue[head];
        if (verify_stopped(verifier, "verifying", head, check->states, "states") != 0) {
            return -1;
        }
        holds = check->product != NULL ? verify_product_find(check->product, state)
                                       : choices_find(&check->choices, state, verifier->error);
        if (holds == 0) {
            return say_missing(check, state);
        }
        for (uint64_t k = 0; k < check->choices.target_count && holds == 1; k++) {
            uint32_t target = check->choices.targets[k];
            if ((check->found[target] & CHECK_REACHED) == 0) {
                check->found[target] |= CHECK_REACHED;
                check->queue[check->tail++] = target;
            }
        }
        holds = holds == 1 ? check_state(check, state) : holds;
    }
    check->counts->states = check->tail;
    return holds;
}

/* Whether all states are reachable. Where maximal progress cuts rates off, some states may be reachable
 * only through these rates: nothing is claimed about them. */
static int check_reached(struct component_check *check) {
    const struct evidence *evidence = check->evidence;
    for (uint64_t state = 0; state < check->states; state++) {
        const struct evidence_row *row = &check->rows[state];
        uint32_t said = evidence->kind == EVIDENCE_SCHEDULER ? row->rank : row->component;
        int may_be_cut =
            evidence->kind != EVIDENCE_SCC && evidence->maximal_progress && said == EVIDENCE_NULL;
        if ((check->found[state] & CHECK_REACHED) == 0 && !may_be_cut) {
            return check_refute(check, (uint32_t)state, " cannot be reached");
        }
    }
    return 1;
}

/* --- the decomposition --- */

/* Each kind of evidence has three checks: the rows alone; a state with its choices; the rest at the end. */
static const struct {
    int (*begin)(struct component_check *check);
    int (*state)(struct component_check *check, uint32_t state);
    int (*end)(struct component_check *check);
} kinds[EVIDENCE_KINDS] = {
    [EVIDENCE_SCC] = {check_members, check_scc_state, check_trees},
    [EVIDENCE_MEC] = {check_mec_begin, check_mec_state, check_trees},
    [EVIDENCE_SCHEDULER] = {check_scheduler_begin, check_scheduler_state, check_scheduler_end},
};

static int open_check(struct component_check *check) {
    struct scope *scope = &check->scope;
    scope->memory = check->verifier->run->memory;
    check->found = scope_zeroed(scope, check->states, 1);
    check->queue = scope_array(scope, check->states, sizeof *check->queue);
    check->label_name = scope_array(scope, check->evidence->label_count, sizeof *check->label_name);
    if (scope->failed) {
        return verify_memory(check->verifier);
    }
    for (uint32_t k = 0; k < check->evidence->label_count; k++) {
        check->label_name[k] =
            choices_name(&check->choices, check->evidence->labels[k], check->verifier->error);
        if (check->label_name[k] == LABEL_NONE) {
            return -1;
        }
    }
    return 0;
}

static void close_check(struct component_check *check) {
    struct memory *memory = check->verifier->run->memory;
    scope_close(&check->scope);
    memory_free(memory, check->keys, check->key_capacity * sizeof *check->keys);
    memory_free(memory, check->is_goal_name, check->goal_name_capacity);
    pattern_free(check->goal_pattern);
    choices_free(&check->choices);
    memory_free(memory, check->rows, check->row_capacity * sizeof *check->rows);
    memory_free(memory, check->listed.numbers, check->listed.capacity * sizeof *check->listed.numbers);
    tuple_set_free(&check->set);
}

static int check_all(struct component_check *check) {
    struct verifier *verifier = check->verifier;
    const struct verify_input *input = check->input;
    uint64_t width = (uint64_t)check->set.width + 1, states = input->graph != NULL ? input->graph->states
                                                              : input->mdp != NULL ? input->mdp->states
                                                                                   : 0;
    uint32_t *tuple = memory_allocate_array(verifier->run->memory, width, sizeof *tuple);
    int holds =
        tuple == NULL ? verify_memory(verifier)
        : choices_open(&check->choices, verifier->error) != 0 ||
                (check->product != NULL && verify_product_open(check->product, check->evidence->goal.text,
                                                               check->evidence->goal.every) != 0)
            ? -1
            : load(check, tuple, states);
    holds = holds > 0 ? check_initial(check, tuple) : holds;
    memory_free(verifier->run->memory, tuple, width * sizeof *tuple);
    if (holds > 0 && open_check(check) != 0) {
        return -1;
    }
    enum evidence_kind kind = check->evidence->kind;
    holds = holds > 0 ? kinds[kind].begin(check) : holds;
    holds = holds > 0 ? check_states(check, kinds[kind].state) : holds;
    holds = holds > 0 ? check_reached(check) : holds;
    return holds > 0 ? kinds[kind].end(check) : holds;
}

/* Of a formula. */
static void say_formula(struct component_check *check) {
    const struct verified_counts *counts = check->counts;
    const struct evidence_goal *goal = &check->evidence->goal;
    const char *text =
        !goal->every
            ? "from %llu of %llu states of the product with the automaton of \"%.300s\", the scheduler "
              "satisfies it almost surely, and no scheduler does from any other; the initial states "
              "are %s"
            : "from %llu of %llu states of the product with the automaton of the opposite of \"%.300s\", "
              "a scheduler violates it almost surely; %s";
    verify_say(check->verifier, text, (unsigned long long)counts->states_in_components,
               (unsigned long long)counts->states, goal->text,
               goal->every       ? counts->initial ? "so every scheduler satisfies it almost surely"
                                                   : "these can be reached"
               : counts->initial ? "among them"
                                 : "not all among them");
}

static void say_confirmed(struct component_check *check) {
    const struct verified_counts *counts = check->counts;
    const struct evidence_goal *goal = &check->evidence->goal;
    if (goal->is_formula) {
        say_formula(check);
        return;
    }
    if (check->evidence->kind == EVIDENCE_SCHEDULER) {
        verify_say(check->verifier,
                   goal->every
                       ? "from %llu of %llu states every scheduler almost surely reaches %s\"%.300s\"%s, "
                         "and from every other state some scheduler avoids it with positive "
                         "probability; the initial state is %s"
                       : "from %llu of %llu states the scheduler almost surely reaches %s\"%.300s\"%s, "
                         "and no scheduler does from any other state; the initial state is %s",
                   (unsigned long long)counts->states_in_components, (unsigned long long)counts->states,
                   goal->is_state_label ? "states with the label "
                   : goal->is_pattern   ? "labels like "
                                        : "",
                   goal->text, goal->repeatedly ? " again and again" : "",
                   counts->initial ? "one of them" : "not among them");
        return;
    }
    verify_say(check->verifier,
               "%llu of %llu states are in %llu %s component%s: %llu of one state, %llu that nothing leaves, "
               "the largest of %llu state%s",
               (unsigned long long)counts->states_in_components, (unsigned long long)counts->states,
               (unsigned long long)counts->components,
               check->evidence->kind == EVIDENCE_SCC ? "strongly connected" : "maximal end",
               counts->components == 1 ? "" : "s", (unsigned long long)counts->trivial,
               (unsigned long long)counts->bottom, (unsigned long long)counts->largest,
               counts->largest == 1 ? "" : "s");
}

int verify_decomposition(struct verifier *verifier) {
    struct memory *memory = verifier->run->memory;
    const struct verify_input *input = verifier->input;
    const int is_formula = verifier->evidence->goal.is_formula;
    const uint32_t width = verifier->walker != NULL
                               ? walker_components(verifier->walker) + (uint32_t)is_formula
                           : is_formula ? 2
                                        : 0;
    struct component_check check = {
        .verifier = verifier,
        .evidence = verifier->evidence,
        .input = input,
        .counts = &verifier->verification->counts,
        .set = {.memory = memory, .width = width},
        .listed = {.memory = memory},
        .choices = {.run = verifier->run,
                    .walker = verifier->walker,
                    .lts = input->graph,
                    .lts_labels = input->labels,
                    .mdp = input->mdp,
                    .reading = input->tree == NULL ? NULL : language_options(input->tree),
                    .edges_alone = verifier->evidence->kind == EVIDENCE_SCC,
                    .maximal_progress = verifier->evidence->maximal_progress}};
    check.choices.states = &check.set;
    struct verify_product product = {
        .verifier = verifier, .set = &check.set, .choices = &check.choices, .model = check.choices};
    check.product = is_formula ? &product : NULL;
    int holds = check_all(&check);
    if (holds > 0) {
        say_confirmed(&check);
    }
    verifier->verification->states = check.counts->states;
    if (is_formula) {
        verify_product_close(&product);
    }
    close_check(&check);
    return holds;
}
