/*
 * `heddle simulate` on a full screen, in a pseudo-terminal: keys, lists, sizes of terminals, and how the
 * terminal is left. Ctrl-L has everything drawn again; what is shown is looked for in what was drawn since.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define OUTPUT_BYTES ((size_t)1 << 22)
#define PATIENCE_MILLISECONDS 20000
#define ENTER "\033[?1049h"
#define LEAVE "\033[?1049l"

static char producer[PATH_BYTES];

struct screen {
    int terminal, other_end; /* the other end stays open, so that its settings can be read */
    pid_t pid;
    struct termios before;
    char *output;
    size_t length, drawn; /* bytes; where the last drawing begins */
};

/* Starts a program at a terminal of that size. */
static void start_program(struct screen *screen, const char *kind, unsigned short rows,
                          unsigned short columns, const char *const *argv) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    memset(screen, 0, sizeof *screen);
    screen->output = malloc(OUTPUT_BYTES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(screen->output);
    CU_ASSERT_EQUAL_FATAL(openpty(&screen->terminal, &screen->other_end, NULL, NULL, &size), 0);
    CU_ASSERT_EQUAL(tcgetattr(screen->other_end, &screen->before), 0);
    fflush(NULL);
    screen->pid = fork();
    if (screen->pid == 0) {
        close(screen->terminal);
        login_tty(screen->other_end);
        setenv("TERM", kind, 1);
        setenv("XDG_STATE_HOME", command_folder(), 1);
        unsetenv("NO_COLOR");
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    CU_ASSERT_FATAL(screen->pid > 0);
}

/* Starts heddle simulate; `options` ends with NULL. */
static void start(struct screen *screen, const char *kind, unsigned short rows, unsigned short columns,
                  const char *const *options) {
    const char *argv[16] = {getenv("HEDDLE"), "simulate"};
    for (size_t i = 0; options[i] != NULL; i++) {
        argv[2 + i] = options[i];
    }
    start_program(screen, kind, rows, columns, argv);
}

/* Reads what the program has written within the time; 0 when there was nothing. */
static int get_output(struct screen *screen, int milliseconds) {
    struct pollfd what = {.fd = screen->terminal, .events = POLLIN};
    if (poll(&what, 1, milliseconds) <= 0 || screen->length + 1 >= OUTPUT_BYTES) {
        return 0;
    }
    ssize_t got = read(screen->terminal, screen->output + screen->length, OUTPUT_BYTES - screen->length - 1);
    screen->length += got > 0 ? (size_t)got : 0;
    screen->output[screen->length] = '\0';
    return got > 0;
}

static void type(struct screen *screen, const char *keys) {
    CU_ASSERT_EQUAL(write(screen->terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits for a text among what was written since `from`. */
static int awaited(struct screen *screen, size_t from, const char *text) {
    screen->output[screen->length] = '\0';
    while (strstr(screen->output + from, text) == NULL) {
        if (!get_output(screen, PATIENCE_MILLISECONDS)) {
            return 0;
        }
    }
    return 1;
}

/* The end of the first sequence that clears the terminal; NULL if there is none. */
static const char *after_clear(const char *output) {
    const char *home = "\033[H\033[";
    while ((output = strstr(output, home)) != NULL) {
        output += strlen(home);
        if (output[0] == 'J' || strncmp(output, "2J", 2) == 0) {
            return output;
        }
    }
    return NULL;
}

/* Types the keys, has everything drawn again, and waits until the text is shown. */
static void expect(struct screen *screen, const char *keys, const char *text) {
    size_t from = screen->length;
    const char *drawing;
    type(screen, keys);
    type(screen, "\f");
    screen->output[screen->length] = '\0';
    while ((drawing = after_clear(screen->output + from)) == NULL &&
           get_output(screen, PATIENCE_MILLISECONDS)) {
    }
    screen->drawn = drawing == NULL ? from : (size_t)(drawing - screen->output);
    if (drawing == NULL || !awaited(screen, screen->drawn, text)) {
        printf("\n  '%s' is not shown in: %s", text, screen->output + screen->drawn);
        CU_FAIL("not shown");
    }
}

/* Waits for the end of the program. Its exit status, or 1000 and the number of the signal that ended it; the
 * terminal must be as it was before. */
static int finish(struct screen *screen) {
    int status = 0;
    struct termios after;
    for (int waited = 0; waitpid(screen->pid, &status, WNOHANG) == 0; waited += 20) {
        get_output(screen, 20);
        if (waited > PATIENCE_MILLISECONDS) {
            kill(screen->pid, SIGKILL);
        }
    }
    while (get_output(screen, 0)) {
    }
    CU_ASSERT_EQUAL(tcgetattr(screen->other_end, &after), 0);
    CU_ASSERT_EQUAL(after.c_lflag, screen->before.c_lflag);
    CU_ASSERT_EQUAL(after.c_iflag, screen->before.c_iflag);
    CU_ASSERT_EQUAL(after.c_oflag, screen->before.c_oflag);
    close(screen->terminal);
    close(screen->other_end);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int left_screen(const struct screen *screen) {
    return strstr(screen->output, LEAVE) != NULL;
}

static void forget(struct screen *screen) {
    free(screen->output);
}

/* Leaves the screen by `q`. */
static void quit(struct screen *screen, int code) {
    type(screen, "q");
    CU_ASSERT_EQUAL(finish(screen), code);
    CU_ASSERT(left_screen(screen));
    forget(screen);
}

/* Starts the full screen, and waits until it is drawn. */
#define START(screen, rows, columns, ...)                                                                    \
    do {                                                                                                     \
        start(screen, "xterm", rows, columns, (const char *const[]){"--full-screen", __VA_ARGS__, NULL});    \
        CU_ASSERT(awaited(screen, 0, "Enter take"));                                                         \
    } while (0)

/* --- walking --- */

static void test_keys(void) {
    struct screen screen;
    START(&screen, 24, 100, producer);
    expect(&screen, "", "step 0 of 0");
    expect(&screen, "\r", "step 1 of 1");
    expect(&screen, "\033OB\r", "producer 1 -> 0, consumer 0 -> 1");
    expect(&screen, "\177", "step 1 of 2");
    expect(&screen, "\033OC", "step 2 of 2");
    expect(&screen, "uu", "step 0 of 2");
    expect(&screen, "u", "there is nothing to undo");
    expect(&screen, "\t\033OF\r", "step 2 of 2"); /* the last of the steps */
    expect(&screen, "\033[Z2\r", "step 3 of 3");  /* a number; generate_work is the second transition */
    expect(&screen, "g1\r", "step 1 of 3");
    expect(&screen, "gdone_2\r", "step 3 of 3");
    expect(&screen, "r", "step 4 of 4");
    expect(&screen, ":until wo\t\t", "work_1  work_2");
    expect(&screen, "\025random 100\r", "step 104 of 104");
    expect(&screen, ":undo 1000\r", "cannot go 1000 steps back");
    expect(&screen, ":undo\033", "step 104 of 104");
    expect(&screen, "?", "any other key goes back");
    expect(&screen, "x", "step 104 of 104");
    quit(&screen, 0);
}

static void test_saving(void) {
    struct screen screen;
    char path[PATH_BYTES], keys[PATH_BYTES + 32];
    const char *const options[] = {"-f", "--json", producer, NULL};
    start(&screen, "xterm", 24, 200, options);
    CU_ASSERT(awaited(&screen, 0, "Enter take"));
    snprintf(keys, sizeof keys, "gdone_1\rs%s\r", command_path("screen.json", path));
    expect(&screen, keys, "screen.json: written, 3 steps");
    type(&screen, "q");
    CU_ASSERT_EQUAL(finish(&screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen.output, "\"command\": \"simulate\""));
    forget(&screen);
    command_exits(0, NULL, "verify", path);
}

/* A loaded lasso: its steps, its loop, the way around. */
static void test_loop(void) {
    struct screen screen;
    char network[PATH_BYTES], trace[PATH_BYTES];
    command_put_file("loop.aut", "des (0, 4, 4)\n(0, a, 1)\n(1, b, 2)\n(2, c, 1)\n(0, z, 3)\n");
    command_path("loop.aut", network);
    command_exits(1, NULL, "check", network, "--starvation", "a", "--trace",
                  command_path("loop.json", trace));
    START(&screen, 24, 100, "--trace", trace, network);
    expect(&screen, "", ">1  a");
    expect(&screen, "\033OC\033OC", ">|2  b");
    expect(&screen, "", "|back to the state af"); /* cut */
    expect(&screen, "\r", "step 3 of 3");         /* the transition of the trace is selected */
    expect(&screen, "\r", ">|2  b");
    expect(&screen, "\t\033OF\r", "step 1 of 3"); /* the way back */
    quit(&screen, 0);
}

static void resize(struct screen *screen, unsigned short rows, unsigned short columns) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    screen->drawn = screen->length;
    CU_ASSERT_EQUAL(ioctl(screen->terminal, TIOCSWINSZ, &size), 0);
}

/* What formulas ask of the rest of the run, above the message; few rows show fewer of them. */
static void test_formulas(void) {
    struct screen screen;
    char network[PATH_BYTES];
    command_put_file("call.aut", "des (0, 4, 3)\n(0, ask, 1)\n(1, wait, 1)\n(1, answer, 0)\n(1, fail, 2)\n");
    START(&screen, 24, 100, "--ltl", "G (ask -> F answer)", "--ltl", "F fail",
          command_path("call.aut", network));
    expect(&screen, "", "G (ask -> F answer): open");
    expect(&screen, "\r", "G (ask -> F answer): open, owes F answer, and itself");
    expect(&screen, "", "step 1: ask");
    expect(&screen, "2\r", "F fail: satisfied");
    expect(&screen, "", "G (ask -> F answer): violated");
    expect(&screen, "u", "F fail: open");
    resize(&screen, 7, 100);
    CU_ASSERT(awaited(&screen, screen.drawn, "owes F answer"));
    expect(&screen, "", "Transitions 1-2 of 3");
    expect(&screen, "", "q quit");
    CU_ASSERT_PTR_NULL(strstr(screen.output + screen.drawn, "F fail"));
    quit(&screen, 0);
}

/* --- large and odd networks --- */

static void test_many(void) {
    struct screen screen;
    char network[PATH_BYTES], text[4096] = "w.aut";
    command_put_file("w.aut", "des (0, 4, 2)\n(0, a, 1)\n(0, b, 1)\n(0, c, 1)\n(1, i, 0)\n");
    for (int i = 1; i < 350; i++) {
        strcat(text, " ||| w.aut");
    }
    command_put_file("many.exp", text);
    START(&screen, 12, 120, command_path("many.exp", network));
    expect(&screen, "", "Transitions 1-8 of 1050");
    expect(&screen, "", "Processes 343-350 of 350"); /* the first transition moves the last process */
    expect(&screen, "\033OF", "Transitions 1043-1050 of 1050");
    expect(&screen, "", "Processes 1-8 of 350");
    expect(&screen, "\033[5~", "Transitions 1043-1050 of 1050");
    expect(&screen, "\033[5~", "Transitions 1036-1043 of 1050");
    expect(&screen, "\r", "step 1: c  w#15 0 -> 1");
    expect(&screen, "\t\t/#212\r", "Processes 205-212 of 350");
    expect(&screen, "/w#3\r", "w#300");
    expect(&screen, "nnN", "w#301");
    expect(&screen, "/nowhere", "not found");
    expect(&screen, "\033", "step 1 of 1");
    quit(&screen, 0);
}

static void test_labels(void) {
    struct screen screen;
    char network[PATH_BYTES];
    command_put_file("odd.aut", "des (0, 5, 2)\n(0, \"caf\xe9\", 1)\n(0, \"\xe6\x97\xa5\xe6\x9c\xac\", 1)\n"
                                "(0, \"\x1b[7m\", 1)\n(0, \"e\xcc\x81\", 1)\n(0, \"\xe2\x80\xaex\", 1)\n");
    START(&screen, 24, 100, command_path("odd.aut", network));
    expect(&screen, "", "caf\\xe9");
    expect(&screen, "", "\xe6\x97\xa5\xe6\x9c\xac");
    expect(&screen, "", "\\x1b[7m");
    expect(&screen, "", "e\xcc\x81");
    expect(&screen, "", "\\xe2\\x80\\xaex");
    expect(&screen, "/XE9\r\r", "step 1: caf\\xe9"); /* as it is shown; case does not matter */
    expect(&screen, "u/\xe6\x97\xa5\r\r", "step 1: \xe6\x97\xa5\xe6\x9c\xac");
    quit(&screen, 0);
}

/* --- terminals --- */

static void test_sizes(void) {
    static const unsigned short sizes[][2] = {{1, 1},      {2, 300}, {50, 21}, {6, 20},
                                              {200, 1000}, {3, 3},   {24, 80}};
    struct screen screen;
    START(&screen, 24, 100, producer);
    expect(&screen, "\r", "Processes (3)");
    resize(&screen, 24, 60); /* one list at a time */
    CU_ASSERT(awaited(&screen, screen.drawn, "Transitions (2)"));
    CU_ASSERT_PTR_NULL(strstr(screen.output + screen.drawn, "Processes (3)"));
    expect(&screen, "\t\t", "Processes (3)");
    resize(&screen, 4, 10);
    CU_ASSERT(awaited(&screen, screen.drawn, "too small"));
    resize(&screen, 24, 100);
    CU_ASSERT(awaited(&screen, screen.drawn, "Steps (1)"));
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        resize(&screen, sizes[i][0], sizes[i][1]);
        type(&screen, "\t?x:und");
        type(&screen, "\033\r\f");
    }
    expect(&screen, ":goto 1\r", "step 1 of ");
    quit(&screen, 0);
}

static void test_terminals(void) {
    static const char *const kinds[] = {"vt100", "linux", "screen", "xterm-256color"};
    const char *const options[] = {"--full-screen", producer, NULL};
    struct screen screen;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        start(&screen, kinds[i], 24, 100, options);
        CU_ASSERT(awaited(&screen, 0, "Enter take"));
        expect(&screen, "\r", "step 1 of 1");
        type(&screen, "q");
        CU_ASSERT_EQUAL(finish(&screen), 0);
        forget(&screen);
    }
    start(&screen, "dumb", 24, 80, options);
    CU_ASSERT_EQUAL(finish(&screen), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen.output, "the terminal 'dumb' (TERM) cannot show a full screen"));
    forget(&screen);
    command_exits(2, "the full-screen mode needs a terminal", "simulate", "--full-screen", producer);
    command_exits(2, "--full-screen reads keys from standard input: give --script a file", "simulate",
                  "--full-screen", "-s", "-", producer);
}

/* From the line and back to it. */
static void test_command(void) {
    const char *const options[] = {producer, NULL};
    struct screen screen;
    start(&screen, "xterm", 24, 100, options);
    CU_ASSERT(awaited(&screen, 0, "0> "));
    type(&screen, "screen\n");
    CU_ASSERT(awaited(&screen, 0, "Enter take"));
    expect(&screen, "\r\r", "step 2 of 2");
    type(&screen, "q");
    CU_ASSERT(awaited(&screen, screen.drawn, "2> "));
    type(&screen, "undo\n");
    CU_ASSERT(awaited(&screen, screen.drawn, "1> "));
    type(&screen, "screen\n");
    CU_ASSERT(awaited(&screen, screen.drawn, "step 1 of 2"));
    type(&screen, ":quit\r"); /* ends everything */
    CU_ASSERT_EQUAL(finish(&screen), 0);
    forget(&screen);
}

/* --- ends --- */

static void expect_end(int number, int code) {
    struct screen screen;
    START(&screen, 24, 100, producer);
    expect(&screen, "\r", "step 1 of 1");
    CU_ASSERT_EQUAL(kill(screen.pid, number), 0);
    CU_ASSERT_EQUAL(finish(&screen), code);
    CU_ASSERT(left_screen(&screen));
    forget(&screen);
}

static void test_ends(void) {
    struct screen screen;
    expect_end(SIGINT, 0); /* like `q` */
    expect_end(SIGTERM, 3);
    expect_end(SIGHUP, 1000 + SIGHUP);
    expect_end(SIGQUIT, 1000 + SIGQUIT);
#ifndef HEDDLE_SANITIZED
    expect_end(SIGSEGV, 1000 + SIGSEGV);
    expect_end(SIGABRT, 1000 + SIGABRT);
#endif
    start(&screen, "xterm", 24, 100, (const char *const[]){producer, NULL}); /* a line that is edited */
    CU_ASSERT(awaited(&screen, 0, "0> "));
    CU_ASSERT_EQUAL(kill(screen.pid, SIGHUP), 0);
    CU_ASSERT_EQUAL(finish(&screen), 1000 + SIGHUP);
    forget(&screen);
    START(&screen, 24, 100, "--timeout", "0.5", producer);
    CU_ASSERT_EQUAL(finish(&screen), 3);
    CU_ASSERT(left_screen(&screen));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen.output, "stopped by --timeout"));
    forget(&screen);
    START(&screen, 24, 100, "--memory", "4M", producer); /* a command without memory is not the end */
    expect(&screen, ":random 100000000000\r", "not enough memory");
    expect(&screen, "g0\r", "step 0 of ");
    quit(&screen, 0);
    START(&screen, 24, 100, producer); /* Ctrl-C ends a long command, and what is typed */
    expect(&screen, "", "step 0 of 0");
    type(&screen, ":random 100000000000\r");
    CU_ASSERT(awaited(&screen, screen.drawn, "working"));
    type(&screen, "\003");
    CU_ASSERT(awaited(&screen, screen.drawn, "interrupted"));
    expect(&screen, "g0\r", "step 0 of ");
    expect(&screen, ":undo", "undo");
    type(&screen, "\003");
    expect(&screen, "", "q quit");
    expect(&screen, "r", "step 1 of ");
    quit(&screen, 0);
}

/* --- stopping: Ctrl-Z and `fg`, in a shell --- */

/* Types the text, and waits for another among what is written then. */
static void expect_after(struct screen *screen, const char *typed, const char *text) {
    size_t from = screen->length;
    type(screen, typed);
    if (!awaited(screen, from, text)) {
        printf("\n  '%s' does not follow in: %s", text, screen->output + from);
        CU_FAIL_FATAL("not shown");
    }
}

/* Stops the program and goes on: the terminal is as the shell left it meanwhile. drawn: what is drawn again.
 */
static void stop_and_go_on(struct screen *screen, const char *drawn) {
    struct termios settings;
    expect_after(screen, "\032", "SH> ");
    CU_ASSERT_EQUAL_FATAL(tcgetattr(screen->other_end, &settings), 0);
    CU_ASSERT_EQUAL_FATAL(settings.c_lflag, screen->before.c_lflag);
    CU_ASSERT_EQUAL_FATAL(settings.c_iflag, screen->before.c_iflag);
    CU_ASSERT_EQUAL_FATAL(settings.c_oflag, screen->before.c_oflag);
    expect_after(screen, "echo sh''ell\n", "shell");
    resize(screen, 20, 90);
    size_t from = screen->length;
    expect_after(screen, "fg\n", drawn);
    CU_ASSERT_EQUAL_FATAL(tcgetattr(screen->other_end, &settings), 0);
    CU_ASSERT_EQUAL_FATAL(settings.c_lflag & ICANON, 0);
    CU_ASSERT_EQUAL_FATAL(strstr(screen->output + from, ENTER) != NULL, strstr(drawn, "Enter take") != NULL);
    resize(screen, 24, 100);
}

static void start_shell(struct screen *screen) {
    setenv("PS1", "SH> ", 1);
    start_program(screen, "xterm", 24, 100, (const char *const[]){"/bin/sh", "-i", NULL});
    CU_ASSERT(awaited(screen, 0, "SH> "));
}

/* Types a command line of heddle simulate; `options`: before the network. */
static void simulate_in_shell(struct screen *screen, const char *options, const char *shown) {
    char line[3 * PATH_BYTES];
    snprintf(line, sizeof line, "'%s' simulate %s '%s'\n", getenv("HEDDLE"), options, producer);
    expect_after(screen, line, shown);
}

static void leave_shell(struct screen *screen) {
    type(screen, "exit\n");
    CU_ASSERT_EQUAL(finish(screen), 0);
    forget(screen);
}

/* Waits until the shell has given the terminal to its program, to which Ctrl-C then goes. */
static void await_program(const struct screen *screen) {
    unsigned looks = 0;
    while (tcgetpgrp(screen->terminal) == screen->pid && looks++ < 10000) {
        usleep(1000);
    }
    CU_ASSERT_NOT_EQUAL_FATAL(tcgetpgrp(screen->terminal), screen->pid);
}

static void test_stop_screen(void) {
    struct screen screen;
    start_shell(&screen);
    simulate_in_shell(&screen, "-f", "Enter take");
    expect(&screen, "\r", "step 1 of 1");
    stop_and_go_on(&screen, "Enter take");
    expect(&screen, "\r", "step 2 of 2");
    stop_and_go_on(&screen, "Enter take");
    type(&screen, ":random 100000000000\r"); /* a command that takes long goes on, too */
    CU_ASSERT(awaited(&screen, screen.drawn, "working"));
    expect_after(&screen, "\032", "SH> ");
    expect_after(&screen, "fg\n", "simulate -f");
    await_program(&screen);
    expect_after(&screen, "\003", "interrupted");
    expect(&screen, "g0\r", "step 0 of ");
    expect_after(&screen, "q", "SH> ");
    leave_shell(&screen);
}

/* At the prompt, and on the screen when it is shown again. */
static void test_stop_line(void) {
#ifndef HEDDLE_LINE_EDITING
    test_skip("simulate_screen: stopping at the prompt", "this build has no line editing");
#else
    struct screen screen;
    start_shell(&screen);
    simulate_in_shell(&screen, "", "0> ");
    expect_after(&screen, "rand", "rand");
    stop_and_go_on(&screen, "0> rand");
    expect_after(&screen, "om 2\n", "2> ");
    for (unsigned i = 0; i < 2; i++) {
        expect_after(&screen, "screen\n", "Enter take");
        stop_and_go_on(&screen, "Enter take");
        expect(&screen, "", "step 2 of 2");
        resize(&screen, 24, 60);
        CU_ASSERT_FATAL(awaited(&screen, screen.drawn, "Transitions ("));
        resize(&screen, 24, 100);
        expect_after(&screen, "q", "2> ");
        stop_and_go_on(&screen, "2> ");
    }
    expect_after(&screen, "und", "und");
    resize(&screen, 24, 40);
    CU_ASSERT(awaited(&screen, screen.drawn, "2> und"));
    expect_after(&screen, "o\n", "1> ");
    expect_after(&screen, "quit\n", "SH> ");
    leave_shell(&screen);
#endif
}

void suite_simulate_screen(void) {
    if (!command_available()) {
        test_skip("simulate_screen", "HEDDLE (the command) or EXAMPLES (the models) is not set");
        return;
    }
    command_example("producer/network.exp", producer);
#ifndef HEDDLE_FULL_SCREEN
    test_skip("simulate_screen", "this build has no full-screen mode");
    return;
#endif
    suite_add("simulate on a full screen", command_open, command_close, "keys", test_keys, "saving",
              test_saving, "loops", test_loop, "formulas", test_formulas, "many processes and transitions",
              test_many, "odd labels", test_labels, "sizes", test_sizes, "kinds of terminals", test_terminals,
              "the command screen", test_command, "every end", test_ends, "Ctrl-Z on the screen",
              test_stop_screen, "Ctrl-Z and other sizes at the prompt", test_stop_line, NULL);
}
