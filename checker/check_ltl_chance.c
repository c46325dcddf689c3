/* Decides formulas of linear time on Markov decision processes. */
#include "checker/check_ltl_chance.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "checker/check.h"
#include "checker/evidence/component_evidence.h"
#include "checker/ltl_product.h"
#include "checker/property/property.h"
#include "decompose/almost_sure/almost_sure.h"
#include "model/mdp.h"
#include "specs/ltl/ltl_limit.h"

struct deciding {
    const struct chance_model *model;
    const struct property *property;
    const struct chance_files *files;
    const struct run *run;
    struct error *error;
    struct ltl_product product;
    struct almost_sure_plan plan;
};

static int has_bit(const uint32_t *bitmap, uint64_t bits) {
    uint64_t i = 0;
    while (i < bits && !bitmap_has(bitmap, i)) {
        i++;
    }
    return i < bits;
}

/* Whether all initial vertices almost surely reach a choice with the mark again and again; or, if the
 * automaton accepts what no scheduler may do, whether no vertex can. */
static int is_won(const struct deciding *deciding) {
    const struct ltl_product *product = &deciding->product;
    if (deciding->property->by_every_scheduler) {
        return !has_bit(deciding->plan.inside, product->graph.vertices);
    }
    uint64_t v = 0;
    while (v < product->initial && deciding->plan.rank[v] != ALMOST_SURE_NONE) {
        v++;
    }
    return v == product->initial && v != 0; /* 0: the automaton accepts nothing */
}

/* --- evidence --- */

static int write_evidence(const struct deciding *deciding) {
    const struct ltl_product *product = &deciding->product;
    const struct chance_files *files = deciding->files;
    const uint32_t *of_model = files->mdp->labels;
    const uint64_t edges = product->graph.edges;
    struct memory *memory = deciding->run->memory;
    const struct evidence_goal goal = {.text = deciding->property->text,
                                       .is_formula = 1,
                                       .repeatedly = 1,
                                       .every = deciding->property->by_every_scheduler};
    uint32_t *labels = memory_allocate_array(memory, edges, sizeof *labels);
    if (labels == NULL) {
        return error_memory(files->evidence.error, "to write the evidence");
    }
    for (uint64_t edge = 0; edge < edges; edge++) {
        const uint64_t origin = product->origin.data[edge];
        labels[edge] = origin == LTL_PRODUCT_END || of_model == NULL ? MDP_NO_LABEL : of_model[origin];
    }
    const struct product_evidence scheduler = {.mdp = files->mdp,
                                               .graph = &product->graph,
                                               .vertex = product->vertex.data,
                                               .labels = labels,
                                               .marked = product->marked,
                                               .goal = &goal,
                                               .plan = &deciding->plan};
    const int failed = evidence_write_product(files->evidence.path, files->subject, &scheduler, deciding->run,
                                              files->evidence.error);
    memory_free(memory, labels, edges * sizeof *labels);
    return failed;
}

static void write_files(const struct deciding *deciding) {
    const struct chance_files *files = deciding->files;
    if (files->evidence.path != NULL) {
        *files->evidence.written = write_evidence(deciding) == 0;
    }
    if (files->product.path != NULL) {
        *files->product.written =
            ltl_product_write(&deciding->product, files->weighed, deciding->plan.inside, files->product.path,
                              deciding->run, files->product.error) == 0;
    }
}

/* --- the product --- */

static int decide_product(struct deciding *deciding) {
    const struct ltl_product *product = &deciding->product;
    const struct almost_sure_goal goal = {.edges = product->marked, .repeatedly = 1};
    const uint64_t vertices = product->graph.vertices;
    struct scope scope = {.memory = deciding->run->memory};
    struct almost_sure_plan *plan = &deciding->plan;
    struct almost_sure_report report;
    plan->rank = scope_array(&scope, vertices, sizeof *plan->rank);
    plan->inside = scope_zeroed(&scope, bitmap_bytes(vertices), 1);
    plan->choice =
        deciding->files->evidence.path == NULL ? NULL : scope_array(&scope, vertices, sizeof *plan->choice);
    int holds =
        scope_check(&scope, "to find a scheduler", deciding->error) != 0 ||
                almost_sure_cpu(&product->graph, &goal, deciding->run, plan, &report, deciding->error) != 0
            ? -1
            : is_won(deciding);
    if (holds >= 0) {
        write_files(deciding);
    }
    scope_close(&scope);
    return holds;
}

static int decide(struct deciding *deciding, const struct ltl_limit *limit) {
    const int holds = ltl_product_make(&deciding->product, deciding->model, &limit->automaton, limit->atom,
                                       limit->atoms, deciding->run, deciding->error) != 0
                          ? -1
                          : decide_product(deciding);
    ltl_product_free(&deciding->product);
    return holds;
}

int check_ltl_chance(const struct chance_model *model, const struct property *property,
                     const struct chance_files *files, struct check_result *result, const struct run *run,
                     struct error *error) {
    struct deciding deciding = {
        .model = model, .property = property, .files = files, .run = run, .error = error};
    struct ltl_limit limit;
    const char *doubt = formula_doubt(property->formula);
    if (doubt != NULL) {
        return error_set(error, ERROR_LIMIT, "%s", doubt);
    }
    int holds = ltl_limit_open(&limit, property->formula, property->by_every_scheduler, run, error);
    if (holds == 0) {
        result->class = limit.classes == 0 ? NULL : tgba_class_name(limit.classes);
        result->is_unsatisfiable = limit.is_unsatisfiable;
        result->automaton_states = limit.automaton.states;
        holds = decide(&deciding, &limit);
    }
    ltl_limit_close(&limit);
    return holds;
}
