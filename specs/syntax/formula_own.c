/* Makes the user's own text of a part of a formula: goes through the items of the source again, and puts in
 * what was given for the parameters of macros. Recursion is bounded, as is the nesting of macros. */
#include "specs/syntax/formula_own.h"

#include <string.h>

#include "base/memory.h"
#include "base/text/blank.h"
#include "specs/syntax/formula_items.h"
#include "specs/syntax/formula_regions.h"
#include "specs/syntax/formula_syntax.h"

struct owner {
    const struct formula_regions *regions;
    const char *source;
    enum formula_dialect dialect;
    struct memory *memory;
    struct text_buffer *result;
    uint64_t begin, most; /* of the result: where this text begins, and how many bytes it may have */
    int blank;            /* blanks were left out before the next item */
    int failed;
};

static int is_full(const struct owner *owner) {
    return owner->failed || owner->result->length - owner->begin > owner->most;
}

static void append_bytes(struct owner *owner, const char *bytes, size_t length) {
    if (owner->blank && owner->result->length > owner->begin) {
        owner->failed |= text_buffer_append(owner->memory, owner->result, " ", 1) != 0;
    }
    owner->blank = 0;
    owner->failed |= text_buffer_append(owner->memory, owner->result, bytes, length) != 0;
}

/* What was given for a parameter that the word names, in a text of the scope; or NULL. */
static const struct formula_argument *find_argument(const struct owner *owner, uint32_t scope,
                                                    const char *word, size_t length) {
    const struct formula_region *call = scope == 0 ? NULL : &owner->regions->regions.data[scope];
    for (uint32_t i = 0; call != NULL && i < call->arguments; i++) {
        const struct formula_argument *argument = &owner->regions->arguments.data[call->first + i];
        if (argument->name_end - argument->name == length &&
            memcmp(owner->source + argument->name, word, length) == 0) {
            return argument;
        }
    }
    return NULL;
}

/* Whether a word is neither an operator nor a macro, so that what follows it in parentheses are the arguments
 * of a label or a variable. */
static int is_label(const struct owner *owner, const char *word, size_t length) {
    for (uint64_t i = 0; i < owner->regions->macros.count; i++) {
        const struct formula_macro_name *name = &owner->regions->macros.data[i];
        if (name->end - name->begin == length && memcmp(owner->source + name->begin, word, length) == 0) {
            return 0;
        }
    }
    return !formula_word_is_reserved(owner->dialect, word, length);
}

/* Whether a text is one item, or a word with arguments: parentheses around it change nothing. */
static int is_single(const struct owner *owner, const char *at, const char *end) {
    at = formula_skip_blanks(at, end);
    const char *next = at < end ? formula_item_end(at, end) : end;
    int is_word = at < end && formula_item_is_word(at);
    int is_call = is_word && !is_label(owner, at, (size_t)(next - at)); /* with comments and strings inside */
    at = formula_skip_blanks(next, end);
    if (is_word && at < end && *at == '(') {
        unsigned depth = 0;
        do {
            int is_comment = is_call && formula_item_is_comment(at, end);
            depth += is_comment ? 0u : *at == '(' ? 1u : *at == ')' ? -1u : 0u;
            at = is_call ? formula_item_end(at, end) : at + 1;
        } while (at < end && depth > 0);
    }
    return formula_skip_blanks(at, end) == end;
}

/* Whether what stands around a parameter holds it together: parentheses, or the commas of a call. */
static int is_enclosed(const struct owner *owner, const char *after, const char *end) {
    const struct text_buffer *result = owner->result;
    after = formula_skip_blanks(after, end);
    char before = result->length > owner->begin ? result->data[result->length - 1] : '\0';
    return (before == '(' || before == ',') && after < end && (*after == ')' || *after == ',');
}

static void add_text(struct owner *owner, uint32_t scope, const char *at, const char *end);

static void add_argument(struct owner *owner, const struct formula_argument *argument, int parentheses) {
    if (parentheses) {
        append_bytes(owner, "(", 1);
    }
    const char *begin = formula_skip_blanks(owner->source + argument->begin, owner->source + argument->end);
    add_text(owner, argument->scope, begin, owner->source + argument->end);
    owner->blank = 0;
    if (parentheses) {
        append_bytes(owner, ")", 1);
    }
}

static void add_text(struct owner *owner, uint32_t scope, const char *at, const char *end) {
    unsigned depth = 0; /* of parentheses after a word: in there no comment begins */
    int after_word = 0;
    for (const char *next; at < end && !is_full(owner); at = next) {
        int opens = *at == '(' && (depth > 0 || (after_word && !formula_item_is_comment(at, end)));
        next = depth > 0 && !formula_item_is_word(at) ? at + 1 : formula_item_end(at, end);
        if (text_is_blank(*at) || (depth == 0 && formula_item_is_comment(at, end))) {
            owner->blank = 1;
            continue;
        }
        const struct formula_argument *argument =
            formula_item_is_word(at) ? find_argument(owner, scope, at, (size_t)(next - at)) : NULL;
        if (argument != NULL) {
            int whole = depth > 0 || is_enclosed(owner, next, end) ||
                        is_single(owner, owner->source + argument->begin, owner->source + argument->end);
            add_argument(owner, argument, !whole);
        } else {
            append_bytes(owner, at, (size_t)(next - at));
        }
        depth += opens;
        depth -= *at == ')' && depth > 0;
        after_word = formula_item_is_word(at) && argument == NULL && is_label(owner, at, (size_t)(next - at));
    }
}

int formula_own_text(const formula_text *text, struct formula_extent extent, uint64_t most,
                     struct memory *memory, struct text_buffer *result) {
    size_t length;
    const char *source = formula_source(text, &length);
    const struct formula_regions *regions = formula_text_regions(text);
    struct owner owner = {.regions = regions,
                          .source = source + regions->skip,
                          .dialect = formula_dialect_read(text),
                          .memory = memory,
                          .result = result,
                          .begin = result->length,
                          .most = most};
    struct formula_slice slice = formula_regions_slice(regions, owner.source, extent.begin, extent.end);
    uint32_t scope = regions->regions.count == 0 ? 0 : regions->regions.data[slice.region].scope;
    add_text(&owner, scope, owner.source + slice.begin, owner.source + slice.end);
    if (result->length - owner.begin > most) {
        result->length = owner.begin + most;
        owner.failed |= text_buffer_add(memory, result, "...") != 0;
    }
    return owner.failed ? -1 : 0;
}
