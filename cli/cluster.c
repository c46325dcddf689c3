/* The command as one of several processes (cluster.h). */
#include "cli/cluster.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/installed.h"
#include "base/ranks/mpi/heddle_mpi.h"
#include "base/ranks/ranks.h"
#include "cli/common.h"

#define PLUGIN "heddle-mpi.so"

static struct ranks ranks;
static FILE *messages; /* of a rank other than 0: what it would have said */
static int old_stderr = -1;

/*
 * How many processes the launcher has started: 1 if there is none; 0 if only MPI knows. The mpirun of Open
 * MPI, that of MPICH and srun --mpi=pmi2 say how many; with PMIx, as with srun --mpi=pmix, SLURM does. With
 * its option -pmi-port, the mpirun of MPICH says how many there are on this machine.
 */
static long launched(void) {
    static const char *const counts[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (unsigned i = 0; i < LENGTH(counts); i++) {
        const char *text = getenv(counts[i]);
        if (text != NULL) {
            return strtol(text, NULL, 10);
        }
    }
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS"), *local = getenv("MPI_LOCALNRANKS");
    const int has_rank = getenv("PMIX_RANK") != NULL;
    if (has_rank && tasks != NULL) {
        return strtol(tasks, NULL, 10);
    }
    if (local != NULL && strtol(local, NULL, 10) > 1) {
        return strtol(local, NULL, 10);
    }
    return has_rank || local != NULL ? 0 : 1;
}

/* Whether this process is the one to print, before MPI says so. */
static int is_first_launched(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "PMI_ID"};
    for (unsigned i = 0; i < LENGTH(names); i++) {
        const char *text = getenv(names[i]);
        if (text != NULL) {
            return strcmp(text, "0") == 0;
        }
    }
    return 1;
}

static void *load(void) {
    char path[INSTALLED_PATH];
    const char *named = getenv("HEDDLE_MPI");
    named = named != NULL ? named : installed_find(PLUGIN, path);
    return dlopen(named != NULL ? named : PLUGIN, RTLD_NOW | RTLD_GLOBAL);
}

static int refuse(const char *text, const char *detail) {
    if (is_first_launched()) {
        fprintf(stderr, "heddle: %s%s%s\n", text, detail != NULL ? ": " : "", detail != NULL ? detail : "");
    }
    return -1;
}

/* The other ranks print nothing; their messages are kept. */
static void become_silent(void) {
    fflush(NULL);
    if (freopen("/dev/null", "w", stdout) == NULL) {
        fclose(stdout);
    }
    messages = tmpfile();
    if (messages != NULL) {
        old_stderr = dup(STDERR_FILENO);
        dup2(fileno(messages), STDERR_FILENO);
    }
}

static void show_messages(void) {
    char line[1024];
    fflush(stderr);
    if (messages == NULL || old_stderr < 0) {
        return;
    }
    rewind(messages);
    while (fgets(line, sizeof line, messages) != NULL) {
        dprintf(old_stderr, "rank %u: %s", ranks.rank, line);
    }
}

static int is_able(const char *command) {
    static const char *const able[] = {"explore", "check", "scc"};
    int found = 0;
    for (unsigned i = 0; i < LENGTH(able); i++) {
        found |= command != NULL && strcmp(command, able[i]) == 0;
    }
    return found;
}

static int refuse_command(void) {
    return refuse(
        "of the commands, only explore, check and scc run as several processes: start this one without "
        "mpirun",
        NULL);
}

/* Begins MPI, and fills `ranks`. */
static int begin_ranks(void) {
    void *plugin = load();
    if (plugin == NULL) {
        return refuse(
            "mpirun has started this process, and heddle cannot load its part for MPI (build it where "
            "there is mpicc)",
            dlerror());
    }
    int (*begin)(unsigned version, struct ranks *ranks);
    *(void **)&begin = dlsym(plugin, "heddle_mpi_begin");
    if (begin == NULL || begin(HEDDLE_MPI_VERSION, &ranks) != 0) {
        return refuse("MPI could not begin: " PLUGIN " is of another build, or MPI of another launcher",
                      NULL);
    }
    return 0;
}

int cluster_begin(const char *command) {
    const long count = launched();
    if (count == 1) {
        return 0;
    }
    if (count != 0 && !is_able(command)) {
        return refuse_command();
    }
    if (begin_ranks() != 0) {
        return -1;
    }
    if (ranks.count > 1 && is_able(command)) {
        if (ranks.rank != 0) {
            become_silent();
        }
        return 0;
    }
    const int several = ranks.count > 1;
    ranks.functions->end(ranks.context);
    ranks = (struct ranks){.count = 0};
    if (several) {
        return refuse_command();
    }
    /* Each would do all of the work, and write the same files. */
    return count == 0 ? 0
                      : refuse("mpirun has started several processes, but each finds itself alone: " PLUGIN
                               " was built with another MPI than that of this mpirun",
                               NULL);
}

struct ranks *cluster_ranks(void) {
    return ranks.count > 1 ? &ranks : NULL;
}

int cluster_is_first(void) {
    return ranks.rank == 0;
}

int cluster_end(int code) {
    if (ranks.count == 0) {
        return code;
    }
    const int agreed = ranks_end(&ranks, code);
    if (ranks.rank != 0 && (code != agreed || (ranks.ended != 0 && code != EXIT_DONE))) {
        show_messages();
    }
    return agreed;
}
