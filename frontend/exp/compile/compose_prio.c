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

#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"

#define MAX_PATTERNS 4096
#define MAX_FALSIFIES ((uint64_t)1 << 28)
#define NO_GUARD UINT32_MAX

struct entry_view {
    struct rule_entry *entry;
    uint32_t signature;
};

struct edge {
    uint32_t above, below;
};

struct priority {
    struct composer *composer;
    const struct exp_node *node;
    const struct exp_text **patterns; /* with distinct texts */
    uint32_t pattern_count;
    uint64_t pattern_capacity;
    struct edge *edges;
    uint64_t edge_count, edge_capacity;
    uint64_t words;           /* of a set of patterns */
    struct entry_view *views; /* the labels that have rules */
    uint64_t view_count;
    uint64_t *matches;    /* view_count sets, before signatures are computed */
    uint64_t *signatures; /* signature_count sets */
    uint32_t *guards;     /* of each signature; or NO_GUARD */
    uint64_t *falsify_begin, *falsify_end;
    uint32_t signature_count;
    uint64_t *reach; /* pattern_count sets: the patterns below each pattern */
    uint64_t *below; /* signature_count sets: the union of `reach` over the patterns */
};

static uint64_t *set_at(const struct priority *work, uint64_t *sets, uint64_t index) {
    return sets + index * work->words;
}

static int has(const uint64_t *set, uint32_t element) {
    return (int)(set[element / 64] >> (element % 64) & 1);
}

static void include(uint64_t *set, uint32_t element) {
    set[element / 64] |= (uint64_t)1 << (element % 64);
}

static int intersect(const uint64_t *a, const uint64_t *b, uint64_t words) {
    for (uint64_t i = 0; i < words; i++) {
        if ((a[i] & b[i]) != 0) {
            return 1;
        }
    }
    return 0;
}

static void *zeroed(struct priority *work, uint64_t count, uint64_t size) {
    uint64_t bytes;
    void *block = __builtin_mul_overflow(count, size, &bytes)
                      ? NULL
                      : memory_allocate_zeroed(work->composer->memory, bytes);
    if (block == NULL) {
        compose_memory(work->composer);
    }
    return block;
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
                MEMORY_GROW(composer->memory, &work->edges, &work->edge_capacity, work->edge_count + 1) !=
                    0) {
                return compose_memory(composer);
            }
            if (pattern >= work->pattern_count) {
                work->patterns[work->pattern_count++] = text;
            }
            if (j > 0) {
                work->edges[work->edge_count++] = (struct edge){above, pattern};
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
    work->words = (work->pattern_count + 63) / 64;
    return status;
}

/* --- signatures --- */

static int list_views(struct priority *work, struct rule_set *set) {
    struct rule_map *maps[3] = {&set->plain, &set->exit, &set->free};
    uint64_t entries = set->plain.count + set->exit.count + set->free.count;
    work->views = zeroed(work, entries, sizeof *work->views);
    if (work->views == NULL) {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        for (uint64_t j = 0; j < maps[i]->count; j++) {
            if (maps[i]->entries[j].rules.count > 0) {
                work->views[work->view_count++].entry = &maps[i]->entries[j];
            }
        }
    }
    work->matches = zeroed(work, work->view_count * work->words, sizeof *work->matches);
    return work->matches == NULL ? -1 : 0;
}

static int match_pattern(struct priority *work, uint32_t index) {
    struct composer *composer = work->composer;
    const struct exp_text *text = work->patterns[index];
    pattern *pattern = compose_pattern(composer, text, 0);
    if (pattern == NULL) {
        return -1;
    }
    int status = 0, found = 0;
    for (uint64_t i = 0; i < work->view_count && status == 0; i++) {
        int matches = compose_match(composer, pattern, text, EXP_MODE_TOTAL, work->views[i].entry->label);
        status = matches < 0 ? -1 : (i & 4095) == 4095 ? compose_should_stop(composer) : 0;
        if (matches > 0) {
            include(set_at(work, work->matches, i), index);
            found = 1;
        }
    }
    pattern_free(pattern);
    if (status != 0 || found) {
        return status;
    }
    uint32_t *labels = zeroed(work, work->view_count, sizeof *labels);
    if (labels == NULL) {
        return -1;
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

/* Sorts edges by their upper pattern; those of p are first[p] .. first[p + 1]. */
static int order_edges(struct priority *work, uint32_t *first) {
    struct edge *ordered = zeroed(work, work->edge_count, sizeof *ordered);
    if (ordered == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < work->edge_count; i++) {
        first[work->edges[i].above + 1]++;
    }
    for (uint32_t p = 0; p < work->pattern_count; p++) {
        first[p + 1] += first[p];
    }
    for (uint64_t i = work->edge_count; i-- > 0;) {
        ordered[first[work->edges[i].above]++] = work->edges[i];
    }
    for (uint32_t p = work->pattern_count; p > 0; p--) { /* restores the starts */
        first[p] = first[p - 1];
    }
    first[0] = 0;
    memcpy(work->edges, ordered, work->edge_count * sizeof *ordered);
    memory_free(work->composer->memory, ordered, work->edge_count * sizeof *ordered);
    return 0;
}

/*
 * Computes the patterns that `from` reaches. `linked`: for each pattern, those that share a label with it,
 * itself included.
 */
static void reach_from(struct priority *work, uint32_t from, const uint32_t *first, const uint64_t *linked,
                       uint32_t *queue, uint64_t *queued) {
    uint64_t *reach = set_at(work, work->reach, from);
    uint32_t count = 0;
    memset(queued, 0, work->words * sizeof *queued);
    include(queued, from);
    queue[count++] = from;
    for (uint32_t next = 0; next < count; next++) {
        for (uint32_t i = first[queue[next]]; i < first[queue[next] + 1]; i++) {
            uint32_t below = work->edges[i].below;
            if (has(reach, below)) {
                continue;
            }
            include(reach, below);
            for (uint64_t word = 0; word < work->words; word++) {
                uint64_t fresh = linked[below * work->words + word] & ~queued[word];
                queued[word] |= fresh;
                for (; fresh != 0; fresh &= fresh - 1) {
                    queue[count++] = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(fresh);
                }
            }
        }
    }
}

static void link_patterns(struct priority *work, uint64_t *linked) {
    for (uint32_t p = 0; p < work->pattern_count; p++) {
        include(set_at(work, linked, p), p);
        for (uint32_t s = 0; s < work->signature_count; s++) {
            const uint64_t *signature = set_at(work, work->signatures, s);
            for (uint64_t i = 0; has(signature, p) && i < work->words; i++) {
                set_at(work, linked, p)[i] |= signature[i];
            }
        }
    }
}

static void gather_below(struct priority *work) {
    for (uint32_t s = 0; s < work->signature_count; s++) {
        for (uint32_t p = 0; p < work->pattern_count; p++) {
            for (uint64_t i = 0; has(set_at(work, work->signatures, s), p) && i < work->words; i++) {
                set_at(work, work->below, s)[i] |= set_at(work, work->reach, p)[i];
            }
        }
    }
}

static int close_relation(struct priority *work) {
    struct memory *memory = work->composer->memory;
    uint64_t patterns = work->pattern_count;
    work->reach = zeroed(work, patterns * work->words, sizeof *work->reach);
    work->below = zeroed(work, work->signature_count * work->words, sizeof *work->below);
    uint64_t *linked = zeroed(work, patterns * work->words, sizeof *linked);
    uint64_t *queued = zeroed(work, work->words, sizeof *queued);
    uint32_t *queue = zeroed(work, patterns, sizeof *queue),
             *first = zeroed(work, patterns + 1, sizeof *first);
    int missing = !work->reach || !work->below || !linked || !queued || !queue || !first;
    int status = missing || order_edges(work, first) != 0 ? -1 : 0;
    if (status == 0) {
        link_patterns(work, linked);
    }
    for (uint32_t p = 0; status == 0 && p < patterns; p++) {
        reach_from(work, p, first, linked, queue, queued);
        status = compose_should_stop(work->composer);
    }
    if (status == 0) {
        gather_below(work);
    }
    memory_free(memory, linked, patterns * work->words * sizeof *linked);
    memory_free(memory, queued, work->words * sizeof *queued);
    memory_free(memory, queue, patterns * sizeof *queue);
    memory_free(memory, first, (patterns + 1) * sizeof *first);
    return status;
}

static int check_irreflexive(struct priority *work) {
    for (uint64_t i = 0; i < work->view_count; i++) {
        uint32_t s = work->views[i].signature;
        if (intersect(set_at(work, work->below, s), set_at(work, work->signatures, s), work->words)) {
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
    if (composer->guard_count >= NO_GUARD - 1 ||
        MEMORY_GROW(composer->memory, &composer->guard_stratum, &composer->guard_capacity,
                    composer->guard_count + 1) != 0) {
        return compose_memory(composer);
    }
    work->guards[signature] = (uint32_t)composer->guard_count;
    composer->guard_stratum[composer->guard_count++] = 0;
    return 0;
}

/* The guards that each signature falsifies, as ranges of composer->falsifies. */
static int list_falsified(struct priority *work) {
    struct composer *composer = work->composer;
    for (uint32_t t = 0; t < work->signature_count; t++) {
        work->falsify_begin[t] = composer->falsify_count;
        for (uint32_t s = 0; s < work->signature_count; s++) {
            if (!intersect(set_at(work, work->below, t), set_at(work, work->signatures, s), work->words)) {
                continue;
            }
            if (work->guards[s] == NO_GUARD && make_guard(work, s) != 0) {
                return -1;
            }
            if (composer->falsify_count >= MAX_FALSIFIES ||
                MEMORY_GROW(composer->memory, &composer->falsifies, &composer->falsify_capacity,
                            composer->falsify_count + 1) != 0) {
                return compose_memory(composer);
            }
            composer->falsifies[composer->falsify_count++] = work->guards[s];
        }
        work->falsify_end[t] = composer->falsify_count;
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
                                rule_set_total(set) + composer->subrule_count + rules->count) != 0) {
            return -1;
        }
        for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
            uint32_t level = composer->store.nodes[rule].level;
            if (MEMORY_GROW(composer->memory, &composer->subrules, &composer->subrule_capacity,
                            composer->subrule_count + 1) != 0) {
                return compose_memory(composer);
            }
            composer->subrules[composer->subrule_count++] = (struct compose_subrule){rule, begin, end};
            for (uint64_t j = begin; j < end; j++) {
                uint32_t *stratum = &composer->guard_stratum[composer->falsifies[j]];
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
            uint32_t level = composer->store.nodes[rule].level, own = composer->guard_stratum[guard] + 1;
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
    work->guards = zeroed(work, count, sizeof *work->guards);
    work->falsify_begin = zeroed(work, count, sizeof *work->falsify_begin);
    work->falsify_end = zeroed(work, count, sizeof *work->falsify_end);
    if (work->guards == NULL || work->falsify_begin == NULL || work->falsify_end == NULL) {
        return -1;
    }
    memset(work->guards, 0xff, count * sizeof *work->guards);
    return list_falsified(work) != 0 || make_subrules(work, set) != 0 ? -1 : guard_rules(work);
}

static void free_work(struct priority *work, uint64_t entries) {
    struct memory *memory = work->composer->memory;
    memory_free(memory, work->patterns, work->pattern_capacity * sizeof *work->patterns);
    memory_free(memory, work->edges, work->edge_capacity * sizeof *work->edges);
    memory_free(memory, work->views, entries * sizeof *work->views);
    memory_free(memory, work->matches, work->view_count * work->words * sizeof *work->matches);
    memory_free(memory, work->reach, work->pattern_count * work->words * sizeof *work->reach);
    memory_free(memory, work->below, work->signature_count * work->words * sizeof *work->below);
    memory_free(memory, work->guards, work->signature_count * sizeof *work->guards);
    memory_free(memory, work->falsify_begin, work->signature_count * sizeof *work->falsify_begin);
    memory_free(memory, work->falsify_end, work->signature_count * sizeof *work->falsify_end);
}

int compose_prio(struct composer *composer, const struct exp_node *node, struct rule_set *set) {
    struct priority work = {.composer = composer, .node = node};
    uint64_t entries = set->plain.count + set->exit.count + set->free.count;
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
    free_work(&work, entries);
    return status;
}
