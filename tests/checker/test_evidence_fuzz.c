/*
 * Evidence of every kind, damaged by structure: heddle verify confirms it, refutes it or refuses it as no
 * evidence, and says why. It never confirms a claim that the command, asked by itself, finds wrong.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "tests/random/random_damage.h"
#include "tests/support/command.h"
#include "tests/support/evidence_claim.h"
#include "tests/support/evidence_corpus.h"
#include "tests/support/evidence_judge.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 6000u
#define LONG_CASES 20000u /* a long run draws several times as many */
#define ASKED_CASES 40u   /* one of so many cases is judged by the command, too */
#define BYTES ((uint64_t)256 << 20)
#define SLOW 1.0     /* seconds of a processor for a case */
#define SECONDS 20.0 /* of a case, before it counts as one that never ends */

struct world {
    struct workplace place;
    struct evidence_corpus corpus;
    json_t *known; /* what the command found */
    char path[PATH_BYTES];
    uint64_t seed, mismatches;
    uint64_t status[4], claims, unasked;
};

/* Says what is wrong with a case, and keeps its evidence. */
static void complain(struct world *world, const char *what, const char *more) {
    char kept[64];
    size_t size;
    char *bytes = test_present(process_read_file(world->path, &size));
    snprintf(kept, sizeof kept, "/tmp/heddle-evidence-%llu.json", (unsigned long long)world->seed);
    FILE *file = fopen(kept, "wb");
    const int is_kept = file != NULL && fwrite(bytes, 1, size, file) == size;
    if (file != NULL) {
        fclose(file);
    }
    free(bytes);
    world->mismatches++;
    printf("\n  seed %llu: %s: %s (%s)", (unsigned long long)world->seed, what, more,
           is_kept ? kept : "which could not be kept");
}

static void check_claim(const struct evidence *evidence, const struct verification *verification,
                        void *context) {
    struct world *world = context;
    const int holds = evidence_claim_holds(evidence, verification, world->known);
    world->claims += holds > 0;
    world->unasked += holds < 0;
    if (holds == 0) {
        complain(world, "confirmed, but the command does not find it", evidence_claim_asked());
    }
}

/* --- damage --- */

/* Where the head counts the lines after it. */
static void count_again(json_t *file) {
    json_t *head = json_array_get(file, 0);
    static const char *const keys[] = {"states", "nodes"};
    for (int k = 0; k < 2; k++) {
        if (json_object_get(head, keys[k]) != NULL) {
            json_object_set_new(head, keys[k], json_integer((json_int_t)json_array_size(file) - 1));
        }
    }
}

/* Damages a piece of the corpus, once or several times, and writes it. */
static void write_damaged(struct world *world) {
    uint64_t random = world->seed;
    const unsigned one = random_draw(&random, world->corpus.count);
    json_t *file = json_deep_copy(world->corpus.all[one].file);
    const size_t lines = json_array_size(file);
    size_t length;
    for (uint32_t times = 1 + random_draw(&random, 3) / 2 + random_draw(&random, 8) / 7; times > 0; times--) {
        random_damage(&random, file, world->corpus.all[random_draw(&random, world->corpus.count)].file);
    }
    if (json_array_size(file) != lines && random_draw(&random, 4) != 0) {
        count_again(file);
    }
    char *text = random_damage_text(file, &length);
    const size_t tail = world->corpus.all[one].tail_bytes;
    text = test_present(realloc(text, length + tail + 8));
    memcpy(text + length, world->corpus.all[one].tail, tail);
    length += tail;
    if (random_draw(&random, 12) == 0) {
        length = random_damage_bytes(&random, text, length);
    }
    FILE *stream = fopen(world->path, "wb");
    CU_ASSERT_FATAL(stream != NULL && fwrite(text, 1, length, stream) == length && fclose(stream) == 0);
    free(text);
    json_decref(file);
}

/* --- judgement --- */

/* Whether the command has the same exit status. */
static void ask_command(struct world *world, int status) {
    struct process process;
    command_run(&process, "verify", "--quiet", world->path);
    if (process.code != status || (status > 1 && process.err[0] == '\0')) {
        complain(world, "the command judges otherwise", process.err);
    }
    process_free(&process);
}

/* After a crash, the evidence is found in the folder that stays, under the name of the seed. */
static void judge_case(uint64_t seed, void *context) {
    struct world *world = context;
    const struct evidence_witness witness = {check_claim, world};
    struct error error;
    char name[64];
    snprintf(name, sizeof name, "damaged-%llu.json", (unsigned long long)seed);
    command_path(name, world->path);
    world->seed = seed;
    write_damaged(world);
    world->place.run.threads = 1 + seed % 2;
    world->place.run.deadline = run_clock() + SECONDS;
    const uint64_t wrong = world->mismatches;
    const clock_t begun = clock();
    const int status = evidence_judge(world->path, &world->place.run, &witness, &error);
    if ((double)(clock() - begun) / CLOCKS_PER_SEC > SLOW) {
        complain(world, "takes long", "");
    }
    if (status < 0 || status > 2) {
        complain(world, status < 0 ? "no verdict and no reason" : "undecided", error.text);
    } else {
        world->status[status]++;
    }
    if (memory_used(&world->place.memory) != 0) {
        complain(world, "memory is left", "");
        memory_init(&world->place.memory, BYTES);
    }
    if (world->mismatches == wrong && seed % ASKED_CASES == 0) {
        ask_command(world, status);
    }
    remove(world->path);
}

/* --- forms that were once taken for others --- */

#define NODES(list)                                                                                          \
    "{\"heddle_evidence\": 1, \"kind\": \"difference\", \"inputs\": {\"network\": \"first.prism\"}, "        \
    "\"components\": [\"s\"], \"second\": {\"inputs\": {\"network\": \"second.prism\"}, \"components\": "    \
    "[\"s\"]}, "                                                                                             \
    "\"equivalence\": \"probabilistic\", \"holds_in\": 2, \"formula\": [" list "]}"
#define GOAL(goal)                                                                                           \
    "{\"heddle_evidence\": 1, \"kind\": \"scheduler\", \"inputs\": {\"network\": \"one.prism\"}, "           \
    "\"components\": [\"x\"], \"labels\": [\"a\"], \"goal\": {" goal "}, \"states\": 1}\n[[0],0,[0,0]]\n"
#define RELATED(relation, states)                                                                            \
    "{\"heddle_evidence\": 1, \"kind\": \"comparison\", \"inputs\": {\"network\": \"one.prism\"}, "          \
    "\"components\": [\"x\"], \"second\": {\"inputs\": {\"network\": \"one.prism\"}, \"components\": "       \
    "[\"x\"]}, " relation ", \"first_states\": 1, \"states\": " states "}\n[[0],0]\n[[0],0]\n"

/* In the folder of the models, whose names the evidence has. */
static void test_forms(void) {
    static const struct {
        const char *text;
        int code;
        const char *expected; /* in the reason or the message */
    } cases[] = {
        /* nodes that the last one does not use */
        {NODES("{\"label\":\"L\"},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1\"]]},{\"move\":\"chain\","
               "\"gives\":"
               "[[1,\">=\",\"1\"]]},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1\"]]}"),
         1, "holds in no initial state of the second input"},
        {NODES("{\"all\":[]},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1\"]]},{\"label\":\"L\"}"), 0,
         "holds in the second input and not in the first"},
        /* one object that is two things */
        {NODES("{\"label\":\"L\",\"all\":[]}"), 2, "formula[0]: expected one node"},
        {NODES("{\"all\":[]},{\"move\":\"chain\",\"gives\":[],\"not\":0}"), 2,
         "formula[1]: expected one node"},
        {GOAL("\"label\":\"a\""), 0, "almost surely reaches"},
        {GOAL("\"label\":\"a\",\"pattern\":{}"), 2, "goal: expected an object with one of label"},
        {GOAL("\"pattern\":{}"), 2, "goal.pattern: expected a string, or an object"},
        {GOAL("\"pattern\":{},\"state_label\":\"a\""), 2, "goal: expected an object with one of label"},
        {GOAL("\"label\":\"a\",\"label\":\"b\""), 2, "duplicate"},
        {RELATED("\"equivalence\": \"strong\"", "2"), 0, "both inputs are equivalent"},
        {RELATED("\"equivalence\": \"strong\", \"preorder\": \"trace\"", "2"), 2,
         "the evidence: expected an equivalence or a preorder"},
        {RELATED("\"equivalence\": \"strong\", \"hidden\": {\"labels\": [{\"label\": \"a\", \"pattern\": "
                 "\"b\"}]}",
                 "2"),
         2, "hidden.labels: expected either a label or a pattern"},
        /* more lines than any file has */
        {RELATED("\"equivalence\": \"strong\"", "9007199254740992"), 2,
         "announces 9007199254740992 states, but has 2"},
    };
    static const char *const models[][2] = {
        {"first.prism", "dtmc module m s:[0..1]; [] true -> (s'=1-s); endmodule label \"L\"=s=1;"},
        {"second.prism", "dtmc module m s:[0..1]; [] true -> (s'=1-s); endmodule label \"L\"=s=0;"},
        {"one.prism", "mdp module m x:[0..1]; [a] true -> true; endmodule"}};
    char here[PATH_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(here, sizeof here));
    for (size_t k = 0; k < LENGTH(models); k++) {
        command_put_file(models[k][0], models[k][1]);
    }
    CU_ASSERT_EQUAL_FATAL(chdir(command_folder()), 0);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        command_put_file("form.json", cases[k].text);
        command_verify("form.json", cases[k].code, cases[k].expected, cases[k].text);
    }
    CU_ASSERT_EQUAL(chdir(here), 0);
}

/* --- all cases --- */

/* What was not damaged is confirmed. */
static void judge_whole(struct world *world) {
    const struct evidence_witness witness = {check_claim, world};
    struct error error;
    for (unsigned k = 0; k < world->corpus.count; k++) {
        char path[PATH_BYTES];
        const char *name = world->corpus.all[k].name;
        const int status = evidence_judge(command_path(name, path), &world->place.run, &witness, &error);
        if (status != 0) {
            printf("\n  %s: %d, %s", name, status, error.text);
        }
        CU_ASSERT_EQUAL(status, 0);
    }
    CU_ASSERT_EQUAL(world->mismatches, 0);
}

static void test_damaged(void) {
    struct world world = {.known = json_object()};
    workplace_begin(&world.place, BYTES);
    evidence_corpus_make(&world.corpus);
    judge_whole(&world);
    judge_seeds(test_is_long() ? LONG_CASES : CASES, 1, judge_case, &world, &world.mismatches);
    report_counts("confirmed", world.status[0], "refuted", world.status[1], "refused", world.status[2],
                  "claims", world.claims, "not asked", world.unasked, NULL);
    evidence_corpus_free(&world.corpus);
    json_decref(world.known);
    workplace_end(&world.place);
}

void suite_evidence_fuzz(void) {
    command_suite("damaged evidence", "one thing alone in one object", test_forms,
                  "is confirmed, refuted or refused", test_damaged, NULL);
}
