/* The progress of long work, and how it is shown: on a terminal, elsewhere, and not at all. Clocks are
 * pretended.
 */
#include <CUnit/Basic.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/run.h"
#include "bench/game_family.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "frontend/formats/game_write.h"
#include "parity/solve.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static double now;

static double pretended_clock(void) {
    return now;
}

/* --- the text --- */

static void test_text(void) {
    struct progress progress = {.phase = "exploring",
                                .done = 2000000,
                                .unit = "states",
                                .transitions = 9000000,
                                .level = 12,
                                .frontier = 300000,
                                .device_bytes = (uint64_t)3 << 30};
    char text[256];
    progress_describe(&progress, 75.9, 1e6, &place.memory, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "exploring  1:15  2 000 000 states  1.00 M states/s  0 B  GPU 3.00 GiB  "
                                 "frontier 300 000  level 12  9 000 000 transitions");
    progress_describe(&progress, 75.9, 1e6, &place.memory, text, 35); /* whole fields or none */
    CU_ASSERT_STRING_EQUAL(text, "exploring  1:15  2 000 000 states");
    progress = (struct progress){.phase = "reading", .done = 50 << 20, .total = 200 << 20, .unit = "bytes"};
    progress_describe(&progress, 3723, 1 << 20, &place.memory, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "reading  1:02:03  50.0 MiB  25 %  1.00 MiB/s  0 B");
    progress_describe(&progress, 0, -1, &place.memory, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "reading  0:00  50.0 MiB  25 %  0 B");
    progress_describe(&progress, 0, -1, &place.memory, text, 8);
    CU_ASSERT_STRING_EQUAL(text, "reading");
    progress = (struct progress){.phase = "composing the network"}; /* nothing is counted */
    progress_describe(&progress, 1, -1, &place.memory, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "composing the network  0:01  0 B");
}

/* --- a pretended terminal --- */

struct terminal {
    int master;
    FILE *stream;
    struct memory memory;
    struct progress_line line;
    char screen[4096]; /* the output since it was taken last */
};

static void open_terminal(struct terminal *terminal, unsigned short columns) {
    int slave;
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    CU_ASSERT_EQUAL_FATAL(openpty(&terminal->master, &slave, NULL, NULL, &size), 0);
    CU_ASSERT_NOT_EQUAL_FATAL(fcntl(terminal->master, F_SETFL, O_NONBLOCK), -1);
    terminal->stream = fdopen(slave, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(terminal->stream);
    memory_init(&terminal->memory, UINT64_MAX);
    now = 1000;
    progress_init(&terminal->line, terminal->stream, PROGRESS_LINE, &terminal->memory, pretended_clock);
}

static void close_terminal(struct terminal *terminal) {
    fclose(terminal->stream);
    close(terminal->master);
}

static const char *take_screen(struct terminal *terminal) {
    ssize_t got = read(terminal->master, terminal->screen, sizeof terminal->screen - 1);
    terminal->screen[got < 0 ? 0 : got] = '\0';
    return terminal->screen;
}

static void show_states(struct terminal *terminal, const char *phase, uint64_t done) {
    struct progress progress = {.phase = phase, .done = done, .unit = "states"};
    progress_show(&terminal->line, &progress);
}

static void test_line(void) {
    struct terminal terminal;
    open_terminal(&terminal, 100);
    show_states(&terminal, "exploring", 100); /* too early: short work shows no progress */
    progress_clear(&terminal.line);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "");
    now += 1;
    show_states(&terminal, "exploring", 1100);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal),
                           "\rexploring  0:01  1 100 states  1.00 k states/s  0 B\033[K");
    now += 0.1;
    show_states(&terminal, "exploring", 1200); /* too soon after the first line */
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "");
    now += 0.9;
    show_states(&terminal, "exploring", 4100);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal),
                           "\rexploring  0:02  4 100 states  2.00 k states/s  0 B\033[K");
    progress_clear(&terminal.line);
    progress_clear(&terminal.line);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "\r\033[K");
    close_terminal(&terminal);
}

/* A rate belongs to a phase. A new name, or a smaller count, begins a new phase. */
static void test_phases(void) {
    struct terminal terminal;
    open_terminal(&terminal, 100);
    show_states(&terminal, "exploring", 1000000);
    now += 8;
    show_states(&terminal, "writing", 10);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "\rwriting  0:08  10 states  0 B\033[K");
    now += 2;
    show_states(&terminal, "writing", 30);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "\rwriting  0:10  30 states  10 states/s  0 B\033[K");
    show_states(&terminal, "writing", 5);
    now += 2;
    show_states(&terminal, "writing", 105);
    CU_ASSERT_STRING_EQUAL(take_screen(&terminal), "\rwriting  0:12  105 states  50 states/s  0 B\033[K");
    close_terminal(&terminal);
}

/* No line is as wide as the terminal, or it would wrap and could not be rewritten. */
static void test_width(void) {
    size_t widest = 0;
    for (unsigned short columns = 2; columns <= 130; columns++) {
        struct terminal terminal;
        open_terminal(&terminal, columns);
        struct progress progress = {.phase = "exploring",
                                    .done = 123456789,
                                    .unit = "states",
                                    .transitions = 987654321,
                                    .level = 77,
                                    .frontier = 1234567};
        progress_show(&terminal.line, &progress);
        now += 1;
        progress_show(&terminal.line, &progress);
        const char *screen = take_screen(&terminal);
        CU_ASSERT_EQUAL_FATAL(*screen, '\r');
        size_t width = strcspn(screen + 1, "\033");
        CU_ASSERT_TRUE(width < columns);
        widest = width > widest ? width : widest;
        CU_ASSERT_STRING_EQUAL(screen + 1 + width, "\033[K");
        close_terminal(&terminal);
    }
    CU_ASSERT_TRUE(widest > 90); /* the line was cut */
}

static void test_style(void) {
    char *kept = getenv("TERM") != NULL ? strdup(getenv("TERM")) : NULL;
    struct terminal terminal;
    open_terminal(&terminal, 80);
    setenv("TERM", "xterm", 1);
    CU_ASSERT_EQUAL(progress_style_of(terminal.stream), PROGRESS_LINE);
    setenv("TERM", "dumb", 1); /* cannot rewrite a line */
    CU_ASSERT_EQUAL(progress_style_of(terminal.stream), PROGRESS_PLAIN);
    setenv("TERM", "xterm", 1);
    FILE *file = tmpfile();
    CU_ASSERT_EQUAL(progress_style_of(file), PROGRESS_PLAIN);
    fclose(file);
    kept != NULL ? setenv("TERM", kept, 1) : unsetenv("TERM");
    free(kept);
    close_terminal(&terminal);
}

/* --- elsewhere --- */

static void test_plain(void) {
    struct progress_line line;
    struct progress progress = {.phase = "solving", .total = 1000, .unit = "vertices"};
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    now = 50;
    progress_init(&line, stream, PROGRESS_PLAIN, &place.memory, pretended_clock);
    for (unsigned second = 0; second <= 25; second++, now += 1) {
        progress.done = 10 * second;
        progress_show(&line, &progress);
    }
    progress_clear(&line); /* nothing is taken back */
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "heddle: solving  0:10  100 vertices  10 %  10 vertices/s  0 B\n"
                                 "heddle: solving  0:20  200 vertices  20 %  10 vertices/s  0 B\n");
    free(text);
    stream = open_memstream(&text, &size);
    progress_init(&line, stream, PROGRESS_SILENT, &place.memory, pretended_clock);
    now += 100;
    progress_show(&line, &progress);
    progress_clear(&line);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
}

/* --- reports --- */

#define MOST_PHASES 32

struct told {
    const char *phases[MOST_PHASES];
    unsigned count;
    int wrong;
};

static void take_note(void *context, const struct progress *progress) {
    struct told *told = context;
    told->wrong += progress->total != 0 && progress->done > progress->total;
    told->wrong += progress->done != 0 && progress->unit == NULL;
    for (unsigned i = 0; i < told->count; i++) {
        if (strcmp(told->phases[i], progress->phase) == 0) {
            return;
        }
    }
    CU_ASSERT_FATAL(told->count < MOST_PHASES);
    told->phases[told->count++] = progress->phase;
}

static int has_told(const struct told *told, const char *phase) {
    for (unsigned i = 0; i < told->count; i++) {
        if (strcmp(told->phases[i], phase) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Every engine reports search, graph and file. */
static void test_search(void) {
    static const char *const phases[] = {"reading",   "composing the network", "compiling the network",
                                         "exploring", "numbering the states",  "building the graph",
                                         "writing"};
    const struct backend *backend;
    for (unsigned i = 0; (backend = backends[i]) != NULL; i++) {
        if (!backend_is_testable(backend)) {
            continue;
        }
        struct small_network small;
        struct told told = {.count = 0};
        char path[512];
        small_network_open(&small);
        small.run.threads = 1;
        small.run.device_bytes = TEST_DEVICE_BYTES;
        small.run.progress = take_note;
        small.run.progress_context = &told;
        test_folder_write(&small.folder, "line.aut", "des (0, 3, 4)\n(0, a, 1)\n(1, b, 2)\n(2, c, 3)\n");
        small_network_compose(&small, "\"line.aut\" ||| \"line.aut\" ||| \"line.aut\"");
        struct explore_options how = {.keep_levels = 1, .max_depth = UINT64_MAX};
        struct model_options layout = {0};
        model *model = model_compile(small.network, &layout, &small.run, &small.error);
        struct exploration *exploration = backend->explore(model, &how, &small.run, &small.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(exploration);
        struct graph *graph = backend->graph(exploration, NULL, &small.run, &small.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
        CU_ASSERT_EQUAL(graph->vertices, 64);
        snprintf(path, sizeof path, "%s", test_folder_path(&small.folder, "out.aut"));
        CU_ASSERT_EQUAL(graph_write(graph, path, FILE_AUT, &small.run, &small.error), 0);
        graph_free(graph);
        exploration_free(exploration);
        model_free(model);
        small_network_close(&small);
        CU_ASSERT_EQUAL(told.wrong, 0);
        for (size_t k = 0; k < LENGTH(phases); k++) {
            if (!has_told(&told, phases[k])) {
                printf("\n    %s reports no progress in %s ", backend->name, phases[k]);
                CU_FAIL("a phase is silent");
            }
        }
    }
}

/* Every solver reports its progress, and so do verification and writing. */
static void test_solvers(void) {
    const struct game_family family = {
        .kind = GAME_FAMILY_RANDOM, .vertices = 20000, .low = 1, .high = 3, .priorities = 50, .seed = 4};
    struct memory memory;
    struct game_store store;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    struct run run = {.memory = &memory, .threads = 1};
    CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
    for (int solver = 0; solver < SOLVERS; solver++) {
        struct solution solution;
        struct solve_report report;
        struct told told = {.count = 0};
        const struct solve_options options = {.solver = solver};
        const char *wrong;
        uint64_t vertex;
        run.progress = take_note;
        run.progress_context = &told;
        CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store.game.vertices, &memory, &error), 0);
        if (solve_cpu(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error}) == 0) {
            CU_ASSERT_TRUE(has_told(&told, "solving"));
            CU_ASSERT_EQUAL(solution_verify(&store.game, &solution, &run, &wrong, &vertex, &error), 1);
            CU_ASSERT_TRUE(has_told(&told, "verifying the solution"));
            CU_ASSERT_EQUAL(solution_write(&store, &solution, "/dev/null", &run, &error), 0);
            CU_ASSERT_TRUE(has_told(&told, "writing"));
        } else {
            CU_ASSERT_EQUAL(error.code, ERROR_USAGE); /* a solver that is not for such games */
        }
        CU_ASSERT_EQUAL(told.wrong, 0);
        solution_free(&solution, store.game.vertices, &memory);
    }
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* --- the command at a terminal --- */

#define LINES 100u
#define FOUR_LINES "(0,aa,1)\n(0,bb,1)\n(1,aa,0)\n(1,bb,0)\n"

/* A command at a terminal, that reads a pipe. */
struct command_line {
    pid_t pid;
    int terminal, pipe;
    char screen[65536];
    size_t length;
    int ended;
};

static void start(struct command_line *command, const char *const *argv, const char *pipe_path) {
    struct winsize columns = {.ws_row = 24, .ws_col = 70};
    const char *head = "des (0, 4000000000, 2)\n";
    *command = (struct command_line){.length = 0};
    fflush(NULL);
    command->pid = forkpty(&command->terminal, NULL, NULL, &columns);
    if (command->pid == 0) {
        setenv("NO_COLOR", "1", 1);
        setenv("TERM", "xterm", 1);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    CU_ASSERT_FATAL(command->pid > 0);
    command->pipe = open(pipe_path, O_RDWR | O_NONBLOCK); /* written without waiting for a reader */
    CU_ASSERT_FATAL(command->pipe >= 0);
    CU_ASSERT_EQUAL(write(command->pipe, head, strlen(head)), (ssize_t)strlen(head));
}

/* Reads the screen, and feeds the pipe while it is open and has room. */
static void attend(struct command_line *command) {
    struct pollfd look[] = {{.fd = command->terminal, .events = POLLIN},
                            {.fd = command->pipe, .events = POLLOUT}};
    char lines[LINES * sizeof FOUR_LINES];
    lines[0] = '\0';
    poll(look, 2, -1);
    if (look[1].revents & POLLOUT) {
        for (unsigned i = 0; i < LINES; i++) {
            strcpy(lines + i * (sizeof FOUR_LINES - 1), FOUR_LINES);
        }
        /* A pipe takes so few bytes at once, or none of them. */
        CU_ASSERT_TRUE(write(command->pipe, lines, strlen(lines)) > 0 || errno == EAGAIN);
    }
    if (look[0].revents != 0) {
        ssize_t got = read(command->terminal, command->screen + command->length,
                           sizeof command->screen - 1 - command->length);
        command->ended = got == 0 || (got < 0 && errno != EINTR);
        command->length += got > 0 ? (size_t)got : 0;
        command->screen[command->length] = '\0';
    }
}

/* Closes the pipe; returns the exit code. */
static int finish(struct command_line *command) {
    int status;
    close(command->pipe);
    command->pipe = -1;
    while (!command->ended) {
        attend(command);
    }
    close(command->terminal);
    while (waitpid(command->pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The command is fed until it shows its progress; then the file ends, and an error replaces the line of
 * progress. */
static void test_command(void) {
    static struct command_line command;
    char pipe_path[PATH_BYTES];
    if (!command_available()) {
        test_skip("progress of the command", "HEDDLE (the command) is not set");
        return;
    }
    command_open();
    CU_ASSERT_EQUAL_FATAL(mkfifo(command_path("pipe.aut", pipe_path), 0600), 0);
    const char *const argv[] = {getenv("HEDDLE"), "scc", "--device=cpu", pipe_path, NULL};
    start(&command, argv, pipe_path);
    while (!command.ended && strstr(command.screen, "\rreading  0:0") == NULL) {
        attend(&command);
    }
    CU_ASSERT_FALSE(command.ended);
    CU_ASSERT_EQUAL(finish(&command), 2);
    const char *message = strstr(command.screen, "heddle:");
    CU_ASSERT_PTR_NOT_NULL_FATAL(message);
    CU_ASSERT_TRUE(message - command.screen > 4 && strncmp(message - 4, "\r\033[K", 4) == 0);
    CU_ASSERT_PTR_NULL(strstr(message, "\rreading"));
    for (const char *at = command.screen; (at = strstr(at, "\rreading")) != NULL; at++) {
        CU_ASSERT_TRUE(strcspn(at + 1, "\033") < 70);
        CU_ASSERT_PTR_NOT_NULL(strstr(at, "/s  "));
    }
    command_close();
}

/* --quiet shows nothing, however much there is to be read. */
static void test_quiet(void) {
    static struct command_line command;
    char pipe_path[PATH_BYTES];
    if (!command_available()) {
        return; /* the skip was reported */
    }
    command_open();
    CU_ASSERT_EQUAL_FATAL(mkfifo(command_path("pipe.aut", pipe_path), 0600), 0);
    const char *const argv[] = {getenv("HEDDLE"), "scc", "--device=cpu", "--quiet", pipe_path, NULL};
    start(&command, argv, pipe_path);
    for (double begun = run_clock(); !command.ended && run_clock() < begun + 0.5;) {
        attend(&command);
    }
    CU_ASSERT_EQUAL(command.length, 0);
    CU_ASSERT_EQUAL(finish(&command), 2);
    CU_ASSERT_EQUAL(strncmp(command.screen, "heddle:", 7), 0);
    command_close();
}

void suite_progress(void) {
    suite_add("progress", workplace_open, workplace_close, "the text", test_text,
              "the line of a terminal is shown rarely, rewritten and cleared", test_line,
              "rates are of phases", test_phases, "terminals of all widths", test_width,
              "which way to show it", test_style, "plain lines, and silence", test_plain,
              "search, graph and file on all engines", test_search, "all solvers", test_solvers,
              "the command at a terminal", test_command, "the command at a terminal, quiet", test_quiet,
              NULL);
}
