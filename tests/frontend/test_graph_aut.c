/* Graphs written as AUT: random ones, by any number of threads, beside the bytes that must be written. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/stream/input.h"
#include "base/text/text_buffer.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 6
#else
#define CASES 15
#endif
#define LONG_LABEL 1300000u /* longer than the buffers of the writer */

static char long_label[LONG_LABEL + 1];
static const char *const texts[] = {"",        "a",        "b !1",
                                    "i",       "ii",       "send !\"x\"",
                                    "z",       "\xc3\xa4", "a long label of many words, with commas",
                                    long_label};

struct drawn {
    struct graph graph;
    uint32_t *targets, *labels, *choices;
    uint64_t *offsets;
};

/* Rows of very different lengths, some empty; edges that differ in their choice alone follow each other. */
static struct drawn draw_graph(uint64_t *random) {
    struct drawn drawn = {
        .graph = {.vertices = 1 + random_draw(random, random_draw(random, 2) ? 20 : 60000)}};
    uint64_t most = random_draw(random, 3) ? random_draw(random, 80000) : random_draw(random, 40);
    drawn.offsets = test_allocate(drawn.graph.vertices + 1, sizeof *drawn.offsets);
    drawn.targets = test_allocate(most, sizeof *drawn.targets);
    drawn.labels = test_allocate(most, sizeof *drawn.labels);
    drawn.choices = random_draw(random, 2) ? test_allocate(most, sizeof *drawn.choices) : NULL;
    uint32_t kinds = most > 40 ? LENGTH(texts) - 1 : LENGTH(texts); /* few long labels */
    uint64_t edge = 0;
    for (uint64_t vertex = 0; vertex < drawn.graph.vertices; vertex++) {
        drawn.offsets[vertex] = edge;
        uint64_t end = edge + random_draw(random, 2 * (uint32_t)(most / drawn.graph.vertices) + 2);
        for (; edge < end && edge < most; edge++) {
            int again = drawn.choices != NULL && edge > drawn.offsets[vertex] && random_draw(random, 3) == 0;
            drawn.targets[edge] = again ? drawn.targets[edge - 1] : random_draw(random, UINT32_MAX);
            drawn.labels[edge] = again ? drawn.labels[edge - 1] : random_draw(random, kinds);
        }
    }
    drawn.offsets[drawn.graph.vertices] = drawn.graph.edges = edge;
    drawn.graph.offsets = drawn.offsets;
    drawn.graph.targets = drawn.targets;
    drawn.graph.labels = drawn.labels;
    drawn.graph.choices = drawn.choices;
    drawn.graph.label_text = texts;
    drawn.graph.label_count = LENGTH(texts);
    drawn.graph.initial = random_draw(random, (uint32_t)drawn.graph.vertices);
    return drawn;
}

static void free_drawn(struct drawn *drawn) {
    free(drawn->offsets);
    free(drawn->targets);
    free(drawn->labels);
    free(drawn->choices);
}

/* The text as it must be; the caller frees it. */
static char *expected_text(const struct graph *graph, size_t *size) {
    char *text = NULL;
    uint64_t lines = 0;
    for (int pass = 0; pass < 2; pass++) {
        FILE *stream = open_memstream(&text, size);
        fprintf(stream, "des (%u, %llu, %llu)\n", graph->initial, (unsigned long long)lines,
                (unsigned long long)graph->vertices);
        lines = 0;
        for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
            for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
                const char *label = graph->label_text[graph->labels[edge]];
                const char *quote = strcmp(label, "i") == 0 ? "" : "\"";
                if (graph->choices == NULL || edge == graph->offsets[vertex] ||
                    graph->labels[edge] != graph->labels[edge - 1] ||
                    graph->targets[edge] != graph->targets[edge - 1]) {
                    fprintf(stream, "(%llu,%s%s%s,%u)\n", (unsigned long long)vertex, quote, label, quote,
                            graph->targets[edge]);
                    lines++;
                }
            }
        }
        fclose(stream);
        if (pass == 0) {
            free(text);
        }
    }
    return text;
}

/* Whether the file, unpacked, has exactly these bytes. */
static int reads_as(const char *path, const char *bytes, size_t size) {
    struct text_buffer text = {0};
    input *input = input_open(&place.run, path, &place.error);
    int same = input != NULL && input_read_text(input, &text, &place.error) == 0 && text.length == size &&
               memcmp(text.data, bytes, size) == 0;
    input_close(input);
    text_buffer_free(&place.memory, &text);
    return same;
}

static int one_graph(uint64_t seed) {
    static const unsigned threads[] = {1, 2, 3, 7};
    static const char *const names[] = {"g.aut", "g.aut", "g.aut.gz", "g.aut.zst"};
    uint64_t random = seed * 7919;
    size_t size;
    struct drawn drawn = draw_graph(&random);
    char *text = expected_text(&drawn.graph, &size);
    int right = 1;
    for (size_t i = 0; i < LENGTH(threads) && right; i++) {
        const char *name = names[random_draw(&random, LENGTH(names))];
        const char *path = test_folder_path(&place.folder, name);
        place.run.threads = threads[i];
        right = graph_write(&drawn.graph, path, FILE_AUT, &place.run, &place.error) == 0 &&
                reads_as(path, text, size) && memory_used(&place.memory) == 0;
        if (!right) {
            printf("\n  seed %llu: %s differs with %u threads: %s\n", (unsigned long long)seed, name,
                   threads[i], place.error.text);
        }
    }
    place.run.threads = 1;
    free(text);
    free_drawn(&drawn);
    return right;
}

static void test_random(void) {
    uint64_t cases = number_of_cases(CASES), seed = number_from_environment("HEDDLE_SEED", 271);
    int right = 1;
    memset(long_label, 'l', LONG_LABEL);
    for (uint64_t i = 0; i < cases && right; i++) {
        right = one_graph(seed + i);
    }
    CU_ASSERT(right);
}

/* The disk is full: an error, whoever writes. Less memory: fewer threads, or the error that there is none. */
static void test_failures(void) {
    uint64_t random = 5, *state = &random;
    struct drawn drawn = draw_graph(state);
    while (drawn.graph.edges < 50000) {
        free_drawn(&drawn);
        drawn = draw_graph(state);
    }
    int refused = 0, written = 0;
    for (uint64_t limit = 1000; limit < (uint64_t)64 << 20; limit += limit / 3) {
        memory_init(&place.memory, limit);
        place.run.threads = 3;
        const char *path = test_folder_path(&place.folder, "m.aut");
        int failed = graph_write(&drawn.graph, path, FILE_AUT, &place.run, &place.error) != 0;
        CU_ASSERT(!failed || place.error.code == ERROR_MEMORY);
        CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
        refused += failed;
        written += !failed;
        CU_ASSERT_EQUAL(graph_write(&drawn.graph, "/dev/full", FILE_AUT, &place.run, &place.error), -1);
        CU_ASSERT_EQUAL(place.error.code, failed ? ERROR_MEMORY : ERROR_IO);
    }
    CU_ASSERT(refused > 5 && written > 5);
    place.run.threads = 1;
    memory_init(&place.memory, UINT64_MAX);
    free_drawn(&drawn);
}

void suite_graph_aut(void) {
    suite_add("graph aut", workplace_open, workplace_close, "random graphs", test_random,
              "full disks and little memory", test_failures, NULL);
}
