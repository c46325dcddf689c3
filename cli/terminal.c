/* Puts the terminal back when a signal ends or stops the program. */
#include "cli/terminal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* For the handlers of signals; the number of bytes is set last. */
static struct termios settings;
static int guarded, end_output;
static char end_bytes[256];
static volatile size_t end_length;

static volatile sig_atomic_t changed;
static struct sigaction stop_before, resize_before;

void terminal_guard(int output, const char *end) {
    size_t length = strlen(end);
    if (!guarded) {
        guarded = tcgetattr(STDIN_FILENO, &settings) == 0;
    }
    end_length = 0;
    end_output = output;
    if (length <= sizeof end_bytes) {
        memcpy(end_bytes, end, length);
        end_length = length;
    }
}

void terminal_release(void) {
    guarded = 0;
}

void terminal_restore(void) {
    if (guarded) {
        ssize_t written = write(end_output, end_bytes, end_length);
        (void)written;
        tcsetattr(STDIN_FILENO, TCSANOW, &settings);
    }
}

/* --- stopping --- */

static void on_stop(int number) {
    int reason = errno;
    struct termios current;
    struct sigaction standard = {.sa_handler = SIG_DFL}, mine;
    sigset_t stop;
    int known = tcgetattr(STDIN_FILENO, &current) == 0;
    terminal_restore();
    sigemptyset(&stop);
    sigaddset(&stop, number);
    sigaction(number, &standard, &mine);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &stop, NULL); /* stops here, until SIGCONT */
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    sigaction(number, &mine, NULL);
    if (known) {
        tcsetattr(STDIN_FILENO, TCSANOW, &current);
    }
    changed = 1;
    errno = reason;
}

static void on_resize(int number) {
    (void)number;
    changed = 1;
}

void terminal_watch(int sizes) {
    struct sigaction stop = {.sa_handler = on_stop}, resize = {.sa_handler = on_resize};
    sigaction(SIGTSTP, NULL, &stop_before);
    if (stop_before.sa_handler != SIG_IGN) {
        sigaction(SIGTSTP, &stop, NULL);
    }
    sigaction(SIGWINCH, sizes ? &resize : NULL, &resize_before);
}

void terminal_unwatch(void) {
    sigaction(SIGTSTP, &stop_before, NULL);
    sigaction(SIGWINCH, &resize_before, NULL);
}

int terminal_has_changed(void) {
    int has = changed;
    changed = 0;
    return has;
}
