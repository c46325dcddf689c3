/*
 * Whatever a command is doing, --timeout and SIGTERM end it at once, with exit status 3 and without a file
 * that is half written; --memory is heeded, too. Each job is one phase of a command that takes long: it is
 * stopped after some processor time, and what it still uses after that is measured, because the machine may
 * be busy.
 *
 * A few jobs are done always, all of them by `make check-long`. Phases without a job: texts of formulas and
 * of EXP, which are bounded by the size of their files, and 2^30 bytes are read in seconds; pictures, which
 * have at most 2000 states; `bench auto`, whose commands are processes of their own.
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
#include "tests/support/launch.h"
#include "tests/support/slow_inputs.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define ALLOWED 8.0 /* seconds of processor time after a limit */
#else
#define ALLOWED 1.2
#endif

/* --- jobs --- */

struct job {
    int always;            /* also without `make check-long` */
    const char *arguments; /* results go to the folder `out` */
    const char *before;    /* a command that makes an input, without limits; or NULL */
    unsigned kept;         /* most files that an undecided run writes: they say what was not done */
};

#define GAME "nu X . mu Y . (<a1> X or <true> Y)"
#define SETTLED "nu X . mu Y . (X or <a> Y)" /* holds in several.prism */
#define THREE "nu X . mu Y . nu Z . (<a1> X or <a2> Y or [a3] Z)"
#define REGULAR                                                                                              \
    "[(a0|a1)* . a0 . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1)] "                           \
    "<true* . a0 . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1) . (a0|a1)> true"

/* A pattern that takes long to compare with labels of words.aut; many patterns. */
#define SLOW "'\\(a*\\)\\(a*\\)\\(a*\\)\\(a*\\)\\1\\2\\3\\4d'"
#define SOME "'.*x.*y','.*x.*z','.*x.*u','.*x.*v','.*x.*w','.*y.*x','.*y.*z','.*y.*u','.*y.*v','.*y.*w'"
#define MANY SOME "," SOME "," SOME "," SOME "," SOME "," SOME "," SOME "," SOME "," SOME "," SOME

/* clang-format off */
#define ALWAYS(arguments) {1, arguments, NULL, 0}
#define LONG(arguments) {0, arguments, NULL, 0}
#define KEEPING(arguments) {0, arguments, NULL, 1}
/* clang-format on */

static const struct job jobs[] = {
    /* a state with many choices: the search, and the graph */
    ALWAYS("explore choices.prism"),
    LONG("explore fewer.prism -o out/x.aut"),
    LONG("explore many.prism -o out/x.tra"),
    LONG("check --partial-order many.prism --deadlock"),
    /* patterns */
    ALWAYS("explore word.exp"),
    LONG("explore names.exp"),
    LONG("check names.aut -f \"[true* . 'L.*a.*b.*c.*d'] false\""),
    LONG("minimise -e strong names.aut --hide-all-but \"'L.*a.*b.*c.*d'\""),
    ALWAYS("explore hide.exp"),
    LONG("explore rename.exp"),
    LONG("explore cut.exp"),
    LONG("explore first.exp"),
    LONG("info hide.exp"),
    LONG("simulate hide.exp --random 5"),
    LONG("simulate words.aut --script goto.txt"),
    LONG("check hide.exp --deadlock --compose"),
    ALWAYS("check words.aut --never \"" SLOW "\""),
    LONG("check words.aut --starvation \"" SLOW "\""),
    LONG("check words.aut --never-cycle \"" SLOW "\""),
    LONG("check words.aut --almost-surely \"" SLOW "\""),
    LONG("check words.aut --compose -f \"[true* . " SLOW "] false\""),
    LONG("check words.aut -f \"[true* . " SLOW " . a] false\""),
    LONG("check words.aut -p slow.suite"),
    ALWAYS("minimise -e strong words.aut --hide \"" SLOW "\""),
    LONG("compare -e strong words.aut words.aut --hide-all-but \"" SLOW "\""),
    {0, "verify words.json", "check few_words.exp --deadlock --certificate words.json", 0},
    ALWAYS("minimise -e strong loops.aut --hide \"" MANY "\""),
    LONG("compare -e strong loops.aut loops.aut --hide \"" MANY "\""),
    LONG("check loops.aut -p and.mcl"),
    LONG("check loops.aut -p sequence.mcl"),
    /* compiling; initial states */
    ALWAYS("explore commands.prism"),
    LONG("explore --partial-order commands.prism"),
    ALWAYS("explore modules.prism"),
    LONG("check modules.prism --deadlock"),
    LONG("simulate -q modules.prism"),
    LONG("explore initial.prism"),
    ALWAYS("info --estimate choices.prism"),
    LONG("info --estimate names.exp"),
    LONG("info --labels names.aut"),
    LONG("info commands.prism"),
    LONG("info --estimate big.aut"),
    /* search, numbering, writing */
    LONG("explore net.exp"),
    LONG("explore net.exp --threads 2"),
    KEEPING("explore net.exp --profile out/p.svg"),
    KEEPING("explore net.exp --checkpoint out/c"),
    LONG("explore prio.exp"),
    LONG("check prio.exp --never no --certificate out/c.json"),
    LONG("check big.aut --ltl 'G (any -> F any)' --certificate out/c.json"),
    LONG("explore --partial-order random.exp"),
    LONG("check --partial-order random.exp --deadlock --never no"),
    LONG("explore big.aut -o out/x.aut.gz"),
    LONG("explore big.aut -o out/x.aut.zst --threads 2"),
    LONG("explore star.aut -o out/x.aut"),
    LONG("explore chain.prism -o out/x.drn"),
    ALWAYS("explore chain.prism -o out/x.tra"),
    LONG("explore big.aut --minimise branching -o out/x.aut"),
    LONG("convert mdp.tra out/x.drn"),
    LONG("convert big.aut out/x.aut.gz"),
    LONG("convert big.aut out/x.dot"),
    LONG("convert game.pg out/x.pg.gz"),
    /* composing */
    LONG("explore random.exp --compose"),
    LONG("explore random.exp --compose --threads 2"),
    LONG("check random.exp --compose -f '[true* . \"a1\" . \"a2\"] <true* . \"a5\"> true'"),
    LONG("minimise -e strong net.exp --compose"),
    KEEPING("minimise -e branching random.exp --compose --write-plan out/p.txt"),
    /* decompositions */
    LONG("scc big.aut"),
    LONG("scc small.exp --json"),
    LONG("scc big.aut --algorithm tarjan -o out/s.txt"),
    LONG("scc big.aut --algorithm fbt"),
    LONG("scc big.aut --algorithm bfbt --threads 2"),
    LONG("scc long.aut --algorithm ecl --no-compression"),
    LONG("scc big.aut --evidence out/e.json"),
    LONG("mec mdp.tra"),
    LONG("mec chain.prism"),
    LONG("mec mdp.tra --algorithm tarjan"),
    LONG("mec mdp.tra --algorithm fbt --threads 2"),
    LONG("mec mdp.tra --algorithm bfbt --pivots-from-j"),
    LONG("mec mdp.tra --algorithm ecl"),
    LONG("mec mdp.tra --evidence out/e.json"),
    LONG("check big.aut --livelock --starvation a1 --never-cycle a1,a2 --trace out/t.json"),
    LONG("check mdp.tra --almost-surely goal --state-label --scheduler out/s.json"),
    LONG("check mdp.tra --almost-surely goal --state-label --schedulers all --scheduler out/s.json"),
    LONG("check mdp.tra --almost-surely-repeatedly goal --state-label"),
    LONG("check mdp.tra --almost-surely-ltl 'G F {goal} || F G !{goal}' --scheduler out/s.json"),
    LONG("check mdp.tra --almost-surely-ltl 'G F {goal}' --schedulers all --write-product out/p.drn"),
    /* games */
    LONG("solve game.pg"),
    LONG("solve game.pg --threads 2"),
    LONG("solve game.pg --solver promotion --preprocess-first"),
    LONG("solve game.pg --solver tangles"),
    LONG("solve weak.pg --solver attractor"),
    LONG("solve game.pg --solver spm"),
    LONG("solve game.pg --solver spm --spm-queue random --spm-order dfs"),
    LONG("solve game.pg --solver spm --spm-queue stack --spm-sides one --spm-shortcuts 2"),
    LONG("solve weak.pg --verify -o out/s.sol.gz"),
    /* automata, data, games of formulas, evidence */
    LONG("check mid.aut -f '" REGULAR "'"),
    LONG("check data.aut -p data.mcf"),
    LONG("formula eventually.ltl"),
    LONG("formula again.ltl -o out/f.hoa"),
    LONG("formula wide.hoa"),
    LONG("formula large.hoa"),
    LONG("check data.aut -p list.mcf"),
    ALWAYS("check actions.aut -p pairs.mcf"),
    LONG("check actions.aut -p list.mcf"),
    LONG("check big.aut --monitor actions.aut"),
    LONG("check big.aut --monitor monitor.aut --trace out/t.json"),
    LONG("check big.aut -f '" GAME "' --certificate out/c.json"),
    LONG("check big.aut -f '" GAME "' --write-game out/g.pg"),
    LONG("check big.aut -f '" THREE "' --solver spm --threads 2"),
    LONG("check big.aut -f '" THREE "' --solver promotion"),
    LONG("check big.aut -f '" THREE "' --solver tangles --witness --trace out/t.json"),
    ALWAYS("check several.prism -f '" SETTLED "' --certificate out/c.json"),
    LONG("check big.aut -f '[true* . a1 . a2 . a3] <true* . a5 . a6> true' --trace out/t.json"),
    KEEPING("check long.aut --deadlock --trace out/t.txt --junit out/j.xml"),
    KEEPING("check long.aut --deadlock --report out/r.html"),
    KEEPING("check big.aut -f '" GAME "' --witness --report out/r.html"),
    LONG("check fewer.prism --never no --certificate out/c.json"),
    /* properties that hold vacuously; many properties */
    LONG("check big.aut -f '[true* . \"no\" . true* . a1] false' -f '[true* . a1 . \"no\"] <true*> <a2> "
         "true'"),
    ALWAYS("check tiny.aut -p many.suite"),
    LONG("check tiny.aut -p many.mcl"),
    LONG("check tiny.aut -p many.mcf"),
    /* equivalences */
    ALWAYS("minimise -e weak internal.aut -o out/x.aut"),
    ALWAYS("minimise -e weaktrace internal.aut -o out/x.aut"),
    LONG("minimise -e strong big.aut --canonical -o out/x.aut --classes out/c.txt"),
    LONG("minimise -e branching big.aut -o out/x.aut"),
    LONG("minimise -e divbranching big.aut --hide a1,a2,a3 --threads 2"),
    LONG("minimise -e branching long.aut --hide a"),
    LONG("minimise -e trace sets.aut -o out/x.aut"),
    LONG("minimise -e weaktrace sets.aut -o out/x.aut"),
    LONG("minimise -e probabilistic chain.prism -o out/x.drn"),
    LONG("minimise -e probabilistic mdp.tra -o out/x.tra"),
    LONG("compare -e strong path.aut path2.aut --evidence out/d.json"),
    LONG("compare -e strong big.aut big.aut --evidence out/d.json"),
    LONG("compare -e branching big.aut big.aut --hide a1"),
    LONG("compare -e divbranching big.aut mid.aut --hide a1 --threads 2"),
    LONG("compare -e trace sets.aut sets2.aut"),
    LONG("compare -e weaktrace sets.aut sets2.aut"),
    LONG("compare -e weak internal.aut internal.aut"),
    LONG("compare -e probabilistic mdp.tra mdp.tra --evidence out/d.json"),
    LONG("compare --preorder simulation mid.aut tiny.aut"),
    LONG("compare --preorder trace sets.aut sets2.aut"),
    LONG("compare --preorder weaktrace sets.aut sets2.aut"),
    /* walks, which `verify` makes, too */
    ALWAYS("simulate chain.prism --random 2000000"), /* prints the steps */
    ALWAYS("simulate -q many.prism --random 1000000"),
    LONG("simulate -q fewer.prism --random 100"),
    LONG("simulate -q commands.prism --random 100000"),
    LONG("simulate -q big.aut --random 1000000000 -o out/w.txt"),
    LONG("simulate -q big.aut --random 2000000 -o out/w.html"),
    LONG("simulate -q big.aut --random 2000000 -o out/w.json"),
    LONG("simulate -q tiny.aut --script script.txt"),
    LONG("simulate -q big.aut --random 2000000 --json --ltl 'G (a1 -> F a0)'"),
    /* evidence, and results of earlier runs */
    {1, "verify choices.json", "check fewer.prism --never no --certificate choices.json", 0},
    {0, "verify states.json", "check small.exp --deadlock --certificate states.json", 0},
    {0, "verify runs.json", "check big.aut --ltl 'G (any -> F any)' --certificate runs.json", 0},
    {0, "verify path.json", "check path.aut --deadlock --trace path.json", 0},
    {0, "verify strategy.json", "check several.prism -f '" SETTLED "' --certificate strategy.json", 0},
    {0, "verify scheduler.json",
     "check mdp.tra --almost-surely goal --state-label --scheduler scheduler.json", 0},
    {0, "verify scc.json", "scc big.aut --evidence scc.json", 0},
    {0, "verify mec.json", "mec mdp.tra --evidence mec.json", 0},
    {0, "verify same.json", "compare -e strong big.aut big.aut --evidence same.json", 0},
    {0, "verify sums.json", "compare -e probabilistic mdp.tra mdp.tra --evidence sums.json", 0},
    {0, "simulate -q long.aut --trace long.json", "check long.aut --deadlock --trace long.json", 0},
    LONG("verify long.json"),
    ALWAYS("check tiny.aut --deadlock --report out/r.html --report-base earlier.json"),
    LONG("bench scc --quick --before bench.json"),
    /* measurements */
    LONG("bench hashtable --quick"),
    KEEPING("bench explore -o out/d --csv out/c.csv"),
    ALWAYS("bench scc"),
    LONG("bench mec"),
    LONG("bench graph"),
    LONG("bench games"),
    LONG("bench parity"),
    LONG("bench cpu"),
};
/* --- running --- */

static pid_t start(const char *arguments, const char *more) {
    char line[2048];
    const char *quiet = strncmp(arguments, "simulate ", strlen("simulate ")) == 0 ? "" : "-q";
    snprintf(line, sizeof line, "cd %s && mkdir -p out && exec \"$HEDDLE\" %s %s %s", command_folder(),
             arguments, quiet, more);
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

/* The job's own options on threads; simulate, convert, verify and info have neither threads nor devices. */
static const char *engine_of(const struct job *job) {
    static const char *const plain[] = {"simulate ", "convert ", "verify ", "info "};
    for (unsigned i = 0; i < LENGTH(plain); i++) {
        if (strncmp(job->arguments, plain[i], strlen(plain[i])) == 0) {
            return "";
        }
    }
    return strstr(job->arguments, "--threads ") != NULL ? "--device cpu" : "--threads 1 --device cpu";
}

static unsigned threads_of(const struct job *job) {
    return strstr(job->arguments, "--threads 2") != NULL ? 2 : 1;
}

/* allowed: processor time after the job was stopped, or in all. */
static void judge(const struct job *job, const char *more, const struct ending *ending, double allowed) {
    const int code = WIFEXITED(ending->status) ? WEXITSTATUS(ending->status) : -1;
    const unsigned files = count_files();
    const int late = allowed > 0 && ending->after > allowed;
    /* It may have been done already, or nearly. */
    const int fine = !late && (code == 3 ? files <= job->kept : code == 0 || code == 1);
    if (!fine) {
        printf("\n  heddle %s %s: exit %d, %.2f s, then %.2f s, %u files", job->arguments, more, code,
               ending->before, ending->after, files);
    }
    CU_ASSERT(fine);
}

static void try_job(const struct job *job) {
    static const double points[] = {0.15, 0.5, 1.5};
    for (unsigned i = 0; i < (test_is_long() ? LENGTH(points) : 1); i++) {
        struct ending ending = run_job(job->arguments, engine_of(job), points[i]);
        judge(job, "", &ending, ending.was_stopped ? ALLOWED : 0);
        if (!ending.was_stopped) {
            return;
        }
    }
}

/* Makes the inputs that other jobs make; a job whose input is not there fails. */
static void prepare(const struct job *job) {
    if (job->before != NULL) {
        const struct ending ending = run_job(job->before, "--device cpu", 0);
        CU_ASSERT(WIFEXITED(ending.status) && WEXITSTATUS(ending.status) < 2);
    }
}

static int is_done(const struct job *job) {
    return job->always || test_is_long();
}

static void test_signals(void) {
    slow_inputs_few();
    if (test_is_long()) {
        slow_inputs_others();
    }
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (is_done(&jobs[i])) {
            prepare(&jobs[i]);
            try_job(&jobs[i]);
        }
    }
}

static void test_timeouts(void) {
    char more[64];
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (i == 0 || test_is_long()) {
            snprintf(more, sizeof more, "--timeout 1 %s", engine_of(&jobs[i]));
            struct ending ending = run_job(jobs[i].arguments, more, 0);
            judge(&jobs[i], more, &ending, threads_of(&jobs[i]) + ALLOWED);
        }
    }
}

static void test_memory(void) {
    char more[64];
    for (unsigned i = 0; i < LENGTH(jobs); i++) {
        if (i == 0 || test_is_long()) {
            snprintf(more, sizeof more, "--memory 24M --timeout 2 %s", engine_of(&jobs[i]));
            struct ending ending = run_job(jobs[i].arguments, more, 0);
            judge(&jobs[i], more, &ending, 2 * threads_of(&jobs[i]) + ALLOWED);
        }
    }
}

/* --- several processes --- */

#define RANKS 2
#define STARTING 3.0 /* processor time in which a launcher and its processes start and end */

static double time_of_children(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* `heddle COMMAND net.exp --timeout 1 OPTION VALUE FLAG` on several processes; without those: NULL. */
static void try_ranks(const char *command, const char *option, const char *value, const char *flag) {
    char path[PATH_BYTES];
    struct process process;
    const double before = time_of_children();
    LAUNCH(&process, "2", command, command_path("net.exp", path), "--timeout", "1", "-q", option, value,
           flag);
    const double used = time_of_children() - before;
    command_ends(&process, 3, "stopped by --timeout");
    CU_ASSERT(!command_has_file("ranks.aut") && !command_has_file("ranks.json"));
    if (used > RANKS * (1 + ALLOWED) + STARTING) {
        printf("\n  heddle %s %s %s: %.2f s on %d processes", command, option == NULL ? "" : option,
               option == NULL ? "" : value, used, RANKS);
        CU_FAIL("a limit did not end several processes");
    }
}

static void test_ranks(void) {
    char graph[PATH_BYTES], certificate[PATH_BYTES];
    if (!test_is_long() || !launch_possible("limits_everywhere")) {
        return;
    }
    command_path("ranks.aut", graph);
    command_path("ranks.json", certificate);
    try_ranks("explore", NULL, NULL, NULL);
    try_ranks("explore", "-o", graph, NULL);
    try_ranks("check", "--never-cycle", "c1,c2", NULL);
    try_ranks("check", "-f", GAME, NULL);
    try_ranks("check", "--certificate", certificate, "--deadlock");
    try_ranks("scc", NULL, NULL, NULL);
}

void suite_limits_everywhere(void) {
    command_suite("limits_everywhere", "SIGTERM in each phase", test_signals, "--timeout", test_timeouts,
                  "--memory", test_memory, "several processes", test_ranks, NULL);
}
