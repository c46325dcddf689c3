/*
 * Rebuilds a trace on the GPU, from the levels that a CUDA search left there: one pass over the level where
 * the search found the goal, then backwards from level to level, each time to the least predecessor
 * (trace_kernel.cuh). A wide level takes a launch; one block walks a run of narrow levels in one launch.
 * Labels are found on the host, by expanding only the states of the path. Levels that are only on the host
 * are uploaded in pieces. * The order is that of trace_cpu.c: for a label by source, label, target; for an
 * error state by target, source, label, which is the least error state and then its least predecessor.
 */
#include "explorer/trace/trace_rebuild.h"

#include <string.h>

#include "base/device/device.h"
#include "explorer/search/space_device.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "explorer/trace/trace_kernel.cuh"
#include "explorer/trace/trace_path.h"

#define BLOCKS_PER_PROCESSOR 4u
#define NARROW_STATES 512u             /* most states of a level that one block does */
#define WALK_STATES 65536u             /* most states of the narrow levels in one launch */
#define WALK_LEVELS 1024u              /* most levels in one launch */
#define WALK_WORDS ((uint64_t)1 << 20) /* most words of the path of one launch */
#define PIECE_KEYS ((uint64_t)1 << 20) /* keys of a level that are uploaded at once; at least WALK_STATES */

#define INTERRUPTED "stopped while the trace was rebuilt"

/* Results of the kernels. */
struct walk_state {
    uint64_t found;
    unsigned winner, unused;
};

struct rebuild {
    struct exploration *exploration;
    const struct trace_goal *goal;
    const struct run *run;
    struct error *error;
    struct space_device *space;
    struct device *device;
    const struct model_header *header; /* in host memory */
    struct device_watch watch;
    struct trace_arguments arguments;
    unsigned blocks;
    uint64_t rows_bytes, walk_levels;
    uint64_t *piece, *wanted, *begin, *walked; /* on the device */
    uint8_t *labels;                           /* on the device */
    struct walk_state *state;                  /* on the device */
    uint64_t *vectors;                         /* in host memory: walk_levels vectors */
    struct trace_path path;
};

static uint64_t level_size(const struct rebuild *rebuild, uint64_t level) {
    return rebuild->exploration->space.level_begin[level + 1] -
           rebuild->exploration->space.level_begin[level];
}

static int is_on_device(const struct rebuild *rebuild, uint64_t level) {
    return rebuild->exploration->space.level_begin[level] >= rebuild->space->queue_first;
}

static const uint64_t *last_vector(const struct rebuild *rebuild) {
    return rebuild->path.vectors + (rebuild->path.length - 1) * rebuild->header->words;
}

static int push(struct rebuild *rebuild, const uint64_t *vector, uint32_t label) {
    return trace_path_push(&rebuild->path, rebuild->exploration->model, vector, label, rebuild->run,
                           rebuild->error);
}

/* Adds a predecessor of the path's first state. */
static int push_predecessor(struct rebuild *rebuild, const uint64_t *vector) {
    uint64_t *target = rebuild->path.vectors + (rebuild->path.length - 1) * rebuild->header->words;
    uint32_t label;
    return trace_path_step(rebuild->exploration->model, NULL, vector, target, &label, rebuild->run,
                           rebuild->error) != 0 ||
                   push(rebuild, vector, label) != 0
               ? -1
               : 0;
}

static int no_way(struct rebuild *rebuild, uint64_t level) {
    return error_set(rebuild->error, ERROR_LIMIT, "level %llu has no state on the way",
                     (unsigned long long)level);
}

static void report_progress(const struct rebuild *rebuild, uint64_t level) {
    uint64_t levels = rebuild->exploration->space.levels;
    run_tell(rebuild->run, "rebuilding the trace", levels - level, levels, "levels");
}

/* --- opening and closing --- */

static int open_rows(struct rebuild *rebuild) {
    uint64_t row_words = trace_row_words(rebuild->header), block = TRACE_THREADS * row_words * 8;
    uint64_t fit = memory_left(&rebuild->device->memory) / 2 / block;
    uint64_t blocks = BLOCKS_PER_PROCESSOR * (uint64_t)rebuild->device->processors;
    blocks = fit < blocks ? fit : blocks;
    if (blocks == 0) {
        return error_memory(rebuild->error, "on the GPU within its budget");
    }
    rebuild->blocks = (unsigned)blocks;
    rebuild->rows_bytes = blocks * block;
    rebuild->arguments.rows =
        (uint64_t *)device_allocate(rebuild->device, rebuild->rows_bytes, rebuild->error);
    rebuild->arguments.row_words = row_words;
    return rebuild->arguments.rows == NULL ? -1 : 0;
}

static int open_goal(struct rebuild *rebuild) {
    if (rebuild->goal->kind != TRACE_TO_LABEL) {
        return 0;
    }
    rebuild->labels = (uint8_t *)device_allocate(rebuild->device, rebuild->header->labels, rebuild->error);
    rebuild->arguments.labels = rebuild->labels;
    return rebuild->labels == NULL ? -1
                                   : device_upload(rebuild->labels, rebuild->goal->labels,
                                                   rebuild->header->labels, rebuild->error);
}

static int open_rebuild(struct rebuild *rebuild) {
    struct device *device = rebuild->device;
    struct error *error = rebuild->error;
    const struct model_header *header = rebuild->header;
    uint64_t words = header->words;
    rebuild->walk_levels = WALK_WORDS / words < 1             ? 1
                           : WALK_WORDS / words < WALK_LEVELS ? WALK_WORDS / words
                                                              : WALK_LEVELS;
    rebuild->vectors =
        (uint64_t *)memory_allocate_array(rebuild->run->memory, rebuild->walk_levels * words, 8);
    if (rebuild->vectors == NULL) {
        return error_memory(error, "to rebuild the trace");
    }
    rebuild->wanted = (uint64_t *)device_allocate(device, words * 8, error);
    rebuild->begin = (uint64_t *)device_allocate(device, (WALK_LEVELS + 1) * 8, error);
    rebuild->walked = (uint64_t *)device_allocate(device, rebuild->walk_levels * words * 8, error);
    rebuild->state = (struct walk_state *)device_allocate(device, sizeof *rebuild->state, error);
    if (rebuild->space->queue_first != 0) {
        rebuild->piece = (uint64_t *)device_allocate(device, PIECE_KEYS * header->key_words * 8, error);
    }
    if (rebuild->wanted == NULL || rebuild->begin == NULL || rebuild->walked == NULL ||
        rebuild->state == NULL || (rebuild->space->queue_first != 0 && rebuild->piece == NULL) ||
        device_watch_open(&rebuild->watch, rebuild->run, error) != 0 || open_goal(rebuild) != 0 ||
        open_rows(rebuild) != 0) {
        return -1;
    }
    rebuild->arguments.image = rebuild->space->image;
    rebuild->arguments.pairs = (const uint64_t *)rebuild->space->pairs.base;
    rebuild->arguments.wanted = rebuild->wanted;
    rebuild->arguments.stop = rebuild->watch.stop;
    return 0;
}

static void close_rebuild(struct rebuild *rebuild) {
    struct device *device = rebuild->device;
    uint64_t words = rebuild->header->words;
    memory_free(rebuild->run->memory, rebuild->vectors, rebuild->walk_levels * words * 8);
    device_free(device, rebuild->wanted, words * 8);
    device_free(device, rebuild->begin, (WALK_LEVELS + 1) * 8);
    device_free(device, rebuild->walked, rebuild->walk_levels * words * 8);
    device_free(device, rebuild->state, sizeof *rebuild->state);
    device_free(device, rebuild->piece, PIECE_KEYS * rebuild->header->key_words * 8);
    device_free(device, rebuild->labels, rebuild->header->labels);
    device_free(device, rebuild->arguments.rows, rebuild->rows_bytes);
    device_watch_close(&rebuild->watch);
    trace_path_free(&rebuild->path, rebuild->run);
}

/* --- one level --- */

/* Does a pass over the states of a level, or some of them; `fresh`: these are the first of the level. */
static int search_states(struct rebuild *rebuild, const uint64_t *keys, uint64_t count, unsigned blocks,
                         int fresh) {
    const struct model_header *header = rebuild->header;
    unsigned *winner = &rebuild->state->winner;
    rebuild->arguments.keys = keys;
    if (DEVICE_CHECK(cudaMemsetAsync(winner, 0, sizeof *winner), rebuild->error)) {
        return -1;
    }
    if (header->fold_levels != 0) {
        search_piece<0><<<blocks, TRACE_THREADS>>>(rebuild->arguments, count, fresh, winner);
    } else if (header->words == 1) {
        search_piece<1><<<blocks, TRACE_THREADS>>>(rebuild->arguments, count, fresh, winner);
    } else {
        search_piece<2><<<blocks, TRACE_THREADS>>>(rebuild->arguments, count, fresh, winner);
    }
    return DEVICE_CHECK(cudaGetLastError(), rebuild->error) ||
                   device_watch_finish(&rebuild->watch, INTERRUPTED, rebuild->error)
               ? -1
               : 0;
}

static int search_on_device(struct rebuild *rebuild, uint64_t level) {
    uint64_t count = level_size(rebuild, level), blocks = (count + TRACE_THREADS - 1) / TRACE_THREADS;
    const uint64_t *keys = (const uint64_t *)rebuild->space->queue.base +
                           rebuild->exploration->space.level_begin[level] * rebuild->header->key_words;
    return search_states(rebuild, keys, count, blocks < rebuild->blocks ? (unsigned)blocks : rebuild->blocks,
                         1);
}

/* Does a pass over a level in host memory, piece by piece. */
static int search_on_host(struct rebuild *rebuild, uint64_t level) {
    uint64_t count, there = 0, words = rebuild->header->key_words;
    const struct level_segment *segments =
        level_store_segments(rebuild->exploration->space.level_store, level, &count);
    int fresh = 1;
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t at = 0, keys; at < segments[i].count; at += keys) {
            uint64_t left = segments[i].count - at;
            if (there == PIECE_KEYS) {
                if (search_states(rebuild, rebuild->piece, there, rebuild->blocks, fresh) != 0) {
                    return -1;
                }
                fresh = 0;
                there = 0;
            }
            keys = left < PIECE_KEYS - there ? left : PIECE_KEYS - there;
            if (device_upload(rebuild->piece + there * words, segments[i].keys + at * words, keys * words * 8,
                              rebuild->error) != 0) {
                return -1;
            }
            there += keys;
        }
    }
    return search_states(rebuild, rebuild->piece, there, rebuild->blocks, fresh);
}

/* Does one pass over one level; finds the least vector that qualifies. */
static int search_level(struct rebuild *rebuild, enum trace_pass pass, uint64_t level, uint64_t *vector) {
    uint64_t words = rebuild->header->words;
    struct walk_state state;
    rebuild->arguments.pass = pass;
    if ((is_on_device(rebuild, level) ? search_on_device(rebuild, level) : search_on_host(rebuild, level)) !=
            0 ||
        device_download(&state, rebuild->state, sizeof state, rebuild->error) != 0) {
        return -1;
    }
    if (state.winner == 0) {
        return no_way(rebuild, level);
    }
    report_progress(rebuild, level);
    return device_download(vector,
                           rebuild->arguments.rows + (state.winner - 1) * rebuild->arguments.row_words + 1,
                           words * 8, rebuild->error);
}

/* --- backwards --- */

/*
 * The first of the levels up to `high` that one launch can walk; `high` itself if the last level is not
 * narrow.
 */
static uint64_t first_narrow(const struct rebuild *rebuild, uint64_t high) {
    uint64_t low = high, states = 0;
    while (low > 0 && high - low < rebuild->walk_levels) {
        uint64_t size = level_size(rebuild, low - 1);
        if (size > NARROW_STATES || states + size > WALK_STATES ||
            is_on_device(rebuild, low - 1) != is_on_device(rebuild, high - 1)) {
            break;
        }
        states += size;
        low--;
    }
    return low;
}

/* The keys of the levels [low, high) on the device; NULL with the error filled. */
static const uint64_t *bring_levels(struct rebuild *rebuild, uint64_t low, uint64_t high) {
    const struct exploration *exploration = rebuild->exploration;
    uint64_t words = rebuild->header->key_words;
    uint64_t *at = rebuild->piece;
    if (is_on_device(rebuild, low)) {
        return (const uint64_t *)rebuild->space->queue.base + exploration->space.level_begin[low] * words;
    }
    for (uint64_t level = low; level < high; level++) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(exploration->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            if (segments[i].count != 0 &&
                device_upload(at, segments[i].keys, segments[i].count * words * 8, rebuild->error) != 0) {
                return NULL;
            }
            at += segments[i].count * words;
        }
    }
    return rebuild->piece;
}

/* Walks the levels [low, high), which are narrow and all on the host or all on the device, in one launch. */
static int walk_narrow(struct rebuild *rebuild, uint64_t low, uint64_t high) {
    const struct model_header *header = rebuild->header;
    uint64_t levels = high - low, words = header->words, found;
    rebuild->arguments.pass = TRACE_PASS_PREDECESSOR;
    rebuild->arguments.keys = bring_levels(rebuild, low, high);
    if (rebuild->arguments.keys == NULL ||
        device_upload(rebuild->wanted, last_vector(rebuild), words * 8, rebuild->error) != 0 ||
        device_upload(rebuild->begin, rebuild->exploration->space.level_begin + low, (levels + 1) * 8,
                      rebuild->error) != 0) {
        return -1;
    }
    if (header->fold_levels != 0) {
        walk_levels<0><<<1, TRACE_THREADS>>>(rebuild->arguments, rebuild->begin, levels, rebuild->walked,
                                             &rebuild->state->found);
    } else if (words == 1) {
        walk_levels<1><<<1, TRACE_THREADS>>>(rebuild->arguments, rebuild->begin, levels, rebuild->walked,
                                             &rebuild->state->found);
    } else {
        walk_levels<2><<<1, TRACE_THREADS>>>(rebuild->arguments, rebuild->begin, levels, rebuild->walked,
                                             &rebuild->state->found);
    }
    if (DEVICE_CHECK(cudaGetLastError(), rebuild->error) ||
        device_watch_finish(&rebuild->watch, INTERRUPTED, rebuild->error) != 0 ||
        device_download(&found, &rebuild->state->found, sizeof found, rebuild->error) != 0 ||
        device_download(rebuild->vectors, rebuild->walked, levels * words * 8, rebuild->error) != 0) {
        return -1;
    }
    if (found != levels) {
        return no_way(rebuild, high - 1 - found);
    }
    report_progress(rebuild, low);
    for (uint64_t i = 0; i < levels; i++) {
        if (push_predecessor(rebuild, rebuild->vectors + i * words) != 0) {
            return -1;
        }
    }
    return 0;
}

static int walk_wide(struct rebuild *rebuild, uint64_t level) {
    return device_upload(rebuild->wanted, last_vector(rebuild), rebuild->header->words * 8, rebuild->error) !=
                       0 ||
                   search_level(rebuild, TRACE_PASS_PREDECESSOR, level, rebuild->vectors) != 0 ||
                   push_predecessor(rebuild, rebuild->vectors) != 0
               ? -1
               : 0;
}

/*
 * Pushes the end of the path, in the level where the search found the goal; *level becomes the level of the
 * path's first state.
 */
static int push_end(struct rebuild *rebuild, uint64_t length, uint64_t *level) {
    const struct model_view model = model_view_of(model_image(rebuild->exploration->model));
    uint64_t words = rebuild->header->words;
    *level = length;
    if (rebuild->goal->kind == TRACE_TO_DEADLOCK) {
        return search_level(rebuild, TRACE_PASS_DEADLOCK, length, rebuild->vectors) != 0 ||
                       push(rebuild, rebuild->vectors, MODEL_NONE) != 0
                   ? -1
                   : 0;
    }
    if (length == 0) { /* the initial state */
        return push(rebuild, model.initial, MODEL_NONE);
    }
    if (rebuild->goal->kind == TRACE_TO_ERROR) {
        return search_level(rebuild, TRACE_PASS_ERROR, length - 1, rebuild->vectors) != 0 ||
                       push(rebuild, rebuild->vectors, MODEL_NONE) != 0
                   ? -1
                   : 0;
    }
    uint32_t label;
    uint64_t *target = (uint64_t *)memory_allocate(rebuild->run->memory, words * 8);
    if (target == NULL) {
        return error_memory(rebuild->error, "to rebuild the trace");
    }
    int failed = search_level(rebuild, TRACE_PASS_LABEL, length - 1, rebuild->vectors) != 0 ||
                 trace_path_step(rebuild->exploration->model, rebuild->goal, rebuild->vectors, target, &label,
                                 rebuild->run, rebuild->error) != 0 ||
                 push(rebuild, target, MODEL_NONE) != 0 || push(rebuild, rebuild->vectors, label) != 0;
    memory_free(rebuild->run->memory, target, words * 8);
    *level = length - 1;
    return failed ? -1 : 0;
}

static int find_path(struct rebuild *rebuild) {
    uint64_t level, length = trace_length(rebuild->exploration, rebuild->goal);
    if (length == UINT64_MAX) {
        return error_set(rebuild->error, ERROR_LIMIT, "the search did not find the goal of the trace");
    }
    if (push_end(rebuild, length, &level) != 0) {
        return -1;
    }
    while (level > 0) {
        uint64_t low = first_narrow(rebuild, level);
        int failed = low < level ? walk_narrow(rebuild, low, level) : walk_wide(rebuild, level - 1);
        if (failed) {
            return -1;
        }
        level = low < level ? low : level - 1;
    }
    return 0;
}

static int rebuild_on_device(struct exploration *exploration, const struct trace_goal *goal,
                             const struct run *run, struct trace *trace, struct error *error) {
    struct rebuild rebuild;
    memset(&rebuild, 0, sizeof rebuild);
    rebuild.exploration = exploration;
    rebuild.goal = goal;
    rebuild.run = run;
    rebuild.error = error;
    rebuild.space = exploration->space.device;
    rebuild.device = exploration->space.device->device;
    rebuild.header = model_header(exploration->model);
    int failed = open_rebuild(&rebuild) != 0 || find_path(&rebuild) != 0 ||
                 trace_path_write(&rebuild.path, exploration->model, run, trace, error) != 0;
    close_rebuild(&rebuild);
    if (failed) {
        trace_free(run->memory, trace);
    }
    return failed ? -1 : 0;
}

int trace_rebuild_cuda(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                       struct trace *trace, struct error *error) {
    if (exploration->space.device == NULL || !exploration->space.levels_kept) {
        return trace_rebuild_cpu(exploration, goal, run, trace, error);
    }
    if (rebuild_on_device(exploration, goal, run, trace, error) == 0) {
        return 0;
    }
    if (error->code != ERROR_MEMORY) {
        return -1;
    }
    return space_device_fetch(exploration, run, error) != 0
               ? -1
               : trace_rebuild_cpu(exploration, goal, run, trace, error);
}
