/* Random networks: prio. */
#include <string.h>

#include "tests/random/random_internal.h"

static void shuffle(struct generator *generator, char patterns[][TEXT_MAX], uint32_t count) {
    for (uint32_t k = count; k > 1; k--) {
        uint32_t other = random_below(generator, k);
        char kept[TEXT_MAX];
        memcpy(kept, patterns[k - 1], TEXT_MAX);
        memcpy(patterns[k - 1], patterns[other], TEXT_MAX);
        memcpy(patterns[other], kept, TEXT_MAX);
    }
}

/* Makes a pattern of a label: dots replace characters that are operators in some dialect. */
static void label_pattern(const char *label, char pattern[TEXT_MAX]) {
    size_t length = strlen(label);
    for (size_t k = 0; k < length; k++) {
        pattern[k] = strchr("(?)", label[k]) != NULL ? '.' : label[k];
    }
    pattern[length] = '\0';
}

/*
 * Patterns that match different labels, in some order. Chains that follow the order put no label above
 * itself.
 */
static uint32_t prio_patterns(struct generator *generator, char patterns[][TEXT_MAX]) {
    uint32_t count = 0;
    for (uint32_t g = 0; g < generator->gate_count; g++) {
        const char *gate = generator->gates[g];
        if (random_chance(generator, 60)) {
            snprintf(patterns[count++], TEXT_MAX, "%.64s.*", gate);
            continue;
        }
        for (uint32_t l = 0; l < generator->label_count; l++) {
            const char *label = generator->labels[l];
            if (strncmp(label, gate, strlen(gate)) == 0) {
                label_pattern(label, patterns[count++]);
            }
        }
    }
    if (generator->with_stochastic) {
        strcpy(patterns[count++], "prob.*");
    }
    strcpy(patterns[count++], "i");
    strcpy(patterns[count++], "x.*");
    shuffle(generator, patterns, count);
    return count;
}

/* Two texts of the pool may be equal; then a chain of both would put a label above itself. */
static uint32_t without_repetition(char patterns[][TEXT_MAX], uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        int repeated = 0;
        for (uint32_t other = 0; other < kept; other++) {
            repeated |= strcmp(patterns[other], patterns[k]) == 0;
        }
        if (!repeated) {
            memmove(patterns[kept++], patterns[k], TEXT_MAX);
        }
    }
    return kept;
}

static void write_chain(struct generator *generator, char patterns[][TEXT_MAX], uint32_t count) {
    uint32_t wanted = 2 + random_below(generator, 2);
    if (wanted > count) {
        wanted = count;
    }
    for (uint32_t k = 0, written = 0; k < count && written < wanted; k++) {
        if (random_below(generator, count - k) < wanted - written) {
            if (written++ > 0) {
                random_symbol(generator, ">");
            }
            random_exact_name(generator, patterns[k]);
        }
    }
}

/* Writes a pattern, or another text that matches the same labels or some of them. */
static void write_respelled(struct generator *generator, const char *pattern) {
    char other[TEXT_MAX];
    size_t length = strlen(pattern);
    const char *label = random_label(generator);
    snprintf(other, sizeof other, "%s", pattern);
    if (random_chance(generator, 85)) {
        int gate = length > 2 && strcmp(pattern + length - 2, ".*") == 0;
        if (gate && strncmp(label, pattern, length - 2) == 0) {
            label_pattern(label, other);
        } else {
            snprintf(other, sizeof other, "[%c]%.64s", pattern[0], pattern + 1);
        }
    }
    random_exact_name(generator, other);
}

/* Three patterns in a row as two chains. */
static void write_linked_chains(struct generator *generator, char patterns[][TEXT_MAX], uint32_t count) {
    uint32_t middle = 1 + random_below(generator, count - 2);
    random_exact_name(generator, patterns[random_below(generator, middle)]);
    random_symbol(generator, ">");
    random_exact_name(generator, patterns[middle]);
    random_symbol(generator, ",");
    write_respelled(generator, patterns[middle]);
    random_symbol(generator, ">");
    random_exact_name(generator, patterns[middle + 1 + random_below(generator, count - middle - 1)]);
}

static void write_wild_chain(struct generator *generator) {
    for (uint32_t k = 0; k < 2; k++) {
        char pattern[TEXT_MAX];
        random_pattern(generator, EXP_MODE_TOTAL, pattern);
        if (k > 0) {
            random_symbol(generator, ">");
        }
        random_exact_name(generator, pattern);
    }
}

void random_prio(struct generator *generator, double states, uint32_t depth) {
    char patterns[3 * POOL_MAX][TEXT_MAX];
    uint32_t count = without_repetition(patterns, prio_patterns(generator, patterns));
    int wild = random_chance(generator, 6);
    uint32_t chains = 1 + (random_chance(generator, 60) ? 1 + random_below(generator, 2) : 0);
    random_count(generator, RANDOM_PRIO);
    if (generator->prio_depth > 0) {
        random_count(generator, RANDOM_PRIO_NESTED);
    }
    if (chains > 1) {
        random_count(generator, RANDOM_PRIO_CHAINS);
    }
    random_keyword(generator, "prio");
    int linked = !wild && chains > 1 && count > 2 && random_chance(generator, 75);
    if (linked) {
        write_linked_chains(generator, patterns, count);
    }
    for (uint32_t c = linked ? 2 : 0; c < chains; c++) {
        if (c > 0) {
            random_symbol(generator, ",");
        }
        if (wild) {
            random_count(generator, RANDOM_PRIO_WILD);
            write_wild_chain(generator);
        } else {
            write_chain(generator, patterns, count);
        }
    }
    random_keyword(generator, "in");
    generator->prio_depth++;
    if (random_expression(generator, 1.5 * states, depth, PLACE_FREE)) {
        random_count(generator, RANDOM_PRIO_OVER_SYNC);
    }
    generator->prio_depth--;
    random_keyword(generator, "end");
    random_keyword(generator, "prio");
}
