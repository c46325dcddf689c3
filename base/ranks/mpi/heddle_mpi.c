/*
 * Ranks by MPI. This file becomes a shared object of its own, heddle-mpi.so, which the command loads when
 * mpirun has started it; so nothing else needs MPI. The error handler of MPI ends all processes when one is
 * lost.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "base/ranks/mpi/heddle_mpi.h"

#define TAG 1

struct messages {
    unsigned sends, receipts;
    MPI_Request *requests; /* [sends + receipts] */
    int *done;
    MPI_Status *statuses;
};

static struct messages messages;
/* The least of unsigned values. MPI_MIN of some builds takes them as signed: that of MPICH 4.0.2 in Debian
 * does. */
static MPI_Op least;

/* For MPI_Op_create, which fixes the prototype. */
static void take_least(void *from, void *into, int *count, MPI_Datatype *type) {
    const uint64_t *others = from;
    uint64_t *values = into;
    (void)type;
    for (int i = 0; i < *count; i++) {
        values[i] = others[i] < values[i] ? others[i] : values[i];
    }
}

static void reduce(void *context, enum ranks_operation operation, uint64_t *values, uint64_t count) {
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, values, (int)count, MPI_UINT64_T, operation == RANKS_SUM ? MPI_SUM : least,
                  MPI_COMM_WORLD);
}

static void gather(void *context, const uint64_t *values, uint64_t *all, uint64_t count) {
    (void)context;
    MPI_Allgather(values, (int)count, MPI_UINT64_T, all, (int)count, MPI_UINT64_T, MPI_COMM_WORLD);
}

static void close_messages(void *context) {
    struct messages *all = context;
    for (unsigned i = all->sends; i < all->sends + all->receipts; i++) {
        if (all->requests[i] != MPI_REQUEST_NULL) {
            MPI_Cancel(&all->requests[i]);
            MPI_Wait(&all->requests[i], MPI_STATUS_IGNORE);
        }
    }
    free(all->requests);
    free(all->done);
    free(all->statuses);
    *all = (struct messages){.sends = 0};
}

static int open_messages(void *context, unsigned sends, unsigned receipts) {
    struct messages *all = context;
    const unsigned count = sends + receipts;
    *all = (struct messages){.requests = malloc(count * sizeof(MPI_Request)),
                             .done = malloc(count * sizeof(int)),
                             .statuses = malloc(count * sizeof(MPI_Status))};
    if (all->requests == NULL || all->done == NULL || all->statuses == NULL) {
        close_messages(context);
        return -1;
    }
    all->sends = sends;
    all->receipts = receipts;
    for (unsigned i = 0; i < count; i++) {
        all->requests[i] = MPI_REQUEST_NULL;
    }
    return 0;
}

static void send_message(void *context, unsigned slot, unsigned to, const void *data, uint64_t bytes) {
    struct messages *all = context;
    MPI_Isend(data, (int)bytes, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD, &all->requests[slot]);
}

static void receive_message(void *context, unsigned slot, void *data, uint64_t bytes) {
    struct messages *all = context;
    MPI_Irecv(data, (int)bytes, MPI_BYTE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
              &all->requests[all->sends + slot]);
}

static unsigned poll_messages(void *context, struct ranks_event *events, unsigned most) {
    struct messages *all = context;
    const unsigned count = all->sends + all->receipts;
    int found = 0;
    (void)most; /* there are as many events as slots */
    MPI_Testsome((int)count, all->requests, &found, all->done, all->statuses);
    for (int i = 0; i < found; i++) { /* MPI_UNDEFINED, for no transfers at all, is negative */
        const unsigned slot = (unsigned)all->done[i];
        int bytes = 0;
        if (slot >= all->sends) {
            MPI_Get_count(&all->statuses[i], MPI_BYTE, &bytes);
        }
        events[i] = (struct ranks_event){.slot = slot < all->sends ? slot : slot - all->sends,
                                         .received = slot >= all->sends,
                                         .bytes = (uint64_t)bytes};
    }
    return found > 0 ? (unsigned)found : 0;
}

static void end(void *context) {
    (void)context;
    MPI_Op_free(&least);
    MPI_Finalize();
}

static const struct ranks_functions functions = {
    .reduce = reduce,
    .gather = gather,
    .open = open_messages,
    .close = close_messages,
    .send = send_message,
    .receive = receive_message,
    .poll = poll_messages,
    .end = end,
};

int heddle_mpi_begin(unsigned version, struct ranks *ranks) {
    int provided, rank, count, on_host, host_index;
    MPI_Comm host;
    if (version != HEDDLE_MPI_VERSION || MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != 0 ||
        provided < MPI_THREAD_SERIALIZED) {
        return -1;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_host);
    MPI_Comm_rank(host, &host_index);
    MPI_Comm_free(&host);
    MPI_Op_create(take_least, 1, &least);
    memset(ranks, 0, sizeof *ranks);
    ranks->rank = (unsigned)rank;
    ranks->count = (unsigned)count;
    ranks->on_host = (unsigned)on_host;
    ranks->host_index = (unsigned)host_index;
    ranks->functions = &functions;
    ranks->context = &messages;
    return 0;
}
