#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_APPEND_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_APPEND_H

#include <stdint.h>

struct data_builder;
struct data_header;

/*
 * Adds the commands and classes of an image, which has no locations, to a builder: commands after those that
 * are there. The caller adds the variables. Rules, predicates and rewards are left out: *classes is the
 * number of the image's class 0, so that the caller can add rules. 0, or -1 when memory runs out.
 */
struct data_place {
    uint32_t component; /* of all commands */
    uint32_t variable;  /* the number of the image's variable 0 */
    uint32_t process;   /* .. and of its process 0 */
};
int data_append(struct data_builder *builder, const struct data_header *image, const struct data_place *place,
                uint32_t *classes);

#endif
