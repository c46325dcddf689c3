/*
 * Reading and writing parity games: contents of files, errors and their places, ids of every kind,
 * and thousands of random games that are the same after they were written and read.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/formats/game_read.h"
#include "frontend/formats/game_write.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/process.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 200u
#else
#define DEFAULT_CASES 1500u
#endif
#define MOST_VERTICES 200u

static int read_with(const char *text, struct game_read_options options, struct game_store *store) {
    memset(&place.error, 0, sizeof place.error);
    return game_read(test_folder_write(&place.folder, "x.pg", text), &options, &place.run, store,
                     &place.error);
}

/*
 * The game as text: its start, and for each vertex, apart by "|", ID:PRIORITY:OWNER{SUCCESSORS}NAME, where
 * successors are vertex numbers.
 */
static const char *shown(const struct game_store *store) {
    static char text[4096];
    const struct game *game = &store->game;
    snprintf(text, sizeof text, "%u", game->start);
    for (uint64_t v = 0; v < game->vertices; v++) {
        text_append(text, sizeof text, "|%llu:%u:%u{", (unsigned long long)game_store_id(store, v),
                    game->priority[v], game->owner[v]);
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            text_append(text, sizeof text, "%s%u", edge > game->offsets[v] ? "," : "", game->targets[edge]);
        }
        const char *name = store->names != NULL && store->names[v] != NULL ? store->names[v] : "";
        text_append(text, sizeof text, "}%s", name);
    }
    return text;
}

static void reads_with(const char *text, struct game_read_options options, const char *expected) {
    struct game_store store;
    int result = read_with(text, options, &store);
    CU_ASSERT_EQUAL(result, 0);
    if (result != 0) {
        char message[2048];
        printf("\n  %s: %s\n", text, error_describe(&place.error, message, sizeof message));
        return;
    }
    const char *found = shown(&store);
    CU_ASSERT_STRING_EQUAL(found, expected);
    if (strcmp(found, expected) != 0) {
        printf("\n  expected: %s\n  found:    %s\n", expected, found);
    }
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void reads(const char *text, const char *expected) {
    reads_with(text, (struct game_read_options){0}, expected);
}

static void rejects_with(const char *text, struct game_read_options options, uint64_t line, uint64_t column,
                         const char *message) {
    struct game_store store;
    int result = read_with(text, options, &store);
    CU_ASSERT_EQUAL(result, -1);
    if (result == 0) {
        printf("\n  accepted: %s\n", text);
        game_store_free(&store);
        return;
    }
    place_expect_error(text, (struct source_position){place.folder.file, line, column}, ERROR_INPUT, message);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void rejects(const char *text, uint64_t line, uint64_t column, const char *message) {
    rejects_with(text, (struct game_read_options){0}, line, column, message);
}

static void test_accepted(void) {
    reads("parity 1;\n0 2 0 1,0;\n1 1 1 0;\n", "0|0:2:0{1,0}|1:1:1{0}");
    reads("0 2 0 0;", "0|0:2:0{0}");
    /* The size in the header is ignored. */
    reads("parity 99999999999;\n0 2 0 0;", "0|0:2:0{0}");
    reads("parity 0;0 2 0 1;1 0 1 1;", "0|0:2:0{1}|1:0:1{1}");
    reads("start 1;0 2 0 1;1 0 1 1;", "1|0:2:0{1}|1:0:1{1}");
    reads("parity 7;\nstart 7;\n5 0 0 7;\n7 3 1 5,7;\n", "1|5:0:0{1}|7:3:1{0,1}");
    /* Blanks, empty lines and line ends of all kinds; a byte order mark at the beginning. */
    reads("\xef\xbb\xbf\r\n\r\nparity\t1 ;\r\n 0\t2\n0\n1 ,\n0\n;1 1 1 0 \"a\"\r\n;\r\n\r\n",
          "0|0:2:0{1,0}|1:1:1{0}a");
    reads("0 0 0 1;1 0 0 0 ;", "0|0:0:0{1}|1:0:0{0}");
    /* Names keep their bytes, even those that look like the rest of a statement. */
    reads("0 0 0 0 \"X = 1; (s\\0), \xff\";1 0 0 0 \"\";2 0 0 0;",
          "0|0:0:0{0}X = 1; (s\\0), \xff|1:0:0{0}|2:0:0{0}");
    /* Targets several times stay. */
    reads("0 0 0 1,1,0,1;1 1 1 1;", "0|0:0:0{1,1,0,1}|1:1:1{1}");
    reads("0 2147483647 0 0;", "0|0:2147483647:0{0}");
}

static void test_ids(void) {
    /* In any order, with gaps: vertices are numbered by ascending ids, the lowest is where it starts. */
    reads("3 3 0 1;1 1 1 2;2 2 0 3;", "0|1:1:1{1}|2:2:0{2}|3:3:0{0}");
    reads("2 2 0 0,1;0 0 1 2;1 1 1 2;", "0|0:0:1{2}|1:1:1{2}|2:2:0{0,1}");
    reads("start 9;9 9 1 4 \"nine\";4 4 0 9 \"four\";", "1|4:4:0{1}four|9:9:1{0}nine");
    reads("18446744073709551614 1 0 5;5 2 1 18446744073709551614,5;",
          "0|5:2:1{1,0}|18446744073709551614:1:0{0}");
    reads("70000 1 0 65536;65536 2 1 70000;3 3 0 3;", "0|3:3:0{0}|65536:2:1{2}|70000:1:0{1}");
    reads("4294967296 1 0 1;1 0 1 4294967296;0 0 0 0;", "0|0:0:0{0}|1:0:1{2}|4294967296:1:0{1}");
    rejects("0 0 0 0;1 0 0 0;0 1 1 0;", 1, 17, "vertex 0 is there twice");
    rejects("0 0 0 0;\n 0 0 0 0;\n0 0 0 0;", 2, 2, "vertex 0 is there twice");
    rejects("5 0 0 5;\n9 0 0 5;\n9 0 0 5;\n5 0 0 9;", 3, 1, "vertex 9 is there twice");
    rejects("0 0 0 0;\n1 0 0 0,2;\n3 0 0 4;", 2, 1, "vertex 1 has the successor 2, which is no vertex");
    rejects("0 0 0 1;", 1, 1, "vertex 0 has the successor 1, which is no vertex");
    rejects("1000000000000 0 0 5;", 1, 1, "successor 5, which is no vertex");
    rejects("1000000000000 0 0 1000000000000;7 0 0 8;", 1, 33, "successor 8, which is no vertex");
    rejects("parity 3;\nstart 2;\n0 0 0 0;", 2, 7, "the game starts from 2, which is no vertex");
    rejects("18446744073709551615 0 0 0;", 1, 1, "this number is too large");
    rejects("0 0 0 99999999999999999999999;", 1, 7, "this number is too large");
}

static void test_rejected(void) {
    rejects("", 1, 1, "expected 'parity' or a vertex, found the end of the file");
    rejects("parity 0;\n", 2, 1, "expected a vertex, found the end of the file");
    rejects("parity;\n", 1, 7, "expected a number, found ';'");
    rejects("parity1;\n", 1, 1, "expected 'parity' or a vertex, found 'p'");
    rejects("start 0;\nparity 1;\n0 0 0 0;", 2, 1, "expected a vertex, found 'p'");
    rejects("des (0,1,1)\n", 0, 0,
            "this is a graph (.aut), not a parity game: `heddle info` and `heddle explore` read it");
    rejects("@type: MDP\n", 0, 0, "this is a Markov model (.drn), not a parity game");
    rejects("parity x;\n", 1, 8, "expected a number, found 'x'");
    rejects("parity 1\n0 0 0 0;", 2, 1, "expected ';' after the number, found '0'");
    rejects("\n paritysol 1;\n0 0;", 2, 2, "this is the solution of a game, and not the game");
    rejects("start -1;", 1, 7, "expected the vertex to start from, found '-'");
    rejects("0 0 0 0", 1, 8, "expected ';' after the successors, found the end of the file");
    rejects("0 0 0 0\n", 2, 1, "expected ';' after the successors, found the end of the file");
    rejects("0 0 0 0,;", 1, 9, "expected a successor, found ';'");
    rejects("0 0 0 0 1;", 1, 9, "expected ';' after the successors, found '1'");
    rejects("0 0 2 0;", 1, 5, "an owner is 0 (Even) or 1 (Odd)");
    rejects("0 -1 0 0;", 1, 3, "expected a priority, found '-'");
    rejects("0 2147483648 0 0;", 1, 3, "priorities are at most 2147483647");
    rejects("0 0;", 1, 4, "expected an owner, found ';'");
    rejects("0 0 0 0 \"a;\n\";", 1, 9, "this quote is not closed");
    rejects("0 0 0 0 \"a\" \"b\";", 1, 13, "expected ';' after the successors, found '\"'");
    rejects("0 0 0 0;\nparity 1;\n", 2, 1, "expected a vertex, found 'p'");
    rejects("0 0 0 0;\n1 0 1;\n", 2, 1, "vertex 1 has no successors");
    rejects("0 0 0 0;\n1 0 1 \"dead\";\n", 2, 1, "vertex 1 has no successors");
    rejects("\x7f", 1, 1, "expected 'parity' or a vertex, found the byte 0x7f");
}

static void test_options(void) {
    struct game_read_options min = {.min = 1}, dead = {.dead_loses = 1}, both = {.min = 1, .dead_loses = 1},
                             to_min = {.to_min = 1};
    reads_with("0 0 0 0;1 1 1 1;2 5 0 2;", min, "0|0:6:0{0}|1:5:1{1}|2:1:0{2}");
    reads_with("0 0 0 0;1 4 1 1;", min, "0|0:4:0{0}|1:0:1{1}");
    reads_with("0 2147483646 0 0;1 0 1 1;", min, "0|0:0:0{0}|1:2147483646:1{1}");
    rejects_with("0 2147483647 0 0;", min, 1, 3, "priorities are at most 2147483646");
    rejects_with("0 2147483647 0 0;", to_min, 1, 3, "priorities are at most 2147483646");
    reads_with("0 2147483646 0 0;", to_min, "0|0:2147483646:0{0}");
    reads_with("0 0 0 1,2;1 4 0;2 4 1 \"end\";", dead, "0|0:0:0{1,2}|1:1:0{1}|2:0:1{2}end");
    /* The same players lose where the least priority decides. */
    reads_with("0 0 0 1,2;1 4 0;2 4 1;", both, "0|0:4:0{1,2}|1:1:0{1}|2:0:1{2}");
}

/* Min-parity from the definition: priorities p and (even) - p have the same winners in opposite orders. */
static void test_min(void) {
    uint64_t wrong = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct random_game random_game;
        struct game_store store;
        uint8_t expected[16], winner[16];
        struct game_read_options options = {.min = 1};
        random_game_make(seed, 14, &random_game);
        for (uint64_t v = 0; v < random_game.game.vertices; v++) {
            random_game.priority[v] %= 1000;
        }
        oracle_game(&random_game.game, expected);
        for (uint64_t v = 0; v < random_game.game.vertices; v++) {
            random_game.priority[v] = 1000 - random_game.priority[v];
        }
        random_game_tell(&random_game.game, test_folder_path(&place.folder, "min.pg"));
        CU_ASSERT_EQUAL_FATAL(
            game_read(test_folder_path(&place.folder, "min.pg"), &options, &place.run, &store, &place.error),
            0);
        oracle_game(&store.game, winner);
        wrong += memcmp(winner, expected, store.game.vertices) != 0;
        game_store_free(&store);
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* --- written and read --- */

/* Numbers for the vertices, ascending: without gaps, with few, or with many. */
static uint64_t *make_ids(uint64_t vertices, uint64_t *random) {
    uint64_t *ids = memory_allocate_array(&place.memory, vertices, sizeof *ids);
    static const uint64_t gaps[] = {1, 3, 100, 70000, (uint64_t)1 << 48};
    uint64_t id = 0, gap = gaps[random_next(random) % 5];
    CU_ASSERT_PTR_NOT_NULL_FATAL(ids);
    for (uint64_t v = 0; v < vertices; v++) {
        id += v == 0 ? random_next(random) % gap : 1 + random_next(random) % gap;
        ids[v] = id;
    }
    return ids;
}

/* Names of some vertices, all in one text. */
static void make_names(struct game_store *store, uint64_t *random) {
    uint64_t n = store->game.vertices;
    store->name_bytes = 8 * n;
    store->name_text = memory_allocate_zeroed(&place.memory, store->name_bytes);
    store->names = memory_allocate_zeroed(&place.memory, n * sizeof *store->names);
    CU_ASSERT_FATAL(store->name_text != NULL && store->names != NULL);
    for (uint64_t v = 0; v < n; v++) {
        if (random_next(random) % 3 != 0) {
            store->names[v] = store->name_text + 8 * v;
            snprintf(store->names[v], 8, "<%u;>", (unsigned)(random_next(random) % 1000));
        }
    }
}

static void copy_game(const struct game *game, struct game_store *store) {
    CU_ASSERT_EQUAL_FATAL(game_store_create(store, game->vertices, game->edges, &place.memory, &place.error),
                          0);
    memcpy(store->offsets, game->offsets, (game->vertices + 1) * sizeof *store->offsets);
    memcpy(store->targets, game->targets, game->edges * sizeof *store->targets);
    memcpy(store->owner, game->owner, game->vertices * sizeof *store->owner);
    memcpy(store->priority, game->priority, game->vertices * sizeof *store->priority);
    store->game.edges = game->edges;
    store->game.start = game->start;
}

static int same_games(const struct game_store *one, const struct game_store *other) {
    const struct game *a = &one->game, *b = &other->game;
    if (a->vertices != b->vertices || a->edges != b->edges || a->start != b->start ||
        memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) != 0 ||
        memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) != 0 ||
        memcmp(a->owner, b->owner, a->vertices) != 0 ||
        memcmp(a->priority, b->priority, a->vertices * sizeof *a->priority) != 0) {
        return 0;
    }
    for (uint64_t v = 0; v < a->vertices; v++) {
        const char *name = one->names != NULL ? one->names[v] : NULL;
        const char *again = other->names != NULL ? other->names[v] : NULL;
        if (game_store_id(one, v) != game_store_id(other, v) || (name == NULL) != (again == NULL) ||
            (name != NULL && strcmp(name, again) != 0)) {
            return 0;
        }
    }
    return 1;
}

static void test_written(void) {
    static const char *const names[] = {"a.pg", "a.gm", "a.pg.gz", "a.pg.zst"};
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261), mismatches = 0;
    for (uint64_t i = 0; i < cases && mismatches < 10; i++) {
        struct random_game random_game;
        struct game_store store, again;
        struct game_read_options options = {0};
        uint64_t random = seed + i;
        char path[512];
        random_game_make(seed + i, MOST_VERTICES, &random_game);
        copy_game(&random_game.game, &store);
        if (random_next(&random) % 2) {
            store.ids = make_ids(store.game.vertices, &random);
        }
        if (random_next(&random) % 2) {
            make_names(&store, &random);
        }
        snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, names[i % 4]));
        CU_ASSERT_EQUAL_FATAL(game_write(&store, path, &place.run, &place.error), 0);
        CU_ASSERT_EQUAL_FATAL(game_read(path, &options, &place.run, &again, &place.error), 0);
        if (!same_games(&store, &again)) {
            mismatches++;
            fprintf(stderr, "seed %llu: another game is read than was written\n",
                    (unsigned long long)(seed + i));
        }
        game_store_free(&again);
        game_store_free(&store);
        random_game_free(&random_game);
        CU_ASSERT_EQUAL_FATAL(memory_used(&place.memory), 0);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
}

static void writes(const char *path, const char *expected) {
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
}

static void test_texts(void) {
    struct game_store store;
    char path[512];
    uint8_t winner[] = {1, 0};
    uint32_t strategy[] = {SOLUTION_NONE, 0};
    struct solution solution = {winner, strategy};
    const char *text = "parity 7;\nstart 7;\n5 0 0 7;\n7 3 1 5,7 \"a\";\n";
    CU_ASSERT_EQUAL_FATAL(read_with(text, (struct game_read_options){0}, &store), 0);
    snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, "text"));
    CU_ASSERT_EQUAL(game_write(&store, path, &place.run, &place.error), 0);
    writes(path, text);
    CU_ASSERT_EQUAL(solution_write(&store, &solution, path, &place.run, &place.error), 0);
    writes(path, "paritysol 7;\n5 1;\n7 0 5;\n");
    CU_ASSERT_EQUAL(game_write(&store, "/nowhere/at/all", &place.run, &place.error), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    static const int stop = 1;
    place.run.stop = &stop;
    CU_ASSERT_EQUAL(game_write(&store, path, &place.run, &place.error), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(solution_write(&store, &solution, path, &place.run, &place.error), -1);
    place.run.stop = NULL;
    writes(path, "paritysol 7;\n5 1;\n7 0 5;\n"); /* the old content stays */
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* --- limits --- */

/* With any memory limit, the result is a game or an error, and nothing stays allocated. */
static void test_memory(void) {
    struct game_store store;
    struct game_read_options options = {.dead_loses = 1};
    char path[512];
    uint64_t failures = 0;
    snprintf(path, sizeof path, "%s",
             test_folder_write(&place.folder, "m.pg", "9 0 0 70,9 \"a\";70 1 1 9 \"b\";12 1 0;4 0 0 4,9;"));
    memory_init(&place.memory, UINT64_MAX);
    CU_ASSERT_EQUAL_FATAL(game_read(path, &options, &place.run, &store, &place.error), 0);
    game_store_free(&store);
    uint64_t most = memory_peak(&place.memory);
    for (uint64_t limit = most - 2000; limit <= most; limit++) {
        memory_init(&place.memory, limit);
        if (game_read(path, &options, &place.run, &store, &place.error) != 0) {
            failures++;
            CU_ASSERT_EQUAL(place.error.code, ERROR_MEMORY);
        } else {
            CU_ASSERT_STRING_EQUAL(shown(&store), "0|4:0:0{0,1}|9:0:0{3,1}a|12:1:0{2}|70:1:1{1}b");
            game_store_free(&store);
        }
        CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
    }
    CU_ASSERT_EQUAL(failures, 2000);
    memory_init(&place.memory, (uint64_t)1 << 30);
}

static void test_interrupted(void) {
    static const int stop = 1;
    struct game_store store;
    place.run.stop = &stop;
    CU_ASSERT_EQUAL(read_with("0 0 0 0;", (struct game_read_options){0}, &store), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    place.run.stop = NULL;
    CU_ASSERT_EQUAL(
        game_read("/nowhere.pg", &(struct game_read_options){0}, &place.run, &store, &place.error), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

void suite_game_read(void) {
    suite_add("reading and writing games", workplace_open, workplace_close, "what is accepted", test_accepted,
              "ids", test_ids, "what is rejected", test_rejected, "options", test_options, "min-parity",
              test_min, "written and read", test_written, "texts", test_texts, "memory", test_memory,
              "interruption", test_interrupted, NULL);
}
