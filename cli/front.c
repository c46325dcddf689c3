/* The front process (front.h). */
#include "cli/front.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/device/device_start.h"
#include "cli/cluster.h"

static pid_t front;        /* in the child: the front process; otherwise 0 */
static int end_pipe = -1;  /* in the child: tells the front process that all is done */
static int leaves_at_once; /* in the child: the front process does not wait for its end */

/* --- the front process --- */

static void end_by_signal(int number) {
    const struct rlimit none = {0, 0};
    sigset_t all;
    setrlimit(RLIMIT_CORE, &none); /* the child has dumped its core */
    signal(number, SIG_DFL);
    sigfillset(&all);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
}

/* Ends as the child did. */
static void end_like(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
        end_by_signal(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* Signals of the terminal go to both processes; others are passed on. */
static void pass_on(int signals, pid_t child) {
    struct signalfd_siginfo info;
    if (read(signals, &info, sizeof info) == (ssize_t)sizeof info && info.ssi_signo != SIGCHLD &&
        info.ssi_code != SI_KERNEL) {
        kill(child, (int)info.ssi_signo);
    }
}

/* Waits for the child, which writes its exit code to the pipe or just ends. */
static _Noreturn void stand_by(pid_t child, int pipe) {
    static const int stopping[] = {SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT};
    sigset_t all;
    sigfillset(&all);
    for (unsigned i = 0; i < sizeof stopping / sizeof *stopping; i++) {
        sigdelset(&all, stopping[i]);
    }
    sigprocmask(SIG_BLOCK, &all, NULL);
    struct pollfd ready[] = {{.fd = pipe, .events = POLLIN},
                             {.fd = signalfd(-1, &all, SFD_CLOEXEC), .events = POLLIN}};
    for (;;) {
        if (poll(ready, 2, -1) < 0) {
            continue;
        }
        if (ready[0].revents != 0) {
            uint8_t code;
            if (read(pipe, &code, 1) == 1) {
                _exit(code);
            }
            end_like(child);
        }
        if (ready[1].revents != 0) {
            pass_on(ready[1].fd, child);
        }
    }
}

/* --- the child --- */

static int wants_front(const char *device) {
#ifdef HEDDLE_SANITIZED
    (void)device; /* leaks are reported when a process ends */
    return 0;
#else
    const char *wish = getenv("HEDDLE_FRONT");
    leaves_at_once = wish != NULL && strcmp(wish, "always") == 0;
    if (strcmp(device, "cpu") == 0 || cluster_ranks() != NULL ||
        (wish != NULL && strcmp(wish, "never") == 0)) {
        return 0;
    }
    return leaves_at_once || device_may_exist();
#endif
}

void front_begin(const char *device) {
    pid_t self = getpid();
    int ends[2];
    if (!wants_front(device) || pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child > 0) {
        close(ends[1]);
        stand_by(child, ends[0]);
    }
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return;
    }
    front = self;
    end_pipe = ends[1];
    leaves_at_once |= strcmp(device, "auto") != 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) {
        raise(SIGKILL); /* the front process was killed before that */
    }
}

void front_end(int code) {
    uint8_t byte = (uint8_t)code;
    if (front == 0 || (!leaves_at_once && device_start_state(&device_start_process) == DEVICE_IDLE)) {
        return;
    }
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        close(i); /* readers of the output must not wait for this process */
    }
    if (write(end_pipe, &byte, 1) == 1) {
        _exit(code);
    }
}

int front_repeats(const siginfo_t *signal) {
    static int counts[2];
    if (front == 0) {
        return 0;
    }
    int way = signal->si_code == SI_USER && signal->si_pid == front;
    return ++counts[way] <= counts[!way];
}
