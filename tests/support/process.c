/* Running programs and reading what they wrote. */
#include "tests/support/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void redirect(const char *path, int flags, int descriptor) {
    int file = open(path, flags, 0644);
    if (file < 0 || dup2(file, descriptor) < 0) {
        _exit(126);
    }
    close(file);
}

pid_t process_start(const char *const *argv, const char *out, const char *err) {
    return process_start_reading("/dev/null", argv, out, err);
}

pid_t process_start_reading(const char *in, const char *const *argv, const char *out, const char *err) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(2);
    }
    if (pid == 0) {
        redirect(in, O_RDONLY, STDIN_FILENO);
        redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    return pid;
}

char *process_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t capacity = 1 << 16, length = 0, got;
    char *text = malloc(capacity);
    while ((got = fread(text + length, 1, capacity - length - 1, file)) > 0) {
        length += got;
        if (capacity - length < 2) {
            capacity *= 2;
            text = realloc(text, capacity);
        }
    }
    fclose(file);
    text[length] = '\0';
    if (size != NULL) {
        *size = length;
    }
    return text;
}

void process_finish(pid_t pid, const char *out, const char *err, struct process *process) {
    int status;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    process->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    process->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    struct stat status_of_out;
    int is_file = stat(out, &status_of_out) == 0 && S_ISREG(status_of_out.st_mode); /* no device */
    process->out_size = 0;
    process->out = is_file ? process_read_file(out, &process->out_size) : calloc(1, 1);
    process->err = process_read_file(err, NULL);
}

void process_free(struct process *process) {
    free(process->out);
    free(process->err);
}

pid_t process_worker(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    char *text = process_read_file(path, NULL);
    pid_t child = text != NULL ? (pid_t)strtol(text, NULL, 10) : 0;
    free(text);
    return child > 0 ? child : pid;
}

/* The number after `key` in what /proc says about a process, which is 0 where there is none; -1 when it has
 * ended. */
static int read_status(pid_t pid, const char *key, int base, unsigned long long *number) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)process_worker(pid));
    char *text = process_read_file(path, NULL);
    const char *line = text != NULL ? strstr(text, key) : NULL;
    int ended = text == NULL || strstr(text, "State:\tZ") != NULL;
    *number = line != NULL ? strtoull(line + strlen(key), NULL, base) : 0;
    free(text);
    return ended ? -1 : 0;
}

int process_await_handler(pid_t pid) {
    unsigned long long caught;
    while (read_status(pid, "SigCgt:", 16, &caught) == 0) {
        if (caught >> (SIGINT - 1) & 1) {
            return 0;
        }
        usleep(1000);
    }
    return -1;
}

int process_await_memory(pid_t pid, size_t mebibytes) {
    unsigned long long kibibytes;
    if (process_await_handler(pid) != 0) { /* a sanitizer's own memory may be as large before that */
        return -1;
    }
    while (read_status(pid, "VmRSS:", 10, &kibibytes) == 0) {
        if (kibibytes >> 10 >= mebibytes) {
            return 0;
        }
        usleep(1000);
    }
    return -1;
}

const char *storm_python(void) {
    const char *python = getenv("HEDDLE_STORM");
    python = python == NULL ? "build/storm/bin/python" : python;
    return access(python, X_OK) == 0 ? python : NULL;
}
