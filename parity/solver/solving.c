/*
 * The start of all solvers on the host: memory in one block (so that it has huge pages), the rows transposed
 * by counting, vertices sorted by priority.
 */
#include "parity/solver/solving.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

struct solver_row {
    const char *name;
    unsigned sides;
};

#define SOLVER_ROW(member, name, sides, host) {name, sides},
static const struct solver_row solvers[SOLVERS] = {SOLVER_LIST(SOLVER_ROW)};

const char *solver_name(enum solver solver) {
    return solvers[solver].name;
}

unsigned solver_sides(enum solver solver) {
    return solvers[solver].sides;
}

#define EDGES_AHEAD 64u /* edges whose places are prefetched while rows are transposed */

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

void solving_account(struct solving *solving, uint64_t bytes) {
    solving->bytes += bytes;
    if (solving->bytes > solving->report->bytes) {
        solving->report->bytes = solving->bytes;
    }
}

void *solving_allocate(struct solving *solving, uint64_t bytes) {
    void *block = memory_allocate(solving->run->memory, bytes);
    if (block == NULL) {
        error_memory(solving->error, "to solve the game");
        return NULL;
    }
    solving_account(solving, bytes);
    return block;
}

void solving_free(struct solving *solving, void *block, uint64_t bytes) {
    if (block != NULL) {
        memory_free(solving->run->memory, block, bytes);
        solving->bytes -= bytes;
    }
}

int solving_look(struct solving *solving) {
    const struct run *run = solving->run;
    solving->next_look = solving->work + WORK_BETWEEN_LOOKS;
    run_tell(run, "solving", solving->decided, solving->game->vertices, "vertices");
    return run_ask(run, solving->error, "interrupted while solving");
}

/* --- transposed rows --- */

static int count_sources(struct solving *solving) {
    const uint32_t *targets = solving->game->targets;
    uint64_t *ends = solving->in_begin, sum = 0;
    memset(ends, 0, (solving->game->vertices + 1) * sizeof *ends);
    for (uint64_t edge = 0; edge < solving->game->edges; edge++) {
        ends[targets[edge]]++;
        if (solving_look_at_item(solving, edge) != 0) {
            return -1;
        }
    }
    for (uint64_t vertex = 0; vertex <= solving->game->vertices; vertex++) {
        ends[vertex] = sum += ends[vertex];
    }
    return 0;
}

/* Fills the rows from their ends, so that each end becomes the beginning of its row. */
static int fill_sources(struct solving *solving) {
    const struct game *game = solving->game;
    uint64_t *ends = solving->in_begin;
    int is_counted = 1;
    for (uint64_t vertex = game->vertices; vertex-- > 0;) {
        int loop = 0;
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t target = game->targets[edge];
            if (edge >= EDGES_AHEAD) {
                __builtin_prefetch(&ends[game->targets[edge - EDGES_AHEAD]], 1);
            }
            solving->sources[--ends[target]] = (uint32_t)vertex;
            loop |= target == vertex;
        }
        solving->seen[solving->loops] = (uint32_t)vertex;
        solving->loops += (unsigned)loop;
        uint64_t degree = game->offsets[vertex + 1] - game->offsets[vertex];
        solving->watch[vertex] = 2 * (uint32_t)degree + game->owner[vertex];
        is_counted &= degree <= INT32_MAX;
        if (solving_look_at_item(solving, vertex) != 0) {
            return -1;
        }
    }
    if (!is_counted) {
        solving_stop_counting(solving);
    }
    return 0;
}

/* --- memory --- */

int solving_open(struct solving *solving) {
    uint64_t vertices = solving->game->vertices, edges = solving->game->edges;
    solving->next_look = 0;
    if (solving_look(solving) != 0) {
        return -1;
    }
    uint64_t bytes = (vertices + 1) * 8 + (6 + SOLVING_STACKS) * vertices * 4 + 64 * 9;
    if (edges > (UINT64_MAX / 8 - bytes) / 4) {
        return error_memory(solving->error, "to solve the game");
    }
    solving->block_bytes = bytes + edges * 4;
    solving->block = solving_allocate(solving, solving->block_bytes);
    if (solving->block == NULL) {
        return -1;
    }
    char *rest = solving->block;
    solving->in_begin = solving_cut(&rest, vertices + 1, 8);
    solving->sources = solving_cut(&rest, edges, 4);
    solving->level = solving_cut(&rest, vertices, 4);
    solving->order = solving_cut(&rest, vertices, 4);
    solving->queue = solving_cut(&rest, vertices, 4);
    solving->watch = solving_cut(&rest, vertices, 4);
    solving->region = solving_cut(&rest, vertices, 4);
    solving->stack = solving_cut(&rest, SOLVING_STACKS * vertices, 4);
    solving->seen = solving_cut(&rest, vertices, 4);
    memset(solving->winner, UNDECIDED, vertices);
    memset(solving->region, 0xff, vertices * sizeof *solving->region);
    solving->is_counted = 1;
    return count_sources(solving) != 0 || fill_sources(solving) != 0 ? -1 : 0;
}

void solving_close(struct solving *solving) {
    solving_free(solving, solving->block, solving->block_bytes);
}

/* --- levels --- */

static uint32_t highest_priority(const struct game *game) {
    uint32_t highest = 0;
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        highest = game->priority[vertex] > highest ? game->priority[vertex] : highest;
    }
    return highest;
}

/* begin[digit]: how many priorities have a smaller digit at this place. */
static void count_digits(const struct game *game, unsigned shift, uint64_t *begin) {
    uint64_t sum = 0;
    memset(begin, 0, DIGITS * sizeof *begin);
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        begin[game->priority[vertex] >> shift & (DIGITS - 1)]++;
    }
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        uint64_t count = begin[digit];
        begin[digit] = sum;
        sum += count;
    }
}

/* Sorts by one digit of the priority, from `from` (NULL: all vertices by number) to `to`; stable. */
static void sort_by_digit(const struct game *game, unsigned shift, const uint32_t *from, uint32_t *to) {
    uint64_t begin[DIGITS];
    count_digits(game, shift, begin);
    for (uint64_t i = 0; i < game->vertices; i++) {
        uint32_t vertex = from == NULL ? (uint32_t)i : from[i];
        to[begin[game->priority[vertex] >> shift & (DIGITS - 1)]++] = vertex;
    }
}

/* Sorts and numbers priorities of one digit at once. */
static void sort_and_number(struct solving *solving) {
    const struct game *game = solving->game;
    struct numbering numbering = solving_begin_numbers(solving);
    uint64_t begin[DIGITS];
    uint32_t number[DIGITS];
    count_digits(game, 0, begin);
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        uint64_t end = digit + 1 < DIGITS ? begin[digit + 1] : game->vertices;
        number[digit] = begin[digit] < end ? solving_next_number(&numbering, digit) : 0;
    }
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        uint32_t priority = game->priority[vertex];
        solving->level[vertex] = number[priority];
        solving->order[begin[priority]++] = (uint32_t)vertex;
    }
    solving->levels = numbering.now + 1;
}

uint32_t solving_number_levels(struct solving *solving, const uint32_t *vertices, uint64_t count) {
    struct numbering numbering = solving_begin_numbers(solving);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *level = &solving->level[vertices[i]];
        *level = solving_next_number(&numbering, *level);
    }
    return count == 0 ? 0 : numbering.now + 1;
}

void solving_sort(struct solving *solving) {
    const struct game *game = solving->game;
    uint32_t highest = highest_priority(game);
    const uint32_t *from = NULL;
    solving->in_order = game->vertices;
    if (highest < DIGITS) {
        sort_and_number(solving);
        return;
    }
    /* Passes alternate between two arrays; the last one ends in `order`. */
    unsigned passes = 2 + (highest >> 2 * DIGIT_BITS != 0);
    uint32_t *to = passes % 2 == 1 ? solving->order : solving->stack;
    for (unsigned pass = 0; pass < passes; pass++) {
        sort_by_digit(game, pass * DIGIT_BITS, from, to);
        from = to;
        to = to == solving->order ? solving->stack : solving->order;
    }
    memcpy(solving->level, game->priority, game->vertices * sizeof *solving->level);
    solving->levels = solving_number_levels(solving, solving->order, game->vertices);
}
