/*
 * The schemas of docs/formats beside what the command prints with --json and writes as evidence: every output
 * is as its schema says, has no key that is not described, and every key that is described occurs.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/json_schema.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define FOLDER "docs/formats/"

static const char model_prism[] =
    "mdp const int N; module m x:[0..N]; [up] x<N -> 0.5:(x'=x+1) + 0.5:true; endmodule\n";
static const char other_prism[] =
    "mdp const int N; module m x:[0..N]; [up] x<N -> 0.4:(x'=x+1) + 0.6:true; endmodule\n"
    "rewards \"r\" x=0 : 2; [up] true : 1/3; endrewards\n";
static const char model_tra[] = "3 4 5\n0 0 0 1 stay\n0 1 1 0.5 go\n0 1 2 0.5 go\n1 0 0 1\n2 0 2 1\n";
static const char model_lab[] = "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n2: 2\n";
static const char open_prism[] = "dtmc const int K; const bool b; global g : bool init b; module m x : "
                                 "[0..K]; [a] true -> true; endmodule\n"
                                 "rewards true : 1/K; endrewards label \"l\" = x=K;";
static const char game_pg[] = "parity 2;\n0 1 0 1,2;\n1 2 1 0,2;\n2 3 0 0;\n";
static const char read_twice[] =
    "{\"heddle_evidence\":1,\"kind\":\"comparison\",\"inputs\":{\"network\":\"one.aut\"},\"components\":["
    "\"one\"],"
    "\"second\":{\"inputs\":{\"network\":\"one.aut\",\"independent\":true},\"components\":[\"one\"]},"
    "\"equivalence\":\"strong\",\"first_states\":1,\"states\":2}\n[[0],0]\n[[0],0]\n";
static const char bytes_aut[] = "des (0, 2, 2)\n(0, \"a\xff\", 1)\n(1, b, 0)\n";

/* A schema's name, and the arguments of a command in the suite's folder as a shell has them. */
static const struct {
    const char *schema, *arguments;
} outputs[] = {
    {"info", "info --labels $EXAMPLES/multilevel/system.exp"},
    {"info", "info --ignore-case $EXAMPLES/cadp/system.exp"},
    {"info", "info $EXAMPLES/ring-11/ring.exp --quiet"},
    {"info", "info --estimate $EXAMPLES/multilevel/system.exp"},
    {"info", "info --estimate --const K=2 $EXAMPLES/prism/coin.prism"},
    {"info", "info open.prism"},
    {"info", "info --const K=2 $EXAMPLES/prism/coin.prism"},
    {"explore", "explore $EXAMPLES/gas_station-2/gas_station.exp -o gas.aut --profile gas.svg"},
    {"explore", "explore $EXAMPLES/shared_coin-2-1/coin.exp -o coin.tra"},
    {"explore", "explore --const N=2 -o written.tra model.prism"},
    {"explore", "explore --minimise branching -o small.aut $EXAMPLES/producer/network.exp"},
    {"explore", "explore --compose $EXAMPLES/shared_coin-2-1/coin.exp"},
    {"explore", "explore --max-states 3 $EXAMPLES/producer/network.exp"},
    {"explore", "explore --max-depth 2 $EXAMPLES/producer/network.exp"},
    {"explore", "explore --partial-order $EXAMPLES/filter-4/filter.exp"},
    {"check", "check --deadlock --never nothing --trace stuck.json $EXAMPLES/gas_station-2/gas_station.exp"},
    {"check",
     "check -f '[true* . trans . trans] <true> true' -f '[true*] (<trans> <trans> true implies <true> true)' "
     "$EXAMPLES/producer/network.exp"},
    {"check", "check --deadlock --certificate closed.json $EXAMPLES/producer/network.exp"},
    {"check", "check --ltl 'G F any' --fairness weak --fair-labels weak:each:work_1 --certificate runs.json "
              "$EXAMPLES/locks/turns.exp"},
    {"check",
     "check --max-states 2 --deadlock --livelock -f 'nu X . <true> X' $EXAMPLES/producer/network.exp"},
    {"check", "check --livelock --starvation work_1 -f '[true*] <true> true' --trace wait.json -f '<true . "
              "true> true' "
              "$EXAMPLES/locks/locks.exp"},
    {"check", "check --never-cycle work_1,work_2 --trace fair.json $EXAMPLES/locks/turns.exp"},
    {"check", "check --partial-order --never change_2 $EXAMPLES/gas_station-3/gas_station.exp"},
    {"check", "check --compose --deadlock --starvation pass_0 $EXAMPLES/ring-11/ring.exp"},
    {"check", "check --partial-order --deadlock $EXAMPLES/filter-4/filter.exp"},
    {"check",
     "check --never trans --certificate none.json --report page.html $EXAMPLES/producer/network.exp"},
    {"check", "check -p $EXAMPLES/formulas/no_starvation.mcl --write-game starvation.pg --trace starved.json "
              "$EXAMPLES/locks/locks.exp"},
    {"check",
     "check -p $EXAMPLES/formulas/no_starvation.mcl --certificate played.json $EXAMPLES/locks/turns.exp"},
    {"check",
     "check -f '[true*] <true* . work_1> true' --certificate branching.json $EXAMPLES/locks/locks.exp"},
    {"check", "check -f 'mu X . [not c] X' --trace bytes.json bytes.aut"},
    {"check", "check --ltl 'G F exit_0' --ltl 'F nothing' $EXAMPLES/gas_station-2/gas_station.exp"},
    {"check", "check --never \"'ente.*'\" --trace never.json $EXAMPLES/peterson/peterson.exp"},
    {"check", "check --monitor $EXAMPLES/peterson/mutex.aut --trace both.json $EXAMPLES/peterson/late.exp"},
    {"check", "check --almost-surely up_0 --scheduler coin.json $EXAMPLES/shared_coin-2-1/coin.exp"},
    {"check", "check --almost-surely goal --state-label --scheduler goal.json model.tra"},
    {"check",
     "check --almost-surely-ltl 'F G {goal}' --scheduler likely.json --write-product likely.drn model.tra"},
    {"check", "check --almost-surely-repeatedly \"'st.*'\" --scheduler stay.json model.tra"},
    {"explore", "explore --checkpoint saved --max-states 50 $EXAMPLES/gas_station-2/gas_station.exp"},
    {"explore", "explore --resume saved $EXAMPLES/gas_station-2/gas_station.exp"},
    {"check", "check --deadlock --checkpoint kept --max-states 50 $EXAMPLES/gas_station-2/gas_station.exp"},
    {"check", "check --deadlock --resume kept $EXAMPLES/gas_station-2/gas_station.exp"},
    {"scc", "scc -o components.txt --evidence gas_scc.json $EXAMPLES/gas_station-2/gas_station.exp"},
    {"scc", "scc --algorithm fbt -j 2 --evidence file_scc.json gas.aut"},
    {"scc", "scc --max-states 5 $EXAMPLES/gas_station-2/gas_station.exp"},
    {"mec", "mec -o mecs.txt --evidence coin_mec.json $EXAMPLES/shared_coin-2-1/coin.exp"},
    {"mec",
     "mec --algorithm fbt --evidence races.json --no-maximal-progress $EXAMPLES/shared_coin-2-1/coin.exp"},
    {"mec", "mec --evidence file_mec.json model.tra"},
    {"minimise", "minimise --compose --hide trans $EXAMPLES/producer/network.exp"},
    {"minimise", "minimise -e divbranching --hide-all-but \"'enter.*'\" -o small.aut --classes classes.txt "
                 "$EXAMPLES/peterson/peterson.exp"},
    {"minimise", "minimise gas.aut"},
    {"minimise", "minimise --max-states 5 $EXAMPLES/gas_station-2/gas_station.exp"},
    {"minimise", "minimise --memory 64K $EXAMPLES/producer/network.exp"},
    {"compare", "compare $EXAMPLES/locks/locks.exp $EXAMPLES/locks/ordered.exp --evidence locks.json"},
    {"compare", "compare --preorder trace $EXAMPLES/locks/ordered.exp $EXAMPLES/locks/locks.exp --evidence "
                "included.json"},
    {"compare", "compare -e weak $EXAMPLES/locks/ordered.exp $EXAMPLES/locks/locks.exp --hide \"'r.*'\" "
                "--evidence weak.json"},
    {"compare",
     "compare -e probabilistic --const N=2 model.prism other.prism --hide up --evidence told_apart.json"},
    {"compare", "compare -e probabilistic model.tra model.tra --evidence alike.json"},
    {"verify", "verify included.json"},
    {"verify", "verify told_apart.json"},
    {"verify", "verify alike.json"},
    {"compare", "compare --max-states 5 gas.aut $EXAMPLES/gas_station-2/gas_station.exp"},
    {"compare", "compare --memory 64K gas.aut gas.aut"},
    {"solve",
     "solve --verify --solver promotion --keep-loops --keep-cycles --keep-whole -o game.sol game.pg"},
    {"solve", "solve --solver spm --keep-loops --keep-cycles --keep-whole game.pg"},
    {"solve", "solve --solver tangles --keep-loops --keep-cycles --keep-whole game.pg"},
    {"solve", "solve starvation.pg"},
    {"formula", "formula 'G F a -> F b' 'F b'"},
    {"formula", "formula 'a U b' 'F b && (a U b)' -o until.hoa"},
    {"formula", "formula --negate 'F a || G !a'"},
    {"formula", "formula '(G F a -> G F b) && (G F c -> G F d)' -o large.hoa"},
    {"formula", "formula large.hoa 'G F a -> G F b'"},
    {"convert", "convert gas.aut gas_again.aut.gz"},
    {"convert", "convert model.tra model_again.tra"},
    {"convert", "convert --dialect cadp model.tra model_again.aut"},
    {"convert", "convert --to-min game.pg game_again.pg"},
    {"verify", "verify read_twice.json"},
    {"verify", "verify stuck.json"},
    {"verify", "verify closed.json"},
    {"verify", "verify played.json"},
    {"verify", "verify branching.json"},
    {"verify", "verify gas_scc.json"},
    {"verify", "verify file_mec.json"},
    {"verify", "verify coin.json"},
    {"verify", "verify both.json $EXAMPLES/peterson/peterson.exp"},
    {"verify", "verify --ignore-case --deadlock stuck.aut $EXAMPLES/gas_station-2/gas_station.exp"},
    {"simulate", "simulate --random 10 --seed 7 -o walk.json $EXAMPLES/producer/network.exp"},
    {"simulate", "simulate --random 9 --ltl 'F trans' --ltl 'G F trans' $EXAMPLES/producer/network.exp"},
    {"bench", "bench cpu --quick --only puts"},
    {"stopped", "info --memory 64K $EXAMPLES/producer/network.exp"},
    {"stopped", "explore --memory 64K $EXAMPLES/producer/network.exp"},
    {"stopped", "check --deadlock --memory 64K $EXAMPLES/producer/network.exp"},
    {"stopped", "check --almost-surely goal --state-label --timeout 0 model.tra"},
    {"stopped", "simulate --random 3 --memory 64K $EXAMPLES/producer/network.exp"},
    {"scc", "scc --memory 64K $EXAMPLES/producer/network.exp"},
    {"mec", "mec --timeout 0 model.tra"},
    {"solve", "solve --timeout 0 game.pg"},
    {"convert", "convert --timeout 0 model.tra model_again.tra"},
    {"verify", "verify --timeout 0 stuck.json"},
};

/* Files that they have written. */
static const char *const evidence[] = {
    "stuck.json",    "closed.json",    "wait.json",       "fair.json",     "starved.json",
    "played.json",   "branching.json", "bytes.json",      "never.json",    "both.json",
    "coin.json",     "goal.json",      "likely.json",     "stay.json",     "gas_scc.json",
    "file_scc.json", "coin_mec.json",  "races.json",      "file_mec.json", "walk.json",
    "included.json", "weak.json",      "told_apart.json", "alike.json",    "runs.json"};

/* Keys that schemas describe and that do not occur in these runs. */
static const char *const elsewhere[] = {"key_words", "spilled_bytes",   "start_seconds", "ranks",
                                        "gpus",      "bytes_exchanged", "handed_states", NULL};

static json_t *read_schema(const char *name) {
    char path[PATH_BYTES];
    json_error_t error;
    snprintf(path, sizeof path, FOLDER "%s.schema.json", name);
    json_t *schema = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (schema == NULL) {
        printf("\n  %s:%d: %s", path, error.line, error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    return schema;
}

static void expect_allowed(const json_t *root, const json_t *schema, const json_t *value, const char *what) {
    char why[1024];
    if (!json_schema_allows(root, schema, value, why, sizeof why)) {
        printf("\n  %s: %s", what, why);
        CU_FAIL("it is not as its schema says");
    } else {
        CU_PASS("");
    }
}

/* Runs heddle with --json in the suite's folder. */
static json_t *run_json(const char *arguments) {
    char script[1024], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    snprintf(script, sizeof script, "cd '%s' && exec \"$HEDDLE\" %s --json", command_folder(), arguments);
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    command_path("stdout", out);
    command_path("stderr", err);
    process_finish(process_start(argv, out, err), out, err, &process);
    if (process.code == 2 || process.signal != 0) {
        printf("\n  %s: %s", arguments, process.err);
        CU_FAIL("the command failed");
    }
    json_t *value = command_json(process.out);
    process_free(&process);
    return value;
}

static int is_elsewhere(const char *key) {
    const char *const *other = elsewhere;
    while (*other != NULL && strcmp(*other, key) != 0) {
        other++;
    }
    return *other != NULL;
}

/* Every key that the schema describes must have been seen. */
static void expect_all_seen(const char *name, const json_t *schema, const json_t *seen) {
    const char *key;
    json_t *of;
    json_object_foreach(json_object_get(schema, "properties"), key, of) {
        if (json_object_get(seen, key) == NULL && !is_elsewhere(key)) {
            printf("\n  " FOLDER "%s.schema.json: %s", name, key);
            CU_FAIL("a key is described that no output here has");
        }
    }
}

static void test_outputs(void) {
    json_t *schemas = json_object(), *seen = json_object(), *schema;
    const char *name;
    command_put_file("model.tra", model_tra);
    command_put_file("open.prism", open_prism);
    command_put_file("model.lab", model_lab);
    command_put_file("model.prism", model_prism);
    command_put_file("other.prism", other_prism);
    command_put_file("game.pg", game_pg);
    command_put_file("bytes.aut", bytes_aut);
    command_put_file("one.aut", "des (0, 0, 1)\n");
    command_put_file("read_twice.json", read_twice);
    command_put_file("stuck.aut", "des (0, 1, 2)\n(0, choose_1_1, 1)\n");
    for (size_t i = 0; i < LENGTH(outputs); i++) {
        name = outputs[i].schema;
        if (json_object_get(schemas, name) == NULL) {
            json_object_set_new(schemas, name, read_schema(name));
            json_object_set_new(seen, name, json_object());
        }
        json_t *value = run_json(outputs[i].arguments);
        schema = json_object_get(schemas, name);
        expect_allowed(schema, schema, value, outputs[i].arguments);
        json_object_update(json_object_get(seen, name), value);
        json_decref(value);
    }
    json_object_foreach(schemas, name, schema) {
        expect_all_seen(name, schema, json_object_get(seen, name));
    }
    json_decref(schemas);
    json_decref(seen);
}

/* Checks every value of a file: heads are objects; lists are lines that belong to the last head. */
static void check_evidence(const json_t *schema, const char *name, json_t *kinds) {
    char path[PATH_BYTES], line[32] = "";
    FILE *file = fopen(command_path(name, path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    json_t *value;
    while ((value = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        if (json_is_object(value)) {
            const char *kind = command_text(value, "kind");
            expect_allowed(schema, schema, value, name);
            json_object_set_new(kinds, kind, json_true());
            snprintf(line, sizeof line, "%s_line", strcmp(kind, "trace") == 0 ? "parity" : kind);
        } else {
            expect_allowed(schema, json_object_get(json_object_get(schema, "$defs"), line), value, name);
            json_object_set_new(kinds, line, json_true());
        }
        json_decref(value);
    }
    CU_ASSERT_NOT_EQUAL(feof(file), 0);
    fclose(file);
}

static void test_evidence(void) {
    static const char *const all[] = {"trace",
                                      "certificate",
                                      "scc",
                                      "mec",
                                      "scheduler",
                                      "parity",
                                      "certificate_line",
                                      "scc_line",
                                      "mec_line",
                                      "scheduler_line",
                                      "parity_line",
                                      "comparison",
                                      "comparison_line",
                                      "difference"};
    json_t *schema = read_schema("evidence"), *kinds = json_object();
    for (size_t i = 0; i < LENGTH(evidence); i++) {
        check_evidence(schema, evidence[i], kinds);
    }
    for (size_t i = 0; i < LENGTH(all); i++) {
        if (json_object_get(kinds, all[i]) == NULL) {
            printf("\n  no %s", all[i]);
            CU_FAIL("a kind of evidence was not seen");
        }
    }
    json_decref(kinds);
    json_decref(schema);
}

static void check_validator(const char *schema_text, const char *value_text, int allowed) {
    char why[512];
    json_t *schema = json_loads(schema_text, 0, NULL), *value = json_loads(value_text, JSON_DECODE_ANY, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    CU_ASSERT_PTR_NOT_NULL_FATAL(value);
    if (json_schema_allows(schema, schema, value, why, sizeof why) != allowed) {
        printf("\n  %s of %s: %s", value_text, schema_text, why);
        CU_FAIL("the validator is wrong");
    }
    json_decref(schema);
    json_decref(value);
}

static void test_validator(void) {
    check_validator("{\"type\": \"integer\"}", "1", 1);
    check_validator("{\"type\": \"integer\"}", "1.5", 0);
    check_validator("{\"type\": [\"string\", \"null\"]}", "null", 1);
    check_validator("{\"type\": [\"string\", \"null\"]}", "false", 0);
    check_validator("{\"type\": \"integer\", \"minimum\": 0}", "-1", 0);
    check_validator("{\"maximum\": 1}", "1.5", 0);
    check_validator("{\"const\": true}", "true", 1);
    check_validator("{\"const\": true}", "1", 0);
    check_validator("{\"enum\": [\"a\", \"b\"]}", "\"c\"", 0);
    check_validator("{\"required\": [\"a\"]}", "{}", 0);
    check_validator("{\"properties\": {\"a\": {\"type\": \"string\"}}}", "{\"a\": \"x\"}", 1);
    check_validator("{\"properties\": {\"a\": {\"type\": \"string\"}}}", "{\"a\": 1}", 0);
    check_validator("{\"properties\": {\"a\": {\"type\": \"string\"}}}", "{\"b\": 1}", 0);
    check_validator("{\"additionalProperties\": {\"type\": \"integer\"}}", "{\"b\": 1}", 1);
    check_validator("{\"additionalProperties\": {\"type\": \"integer\"}}", "{\"b\": \"x\"}", 0);
    check_validator("{\"items\": {\"type\": \"integer\"}}", "[1, \"x\"]", 0);
    check_validator("{\"prefixItems\": [{\"type\": \"null\"}], \"items\": {\"type\": \"integer\"}}",
                    "[null, 1]", 1);
    check_validator("{\"prefixItems\": [{\"type\": \"null\"}], \"items\": {\"type\": \"integer\"}}", "[1, 1]",
                    0);
    check_validator("{\"minItems\": 2}", "[1]", 0);
    check_validator("{\"maxItems\": 2}", "[1, 2, 3]", 0);
    check_validator("{\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"integer\"}]}", "\"x\"", 0);
    check_validator("{\"oneOf\": [{\"minimum\": 1}, {\"minimum\": 2}]}", "3", 0);
    check_validator("{\"oneOf\": [{\"minimum\": 1}, {\"minimum\": 2}]}", "1", 1);
    check_validator("{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"type\": \"null\"}}}", "1", 0);
    check_validator("{\"$ref\": \"#/$defs/b\", \"$defs\": {\"a\": {}}}", "1", 0);
    check_validator("{\"typ\": \"integer\"}", "1", 0);
}

void suite_schemas(void) {
    if (!command_available() || access(FOLDER "check.schema.json", R_OK) != 0) {
        test_skip("schemas", "HEDDLE or EXAMPLES is not set, or this is not the root of the source tree");
        return;
    }
    suite_add("JSON and its schemas", command_open, command_close, "the validator", test_validator,
              "what is printed with --json", test_outputs, "what is written as evidence", test_evidence,
              NULL);
}
