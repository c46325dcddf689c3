/*
 * Matches regular expressions, in all ways at once. At each place of the text, a list has the ways that are
 * possible: each is a step that consumes the next byte, and the place where the match began. Ways that began
 * earlier come earlier. Of several ways at one step, only the first is kept.
 */
#include "base/text/regex.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text/regex_internal.h"

#define ASKING_STEPS 65536u /* steps after which the run is asked whether to stop */

struct way {
    uint32_t step, begin;
};

struct way_list {
    struct way *list;
    uint32_t count;
};

struct regex_simulation {
    const struct regex *regex;
    const struct regex_text *text;
    struct way_list now, later;
    uint64_t *marks;   /* for each step: the place of the text at which it was reached last, + 1 */
    uint32_t *waiting; /* steps from which others are to be reached */
    struct regex_budget *budget;
    int found;
    size_t begin, end; /* FOUND: the match */
};

int regex_ask(struct regex_budget *budget, struct error *error) {
    if (budget->left == 0) {
        return error_set(error, ERROR_LIMIT, "comparing a label with this pattern takes too long");
    }
    budget->ask = budget->left - (budget->left < ASKING_STEPS ? budget->left : ASKING_STEPS);
    return run_ask(budget->run, error, "interrupted while labels were compared with a pattern");
}

/* Notes a match that ends at `at`, if it begins where the best one does, or before that. */
static void note_match(struct regex_simulation *simulation, size_t begin, size_t at) {
    if (!simulation->found || begin <= simulation->begin) {
        simulation->found = 1;
        simulation->begin = begin;
        simulation->end = at;
    }
}

/* Adds what is reached from a step without consuming anything at the place `at`. */
static void reach(struct regex_simulation *simulation, uint32_t first, uint32_t begin, size_t at,
                  struct way_list *ways) {
    const struct regex_step *steps = simulation->regex->steps.data;
    uint32_t waiting = 0;
    simulation->waiting[waiting++] = first;
    while (waiting > 0) {
        const uint32_t number = simulation->waiting[--waiting];
        const struct regex_step *step = &steps[number];
        if (simulation->marks[number] == at + 1) {
            continue;
        }
        simulation->marks[number] = at + 1;
        regex_spend(simulation->budget, 1);
        switch (step->kind) {
        case REGEX_SPLIT:
        case REGEX_LOOP:
            simulation->waiting[waiting++] = number + (uint32_t)step->second;
            simulation->waiting[waiting++] = number + (uint32_t)step->first;
            break;
        case REGEX_JUMP:
            simulation->waiting[waiting++] = number + (uint32_t)step->first;
            break;
        case REGEX_OPEN:
        case REGEX_CLOSE:
            simulation->waiting[waiting++] = number + 1;
            break;
        case REGEX_ASSERT:
            if (regex_holds(simulation->text, step->number, at)) {
                simulation->waiting[waiting++] = number + 1;
            }
            break;
        case REGEX_DONE:
            note_match(simulation, begin, at);
            break;
        default:
            ways->list[ways->count++] = (struct way){number, begin};
        }
    }
}

/* Follows all ways until none is left. 1 if there is a match, else 0; or -1. */
static int simulate(struct regex_simulation *simulation, enum regex_way way, struct error *error) {
    const struct regex *regex = simulation->regex;
    const struct regex_text *text = simulation->text;
    struct way_list *now = &simulation->now, *later = &simulation->later;
    for (size_t at = text->from;; at++) {
        if (at == text->from || (way == REGEX_LEFTMOST && !simulation->found)) {
            reach(simulation, 0, (uint32_t)at, at, now);
        }
        if (at == text->length || (now->count == 0 && (way == REGEX_WHOLE || simulation->found))) {
            return way == REGEX_WHOLE ? simulation->found && simulation->end == text->length
                                      : simulation->found;
        }
        regex_spend(simulation->budget, now->count);
        if (regex_go_on(simulation->budget, error) != 0) {
            return -1;
        }
        later->count = 0;
        for (uint32_t i = 0; i < now->count; i++) {
            const struct way *one = &now->list[i];
            if ((!simulation->found || one->begin <= simulation->begin) &&
                regex_consumes(regex, &regex->steps.data[one->step], text->bytes[at])) {
                reach(simulation, one->step + 1, one->begin, at + 1, later);
            }
        }
        struct way_list *swapped = now;
        now = later;
        later = swapped;
    }
}

/* The match as a whole, without groups. 1, 0 or -1. */
static int find_whole(const struct regex *regex, enum regex_way way, const struct regex_text *text,
                      struct regex_budget *budget, regmatch_t *match, struct error *error) {
    const uint64_t steps = regex->steps.count;
    const uint64_t bytes =
        steps * (sizeof(uint64_t) + 2 * sizeof(struct way)) + (2 * steps + 1) * sizeof(uint32_t);
    struct regex_simulation simulation = {.regex = regex, .text = text, .budget = budget};
    simulation.marks = memory_allocate(regex->memory, bytes);
    if (simulation.marks == NULL) {
        return error_memory(error, "for a pattern");
    }
    memset(simulation.marks, 0, steps * sizeof *simulation.marks);
    simulation.now.list = (struct way *)(simulation.marks + steps);
    simulation.later.list = simulation.now.list + steps;
    simulation.waiting = (uint32_t *)(simulation.later.list + steps);
    int found = simulate(&simulation, way, error);
    match->rm_so = (regoff_t)simulation.begin;
    match->rm_eo = (regoff_t)simulation.end;
    memory_free(regex->memory, simulation.marks, bytes);
    return found;
}

/* With back-references: tries one place of the text after the other. */
static int find_by_trying(const struct regex *regex, enum regex_way way, const struct regex_text *text,
                          struct regex_budget *budget, regmatch_t *match, struct error *error) {
    const size_t end = way == REGEX_WHOLE ? text->length : SIZE_MAX;
    const size_t last = way == REGEX_WHOLE ? text->from : text->length;
    int found = 0;
    for (size_t begin = text->from; begin <= last && found == 0; begin++) {
        found = regex_find_groups(regex, text, begin, end, budget, match, error);
    }
    return found;
}

/* Names the text, where it is looked at and what is asked for; never 0. */
static uint64_t hash_of(enum regex_way way, int has_groups, const struct regex_text *text) {
    return hash_bytes((const char *)text->bytes, text->length,
                      4 * text->from + 2 * (way == REGEX_WHOLE) + (unsigned)has_groups) |
           1;
}

int regex_find(regex *regex, enum regex_way way, const char *text, size_t from, size_t length,
               regmatch_t *match, unsigned groups, struct error *error) {
    const struct regex_text in = {(const uint8_t *)text, from, length};
    regmatch_t all[REGEX_GROUPS];
    const uint64_t hopeless = __atomic_load_n(&regex->hopeless, __ATOMIC_RELAXED);
    const int again = hopeless != 0 && hopeless == hash_of(way, groups > 1, &in);
    struct regex_budget budget = {&regex->run, again ? 0 : REGEX_STEPS, REGEX_STEPS};
    int found = regex_go_on(&budget, error) != 0 ? -1
                : regex->references              ? find_by_trying(regex, way, &in, &budget, all, error)
                                                 : find_whole(regex, way, &in, &budget, all, error);
    if (found == 1 && groups > 1 && !regex->references && regex->groups > 0) {
        found =
            regex_find_groups(regex, &in, (size_t)all[0].rm_so, (size_t)all[0].rm_eo, &budget, all, error);
    }
    if (found < 0 && error->code == ERROR_LIMIT && !again) {
        __atomic_store_n(&regex->hopeless, hash_of(way, groups > 1, &in), __ATOMIC_RELAXED);
    }
    for (unsigned i = 0; i < groups && found == 1; i++) {
        match[i] = i <= regex->groups ? all[i] : (regmatch_t){-1, -1};
    }
    return found;
}
