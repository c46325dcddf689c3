/*
 * Probabilistic equivalence of Markov chains and decision processes. The graph that is refined has a vertex
 * for each state and, unless the models are chains, one for each choice. What states and choices are by
 * themselves (labels, names, rewards) makes the blocks to begin with (lump_model_start.c).
 */
#include "reduce/lump/lump_model.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/mdp.h"
#include "explorer/graph/graph.h"
#include "reduce/lump/lump_model_internal.h"

static int lack_memory(const struct model_work *work) {
    return error_memory(work->error, "for the classes of the model");
}

/* --- states that count --- */

/* Marks and queues a state. */
static void reach(uint32_t *class_of, uint32_t *queue, uint64_t *queued, uint32_t state) {
    if (class_of[state] == LUMP_NONE) {
        class_of[state] = 0;
        queue[(*queued)++] = state;
    }
}

/* Gives the states of model k that an initial one reaches the next numbers, in their order. */
static int number_states(struct model_work *work, uint32_t k) {
    struct memory *memory = work->run->memory;
    struct model_lumping *lumping = work->lumping;
    const struct mdp *mdp = lumping->models[k];
    uint32_t *class_of = lumping->class_of[k] = memory_allocate_array(memory, mdp->states, sizeof *class_of);
    uint32_t *queue = memory_allocate_array(memory, mdp->states, sizeof *queue);
    uint64_t queued = 0;
    if (class_of == NULL || queue == NULL) {
        memory_free(memory, queue, mdp->states * sizeof *queue);
        return lack_memory(work);
    }
    memset(class_of, 0xff, mdp->states * sizeof *class_of);
    for (uint64_t state = 0; state < mdp->states; state++) {
        if (mdp_is_initial(mdp, state)) {
            reach(class_of, queue, &queued, (uint32_t)state);
        }
    }
    for (uint64_t i = 0; i < queued; i++) {
        for (uint64_t edge = mdp->offsets[queue[i]]; edge < mdp->offsets[queue[i] + 1]; edge++) {
            reach(class_of, queue, &queued, mdp->targets[edge]);
        }
    }
    memory_free(memory, queue, mdp->states * sizeof *queue);
    lumping->reached[k] = queued;
    for (uint64_t state = 0; state < mdp->states; state++) {
        if (class_of[state] != LUMP_NONE) {
            class_of[state] = (uint32_t)work->vertices++;
        }
    }
    return 0;
}

/* --- numbers --- */

/* Finds the numbers of the probabilities. */
static int number_edges(struct model_work *work, uint32_t k) {
    struct memory *memory = work->run->memory;
    struct model_lumping *lumping = work->lumping;
    const struct mdp *mdp = lumping->models[k];
    uint32_t *number_of = lumping->number_of[k] =
        memory_allocate_array(memory, mdp->edges, sizeof *number_of);
    if (number_of == NULL && mdp->edges > 0) {
        return lack_memory(work);
    }
    for (uint64_t edge = 0; edge < mdp->edges; edge++) {
        const double value = mdp->probabilities == NULL ? 1 : mdp->probabilities[edge];
        number_of[edge] = lump_numbers_find(&lumping->numbers, memory, value);
        if (number_of[edge] == LUMP_NO_KEY) {
            return lack_memory(work);
        }
    }
    return 0;
}

static int lack_digits(const struct model_work *work) {
    return error_set(work->error, ERROR_LIMIT,
                     "the probabilities and rates of the model have too many digits for exact sums");
}

/* Brings the numbers to common units. */
static int weigh_numbers(struct model_work *work) {
    struct model_lumping *lumping = work->lumping;
    const struct fraction *exact = lumping->numbers.exact.data;
    lumping->weights = lumping->numbers.exact.count;
    lumping->weight = memory_allocate_zeroed(work->run->memory, lumping->weights * sizeof *lumping->weight);
    if (lumping->weight == NULL && lumping->weights > 0) {
        return lack_memory(work);
    }
    lumping->units = 1;
    for (uint64_t i = 0; i < lumping->weights; i++) {
        if (exact[i].denominator == 0 ||
            fraction_common_multiple(lumping->units, exact[i].denominator, &lumping->units) != 0) {
            return lack_digits(work);
        }
    }
    for (uint64_t i = 0; i < lumping->weights; i++) {
        if (__builtin_mul_overflow(exact[i].numerator, lumping->units / exact[i].denominator,
                                   &lumping->weight[i])) {
            return lack_digits(work);
        }
    }
    return 0;
}

/* --- the graph --- */

/* Adds the edges of a choice to the vertex that draws. */
static int add_draws(struct model_work *work, uint32_t k, uint64_t begin, uint64_t end) {
    const struct model_lumping *lumping = work->lumping;
    struct graph *graph = work->graph;
    refine_weight sum = 0;
    for (uint64_t edge = begin; edge < end; edge++) {
        const uint32_t number = lumping->number_of[k][edge];
        if (__builtin_add_overflow(sum, lumping->weight[number], &sum)) {
            return lack_digits(work);
        }
        graph->labels[graph->edges] = number;
        graph->targets[graph->edges++] = lumping->class_of[k][lumping->models[k]->targets[edge]];
    }
    return !lumping->models[k]->rates && fraction_is_nearly_1(sum, lumping->units)
               ? error_set(work->error, ERROR_LIMIT,
                           "the probabilities of a choice add up to nearly 1, as doubles do not hold all "
                           "their digits: "
                           "what is equivalent would depend on rounding")
               : 0;
}

/* The row of a state: of a chain what it draws, else an edge to each choice. */
static int write_state(struct model_work *work, uint32_t k, uint64_t state, uint64_t *choice) {
    const struct mdp *mdp = work->lumping->models[k];
    struct graph *graph = work->graph;
    if (work->chain) {
        return add_draws(work, k, mdp->offsets[state], mdp->offsets[state + 1]);
    }
    for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
        if (model_begins(mdp, edge)) {
            graph->labels[graph->edges] = (uint32_t)work->lumping->weights;
            graph->targets[graph->edges++] = (uint32_t)(work->states + (*choice)++);
        }
    }
    return 0;
}

/* The rows of the choices of a state. */
static int write_choices(struct model_work *work, uint32_t k, uint64_t state, uint64_t *vertex) {
    const struct mdp *mdp = work->lumping->models[k];
    const uint64_t end = mdp->offsets[state + 1];
    for (uint64_t edge = mdp->offsets[state], next; edge < end; edge = next) {
        next = model_choice_end(mdp, edge, end);
        if (add_draws(work, k, edge, next) != 0) {
            return -1;
        }
        work->graph->offsets[++*vertex] = work->graph->edges;
    }
    return 0;
}

static int write_rows(struct model_work *work, int choices, uint64_t *vertex) {
    const struct model_lumping *lumping = work->lumping;
    uint64_t choice = 0;
    for (uint32_t k = 0; k < lumping->count; k++) {
        for (uint64_t state = 0; state < lumping->models[k]->states; state++) {
            if (run_stops_at(work->run, state + 1, 65536)) {
                return error_set(work->error, ERROR_INTERRUPTED, "interrupted");
            }
            if (lumping->class_of[k][state] == LUMP_NONE) {
                continue;
            }
            if (choices ? write_choices(work, k, state, vertex) != 0
                        : write_state(work, k, state, &choice) != 0) {
                return -1;
            }
            if (!choices) {
                work->graph->offsets[++*vertex] = work->graph->edges;
            }
        }
    }
    return 0;
}

static void count_choices(struct model_work *work) {
    const struct model_lumping *lumping = work->lumping;
    for (uint32_t k = 0; k < lumping->count; k++) {
        const struct mdp *mdp = lumping->models[k];
        for (uint64_t state = 0; state < mdp->states; state++) {
            for (uint64_t edge = mdp->offsets[state];
                 edge < mdp->offsets[state + 1] && lumping->class_of[k][state] != LUMP_NONE; edge++) {
                work->choices += (uint64_t)(!work->chain && model_begins(mdp, edge));
                work->edges++;
            }
        }
    }
}

/* Makes the graph: states, then choices. The last label leads to choices. */
static int make_graph(struct model_work *work) {
    struct memory *memory = work->run->memory;
    const uint64_t labels = work->lumping->weights + 1;
    uint64_t vertex = 0;
    work->states = work->vertices;
    count_choices(work);
    work->vertices += work->choices;
    if (work->vertices > GRAPH_MOST_VERTICES || labels > UINT32_MAX) {
        return error_set(work->error, ERROR_LIMIT, "more than %llu states and choices",
                         (unsigned long long)GRAPH_MOST_VERTICES);
    }
    const char **texts = memory_allocate_array(memory, labels, sizeof *texts);
    for (uint64_t label = 0; texts != NULL && label < labels; label++) {
        texts[label] = "";
    }
    work->graph = texts == NULL ? NULL
                                : graph_create_labelled(work->vertices, texts, (uint32_t)labels, work->run,
                                                        work->error);
    memory_free(memory, (void *)texts, labels * sizeof *texts);
    if (work->graph == NULL || graph_extend(work->graph, work->edges + work->choices) != 0) {
        return lack_memory(work);
    }
    return write_rows(work, 0, &vertex) != 0 || (!work->chain && write_rows(work, 1, &vertex) != 0) ? -1 : 0;
}

/* --- the classes --- */

/* Numbers are added up; the label that leads to choices is another part. */
static int refine(struct model_work *work, struct partition *classes) {
    struct memory *memory = work->run->memory;
    struct model_lumping *lumping = work->lumping;
    const uint64_t labels = lumping->weights + 1;
    uint32_t *part = memory_allocate_zeroed(memory, labels * sizeof *part);
    refine_weight *weight = memory_allocate_zeroed(memory, labels * sizeof *weight);
    int failed = part == NULL || weight == NULL ? lack_memory(work) : 0;
    if (!failed) {
        part[lumping->weights] = 1;
        if (lumping->weights > 0) {
            memcpy(weight, lumping->weight, lumping->weights * sizeof *weight);
        }
        const struct refine_weights weights = {(uint32_t)labels, part, weight};
        const struct refine_options options = {
            .start = work->start, .start_blocks = work->start_blocks, .weights = &weights};
        failed = lump_refine(work->refiner, work->graph, &options, work->run, classes, work->error);
    }
    memory_free(memory, part, labels * sizeof *part);
    memory_free(memory, weight, labels * sizeof *weight);
    return failed;
}

/* Takes the classes of model k's states, and the numbers of its choices. */
static int take_classes(struct model_work *work, uint32_t k, const struct partition *classes,
                        uint64_t *drawing) {
    struct model_lumping *lumping = work->lumping;
    const struct mdp *mdp = lumping->models[k];
    uint32_t *class_of = lumping->class_of[k];
    uint32_t *drawn_of = lumping->drawn_of[k] =
        memory_allocate_array(work->run->memory, mdp->choices, sizeof *drawn_of);
    if (drawn_of == NULL && mdp->choices > 0) {
        return lack_memory(work);
    }
    uint64_t choice = 0;
    for (uint64_t state = 0; state < mdp->states; state++) {
        const uint32_t vertex = class_of[state];
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
            if (model_begins(mdp, edge)) {
                drawn_of[choice++] = vertex == LUMP_NONE ? LUMP_NONE
                                     : work->chain       ? classes->block[vertex]
                                                         : classes->block[(*drawing)++];
            }
        }
        if (vertex != LUMP_NONE) {
            class_of[state] = classes->block[vertex];
            lumping->classes =
                class_of[state] >= lumping->classes ? (uint64_t)class_of[state] + 1 : lumping->classes;
        }
    }
    return 0;
}

int lump_models(const struct mdp *const *models, uint32_t count, const struct lump_refiner *refiner,
                const struct run *run, struct model_lumping *lumping, struct error *error) {
    struct model_work work = {
        .lumping = lumping, .refiner = refiner, .run = run, .error = error, .chain = models[0]->chain};
    struct partition classes = {.vertices = 0};
    *lumping = (struct model_lumping){.memory = run->memory, .count = count};
    int failed = 0;
    for (uint32_t k = 0; k < count && !failed; k++) {
        lumping->models[k] = models[k];
        failed = number_states(&work, k) != 0 || number_edges(&work, k) != 0;
    }
    failed = failed || weigh_numbers(&work) != 0 || make_graph(&work) != 0 || model_start(&work) != 0 ||
             refine(&work, &classes) != 0;
    lumping->rounds = classes.rounds;
    uint64_t drawing = work.states;
    for (uint32_t k = 0; k < count && !failed; k++) {
        failed = take_classes(&work, k, &classes, &drawing) != 0;
    }
    memory_free(run->memory, work.start, work.vertices * sizeof *work.start);
    graph_free(work.graph);
    partition_free(&classes, run->memory);
    return failed ? -1 : 0;
}

void model_lumping_free(struct model_lumping *lumping) {
    struct memory *memory = lumping->memory;
    for (uint32_t k = 0; k < lumping->count && lumping->models[k] != NULL; k++) {
        const struct mdp *mdp = lumping->models[k];
        memory_free(memory, lumping->class_of[k], mdp->states * sizeof(uint32_t));
        memory_free(memory, lumping->drawn_of[k], mdp->choices * sizeof(uint32_t));
        memory_free(memory, lumping->number_of[k], mdp->edges * sizeof(uint32_t));
    }
    if (memory != NULL) {
        lump_numbers_free(&lumping->numbers, memory);
        memory_free(memory, lumping->weight, lumping->weights * sizeof *lumping->weight);
    }
    memset(lumping, 0, sizeof *lumping);
}
