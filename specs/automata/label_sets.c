/* Sets of labels that actions match: leaves are looked up in an index, and joined as sets or complements. */
#include "specs/automata/label_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "specs/syntax/multiaction.h"

#define MOST_DEPTH 64u /* most alternations of `and` and `or` of which sets are made */

/* --- the index --- */

static int no_memory(const struct label_finder *finder) {
    return error_memory(finder->error, "for the labels of the formula");
}

/* Labels and actions with equal normal forms have equal hashes. Returns 0, or -1 when memory runs out. */
static int hash_text(struct memory *memory, const char *text, size_t length, uint64_t *hash) {
    size_t normal = length;
    *hash = 0;
    if (!multiaction_is_closed(text, length)) {
        return 0;
    }
    char *copy = memory_allocate(memory, length + 1);
    int failed = copy == NULL;
    if (!failed) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        failed = multiaction_normalise(memory, copy, &normal) != 0;
        *hash = failed ? 0 : hash_bytes(copy, normal, 0);
    }
    memory_free(memory, copy, length + 1);
    return failed ? -1 : 0;
}

int label_finder_open(struct label_finder *finder, const struct label_texts *labels, const struct run *run,
                      struct error *error) {
    struct memory *memory = run->memory;
    *finder = (struct label_finder){.run = run, .memory = memory, .labels = labels, .error = error};
    for (uint32_t label = 0; label < labels->count; label++) {
        uint64_t hash;
        if (hash_text(memory, labels->text[label], labels->length[label], &hash) != 0 ||
            index_add(&finder->by_text, memory, hash, label) != 0) {
            return no_memory(finder);
        }
    }
    return 0;
}

void label_finder_close(struct label_finder *finder) {
    index_free(&finder->by_text, finder->memory);
}

/* --- sets --- */

void label_set_free(const struct label_finder *finder, struct label_set *set) {
    memory_free(finder->memory, set->label, set->capacity * sizeof *set->label);
    *set = (struct label_set){.label = NULL};
}

static int add_label(const struct label_finder *finder, struct label_set *set, uint32_t label) {
    if (MEMORY_GROW(finder->memory, &set->label, &set->capacity, set->count + 1) != 0) {
        return no_memory(finder);
    }
    set->label[set->count++] = label;
    return 0;
}

/* Keeps those labels of a set that are in another one, or those that are not. Both are sorted. */
static void keep_common(struct label_set *set, const struct label_set *other, int common) {
    uint64_t kept = 0, at = 0;
    for (uint64_t i = 0; i < set->count; i++) {
        uint32_t label = set->label[i];
        while (at < other->count && other->label[at] < label) {
            at++;
        }
        if ((at < other->count && other->label[at] == label) == common) {
            set->label[kept++] = label;
        }
    }
    set->count = kept;
}

/* --- actions --- */

/* An operand of a disjunction that is written out. */
struct disjunct {
    const struct action *action;
    int negated;
};

/* A disjunction while its operands are joined. */
struct disjunction {
    const struct label_finder *finder;
    GROWING(struct disjunct) open;
    struct label_set in;  /* labels of some operand, in any order */
    struct label_set out; /* if has_out: the only labels that no operand so far matches as a complement */
    int has_out;
};

static int is_leaf(const struct action *action) {
    return action->kind != ACTION_AND && action->kind != ACTION_OR && action->kind != ACTION_IMPLIES &&
           action->kind != ACTION_NOT;
}

/* Adds to the set all labels that match, which are `label` alone unless that is UINT32_MAX. */
static int add_matching(const struct label_finder *finder, const struct action *action, struct label_set *set,
                        uint32_t label) {
    const struct label_texts *labels = finder->labels;
    uint32_t end = label == UINT32_MAX ? labels->count : label + 1;
    for (label = label == UINT32_MAX ? 0 : label; label < end; label++) {
        int matches = action_matches(action, labels->text[label], labels->length[label],
                                     labels->is_internal[label], finder->error);
        if (matches < 0 || (matches && add_label(finder, set, label) != 0)) {
            return -1;
        }
        if ((label % 4096 == 0 || !is_leaf(action)) && run_should_stop(finder->run)) {
            return error_set(finder->error, ERROR_INTERRUPTED, "interrupted while labels were compared");
        }
    }
    return 0;
}

static int find_leaf(const struct label_finder *finder, const struct action *action, struct label_set *set) {
    uint64_t hash;
    if (action->kind == ACTION_TRUE || action->kind == ACTION_FALSE) {
        set->is_complement = action->kind == ACTION_TRUE;
        return 0;
    }
    if (action->kind != ACTION_LABEL && action->kind != ACTION_MULTIACTION) {
        return add_matching(finder, action, set, UINT32_MAX);
    }
    if (hash_text(finder->memory, action->text, action->length, &hash) != 0) {
        return no_memory(finder);
    }
    for (struct index_walk walk = index_find(&finder->by_text, hash); index_next(&walk);) {
        if (add_matching(finder, action, set, walk.number) != 0) {
            return -1;
        }
    }
    set->count = sort_unique_numbers(set->label, set->count);
    return 0;
}

/* Joins the set of one operand. */
static int join_set(struct disjunction *disjunction, struct label_set *set) {
    const struct label_finder *finder = disjunction->finder;
    int failed = 0;
    if (!set->is_complement) {
        for (uint64_t i = 0; i < set->count && !failed; i++) {
            failed = add_label(finder, &disjunction->in, set->label[i]) != 0;
        }
    } else if (disjunction->has_out) {
        keep_common(&disjunction->out, set, 1);
    } else {
        disjunction->has_out = 1;
        disjunction->out = *set;
        *set = (struct label_set){.label = NULL};
    }
    label_set_free(finder, set);
    return failed ? -1 : 0;
}

static int find_set(const struct label_finder *finder, struct disjunct whole, unsigned depth,
                    struct label_set *set);

/* Joins an operand, or the two of which it is a disjunction. */
static int join_operand(struct disjunction *disjunction, struct disjunct operand, unsigned depth) {
    const struct label_finder *finder = disjunction->finder;
    const struct action *action = operand.action;
    struct label_set set = {.label = NULL};
    if (action->kind == ACTION_NOT) {
        return GROWING_ADD(finder->memory, disjunction->open,
                           (struct disjunct){action->left, !operand.negated}) == 0
                   ? 0
                   : no_memory(finder);
    }
    if (!is_leaf(action) && (action->kind == ACTION_AND) == operand.negated) {
        int left_negated = operand.negated != (action->kind == ACTION_IMPLIES);
        return GROWING_ADD(finder->memory, disjunction->open,
                           (struct disjunct){action->left, left_negated}) == 0 &&
                       GROWING_ADD(finder->memory, disjunction->open,
                                   (struct disjunct){action->right, operand.negated}) == 0
                   ? 0
                   : no_memory(finder);
    }
    int failed;
    if (is_leaf(action)) {
        failed = find_leaf(finder, action, &set);
        set.is_complement ^= operand.negated;
    } else { /* a conjunction is no disjunction of the opposites */
        failed = find_set(finder, (struct disjunct){action, !operand.negated}, depth + 1, &set);
        set.is_complement = !set.is_complement;
    }
    if (failed) {
        label_set_free(finder, &set);
        return -1;
    }
    return join_set(disjunction, &set);
}

/* The set of a leaf or a disjunction. */
static int find_set(const struct label_finder *finder, struct disjunct whole, unsigned depth,
                    struct label_set *set) {
    struct disjunction disjunction = {.finder = finder};
    if (depth > MOST_DEPTH) {
        set->is_complement = whole.negated;
        return add_matching(finder, whole.action, set, UINT32_MAX);
    }
    int failed = GROWING_ADD(finder->memory, disjunction.open, whole) != 0 ? no_memory(finder) : 0;
    while (!failed && disjunction.open.count > 0) {
        failed = join_operand(&disjunction, disjunction.open.data[--disjunction.open.count], depth) != 0;
    }
    GROWING_FREE(finder->memory, disjunction.open);
    disjunction.in.count = sort_unique_numbers(disjunction.in.label, disjunction.in.count);
    if (disjunction.has_out) {
        keep_common(&disjunction.out, &disjunction.in, 0);
        label_set_free(finder, &disjunction.in);
    }
    *set = disjunction.has_out ? disjunction.out : disjunction.in;
    set->is_complement = disjunction.has_out;
    return failed ? -1 : 0;
}

int label_finder_find(const struct label_finder *finder, const struct action *action, struct label_set *set) {
    *set = (struct label_set){.label = NULL};
    return find_set(finder, (struct disjunct){action, 0}, 0, set);
}
