/* Formulas of linear time for Markov decision processes (ltl_limit.h). */
#include "specs/ltl/ltl_limit.h"

#include "base/error.h"
#include "base/run.h"
#include "specs/ltl/ltl_of_tree.h"

#define MOST_STATES 1000000u
#define MOST_WORK 20000000u /* steps, for classes and a smaller automaton: some seconds */

/* What is wanted, and its negation. */
struct both {
    struct tgba wanted, opposite;
};

static int find_classes(struct ltl_limit *limit, const struct both *both, int opposite) {
    const struct tgba *holds = opposite ? &both->opposite : &both->wanted,
                      *violates = opposite ? &both->wanted : &both->opposite;
    const int classes = tgba_classes(holds, violates, limit->atoms);
    limit->classes = classes < 0 ? 0 : classes;
    limit->is_unsatisfiable = holds->states == 0;
    return classes < 0 ? -1 : 0;
}

static int translate(struct ltl_limit *limit, struct both *both, int opposite, int is_plain) {
    ltl formula = ltl_of_tree(&limit->store, formula_ltl(limit->text), NULL);
    formula = opposite && !limit->store.failed ? ltl_negate(&limit->store, formula) : formula;
    if (limit->store.failed) {
        return -1;
    }
    return is_plain ? tgba_translate(&both->wanted, &limit->store, &limit->pool, formula, limit->atoms)
           : tgba_of_formula(&limit->store, &limit->pool, formula, limit->atoms, &both->wanted,
                             &both->opposite) != 0
               ? -1
               : find_classes(limit, both, opposite);
}

static int make(struct ltl_limit *limit, int opposite, int is_plain) {
    struct both both = {.wanted = {.states = 0}};
    const int failed = translate(limit, &both, opposite, is_plain) != 0;
    const int made = failed ? -1 : tgba_limit(&both.wanted, MOST_STATES, &limit->automaton);
    tgba_free(&both.wanted);
    tgba_free(&both.opposite);
    return made < 0    ? -1
           : made == 0 ? bdd_fail(&limit->pool, ERROR_LIMIT,
                                  "the automaton of the formula has more than a million states")
                       : 0;
}

static int open(struct ltl_limit *limit, int opposite, int is_plain, const struct run *run,
                struct error *error) {
    const int opened = ltl_open(&limit->store, run, error) == 0;
    const int failed = bdd_open(&limit->pool, run, error) != 0 || !opened;
    limit->pool.most_work = is_plain ? 0 : MOST_WORK;
    run_tell(run, "translating", 0, 0, NULL);
    if (failed || ltl_atoms_find(limit->text, run->memory, &limit->atom, error) != 0 ||
        make(limit, opposite, is_plain) != 0) {
        return -1;
    }
    limit->pool.most_work = 0;
    return 0;
}

int ltl_limit_open(struct ltl_limit *limit, const formula_text *text, int opposite, const struct run *run,
                   struct error *error) {
    *limit = (struct ltl_limit){.text = text, .atoms = (uint32_t)formula_ltl(text)->atom.count};
    *error = (struct error){.code = ERROR_NONE};
    if (open(limit, opposite, 0, run, error) == 0) {
        return 0;
    }
    if (error->code != ERROR_LIMIT) {
        return -1;
    }
    ltl_limit_close(limit);
    *limit = (struct ltl_limit){.text = text, .atoms = (uint32_t)formula_ltl(text)->atom.count};
    *error = (struct error){.code = ERROR_NONE};
    return open(limit, opposite, 1, run, error);
}

void ltl_limit_close(struct ltl_limit *limit) {
    tgba_free(&limit->automaton);
    ltl_atoms_free(limit->text, limit->pool.memory, limit->atom);
    bdd_close(&limit->pool);
    ltl_close(&limit->store);
}
