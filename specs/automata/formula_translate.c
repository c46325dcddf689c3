/*
 * From a formula to an automaton, a state for each subformula, negated or not, that can be reached. Negations
 * are pushed inwards: a subformula under an odd number of them is its dual. A modality over a regular
 * expression becomes states for the parts of the expression, each with the state that follows it:
 *
 *     <R.S> F = <R> <S> F    <R|S> F = <R> F or <S> F    <R*> F = mu X . F or <R> X
 *     <nil> F = F            <R?> F = F or <R> F         <R+> F = <R> mu X . F or <R> X
 *
 *     <test> F = test and F
 *
 * and dually, nu for box: a play that stays inside for ever has not reached F. So there are never more states
 * than twice the formula has parts. What such a part means is a modality over the rest of the expression; a
 * part inside of a star means the whole star, from which plays come there. Priorities: a fixpoint's is above
 * those of all fixpoints inside. A formula that was expanded is a graph, whose fixpoints say themselves how
 * many others were around them.
 */
#include "base/core.h"
#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "specs/automata/formula_translate_internal.h"

/* A part that is still to be made: of a formula (regular is NULL), or of an expression that the part `next`
 * follows.
 */
struct translation_task {
    const struct formula *formula;
    const struct regular *regular;
    uint32_t part, next;
    uint32_t rank; /* number of fixpoints around it */
    uint8_t negated, owner;
};

/* --- parts --- */

static int new_part(struct translation *translation, const struct formula *origin, uint32_t *number) {
    if (translation->parts == AUTOMATON_MOST_STATES) {
        return error_set(translation->automaton->error, ERROR_LIMIT,
                         "the observer of the formula has more than 2^30 states");
    }
    if (MEMORY_GROW(translation->automaton->memory, &translation->part, &translation->part_capacity,
                    translation->parts + 1) != 0) {
        return automaton_no_memory(translation->automaton);
    }
    *number = (uint32_t)translation->parts++;
    translation->part[*number] =
        (struct automaton_part){.origin = origin, .meaning = origin, .kind = OBSERVER_EPSILON};
    return 0;
}

static int push_task(struct translation *translation, const struct translation_task *task) {
    return GROWING_ADD(translation->automaton->memory, translation->task, *task) != 0
               ? automaton_no_memory(translation->automaton)
               : 0;
}

static void add_target(struct translation *translation, uint32_t part, uint32_t target) {
    struct automaton_part *from = &translation->part[part];
    from->target[from->targets++] = target;
}

/* Finds the part of a formula, and schedules it if it is new. */
static int part_of(struct translation *translation, const struct formula *formula,
                   const struct translation_task *around, int negated, uint32_t *number) {
    uint64_t hash = core_mix((uint64_t)(uintptr_t)formula * 2 + (uint64_t)negated);
    for (struct index_walk walk = index_find(&translation->by_formula, hash); index_next(&walk);) {
        const struct automaton_part *part = &translation->part[walk.number];
        if (part->origin == formula && part->negated == negated) {
            *number = walk.number;
            return 0;
        }
    }
    if (new_part(translation, formula, number) != 0) {
        return -1;
    }
    translation->part[*number].negated = (uint8_t)negated;
    if (index_add(&translation->by_formula, translation->automaton->memory, hash, *number) != 0) {
        return automaton_no_memory(translation->automaton);
    }
    return push_task(translation, &(struct translation_task){.formula = formula,
                                                             .part = *number,
                                                             .rank = around->rank,
                                                             .negated = (uint8_t)negated});
}

static int add_formula_target(struct translation *translation, uint32_t part, const struct formula *formula,
                              const struct translation_task *around, int negated) {
    uint32_t target = 0;
    if (part_of(translation, formula, around, negated, &target) != 0) {
        return -1;
    }
    add_target(translation, part, target);
    return 0;
}

static void set_fixpoint(struct translation *translation, uint32_t part, enum fixpoint fixpoint,
                         uint32_t rank) {
    translation->part[part].fixpoint = fixpoint;
    translation->part[part].rank = rank;
    translation->most_rank = rank > translation->most_rank ? rank : translation->most_rank;
}

/* --- regular expressions --- */

/* Gives a part its meaning: the modality of the task over an expression that the part `next` follows. */
static int set_meaning(struct translation *translation, const struct translation_task *task,
                       const struct regular *regular, uint32_t next, uint32_t number) {
    struct automaton_part *part = &translation->part[number];
    const struct automaton_part *after = &translation->part[next];
    part->meaning = meaning_of_rest(translation->automaton->made, task->formula, regular, after->meaning,
                                    after->origin == task->formula);
    part->negated = task->negated;
    return part->meaning == NULL ? automaton_no_memory(translation->automaton) : 0;
}

/* Makes a part of an expression that the part `next` follows. `loop`: the part of the star of which it is the
 * inside, whose meaning it has; or PART_NONE. */
static int part_of_regular(struct translation *translation, const struct translation_task *around,
                           const struct regular *regular, uint32_t next, uint32_t loop, uint32_t *number) {
    struct translation_task task = *around;
    if (new_part(translation, around->formula, number) != 0) {
        return -1;
    }
    if (loop != PART_NONE) {
        translation->part[*number].meaning = translation->part[loop].meaning;
        translation->part[*number].negated = around->negated;
    } else if (around->formula != NULL && set_meaning(translation, around, regular, next, *number) != 0) {
        return -1;
    }
    task.regular = regular;
    task.next = next;
    task.part = *number;
    return push_task(translation, &task);
}

/* Schedules the task's part again, for another expression that another part follows. */
static int push_rest(struct translation *translation, const struct translation_task *task,
                     const struct regular *regular, uint32_t next) {
    struct translation_task other = *task;
    other.regular = regular;
    other.next = next;
    return push_task(translation, &other);
}

/* Gives the part after one round of R+ its meaning: R*. */
static int set_repeated(struct translation *translation, const struct translation_task *task,
                        uint32_t number) {
    const struct regular *star =
        meaning_combine(translation->automaton->made, REGULAR_STAR, task->regular->left, NULL);
    return star == NULL ? automaton_no_memory(translation->automaton)
                        : set_meaning(translation, task, star, task->next, number);
}

/* Makes a part that the opponent of `owner` wins. */
static int lost_part(struct translation *translation, const struct formula *origin, int owner,
                     uint32_t *number) {
    if (new_part(translation, origin, number) != 0) {
        return -1;
    }
    translation->part[*number].kind = OBSERVER_STOP;
    translation->part[*number].owner = (uint8_t)owner;
    return 0;
}

/* Makes the part of a task a test of a predicate, with the parts that follow where it holds and where not. */
static void set_test(struct translation *translation, const struct translation_task *task,
                     const struct formula *test, uint32_t holds, uint32_t fails) {
    translation->part[task->part].kind = OBSERVER_TEST;
    translation->part[task->part].test = test;
    add_target(translation, task->part, fails);
    add_target(translation, task->part, holds);
}

/* A test of an expression: its owner loses unless the predicate holds, or does not if it is negated. */
static int translate_test(struct translation *translation, const struct translation_task *task) {
    const struct regular *regular = task->regular;
    uint32_t lost = 0;
    if (lost_part(translation, task->formula, task->owner, &lost) != 0) {
        return -1;
    }
    set_test(translation, task, regular->test, regular->is_negated ? lost : task->next,
             regular->is_negated ? task->next : lost);
    return 0;
}

/* Of a predicate, Even loses where it does not hold, or does if it is negated. */
static int translate_predicate(struct translation *translation, const struct translation_task *task) {
    uint32_t lost = 0, won = 0;
    if (lost_part(translation, task->formula, OWNER_EVEN, &lost) != 0 ||
        lost_part(translation, task->formula, OWNER_ODD, &won) != 0) {
        return -1;
    }
    translation->part[lost].negated = translation->part[won].negated = task->negated;
    set_test(translation, task, task->formula, task->negated ? lost : won, task->negated ? won : lost);
    return 0;
}

static enum fixpoint loop_fixpoint(const struct translation_task *task) {
    return task->owner == OWNER_EVEN ? FIXPOINT_MU : FIXPOINT_NU;
}

static int translate_regular(struct translation *translation, const struct translation_task *task) {
    const struct regular *regular = task->regular;
    struct automaton_part *part = &translation->part[task->part];
    uint32_t left = 0, right = 0, loop = 0;
    part->owner = task->owner;
    switch (regular->kind) {
    case REGULAR_ACTION:
        part->kind = OBSERVER_STEP;
        part->action = regular->action;
        add_target(translation, task->part, task->next);
        return 0;
    case REGULAR_NIL:
        add_target(translation, task->part, task->next);
        return 0;
    case REGULAR_TEST:
        return translate_test(translation, task);
    case REGULAR_CONCATENATION:
        return part_of_regular(translation, task, regular->right, task->next, PART_NONE, &right) != 0
                   ? -1
                   : push_rest(translation, task, regular->left, right);
    case REGULAR_PLUS:
        if (new_part(translation, task->formula, &loop) != 0) {
            return -1;
        }
        translation->part[loop].owner = task->owner;
        if (task->formula != NULL && set_repeated(translation, task, loop) != 0) {
            return -1;
        }
        set_fixpoint(translation, loop, loop_fixpoint(task), task->rank + 1);
        add_target(translation, loop, task->next);
        add_target(translation, loop, task->part);
        return push_rest(translation, task, regular->left, loop);
    case REGULAR_STAR:
        set_fixpoint(translation, task->part, loop_fixpoint(task), task->rank + 1);
        if (part_of_regular(translation, task, regular->left, task->part, task->part, &left) != 0) {
            return -1;
        }
        add_target(translation, task->part, task->next);
        add_target(translation, task->part, left);
        return 0;
    case REGULAR_CHOICE:
    case REGULAR_OPTION:
        if (part_of_regular(translation, task, regular->left, task->next, PART_NONE, &left) != 0) {
            return -1;
        }
        right = task->next;
        if (regular->kind == REGULAR_CHOICE &&
            part_of_regular(translation, task, regular->right, task->next, PART_NONE, &right) != 0) {
            return -1;
        }
        add_target(translation, task->part, left);
        add_target(translation, task->part, right);
        return 0;
    }
    return 0;
}

/* --- formulas --- */

static int translate_pair(struct translation *translation, const struct translation_task *task, int odd_owns,
                          int left_negated, int right_negated) {
    translation->part[task->part].owner = odd_owns ? OWNER_ODD : OWNER_EVEN;
    return add_formula_target(translation, task->part, task->formula->left, task, left_negated) != 0
               ? -1
               : add_formula_target(translation, task->part, task->formula->right, task, right_negated);
}

/* Gives one half of an equivalence its meaning: that both sides hold, or not as it is said. */
static int set_both(struct translation *translation, const struct translation_task *task, int left_negated,
                    uint32_t number) {
    const struct formula *formula = task->formula;
    struct automaton_state both = {.owner = OWNER_ODD};
    const struct formula_meaning left = {formula->left, (uint8_t)left_negated};
    const struct formula_meaning right = {formula->right, (uint8_t)(left_negated ^ task->negated)};
    if (automaton_add_meaning(translation->automaton, &both, &left) != 0 ||
        automaton_add_meaning(translation->automaton, &both, &right) != 0) {
        return -1;
    }
    translation->part[number].meaning = both.meaning.formula;
    translation->part[number].negated = both.meaning.is_negated;
    return 0;
}

/* F equ G: both hold, or neither does; its negation: exactly one of them holds. */
static int translate_equivalence(struct translation *translation, const struct translation_task *task) {
    const struct formula *formula = task->formula;
    translation->part[task->part].owner = OWNER_EVEN;
    for (int left_negated = 0; left_negated < 2; left_negated++) {
        uint32_t both = 0;
        if (new_part(translation, formula, &both) != 0 ||
            set_both(translation, task, left_negated, both) != 0 ||
            add_formula_target(translation, both, formula->left, task, left_negated) != 0 ||
            add_formula_target(translation, both, formula->right, task, left_negated ^ task->negated) != 0) {
            return -1;
        }
        translation->part[both].owner = OWNER_ODD;
        add_target(translation, task->part, both);
    }
    return 0;
}

static int translate_modality(struct translation *translation, const struct translation_task *task) {
    const struct formula *formula = task->formula;
    int is_diamond = formula->kind == FORMULA_DIAMOND || formula->kind == FORMULA_FOREVER;
    struct translation_task inner = *task;
    inner.owner = is_diamond != task->negated ? OWNER_EVEN : OWNER_ODD;
    if (formula->kind == FORMULA_DIAMOND || formula->kind == FORMULA_BOX) {
        uint32_t next = 0;
        return part_of(translation, formula->left, task, task->negated, &next) != 0
                   ? -1
                   : push_rest(translation, &inner, formula->regular, next);
    }
    uint32_t first = 0; /* nu X . <R> X, mu X . [R] X */
    inner.rank = task->rank + 1;
    set_fixpoint(translation, task->part, inner.owner == OWNER_EVEN ? FIXPOINT_NU : FIXPOINT_MU, inner.rank);
    if (part_of_regular(translation, &inner, formula->regular, task->part, task->part, &first) != 0) {
        return -1;
    }
    add_target(translation, task->part, first);
    return 0;
}

static int translate_formula(struct translation *translation, const struct translation_task *task) {
    const struct formula *formula = task->formula;
    struct automaton_part *part = &translation->part[task->part];
    struct translation_task inner = *task;
    int negated = task->negated;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        part->kind = OBSERVER_STOP;
        part->owner = (formula->kind == FORMULA_TRUE) != negated ? OWNER_ODD : OWNER_EVEN;
        return 0;
    case FORMULA_PREDICATE:
        return translate_predicate(translation, task);
    case FORMULA_VARIABLE:
        return add_formula_target(translation, task->part, formula->binder, task, negated);
    case FORMULA_NOT:
        return add_formula_target(translation, task->part, formula->left, task, !negated);
    case FORMULA_AND:
        return translate_pair(translation, task, !negated, negated, negated);
    case FORMULA_OR:
        return translate_pair(translation, task, negated, negated, negated);
    case FORMULA_IMPLIES:
        return translate_pair(translation, task, negated, !negated, negated);
    case FORMULA_EQUIVALENT:
        return translate_equivalence(translation, task);
    case FORMULA_MU:
    case FORMULA_NU:
        inner.rank = formula->rank != 0 ? formula->rank : task->rank + 1;
        set_fixpoint(translation, task->part,
                     (formula->kind == FORMULA_MU) != negated ? FIXPOINT_MU : FIXPOINT_NU, inner.rank);
        return add_formula_target(translation, task->part, formula->left, &inner, negated);
    default:
        return translate_modality(translation, task);
    }
}

static int translate_all(struct translation *translation) {
    for (uint64_t done = 0; translation->task.count != 0; done++) {
        struct translation_task task = translation->task.data[--translation->task.count];
        int failed = task.regular != NULL ? translate_regular(translation, &task)
                                          : translate_formula(translation, &task);
        if (failed || (done % 65536 == 65535 && automaton_check_stop(translation->automaton) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* --- the whole --- */

/* Makes the parts of <regular> true. They need no priorities: Even owns them all, and a monitor looks for
 * error states alone. */
static int translate_word(struct translation *translation, const struct regular *regular) {
    struct translation_task around = {.owner = OWNER_EVEN};
    uint32_t complete = 0;
    if (new_part(translation, NULL, &complete) != 0) {
        return -1;
    }
    translation->part[complete].kind = OBSERVER_STOP;
    translation->part[complete].owner = OWNER_ODD;
    return part_of_regular(translation, &around, regular, complete, PART_NONE,
                           &translation->automaton->initial);
}

int automaton_translate(struct automaton *automaton, const struct formula *formula,
                        const struct regular *regular, const struct label_texts *labels,
                        uint32_t **class_of_label) {
    struct memory *memory = automaton->memory;
    struct translation translation = {.automaton = automaton};
    struct label_classes classes = {.count = 0};
    const struct translation_task whole = {.rank = 0};
    int failed = (formula != NULL ? part_of(&translation, formula, &whole, 0, &automaton->initial)
                                  : translate_word(&translation, regular)) != 0 ||
                 translate_all(&translation) != 0 ||
                 translation_assemble(&translation, labels, &classes) != 0;
    *class_of_label = classes.class_of_label;
    memory_free(memory, translation.part, translation.part_capacity * sizeof *translation.part);
    GROWING_FREE(memory, translation.task);
    index_free(&translation.by_formula, memory);
    return failed ? -1 : 0;
}
