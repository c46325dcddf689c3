#ifndef HEDDLE_PARITY_MEASURES_SPM_MEASURE_CORE_H
#define HEDDLE_PARITY_MEASURES_SPM_MEASURE_CORE_H

/*
 * Small progress measures (Jurdzinski 2000) of one player, the climber: for each level of the other parity,
 * how many vertices of that level a play may meet before a higher one, if the climber plays as well as
 * possible. On the host and on a GPU.
 *
 * A measure has a component for each level of the other parity, that of the highest level first. Components
 * are packed into 64-bit words, the most significant one first, and none crosses a word boundary: so measures
 * are ordered as their words are, and a vertex of some level keeps a prefix of a measure, cut by one mask.
 * The greatest value of a component is the number of vertices of its level, and its width fits this value: it
 * is compared with its bound before it is raised, and never overflows. Bit 63 of the first word is set only
 * in SPM_TOP, which means that the climber loses.
 *
 * On the host the words of a measure are adjacent, because all of them are read at once.
 */
#include <stdint.h>

#include "base/core.h"

#define SPM_TOP UINT64_MAX /* in the first word; the others are 0 */

/* Bits of a vertex's label. */
#define SPM_DECIDED 1u
#define SPM_OWNER_SHIFT 1u
#define SPM_LEVEL_SHIFT 2u

struct spm_component {
    uint64_t mask;  /* its bits in the word */
    uint64_t bound; /* there */
    uint64_t one;   /* there */
    uint32_t word;
};

/* The prefix of a measure that vertices of a level keep. */
struct spm_cut {
    uint64_t mask;       /* mask of the last word that is kept */
    uint32_t words;      /* number of words that are kept at least in part */
    uint32_t components; /* number of components that are kept */
    uint32_t raises;     /* the last of them belongs to the level itself and is raised */
};

/* Pointers into arrays on the side of the measures. */
struct spm_layout {
    const struct spm_component *component;
    const struct spm_cut *cut; /* a level */
    uint32_t words;            /* words of a measure, at least 1 */
};

CORE_FUNCTION int spm_is_top(const uint64_t *measure) {
    return measure[0] == SPM_TOP;
}

CORE_FUNCTION void spm_set(uint64_t *measure, uint64_t first, uint32_t words) {
    measure[0] = first;
    for (uint32_t i = 1; i < words; i++) {
        measure[i] = 0;
    }
}

CORE_FUNCTION void spm_copy(uint64_t *to, const uint64_t *from, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

CORE_FUNCTION int spm_is_greater(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t i = 0; i + 1 < words; i++) {
        if (a[i] != b[i]) {
            return a[i] > b[i];
        }
    }
    return a[words - 1] > b[words - 1];
}

/* The least measure above a measure whose components from `count` on are 0: raises the last of the other
 * components that is below its bound. */
CORE_FUNCTION void spm_raise(const struct spm_layout *layout, uint32_t count, uint64_t *measure,
                             uint32_t words) {
    while (count > 0) {
        const struct spm_component *component = &layout->component[--count];
        uint32_t word = words == 1 ? 0 : component->word;
        if ((measure[word] & component->mask) < component->bound) {
            measure[word] += component->one;
            return;
        }
        measure[word] &= ~component->mask;
    }
    spm_set(measure, SPM_TOP, words);
}

/* prog: the least measure that a vertex of a level may have if it moves to a vertex of measure `from`. */
CORE_FUNCTION void spm_progress(const struct spm_layout *layout, uint32_t level, const uint64_t *from,
                                uint64_t *to, uint32_t words) {
    const struct spm_cut *cut = &layout->cut[level];
    if (spm_is_top(from)) {
        spm_set(to, SPM_TOP, words);
        return;
    }
    for (uint32_t i = 0; i < words; i++) {
        to[i] = i + 1 < cut->words ? from[i] : i + 1 == cut->words ? from[i] & cut->mask : 0;
    }
    if (cut->raises) {
        spm_raise(layout, cut->components, to, words);
    }
}

#endif
