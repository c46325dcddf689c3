#ifndef HEDDLE_TESTS_SUPPORT_PROCESS_H
#define HEDDLE_TESTS_SUPPORT_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* A program that ran: how it ended and what it wrote. */
struct process {
    int code;        /* exit status, -1 when a signal ended it */
    int signal;      /* that ended it, or 0 */
    char *out, *err; /* NUL-terminated; owned */
    size_t out_size;
};

/*
 * Starts argv[0] (NULL-terminated argv) with standard output going to the file `out` and standard error to
 * `err`; standard input is empty. Ends the test run when that fails.
 */
pid_t process_start(const char *const *argv, const char *out, const char *err);
/* The same with standard input coming from the file `in`. */
pid_t process_start_reading(const char *in, const char *const *argv, const char *out, const char *err);
/* Waits for it and reads the files that process_start was given. */
void process_finish(pid_t pid, const char *out, const char *err, struct process *process);
void process_free(struct process *process);

/* The process that does the work: the child of a front process (cli/front.h), or the process itself. */
pid_t process_worker(pid_t pid);
/* Waits until the process catches SIGINT; 0, or -1 when it has ended before that. */
int process_await_handler(pid_t pid);
/* Waits until the process has this much in memory, as a large search soon does. 0, or -1 if it ends before.
 */
int process_await_memory(pid_t pid, size_t mebibytes);
/* What a process has in memory in the midst of a large search; sanitizers take memory of their own. */
#ifdef HEDDLE_SANITIZED
#define PROCESS_SEARCHES 400
#else
#define PROCESS_SEARCHES 100
#endif

/* A whole file, NUL-terminated; NULL when it is not there. The caller frees it. */
char *process_read_file(const char *path, size_t *size);

/* The Python that has stormpy: $HEDDLE_STORM, or what `make build/storm.done` made; NULL: there is none. */
const char *storm_python(void);

#endif
