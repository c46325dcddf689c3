/* The alternating automaton of the negation of a formula, as the formula is written (ltl_alternating.h). */
#include "specs/ltl/ltl_alternating.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_CHOICES 4096u
/* What a subformula or negation is that is no obligation. */
#define ABSENT UINT8_MAX        /* no part of the negated formula */
#define PRESENT (UINT8_MAX - 1) /* a part of it */

static int no_memory(const struct ltl_alternating *automaton) {
    return error_memory(automaton->error, "for the obligations of the formula");
}

static int stop(const struct ltl_alternating *automaton) {
    return error_set(automaton->error, ERROR_INTERRUPTED, "interrupted");
}

/* --- obligations --- */

static uint64_t signed_nodes(const struct ltl_alternating *automaton) {
    return 2 * automaton->tree->node.count;
}

static int is_temporal(enum ltl_tree_kind kind) {
    return kind >= LTL_TREE_FINALLY;
}

/* Whether a temporal operator, or its negation, must end: F, U and M, and the negations of G, W and R. */
static int is_eventual(enum ltl_tree_kind kind, unsigned negated) {
    const int ends = kind == LTL_TREE_FINALLY || kind == LTL_TREE_UNTIL || kind == LTL_TREE_STRONG_RELEASE;
    return ends != (int)negated;
}

static void find_part(struct ltl_alternating *automaton, uint32_t node, unsigned negated, int is_obligation) {
    uint8_t *bit = &automaton->bit[2 * node + negated];
    *bit = is_obligation ? 0 : *bit == ABSENT ? PRESENT : *bit;
}

/* Finds the parts of a part, which have lower numbers. */
static void find_operands(struct ltl_alternating *automaton, uint32_t number, unsigned negated) {
    const struct ltl_tree_node *node = &automaton->tree->node.data[number];
    const enum ltl_tree_kind kind = node->kind;
    const int is_next = kind == LTL_TREE_NEXT;
    if (is_temporal(kind)) {
        find_part(automaton, number, negated, 1);
    }
    if (!ltl_tree_has_left(kind)) {
        return;
    }
    const int both = kind == LTL_TREE_EQUIVALENT || kind == LTL_TREE_XOR;
    const unsigned left = negated ^ (kind == LTL_TREE_NOT || kind == LTL_TREE_IMPLIES);
    find_part(automaton, node->left, left, is_next);
    if (both) {
        find_part(automaton, node->left, !left, 0);
    }
    if (ltl_tree_has_right(kind)) {
        find_part(automaton, node->right, negated, 0);
    }
    if (both) {
        find_part(automaton, node->right, !negated, 0);
    }
}

/* Gives each obligation a bit, in the order of nodes. */
static int number_obligations(struct ltl_alternating *automaton) {
    for (uint64_t s = 0; s < signed_nodes(automaton); s++) {
        if (automaton->bit[s] >= PRESENT) {
            continue;
        }
        if (automaton->obligations == LTL_MOST_OBLIGATIONS) {
            return error_set(automaton->error, ERROR_LIMIT,
                             "certificates are for formulas of at most %u obligations, and this has more",
                             LTL_MOST_OBLIGATIONS);
        }
        const enum ltl_tree_kind kind = automaton->tree->node.data[s / 2].kind;
        const uint32_t bit = automaton->obligations++;
        automaton->bit[s] = (uint8_t)bit;
        automaton->of[bit] = (uint32_t)s;
        if (is_temporal(kind) && is_eventual(kind, s & 1)) {
            automaton->eventual |= (uint64_t)1 << bit;
        }
    }
    return 0;
}

static int find_obligations(struct ltl_alternating *automaton) {
    const struct ltl_tree *tree = automaton->tree;
    memset(automaton->bit, ABSENT, signed_nodes(automaton));
    find_part(automaton, tree->root, 1, 1);
    for (uint64_t s = 2 * (uint64_t)tree->root + 2; s-- > 0;) {
        if (automaton->bit[s] != ABSENT) {
            find_operands(automaton, (uint32_t)(s / 2), s & 1);
        }
    }
    if (number_obligations(automaton) != 0) {
        return -1;
    }
    automaton->initial = (uint64_t)1 << automaton->bit[2 * (uint64_t)tree->root + 1];
    return 0;
}

int ltl_alternating_open(struct ltl_alternating *automaton, const struct ltl_tree *tree,
                         const struct run *run, struct error *error) {
    *automaton = (struct ltl_alternating){.run = run, .error = error, .tree = tree};
    if (tree->atom.count > LTL_MOST_LETTER_ATOMS) {
        return error_set(error, ERROR_LIMIT,
                         "certificates are for formulas of at most %u atoms, and this has more",
                         LTL_MOST_LETTER_ATOMS);
    }
    automaton->bit = memory_allocate(run->memory, signed_nodes(automaton));
    automaton->made = memory_allocate_array(run->memory, signed_nodes(automaton), sizeof *automaton->made);
    return automaton->bit == NULL || automaton->made == NULL ? no_memory(automaton)
                                                             : find_obligations(automaton);
}

void ltl_alternating_close(struct ltl_alternating *automaton) {
    if (automaton->run == NULL) {
        return;
    }
    struct memory *memory = automaton->run->memory;
    memory_free(memory, automaton->bit, signed_nodes(automaton));
    memory_free(memory, automaton->made, signed_nodes(automaton) * sizeof *automaton->made);
    GROWING_FREE(memory, automaton->local);
    GROWING_FREE(memory, automaton->choice);
    GROWING_FREE(memory, automaton->step);
    index_free(&automaton->index, memory);
    *automaton = (struct ltl_alternating){.run = NULL};
}

/* --- lists of choices --- */

/* Whether a has nothing that b has not. */
static int is_within(const struct ltl_choice *a, const struct ltl_choice *b) {
    return (a->next & ~b->next) == 0 && (a->unmet & ~b->unmet) == 0;
}

/* Adds a choice to the list that ends `local`, unless one of the list is within it; drops those that it is
 * within. */
static int add_choice(struct ltl_alternating *automaton, uint64_t begin, struct ltl_choice choice) {
    struct ltl_choice *list = automaton->local.data;
    uint64_t kept = begin;
    for (uint64_t i = begin; i < automaton->local.count; i++) {
        if (is_within(&list[i], &choice)) {
            return 0;
        }
    }
    for (uint64_t i = begin; i < automaton->local.count; i++) {
        if (!is_within(&choice, &list[i])) {
            list[kept++] = list[i];
        }
    }
    automaton->local.count = kept;
    if (kept - begin == MOST_CHOICES) {
        return error_set(automaton->error, ERROR_LIMIT,
                         "the obligations of the formula leave more than %u choices", MOST_CHOICES);
    }
    return GROWING_ADD(automaton->run->memory, automaton->local, choice) != 0 ? no_memory(automaton) : 0;
}

/* Adds the choices of a list, each with more to do. */
static int add_list(struct ltl_alternating *automaton, uint64_t begin, struct ltl_choices list,
                    uint64_t more) {
    for (uint64_t i = 0; i < list.count; i++) {
        const struct ltl_choice choice = {automaton->local.data[list.begin + i].next | more, 0};
        if (add_choice(automaton, begin, choice) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds a choice of both lists for each pair. */
static int add_both(struct ltl_alternating *automaton, uint64_t begin, struct ltl_choices a,
                    struct ltl_choices b) {
    for (uint64_t i = 0; i < a.count; i++) {
        if (run_stops_at(automaton->run, i + 1, 64)) {
            return stop(automaton);
        }
        if (add_list(automaton, begin, b, automaton->local.data[a.begin + i].next) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- one letter --- */

/* p or (q and the operator again), or p and (q or the operator again); q is there with two operands alone. */
static int make_temporal(struct ltl_alternating *automaton, uint64_t begin, uint32_t number,
                         unsigned negated) {
    const struct ltl_tree_node *node = &automaton->tree->node.data[number];
    const int unary = !ltl_tree_has_right(node->kind);
    const int of_either =
        node->kind == LTL_TREE_FINALLY || node->kind == LTL_TREE_UNTIL || node->kind == LTL_TREE_WEAK_UNTIL;
    const uint64_t again = (uint64_t)1 << automaton->bit[2 * number + negated];
    const struct ltl_choices p = automaton->made[2 * (unary ? node->left : node->right) + negated];
    const struct ltl_choices q =
        unary ? (struct ltl_choices){0, 0} : automaton->made[2 * node->left + negated];
    if (of_either != (int)negated) {
        return add_list(automaton, begin, p, 0) != 0 ? -1
               : unary ? add_choice(automaton, begin, (struct ltl_choice){again, 0})
                       : add_list(automaton, begin, q, again);
    }
    return add_list(automaton, begin, p, again) != 0 ? -1 : unary ? 0 : add_both(automaton, begin, p, q);
}

/* Exclusive or, or its negation. */
static int make_xor(struct ltl_alternating *automaton, uint64_t begin, const struct ltl_tree_node *node,
                    unsigned equal) {
    const struct ltl_choices *left = &automaton->made[2 * node->left],
                             *right = &automaton->made[2 * node->right];
    return add_both(automaton, begin, left[0], right[!equal]) != 0 ||
                   add_both(automaton, begin, left[1], right[equal]) != 0
               ? -1
               : 0;
}

static int make_boolean(struct ltl_alternating *automaton, uint64_t begin, const struct ltl_tree_node *node,
                        unsigned negated) {
    const int implies = node->kind == LTL_TREE_IMPLIES;
    const struct ltl_choices left = automaton->made[2 * node->left + (negated ^ (unsigned)implies)],
                             right = automaton->made[2 * node->right + negated];
    if ((node->kind == LTL_TREE_AND) != (int)negated) {
        return add_both(automaton, begin, left, right);
    }
    return add_list(automaton, begin, left, 0) != 0 ? -1 : add_list(automaton, begin, right, 0);
}

static int make_constant(struct ltl_alternating *automaton, uint64_t begin, unsigned holds,
                         unsigned negated) {
    return holds != negated ? add_choice(automaton, begin, (struct ltl_choice){0, 0}) : 0;
}

/* Makes the list of a subformula or of its negation, whose operands have theirs. */
static int make_list(struct ltl_alternating *automaton, uint64_t begin, uint32_t number, unsigned negated) {
    const struct ltl_tree_node *node = &automaton->tree->node.data[number];
    switch (node->kind) {
    case LTL_TREE_TRUE:
    case LTL_TREE_FALSE:
        return make_constant(automaton, begin, node->kind == LTL_TREE_TRUE, negated);
    case LTL_TREE_ATOM:
        return make_constant(automaton, begin, automaton->letter >> node->left & 1, negated);
    case LTL_TREE_NOT:
        return add_list(automaton, begin, automaton->made[2 * node->left + !negated], 0);
    case LTL_TREE_NEXT:
        return add_choice(automaton, begin,
                          (struct ltl_choice){(uint64_t)1 << automaton->bit[2 * node->left + negated], 0});
    case LTL_TREE_EQUIVALENT:
    case LTL_TREE_XOR:
        return make_xor(automaton, begin, node, (node->kind == LTL_TREE_EQUIVALENT) != (int)negated);
    default:
        return is_temporal(node->kind) ? make_temporal(automaton, begin, number, negated)
                                       : make_boolean(automaton, begin, node, negated);
    }
}

/* Makes the lists of all parts for a letter. */
static int read_letter(struct ltl_alternating *automaton, uint64_t letter) {
    if (automaton->has_letter && automaton->letter == letter) {
        return 0;
    }
    automaton->has_letter = 0;
    automaton->letter = letter;
    automaton->local.count = 0;
    for (uint64_t s = 0; s < signed_nodes(automaton); s++) {
        const uint64_t begin = automaton->local.count;
        if (run_stops_at(automaton->run, s + 1, 4096)) {
            return stop(automaton);
        }
        if (automaton->bit[s] != ABSENT && make_list(automaton, begin, (uint32_t)(s / 2), s & 1) != 0) {
            return -1;
        }
        automaton->made[s] = (struct ltl_choices){begin, automaton->local.count - begin};
    }
    automaton->has_letter = 1;
    return 0;
}

/* --- sets --- */

/* Adds to each choice of a list one of an obligation. */
static int join(struct ltl_alternating *automaton, struct ltl_choices list, uint32_t obligation,
                uint64_t begin) {
    const struct ltl_choices own = automaton->made[automaton->of[obligation]];
    const uint64_t bit = (uint64_t)1 << obligation & automaton->eventual;
    for (uint64_t i = 0; i < list.count * own.count; i++) {
        const struct ltl_choice before = automaton->local.data[list.begin + i / own.count],
                                after = automaton->local.data[own.begin + i % own.count];
        const struct ltl_choice both = {before.next | after.next, before.unmet | (after.next & bit)};
        if (run_stops_at(automaton->run, i + 1, 4096)) {
            return stop(automaton);
        }
        if (add_choice(automaton, begin, both) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Keeps the list that ends `local` as a step. */
static int keep(struct ltl_alternating *automaton, struct ltl_step step, uint64_t hash,
                struct ltl_choices list) {
    struct memory *memory = automaton->run->memory;
    step.choices = (struct ltl_choices){automaton->choice.count, list.count};
    for (uint64_t i = 0; i < list.count; i++) {
        if (GROWING_ADD(memory, automaton->choice, automaton->local.data[list.begin + i]) != 0) {
            return no_memory(automaton);
        }
    }
    return GROWING_ADD(memory, automaton->step, step) != 0 ||
                   index_add(&automaton->index, memory, hash, (uint32_t)automaton->step.count - 1) != 0
               ? no_memory(automaton)
               : 0;
}

static int make_step(struct ltl_alternating *automaton, uint64_t set, uint64_t letter, uint64_t hash) {
    if (read_letter(automaton, letter) != 0) {
        return -1;
    }
    const uint64_t end = automaton->local.count;
    struct ltl_choices list = {end, 1};
    int failed = add_choice(automaton, end, (struct ltl_choice){0, 0}) != 0;
    for (uint32_t o = 0; o < automaton->obligations && !failed; o++) {
        if (set >> o & 1) {
            const uint64_t begin = automaton->local.count;
            failed = join(automaton, list, o, begin) != 0;
            list = (struct ltl_choices){begin, automaton->local.count - begin};
        }
    }
    failed = failed || keep(automaton, (struct ltl_step){.set = set, .letter = letter}, hash, list) != 0;
    automaton->local.count = end;
    return failed ? -1 : 0;
}

static const struct ltl_step *find_step(const struct ltl_alternating *automaton, uint64_t set,
                                        uint64_t letter, uint64_t hash) {
    for (struct index_walk walk = index_find(&automaton->index, hash); index_next(&walk);) {
        const struct ltl_step *step = &automaton->step.data[walk.number];
        if (step->set == set && step->letter == letter) {
            return step;
        }
    }
    return NULL;
}

int ltl_alternating_step(struct ltl_alternating *automaton, uint64_t set, uint64_t letter,
                         const struct ltl_choice **choices, uint64_t *count) {
    const uint64_t key[] = {set, letter}, hash = hash_bytes(key, sizeof key, 0);
    const struct ltl_step *step = find_step(automaton, set, letter, hash);
    if (step == NULL) {
        if (make_step(automaton, set, letter, hash) != 0) {
            return -1;
        }
        step = &automaton->step.data[automaton->step.count - 1];
    }
    *choices = automaton->choice.data + step->choices.begin;
    *count = step->choices.count;
    return 0;
}
