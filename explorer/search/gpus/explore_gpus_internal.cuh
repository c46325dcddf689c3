#ifndef HEDDLE_EXPLORER_SEARCH_GPUS_EXPLORE_GPUS_INTERNAL_CUH
#define HEDDLE_EXPLORER_SEARCH_GPUS_EXPLORE_GPUS_INTERNAL_CUH

/*
 * Declarations that the files of the search on several GPUs share on the host. All parts may be threads of
 * one process; or each process of several (run->ranks) has one part, whose number is its rank. A process has
 * a struct gpus of its own.
 */
#include <stdint.h>

#include "base/barrier.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/search/explore.h"
#include "explorer/search/cuda/explore_cuda_internal.cuh"
#include "explorer/search/cuda/owners_device.cuh"

struct nccl;

typedef void (*owners_expand)(const struct owners_arguments);
typedef void (*owners_insert)(const struct owners_arguments, const struct owners_received);

/* How buffers reach their owner. */
enum owners_transport {
    TRANSPORT_DIRECT, /* kernels write into the memory of the other GPU */
    TRANSPORT_NCCL,
    TRANSPORT_COPY,    /* the owner copies them */
    TRANSPORT_MESSAGES /* between processes: through the memory of the hosts */
};

/* What a part says when the parts meet; a multiple of 8 bytes. */
struct owners_word {
    uint64_t keys[OWNERS_MOST]; /* of the round, for each owner */
    uint64_t tail, transitions;
    uint64_t capacity; /* that it would like */
    enum explore_outcome outcome;
    int failed, more, news, cramped, direct;
    int due; /* the search is to be written to a checkpoint */
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
struct gpus_part {
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
    uint64_t largest;             /* states of the largest part at the last meeting */
    uint64_t foreseen;            /* states that the largest part may have after the next rounds */
    int is_tight;                 /* it has no room for these: each growth is made when it is needed */
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

    /* --- explore_gpus_checkpoint.cu --- */
    struct checkpoint followed; /* of a part for which another one of the process writes */
    uint64_t begin_transitions, begin_choices, begin_deadlocks; /* counts at the begin of the level */

    unsigned meetings; /* so far */
};

/* Messages between processes (explore_gpus_mail.cu). */
struct gpus_mail {
    int is_open;
    uint64_t words;  /* of a message, with its head */
    uint64_t *out;   /* [owners][words], in memory that GPUs copy from */
    uint64_t *in;    /* [owners - 1][words]: receipts */
    uint64_t bytes;  /* of both */
    unsigned sent;   /* messages with keys that have not gone yet */
    unsigned awaits; /* parts whose keys of this round have not arrived */
};

/* The search. */
struct gpus {
    const struct explore_options *options;
    struct explore_options part_options; /* of each part: nothing reads its visited set after the search */
    const struct run *run;
    struct exploration *found;
    unsigned owners;                          /* parts of the whole search */
    unsigned first, here;                     /* this process has the parts [first, first + here) */
    const struct ranks *ranks;                /* or NULL: this process has all parts */
    struct gpus_part *parts;                  /* [owners], of which those of other processes are not used */
    struct barrier barrier;                   /* of the parts here */
    struct owners_word heard[2][OWNERS_MOST]; /* at the last two meetings, in turn */
    struct gpus_mail mail;
    uint64_t capacity; /* of a buffer, in keys */
    enum owners_transport transport;
    struct nccl *nccl;
    char nccl_id[128];
    int broken; /* a part has failed; read while others wait */
    int uneven; /* the parts are so unequal that the search begins again */
    int missed; /* a part of another process has failed */
    double begun;
    uint64_t level; /* that the first part expands, or would expand next */
};

/* What the parts said at a meeting, in sum. */
struct agreement {
    enum explore_outcome outcome;
    int failed, more, news, cramped, direct, due;
    uint64_t tail, transitions, capacity; /* capacity: the least */
    uint64_t largest;                     /* the tail of the part that has most */
};

static inline int is_first(const struct gpus_part *part) {
    return part->index == part->all->first;
}

static inline enum explore_outcome gpus_worse(enum explore_outcome a, enum explore_outcome b) {
    return a > b ? a : b;
}

/* The GPU of a part of this process. */
unsigned gpus_device(const struct gpus *all, unsigned index);

/* --- explore_gpus_able.cu --- */
/* Refuses a search that several GPUs do not do. 0, or -1 with *error filled. */
int gpus_refuse(const struct gpus *all, const model *model, struct error *error);

/* --- explore_gpus_meet.cu --- */
/* Tells the other parts the word, and waits for theirs. */
struct agreement gpus_meet(struct gpus_part *part, struct owners_word *word);
/* What all said at the last meeting; by part. */
const struct owners_word *gpus_heard(const struct gpus_part *part);
/* The word of a part after a round. */
struct owners_word gpus_word(const struct gpus_part *part);
/* Ends the search if the parts agree to. */
int gpus_must_leave(struct gpus_part *part, const struct agreement *agreement);
/* Notes that the part has failed, so that others do not wait for it. */
void gpus_fail(struct gpus_part *part);
/* Whether a part has failed for which the GPU may wait. */
int gpus_are_broken(struct gpus *all);

/* --- explore_gpus_results.cu --- */
/* What the parts have seen becomes what all have; of several processes, collective. */
void gpus_merge_events(struct gpus *all);
/* The levels, from the first on, that are wanted on the host: all of them (UINT64_MAX) if a graph may follow
 * or a certificate, else those that a trace may need. */
uint64_t gpus_wanted_levels(const struct gpus *all);
/* The results of all parts; of several processes, collective. 0, or -1 with *error filled. */
int gpus_merge_results(struct gpus *all, struct error *error);

/* --- explore_gpus_checkpoint.cu --- */
/* Opens what options->checkpoint says, if anything, for the part, which is open. 0, or -1 with part->error.
 */
int part_open_checkpoint(struct gpus_part *part);
/* The header of what is continued, of all parts; NULL: nothing is. */
const struct checkpoint_header *part_resumed(const struct gpus_part *part);
/* Takes the states that the part owns, instead of part_put_first. Then the level has begun, and its states
 * are to be expanded. 0, or -1 with part->error. */
int part_restore(struct gpus_part *part);
/* A sum of what the part continues, or 0; and whether all parts have said the same in their last words, as
 * keys[0]. */
uint64_t part_resumed_sum(const struct gpus_part *part);
int gpus_resumed_same(const struct gpus_part *part);
/* Notes the counts before a level is expanded; all keys that were sent are stored. */
void part_note_level(struct gpus_part *part, uint64_t level);
/* Whether the first part writes the search after its end. */
int part_checkpoint_is_wanted(const struct gpus_part *part, uint64_t states);
/* Writes the search, between two levels or after its end; all parts call it. */
void gpus_write_checkpoint(struct gpus_part *part);

/* --- explore_gpus_mail.cu: processes alone --- */
/* Messages of up to so many words of keys. 0, or -1 with *error filled. */
int gpus_mail_open(struct gpus *all, uint64_t words, struct error *error);
void gpus_mail_close(struct gpus *all);
/* Tells the other processes that this one has failed. */
void gpus_mail_tell_failure(struct gpus *all);
/* Takes what has arrived. Keys are for slot `slot`. 0, or -1 with part->error. */
int gpus_mail_poll(struct gpus_part *part, unsigned slot);
/* As exchange_move. */
int gpus_mail_move(struct gpus_part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs);

/* --- explore_gpus_kernels.cu --- */
/* The kernels for a way, and for keys of so many words; NULL: there is none. */
owners_expand owners_expand_kernel(enum search_way way, uint32_t key_words);
owners_insert owners_insert_kernel(int half, uint32_t key_words);
owners_expand owners_expand_kernel_wide(enum search_way way, uint32_t key_words);
owners_expand owners_expand_kernel_data(enum search_way way, uint32_t key_words);
owners_insert owners_insert_kernel_wide(uint32_t key_words);

/* --- explore_gpus_part.cu: functions for the part's own thread; each 0, or -1 with part->error --- */
int part_open(struct gpus_part *part);
void part_close(struct gpus_part *part);
/* The initial states that it owns. */
int part_put_first(struct gpus_part *part);
/* Begins a round: expands into buffers `slot`; then stores what is pending. new_level: a level begins. */
int part_launch_round(struct gpus_part *part, unsigned slot, int new_level);
/* Stores what is pending, and asks for a report. */
int part_launch_rest(struct gpus_part *part);
/* Waits for the last report; its levels of events become those of the part's result. */
int part_await(struct gpus_part *part);
/* Waits for all that was launched. */
int part_finish(struct gpus_part *part);
/* After a round: decides whether the next one looks up what was sent lately. */
void part_heed_recent(struct gpus_part *part);
/* Makes room, if the last report asks for it. */
int part_settle(struct gpus_part *part);
/* After a meeting: foresees how far parts will grow, so that all grow in the same round. */
void part_foresee(struct gpus_part *part, const struct agreement *agreement);
/* Notes keys of a round that will arrive. */
void part_expect(struct gpus_part *part, unsigned slot, const uint64_t *keys);
/* Counts, and the first `wanted` levels, or all that there are. */
int part_take_results(struct gpus_part *part, uint64_t wanted);
uint64_t part_under_way(const struct gpus_part *part);

/* --- explore_gpus_exchange.cu --- */
/* Keys that a buffer should have, for the part's memory. */
uint64_t exchange_capacity(const struct gpus_part *part);
/* Whether kernels of the part can write into the memory of all others. */
int exchange_is_direct(struct gpus_part *part);
/* The transport, if all parts are direct or not. 0, or -1 with *error filled. Called by one thread of each
 * process. */
int exchange_choose(struct gpus *all, int direct, struct error *error);
/* Buffers of all->capacity keys; the first time, a stream, too. */
int exchange_open(struct gpus_part *part);
/* Whether buffers of twice the size fit into the memory. */
int exchange_may_widen(const struct gpus_part *part);
int exchange_connect(struct gpus_part *part); /* when all have opened theirs; with NCCL, it waits for all */
/* 0, or -1 with part->error if NCCL reports that a transfer has failed. */
int exchange_check(struct gpus_part *part);
/* Ends transfers that are under way, or wait for a part that has failed. */
void exchange_leave(struct gpus_part *part);
void exchange_free_buffers(struct gpus_part *part);
void exchange_close(struct gpus_part *part);
/* The buffer for the keys of owner `to`, to be filled by this part. */
uint64_t *exchange_buffer(const struct gpus_part *part, unsigned slot, unsigned to);
uint64_t *exchange_arrived(const struct gpus_part *part, unsigned slot, unsigned from);
/* Moves the buffers of a round; `theirs`: keys from each part, `mine`: keys for each. */
int exchange_move(struct gpus_part *part, unsigned slot, const uint64_t *mine, const uint64_t *theirs);
/* Later launches wait for what arrives in `slot`. */
int exchange_await(struct gpus_part *part, unsigned slot);

#endif
