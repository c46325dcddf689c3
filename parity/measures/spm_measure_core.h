#ifndef HEDDLE_PARITY_MEASURES_SPM_MEASURE_CORE_H
#define HEDDLE_PARITY_MEASURES_SPM_MEASURE_CORE_H

/*
 * Small progress measures (Jurdzinski 2000) of one player, the climber: for each level of the other parity,
 * how many vertices of that level a play may visit before a higher one, if the climber plays as well as
 * possible. On the host and on a GPU.
 *
 * A measure has a component for each level of the other parity, that of the highest level first. Components
 * are packed into 64-bit words, the most significant one first, and none crosses a word boundary: so measures
 * are ordered as their words are, and a vertex of some level keeps a prefix of a measure, cut by one mask.
 * The greatest value of a component is the number of vertices of its level, and its width fits this value: it
 * is compared with its bound before it is raised, and never overflows. Bit 63 of the first word is set only
 * in SPM_TOP, which means that the climber loses.
 *
 * Measures of vertices or edges are in memory in one of two layouts: the words of each measure together, or
 * the first words of all measures, then the second words, so that neighbouring threads of a GPU read
 * neighbouring words. On the host the words of a measure are always together.
 */
#include <stdint.h>

#include "base/core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SPM_TOP UINT64_MAX /* in the first word; the others are 0 */

/* Bits of a vertex's label, which has those of its level on a GPU (parity/game/game_levels.h). */
#define SPM_OWNER 1u
#define SPM_DECIDED 2u
#define SPM_LEVEL_SHIFT 3u

CORE_FUNCTION uint32_t spm_owner(uint32_t label) {
    return label & SPM_OWNER;
}

CORE_FUNCTION int spm_is_decided(uint32_t label) {
    return (label & SPM_DECIDED) != 0;
}

CORE_FUNCTION uint32_t spm_level(uint32_t label) {
    return label >> SPM_LEVEL_SHIFT;
}

/* A component; bits and values are at their place in the word. */
struct spm_component {
    uint64_t mask;  /* the bits of the component */
    uint64_t bound; /* the greatest value */
    uint64_t one;   /* the value 1 */
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
    const struct spm_cut *cut; /* for each level */
    uint32_t words;            /* words of a measure, at least 1 */
};

/* A measure in memory: word k is word[k * step]. */
struct spm_measure {
    uint64_t *word;
    uint64_t step;
};

/* Measures of vertices or edges: word k of item i is words[i * item_step + k * word_step]. */
struct spm_measures {
    uint64_t *words;
    uint64_t item_step, word_step;
};

CORE_FUNCTION struct spm_measure spm_at(const struct spm_measures *measures, uint64_t item) {
    struct spm_measure measure = {measures->words + item * measures->item_step, measures->word_step};
    return measure;
}

CORE_FUNCTION int spm_is_top(struct spm_measure measure) {
    return measure.word[0] == SPM_TOP;
}

CORE_FUNCTION void spm_set(struct spm_measure measure, uint64_t first, uint32_t words) {
    for (uint32_t k = 0; k < words; k++, measure.word += measure.step) {
        *measure.word = k == 0 ? first : 0;
    }
}

CORE_FUNCTION void spm_copy(struct spm_measure to, struct spm_measure from, uint32_t words) {
    for (uint32_t k = 0; k < words; k++, to.word += to.step, from.word += from.step) {
        *to.word = *from.word;
    }
}

CORE_FUNCTION int spm_is_greater(struct spm_measure a, struct spm_measure b, uint32_t words) {
    for (uint32_t k = 0; k < words; k++, a.word += a.step, b.word += b.step) {
        if (*a.word != *b.word) {
            return *a.word > *b.word;
        }
    }
    return 0;
}

/* The least measure above a measure whose components from `count` on are 0: raises the last of the other
 * components that is below its bound. */
CORE_FUNCTION void spm_raise(const struct spm_layout *layout, uint32_t count, struct spm_measure measure,
                             uint32_t words) {
    while (count > 0) {
        const struct spm_component *component = &layout->component[--count];
        uint64_t *word = words == 1 ? measure.word : measure.word + component->word * measure.step;
        if ((*word & component->mask) < component->bound) {
            *word += component->one;
            return;
        }
        *word &= ~component->mask;
    }
    spm_set(measure, SPM_TOP, words);
}

/* prog: the least measure that a vertex of a level may have if it moves to a vertex of measure `from`. */
CORE_FUNCTION void spm_progress(const struct spm_layout *layout, uint32_t level, struct spm_measure from,
                                struct spm_measure to, uint32_t words) {
    const struct spm_cut *cut = &layout->cut[level];
    if (spm_is_top(from)) {
        spm_set(to, SPM_TOP, words);
        return;
    }
    for (uint32_t k = 0; k < words; k++) {
        to.word[k * to.step] = k + 1 < cut->words    ? from.word[k * from.step]
                               : k + 1 == cut->words ? from.word[k * from.step] & cut->mask
                                                     : 0;
    }
    if (cut->raises) {
        spm_raise(layout, cut->components, to, words);
    }
}

/* --- words that other threads of the same step may write --- */

CORE_FUNCTION uint8_t spm_load_byte(const uint8_t *byte) {
#ifdef __CUDA_ARCH__
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u8 %0, [%1];" : "=r"(value) : "l"(byte) : "memory");
    return (uint8_t)value;
#else
    return __atomic_load_n(byte, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void spm_store_byte(uint8_t *byte, uint8_t value) {
#ifdef __CUDA_ARCH__
    asm volatile("st.relaxed.gpu.global.u8 [%0], %1;" ::"l"(byte), "r"((uint32_t)value) : "memory");
#else
    __atomic_store_n(byte, value, __ATOMIC_RELAXED);
#endif
}

/* A measure of one word. */
CORE_FUNCTION uint64_t spm_load(const struct spm_measures *measures, uint64_t item) {
    const uint64_t *from = measures->words + item * measures->item_step;
#ifdef __CUDA_ARCH__
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    return value;
#else
    return __atomic_load_n(from, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void spm_store(const struct spm_measures *measures, uint64_t item, uint64_t value) {
    uint64_t *to = measures->words + item * measures->item_step;
#ifdef __CUDA_ARCH__
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
#else
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
#endif
}

#ifdef __cplusplus
}
#endif
#endif
