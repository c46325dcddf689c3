/*
 * prio: the relation on labels is computed on patterns. Labels with the same signature, which is the set of
 * patterns that they match, have the same priority. A pattern reaches the patterns below it in its chains
 * and, through any label that matches one of these, the patterns below that label's other patterns. A
 * signature t is above s when a pattern of t reaches one of s; s then gets a guard, which sub-rules, copies
 * of the rules of every such t, falsify.
 */
#include "frontend/exp/compile/compose.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/scope.h"

#define MAX_PATTERNS 4096
#define MAX_FALSIFIES ((uint64_t)1 << 28)
#define NO_GUARD UINT32_MAX

struct entry_view {
    struct rule_entry *entry;
    uint32_t signature;
};

struct priority_pair {
    uint32_t above, below;
};

struct priority {
    struct composer *composer;
    const struct exp_node *node;
    const struct exp_text **patterns; /* with distinct texts */
    uint32_t pattern_count;
    uint64_t pattern_capacity;
    GROWING(struct priority_pair) edges; /* neighbours in chains */
    uint64_t words;                      /* words of a set of patterns */
    struct scope scope;                  /* of what follows */
    struct entry_view *views;            /* the labels that have rules */
    uint64_t view_count;
    uint64_t *matches;    /* view_count sets, before signatures are computed */
    uint64_t *signatures; /* signature_count sets */
    uint32_t *guards;     /* [signature]: its guard, or NO_GUARD */
    uint64_t *falsify_begin, *falsify_end;
    uint32_t signature_count;
    uint64_t *reach; /* pattern_count sets: the patterns below each pattern */
    uint64_t *below; /* signature_count sets: the union of `reach` over the patterns */
};

static uint64_t *set_at(const struct priority *work, uint64_t *sets, uint64_t index) {
    return sets + index * work->words;
}

static int check_memory(const struct priority *work) {
    return work->scope.failed ? compose_memory(work->composer) : 0;
}

/* --- patterns and chains --- */

static int list_patterns(struct priority *work, label_table *texts) {
    struct composer *composer = work->composer;
    for (uint32_t i = 0; i < work->node->chain_count; i++) {
        const struct exp_chain *chain = &work->node->chains[i];
        uint32_t above = 0;
        for (uint32_t j = 0; j < chain->count; j++) {
            const struct exp_text *text = &chain->patterns[j];
            /* The text is interned after a prefix, because a table always has the internal action. */
            composer->text.length = 0;
            if (text_buffer_add(composer->memory, &composer->text, "=") != 0 ||
                text_buffer_add(composer->memory, &composer->text, text->text) != 0) {
                return compose_memory(composer);
            }
            uint32_t id = label_intern(texts, composer->text.data, composer->text.length);
            uint32_t pattern = id - 1;
            if (id == LABEL_NONE ||
                MEMORY_GROW(composer->memory, &work->patterns, &work->pattern_capacity, (uint64_t)id) != 0 ||
                (j > 0 &&
                 GROWING_ADD(composer->memory, work->edges, (struct priority_pair){above, pattern}) != 0)) {
                return compose_memory(composer);
            }
            if (pattern >= work->pattern_count) {
                work->patterns[work->pattern_count++] = text;
            }
            above = pattern;
        }
    }
    return 0;
}

static int read_chains(struct priority *work) {
    label_table *texts = label_table_create(work->composer->memory, 0, NULL, 0);
    if (texts == NULL) {
        return compose_memory(work->composer);
    }
    int status = list_patterns(work, texts);
    label_table_free(texts);
    if (status == 0 && work->pattern_count > MAX_PATTERNS) {
        return compose_fail(work->composer, &work->node->position,
                            "prio with more than 4096 different patterns");
    }
    work->words = bitset_words(work->pattern_count);
    return status;
}

/* --- signatures --- */

static int list_views(struct priority *work, struct rule_set *set) {
    struct rule_entry *entry;
    work->views = scope_zeroed(&work->scope, rule_set_entries(set), sizeof *work->views);
    if (check_memory(work) != 0) {
        return -1;
    }
    for (struct rule_walk walk = {0}; (entry = rule_set_next(set, &walk)) != NULL;) {
        work->views[work->view_count++].entry = entry;
    }
    work->matches = scope_zeroed(&work->scope, work->view_count * work->words, sizeof *work->matches);
    return check_memory(work);
}

static int match_pattern(struct priority *work, uint32_t index) {
    struct composer *composer = work->composer;
    const struct exp_text *text = work->patterns[index];
    pattern *pattern = compose_pattern(composer, text);
    if (pattern == NULL) {
        return -1;
    }
    int status = 0, found = 0;
    for (uint64_t i = 0; i < work->view_count && status == 0; i++) {
        int matches = compose_match(composer, pattern, text, EXP_MODE_TOTAL, work->views[i].entry->label);
        status = matches < 0 ? -1 : (i & 4095) == 4095 ? compose_should_stop(composer) : 0;
        if (matches > 0) {
            bitset_add(set_at(work, work->matches, i), index);
            found = 1;
        }
    }
    pattern_free(pattern);
    if (status != 0 || found) {
        return status;
    }
    uint32_t *labels = memory_allocate_array(composer->memory, work->view_count, sizeof *labels);
    if (labels == NULL) {
        return compose_memory(composer);
    }
    for (uint64_t i = 0; i < work->view_count; i++) {
        labels[i] = work->views[i].entry->label;
    }
    status = compose_warn_pattern(composer, text, EXP_MODE_NONE, labels, work->view_count);
    memory_free(composer->memory, labels, work->view_count * sizeof *labels);
    return status;
}

/* Numbers the distinct sets of patterns, and moves them to the front of `matches`. */
static int number_signatures(struct priority *work) {
    uint64_t bytes = work->words * sizeof(uint64_t);
    struct index known = {0};
    for (uint64_t i = 0; i < work->view_count; i++) {
        const uint64_t *set = set_at(work, work->matches, i);
        uint64_t hash = hash_bytes(set, bytes, 0);
        struct index_walk walk = index_find(&known, hash);
        int found = 0;
        while (!found && index_next(&walk)) {
            found = memcmp(set_at(work, work->matches, walk.number), set, bytes) == 0;
        }
        if (!found) {
            if (index_add(&known, work->composer->memory, hash, work->signature_count) != 0) {
                index_free(&known, work->composer->memory);
                return compose_memory(work->composer);
            }
            memmove(set_at(work, work->matches, work->signature_count), set, bytes);
        }
        work->views[i].signature = found ? walk.number : work->signature_count++;
    }
    work->signatures = work->matches;
    index_free(&known, work->composer->memory);
    return 0;
}

/* --- the relation --- */

/* The sets from which the patterns below each pattern are found. */
struct relation {
    uint64_t *next;   /* for each pattern, those right below it in chains */
    uint64_t *linked; /* for each pattern, those that share a label with it, itself included */
    uint64_t *queued;
    uint32_t *queue;
};

/* Queues the patterns of a set that are new; returns how many have been queued so far. */
static uint32_t queue_set(const struct priority *work, const struct relation *relation, const uint64_t *set,
                          uint32_t count) {
    for (uint64_t word = 0; word < work->words; word++) {
        uint64_t fresh = set[word] & ~relation->queued[word];
        relation->queued[word] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
            relation->queue[count++] = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(fresh);
        }
    }
    return count;
}

/* Computes the patterns that `from` reaches. */
static void reach_from(struct priority *work, uint32_t from, const struct relation *relation) {
    uint64_t *reach = set_at(work, work->reach, from);
    uint32_t count = 1;
    memset(relation->queued, 0, work->words * sizeof *relation->queued);
    bitset_add(relation->queued, from);
    relation->queue[0] = from;
    for (uint32_t at = 0; at < count; at++) {
        const uint64_t *next = set_at(work, relation->next, relation->queue[at]);
        for (uint64_t word = 0; word < work->words; word++) {
            uint64_t fresh = next[word] & ~reach[word];
            reach[word] |= fresh;
            for (; fresh != 0; fresh &= fresh - 1) {
                uint64_t below = word * 64 + (uint64_t)__builtin_ctzll(fresh);
                count = queue_set(work, relation, set_at(work, relation->linked, below), count);
            }
        }
    }
}

static void fill_relation(struct priority *work, const struct relation *relation) {
    for (uint64_t i = 0; i < work->edges.count; i++) {
        bitset_add(set_at(work, relation->next, work->edges.data[i].above), work->edges.data[i].below);
    }
    for (uint32_t p = 0; p < work->pattern_count; p++) {
        bitset_add(set_at(work, relation->linked, p), p);
        for (uint32_t s = 0; s < work->signature_count; s++) {
            const uint64_t *signature = set_at(work, work->signatures, s);
            if (bitset_has(signature, p)) {
                bitset_unite(set_at(work, relation->linked, p), signature, work->words);
            }
        }
    }
}

static void gather_below(struct priority *work) {
    for (uint32_t s = 0; s < work->signature_count; s++) {
        for (uint32_t p = 0; p < work->pattern_count; p++) {
            if (bitset_has(set_at(work, work->signatures, s), p)) {
                bitset_unite(set_at(work, work->below, s), set_at(work, work->reach, p), work->words);
            }
        }
    }
}

static int close_relation(struct priority *work) {
    struct scope *kept = &work->scope, scope = {.memory = kept->memory};
    uint64_t patterns = work->pattern_count, words = patterns * work->words;
    work->reach = scope_zeroed(kept, words, sizeof *work->reach);
    work->below = scope_zeroed(kept, work->signature_count * work->words, sizeof *work->below);
    struct relation relation = {scope_zeroed(&scope, words, sizeof *relation.next),
                                scope_zeroed(&scope, words, sizeof *relation.linked),
                                scope_zeroed(&scope, work->words, sizeof *relation.queued),
                                scope_zeroed(&scope, patterns, sizeof *relation.queue)};
    int status = kept->failed || scope.failed ? compose_memory(work->composer) : 0;
    if (status == 0) {
        fill_relation(work, &relation);
    }
    for (uint32_t p = 0; status == 0 && p < patterns; p++) {
        reach_from(work, p, &relation);
        status = compose_should_stop(work->composer);
    }
    if (status == 0) {
        gather_below(work);
    }
    scope_close(&scope);
    return status;
}

static int check_irreflexive(struct priority *work) {
    for (uint64_t i = 0; i < work->view_count; i++) {
        uint32_t s = work->views[i].signature;
        if (bitset_intersect(set_at(work, work->below, s), set_at(work, work->signatures, s), work->words)) {
            char text[400];
            snprintf(text, sizeof text, "label '%.300s' is above itself",
                     label_text(work->composer->labels, work->views[i].entry->label));
            return compose_fail(work->composer, &work->node->position, text);
        }
    }
    return 0;
}

/* --- guards --- */

static int make_guard(struct priority *work, uint32_t signature) {
    struct composer *composer = work->composer;
    work->guards[signature] = (uint32_t)composer->guard_stratum.count;
    return composer->guard_stratum.count >= NO_GUARD - 1 ||
                   GROWING_ADD(composer->memory, composer->guard_stratum, 0) != 0
               ? compose_memory(composer)
               : 0;
}

/* The guards that each signature falsifies, as ranges of composer->falsifies. */
static int list_falsified(struct priority *work) {
    struct composer *composer = work->composer;
    for (uint32_t t = 0; t < work->signature_count; t++) {
        work->falsify_begin[t] = composer->falsifies.count;
        for (uint32_t s = 0; s < work->signature_count; s++) {
            if (!bitset_intersect(set_at(work, work->below, t), set_at(work, work->signatures, s),
                                  work->words)) {
                continue;
            }
            if (work->guards[s] == NO_GUARD && make_guard(work, s) != 0) {
                return -1;
            }
            if (composer->falsifies.count >= MAX_FALSIFIES ||
                GROWING_ADD(composer->memory, composer->falsifies, work->guards[s]) != 0) {
                return compose_memory(composer);
            }
        }
        work->falsify_end[t] = composer->falsifies.count;
        if (compose_should_stop(composer) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Makes sub-rules of the rules of labels that are above others, as they are within the operand. */
static int make_subrules(struct priority *work, struct rule_set *set) {
    struct composer *composer = work->composer;
    for (uint64_t i = 0; i < work->view_count; i++) {
        uint32_t signature = work->views[i].signature;
        uint64_t begin = work->falsify_begin[signature], end = work->falsify_end[signature];
        const struct rule_list *rules = &work->views[i].entry->rules;
        if (begin == end) {
            continue;
        }
        if (compose_check_rules(composer, work->node,
                                rule_set_total(set) + composer->subrules.count + rules->count) != 0) {
            return -1;
        }
        for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
            uint32_t level = composer->store.nodes[rule].level;
            if (GROWING_ADD(composer->memory, composer->subrules,
                            (struct compose_subrule){rule, begin, end}) != 0) {
                return compose_memory(composer);
            }
            for (uint64_t j = begin; j < end; j++) {
                uint32_t *stratum = &composer->guard_stratum.data[composer->falsifies.data[j]];
                *stratum = level > *stratum ? level : *stratum;
            }
        }
    }
    return 0;
}

static int guard_rules(struct priority *work) {
    struct composer *composer = work->composer;
    for (uint64_t i = 0; i < work->view_count; i++) {
        struct rule_list guarded = {0, 0, 0}, *rules = &work->views[i].entry->rules;
        uint32_t guard = work->guards[work->views[i].signature];
        if (guard == NO_GUARD) {
            continue;
        }
        for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
            uint32_t level = composer->store.nodes[rule].level, own = composer->guard_stratum.data[guard] + 1;
            uint32_t made = rule_make(&composer->store, RULE_GUARD, rule, guard, level > own ? level : own);
            if (made == RULE_NONE) {
                return compose_memory(composer);
            }
            rule_append(&composer->store, &guarded, made);
        }
        *rules = guarded;
    }
    return 0;
}

static int make_guards(struct priority *work, struct rule_set *set) {
    uint64_t count = work->signature_count;
    work->guards = scope_array(&work->scope, count, sizeof *work->guards);
    work->falsify_begin = scope_zeroed(&work->scope, count, sizeof *work->falsify_begin);
    work->falsify_end = scope_zeroed(&work->scope, count, sizeof *work->falsify_end);
    if (check_memory(work) != 0) {
        return -1;
    }
    memset(work->guards, 0xff, count * sizeof *work->guards);
    return list_falsified(work) != 0 || make_subrules(work, set) != 0 ? -1 : guard_rules(work);
}

static void free_work(struct priority *work) {
    struct memory *memory = work->composer->memory;
    memory_free(memory, work->patterns, work->pattern_capacity * sizeof *work->patterns);
    GROWING_FREE(memory, work->edges);
    scope_close(&work->scope);
}

int compose_prio(struct composer *composer, const struct exp_node *node, struct rule_set *set) {
    struct priority work = {.composer = composer, .node = node, .scope = {.memory = composer->memory}};
    int status = read_chains(&work);
    if (status == 0) {
        status = list_views(&work, set);
    }
    for (uint32_t i = 0; status == 0 && i < work.pattern_count; i++) {
        status = match_pattern(&work, i);
    }
    if (status == 0 && (number_signatures(&work) != 0 || close_relation(&work) != 0 ||
                        check_irreflexive(&work) != 0 || make_guards(&work, set) != 0)) {
        status = -1;
    }
    free_work(&work);
    return status;
}
