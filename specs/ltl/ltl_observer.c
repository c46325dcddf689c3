/* From an automaton to an observer (ltl_observer.h). */
#include "specs/ltl/ltl_observer.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "specs/ltl/bdd_lists.h"
#include "specs/ltl/ltl_letters.h"

#define MOST_STATES 1000000u
#define NONE UINT32_MAX
#define STOPS (NONE - 1) /* instead of an entry: the state that accepts nothing */
#define ERRS (NONE - 2)  /* .. the error state */

/* A move of a STEP state. */
struct leaf_move {
    uint32_t letter, entry;
};

/* A state of the observer. */
struct node {
    uint8_t kind, error, quiet;
    uint32_t predicate, side[2]; /* PASS: nodes where it does not hold, and where it does */
    uint64_t first_move, moves;  /* STEP, by letter */
    uint64_t first_kind;         /* STEP: of each letter */
};

struct making {
    const struct tgba *automaton;
    struct bdd_pool *pool;
    struct ltl_letters letters;
    int is_complete;
    struct scope scope; /* of what follows, by state or component of the automaton */
    struct tgba_components components;
    uint8_t *is_universal, *is_weak;
    bdd *end; /* where what follows is accepted if the run has ended */
    /* An entry: a state of the automaton, and the marks that came with the edge to it. */
    struct tgba_pairs entries, marks, kinds;
    GROWING(uint32_t) head; /* by entry: the first node */
    GROWING(struct node) node;
    GROWING(struct leaf_move) move;
    GROWING(uint32_t) move_kind;
    uint32_t error_node, stop_node; /* NONE: there is none yet */
    /* --- of the entry that is being made --- */
    uint32_t state;
    uint64_t residue;
    GROWING(bdd) function; /* of the predicates, no constants: what decides what the state does */
    GROWING(uint32_t)
    function_of;            /* by edge and letter, then of the end: BDD_FALSE, BDD_TRUE, 2 + function */
    struct bdd_lists lists; /* of the functions' values: what is made of one is its node */
};

static int fail_memory(struct making *making) {
    return bdd_no_memory(making->pool);
}

static uint32_t pair_of(struct making *making, struct tgba_pairs *pairs, uint64_t value) {
    return tgba_pair_number(pairs, making->pool, (uint32_t)(value >> 32), (uint32_t)value);
}

/* --- what is known of states and components --- */

/* Whether every letter leads from the state to one of those that are universal. */
static int stays_universal(const struct making *making, uint32_t state) {
    const struct tgba *automaton = making->automaton;
    bdd stays = BDD_FALSE;
    for (uint64_t i = automaton->row.data[state]; i < automaton->row.data[state + 1]; i++) {
        const struct tgba_edge *edge = &automaton->edge.data[i];
        if (making->is_universal[edge->target]) {
            stays = bdd_or(automaton->pool, stays, edge->guard);
        }
    }
    return stays == BDD_TRUE;
}

/* Every word is accepted from states that each letter leads to another of them, if all cycles accept: the
 * greatest set of such states. */
static void find_universal(struct making *making) {
    int changed = 1;
    for (uint32_t s = 0; s < making->automaton->states; s++) {
        making->is_universal[s] = making->is_weak[making->components.component[s]];
    }
    while (changed && !making->pool->failed) {
        changed = 0;
        for (uint32_t s = making->automaton->states; s-- > 0 && bdd_step(making->pool);) {
            if (making->is_universal[s] && !stays_universal(making, s)) {
                making->is_universal[s] = 0;
                changed = 1;
            }
        }
    }
}

/* Components all of whose edges have all marks accept each of their cycles. */
static void find_weak(struct making *making) {
    const struct tgba *automaton = making->automaton;
    const struct tgba_components *components = &making->components;
    const uint64_t all = tgba_all_marks(automaton);
    memset(making->is_weak, 1, components->count);
    for (uint32_t s = 0; s < automaton->states; s++) {
        const uint32_t own = components->component[s];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            making->is_weak[own] &= components->component[edge->target] != own || (edge->marks & all) == all;
        }
    }
}

/* --- functions of an entry --- */

static uint64_t edges_of(const struct making *making) {
    const uint64_t *row = making->automaton->row.data + making->state;
    return row[1] - row[0];
}

static int add_function(struct making *making, bdd function) {
    struct memory *memory = making->pool->memory;
    uint64_t at = 0;
    if (function <= BDD_TRUE) {
        return GROWING_ADD(memory, making->function_of, function) != 0 ? fail_memory(making) : 0;
    }
    while (at < making->function.count && making->function.data[at] != function) {
        at++;
    }
    return (at == making->function.count && GROWING_ADD(memory, making->function, function) != 0) ||
                   GROWING_ADD(memory, making->function_of, (uint32_t)at + 2) != 0
               ? fail_memory(making)
               : 0;
}

static int find_functions(struct making *making) {
    const struct tgba *automaton = making->automaton;
    const uint64_t first = automaton->row.data[making->state];
    making->function.count = making->function_of.count = 0;
    for (uint64_t e = 0; e < edges_of(making); e++) {
        for (uint32_t letter = 0; letter < making->letters.count; letter++) {
            if (!bdd_step(making->pool) ||
                add_function(making, ltl_letters_restrict(&making->letters,
                                                          automaton->edge.data[first + e].guard, letter)) !=
                    0) {
                return -1;
            }
        }
    }
    return add_function(making, making->end[making->state]);
}

/* The value of a function in a list where all are constants. */
static int holds(const struct making *making, const bdd *list, uint64_t which) {
    const uint32_t function = making->function_of.data[which];
    return function <= BDD_TRUE ? (int)function : list[function - 2] == BDD_TRUE;
}

/* --- nodes --- */

/* NONE, and the pool has failed, if that is not possible. */
static uint32_t add_node(struct making *making, struct node node) {
    if (making->node.count == MOST_STATES) {
        bdd_fail(making->pool, ERROR_LIMIT, "the automaton of the formula has more than 1000000 states");
    } else if (!making->pool->failed && GROWING_ADD(making->pool->memory, making->node, node) != 0) {
        fail_memory(making);
    }
    return making->pool->failed ? NONE : (uint32_t)making->node.count - 1;
}

/* What is accepted from here on is everything, or nothing. */
static uint32_t stop(struct making *making, uint32_t *own, int error) {
    if (*own == NONE) {
        *own = add_node(making, (struct node){.kind = OBSERVER_STOP, .error = (uint8_t)error, .quiet = 1});
    }
    return *own;
}

static uint32_t entry_of(struct making *making, uint32_t state, uint64_t residue) {
    if (making->is_universal[state]) {
        return ERRS;
    }
    return tgba_pair_number(&making->entries, making->pool, state, pair_of(making, &making->marks, residue));
}

/* The edges of the state that a letter has. */
struct leaf {
    struct making *making;
    const bdd *list;
    uint32_t letter;
};

/* The edge of this number, if the letter has it; or NULL. */
static const struct tgba_edge *edge_at(const struct leaf *leaf, uint64_t number) {
    const struct making *making = leaf->making;
    const uint64_t first = making->automaton->row.data[making->state];
    return holds(making, leaf->list, number * making->letters.count + leaf->letter)
               ? &making->automaton->edge.data[first + number]
               : NULL;
}

/* The marks of an edge, if it stays in its component, which accepts. */
static uint64_t marks_of(const struct making *making, const struct tgba_edge *edge, int *is_inside) {
    const uint32_t own = making->components.component[making->state];
    *is_inside = making->components.component[edge->target] == own &&
                 tgba_component_accepts(making->automaton, &making->components, own);
    return !*is_inside ? 0 : making->is_weak[own] ? tgba_all_marks(making->automaton) : edge->marks;
}

static int add_move(const struct leaf *leaf, uint32_t entry) {
    struct making *making = leaf->making;
    return making->pool->failed || GROWING_ADD(making->pool->memory, making->move,
                                               (struct leaf_move){leaf->letter, entry}) != 0
               ? fail_memory(making)
               : 0;
}

/* Adds the moves on a letter, and *kind of these. */
static int add_moves(const struct leaf *leaf, uint32_t *kind) {
    struct making *making = leaf->making;
    uint64_t common = UINT64_MAX, count = edges_of(making);
    int any = 0, stays = 0, errs = 0, inside;
    for (uint64_t i = 0; i < count; i++) {
        const struct tgba_edge *edge = edge_at(leaf, i);
        if (edge != NULL) {
            const uint64_t marks = marks_of(making, edge, &inside);
            common &= inside ? marks : UINT64_MAX;
            stays |= inside;
            errs |= making->is_universal[edge->target];
            any = 1;
        }
    }
    *kind = stays ? pair_of(making, &making->kinds,
                            (common | making->residue) & tgba_all_marks(making->automaton)) +
                        1
                  : 0;
    if (errs || !any) {
        return errs ? add_move(leaf, ERRS) : making->is_complete ? add_move(leaf, STOPS) : 0;
    }
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed && bdd_step(making->pool); i++) {
        const struct tgba_edge *edge = edge_at(leaf, i);
        if (edge != NULL) {
            const uint64_t marks = marks_of(making, edge, &inside);
            failed = add_move(leaf, entry_of(making, edge->target, inside ? marks & ~common : 0));
        }
    }
    return failed || making->pool->failed ? -1 : 0;
}

/* Whether everything is accepted from a state with these functions, whatever comes next. */
static int accepts_all(struct making *making, const bdd *list) {
    const uint32_t letters = making->letters.count;
    uint32_t letter = 0;
    for (int errs = holds(making, list, edges_of(making) * letters); letter < letters && errs;
         letter += errs) {
        const struct leaf leaf = {making, list, letter};
        errs = 0;
        for (uint64_t i = 0; i < edges_of(making) && !errs; i++) {
            const struct tgba_edge *edge = edge_at(&leaf, i);
            errs = edge != NULL && making->is_universal[edge->target];
        }
    }
    return letter == letters;
}

/* A STEP state, where all functions are constants; or the error state. */
static uint32_t add_leaf(struct making *making, const bdd *list) {
    const uint32_t letters = making->letters.count;
    if (accepts_all(making, list)) {
        return stop(making, &making->error_node, 1);
    }
    struct node node = {.kind = OBSERVER_STEP,
                        .quiet = !holds(making, list, edges_of(making) * letters),
                        .first_move = making->move.count,
                        .first_kind = making->move_kind.count};
    for (uint32_t letter = 0; letter < letters; letter++) {
        const struct leaf leaf = {making, list, letter};
        uint32_t kind;
        if (add_moves(&leaf, &kind) != 0 || GROWING_ADD(making->pool->memory, making->move_kind, kind) != 0) {
            fail_memory(making);
            return NONE;
        }
    }
    node.moves = making->move.count - node.first_move;
    return add_node(making, node);
}

/* --- from a list of functions to nodes --- */

static uint32_t split(struct making *making, uint64_t at);

/* A state that tests the predicate, if that matters. */
static uint32_t add_test(struct making *making, uint64_t at, uint32_t variable) {
    struct node test = {.kind = OBSERVER_PASS, .predicate = making->letters.predicate[variable], .quiet = 1};
    for (int high = 0; high < 2; high++) {
        const uint64_t side = bdd_lists_side(&making->lists, at, variable, high);
        test.side[high] = making->pool->failed ? NONE : split(making, side);
    }
    return test.side[0] == test.side[1] ? test.side[0] : add_node(making, test);
}

/* The node of the list at `at`. Recurses for each predicate. */
static uint32_t split(struct making *making, uint64_t at) {
    struct bdd_lists *lists = &making->lists;
    const uint32_t number = bdd_lists_number(lists, at);
    if (making->pool->failed || lists->made.data[number] != NONE) {
        return making->pool->failed ? NONE : lists->made.data[number];
    }
    const uint32_t top = bdd_lists_top(lists, at);
    const uint32_t node =
        top == BDD_LEAF ? add_leaf(making, lists->list.data + at) : add_test(making, at, top);
    if (!making->pool->failed) {
        lists->made.data[number] = node;
    }
    return node;
}

/* The first node of an entry. */
static uint32_t make_entry(struct making *making, uint32_t entry) {
    const uint64_t pair = making->entries.pair.data[entry];
    making->state = (uint32_t)(pair >> 32);
    making->residue = making->marks.pair.data[(uint32_t)pair];
    if (find_functions(making) != 0) {
        return NONE;
    }
    bdd_lists_begin(&making->lists, making->pool, making->function.count);
    for (uint64_t i = 0; i < making->function.count; i++) {
        bdd_lists_add(&making->lists, making->function.data[i]);
    }
    return making->pool->failed ? NONE : split(making, 0);
}

/* --- the tables --- */

/* The node to which an entry leads. */
static uint32_t node_of(struct making *making, uint32_t entry) {
    return entry == ERRS    ? stop(making, &making->error_node, 1)
           : entry == STOPS ? stop(making, &making->stop_node, 0)
                            : making->head.data[entry];
}

static int make_nodes(struct making *making, uint32_t *initial) {
    const uint32_t first = entry_of(making, making->automaton->initial, 0);
    for (uint32_t entry = 0; entry < making->entries.pair.count && !making->pool->failed; entry++) {
        const uint32_t head = make_entry(making, entry);
        if (GROWING_ADD(making->pool->memory, making->head, head) != 0) {
            return fail_memory(making);
        }
    }
    for (uint64_t i = 0; i < making->move.count && !making->pool->failed; i++) {
        making->move.data[i].entry = node_of(making, making->move.data[i].entry);
    }
    *initial = making->pool->failed ? NONE : node_of(making, first);
    return making->pool->failed ? -1 : 0;
}

static int create_tables(const struct making *making, struct ltl_observer *result) {
    struct memory *memory = result->memory;
    struct observer *observer = &result->observer;
    const uint64_t states = making->node.count, rows = states * observer->classes;
    observer->states = (uint32_t)states;
    result->moves = making->move.count;
    for (uint64_t n = 0; n < states; n++) {
        result->moves += making->node.data[n].kind == OBSERVER_PASS ? 2 : 0;
    }
    observer->state = memory_allocate_zeroed(memory, states * sizeof *observer->state);
    observer->row = memory_allocate_array(memory, rows + 1, sizeof *observer->row);
    observer->target = memory_allocate_array(memory, result->moves, sizeof *observer->target);
    result->acceptance.kinds = (uint32_t)making->kinds.pair.count + 1;
    result->acceptance.marks = making->automaton->marks;
    result->acceptance.kind = memory_allocate_zeroed(memory, rows * sizeof *result->acceptance.kind);
    result->acceptance.mark_of =
        memory_allocate_zeroed(memory, result->acceptance.kinds * sizeof *result->acceptance.mark_of);
    return observer->state == NULL || observer->row == NULL || observer->target == NULL ||
                   result->acceptance.kind == NULL || result->acceptance.mark_of == NULL
               ? -1
               : 0;
}

static void fill_state(const struct making *making, uint32_t number, uint64_t *moves,
                       struct ltl_observer *result) {
    const struct node *node = &making->node.data[number];
    const struct observer *observer = &result->observer;
    const uint64_t first = (uint64_t)number * observer->classes;
    uint64_t *row = (uint64_t *)observer->row + first, at = node->first_move;
    uint32_t *target = (uint32_t *)observer->target;
    ((struct observer_state *)observer->state)[number] = (struct observer_state){
        .kind = node->kind, .error = node->error, .quiet = node->quiet, .predicate = node->predicate};
    for (uint32_t c = 0; c < observer->classes; c++) {
        row[c] = *moves;
        if (node->kind == OBSERVER_PASS && c < 2) {
            target[(*moves)++] = node->side[c];
        }
        for (; node->kind == OBSERVER_STEP && at < node->first_move + node->moves &&
               making->move.data[at].letter == c;
             at++) {
            target[(*moves)++] = making->move.data[at].entry;
        }
        if (node->kind == OBSERVER_STEP && c < making->letters.count) {
            ((uint32_t *)result->acceptance.kind)[first + c] = making->move_kind.data[node->first_kind + c];
        }
    }
    result->has_errors |= node->error;
    result->has_ends |= !node->quiet;
}

static int fill_tables(struct making *making, uint32_t initial, struct ltl_observer *result) {
    struct observer *observer = &result->observer;
    uint64_t moves = 0;
    *result = (struct ltl_observer){.memory = making->pool->memory, .labels = making->letters.labels};
    observer->initial = initial;
    observer->classes = making->letters.count < 2 ? 2 : making->letters.count;
    observer->class_of_label = making->letters.letter_of_label;
    making->letters.letter_of_label = NULL;
    if (create_tables(making, result) != 0) {
        ltl_observer_free(result);
        return fail_memory(making);
    }
    for (uint32_t n = 0; n < observer->states; n++) {
        fill_state(making, n, &moves, result);
    }
    ((uint64_t *)observer->row)[(uint64_t)observer->states * observer->classes] = moves;
    for (uint64_t k = 0; k < making->kinds.pair.count; k++) {
        ((uint64_t *)result->acceptance.mark_of)[k + 1] = making->kinds.pair.data[k];
    }
    result->has_cycles = making->kinds.pair.count != 0;
    return 0;
}

void ltl_observer_free(struct ltl_observer *result) {
    struct memory *memory = result->memory;
    const struct observer *observer = &result->observer;
    const uint64_t rows = (uint64_t)observer->states * observer->classes;
    if (memory == NULL) {
        return;
    }
    memory_free(memory, (void *)observer->state, observer->states * sizeof *observer->state);
    memory_free(memory, (void *)observer->row, (rows + 1) * sizeof *observer->row);
    memory_free(memory, (void *)observer->target, result->moves * sizeof *observer->target);
    memory_free(memory, (void *)observer->class_of_label, result->labels * sizeof *observer->class_of_label);
    memory_free(memory, (void *)result->acceptance.kind, rows * sizeof *result->acceptance.kind);
    memory_free(memory, (void *)result->acceptance.mark_of,
                result->acceptance.kinds * sizeof *result->acceptance.mark_of);
    *result = (struct ltl_observer){.memory = NULL};
}

/* --- all together --- */

static int open_making(struct making *making) {
    const struct tgba *automaton = making->automaton;
    struct scope *scope = &making->scope;
    scope->memory = making->pool->memory;
    making->is_universal = scope_zeroed(scope, automaton->states, sizeof *making->is_universal);
    making->is_weak = scope_zeroed(scope, automaton->states, sizeof *making->is_weak);
    making->end = scope_zeroed(scope, automaton->states, sizeof *making->end);
    if (scope_check(scope, "for the automaton of the formula", making->pool->error) != 0) {
        return fail_memory(making);
    }
    if (tgba_components_find(automaton, &making->components) != 0) {
        return -1;
    }
    find_weak(making);
    find_universal(making);
    return ltl_letters_find_ends(&making->letters, automaton, making->end);
}

static void close_making(struct making *making) {
    struct memory *memory = making->pool->memory;
    struct tgba_pairs *pairs[] = {&making->entries, &making->marks, &making->kinds};
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        tgba_pairs_free(pairs[i], making->pool);
    }
    GROWING_FREE(memory, making->head);
    GROWING_FREE(memory, making->node);
    GROWING_FREE(memory, making->move);
    GROWING_FREE(memory, making->move_kind);
    GROWING_FREE(memory, making->function);
    GROWING_FREE(memory, making->function_of);
    bdd_lists_free(&making->lists);
    tgba_components_free(&making->components);
    ltl_letters_close(&making->letters);
    scope_close(&making->scope);
}

int ltl_observer_make(const struct tgba *automaton, const struct ltl_atom *atom, uint32_t atoms,
                      const struct label_texts *labels, int is_complete, struct ltl_observer *result) {
    struct making making = {.automaton = automaton,
                            .pool = automaton->pool,
                            .is_complete = is_complete,
                            .error_node = NONE,
                            .stop_node = NONE};
    uint32_t initial = NONE;
    const int failed = ltl_letters_open(&making.letters, automaton->pool, atom, atoms, labels) != 0 ||
                       open_making(&making) != 0 || make_nodes(&making, &initial) != 0 ||
                       fill_tables(&making, initial, result) != 0;
    close_making(&making);
    return failed ? -1 : 0;
}
