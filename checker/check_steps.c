/* Which properties of linear time let reductions leave out steps (check_steps.h). */
#include "checker/check_steps.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/property.h"
#include "specs/ltl/ltl_antecedents.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba_steps.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_WORK 20000000u /* steps: some seconds */

ltl check_ltl_formula(struct ltl_store *store, const struct property *property) {
    const struct ltl_tree *tree = formula_ltl(property->formula);
    return property->unmet == 0 ? ltl_of_tree(store, tree, NULL)
                                : ltl_of_unmet_tree(store, tree, property->unmet - 1);
}

/* Makes the automata, and looks at them. 1, 0, or -1 with the error of store or pool. */
static int look(struct ltl_store *store, struct bdd_pool *pool, const struct property *property) {
    const struct ltl_tree *tree = formula_ltl(property->formula);
    const uint64_t atoms = tree->atom.count;
    struct tgba yes, no;
    uint8_t *kind = memory_allocate(pool->memory, atoms);
    const ltl formula = check_ltl_formula(store, property);
    int ignored = kind == NULL ? bdd_no_memory(pool) : store->failed ? -1 : 0;
    if (ignored == 0) {
        tgba_atom_kinds(tree->atom.data, atoms, kind);
        ignored = tgba_of_formula(store, pool, formula, (uint32_t)atoms, &yes, &no) != 0
                      ? -1
                      : tgba_ignores_steps(&yes, &no, tree, kind, (uint32_t)atoms);
        tgba_free(&yes);
        tgba_free(&no);
    }
    memory_free(pool->memory, kind, atoms);
    return ignored < 0 ? -1 : ignored == 1;
}

int check_ignores_steps(const struct property *property, const struct run *run, struct error *error) {
    struct ltl_store store;
    struct bdd_pool pool;
    if (property_row(property->kind)->takes != PROPERTY_TAKES_FORMULA) {
        return 0;
    }
    const int opened = ltl_open(&store, run, error) == 0;
    int ignored = bdd_open(&pool, run, error) != 0 || !opened ? -1 : 0;
    pool.most_work = MOST_WORK;
    if (ignored == 0) {
        ignored = look(&store, &pool, property);
    }
    bdd_close(&pool);
    ltl_close(&store);
    if (ignored < 0 && error->code == ERROR_LIMIT) { /* not known */
        *error = (struct error){.code = ERROR_NONE};
        ignored = 0;
    }
    return ignored;
}

int check_sees_states(const struct property *property) {
    uint64_t predicates = 0;
    if (property->formula != NULL) {
        formula_predicates(property->formula, &predicates);
    }
    return predicates != 0;
}
