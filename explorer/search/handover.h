#ifndef HEDDLE_EXPLORER_SEARCH_HANDOVER_H
#define HEDDLE_EXPLORER_SEARCH_HANDOVER_H

/*
 * A search that goes from one GPU, whose memory is full, to several: in host memory, what a checkpoint has,
 * but with the keys apart by owner (explorer/distributed/owner.h). The search on one GPU puts the keys
 * (explore_cuda_handover.cu); each part of the search on several takes its share (explore_cuda_restore.cu),
 * which frees the memory as it goes.
 */
#include <stdint.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct explore_options;
struct handover_block;
struct handover_chunk;
struct memory;

/* The states of one owner: as the sections of a checkpoint. */
struct handover_share {
    uint64_t
        *begin;    /* its states before each level [header.level + 2], and levels of labels [header.labels] */
    uint64_t head; /* words of `begin` that were taken */
    uint64_t keys; /* that were put so far */
    uint64_t ends[2]; /* if levels are not kept: keys when all states, and the level, were put */
    struct handover_block *first, *last;
    uint64_t taken; /* words of `first` */
};

/* The caller owns it; it is empty until handover_begin, and after handover_clear. */
struct handover {
    struct memory *memory;
    /* Finds the GPUs that go on, as explore_gpus_find. */
    unsigned (*find)(const model *model, const struct explore_options *options, unsigned first,
                     struct device_list *devices);
    int early;                       /* for tests: also when max_states is reached */
    struct device_list devices;      /* that go on; count 0: it is empty */
    struct checkpoint_header header; /* of all states */
    struct handover_share shares[DEVICE_LIST_MOST];
    uint64_t sections;                     /* that were put (state_stream.h) */
    GROWING(struct handover_chunk) chunks; /* that are to be copied */
};

/* 0, or -1 when memory runs out; it is empty then. */
int handover_begin(struct handover *handover, const struct device_list *devices,
                   const struct checkpoint_header *header, const uint64_t *label_level);
void handover_clear(struct handover *handover);
/* Puts keys of an owner, in the order of a checkpoint; they must stay where they are until handover_copy. 0,
 * or -1 when memory runs out. */
int handover_put(struct handover *handover, unsigned owner, const uint64_t *keys, uint64_t count);
/* Copies what was put since the last call, on so many threads. */
void handover_copy(struct handover *handover, unsigned threads);
/* A section was put. */
void handover_end_section(struct handover *handover);
/* All was put. begin: level_begin of all states [header.level + 2]. */
void handover_end(struct handover *handover, const uint64_t *begin);
/* The header of a share: of a search that has these states alone, but counts and events as all. */
struct checkpoint_header handover_header(const struct handover *handover, unsigned owner);
/* Takes the next words of a share, which must be there, and frees them. */
void handover_take(struct handover *handover, unsigned owner, uint64_t *words, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
