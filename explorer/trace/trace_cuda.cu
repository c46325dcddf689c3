/*
 * Rebuilds a trace on the GPU, from the levels that a CUDA search left there (trace_kernel.cuh). A pass over
 * a wide level takes a launch; one block walks a run of narrow levels in one launch. Levels that are only on
 * the host are uploaded in pieces.
 */
#include <string.h>

#include "base/device/device.h"
#include "explorer/search/cuda/space_device.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "explorer/trace/trace_kernel.cuh"

#define BLOCKS_PER_PROCESSOR 4u
#define NARROW_STATES 512u             /* most states of a level that one block does */
#define WALK_STATES 65536u             /* most states of the narrow levels in one launch */
#define WALK_LEVELS 1024u              /* most levels in one launch */
#define WALK_WORDS ((uint64_t)1 << 20) /* most words of the path of one launch */
#define PIECE_KEYS ((uint64_t)1 << 20) /* keys of a level that are uploaded at once; at least WALK_STATES */

/* Results of the kernels. */
struct walk_state {
    uint64_t found;
    unsigned winner, unused;
};

struct device_rebuild {
    struct trace_path path;
    struct space_device *space;
    struct device *device;
    struct device_watch watch;
    struct trace_arguments arguments;
    unsigned blocks;
    uint64_t rows_bytes, walk_levels;
    uint64_t *piece, *wanted, *begin, *walked; /* on the device */
    uint8_t *labels;                           /* on the device */
    struct walk_state *state;                  /* on the device */
    uint64_t *vectors;                         /* in host memory: walk_levels vectors */
};

static uint64_t level_size(const struct device_rebuild *rebuild, uint64_t level) {
    const uint64_t *begin = rebuild->path.exploration->space.level_begin;
    return begin[level + 1] - begin[level];
}

static int is_on_device(const struct device_rebuild *rebuild, uint64_t level) {
    return rebuild->path.exploration->space.level_begin[level] >= rebuild->space->queue_first;
}

/* The keys of a level that is on the device, and of those after it. */
static const uint64_t *level_keys(const struct device_rebuild *rebuild, uint64_t level) {
    return (const uint64_t *)rebuild->space->queue.base +
           rebuild->path.exploration->space.level_begin[level] * rebuild->path.header->key_words;
}

/* Uploads the path's first state for passes that look for its predecessors. */
static int upload_wanted(struct device_rebuild *rebuild) {
    return device_upload(rebuild->wanted, trace_path_first(&rebuild->path), rebuild->path.header->words * 8,
                         rebuild->path.error);
}

/* --- opening and closing --- */

static int open_rows(struct device_rebuild *rebuild) {
    uint64_t row_words = trace_row_words(rebuild->path.header), block = TRACE_THREADS * row_words * 8;
    uint64_t fit = memory_left(&rebuild->device->memory) / 2 / block;
    uint64_t blocks = BLOCKS_PER_PROCESSOR * (uint64_t)rebuild->device->processors;
    blocks = fit < blocks ? fit : blocks;
    if (blocks == 0) {
        return error_memory(rebuild->path.error, "on the GPU within its budget");
    }
    rebuild->blocks = (unsigned)blocks;
    rebuild->rows_bytes = blocks * block;
    rebuild->arguments.rows =
        (uint64_t *)device_allocate(rebuild->device, rebuild->rows_bytes, rebuild->path.error);
    rebuild->arguments.row_words = row_words;
    return rebuild->arguments.rows == NULL ? -1 : 0;
}

static int open_goal(struct device_rebuild *rebuild) {
    if (rebuild->path.goal->kind != TRACE_TO_LABEL) {
        return 0;
    }
    rebuild->labels =
        (uint8_t *)device_allocate(rebuild->device, rebuild->path.header->labels, rebuild->path.error);
    rebuild->arguments.labels = rebuild->labels;
    return rebuild->labels == NULL ? -1
                                   : device_upload(rebuild->labels, rebuild->path.goal->labels,
                                                   rebuild->path.header->labels, rebuild->path.error);
}

static int open_rebuild(struct device_rebuild *rebuild) {
    struct device *device = rebuild->device;
    struct error *error = rebuild->path.error;
    const struct model_header *header = rebuild->path.header;
    uint64_t words = header->words;
    rebuild->walk_levels = WALK_WORDS / words < 1             ? 1
                           : WALK_WORDS / words < WALK_LEVELS ? WALK_WORDS / words
                                                              : WALK_LEVELS;
    rebuild->vectors =
        (uint64_t *)memory_allocate_array(rebuild->path.run->memory, rebuild->walk_levels * words, 8);
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
        device_watch_open(&rebuild->watch, rebuild->path.run, error) != 0 || open_goal(rebuild) != 0 ||
        open_rows(rebuild) != 0) {
        return -1;
    }
    rebuild->arguments.image = rebuild->space->image;
    rebuild->arguments.pairs = (const uint64_t *)rebuild->space->pairs.base;
    rebuild->arguments.wanted = rebuild->wanted;
    rebuild->arguments.stop = rebuild->watch.stop;
    return 0;
}

static void close_rebuild(struct device_rebuild *rebuild) {
    struct device *device = rebuild->device;
    uint64_t words = rebuild->path.header->words;
    memory_free(rebuild->path.run->memory, rebuild->vectors, rebuild->walk_levels * words * 8);
    device_free(device, rebuild->wanted, words * 8);
    device_free(device, rebuild->begin, (WALK_LEVELS + 1) * 8);
    device_free(device, rebuild->walked, rebuild->walk_levels * words * 8);
    device_free(device, rebuild->state, sizeof *rebuild->state);
    device_free(device, rebuild->piece, PIECE_KEYS * rebuild->path.header->key_words * 8);
    device_free(device, rebuild->labels, rebuild->path.header->labels);
    device_free(device, rebuild->arguments.rows, rebuild->rows_bytes);
    device_watch_close(&rebuild->watch);
}

/* --- one level --- */

/* Does a pass over the states of a level, or some of them; `fresh`: these are the first of the level. */
static int search_states(struct device_rebuild *rebuild, const uint64_t *keys, uint64_t count,
                         unsigned blocks, int fresh) {
    const struct model_header *header = rebuild->path.header;
    unsigned *winner = &rebuild->state->winner;
    rebuild->arguments.keys = keys;
    if (DEVICE_CHECK(cudaMemsetAsync(winner, 0, sizeof *winner), rebuild->path.error)) {
        return -1;
    }
    auto kernel = header->kind == MODEL_DATA ? trace_data_piece(header)
                  : header->words > 2        ? search_piece<0>
                  : header->words == 1       ? search_piece<1>
                                             : search_piece<2>;
    kernel<<<blocks, TRACE_THREADS>>>(rebuild->arguments, count, fresh, winner);
    return DEVICE_CHECK(cudaGetLastError(), rebuild->path.error) ||
                   device_watch_finish(&rebuild->watch, TRACE_INTERRUPTED, rebuild->path.error)
               ? -1
               : 0;
}

static int search_on_device(struct device_rebuild *rebuild, uint64_t level) {
    uint64_t count = level_size(rebuild, level), blocks = (count + TRACE_THREADS - 1) / TRACE_THREADS;
    blocks = blocks < rebuild->blocks ? blocks : rebuild->blocks;
    return search_states(rebuild, level_keys(rebuild, level), count, (unsigned)blocks, 1);
}

/* Does a pass over a level in host memory, piece by piece. */
static int search_on_host(struct device_rebuild *rebuild, uint64_t level) {
    uint64_t count, there = 0, words = rebuild->path.header->key_words;
    const struct level_segment *segments =
        level_store_segments(rebuild->path.exploration->space.level_store, level, &count);
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
                              rebuild->path.error) != 0) {
                return -1;
            }
            there += keys;
        }
    }
    return search_states(rebuild, rebuild->piece, there, rebuild->blocks, fresh);
}

/* The function `search` of struct trace_engine. */
static int search_level(void *context, enum trace_pass pass, uint64_t level, uint64_t *vectors) {
    struct device_rebuild *rebuild = (struct device_rebuild *)context;
    struct error *error = rebuild->path.error;
    struct walk_state state;
    rebuild->arguments.pass = pass;
    if ((pass == TRACE_PASS_PREDECESSOR && upload_wanted(rebuild) != 0) ||
        (is_on_device(rebuild, level) ? search_on_device(rebuild, level) : search_on_host(rebuild, level)) !=
            0 ||
        device_download(&state, rebuild->state, sizeof state, error) != 0) {
        return -1;
    }
    if (state.winner == 0) {
        return 0;
    }
    const uint64_t *row = rebuild->arguments.rows + (state.winner - 1) * rebuild->arguments.row_words + 1;
    return device_download(vectors, row, rebuild->path.header->words * 8, error) != 0 ? -1 : 1;
}

/* --- backwards --- */

/*
 * The first of the levels up to `high` that one launch can walk; `high` itself if the last level is not
 * narrow.
 */
static uint64_t first_narrow(const struct device_rebuild *rebuild, uint64_t high) {
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
static const uint64_t *bring_levels(struct device_rebuild *rebuild, uint64_t low, uint64_t high) {
    const struct exploration *exploration = rebuild->path.exploration;
    uint64_t words = rebuild->path.header->key_words;
    uint64_t *at = rebuild->piece;
    if (is_on_device(rebuild, low)) {
        return level_keys(rebuild, low);
    }
    for (uint64_t level = low; level < high; level++) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(exploration->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            if (segments[i].count != 0 && device_upload(at, segments[i].keys, segments[i].count * words * 8,
                                                        rebuild->path.error) != 0) {
                return NULL;
            }
            at += segments[i].count * words;
        }
    }
    return rebuild->piece;
}

/*
 * The function `walk` of struct trace_engine: walks the narrow levels below `high`, which are all on the host
 * or all on the device, in one launch.
 */
static uint64_t walk_narrow(void *context, uint64_t high) {
    struct device_rebuild *rebuild = (struct device_rebuild *)context;
    struct error *error = rebuild->path.error;
    const struct model_header *header = rebuild->path.header;
    uint64_t low = first_narrow(rebuild, high), levels = high - low, words = header->words, found;
    if (levels == 0) {
        return high;
    }
    rebuild->arguments.pass = TRACE_PASS_PREDECESSOR;
    rebuild->arguments.keys = bring_levels(rebuild, low, high);
    if (rebuild->arguments.keys == NULL || upload_wanted(rebuild) != 0 ||
        device_upload(rebuild->begin, rebuild->path.exploration->space.level_begin + low, (levels + 1) * 8,
                      error) != 0) {
        return UINT64_MAX;
    }
    auto kernel = header->kind == MODEL_DATA ? trace_data_walk(header)
                  : header->words > 2        ? walk_levels<0>
                  : words == 1               ? walk_levels<1>
                                             : walk_levels<2>;
    kernel<<<1, TRACE_THREADS>>>(rebuild->arguments, rebuild->begin, levels, rebuild->walked,
                                 &rebuild->state->found);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_watch_finish(&rebuild->watch, TRACE_INTERRUPTED, error) != 0 ||
        device_download(&found, &rebuild->state->found, sizeof found, error) != 0 ||
        device_download(rebuild->vectors, rebuild->walked, levels * words * 8, error) != 0) {
        return UINT64_MAX;
    }
    if (found != levels) {
        trace_path_is_broken(&rebuild->path, high - 1 - found);
        return UINT64_MAX;
    }
    trace_path_tell(&rebuild->path, low);
    for (uint64_t i = 0; i < levels; i++) {
        if (trace_path_push_predecessor(&rebuild->path, rebuild->vectors + i * words) != 0) {
            return UINT64_MAX;
        }
    }
    return low;
}

static int rebuild_on_device(struct exploration *exploration, const struct trace_goal *goal,
                             const struct run *run, struct trace *trace, struct error *error) {
    static const struct trace_engine engine = {search_level, walk_narrow};
    struct device_rebuild rebuild;
    memset(&rebuild, 0, sizeof rebuild);
    rebuild.path.exploration = exploration;
    rebuild.path.goal = goal;
    rebuild.path.run = run;
    rebuild.path.error = error;
    rebuild.path.header = model_header(exploration->model);
    rebuild.space = exploration->space.device;
    rebuild.device = exploration->space.device->device;
    int failed =
        open_rebuild(&rebuild) != 0 || trace_path_rebuild(&rebuild.path, &engine, &rebuild, trace) != 0;
    close_rebuild(&rebuild);
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
