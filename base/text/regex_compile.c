/*
 * Compiles regular expressions. regcomp checks the syntax first and makes the messages, so there are no
 * errors of syntax here. The code of each part is entered at its first step and left after its last one.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text/regex_internal.h"

enum token {
    TOKEN_END,
    TOKEN_BYTE,
    TOKEN_ANY,
    TOKEN_BRACKET,
    TOKEN_CLASS, /* \w \W \s \S */
    TOKEN_PLACE,
    TOKEN_REFERENCE,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BAR,
    TOKEN_STAR,
    TOKEN_PLUS,
    TOKEN_OPTION,
    TOKEN_INTERVAL
};

struct compiler {
    struct regex *regex;
    const char *begin, *at;
    int extended;
    unsigned depth;
    enum token token; /* the current one, before `at` */
    uint32_t number;  /* of TOKEN_BYTE, PLACE, REFERENCE, CLASS */
    int failed;       /* memory ran out */
};

/* --- code --- */

static uint64_t add_step(struct compiler *compiler, struct regex_step step) {
    struct regex *regex = compiler->regex;
    if (!compiler->failed && GROWING_ADD(regex->memory, regex->steps, step) != 0) {
        compiler->failed = 1;
    }
    return compiler->failed ? 0 : regex->steps.count - 1;
}

/* Inserts a split before the code from `begin` on; it leads into this code, or to its end and `after` steps
 * more. */
static void insert_split(struct compiler *compiler, uint64_t begin, int32_t after) {
    struct regex *regex = compiler->regex;
    const uint64_t size = regex->steps.count - begin;
    add_step(compiler, (struct regex_step){0});
    if (!compiler->failed) {
        struct regex_step *at = regex->steps.data + begin;
        memmove(at + 1, at, size * sizeof *at);
        *at = (struct regex_step){REGEX_SPLIT, 0, 1, (int32_t)size + 1 + after};
    }
}

static uint64_t copy_code(struct compiler *compiler, uint64_t begin, uint64_t size) {
    const uint64_t copy = compiler->regex->steps.count;
    for (uint64_t i = 0; i < size && !compiler->failed; i++) {
        add_step(compiler, compiler->regex->steps.data[begin + i]);
    }
    return copy;
}

static void add_star(struct compiler *compiler, uint64_t begin) {
    const uint32_t loop = ++compiler->regex->loops;
    insert_split(compiler, begin, 1);
    const int32_t body = (int32_t)(compiler->regex->steps.count - begin - 1);
    add_step(compiler, (struct regex_step){REGEX_LOOP, loop, -body, 1});
    if (!compiler->failed) {
        compiler->regex->steps.data[begin].number = loop;
    }
}

/* Repeats the code from `begin` on: `least` times, and up to `most` times or without end (UINT32_MAX). */
static void repeat(struct compiler *compiler, uint64_t begin, uint32_t least, uint32_t most) {
    struct regex *regex = compiler->regex;
    const uint64_t size = regex->steps.count - begin;
    if (most == 0) {
        regex->steps.count = begin;
        return;
    }
    for (uint32_t i = 1; i < least; i++) {
        copy_code(compiler, begin, size);
    }
    if (most == UINT32_MAX) {
        add_star(compiler, least == 0 ? begin : copy_code(compiler, begin, size));
        return;
    }
    /* x{0,3} is (x(xx?)?)?: the splits lead to the end of all. */
    for (uint32_t i = least; i < most && !compiler->failed; i++) {
        const uint64_t copy = i == 0 ? begin : copy_code(compiler, begin + (least == 0), size);
        insert_split(compiler, copy, (int32_t)((most - i - 1) * (size + 1)));
    }
}

/* --- sets --- */

static void set_add(const struct compiler *compiler, struct regex_set *set, uint8_t byte) {
    byte = compiler->regex->fold[byte];
    set->bits[byte / 32] |= 1u << byte % 32;
}

static void set_complement(struct regex_set *set) {
    for (unsigned i = 0; i < 8; i++) {
        set->bits[i] = ~set->bits[i];
    }
}

static void add_set(struct compiler *compiler, struct regex_set set) {
    struct regex *regex = compiler->regex;
    if (!compiler->failed && GROWING_ADD(regex->memory, regex->sets, set) != 0) {
        compiler->failed = 1;
    }
    add_step(compiler, (struct regex_step){REGEX_SET, (uint32_t)regex->sets.count - 1, 0, 0});
}

static int is_in_class(const char *name, size_t length, int byte) {
    static const struct {
        const char *name;
        int (*holds)(int byte);
    } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
                   {"lower", islower}, {"space", isspace}, {"blank", isblank}, {"punct", ispunct},
                   {"print", isprint}, {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit}};
    for (unsigned i = 0; i < LENGTH(classes); i++) {
        if (strlen(classes[i].name) == length && memcmp(classes[i].name, name, length) == 0) {
            return byte < 128 && classes[i].holds(byte);
        }
    }
    return 0;
}

/* The end of [:name:], [=x=] or [.x.], whose inside begins at `inside`. */
static const char *end_of_name(const char *inside, char kind) {
    while (!(inside[0] == kind && inside[1] == ']')) {
        inside++;
    }
    return inside;
}

/* One byte within brackets, which may be written as [.x.] or [=x=]. */
static uint8_t read_element(struct compiler *compiler) {
    const char *at = compiler->at;
    if (at[0] == '[' && (at[1] == '.' || at[1] == '=')) {
        compiler->at = end_of_name(at + 2, at[1]) + 2;
        return (uint8_t)at[2];
    }
    compiler->at++;
    return (uint8_t)*at;
}

static void read_class(struct compiler *compiler, struct regex_set *set) {
    const char *name = compiler->at + 2, *end = end_of_name(name, ':');
    size_t length = (size_t)(end - name);
    compiler->at = end + 2;
    for (int byte = 0; byte < 256; byte++) {
        if (is_in_class(name, length, byte)) {
            set_add(compiler, set, (uint8_t)byte);
        }
    }
}

/* Reads [..] after its first bracket. */
static void read_bracket(struct compiler *compiler) {
    struct regex_set set = {{0}};
    const int others = *compiler->at == '^';
    const uint8_t *fold = compiler->regex->fold;
    compiler->at += others;
    for (int first = 1; first || *compiler->at != ']'; first = 0) {
        if (compiler->at[0] == '[' && compiler->at[1] == ':') {
            read_class(compiler, &set);
            continue;
        }
        unsigned low = fold[read_element(compiler)], high = low;
        if (compiler->at[0] == '-' && compiler->at[1] != ']') {
            compiler->at++;
            high = fold[read_element(compiler)];
        }
        for (; low <= high; low++) {
            set_add(compiler, &set, (uint8_t)low);
        }
    }
    compiler->at++;
    if (others) {
        set_complement(&set);
    }
    add_set(compiler, set);
}

/* \w, \W, \s or \S. */
static void add_class(struct compiler *compiler, uint32_t letter) {
    struct regex_set set = {{0}};
    for (int byte = 0; byte < 128; byte++) {
        if (tolower((int)letter) == 'w' ? regex_is_word((uint8_t)byte) : isspace(byte)) {
            set_add(compiler, &set, (uint8_t)byte);
        }
    }
    if (isupper((int)letter)) {
        set_complement(&set);
    }
    add_set(compiler, set);
}

/* --- tokens --- */

static enum token place(struct compiler *compiler, enum regex_place place) {
    compiler->number = place;
    return TOKEN_PLACE;
}

static enum token byte_token(struct compiler *compiler, char byte) {
    compiler->number = compiler->regex->fold[(uint8_t)byte];
    return TOKEN_BYTE;
}

/* The operators that are written with a backslash in basic expressions, and without in extended ones. */
static enum token operator_token(struct compiler *compiler, char byte) {
    switch (byte) {
    case '(':
        return TOKEN_OPEN;
    case ')':
        return TOKEN_CLOSE;
    case '|':
        return TOKEN_BAR;
    case '+':
        return TOKEN_PLUS;
    case '?':
        return TOKEN_OPTION;
    case '{':
        return TOKEN_INTERVAL;
    default:
        return byte_token(compiler, byte);
    }
}

static enum token escape_token(struct compiler *compiler, char byte) {
    switch (byte) {
    case '1' ... '9':
        compiler->number = (uint32_t)(byte - '0');
        return TOKEN_REFERENCE;
    case '<':
        return place(compiler, PLACE_WORD_BEGIN);
    case '>':
        return place(compiler, PLACE_WORD_END);
    case 'b':
        return place(compiler, PLACE_WORD_EDGE);
    case 'B':
        return place(compiler, PLACE_NO_EDGE);
    case '`':
        return place(compiler, PLACE_BEGIN);
    case '\'':
        return place(compiler, PLACE_END);
    case 'w':
    case 'W':
    case 's':
    case 'S':
        compiler->number = (uint32_t)byte;
        return TOKEN_CLASS;
    default:
        return compiler->extended ? byte_token(compiler, byte) : operator_token(compiler, byte);
    }
}

/* Whether a $ is at the end of a part of a basic expression. */
static int ends_part(const struct compiler *compiler) {
    const char *at = compiler->at;
    return *at == '\0' || (*at == '\\' && (at[1] == ')' || at[1] == '|'));
}

/* Reads the next token. begins: it may begin a part of the expression, so that ^ is an anchor. */
static void next_token(struct compiler *compiler, int begins) {
    const char byte = *compiler->at;
    if (byte == '\0') {
        compiler->token = TOKEN_END;
        return;
    }
    compiler->at++;
    switch (byte) {
    case '\\':
        compiler->token = escape_token(compiler, *compiler->at++);
        return;
    case '[':
        compiler->token = TOKEN_BRACKET;
        return;
    case '.':
        compiler->token = TOKEN_ANY;
        return;
    case '*':
        compiler->token = TOKEN_STAR;
        return;
    case '^':
        compiler->token = compiler->extended || begins || compiler->at == compiler->begin + 1
                              ? place(compiler, PLACE_BEGIN)
                              : byte_token(compiler, byte);
        return;
    case '$':
        compiler->token = compiler->extended || ends_part(compiler) ? place(compiler, PLACE_END)
                                                                    : byte_token(compiler, byte);
        return;
    default:
        compiler->token = compiler->extended ? operator_token(compiler, byte) : byte_token(compiler, byte);
    }
}

/* --- parts --- */

static int ends_branch(const struct compiler *compiler) {
    return compiler->token == TOKEN_END || compiler->token == TOKEN_BAR ||
           (compiler->token == TOKEN_CLOSE && compiler->depth > 0);
}

static void read_alternatives(struct compiler *compiler);

static void read_group(struct compiler *compiler) {
    const uint32_t group = ++compiler->regex->groups;
    add_step(compiler, (struct regex_step){REGEX_OPEN, group, 0, 0});
    compiler->depth++;
    next_token(compiler, 1);
    read_alternatives(compiler);
    compiler->depth--;
    add_step(compiler, (struct regex_step){REGEX_CLOSE, group, 0, 0});
}

/* Reads the bounds of an interval, up to its end. */
static void read_bounds(struct compiler *compiler, uint32_t *least, uint32_t *most) {
    const char *at = compiler->at;
    uint32_t bound[2] = {0, 0};
    int second = 0, digits = 0;
    for (; *at != '}' && *at != '\\'; at++) {
        if (*at == ',') {
            second = 1;
            digits = 0;
        } else {
            bound[second] = bound[second] * 10 + (uint32_t)(*at - '0');
            digits++;
        }
    }
    *least = bound[0];
    *most = !second ? bound[0] : digits > 0 ? bound[1] : UINT32_MAX;
    compiler->at = at + 1 + (*at == '\\');
}

static void read_repetition(struct compiler *compiler, uint64_t begin) {
    uint32_t least = compiler->token == TOKEN_PLUS;
    uint32_t most = compiler->token == TOKEN_OPTION ? 1 : UINT32_MAX;
    if (compiler->token == TOKEN_INTERVAL) {
        read_bounds(compiler, &least, &most);
    }
    repeat(compiler, begin, least, most);
    next_token(compiler, 0);
}

/* The byte that an operator stands for where it has nothing to repeat or to close. */
static uint32_t byte_before(const struct compiler *compiler) {
    return compiler->regex->fold[(uint8_t)compiler->at[-1]];
}

static void read_atom(struct compiler *compiler) {
    const uint64_t begin = compiler->regex->steps.count;
    int repeats = 1;
    switch (compiler->token) {
    case TOKEN_BYTE:
        add_step(compiler, (struct regex_step){REGEX_BYTE, compiler->number, 0, 0});
        break;
    case TOKEN_ANY:
        add_step(compiler, (struct regex_step){REGEX_ANY, 0, 0, 0});
        break;
    case TOKEN_BRACKET:
        read_bracket(compiler);
        break;
    case TOKEN_CLASS:
        add_class(compiler, compiler->number);
        break;
    case TOKEN_PLACE: /* cannot be repeated */
        add_step(compiler, (struct regex_step){REGEX_ASSERT, compiler->number, 0, 0});
        repeats = 0;
        break;
    case TOKEN_REFERENCE:
        compiler->regex->references = 1;
        add_step(compiler, (struct regex_step){REGEX_REFERENCE, compiler->number, 0, 0});
        break;
    case TOKEN_OPEN:
        read_group(compiler);
        break;
    default:
        add_step(compiler, (struct regex_step){REGEX_BYTE, byte_before(compiler), 0, 0});
    }
    next_token(compiler, 0);
    while (repeats && compiler->token >= TOKEN_STAR && !compiler->failed) {
        read_repetition(compiler, begin);
    }
}

static void read_branch(struct compiler *compiler) {
    while (!ends_branch(compiler) && !compiler->failed) {
        read_atom(compiler);
    }
}

static void read_alternatives(struct compiler *compiler) {
    uint64_t begin = compiler->regex->steps.count, before = UINT64_MAX;
    read_branch(compiler);
    while (compiler->token == TOKEN_BAR && !compiler->failed) {
        const int is_empty = compiler->regex->steps.count == begin;
        insert_split(compiler, begin, 1);
        if (is_empty && !compiler->failed) { /* an empty alternative is the last that is tried */
            compiler->regex->steps.data[begin] = (struct regex_step){REGEX_SPLIT, 0, 2, 1};
        }
        /* The jump at the end of each alternative leads to the next jump, and so to the end of all. */
        const uint64_t jump = add_step(compiler, (struct regex_step){REGEX_JUMP, 0, 1, 0});
        if (before != UINT64_MAX && !compiler->failed) {
            compiler->regex->steps.data[before].first = (int32_t)(jump - before);
        }
        before = jump;
        begin = compiler->regex->steps.count;
        next_token(compiler, 1);
        read_branch(compiler);
    }
    if (before != UINT64_MAX && !compiler->failed) {
        compiler->regex->steps.data[before].first = (int32_t)(compiler->regex->steps.count - before);
    }
}

/* --- all --- */

static int check_syntax(const char *text, unsigned flags, struct error *error) {
    regex_t judged;
    errno = 0;
    int status =
        regcomp(&judged, text,
                (flags & REGEX_EXTENDED ? REG_EXTENDED : 0) | (flags & REGEX_IGNORE_CASE ? REG_ICASE : 0));
    if (status == REG_ESPACE || (status != 0 && errno == ENOMEM)) {
        return error_memory(error, "for a pattern");
    }
    if (status != 0) {
        char reason[128];
        regerror(status, NULL, reason, sizeof reason);
        return error_set(error, ERROR_INPUT, "%s", reason);
    }
    regfree(&judged);
    return 0;
}

regex *regex_compile(const struct run *run, const char *text, unsigned flags, struct error *error) {
    if (check_syntax(text, flags, error) != 0) {
        return NULL;
    }
    regex *regex = memory_allocate_zeroed(run->memory, sizeof *regex);
    if (regex == NULL) {
        error_memory(error, "for a pattern");
        return NULL;
    }
    regex->run = *run;
    regex->memory = run->memory;
    for (int byte = 0; byte < 256; byte++) {
        const int folds = (flags & REGEX_IGNORE_CASE) && byte >= 'A' && byte <= 'Z';
        regex->fold[byte] = (uint8_t)(folds ? byte + ('a' - 'A') : byte);
    }
    struct compiler compiler = {
        .regex = regex, .begin = text, .at = text, .extended = (flags & REGEX_EXTENDED) != 0};
    next_token(&compiler, 1);
    read_alternatives(&compiler);
    add_step(&compiler, (struct regex_step){REGEX_DONE, 0, 0, 0});
    if (compiler.failed) {
        error_memory(error, "for a pattern");
        regex_free(regex);
        return NULL;
    }
    return regex;
}

void regex_free(regex *regex) {
    if (regex != NULL) {
        GROWING_FREE(regex->memory, regex->steps);
        GROWING_FREE(regex->memory, regex->sets);
        memory_free(regex->memory, regex, sizeof *regex);
    }
}

unsigned regex_group_count(const regex *regex) {
    return regex->groups;
}
