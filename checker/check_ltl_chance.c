/* Decides formulas of linear time on Markov decision processes. */
#include "checker/check_ltl_chance.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/ltl_product.h"
#include "checker/property/property.h"
#include "decompose/almost_sure/almost_sure.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_STATES 1000000u /* of the automaton */
#define MOST_WORK 20000000u  /* steps, for the class of a formula and a smaller automaton */

struct deciding {
    const struct chance_model *model;
    const struct property *property;
    struct check_result *result;
    const struct run *run;
    struct error *error;
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba wanted, opposite, limit; /* what is to be likely; its negation; what reads the model */
    struct ltl_atom *atom;
    uint32_t atoms;
    int is_translated; /* the automata are made */
};

/* --- the automaton --- */

/* is_plain: without the automaton of the opposite, which shows the class. */
static int translate(struct deciding *deciding, int is_plain) {
    const int every = deciding->property->by_every_scheduler;
    ltl formula = ltl_of_tree(&deciding->store, formula_ltl(deciding->property->formula), NULL);
    formula = every && !deciding->store.failed ? ltl_negate(&deciding->store, formula) : formula;
    if (deciding->store.failed) {
        return -1;
    }
    if (is_plain) {
        return tgba_translate(&deciding->wanted, &deciding->store, &deciding->pool, formula, deciding->atoms);
    }
    if (tgba_of_formula(&deciding->store, &deciding->pool, formula, deciding->atoms, &deciding->wanted,
                        &deciding->opposite) != 0) {
        return -1;
    }
    const struct tgba *holds = every ? &deciding->opposite : &deciding->wanted,
                      *violates = every ? &deciding->wanted : &deciding->opposite;
    const int classes = tgba_classes(holds, violates, deciding->atoms);
    deciding->result->class = classes < 0 ? NULL : tgba_class_name(classes);
    deciding->result->is_unsatisfiable = holds->states == 0;
    return classes < 0 ? -1 : 0;
}

static int make_limit(struct deciding *deciding) {
    const int made = tgba_limit(&deciding->wanted, MOST_STATES, &deciding->limit);
    deciding->result->automaton_states = deciding->limit.states;
    return made != 0 ? made - 1
                     : error_set(deciding->error, ERROR_LIMIT,
                                 "the automaton of the formula has more than %u states", MOST_STATES);
}

/* --- the product --- */

static int has_bit(const uint32_t *bitmap, uint64_t bits) {
    uint64_t i = 0;
    while (i < bits && !bitmap_has(bitmap, i)) {
        i++;
    }
    return i < bits;
}

/* Whether all initial vertices almost surely reach a choice with the mark again and again; or, if the
 * automaton accepts what no scheduler may do, whether no vertex can. */
static int is_won(const struct deciding *deciding, const struct ltl_product *product,
                  const struct almost_sure_plan *plan) {
    if (deciding->property->by_every_scheduler) {
        return !has_bit(plan->inside, product->graph.vertices);
    }
    uint64_t v = 0;
    while (v < product->initial && plan->rank[v] != ALMOST_SURE_NONE) {
        v++;
    }
    return v == product->initial;
}

static int decide_product(const struct deciding *deciding, const struct ltl_product *product) {
    struct memory *memory = deciding->run->memory;
    const uint64_t vertices = product->graph.vertices, bytes = bitmap_bytes(vertices);
    const struct almost_sure_goal goal = {.edges = product->marked, .repeatedly = 1};
    struct almost_sure_plan plan = {.rank = memory_allocate_array(memory, vertices, sizeof *plan.rank),
                                    .inside = memory_allocate_zeroed(memory, bytes)};
    struct almost_sure_report report;
    int holds = plan.rank == NULL || plan.inside == NULL
                    ? error_memory(deciding->error, "to find a scheduler")
                    : almost_sure_cpu(&product->graph, &goal, deciding->run, &plan, &report, deciding->error);
    holds = holds != 0 ? -1 : is_won(deciding, product, &plan);
    memory_free(memory, plan.rank, vertices * sizeof *plan.rank);
    memory_free(memory, plan.inside, bytes);
    return holds;
}

static int decide(struct deciding *deciding, int is_plain) {
    struct ltl_product product = {.memory = deciding->run->memory};
    if (translate(deciding, is_plain) != 0 || make_limit(deciding) != 0) {
        return -1;
    }
    deciding->is_translated = 1;
    if (deciding->limit.states == 0) { /* no word is accepted */
        return deciding->property->by_every_scheduler;
    }
    deciding->pool.most_work = 0;
    const int holds = ltl_product_make(&product, deciding->model, &deciding->limit, deciding->atom,
                                       deciding->atoms, deciding->run, deciding->error) != 0
                          ? -1
                          : decide_product(deciding, &product);
    ltl_product_free(&product);
    return holds;
}

static int decide_in_pool(struct deciding *deciding, int is_plain) {
    const struct run *run = deciding->run;
    const int opened = ltl_open(&deciding->store, run, deciding->error) == 0;
    const int failed = bdd_open(&deciding->pool, run, deciding->error) != 0 || !opened;
    deciding->pool.most_work = is_plain ? 0 : MOST_WORK;
    run_tell(run, "translating", 0, 0, NULL);
    const int holds = failed || ltl_atoms_find(deciding->property->formula, run->memory, &deciding->atom,
                                               deciding->error) != 0
                          ? -1
                          : decide(deciding, is_plain);
    tgba_free(&deciding->wanted);
    tgba_free(&deciding->opposite);
    tgba_free(&deciding->limit);
    bdd_close(&deciding->pool);
    ltl_close(&deciding->store);
    ltl_atoms_free(deciding->property->formula, run->memory, deciding->atom);
    deciding->atom = NULL;
    return holds;
}

int check_ltl_chance(const struct chance_model *model, const struct property *property,
                     struct check_result *result, const struct run *run, struct error *error) {
    struct deciding deciding = {
        .model = model, .property = property, .result = result, .run = run, .error = error};
    const char *doubt = formula_doubt(property->formula);
    if (doubt != NULL) {
        return error_set(error, ERROR_LIMIT, "%s", doubt);
    }
    deciding.atoms = (uint32_t)formula_ltl(property->formula)->atom.count;
    *error = (struct error){.code = ERROR_NONE};
    const int holds = decide_in_pool(&deciding, 0);
    if (holds >= 0 || error->code != ERROR_LIMIT || deciding.is_translated) {
        return holds;
    }
    *error = (struct error){.code = ERROR_NONE};
    return decide_in_pool(&deciding, 1);
}
