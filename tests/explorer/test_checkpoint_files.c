/*
 * Files of checkpoints: damaged ones are refused, wherever the damage is; forged headers crash nothing; a
 * full disk costs the new checkpoint alone.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array.h"
#include "explorer/model/network.h"
#include "hashtable/intern_core.h"
#include "tests/random/random_damage.h"
#include "tests/support/backend_test.h"
#include "tests/support/place_model.h"
#include "tests/support/process.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* --- damage --- */

/* A model of 216 states, with the checkpoint of a search of it that was stopped. */
struct subject {
    struct placed_model placed;
    char folder[SEARCH_PART_PATH], path[SEARCH_PART_PATH + 64];
};

/* words: as in struct model_options. */
static void open_subject(struct subject *subject, uint32_t words) {
    struct telling telling = {0};
    const struct explore_options options = {.max_depth = 4, .keep_levels = 1};
    char sum[SHA256_DIGITS];
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject->placed,
                                            "mdp module a x:[0..5]; [] x<5 -> (x'=x+1); endmodule\n"
                                            "module b = a [x=y] endmodule module c = a [x=z] endmodule\n",
                                            ""),
                          0);
    placed_model_compile(&subject->placed, &(struct model_options){.words = words});
    empty_checkpoints(subject->folder);
    struct checkpoint checkpoint = checkpoint_in(subject->folder, &telling);
    exploration_free(explore_part(backends[0], subject->placed.model, options, &checkpoint, never_halt));
    CU_ASSERT_EQUAL(telling.written, 1);
    exploration_sum(subject->placed.model, &options, sum);
    snprintf(subject->path, sizeof subject->path, "%s/search-%.16s.checkpoint", subject->folder, sum);
}

static void close_subject(struct subject *subject) {
    empty_checkpoints(subject->folder);
    placed_model_free(&subject->placed);
}

static void write_file(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

/* Whether the search is continued: 1, 0 if the checkpoint is refused as damaged or foreign, -1 otherwise. */
static int continues(const struct subject *subject, const struct backend *backend) {
    struct telling telling = {0};
    struct checkpoint checkpoint = checkpoint_in(NULL, &telling);
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1, .checkpoint = &checkpoint};
    checkpoint.resume = subject->folder;
    struct run run = place.run;
    run.device_bytes = (uint64_t)1 << 28;
    struct exploration *found = backend->explore(subject->placed.model, &options, &run, &place.error);
    int whole = found != NULL && checkpoint.resumed != 0 && found->result.outcome == EXPLORE_DONE &&
                found->result.states == 216 && found->result.transitions == 541;
    int refused =
        found == NULL && place.error.code == ERROR_INPUT && strcmp(place.error.path, subject->path) == 0;
    exploration_free(found);
    return whole ? 1 : refused ? 0 : -1;
}

/* Damages every `step`-th byte, and cuts the file there. */
static void judge_damage(const struct backend *backend, size_t step) {
    struct subject subject;
    size_t size;
    open_subject(&subject, 0);
    char *bytes = process_read_file(subject.path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL(continues(&subject, backend), 1);
    uint64_t taken = 0;
    for (size_t i = 0; i < size; i += step) {
        char was = bytes[i];
        bytes[i] = (char)(was ^ (1 << i % 8));
        write_file(subject.path, bytes, size);
        taken += continues(&subject, backend) != 0;
        bytes[i] = was;
        write_file(subject.path, bytes, i);
        taken += continues(&subject, backend) != 0;
    }
    char *longer = test_allocate(size + 16, 1);
    memcpy(longer, bytes, size);
    for (size_t more = 1; more <= 16; more++) {
        write_file(subject.path, longer, size + more);
        taken += continues(&subject, backend) != 0;
    }
    CU_ASSERT_EQUAL(taken, 0);
    write_file(subject.path, bytes, size);
    CU_ASSERT_EQUAL(continues(&subject, backend), 1);
    free(longer);
    free(bytes);
    close_subject(&subject);
}

static void test_damage(void) {
    for (unsigned i = 0; backends[i] != NULL; i++) {
        if (backend_is_testable(backends[i])) {
            judge_damage(backends[i], backends[i]->on_device ? 41 : 1); /* 41: all bits are changed */
        }
    }
}

/* --- forged headers --- */

#ifdef HEDDLE_SANITIZED
#define FORGED 100u
#else
#define FORGED 400u
#endif
/* As many pairs as there may be, for which `place` has too little memory. */
#define FORGED_COUNT ((json_int_t)1 << INTERN_ID_BITS)

struct forgery {
    struct subject subject;
    json_t *header; /* as an array of one value */
    char *format;   /* the file, which begins with a line of so many bytes */
    size_t format_bytes, tail_bytes;
    const char *tail; /* what follows the lines of text, in the file */
    uint64_t continued, refused, mismatches;
};

static void open_forgery(struct forgery *forgery, uint32_t words) {
    size_t size;
    *forgery = (struct forgery){.header = json_array()};
    open_subject(&forgery->subject, words);
    char *bytes = process_read_file(forgery->subject.path, &size), *second = strchr(bytes, '\n') + 1;
    forgery->format = bytes;
    forgery->format_bytes = (size_t)(second - bytes);
    forgery->tail = strchr(strchr(second, '\n') + 1, '\n') + 1;
    forgery->tail_bytes = size - (size_t)(forgery->tail - bytes);
    json_array_append_new(forgery->header, json_loads(second, JSON_DISABLE_EOF_CHECK, NULL));
    CU_ASSERT_EQUAL(continues(&forgery->subject, backends[0]), 1);
}

static void close_forgery(struct forgery *forgery) {
    json_decref(forgery->header);
    free(forgery->format);
    close_subject(&forgery->subject);
}

/* Writes the checkpoint with another header, whose checksum is right. */
static void write_header(const struct forgery *forgery, const json_t *header) {
    size_t length, size;
    char *json = random_damage_text(header, &length), *text;
    FILE *stream = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
    fwrite(forgery->format, 1, forgery->format_bytes, stream);
    fwrite(json, 1, length, stream);
    fflush(stream);
    fprintf(stream, "%08lx\n", crc32(crc32(0, NULL, 0), (const unsigned char *)text, (uInt)size));
    fwrite(forgery->tail, 1, forgery->tail_bytes, stream);
    fclose(stream);
    write_file(forgery->subject.path, text, size);
    free(text);
    free(json);
}

static void write_forged(const struct forgery *forgery, uint64_t seed) {
    json_t *file = json_deep_copy(forgery->header);
    for (uint32_t times = 1 + random_draw(&seed, 2); times > 0; times--) {
        random_damage(&seed, file, forgery->header);
    }
    write_header(forgery, file);
    json_decref(file);
}

/* The search is continued from the file, whatever its counts are, or the file is refused. */
static void judge_forged(uint64_t seed, void *context) {
    struct forgery *forgery = context;
    struct telling telling = {0};
    struct checkpoint checkpoint = checkpoint_in(NULL, &telling);
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1, .checkpoint = &checkpoint};
    checkpoint.resume = forgery->subject.folder;
    write_forged(forgery, seed);
    const uint64_t used = memory_used(&place.memory);
    struct exploration *found =
        backends[0]->explore(forgery->subject.placed.model, &options, &place.run, &place.error);
    const int refused = found == NULL && place.error.code == ERROR_INPUT;
    if (!refused && found == NULL) {
        printf("\n  seed %llu: %s", (unsigned long long)seed, place.error.text);
    }
    forgery->refused += (uint64_t)refused;
    forgery->continued += found != NULL;
    exploration_free(found);
    forgery->mismatches += (found == NULL && !refused) || memory_used(&place.memory) != used;
}

static void test_forged(void) {
    struct forgery forgery;
    open_forgery(&forgery, 0);
    judge_seeds(FORGED, 1, judge_forged, &forgery, &forgery.mismatches);
    report_counts("continued", forgery.continued, "refused", forgery.refused, NULL);
    close_forgery(&forgery);
}

/* Nobody asks for memory for more states, levels or pairs than the file can have. */
static void test_forged_counts(void) {
    static const struct {
        uint32_t words; /* 5: states are folded to pairs */
        const char *names[2];
    } cases[] = {{0, {"states", "level"}}, {5, {"pairs"}}};
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct forgery forgery;
        open_forgery(&forgery, cases[i].words);
        json_t *object = json_array_get(forgery.header, 0);
        for (unsigned k = 0; k < 2 && cases[i].names[k] != NULL; k++) {
            CU_ASSERT_EQUAL(json_object_set_new(object, cases[i].names[k], json_integer(FORGED_COUNT - k)),
                            0);
        }
        write_header(&forgery, forgery.header);
        CU_ASSERT_EQUAL(continues(&forgery.subject, backends[0]), 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "it is cut off"));
        close_forgery(&forgery);
    }
}

/* --- a full disk --- */

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    CU_ASSERT_EQUAL(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_full_disk(void) {
    struct subject subject;
    struct telling telling = {0};
    size_t size, later;
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1};
    open_subject(&subject, 0);
    char *before = process_read_file(subject.path, &size);
    struct checkpoint checkpoint = checkpoint_in(subject.folder, &telling);
    checkpoint.interval = 0;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    limit_files((rlim_t)size / 2);
    struct exploration *found =
        explore_part(backends[0], subject.placed.model, options, &checkpoint, never_halt);
    limit_files(RLIM_INFINITY);
    signal(SIGXFSZ, handler);
    CU_ASSERT_FATAL(found != NULL);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(found->result.states, 216);
    CU_ASSERT(telling.failed > 0 && telling.written == 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(telling.last, "the last checkpoint, if any, stays"));
    char *after = process_read_file(subject.path, &later);
    CU_ASSERT(later == size && memcmp(before, after, size) == 0);
    snprintf(subject.path + strlen(subject.path), 8, ".new");
    CU_ASSERT_NOT_EQUAL(access(subject.path, F_OK), 0);
    exploration_free(found);
    free(after);
    free(before);
    close_subject(&subject);
}

/* --- words that are left out --- */

#define MANY_WORDS ((uint64_t)300000)

/* Words that are read after others that were left out, of any number, are those of their places. */
static void test_left_out(void) {
    struct telling telling = {0};
    char folder[SEARCH_PART_PATH];
    char sum[SHA256_DIGITS] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const struct checkpoint_header header = {.key_words = 1, .states = MANY_WORDS};
    uint64_t seed = number_from_environment("HEDDLE_SEED", 11), read = 0, skipped = 0;
    uint64_t *words = test_allocate(MANY_WORDS, sizeof *words),
             *part = test_allocate(MANY_WORDS, sizeof *part);
    empty_checkpoints(folder);
    struct checkpoint checkpoint = checkpoint_in(folder, &telling);
    CU_ASSERT_EQUAL_FATAL(checkpoint_open(&checkpoint, &place.error), 0);
    checkpoint_writer *writer = checkpoint_writer_create(&checkpoint, sum, &place.run, &place.error);
    for (uint64_t i = 0; i < MANY_WORDS; i++) {
        words[i] = i * 3;
    }
    CU_ASSERT_FATAL(writer != NULL && checkpoint_writer_begin(writer, &header, &place.error) == 0 &&
                    checkpoint_writer_put(writer, words, MANY_WORDS, &place.error) == 0 &&
                    checkpoint_writer_end(writer, &place.error) == 0);
    checkpoint_writer_free(writer);
    for (unsigned i = 0; i < 100; i++) {
        place.run.threads = 1 + i % 3;
        checkpoint_reader *reader = checkpoint_reader_open(&checkpoint, sum, &place.run, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
        for (uint64_t at = 0, some, turn = i; at < MANY_WORDS; at += some, turn++) {
            some = 1 + random_draw(&seed, MANY_WORDS - at);
            some = random_draw(&seed, 3) == 0 || some < 5 ? some : 1 + some / 5;
            if (turn % 2 == 0) {
                CU_ASSERT_EQUAL(checkpoint_reader_skip(reader, some, &place.error), 0);
                skipped += some;
            } else {
                CU_ASSERT_EQUAL(checkpoint_reader_get(reader, part, some, &place.error), 0);
                CU_ASSERT_EQUAL(memcmp(part, words + at, some * sizeof *part), 0);
                read += some;
            }
        }
        CU_ASSERT_EQUAL(checkpoint_reader_end(reader, &place.error), 0);
        checkpoint_reader_close(reader);
        reader = checkpoint_reader_open(&checkpoint, sum, &place.run, &place.error);
        CU_ASSERT(checkpoint_reader_skip(reader, MANY_WORDS + 1 + i * 1000, &place.error) != 0 ||
                  checkpoint_reader_get(reader, part, 1, &place.error) != 0);
        checkpoint_reader_close(reader);
    }
    place.run.threads = 1;
    CU_ASSERT(read > 20 * MANY_WORDS && skipped > 20 * MANY_WORDS);
    checkpoint_close(&checkpoint);
    empty_checkpoints(folder);
    free(part);
    free(words);
}

void suite_checkpoint_files(void) {
    suite_add("checkpoint_files", workplace_open, workplace_close, "every byte changed, every length",
              test_damage, "forged headers", test_forged, "forged counts", test_forged_counts, "a full disk",
              test_full_disk, "words that are left out", test_left_out, NULL);
}
