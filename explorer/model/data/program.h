#ifndef HEDDLE_EXPLORER_MODEL_DATA_PROGRAM_H
#define HEDDLE_EXPLORER_MODEL_DATA_PROGRAM_H

#include <stdint.h>

#include "explorer/model/data/program_core.h"

struct memory;

/* What programs may refer to. */
struct program_bounds {
    const struct program_instruction *code; /* [code_count] */
    uint32_t code_count, constant_count, field_count, register_count;
};

/*
 * Checks the program that begins at an instruction: it ends in RETURN; jumps stay in it; registers, constants
 * and fields exist; every register has a value of the right type wherever it is read; the result has the
 * given type
 * ('i' or 'd'). *length: its instructions. 1, 0 if it is wrong, or -1 when memory runs out.
 */
int program_check(const struct program_bounds *bounds, uint32_t begin, char type, uint32_t *length,
                  struct memory *memory);

#endif
