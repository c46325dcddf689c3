/* The letters of runs of a model (ltl_letters.h). */
#include "specs/ltl/ltl_letters.h"

#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/label_sets.h"
#include "specs/ltl/bdd_lists.h"
#include "specs/syntax/ltl_tree.h"

#define NONE UINT32_MAX

/* --- classes of labels --- */

/* Notes by which letters an event is matched. */
static int note_event(struct ltl_letters *letters, const struct label_finder *finder, uint32_t number,
                      const struct action *event) {
    struct label_set set;
    const int failed = label_finder_find(finder, event, &set) != 0;
    for (uint64_t i = 0; i < set.count && !failed; i++) {
        letters->value[(uint64_t)letters->letter_of_label[set.label[i]] * letters->atoms + number] = 1;
    }
    if (set.is_complement && !failed) {
        uint64_t at = 0;
        for (uint32_t label = 0; label < letters->labels; label++) {
            at += at < set.count && set.label[at] < label;
            const int listed = at < set.count && set.label[at] == label;
            letters->value[(uint64_t)letters->letter_of_label[label] * letters->atoms + number] =
                (uint8_t)!listed;
        }
    }
    label_set_free(finder, &set);
    return failed;
}

static int note_atom(struct ltl_letters *letters, const struct label_finder *finder, uint32_t number,
                     const struct ltl_atom *atom) {
    if (atom->predicate != NULL) {
        letters->predicate[number] = atom->predicate->predicate;
        for (uint32_t letter = 0; letter <= letters->count; letter++) {
            letters->value[(uint64_t)letter * letters->atoms + number] = BDD_ANY;
        }
        return 0;
    }
    if (atom->action == NULL) { /* deadlock */
        letters->value[(uint64_t)letters->count * letters->atoms + number] = 1;
        return 0;
    }
    return note_event(letters, finder, number, atom->action);
}

static int make_classes(struct ltl_letters *letters, const struct label_finder *finder,
                        const struct ltl_atom *atom, arena *arena) {
    struct label_classes classes = {.count = 0};
    const struct action **event = arena_allocate(arena, ((uint64_t)letters->atoms + 1) * sizeof *event);
    uint64_t events = 0;
    if (event == NULL) {
        return bdd_no_memory(letters->pool);
    }
    for (uint32_t a = 0; a < letters->atoms; a++) {
        if (atom[a].action != NULL) {
            event[events++] = atom[a].action;
        }
    }
    const int failed = label_classes_make(finder, event, events, arena, &classes);
    letters->letter_of_label = classes.class_of_label;
    letters->count = classes.count;
    return failed;
}

int ltl_letters_open(struct ltl_letters *letters, struct bdd_pool *pool, const struct ltl_atom *atom,
                     uint32_t atoms, const struct label_texts *labels) {
    struct memory *memory = pool->memory;
    struct label_finder finder;
    arena *arena = arena_create(memory);
    *letters = (struct ltl_letters){.pool = pool, .labels = labels->count, .atoms = atoms};
    int failed = arena == NULL ? bdd_no_memory(pool) : 0;
    failed = label_finder_open(&finder, labels, pool->run, pool->error) != 0 || failed ||
             make_classes(letters, &finder, atom, arena) != 0;
    if (!failed) {
        letters->predicate = memory_allocate_zeroed(memory, atoms * sizeof *letters->predicate);
        letters->value = memory_allocate_zeroed(memory, (letters->count + 1ull) * atoms);
        failed = letters->predicate == NULL || letters->value == NULL ? bdd_no_memory(pool) : 0;
    }
    for (uint32_t a = 0; a < atoms && !failed; a++) {
        failed = note_atom(letters, &finder, a, &atom[a]);
    }
    label_finder_close(&finder);
    arena_free(arena);
    pool->failed |= failed;
    return failed ? -1 : 0;
}

void ltl_letters_open_one(struct ltl_letters *letters, struct bdd_pool *pool, uint8_t *value,
                          uint32_t atoms) {
    *letters = (struct ltl_letters){.pool = pool, .atoms = atoms, .value = value};
}

void ltl_letters_close(struct ltl_letters *letters) {
    struct memory *memory = letters->pool->memory;
    memory_free(memory, letters->letter_of_label, letters->labels * sizeof *letters->letter_of_label);
    memory_free(memory, letters->predicate, letters->atoms * sizeof *letters->predicate);
    memory_free(memory, letters->value, (letters->count + 1ull) * letters->atoms);
    tgba_pairs_free(&letters->pairs, letters->pool);
    GROWING_FREE(memory, letters->restricted);
}

/* --- functions on a letter --- */

bdd ltl_letters_restrict(struct ltl_letters *letters, bdd function, uint32_t letter) {
    struct bdd_pool *pool = letters->pool;
    if (function <= BDD_TRUE || !bdd_step(pool)) {
        return function;
    }
    const uint32_t number = tgba_pair_number(&letters->pairs, pool, function, letter);
    while (!pool->failed && letters->restricted.count <= number) {
        if (GROWING_ADD(pool->memory, letters->restricted, NONE) != 0) {
            bdd_no_memory(pool);
        }
    }
    if (pool->failed || letters->restricted.data[number] != NONE) {
        return pool->failed ? BDD_FALSE : letters->restricted.data[number];
    }
    const uint32_t variable = bdd_top(pool, function);
    const uint8_t value = letters->value[(uint64_t)letter * letters->atoms + variable];
    bdd result;
    if (value == BDD_ANY) {
        const bdd low = ltl_letters_restrict(letters, bdd_side(pool, function, variable, 0), letter);
        const bdd high = ltl_letters_restrict(letters, bdd_side(pool, function, variable, 1), letter);
        result = bdd_choose(pool, variable, low, high);
    } else {
        result = ltl_letters_restrict(letters, bdd_side(pool, function, variable, value), letter);
    }
    if (!pool->failed) {
        letters->restricted.data[number] = result;
    }
    return result;
}

/* --- runs that have ended --- */

/* Which states accept, by values of predicates. */
struct ending {
    const struct tgba *automaton;
    struct bdd_pool *pool;
    struct bdd_lists lists; /* of the edges' functions: what is made of one is a block of `end` */
    GROWING(bdd) end;       /* by block and state */
};

/* Adds a block, which is to be filled; NONE with the pool failed. */
static uint32_t add_block(struct ending *ending) {
    const uint32_t states = ending->automaton->states, block = (uint32_t)(ending->end.count / states);
    for (uint32_t s = 0; s < states && !ending->pool->failed; s++) {
        if (GROWING_ADD(ending->pool->memory, ending->end, BDD_FALSE) != 0) {
            bdd_no_memory(ending->pool);
        }
    }
    return ending->pool->failed ? NONE : block;
}

/* States from which a component that accepts is reached accept. */
static void spread(struct ending *ending, const struct tgba *still, const struct tgba_components *components,
                   bdd *end) {
    for (int changed = 1; changed && !ending->pool->failed;) {
        changed = 0;
        for (uint32_t s = 0; s < still->states && bdd_step(ending->pool); s++) {
            int accepts = tgba_component_accepts(still, components, components->component[s]);
            for (uint64_t i = still->row.data[s]; i < still->row.data[s + 1]; i++) {
                accepts |= end[still->edge.data[i].target] == BDD_TRUE;
            }
            changed |= accepts && end[s] == BDD_FALSE;
            end[s] = accepts ? BDD_TRUE : BDD_FALSE;
        }
    }
}

/* The block of a list of constants. */
static uint32_t decide(struct ending *ending, uint64_t at) {
    const struct tgba *automaton = ending->automaton;
    struct tgba_components components = {0};
    struct tgba still; /* the edges that the run takes at its end */
    tgba_init(&still, ending->pool);
    still.marks = automaton->marks;
    for (uint32_t s = 0; s < automaton->states && !ending->pool->failed; s++) {
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            if (ending->lists.list.data[at + i] == BDD_TRUE) {
                tgba_add_edge(&still, (struct tgba_edge){edge->target, BDD_TRUE, edge->marks});
            }
        }
        tgba_end_state(&still);
    }
    const uint32_t block =
        ending->pool->failed || tgba_components_find(&still, &components) != 0 ? NONE : add_block(ending);
    if (block != NONE) {
        spread(ending, &still, &components, ending->end.data + (uint64_t)block * automaton->states);
    }
    tgba_components_free(&components);
    tgba_free(&still);
    return block;
}

static uint32_t split(struct ending *ending, uint64_t at);

/* The block of a list with a variable. */
static uint32_t choose(struct ending *ending, uint64_t at, uint32_t variable) {
    const uint32_t states = ending->automaton->states;
    uint32_t side[2];
    for (int high = 0; high < 2; high++) {
        const uint64_t place = bdd_lists_side(&ending->lists, at, variable, high);
        side[high] = ending->pool->failed ? NONE : split(ending, place);
    }
    const uint32_t block = ending->pool->failed ? NONE : add_block(ending);
    for (uint32_t s = 0; s < states && block != NONE; s++) {
        bdd *end = ending->end.data;
        end[(uint64_t)block * states + s] = bdd_choose(
            ending->pool, variable, end[(uint64_t)side[0] * states + s], end[(uint64_t)side[1] * states + s]);
    }
    return block;
}

/* The block of the list at `at`. Recurses for each predicate. */
static uint32_t split(struct ending *ending, uint64_t at) {
    struct bdd_lists *lists = &ending->lists;
    const uint32_t number = bdd_lists_number(lists, at);
    if (ending->pool->failed || lists->made.data[number] != NONE) {
        return ending->pool->failed ? NONE : lists->made.data[number];
    }
    const uint32_t top = bdd_lists_top(lists, at);
    const uint32_t block = top == BDD_LEAF ? decide(ending, at) : choose(ending, at, top);
    if (!ending->pool->failed) {
        lists->made.data[number] = block;
    }
    return block;
}

int ltl_letters_find_ends(struct ltl_letters *letters, const struct tgba *automaton, bdd *end) {
    struct bdd_pool *pool = letters->pool;
    struct ending ending = {.automaton = automaton, .pool = pool};
    bdd_lists_begin(&ending.lists, pool, automaton->edge.count);
    for (uint64_t i = 0; i < automaton->edge.count && !pool->failed; i++) {
        bdd_lists_add(&ending.lists,
                      ltl_letters_restrict(letters, automaton->edge.data[i].guard, letters->count));
    }
    const uint32_t block = pool->failed ? NONE : split(&ending, 0);
    if (!pool->failed) {
        memcpy(end, ending.end.data + (uint64_t)block * automaton->states, automaton->states * sizeof *end);
    }
    bdd_lists_free(&ending.lists);
    GROWING_FREE(pool->memory, ending.end);
    return pool->failed ? -1 : 0;
}
