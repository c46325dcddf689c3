/* The layout of measures: fields begin at the highest bit, so that a prefix of components is a prefix of
 * bits. */
#include "parity/measures/spm_layout.h"

#include <stddef.h>

#include "base/error.h"

#define WORD_BITS 63u /* bit 63 of the first word belongs to SPM_TOP; the other words leave it out, too */

struct spm_layout_size spm_lay_out(enum player climber, const uint32_t *size, uint32_t levels,
                                   struct spm_component *component, struct spm_cut *cut) {
    struct spm_layout_size result = {.key = levels};
    unsigned left = 0; /* bits of the last word that are free */
    for (uint32_t level = levels; level-- > 0;) {
        int counts = (level & 1) != (unsigned)climber && size[level] > 0;
        if (counts) {
            unsigned width = 64 - (unsigned)__builtin_clzll(size[level]);
            result.words += width > left;
            left = (width > left ? WORD_BITS : left) - width;
            result.key = core_mix(result.key ^ ((uint64_t)level << 32 | size[level]));
            if (component != NULL) {
                component[result.components] =
                    (struct spm_component){.mask = (((uint64_t)1 << width) - 1) << left,
                                           .bound = (uint64_t)size[level] << left,
                                           .one = (uint64_t)1 << left,
                                           .word = (uint32_t)(result.words - 1)};
            }
            result.components++;
        }
        if (cut != NULL) {
            cut[level] = (struct spm_cut){.mask = ~(((uint64_t)1 << left) - 1),
                                          .words = (uint32_t)result.words,
                                          .components = result.components,
                                          .raises = (uint32_t)counts};
        }
    }
    result.words += result.words == 0;
    return result;
}

int spm_refuse(struct error *error, const char *where, uint64_t vertices, uint64_t words) {
    return error_set(
        error, ERROR_MEMORY,
        "not enough memory%s for small progress measures: %llu vertices of %llu bytes each take %.1f MiB",
        where, (unsigned long long)vertices, (unsigned long long)words * 8,
        (double)vertices * (double)words * 8 / 1048576);
}
