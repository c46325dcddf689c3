/* Packed certificates of `heddle check`, read bit by bit, and what heddle verify says of them and of damaged
 * ones. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/packed_tuples.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define COUNTERS 5u
#define LENGTH 7u /* so a packed state has 15 bits */
#define STATES 16807u
#define BYTES 2u

/* Counters that count to LENGTH, each on its own. */
static void put_network(void) {
    command_put_file("counter.aut", "des (0, 7, 7)\n(0, up, 1)\n(1, up, 2)\n(2, up, 3)\n(3, up, 4)\n"
                                    "(4, up, 5)\n(5, up, 6)\n(6, reset, 0)\n");
    command_put_file("net.exp", "\"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" "
                                "||| \"counter.aut\"\n");
    command_put_file("parity.aut", "des (0, 3, 3)\n(0, reset, 1)\n(1, reset, 0)\n(2, ERROR, 2)\n");
}

static void write_certificate(const char *name, const char *threads, const char *property) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_run(&process, "check", "-q", command_path("net.exp", net), property, "-j", threads,
                "--certificate", command_path(name, path));
    command_expect(&process, 0, NULL);
    process_free(&process);
}

/* Whether the tuples are all those of the counters, in order, each `times` times with another last number. */
static void expect_all_tuples(const struct packed_tuples *tuples, uint32_t times) {
    CU_ASSERT_EQUAL_FATAL(tuples->count, STATES * times);
    for (uint32_t i = 0; i < tuples->count; i++) {
        uint32_t rest = i / times;
        for (uint32_t k = COUNTERS; k-- > 0; rest /= LENGTH) {
            CU_ASSERT_EQUAL_FATAL(tuples->tuple[i * tuples->fields + k], rest % LENGTH);
        }
        if (times > 1) {
            CU_ASSERT_EQUAL_FATAL(tuples->tuple[i * tuples->fields + COUNTERS], i % times);
        }
    }
}

static void test_written(void) {
    char first[PATH_BYTES], path[PATH_BYTES];
    struct packed_tuples tuples;
    size_t size, other_size;
    put_network();
    write_certificate("one.json", "1", "--deadlock");
    write_certificate("three.json", "3", "--deadlock");
    packed_tuples_read(&tuples, command_path("one.json", first));
    CU_ASSERT_EQUAL(tuples.fields, COUNTERS);
    CU_ASSERT_EQUAL(packed_tuple_bytes(&tuples), BYTES);
    expect_all_tuples(&tuples, 1);
    free(tuples.tuple);
    char *bytes = process_read_file(first, &size),
         *others = process_read_file(command_path("three.json", path), &other_size);
    CU_ASSERT(size == other_size && memcmp(bytes, others, size) == 0);
    free(bytes);
    free(others);
    command_verify("one.json", 0, "out of these 16807 states", "a packed certificate");
    write_certificate("one.json.zst", "2", "--deadlock");
    command_verify("one.json.zst", 0, "out of these 16807 states", "a compressed certificate");
}

static void test_monitor(void) {
    char path[PATH_BYTES], monitor[PATH_BYTES];
    struct packed_tuples tuples;
    put_network();
    snprintf(monitor, sizeof monitor, "--monitor=%s", command_path("parity.aut", path));
    write_certificate("monitor.json", "2", monitor);
    packed_tuples_read(&tuples, command_path("monitor.json", path));
    CU_ASSERT_EQUAL(tuples.fields, COUNTERS + 1);
    expect_all_tuples(&tuples, 2);
    free(tuples.tuple);
    command_verify("monitor.json", 0, "out of these 33614 states", "a packed certificate of a monitor");
}

/* --- damage --- */

struct damage {
    const char *what;
    size_t states, keep; /* as the head says, and as the file has */
    const char *packed;
    size_t at; /* a record that is replaced by these bytes */
    const char *bytes;
    const char *more; /* after the records */
    int code;
    const char *expected;
};

/* Writes a certificate whose records are all states, but for the damage. */
static void put_damaged(const struct damage *damage) {
    char network[PATH_BYTES], path[PATH_BYTES];
    struct packed_tuples tuples = {.width = {3, 3, 3, 3, 3}, .fields = COUNTERS, .count = STATES};
    char *records = NULL;
    size_t size;
    tuples.tuple = test_allocate(STATES * COUNTERS, sizeof *tuples.tuple);
    for (uint32_t i = 0; i < STATES; i++) {
        uint32_t rest = i;
        for (uint32_t k = COUNTERS; k-- > 0; rest /= LENGTH) {
            tuples.tuple[i * COUNTERS + k] = rest % LENGTH;
        }
    }
    FILE *packed = open_memstream(&records, &size);
    packed_tuples_write(&tuples, packed);
    fclose(packed);
    if (damage->bytes != NULL) {
        memcpy(records + damage->at * BYTES, damage->bytes, BYTES);
    }
    FILE *file = fopen(command_path("damaged.json", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file,
            "{\"heddle_evidence\": 2, \"kind\": \"certificate\", \"inputs\": {\"network\": \"%s\"}, "
            "\"components\": [\"counter\", \"counter#2\", \"counter#3\", \"counter#4\", \"counter#5\"], "
            "\"properties\": [{\"kind\": \"deadlock\", \"name\": \"deadlock\"}], \"states\": %zu%s}\n",
            command_path("net.exp", network), damage->states, damage->packed);
    fwrite(records, 1, damage->keep * BYTES, file);
    fputs(damage->more, file);
    fclose(file);
    free(records);
    free(tuples.tuple);
}

#define WIDTHS ", \"packed\": [3, 3, 3, 3, 3]"
/* Bytes of states: a number of three bits for each counter, after an unused bit. */
#define ALL_SEVEN "\x7f\xff" /* (7, 7, 7, 7, 7), which no counter has */
#define FIRST "\x00\x00"

static void test_damage(void) {
    static const struct damage cases[] = {
        {"all states", STATES, STATES, WIDTHS, 0, NULL, "\n", 0, "out of these 16807 states"},
        {"no line end", STATES, STATES, WIDTHS, 0, NULL, "", 0, "out of these 16807 states"},
        {"the last state is missing", STATES - 1, STATES - 1, WIDTHS, 0, NULL, "\n", 1,
         "\"up\" leads from (counter 5, counter#2 6, counter#3 6, counter#4 6, counter#5 6) to "},
        {"no states", 0, 0, WIDTHS, 0, NULL, "\n", 1, "the initial state (counter 0, "},
        {"a local state that there is not", STATES, STATES, WIDTHS, STATES - 1, ALL_SEVEN, "\n", 1,
         "leads from"},
        {"a state twice", STATES, STATES, WIDTHS, 1, FIRST, "\n", 2,
         "state 2 of the certificate is not above"},
        {"an unused bit", STATES, STATES, WIDTHS, 0, "\x80\x00", "\n", 2,
         "state 1 of the certificate: bits that"},
        {"fewer states", STATES, STATES - 3, WIDTHS, 0, NULL, "", 2, "announces 16807 states, but has 16804"},
        {"more states", STATES - 1, STATES, WIDTHS, 0, NULL, "\n", 2, "expected"},
        {"a number more", STATES, STATES, ", \"packed\": [3, 3, 3, 3, 3, 1]", 0, NULL, "\n", 2,
         "packed: expected"},
        {"no layout", STATES, STATES, "", 0, NULL, "\n", 2, "packed: expected"},
        {"too many bits", STATES, STATES, ", \"packed\": [3, 3, 3, 3, 33]", 0, NULL, "\n", 2, "0 to 32"},
        {"a text for bits", STATES, STATES, ", \"packed\": [3, 3, 3, 3, \"3\"]", 0, NULL, "\n", 2, "0 to 32"},
        {"other widths of the same size", STATES, STATES, ", \"packed\": [4, 2, 3, 3, 3]", 0, NULL, "\n", 1,
         ""},
    };
    put_network();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        put_damaged(&cases[k]);
        command_verify("damaged.json", cases[k].code, cases[k].expected, cases[k].what);
    }
}

/* A local state beyond those of its process is refuted although the set is closed. */
static void test_range(void) {
    const struct damage damage = {"",
                                  STATES + 1,
                                  STATES,
                                  WIDTHS,
                                  0,
                                  NULL,
                                  ALL_SEVEN "\n",
                                  1,
                                  "counter has no state 7: its states are 0 to 6 (state 16808)"};
    put_network();
    put_damaged(&damage);
    command_verify("damaged.json", damage.code, damage.expected, "a state beyond those of the process");
}

/* Pieces of both forms in one file. */
static void test_pieces(void) {
    const struct damage all = {"", STATES, STATES, WIDTHS, 0, NULL, "\n", 0, ""};
    char path[PATH_BYTES], other[PATH_BYTES];
    struct process process;
    size_t size;
    put_network();
    put_damaged(&all);
    char *packed = process_read_file(command_path("damaged.json", path), &size);
    command_run(&process, "check", "-q", command_path("counter.aut", path), "--deadlock", "--certificate",
                command_path("lines.json", other));
    command_expect(&process, 0, NULL);
    process_free(&process);
    char *lines = process_read_file(other, NULL);
    FILE *file = fopen(command_path("both.json", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int k = 0; k < 2; k++) {
        fwrite(packed, 1, size, file);
        fputs(lines, file);
    }
    fclose(file);
    free(packed);
    free(lines);
    command_run(&process, "verify", "--json", path);
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "pieces")), 4);
    json_decref(object);
    process_free(&process);
}

void suite_packed_certificate(void) {
    command_suite("packed certificates", "as they are written", test_written, "with a monitor", test_monitor,
                  "damaged", test_damage, "beyond the states", test_range, "several pieces", test_pieces,
                  NULL);
}
