/* Replaces the calls of macros in the text of a formula. Comments and blanks are kept, so that most of the
 * text is copied as it is. Recursion is bounded by the number of macros in use at a time. */
#include "specs/syntax/formula_macros.h"

#include <string.h>

#include "base/memory.h"
#include "base/text/blank.h"
#include "specs/syntax/formula_items.h"

#define MOST_PARAMETERS 32u
#define MOST_NESTING 200u
#define MOST_BYTES (1u << 24)

struct span {
    const char *begin, *end;
};

struct macro {
    struct span name, body;
    struct span parameter[MOST_PARAMETERS];
    uint32_t parameters;
};

/* A call whose body is being copied, and the one in which its arguments stand. */
struct frame {
    const struct macro *macro; /* NULL: the formula */
    const struct span *argument;
    const struct frame *caller;
    uint32_t macros; /* those that may be called */
    unsigned depth;
    uint32_t scope; /* the region of the call */
};

struct macro_replacing {
    struct formula_syntax *syntax;
    const char *text;
    struct text_buffer *result;
    struct macro *macro;
    uint64_t macros, capacity;
    uint32_t region; /* from which is being copied */
};

/* --- the text --- */

static struct formula_position place_of(const struct macro_replacing *replacing, const char *at) {
    struct formula_position where = {1, 1};
    for (const char *text = replacing->text; text < at; text++) {
        where.line += *text == '\n';
        where.column = *text == '\n' ? 1 : where.column + 1;
    }
    return where;
}

static int refuse(struct macro_replacing *replacing, const char *at, const char *text, struct span name) {
    int shown = (int)(name.end - name.begin < 80 ? name.end - name.begin : 80);
    return formula_syntax_error(replacing->syntax, place_of(replacing, at), text, shown, name.begin);
}

static int span_is(struct span span, const char *text) {
    size_t length = strlen(text);
    return (size_t)(span.end - span.begin) == length && memcmp(span.begin, text, length) == 0;
}

static int spans_equal(struct span a, struct span b) {
    return a.end - a.begin == b.end - b.begin && memcmp(a.begin, b.begin, (size_t)(a.end - a.begin)) == 0;
}

/* Reads the next word; an empty span if there is none. */
static struct span take_word(const char **at, const char *end) {
    *at = formula_skip_blanks(*at, end);
    struct span word = {*at, *at < end && formula_item_is_word(*at) ? formula_item_end(*at, end) : *at};
    *at = word.end;
    return word;
}

static int take_sign(const char **at, const char *end, char sign) {
    *at = formula_skip_blanks(*at, end);
    int is = *at < end && **at == sign;
    *at += is;
    return is;
}

int formula_macros_begin(const char *text, size_t length) {
    const char *at = text;
    struct span word = take_word(&at, text + length);
    return span_is(word, "macro");
}

static uint64_t offset_of(const struct macro_replacing *replacing, const char *at) {
    return (uint64_t)(at - replacing->text);
}

/* --- definitions --- */

static int define(struct macro_replacing *replacing, const char **at, const char *end) {
    struct macro macro = {.parameters = 0};
    macro.name = take_word(at, end);
    int good = macro.name.begin != macro.name.end, more;
    if (good && take_sign(at, end, '(') && !take_sign(at, end, ')')) {
        do {
            struct span name = take_word(at, end);
            good = name.begin != name.end && macro.parameters < MOST_PARAMETERS;
            if (good) {
                macro.parameter[macro.parameters++] = name;
            }
            more = good && take_sign(at, end, ',');
        } while (more);
        good = good && take_sign(at, end, ')');
    }
    if (!good || !take_sign(at, end, '=')) {
        return refuse(replacing, *at < end ? *at : end,
                      "a macro is written 'macro NAME (PARAMETERS) = .. end_macro'%.*s",
                      (struct span){"", ""});
    }
    macro.body = (struct span){*at, *at};
    while (*at < end && !span_is((struct span){*at, formula_item_end(*at, end)}, "end_macro")) {
        *at = formula_item_end(*at, end);
    }
    if (*at == end) {
        return refuse(replacing, macro.name.begin, "macro '%.*s' does not end: 'end_macro' is missing",
                      macro.name);
    }
    macro.body.end = *at;
    *at = formula_item_end(*at, end);
    const struct formula_macro_name name = {offset_of(replacing, macro.name.begin),
                                            offset_of(replacing, macro.name.end)};
    if (GROWING_ADD(replacing->syntax->memory, replacing->syntax->regions->macros, name) != 0 ||
        MEMORY_GROW(replacing->syntax->memory, &replacing->macro, &replacing->capacity,
                    replacing->macros + 1) != 0) {
        return formula_syntax_memory(replacing->syntax);
    }
    replacing->macro[replacing->macros++] = macro;
    return 0;
}

/* --- copying --- */

/* Appends bytes that come from the place `from` of the current region. */
static int append(struct macro_replacing *replacing, const char *from, const char *bytes, size_t length) {
    struct formula_syntax *syntax = replacing->syntax;
    const struct formula_piece piece = {replacing->result->length, offset_of(replacing, from),
                                        replacing->region};
    return GROWING_ADD(syntax->memory, syntax->regions->pieces, piece) != 0 ||
                   text_buffer_append(syntax->memory, replacing->result, bytes, length) != 0
               ? formula_syntax_memory(syntax)
               : 0;
}

/* Appends a part of the text as it is. */
static int copy(struct macro_replacing *replacing, struct span span) {
    if (replacing->result->length > MOST_BYTES) {
        return refuse(replacing, span.begin,
                      "with its macros written out, the formula is longer than 2^24 bytes%.*s",
                      (struct span){"", ""});
    }
    return append(replacing, span.begin, span.begin, (size_t)(span.end - span.begin));
}

static int copy_replaced(struct macro_replacing *replacing, struct span span, const struct frame *frame);

/* Copies a part of the text instead of another one, as a region of its own. */
static int copy_region(struct macro_replacing *replacing, struct span span, struct span call,
                       const struct frame *frame, int parentheses) {
    struct formula_syntax *syntax = replacing->syntax;
    uint32_t outer = replacing->region, number = (uint32_t)syntax->regions->regions.count;
    int is_call = frame->scope == number;
    const struct formula_region region = {
        .begin = offset_of(replacing, span.begin),
        .end = offset_of(replacing, span.end),
        .call_begin = offset_of(replacing, call.begin),
        .call_end = offset_of(replacing, call.end),
        .outer = outer,
        .depth = syntax->regions->regions.data[outer].depth + 1,
        .scope = frame->scope,
        .is_call = is_call,
        .arguments = is_call ? frame->macro->parameters : 0,
        .first = is_call ? syntax->regions->arguments.count - frame->macro->parameters : 0};
    if (GROWING_ADD(syntax->memory, syntax->regions->regions, region) != 0) {
        return formula_syntax_memory(syntax);
    }
    replacing->region = number;
    int failed = (parentheses && append(replacing, call.begin, "(", 1) != 0) ||
                 copy_replaced(replacing, span, frame) != 0 ||
                 (parentheses && append(replacing, span.end, "\n)", 2) != 0);
    replacing->region = outer;
    return failed ? -1 : 0;
}

/* Notes what a call gives for the parameters of its macro. */
static int add_arguments(struct macro_replacing *replacing, const struct frame *call) {
    struct formula_syntax *syntax = replacing->syntax;
    for (uint32_t i = 0; i < call->macro->parameters; i++) {
        struct span name = call->macro->parameter[i], given = call->argument[i];
        const struct formula_argument argument = {
            offset_of(replacing, name.begin), offset_of(replacing, name.end),
            offset_of(replacing, given.begin), offset_of(replacing, given.end), call->caller->scope};
        if (GROWING_ADD(syntax->memory, syntax->regions->arguments, argument) != 0) {
            return formula_syntax_memory(syntax);
        }
    }
    return 0;
}

/* Splits the arguments after a '('. Returns their number, or UINT32_MAX if they do not end or are too many.
 */
static uint32_t split_arguments(const char **at, const char *end, struct span *argument) {
    uint32_t count = 0;
    unsigned depth = 0;
    const char *begin = *at;
    for (; *at < end; *at = formula_item_end(*at, end)) {
        int closes = **at == ')' || **at == ']' || **at == '}';
        if (depth == 0 && (**at == ',' || **at == ')')) {
            if (count == MOST_PARAMETERS) {
                return UINT32_MAX;
            }
            int is_none = count == 0 && **at == ')' && formula_skip_blanks(begin, *at) == *at;
            argument[count] = (struct span){begin, *at};
            count += !is_none;
            begin = *at + 1;
            if (**at == ')') {
                ++*at;
                return count;
            }
        } else if (closes && depth > 0) {
            depth--;
        } else if (!formula_item_is_comment(*at, end) && (**at == '(' || **at == '[' || **at == '{')) {
            depth++;
        }
    }
    return UINT32_MAX;
}

/* Finds the macro of a name and a number of arguments; *named: some macro has the name. */
static const struct macro *find_macro(const struct macro_replacing *replacing, struct span name,
                                      uint32_t arguments, uint32_t macros, int *named) {
    *named = 0;
    for (uint32_t i = macros; i > 0; i--) {
        if (spans_equal(replacing->macro[i - 1].name, name)) {
            *named = 1;
            if (replacing->macro[i - 1].parameters == arguments) {
                return &replacing->macro[i - 1];
            }
        }
    }
    return NULL;
}

/* Copies the body of a macro that is called by the word. Returns 1; 0 if the word is no macro; or -1. */
static int copy_call(struct macro_replacing *replacing, struct span word, const char **at, const char *end,
                     const struct frame *frame) {
    struct span argument[MOST_PARAMETERS];
    uint32_t count = 0;
    int named;
    const char *after = word.end;
    find_macro(replacing, word, 0, frame->macros, &named);
    if (!named) {
        return 0;
    }
    if (take_sign(&after, end, '(')) {
        count = split_arguments(&after, end, argument);
    } else {
        after = word.end;
    }
    const struct macro *macro = find_macro(replacing, word, count, frame->macros, &named);
    if (macro == NULL) {
        return refuse(replacing, word.begin, "macro '%.*s' has no definition with this number of arguments",
                      word);
    }
    if (frame->depth == MOST_NESTING) {
        return refuse(replacing, word.begin, "macros call each other more than 200 levels deep at '%.*s'",
                      word);
    }
    struct frame inner = {macro, argument, frame, (uint32_t)(macro - replacing->macro), frame->depth + 1, 0};
    inner.scope = (uint32_t)replacing->syntax->regions->regions.count;
    *at = after;
    return add_arguments(replacing, &inner) != 0 ||
                   copy_region(replacing, macro->body, (struct span){word.begin, after}, &inner, 1) != 0
               ? -1
               : 1;
}

/* Copies what was given for a parameter. Returns 1; 0 if the word is no parameter; or -1. */
static int copy_parameter(struct macro_replacing *replacing, struct span word, const struct frame *frame,
                          int in_label) {
    for (uint32_t i = 0; frame->macro != NULL && i < frame->macro->parameters; i++) {
        if (spans_equal(frame->macro->parameter[i], word)) {
            struct frame caller = *frame->caller;
            caller.depth = frame->depth + 1;
            if (caller.depth >= MOST_NESTING) {
                return refuse(replacing, word.begin,
                              "macros call each other more than 200 levels deep at '%.*s'", word);
            }
            return copy_region(replacing, frame->argument[i], word, &caller, !in_label) != 0 ? -1 : 1;
        }
    }
    return 0;
}

static int is_keyword(const struct macro_replacing *replacing, const char *word, const char *end) {
    return formula_word_is_reserved(replacing->syntax->dialect, word, (size_t)(end - word));
}

static int copy_replaced(struct macro_replacing *replacing, struct span span, const struct frame *frame) {
    const char *from = span.begin;
    unsigned label_depth = 0; /* of parentheses after a word that is neither macro nor keyword */
    int after_word = 0;
    for (const char *at = span.begin; at < span.end;) {
        const char *next = formula_item_end(at, span.end);
        int done = 0;
        if (formula_item_is_word(at)) {
            struct span word = {at, next};
            if (from < at && copy(replacing, (struct span){from, at}) != 0) {
                return -1;
            }
            done = copy_parameter(replacing, word, frame, label_depth > 0);
            done = done != 0 ? done : copy_call(replacing, word, &next, span.end, frame);
            if (done < 0) {
                return -1;
            }
            from = done ? next : at;
        } else if (*at == '(' && !formula_item_is_comment(at, span.end)) {
            label_depth += after_word || label_depth > 0;
        } else if (*at == ')' && label_depth > 0) {
            label_depth--;
        }
        after_word = formula_item_is_word(at) ? !done && !is_keyword(replacing, at, next)
                                              : after_word && text_is_blank(*at);
        at = next;
    }
    return from < span.end ? copy(replacing, (struct span){from, span.end}) : 0;
}

/* --- the whole --- */

static int count_lines(struct formula_syntax *syntax, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (i == 0 || text[i - 1] == '\n') {
            if (MEMORY_GROW(syntax->memory, &syntax->line_begins, &syntax->line_capacity,
                            syntax->line_count + 1) != 0) {
                return formula_syntax_memory(syntax);
            }
            syntax->line_begins[syntax->line_count++] = i;
        }
    }
    return 0;
}

int formula_macros_replace(struct formula_syntax *syntax, const char *text, size_t length,
                           struct text_buffer *result) {
    struct macro_replacing replacing = {.syntax = syntax, .text = text, .result = result};
    const char *at = text, *end = text + length;
    int failed = count_lines(syntax, text, length) != 0;
    for (;;) {
        const char *begin = at;
        if (failed || !span_is(take_word(&at, end), "macro")) {
            at = begin;
            break;
        }
        failed = define(&replacing, &at, end) != 0;
    }
    const struct frame whole = {.macros = (uint32_t)replacing.macros};
    const struct formula_region formula = {.begin = offset_of(&replacing, at), .end = length};
    failed = failed || GROWING_ADD(syntax->memory, syntax->regions->regions, formula) != 0 ||
             copy_replaced(&replacing, (struct span){at, end}, &whole) != 0 ||
             text_buffer_reserve(syntax->memory, result, 2) != 0;
    memory_free(syntax->memory, replacing.macro, replacing.capacity * sizeof *replacing.macro);
    return failed ? (syntax->failed ? -1 : formula_syntax_memory(syntax)) : 0;
}
