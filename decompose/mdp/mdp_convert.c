/*
 * Makes an MDP from a labelled graph. Every row is sorted by (key, target) of mdp_core.h twice: to measure it
 * and check its probabilities, then to write it. So the arrays have the right size, and threads write to
 * places that do not depend on the number of threads.
 */
#include "decompose/mdp/mdp_convert.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/steps/steps_host.h"
#include "model/mdp_internal.h"

#define RUN_STATES 4096u /* states that a thread takes at once */
#define NO_STATE UINT64_MAX

MDP_REACH_STEPS(STEPS_HOST)

static const step_function reach_steps[] = {MDP_REACH_STEPS(STEPS_HOST_NAME)};

struct mdp_conversion {
    const struct mdp_source *source;
    const struct mdp_labels *labels;
    int cuts; /* internal transitions cut off races */
    const struct run *run;
    struct mdp *mdp;
    uint64_t cursor;
    uint64_t choices;
    uint64_t wrong; /* the least state with a wrong probability, or NO_STATE */
    int writing;    /* the second pass */
    int failed;     /* memory ran out, or the run must stop */
};

/* --- a row --- */

struct mdp_edge {
    uint64_t key;
    uint32_t target, label;
    uint64_t edge; /* an edge of the source */
};

struct mdp_rows {
    struct memory *memory;
    const struct mdp_label *meaning;
    struct mdp_edge *edges;
    uint64_t count, capacity;
};

CORE_FUNCTION uint64_t mdp_rows_key(const struct mdp_rows *row, uint64_t edge) {
    return row->edges[edge].key;
}

CORE_FUNCTION uint32_t mdp_rows_target(const struct mdp_rows *row, uint64_t edge) {
    return row->edges[edge].target;
}

CORE_FUNCTION const struct mdp_label *mdp_rows_label(const struct mdp_rows *row, uint64_t edge) {
    return &row->meaning[row->edges[edge].label];
}

#include "decompose/mdp/mdp_rows_core.h"

static int compare_edges(const void *a, const void *b) {
    const struct mdp_edge *left = a, *right = b;
    return left->key != right->key         ? sort_compare(left->key, right->key)
           : left->target != right->target ? sort_compare(left->target, right->target)
                                           : sort_compare(left->label, right->label);
}

static void sort_row(struct mdp_edge *edges, uint64_t count) {
    uint64_t sorted = 1;
    while (sorted < count && compare_edges(&edges[sorted - 1], &edges[sorted]) <= 0) {
        sorted++;
    }
    if (sorted < count) {
        sort_items(edges, count, sizeof *edges, compare_edges);
    }
}

/* Reads the edges that the state has in the MDP, sorted, with repetitions. 0, or -1 when memory runs out. */
static int read_row(const struct mdp_conversion *convert, struct mdp_rows *row, uint64_t state) {
    const struct mdp_source *source = convert->source;
    row->count = 0;
    if (state >= source->row_states ||
        (convert->mdp->reachable != NULL && !bitmap_has(convert->mdp->reachable, state))) {
        return 0;
    }
    uint64_t begin = source->offsets[state], end = source->offsets[state + 1];
    int progresses = convert->cuts && mdp_progresses(source->labels, row->meaning, begin, end);
    if (MEMORY_GROW(row->memory, &row->edges, &row->capacity, end - begin) != 0) {
        return -1;
    }
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t rank = source->labels[edge];
        const struct mdp_label *label = &row->meaning[rank];
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

/* --- all rows --- */

/* Whether the state gets a loop, because it has no edges. */
static int is_looped(const struct mdp_conversion *convert, const struct mdp_rows *row) {
    return convert->labels->loops && row->count == 0;
}

static void measure_row(struct mdp_conversion *convert, const struct mdp_rows *row, uint64_t state) {
    struct mdp_row_size size = mdp_rows_measure(row, 0, row->count, convert->labels->checks);
    int loops = is_looped(convert, row);
    convert->mdp->offsets[state + 1] = size.edges + (uint64_t)loops;
    shared64_add(&convert->choices, size.choices + (uint64_t)loops);
    if (size.faulty) {
        shared64_least(&convert->wrong, state);
    }
}

/* The probability of an edge in a choice of several. */
static double probability_of(const struct mdp_conversion *convert, const struct mdp_edge *edge) {
    const struct mdp_label *label = &convert->labels->labels[edge->label];
    const struct mdp_source *source = convert->source;
    return label->kind == MDP_PROB || label->kind == MDP_RATE ? label->value
           : edge->key < MDP_KEY_JOINED                       ? 1
                                                              : source->weights[source->weight[edge->edge]];
}

static void write_loop(struct mdp *mdp, uint64_t state) {
    uint64_t to = mdp->offsets[state];
    mdp->targets[to] = (uint32_t)state;
    if (mdp->begins != NULL) {
        shared_bit_claim(mdp->begins, to);
    }
    if (mdp->labels != NULL) {
        mdp->labels[to] = MDP_NO_LABEL;
    }
}

static void write_row(struct mdp_conversion *convert, const struct mdp_rows *row, uint64_t state) {
    struct mdp *mdp = convert->mdp;
    uint64_t to = mdp->offsets[state];
    if (is_looped(convert, row)) {
        write_loop(mdp, state);
    }
    for (uint64_t first = 0, stop; first < row->count; first = stop) {
        stop = mdp_rows_choice_end(row, first, row->count);
        uint32_t name = mdp->labels == NULL ? MDP_NO_LABEL : mdp_rows_name(row, first, stop);
        if (mdp->begins != NULL) { /* words are shared with the threads of neighbouring rows */
            shared_bit_claim(mdp->begins, to);
        }
        for (uint64_t edge = first; edge < stop; edge++) {
            double probability = mdp->probabilities == NULL ? 0 : probability_of(convert, &row->edges[edge]);
            if (mdp_rows_repeats(row, edge, first)) {
                if (mdp->probabilities != NULL && row->edges[edge].key >= MDP_KEY_JOINED) {
                    mdp->probabilities[to - 1] += probability;
                }
                continue;
            }
            if (mdp->probabilities != NULL) {
                mdp->probabilities[to] = probability;
            }
            mdp->targets[to] = row->edges[edge].target;
            if (mdp->labels != NULL) {
                mdp->labels[to] = name;
            }
            to++;
        }
    }
}

static void convert_rows(void *context, unsigned thread) {
    struct mdp_conversion *convert = context;
    uint64_t states = convert->mdp->states;
    struct mdp_rows row = {.memory = convert->run->memory, .meaning = convert->labels->labels};
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

/* Reports the first faulty choice of the state. */
static void fail_state(const struct mdp_conversion *convert, uint64_t state, struct error *error) {
    struct mdp_rows row = {.memory = convert->run->memory, .meaning = convert->labels->labels};
    enum mdp_fault fault = MDP_NO_FAULT;
    uint64_t first = 0, stop = 0;
    double sum = 0;
    int failed = read_row(convert, &row, state) != 0;
    while (!failed && fault == MDP_NO_FAULT && stop < row.count) {
        first = stop;
        stop = mdp_rows_choice_end(&row, first, row.count);
        fault = mdp_rows_check(&row, first, stop, &sum);
    }
    if (fault == MDP_NO_FAULT) {
        error_memory(error, "for the MDP");
    } else {
        uint32_t name = mdp_rows_name(&row, first, stop);
        const char *text = name == MDP_NO_LABEL ? "" : convert->labels->text[name];
        const char *quote = name == MDP_NO_LABEL ? "" : "'", *of = name == MDP_NO_LABEL ? "" : " of ";
        if (fault == MDP_WRONG_SUM) {
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

/* Turns lengths into offsets, and allocates the arrays. */
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

/* Finds the states that maximal progress cuts off; if there are none, mdp->reachable stays NULL. */
static int find_reachable(struct mdp_conversion *convert, struct error *error) {
    const struct mdp_source *source = convert->source;
    struct mdp_reach reach = {.steps = {.side = &steps_host_side,
                                        .memory = convert->run->memory,
                                        .run = convert->run,
                                        .error = error,
                                        .task = "making the MDP"},
                              .functions = reach_steps,
                              .view = {.states = source->states,
                                       .rows = source->row_states,
                                       .offsets = source->offsets,
                                       .targets = source->targets,
                                       .labels = source->labels,
                                       .meaning = convert->labels->labels},
                              .initial = source->initial,
                              .more_initial = source->more_initial,
                              .all_count = source->all_count};
    convert->mdp->reachable_states = source->states;
    int failed = convert->cuts && mdp_reach(&reach, &convert->mdp->reachable_states) != 0;
    convert->mdp->reachable = reach.view.reached;
    return failed ? -1 : 0;
}

static int convert_all(struct mdp_conversion *convert, struct error *error) {
    struct mdp *mdp = convert->mdp;
    int failed =
        memory_range_fill(mdp->memory, &mdp->offset_range, (mdp->states + 1) * sizeof *mdp->offsets) != 0;
    mdp->offsets = mdp->offset_range.base;
    failed = failed || find_reachable(convert, error) != 0 || run_rows(convert, 0) != 0;
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
                                     .cuts = labels->rates && labels->cuts && !keep_races,
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
