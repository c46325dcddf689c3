/*
 * The storage of regions. Their vertices are in a log that only grows: so a new region is its own queue, a
 * region that grows gets another piece of the log, and a promoted region gives its pieces away. The current
 * region of a vertex in the log is its region[]. From time to time the log is rewritten with the current
 * entries.
 */
#include <string.h>

#include "parity/promotion/promotion.h"

int promotion_open(struct promotion *promotion, struct solving *solving) {
    uint64_t levels = solving->levels, vertices = solving->game->vertices;
    *promotion = (struct promotion){.solving = solving, .log = solving->stack};
    promotion->log_room = SOLVING_STACKS * vertices;
    promotion->extent_room = levels + vertices / 4 + 4;
    promotion->memory_bytes = solving_cut_bytes(levels, sizeof(struct region)) +
                              solving_cut_bytes(promotion->extent_room, sizeof(struct log_extent)) +
                              3 * solving_cut_bytes(level_set_words(levels), 8) +
                              solving_cut_bytes(2 * levels + 1, 4) + 4 * solving_cut_bytes(vertices, 4);
    promotion->memory = solving_allocate(solving, promotion->memory_bytes);
    if (promotion->memory == NULL) {
        return -1;
    }
    char *rest = promotion->memory;
    promotion->regions = solving_cut(&rest, levels, sizeof(struct region));
    promotion->extents = solving_cut(&rest, promotion->extent_room, sizeof(struct log_extent));
    promotion->pending_words = solving_cut(&rest, level_set_words(levels), 8);
    promotion->unlooked_words = solving_cut(&rest, level_set_words(levels), 8);
    promotion->lost_words = solving_cut(&rest, level_set_words(levels), 8);
    promotion->begins = solving_cut(&rest, 2 * levels + 1, 4);
    promotion->heads = promotion->begins + levels + 1;
    promotion->links = solving_cut(&rest, vertices, 4);
    promotion->exits.key = solving_cut(&rest, vertices, 4);
    promotion->exits.child = solving_cut(&rest, vertices, 4);
    promotion->exits.sibling = solving_cut(&rest, vertices, 4);
    return 0;
}

void promotion_close(struct promotion *promotion) {
    solving_free(promotion->solving, promotion->memory, promotion->memory_bytes);
    solving_free(promotion->solving, promotion->pause.memory, promotion->pause.memory_bytes);
    promotion->memory = promotion->pause.memory = NULL;
}

/* --- levels and vertices in no region --- */

void promotion_begin_regions(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    struct numbering numbering = solving_begin_numbers(solving);
    uint32_t levels, next = 0;
    solving->lost = 0;
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = promotion->list[i];
        uint32_t level = solving_next_number(&numbering, solving->level[vertex]);
        while (next <= level) {
            promotion->begins[next++] = (uint32_t)i;
        }
        solving->level[vertex] = level;
        solving->region[vertex] = is_undecided(solving, vertex) ? level : REGION_OUT;
        solving->lost += !is_undecided(solving, vertex);
    }
    levels = next;
    promotion->begins[levels] = (uint32_t)promotion->count;
    for (uint32_t level = 0; level < levels; level++) {
        promotion->heads[level] = LAST_LINK;
    }
    level_set_fill(&promotion->pending, promotion->pending_words, levels);
    level_set_empty(&promotion->unlooked, promotion->unlooked_words, levels);
    level_set_empty(&solving->lost_in, promotion->lost_words, levels);
    solving->has_regions = 0;
    promotion->looked = levels;
    promotion->region_count = promotion->log_top = promotion->extent_count = 0;
}

void promotion_end_regions(struct promotion *promotion) {
    if (promotion->solving->decided == promotion->solving->game->vertices) {
        return; /* there is no other set */
    }
    for (uint64_t i = 0; i < promotion->count; i++) {
        promotion->solving->region[promotion->list[i]] = REGION_OUT;
    }
    for (uint64_t i = 0; promotion->is_linked && i < promotion->count; i++) {
        promotion->links[promotion->list[i]] = UNLINKED;
        promotion->exits.sibling[promotion->list[i]] = NOT_IN_HEAP;
    }
}

void promotion_release(struct promotion *promotion, uint32_t vertex) {
    uint32_t level = promotion->solving->level[vertex];
    promotion->solving->region[vertex] = level;
    if (level >= promotion->looked && promotion->links[vertex] == UNLINKED) {
        promotion->links[vertex] = promotion->heads[level];
        promotion->heads[level] = vertex;
        level_set_add(&promotion->pending, level);
    }
}

/* Appends the vertices of a level that are in no region to the log. */
static void take_pending(struct promotion *promotion, uint32_t level) {
    const uint32_t *region = promotion->solving->region;
    uint64_t top = promotion->log_top;
    if (level < promotion->looked) {
        promotion->looked = level;
        for (uint64_t i = promotion->begins[level]; i < promotion->begins[level + 1]; i++) {
            promotion->log[top] = promotion->list[i];
            top += region[promotion->list[i]] == level;
        }
        promotion->solving->work += promotion->begins[level + 1] - promotion->begins[level];
    } else {
        for (uint32_t vertex = promotion->heads[level], next; vertex != LAST_LINK; vertex = next) {
            next = promotion->links[vertex];
            promotion->links[vertex] = UNLINKED;
            promotion->log[top] = vertex;
            top += region[vertex] == level;
            promotion->solving->work++;
        }
        promotion->heads[level] = LAST_LINK;
    }
    level_set_remove(&promotion->pending, level);
    promotion->log_top = top;
}

uint32_t promotion_highest_pending(struct promotion *promotion) {
    for (;;) {
        uint32_t level = level_set_highest(&promotion->pending), vertex;
        if (level == UINT32_MAX || level < promotion->looked) {
            return 0;
        }
        while ((vertex = promotion->heads[level]) != LAST_LINK) {
            if (promotion->solving->region[vertex] == level) {
                return level + 1;
            }
            promotion->heads[level] = promotion->links[vertex];
            promotion->links[vertex] = UNLINKED;
            promotion->solving->work++;
        }
        level_set_remove(&promotion->pending, level);
    }
}

/* --- regions --- */

void promotion_append(struct promotion *promotion, struct region *region, uint64_t begin) {
    uint32_t number = (uint32_t)promotion->extent_count;
    if (begin == promotion->log_top) {
        return;
    }
    promotion->extents[promotion->extent_count++] = (struct log_extent){begin, promotion->log_top, NO_EXTENT};
    if (region->first == NO_EXTENT) {
        region->first = number;
    } else {
        promotion->extents[region->last].next = number;
    }
    region->last = number;
    region->size += promotion->log_top - begin;
}

/* Fills arrays that only a second region needs: many games have one region at a time. */
static void begin_links(struct promotion *promotion) {
    uint64_t vertices = promotion->solving->game->vertices;
    memset(promotion->links, 0xff, vertices * sizeof *promotion->links);
    memset(promotion->exits.sibling, 0xff, vertices * sizeof *promotion->exits.sibling);
    promotion->is_linked = 1;
}

int promotion_add_region(struct promotion *promotion) {
    uint64_t begin = promotion->log_top;
    uint32_t level = level_set_highest(&promotion->pending);
    take_pending(promotion, level);
    promotion->solving->work++;
    if (promotion->log_top == begin) {
        return 0;
    }
    if (promotion->region_count > 0 && !promotion->is_linked) {
        begin_links(promotion);
    }
    promotion->solving->has_regions = 1;
    level_set_add(&promotion->unlooked, level);
    promotion->regions[promotion->region_count++] =
        (struct region){.level = level,
                        .exits = NO_EXIT,
                        .first = NO_EXTENT,
                        .last = NO_EXTENT,
                        .closed_in = NO_EXTENT,
                        .begun_in = (uint32_t)promotion->extent_count,
                        .begun = promotion->log_top};
    return 1;
}

uint64_t promotion_find_region(const struct promotion *promotion, uint32_t level) {
    uint64_t low = 0, high = promotion->region_count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (promotion->regions[middle].level > level) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void promotion_keep_exits(struct promotion *promotion, struct region *region, int keep) {
    struct exit_heaps *heaps = &promotion->exits;
    uint32_t vertex = region->exits;
    exit_heap_flatten(heaps, vertex);
    region->exits = NO_EXIT;
    for (uint32_t next; vertex != NO_EXIT; vertex = next) {
        next = heaps->sibling[vertex];
        heaps->sibling[vertex] = NOT_IN_HEAP;
        if (keep && promotion->solving->region[vertex] == region->level) {
            region->exits = exit_heap_add(heaps, region->exits, vertex, heaps->key[vertex]);
        }
        promotion->solving->work++;
    }
}

static void release(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    (void)level;
    promotion_release(promotion, vertex);
}

void promotion_dissolve(struct promotion *promotion, uint64_t first) {
    for (uint64_t i = first; i < promotion->region_count; i++) {
        struct region *region = &promotion->regions[i];
        promotion_each(promotion, region->first, region->level, release, region->level);
        promotion->solving->work += region->size;
        promotion_keep_exits(promotion, region, 0);
        level_set_remove(&promotion->unlooked, region->level);
    }
    promotion->region_count = first;
}

/* --- rewriting the log --- */

/* Values of region[] instead of a level, while the log is rewritten. */
#define AFTER (REGION_OUT - 1)   /* the vertex occurs after the closed part, and is to be copied */
#define WRITTEN (REGION_OUT - 2) /* the vertex has been copied */

/* Appends the vertices of a piece of the log whose region[] is `from` to `to`, and sets their region[].
 * Returns how many there are. */
static uint64_t copy_piece(const struct promotion *promotion, const struct log_extent *piece, uint32_t from,
                           uint32_t then, uint32_t *to) {
    uint32_t *region = promotion->solving->region;
    uint64_t count = 0;
    for (uint64_t place = piece->begin; place < piece->end; place++) {
        uint32_t vertex = promotion->log[place];
        if (region[vertex] == from) {
            region[vertex] = then;
            to[count++] = vertex;
        }
    }
    return count;
}

/* copy_piece for the part of the region that is known to be closed, or for the other part. */
static uint64_t copy_part(const struct promotion *promotion, const struct region *region, int is_closed,
                          uint32_t from, uint32_t then, uint32_t *to) {
    int is_after = region->closed_in == NO_EXTENT;
    uint64_t count = 0;
    for (uint32_t at = region->first; at != NO_EXTENT; at = promotion->extents[at].next) {
        struct log_extent piece = promotion->extents[at];
        if (at == region->closed_in) {
            *(is_closed ? &piece.end : &piece.begin) = region->closed;
        }
        if (is_closed ? !is_after : is_after || at == region->closed_in) {
            count += copy_piece(promotion, &piece, from, then, to + count);
        }
        is_after |= at == region->closed_in;
    }
    return count;
}

/*
 * Copies the current vertices of a region, each once, to `to`, and makes the region one piece from `begin`
 * on. A vertex that occurs both in the closed part and after it must be examined again, so it stays after it.
 */
static uint64_t rewrite_region(struct promotion *promotion, struct region *region, uint32_t *to,
                               uint64_t begin, uint32_t number) {
    copy_part(promotion, region, 0, region->level, AFTER, to);
    uint64_t closed = copy_part(promotion, region, 1, region->level, WRITTEN, to);
    uint64_t count = closed + copy_part(promotion, region, 0, AFTER, WRITTEN, to + closed);
    for (uint64_t i = 0; i < count; i++) {
        promotion->solving->region[to[i]] = region->level;
    }
    region->closed_in = region->closed_in == NO_EXTENT ? NO_EXTENT : number;
    region->closed = begin + closed;
    region->first = region->first == NO_EXTENT ? NO_EXTENT : number;
    region->begun_in = NO_EXTENT;
    region->size = count;
    return count;
}

void promotion_make_room(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    struct region *regions = promotion->regions;
    uint64_t top = 0, left = promotion->count - solving->lost;
    if (promotion->log_room - promotion->log_top >= left &&
        promotion->extent_count + 4 <= promotion->extent_room) {
        return;
    }
    for (uint64_t i = 0; i < promotion->region_count; i++) {
        top += rewrite_region(promotion, &regions[i], solving->seen + top, top, (uint32_t)i);
    }
    for (uint64_t i = 0, begin = 0; i < promotion->region_count; i++) {
        promotion->extents[i] = (struct log_extent){begin, begin + regions[i].size, NO_EXTENT};
        begin += regions[i].size;
        regions[i].last = regions[i].first;
    }
    memcpy(promotion->log, solving->seen, top * sizeof *promotion->log);
    solving->work += promotion->log_top;
    promotion->log_top = top;
    promotion->extent_count = promotion->region_count;
}
