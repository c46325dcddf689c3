#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_APPEND_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_APPEND_H

#include <stdint.h>

struct data_builder;
struct data_header;

/*
 * Adds the commands and classes of an image, which has no locations, to a builder: commands after those that
 * are there, their component becomes `component`. The image's variable i is the builder's `variable` + i,
 * which the caller adds. Rules, predicates and rewards are left out: *classes is the number of the image's
 * class 0, so that the caller can add rules. 0, or -1 when memory runs out.
 */
int data_append(struct data_builder *builder, const struct data_header *image, uint32_t component,
                uint32_t variable, uint32_t *classes);

#endif
