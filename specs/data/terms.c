/* Whether actions with arguments can be compared by their texts (terms.h). */
#include "specs/data/terms.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
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
            if (!is_word(at[-1]) && !is_word(at[length]) &&
                (at[length + strspn(at + length, " \t\n\v\f\r")] == '(') == is_function &&
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

static int is_undeclared(const struct data_sections *sections, struct token token) {
    return is_word(*token.begin) && !is_digit(*token.begin) && !is_constructor(sections, token);
}

/* Whether parts of one name, whose texts are plain, may be equal though their texts are not: where they first
 * differ, one has a name that is not declared, and the other has something else. is_mixed: names may be
 * equal, and what is in the arguments of one, too. */
static int may_stand_for(const struct data_sections *sections, const char *a, const char *b, int is_mixed) {
    struct token left = token_at(a), right = token_at(b);
    int has_name = 0, tokens = 0;
    while (left.length == right.length && left.length != 0 &&
           memcmp(left.begin, right.begin, left.length) == 0) {
        has_name |= tokens++ > 0 && is_undeclared(sections, left);
        left = token_at(left.begin + left.length);
        right = token_at(right.begin + right.length);
    }
    const int left_is_name = is_undeclared(sections, left), right_is_name = is_undeclared(sections, right);
    const int has_actions = sections != NULL && sections->actions > 0; /* two names may be numbers */
    return left_is_name != right_is_name || (left_is_name && has_actions) ||
           (is_mixed && (left_is_name || has_name));
}

/* Whether a part of the action may be one of the label. */
static int has_doubtful_part(const struct data_sections *sections, const struct action *action,
                             const char *label, int is_mixed) {
    for (uint32_t i = 0; i < action->data->parts; i++) {
        const char *name = action->data->part[i].name, *at = action->text;
        for (; (at = find_part(action->text, at, name)) != NULL; at++) {
            for (const char *part = label; (part = find_part(label, part, name)) != NULL; part++) {
                if (may_stand_for(sections, at, part, is_mixed)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* --- places that have both names and other values --- */

#define MOST_OPEN 64u

/* Where arguments begin: those of a word, or the elements of a list. */
struct opened {
    struct token word;
    uint64_t index;
};

struct places {
    const struct data_sections *sections;
    struct memory *memory;
    GROWING(uint64_t) place; /* hashes of a word and the index of an argument */
    GROWING(uint8_t) kinds;  /* 1: there is a name, 2: there is something else */
    struct index index;
    int is_mixed, failed;
};

static void note_place(struct places *places, const struct opened *opened, int is_name) {
    const uint64_t place = hash_bytes(opened->word.begin, opened->word.length, opened->index);
    const uint8_t kind = is_name ? 1 : 2;
    for (struct index_walk walk = index_find(&places->index, place); index_next(&walk);) {
        if (places->place.data[walk.number] == place) {
            places->kinds.data[walk.number] |= kind;
            places->is_mixed |= places->kinds.data[walk.number] == 3;
            return;
        }
    }
    places->failed |= index_add(&places->index, places->memory, place, (uint32_t)places->place.count) != 0 ||
                      GROWING_ADD(places->memory, places->place, place) != 0 ||
                      GROWING_ADD(places->memory, places->kinds, kind) != 0;
}

/* Notes the values at the places of a plain text. */
static void note_places(struct places *places, const char *text) {
    struct opened open[MOST_OPEN];
    unsigned depth = 0;
    struct token before = {text, 0};
    for (struct token token = token_at(text); token.length > 0 && !places->is_mixed && !places->failed;
         token = token_at(token.begin + token.length)) {
        const char sign = *token.begin;
        const int begins = sign == '(' || sign == '[';
        if (depth == MOST_OPEN) {
            places->is_mixed = 1;
        } else if (depth > 0 && (sign == '[' || sign == '-' || is_word(sign))) {
            note_place(places, &open[depth - 1], is_undeclared(places->sections, token));
        }
        if (begins && depth < MOST_OPEN) {
            open[depth++] = (struct opened){sign == '(' ? before : token, 0};
        } else if ((sign == ')' || sign == ']') && depth > 0) {
            depth--;
        } else if (sign == ',' && depth > 0) {
            open[depth - 1].index += *open[depth - 1].word.begin != '[';
        }
        before = token;
    }
}

/* Whether some place in labels or in the actions has both names that are not declared and other values. */
static int have_mixed_place(const formula_text *text, const struct label_texts *labels) {
    struct places places = {.sections = formula_sections(text), .memory = formula_text_memory(text)};
    uint64_t count;
    const struct action *const *term = formula_terms(text, &count);
    for (uint32_t i = 0; i < labels->count && !places.is_mixed; i++) {
        if (!labels->is_internal[i] && is_plain_text(labels->text[i])) {
            note_places(&places, labels->text[i]);
        }
    }
    for (uint64_t i = 0; i < count && !places.is_mixed; i++) {
        if (is_plain_text(term[i]->text)) {
            note_places(&places, term[i]->text);
        }
    }
    index_free(&places.index, places.memory);
    GROWING_FREE(places.memory, places.place);
    GROWING_FREE(places.memory, places.kinds);
    return places.is_mixed || places.failed;
}

static int is_plain(const formula_text *text, const struct action *action, const struct label_texts *labels,
                    int is_mixed) {
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
            has_doubtful_part(formula_sections(text), action, labels->text[i], is_mixed)) {
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
    const int is_mixed = count > 0 && have_mixed_place(text, labels);
    for (uint64_t i = 0; i < count; i++) {
        if (has_arguments(term[i]) && !is_plain(text, term[i], labels, is_mixed)) {
            return 0;
        }
    }
    return 1;
}
