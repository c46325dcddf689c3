/* Builds MDPs from files that are not in order: runs of edges, sorted at the end. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/digraph_core.h"
#include "decompose/mdp/mdp_builder.h"
#include "model/mdp_internal.h"

static int append_run(struct mdp_builder *builder, const struct mdp_run *run, struct error *error) {
    if (MEMORY_GROW(builder->run->memory, &builder->runs, &builder->run_capacity, builder->run_count + 1) !=
        0) {
        return mdp_builder_fail_memory(builder, error);
    }
    builder->runs[builder->run_count++] = *run;
    return 0;
}

/* Turns complete choices into runs, without their places: their sums are 1, so no message needs them. */
int mdp_runs_begin(struct mdp_builder *builder, struct error *error) {
    struct mdp *mdp = builder->mdp;
    uint64_t end = builder->open ? builder->begin : builder->edges;
    if (mdp_builder_begins_reach(builder, end, error) != 0) {
        return -1;
    }
    builder->sorting = 1;
    for (uint64_t state = 0; state < builder->rows; state++) {
        uint64_t last = state + 1 < builder->rows ? mdp->offsets[state + 1] : end;
        uint32_t choice = 0;
        for (uint64_t edge = mdp->offsets[state]; edge < last; choice++) {
            struct mdp_run run = {.state = (uint32_t)state, .choice = choice, .begin = edge, .sum = 1};
            run.label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
            for (edge++; edge < last && !bitmap_has(mdp->begins, edge); edge++) {
            }
            run.count = edge - run.begin;
            if (append_run(builder, &run, error) != 0) {
                return -1;
            }
        }
    }
    builder->rows = 0;
    mdp->choices = 0;
    memory_range_close(mdp->memory, &mdp->begin_range);
    if (memory_range_open(mdp->memory, &mdp->begin_range, 1, UINT64_MAX) != 0) {
        return mdp_builder_fail_memory(builder, error);
    }
    mdp->begins = mdp->begin_range.base;
    return 0;
}

int mdp_runs_add(struct mdp_builder *builder, struct error *error) {
    struct mdp_run run = {builder->state, builder->choice, builder->begin, builder->edges - builder->begin,
                          builder->place, builder->label,  builder->sum};
    return append_run(builder, &run, error);
}

static int compare_runs(const void *a, const void *b) {
    const struct mdp_run *left = a, *right = b;
    return left->state != right->state     ? sort_compare(left->state, right->state)
           : left->choice != right->choice ? sort_compare(left->choice, right->choice)
                                           : sort_compare(left->begin, right->begin);
}

/* Checks sum and labels of the choice that consists of the runs [first, last). Keeps the error that comes
 * first in the file. */
static int check_choice(struct mdp_builder *builder, uint64_t first, uint64_t last, uint64_t *line,
                        struct error *error) {
    const struct mdp_run *runs = builder->runs;
    struct mdp_place place = runs[first].place;
    double sum = 0;
    for (uint64_t i = first; i < last; i++) {
        place = place.line == 0 ? runs[i].place : place;
        sum += runs[i].sum;
        if (runs[i].label != runs[first].label && runs[i].place.line < *line) {
            *line = runs[i].place.line;
            return error_at(error, ERROR_INPUT,
                            (struct source_position){builder->name, runs[i].place.line, runs[i].place.column},
                            "choice %u of state %u has another action on an earlier line", runs[i].choice,
                            runs[i].state);
        }
    }
    if (!mdp_builder_accepts(builder, sum) && place.line < *line) {
        *line = place.line;
        return mdp_builder_fail_sum(builder, runs[first].state, runs[first].choice, sum, place, error);
    }
    return 0;
}

/* Returns the end of the runs of the choice that begins with run `first`. */
static uint64_t choice_end(const struct mdp_builder *builder, uint64_t first) {
    const struct mdp_run *runs = builder->runs;
    uint64_t last = first + 1;
    while (last < builder->run_count && runs[last].state == runs[first].state &&
           runs[last].choice == runs[first].choice) {
        last++;
    }
    return last;
}

static int check_choices(struct mdp_builder *builder, struct error *error) {
    uint64_t line = UINT64_MAX;
    int failed = 0;
    for (uint64_t first = 0, last; first < builder->run_count; first = last) {
        last = choice_end(builder, first);
        failed |= check_choice(builder, first, last, &line, error) != 0;
    }
    return failed ? -1 : 0;
}

/* Moves every choice to its place in new arrays; probabilities: NULL where they are not kept. */
static int place_choices(struct mdp_builder *builder, uint32_t *targets, uint32_t *labels,
                         double *probabilities, struct error *error) {
    const struct mdp *mdp = builder->mdp;
    uint64_t edges = 0;
    for (uint64_t first = 0, last; first < builder->run_count; first = last) {
        const struct mdp_run *run = &builder->runs[first];
        uint64_t begin = edges;
        last = choice_end(builder, first);
        for (uint64_t i = first; i < last; i++) {
            memcpy(targets + edges, mdp->targets + builder->runs[i].begin,
                   builder->runs[i].count * sizeof *targets);
            if (probabilities != NULL) {
                memcpy(probabilities + edges, mdp->probabilities + builder->runs[i].begin,
                       builder->runs[i].count * sizeof *probabilities);
            }
            edges += builder->runs[i].count;
        }
        uint64_t count = edges - begin;
        if (mdp_builder_sort(builder, targets + begin, probabilities == NULL ? NULL : probabilities + begin,
                             &count, error) != 0) {
            return -1;
        }
        edges = begin + count;
        for (uint64_t edge = begin; edge < edges && labels != NULL; edge++) {
            labels[edge] = run->label;
        }
        if (mdp_builder_rows(builder, (uint64_t)run->state + 1, begin, error) != 0 ||
            mdp_builder_begin(builder, begin, error) != 0) {
            return -1;
        }
    }
    builder->edges = edges;
    return 0;
}

int mdp_runs_finish(struct mdp_builder *builder, struct error *error) {
    struct mdp *mdp = builder->mdp;
    sort_items(builder->runs, builder->run_count, sizeof *builder->runs, compare_runs);
    if (run_should_stop(builder->run)) {
        return error_in(error, ERROR_INTERRUPTED, builder->name, "interrupted while sorting");
    }
    if (check_choices(builder, error) != 0) {
        return -1;
    }
    struct memory_range targets = {0}, labels = {0}, probabilities = {0};
    uint64_t bytes = builder->edges * sizeof(uint32_t);
    int failed = memory_range_fill(mdp->memory, &targets, bytes) != 0 ||
                 (mdp->labels != NULL && memory_range_fill(mdp->memory, &labels, bytes) != 0) ||
                 (builder->keep && memory_range_fill(mdp->memory, &probabilities,
                                                     builder->edges * sizeof *mdp->probabilities) != 0);
    failed = failed ? mdp_builder_fail_memory(builder, error)
                    : place_choices(builder, targets.base, labels.base, probabilities.base, error);
    memory_range_close(mdp->memory, &mdp->target_range);
    memory_range_close(mdp->memory, &mdp->label_range);
    memory_range_close(mdp->memory, &mdp->probability_range);
    mdp->target_range = targets;
    mdp->label_range = labels;
    mdp->probability_range = probabilities;
    mdp->probabilities = probabilities.base;
    mdp->targets = targets.base;
    mdp->labels = labels.base;
    return failed;
}
