/* heddle bench explore: searches of growing size, of several layouts and shapes. */
#include <stddef.h>
#include <stdio.h>

#include "base/array.h"
#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/prism_bench.h"
#include "bench/published.h"
#include "bench/ring_roofline.h"
#include "bench/subject.h"
#include "explorer/backend.h"

/* The results of one search; each table shows some of them. */
struct line {
    const char *network, *layout;
    uint64_t size;
    struct subject_result found;
    double published, published_here, times_published;
    double roofline[2], of_roofline; /* states/s of the hand-coded search without and with a cache, and ours
                                        as a share of the better one */
    double of_one_word;              /* speed relative to the same system in one word */
};

/* Opens, explores and closes. What only some tables have is absent. */
static int explore_shape(struct bench *bench, const struct named_shape *named, uint32_t words,
                         struct line *line) {
    struct subject_search search = {.words = words, .repeats = BENCH_REPEATS};
    struct subject subject;
    *line = (struct line){.network = named->name,
                          .published = -1,
                          .published_here = -1,
                          .times_published = -1,
                          .roofline = {-1, -1},
                          .of_roofline = -1,
                          .of_one_word = -1};
    if (subject_open(bench, &named->shape, &subject) != 0) {
        return -1;
    }
    int failed = subject_explore(bench, &subject, &search, &line->found);
    subject_close(bench, &subject);
    return failed;
}

/* --- Table 1 --- */

#define GROWING_COLUMNS(key)                                                                                 \
    COLUMN(key, "N", COUNT, size), COLUMN("states", "states", COUNT, found.states),                          \
        COLUMN("transitions", "transitions", COUNT, found.transitions),                                      \
        COLUMN("levels", "levels", COUNT, found.levels),                                                     \
        COLUMN("seconds", "seconds", SECONDS, found.seconds),                                                \
        COLUMN("states_per_second", "states/s", RATE, found.states_rate),                                    \
        COLUMN("transitions_per_second", NULL, RATE, found.transitions_rate),                                \
        COLUMN("published_seconds", "paper s", SECONDS, published),                                          \
        COLUMN("speedup", "faster", NUMBER, times_published),                                                \
        COLUMN("published_seconds_h200", "on H200 s", SECONDS, published_here),                              \
        COLUMN("table_load", "load", SHARE, found.load), COLUMN("exact", "exact", TRUTH, found.exact),       \
        COLUMN("outcome", "", TEXT, found.outcome)

static const struct statistic_row ring_columns[] = {GROWING_COLUMNS("nodes")};
static const struct statistic_row gas_station_columns[] = {GROWING_COLUMNS("customers")};

static const struct statistic_row roofline_columns[] = {
    COLUMN("nodes", "N", COUNT, size),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("roofline_states_per_second", "roofline/s", RATE, roofline[0]),
    COLUMN("roofline_cached_states_per_second", "cached/s", RATE, roofline[1]),
    COLUMN("of_roofline", "of it", SHARE, of_roofline),
};

/* The states a second of the hand-coded search of the ring, without and with a cache; only on a GPU. */
static int measure_roofline(struct bench *bench, struct line *line) {
#ifdef HEDDLE_CUDA
    for (int cached = 0; bench->backend->on_device && cached < 2; cached++) {
        struct ring_roofline found;
        if (ring_roofline_run((unsigned)line->size, cached, bench->run, &found, bench->error) != 0) {
            if (bench->error->code != ERROR_MEMORY) {
                return -1;
            }
            break; /* the hand-coded search does not fit in memory: its cells stay empty */
        }
        if (found.states != line->found.states || found.transitions != line->found.transitions) {
            bench->wrong++;
            bench_note(bench, "the hand-coded search of the ring with %u nodes found other counts",
                       (unsigned)line->size);
        }
        line->roofline[cached] = (double)found.states / found.seconds;
    }
    double better = line->roofline[0] > line->roofline[1] ? line->roofline[0] : line->roofline[1];
    line->of_roofline = better > 0 && line->found.states_rate > 0 ? line->found.states_rate / better : -1;
#else
    (void)bench;
    (void)line;
#endif
    return 0;
}

#define GROWING_MOST 16u /* the largest N of rings and of gas stations */

/* Lines of N = 2 .. most, which stay in lines[]. */
static int bench_growing(struct bench *bench, const struct bench_table *table, enum network_kind kind,
                         uint32_t most, struct line lines[GROWING_MOST + 1]) {
    int failed = bench_begin(bench, table);
    for (uint32_t size = 2; failed == 0 && size <= most; size++) {
        const struct named_shape named = {NULL, {.kind = kind, .size = size}};
        const struct published_time *published = published_time_of(kind, size);
        struct line *line = &lines[size];
        if (explore_shape(bench, &named, 0, line) != 0) {
            return -1;
        }
        line->size = size;
        if (published != NULL) {
            line->published = published->seconds;
            line->published_here = published->seconds_h200;
            line->times_published = line->found.outcome == NULL ? line->published / line->found.seconds : -1;
        }
        failed =
            (kind == NETWORK_RING && line->found.outcome == NULL && measure_roofline(bench, line) != 0) ||
            bench_line(bench, line) != 0;
    }
    return failed ? -1 : 0;
}

/* The lines of the ring again, with the hand-coded searches. */
static int bench_roofline(struct bench *bench, uint32_t most, const struct line *lines) {
    static const struct bench_table table = {
        "roofline",
        "The ring beside `roofline`: a search with successors written for this ring and a table of the\n"
        "right size, on this GPU; `cached`: with a cache of keys in shared memory; `of it`: our share of\n"
        "the better. On an H200 it has 2.0 G states/s at N = 16: with less it is no measure.",
        roofline_columns, LENGTH(roofline_columns)};
    int failed = bench_begin(bench, &table);
    for (uint32_t size = 2; failed == 0 && size <= most; size++) {
        failed = lines[size].roofline[0] > 0 ? bench_line(bench, &lines[size]) : 0;
    }
    return failed;
}

static int bench_ring(struct bench *bench) {
    static const uint32_t most[BENCH_SIZES] = {10, 12, 12, GROWING_MOST};
    static const struct bench_table table = {
        "ring",
        "Token rings of N nodes (Table 1). `paper`: GPUexplore 2.0 on a GTX Titan X, total time; `on\n"
        "H200`: the same, mended, on an H200, search alone; `faster`: how many times the paper's speed.",
        ring_columns, LENGTH(ring_columns)};
    struct line lines[GROWING_MOST + 1];
    uint32_t last = most[bench_size(bench)];
    int failed = bench_growing(bench, &table, NETWORK_RING, last, lines);
    return failed == 0 && bench->backend->on_device ? bench_roofline(bench, last, lines) : failed;
}

static int bench_gas_station(struct bench *bench) {
    static const uint32_t most[BENCH_SIZES] = {7, 8, 8, 12};
    static const struct bench_table table = {
        "gas_station",
        "Gas stations with two pumps and N customers (Table 1). `paper`: GPUexplore 2.0 on a GTX Titan X,\n"
        "total time; `on H200`: the same, mended, on an H200, search alone; `faster`: how many times the\n"
        "paper's speed.",
        gas_station_columns, LENGTH(gas_station_columns)};
    struct line lines[GROWING_MOST + 1];
    return bench_growing(bench, &table, NETWORK_GAS_STATION, most[bench_size(bench)], lines);
}

/* --- counters --- */

static const struct statistic_row counters_columns[] = {
    COLUMN("network", "counters", TEXT, network),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("transitions", "transitions", COUNT, found.transitions),
    COLUMN("levels", "levels", COUNT, found.levels),
    COLUMN("seconds", "seconds", SECONDS, found.seconds),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("transitions_per_second", NULL, RATE, found.transitions_rate),
    COLUMN("published_seconds_h200", "on H200 s", SECONDS, published_here),
    COLUMN("table_load", NULL, SHARE, found.load),
    COLUMN("memory_bytes", "memory", BYTES, found.memory_bytes),
    COLUMN("exact", "exact", TRUTH, found.exact),
    COLUMN("outcome", "", TEXT, found.outcome),
};

static int bench_counter(struct bench *bench, const struct named_shape *counters, double published_here) {
    struct line line;
    if (explore_shape(bench, counters, 0, &line) != 0) {
        return -1;
    }
    line.published_here = published_here;
    return bench_line(bench, &line);
}

/* The memory budget of the engine, host or GPU, in bytes. */
static int engine_memory(struct bench *bench, uint64_t *bytes) {
    *bytes = bench->run->memory->limit;
#ifdef HEDDLE_CUDA
    if (bench->backend->on_device) {
        struct device *device = device_open((int)bench->run->device, bench->run->device_bytes, bench->error);
        if (device == NULL) {
            return -1;
        }
        *bytes = device->memory.limit;
        device_close(device);
    }
#endif
    return 0;
}

#define COUNTERS(count, length)                                                                              \
    { NETWORK_CYCLES, .size = length, .groups = count, .members = 1 }
#define PUBLISHED_HERE 13.8 /* seconds of GPUexplore 2.0 on an H200 for 10 of 8 */

static int bench_counters(struct bench *bench) {
    /* clang-format off */
    static const struct named_shape sizes[BENCH_SIZES][3] = {
        {{"5 of 10", COUNTERS(5, 10)}, {"6 of 8", COUNTERS(6, 8)}, {"17 of 2", COUNTERS(17, 2)}},
        {{"6 of 10", COUNTERS(6, 10)}, {"7 of 8", COUNTERS(7, 8)}, {"20 of 2", COUNTERS(20, 2)}},
        {{"7 of 10", COUNTERS(7, 10)}, {"7 of 8", COUNTERS(7, 8)}, {"24 of 2", COUNTERS(24, 2)}},
        {{"9 of 10", COUNTERS(9, 10)}, {"10 of 8", COUNTERS(10, 8)}, {"30 of 2", COUNTERS(30, 2)}}};
    /* clang-format on */
    static const uint32_t eleven[] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 2};
    static const struct named_shape largest[] = {
        {"10 of 10", COUNTERS(10, 10)},
        {"10 of 10, 1 of 2", {NETWORK_CYCLES, .lengths = eleven, .groups = 11, .members = 1}}};
    static const struct bench_table table = {
        "counters",
        "Counters side by side; two levels are kept. `on H200`: GPUexplore 2.0, mended, on an H200.",
        counters_columns, LENGTH(counters_columns)};
    const struct named_shape *which = sizes[bench_size(bench)];
    uint64_t bytes;
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < LENGTH(sizes[0]) && failed == 0; i++) {
        failed = bench_counter(bench, &which[i], which[i].shape.groups == 10 ? PUBLISHED_HERE : -1);
    }
    if (failed != 0 || bench_size(bench) + 1 < BENCH_SIZES) {
        return failed;
    }
    if (engine_memory(bench, &bytes) != 0) {
        return -1;
    }
    if (bytes < (uint64_t)100000000000) { /* 10^10 keys of 8 bytes, and the levels */
        bench_note(bench, "10 of 10, that is 10^10 states, wants 100 GB of memory: left out.");
        return 0;
    }
    if (bench_counter(bench, &largest[0], -1) != 0) {
        return -1;
    }
    if (!bench->backend->on_device || bytes < (uint64_t)130000000000) {
        bench_note(bench,
                   "10 of 10 beside 1 of 2, that is 2 10^10 states, wants a GPU with 145 GB: left out.");
        return 0;
    }
    return bench_counter(bench, &largest[1], -1);
}

/* --- layouts --- */

static const struct statistic_row layout_columns[] = {
    COLUMN("network", "network", TEXT, network),
    COLUMN("layout", "layout", TEXT, layout),
    COLUMN("bits", "bits", COUNT, found.bits),
    COLUMN("key_words", "key", COUNT, found.key_words),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("transitions", NULL, COUNT, found.transitions),
    COLUMN("seconds", "seconds", SECONDS, found.seconds),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("transitions_per_second", NULL, RATE, found.transitions_rate),
    COLUMN("of_one_word", "of W=1", NUMBER, of_one_word),
    COLUMN("table_load", NULL, SHARE, found.load),
    COLUMN("memory_bytes", "memory", BYTES, found.memory_bytes),
    COLUMN("exact", "exact", TRUTH, found.exact),
    COLUMN("outcome", "", TEXT, found.outcome),
};

struct layout {
    const char *name;
    uint32_t words; /* as in struct model_options */
    uint32_t members;
    int spread;
};

/* The first layout has one word; the others are compared with it. */
static int bench_layouts_of(struct bench *bench, struct named_shape named, const struct layout *layouts,
                            unsigned count) {
    double one_word = -1;
    int failed = 0;
    for (unsigned i = 0; i < count && failed == 0; i++) {
        struct line line;
        named.shape.members = layouts[i].members;
        named.shape.spread = layouts[i].spread;
        failed = explore_shape(bench, &named, layouts[i].words, &line);
        one_word = one_word > 0 ? one_word : line.found.states_rate;
        line.layout = layouts[i].name;
        line.of_one_word =
            line.found.states_rate > 0 && one_word > 0 ? line.found.states_rate / one_word : -1;
        failed = failed != 0 ? failed : bench_line(bench, &line);
    }
    return failed;
}

static int bench_layouts(struct bench *bench) {
    static const uint32_t lengths[] = {17, 18, 19, 20, 21, 22};
    static const uint32_t ring_sizes[] = {10, 12, 12, 16}, group_counts[] = {3, 4, 5, 6};
    static const struct layout of_ring[] = {{"one word", 0, 0, 0},
                                            {"two words, forced", 2, 0, 0},
                                            {"four words, forced", 4, 0, 0},
                                            {"folded, forced", 5, 0, 0}};
    static const struct bench_table table = {
        "layouts",
        "Layouts of the state vector. The ring, with words that it does not need; and `clocks`:\n"
        "groups of cycles of 17 to 22 states (5 bits) that tick together, so the same states and\n"
        "transitions whatever the number of members, but vectors of 1 to 5 words (60 components and\n"
        "300 bits at full size), those of 5 folded. `spread`: the members of a group are not\n"
        "neighbours in the vector, so the interner has as many pairs as there are states. `of W=1`:\n"
        "speed against one word.",
        layout_columns, LENGTH(layout_columns)};
    unsigned size = bench_size(bench);
    uint32_t groups = group_counts[size];
    const struct layout of_clocks[] = {{"one word", 0, 1, 0},
                                       {"two words", 0, 18 / groups, 0},
                                       {"four words", 0, 30 / groups, 0},
                                       {"folded", 0, 60 / groups, 0},
                                       {"folded, spread", 0, 60 / groups, 1}};
    char ring_name[32], clocks_name[32];
    struct named_shape ring = {ring_name, {.kind = NETWORK_RING, .size = ring_sizes[size]}};
    struct named_shape clocks = {clocks_name, {.kind = NETWORK_CYCLES, .lengths = lengths, .groups = groups}};
    snprintf(ring_name, sizeof ring_name, "ring %u", ring_sizes[size]);
    snprintf(clocks_name, sizeof clocks_name, "clocks %u", groups);
    if (bench_begin(bench, &table) != 0 || bench_layouts_of(bench, ring, of_ring, LENGTH(of_ring)) != 0) {
        return -1;
    }
    return bench_layouts_of(bench, clocks, of_clocks, LENGTH(of_clocks));
}

/* --- long vectors --- */

static const struct statistic_row vectors_columns[] = {
    COLUMN("network", "network", TEXT, network),
    COLUMN("bits", "bits", COUNT, found.bits),
    COLUMN("key_words", "key", COUNT, found.key_words),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("transitions", "transitions", COUNT, found.transitions),
    COLUMN("seconds", "seconds", SECONDS, found.seconds),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("transitions_per_second", "trans/s", RATE, found.transitions_rate),
    COLUMN("table_load", NULL, SHARE, found.load),
    COLUMN("memory_bytes", "memory", BYTES, found.memory_bytes),
    COLUMN("exact", "exact", TRUTH, found.exact),
    COLUMN("outcome", "", TEXT, found.outcome),
};

#define PHILOSOPHERS(number)                                                                                 \
    { NETWORK_PHILOSOPHERS, .size = number }
#define TOKENS(places, tokens)                                                                               \
    { NETWORK_TOKENS, .size = places, .groups = tokens }

static int bench_vectors(struct bench *bench) {
    /* clang-format off */
    static const struct named_shape sizes[2][6] = {
        {{"philosophers 9", PHILOSOPHERS(9)}, {"tokens 60, 3", TOKENS(60, 3)}, {"tokens 100, 2", TOKENS(100, 2)},
         {"tokens 128, 2", TOKENS(128, 2)}, {"tokens 200, 2", TOKENS(200, 2)}, {"tokens 300, 2", TOKENS(300, 2)}},
        {{"philosophers 16", PHILOSOPHERS(16)}, {"tokens 60, 6", TOKENS(60, 6)}, {"tokens 100, 5", TOKENS(100, 5)},
         {"tokens 128, 5", TOKENS(128, 5)}, {"tokens 200, 4", TOKENS(200, 4)}, {"tokens 300, 4", TOKENS(300, 4)}}};
    /* clang-format on */
    static const struct bench_table table = {
        "vectors",
        "Long state vectors: philosophers and forks, and tokens in a ring of places of one bit.\n"
        "`key`: words of a key in the visited set, one to four; vectors of more than four are folded.",
        vectors_columns, LENGTH(vectors_columns)};
    const struct named_shape *which = sizes[bench_size(bench) + 1 == BENCH_SIZES];
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < LENGTH(sizes[0]) && failed == 0; i++) {
        struct line line;
        failed = explore_shape(bench, &which[i], 0, &line) != 0 ? -1 : bench_line(bench, &line);
    }
    return failed;
}

/* --- deep and narrow --- */

static const struct statistic_row deep_columns[] = {
    COLUMN("network", "cycles", TEXT, network),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("levels", "levels", COUNT, found.levels),
    COLUMN("seconds", "seconds", SECONDS, found.seconds),
    COLUMN("levels_per_second", "levels/s", RATE, found.levels_rate),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("exact", "exact", TRUTH, found.exact),
    COLUMN("outcome", "", TEXT, found.outcome),
};

/* clang-format off */
#define CYCLES(count, ...) \
    { NETWORK_CYCLES, .lengths = (const uint32_t[]){__VA_ARGS__}, .groups = count, .members = 1 }

static const struct named_shape deep_shapes[2][3] = {
    {{"10 000 by 1", CYCLES(1, 10000)}, {"10 000 by 10", CYCLES(2, 10000, 10)},
     {"1 000 by 1 000", CYCLES(2, 1000, 1000)}},
    {{"100 000 by 1", CYCLES(1, 100000)}, {"100 000 by 10", CYCLES(2, 100000, 10)},
     {"10 000 by 1 000", CYCLES(2, 10000, 1000)}}};
/* clang-format on */

static int bench_deep(struct bench *bench) {
    static const struct bench_table table = {
        "deep",
        "Deep and narrow: a long cycle beside a short one; a level has about as many states as the latter.",
        deep_columns, LENGTH(deep_columns)};
    const struct named_shape *which = deep_shapes[bench_size(bench) + 1 == BENCH_SIZES];
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < LENGTH(deep_shapes[0]) && failed == 0; i++) {
        struct line line;
        failed = explore_shape(bench, &which[i], 0, &line) != 0 ? -1 : bench_line(bench, &line);
    }
    return failed;
}

/* --- shared variables, and random tables --- */

/* clang-format off */
#define LAMPORT(n) { .kind = NETWORK_LAMPORT, .size = n }
#define FILTER(n) { .kind = NETWORK_FILTER, .size = n }
#define SZYMANSKI(n) { .kind = NETWORK_SZYMANSKI, .size = n }
#define BUFFER(n, places) { .kind = NETWORK_BUFFER, .size = n, .groups = places }
#define TABLES(n, states) { .kind = NETWORK_TABLES, .size = states, .groups = n }

#define SHARED_SHAPES 6u

static const struct named_shape shared_shapes[3][SHARED_SHAPES] = {
    {{"lamport 4", LAMPORT(4)}, {"filter 4", FILTER(4)}, {"szymanski 4", SZYMANSKI(4)},
     {"buffer 2 of 3", BUFFER(2, 3)}, {"tables 4 of 20", TABLES(4, 20)}, {"tables 3 of 60", TABLES(3, 60)}},
    {{"lamport 5", LAMPORT(5)}, {"filter 5", FILTER(5)}, {"szymanski 5", SZYMANSKI(5)},
     {"buffer 3 of 3", BUFFER(3, 3)}, {"tables 4 of 40", TABLES(4, 40)}, {"tables 3 of 100", TABLES(3, 100)}},
    {{"lamport 6", LAMPORT(6)}, {"filter 6", FILTER(6)}, {"szymanski 6", SZYMANSKI(6)},
     {"buffer 3 of 5", BUFFER(3, 5)}, {"tables 5 of 40", TABLES(5, 40)}, {"tables 4 of 100", TABLES(4, 100)}}};
/* clang-format on */

static int bench_shared(struct bench *bench) {
    static const struct bench_table table = {
        "shared",
        "Processes that share variables, which are processes, too: mutual exclusion by Lamport (fast),\n"
        "Peterson (`filter`) and Szymanski; N producers and N consumers at a buffer of so many places.\n"
        "And `tables`: processes of so many states whose moves, alone and with a neighbour, are random.",
        vectors_columns, LENGTH(vectors_columns)};
    static const unsigned of_size[BENCH_SIZES] = {0, 1, 1, 2};
    const struct named_shape *which = shared_shapes[of_size[bench_size(bench)]];
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < SHARED_SHAPES && failed == 0; i++) {
        struct line line;
        failed = explore_shape(bench, &which[i], 0, &line) != 0 ? -1 : bench_line(bench, &line);
    }
    return failed;
}

const struct benchmark bench_explore = {"explore",
                                        {{"ring", bench_ring, {1, 5, 2, 20}, 0},
                                         {"gas_station", bench_gas_station, {1, 3, 2, 20}, 0},
                                         {"counters", bench_counters, {1, 3, 2, 60}, 0},
                                         {"layouts", bench_layouts, {2, 25, 2, 30}, 0},
                                         {"vectors", bench_vectors, {0.5, 0.5, 1, 20}, 0},
                                         {"deep", bench_deep, {0.5, 0.5, 1, 20}, 0},
                                         {"shared", bench_shared, {1, 12, 2, 10}, 0},
                                         {"prism", bench_prism, {5, 60, 30, 60}, 0}},
                                        0};
