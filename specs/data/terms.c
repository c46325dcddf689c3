/* Whether actions with arguments can be compared by their texts (terms.h). */
#include "specs/data/terms.h"

#include <string.h>

#include "base/array.h"
#include "base/text/blank.h"
#include "specs/data/environment.h"

/* --- texts --- */

static int is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static int is_word(char byte) {
    return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           byte == '\'';
}

static int is_sign(char byte) {
    return byte != '\0' && strchr("(),[]|", byte) != NULL;
}

/* A number without leading zeros, or a name that is no operator. */
static int is_plain_word(const char *word, size_t length, char after) {
    static const char *const operators[] = {"in", "div", "mod", "forall", "exists", "lambda", "whr", "end"};
    if (is_digit(*word)) {
        return strspn(word, "0123456789") >= length && (length == 1 || *word != '0');
    }
    for (size_t i = 0; i < LENGTH(operators); i++) {
        if (strlen(operators[i]) == length && memcmp(operators[i], word, length) == 0) {
            return 0;
        }
    }
    for (uint32_t arity = 1; arity <= 3 && after == '('; arity++) {
        if (evaluate_sorts_of(word, length, arity) != SORTS_OTHER) {
            return 0;
        }
    }
    return 1;
}

/* Whether the arguments in a text are written as mCRL2 writes values: no operators, sets, or blanks within
 * words. */
static int is_plain_text(const char *text) {
    const char *open = strchr(text, '('), *at = open == NULL ? text + strlen(text) : open;
    char before = 'a';
    while (*at != '\0') {
        const char *begin = at;
        if (*at == '(' && !is_word(before)) { /* parentheses around an expression */
            return 0;
        }
        if (is_word(*at)) {
            while (is_word(*at)) {
                at++;
            }
            if (!is_sign(before) && before != '-') {
                return 0;
            }
            if (!is_plain_word(begin, (size_t)(at - begin), *at)) {
                return 0;
            }
        } else if (*at == '-') {
            if (!is_sign(before) || at[1] < '1' || at[1] > '9') {
                return 0;
            }
            at++;
        } else if (is_sign(*at) || text_is_blank(*at)) {
            at++;
        } else {
            return 0;
        }
        before = text_is_blank(*begin) ? before : *begin;
    }
    return 1;
}

/* The first part of a label, from `at` on, that has this name and arguments; NULL if there is none. */
static const char *find_part(const char *label, const char *at, const char *name) {
    size_t length = strlen(name);
    for (; (at = strstr(at, name)) != NULL; at++) {
        const char *before = text_trim_end(label, at), *after = at + length;
        while (text_is_blank(*after)) {
            after++;
        }
        if ((before == label || before[-1] == '|') && *after == '(') {
            return at;
        }
    }
    return NULL;
}

/* Whether a label has a part with arguments that an action has, too. */
static int has_part_of(const char *label, const struct formula_data *data) {
    for (uint32_t i = 0; i < data->parts; i++) {
        if (data->part[i].arguments > 0 && find_part(label, label, data->part[i].name) != NULL) {
            return 1;
        }
    }
    return 0;
}

/* --- terms --- */

/* What is known of the names in a term. */
enum names { NAMES_KNOWN, NAMES_UNKNOWN, NAMES_COMPUTED };

static enum names name_of_struct(const struct data_sort *sort, const char *name, uint32_t arity) {
    for (uint32_t i = 0; i < sort->constructors; i++) {
        const struct data_symbol *symbol = &sort->constructor[i];
        if (symbol->name == name && symbol->parameters == arity) {
            return NAMES_KNOWN;
        }
        for (uint32_t p = 0; p <= symbol->parameters; p++) {
            if ((p == symbol->parameters ? symbol->recogniser : symbol->projection[p]) == name &&
                arity == 1) {
                return NAMES_COMPUTED;
            }
        }
    }
    return NAMES_UNKNOWN;
}

/* There are no mappings: a formula with mappings has other data. */
static enum names name_of(const struct data_sections *sections, const char *name, uint32_t arity) {
    enum names names = strcmp(name, "true") == 0 || strcmp(name, "false") == 0 ? NAMES_KNOWN : NAMES_UNKNOWN;
    for (uint64_t i = 0; sections != NULL && i < sections->constructors && names == NAMES_UNKNOWN; i++) {
        const struct data_symbol *symbol = &sections->constructor[i];
        names = symbol->name == name && symbol->parameters == arity ? NAMES_KNOWN : names;
    }
    for (uint64_t i = 0; sections != NULL && i < sections->definitions && names == NAMES_UNKNOWN; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        if (sort != NULL && sort->kind == SORT_STRUCT) {
            names = name_of_struct(sort, name, arity);
        }
    }
    return names;
}

/* Whether a label of values has a name in its arguments, as a function or as a constant. */
static int occurs(const struct label_texts *labels, const char *name, int is_function) {
    size_t length = strlen(name);
    for (uint32_t i = 0; i < labels->count; i++) {
        const char *at = labels->is_internal[i] ? NULL : strchr(labels->text[i], '(');
        for (; at != NULL && (at = strstr(at + 1, name)) != NULL;) {
            if (!is_word(at[-1]) && !is_word(at[length]) && (at[length] == '(') == is_function &&
                is_plain_text(labels->text[i])) {
                return 1;
            }
        }
    }
    return 0;
}

static enum names worse(enum names a, enum names b) {
    return a > b ? a : b;
}

static enum names names_in(const struct data_sections *sections, const struct data *data,
                           const struct label_texts *labels) {
    enum names names = NAMES_KNOWN;
    int is_negative = data->kind == DATA_APPLY && data->children == 1 && strcmp(data->name, "-") == 0 &&
                      data->child[0]->kind == DATA_NUMBER;
    if (data->kind == DATA_NAME || data->kind == DATA_APPLY) {
        names = is_negative                  ? NAMES_KNOWN
                : evaluate_is_operator(data) ? NAMES_COMPUTED
                                             : name_of(sections, data->name, data->children);
    } else if (data->kind != DATA_NUMBER && data->kind != DATA_LIST) {
        return NAMES_COMPUTED;
    }
    if (names == NAMES_UNKNOWN && occurs(labels, data->name, data->children > 0)) {
        names = NAMES_KNOWN;
    }
    for (uint32_t i = 0; i < data->children && names != NAMES_COMPUTED; i++) {
        names = worse(names, names_in(sections, data->child[i], labels));
    }
    return names;
}

/* --- names that may stand for other values --- */

struct token {
    const char *begin;
    size_t length; /* 0: the end of the text */
};

/* The word, number or sign of a plain text that begins at `at` or after blanks there. */
static struct token token_at(const char *at) {
    while (text_is_blank(*at)) {
        at++;
    }
    size_t length = *at == '-';
    while (is_word(at[length])) {
        length++;
    }
    return (struct token){at, length == 0 && *at != '\0' ? 1 : length};
}

static int is_text(struct token token, const char *text) {
    return strlen(text) == token.length && memcmp(text, token.begin, token.length) == 0;
}

/* Whether a token is the name of a declared constructor of some sort. */
static int is_constructor(const struct data_sections *sections, struct token token) {
    int is = is_text(token, "true") || is_text(token, "false");
    for (uint64_t i = 0; sections != NULL && i < sections->constructors && !is; i++) {
        is = is_text(token, sections->constructor[i].name);
    }
    for (uint64_t i = 0; sections != NULL && i < sections->definitions && !is; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        for (uint32_t k = 0; sort != NULL && k < sort->constructors && !is; k++) {
            is = is_text(token, sort->constructor[k].name);
        }
    }
    return is;
}

/* Whether parts of one name, whose texts are plain, may be equal though their texts are not: where they first
 * differ, one has a name that is not declared, and the other has something else. */
static int may_stand_for(const struct data_sections *sections, const char *a, const char *b) {
    struct token left = token_at(a), right = token_at(b);
    while (left.length == right.length && left.length != 0 &&
           memcmp(left.begin, right.begin, left.length) == 0) {
        left = token_at(left.begin + left.length);
        right = token_at(right.begin + right.length);
    }
    int left_is_name = is_word(*left.begin) && !is_digit(*left.begin) && !is_constructor(sections, left);
    int right_is_name = is_word(*right.begin) && !is_digit(*right.begin) && !is_constructor(sections, right);
    int has_actions = sections != NULL && sections->actions > 0; /* two names may be of a sort of numbers */
    return left_is_name != right_is_name || (left_is_name && has_actions);
}

/* Whether a part of the action may be one of the label. */
static int has_doubtful_part(const struct data_sections *sections, const struct action *action,
                             const char *label) {
    for (uint32_t i = 0; i < action->data->parts; i++) {
        const char *name = action->data->part[i].name, *at = action->text;
        for (; (at = find_part(action->text, at, name)) != NULL; at++) {
            for (const char *part = label; (part = find_part(label, part, name)) != NULL; part++) {
                if (may_stand_for(sections, at, part)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static int is_plain(const formula_text *text, const struct action *action, const struct label_texts *labels) {
    const struct formula_data *data = action->data;
    enum names names = NAMES_KNOWN;
    if (data->failure != NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < data->parts; i++) {
        for (uint32_t k = 0; k < data->part[i].arguments; k++) {
            names = worse(names, names_in(formula_sections(text), data->part[i].argument[k], labels));
        }
    }
    if (names == NAMES_COMPUTED || !is_plain_text(action->text)) {
        return 0;
    }
    for (uint32_t i = 0; i < labels->count; i++) {
        if (labels->is_internal[i] || !has_part_of(labels->text[i], data)) {
            continue;
        }
        if (names == NAMES_UNKNOWN || !is_plain_text(labels->text[i]) ||
            has_doubtful_part(formula_sections(text), action, labels->text[i])) {
            return 0;
        }
    }
    return 1;
}

const struct formula_position *terms_computed(const formula_text *text) {
    const struct label_texts none = {0};
    uint64_t count;
    const struct action *const *term = formula_terms(text, &count);
    for (uint64_t i = 0; i < count; i++) {
        if (term[i]->data->failure != NULL && !is_plain_text(term[i]->text)) {
            return &term[i]->data->failure->where;
        }
        for (uint32_t p = 0; p < term[i]->data->parts; p++) {
            const struct action_part *part = &term[i]->data->part[p];
            for (uint32_t k = 0; k < part->arguments; k++) {
                if (!is_plain_text(term[i]->text) ||
                    names_in(formula_sections(text), part->argument[k], &none) == NAMES_COMPUTED) {
                    return &part->argument[k]->where;
                }
            }
        }
    }
    return NULL;
}

static int has_arguments(const struct action *action) {
    if (action->data->failure != NULL) {
        return 1;
    }
    for (uint32_t i = 0; i < action->data->parts; i++) {
        if (action->data->part[i].arguments > 0) {
            return 1;
        }
    }
    return 0;
}

int terms_are_plain(const formula_text *text, const struct label_texts *labels) {
    uint64_t count;
    const struct action *const *term = formula_terms(text, &count);
    for (uint64_t i = 0; i < count; i++) {
        if (has_arguments(term[i]) && !is_plain(text, term[i], labels)) {
            return 0;
        }
    }
    return 1;
}
