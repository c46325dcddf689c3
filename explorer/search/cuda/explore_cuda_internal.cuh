#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_INTERNAL_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_INTERNAL_CUH

/* Declarations that the files of the CUDA search engine share on the host. */
#include <stdint.h>

#include "explorer/search/cuda/space_device.h"
#include "base/device/device_watch.cuh"
#include "explorer/search/explore.h"
#include "explorer/search/cuda/search_device.cuh"
#include "hashtable/keys_device.h"

struct checkpoint;
struct error;
struct run;
struct search_checkpoint;

#define SEARCH_TRANSFER_WORDS ((uint64_t)1 << 19) /* 4 MiB */

/* Buffers between a checkpoint and the device. */
struct search_transfer {
    uint64_t *host, *words;            /* [SEARCH_TRANSFER_WORDS] in host and in device memory */
    struct keys_device_counts *counts; /* in device memory */
};

struct cuda_search {
    const struct explore_options *options;
    const struct run *run;
    struct error *error;
    struct exploration *exploration;
    struct explore_result *result; /* result of the exploration */
    struct space_device *space;    /* device part of the exploration's space */
    struct device *device;         /* device of the space */
    const struct model_header *header;
    struct search_control *control, state; /* in device memory, and a copy of when the kernel returned */
    uint64_t *level_begin, level_capacity;
    uint64_t *redo, *redo_next, redo_bytes; /* lists of batches to repeat, and the bytes of each */
    uint8_t *watched;
    unsigned long long *label_level;
    uint64_t *rows, row_words, row_bytes;
    struct device_watch watch;
    enum search_way way;
    unsigned blocks, threads;
    uint64_t shared_bytes;
    unsigned image_shared, cache_slots;
    uint32_t half_bits; /* bits of the keys if the visited set may have slots of 32 bits, else 0 */
    uint64_t ahead;     /* states for which there should be room, beyond those that are under way */
    int grown_out, index_grown_out; /* the table, or the interner's index, cannot grow any more */
    struct search_data data;        /* of models with data; the sets have set_bytes */
    uint64_t set_bytes;
    /* With partial-order reduction: its tables, in device memory; NULL once all moves are made, which is from
     * level reduce_until on. */
    struct stubborn_view *stubborn;
    uint64_t stubborn_bytes, reduce_until;
    uint64_t *rooms, room_bytes;          /* of the choice of sets of several words, or of commands */
    struct search_checkpoint *checkpoint; /* NULL: the search is neither written nor continued */
    struct search_transfer transfer;      /* if there is a checkpoint */
    unsigned sharers; /* of several GPUs: parts of the search that share this one, and its memory; else 0 */
};

/* --- explore_cuda.cu --- */
/* Refuses a model that no GPU searches. 0, or -1 with *error filled. */
int explore_cuda_refuse(const model *model, struct error *error);

/* --- explore_cuda_open.cu --- */
/* Plans launches, and makes buffers and the first tables; 0 or -1. search_close must follow in either case.
 */
int search_open(struct cuda_search *search);
void search_close(struct cuda_search *search);
/* Before a level of which, and of all later ones, all moves are made: plans launches for that. 0 or -1. */
int search_end_reduction(struct cuda_search *search);
/* Bytes of the image in shared memory; stages begin at a multiple of 16. */
uint64_t search_image_room(const struct cuda_search *search);

/* --- explore_cuda_launch.cu --- */
/* Shared memory of a block in addition to stages, cache and image: for its warps and the arguments. */
uint64_t search_shared_beside(void);
/* Prepares the kernel for launches; *each: blocks of it that fit on a multiprocessor. 0 or -1. */
int search_blocks_each(const struct cuda_search *search, enum search_way way, int *each);
/* Puts the initial states into table and queue; 0 or -1. */
int search_put_first(struct cuda_search *search);
/* As many blocks as have enough room to work. */
unsigned search_blocks_now(const struct cuda_search *search);
/* The kernel's arguments for so many blocks. */
struct search_arguments search_arguments_now(const struct cuda_search *search, unsigned blocks);
/* Launches the kernel and waits for its return, with its results in search->state; 0 or -1. */
int search_launch(struct cuda_search *search);

typedef void (*search_kernel)(const struct search_arguments);

/* --- explore_cuda_lanes.cu, explore_cuda_data.cu: models with data --- */
search_kernel search_lanes_kernel(enum search_way way, uint32_t key_words);
/* The kernel for such a way, and for keys of so many words. */
search_kernel search_data_kernel(enum search_way way, uint32_t key_words);
/*
 * Chooses between ways by tables and by lanes for models with data; `room`: the shared memory of a block.
 * Sets search->way, data, threads.
 */
void search_plan_data(struct cuda_search *search, uint64_t room);
/* Bytes of shared memory, before the stages, that the ways by tables need. */
uint64_t search_data_bytes(const struct cuda_search *search);

/* --- explore_cuda_stubborn.cu: partial-order reduction --- */
search_kernel search_stubborn_kernel(enum search_way way, uint32_t key_words);
/* Makes the tables in device memory; 0 or -1. search_drop_stubborn frees them in either case. */
int search_put_stubborn(struct cuda_search *search);
void search_drop_stubborn(struct cuda_search *search);
/* Once launches are planned: makes the rooms of the warps, if the choice of sets needs them; 0 or -1.
 * search_close_rooms must follow in either case. */
int search_open_rooms(struct cuda_search *search);
void search_close_rooms(struct cuda_search *search);
/* explore_cuda_commands.cu: the same in models with data. */
search_kernel search_commands_kernel(enum search_way way, uint32_t key_words);

/* --- explore_cuda_growth.cu: functions for between launches --- */
/* Keys that `blocks` blocks may still add after they read the queue's end. */
uint64_t search_under_way(const struct cuda_search *search, unsigned blocks);
/* The number of states for which table and queue have room. */
uint64_t search_room(const struct cuda_search *search);
/* The number of pairs for which the interner has room. */
uint64_t search_pairs(const struct cuda_search *search);
/* Whether there is room for all blocks to run for a while. */
int search_is_roomy(const struct cuda_search *search);
/* The first growth of the queue in bytes, for the size of the table. */
uint64_t search_first_queue(const struct cuda_search *search);
/*
 * Each makes room: 1, 0 when memory runs out (search_grow: so that not even one block can go on), -1 on
 * failure.
 */
int search_grow(struct cuda_search *search);
int search_grow_interner(struct cuda_search *search);
int search_grow_levels(struct cuda_search *search);
int search_grow_sets(struct cuda_search *search);
/* Copies the begins of the known levels to the result; 0 or -1. */
int search_take_levels(struct cuda_search *search);
/* Releases the keys before `first` in the queue: those of levels that are no longer needed there. */
void search_release_levels(struct cuda_search *search, uint64_t first);

/* --- explore_cuda_checkpoint.cu --- */
/* Opens what `checkpoint` says, unless it is NULL, after search_open; 0 or -1. search_close_checkpoint must
 * follow before search_close. */
int search_open_checkpoint(struct cuda_search *search, struct checkpoint *checkpoint);
void search_close_checkpoint(struct cuda_search *search);
/* Writes the search, between launches; 0, or -1 if the search itself has failed. The second one writes it
 * after its end, if it is to be written. */
int search_write_checkpoint(struct cuda_search *search);
int search_write_last_checkpoint(struct cuda_search *search);
struct keys_device_set search_visited(const struct cuda_search *search);

/* --- explore_cuda_restore.cu --- */
/* Whether the search is continued. */
int search_is_resumed(const struct cuda_search *search);
/* Fills table, queue and state from the checkpoint, instead of search_put_first; 0 or -1. */
int search_restore(struct cuda_search *search);

#endif
