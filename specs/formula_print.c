/*
 * Formulas as text. Everything that is descended into has printed something before, and nothing is descended
 * into when there is no room: so the room bounds the depth.
 */
#include "specs/formula_print.h"

#include <string.h>

struct printer {
    char *text;
    size_t used, most; /* of characters */
    int cut;
};

static void put_bytes(struct printer *printer, const char *bytes, size_t length) {
    size_t left = printer->most - printer->used;
    printer->cut |= length > left;
    length = length > left ? left : length;
    memcpy(printer->text + printer->used, bytes, length);
    printer->used += length;
}

static void put(struct printer *printer, const char *text) {
    put_bytes(printer, text, strlen(text));
}

/* --- actions --- */

static void put_action(struct printer *printer, const struct action *action);

static void put_quoted(struct printer *printer, const struct action *action, const char *quote) {
    put(printer, quote);
    put_bytes(printer, action->text, action->length);
    put(printer, quote);
}

static void put_actions(struct printer *printer, const struct action *action, const char *operator) {
    put(printer, "(");
    put_action(printer, action->left);
    put(printer, operator);
    put_action(printer, action->right);
    put(printer, ")");
}

static void put_action(struct printer *printer, const struct action *action) {
    if (printer->cut) {
        return;
    }
    switch (action->kind) {
    case ACTION_TRUE:
        put(printer, "true");
        return;
    case ACTION_FALSE:
        put(printer, "false");
        return;
    case ACTION_INTERNAL:
        put(printer, "i");
        return;
    case ACTION_LABEL:
    case ACTION_MULTIACTION:
        put_quoted(printer, action, "\"");
        return;
    case ACTION_PATTERN:
        put_quoted(printer, action, "'");
        return;
    case ACTION_NOT:
        put(printer, "not ");
        put_action(printer, action->left);
        return;
    case ACTION_AND:
        put_actions(printer, action, " and ");
        return;
    case ACTION_OR:
        put_actions(printer, action, " or ");
        return;
    case ACTION_IMPLIES:
        put_actions(printer, action, " implies ");
        return;
    }
}

/* --- regular expressions --- */

static void put_regular(struct printer *printer, const struct regular *regular);

static void put_repeated(struct printer *printer, const struct regular *regular, const char *operator) {
    put(printer, "(");
    put_regular(printer, regular->left);
    put(printer, ")");
    put(printer, operator);
}

static void put_regulars(struct printer *printer, const struct regular *regular, const char *operator) {
    put(printer, "(");
    put_regular(printer, regular->left);
    put(printer, operator);
    put_regular(printer, regular->right);
    put(printer, ")");
}

static void put_regular(struct printer *printer, const struct regular *regular) {
    if (printer->cut) {
        return;
    }
    switch (regular->kind) {
    case REGULAR_ACTION:
        put_action(printer, regular->action);
        return;
    case REGULAR_NIL:
        put(printer, "nil");
        return;
    case REGULAR_CONCATENATION:
        put_regulars(printer, regular, " . ");
        return;
    case REGULAR_CHOICE:
        put_regulars(printer, regular, " | ");
        return;
    case REGULAR_STAR:
        put_repeated(printer, regular, "*");
        return;
    case REGULAR_PLUS:
        put_repeated(printer, regular, "+");
        return;
    case REGULAR_OPTION:
        put_repeated(printer, regular, "?");
        return;
    }
}

/* --- formulas --- */

static void put_formula(struct printer *printer, const struct formula *formula);

static void put_modality(struct printer *printer, const struct formula *formula, const char *begin,
                         const char *end) {
    put(printer, begin);
    put_regular(printer, formula->regular);
    put(printer, end);
    if (formula->kind == FORMULA_DIAMOND || formula->kind == FORMULA_BOX) {
        put_formula(printer, formula->left);
    }
}

static void put_formulas(struct printer *printer, const struct formula *formula, const char *operator) {
    put(printer, "(");
    put_formula(printer, formula->left);
    put(printer, operator);
    put_formula(printer, formula->right);
    put(printer, ")");
}

static void put_fixpoint(struct printer *printer, const struct formula *formula, const char *operator) {
    put(printer, operator);
    put(printer, formula->name);
    put(printer, " . ");
    put_formula(printer, formula->left);
}

static void put_formula(struct printer *printer, const struct formula *formula) {
    if (printer->cut) {
        return;
    }
    switch (formula->kind) {
    case FORMULA_TRUE:
        put(printer, "true");
        return;
    case FORMULA_FALSE:
        put(printer, "false");
        return;
    case FORMULA_VARIABLE:
        put(printer, formula->name);
        return;
    case FORMULA_NOT:
        put(printer, "not ");
        put_formula(printer, formula->left);
        return;
    case FORMULA_AND:
        put_formulas(printer, formula, " and ");
        return;
    case FORMULA_OR:
        put_formulas(printer, formula, " or ");
        return;
    case FORMULA_IMPLIES:
        put_formulas(printer, formula, " implies ");
        return;
    case FORMULA_EQUIVALENT:
        put_formulas(printer, formula, " equ ");
        return;
    case FORMULA_DIAMOND:
        put_modality(printer, formula, "<", "> ");
        return;
    case FORMULA_BOX:
        put_modality(printer, formula, "[", "] ");
        return;
    case FORMULA_FOREVER:
        put_modality(printer, formula, "<", "> @");
        return;
    case FORMULA_SATURATED:
        put_modality(printer, formula, "[", "] -|");
        return;
    case FORMULA_MU:
        put_fixpoint(printer, formula, "mu ");
        return;
    case FORMULA_NU:
        put_fixpoint(printer, formula, "nu ");
        return;
    }
}

char *formula_print(const struct formula *formula, char *text, size_t size) {
    struct printer printer = {.text = text, .most = size - sizeof ".."};
    put_formula(&printer, formula);
    memcpy(text + printer.used, printer.cut ? ".." : "", printer.cut ? sizeof ".." : 1);
    return text;
}
