/* Binds variables. One walk over the formula, from left to right with its own stack, keeps the innermost
 * binder of each name, and whether the number of negations around it is odd.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/syntax/formula_syntax.h"

#define NO_SCOPE UINT64_MAX
#define SCOPES_TO_COMPARE 64u /* innermost scopes whose names are compared with an unknown one */

/* A formula that is still to be visited, or a binder that the walk then leaves. */
struct visit {
    struct formula *formula;
    uint64_t equivalences; /* number of equivalences around it */
    int negated;
    int leaves;
};

/* A binder around the visited formula. */
struct binder_scope {
    struct formula *binder;
    uint64_t equivalences;
    int negated;
    uint32_t name;
    uint64_t outer;     /* next outer scope of the same name, or NO_SCOPE */
    uint64_t different; /* innermost scope of the same name with the other value of `negated`, or NO_SCOPE */
};

struct resolver {
    struct formula_syntax *syntax;
    label_table *names;
    GROWING(struct visit) visits;
    GROWING(struct binder_scope) scopes;
    GROWING(uint64_t) innermost; /* by name: a scope, or NO_SCOPE */
};

static int push_visit(struct resolver *resolver, struct visit visit) {
    return GROWING_ADD(resolver->syntax->memory, resolver->visits, visit) != 0
               ? formula_syntax_memory(resolver->syntax)
               : 0;
}

/* The reader made the nodes, and may still write to them. */
static struct formula *writable(const struct formula *formula) {
    return (struct formula *)(uintptr_t)formula;
}

static int push_child(struct resolver *resolver, const struct formula *child, const struct visit *parent,
                      int negated) {
    uint64_t equivalences = parent->equivalences + (parent->formula->kind == FORMULA_EQUIVALENT);
    return push_visit(resolver, (struct visit){writable(child), equivalences, negated, 0});
}

/* --- names --- */

/* Returns the number of a name, or LABEL_NONE with the error reported. */
static uint32_t number_name(struct resolver *resolver, const char *name) {
    uint32_t number = label_intern(resolver->names, name, strlen(name));
    if (number == LABEL_NONE || MEMORY_GROW(resolver->syntax->memory, &resolver->innermost.data,
                                            &resolver->innermost.capacity, (uint64_t)number + 1) != 0) {
        formula_syntax_memory(resolver->syntax);
        return LABEL_NONE;
    }
    while (resolver->innermost.count <= number) {
        resolver->innermost.data[resolver->innermost.count++] = NO_SCOPE;
    }
    return number;
}

static int enter_scope(struct resolver *resolver, const struct visit *visit) {
    struct formula *binder = visit->formula;
    uint32_t name = number_name(resolver, binder->name);
    if (name == LABEL_NONE) {
        return -1;
    }
    if (MEMORY_GROW(resolver->syntax->memory, &resolver->scopes.data, &resolver->scopes.capacity,
                    resolver->scopes.count + 1) != 0) {
        return formula_syntax_memory(resolver->syntax);
    }
    uint64_t outer = resolver->innermost.data[name];
    const struct binder_scope *around = outer == NO_SCOPE ? NULL : &resolver->scopes.data[outer];
    uint64_t different = around == NULL                      ? NO_SCOPE
                         : around->negated != visit->negated ? outer
                                                             : around->different;
    resolver->scopes.data[resolver->scopes.count] =
        (struct binder_scope){binder, visit->equivalences, visit->negated, name, outer, different};
    resolver->innermost.data[name] = resolver->scopes.count++;
    return push_visit(resolver, (struct visit){binder, 0, 0, 1}) == 0 &&
                   push_child(resolver, binder->left, visit, visit->negated) == 0
               ? 0
               : -1;
}

static void leave_scope(struct resolver *resolver) {
    const struct binder_scope *scope = &resolver->scopes.data[--resolver->scopes.count];
    resolver->innermost.data[scope->name] = scope->outer;
}

/* Returns a bound name that the user may have meant, or NULL. */
static const char *nearest_bound(const struct resolver *resolver, const char *name, size_t length) {
    for (uint64_t i = 0; i < SCOPES_TO_COMPARE && i < resolver->scopes.count; i++) {
        const char *bound = resolver->scopes.data[resolver->scopes.count - 1 - i].binder->name;
        if (formula_word_is_near(name, length, bound, strlen(bound))) {
            return bound;
        }
    }
    return NULL;
}

/* Whether the text defines a macro of the name. */
static int is_macro(const struct formula_syntax *syntax, const char *name) {
    uint64_t length = strlen(name);
    size_t whole;
    const char *source = formula_source(syntax->text, &whole) + syntax->regions->skip;
    for (uint64_t i = 0; i < syntax->regions->macros.count; i++) {
        const struct formula_macro_name *macro = &syntax->regions->macros.data[i];
        if (macro->end - macro->begin == length && memcmp(source + macro->begin, name, length) == 0) {
            return 1;
        }
    }
    return 0;
}

static int report_unbound(struct resolver *resolver, const struct formula *variable) {
    struct formula_syntax *syntax = resolver->syntax;
    struct formula_position where = variable->where;
    const char *name = variable->name, *arguments = variable->data != NULL ? "(..)" : NULL;
    size_t length = strlen(name);
    char shown[80], whole[90];
    syntax_message_show(name, length, shown, sizeof shown);
    snprintf(whole, sizeof whole, "%s%s", shown, arguments != NULL ? arguments : "");
    const char *foreign = formula_word_foreign(name, length);
    const char *keyword =
        formula_word_nearest(syntax->dialect, WORD_AS_FORMULA | WORD_BEFORE_FORMULA, name, length);
    const char *bound = arguments == NULL ? nearest_bound(resolver, name, length) : NULL;
    if (syntax->early_end.line != 0) {
        return formula_syntax_error(syntax, where,
                                    "'%s' is not bound here: as in mCRL2, the fixpoint of line %u, column %u "
                                    "ends early: write parentheses around its body",
                                    shown, syntax->early_end.line, syntax->early_end.column);
    }
    if (foreign != NULL) {
        return formula_syntax_error(syntax, where, "'%s': %s", shown, foreign);
    }
    if (formula_word_keyword(FORMULA_DIALECT_MCL, name, length) != 0) {
        return formula_syntax_error(syntax, where, "in this dialect '%s' is the name of an action%s", shown,
                                    strcmp(name, "deadlock") == 0 ? ": write [true] false" : "");
    }
    if (is_macro(syntax, name)) {
        return formula_syntax_error(
            syntax, where, "macro '%s' cannot be called here: a macro may only call those before it", shown);
    }
    if (bound != NULL || keyword != NULL) {
        return formula_syntax_error(syntax, where, "'%s' is not bound: did you mean '%s'?", shown,
                                    bound != NULL ? bound : keyword);
    }
    return formula_syntax_error(
        syntax, where,
        "'%s' is not bound by mu or nu%s: if it is an action, write <%s> true (it is possible) or [%s] false "
        "(it is not)%s%s%s",
        shown, arguments != NULL ? ", and no macro has this name" : "", whole, whole,
        arguments == NULL ? "; a label of states of a PRISM model is in braces, {\"" : "",
        arguments == NULL ? shown : "", arguments == NULL ? "\"}" : "");
}

static int check_parameters(struct formula_syntax *syntax, const struct formula *variable,
                            const char *shown) {
    const struct formula_data *given = variable->data, *wanted = variable->binder->data;
    uint32_t count = given == NULL ? 0 : given->arguments;
    uint32_t parameters = wanted == NULL ? 0 : wanted->variables->count;
    for (uint32_t i = 0; i < count && count == parameters; i++) {
        const struct data_sort *sort = wanted->variables->variable[i].sort;
        if (formula_refuse_misfit(syntax, data_misfit(syntax->sections, sort, given->argument[i])) != 0) {
            return -1;
        }
    }
    if (count == parameters) {
        return 0;
    }
    return formula_syntax_error(syntax, variable->where,
                                "'%s' has %u argument%s here, and %u parameter%s where it is bound (line %u, "
                                "column %u)",
                                shown, count, count == 1 ? "" : "s", parameters, parameters == 1 ? "" : "s",
                                variable->binder->where.line, variable->binder->where.column);
}

static int bind_variable(struct resolver *resolver, const struct visit *visit) {
    struct formula *variable = visit->formula;
    struct formula_syntax *syntax = resolver->syntax;
    /* only names of binders are in the table */
    uint32_t name = label_find(resolver->names, variable->name, strlen(variable->name));
    uint64_t innermost = name < resolver->innermost.count ? resolver->innermost.data[name] : NO_SCOPE;
    if (innermost == NO_SCOPE) {
        return report_unbound(resolver, variable);
    }
    const struct binder_scope *scope = &resolver->scopes.data[innermost];
    const struct formula_position *bound = &scope->binder->where;
    char shown[80];
    syntax_message_show(variable->name, strlen(variable->name), shown, sizeof shown);
    if (visit->equivalences != scope->equivalences) {
        return formula_syntax_error(syntax, variable->where,
                                    "'%s' is bound outside of an 'equ' (line %u, column %u), either side of "
                                    "which counts as negated: no fixpoint need exist",
                                    shown, bound->line, bound->column);
    }
    /* mCRL2 counts negations from every binder of the name. */
    if (syntax->dialect == FORMULA_DIALECT_MCF && visit->negated == scope->negated &&
        scope->different != NO_SCOPE) {
        bound = &resolver->scopes.data[scope->different].binder->where;
        return formula_syntax_error(
            syntax, variable->where,
            "'%s' stands under an odd number of negations within another fixpoint of this name (line %u, "
            "column %u), which mCRL2 refuses: give one of the two another name",
            shown, bound->line, bound->column);
    }
    if (visit->negated != scope->negated) {
        return formula_syntax_error(syntax, variable->where,
                                    "'%s' stands under an odd number of negations within its fixpoint (line "
                                    "%u, column %u; left of an implication is one): it need not exist",
                                    shown, bound->line, bound->column);
    }
    variable->binder = scope->binder;
    return check_parameters(syntax, variable, shown);
}

/* --- the walk --- */

static int visit_formula(struct resolver *resolver, const struct visit *visit) {
    const struct formula *formula = visit->formula;
    int negated = visit->negated;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
    case FORMULA_VALUE:
    case FORMULA_PREDICATE:
        return 0;
    case FORMULA_VARIABLE:
        return bind_variable(resolver, visit);
    case FORMULA_MU:
    case FORMULA_NU:
        return enter_scope(resolver, visit);
    case FORMULA_DIAMOND:
    case FORMULA_BOX:
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        return push_child(resolver, formula->left, visit, negated);
    case FORMULA_NOT:
        return push_child(resolver, formula->left, visit, !negated);
    default: /* the left side is visited first */
        return push_child(resolver, formula->right, visit, negated) == 0 &&
                       push_child(resolver, formula->left, visit,
                                  formula->kind == FORMULA_IMPLIES ? !negated : negated) == 0
                   ? 0
                   : -1;
    }
}

static int walk_formula(struct resolver *resolver) {
    struct formula_syntax *syntax = resolver->syntax;
    uint64_t steps = 0;
    if (push_visit(resolver, (struct visit){syntax->root, 0, 0, 0}) != 0) {
        return -1;
    }
    while (resolver->visits.count > 0) {
        if (run_stops_after(syntax->run, &steps, 1, 65536)) {
            return formula_syntax_interrupted(syntax);
        }
        struct visit visit = resolver->visits.data[--resolver->visits.count];
        if (visit.leaves) {
            leave_scope(resolver);
        } else if (visit_formula(resolver, &visit) != 0) {
            return -1;
        }
    }
    return 0;
}

int formula_syntax_resolve(struct formula_syntax *syntax) {
    if (syntax->has_data && syntax->no_data != NULL) {
        return formula_syntax_error(syntax, syntax->no_data->where, "%s", syntax->no_data->text);
    }
    if (syntax->has_data && syntax->options->ignore_case) {
        return formula_syntax_error(syntax, syntax->root->where,
                                    "labels that ignore case cannot be read as data: this formula has data");
    }
    struct resolver resolver = {.syntax = syntax, .names = label_table_create(syntax->memory, 0, NULL, 0)};
    int status = resolver.names == NULL ? formula_syntax_memory(syntax) : walk_formula(&resolver);
    label_table_free(resolver.names);
    GROWING_FREE(syntax->memory, resolver.visits);
    GROWING_FREE(syntax->memory, resolver.scopes);
    GROWING_FREE(syntax->memory, resolver.innermost);
    return status;
}
