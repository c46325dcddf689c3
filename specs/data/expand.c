/*
 * Expands formulas with data (expand.h). One recursion over the tree with the values of the variables around;
 * its depth is bounded. What was expanded with the same values of the variables on which it depends is
 * shared. The bodies of fixpoints wait in a list until everything else is done, so that a parameter that
 * takes many values nests nothing.
 */
#include "specs/data/expand.h"

#include <stdio.h>
#include <string.h>

#include "base/core.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/expand_internal.h"
#include "specs/data/instance.h"
#include "specs/data/terms.h"

/* --- constants --- */

static const struct formula *make_formula(struct formula_expansion *expansion, enum formula_kind kind,
                                          const struct formula *model, const struct formula *left,
                                          const struct formula *right) {
    struct formula *formula = formula_new(expansion->text, kind, left, right, NULL);
    if (formula == NULL || expansion->made++ >= MOST_NODES) {
        if (formula == NULL) {
            expansion_memory(expansion);
        } else {
            expansion->is_too_large = 1;
            error_at(expansion->error, ERROR_LIMIT,
                     (struct source_position){expansion->name, model->where.line, model->where.column},
                     "written out for all values of its data, the formula has more than %u parts: the values "
                     "are too "
                     "many, or a parameter takes more and more of them",
                     MOST_NODES);
        }
        return NULL;
    }
    formula->where = model->where;
    return formula;
}

static const struct formula *constant(struct formula_expansion *expansion, const struct formula *model,
                                      int value) {
    if (expansion->constant[value] == NULL) {
        expansion->constant[value] =
            make_formula(expansion, value ? FORMULA_TRUE : FORMULA_FALSE, model, NULL, NULL);
    }
    return expansion->constant[value];
}

static const struct formula *negate(struct formula_expansion *expansion, const struct formula *model,
                                    const struct formula *of) {
    if (of == NULL || of->kind == FORMULA_NOT) {
        return of == NULL ? NULL : of->left;
    }
    return of->kind == FORMULA_TRUE || of->kind == FORMULA_FALSE
               ? constant(expansion, model, of->kind == FORMULA_FALSE)
               : make_formula(expansion, FORMULA_NOT, model, of, NULL);
}

/* Joins formulas by AND or OR, without operands that do not matter. */
static const struct formula *join_formulas(struct formula_expansion *expansion, enum formula_kind kind,
                                           const struct formula *model, const struct formula *left,
                                           const struct formula *right) {
    enum formula_kind neutral = kind == FORMULA_AND ? FORMULA_TRUE : FORMULA_FALSE;
    enum formula_kind decides = kind == FORMULA_AND ? FORMULA_FALSE : FORMULA_TRUE;
    if (left == NULL || right == NULL) {
        return NULL;
    }
    if (left->kind == neutral || right->kind == decides || left == right) {
        return right;
    }
    return right->kind == neutral || left->kind == decides
               ? left
               : make_formula(expansion, kind, model, left, right);
}

static const struct formula *expand(struct formula_expansion *expansion, const struct formula *formula,
                                    const struct binding *bindings, int upper);

/* --- operators --- */

static const struct formula *expand_value(struct formula_expansion *expansion, const struct formula *formula,
                                          const struct binding *bindings, int upper) {
    uint32_t value = evaluate_data(&expansion->evaluation, formula->data->argument[0], bindings);
    uint32_t truth = truth_of(value);
    if (truth == UNKNOWN) {
        expansion_explain(expansion, formula->where, value);
        expansion_doubt(expansion);
        truth = value_truth(upper);
    }
    return constant(expansion, formula, truth == TRUE_VALUE);
}

static const struct formula *expand_pair(struct formula_expansion *expansion, const struct formula *formula,
                                         const struct binding *bindings, int upper) {
    int implies = formula->kind == FORMULA_IMPLIES;
    enum formula_kind kind = implies ? FORMULA_OR : formula->kind;
    const struct formula *left = expand(expansion, formula->left, bindings, implies ? !upper : upper);
    if (implies && left != NULL && left->kind != FORMULA_TRUE && left->kind != FORMULA_FALSE) {
        const struct formula *right = expand(expansion, formula->right, bindings, upper);
        return right == NULL || right->kind == FORMULA_TRUE
                   ? right
                   : make_formula(expansion, FORMULA_IMPLIES, formula, left, right);
    }
    left = implies ? negate(expansion, formula, left) : left;
    if (left == NULL || left->kind == (kind == FORMULA_AND ? FORMULA_FALSE : FORMULA_TRUE)) {
        return left;
    }
    return join_formulas(expansion, kind, formula, left, expand(expansion, formula->right, bindings, upper));
}

/* F equ G as (F and G) or (not F and not G), as each side stands under both polarities. */
static const struct formula *expand_equivalence(struct formula_expansion *expansion,
                                                const struct formula *formula, const struct binding *bindings,
                                                int upper) {
    const struct formula *left = expand(expansion, formula->left, bindings, upper);
    const struct formula *right = left == NULL ? NULL : expand(expansion, formula->right, bindings, upper);
    const struct formula *not_left =
        right == NULL ? NULL : expand(expansion, formula->left, bindings, !upper);
    const struct formula *not_right =
        not_left == NULL ? NULL : expand(expansion, formula->right, bindings, !upper);
    const struct formula *both =
        not_right == NULL ? NULL : join_formulas(expansion, FORMULA_AND, formula, left, right);
    const struct formula *none =
        both == NULL ? NULL
                     : join_formulas(expansion, FORMULA_AND, formula, negate(expansion, formula, not_left),
                                     negate(expansion, formula, not_right));
    return join_formulas(expansion, FORMULA_OR, formula, both, none);
}

static const struct formula *expand_modality(struct formula_expansion *expansion,
                                             const struct formula *formula, const struct binding *bindings,
                                             int upper) {
    int is_box = formula->kind == FORMULA_BOX || formula->kind == FORMULA_SATURATED;
    const struct regular *regular =
        expand_regular(expansion, formula->regular, bindings, is_box ? !upper : upper);
    if (regular == NULL) {
        return NULL;
    }
    if (regular->kind == REGULAR_ACTION && regular->action->kind == ACTION_FALSE &&
        formula_ltl(expansion->text) == NULL) { /* ltl_atoms_find finds its atoms by their places */
        return constant(expansion, formula, is_box);
    }
    const struct formula *body =
        formula->left == NULL ? NULL : expand(expansion, formula->left, bindings, upper);
    if (formula->left != NULL && (body == NULL || body->kind == (is_box ? FORMULA_TRUE : FORMULA_FALSE))) {
        return body;
    }
    const struct formula *made = make_formula(expansion, formula->kind, formula, body, NULL);
    if (made != NULL) {
        ((struct formula *)(uintptr_t)made)->regular = regular;
    }
    return made;
}

/* --- quantifiers --- */

static const struct formula *expand_quantified(struct formula_expansion *expansion,
                                               const struct formula *formula, uint32_t first,
                                               const struct binding *bindings, int upper) {
    const struct bound_variables *variables = formula->data->variables;
    if (first == variables->count) {
        return expand(expansion, formula->left, bindings, upper);
    }
    int all = formula->kind == FORMULA_FORALL;
    enum formula_kind decides = all ? FORMULA_FALSE : FORMULA_TRUE,
                      neutral = all ? FORMULA_TRUE : FORMULA_FALSE;
    struct quantified quantified =
        quantified_begin(&expansion->evaluation, &variables->variable[first], bindings);
    const struct formula *result = constant(expansion, formula, all);
    int found = 1;
    while (result != NULL && result->kind != decides && (found = quantified_next(&quantified)) > 0) {
        const struct formula *part =
            expand_quantified(expansion, formula, first + 1, &quantified.binding, upper);
        if (part != NULL && quantified.is_uncertain && part->kind != neutral) {
            expansion_doubt_sort(expansion, &quantified.binding);
        }
        /* a value that may not exist counts only where that makes the formula what `upper` asks for */
        if (part == NULL || !quantified.is_uncertain || upper != all) {
            result = join_formulas(expansion, all ? FORMULA_AND : FORMULA_OR, formula, result, part);
        }
    }
    if (found < 0) {
        expansion_memory(expansion);
        return NULL;
    }
    return result;
}

/* --- fixpoints --- */

static const struct formula *expand_variable(struct formula_expansion *expansion,
                                             const struct formula *formula, const struct binding *bindings,
                                             int upper) {
    const struct binding *at = bindings;
    while (at->binder != formula->binder) {
        at = at->outer;
    }
    const struct instance_request request = {
        formula->binder, formula->data == NULL ? NULL : formula->data->argument, bindings, at->outer, upper};
    const struct formula *fixpoint = expansion_fixpoint(expansion, &request);
    if (fixpoint != NULL && fixpoint->kind != formula->binder->kind) {
        return fixpoint; /* one of too many */
    }
    struct formula *variable =
        fixpoint == NULL
            ? NULL
            : (struct formula *)(uintptr_t)make_formula(expansion, FORMULA_VARIABLE, formula, NULL, NULL);
    if (variable != NULL) {
        variable->name = fixpoint->name;
        variable->binder = fixpoint;
    }
    return variable;
}

static const struct formula *expand_inside(struct formula_expansion *expansion, const struct formula *formula,
                                           const struct binding *bindings, int upper) {
    const struct formula *hoisted;
    switch (formula->kind) {
    case FORMULA_VALUE:
        return expand_value(expansion, formula, bindings, upper);
    case FORMULA_NOT:
        return negate(expansion, formula, expand(expansion, formula->left, bindings, !upper));
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
        return expand_pair(expansion, formula, bindings, upper);
    case FORMULA_EQUIVALENT:
        return expand_equivalence(expansion, formula, bindings, upper);
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        hoisted = expansion_node(expansion, formula)->hoisted;
        return hoisted != NULL ? expand(expansion, hoisted, bindings, upper)
                               : expand_quantified(expansion, formula, 0, bindings, upper);
    case FORMULA_MU:
    case FORMULA_NU:
        return expansion_fixpoint(expansion,
                                  &(struct instance_request){formula, NULL, bindings, bindings, upper});
    case FORMULA_VARIABLE:
        return expand_variable(expansion, formula, bindings, upper);
    default:
        return expand_modality(expansion, formula, bindings, upper);
    }
}

/* Notes that a formula was expanded to the result, unless that is known, or constant. Returns the result. */
static const struct formula *note_expanded(struct formula_expansion *expansion, const struct formula *formula,
                                           const struct binding *bindings, const struct formula *result) {
    if (result == NULL || result->kind == FORMULA_TRUE || result->kind == FORMULA_FALSE ||
        result->extent.end > 0) {
        return result;
    }
    uint64_t uses = expansion_node(expansion, formula)->uses;
    struct formula *made = (struct formula *)(uintptr_t)result;
    return expansion_note_values(expansion, formula, uses, bindings, made) != 0 ? NULL : result;
}

static const struct formula *expand(struct formula_expansion *expansion, const struct formula *formula,
                                    const struct binding *bindings, int upper) {
    uint64_t number;
    if (formula->kind == FORMULA_TRUE || formula->kind == FORMULA_FALSE ||
        formula->kind == FORMULA_PREDICATE) {
        return formula;
    }
    if (expansion_step(expansion) != 0) {
        return NULL;
    }
    if (formula->kind == FORMULA_VALUE || formula->kind == FORMULA_VARIABLE || formula->kind == FORMULA_MU ||
        formula->kind == FORMULA_NU) { /* fixpoints are shared by the values of their parameters */
        return note_expanded(expansion, formula, bindings,
                             expand_inside(expansion, formula, bindings, upper));
    }
    const struct formula *known = expansion_recall(expansion, formula, bindings, upper, &number);
    if (known != NULL || number == UINT64_MAX) {
        return known;
    }
    const struct formula *result =
        note_expanded(expansion, formula, bindings, expand_inside(expansion, formula, bindings, upper));
    expansion->instance[number].result = result;
    return result;
}

/* --- the whole formula --- */

static int expand_bodies(struct formula_expansion *expansion) {
    while (expansion->done < expansion->work.count) {
        struct pending_fixpoint work = expansion->work.data[expansion->done++];
        const struct bound_variables *variables =
            work.binder->data == NULL ? NULL : work.binder->data->variables;
        uint32_t count = variables == NULL ? 0 : variables->count;
        struct binding *binding = arena_allocate(expansion->arena, ((uint64_t)count + 1) * sizeof *binding);
        if (binding == NULL) {
            return expansion_memory(expansion);
        }
        binding[0] = (struct binding){.binder = work.binder, .outer = work.bindings};
        for (uint32_t i = 0; i < count; i++) {
            binding[i + 1] = (struct binding){
                .variable = &variables->variable[i], .value = work.argument[i], .outer = &binding[i]};
        }
        work.result->left = expand(expansion, work.binder->left, &binding[count], work.upper);
        if (work.result->left == NULL) {
            return -1;
        }
    }
    return 0;
}

static const struct formula *expand_root(struct formula_expansion *expansion, int upper) {
    expansion->made = 0;
    const struct formula *root = expand(expansion, formula_root(expansion->text), NULL, upper);
    /* Values are unknown when no step is left. */
    return root == NULL || expand_bodies(expansion) != 0 || expansion_step(expansion) != 0 ? NULL : root;
}

static int expand_text(struct formula_expansion *expansion) {
    if (expansion->arena == NULL || values_open(&expansion->values, expansion->memory) != 0 ||
        declarations_open(&expansion->declarations, formula_sections(expansion->text),
                          formula_intern(expansion->text, "Bool", 4), expansion->arena,
                          expansion->memory) != 0) {
        return expansion_memory(expansion);
    }
    if (expansion_read_labels(expansion) != 0 || expansion_infer(expansion) != 0 ||
        expansion_collect_labels(expansion) != 0) {
        return -1;
    }
    if (sort_classes_complete(&expansion->classes) != 0) {
        return run_should_stop(expansion->run) ? expansion_stopped(expansion) : expansion_memory(expansion);
    }
    if (expansion_note_symbolic(expansion) != 0) {
        return -1;
    }
    const struct formula *lower = expand_root(expansion, 0);
    const struct formula *upper = lower != NULL && expansion->is_doubtful ? expand_root(expansion, 1) : lower;
    if (upper == NULL) {
        return -1;
    }
    return formula_text_set_expanded(expansion->text, lower, upper,
                                     expansion->is_doubtful ? expansion->doubt : NULL) != 0
               ? expansion_memory(expansion)
               : 0;
}

static void close_expansion(struct formula_expansion *expansion) {
    struct memory *memory = expansion->memory;
    values_close(&expansion->values);
    sort_classes_close(&expansion->classes);
    declarations_close(&expansion->declarations);
    memory_free(memory, expansion->evaluation.symbol,
                expansion->evaluation.symbol_capacity * sizeof *expansion->evaluation.symbol);
    index_free(&expansion->evaluation.by_symbol, memory);
    GROWING_FREE(memory, expansion->evaluation.fit);
    index_free(&expansion->evaluation.by_fit, memory);
    memory_free(memory, expansion->label, expansion->label_capacity * sizeof *expansion->label);
    index_free(&expansion->by_value, memory);
    index_free(&expansion->by_shape, memory);
    memory_free(memory, expansion->node, expansion->node_capacity * sizeof *expansion->node);
    index_free(&expansion->by_formula, memory);
    memory_free(memory, expansion->variable, expansion->variable_capacity * sizeof *expansion->variable);
    index_free(&expansion->by_variable, memory);
    memory_free(memory, expansion->instance, expansion->instance_capacity * sizeof *expansion->instance);
    index_free(&expansion->by_instance, memory);
    GROWING_FREE(memory, expansion->key);
    GROWING_FREE(memory, expansion->work);
    arena_free(expansion->arena);
}

/* Nothing is known of a formula that is too large when its data is written out. */
static int give_up(struct formula_expansion *expansion) {
    char reason[sizeof expansion->error->text + sizeof expansion->error->path];
    const struct formula *never = formula_new(expansion->text, FORMULA_FALSE, NULL, NULL, NULL);
    const struct formula *always = formula_new(expansion->text, FORMULA_TRUE, NULL, NULL, NULL);
    error_describe(expansion->error, reason, sizeof reason);
    return never == NULL || always == NULL ||
                   formula_text_set_expanded(expansion->text, never, always, reason) != 0
               ? expansion_memory(expansion)
               : 0;
}

/* What formula_expand is asked for. */
struct expansion_request {
    const struct label_texts *labels;
    const char *name;
    const struct run *run;
    struct error *error;
};

/* Expands the formula, without the fixpoints that are too many if it is cut. *is_too_large: it has too many
 * parts. */
static int expand_formula(formula_text *text, struct expansion_request request, int is_cut,
                          int *is_too_large) {
    struct memory *memory = request.run->memory;
    struct formula_expansion expansion = {.text = text,
                                          .labels = request.labels,
                                          .name = request.name,
                                          .run = request.run,
                                          .error = request.error,
                                          .memory = memory,
                                          .arena = arena_create(memory),
                                          .is_cut = is_cut};
    request.error->code = ERROR_NONE;
    expansion.classes = (struct sort_classes){
        .memory = memory, .run = request.run, .known = &expansion.values, .sections = formula_sections(text)};
    expansion.evaluation = (struct evaluation){.values = &expansion.values,
                                               .classes = &expansion.classes,
                                               .declarations = &expansion.declarations,
                                               .run = request.run,
                                               .no_domains = 1,
                                               .steps = MOST_STEPS};
    int failed = expand_text(&expansion);
    *is_too_large = failed && expansion.is_too_large;
    if (failed && request.error->code == ERROR_LIMIT && (is_cut || !expansion.is_too_large)) {
        failed = give_up(&expansion);
    }
    close_expansion(&expansion);
    return failed;
}

void formula_mark_data(formula_text *text, const struct label_texts *labels) {
    if (!formula_has_data(text) && !formula_ignores_case(text) && !terms_are_plain(text, labels)) {
        formula_text_set_data(text);
    }
}

int formula_expand(formula_text *text, const struct label_texts *labels, const char *name,
                   const struct run *run, struct error *error) {
    int is_too_large;
    const struct formula_position *computed = formula_ignores_case(text) ? terms_computed(text) : NULL;
    if (computed != NULL) {
        return error_at(error, ERROR_INPUT, (struct source_position){name, computed->line, computed->column},
                        "labels that ignore case cannot be read as data, and this argument must be computed: "
                        "write the label as it is, in quotes");
    }
    formula_mark_data(text, labels);
    if (!formula_has_data(text) || formula_is_expanded(text)) {
        return 0;
    }
    const struct expansion_request request = {labels, name, run, error};
    int failed = expand_formula(text, request, 0, &is_too_large);
    return is_too_large ? expand_formula(text, request, 1, &is_too_large) : failed;
}

/* --- reporting --- */

int expansion_memory(struct formula_expansion *expansion) {
    return error_memory(expansion->error, "to write out the data of the formula");
}

void expansion_explain(struct formula_expansion *expansion, struct formula_position where, uint32_t value) {
    if (value != UNKNOWN) {
        evaluate_unknown(&expansion->evaluation, where, "the value here is neither true nor false");
    }
}

void expansion_doubt(struct formula_expansion *expansion) {
    const struct evaluation *evaluation = &expansion->evaluation;
    if (!expansion->is_doubtful) {
        expansion->is_doubtful = 1;
        snprintf(expansion->doubt, sizeof expansion->doubt, "%.100s:%u:%u: %s", expansion->name,
                 evaluation->where.line, evaluation->where.column, evaluation->reason);
    }
}

void expansion_doubt_sort(struct formula_expansion *expansion, const struct binding *binding) {
    const struct bound_variable *variable = binding->variable;
    const struct value *value = value_at(&expansion->values, binding->value);
    const char *sort = variable->sort->kind == SORT_NAME ? variable->sort->name : "S";
    int is_named = value->kind == VALUE_OPAQUE || (value->kind == VALUE_TERM && value->children == 0);
    if (value->kind == VALUE_FRESH && !data_sort_number(variable->sort)) {
        evaluate_unknown(
            &expansion->evaluation, variable->where,
            "the verdict depends on whether sort %.40s has values that occur in no label: declare it "
            "before the formula, sort %.40s = struct ..;",
            sort, sort);
    } else {
        evaluate_unknown(&expansion->evaluation, variable->where,
                         "the verdict depends on whether %s%.60s%s is a value of the sort of '%.40s'",
                         is_named ? "'" : "some value", is_named ? value->name : " that occurs",
                         is_named ? "', in a label," : "", variable->name);
    }
    expansion_doubt(expansion);
}

int expansion_step(struct formula_expansion *expansion) {
    struct evaluation *evaluation = &expansion->evaluation;
    if (evaluation->failed) {
        return expansion_memory(expansion);
    }
    return evaluation_step(evaluation) == 0 ? 0 : expansion_stopped(expansion);
}

int expansion_stopped(struct formula_expansion *expansion) {
    if (run_should_stop(expansion->run)) {
        return error_in(expansion->error, ERROR_INTERRUPTED, expansion->name,
                        "interrupted while the data of the formula was written out");
    }
    return error_in(expansion->error, ERROR_LIMIT, expansion->name,
                    "the values of the formula's data are too many, or too large, to be tried");
}
