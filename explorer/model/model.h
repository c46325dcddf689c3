#ifndef HEDDLE_EXPLORER_MODEL_MODEL_H
#define HEDDLE_EXPLORER_MODEL_MODEL_H

#include <stdint.h>

#include "explorer/model/model_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct data_tables;
struct error;
struct network;
struct observer;
struct run;

/* A network compiled for the search: the image, and the network and observer that it was made from. */
typedef struct model model;

struct model_options {
    uint32_t words; /* 0: as few words as possible; 2, 4: at least so many; 5: at least five, folded */
    /* For tests. Most bits of several components in one block, at most 12; most bytes of links, at most 24
     * KiB; 0: the most. */
    uint32_t block_bits, link_bytes;
    /* Non-zero: successors with labels will be needed often. Blocks and links have labels then, if these do
     * not take too much memory. Always done for an observer. */
    int labels;
    const struct observer *observer; /* NULL: none; not needed after the call */
};

/* The network must outlive the model. NULL with *error filled. */
model *model_compile(const struct network *network, const struct model_options *options,
                     const struct run *run, struct error *error);
void model_free(model *model);

/* The header is at the beginning of the image, and knows its size. */
const void *model_image(const model *model);
const struct model_header *model_header(const model *model);
const struct network *model_network(const model *model);
/* No state has more moves by links; 0 without links. */
uint32_t model_most_linked(const model *model);
/* Tables of a model with data; NULL where it has none. */
const struct data_tables *model_data_tables(const model *model);
/* The number of bits of a state vector, with the observer's. */
uint32_t model_bits(const model *model);
/* The number of bits for `states` local states. */
uint32_t model_field_bits(uint64_t states);
/* One plus the highest bit that word `word` of a vector uses. */
uint32_t model_word_bits(const model *model, uint32_t word);

#ifdef __cplusplus
}
#endif
#endif
