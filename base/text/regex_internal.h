#ifndef HEDDLE_BASE_TEXT_REGEX_INTERNAL_H
#define HEDDLE_BASE_TEXT_REGEX_INTERNAL_H

/* What an expression is compiled to. */
#include "base/array.h"
#include "base/run.h"
#include "base/text/regex.h"

enum regex_kind {
    REGEX_BYTE,      /* consumes the byte `number` */
    REGEX_ANY,       /* consumes any byte */
    REGEX_SET,       /* consumes a byte of the set `number` */
    REGEX_SPLIT,     /* goes on at `first`, or else at `second` */
    REGEX_LOOP,      /* the same at the end of a repetition's body, which `first` repeats */
    REGEX_JUMP,      /* goes on at `first` */
    REGEX_OPEN,      /* the group `number` begins here */
    REGEX_CLOSE,     /* the group `number` ends here */
    REGEX_ASSERT,    /* goes on if the place in the text is as enum regex_place says */
    REGEX_REFERENCE, /* consumes what the group `number` has matched */
    REGEX_DONE
};

enum regex_place {
    PLACE_BEGIN,      /* ^ and \` */
    PLACE_END,        /* $ and \' */
    PLACE_WORD_BEGIN, /* \< */
    PLACE_WORD_END,   /* \> */
    PLACE_WORD_EDGE,  /* \b */
    PLACE_NO_EDGE     /* \B */
};

/* Targets are relative, so that the code of a repetition can be copied. Others go on at the next step. */
struct regex_step {
    uint32_t kind, number;
    int32_t first, second;
};

struct regex_set {
    uint32_t bits[8];
};

struct regex {
    struct run run; /* as it was given; its memory: */
    struct memory *memory;
    uint64_t hopeless; /* hash of the last text for which REGEX_STEPS were too few, or 0 */
    unsigned groups;
    uint32_t loops;    /* repetitions without end, numbered from 1 in their REGEX_SPLIT and REGEX_LOOP */
    int references;    /* it has back-references */
    uint8_t fold[256]; /* bytes as they are compared */
    GROWING(struct regex_step) steps;
    GROWING(struct regex_set) sets;
};

static inline int regex_set_has(const struct regex_set *set, uint8_t byte) {
    return set->bits[byte / 32] >> byte % 32 & 1;
}

static inline int regex_is_word(uint8_t byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_';
}

/* The steps that a match may still take, and how many will be left when the run is asked next. */
struct regex_budget {
    const struct run *run;
    uint64_t left, ask;
};

static inline void regex_spend(struct regex_budget *budget, uint64_t steps) {
    budget->left -= steps < budget->left ? steps : budget->left;
}

/* The text in which a match is looked for. */
struct regex_text {
    const uint8_t *bytes;
    size_t from, length;
};

/* Whether a place of the text is as an assertion says. */
static inline int regex_holds(const struct regex_text *text, enum regex_place place, size_t at) {
    const int before = at > 0 && regex_is_word(text->bytes[at - 1]);
    const int after = at < text->length && regex_is_word(text->bytes[at]);
    switch (place) {
    case PLACE_BEGIN:
        return at == 0;
    case PLACE_END:
        return at == text->length;
    case PLACE_WORD_BEGIN:
        return !before && after;
    case PLACE_WORD_END:
        return before && !after;
    case PLACE_WORD_EDGE:
        return before != after;
    default:
        return before == after;
    }
}

/* Whether a step consumes the byte. */
static inline int regex_consumes(const struct regex *regex, const struct regex_step *step, uint8_t byte) {
    switch (step->kind) {
    case REGEX_BYTE:
        return regex->fold[byte] == step->number;
    case REGEX_SET:
        return regex_set_has(&regex->sets.data[step->number], regex->fold[byte]);
    default:
        return step->kind == REGEX_ANY;
    }
}

/*
 * Finds the groups of a match (regex_groups.c), by trying ways one after the other. Without back-references:
 * those of the match text[begin, end). With them: of the longest match that begins at `begin`, or, if end is
 * not SIZE_MAX, of a match that ends there. 1 with match[0 .. REGEX_GROUPS), 0 or -1.
 */
int regex_find_groups(const struct regex *regex, const struct regex_text *text, size_t begin, size_t end,
                      struct regex_budget *budget, regmatch_t *match, struct error *error);
/* What regex_go_on does when no steps are left, or the run is to be asked. */
int regex_ask(struct regex_budget *budget, struct error *error);

/* 0 if the match may go on; -1 with ERROR_LIMIT or ERROR_INTERRUPTED. */
static inline int regex_go_on(struct regex_budget *budget, struct error *error) {
    return budget->left > budget->ask ? 0 : regex_ask(budget, error);
}

#endif
