#ifndef HEDDLE_PARITY_MEASURES_SPM_MEASURES_CORE_H
#define HEDDLE_PARITY_MEASURES_SPM_MEASURES_CORE_H

/*
 * Many measures (parity/measures/spm_measure_core.h) in memory, of vertices or of edges, in two layouts: the
 * words of each measure together, or the first words of all measures, then the second words, so that
 * neighbouring threads read neighbouring words. On the host and on a GPU.
 */
#include "base/core.h"
#include "parity/measures/spm_measure_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Measures of vertices or edges: word k of item i is words[i * item_step + k * word_step]. */
struct spm_measures {
    uint64_t *words;
    uint64_t item_step, word_step;
};

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

/* --- measures in memory, word by word --- */

CORE_FUNCTION uint64_t *spm_at(const struct spm_measures *measures, uint64_t item) {
    return measures->words + item * measures->item_step;
}

CORE_FUNCTION int spm_is_greater_at(const struct spm_measures *a, uint64_t i, const struct spm_measures *b,
                                    uint64_t j, uint32_t words) {
    const uint64_t *x = spm_at(a, i), *y = spm_at(b, j);
    for (uint32_t k = 0; k < words; k++, x += a->word_step, y += b->word_step) {
        if (*x != *y) {
            return *x > *y;
        }
    }
    return 0;
}

CORE_FUNCTION void spm_copy_at(const struct spm_measures *to, uint64_t i, const struct spm_measures *from,
                               uint64_t j, uint32_t words) {
    uint64_t *x = spm_at(to, i);
    const uint64_t *y = spm_at(from, j);
    for (uint32_t k = 0; k < words; k++, x += to->word_step, y += from->word_step) {
        *x = *y;
    }
}

CORE_FUNCTION void spm_set_at(const struct spm_measures *measures, uint64_t item, uint64_t first,
                              uint32_t words) {
    uint64_t *word = spm_at(measures, item);
    for (uint32_t k = 0; k < words; k++, word += measures->word_step) {
        *word = k == 0 ? first : 0;
    }
}

/* Computes prog and writes it to an edge's place. */
CORE_FUNCTION void spm_progress_at(const struct spm_layout *layout, uint32_t level,
                                   const struct spm_measures *from, uint64_t vertex,
                                   const struct spm_measures *to, uint64_t edge) {
    const struct spm_cut *cut = &layout->cut[level];
    const uint64_t *x = spm_at(from, vertex);
    uint64_t *y = spm_at(to, edge);
    if (spm_is_top(x)) {
        spm_set_at(to, edge, SPM_TOP, layout->words);
        return;
    }
    for (uint32_t k = 0; k < layout->words; k++) {
        y[k * to->word_step] = k + 1 < cut->words    ? x[k * from->word_step]
                               : k + 1 == cut->words ? x[k * from->word_step] & cut->mask
                                                     : 0;
    }
    for (uint32_t left = cut->raises ? cut->components : 0; left > 0; left--) {
        const struct spm_component *component = &layout->component[left - 1];
        uint64_t *word = y + component->word * to->word_step;
        if ((*word & component->mask) < component->bound) {
            *word += component->one;
            return;
        }
        *word &= ~component->mask;
    }
    if (cut->raises) {
        spm_set_at(to, edge, SPM_TOP, layout->words);
    }
}

#ifdef __cplusplus
}
#endif
#endif
