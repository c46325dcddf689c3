/* Streams: plain, gzip and zstd in both directions, and everything that can go wrong with a file. */
#include <CUnit/CUnit.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error_system.h"
#include "base/stream/input.h"
#include "base/stream/output.h"
#include "base/text/text_buffer.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* A path in the folder; each of four calls has its own buffer. */
static const char *in_folder(const char *name) {
    static char paths[4][128];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", place.folder.path, name);
    return path;
}

static void put(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

/* The bytes of a file as they are; the caller frees. */
static char *get(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char *bytes = malloc((size_t)16 << 20);
    *size = fread(bytes, 1, (size_t)16 << 20, file);
    fclose(file);
    return bytes;
}

static int entries(void) {
    DIR *directory = opendir(place.folder.path);
    int count = -2; /* . and .. */
    while (readdir(directory) != NULL) {
        count++;
    }
    closedir(directory);
    return count;
}

/* What input_read makes of a file, read in pieces of `piece` bytes; NULL with the error filled. The caller
 * frees. */
static char *read_back(const char *path, size_t piece, size_t *size) {
    input *input = input_open(&place.run, path, &place.error);
    if (input == NULL) {
        return NULL;
    }
    size_t capacity = (size_t)16 << 20;
    char *bytes = malloc(capacity);
    *size = 0;
    for (;;) {
        int64_t count = input_read(input, bytes + *size, piece, &place.error);
        if (count < 0) {
            input_close(input);
            free(bytes);
            return NULL;
        }
        *size += (size_t)count;
        if ((size_t)count < piece) {
            char rest[8];
            CU_ASSERT_EQUAL(input_read(input, rest, sizeof rest, &place.error), 0); /* again at the end */
            break;
        }
    }
    input_close(input);
    return bytes;
}

static int reads_as(const char *path, const char *bytes, size_t size) {
    static const size_t pieces[] = {1 << 20, 4096, 1 << 18, 1000003};
    int same = 1;
    for (size_t i = 0; i < LENGTH(pieces); i++) {
        size_t count = 0;
        char *back = read_back(path, pieces[i], &count);
        same &= back != NULL && count == size && memcmp(back, bytes, size) == 0;
        free(back);
    }
    return same;
}

static void fails(const char *path, enum error_code code, const char *text) {
    size_t size;
    memset(&place.error, 0, sizeof place.error);
    char *back = read_back(path, 1000, &size);
    CU_ASSERT_PTR_NULL(back);
    free(back);
    CU_ASSERT_EQUAL(place.error.code, code);
    CU_ASSERT_STRING_EQUAL(place.error.path, path);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, text));
    if (strstr(place.error.text, text) == NULL) {
        printf("expected '%s', found '%s'\n", text, place.error.text);
    }
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* Text that compresses to a part of its size. */
static char *sample(size_t size) {
    char *bytes = malloc(size + 64);
    uint64_t state = 12345;
    for (size_t at = 0; at < size;) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        at += (size_t)sprintf(bytes + at, "(%u,\"a%u\",%u)\n", (unsigned)(at / 40), (unsigned)(state >> 60),
                              (unsigned)(state >> 40) & 0xffff);
    }
    return bytes;
}

static int write_file(const char *path, const char *bytes, size_t size, size_t piece) {
    output *output = output_create(&place.run, path, &place.error);
    if (output == NULL) {
        return -1;
    }
    for (size_t at = 0; at < size; at += piece) {
        if (output_write(output, bytes + at, size - at < piece ? size - at : piece, &place.error) != 0) {
            output_discard(output);
            return -1;
        }
    }
    return output_finish(output, &place.error);
}

static void test_round_trip(void) {
    static const char *const names[] = {"plain", "packed.gz", "packed.zst"};
    static const size_t sizes[] = {0, 1, 1000, 1 << 20, 5000017};
    char *bytes = sample(5000017);
    for (size_t n = 0; n < 3; n++) {
        for (size_t s = 0; s < 5; s++) {
            const char *path = in_folder(names[n]);
            CU_ASSERT_EQUAL(write_file(path, bytes, sizes[s], 4099), 0);
            CU_ASSERT(reads_as(path, bytes, sizes[s]));
        }
    }
    struct stat plain, packed;
    CU_ASSERT_EQUAL(stat(in_folder("plain"), &plain), 0);
    for (size_t n = 1; n < 3; n++) {
        CU_ASSERT_EQUAL(stat(in_folder(names[n]), &packed), 0);
        CU_ASSERT(packed.st_size < plain.st_size / 2);
    }
    free(bytes);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* gzip and zstd read our files, and we read theirs. */
static void test_other_programs(void) {
    char *bytes = sample(300000);
    put(in_folder("o"), bytes, 300000);
    CU_ASSERT_EQUAL(write_file(in_folder("ours.gz"), bytes, 300000, 777), 0);
    CU_ASSERT_EQUAL(write_file(in_folder("ours.zst"), bytes, 300000, 777), 0);
    char command[1024];
    snprintf(command, sizeof command,
             "cd %s && gzip -c o > theirs && gzip -dc ours.gz | cmp - o && gzip -lv ours.gz > /dev/null",
             place.folder.path);
    CU_ASSERT_EQUAL(system(command), 0);
    CU_ASSERT(reads_as(in_folder("theirs"), bytes, 300000));
    if (system("command -v zstd > /dev/null") == 0) {
        snprintf(command, sizeof command,
                 "cd %s && zstd -q --long=27 -c o > theirs2 && zstd -q -dc ours.zst | cmp - o",
                 place.folder.path);
        CU_ASSERT_EQUAL(system(command), 0);
        CU_ASSERT(reads_as(in_folder("theirs2"), bytes, 300000));
    } else {
        test_skip("stream: zstd files of the zstd program", "no zstd here");
    }
    free(bytes);
}

/* The compressed bytes depend neither on how writes are cut nor on the time. */
static void test_deterministic(void) {
    char *bytes = sample(3000000);
    static const char *const ends[] = {"gz", "zst"};
    for (size_t n = 0; n < 2; n++) {
        char name[32];
        size_t first_size, size;
        snprintf(name, sizeof name, "first.%s", ends[n]);
        const char *first = in_folder(name);
        CU_ASSERT_EQUAL(write_file(first, bytes, 3000000, 3000000), 0);
        char *first_bytes = get(first, &first_size);
        snprintf(name, sizeof name, "second.%s", ends[n]);
        CU_ASSERT_EQUAL(write_file(in_folder(name), bytes, 3000000, 13), 0);
        char *second_bytes = get(in_folder(name), &size);
        CU_ASSERT_EQUAL(size, first_size);
        CU_ASSERT_EQUAL(memcmp(first_bytes, second_bytes, size), 0);
        if (n == 0) {
            CU_ASSERT_EQUAL(memcmp(first_bytes + 4, "\0\0\0\0", 4), 0); /* gzip's time field */
        }
        free(first_bytes);
        free(second_bytes);
    }
    free(bytes);
}

static void append(const char *from, const char *to, long from_most) {
    size_t size;
    char *bytes = get(from, &size);
    FILE *file = fopen(to, "ab");
    size = from_most >= 0 && (size_t)from_most < size ? (size_t)from_most : size;
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    fclose(file);
    free(bytes);
}

static void test_concatenated(void) {
    char *bytes = sample(20000);
    static const char *const names[] = {"c.gz", "c.zst"};
    for (size_t n = 0; n < 2; n++) {
        const char *one = in_folder(names[n]), *both = in_folder("both");
        unlink(both);
        CU_ASSERT_EQUAL(write_file(one, bytes, 10000, 10000), 0);
        append(one, both, -1);
        CU_ASSERT_EQUAL(write_file(one, bytes, 0, 1), 0); /* an empty stream between others */
        append(one, both, -1);
        CU_ASSERT_EQUAL(write_file(one, bytes + 10000, 10000, 10000), 0);
        append(one, both, -1);
        CU_ASSERT(reads_as(both, bytes, 20000));
    }
    put(in_folder("zeros"), "\0\0\0\0\0\0\0\0\0", 9);
    unlink(in_folder("both"));
    CU_ASSERT_EQUAL(write_file(in_folder("c.gz"), bytes, 20000, 10000), 0);
    append(in_folder("c.gz"), in_folder("both"), -1);
    append(in_folder("zeros"), in_folder("both"), -1); /* padding, as of tapes */
    CU_ASSERT(reads_as(in_folder("both"), bytes, 20000));
    free(bytes);
}

/* Files that other programs compressed; and a text that begins like one of them. */
static void test_foreign(void) {
    put(in_folder("foreign"), "BZh91AY&SY\x01\x02", 12);
    fails(in_folder("foreign"), ERROR_INPUT, "compressed by bzip2: `bzip2 -d` unpacks it");
    put(in_folder("foreign"),
        "\xfd"
        "7zXZ\0\0",
        7);
    fails(in_folder("foreign"), ERROR_INPUT, "compressed by xz: `xz -d` unpacks it");
    static const char *const texts[] = {"BZh", "BZh9", "BZh91AY&S", "BZh91AY&Sy",
                                        "\xfd"
                                        "7z"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        put(in_folder("foreign"), texts[i], strlen(texts[i]));
        CU_ASSERT(reads_as(in_folder("foreign"), texts[i], strlen(texts[i])));
    }
}

static void test_damaged(void) {
    char *bytes = sample(200000);
    static const char *const names[] = {"d.gz", "d.zst"};
    for (size_t n = 0; n < 2; n++) {
        const char *path = in_folder(names[n]), *damaged = in_folder("damaged");
        size_t size;
        CU_ASSERT_EQUAL(write_file(path, bytes, 200000, 200000), 0);
        char *packed = get(path, &size);
        /* Cut anywhere after the magic bytes. */
        for (size_t cut = 4; cut < size; cut += 1 + cut / 3) {
            put(damaged, packed, cut);
            fails(damaged, ERROR_INPUT, "the file ends early");
        }
        put(damaged, packed, size - 1);
        fails(damaged, ERROR_INPUT, "the file ends early");
        packed[size / 2] ^= 0x55;
        put(damaged, packed, size);
        fails(damaged, ERROR_INPUT, n == 0 ? "damaged gzip data" : "damaged zstd data");
        packed[size / 2] ^= 0x55;
        packed[size - 2] ^= 0x55; /* in the check sum or the length */
        put(damaged, packed, size);
        fails(damaged, ERROR_INPUT, n == 0 ? "damaged gzip data" : "damaged zstd data");
        free(packed);
        unlink(damaged);
        append(path, damaged, -1);
        put(in_folder("tail"), "tail", 4);
        append(in_folder("tail"), damaged, -1);
        fails(damaged, ERROR_INPUT, n == 0 ? "other bytes follow" : "damaged zstd data");
        unlink(damaged);
        append(path, damaged, -1);
        append(path, damaged, 100); /* a second part that is cut */
        fails(damaged, ERROR_INPUT, "the file ends early");
    }
    free(bytes);
}

static void test_unreadable(void) {
    fails(place.folder.path, ERROR_IO, "is a directory");
    fails(in_folder("missing"), ERROR_IO, "No such file or directory");
    put(in_folder("file"), "x", 1);
    fails(in_folder("file/below"), ERROR_IO, "Not a directory");
    CU_ASSERT_EQUAL(symlink("loop", in_folder("loop")), 0);
    fails(in_folder("loop"), ERROR_IO, "symbolic links");
    put(in_folder("short"), "\x1f", 1); /* half of a magic number is text */
    CU_ASSERT(reads_as(in_folder("short"), "\x1f", 1));
    put(in_folder("short"), "\x28\xb5\x2f", 3);
    CU_ASSERT(reads_as(in_folder("short"), "\x28\xb5\x2f", 3));
    unlink(in_folder("loop"));
}

/* Errors of the system, by their numbers: a lack of memory is nothing that a user did wrong. */
static void test_system(void) {
    static const int others[] = {0, EACCES, EIO, EMFILE, ENOENT, ENOSPC};
    CU_ASSERT_EQUAL(error_of_system(ENOMEM), ERROR_MEMORY);
    CU_ASSERT(error_is_undecided(error_of_system(ENOMEM)));
    for (size_t i = 0; i < LENGTH(others); i++) {
        CU_ASSERT_EQUAL(error_of_system(others[i]), ERROR_IO);
    }
}

/* When memory runs out, wherever that is, the error says so and nothing is leaked. */
static void test_memory(void) {
    char *bytes = sample(100000);
    static const char *const names[] = {"m", "m.gz", "m.zst"};
    for (size_t n = 0; n < 3; n++) {
        const char *path = in_folder(names[n]);
        int refused = 0, done = 0;
        for (uint64_t limit = 0; limit < (uint64_t)16 << 20 && !done; limit = limit + limit / 8 + 64) {
            memory_init(&place.memory, limit);
            unlink(path);
            int result = write_file(path, bytes, 100000, 100000);
            CU_ASSERT(result == 0 || place.error.code == ERROR_MEMORY);
            CU_ASSERT_EQUAL(access(path, F_OK) == 0, result == 0);
            refused += result != 0;
            done = result == 0;
            CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
        }
        CU_ASSERT(refused > 0 && done);
        refused = done = 0;
        for (uint64_t limit = 0; limit < (uint64_t)16 << 20 && !done; limit = limit + limit / 8 + 64) {
            memory_init(&place.memory, limit);
            size_t size = 0;
            char *back = read_back(path, 4096, &size);
            CU_ASSERT(back != NULL || place.error.code == ERROR_MEMORY);
            refused += back == NULL;
            done = back != NULL && size == 100000;
            free(back);
            CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
        }
        CU_ASSERT(refused > 0 && done);
    }
    memory_init(&place.memory, UINT64_MAX);
    free(bytes);
}

static void test_numbers(void) {
    static const uint64_t numbers[] = {0,
                                       1,
                                       9,
                                       10,
                                       11,
                                       99,
                                       100,
                                       101,
                                       999,
                                       1000,
                                       12345,
                                       123456,
                                       4294967295,
                                       4294967296,
                                       UINT64_MAX,
                                       UINT64_MAX / 10,
                                       10000000000000000000u,
                                       9999999999999999999u};
    char expected[1024];
    size_t length = 0;
    output *output = output_create(&place.run, in_folder("numbers"), &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        CU_ASSERT_EQUAL(output_number(output, numbers[i], &place.error), 0);
        CU_ASSERT_EQUAL(output_text(output, "\n", &place.error), 0);
        length += (size_t)sprintf(expected + length, "%llu\n", (unsigned long long)numbers[i]);
    }
    CU_ASSERT_EQUAL(output_finish(output, &place.error), 0);
    CU_ASSERT(reads_as(in_folder("numbers"), expected, length));
}

/* output_print writes what printf does; output_end leaves nothing after a failure. */
static void test_print(void) {
    static const char expected[] = "a 7%4294967295 18446744073709551615!";
    const char *path = in_folder("printed");
    output *output = output_create(&place.run, path, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL(output_print(output, &place.error, "%s %u%s%u %lu!", "a", 7u, "%", UINT32_MAX,
                                 (unsigned long)UINT64_MAX),
                    0);
    CU_ASSERT_EQUAL(output_end(output, 0, &place.error), 0);
    CU_ASSERT(reads_as(path, expected, sizeof expected - 1));
    int before = entries();
    output = output_create(&place.run, in_folder("ended"), &place.error);
    CU_ASSERT_EQUAL(output_end(output, 1, &place.error), -1);
    CU_ASSERT_EQUAL(output_end(NULL, 1, &place.error), -1);
    CU_ASSERT_EQUAL(entries(), before);
}

/* A stop is noticed within a read, because a compressed file may expand to any number of bytes. */
static void test_stop(void) {
    const char *path = in_folder("long.gz");
    char *bytes = sample(20000000);
    int stop = 0;
    struct run run = {.memory = &place.memory, .stop = &stop};
    CU_ASSERT_EQUAL(write_file(path, bytes, 20000000, 1000000), 0);
    input *input = input_open(&run, path, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(input);
    CU_ASSERT_EQUAL(input_read(input, bytes, 1000, &place.error), 1000);
    stop = 1;
    CU_ASSERT_EQUAL(input_read(input, bytes, 19000000, &place.error), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    input_close(input);
    free(bytes);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* The first bytes can be looked at before they are read. */
static void test_first(void) {
    static const char *const names[] = {"first", "first.gz", "first.zst"};
    static const size_t sizes[] = {0, 10, INPUT_FIRST, INPUT_FIRST + 1, 300000};
    for (size_t i = 0; i < 15; i++) {
        size_t size = sizes[i / 3], count;
        const char *path = in_folder(names[i % 3]), *first;
        char *bytes = sample(size + 1), *copy = malloc(size + 1);
        CU_ASSERT_EQUAL(write_file(path, bytes, size, 1000), 0);
        input *input = input_open(&place.run, path, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(input);
        CU_ASSERT_EQUAL(input_first(input, &first, &count, &place.error), 0);
        CU_ASSERT_EQUAL(count, size < INPUT_FIRST ? size : INPUT_FIRST);
        CU_ASSERT_EQUAL(memcmp(first, bytes, count), 0);
        CU_ASSERT_EQUAL(input_read(input, copy, size + 1, &place.error), (int64_t)size);
        CU_ASSERT_EQUAL(memcmp(copy, bytes, size), 0);
        input_close(input);
        free(bytes);
        free(copy);
    }
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* A text ends with a NUL, whatever was in its memory before. */
static void test_text(void) {
    static const char *const texts[] = {"", "a", "two lines\nof text\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct text_buffer text = {NULL, 0, 0};
        const char *path = in_folder("text");
        CU_ASSERT_EQUAL(write_file(path, texts[i], strlen(texts[i]), 1000), 0);
        CU_ASSERT_EQUAL_FATAL(text_buffer_reserve(&place.memory, &text, 1000), 0);
        memset(text.data, 'b', text.capacity);
        input *input = input_open(&place.run, path, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(input);
        CU_ASSERT_EQUAL(input_read_text(input, &text, &place.error), 0);
        CU_ASSERT_EQUAL(text.length, strlen(texts[i]));
        CU_ASSERT_EQUAL(memcmp(text.data, texts[i], strlen(texts[i]) + 1), 0);
        input_close(input);
        text_buffer_free(&place.memory, &text);
    }
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* The final name holds the old content until the end, and no other file is left. */
static void test_atomic(void) {
    const char *path = in_folder("atomic");
    put(path, "old", 3);
    int before = entries();
    char *bytes = sample(3000000);
    output *output = output_create(&place.run, path, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL(output_write(output, bytes, 3000000, &place.error), 0);
    CU_ASSERT(reads_as(path, "old", 3));
    CU_ASSERT(entries() <= before + 1); /* a temporary name where the file system has no files without one */
    output_discard(output);
    CU_ASSERT(reads_as(path, "old", 3));
    CU_ASSERT_EQUAL(entries(), before);
    CU_ASSERT_EQUAL(write_file(path, bytes, 3000000, 100), 0);
    CU_ASSERT(reads_as(path, bytes, 3000000));
    CU_ASSERT_EQUAL(entries(), before);
    output_discard(NULL);
    free(bytes);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static unsigned mode_of(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? status.st_mode & 07777 : 0xffff;
}

static void test_permissions(void) {
    mode_t old = umask(0027);
    CU_ASSERT_EQUAL(write_file(in_folder("new"), "x", 1, 1), 0);
    CU_ASSERT_EQUAL(mode_of(in_folder("new")), 0640);
    umask(0);
    CU_ASSERT_EQUAL(write_file(in_folder("open"), "x", 1, 1), 0);
    CU_ASSERT_EQUAL(mode_of(in_folder("open")), 0666);
    umask(0077);
    CU_ASSERT_EQUAL(write_file(in_folder("open"), "yy", 2, 1), 0); /* an existing file keeps its own */
    CU_ASSERT_EQUAL(mode_of(in_folder("open")), 0666);
    CU_ASSERT_EQUAL(chmod(in_folder("open"), 0600), 0);
    umask(0);
    CU_ASSERT_EQUAL(write_file(in_folder("open"), "yy", 2, 1), 0);
    CU_ASSERT_EQUAL(mode_of(in_folder("open")), 0600);
    umask(old);
    CU_ASSERT_EQUAL(symlink("open", in_folder("link")), 0);
    CU_ASSERT_EQUAL(write_file(in_folder("link"), "zzz", 3, 1), 0);
    struct stat status;
    CU_ASSERT(lstat(in_folder("link"), &status) == 0 && S_ISLNK(status.st_mode));
    CU_ASSERT(reads_as(in_folder("open"), "zzz", 3));
}

static void cannot_create(const char *path, const char *text) {
    memset(&place.error, 0, sizeof place.error);
    CU_ASSERT_PTR_NULL(output_create(&place.run, path, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_STRING_EQUAL(place.error.path, path);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, text));
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void test_uncreatable(void) {
    cannot_create(place.folder.path, "Is a directory");
    cannot_create(in_folder("no/such/folder"), "No such file or directory");
    cannot_create("", "No such file or directory");
    put(in_folder("file"), "x", 1);
    cannot_create(in_folder("file/below"), "Not a directory");
    cannot_create(in_folder("name/"), "No such file or directory");
    char name[300];
    memset(name, 'n', 255);
    name[255] = '\0';
    char path[400];
    snprintf(path, sizeof path, "%s/%s", place.folder.path, name);
    CU_ASSERT_EQUAL(write_file(path, "x", 1, 1), 0); /* the longest name there can be */
    CU_ASSERT(reads_as(path, "x", 1));
    unlink(path);
    if (geteuid() != 0) {
        CU_ASSERT_EQUAL(chmod(in_folder("file"), 0400), 0);
        cannot_create(in_folder("file"), "Permission denied");
    }
}

static void test_special_files(void) {
    char *bytes = sample(3000000);
    CU_ASSERT_EQUAL(write_file("/dev/null", bytes, 3000000, 5000), 0);
    struct stat status;
    CU_ASSERT(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    CU_ASSERT_EQUAL(mkfifo(in_folder("fifo.gz"), 0600), 0);
    const char *path = in_folder("fifo.gz");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        size_t size = 0;
        char *back = read_back(path, 5000, &size);
        _exit(back == NULL || size != 3000000 || memcmp(back, bytes, size) != 0);
    }
    CU_ASSERT_EQUAL(write_file(path, bytes, 3000000, 5000), 0);
    int result = -1;
    CU_ASSERT_EQUAL(waitpid(child, &result, 0), child);
    CU_ASSERT_EQUAL(result, 0);
    CU_ASSERT(stat(path, &status) == 0 && S_ISFIFO(status.st_mode));
    free(bytes);
}

/* A full device is noticed whenever the bytes are written. */
static void test_full(void) {
    char *bytes = sample(3000000);
    static const char *const links[] = {"full", "full.gz", "full.zst"};
    for (size_t n = 0; n < 3; n++) {
        CU_ASSERT_EQUAL(symlink("/dev/full", in_folder(links[n])), 0);
        const char *path = in_folder(links[n]);
        for (size_t size = 1; size < 4000000; size += 2999999) {
            memset(&place.error, 0, sizeof place.error);
            CU_ASSERT_EQUAL(write_file(path, bytes, size, 5000), -1);
            CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
            CU_ASSERT_STRING_EQUAL(place.error.path, path);
            CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "No space left on device"));
        }
    }
    /* Finishing after a failure fails again. */
    output *output = output_create(&place.run, "/dev/full", &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL(output_write(output, bytes, 3000000, &place.error), -1);
    memset(&place.error, 0, sizeof place.error);
    CU_ASSERT_EQUAL(output_finish(output, &place.error), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "No space left on device"));
    free(bytes);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* "-" both ways, in a child whose standard streams are files. */
static void test_standard(void) {
    char *bytes = sample(1000000);
    CU_ASSERT_EQUAL(write_file(in_folder("in.gz"), bytes, 1000000, 5000), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int in = open(in_folder("in.gz"), O_RDONLY), out = open(in_folder("out"), O_WRONLY | O_CREAT, 0600);
        dup2(in, 0);
        dup2(out, 1);
        size_t size;
        char *back = read_back("-", 5000, &size);
        int failed = back == NULL || write_file("-", back, size, 5000) != 0;
        failed |= write_file("/dev/stdout", "end", 3, 1) != 0; /* still open, and after the rest */
        _exit(failed);
    }
    int result = -1;
    CU_ASSERT_EQUAL(waitpid(child, &result, 0), child);
    CU_ASSERT_EQUAL(result, 0);
    memcpy(bytes + 1000000, "end", 3);
    CU_ASSERT(reads_as(in_folder("out"), bytes, 1000003));
    free(bytes);
}

/* Compression by any number of threads gives the same file, which other programs read. */
static void test_threads(void) {
    static const char *const ends[] = {"gz", "zst"};
    static const size_t sizes[] = {0, 1, 1044479, 1044480, 1044481, 2088960, 4500000};
    char *bytes = sample(4500000), name[32], text[600];
    for (size_t n = 0; n < 2; n++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            size_t size = sizes[i], one_size = 0, many_size = 0;
            snprintf(name, sizeof name, "one.%s", ends[n]);
            CU_ASSERT_EQUAL(write_file(in_folder(name), bytes, size, 70000), 0);
            char *one = get(in_folder(name), &one_size);
            for (unsigned threads = 2; threads < 8; threads = 2 * threads - 1) {
                snprintf(name, sizeof name, "many.%s", ends[n]);
                place.run.threads = threads;
                CU_ASSERT_EQUAL(write_file(in_folder(name), bytes, size, 3000000), 0);
                place.run.threads = 1;
                char *many = get(in_folder(name), &many_size);
                CU_ASSERT(one_size == many_size && memcmp(one, many, one_size) == 0);
                free(many);
            }
            CU_ASSERT(reads_as(in_folder(name), bytes, size));
            put(in_folder("o"), bytes, size);
            if (n == 0 || system("command -v zstd > /dev/null") == 0) {
                snprintf(text, sizeof text, "cd %s && %s -dc %s | cmp - o", place.folder.path,
                         n == 0 ? "gzip" : "zstd -q", name);
                CU_ASSERT_EQUAL(system(text), 0);
            }
            free(one);
        }
    }
    free(bytes);
}

/* The header of each gzip member says where the next one begins; the last one is empty (BGZF). */
static void test_members(void) {
    char *bytes = sample(1500000);
    size_t size = 0, at = 0, members = 0, empty = 0;
    CU_ASSERT_EQUAL(write_file(in_folder("members.gz"), bytes, 1500000, 1500000), 0);
    unsigned char *packed = (unsigned char *)get(in_folder("members.gz"), &size);
    for (; at + 18 <= size && memcmp(packed + at, "\x1f\x8b\x08\x04", 4) == 0; members++) {
        CU_ASSERT_EQUAL(memcmp(packed + at + 10, "\x06\0BC\x02\0", 6), 0);
        at += (size_t)packed[at + 16] + 256u * packed[at + 17] + 1;
        empty = at <= size && memcmp(packed + at - 4, "\0\0\0\0", 4) == 0;
    }
    CU_ASSERT_EQUAL(at, size);
    CU_ASSERT_EQUAL(members, 24); /* 22 of 65280 bytes, the rest, the end */
    CU_ASSERT(empty);
    free(packed);
    free(bytes);
}

/* What one reads of a file before it ends or an error comes, in steps of so many bytes. */
struct outcome {
    char *bytes;
    size_t size;
    struct error error; /* code ERROR_NONE: none came */
};

static struct outcome read_until_error(const char *path, unsigned threads, size_t step) {
    struct outcome outcome = {malloc((size_t)16 << 20), 0, {.code = ERROR_NONE}};
    place.run.threads = threads;
    input *input = input_open(&place.run, path, &outcome.error);
    int64_t count = input == NULL ? -1 : (int64_t)step;
    while (count == (int64_t)step) {
        count = input_read(input, outcome.bytes + outcome.size, step, &outcome.error);
        outcome.size += count < 0 ? 0 : (size_t)count;
    }
    input_close(input);
    place.run.threads = 1;
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
    return outcome;
}

static void damage(char *bytes, size_t *size, uint64_t *random) {
    uint32_t at = random_draw(random, (uint32_t)*size);
    switch (random_draw(random, 5)) {
    case 0: /* the file ends early */
        *size = at;
        break;
    case 1: /* a byte is missing */
        memmove(bytes + at, bytes + at + 1, --*size - at);
        break;
    case 2: /* text follows */
        memcpy(bytes + *size, "text", 4);
        *size += 4;
        break;
    case 3: /* nothing but zeros follows */
        memset(bytes + *size, 0, 5);
        *size += 5;
        break;
    default: /* bytes are wrong */
        for (unsigned i = 0; i < 3; i++) {
            bytes[random_draw(random, 2) ? at : random_draw(random, (uint32_t)*size)] ^=
                (char)(1 << random_draw(random, 8));
        }
    }
}

/* The length of the message without the codec's reason, "damaged gzip data": one thread may find the reason
 * in the bytes of the next block. */
static size_t without_reason(const char *text) {
    const char *colon = strstr(text, "data: ");
    return colon == NULL ? strlen(text) : (size_t)(colon - text);
}

/* Threads that decompress give the bytes and the error that one thread gives, wherever a file is damaged. */
static void test_damaged_blocks(void) {
    static const char *const names[] = {"b.gz", "b.zst"};
    uint64_t cases = number_of_cases(40), random = number_from_environment("HEDDLE_SEED", 17);
    char *bytes = sample(7000000);
    for (size_t n = 0; n < 2; n++) {
        size_t whole;
        CU_ASSERT_EQUAL(write_file(in_folder(names[n]), bytes, 7000000, 7000000), 0);
        char *packed = get(in_folder(names[n]), &whole), *bad = malloc(whole + 8);
        CU_ASSERT(whole > 600000); /* else the threads would not begin */
        for (uint64_t i = 0; i < cases; i++) {
            size_t size = whole, step = 1 + random_draw(&random, 1 << 20);
            memcpy(bad, packed, whole);
            if (i > 0) {
                damage(bad, &size, &random);
            }
            put(in_folder("bad"), bad, size);
            struct outcome one = read_until_error(in_folder("bad"), 1, step);
            struct outcome many = read_until_error(in_folder("bad"), 2 + random_draw(&random, 3), step);
            /* Of a damaged zstd frame, more or fewer bytes may come before the error. */
            size_t common = one.size < many.size ? one.size : many.size;
            CU_ASSERT(memcmp(one.bytes, many.bytes, common) == 0);
            CU_ASSERT(one.size == many.size || (n == 1 && one.error.code != ERROR_NONE));
            CU_ASSERT_EQUAL(one.error.code, many.error.code);
            CU_ASSERT_EQUAL(strncmp(one.error.text, many.error.text, without_reason(one.error.text)), 0);
            CU_ASSERT(i > 0 || one.error.code == ERROR_NONE);
            free(one.bytes);
            free(many.bytes);
        }
        free(packed);
        free(bad);
    }
    free(bytes);
}

/* A stream into memory has all that is written to it, and nothing after it is cleared. */
static void test_in_memory(void) {
    struct error error;
    char *bytes = sample(5000000);
    size_t size;
    output *output = output_in_memory(&place.run, "part", &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    for (unsigned round = 0; round < 2; round++) {
        output_clear(output);
        output_contents(output, &size);
        CU_ASSERT_EQUAL(size, 0);
        for (size_t at = 0; at < 5000000; at += 100000) {
            CU_ASSERT_EQUAL(output_write(output, bytes + at, 100000, &error), 0);
        }
        CU_ASSERT_EQUAL(output_print(output, &error, "%s %u", "end", 7u), 0);
        const char *contents = output_contents(output, &size);
        CU_ASSERT_EQUAL_FATAL(size, 5000005);
        CU_ASSERT(memcmp(contents, bytes, 5000000) == 0 && memcmp(contents + 5000000, "end 7", 5) == 0);
    }
    uint64_t limit = place.memory.limit;
    place.memory.limit = memory_used(&place.memory);
    int failed = 0;
    for (unsigned i = 0; i < 10 && !failed; i++) {
        failed = output_write(output, bytes, 5000000, &error);
    }
    CU_ASSERT(failed && error.code == ERROR_MEMORY);
    place.memory.limit = limit;
    output_discard(output);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
    free(bytes);
}

/* Bytes that cannot be made fewer are kept as they are. */
static void test_incompressible(void) {
    uint64_t state = 99, size = 300000;
    char *bytes = malloc(size);
    for (uint64_t i = 0; i < size; i++) {
        bytes[i] = (char)random_next(&state);
    }
    CU_ASSERT_EQUAL(write_file(in_folder("random.gz"), bytes, size, 4096), 0);
    CU_ASSERT(reads_as(in_folder("random.gz"), bytes, size));
    free(bytes);
}

/* No thread outlives a file that is given up, or that cannot be written. */
static void test_given_up(void) {
    char *bytes = sample(9000000);
    place.run.threads = 4;
    output *output = output_create(&place.run, in_folder("given_up.gz"), &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL(output_write(output, bytes, 9000000, &place.error), 0);
    output_discard(output);
    CU_ASSERT_EQUAL(access(in_folder("given_up.gz"), F_OK), -1);
    CU_ASSERT_EQUAL(symlink("/dev/full", in_folder("full_too.gz")), 0);
    CU_ASSERT_EQUAL(write_file(in_folder("full_too.gz"), bytes, 9000000, 9000000), -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    place.run.threads = 1;
    free(bytes);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

void suite_stream(void) {
    suite_add("stream", workplace_open, workplace_close, "round trip", test_round_trip,
              "files of and for other programs", test_other_programs, "same bytes, same file",
              test_deterministic, "concatenated members and frames", test_concatenated,
              "files of other compressors", test_foreign, "damaged and truncated data", test_damaged,
              "unreadable files", test_unreadable, "errors of the system", test_system, "not enough memory",
              test_memory, "numbers", test_numbers, "formats", test_print, "stopped while reading", test_stop,
              "what comes first", test_first, "texts", test_text, "complete or not there", test_atomic,
              "permissions and links", test_permissions, "files that cannot be created", test_uncreatable,
              "devices and pipes", test_special_files, "no space left", test_full, "standard streams",
              test_standard, "threads that compress", test_threads, "gzip members", test_members,
              "damaged blocks", test_damaged_blocks, "bytes that cannot be compressed", test_incompressible,
              "in memory", test_in_memory, "given up while threads work", test_given_up, NULL);
}
