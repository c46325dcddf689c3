/*
 * AUT files in pieces, on several threads, beside reading them line by line: the same LTS, or the same
 * message. The files are random, many of them damaged.
 */
#include "base/array.h"
#include "frontend/formats/aut_reader.h"
#include "tests/support/aut_reading.h"
#include "tests/support/testing.h"

/* --- random files --- */

static const char *const texts[] = {"i",           "tau",          "a",    "b !1",
                                    "c(1,2)",      "d\"e\", f",    "g; h", "rate 2",
                                    "prob 0.5",    "x; prob 0.25", "'q'",  "",
                                    "f(1,2)(3,4)", "a) (1,b",      "\"",   "\xe2\x80\x98u\xe2\x80\x99"};
#define TAME 5u /* the first ones do no harm without quotes */

/* What stands in the place of a transition now and then. */
static const char *const wrong_lines[] = {"# a comment",
                                          "(0,a,0) // more",
                                          "(* none",
                                          "(0;a,0)",
                                          "(0,a,99999999999999999999999)",
                                          "(0,\"a,0)",
                                          "(0,\"a\", 0) (0,\"b\",0)",
                                          "(0,\"a\"b,0)",
                                          "(0,,0)",
                                          "(12345678901,a,0)",
                                          "(00000000000000000,a,0)",
                                          "(",
                                          "()",
                                          "(0)",
                                          "(0,a)",
                                          "(0,a,0",
                                          "0,a,0)",
                                          "(0,a,0 0.5)",
                                          "(0,a,0 1 0)",
                                          "(0,a,)",
                                          "x",
                                          "des (0,0,1)"};

struct file {
    uint64_t random;
    uint32_t states, count, labels, blanks, distributions, errors;
    int grouped;
    char *text;
    size_t size;
};

static const char *some_blanks(struct file *file) {
    static const char *const some[] = {" ", "\t", "  ", " \t\v", "\f"};
    return random_draw(&file->random, 100) < file->blanks ? some[random_draw(&file->random, 5)] : "";
}

static void put_transition(struct file *file, FILE *stream, uint32_t number) {
    uint64_t *random = &file->random;
    char many[16], target[40];
    uint32_t from = file->grouped ? (uint32_t)((uint64_t)number * file->states / file->count)
                                  : random_draw(random, file->states);
    const char *label = many, *quote = random_draw(random, 2) ? "\"" : "";
    if (file->labels > LENGTH(texts)) {
        snprintf(many, sizeof many, "l%u", random_draw(random, file->labels));
    } else {
        label = texts[random_draw(random, file->labels)];
    }
    snprintf(target, sizeof target, "%u", random_draw(random, file->states));
    if (random_draw(random, 1000) < file->distributions) {
        snprintf(target, sizeof target, "%u 1/4 %u", random_draw(random, file->states),
                 random_draw(random, file->states));
    }
    fprintf(stream, "%s(%s%u", some_blanks(file), some_blanks(file), from);
    fprintf(stream, "%s,%s%s%s%s", some_blanks(file), some_blanks(file), quote, label, quote);
    fprintf(stream, "%s,%s%s", some_blanks(file), some_blanks(file), target);
    fprintf(stream, "%s)%s", some_blanks(file), some_blanks(file));
}

static uint32_t one_of(struct file *file, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t numbers[] = {a, b, c, d};
    return numbers[random_draw(&file->random, 4)];
}

/* Changes some bytes of the file: other bytes, fewer, more, or no end. */
static void damage(struct file *file) {
    static const char bytes[] = "\0\n(),\"x 01\r";
    for (uint32_t times = random_draw(&file->random, 3); times > 0 && file->size > 0; times--) {
        uint32_t at = random_draw(&file->random, (uint32_t)file->size);
        switch (random_draw(&file->random, 4)) {
        case 0:
            file->text[at] = (char)random_draw(&file->random, 256);
            break;
        case 1:
            file->text[at] = bytes[random_draw(&file->random, sizeof bytes - 1)];
            break;
        case 2:
            memmove(file->text + at, file->text + at + 1, --file->size - at);
            break;
        default:
            file->size = at;
        }
    }
}

/* A random file; few are damaged in more than one way. The caller frees its text. */
static struct file draw_file(uint64_t seed) {
    struct file file = {.random = seed * 6271};
    uint64_t *random = &file.random;
    file.states = one_of(&file, 1, 3, 40, 3000);
    file.count = one_of(&file, random_draw(random, 4), 30, 100, 400);
    file.labels = one_of(&file, 3, TAME, LENGTH(texts), 300);
    file.blanks = one_of(&file, 0, 0, 3, 30);
    file.distributions = one_of(&file, 0, 0, 5, 300);
    file.errors = one_of(&file, 0, 0, 0, 10);
    file.grouped = random_draw(random, 3) > 0;
    const char *end = random_draw(random, 4) ? "\n" : "\r\n";
    uint32_t said = file.count + (random_draw(random, 12) ? 0 : random_draw(random, 5)) -
                    (file.count > 2 && random_draw(random, 12) == 0 ? 2 : 0);
    FILE *stream = open_memstream(&file.text, &file.size);
    fprintf(stream, "des (%s%u, %u, %u)%s", random_draw(random, 20) ? "" : "0 0.5 ",
            random_draw(random, file.states), said, file.states, end);
    for (uint32_t i = 0; i < file.count; i++) {
        if (random_draw(random, 1000) < file.errors) {
            fputs(wrong_lines[random_draw(random, LENGTH(wrong_lines))], stream);
        } else {
            put_transition(&file, stream, i);
        }
        fputs(i + 1 < file.count || random_draw(random, 2) ? end : "", stream);
        fputs(random_draw(random, 50) ? "" : end, stream);
    }
    fclose(stream);
    if (random_draw(random, 4) == 0) {
        damage(&file);
    }
    return file;
}

/* --- comparing --- */

/* What reading gave: the numbers of an LTS and its labels as bytes, or the message. */
struct outcome {
    char *bytes;
    size_t size;
    int read;
};

static void put_array(FILE *stream, const void *items, uint64_t count, size_t size) {
    if (items != NULL) {
        fwrite(items, size, count, stream);
    }
}

static struct outcome read_in(const char *path, uint64_t piece, unsigned threads) {
    struct outcome outcome = {0};
    FILE *stream = open_memstream(&outcome.bytes, &outcome.size);
    labels = label_table_create(&place.memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(labels);
    memset(&place.error, 0, sizeof place.error);
    place.run.threads = threads;
    struct lts *lts = aut_read_pieces(path, piece, labels, &place.run, &place.error);
    place.run.threads = 1;
    if (lts == NULL) {
        char text[2048];
        fprintf(stream, "%d %s", place.error.code, error_describe(&place.error, text, sizeof text));
    } else {
        outcome.read = 1;
        fprintf(stream, "%u %u %u %llu %u %u %d %d %s:%u:%u ", lts->states, lts->initial, lts->row_states,
                (unsigned long long)lts->moves, lts->choices, lts->weight_count, lts->distributions,
                lts->drawn_initial, lts->quotes.line == 0 ? "" : lts->quotes.text, lts->quotes.line,
                lts->quotes.column);
        put_array(stream, lts->row, (uint64_t)lts->row_states + 1, sizeof *lts->row);
        put_array(stream, lts->label, lts->moves, sizeof *lts->label);
        put_array(stream, lts->target, lts->moves, sizeof *lts->target);
        put_array(stream, lts->choice, lts->moves, sizeof *lts->choice);
        put_array(stream, lts->weight, lts->moves, sizeof *lts->weight);
        put_array(stream, lts->weights, lts->weight_count, sizeof *lts->weights);
        put_array(stream, lts->labels, lts->label_count, sizeof *lts->labels);
        for (uint32_t i = 0; i < label_count(labels); i++) {
            fwrite(label_text(labels, i), 1, label_length(labels, i) + (size_t)1, stream);
        }
    }
    fclose(stream);
    done(lts);
    return outcome;
}

static int is_same(const struct outcome *a, const struct outcome *b) {
    return a->read == b->read && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Whether the pieces give what the lines give. */
static int agrees(const char *path, const struct outcome *lines, uint64_t piece, unsigned threads) {
    struct outcome pieces = read_in(path, piece, threads);
    int same = is_same(lines, &pieces);
    if (!same) {
        printf("\n  pieces of %llu bytes, %u threads: %s", (unsigned long long)piece, threads,
               pieces.read ? "another LTS, or no message" : pieces.bytes);
        printf("\n  line by line: %s\n", lines->read ? "an LTS" : lines->bytes);
    }
    free(pieces.bytes);
    return same;
}

static void test_random(void) {
    static const unsigned threads[] = {1, 2, 3, 7};
    uint64_t cases = number_of_cases(CASES), seed = number_from_environment("HEDDLE_SEED", 1), read = 0;
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        struct file file = draw_file(seed + i);
        const char *path = in_folder("x.aut");
        put(path, file.text, file.size);
        struct outcome lines = read_in(path, 0, 1);
        read += (uint64_t)lines.read;
        for (size_t t = 0; t < LENGTH(threads) && right; t++) {
            right = agrees(path, &lines, 1 + random_draw(&file.random, t % 2 ? 80 : 3000), threads[t]);
        }
        if (!right) {
            put("/tmp/heddle-aut-failed.aut", file.text, file.size);
            printf("  seed %llu, see /tmp/heddle-aut-failed.aut\n", (unsigned long long)(seed + i));
        }
        free(lines.bytes);
        free(file.text);
    }
    CU_ASSERT(right);
    CU_ASSERT(read > cases / 4 && read < cases / 4 * 3);
}

/* --- larger files --- */

#ifdef HEDDLE_SANITIZED
#define LARGE 20000u
#else
#define LARGE 100000u
#endif

static char *large_file(uint32_t count, uint32_t states, uint32_t labels_drawn, size_t *size) {
    char *text = NULL;
    uint64_t random = count;
    FILE *stream = open_memstream(&text, size);
    fprintf(stream, "des (0, %u, %u)\n", count, states);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, "(%u, \"label %u\", %u)\n", (uint32_t)((uint64_t)i * states / count),
                random_draw(&random, labels_drawn), random_draw(&random, states));
    }
    fclose(stream);
    return text;
}

/* Reads `piece` bytes at once, and compares with the lines; all threads share what is read. */
static void compare_large(const char *text, size_t size) {
    const char *path = in_folder("x.aut");
    put(path, text, size);
    struct outcome lines = read_in(path, 0, 1);
    for (unsigned threads = 1; threads < 8; threads += 2) {
        CU_ASSERT(agrees(path, &lines, (uint64_t)256 << 10, threads));
        CU_ASSERT(agrees(path, &lines, 50000, threads));
    }
    free(lines.bytes);
}

/* Pieces come from the file, not from the first buffer alone; labels are few, or hardly ever repeated. */
static void test_large(void) {
    static const uint32_t kinds[] = {30, 5000, 10000000};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        size_t size;
        char *text = large_file(LARGE, 30000, kinds[i], &size);
        compare_large(text, size);
        text[size - 40] = '\0'; /* and an error far into the file */
        compare_large(text, size);
        compare_large(text, size - 60);
        free(text);
    }
}

/* Transitions in no order at all, of few states and of many: they are sorted by all threads. */
static void test_ungrouped(void) {
    static const uint32_t states[] = {3, 60000, 20000000};
    for (size_t i = 0; i < LENGTH(states); i++) {
        char *text = NULL;
        size_t size;
        uint64_t random = i;
        FILE *stream = open_memstream(&text, &size);
        fprintf(stream, "des (0, 150000, %u)\n", states[i]);
        for (uint32_t k = 0; k < 150000; k++) {
            fprintf(stream, "(%u, l%u, %u)\n", random_draw(&random, states[i]), random_draw(&random, 9),
                    random_draw(&random, states[i]));
        }
        fclose(stream);
        put(in_folder("x.aut"), text, size);
        struct outcome lines = read_in(in_folder("x.aut"), 0, 1);
        CU_ASSERT(lines.read);
        CU_ASSERT(agrees(in_folder("x.aut"), &lines, (uint64_t)256 << 10, 3));
        free(lines.bytes);
        free(text);
    }
}

/* A line that is longer than a piece. */
static void test_long_line(void) {
    size_t size, length = 700000, begin;
    char *text = large_file(40000, 100, 5, &size);
    text = realloc(text, size + length);
    begin = (size_t)(strchr(text + size / 2, '\n') + 1 - text);
    begin = (size_t)(strchr(text + begin, '"') + 1 - text);
    memmove(text + begin + length, text + begin, size - begin);
    memset(text + begin, 'x', length);
    compare_large(text, size + length);
    text[begin + length] = '\n';
    compare_large(text, size + length);
    free(text);
}

/* With less memory there is an LTS, or the error that there is not enough. */
static void test_memory(void) {
    size_t size;
    char *text = large_file(60000, 30000, 2000, &size);
    int refused = 0, made = 0;
    put(in_folder("x.aut"), text, size);
    for (uint64_t limit = 100000; limit < (uint64_t)100 << 20; limit += limit / 7) {
        memory_init(&place.memory, limit);
        struct outcome outcome = read_in(in_folder("x.aut"), (uint64_t)256 << 10, 3);
        CU_ASSERT(outcome.read || place.error.code == ERROR_MEMORY);
        made += outcome.read;
        refused += !outcome.read;
        free(outcome.bytes);
    }
    memory_init(&place.memory, UINT64_MAX);
    CU_ASSERT(made > 10 && refused > 10);
    free(text);
}

static int stop_at_first;

static void stop(void *context, const struct progress *progress) {
    (void)progress;
    *(int *)context = 1;
}

static void test_stop(void) {
    size_t size;
    char *text = large_file(60000, 30000, 2000, &size);
    put(in_folder("x.aut"), text, size);
    place.run.stop = &stop_at_first;
    place.run.progress = stop;
    place.run.progress_context = &stop_at_first;
    for (unsigned threads = 1; threads < 5; threads += 3) {
        stop_at_first = 0;
        struct outcome outcome = read_in(in_folder("x.aut"), 60000, threads);
        CU_ASSERT(!outcome.read);
        CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
        free(outcome.bytes);
    }
    place.run.stop = NULL;
    place.run.progress = NULL;
    free(text);
}

void suite_aut_pieces(void) {
    suite_add("aut pieces", workplace_open, workplace_close, "random files, many damaged", test_random,
              "large files", test_large, "transitions in no order", test_ungrouped, "a long line",
              test_long_line, "memory spent", test_memory, "stop", test_stop, NULL);
}
