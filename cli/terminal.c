/* Puts the terminal back when a signal ends the program. */
#include "cli/terminal.h"

#include <string.h>
#include <termios.h>
#include <unistd.h>

/* For the handlers of signals; the number of bytes is set last. */
static struct termios settings;
static int guarded, end_output;
static char end_bytes[256];
static volatile size_t end_length;

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
