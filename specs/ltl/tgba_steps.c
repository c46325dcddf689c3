/*
 * Invisible steps (tgba_steps.h). Two words are the same but for such steps if some word is left of both when
 * steps are removed. So a language ignores steps if and only if no word is left both of one in it and of one
 * that is not: the automata of what is left have edges for some steps and the letter after them. After
 * Michaud and Duret-Lutz, Practical stutter-invariance checks for omega-regular languages (2015).
 */
#include "specs/ltl/tgba_steps.h"

#include "base/memory.h"
#include "specs/ltl/ltl_letters.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_STATES 64u  /* of an automaton .. */
#define MOST_MARKED 256u /* .. with marks on states */

void tgba_atom_kinds(const struct ltl_atom *atom, uint64_t atoms, uint8_t *kind) {
    for (uint64_t a = 0; a < atoms; a++) {
        kind[a] = atom[a].predicate != NULL ? TGBA_PREDICATE : atom[a].action != NULL ? TGBA_EVENT : TGBA_END;
    }
}

#define ENDLESS UINT32_MAX

/* What is the same for all automata. */
struct steps {
    struct bdd_pool *pool;
    const uint8_t *kind;
    uint32_t atoms;
    uint32_t end;            /* the atom that the run has ended; ENDLESS: there is none */
    bdd no_event, ended;     /* letters without events, and with this one alone */
    struct ltl_letters step; /* the letter without events: what a function is of its predicates */
};

static int open_steps(struct steps *steps, struct bdd_pool *pool, const uint8_t *kind, uint32_t atoms) {
    uint8_t *value = memory_allocate_zeroed(pool->memory, atoms);
    *steps = (struct steps){.pool = pool, .kind = kind, .atoms = atoms, .end = ENDLESS};
    steps->no_event = steps->ended = BDD_TRUE;
    for (uint32_t a = 0; a < atoms; a++) {
        const bdd atom = bdd_variable(pool, a);
        if (kind[a] != TGBA_PREDICATE) {
            steps->no_event = bdd_without(pool, steps->no_event, atom);
            steps->ended = kind[a] == TGBA_END ? bdd_and(pool, steps->ended, atom)
                                               : bdd_without(pool, steps->ended, atom);
            steps->end = kind[a] == TGBA_END ? a : steps->end;
        }
        if (value != NULL) {
            value[a] = kind[a] == TGBA_PREDICATE ? BDD_ANY : 0;
        }
    }
    const int failed = value == NULL ? bdd_no_memory(pool) : 0;
    ltl_letters_open_one(&steps->step, pool, value, atoms);
    return failed || pool->failed ? -1 : 0;
}

/* --- words of runs --- */

/* An automaton of the words of it in which what has ended stays so: states 2 s, and 2 s + 1 after the end. */
static void end_words(const struct steps *steps, const struct tgba *of, struct tgba *made) {
    struct bdd_pool *pool = steps->pool;
    const bdd end = bdd_variable(pool, steps->end);
    tgba_init(made, pool);
    made->marks = of->marks;
    made->initial = 2 * of->initial;
    for (uint32_t s = 0; s < 2 * of->states && !pool->failed; s++) {
        for (uint64_t i = of->row.data[s / 2]; i < of->row.data[s / 2 + 1] && bdd_step(pool); i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            const bdd ended = bdd_and(pool, edge->guard, steps->ended);
            tgba_add_edge(made, (struct tgba_edge){2 * edge->target + 1, ended, edge->marks});
            if (s % 2 == 0) {
                const bdd before = bdd_without(pool, edge->guard, end);
                tgba_add_edge(made, (struct tgba_edge){2 * edge->target, before, edge->marks});
            }
        }
        tgba_end_state(made);
    }
}

/* --- what is left when steps are removed --- */

/* By which predicates steps lead from a state to others, without a mark on the way and with one. */
struct ways {
    struct steps *steps;
    const struct tgba *automaton; /* with one mark */
    bdd *step;                    /* by edge: the predicates of steps */
    bdd *way;                     /* by state and mark */
};

/* Goes one step on from a state. Returns whether there are more ways now. */
static int go_on(struct ways *ways, uint32_t state, unsigned mark) {
    struct bdd_pool *pool = ways->steps->pool;
    const struct tgba *automaton = ways->automaton;
    int changed = 0;
    for (uint64_t i = automaton->row.data[state]; i < automaton->row.data[state + 1] && bdd_step(pool); i++) {
        const struct tgba_edge *edge = &automaton->edge.data[i];
        bdd *way = &ways->way[2 * edge->target + (mark | (edge->marks != 0))];
        const bdd more = bdd_or(pool, *way, bdd_and(pool, ways->way[2 * state + mark], ways->step[i]));
        changed |= more != *way;
        *way = more;
    }
    return changed;
}

static void find_ways(struct ways *ways, uint32_t from) {
    struct bdd_pool *pool = ways->steps->pool;
    const uint32_t states = ways->automaton->states;
    for (uint32_t i = 0; i < 2 * states; i++) {
        ways->way[i] = i == 2 * from ? BDD_TRUE : BDD_FALSE;
    }
    for (int changed = 1; changed && !pool->failed;) {
        changed = 0;
        for (uint32_t i = 0; i < 2 * states; i++) {
            changed |= ways->way[i] != BDD_FALSE && go_on(ways, i / 2, i % 2);
        }
    }
    for (uint32_t s = 0; s < states; s++) { /* a mark is better than none */
        ways->way[2 * s] = bdd_without(pool, ways->way[2 * s], ways->way[2 * s + 1]);
    }
}

/* Adds the edges of some steps and the letter after them. */
static void add_edges(const struct ways *ways, struct tgba *made) {
    struct bdd_pool *pool = ways->steps->pool;
    const struct tgba *automaton = ways->automaton;
    for (uint32_t i = 0; i < 2 * automaton->states; i++) {
        for (uint64_t k = automaton->row.data[i / 2];
             ways->way[i] != BDD_FALSE && k < automaton->row.data[i / 2 + 1] && bdd_step(pool); k++) {
            const struct tgba_edge *edge = &automaton->edge.data[k];
            const bdd guard = bdd_and(pool, ways->way[i], edge->guard);
            if (guard != BDD_FALSE) {
                tgba_add_edge(made, (struct tgba_edge){edge->target, guard, edge->marks | i % 2});
            }
        }
    }
}

static void shorten(struct ways *ways, struct tgba *made) {
    struct bdd_pool *pool = ways->steps->pool;
    const struct tgba *automaton = ways->automaton;
    for (uint64_t i = 0; i < automaton->edge.count && !pool->failed; i++) {
        ways->step[i] = ltl_letters_restrict(&ways->steps->step, automaton->edge.data[i].guard, 0);
    }
    made->marks = 1;
    made->initial = automaton->initial;
    for (uint32_t s = 0; s < automaton->states && !pool->failed; s++) {
        find_ways(ways, s);
        add_edges(ways, made);
        tgba_end_state(made);
    }
}

/* An automaton of the words that are left: 1, TGBA_TOO_LARGE, or -1. */
static int leave(struct steps *steps, const struct tgba *of, struct tgba *made) {
    struct bdd_pool *pool = steps->pool;
    struct tgba marked, ended;
    int failed = tgba_degeneralise(of, &marked);
    tgba_init(&ended, pool);
    if (!failed && steps->end != ENDLESS) {
        end_words(steps, &marked, &ended);
    }
    struct ways ways = {.steps = steps, .automaton = steps->end != ENDLESS ? &ended : &marked};
    const uint64_t states = ways.automaton->states, edges = ways.automaton->edge.count;
    const int is_small = states <= MOST_MARKED;
    ways.step = memory_allocate_array(pool->memory, edges, sizeof *ways.step);
    ways.way = memory_allocate_array(pool->memory, 2 * states, sizeof *ways.way);
    if (ways.step == NULL || ways.way == NULL) {
        bdd_no_memory(pool);
    } else if (!pool->failed && is_small) {
        shorten(&ways, made);
    }
    memory_free(pool->memory, ways.step, edges * sizeof *ways.step);
    memory_free(pool->memory, ways.way, 2 * states * sizeof *ways.way);
    tgba_free(&ended);
    tgba_free(&marked);
    return pool->failed ? -1 : is_small ? 1 : TGBA_TOO_LARGE;
}

/* Whether a word is left of both: 1, 0, TGBA_TOO_LARGE, or -1. */
static int have_common_rest(struct steps *steps, const struct tgba *automaton, const struct tgba *negated) {
    struct tgba rest[2];
    struct tgba_word word = {.memory = NULL};
    tgba_init(&rest[0], steps->pool);
    tgba_init(&rest[1], steps->pool);
    int found = leave(steps, automaton, &rest[0]);
    found = found == 1 ? leave(steps, negated, &rest[1]) : found;
    if (found == 1) {
        found = tgba_common_word(&rest[0], &rest[1], steps->atoms, &word);
    }
    tgba_word_free(&word);
    tgba_free(&rest[0]);
    tgba_free(&rest[1]);
    return found;
}

/* Whether the form shows it: there is neither X nor an event. */
static int shows_in_form(const struct ltl_tree *tree) {
    int shows = 1;
    for (uint64_t i = 0; i < tree->node.count; i++) {
        shows &= tree->node.data[i].kind != LTL_TREE_NEXT;
    }
    for (uint64_t a = 0; a < tree->atom.count; a++) {
        shows &= tree->atom.data[a].predicate != NULL;
    }
    return shows;
}

int tgba_ignores_steps(const struct tgba *automaton, const struct tgba *negated, const struct ltl_tree *tree,
                       const uint8_t *kind, uint32_t atoms) {
    struct steps steps;
    if (automaton->states == 0 || negated->states == 0 || (tree != NULL && shows_in_form(tree))) {
        return 1;
    }
    if (automaton->states > MOST_STATES || negated->states > MOST_STATES) {
        return TGBA_TOO_LARGE;
    }
    const int opened = open_steps(&steps, automaton->pool, kind, atoms) == 0;
    const int found = opened ? have_common_rest(&steps, automaton, negated) : -1;
    ltl_letters_close(&steps.step);
    return found == 0 || found == 1 ? !found : found;
}

/* --- automata that stay where they are --- */

/* States: the initial one, which each letter with an event leaves for good; one for a run that goes on
 * without events, then those of the other automaton. */
enum { INITIAL, GOES_ON, FIRST };

struct skipping {
    struct steps *steps;
    const struct tgba *of; /* with marks on states */
    bdd *rests;            /* by state: BDD_TRUE if a run that goes on without events is accepted */
    uint8_t *is_universal; /* by state: it accepts all words, and shows it */
    struct tgba *made;
};

static void find_universal(struct skipping *skipping) {
    const struct tgba *of = skipping->of;
    for (uint32_t s = 0; s < of->states; s++) {
        for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            skipping->is_universal[s] |= edge->target == s && edge->guard == BDD_TRUE && edge->marks != 0;
        }
    }
}

/* The state reads a letter with events as it did. */
static void copy_edges(struct skipping *skipping, uint32_t state) {
    const struct tgba *of = skipping->of;
    struct bdd_pool *pool = skipping->steps->pool;
    for (uint64_t i = of->row.data[state]; i < of->row.data[state + 1] && !pool->failed; i++) {
        const struct tgba_edge *edge = &of->edge.data[i];
        const bdd guard = bdd_without(pool, edge->guard, skipping->steps->no_event);
        tgba_add_edge(skipping->made, (struct tgba_edge){FIRST + edge->target, guard, edge->marks});
        if (skipping->rests[edge->target] == BDD_TRUE && !skipping->is_universal[edge->target]) {
            tgba_add_edge(skipping->made, (struct tgba_edge){GOES_ON, guard, edge->marks});
        }
    }
    tgba_end_state(skipping->made);
}

static void add_loop(struct skipping *skipping, uint32_t state, bdd guard, int mark) {
    tgba_add_edge(skipping->made, (struct tgba_edge){state, guard, (uint64_t)mark});
}

static void make_skipping(struct skipping *skipping) {
    const struct tgba *of = skipping->of;
    const bdd step = skipping->steps->no_event;
    const uint32_t initial = of->initial;
    skipping->made->marks = 1;
    skipping->made->initial = skipping->is_universal[initial] ? FIRST + initial : INITIAL;
    add_loop(skipping, INITIAL, step, skipping->rests[initial] == BDD_TRUE); /* nothing leads back here */
    copy_edges(skipping, initial);
    add_loop(skipping, GOES_ON, step, 1);
    tgba_end_state(skipping->made);
    for (uint32_t s = 0; s < of->states && !skipping->steps->pool->failed; s++) {
        if (skipping->is_universal[s]) {
            add_loop(skipping, FIRST + s, BDD_TRUE, 1);
            tgba_end_state(skipping->made);
        } else {
            add_loop(skipping, FIRST + s, step, 0);
            copy_edges(skipping, s);
        }
    }
}

int tgba_skip_steps(const struct tgba *automaton, const uint8_t *kind, uint32_t atoms, struct tgba *made) {
    struct bdd_pool *pool = automaton->pool;
    struct steps steps;
    struct tgba marked;
    tgba_init(made, pool);
    const int opened = open_steps(&steps, pool, kind, atoms) == 0;
    int failed = tgba_degeneralise(automaton, &marked) != 0 || !opened;
    struct skipping skipping = {.steps = &steps, .of = &marked, .made = made};
    skipping.rests = memory_allocate_array(pool->memory, marked.states, sizeof *skipping.rests);
    skipping.is_universal = memory_allocate_zeroed(pool->memory, marked.states);
    if (skipping.rests == NULL || skipping.is_universal == NULL) {
        failed = bdd_no_memory(pool);
    }
    if (!failed && marked.states != 0 && ltl_letters_find_ends(&steps.step, &marked, skipping.rests) == 0) {
        find_universal(&skipping);
        make_skipping(&skipping);
    }
    memory_free(pool->memory, skipping.rests, marked.states * sizeof *skipping.rests);
    memory_free(pool->memory, skipping.is_universal, marked.states);
    tgba_free(&marked);
    ltl_letters_close(&steps.step);
    return pool->failed ? -1 : 0;
}
