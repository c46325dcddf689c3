/*
 * Evaluates what a path proves about a formula. Subformulas are evaluated from the leaves upwards, in each
 * state of the path and, as far as possible without a path, in an arbitrary state. A modality walks the path
 * backwards with a set of automaton states: those from which the automaton of its regular expression accepts
 * in a state of the path whose value is known.
 */
#include "checker/verify/verify_regular.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "frontend/walk/walker.h"
#include "specs/syntax/formula.h"

enum { FALSE = 0, TRUE = 1, UNKNOWN = 2 };

#define NO_STATE UINT32_MAX

/* --- automata --- */

enum nfa_kind { NFA_ACCEPT, NFA_ACTION, NFA_EMPTY };

struct nfa_state {
    enum nfa_kind kind;
    const struct action *action; /* ACTION: it leads to to[0] */
    uint32_t to[2];              /* EMPTY: one or two successors; NO_STATE for none */
};

/* An automaton. State 0 accepts; state 1 is initial. */
struct nfa {
    struct memory *memory;
    struct scope scope; /* of the arrays below, but `states` */
    struct nfa_state *states;
    uint64_t count, capacity;
    /* The inverse of the empty moves: those to state s come from source[source_first[s] ..
     * source_first[s+1]). */
    uint64_t *source_first; /* count + 1 */
    uint32_t *source;       /* 2 * count */
    uint32_t *queue;        /* scratch of close_set: count */
};

/* A subexpression that has yet to be built, from a field of state `from` to state `next`. */
struct nfa_task {
    const struct regular *regular;
    uint32_t from, place, next;
};

struct nfa_tasks {
    struct nfa_task *items;
    uint64_t count, capacity;
};

/* Adds a state; NO_STATE if memory runs out. */
static uint32_t add_state(struct nfa *nfa, enum nfa_kind kind, uint32_t to) {
    if (nfa->count >= NO_STATE ||
        MEMORY_GROW(nfa->memory, &nfa->states, &nfa->capacity, nfa->count + 1) != 0) {
        return NO_STATE;
    }
    nfa->states[nfa->count] = (struct nfa_state){.kind = kind, .to = {to, NO_STATE}};
    return (uint32_t)nfa->count++;
}

static int add_task(struct nfa *nfa, struct nfa_tasks *tasks, const struct regular *regular, uint32_t from,
                    uint32_t place, uint32_t next) {
    if (from == NO_STATE ||
        MEMORY_GROW(nfa->memory, &tasks->items, &tasks->capacity, tasks->count + 1) != 0) {
        return -1;
    }
    tasks->items[tasks->count++] = (struct nfa_task){regular, from, place, next};
    return 0;
}

/* Builds one operator; its operands become tasks. Returns 0, or -1 if memory runs out. */
static int build_part(struct nfa *nfa, struct nfa_tasks *tasks, const struct nfa_task *task) {
    const struct regular *regular = task->regular;
    int leads_on = regular->kind == REGULAR_STAR || regular->kind == REGULAR_OPTION;
    uint32_t state;
    if (regular->kind == REGULAR_NIL) {
        nfa->states[task->from].to[task->place] = task->next;
        return 0;
    }
    state = add_state(nfa, regular->kind == REGULAR_ACTION ? NFA_ACTION : NFA_EMPTY,
                      regular->kind == REGULAR_ACTION ? task->next : NO_STATE);
    if (state == NO_STATE) {
        return -1;
    }
    nfa->states[state].action = regular->action;
    nfa->states[state].to[1] = leads_on ? task->next : NO_STATE;
    switch (regular->kind) {
    case REGULAR_CONCATENATION: /* the new state is between the two operands */
        return add_task(nfa, tasks, regular->right, state, 0, task->next) != 0 ||
                       add_task(nfa, tasks, regular->left, task->from, task->place, state) != 0
                   ? -1
                   : 0;
    case REGULAR_PLUS: { /* the new state comes before the operand; another one after it leads back or on */
        uint32_t last = add_state(nfa, NFA_EMPTY, state);
        if (last == NO_STATE) {
            return -1;
        }
        nfa->states[last].to[1] = task->next;
        nfa->states[task->from].to[task->place] = state;
        return add_task(nfa, tasks, regular->left, state, 0, last);
    }
    case REGULAR_CHOICE:
        nfa->states[task->from].to[task->place] = state;
        return add_task(nfa, tasks, regular->left, state, 0, task->next) != 0 ||
                       add_task(nfa, tasks, regular->right, state, 1, task->next) != 0
                   ? -1
                   : 0;
    default:
        nfa->states[task->from].to[task->place] = state;
        return regular->kind == REGULAR_ACTION ? 0
                                               : add_task(nfa, tasks, regular->left, state, 0,
                                                          regular->kind == REGULAR_STAR ? state : task->next);
    }
}

/* Inverts the empty moves. Returns 0, or -1 if memory runs out. */
static int turn_around(struct nfa *nfa) {
    uint64_t count = nfa->count, sum = 0;
    nfa->scope.memory = nfa->memory;
    nfa->source_first = scope_zeroed(&nfa->scope, count + 1, sizeof *nfa->source_first);
    nfa->source = scope_array(&nfa->scope, 2 * count, sizeof *nfa->source);
    nfa->queue = scope_array(&nfa->scope, count, sizeof *nfa->queue);
    if (nfa->scope.failed) {
        return -1;
    }
    for (uint64_t i = 0; i < 2 * count; i++) {
        const struct nfa_state *state = &nfa->states[i / 2];
        if (state->kind == NFA_EMPTY && state->to[i % 2] != NO_STATE) {
            nfa->source_first[state->to[i % 2]]++;
        }
    }
    for (uint64_t s = 0; s <= count;
         s++) { /* counts become ends of rows; filling the rows turns these into beginnings */
        sum += nfa->source_first[s];
        nfa->source_first[s] = sum;
    }
    for (uint64_t i = 0; i < 2 * count; i++) {
        const struct nfa_state *state = &nfa->states[i / 2];
        if (state->kind == NFA_EMPTY && state->to[i % 2] != NO_STATE) {
            nfa->source[--nfa->source_first[state->to[i % 2]]] = (uint32_t)(i / 2);
        }
    }
    return 0;
}

static int build(struct nfa *nfa, const struct regular *regular, struct error *error) {
    struct nfa_tasks tasks = {0};
    int failed = add_state(nfa, NFA_ACCEPT, NO_STATE) == NO_STATE ||
                 add_task(nfa, &tasks, regular, add_state(nfa, NFA_EMPTY, NO_STATE), 0, 0) != 0;
    while (tasks.count > 0 && !failed) {
        struct nfa_task task = tasks.items[--tasks.count];
        failed = build_part(nfa, &tasks, &task) != 0;
    }
    failed = failed || turn_around(nfa) != 0;
    memory_free(nfa->memory, tasks.items, tasks.capacity * sizeof *tasks.items);
    return failed ? error_memory(error, "to evaluate the formula") : 0;
}

static void free_nfa(struct nfa *nfa) {
    scope_close(&nfa->scope);
    memory_free(nfa->memory, nfa->states, nfa->capacity * sizeof *nfa->states);
}

/* Adds the states from which empty moves lead into the set. Each state is processed once; repeated sweeps
 * over all states would need as many sweeps as there are nested stars. */
static void close_set(const struct nfa *nfa, uint8_t *set) {
    uint64_t queued = 0;
    for (uint64_t s = 0; s < nfa->count; s++) {
        if (set[s]) {
            nfa->queue[queued++] = (uint32_t)s;
        }
    }
    while (queued > 0) {
        uint32_t to = nfa->queue[--queued];
        for (uint64_t i = nfa->source_first[to]; i < nfa->source_first[to + (uint64_t)1]; i++) {
            uint32_t from = nfa->source[i];
            if (!set[from]) {
                set[from] = 1;
                nfa->queue[queued++] = from;
            }
        }
    }
}

/* --- modalities --- */

struct path_evaluation {
    const struct network_path *path;
    const struct run *run;
    struct error *error;
};

/* Computes the states before a step from the states after it. */
static int step_back(const struct path_evaluation *evaluation, const struct nfa *nfa, uint64_t step,
                     const uint8_t *after, uint8_t *before) {
    const char *label = evaluation->path->labels[step];
    for (uint64_t s = 0; s < nfa->count; s++) {
        const struct nfa_state *state = &nfa->states[s];
        int match = state->kind == NFA_ACTION && after[state->to[0]]
                        ? action_matches_text(state->action, label, evaluation->error)
                        : 0;
        if (match < 0) {
            return -1;
        }
        before[s] = (uint8_t)match;
    }
    return 0;
}

/* Sets result[i] = wanted for each state i of the path from which a word of the expression leads along the
 * path to a state in which `known` has the value `wanted`; sets UNKNOWN for the others. */
static int walk_back(const struct path_evaluation *evaluation, const struct nfa *nfa, const uint8_t *known,
                     uint8_t wanted, uint8_t *result) {
    struct scope scope = {.memory = evaluation->run->memory};
    uint8_t *set = scope_zeroed(&scope, nfa->count, 1);
    uint8_t *before = scope_zeroed(&scope, nfa->count, 1);
    int failed = scope_check(&scope, "to evaluate the formula", evaluation->error);
    for (uint64_t i = evaluation->path->steps + 1; i-- > 0 && !failed;) {
        if (i < evaluation->path->steps) {
            failed = step_back(evaluation, nfa, i, set, before);
            uint8_t *swap = set;
            set = before;
            before = swap;
        }
        if (!failed && run_should_stop(evaluation->run)) {
            failed = error_set(evaluation->error, ERROR_INTERRUPTED, "interrupted");
        }
        set[0] = known[i] == wanted;
        close_set(nfa, set);
        result[i] = set[1] ? wanted : UNKNOWN;
    }
    scope_close(&scope);
    return failed;
}

/* Evaluates <R> F with wanted = TRUE, or [R] F with wanted = FALSE. known and result have one value for
 * each state of the path and, after those, one for an arbitrary state. */
static int evaluate_modality(const struct path_evaluation *evaluation, const struct regular *regular,
                             const uint8_t *known, uint8_t wanted, uint8_t *result) {
    const struct network_path *path = evaluation->path;
    uint8_t other = wanted == TRUE ? FALSE : TRUE, anywhere = known[path->steps + 1];
    struct nfa nfa = {.memory = evaluation->run->memory};
    int failed = build(&nfa, regular, evaluation->error) != 0 ||
                 walk_back(evaluation, &nfa, known, wanted, result) != 0;
    free_nfa(&nfa);
    if (failed) {
        return -1;
    }
    int empty = regular->is_nullable;
    result[path->steps + 1] = empty && anywhere == wanted ? wanted : UNKNOWN;
    if (path->ends_in_deadlock) {
        result[path->steps] = empty ? known[path->steps] : other;
    }
    for (uint64_t i = 0; i <= path->steps + 1 && anywhere == other; i++) {
        result[i] = other; /* wherever R leads */
    }
    return 0;
}

/* --- formulas --- */

/* A subformula; its operands follow it in the list. */
struct valued_formula {
    const struct formula *formula;
    uint64_t left, right; /* operands, as items */
    uint8_t *values; /* values in the states of the path, and in an arbitrary state; NULL: not computed yet,
                        or freed */
};

struct items {
    struct valued_formula *list;
    uint64_t count, capacity;
};

static uint8_t negate(uint8_t value) {
    return value == UNKNOWN ? UNKNOWN : (uint8_t)(value == FALSE);
}

static uint8_t conjunction(uint8_t left, uint8_t right) {
    return left == FALSE || right == FALSE ? FALSE : left == TRUE && right == TRUE ? TRUE : UNKNOWN;
}

static uint8_t combine(enum formula_kind kind, uint8_t left, uint8_t right) {
    switch (kind) {
    case FORMULA_NOT:
        return negate(left);
    case FORMULA_AND:
        return conjunction(left, right);
    case FORMULA_OR:
        return negate(conjunction(negate(left), negate(right)));
    case FORMULA_IMPLIES:
        return negate(conjunction(left, negate(right)));
    case FORMULA_EQUIVALENT:
        return left == UNKNOWN || right == UNKNOWN ? UNKNOWN : (uint8_t)(left == right);
    default: /* fixpoints: in their bodies, the value of the variable is unknown */
        return left;
    }
}

static int add_item(struct items *items, const struct formula *formula, struct memory *memory,
                    struct error *error) {
    if (MEMORY_GROW(memory, &items->list, &items->capacity, items->count + 1) != 0) {
        return error_memory(error, "to evaluate the formula");
    }
    items->list[items->count++] = (struct valued_formula){.formula = formula};
    return 0;
}

/* Lists all subformulas, each before its operands. */
static int list_items(struct items *items, const struct formula *formula, struct memory *memory,
                      struct error *error) {
    int failed = add_item(items, formula, memory, error);
    for (uint64_t i = 0; i < items->count && !failed; i++) {
        const struct formula *left = items->list[i].formula->left, *right = items->list[i].formula->right;
        if (left != NULL) {
            items->list[i].left = items->count;
            failed = add_item(items, left, memory, error);
        }
        if (right != NULL && !failed) {
            items->list[i].right = items->count;
            failed = add_item(items, right, memory, error);
        }
    }
    return failed;
}

/* In the states of the path, if these are known; unknown in a state where the predicate has no value. */
static int evaluate_predicate(const struct path_evaluation *evaluation, const struct formula *formula,
                              uint8_t *values) {
    const struct network_path *path = evaluation->path;
    memset(values, UNKNOWN, path->steps + 2);
    for (uint64_t i = 0; i <= path->steps && path->states != NULL; i++) {
        int holds = walker_holds(path->walker, formula->predicate, path->states + i * path->components,
                                 evaluation->error);
        if (holds < 0 && evaluation->error->code != ERROR_INPUT) {
            return -1;
        }
        values[i] = holds < 0 ? UNKNOWN : holds ? TRUE : FALSE;
    }
    return 0;
}

/* Computes the values of an item, whose operands have theirs. */
static int evaluate_item(const struct path_evaluation *evaluation, const struct items *items,
                         uint64_t index) {
    const struct valued_formula *item = &items->list[index];
    const struct formula *formula = item->formula;
    const uint8_t *left = formula->left == NULL ? NULL : items->list[item->left].values;
    const uint8_t *right = formula->right == NULL ? NULL : items->list[item->right].values;
    uint64_t count = evaluation->path->steps + 2;
    switch (formula->kind) {
    case FORMULA_DIAMOND:
        return evaluate_modality(evaluation, formula->regular, left, TRUE, item->values);
    case FORMULA_BOX:
        return evaluate_modality(evaluation, formula->regular, left, FALSE, item->values);
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        memset(item->values, formula->kind == FORMULA_TRUE ? TRUE : FALSE, count);
        return 0;
    case FORMULA_PREDICATE:
        return evaluate_predicate(evaluation, formula, item->values);
    case FORMULA_VARIABLE:
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
        memset(item->values, UNKNOWN, count);
        return 0;
    default:
        for (uint64_t i = 0; i < count; i++) {
            item->values[i] = combine(formula->kind, left[i], right == NULL ? UNKNOWN : right[i]);
        }
        return 0;
    }
}

static void forget(struct items *items, uint64_t index, uint64_t bytes, struct memory *memory) {
    memory_free(memory, items->list[index].values, bytes);
    items->list[index].values = NULL;
}

int verify_formula_on_path(const struct formula *formula, const struct network_path *path,
                           const struct run *run, int *value, struct error *error) {
    struct path_evaluation evaluation = {path, run, error};
    struct memory *memory = run->memory;
    struct items items = {0};
    uint64_t bytes = path->steps + 2;
    int failed = list_items(&items, formula, memory, error);
    for (uint64_t i = items.count; i-- > 0 && !failed;) {
        struct valued_formula *item = &items.list[i];
        item->values = memory_allocate(memory, bytes);
        failed = item->values == NULL ? error_memory(error, "to evaluate the formula")
                                      : evaluate_item(&evaluation, &items, i);
        if (item->formula->left != NULL) {
            forget(&items, item->left, bytes, memory);
        }
        if (item->formula->right != NULL) {
            forget(&items, item->right, bytes, memory);
        }
    }
    if (!failed) {
        uint8_t first = items.list[0].values[0];
        *value = first == UNKNOWN ? -1 : first;
    }
    for (uint64_t i = 0; i < items.count; i++) {
        forget(&items, i, bytes, memory);
    }
    memory_free(memory, items.list, items.capacity * sizeof *items.list);
    return failed;
}
