/* Finds the places of the source from which parts of the parsed text come. */
#include "specs/syntax/formula_regions.h"

#include <stddef.h>

#include "base/memory.h"
#include "specs/syntax/formula_items.h"

void formula_regions_free(struct formula_regions *regions, struct memory *memory) {
    GROWING_FREE(memory, regions->regions);
    GROWING_FREE(memory, regions->arguments);
    GROWING_FREE(memory, regions->pieces);
    GROWING_FREE(memory, regions->macros);
    *regions = (struct formula_regions){.skip = 0};
}

uint64_t formula_last_before(const uint64_t *numbers, uint64_t count, uint64_t size, uint64_t at) {
    uint64_t low = 0;
    while (count > 1) {
        uint64_t half = count / 2;
        if (*(const uint64_t *)((const char *)numbers + (low + half) * size) <= at) {
            low += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return low;
}

struct formula_origin formula_regions_origin(const struct formula_regions *regions, uint64_t now) {
    if (regions->pieces.count == 0) {
        return (struct formula_origin){now, 0};
    }
    const struct formula_piece *pieces = regions->pieces.data, *piece;
    piece = &pieces[formula_last_before(&pieces->now, regions->pieces.count, sizeof *pieces, now)];
    return (struct formula_origin){now >= piece->now ? piece->before + (now - piece->now) : piece->before,
                                   piece->region};
}

/* Whether the slice is all of its region, but for blanks, comments and parentheses. */
static int is_all(const struct formula_region *region, const char *source, struct formula_slice slice) {
    const char *begin = source + slice.begin, *end = source + region->end, *at = source + region->begin;
    while (at < begin && (formula_skip_blanks(at, end) > at || *at == '(')) {
        at = formula_skip_blanks(at, end) > at ? formula_skip_blanks(at, end) : at + 1;
    }
    if (at != begin) {
        return 0;
    }
    at = source + slice.end;
    while (at < end && (formula_skip_blanks(at, end) > at || *at == ')')) {
        at = formula_skip_blanks(at, end) > at ? formula_skip_blanks(at, end) : at + 1;
    }
    return at == end;
}

struct formula_slice formula_regions_slice(const struct formula_regions *regions, const char *source,
                                           uint64_t begin, uint64_t end) {
    struct formula_origin first = formula_regions_origin(regions, begin);
    struct formula_origin last = formula_regions_origin(regions, end - 1);
    const struct formula_region *region = regions->regions.data;
    last.before++;
    while (first.region != last.region) {
        if (region[first.region].depth >= region[last.region].depth) {
            first = (struct formula_origin){region[first.region].call_begin, region[first.region].outer};
        } else {
            last = (struct formula_origin){region[last.region].call_end, region[last.region].outer};
        }
    }
    struct formula_slice slice = {first.before, last.before, first.region};
    while (slice.region != 0 && region[slice.region].is_call &&
           is_all(&region[slice.region], source, slice)) {
        const struct formula_region *call = &region[slice.region];
        slice = (struct formula_slice){call->call_begin, call->call_end, call->outer};
    }
    return slice;
}
