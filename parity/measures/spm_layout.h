#ifndef HEDDLE_PARITY_MEASURES_SPM_LAYOUT_H
#define HEDDLE_PARITY_MEASURES_SPM_LAYOUT_H

#include "parity/game/game.h"
#include "parity/measures/spm_measure_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Computes the layout of a climber's measures where level l has size[l] vertices, of `levels` levels: levels
 * of the other parity that have vertices are counted, each in as many bits as its size needs. Returns the
 * words of a measure, at least 1; *components becomes how many levels are counted.
 */
uint64_t spm_layout_words(enum player climber, const uint32_t *size, uint32_t levels, uint32_t *components);

/* Fills component (as many as there are) and cut (one for each level). */
void spm_lay_out(enum player climber, const uint32_t *size, uint32_t levels, struct spm_component *component,
                 struct spm_cut *cut);

/* Returns a key of a climber's layout: equal for equal layouts, and almost never for different ones. */
uint64_t spm_layout_key(enum player climber, const uint32_t *size, uint32_t levels);

#ifdef __cplusplus
}
#endif
#endif
