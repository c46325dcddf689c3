/* Bootsma 2013, Table 8.1: the games on which small progress measures were tried, beside ours. */
#include <string.h>

#include "base/array.h"
#include "bench/comparison.h"
#include "bench/record.h"

struct line {
    const char *game;
    uint64_t vertices, edges;
    double average_out;
    uint64_t least_out, most_out, highest, priorities;
    const char *ours;
    uint64_t our_vertices, our_edges;
    double rough[4]; /* vertices and edges in readable form: theirs, then ours */
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"game", "published", NULL, STATISTIC_TEXT, AT(game)},
    {"vertices", NULL, NULL, STATISTIC_COUNT, AT(vertices)},
    {NULL, "size", NULL, STATISTIC_RATE, AT(rough[0])},
    {"edges", NULL, NULL, STATISTIC_COUNT, AT(edges)},
    {NULL, "edges", NULL, STATISTIC_RATE, AT(rough[1])},
    {"least_out", NULL, NULL, STATISTIC_COUNT, AT(least_out)},
    {"average_out", "out", NULL, STATISTIC_NUMBER, AT(average_out)},
    {"most_out", "max", NULL, STATISTIC_COUNT, AT(most_out)},
    {"highest_priority", NULL, NULL, STATISTIC_COUNT, AT(highest)},
    {"priorities", "prio.", NULL, STATISTIC_COUNT, AT(priorities)},
    {"our_game", "ours", NULL, STATISTIC_TEXT, AT(ours)},
    {"our_vertices", NULL, NULL, STATISTIC_COUNT, AT(our_vertices)},
    {NULL, "size", NULL, STATISTIC_RATE, AT(rough[2])},
    {"our_edges", NULL, NULL, STATISTIC_COUNT, AT(our_edges)},
    {NULL, "edges", NULL, STATISTIC_RATE, AT(rough[3])},
};

/* `ours` is how the name of such a game of ours begins, if there is one. */
#define GAME(name, v, e, average, most, high, count, kind)                                                   \
    {                                                                                                        \
        name, v, e, average, 1, most, high, count, kind, STATISTIC_ABSENT, STATISTIC_ABSENT, {               \
            v, e, -1, -1                                                                                     \
        }                                                                                                    \
    }

static const struct line games[] = {
    GAME("cabp8", 82434, 231945, 2.81, 27, 2, 3, NULL),
    GAME("ctlsbc8", 82968, 107716, 1.30, 2, 3, 4, NULL),
    GAME("elev7f", 861780, 1431610, 1.66, 8, 2, 3, NULL),
    GAME("elev7u", 876780, 2484252, 2.83, 8, 2, 3, NULL),
    GAME("flctl7", 49830, 122701, 2.46, 194, 1, 2, NULL),
    GAME("hanoi12", 531443, 1594321, 3.00, 3, 1, 2, "hanoi("),
    GAME("lifti4l", 134162, 372852, 2.78, 7, 4, 4, NULL),
    GAME("nester5", 62707, 82920, 1.32, 2, 981, 16, NULL),
    GAME("pdlbc8", 228787, 457571, 2.00, 1871, 1, 2, NULL),
    GAME("swp8_1i", 147458, 406665, 2.76, 25, 2, 3, NULL),
    GAME("swp4_2r", 869569, 3200129, 3.68, 13, 2, 2, NULL),
    GAME("abpswp4_1", 827137, 2550529, 3.08, 18, 2, 2, NULL),
    GAME("jurdz5_10", 170, 429, 2.52, 7, 11, 12, "jurd("),
    GAME("prop50_1k", 50003, 100002, 2.00, 50, 4, 5, "prop("),
    GAME("tprop21", 4194305, 8388607, 2.00, 3, 2, 3, "tprop("),
};

/* The first game of the table that is of this kind. */
static void take(const struct record_table *table, struct line *line) {
    const char *kind = line->ours;
    line->ours = NULL;
    for (uint64_t row = 0; kind != NULL && row < table->row_count; row++) {
        const char *name = record_value(table, row, "game");
        int vertices = record_column_of(table, "vertices"), edges = record_column_of(table, "edges");
        if (name != NULL && strncmp(name, kind, strlen(kind)) == 0 && vertices >= 0 && edges >= 0) {
            const struct record_cell *cells = table->rows[row];
            line->ours = name;
            line->our_vertices = cells[vertices].value != NULL ? cells[vertices].count : STATISTIC_ABSENT;
            line->our_edges = cells[edges].value != NULL ? cells[edges].count : STATISTIC_ABSENT;
            line->rough[2] = cells[vertices].value != NULL ? cells[vertices].number : -1;
            line->rough[3] = cells[edges].value != NULL ? cells[edges].number : -1;
            return;
        }
    }
}

int comparison_measures(struct bench *bench, const struct record *record) {
    static const char *const sources[] = {"spm-queues", "spm-kernels", "spm-together", "spm-shortcuts",
                                          "spm-orders-cpu"};
    static const struct bench_table shown = {
        "measures",
        "Games for small progress measures (Bootsma 2013, Table 8.1): average and maximal out-degree, how "
        "many\n"
        "priorities. ours: the game of the same kind in the tables of heddle bench parity; formulas on our\n"
        "own networks stand for the others. How long they took is published in figures alone.",
        columns, LENGTH(columns)};
    const struct record_table *source = NULL;
    for (unsigned i = 0; i < LENGTH(sources) && source == NULL; i++) {
        source = record_find(record, "parity", sources[i]);
    }
    if (source == NULL) {
        return 0;
    }
    if (bench_begin(bench, &shown) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LENGTH(games); i++) {
        struct line line = games[i];
        take(source, &line);
        if (bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}
