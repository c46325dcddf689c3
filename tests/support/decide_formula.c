/* Verdicts of formulas in mCRL2's dialect on small graphs, for tests. */
#include "tests/support/decide_formula.h"

#include <CUnit/CUnit.h>
#include <stdio.h>

#include "checker/property/property.h"
#include "explorer/backend.h"
#include "specs/syntax/formula.h"

enum verdict decide_formula(struct small_network *small, const char *text, const char **doubt) {
    struct error error = {.code = ERROR_NONE}, warning;
    struct property property;
    struct property_maker maker = {.tree = small->tree,
                                   .run = &small->run,
                                   .error = &error,
                                   .dialect = FORMULA_DIALECT_MCF,
                                   .warning = &warning};
    const struct check_options options = {
        .backend = backends[0], .explore.max_depth = UINT64_MAX, .no_traces = 1};
    static char kept[600];
    enum verdict verdict = VERDICT_UNDECIDED;
    if (property_make(&maker, PROPERTY_FORMULA, text, &property) != 0 ||
        check_plan_formulas(small->network, &property, 1, &small->run, &error) < 0) {
        fprintf(stderr, "%s\n", error.text);
        CU_FAIL("the formula is not read");
        property_free(&property, &small->run);
        return verdict;
    }
    struct check *check = check_run(small->network, &property, 1, &options, &small->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    verdict = check->results[0].verdict;
    snprintf(kept, sizeof kept, "%s",
             formula_doubt(property.formula) == NULL ? "" : formula_doubt(property.formula));
    *doubt = kept;
    CU_ASSERT_EQUAL(verdict == VERDICT_UNDECIDED, check->results[0].why.code == ERROR_LIMIT);
    check_free(check, &small->run);
    property_free(&property, &small->run);
    return verdict;
}

void check_formula_verdicts(const struct formula_verdict *cases, size_t count, const char *declared,
                            const char *aut) {
    for (size_t i = 0; i < count; i++) {
        struct small_network small;
        const char *doubt = "";
        char text[4096];
        small_network_open(&small);
        test_folder_write(&small.folder, "graph.aut", aut);
        small_network_compose(&small, "\"graph.aut\"");
        snprintf(text, sizeof text, *declared == '\0' ? "%s%s" : "%s form %s;", declared, cases[i].text);
        enum verdict verdict = decide_formula(&small, text, &doubt);
        int is_right = verdict == cases[i].verdict && (verdict == VERDICT_UNDECIDED) <= (*doubt != '\0');
        if (!is_right) {
            fprintf(stderr, "verdict %d: %s %s\n", (int)verdict, cases[i].text, doubt);
        }
        CU_ASSERT_TRUE(is_right);
        small_network_close(&small);
    }
}
