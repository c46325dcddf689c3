/* Completion of command lines: what shells offer, in a folder with some files. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

/* --- the folder: net.aut, mon.aut, f.mcl, t.json, x.lab; beside it many.aut, with many labels --- */

static void make_files(void) {
    static const char *const files[] = {"f.mcl", "t.json", "x.lab", "mon.aut"};
    char path[PATH_BYTES];
    if (command_has_file("completion/net.aut")) {
        return;
    }
    FILE *stream = fopen(command_path("many.aut", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
    fprintf(stream, "des (0, 20000, 2)\n");
    for (int i = 0; i < 20000; i++) {
        fprintf(stream, "(0, \"send !%d\", 1)\n", i);
    }
    fclose(stream);
    CU_ASSERT_EQUAL_FATAL(mkdir(command_path("completion", path), 0777), 0);
    command_put_file("completion/net.aut",
                     "des (0, 6, 2)\n(0, \"send !1\", 1)\n(0, \"send !2\", 1)\n(0, done, 1)\n"
                     "(0, \"it's\", 1)\n(0, \"$(touch bad)\", 1)\n(0, commit, 1)\n");
    for (size_t i = 0; i < LENGTH(files); i++) {
        char name[64];
        snprintf(name, sizeof name, "completion/%s", files[i]);
        command_put_file(name, "des (0, 1, 2)\n(0, cut, 1)\n");
    }
}

/* Runs a script of a shell, which must print `offer` and nothing else. */
static void expect_offer(const char *shell, const char *script, const char *line, const char *offer) {
    char out[PATH_BYTES], err[PATH_BYTES], folder[PATH_BYTES];
    struct process process;
    command_path("stdout", out);
    command_path("stderr", err);
    setenv("FOLDER", command_path("completion", folder), 1);
    setenv("LINE", line, 1);
    process_finish(process_start((const char *[]){"/usr/bin/env", shell, "-c", script, NULL}, out, err), out,
                   err, &process);
    command_expect(&process, 0, NULL);
    if (strcmp(process.out, offer) != 0 || process.err[0] != '\0') {
        printf("\n  %s\n  %s\n%s", line, process.out, process.err);
        CU_FAIL("it offers something else");
    }
    process_free(&process);
}

static int has_shell(const char *name) {
    char out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    command_path("stdout", out);
    command_path("stderr", err);
    process_finish(process_start((const char *[]){"/usr/bin/env", name, "-c", "exit 0", NULL}, out, err), out,
                   err, &process);
    int found = process.code == 0;
    process_free(&process);
    return found;
}

/* --- bash --- */

/* A number: the word with the cursor, if it is not the last one. */
static const struct {
    const char *words, *offer;
    int cursor;
} bash_cases[] = {
    {"heddle ex", "<explore>", 0},
    {"heddle --ver", "<--version>", 0},
    {"heddle explore --max-s", "<--max-states>", 0},
    {"heddle explore --regex ext", "<extended>", 0},
    {"heddle explore --regex = ext", "<extended>", 0},
    {"heddle info --labels-", "<--labels-only>", 0},
    {"heddle check ''", "<mon.aut><net.aut>", 0},
    {"heddle check --deadlock --partial", "<--partial-order>", 0},
    {"heddle check -L net.aut --partial", "<>", 0},
    {"heddle check --compose net.aut --certi", "<>", 0},
    {"heddle check net.aut -p ''", "<f.mcl>", 0},
    {"heddle check net.aut --property = ''", "<f.mcl>", 0},
    {"heddle check net.aut --certificate ''", "<t.json>", 0},
    {"heddle mec m.tra -l ''", "<x.lab>", 0},
    {"heddle verify net.aut -p ''", "<f.mcl>", 0},
    {"heddle check net.aut --never s", "<send\\ \\!1><send\\ \\!2>", 0},
    {"heddle check --never s net.aut", "<send\\ \\!1><send\\ \\!2>", 3},
    {"heddle check net.aut --never = s", "<send\\ \\!1><send\\ \\!2>", 0},
    {"heddle check net.aut -s \"'se\"", "<send !1><send !2>", 0},
    {"heddle check net.aut -s '\"se'", "<send \"'!'\"1><send \"'!'\"2>", 0},
    {"heddle check net.aut -n 'send\\ \\!2'", "<send\\ \\!2>", 0},
    {"heddle check net.aut -n i", "<it\\'s>", 0},
    {"heddle check net.aut -n '$'", "<\\$\\(touch\\ bad\\)>", 0},
    {"heddle check net.aut -n \"'\\$\"", "<$(touch bad)>", 0},
    {"heddle check net.aut -F done,c", "<done\\,commit>", 0},
    {"heddle check net.aut -f \"'[true* . \\\"se\"", "<[true* . \"send !1\"><[true* . \"send !2\">", 0},
    {"heddle check net.aut -f \"'[true* . do\"", "<[true* . done>", 0},
    {"heddle check -M mon.aut --never c", "<>", 0}, /* the monitor is no network */
    {"heddle check none.aut --never c", "<>", 0},
    {"heddle check ../many.aut --never 'send\\ \\!9998'", "<send\\ \\!9998>", 0},
};

static void test_bash(void) {
    if (!has_shell("bash")) {
        test_skip("completion: bash", "there is no bash");
        return;
    }
    make_files();
    for (size_t i = 0; i < LENGTH(bash_cases); i++) {
        char script[2048];
        snprintf(script, sizeof script,
                 "source <(\"$HEDDLE\" --completion bash); cd \"$FOLDER\"; COMP_WORDS=(%s); "
                 "COMP_WORDS[0]=$HEDDLE; COMP_CWORD=%d; [ %d != 0 ] || COMP_CWORD=$((${#COMP_WORDS[@]}-1)); "
                 "_heddle; printf '<%%s>\\n' \"${COMPREPLY[@]}\" | LC_ALL=C sort | tr -d '\\n'",
                 bash_cases[i].words, bash_cases[i].cursor, bash_cases[i].cursor);
        expect_offer("bash", script, bash_cases[i].words, bash_cases[i].offer);
    }
    CU_ASSERT_FALSE(command_has_file("completion/bad"));
}

/* --- fish --- */

/* Lines with the cursor at their end; what is offered is not yet escaped. */
static const struct {
    const char *line, *offer;
} fish_cases[] = {
    {"heddle ex", "<explore>"},
    {"heddle --ver", "<--version>"},
    {"heddle --completion f", "<fish>"},
    {"heddle --man expl", "<explore>"},
    {"heddle help so", "<solve>"},
    {"heddle bench par", "<parity>"},
    {"heddle explore --max-s", "<--max-states>"},
    {"heddle explore --regex ext", "<extended>"},
    {"heddle explore --regex=ext", "<--regex=extended>"},
    {"heddle explore --threads ", ""},
    {"heddle info --labels-", "<--labels-only>"},
    {"heddle check ", "<mon.aut><net.aut>"},
    {"heddle check --deadlock --partial", "<--partial-order>"},
    {"heddle check -L --partial", ""},
    {"heddle check --compose net.aut --certi", ""},
    {"heddle check net.aut -p ", "<f.mcl>"},
    {"heddle check net.aut --property=", "<--property=f.mcl>"},
    {"heddle check net.aut --certificate ", "<t.json>"},
    {"heddle check ../com", "<../completion/>"},
    {"heddle mec m.tra -l ", "<x.lab>"},
    {"heddle verify net.aut -p ", "<f.mcl>"},
    {"heddle simulate --script f", "<f.mcl>"},
    {"heddle check net.aut --never s", "<send !1><send !2>"},
    {"heddle check net.aut --never=s", "<--never=send !1><--never=send !2>"},
    {"heddle check net.aut -s 'se", "<send !1><send !2>"},
    {"heddle check net.aut -s \"se", "<send !1><send !2>"},
    {"heddle check net.aut -n send\\ !2", "<send !2>"},
    {"heddle check net.aut -n it", "<it's>"},
    {"heddle check net.aut -n '$", "<$(touch bad)>"},
    {"heddle check net.aut -F done,c", "<done,commit>"},
    {"heddle check net.aut -F 'done,se", "<done,send !1><done,send !2>"},
    {"heddle check net.aut -f '[true* . co", "<[true* . commit>"},
    {"heddle check net.aut -f '[true* . \"se", "<[true* . \"send !1\"><[true* . \"send !2\">"},
    {"heddle check net.aut -f '[\"done\"] <co", "<[\"done\"] <commit>"},
    {"heddle check -M mon.aut net.aut -n c", "<commit>"},
    {"heddle check net.aut -M mon.aut -n c", "<commit>"},
    {"heddle check --never c", ""},
    {"heddle check none.aut --never c", ""},
    {"heddle check ../many.aut --never 'send !9998", "<send !9998>"},
};

static void test_fish(void) {
    if (!has_shell("fish")) {
        test_skip("completion: fish", "there is no fish");
        return;
    }
    make_files();
    setenv("XDG_CONFIG_HOME", command_folder(), 1); /* fish writes files there */
    setenv("XDG_DATA_HOME", command_folder(), 1);
    for (size_t i = 0; i < LENGTH(fish_cases); i++) {
        expect_offer("fish",
                     "set PATH (dirname $HEDDLE) $PATH; heddle --completion fish | source; cd $FOLDER; "
                     "complete -C $LINE | string replace -r '\\t.*' '' | LC_ALL=C sort | "
                     "string replace -r '(.*)' '<$1>' | tr -d '\\n'",
                     fish_cases[i].line, fish_cases[i].offer);
    }
    CU_ASSERT_FALSE(command_has_file("completion/bad"));
}

void suite_completion(void) {
    command_suite("completion", "bash", test_bash, "fish", test_fish, NULL);
}
