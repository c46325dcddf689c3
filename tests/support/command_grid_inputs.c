/* The inputs of the table of command lines: models of the examples, small ones of its own, and files made of
 * them. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/command_grid.h"
#include "tests/support/testing.h"

static const struct {
    const char *name, *text;
} files[] = {
    {"logger.exp",
     "hide repair, \"put_b.*\", \"ack_b.*\", \"log !high\" in \"multilevel/logger.exp\" end hide"},
    {"var.prism", "mdp\nmodule var\n  x : [0..3];\n  [put] x<3 -> 0.5:(x'=x+1) + 0.5:true;\n"
                  "  [get] x>0 -> (x'=x-1);\n  [] x=3 -> (x'=0);\nendmodule\n"},
    {"user.aut", "des (0, 4, 3)\n(0, put, 0)\n(0, get, 1)\n(1, work, 0)\n(1, i, 2)\n"},
    {"mixed.exp", "\"var.prism\" |[put, get]| (\"user.aut\" ||| \"user.aut\")"},
    {"rated.aut", "des (0, 7, 4)\n(0, rate 2, 1)\n(0, rate 0.5, 2)\n(1, i, 0)\n(1, rate 3, 3)\n(2, go, 3)\n"
                  "(3, prob 0.25, 0)\n(3, prob 0.75, 2)\n"},
    {"rated.exp", "\"rated.aut\" |[go]| \"rated.aut\""},
    {"monitor.aut", "des (0, 4, 3)\n(0, pay, 1)\n(1, deliver, 0)\n(1, refund, 2)\n(2, ERROR, 2)\n"},
    {"order.suite", "property deadlocks: deadlock;\nproperty delivers: never deliver;\n"
                    "property both: never keep_both;\nproperty can: [true*] <true*> <thank> true;\n"
                    "property turns: monitor \"monitor.aut\";\nproperty busy: livelock;\n"},
    {"nested.pg", "parity 9;\n0 5 0 1,4;\n1 2 1 0,2,6;\n2 4 0 3,5;\n3 1 1 2,7;\n4 3 1 4,5,8;\n5 6 0 0,9;\n"
                  "6 7 1 1,3;\n7 2 0 7,8;\n8 0 1 6,9;\n9 1 0 2,8;\n"},
};

static const char *const folders[] = {"multilevel", "order", "prism"};

/* Each ends well, and makes a file. */
static const char *const makers[] = {
    "explore order/order.exp -o space.aut",
    "minimise logger.exp -e branching -o small.aut",
    "explore --const K=2 prism/coin.prism -o coin.tra",
    "explore --const K=2 prism/coin.prism -o coin.drn",
    "explore --const c=3 prism/tandem.prism -o tandem.drn",
    "check logger.exp --write-game game.pg -f 'nu X . mu Y . ([fail] X and [not fail] Y)' || [ $? = 1 ]",
};

static void put_link(const char *example, const char *name) {
    char from[PATH_BYTES], to[PATH_BYTES], path[PATH_BYTES];
    snprintf(path, sizeof path, "in/%s", name);
    CU_ASSERT_EQUAL_FATAL(symlink(command_example(example, from), command_path(path, to)), 0);
}

static void make_file(const char *words) {
    char line[1024], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    snprintf(line, sizeof line, "cd %s/in && ${HEDDLE:?} %s", command_folder(), words);
    process_finish(process_start(argv, command_path("stdout", out), command_path("stderr", err)), out, err,
                   &process);
    command_ends(&process, 0, NULL);
}

void grid_put_inputs(void) {
    char path[PATH_BYTES];
    CU_ASSERT_EQUAL_FATAL(mkdir(command_path("in", path), 0777), 0);
    for (size_t i = 0; i < LENGTH(folders); i++) {
        put_link(folders[i], folders[i]);
    }
    put_link("shared_coin-2-1", "coin");
    for (size_t i = 0; i < LENGTH(files); i++) {
        snprintf(path, sizeof path, "in/%s", files[i].name);
        command_put_file(path, files[i].text);
    }
    for (size_t i = 0; i < LENGTH(makers); i++) {
        make_file(makers[i]);
    }
}
