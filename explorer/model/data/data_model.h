#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_MODEL_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_MODEL_H

#include <stdint.h>

#include "base/array.h"
#include "explorer/model/data/data_choices_core.h"

struct error;
struct memory;

/* The arrays of an image while a compiler fills them; a zeroed one with `memory` is empty. */
struct data_builder {
    struct memory *memory;
    enum data_kind kind;
    uint32_t registers; /* that programs use */
    uint32_t initial;   /* DATA_NONE, or a program */
    uint32_t guards;
#define ONE(type, name) GROWING(type) name;
    DATA_ARRAYS(ONE)
#undef ONE
};

/*
 * Lays the variables out (their mask, word and shift), checks everything, and makes the image. The builder
 * stays. NULL with *error filled: ERROR_MEMORY, or ERROR_LIMIT for more than 2^32 - 2 elements in an array.
 */
struct data_header *data_model_create(struct data_builder *builder, struct error *error);
/* NULL is allowed. */
void data_model_free(struct memory *memory, struct data_header *image);
void data_builder_free(struct data_builder *builder);

/* Writes the label of each rule: labels[action], or `unlabelled` for rules without action. */
void data_model_set_labels(struct data_header *image, const uint32_t *labels, uint32_t unlabelled);

/* Writes the label of each rule: labels[rule]. */
void data_model_number_labels(struct data_header *image, const uint32_t *labels);
/* NULL when memory runs out. */
struct data_header *data_model_copy(struct memory *memory, const struct data_header *image);

/* Takes the labels of rules from an image of the same model. */
void data_model_copy_labels(struct data_header *image, const struct data_header *from);

/* The most choices that a state can have, at most 2^32 - 2: their numbers are below it. Of DATA_NETWORK: the
 * choices of all processes. */
uint32_t data_model_most_choices(const struct data_header *image);

/* Room for states of an image (data_scratch_at): NULL when memory runs out; the caller frees the words. */
uint64_t *data_scratch_open(struct memory *memory, const struct data_header *image,
                            struct data_scratch *scratch);
/* NULL is allowed. */
void data_scratch_close(struct memory *memory, const struct data_header *image, uint64_t *words);

#endif
