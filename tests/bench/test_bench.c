/* heddle bench on the CPU: counts are right, tables are whole in every form. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ring_core.h"
#include "hashtable/table.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Runs a part with JSON, and with CSV to the file. */
static json_t *bench(const char *name, const char *part, const char *csv) {
    json_t *object = command_json_of(0, NULL, "bench", name, "--quick", "--json", "--device=cpu", "--only",
                                     part, "--csv", csv);
    return object;
}

/* The cell after this one in a line of CSV, or NULL; commas between quotes do not end a cell. */
static const char *next_cell(const char *cell) {
    for (int quoted = 0; *cell != '\n'; cell++) {
        quoted ^= *cell == '"';
        if (*cell == ',' && !quoted) {
            return cell + 1;
        }
    }
    return NULL;
}

struct rows {
    unsigned count, exact;
};

/* Counts the rows of tables in CSV, each after a heading, which has as many cells as the rows. No row may say
 * that it is not exact. */
static struct rows read_csv(const char *text) {
    struct rows rows = {0};
    unsigned width = 0, exact = 0; /* the number of cells in the heading, and of those up to "exact" */
    for (const char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        const char *cell = line;
        unsigned cells = 0, is_heading = width == 0;
        if (line == end) { /* a heading follows */
            width = 0;
            exact = 0;
            continue;
        }
        for (; cell != NULL; cell = next_cell(cell)) {
            cells++;
            if (is_heading && strncmp(cell, "exact", 5) == 0) {
                exact = cells;
            }
            if (!is_heading && cells == exact) {
                CU_ASSERT_NOT_EQUAL(strncmp(cell, "no", 2), 0);
                rows.exact += strncmp(cell, "yes", 3) == 0;
            }
        }
        CU_ASSERT(is_heading || cells == width);
        width = cells;
        rows.count += !is_heading;
    }
    return rows;
}

/* Reads tables that must have `rows` rows, `exact` of which say that they are exact. The caller frees them.
 */
static char *read_tables(const char *path, unsigned rows, unsigned exact) {
    char *text = process_read_file(path, NULL);
    struct rows found = read_csv(text);
    CU_ASSERT_EQUAL(found.count, rows);
    CU_ASSERT_EQUAL(found.exact, exact);
    return text;
}

/*
 * Runs a part: its tables must have `rows` rows, `exact` of which say that they are exact. They fit a
 * terminal, and no line ends in spaces. The caller frees the CSV.
 */
static char *run_part(const char *name, const char *part, unsigned rows, unsigned exact) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "bench", name, "--quick", "--device=cpu", "--only", part, "--csv",
                command_path("part.csv", path));
    command_expect(&process, 0, NULL);
    for (const char *line = process.out, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        CU_ASSERT(end - line <= 110);
        CU_ASSERT(end == line || end[-1] != ' ');
    }
    process_free(&process);
    return read_tables(path, rows, exact);
}

static void expect_rows(const char *name, const char *part, unsigned rows, unsigned exact) {
    free(run_part(name, part, rows, exact));
}

static void test_explore(void) {
    expect_rows("explore", "ring", 9, 9);
    expect_rows("explore", "gas_station", 6, 6);
    expect_rows("explore", "counters", 3, 3);
    expect_rows("explore", "deep", 3, 3);
    expect_rows("explore", "vectors", 6, 6);
    expect_rows("explore", "shared", 6, 6);
    expect_rows("explore", "prism", 6, 6);
    char *text = run_part("explore", "layouts", 9, 9);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ",\"two words, forced\",")); /* one cell */
    free(text);
}

/* The hand-coded successors, searched with the simplest of searches. */
static void check_ring(uint32_t nodes, uint64_t states, uint64_t transitions) {
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    table *table = table_create(&memory, 1, 16, 2 * states, 0, &error);
    uint64_t *queue = malloc((states + 1) * sizeof *queue), end = 1, low = ring_low(nodes), fired = 0;
    struct table_view view = table_view_of(table);
    queue[0] = TABLE_USED | RING_INITIAL;
    table_put(&view, queue, 1, table_hash_1(queue[0]), NULL);
    for (uint64_t i = 0; i < end && end <= states; i++) {
        uint64_t state = queue[i] & ~TABLE_USED, moves = ring_moves_alone(state, low);
        uint64_t successor = ring_after_pass(state, low, 3 * nodes);
        for (; successor != 0 || moves != 0; successor = 0) {
            if (successor == 0) {
                successor = state + (moves & (0 - moves));
                moves &= moves - 1;
            }
            uint64_t key = successor | TABLE_USED;
            fired++;
            if (end <= states && table_put(&view, &key, 1, table_hash_1(key), NULL) == TABLE_NEW) {
                queue[end++] = key;
            }
        }
    }
    CU_ASSERT_EQUAL(end, states);
    CU_ASSERT_EQUAL(fired, transitions);
    free(queue);
    table_free(table);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_ring(void) {
    check_ring(2, 12, 16);
    check_ring(3, 54, 108);
    check_ring(5, 810, 2700);
    check_ring(8, 34992, 186624);
}

static void test_buckets(void) {
    expect_rows("hashtable", "buckets", 12, 12);
}

static void test_graph(void) {
    expect_rows("graph", "ring", 3, 3);
}

/* Exact: the formulas hold. */
static void test_games(void) {
    expect_rows("games", "formulas", 6, 6);
}

/* Every algorithm finds the same components. */
static void test_scc(void) {
    expect_rows("scc", "published", 16, 16);
    expect_rows("scc", "meshes", 12, 12);
    expect_rows("scc", "power_law", 4, 4);
    expect_rows("scc", "shapes", 10, 10);
    expect_rows("scc", "states", 12, 12);
    expect_rows("scc", "options", 8, 8);
}

static void test_mec(void) {
    expect_rows("mec", "networks", 5, 5);
    expect_rows("mec", "options", 5, 5);
    expect_rows("mec", "graphs", 19, 19);
    expect_rows("mec", "prism", 10, 10);
}

/* Every solution is verified, and every solver finds the same winners. Rows of conclusions are not exact. */
static void test_parity(void) {
    expect_rows("parity", "games", 33, 33);
    expect_rows("parity", "large", 10, 10);
    expect_rows("parity", "spm-together", 17 + 6, 17);
    expect_rows("parity", "spm-shortcuts", 17 + 10, 17);
    expect_rows("parity", "spm-orders", 17 + 12, 17);
}

/* Cells have times and lifts; on the CPU, statements about a GPU are not measured. */
static void test_parity_cells(void) {
    char path[PATH_BYTES];
    json_t *object = bench("parity", "spm-queues", command_path("cells.csv", path)), *row;
    const json_t *tables = json_object_get(object, "tables");
    const json_t *cells = json_array_get(tables, 0), *conclusions = json_array_get(tables, 1);
    size_t i;
    free(read_tables(path, 17 + 6, 17));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(conclusions, "name")), "conclusions");
    json_array_foreach(json_object_get(cells, "rows"), i, row) {
        CU_ASSERT(json_number_value(json_object_get(row, "fifo_one_ms")) > 0);
        CU_ASSERT(json_integer_value(json_object_get(row, "fifo_one_lifts")) > 0);
        CU_ASSERT(json_number_value(json_object_get(row, "fifo_one_lifts_per_second")) > 0);
        CU_ASSERT_PTR_NULL(json_object_get(row, "fifo_one_outcome"));
    }
    json_array_foreach(json_object_get(conclusions, "rows"), i, row) {
        const char *holds = json_string_value(json_object_get(row, "holds"));
        CU_ASSERT(strcmp(holds, "yes") == 0 || strcmp(holds, "no") == 0);
        CU_ASSERT_EQUAL(json_integer_value(json_object_get(row, "solved_by_both")), 17);
    }
    json_decref(object);
    object = bench("parity", "spm-kernels", path);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "tables")), 0); /* without a GPU */
    json_decref(object);
}

static void test_cpu(void) {
    expect_rows("cpu", "search", 3, 3);
    expect_rows("cpu", "aut", parallel_processors() > 1 ? 4 : 3, 0);
}

void suite_bench(void) {
    command_suite("heddle bench", "searches find what they must", test_explore,
                  "graphs have the edges that they must", test_graph, "games of formulas", test_games,
                  "hand-coded successors of the ring", test_ring, "bucket sizes", test_buckets,
                  "strongly connected components", test_scc, "end components", test_mec,
                  "solvers of parity games", test_parity, "times, lifts and conclusions", test_parity_cells,
                  "memory and the search on the CPU", test_cpu, NULL);
}
