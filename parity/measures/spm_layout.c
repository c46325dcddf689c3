/* The layout of measures: fields are laid from the highest bit down, so that a prefix of components is a
 * prefix of bits. */
#include "parity/measures/spm_layout.h"

#define WORD_BITS 63u /* of the first word bit 63 is SPM_TOP's; the others do without it, too */

static unsigned width_of(uint64_t bound) {
    return 64 - (unsigned)__builtin_clzll(bound);
}

/* Room for one field more, after those that left `left` bits of the last of `words` words. */
static void add_field(unsigned width, uint64_t *words, unsigned *left) {
    *words += width > *left;
    *left = (width > *left ? WORD_BITS : *left) - width;
}

static int is_counted(enum player climber, uint32_t level, uint32_t size) {
    return (level & 1) != (unsigned)climber && size > 0;
}

uint64_t spm_layout_words(enum player climber, const uint32_t *size, uint32_t levels, uint32_t *components) {
    uint64_t words = 0;
    unsigned left = 0;
    *components = 0;
    for (uint32_t level = levels; level-- > 0;) {
        if (is_counted(climber, level, size[level])) {
            add_field(width_of(size[level]), &words, &left);
            ++*components;
        }
    }
    return words == 0 ? 1 : words;
}

void spm_lay_out(enum player climber, const uint32_t *size, uint32_t levels, struct spm_component *component,
                 struct spm_cut *cut) {
    uint64_t words = 0;
    uint32_t components = 0;
    unsigned left = 0;
    for (uint32_t level = levels; level-- > 0;) {
        int counts = is_counted(climber, level, size[level]);
        if (counts) {
            unsigned width = width_of(size[level]);
            add_field(width, &words, &left);
            component[components++] = (struct spm_component){.mask = (((uint64_t)1 << width) - 1) << left,
                                                             .bound = (uint64_t)size[level] << left,
                                                             .one = (uint64_t)1 << left,
                                                             .word = (uint32_t)(words - 1)};
        }
        cut[level] = (struct spm_cut){.mask = ~(((uint64_t)1 << left) - 1),
                                      .words = (uint32_t)words,
                                      .components = components,
                                      .raises = (uint32_t)counts};
    }
}

uint64_t spm_layout_key(enum player climber, const uint32_t *size, uint32_t levels) {
    uint64_t key = levels;
    for (uint32_t level = levels; level-- > 0;) {
        if (is_counted(climber, level, size[level])) {
            key = core_mix(key ^ ((uint64_t)level << 32 | size[level]));
        }
    }
    return key;
}
