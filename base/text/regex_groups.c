/*
 * Finds what the groups of a match are: tries the ways to match one after the other, the preferred ones
 * first. What a way has changed (groups, where repetitions began) is undone when the next one is tried.
 *
 * Without back-references, what is possible from a step at a place of the text does not depend on the way
 * there: each pair of them is tried once. With them, all ways are tried, as long as a longer match is
 * possible.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text/regex_internal.h"

#define NOWHERE SIZE_MAX

/* Variables: where a group was opened last, and its last match; then, where the loops began. */
#define OPENED_OF(group) (3 * (uint64_t)(group))
#define BEGIN_OF(group) (3 * (uint64_t)(group) + 1)
#define END_OF(group) (3 * (uint64_t)(group) + 2)

/* What is still to be done: to go on from a step, or to give a variable its value again. */
struct pending {
    uint32_t step; /* UINT32_MAX: the variable */
    uint32_t variable;
    size_t at; /* the place in the text, or the value */
};

struct trial {
    const struct regex *regex;
    const struct regex_text *text;
    size_t begin, end; /* as given */
    struct regex_budget *budget;
    GROWING(struct pending) pending;
    size_t *variables;
    uint64_t variable_count;
    uint64_t *tried; /* pairs of a place and a step, bits; NULL with back-references */
    size_t longest;  /* end of the longest match, or NOWHERE */
    regmatch_t *match;
    struct error *error;
};

static int wait_for(struct trial *trial, struct pending pending) {
    return GROWING_ADD(trial->regex->memory, trial->pending, pending) != 0
               ? error_memory(trial->error, "for a pattern")
               : 0;
}

static int set_variable(struct trial *trial, uint64_t variable, size_t value) {
    const struct pending undo = {UINT32_MAX, (uint32_t)variable, trial->variables[variable]};
    trial->variables[variable] = value;
    return wait_for(trial, undo);
}

/* A group ends. Where it was not empty before, another repetition of it that is empty does not count. */
static int close_group(struct trial *trial, uint32_t group, size_t at) {
    const size_t opened = trial->variables[OPENED_OF(group)];
    if (opened == at && trial->variables[END_OF(group)] == at) {
        return 0;
    }
    return set_variable(trial, BEGIN_OF(group), opened) != 0 ? -1 : set_variable(trial, END_OF(group), at);
}

/* Whether the pair is new. */
static int is_new(const struct trial *trial, uint64_t step, size_t at) {
    if (trial->tried == NULL) {
        return 1;
    }
    const uint64_t bit = (at - trial->begin) * trial->regex->steps.count + step;
    const int known = trial->tried[bit / 64] >> bit % 64 & 1;
    trial->tried[bit / 64] |= UINT64_C(1) << bit % 64;
    return !known;
}

/* The bytes that a back-reference consumes at a place: their number, or NOWHERE. */
static size_t consume_again(struct trial *trial, uint32_t group, size_t at) {
    const uint8_t *bytes = trial->text->bytes, *fold = trial->regex->fold;
    const size_t begin = trial->variables[BEGIN_OF(group)], end = trial->variables[END_OF(group)];
    if (begin == NOWHERE || end == NOWHERE || end - begin > trial->text->length - at) {
        return NOWHERE;
    }
    size_t same = 0;
    while (same < end - begin && fold[bytes[begin + same]] == fold[bytes[at + same]]) {
        same++;
    }
    regex_spend(trial->budget, same / 8);
    return same == end - begin ? same : NOWHERE;
}

static void keep_match(struct trial *trial, size_t at) {
    if ((trial->end != NOWHERE && at != trial->end) || (trial->longest != NOWHERE && at <= trial->longest)) {
        return;
    }
    trial->longest = at;
    trial->match[0] = (regmatch_t){(regoff_t)trial->begin, (regoff_t)at};
    for (unsigned group = 1; group < REGEX_GROUPS && group <= trial->regex->groups; group++) {
        const size_t begin = trial->variables[BEGIN_OF(group)], end = trial->variables[END_OF(group)];
        const int is_there = begin != NOWHERE && end != NOWHERE;
        trial->match[group] = is_there ? (regmatch_t){(regoff_t)begin, (regoff_t)end} : (regmatch_t){-1, -1};
    }
}

/*
 * Takes one step at *at: the next one, in *step, or -1 if the way ends here; -2 with the error filled.
 */
static int take_step(struct trial *trial, uint32_t *number, size_t *at) {
    const struct regex *regex = trial->regex;
    const struct regex_step *step = &regex->steps.data[*number];
    const uint64_t loop = END_OF(regex->groups + 1) + step->number;
    int failed = 0;
    size_t more;
    switch (step->kind) {
    case REGEX_LOOP:
        if (trial->variables[loop] == *at) { /* an empty repetition is the last one */
            *number += (uint32_t)step->second;
            return 0;
        } /* fall through */
    case REGEX_SPLIT:
        failed = wait_for(trial, (struct pending){*number + (uint32_t)step->second, 0, *at}) != 0 ||
                 (step->number != 0 && set_variable(trial, loop, *at) != 0);
        *number += (uint32_t)step->first;
        return failed ? -2 : 0;
    case REGEX_JUMP:
        *number += (uint32_t)step->first;
        return 0;
    case REGEX_OPEN:
        failed = set_variable(trial, OPENED_OF(step->number), *at) != 0;
        break;
    case REGEX_CLOSE:
        failed = close_group(trial, step->number, *at) != 0;
        break;
    case REGEX_ASSERT:
        if (!regex_holds(trial->text, step->number, *at)) {
            return -1;
        }
        break;
    case REGEX_REFERENCE:
        more = consume_again(trial, step->number, *at);
        if (more == NOWHERE) {
            return -1;
        }
        *at += more;
        break;
    case REGEX_DONE:
        keep_match(trial, *at);
        return -1;
    default:
        if (*at == trial->text->length || !regex_consumes(regex, step, trial->text->bytes[*at])) {
            return -1;
        }
        ++*at;
    }
    ++*number;
    return failed ? -2 : 0;
}

/* Whether no match can be better than the best one. */
static int is_decided(const struct trial *trial) {
    return trial->longest != NOWHERE && (trial->end != NOWHERE || trial->longest == trial->text->length);
}

static int try_all(struct trial *trial) {
    if (wait_for(trial, (struct pending){0, 0, trial->begin}) != 0) {
        return -1;
    }
    while (trial->pending.count > 0 && !is_decided(trial)) {
        const struct pending next = trial->pending.data[--trial->pending.count];
        if (next.step == UINT32_MAX) {
            trial->variables[next.variable] = next.at;
            continue;
        }
        uint32_t step = next.step;
        size_t at = next.at;
        int status = 0;
        while (status == 0 && at <= (trial->end != NOWHERE ? trial->end : trial->text->length) &&
               is_new(trial, step, at)) {
            if (regex_go_on(trial->budget, trial->error) != 0) {
                return -1;
            }
            regex_spend(trial->budget, 1);
            status = take_step(trial, &step, &at);
        }
        if (status == -2) {
            return -1;
        }
    }
    return trial->longest != NOWHERE;
}

int regex_find_groups(const struct regex *regex, const struct regex_text *text, size_t begin, size_t end,
                      struct regex_budget *budget, regmatch_t *match, struct error *error) {
    struct memory *memory = regex->memory;
    struct trial trial = {.regex = regex,
                          .text = text,
                          .begin = begin,
                          .end = end,
                          .budget = budget,
                          .variable_count = END_OF(regex->groups + 1) + regex->loops + 1,
                          .longest = NOWHERE,
                          .match = match,
                          .error = error};
    const uint64_t places = end == NOWHERE ? 0 : end - begin + 1;
    const uint64_t words = regex->references ? 0 : places * regex->steps.count / 64 + 1;
    trial.variables = memory_allocate_array(memory, trial.variable_count, sizeof *trial.variables);
    trial.tried = words == 0 ? NULL : memory_allocate_zeroed(memory, words * sizeof *trial.tried);
    int found;
    if (trial.variables == NULL || (trial.tried == NULL && words != 0)) {
        found = error_memory(error, "for a pattern");
    } else {
        memset(trial.variables, 0xff, trial.variable_count * sizeof *trial.variables);
        found = try_all(&trial);
    }
    GROWING_FREE(memory, trial.pending);
    memory_free(memory, trial.variables, trial.variable_count * sizeof *trial.variables);
    memory_free(memory, trial.tried, words * sizeof *trial.tried);
    return found;
}
