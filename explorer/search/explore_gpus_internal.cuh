#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_GPUS_INTERNAL_CUH
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_GPUS_INTERNAL_CUH

/* Declarations that the files of the search on several GPUs share on the host. */
#include <stdint.h>

#include "base/barrier.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/search/explore.h"
#include "explorer/search/explore_cuda_internal.cuh"
#include "explorer/search/owners_device.cuh"

struct nccl;

typedef void (*owners_expand)(const struct owners_arguments);
typedef void (*owners_insert)(const struct owners_arguments, const struct owners_received);

/* How buffers reach their owner. */
enum owners_transport {
    TRANSPORT_DIRECT, /* kernels write into the memory of the other GPU */
    TRANSPORT_NCCL,
    TRANSPORT_COPY /* the owner copies them */
};

/* What a part says when the parts meet. */
struct owners_word {
    uint64_t keys[OWNERS_MOST]; /* of the round, for each owner */
    uint64_t tail, transitions;
    uint64_t capacity; /* that it would like */
    enum explore_outcome outcome;
    int failed, more, news, cramped, direct;
};

/* Received keys that may not all be stored yet. */
struct owners_pending {
    int there;
    unsigned slot;
    uint64_t keys[OWNERS_MOST]; /* from each part */
    unsigned long long report;  /* the one that says whether they are stored; 0: they were not launched */
};

struct gpus;

/* One part of the search: a thread of the host, with a GPU, which may be that of other parts, too. */
struct part {
    struct gpus *all;
    unsigned index;
    int failed;
    enum explore_outcome outcome; /* why it wants to end the search */
    struct error error;
    struct run run; /* as the caller's, with this GPU */
    struct cuda_search search;
    struct exploration *exploration; /* of this part alone */

    /* --- explore_gpus_part.cu --- */
    struct owners_sends *sends;
    struct owners_report *report; /* in host memory */
    unsigned long long reports;   /* requested so far */
    uint64_t *recent, recent_slots;
    unsigned recent_pause;            /* rounds in which it is not used */
    uint64_t level_states;            /* of the level, here */
    struct owners_pending pending[2]; /* in the order of rounds */

    /* --- explore_gpus_exchange.cu --- */
    uint64_t *receive, *send; /* [OWNERS_SLOTS][owners - 1][capacity] keys; send: NULL if it is direct */
    uint64_t buffer_bytes;    /* of each */
    cudaStream_t stream;      /* of the exchange */
    cudaEvent_t arrived[OWNERS_SLOTS];
    void *communicator; /* of NCCL */
    uint64_t bytes_sent;

    /* --- meetings --- */
    struct owners_word word[2]; /* in turn */
    unsigned meetings;
};

/* The search. */
struct gpus {
    const struct explore_options *options;
    const struct run *run;
    struct exploration *found;
    unsigned owners;
    struct part *parts;
    struct barrier barrier;
    uint64_t capacity; /* of a buffer, in keys */
    enum owners_transport transport;
    struct nccl *nccl;
    char nccl_id[128];
    int broken;  /* a part has failed; read while others wait */
    int decided; /* part 0, for all: options->decided ended the search */
    double begun;
    uint64_t level; /* part 0 */
};

/* What the parts said at a meeting, in sum. */
struct agreement {
    enum explore_outcome outcome;
    int failed, more, news, cramped, direct;
    uint64_t tail, transitions, capacity; /* capacity: the least */
};

/* --- explore_gpus_kernels.cu --- */
/* The kernels for a way, and for keys of so many words; NULL: there is none. */
owners_expand owners_expand_kernel(enum search_way way, uint32_t key_words);
owners_insert owners_insert_kernel(int half, uint32_t key_words);
owners_expand owners_expand_kernel_wide(enum search_way way, uint32_t key_words);
owners_insert owners_insert_kernel_wide(uint32_t key_words);

/* --- explore_gpus_part.cu: functions for the part's own thread; each 0, or -1 with part->error --- */
int part_open(struct part *part);
void part_close(struct part *part);
/* The initial states that it owns. */
int part_put_first(struct part *part);
/* Begins a round: expands into buffers `slot`; then stores what is pending. new_level: a level begins. */
int part_launch_round(struct part *part, unsigned slot, int new_level);
/* Stores what is pending, and asks for a report. */
int part_launch_rest(struct part *part);
/* Waits for the last report. */
int part_await(struct part *part);
/* Waits for all that was launched. */
int part_finish(struct part *part);
/* After a round: decides whether the next one looks up what was sent lately. */
void part_heed_recent(struct part *part);
/* Makes room, if the last report asks for it. */
int part_settle(struct part *part);
/* Notes keys of a round that will arrive. */
void part_expect(struct part *part, unsigned slot, const uint64_t *keys);
/* Counts, levels, and the levels up to `last` for traces; UINT64_MAX: none. */
int part_take_results(struct part *part, uint64_t last);
uint64_t part_under_way(const struct part *part);

/* --- explore_gpus_exchange.cu --- */
/* Keys that a buffer should have, for the part's memory. */
uint64_t exchange_capacity(const struct part *part);
/* Whether kernels of the part can write into the memory of all others. */
int exchange_is_direct(struct part *part);
/* The transport, if all parts are direct or not. 0, or -1 with *error filled. Called by one thread. */
int exchange_choose(struct gpus *all, int direct, struct error *error);
/* Buffers of all->capacity keys; the first time, a stream, too. */
int exchange_open(struct part *part);
/* Whether buffers of twice the size fit into the memory. */
int exchange_may_widen(const struct part *part);
int exchange_connect(struct part *part); /* when all have opened theirs; with NCCL, it waits for all */
/* 0, or -1 with part->error if NCCL reports that a transfer has failed. */
int exchange_check(struct part *part);
/* Ends transfers that are under way, or wait for a part that has failed. */
void exchange_leave(struct part *part);
void exchange_free_buffers(struct part *part);
void exchange_close(struct part *part);
/* The buffer for the keys of owner `to`, to be filled by this part. */
uint64_t *exchange_buffer(const struct part *part, unsigned slot, unsigned to);
const uint64_t *exchange_arrived(const struct part *part, unsigned slot, unsigned from);
/* Moves the buffers of a round; `theirs`: keys from each part, `mine`: keys for each. */
int exchange_move(struct part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs);
/* Later launches wait for what arrives in `slot`. */
int exchange_await(struct part *part, unsigned slot);

#endif
