/* Parts of a solved game. A part of a game in host memory is a view; a part of a game on a GPU is a copy. */
#include "parity/game/game_part.h"

#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/graph_states.h"
#include "parity/game/game_part_core.h"

#define MOST_STARTS 4096u         /* vertices that are followed at once */
#define MOST_PATHS 65536u         /* vertices on the paths from all of them */
#define MOST_STEPS 1024u          /* vertices on the path from one of them */
#define PENDING (FAR_UNKNOWN - 1) /* far_row.begin while the row is copied */

static int fail_memory(struct error *error) {
    return error_memory(error, "for a part of the game");
}

/* --- the part --- */

/* Copies `count` elements of `size` bytes, from element `first` on, of an array of the whole game. */
static int copy_elements(const struct game_part *part, void *to, const void *from, uint64_t size,
                         struct error *error) {
    if (size == 0) {
        return 0;
    }
#ifdef HEDDLE_CUDA
    if (part->whole.device != NULL) {
        return device_download(to, from, size, error);
    }
#endif
    (void)part;
    (void)error;
    memcpy(to, from, size);
    return 0;
}

#define COPY(part, to, from, first, end, error)                                                              \
    copy_elements(part, (to) + (first), (from) + (first), ((end) - (first)) * sizeof *(to), error)

/* Copies the vertices from game.vertices on, below `end`, to the part's arrays. */
static int copy_vertices(struct game_part *part, uint64_t end, struct error *error) {
    struct memory *memory = part->run->memory;
    const struct game *game = &part->whole.game;
    const struct solution *solution = &part->whole.solution;
    uint64_t first = part->game.vertices;
    if (MEMORY_GROW(memory, &part->offsets, &part->offset_capacity, end + 1) != 0 ||
        MEMORY_GROW(memory, &part->owner, &part->owner_capacity, end) != 0 ||
        MEMORY_GROW(memory, &part->priority, &part->priority_capacity, end) != 0 ||
        MEMORY_GROW(memory, &part->winners, &part->winner_capacity, end) != 0 ||
        MEMORY_GROW(memory, &part->strategy, &part->strategy_capacity, end) != 0) {
        return fail_memory(error);
    }
    if (COPY(part, part->offsets, game->offsets, first, end + 1, error) != 0 ||
        COPY(part, part->owner, game->owner, first, end, error) != 0 ||
        COPY(part, part->priority, game->priority, first, end, error) != 0 ||
        COPY(part, part->winners, solution->winner, first, end, error) != 0 ||
        COPY(part, part->strategy, solution->strategy, first, end, error) != 0) {
        return -1;
    }
    uint64_t first_edge = part->offsets[first], edges = part->offsets[end];
    if (MEMORY_GROW(memory, &part->targets, &part->target_capacity, edges) != 0) {
        return fail_memory(error);
    }
    const struct graph_selection added = {NULL, first, end - first};
    return COPY(part, part->targets, game->targets, first_edge, edges, error) != 0 ||
                   (part->states != NULL &&
                    graph_states_append(part->states, part->whole.states, &added, error) != 0)
               ? -1
               : 0;
}

/* Makes the views of the part's first vertices. */
static void show_part(struct game_part *part, uint64_t vertices) {
    part->game = part->whole.game;
    part->solution = part->whole.solution;
    if (part->copied) {
        part->game.offsets = part->offsets;
        part->game.targets = part->targets;
        part->game.owner = part->owner;
        part->game.priority = part->priority;
        part->solution = (struct solution){part->winners, part->strategy};
    }
    part->game.vertices = vertices;
    part->game.edges = vertices == 0 ? 0 : part->game.offsets[vertices];
}

int game_part_extend(struct game_part *part, uint64_t vertices, struct error *error) {
    uint64_t before = part->game.vertices, end = vertices < part->vertices ? vertices : part->vertices;
    if (end <= before) {
        return 0;
    }
    int failed = part->copied && copy_vertices(part, end, error) != 0;
    show_part(part, failed ? before : end);
    return failed ? -1 : 0;
}

int game_part_open(struct game_part *part, const struct solved_game *solved, uint64_t vertices,
                   const struct run *run, struct error *error) {
    *part = (struct game_part){.whole = *solved, .run = run, .vertices = solved->game.vertices};
    part->copied = solved->device != NULL || solved->copy;
    if (part->copied && solved->states != NULL) {
        part->states = graph_states_part(solved->states, run->memory, error);
        part->far_states =
            part->states == NULL ? NULL : graph_states_part(solved->states, run->memory, error);
        if (part->far_states == NULL) {
            return -1;
        }
    }
    if (game_part_extend(part, vertices != 0 ? vertices : 1, error) != 0) {
        return -1;
    }
    part->winner = (enum player)part->solution.winner[part->game.start];
    return 0;
}

void game_part_close(struct game_part *part) {
    if (part->run != NULL) {
        struct memory *memory = part->run->memory;
        memory_free(memory, part->offsets, part->offset_capacity * sizeof *part->offsets);
        memory_free(memory, part->targets, part->target_capacity * sizeof *part->targets);
        memory_free(memory, part->priority, part->priority_capacity * sizeof *part->priority);
        memory_free(memory, part->strategy, part->strategy_capacity * sizeof *part->strategy);
        memory_free(memory, part->owner, part->owner_capacity * sizeof *part->owner);
        memory_free(memory, part->winners, part->winner_capacity * sizeof *part->winners);
        graph_states_free(part->states);
        graph_states_free(part->far_states);
        index_free(&part->far_index, memory);
        GROWING_FREE(memory, part->far_rows);
        GROWING_FREE(memory, part->far_targets);
    }
    *part = (struct game_part){.run = NULL};
}

/* --- beyond the part --- */

static struct part_view view_of(const struct game_part *part) {
    const struct game *game = &part->whole.game;
    return (struct part_view){game->offsets,
                              game->targets,
                              game->owner,
                              part->whole.solution.strategy,
                              (uint32_t)part->winner,
                              (uint32_t)part->game.vertices};
}

/* Finds or adds the entry of a vertex beyond the part. Returns 0 or -1. */
static int find_far(struct game_part *part, uint32_t vertex, uint32_t *number, struct error *error) {
    struct memory *memory = part->run->memory;
    *number = index_find_key(&part->far_index, vertex);
    if (*number != INDEX_NONE) {
        return 0;
    }
    *number = (uint32_t)part->far_rows.count;
    return GROWING_ADD(memory, part->far_rows, (struct far_row){vertex, SOLUTION_NONE, FAR_UNKNOWN, 0}) !=
                       0 ||
                   index_add(&part->far_index, memory, index_hash_key(vertex), *number) != 0
               ? fail_memory(error)
               : 0;
}

static int is_known(const struct game_part *part, uint32_t vertex) {
    if (vertex < part->game.vertices) {
        return 1;
    }
    uint32_t number = index_find_key(&part->far_index, vertex);
    return number != INDEX_NONE && part->far_rows.data[number].begin != FAR_UNKNOWN;
}

/* The vertices that are being followed, and arrays for their rows. */
struct following {
    struct game_part *part;
    struct error *error;
    GROWING(uint32_t) fresh; /* vertices whose rows are copied */
    GROWING(uint32_t) path;
    GROWING(uint32_t) strategy;
    GROWING(uint64_t) begin;
};

#define MAKE_ROOM(part, array, need) MEMORY_GROW((part)->run->memory, &(array).data, &(array).capacity, need)

/* Fills the paths from vertices, `most` entries for each. */
static int follow_all(struct following *work, const struct part_request *starts, uint32_t most) {
    struct game_part *part = work->part;
    const struct part_view view = view_of(part);
    if (MAKE_ROOM(part, work->path, starts->count * most) != 0) {
        return fail_memory(work->error);
    }
#ifdef HEDDLE_CUDA
    if (part->whole.device != NULL) {
        return game_part_follow_cuda(part->whole.device, &view, starts, most, work->path.data, work->error);
    }
#endif
    for (uint64_t k = 0; k < starts->count; k++) {
        part_follow(&view, starts->list[k], most, work->path.data + k * most);
    }
    return 0;
}

/* Adds vertices whose rows are unknown to `fresh`, each once. */
static int add_fresh(struct following *work, const uint32_t *vertices, uint64_t count) {
    struct game_part *part = work->part;
    for (uint64_t k = 0; k < count; k++) {
        uint32_t number;
        if (vertices[k] == SOLUTION_NONE || is_known(part, vertices[k])) {
            continue;
        }
        if (find_far(part, vertices[k], &number, work->error) != 0) {
            return -1;
        }
        part->far_rows.data[number].begin = PENDING;
        if (GROWING_ADD(part->run->memory, work->fresh, vertices[k]) != 0) {
            return fail_memory(work->error);
        }
    }
    return 0;
}

static int count_moves(const struct game_part *part, const struct part_view *view,
                       const struct part_request *request, struct error *error) {
#ifdef HEDDLE_CUDA
    if (part->whole.device != NULL) {
        return game_part_count_cuda(part->whole.device, view, request, error);
    }
#endif
    (void)part;
    (void)error;
    for (uint64_t k = 0; k < request->count; k++) {
        uint32_t vertex = request->list[k];
        request->strategy[k] = view->owner[vertex] == view->winner ? view->strategy[vertex] : SOLUTION_NONE;
        request->begin[k] = part_moves(view, vertex);
    }
    return 0;
}

static int copy_moves(const struct game_part *part, const struct part_view *view,
                      const struct part_request *request, uint32_t *targets, struct error *error) {
#ifdef HEDDLE_CUDA
    if (part->whole.device != NULL) {
        return game_part_moves_cuda(part->whole.device, view, request, targets, error);
    }
#endif
    (void)part;
    (void)error;
    for (uint64_t k = 0; k < request->count; k++) {
        for (uint64_t at = request->begin[k]; at < request->begin[k + 1]; at++) {
            targets[at] = part_move(view, request->list[k], at - request->begin[k]);
        }
    }
    return 0;
}

/* Copies the rows of the fresh vertices. */
static int copy_rows(struct following *work) {
    struct game_part *part = work->part;
    const struct part_view view = view_of(part);
    uint64_t count = work->fresh.count, first = part->far_targets.count, edges = 0;
    if (MAKE_ROOM(part, work->strategy, count) != 0 || MAKE_ROOM(part, work->begin, count + 1) != 0) {
        return fail_memory(work->error);
    }
    const struct part_request request = {work->fresh.data, count, work->strategy.data, work->begin.data};
    if (count_moves(part, &view, &request, work->error) != 0) {
        return -1;
    }
    for (uint64_t k = 0; k <= count; k++) {
        uint64_t moves = k < count ? request.begin[k] : 0;
        request.begin[k] = edges;
        edges += moves;
    }
    if (MAKE_ROOM(part, part->far_targets, first + edges) != 0) {
        return fail_memory(work->error);
    }
    if (edges != 0 && copy_moves(part, &view, &request, part->far_targets.data + first, work->error) != 0) {
        return -1;
    }
    part->far_targets.count = first + edges;
    for (uint64_t k = 0; k < count; k++) {
        uint32_t number = index_find_key(&part->far_index, work->fresh.data[k]);
        part->far_rows.data[number] = (struct far_row){
            work->fresh.data[k], request.strategy[k], first + request.begin[k], first + request.begin[k + 1]};
    }
    return 0;
}

/* Copies the states of the vertices beyond the part that were added from entry `first` on, and of the targets
 * from `first_target` on. */
static int copy_states(struct following *work, uint64_t first, uint64_t first_target) {
    struct game_part *part = work->part;
    uint32_t number;
    for (uint64_t k = first_target; k < part->far_targets.count; k++) {
        if (part->far_targets.data[k] >= part->game.vertices &&
            find_far(part, part->far_targets.data[k], &number, work->error) != 0) {
            return -1;
        }
    }
    work->fresh.count = 0;
    for (uint64_t k = first; k < part->far_rows.count; k++) {
        if (GROWING_ADD(part->run->memory, work->fresh, part->far_rows.data[k].vertex) != 0) {
            return fail_memory(work->error);
        }
    }
    const struct graph_selection added = {work->fresh.data, 0, work->fresh.count};
    return part->far_states == NULL
               ? 0
               : graph_states_append(part->far_states, part->whole.states, &added, work->error);
}

/* The moves of a vertex of the part that the strategy allows: the winner's one, or all of the loser. */
static struct game_row part_row(const struct game_part *part, uint32_t vertex) {
    struct game_row row = game_part_row(part, vertex);
    if (part->game.owner[vertex] == part->winner) {
        row.targets = &part->solution.strategy[vertex];
        row.count = row.strategy != SOLUTION_NONE;
    }
    return row;
}

static int is_followed(const struct game_part *part, uint32_t vertex) {
    if (vertex >= part->game.vertices) {
        return is_known(part, vertex);
    }
    const struct game_row row = part_row(part, vertex);
    for (uint64_t k = 0; k < row.count; k++) {
        if (row.targets[k] >= part->game.vertices &&
            index_find_key(&part->far_index, row.targets[k]) == INDEX_NONE) {
            return 0;
        }
    }
    return 1;
}

/* Adds the vertices, or for those of the part the targets beyond it, to `fresh`. */
static int add_starts(struct following *work, const uint32_t *vertices, uint64_t count) {
    int failed = 0;
    for (uint64_t k = 0; k < count && work->fresh.count < MOST_STARTS && !failed; k++) {
        if (vertices[k] >= work->part->game.vertices) {
            failed = add_fresh(work, &vertices[k], 1) != 0;
        } else {
            const struct game_row row = part_row(work->part, vertices[k]);
            failed = add_fresh(work, row.targets, row.count) != 0;
        }
    }
    return failed ? -1 : 0;
}

int game_part_follow(struct game_part *part, const uint32_t *vertices, uint64_t count, struct error *error) {
    struct following work = {.part = part, .error = error};
    struct memory *memory = part->run->memory;
    uint64_t first = part->far_rows.count, first_target = part->far_targets.count;
    if (!part->copied || count == 0 || is_followed(part, vertices[0])) {
        return 0;
    }
    int failed = add_starts(&work, vertices, count) != 0;
    uint64_t starts = work.fresh.count, most = starts == 0 ? 1 : MOST_PATHS / starts;
    const struct part_request request = {.list = work.fresh.data, .count = starts};
    most = most < 1 ? 1 : most < MOST_STEPS ? most : MOST_STEPS;
    failed = failed || follow_all(&work, &request, (uint32_t)most) != 0 ||
             add_fresh(&work, work.path.data, starts * most) != 0 || copy_rows(&work) != 0 ||
             copy_states(&work, first, first_target) != 0;
    GROWING_FREE(memory, work.fresh);
    GROWING_FREE(memory, work.path);
    GROWING_FREE(memory, work.strategy);
    GROWING_FREE(memory, work.begin);
    return failed ? -1 : 0;
}

struct game_row game_part_row(const struct game_part *part, uint32_t vertex) {
    const struct game *game = &part->game;
    if (vertex < game->vertices) {
        uint64_t begin = game->offsets[vertex];
        return (struct game_row){game->targets + begin, game->offsets[vertex + 1] - begin,
                                 part->solution.strategy[vertex]};
    }
    if (part->copied) {
        const struct far_row *row = &part->far_rows.data[index_find_key(&part->far_index, vertex)];
        return (struct game_row){part->far_targets.data + row->begin, row->end - row->begin, row->strategy};
    }
    const struct part_view view = view_of(part);
    const uint32_t *strategy = &part->whole.solution.strategy[vertex];
    return (struct game_row){view.owner[vertex] == view.winner ? strategy
                                                               : view.targets + view.offsets[vertex],
                             part_moves(&view, vertex), *strategy};
}

/* --- states --- */

uint32_t game_part_width(const struct game_part *part) {
    return graph_states_width(part->whole.states);
}

void game_part_tuple(const struct game_part *part, uint32_t vertex, uint32_t *tuple) {
    if (!part->copied) {
        graph_states_tuple(part->whole.states, vertex, tuple);
    } else if (vertex < part->game.vertices) {
        graph_states_tuple(part->states, vertex, tuple);
    } else {
        graph_states_tuple(part->far_states, index_find_key(&part->far_index, vertex), tuple);
    }
}
