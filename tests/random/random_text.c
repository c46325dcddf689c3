/* Random networks: numbers, tokens and patterns. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/random/random_internal.h"

#include "base/array.h"

/* splitmix64 */
static uint64_t next_random(struct generator *generator) {
    uint64_t z = generator->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t random_below(struct generator *generator, uint32_t bound) {
    return (uint32_t)((next_random(generator) >> 32) * bound >> 32);
}

int random_chance(struct generator *generator, uint32_t percent) {
    return random_below(generator, 100) < percent;
}

void random_count(struct generator *generator, enum random_feature feature) {
    generator->out->features[feature]++;
}

static void write_text(struct generator *generator, const char *text) {
    if (fputs(text, generator->file) < 0) {
        generator->failed = 1;
    }
}

void random_separator(struct generator *generator) {
    static const char *const comments[] = {" (* || *) ", "(* -- \"end par *)", " (* a * b ** *)", "(**)"};
    uint32_t draw = random_below(generator, 200);
    if (draw < 2) {
        random_count(generator, RANDOM_COMMENT);
        write_text(generator, comments[random_below(generator, 4)]);
    } else if (draw < 4) {
        random_count(generator, RANDOM_COMMENT);
        write_text(generator, " -- (* to the end of the line \"");
        write_text(generator, generator->newline);
    } else if (draw < 30) {
        write_text(generator, generator->newline);
    } else {
        write_text(generator, draw < 34 ? " \t " : " ");
    }
}

void random_symbol(struct generator *generator, const char *text) {
    random_separator(generator);
    write_text(generator, text);
}

void random_keyword(struct generator *generator, const char *text) {
    char word[32];
    size_t length = strlen(text);
    memcpy(word, text, length + 1);
    if (random_chance(generator, 8)) {
        random_count(generator, RANDOM_KEYWORD_CASE);
        for (size_t k = 0; k < length; k++) {
            word[k] = (char)(random_chance(generator, 50) ? toupper((unsigned char)word[k]) : word[k]);
        }
    }
    random_symbol(generator, word);
}

static int must_quote(const char *text) {
    static const char *const reserved[] = {"stop", "hide"};
    for (size_t k = 0; k < LENGTH(reserved); k++) {
        if (strcasecmp(text, reserved[k]) == 0) {
            return 1;
        }
    }
    for (const char *at = text; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '.' && *at != '_') {
            return 1;
        }
    }
    return *text == '\0' || strcmp(text, "_") == 0;
}

void random_exact_name(struct generator *generator, const char *text) {
    random_separator(generator);
    if (!must_quote(text) && !random_chance(generator, 25)) {
        write_text(generator, text);
        return;
    }
    random_count(generator, RANDOM_QUOTED);
    write_text(generator, "\"");
    int doubled = random_chance(generator, 50); /* \\ and a \ before anything else are the same */
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"' || (*at == '\\' && doubled)) {
            write_text(generator, "\\");
        }
        if (fputc(*at, generator->file) == EOF) {
            generator->failed = 1;
        }
    }
    write_text(generator, "\"");
}

void random_name(struct generator *generator, const char *text) {
    char name[TEXT_MAX];
    snprintf(name, sizeof name, "%s", text);
    if (generator->out->options.ignore_case && strstr(text, "[:") == NULL && random_chance(generator, 30)) {
        for (char *at = name; *at != '\0'; at++) {
            *at = (char)toupper((unsigned char)*at);
        }
    }
    random_exact_name(generator, name);
}

const char *random_gate(struct generator *generator) {
    return generator->gates[random_below(generator, generator->gate_count)];
}

const char *random_label(struct generator *generator) {
    return generator->labels[random_below(generator, generator->label_count)];
}

const char *random_internal(struct generator *generator) {
    const struct exp_options *options = &generator->out->options;
    if (options->internal_count > 0 && random_chance(generator, 60)) {
        return options->internal[0];
    }
    return random_chance(generator, 50) ? "i" : "tau";
}

/* The text as a pattern that matches just it. */
static void literal(struct generator *generator, const char *text, char pattern[TEXT_MAX]) {
    for (; *text != '\0'; text++) {
        if (generator->out->options.regex_extended && strchr("()+?{|", *text) != NULL) {
            *pattern++ = '\\';
        }
        *pattern++ = *text;
    }
    *pattern = '\0';
}

/* Formats of patterns: %s stands for a gate. */
static const char *const basic_patterns[][10] = {
    {"%s.*", "%s !.*", "[ab].*", ".*!1", ".", ".*2", "[^a].*", "\\(%s\\).*", "%s *!*[12]*", ".*"},
    {"%s", "!1", "[ab]", "%s.*2", "^%s", "1$", "[a-c] *!", "\\(%s\\) ", "[^ab] !", "^[bd]"},
    {"%s", "[ab]", ".", "[a-c]", "%s*", "\\(%s\\)", "[^b]", ".*%s", "%s.*", "[[:lower:]]"},
};
static const char *const extended_patterns[][10] = {
    {"%s.*", "(%s|b)( .*)?", "(a|%s).*", ".+!1", ".?", ".+2", "[^a].*", "(%s).+", "%s( ![12])*", ".*"},
    {"%s", "!(1|2)", "a|%s", "%s.+2", "^%s", "1$", "[a-c] +!", "(%s) ", "[^ab] !", "^(b|d)"},
    {"%s", "a|b", ".", "[a-c]{1}", "%s+", "(%s)", "[^b]", ".*%s", "%s|d", "b?%s"},
};

void random_pattern(struct generator *generator, enum exp_mode mode, char pattern[TEXT_MAX]) {
    const char *gate = random_gate(generator);
    if (random_chance(generator, 40)) {
        literal(generator, mode == EXP_MODE_TOTAL ? random_label(generator) : gate, pattern);
        return;
    }
    uint32_t row = mode == EXP_MODE_TOTAL ? 0 : mode == EXP_MODE_PARTIAL ? 1 : 2;
    uint32_t column = random_below(generator, 10);
    const char *format =
        generator->out->options.regex_extended ? extended_patterns[row][column] : basic_patterns[row][column];
    char text[TEXT_MAX];
    literal(generator, gate, text);
    const char *hole = strstr(format, "%s");
    if (hole == NULL) {
        strcpy(pattern, format);
    } else {
        snprintf(pattern, TEXT_MAX, "%.*s%.64s%s", (int)(hole - format), format, text, hole + 2);
    }
}

struct clause {
    const char *from, *to;
};

/* Clauses with groups; the extended ones are made of these by leaving out the backslashes of the groups. */
static const struct clause group_clauses[][4] = {
    {{"\\([a-c]\\) !\\([12]\\)", "\\2 !\\1"},
     {"\\([a-z]\\)\\(.*\\)", "b\\2"},
     {"\\([ab]\\).*", "\\1"},
     {"\\(.\\) \\(!.\\)", "\\1 \\2 \\2"}},
    {{"\\([ab]\\)", "\\1\\1"},
     {"!\\(.\\)", "!2 !\\1"},
     {"\\([a-d]\\) \\(!.\\)", "\\1\\2"},
     {"\\(a\\)", "c\\1"}},
    {{"\\([ab]\\)", "x\\1"}, {"\\(.\\)", "\\1\\1"}, {"\\([a-c]\\)", "d"}, {"\\(d\\)", "a\\1"}},
};

static void group_clause(struct generator *generator, uint32_t row, char from[TEXT_MAX], char to[TEXT_MAX]) {
    const struct clause *clause = &group_clauses[row][random_below(generator, 4)];
    strcpy(to, clause->to);
    for (const char *at = clause->from; *at != '\0'; at++) {
        if (!(generator->out->options.regex_extended && *at == '\\')) {
            *from++ = *at;
        }
    }
    *from = '\0';
    if (strchr(to, '\\') != NULL) {
        random_count(generator, RANDOM_RENAME_GROUP);
    }
}

void random_clause(struct generator *generator, enum exp_mode mode, char from[TEXT_MAX], char to[TEXT_MAX]) {
    static const struct clause parts[] = {{"!1", "!2"}, {"[12]", "3"},    {"[ab]", "c"},   {"a", "b"},
                                          {"b*", "d"},  {"2*", "1"},      {" !", " !1 !"}, {"[ab]", "dd"},
                                          {"^.", "z"},  {"[a-d !]", "f"}, {"[^12]", "g"},  {".$", "4"}};
    int whole = mode == EXP_MODE_TOTAL || mode == EXP_MODE_GATE;
    if (random_chance(generator, 20)) {
        group_clause(generator, mode == EXP_MODE_TOTAL ? 0 : mode == EXP_MODE_GATE ? 2 : 1, from, to);
        return;
    }
    if (whole || random_chance(generator, 30)) {
        random_pattern(generator, whole ? mode : EXP_MODE_PARTIAL, from);
        strcpy(to, mode == EXP_MODE_TOTAL ? random_label(generator) : random_gate(generator));
    } else {
        const struct clause *clause = &parts[random_below(generator, LENGTH(parts))];
        strcpy(from, clause->from);
        strcpy(to, clause->to);
    }
    if (random_chance(generator, 12)) {
        random_count(generator, RANDOM_RENAME_TO_INTERNAL);
        strcpy(to, random_internal(generator));
    } else if (whole && random_chance(generator, 20)) {
        strcpy(to, mode == EXP_MODE_TOTAL && random_chance(generator, 50) ? "y !3" : "x");
    }
}
