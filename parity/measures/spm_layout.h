#ifndef HEDDLE_PARITY_MEASURES_SPM_LAYOUT_H
#define HEDDLE_PARITY_MEASURES_SPM_LAYOUT_H

#include "parity/game/game.h"
#include "parity/measures/spm_measure_core.h"

struct spm_layout_size {
    uint64_t words;      /* words of a measure, at least 1 */
    uint32_t components; /* number of components */
    uint64_t key;        /* equal for equal layouts, and almost never for different ones */
};

/*
 * Lays out a climber's measures where level l has size[l] vertices, of `levels` levels: levels of the other
 * parity that have vertices are counted, each in as many bits as its size needs. Fills `component` (as many
 * as there are) and `cut` (one for each level), unless they are NULL.
 */
struct spm_layout_size spm_lay_out(enum player climber, const uint32_t *size, uint32_t levels,
                                   struct spm_component *component, struct spm_cut *cut);

/* Sets ERROR_MEMORY for measures of the given number of words; `where`: "", or " on the GPU". Returns -1. */
int spm_refuse(struct error *error, const char *where, uint64_t vertices, uint64_t words);
#endif
