/* Builds MDPs from files, in the usual case: edges in the order of states and choices. */
#include "decompose/mdp/mdp_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/digraph_core.h"
#include "model/mdp_core.h"
#include "model/mdp_internal.h"
#include "explorer/graph/graph.h"

#define FIRST_EDGES 4096u
/* A file mentions nearly all of its states: numbers far beyond take no memory. */
#define STATES_UNMENTIONED 65536u
#define STATES_PER_MENTION 8u

int mdp_builder_fail_memory(const struct mdp_builder *builder, struct error *error) {
    return error_in(error, ERROR_MEMORY, builder->name, "not enough memory for the MDP");
}

int mdp_builder_fail_sum(const struct mdp_builder *builder, uint32_t state, uint32_t choice, double sum,
                         struct mdp_place place, struct error *error) {
    return error_at(error, ERROR_INPUT, (struct source_position){builder->name, place.line, place.column},
                    "the probabilities of choice %u of state %u sum to %.9g, not to 1%s", choice, state, sum,
                    builder->hint == NULL ? "" : builder->hint);
}

int mdp_builder_accepts(const struct mdp_builder *builder, double sum) {
    return builder->rates || fabs(sum - 1) <= MDP_SUM_TOLERANCE;
}

int mdp_builder_open(struct mdp_builder *builder, const char *name, int keep, const struct run *run,
                     struct error *error) {
    *builder = (struct mdp_builder){.run = run, .name = name, .keep = keep};
    struct memory *memory = run->memory;
    struct mdp *mdp = builder->mdp = mdp_create(memory);
    builder->names = mdp_names_create(memory);
    if (mdp == NULL || builder->names == NULL ||
        memory_range_open(memory, &mdp->offset_range, 1, UINT64_MAX) != 0 ||
        memory_range_open(memory, &mdp->target_range, 1, UINT64_MAX) != 0 ||
        memory_range_open(memory, &mdp->begin_range, 1, UINT64_MAX) != 0 ||
        (keep && memory_range_open(memory, &mdp->probability_range, 1, UINT64_MAX) != 0)) {
        return mdp_builder_fail_memory(builder, error);
    }
    mdp->probabilities = mdp->probability_range.base;
    mdp->offsets = mdp->offset_range.base;
    mdp->targets = mdp->target_range.base;
    mdp->begins = mdp->begin_range.base;
    return 0;
}

void mdp_builder_close(struct mdp_builder *builder) {
    struct memory *memory = builder->run->memory;
    memory_free(memory, builder->runs, builder->run_capacity * sizeof *builder->runs);
    mdp_names_free(builder->names);
    mdp_free(builder->mdp);
}

uint32_t mdp_builder_name(struct mdp_builder *builder, const char *text, size_t length, struct error *error) {
    uint32_t name = mdp_names_intern(builder->names, text, length);
    if (name == MDP_NO_NAME) {
        mdp_builder_fail_memory(builder, error);
    }
    return name;
}

/* --- arrays that grow --- */

/* Grows by an eighth, so that little stays unused in the end. */
static int extend_range(struct mdp_builder *builder, struct memory_range *range, uint64_t bytes) {
    if (bytes <= range->committed) {
        return 0;
    }
    uint64_t more = bytes + bytes / 8 + FIRST_EDGES;
    return memory_range_extend(builder->run->memory, range, more) == 0 ||
                   memory_range_extend(builder->run->memory, range, bytes) == 0
               ? 0
               : -1;
}

static int grow_edges(struct mdp_builder *builder, struct error *error) {
    struct mdp *mdp = builder->mdp;
    uint64_t capacity = builder->edges + builder->edges / 8 + FIRST_EDGES;
    uint64_t bytes = capacity * sizeof(uint32_t);
    if (memory_range_extend(builder->run->memory, &mdp->target_range, bytes) != 0 ||
        (mdp->labels != NULL && memory_range_extend(builder->run->memory, &mdp->label_range, bytes) != 0) ||
        (builder->keep && memory_range_extend(builder->run->memory, &mdp->probability_range,
                                              capacity * sizeof *mdp->probabilities) != 0)) {
        return mdp_builder_fail_memory(builder, error);
    }
    builder->edge_capacity = capacity;
    return 0;
}

/* The first label came; the edges so far have none. */
static int begin_labels(struct mdp_builder *builder, struct error *error) {
    struct mdp *mdp = builder->mdp;
    if (memory_range_open(builder->run->memory, &mdp->label_range, 1, UINT64_MAX) != 0 ||
        memory_range_extend(builder->run->memory, &mdp->label_range,
                            builder->edge_capacity * sizeof *mdp->labels) != 0) {
        return mdp_builder_fail_memory(builder, error);
    }
    mdp->labels = mdp->label_range.base;
    memset(mdp->labels, 0xff, builder->edges * sizeof *mdp->labels); /* MDP_NO_LABEL */
    return 0;
}

int mdp_builder_rows(struct mdp_builder *builder, uint64_t rows, uint64_t edges, struct error *error) {
    struct mdp *mdp = builder->mdp;
    if (extend_range(builder, &mdp->offset_range, rows * sizeof *mdp->offsets) != 0) {
        return mdp_builder_fail_memory(builder, error);
    }
    while (builder->rows < rows) {
        mdp->offsets[builder->rows++] = edges;
    }
    return 0;
}

int mdp_builder_begins_reach(struct mdp_builder *builder, uint64_t edges, struct error *error) {
    struct mdp *mdp = builder->mdp;
    return extend_range(builder, &mdp->begin_range, bitmap_words(edges) * sizeof *mdp->begins) == 0
               ? 0
               : mdp_builder_fail_memory(builder, error);
}

int mdp_builder_begin(struct mdp_builder *builder, uint64_t edge, struct error *error) {
    struct mdp *mdp = builder->mdp;
    if (mdp_builder_begins_reach(builder, edge + 1, error) != 0) {
        return -1;
    }
    bitmap_set(mdp->begins, edge);
    mdp->choices++;
    return 0;
}

/* --- choices --- */

static int compare_targets(const void *a, const void *b) {
    return sort_compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

struct weighted {
    uint32_t target;
    uint64_t place; /* so that sums do not depend on how qsort orders equal edges */
    double probability;
};

static int compare_weighted(const void *a, const void *b) {
    const struct weighted *left = a, *right = b;
    return left->target != right->target ? sort_compare(left->target, right->target)
                                         : sort_compare(left->place, right->place);
}

static int sort_weighted(const struct mdp_builder *builder, uint32_t *targets, double *probabilities,
                         uint64_t count, struct error *error) {
    struct memory *memory = builder->run->memory;
    struct weighted *edges = memory_allocate_array(memory, count, sizeof *edges);
    if (edges == NULL) {
        return mdp_builder_fail_memory(builder, error);
    }
    for (uint64_t i = 0; i < count; i++) {
        edges[i] = (struct weighted){targets[i], i, probabilities[i]};
    }
    qsort(edges, count, sizeof *edges, compare_weighted);
    for (uint64_t i = 0; i < count; i++) {
        targets[i] = edges[i].target;
        probabilities[i] = edges[i].probability;
    }
    memory_free(memory, edges, count * sizeof *edges);
    return 0;
}

int mdp_builder_sort(const struct mdp_builder *builder, uint32_t *targets, double *probabilities,
                     uint64_t *count, struct error *error) {
    uint64_t sorted = 1, kept = 1;
    while (sorted < *count && targets[sorted - 1] < targets[sorted]) {
        sorted++;
    }
    if (sorted >= *count) {
        return 0;
    }
    if (probabilities == NULL) {
        qsort(targets, *count, sizeof *targets, compare_targets);
    } else if (sort_weighted(builder, targets, probabilities, *count, error) != 0) {
        return -1;
    }
    for (uint64_t i = 1; i < *count; i++) {
        if (targets[i] != targets[kept - 1]) {
            targets[kept] = targets[i];
            if (probabilities != NULL) {
                probabilities[kept] = probabilities[i];
            }
            kept++;
        } else if (probabilities != NULL) {
            probabilities[kept - 1] += probabilities[i];
        }
    }
    *count = kept;
    return 0;
}

/* Ends the open choice. If its sum is not 1, more of its edges may follow elsewhere in the file. */
static int close_choice(struct mdp_builder *builder, struct error *error) {
    if (!builder->open || builder->edges == builder->begin) {
        builder->open = 0;
        return 0;
    }
    if (!builder->sorting && !mdp_builder_accepts(builder, builder->sum) &&
        mdp_runs_begin(builder, error) != 0) {
        return -1;
    }
    builder->open = 0;
    if (builder->sorting) {
        return mdp_runs_add(builder, error);
    }
    const struct mdp *mdp = builder->mdp;
    uint64_t count = builder->edges - builder->begin;
    if (mdp_builder_sort(builder, mdp->targets + builder->begin,
                         builder->keep ? mdp->probabilities + builder->begin : NULL, &count, error) != 0) {
        return -1;
    }
    builder->edges = builder->begin + count;
    builder->choices_of_row++;
    return mdp_builder_begin(builder, builder->begin, error);
}

static uint64_t plausible_states(const struct mdp_builder *builder) {
    return STATES_UNMENTIONED + STATES_PER_MENTION * (builder->mentioned + builder->edges);
}

/* Whether the choice is the next in order, and skips no state numbers that would cost much memory. */
static int is_next(const struct mdp_builder *builder, uint32_t state, uint32_t choice) {
    if (builder->rows > 0 && state == builder->rows - 1) {
        return choice == builder->choices_of_row;
    }
    return state >= builder->rows && choice == 0 && state < plausible_states(builder);
}

void mdp_builder_state(struct mdp_builder *builder, uint32_t state) {
    builder->mentioned++;
    builder->states = state >= builder->states ? (uint64_t)state + 1 : builder->states;
}

int mdp_builder_choice(struct mdp_builder *builder, uint32_t state, uint32_t choice, struct mdp_place place,
                       struct error *error) {
    if (builder->open && builder->state == state && builder->choice == choice) {
        return 0;
    }
    if (close_choice(builder, error) != 0) {
        return -1;
    }
    if (!builder->sorting && !is_next(builder, state, choice) && mdp_runs_begin(builder, error) != 0) {
        return -1;
    }
    if (!builder->sorting && state >= builder->rows) {
        if (mdp_builder_rows(builder, (uint64_t)state + 1, builder->edges, error) != 0) {
            return -1;
        }
        builder->choices_of_row = 0;
    }
    mdp_builder_state(builder, state);
    builder->open = 1;
    builder->state = state;
    builder->choice = choice;
    builder->begin = builder->edges;
    builder->sum = 0;
    builder->place = place;
    return 0;
}

int mdp_builder_edge(struct mdp_builder *builder, uint32_t target, double probability, uint32_t label,
                     struct mdp_place place, struct error *error) {
    struct mdp *mdp = builder->mdp;
    if ((builder->edges == builder->edge_capacity && grow_edges(builder, error) != 0) ||
        (label != MDP_NO_LABEL && mdp->labels == NULL && begin_labels(builder, error) != 0)) {
        return -1;
    }
    if (builder->edges == builder->begin) {
        builder->label = label;
    } else if (label != builder->label) {
        return error_at(error, ERROR_INPUT, (struct source_position){builder->name, place.line, place.column},
                        "another action than before in choice %u of state %u", builder->choice,
                        builder->state);
    }
    mdp->targets[builder->edges] = target;
    if (mdp->labels != NULL) {
        mdp->labels[builder->edges] = label;
    }
    if (builder->keep) {
        mdp->probabilities[builder->edges] = probability;
    }
    builder->edges++;
    builder->sum += probability;
    builder->states = target >= builder->states ? (uint64_t)target + 1 : builder->states;
    return 0;
}

/* --- the finished MDP --- */

static int check_states(const struct mdp_builder *builder, uint64_t states, struct error *error) {
    if (states > GRAPH_MOST_VERTICES) {
        return error_in(error, ERROR_LIMIT, builder->name, "more than %llu states",
                        (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (states > plausible_states(builder)) {
        return error_in(error, ERROR_INPUT, builder->name,
                        "%llu states, of which at most %llu occur in the file", (unsigned long long)states,
                        (unsigned long long)(builder->mentioned + builder->edges));
    }
    return 0;
}

static int sort_labels(struct mdp_builder *builder) {
    struct mdp *mdp = builder->mdp;
    if (mdp->labels == NULL) {
        return 0;
    }
    uint32_t count = mdp_names_count(builder->names);
    uint32_t *rank = memory_allocate_array(mdp->memory, count, sizeof *rank);
    if (rank == NULL) {
        return -1;
    }
    mdp->label_text = mdp_names_sorted(builder->names, rank);
    mdp->label_count = mdp->label_text == NULL ? 0 : count;
    for (uint64_t edge = 0; edge < mdp->edges; edge++) {
        mdp->labels[edge] = mdp->labels[edge] == MDP_NO_LABEL ? MDP_NO_LABEL : rank[mdp->labels[edge]];
    }
    memory_free(mdp->memory, rank, count * sizeof *rank);
    return mdp->label_text == NULL ? -1 : 0;
}

struct mdp *mdp_builder_finish(struct mdp_builder *builder, uint64_t states, struct error *error) {
    struct mdp *mdp = builder->mdp;
    if (close_choice(builder, error) != 0) {
        return NULL;
    }
    states = states == UINT64_MAX ? builder->states : states;
    if (check_states(builder, states, error) != 0 ||
        (builder->sorting && mdp_runs_finish(builder, error) != 0) ||
        mdp_builder_begins_reach(builder, builder->edges, error) != 0 ||
        mdp_builder_rows(builder, states + 1, builder->edges, error) != 0) {
        return NULL;
    }
    mdp->states = mdp->reachable_states = states;
    mdp->edges = builder->edges;
    if (sort_labels(builder) != 0) {
        mdp_builder_fail_memory(builder, error);
        return NULL;
    }
    if (mdp->choices == mdp->edges) {
        memory_range_close(mdp->memory, &mdp->begin_range);
        mdp->begins = NULL;
    }
    if (mdp->choices == mdp->edges && !builder->rates) {
        memory_range_close(mdp->memory, &mdp->probability_range);
        mdp->probabilities = NULL;
    }
    builder->mdp = NULL;
    return mdp;
}
