/*
 * From a formula to an automaton (tgba.h). What a formula demands of a letter and of the rest of the word is
 * a function of atoms, of formulas that must hold next, and of promises: a promise of g, made where an until
 * puts g off, keeps the edge from having the mark of g.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/tgba.h"

#define MOST_STATES 1000000u
#define MOST_VARIABLES 20000u /* functions recurse to as many levels */

struct obligation {
    ltl formula;
    unsigned mark; /* of a promise */
    int is_promise;
};

/* On the letters of a guard, a function is one of obligations alone. */
struct branch {
    bdd below, guard;
};

/* The branches of a node. */
struct span {
    uint64_t begin, count;
};
struct spanned {
    bdd of;
    struct span span;
};

struct translation {
    struct tgba *automaton;
    struct ltl_store *store;
    struct bdd_pool *pool;
    struct memory *memory;
    uint32_t atoms;
    GROWING(bdd) demand;                   /* by formula; BDD_LEAF: not computed */
    GROWING(struct obligation) obligation; /* by variable, from `atoms` on */
    struct index by_obligation;
    GROWING(bdd) state; /* by state: its demand */
    struct index by_state;
    unsigned marks;
    GROWING(struct branch) branch; /* of the state that is made: lists, sorted by `below` */
    GROWING(struct spanned) spanned;
    struct index by_node;
    GROWING(uint32_t) cube; /* variables that are true in a choice of obligations */
    uint8_t *value;         /* by variable, while a choice is tried */
    uint64_t values;
    GROWING(uint32_t) choice; /* those that were found: for each, the number of variables, and them */
};

static int failed(const struct translation *translation) {
    return translation->pool->failed || translation->store->failed;
}

static void set_error(struct translation *translation, enum error_code code, const char *text) {
    if (!failed(translation)) {
        error_set(translation->pool->error, code, "%s", text);
    }
    translation->pool->failed = 1;
}

static void no_memory(struct translation *translation) {
    set_error(translation, ERROR_MEMORY, "not enough memory for the automaton");
}

/* --- obligations --- */

/* The variable of a formula that must hold next, or of a promise. */
static bdd obligation(struct translation *translation, ltl formula, int is_promise) {
    struct memory *memory = translation->memory;
    const uint64_t hash = index_hash_key(formula * 2 + (uint32_t)is_promise);
    for (struct index_walk walk = index_find(&translation->by_obligation, hash); index_next(&walk);) {
        const struct obligation *known = &translation->obligation.data[walk.number];
        if (known->formula == formula && known->is_promise == is_promise) {
            return bdd_variable(translation->pool, translation->atoms + walk.number);
        }
    }
    const uint32_t number = (uint32_t)translation->obligation.count;
    if (number >= MOST_VARIABLES) {
        set_error(translation, ERROR_LIMIT, "the formula has too many temporal operators for an automaton");
        return BDD_FALSE;
    }
    if (is_promise && translation->marks == TGBA_MOST_MARKS) {
        set_error(translation, ERROR_LIMIT, "the formula has more than 64 eventualities");
        return BDD_FALSE;
    }
    const struct obligation made = {formula, is_promise ? translation->marks++ : 0, is_promise};
    if (GROWING_ADD(memory, translation->obligation, made) != 0 ||
        index_add(&translation->by_obligation, memory, hash, number) != 0) {
        no_memory(translation);
        return BDD_FALSE;
    }
    return bdd_variable(translation->pool, translation->atoms + number);
}

/* That a formula holds next: of a conjunction, each operand. */
static bdd next(struct translation *translation, ltl formula) {
    const struct ltl_store *store = translation->store;
    if (formula <= LTL_TRUE) {
        return formula == LTL_TRUE ? BDD_TRUE : BDD_FALSE;
    }
    if (ltl_at(store, formula)->kind != LTL_AND) {
        return obligation(translation, formula, 0);
    }
    bdd all = BDD_TRUE;
    for (uint32_t i = 0; i < ltl_at(store, formula)->right && !failed(translation); i++) {
        all = bdd_and(translation->pool, all, obligation(translation, ltl_operand(store, formula, i), 0));
    }
    return all;
}

/* --- demands --- */

static bdd known(const struct translation *translation, ltl formula) {
    return formula < translation->demand.count ? translation->demand.data[formula] : BDD_LEAF;
}

/* The demand of a formula whose operands have theirs. */
static bdd make_demand(struct translation *translation, ltl formula) {
    const struct ltl_store *store = translation->store;
    struct bdd_pool *pool = translation->pool;
    const struct ltl_node node = *ltl_at(store, formula);
    switch ((enum ltl_kind)node.kind) {
    case LTL_CONSTANT:
        return formula == LTL_TRUE ? BDD_TRUE : BDD_FALSE;
    case LTL_ATOM:
        return bdd_variable(pool, node.left);
    case LTL_NOT_ATOM:
        return bdd_not(pool, bdd_variable(pool, node.left));
    case LTL_NEXT:
        return next(translation, node.left);
    case LTL_UNTIL: {
        const bdd later = bdd_and(pool, next(translation, formula), obligation(translation, node.right, 1));
        return bdd_or(pool, known(translation, node.right),
                      bdd_and(pool, known(translation, node.left), later));
    }
    case LTL_RELEASE:
        return bdd_and(pool, known(translation, node.right),
                       bdd_or(pool, known(translation, node.left), next(translation, formula)));
    default: {
        bdd all = node.kind == LTL_AND ? BDD_TRUE : BDD_FALSE;
        for (uint32_t i = node.right; i-- > 0 && !failed(translation);) { /* later variables first */
            const bdd one = known(translation, ltl_operand(store, formula, i));
            all = node.kind == LTL_AND ? bdd_and(pool, all, one) : bdd_or(pool, all, one);
        }
        return all;
    }
    }
}

/* The next operand whose demand is needed first; LTL_NONE if there is none from `from` on. */
static ltl needed(const struct translation *translation, ltl formula, uint32_t from) {
    const struct ltl_store *store = translation->store;
    const struct ltl_node *node = ltl_at(store, formula);
    switch ((enum ltl_kind)node->kind) {
    case LTL_UNTIL:
    case LTL_RELEASE:
        return from == 0 ? node->left : from == 1 ? node->right : LTL_NONE;
    case LTL_AND:
    case LTL_OR:
        return from < node->right ? ltl_operand(store, formula, from) : LTL_NONE;
    default:
        return LTL_NONE;
    }
}

static void set_demand(struct translation *translation, ltl formula, bdd demand) {
    while (translation->demand.count <= formula && !failed(translation)) {
        if (GROWING_ADD(translation->memory, translation->demand, BDD_LEAF) != 0) {
            no_memory(translation);
        }
    }
    if (!failed(translation)) {
        translation->demand.data[formula] = demand;
    }
}

static bdd demand_of(struct translation *translation, ltl formula) {
    struct waiting {
        ltl of;
        uint32_t next;
    };
    GROWING(struct waiting) stack = {0};
    if (known(translation, formula) == BDD_LEAF &&
        GROWING_ADD(translation->memory, stack, (struct waiting){formula, 0}) != 0) {
        no_memory(translation);
    }
    while (stack.count > 0 && !failed(translation)) {
        struct waiting *top = &stack.data[stack.count - 1];
        const ltl operand = needed(translation, top->of, top->next);
        if (operand == LTL_NONE) {
            const ltl of = top->of;
            set_demand(translation, of, make_demand(translation, of));
            stack.count--;
            continue;
        }
        top->next++;
        if (known(translation, operand) == BDD_LEAF &&
            GROWING_ADD(translation->memory, stack, (struct waiting){operand, 0}) != 0) {
            no_memory(translation);
        }
    }
    GROWING_FREE(translation->memory, stack);
    return failed(translation) ? BDD_FALSE : known(translation, formula);
}

/* --- states --- */

/* The state with a demand. What other formulas imply stays in it: else a run might put an eventuality off for
 * ever, each time by another promise. */
static uint32_t state_of(struct translation *translation, bdd demand) {
    const uint64_t hash = index_hash_key(demand);
    for (struct index_walk walk = index_find(&translation->by_state, hash); index_next(&walk);) {
        if (translation->state.data[walk.number] == demand) {
            return walk.number;
        }
    }
    const uint32_t number = (uint32_t)translation->state.count;
    if (number >= MOST_STATES) {
        set_error(translation, ERROR_LIMIT, "the automaton of the formula has more than a million states");
    }
    if (failed(translation) || GROWING_ADD(translation->memory, translation->state, demand) != 0 ||
        index_add(&translation->by_state, translation->memory, hash, number) != 0) {
        no_memory(translation);
    }
    return number;
}

/* --- edges --- */

/* The branches of a function and a variable above it, from those of both sides, which are sorted. */
static struct span merge(struct translation *translation, uint32_t variable, struct span low,
                         struct span high) {
    struct bdd_pool *pool = translation->pool;
    struct span made = {translation->branch.count, 0};
    uint64_t l = low.begin, h = high.begin;
    while ((l < low.begin + low.count || h < high.begin + high.count) && !failed(translation)) {
        const bdd left = l < low.begin + low.count ? translation->branch.data[l].below : BDD_LEAF;
        const bdd right = h < high.begin + high.count ? translation->branch.data[h].below : BDD_LEAF;
        const bdd below = left < right ? left : right;
        const bdd no = left == below ? translation->branch.data[l++].guard : BDD_FALSE;
        const bdd yes = right == below ? translation->branch.data[h++].guard : BDD_FALSE;
        const struct branch branch = {below, bdd_choose(pool, variable, no, yes)};
        if (GROWING_ADD(translation->memory, translation->branch, branch) != 0) {
            no_memory(translation);
        }
        made.count++;
    }
    return made;
}

/* The functions of obligations that a function is, by letters. */
static struct span branches_of(struct translation *translation, bdd of) {
    struct bdd_pool *pool = translation->pool;
    struct span made = {translation->branch.count, of != BDD_FALSE};
    if (of == BDD_FALSE || failed(translation)) {
        return made;
    }
    for (struct index_walk walk = index_find(&translation->by_node, index_hash_key(of)); index_next(&walk);) {
        if (translation->spanned.data[walk.number].of == of) {
            return translation->spanned.data[walk.number].span;
        }
    }
    if (bdd_top(pool, of) >= translation->atoms) {
        const struct branch branch = {of, BDD_TRUE};
        if (GROWING_ADD(translation->memory, translation->branch, branch) != 0) {
            no_memory(translation);
        }
    } else {
        const struct bdd_node node = pool->node[of];
        const struct span low = branches_of(translation, node.low);
        const struct span high = branches_of(translation, node.high);
        made = merge(translation, node.variable, low, high);
    }
    const struct spanned spanned = {of, made};
    if (index_add(&translation->by_node, translation->memory, index_hash_key(of),
                  (uint32_t)translation->spanned.count) != 0 ||
        GROWING_ADD(translation->memory, translation->spanned, spanned) != 0) {
        no_memory(translation);
    }
    return made;
}

/* Adds the least choices of obligations that make a monotone function true, with those of `cube` before them.
 */
static void find_choices(struct translation *translation, bdd of) {
    struct bdd_pool *pool = translation->pool;
    struct memory *memory = translation->memory;
    if (of == BDD_FALSE || !bdd_step(pool) || failed(translation)) {
        return;
    }
    if (of == BDD_TRUE) {
        int fits = GROWING_ADD(memory, translation->choice, (uint32_t)translation->cube.count) == 0;
        for (uint64_t i = 0; i < translation->cube.count && fits; i++) {
            fits = GROWING_ADD(memory, translation->choice, translation->cube.data[i]) == 0;
        }
        if (!fits) {
            no_memory(translation);
        }
        return;
    }
    const struct bdd_node node = pool->node[of];
    find_choices(translation, node.low);
    const uint64_t begin = translation->choice.count, depth = translation->cube.count;
    if (GROWING_ADD(memory, translation->cube, node.variable) != 0) {
        no_memory(translation);
        return;
    }
    find_choices(translation, node.high);
    translation->cube.count = depth;
    /* a choice that would do without this variable was found above */
    uint64_t kept = begin;
    for (uint64_t at = begin, size; at < translation->choice.count && bdd_step(pool); at += size) {
        uint32_t *choice = &translation->choice.data[at];
        size = choice[0] + 1;
        for (uint64_t i = 1; i < size; i++) {
            translation->value[choice[i]] = choice[i] != node.variable;
        }
        const int is_less = bdd_value(pool, node.low, translation->value);
        for (uint64_t i = 1; i < size; i++) {
            translation->value[choice[i]] = 0;
        }
        if (!is_less) {
            memmove(&translation->choice.data[kept], choice, size * sizeof *choice);
            kept += size;
        }
    }
    translation->choice.count = kept;
}

/* Adds the edge of a choice: what must hold next is the target, and promises are missing marks. */
static void add_edge(struct translation *translation, bdd guard, const uint32_t *variable, uint32_t count) {
    uint64_t promised = 0;
    bdd demand = BDD_TRUE;
    for (uint32_t i = 0; i < count && !failed(translation); i++) {
        const struct obligation obligation = translation->obligation.data[variable[i] - translation->atoms];
        if (obligation.is_promise) {
            promised |= (uint64_t)1 << obligation.mark;
        } else {
            demand = bdd_and(translation->pool, demand, demand_of(translation, obligation.formula));
        }
    }
    if (demand != BDD_FALSE && !failed(translation)) {
        const uint32_t state = state_of(translation, demand);
        if (!failed(translation)) {
            tgba_add_edge(translation->automaton, (struct tgba_edge){state, guard, promised});
        }
    }
}

static void make_room(struct translation *translation) {
    const uint64_t values = translation->atoms + translation->obligation.count;
    if (values > translation->values) {
        uint8_t *value = memory_allocate_zeroed(translation->memory, 2 * values);
        if (value == NULL) {
            no_memory(translation);
            return;
        }
        memory_free(translation->memory, translation->value, translation->values);
        translation->value = value;
        translation->values = 2 * values;
    }
}

static void add_branch(struct translation *translation, struct branch branch) {
    translation->cube.count = translation->choice.count = 0;
    make_room(translation);
    find_choices(translation, branch.below);
    for (uint64_t at = 0; at < translation->choice.count && !failed(translation);) {
        const uint32_t count = translation->choice.data[at];
        add_edge(translation, branch.guard, &translation->choice.data[at + 1], count);
        at += count + 1;
    }
}

static void make_state(struct translation *translation, uint32_t state) {
    translation->branch.count = translation->spanned.count = 0;
    index_clear(&translation->by_node);
    const struct span span = branches_of(translation, translation->state.data[state]);
    for (uint64_t i = span.begin; i < span.begin + span.count && !failed(translation); i++) {
        add_branch(translation, translation->branch.data[i]);
    }
    if (!failed(translation)) {
        tgba_end_state(translation->automaton);
    }
}

static void translation_free(struct translation *translation) {
    struct memory *memory = translation->memory;
    GROWING_FREE(memory, translation->demand);
    GROWING_FREE(memory, translation->obligation);
    GROWING_FREE(memory, translation->state);
    GROWING_FREE(memory, translation->branch);
    GROWING_FREE(memory, translation->spanned);
    index_free(&translation->by_node, memory);
    GROWING_FREE(memory, translation->cube);
    GROWING_FREE(memory, translation->choice);
    index_free(&translation->by_obligation, memory);
    index_free(&translation->by_state, memory);
    memory_free(memory, translation->value, translation->values);
}

int tgba_translate(struct tgba *automaton, struct ltl_store *store, struct bdd_pool *pool, ltl formula,
                   uint32_t atoms) {
    struct translation translation = {
        .automaton = automaton, .store = store, .pool = pool, .memory = pool->memory, .atoms = atoms};
    tgba_init(automaton, pool);
    state_of(&translation, demand_of(&translation, formula));
    for (uint64_t i = 0; i < translation.state.count && !failed(&translation); i++) {
        if (run_should_stop(pool->run)) {
            set_error(&translation, ERROR_INTERRUPTED, "interrupted");
        }
        make_state(&translation, (uint32_t)i);
    }
    automaton->marks = translation.marks;
    const uint64_t all = tgba_all_marks(automaton);
    for (uint64_t i = 0; i < automaton->edge.count; i++) {
        automaton->edge.data[i].marks = all & ~automaton->edge.data[i].marks;
    }
    translation_free(&translation);
    pool->failed |= store->failed;
    return pool->failed ? -1 : tgba_reduce(automaton);
}
