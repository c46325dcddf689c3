/*
 * Whatever a command is doing, --timeout and SIGTERM end it at once, with exit status 3 and without a file
 * that is half written; --memory is heeded, too. Each job is one phase of a command that takes long: it is
 * stopped after some processor time, and what it still uses after that is measured, because the machine may
 * be busy.
 *
 * A few jobs are done always, all of them by `make check-long`. Phases without a job: reading formulas and
 * evidence, because both are bounded by the size of their files, and 2^30 bytes of formula are read in
 * seconds; pictures and pages, which have at most some thousand states; `info`, which reads and composes as
 * `explore` does; `bench`, which runs the same searches and solvers.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define ALLOWED 8.0 /* seconds of processor time after a limit */
#else
#define ALLOWED 0.8
#endif

/* --- inputs --- */

static FILE *open_input(const char *name) {
    char path[PATH_BYTES];
    return test_present(fopen(command_path(name, path), "w"));
}

/* A path through all states, and other transitions at random. */
static void put_graph(const char *name, unsigned states, unsigned each, unsigned labels) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", states * each, states);
    for (unsigned s = 0; s < states; s++) {
        for (unsigned k = 0; k < each; k++) {
            unsigned target = k == 0 && s + 1 < states ? s + 1 : random_draw(&random, states);
            fprintf(file, "(%u,a%u,%u)\n", s, random_draw(&random, labels), target);
        }
    }
    fclose(file);
}

/* Independent counters. */
static void put_counters(const char *network, unsigned count, unsigned size) {
    FILE *file = open_input(network);
    for (unsigned k = 0; k < count; k++) {
        char name[24];
        snprintf(name, sizeof name, "c%u.aut", k);
        fprintf(file, "%s\"%s\"", k == 0 ? "" : " ||| ", name);
        FILE *counter = open_input(name);
        fprintf(counter, "des (0,%u,%u)\n", size, size);
        for (unsigned i = 0; i < size; i++) {
            fprintf(counter, "(%u,c%u,%u)\n", i, k, (i + 1) % size);
        }
        fclose(counter);
    }
    fclose(file);
}

/* One state with many transitions; by one label, or by one each. */
static void put_star(const char *name, unsigned rays, int differ) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", rays, rays + 1);
    for (unsigned i = 0; i < rays; i++) {
        fprintf(file, "(0,b%u,%u)\n", differ ? i : 0, i + 1);
    }
    fclose(file);
}

/* (a|b)*a(a|b)^n, whose deterministic graph has 2^n states. */
static void put_subsets(const char *name, unsigned n) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n(0,a,0)\n(0,b,0)\n(0,a,1)\n", 2 * n + 1, n + 1);
    for (unsigned i = 1; i < n; i++) {
        fprintf(file, "(%u,a,%u)\n(%u,b,%u)\n", i, i + 1, i, i + 1);
    }
    fclose(file);
}

/* A path of internal steps; each state has a transition elsewhere with one of many labels. */
static void put_internal(const char *name, unsigned states) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", 2 * states, states + 1);
    for (unsigned s = 0; s < states; s++) {
        fprintf(file, "(%u,i,%u)\n(%u,a%u,%u)\n", s, s + 1, s, s % 700, random_draw(&random, states));
    }
    fclose(file);
}

static void put_path(const char *name, unsigned steps) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", steps, steps + 1);
    for (unsigned s = 0; s < steps; s++) {
        fprintf(file, "(%u,a,%u)\n", s, s + 1);
    }
    fclose(file);
}

static void put_game(const char *name, unsigned vertices) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "parity %u;\n", vertices - 1);
    for (unsigned v = 0; v < vertices; v++) {
        fprintf(file, "%u %u %u %u,%u,%u;\n", v, random_draw(&random, 40), random_draw(&random, 2),
                random_draw(&random, vertices), random_draw(&random, vertices),
                random_draw(&random, vertices));
    }
    fclose(file);
}

/* Modules that do one action together, each in `ways` ways: ways^modules choices of the first state. */
static void put_choices(const char *name, unsigned modules, unsigned ways) {
    FILE *file = open_input(name);
    fputs("mdp\n", file);
    for (unsigned m = 0; m < modules; m++) {
        fprintf(file, "module m%u\n x%u:[0..%u];\n", m, m, ways - 1);
        for (unsigned k = 0; k < ways; k++) {
            fprintf(file, " [a] x%u=0 -> (x%u'=%u);\n", m, m, k);
        }
        fputs("endmodule\n", file);
    }
    fclose(file);
}

static void put_commands(const char *name, unsigned commands) {
    FILE *file = open_input(name);
    fprintf(file, "mdp\nmodule m\n x:[0..%u];\n", commands);
    for (unsigned k = 0; k < commands; k++) {
        fprintf(file, " [a%u] x=%u -> 0.5:(x'=%u) + 0.5:(x'=0);\n", k, k, k + 1);
    }
    fputs("endmodule\n", file);
    fclose(file);
}

static void put_names(const char *name, unsigned steps) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", steps, steps + 1);
    for (unsigned s = 0; s < steps; s++) {
        fprintf(file, "(%u,\"L%u !x%u\",%u)\n", s, s, 7 * s, s + 1);
    }
    fclose(file);
}

static void put_mdp(const char *name, unsigned states) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "%u %u %u\n", states, 2 * states, 4 * states);
    for (unsigned s = 0; s < states; s++) {
        for (unsigned c = 0; c < 2; c++) {
            unsigned target = random_draw(&random, states - 1);
            fprintf(file, "%u %u %u 0.5\n%u %u %u 0.5\n", s, c, target, s, c, target + 1);
        }
    }
    fclose(file);
}

static void put_inputs(void) {
    put_graph("big.aut", 300000, 4, 8);
    put_graph("mid.aut", 40000, 4, 8);
    put_counters("net.exp", 8, 12);
    put_counters("small.exp", 6, 8);
    put_star("star.aut", 300000, 1);
    put_subsets("sets.aut", 22);
    put_subsets("sets2.aut", 23);
    put_internal("internal.aut", 2500);
    put_path("path.aut", 200000);
    put_path("path2.aut", 199999);
    put_game("game.pg", 200000);
    put_choices("choices.prism", 24, 2);
    put_choices("fewer.prism", 20, 2);
    put_choices("many.prism", 7, 10);
    put_commands("commands.prism", 40000);
    put_names("names.aut", 200000);
    put_mdp("mdp.tra", 300000);
    command_put_file("names.exp",
                     "total rename \"L\\([0-9]*\\) !\\(.*\\)\" -> \"M\\2 !\\1\" in names.aut end rename\n");
    command_put_file("word.aut",
                     "des (0,1,2)\n(0,\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\",1)\n");
    command_put_file("word.exp", "total hide \"\\(a\\|aa\\)*\\(a\\|aa\\)*\\1\\2c\" in word.aut end hide\n");
    command_put_file("initial.prism",
                     "mdp\nmodule m\n x:[0..255];\n y:[0..255];\n z:[0..255];\n u:[0..255];\n"
                     " [a] x<15 -> (x'=x+1);\nendmodule\n"
                     "init x*x+y*y+z*z+u*u=7000000 endinit\n");
    command_put_file("several.prism",
                     "mdp\nmodule m\n x:[0..999];\n y:[0..29];\n [a] true -> (x'=0);\n"
                     " [b] x>0 -> (x'=x-1)&(y'=mod(y+1,30));\nendmodule\ninit true endinit\n");
    command_put_file("chain.prism", "ctmc\nmodule m\n x:[0..2000000];\n [] x<2000000 -> 2:(x'=x+1);\n"
                                    " [] x>0 -> 1:(x'=x-1);\nendmodule\n");
    command_put_file("data.mcf", "forall x,y,z,u:Nat . val(x<200 && y<200 && z<200 && u<200) => "
                                 "[true*.a(x+y+z)]<true*.b(u)>true\n");
    command_put_file("data.aut", "des (0,2,2)\n(0,\"a(1)\",1)\n(1,\"b(2)\",0)\n");
}

/* --- jobs --- */

struct job {
    int always;            /* also without `make check-long` */
    const char *arguments; /* results go to the folder `out` */
};

static const struct job jobs[] = {
    /* a state with many choices: the search, and the graph */
    {1, "explore choices.prism"},
    {0, "explore fewer.prism -o out/x.aut"},
    {0, "explore many.prism -o out/x.tra"},
    /* patterns */
    {1, "explore word.exp"},
    {0, "explore names.exp"},
    {0, "check names.aut -f \"[true* . 'L.*a.*b.*c.*d'] false\""},
    /* compiling; initial states */
    {1, "explore commands.prism"},
    {0, "explore initial.prism"},
    /* search, numbering, writing */
    {0, "explore net.exp"},
    {0, "explore big.aut -o out/x.aut.gz"},
    {0, "explore big.aut -o out/x.aut.zst"},
    {0, "explore star.aut -o out/x.aut"},
    {0, "explore chain.prism -o out/x.drn"},
    {1, "explore chain.prism -o out/x.tra"},
    {0, "convert mdp.tra out/x.drn"},
    /* decompositions */
    {0, "scc big.aut"},
    {0, "scc small.exp --json"},
    {0, "mec mdp.tra"},
    {0, "mec chain.prism"},
    /* games */
    {0, "solve game.pg"},
    {0, "solve game.pg --solver spm"},
    /* automata, data, games of formulas, evidence */
    {0, "check mid.aut -f '[(a0|a1)* . a0 . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1)] "
        "<true* . a0 . "
        "(a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1)> true'"},
    {0, "check data.aut -p data.mcf"},
    {0, "check big.aut -f 'nu X . mu Y . (<a1> X or <true> Y)' --certificate out/c.json"},
    {1, "check several.prism -f 'nu X . mu Y . (X or <a> Y)' --certificate out/c.json"},
    {0, "check big.aut -f '[true* . a1 . a2 . a3] <true* . a5 . a6> true' --trace out/t.json"},
    /* equivalences */
    {1, "minimise -e weak internal.aut -o out/x.aut"},
    {0, "minimise -e branching big.aut -o out/x.aut"},
    {0, "minimise -e trace sets.aut -o out/x.aut"},
    {0, "minimise -e weaktrace sets.aut -o out/x.aut"},
    {0, "minimise -e probabilistic chain.prism -o out/x.drn"},
    {0, "minimise -e strong net.exp --compose"},
    {0, "compare -e trace sets.aut sets2.aut"},
    {0, "compare -e strong path.aut path2.aut --evidence out/d.json"},
    {0, "compare -e weak internal.aut internal.aut"},
    /* walks, which `verify` makes, too */
    {1, "simulate many.prism --random 1000000"},
    {0, "simulate fewer.prism --random 100"},
    {0, "simulate commands.prism --random 100000"},
    {0, "simulate big.aut --random 1000000000 -o out/w.txt"},
};

/* --- running --- */

#define ON_ONE_THREAD "--threads 1 --device cpu"

static pid_t start(const char *arguments, const char *more) {
    char line[2048];
    snprintf(line, sizeof line, "cd %s && mkdir -p out && exec \"$HEDDLE\" %s -q %s", command_folder(),
             arguments, more);
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);
        for (int i = 0; i < 3; i++) {
            dup2(null, i);
        }
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    return pid;
}

/* Seconds of processor time of a process so far. */
static double processor_time(pid_t pid) {
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *end = strrchr(text, ')');
    if (end != NULL) {
        sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* How a job ended. */
struct ending {
    int status, was_stopped;
    double before, after; /* processor time until it was stopped, and from then on */
};

/* Sends SIGTERM after `point` seconds of processor time (0: never). */
static struct ending run_job(const char *arguments, const char *more, double point) {
    const struct timespec pause = {.tv_nsec = 2000000};
    struct ending ending = {0};
    struct rusage usage;
    pid_t pid = start(arguments, more);
    while (wait4(pid, &ending.status, WNOHANG, &usage) == 0) {
        double now = processor_time(pid);
        if (point > 0 && !ending.was_stopped && now >= point) {
            ending.was_stopped = 1;
            ending.before = now;
            kill(pid, SIGTERM);
        } else if (ending.was_stopped && now > ending.before + 4 * ALLOWED) {
            kill(pid, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    ending.after = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec +
                   (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec - ending.before;
    return ending;
}

/* Files in `out`, which are removed, and temporary ones. */
static unsigned count_files(void) {
    char line[PATH_BYTES + 64];
    unsigned count = 0;
    snprintf(line, sizeof line, "cd %s && ls -A out | wc -l; rm -rf out", command_folder());
    FILE *pipe = popen(line, "r");
    if (pipe == NULL || fscanf(pipe, "%u", &count) != 1) {
        count = 1000;
    }
    if (pipe != NULL) {
        pclose(pipe);
    }
    return count + command_temporaries(1);
}

/* allowed: processor time after the job was stopped, or in all. */
static void judge(const char *arguments, const char *more, const struct ending *ending, double allowed) {
    const int code = WIFEXITED(ending->status) ? WEXITSTATUS(ending->status) : -1;
    const unsigned files = count_files();
    const int late = allowed > 0 && ending->after > allowed;
    /* It may have been done already, or nearly. */
    const int fine = !late && (code == 3 ? files == 0 : code == 0 || code == 1);
    if (!fine) {
        printf("\n  heddle %s %s: exit %d, %.2f s, then %.2f s, %u files", arguments, more, code,
               ending->before, ending->after, files);
    }
    CU_ASSERT(fine);
}

/* simulate has neither threads nor devices. */
static int is_plain(const struct job *job) {
    return strncmp(job->arguments, "simulate", 8) == 0 || strncmp(job->arguments, "convert", 7) == 0;
}

static void try_job(const struct job *job) {
    static const double points[] = {0.15, 0.5, 1.5};
    for (unsigned i = 0; i < (test_is_long() ? LENGTH(points) : 1); i++) {
        struct ending ending = run_job(job->arguments, is_plain(job) ? "" : ON_ONE_THREAD, points[i]);
        judge(job->arguments, "", &ending, ending.was_stopped ? ALLOWED : 0);
        if (!ending.was_stopped) {
            return;
        }
    }
}

static void test_signals(void) {
    put_inputs();
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (jobs[i].always || test_is_long()) {
            try_job(&jobs[i]);
        }
    }
}

static void test_timeouts(void) {
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (i == 0 || test_is_long()) {
            struct ending ending = run_job(jobs[i].arguments, "--timeout 1", 0);
            judge(jobs[i].arguments, "--timeout 1", &ending, is_plain(&jobs[i]) || i == 0 ? 1 + ALLOWED : 0);
        }
    }
}

static void test_memory(void) {
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (i == 0 || (test_is_long() && !is_plain(&jobs[i]))) {
            struct ending ending = run_job(jobs[i].arguments, "--memory 24M --timeout 2 " ON_ONE_THREAD, 0);
            judge(jobs[i].arguments, "--memory 24M", &ending, 2 + ALLOWED);
        }
    }
}

void suite_limits_everywhere(void) {
    command_suite("limits_everywhere", "SIGTERM in each phase", test_signals, "--timeout", test_timeouts,
                  "--memory", test_memory, NULL);
}
