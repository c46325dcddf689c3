/*
 * From the edges of a labelled graph to the choices of an MDP. Every row is sorted by (key, target) of
 * mdp_core.h, once to see how long it will be and whether its probabilities are right, and once to write it:
 * so the arrays are as large as they must be, and threads write to places that do not depend on their number.
 */
#include "decompose/mdp/mdp_convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/shared_core.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"
#include "decompose/mdp/mdp_internal.h"

#define RUN_STATES 4096u /* that a thread takes at a time */
#define SMALL 32u        /* edges up to which rows are sorted by insertion */
#define NO_STATE UINT64_MAX

struct mdp_conversion {
    const struct mdp_source *source;
    const struct mdp_labels *labels;
    int keep_races;
    const struct run *run;
    struct mdp *mdp;
    uint64_t cursor;
    uint64_t choices;
    uint64_t wrong; /* the least state with a wrong probability; NO_STATE */
    int writing;    /* the second time */
    int failed;     /* memory, or the run is to stop */
};

/* --- a row --- */

struct mdp_edge {
    uint64_t key;
    uint32_t target, label;
    uint64_t edge; /* of the source */
};

struct mdp_row {
    struct memory *memory;
    struct mdp_edge *edges;
    uint64_t count, capacity;
};

static int compare_edges(const void *a, const void *b) {
    const struct mdp_edge *left = a, *right = b;
    if (left->key != right->key) {
        return left->key < right->key ? -1 : 1;
    }
    if (left->target != right->target) {
        return left->target < right->target ? -1 : 1;
    }
    return left->label < right->label ? -1 : left->label > right->label;
}

static void sort_row(struct mdp_edge *edges, uint64_t count) {
    uint64_t sorted = 1;
    while (sorted < count && compare_edges(&edges[sorted - 1], &edges[sorted]) <= 0) {
        sorted++;
    }
    if (sorted >= count) {
        return;
    }
    if (count > SMALL) {
        qsort(edges, count, sizeof *edges, compare_edges);
        return;
    }
    for (uint64_t i = sorted; i < count; i++) {
        struct mdp_edge edge = edges[i];
        uint64_t at = i;
        for (; at > 0 && compare_edges(&edges[at - 1], &edge) > 0; at--) {
            edges[at] = edges[at - 1];
        }
        edges[at] = edge;
    }
}

/* The edges that the state has in the MDP, sorted; repetitions are still there. 0, or -1 when memory is
 * spent.
 */
static int read_row(const struct mdp_conversion *convert, struct mdp_row *row, uint64_t state) {
    const struct mdp_source *source = convert->source;
    const struct mdp_labels *labels = convert->labels;
    row->count = 0;
    if (state >= source->row_states ||
        (convert->mdp->reachable != NULL && !bitmap_has(convert->mdp->reachable, state))) {
        return 0;
    }
    uint64_t begin = source->offsets[state], end = source->offsets[state + 1];
    int progresses = labels->rates && !convert->keep_races && mdp_state_progresses(source, labels, state);
    if (MEMORY_GROW(row->memory, &row->edges, &row->capacity, end - begin) != 0) {
        return -1;
    }
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t rank = source->labels[edge];
        const struct mdp_label *label = &labels->labels[rank];
        if (progresses && label->kind == MDP_RATE) {
            continue;
        }
        uint32_t choice = source->choices == NULL ? MDP_NO_CHOICE_NUMBER : source->choices[edge];
        row->edges[row->count++] =
            (struct mdp_edge){mdp_edge_key(label, rank, choice), source->targets[edge], rank, edge};
    }
    sort_row(row->edges, row->count);
    return 0;
}

/* Edges that differ in the numbers of choices that do not matter, or in labels of one choice. */
static int repeats_edge(const struct mdp_row *row, uint64_t i) {
    return i > 0 && row->edges[i].key == row->edges[i - 1].key &&
           row->edges[i].target == row->edges[i - 1].target;
}

static int begins_choice(const struct mdp_row *row, uint64_t i) {
    return row->edges[i].key < MDP_KEY_JOINED ? !repeats_edge(row, i)
                                              : i == 0 || row->edges[i].key != row->edges[i - 1].key;
}

/* What is wrong with the choice whose edges begin at *at, or NULL; moves *at to the next choice. */
static const char *check_choice(const struct mdp_conversion *convert, const struct mdp_row *row, uint64_t *at,
                                double *sum) {
    const struct mdp_label *label = &convert->labels->labels[row->edges[*at].label];
    const char *wrong = NULL;
    uint32_t kind = label->kind;
    *sum = 0;
    do {
        label = &convert->labels->labels[row->edges[*at].label];
        if (label->kind == MDP_PROB || label->kind == MDP_RATE) {
            *sum += label->value;
            wrong = label->value > 0 && isfinite(label->value) ? wrong : "positive";
        }
        ++*at;
    } while (*at < row->count && !begins_choice(row, *at));
    if (wrong == NULL && kind == MDP_PROB && !(fabs(*sum - 1) <= MDP_SUM_TOLERANCE)) {
        wrong = "sum";
    }
    return wrong;
}

static int has_wrong_sum(const struct mdp_conversion *convert, const struct mdp_row *row) {
    double sum;
    for (uint64_t at = 0; at < row->count;) {
        if (check_choice(convert, row, &at, &sum) != NULL) {
            return 1;
        }
    }
    return 0;
}

/* --- all rows --- */

static void measure_row(struct mdp_conversion *convert, const struct mdp_row *row, uint64_t state) {
    uint64_t edges = 0, choices = 0;
    for (uint64_t i = 0; i < row->count; i++) {
        edges += !repeats_edge(row, i);
        choices += begins_choice(row, i);
    }
    convert->mdp->offsets[state + 1] = edges;
    shared64_add(&convert->choices, choices);
    if (convert->labels->checks && has_wrong_sum(convert, row)) {
        uint64_t least = __atomic_load_n(&convert->wrong, __ATOMIC_RELAXED);
        while (state < least && !__atomic_compare_exchange_n(&convert->wrong, &least, state, 1,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
}

/* The name of the choice that begins at edge i of the row. */
static uint32_t name_of(const struct mdp_conversion *convert, const struct mdp_row *row, uint64_t i) {
    const struct mdp_label *labels = convert->labels->labels;
    uint32_t name = labels[row->edges[i].label].name;
    for (uint64_t k = i + 1; k < row->count && !begins_choice(row, k); k++) {
        name = labels[row->edges[k].label].name == name ? name : MDP_NAMELESS;
    }
    return name == MDP_NAMELESS ? MDP_NO_LABEL : name;
}

/* Of an edge in a choice of several. */
static double probability_of(const struct mdp_conversion *convert, const struct mdp_edge *edge) {
    const struct mdp_label *label = &convert->labels->labels[edge->label];
    const struct mdp_source *source = convert->source;
    return label->kind == MDP_PROB || label->kind == MDP_RATE ? label->value
           : edge->key < MDP_KEY_JOINED                       ? 1
                                                              : source->weights[source->weight[edge->edge]];
}

static void write_row(struct mdp_conversion *convert, const struct mdp_row *row, uint64_t state) {
    struct mdp *mdp = convert->mdp;
    uint64_t to = mdp->offsets[state];
    uint32_t name = MDP_NO_LABEL;
    for (uint64_t i = 0; i < row->count; i++) {
        if (repeats_edge(row, i)) {
            if (mdp->probabilities != NULL && row->edges[i].key >= MDP_KEY_JOINED) {
                mdp->probabilities[to - 1] += probability_of(convert, &row->edges[i]);
            }
            continue;
        }
        if (mdp->probabilities != NULL) {
            mdp->probabilities[to] = probability_of(convert, &row->edges[i]);
        }
        if (begins_choice(row, i)) {
            name = mdp->labels == NULL ? MDP_NO_LABEL : name_of(convert, row, i);
            if (mdp->begins != NULL) { /* words are shared with the threads of the rows around */
                __atomic_fetch_or(&mdp->begins[to / BITMAP_WORD_BITS], 1u << to % BITMAP_WORD_BITS,
                                  __ATOMIC_RELAXED);
            }
        }
        mdp->targets[to] = row->edges[i].target;
        if (mdp->labels != NULL) {
            mdp->labels[to] = name;
        }
        to++;
    }
}

static void convert_rows(void *context, unsigned thread) {
    struct mdp_conversion *convert = context;
    uint64_t states = convert->mdp->states;
    struct mdp_row row = {.memory = convert->run->memory};
    int failed = 0;
    while (!failed) {
        uint64_t first = shared64_add(&convert->cursor, RUN_STATES);
        if (first >= states) {
            break;
        }
        uint64_t last = first + RUN_STATES < states ? first + RUN_STATES : states;
        failed = run_should_stop(convert->run);
        for (uint64_t state = first; state < last && !failed; state++) {
            failed = read_row(convert, &row, state) != 0;
            if (!failed && convert->writing) {
                write_row(convert, &row, state);
            } else if (!failed) {
                measure_row(convert, &row, state);
            }
        }
        if (thread == 0) {
            run_tell(convert->run, "making the MDP", last, convert->mdp->states, "states");
        }
    }
    if (failed) {
        __atomic_store_n(&convert->failed, 1, __ATOMIC_RELAXED);
    }
    memory_free(row.memory, row.edges, row.capacity * sizeof *row.edges);
}

/* Reports the first wrong choice of the state. */
static void fail_state(const struct mdp_conversion *convert, uint64_t state, struct error *error) {
    struct mdp_row row = {.memory = convert->run->memory};
    const char *wrong = NULL;
    uint64_t at = 0, begin = 0;
    double sum = 0;
    int failed = read_row(convert, &row, state) != 0;
    while (!failed && wrong == NULL && at < row.count) {
        begin = at;
        wrong = check_choice(convert, &row, &at, &sum);
    }
    if (wrong == NULL) {
        error_memory(error, "for the MDP");
    } else {
        uint32_t name = name_of(convert, &row, begin);
        const char *text = name == MDP_NO_LABEL ? "" : convert->labels->text[name];
        const char *quote = name == MDP_NO_LABEL ? "" : "'", *of = name == MDP_NO_LABEL ? "" : " of ";
        if (strcmp(wrong, "sum") == 0) {
            error_set(error, ERROR_INPUT, "state %llu: the probabilities%s%s%.200s%s sum to %.9g, not to 1",
                      (unsigned long long)state, of, quote, text, quote, sum);
        } else {
            error_set(error, ERROR_INPUT,
                      "state %llu: a probability or rate%s%s%.200s%s is not a positive number",
                      (unsigned long long)state, of, quote, text, quote);
        }
    }
    memory_free(row.memory, row.edges, row.capacity * sizeof *row.edges);
}

static int run_rows(struct mdp_conversion *convert, int writing) {
    convert->writing = writing;
    convert->cursor = 0;
    parallel_run(convert->run->threads, convert_rows, convert);
    return convert->failed ? -1 : 0;
}

/* Lengths to offsets; then the arrays. */
static int make_arrays(struct mdp_conversion *convert) {
    struct mdp *mdp = convert->mdp;
    struct memory *memory = mdp->memory;
    for (uint64_t state = 0; state < mdp->states; state++) {
        mdp->offsets[state + 1] += mdp->offsets[state];
    }
    mdp->edges = mdp->offsets[mdp->states];
    mdp->choices = convert->choices;
    uint64_t bytes = mdp->edges * sizeof(uint32_t), bitmap = bitmap_words(mdp->edges) * sizeof(uint32_t);
    if (memory_range_fill(memory, &mdp->target_range, bytes) != 0 ||
        (convert->labels->named && memory_range_fill(memory, &mdp->label_range, bytes) != 0) ||
        (mdp->choices != mdp->edges && memory_range_fill(memory, &mdp->begin_range, bitmap) != 0) ||
        (convert->source->keep && mdp->choices != mdp->edges &&
         memory_range_fill(memory, &mdp->probability_range, mdp->edges * sizeof *mdp->probabilities) != 0)) {
        return -1;
    }
    mdp->probabilities = mdp->probability_range.base;
    mdp->targets = mdp->target_range.base;
    mdp->labels = mdp->label_range.base;
    mdp->begins = mdp->begin_range.base;
    return 0;
}

/* States that maximal progress cuts off; without any, mdp->reachable stays NULL. */
static int find_reachable(struct mdp_conversion *convert) {
    struct mdp *mdp = convert->mdp;
    int internal = 0;
    mdp->reachable_states = mdp->states;
    for (uint32_t rank = 0; rank < convert->labels->label_count; rank++) {
        internal |= convert->labels->labels[rank].kind == MDP_INTERNAL;
    }
    if (!convert->labels->rates || !internal || convert->keep_races) {
        return 0;
    }
    mdp->reachable = mdp_reach(convert->source, convert->labels, convert->run, &mdp->reachable_states);
    if (mdp->reachable != NULL && mdp->reachable_states == mdp->states) {
        memory_free(mdp->memory, mdp->reachable, bitmap_words(mdp->states) * sizeof *mdp->reachable);
        mdp->reachable = NULL;
        return 0;
    }
    return mdp->reachable == NULL ? -1 : 0;
}

static int convert_all(struct mdp_conversion *convert, struct error *error) {
    struct mdp *mdp = convert->mdp;
    int failed =
        memory_range_fill(mdp->memory, &mdp->offset_range, (mdp->states + 1) * sizeof *mdp->offsets) != 0;
    mdp->offsets = mdp->offset_range.base;
    failed = failed || find_reachable(convert) != 0 || run_rows(convert, 0) != 0;
    if (!failed && convert->wrong != NO_STATE) {
        fail_state(convert, convert->wrong, error);
        return -1;
    }
    failed = failed || make_arrays(convert) != 0 || run_rows(convert, 1) != 0;
    if (failed) {
        return run_should_stop(convert->run)
                   ? error_set(error, ERROR_INTERRUPTED, "interrupted while making the MDP")
                   : error_memory(error, "for the MDP");
    }
    return 0;
}

struct mdp *mdp_convert(const struct mdp_source *source, struct mdp_labels *labels, int keep_races,
                        const struct run *run, struct error *error) {
    struct mdp *mdp = mdp_create(run->memory);
    if (mdp == NULL) {
        error_memory(error, "for the MDP");
        return NULL;
    }
    struct mdp_conversion convert = {.source = source,
                                     .labels = labels,
                                     .keep_races = keep_races,
                                     .run = run,
                                     .mdp = mdp,
                                     .wrong = NO_STATE};
    mdp->states = source->states;
    mdp->initial = source->initial;
    if (convert_all(&convert, error) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    if (mdp->labels != NULL) {
        mdp->label_text = labels->text;
        mdp->label_count = labels->text_count;
        labels->text = NULL;
        labels->text_count = 0;
    }
    return mdp;
}
