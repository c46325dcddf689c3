#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_REGIONS_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_REGIONS_H

#include <stdint.h>

#include "base/array.h"

struct memory;

/*
 * How the text that the parser sees was put together when macros were replaced. A region is a part of the
 * source that was copied: the formula itself (region 0), the body of a macro for a call, or an argument for a
 * parameter. Each lies in the region in which the call or the parameter stands. A piece is a run of bytes of
 * one region. Positions are bytes of the source, without its byte order mark, or of the parsed text.
 */
struct formula_region {
    uint64_t begin, end;           /* what was copied */
    uint64_t call_begin, call_end; /* the call or the parameter for which it was copied */
    uint32_t outer;                /* the region of that; 0 of region 0 */
    uint32_t depth;                /* regions around it */
    uint32_t scope;                /* the region, of a call, whose parameters its text may name; 0: none */
    uint32_t arguments;            /* of a call: argument[first .. first + arguments) */
    uint64_t first;
    int is_call;
};

/* A parameter and what was given for it. */
struct formula_argument {
    uint64_t name, name_end, begin, end;
    uint32_t scope; /* of what was given, as of a region */
};

struct formula_piece {
    uint64_t now;    /* where it begins in the parsed text */
    uint64_t before; /* and in the source; of a parenthesis that was put in: where its region begins */
    uint32_t region;
};

/* The name of a macro, in the source. */
struct formula_macro_name {
    uint64_t begin, end;
};

struct formula_regions {
    GROWING(struct formula_region) regions;
    GROWING(struct formula_argument) arguments;
    GROWING(struct formula_macro_name) macros;
    GROWING(struct formula_piece) pieces; /* by `now`; none: the text was parsed as it is */
    uint64_t skip;                        /* bytes of the byte order mark before the source */
};

/* A position of the source, in a region. */
struct formula_origin {
    uint64_t before;
    uint32_t region;
};

void formula_regions_free(struct formula_regions *regions, struct memory *memory);
/* The place of a byte of the parsed text. */
struct formula_origin formula_regions_origin(const struct formula_regions *regions, uint64_t now);
/* The last of `count` ascending numbers, the first members of structs of `size` bytes, that is at most `at`;
 * 0 if there is none. */
uint64_t formula_last_before(const uint64_t *numbers, uint64_t count, uint64_t size, uint64_t at);

/*
 * A part of a region's text: where the bytes `begin` to `end` - 1 of the parsed text come from. That is the
 * innermost region that has all of them, with the calls in it as they are written; and the call itself, if
 * the part is all of its macro's body.
 */
struct formula_slice {
    uint64_t begin, end;
    uint32_t region;
};
struct formula_slice formula_regions_slice(const struct formula_regions *regions, const char *source,
                                           uint64_t begin, uint64_t end);

#endif
