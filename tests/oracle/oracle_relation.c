/*
 * Bisimulations and simulation as greatest fixpoints: all pairs at first; a pair is dropped while one side
 * has a step that the other one does not answer. Traces by sets of states, as bits of a word.
 */
#include "tests/oracle/oracle_relation.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/graph/graph.h"
#include "tests/support/testing.h"

#define NO_LABEL UINT32_MAX

struct relating {
    const struct graph *graph;
    uint64_t vertices;
    uint32_t internal;                    /* the label `i`, or NO_LABEL */
    uint64_t after[ORACLE_RELATION_MOST]; /* of s: the bits of all t with s => t */
    uint8_t divergent[ORACLE_RELATION_MOST];
    uint8_t *related;
};

const char *oracle_relation_name(enum oracle_relation relation) {
    static const char *const names[ORACLE_RELATIONS] = {
        "strong",     "branching",       "divbranching",        "weak", "trace", "weaktrace",
        "simulation", "trace inclusion", "weak trace inclusion"};
    return names[relation];
}

static int is_internal(const struct relating *relating, uint64_t edge) {
    return relating->graph->labels[edge] == relating->internal;
}

static void relating_open(struct relating *relating, const struct graph *graph) {
    memset(relating, 0, sizeof *relating);
    relating->graph = graph;
    relating->vertices = graph->vertices;
    relating->internal = NO_LABEL;
    if (graph->vertices > ORACLE_RELATION_MOST) {
        abort();
    }
    for (uint32_t label = 0; label < graph->label_count; label++) {
        if (strcmp(graph->label_text[label], "i") == 0) {
            relating->internal = label;
        }
    }
    for (uint64_t s = 0; s < graph->vertices; s++) {
        relating->after[s] = (uint64_t)1 << s;
    }
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t s = 0; s < graph->vertices; s++) {
            uint64_t before = relating->after[s];
            for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
                relating->after[s] |= is_internal(relating, edge) ? relating->after[graph->targets[edge]] : 0;
            }
            changed |= relating->after[s] != before;
        }
    }
    for (uint64_t s = 0; s < graph->vertices; s++) {
        for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
            relating->divergent[s] |=
                is_internal(relating, edge) && relating->after[graph->targets[edge]] >> s & 1;
        }
    }
}

static int has(const struct relating *relating, uint64_t s, uint64_t t) {
    return relating->related[s * relating->vertices + t];
}

/* Whether t has a step with this label to a state that target is related to. */
static int answers(const struct relating *relating, uint64_t t, uint32_t label, uint32_t target) {
    const struct graph *graph = relating->graph;
    for (uint64_t edge = graph->offsets[t]; edge < graph->offsets[t + 1]; edge++) {
        if (graph->labels[edge] == label && has(relating, target, graph->targets[edge])) {
            return 1;
        }
    }
    return 0;
}

/* t => t1 -label-> t', s related to t1 and the target to t'. */
static int answers_branching(const struct relating *relating, uint64_t s, uint64_t t, uint32_t label,
                             uint32_t target) {
    if (label == relating->internal && has(relating, target, t)) {
        return 1;
    }
    for (uint64_t between = 0; between < relating->vertices; between++) {
        if (relating->after[t] >> between & 1 && has(relating, s, between) &&
            answers(relating, between, label, target)) {
            return 1;
        }
    }
    return 0;
}

static int answers_weak(const struct relating *relating, uint64_t t, uint32_t label, uint32_t target) {
    const struct graph *graph = relating->graph;
    uint64_t reached = label == relating->internal ? relating->after[t] : 0;
    for (uint64_t between = 0; between < relating->vertices; between++) {
        for (uint64_t edge = graph->offsets[between];
             relating->after[t] >> between & 1 && edge < graph->offsets[between + 1]; edge++) {
            reached |= graph->labels[edge] == label ? relating->after[graph->targets[edge]] : 0;
        }
    }
    for (uint64_t end = 0; end < relating->vertices; end++) {
        if (reached >> end & 1 && has(relating, target, end)) {
            return 1;
        }
    }
    return 0;
}

/* Of divbranching: a loop that nothing else has, on each state with a cycle of `i`. */
static int answers_divergence(const struct relating *relating, uint64_t s, uint64_t t) {
    for (uint64_t between = 0; between < relating->vertices; between++) {
        if (relating->after[t] >> between & 1 && has(relating, s, between) && relating->divergent[between]) {
            return 1;
        }
    }
    return 0;
}

static int answers_all(const struct relating *relating, enum oracle_relation relation, uint64_t s,
                       uint64_t t) {
    const struct graph *graph = relating->graph;
    for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
        uint32_t label = graph->labels[edge], target = graph->targets[edge];
        int answered = relation == ORACLE_BRANCHING || relation == ORACLE_DIVBRANCHING
                           ? answers_branching(relating, s, t, label, target)
                       : relation == ORACLE_WEAK ? answers_weak(relating, t, label, target)
                                                 : answers(relating, t, label, target);
        if (!answered) {
            return 0;
        }
    }
    return relation != ORACLE_DIVBRANCHING || !relating->divergent[s] || answers_divergence(relating, s, t);
}

static void relate(struct relating *relating, enum oracle_relation relation) {
    uint64_t vertices = relating->vertices;
    int symmetric = relation != ORACLE_SIMULATION;
    memset(relating->related, 1, vertices * vertices);
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t s = 0; s < vertices; s++) {
            for (uint64_t t = 0; t < vertices; t++) {
                if (has(relating, s, t) && !answers_all(relating, relation, s, t)) {
                    relating->related[s * vertices + t] = 0;
                    relating->related[symmetric ? t * vertices + s : s * vertices + t] = 0;
                    changed = 1;
                }
            }
        }
    }
}

void oracle_relate(const struct graph *graph, enum oracle_relation relation, uint8_t *related) {
    struct relating relating;
    relating_open(&relating, graph);
    relating.related = related;
    relate(&relating, relation);
}

void oracle_relation_divergent(const struct graph *graph, uint8_t *divergent) {
    struct relating relating;
    relating_open(&relating, graph);
    memcpy(divergent, relating.divergent, graph->vertices);
}

uint64_t oracle_relation_classes(const struct graph *graph, enum oracle_relation relation,
                                 uint32_t *class_of) {
    uint64_t vertices = graph->vertices, classes = 0;
    uint8_t *related = test_allocate(vertices * vertices, 1);
    oracle_relate(graph, relation, related);
    for (uint64_t s = 0; s < vertices; s++) {
        uint64_t least = 0;
        while (!related[least * vertices + s]) {
            least++;
        }
        class_of[s] = least == s ? (uint32_t)classes++ : class_of[least];
    }
    for (uint64_t s = 0; s < vertices; s++) {
        for (uint64_t t = 0; t < vertices; t++) {
            if (related[s * vertices + t] != (class_of[s] == class_of[t])) {
                abort();
            }
        }
    }
    free(related);
    return classes;
}

/* --- traces --- */

static uint64_t closure(const struct relating *relating, int weak, uint64_t set) {
    uint64_t closed = set;
    for (uint64_t s = 0; weak && s < relating->vertices; s++) {
        closed |= set >> s & 1 ? relating->after[s] : 0;
    }
    return closed;
}

static uint64_t step(const struct relating *relating, int weak, uint64_t set, uint32_t label) {
    const struct graph *graph = relating->graph;
    uint64_t next = 0;
    for (uint64_t s = 0; s < relating->vertices; s++) {
        for (uint64_t edge = graph->offsets[s]; set >> s & 1 && edge < graph->offsets[s + 1]; edge++) {
            next |= graph->labels[edge] == label ? (uint64_t)1 << graph->targets[edge] : 0;
        }
    }
    return closure(relating, weak, next);
}

struct set_pairs {
    uint64_t (*pair)[2];
    uint64_t count, capacity;
};

static void add_pair(struct set_pairs *pairs, uint64_t left, uint64_t right) {
    for (uint64_t i = 0; i < pairs->count; i++) {
        if (pairs->pair[i][0] == left && pairs->pair[i][1] == right) {
            return;
        }
    }
    if (pairs->count == pairs->capacity) {
        pairs->capacity = 2 * pairs->capacity + 16;
        pairs->pair = test_present(realloc(pairs->pair, pairs->capacity * sizeof *pairs->pair));
    }
    pairs->pair[pairs->count][0] = left;
    pairs->pair[pairs->count++][1] = right;
}

/* Whether each word of s is a word of t. */
static int includes(const struct relating *relating, int weak, uint32_t s, uint32_t t) {
    struct set_pairs pairs = {0};
    int included = 1;
    add_pair(&pairs, closure(relating, weak, (uint64_t)1 << s), closure(relating, weak, (uint64_t)1 << t));
    for (uint64_t at = 0; at < pairs.count && included; at++) {
        for (uint32_t label = 0; label < relating->graph->label_count; label++) {
            uint64_t left = step(relating, weak, pairs.pair[at][0], label);
            uint64_t right = step(relating, weak, pairs.pair[at][1], label);
            if (left != 0 && !(weak && label == relating->internal)) {
                included &= right != 0;
                add_pair(&pairs, left, right);
            }
        }
    }
    free(pairs.pair);
    return included;
}

int oracle_has_word(const struct graph *graph, int weak, uint32_t state, const char *const *word,
                    uint64_t length) {
    struct relating relating;
    relating_open(&relating, graph);
    uint64_t set = closure(&relating, weak, (uint64_t)1 << state);
    for (uint64_t at = 0; at < length && set != 0; at++) {
        uint32_t label = 0;
        while (label < graph->label_count && strcmp(graph->label_text[label], word[at]) != 0) {
            label++;
        }
        set = label == graph->label_count          ? 0
              : weak && label == relating.internal ? set
                                                   : step(&relating, weak, set, label);
    }
    return set != 0;
}

int oracle_are_related(const struct graph *graph, enum oracle_relation relation, uint32_t s, uint32_t t) {
    struct relating relating;
    relating_open(&relating, graph);
    switch (relation) {
    case ORACLE_TRACE:
    case ORACLE_WEAKTRACE:
        return includes(&relating, relation == ORACLE_WEAKTRACE, s, t) &&
               includes(&relating, relation == ORACLE_WEAKTRACE, t, s);
    case ORACLE_TRACE_INCLUSION:
    case ORACLE_WEAKTRACE_INCLUSION:
        return includes(&relating, relation == ORACLE_WEAKTRACE_INCLUSION, s, t);
    default:
        break;
    }
    relating.related = test_allocate(graph->vertices * graph->vertices, 1);
    relate(&relating, relation);
    int related = has(&relating, s, t);
    free(relating.related);
    return related;
}
