/*
 * Probabilistic equivalence: the classes of both quotients beside each other. Numbers of both are brought to
 * the same units there. A difference is a formula with numbers.
 */
#include "reduce/compare/compare.h"

#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare_internal.h"
#include "reduce/compare/join.h"
#include "reduce/compare/move_formula.h"
#include "reduce/lump/lump.h"

struct lumped_comparison {
    const struct compare_options *options;
    const struct run *run;
    struct comparison *comparison;
    struct error *error;
    struct lumping own[2], both;
    struct graph *joined; /* both quotients */
};

/* Whether each initial class of either quotient is in a class with one of the other. 0, or -1 with *error. */
static int relate_initial(struct lumped_comparison *lumped) {
    const uint32_t *block = lumped->both.partition.block;
    const uint64_t blocks = lumped->both.partition.blocks;
    struct memory *memory = lumped->run->memory;
    uint8_t *has = memory_allocate_zeroed(memory, blocks);
    uint32_t shift = 0;
    if (has == NULL) {
        return error_memory(lumped->error, "to compare initial states");
    }
    for (int k = 0; k < 2; k++) {
        const struct graph *quotient = lumped->own[k].quotient;
        const uint64_t count = quotient->initial_count > 1 ? quotient->initial_count : 1;
        for (uint64_t i = 0; i < count; i++) {
            has[block[shift + (count > 1 ? (uint32_t)i : quotient->initial)]] |= (uint8_t)(1 << k);
        }
        shift = (uint32_t)quotient->vertices;
    }
    lumped->comparison->related = 1;
    for (uint64_t i = 0; i < blocks; i++) {
        lumped->comparison->related &= has[i] == 0 || has[i] == 3;
    }
    memory_free(memory, has, blocks);
    return 0;
}

/* The classes of the vertices of both graphs. 0, or -1 with *error. */
static int take_classes(struct lumped_comparison *lumped) {
    struct comparison *comparison = lumped->comparison;
    uint64_t shift = 0;
    for (int k = 0; k < 2; k++) {
        const struct partition *own = &lumped->own[k].partition;
        comparison->classes[k] =
            memory_allocate_array(lumped->run->memory, own->vertices, sizeof *comparison->classes[k]);
        if (comparison->classes[k] == NULL) {
            return error_memory(lumped->error, "for the classes");
        }
        comparison->class_counts[k] = own->vertices;
        for (uint64_t vertex = 0; vertex < own->vertices; vertex++) {
            comparison->classes[k][vertex] = lumped->both.partition.block[shift + own->block[vertex]];
        }
        shift = lumped->own[k].quotient->vertices;
    }
    return 0;
}

/* Makes the formula and its text. 0, or -1 with *error. */
static int make_formula(struct difference *difference, const struct run *run, struct error *error) {
    if (move_formula_make(&difference->moves, run, &difference->measured, &difference->holds_in, error) !=
        0) {
        return -1;
    }
    const int written =
        measured_formula_write(&difference->measured, COMPARE_MOST_NODES, run->memory, &difference->formula);
    if (written == 0) {
        text_buffer_free(run->memory, &difference->formula);
        error_set(&difference->why, ERROR_LIMIT, "its text has more than %u nodes", COMPARE_MOST_NODES);
    }
    return written < 0 ? error_memory(error, "for the difference") : 0;
}

void explain_moves(int failed, struct difference *difference, const struct run *run, struct error *error) {
    difference->kind = DIFFERENCE_FORMULA;
    if (failed || make_formula(difference, run, error) != 0) {
        measured_formula_free(&difference->measured, run->memory);
        text_buffer_free(run->memory, &difference->formula);
        difference->holds_in = 0;
        error_set(&difference->why, ERROR_LIMIT, "%s", error->text);
        error->code = ERROR_NONE;
    }
}

static void explain(struct lumped_comparison *lumped) {
    const struct graph *const quotients[2] = {lumped->own[0].quotient, lumped->own[1].quotient};
    struct difference *difference = &lumped->comparison->difference;
    explain_moves(
        moves_of_graphs(lumped->joined, quotients, lumped->run, &difference->moves, lumped->error) != 0,
        difference, lumped->run, lumped->error);
}

static int find_quotients(struct lumped_comparison *lumped, const struct graph *const graphs[2]) {
    const struct compare_options *options = lumped->options;
    for (int k = 0; k < 2; k++) {
        const struct lump_options how = {.quotient = 1,
                                         .refiner = options->refiner,
                                         .name = options->names[k],
                                         .state_of = options->state_of[k],
                                         .alone = options->alone[k],
                                         .labels = options->labels[k]};
        if (lump_graph(graphs[k], &how, lumped->run, &lumped->own[k], lumped->error) != 0) {
            return -1;
        }
        lumped->comparison->minimised_states[k] = lumped->own[k].quotient->vertices;
        lumped->comparison->minimised_transitions[k] = lumped->own[k].quotient->edges;
    }
    return 0;
}

/* Two quotients are equivalent only if they have as many classes and transitions. */
static int compare_quotients(struct lumped_comparison *lumped) {
    const struct lump_options classes_alone = {.refiner = lumped->options->refiner};
    const struct comparison *comparison = lumped->comparison;
    const int may_be = comparison->minimised_states[0] == comparison->minimised_states[1] &&
                       comparison->minimised_transitions[0] == comparison->minimised_transitions[1];
    lumped->joined =
        join_graphs(lumped->own[0].quotient, lumped->own[1].quotient, lumped->run, lumped->error);
    if (lumped->joined == NULL || (may_be && (lump_graph(lumped->joined, &classes_alone, lumped->run,
                                                         &lumped->both, lumped->error) != 0 ||
                                              relate_initial(lumped) != 0))) {
        return -1;
    }
    if (!comparison->related && lumped->options->explain) {
        explain(lumped);
    }
    return comparison->related && lumped->options->classes ? take_classes(lumped) : 0;
}

int compare_lumped(const struct graph *const graphs[2], const struct compare_options *options,
                   const struct run *run, struct comparison *comparison, struct error *error) {
    struct lumped_comparison lumped = {
        .options = options, .run = run, .comparison = comparison, .error = error};
    const int failed = find_quotients(&lumped, graphs) != 0 || compare_quotients(&lumped) != 0;
    lumping_free(&lumped.both, run->memory);
    graph_free(lumped.joined);
    lumping_free(&lumped.own[0], run->memory);
    lumping_free(&lumped.own[1], run->memory);
    return failed ? -1 : 0;
}
