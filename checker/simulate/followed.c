/* Follows a formula of linear time along a walk (followed.h). */
#include "checker/simulate/followed.h"

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "checker/property/atom_texts.h"
#include "checker/property/property.h"
#include "specs/ltl/ltl_future.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/ltl_progress.h"
#include "specs/ltl/ltl_write.h"
#include "specs/syntax/label_texts.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_OPERATORS 5000u /* of a formula that is followed */
#define MOST_SHOWN 60u       /* of one that is written */
#define MOST_WORK 2000000u   /* steps, of all questions whether a formula is decided: a second */

/* Instead of what is owed. */
#define TOO_LARGE (LTL_NONE - 1)
#define NO_VALUE (LTL_NONE - 2)

struct followed {
    walk *walk;
    const struct property *property;
    const struct run *run;
    struct error inner; /* of the store and the pool */
    struct ltl_atom *atom;
    struct text_buffer *text; /* of the atoms */
    uint8_t *holds;           /* a letter, by atom */
    uint32_t atoms;
    struct label_texts labels;
    /* What an interruption spoils, and is made again. */
    int is_open;
    struct ltl_store store;
    struct ltl_progression progression;
    struct bdd_pool pool;
    struct ltl_letters letters;
    ltl whole;
    GROWING(ltl) rest;                 /* by position: what is owed there */
    GROWING(struct ltl_future) future; /* by formula of the store, as far as it was asked */
    uint64_t added;                    /* walk_added, when `rest` was looked at last */
};

/* A future that was not asked for; what may be, where the work is too much. */
static const struct ltl_future not_asked = {BDD_LEAF, BDD_LEAF}, unknown = {BDD_TRUE, BDD_TRUE};

/* --- what is made again --- */

static void close_all(struct followed *followed) {
    struct memory *memory = followed->run->memory;
    if (!followed->is_open) {
        return;
    }
    ltl_letters_close(&followed->letters);
    bdd_close(&followed->pool);
    ltl_progression_free(&followed->progression);
    ltl_close(&followed->store);
    GROWING_FREE(memory, followed->rest);
    GROWING_FREE(memory, followed->future);
    followed->rest.data = NULL;
    followed->rest.count = followed->rest.capacity = 0;
    followed->future.data = NULL;
    followed->future.count = followed->future.capacity = 0;
    followed->is_open = 0;
}

static int open_all(struct followed *followed) {
    if (followed->is_open) {
        return 0;
    }
    followed->is_open = 1;
    followed->inner = (struct error){.code = ERROR_NONE};
    followed->progression = (struct ltl_progression){.store = &followed->store};
    followed->letters = (struct ltl_letters){.pool = &followed->pool};
    const int opened = ltl_open(&followed->store, followed->run, &followed->inner) == 0;
    const int failed = bdd_open(&followed->pool, followed->run, &followed->inner) != 0 || !opened;
    followed->pool.most_work = MOST_WORK;
    if (failed || ltl_letters_open(&followed->letters, &followed->pool, followed->atom, followed->atoms,
                                   &followed->labels) != 0) {
        return -1;
    }
    followed->whole = ltl_of_tree(&followed->store, formula_ltl(followed->property->formula), NULL);
    return followed->store.failed ? -1 : 0;
}

/* Ends with the inner error: the next look begins again. */
static int give_up(struct followed *followed, struct error *error) {
    *error = followed->inner;
    close_all(followed);
    return -1;
}

static int no_memory(struct error *error) {
    return error_memory(error, "for the formula");
}

/* --- what is owed --- */

/* Whether an atom holds where the walk goes on; label: of the event, NULL if that is not known. */
static int atom_holds(const struct followed *followed, const struct ltl_atom *atom, const uint32_t *state,
                      const char *label, struct error *error) {
    return atom->predicate != NULL
               ? walker_holds(walk_walker(followed->walk), atom->predicate->predicate, state, error)
           : atom->action == NULL || label == NULL ? 0
                                                   : action_matches_text(atom->action, label, error);
}

/* Reads the letter. Returns 1; 0 if a predicate has no value; -1 with *error filled. */
static int read_letter(struct followed *followed, uint64_t position, const char *label, struct error *error) {
    const uint32_t *state = trace_state(walk_whole(followed->walk), position);
    for (uint32_t a = 0; a < followed->atoms; a++) {
        const int holds = atom_holds(followed, &followed->atom[a], state, label, error);
        if (holds < 0 && error->code != ERROR_INPUT && error->code != ERROR_PREDICATE) {
            return -1;
        }
        if (holds < 0) {
            *error = (struct error){.code = ERROR_NONE};
            return 0;
        }
        followed->holds[a] = (uint8_t)holds;
    }
    return 1;
}

/* What is owed after a step, or NO_VALUE. Returns 0, or -1 with *error filled. */
static int progress(struct followed *followed, uint64_t step, ltl *owed, struct error *error) {
    if (*owed <= LTL_TRUE || *owed >= NO_VALUE) {
        return 0;
    }
    const int known = read_letter(followed, step, walk_whole(followed->walk)->labels[step], error);
    *owed = known > 0 ? ltl_progress(&followed->progression, *owed, followed->holds) : NO_VALUE;
    return known < 0 ? -1 : 0;
}

/* Adds what is owed at the next position. Returns 0, or -1 with *error filled. */
static int add_position(struct followed *followed, struct error *error) {
    const uint64_t position = followed->rest.count;
    ltl owed = position == 0 ? followed->whole : followed->rest.data[position - 1];
    if (position != 0 && progress(followed, position - 1, &owed, error) != 0) {
        return -1;
    }
    if (owed < NO_VALUE && !followed->store.failed &&
        ltl_count_operators(&followed->progression, owed, MOST_OPERATORS) > MOST_OPERATORS) {
        owed = TOO_LARGE;
    }
    if (followed->store.failed) {
        return give_up(followed, error);
    }
    return GROWING_ADD(followed->run->memory, followed->rest, owed) != 0 ? no_memory(error) : 0;
}

/* Forgets what is owed after steps that the walk no longer has: of its last steps, as many are new as were
 * added since. */
static void forget_other_steps(struct followed *followed) {
    const uint64_t added = walk_added(followed->walk) - followed->added, length = walk_length(followed->walk),
                   same = length > added ? length - added : 0;
    if (added != 0 && followed->rest.count > same + 1) {
        followed->rest.count = same + 1;
    }
    followed->added = walk_added(followed->walk);
}

static int find_rest(struct followed *followed, uint64_t position, struct error *error) {
    int failed = open_all(followed) != 0 ? give_up(followed, error) : 0;
    forget_other_steps(followed);
    while (!failed && followed->rest.count <= position) {
        failed = run_stops_at(followed->run, followed->rest.count, 256) != 0
                     ? error_set(error, ERROR_INTERRUPTED, "interrupted")
                     : add_position(followed, error);
    }
    return failed ? -1 : 0;
}

/* --- the status --- */

/* What may become of a formula. Where that is too much work, nothing is certain. */
static int find_future(struct followed *followed, ltl owed, struct ltl_future *future, struct error *error) {
    while (followed->future.count <= owed) {
        if (GROWING_ADD(followed->run->memory, followed->future, not_asked) != 0) {
            return no_memory(error);
        }
    }
    *future = followed->future.data[owed];
    if (future->may_hold != BDD_LEAF) {
        return 0;
    }
    if (followed->pool.failed || ltl_future_find(&followed->letters, &followed->store, owed, future) != 0) {
        *future = unknown;
        if (followed->store.failed || followed->inner.code != ERROR_LIMIT) {
            return give_up(followed, error);
        }
    }
    followed->future.data[owed] = *future;
    return 0;
}

/* The status of a run that ends in the state. */
static enum followed_status judge_end(struct followed *followed, ltl owed) {
    for (uint32_t a = 0; a < followed->atoms; a++) {
        followed->holds[a] |= followed->atom[a].predicate == NULL && followed->atom[a].action == NULL;
    }
    return ltl_holds_for_ever(&followed->progression, owed, followed->holds) ? FOLLOWED_SATISFIED
                                                                             : FOLLOWED_VIOLATED;
}

static int judge(struct followed *followed, uint64_t position, int ends, enum followed_status *status,
                 struct error *error) {
    const ltl owed = followed->rest.data[position];
    struct ltl_future future = unknown;
    const int known = read_letter(followed, position, NULL, error);
    if (known < 0 || (known && !ends && find_future(followed, owed, &future, error) != 0)) {
        return -1;
    }
    if (known && ends) {
        *status = judge_end(followed, owed);
        return followed->store.failed ? give_up(followed, error) : 0;
    }
    *status = !known                                                          ? FOLLOWED_NO_VALUE
              : !bdd_value(&followed->pool, future.may_hold, followed->holds) ? FOLLOWED_VIOLATED
              : !bdd_value(&followed->pool, future.may_fail, followed->holds) ? FOLLOWED_SATISFIED
                                                                              : FOLLOWED_OPEN;
    return 0;
}

int followed_look(followed *followed, uint64_t position, int ends, enum followed_status *status,
                  uint32_t *owed, struct error *error) {
    if (find_rest(followed, position, error) != 0) {
        return -1;
    }
    *owed = followed->rest.data[position];
    *status = *owed == LTL_TRUE    ? FOLLOWED_SATISFIED
              : *owed == LTL_FALSE ? FOLLOWED_VIOLATED
              : *owed == TOO_LARGE ? FOLLOWED_TOO_LARGE
                                   : FOLLOWED_NO_VALUE;
    return *owed <= LTL_TRUE || *owed >= NO_VALUE ? 0 : judge(followed, position, ends, status, error);
}

/* --- texts --- */

int followed_is_unchanged(const followed *followed, uint32_t owed) {
    return owed == followed->whole;
}

/* What is owed beside the formula itself; LTL_NONE if that is no part of it. */
static ltl without_whole(struct followed *followed, ltl owed) {
    struct ltl_store *store = &followed->store;
    const uint32_t count = ltl_at(store, owed)->kind == LTL_AND ? ltl_operands(store, owed) : 0;
    ltl rest = LTL_TRUE;
    int has_whole = 0;
    for (uint32_t i = 0; i < count && !store->failed; i++) {
        const ltl operand = ltl_operand(store, owed, i);
        has_whole |= operand == followed->whole;
        rest = operand == followed->whole ? rest : ltl_and(store, rest, operand);
    }
    return has_whole && !store->failed ? rest : LTL_NONE;
}

int followed_write(followed *followed, uint32_t owed, int is_short, struct text_buffer *text) {
    struct memory *memory = followed->run->memory;
    const ltl rest = is_short ? without_whole(followed, owed) : LTL_NONE,
              shown = rest == LTL_NONE ? owed : rest;
    const uint32_t operators = ltl_count_operators(&followed->progression, shown, MOST_OPERATORS);
    char large[64];
    int failed = followed->store.failed;
    if (operators > MOST_SHOWN) {
        snprintf(large, sizeof large, "a formula of %u operators", operators);
        failed = failed || (is_short && text_buffer_add(memory, text, large) != 0);
    } else {
        failed = failed || ltl_write(&followed->store, shown, followed->text, text) != 0;
    }
    return failed || (rest != LTL_NONE && text_buffer_add(memory, text, ", and itself") != 0) ? -1 : 0;
}

/* --- making it --- */

static int find_labels(struct followed *followed, struct error *error) {
    const walker *walker = walk_walker(followed->walk);
    const uint32_t count = walker_label_count(walker);
    struct label_arrays arrays;
    if (label_texts_open(count, followed->run->memory, &followed->labels, &arrays, error) != 0) {
        return -1;
    }
    for (uint32_t k = 0; k < count; k++) {
        label_arrays_put(&arrays, k, walker_label(walker, k));
    }
    return 0;
}

static int prepare(struct followed *followed, struct error *error) {
    const struct property *property = followed->property;
    struct memory *memory = followed->run->memory;
    const char *doubt = formula_doubt(property->formula);
    if (find_labels(followed, error) != 0 ||
        (formula_may_have_data(property->formula) &&
         property_expand(property, &followed->labels, followed->run, error) != 0)) {
        return -1;
    }
    if (doubt != NULL) {
        return error_set(error, ERROR_LIMIT, "%s", doubt);
    }
    if (ltl_atoms_find(property->formula, memory, &followed->atom, error) != 0) {
        return -1;
    }
    followed->text = memory_allocate_zeroed(memory, followed->atoms * sizeof *followed->text);
    followed->holds = memory_allocate(memory, followed->atoms);
    if (followed->text == NULL || followed->holds == NULL ||
        atom_texts_write(property, memory, followed->text) != 0) {
        return no_memory(error);
    }
    return open_all(followed) != 0 ? give_up(followed, error) : 0;
}

followed *followed_create(walk *walk, const struct property *property, const struct run *run,
                          struct error *error) {
    struct followed *followed = memory_allocate_zeroed(run->memory, sizeof *followed);
    if (followed == NULL) {
        no_memory(error);
        return NULL;
    }
    followed->walk = walk;
    followed->property = property;
    followed->run = run;
    followed->atoms = (uint32_t)formula_ltl(property->formula)->atom.count;
    if (prepare(followed, error) != 0) {
        followed_free(followed);
        return NULL;
    }
    return followed;
}

void followed_free(followed *followed) {
    if (followed == NULL) {
        return;
    }
    struct memory *memory = followed->run->memory;
    close_all(followed);
    for (uint32_t a = 0; a < followed->atoms && followed->text != NULL; a++) {
        text_buffer_free(memory, &followed->text[a]);
    }
    memory_free(memory, followed->text, followed->atoms * sizeof *followed->text);
    memory_free(memory, followed->holds, followed->atoms);
    ltl_atoms_free(followed->property->formula, memory, followed->atom);
    label_texts_free(&followed->labels, memory);
    memory_free(memory, followed, sizeof *followed);
}
