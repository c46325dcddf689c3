/*
 * Which components decide the owner of a state (owner_mask.h).
 *
 * A sample of each level is drawn: of the new states to which the sample before leads, so many at random. Two
 * figures are taken from the samples: how many of the transitions that were seen change one of the components
 * that count, for their targets may have another owner; and how many pairs of states of a sample are alike,
 * which agree in the components that count. (Pairs that come from one state a few levels before are left out:
 * in a small sample there are more of them than in a level.) The latter says how unequal the parts of a level
 * are: if one pair in c is alike, the sizes of `owners` parts differ from their mean by a fraction of about
 * sqrt((owners - 1) / c). So components are made to count one by one, that first which separates many states
 * for few transitions, until few enough pairs are alike.
 */
#include "explorer/search/owner_mask.h"

#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/sort.h"
#include "explorer/distributed/owner.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "hashtable/table.h"

#define SAMPLE 128u /* states */
#define SAMPLE_PAIRS (SAMPLE * (SAMPLE - 1) / 2)
#define LEVELS 128u      /* most levels of which samples are drawn; only full samples count */
#define LEAST_LEVELS 16u /* with fewer full samples, all components count: the state space is small */
#define PHASES 4u        /* of the levels that count, each looked at by itself */
#define MOST_SUCCESSORS (1u << 17) /* of all samples: then no more are drawn */
#define FIRST_SLOTS 1024u          /* of the table of states that were seen */
#define MOST_COMPONENTS 128u
/* Times owners - 1: one pair in so many may be alike. Parts then differ from their mean by 8 %
 * by these samples; in searches, which have larger levels, by about 4 %. */
#define EVEN 150u
#define PHASE_SLACK 2u
#define KIN 16u     /* levels: states with a common state of a sample so shortly before are no pair */
#define PLACES 512u /* of a table of the hashes of a sample */

/* A transition that was seen: the components that it changes are [first of this, first of the next). */
struct seen {
    uint32_t *changed;
    uint64_t *first; /* [transitions + 1] */
    uint64_t transitions, changes, changed_capacity, first_capacity;
};

/* A state that a state of the sample has led to first. */
struct sample_candidate {
    uint64_t vector[MODEL_KEY_WORDS];
    uint64_t source;
};

/* A sample under construction. */
struct sample {
    uint64_t count;
    uint64_t *vectors;              /* [SAMPLE][words] */
    uint8_t ancestors[KIN][SAMPLE]; /* a state's place in the sample 1, 2, .. levels before */
};

struct mask_choice {
    const struct run *run;
    struct model_view model;
    struct expansion expansion;
    table *seen_states;
    uint64_t seen_count; /* at least as many as it has */
    struct scope scope;  /* of the arrays, but `candidates` */
    uint64_t *samples;   /* [LEVELS + 2][SAMPLE][words] */
    uint8_t *kin;        /* [LEVELS][SAMPLE] a state's ancestor KIN levels before */
    uint64_t levels;     /* full samples so far */
    uint64_t random;     /* state of the generator */
    GROWING(struct sample_candidate) candidates;
    struct seen seen;
    uint32_t components; /* with that of an observer */
    uint64_t *hashes;    /* [levels][SAMPLE] of the components that count */
    uint8_t *crosses;    /* [transitions] it changes one of these */
    uint8_t *counts;     /* [components] it is one of these */
    uint64_t *separated; /* [components] transitions that would cross, too, if it did */
};

/* --- samples --- */

static uint64_t draw(struct mask_choice *choice, uint64_t below) {
    choice->random += 0x9e3779b97f4a7c15u;
    return (uint64_t)((unsigned __int128)core_mix(choice->random) * below >> 64);
}

/* The samples of levels, and two more: the last one and that before it. */
#define SAMPLES_WORDS(choice) ((LEVELS + 2) * (uint64_t)SAMPLE * (choice)->model.header->words)

static uint64_t *sample_at(const struct mask_choice *choice, uint64_t level) {
    return choice->samples + level * SAMPLE * choice->model.header->words;
}

/* A state that is new becomes a candidate. 0, or -1 when memory runs out. */
static int add_candidate(struct mask_choice *choice, uint64_t successor, uint64_t source) {
    const struct expansion *expansion = &choice->expansion;
    const uint32_t words = choice->model.header->words;
    const uint64_t *key = expansion->keys + successor * words;
    if (table_put(&expansion->table, key, words, expansion->hashes[successor], NULL) != TABLE_NEW) {
        return 0; /* also if it finds no slot, which is rare */
    }
    if (MEMORY_GROW(choice->run->memory, &choice->candidates.data, &choice->candidates.capacity,
                    choice->candidates.count + 1) != 0) {
        return -1;
    }
    struct sample_candidate *candidate = &choice->candidates.data[choice->candidates.count++];
    *candidate = (struct sample_candidate){.source = source};
    for (uint32_t w = 0; w < words; w++) {
        candidate->vector[w] = key[w] & ~TABLE_USED;
    }
    return 0;
}

/* Makes room for so many states more in the table. 0, or -1 when memory runs out. */
static int make_room(struct mask_choice *choice, uint64_t more) {
    choice->seen_count += more;
    while (choice->seen_count > table_slots(choice->seen_states) / 2) {
        if (table_grow_begin(choice->seen_states, table_next_slots(choice->seen_states)) != 0) {
            return -1;
        }
        table_grow_work(choice->seen_states, 0, 1, NULL);
        if (table_grow_end(choice->seen_states) != 0) {
            return -1;
        }
        choice->expansion.table = table_view_of(choice->seen_states);
    }
    return 0;
}

/* The successors of a sample become candidates. 0, or -1 when memory runs out. */
static int expand_sample(struct mask_choice *choice, const uint64_t *sample, uint64_t count) {
    struct expansion *expansion = &choice->expansion;
    const uint32_t words = choice->model.header->words;
    choice->candidates.count = 0;
    for (uint64_t at = 0; at < count;) {
        uint64_t next = 0;
        if (expansion_batch(expansion, sample + at * words, count - at) != 0 ||
            make_room(choice, expansion->count) != 0) {
            return -1;
        }
        for (uint32_t i = 0; i < expansion->sources; i++) {
            for (; next < expansion->ends[i]; next++) {
                if (add_candidate(choice, next, at + i) != 0) {
                    return -1;
                }
            }
        }
        at += expansion->sources == 0 ? 1 : expansion->sources; /* a state with an error has none */
    }
    return 0;
}

/* Notes what a transition changes. 0, or -1 when memory runs out. */
static int see(struct mask_choice *choice, const uint64_t *source, const uint64_t *target) {
    struct seen *seen = &choice->seen;
    if (MEMORY_GROW(choice->run->memory, &seen->changed, &seen->changed_capacity,
                    seen->changes + choice->components) != 0 ||
        MEMORY_GROW(choice->run->memory, &seen->first, &seen->first_capacity, seen->transitions + 2) != 0) {
        return -1;
    }
    seen->first[0] = 0;
    for (uint32_t c = 0; c < choice->components; c++) {
        const struct model_component *component = choice->model.component + c;
        if (model_field(component, source) != model_field(component, target)) {
            seen->changed[seen->changes++] = c;
        }
    }
    seen->first[++seen->transitions] = seen->changes;
    return 0;
}

/* The next sample, of the candidates. 0, or -1 when memory runs out. */
static int draw_sample(struct mask_choice *choice, const struct sample *before, struct sample *sample) {
    const uint32_t words = choice->model.header->words;
    sample->count = choice->candidates.count < SAMPLE ? choice->candidates.count : SAMPLE;
    for (uint64_t i = 0; i < sample->count; i++) {
        struct sample_candidate *drawn = &choice->candidates.data[draw(choice, choice->candidates.count)];
        memcpy(sample->vectors + i * words, drawn->vector, words * sizeof(uint64_t));
        sample->ancestors[0][i] = (uint8_t)drawn->source;
        for (uint32_t k = 1; k < KIN; k++) {
            sample->ancestors[k][i] = before->ancestors[k - 1][drawn->source];
        }
        if (see(choice, before->vectors + drawn->source * words, drawn->vector) != 0) {
            return -1;
        }
        *drawn = choice->candidates.data[--choice->candidates.count];
    }
    return 0;
}

/* Samples of level after level; the full ones stay. 0, or -1 when memory runs out. */
static int draw_samples(struct mask_choice *choice) {
    const struct model_header *header = choice->model.header;
    struct sample samples[2] = {{.vectors = sample_at(choice, LEVELS)},
                                {.vectors = sample_at(choice, LEVELS + 1)}};
    struct sample *before = &samples[0], *sample = &samples[1];
    uint64_t successors = 0;
    sample->count = header->initial_count < SAMPLE ? header->initial_count : SAMPLE;
    memcpy(sample->vectors, choice->model.initial, sample->count * header->words * sizeof(uint64_t));
    for (uint64_t level = 0; level < LEVELS && sample->count != 0 && successors < MOST_SUCCESSORS; level++) {
        struct sample *const last = before;
        before = sample;
        sample = last;
        if (expand_sample(choice, before->vectors, before->count) != 0) {
            return -1;
        }
        successors += choice->candidates.count;
        if (draw_sample(choice, before, sample) != 0) {
            return -1;
        }
        if (sample->count == SAMPLE) {
            memcpy(choice->kin + choice->levels * SAMPLE, sample->ancestors[KIN - 1], SAMPLE);
            memcpy(sample_at(choice, choice->levels++), sample->vectors,
                   SAMPLE * (uint64_t)header->words * sizeof(uint64_t));
        }
    }
    return 0;
}

/* --- how even parts would be --- */

/* Pairs of equal hashes. */
static uint64_t alike(const uint64_t *hashes) {
    uint8_t first[PLACES] = {0}, times[SAMPLE] = {0}; /* first: 1 + the first item with a hash */
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < SAMPLE; i++) {
        uint64_t place = hashes[i] % PLACES;
        while (first[place] != 0 && hashes[first[place] - 1] != hashes[i]) {
            place = (place + 1) % PLACES;
        }
        first[place] = first[place] == 0 ? (uint8_t)(i + 1) : first[place];
        pairs += times[first[place] - 1]++;
    }
    return pairs;
}

static uint64_t value_hash(const struct mask_choice *choice, uint32_t component, const uint64_t *vector) {
    const uint64_t value = model_field(choice->model.component + component, vector);
    return core_mix((value + 1) * 0x9e3779b97f4a7c15u + component * 0xbf58476d1ce4e5b9u);
}

/* The hashes of a sample if the component counts, too. */
static void hash_with(const struct mask_choice *choice, uint32_t component, uint64_t level,
                      uint64_t *hashes) {
    const uint64_t *sample = sample_at(choice, level);
    for (uint64_t i = 0; i < SAMPLE; i++) {
        hashes[i] = choice->hashes[level * SAMPLE + i] ^
                    value_hash(choice, component, sample + i * choice->model.header->words);
    }
}

/* Then only states with the same ancestor may still be alike. */
static void part_kin(const struct mask_choice *choice, uint64_t level, uint64_t *hashes) {
    for (uint64_t i = 0; i < SAMPLE; i++) {
        hashes[i] ^= core_mix((choice->kin[level * SAMPLE + i] + 1) * CORE_MULTIPLIER_2);
    }
}

/* Pairs that are alike in the levels of each phase, if the component counts, too. Returns their sum. */
static uint64_t alike_with(const struct mask_choice *choice, uint32_t component, uint64_t *phases) {
    const uint64_t each = choice->levels / PHASES;
    uint64_t all = 0;
    for (uint64_t phase = 0; phase < PHASES; phase++) {
        phases[phase] = 0;
        for (uint64_t i = 0; i < each; i++) {
            uint64_t hashes[SAMPLE];
            hash_with(choice, component, phase * each + i, hashes);
            phases[phase] += alike(hashes);
            part_kin(choice, phase * each + i, hashes);
            phases[phase] -= alike(hashes);
        }
        all += phases[phase];
    }
    return all;
}

/* Whether `owners` parts have about equally many states of each level. */
static int are_even(const struct mask_choice *choice, uint32_t owners, const uint64_t *phases) {
    const uint64_t rarely = (uint64_t)EVEN * (owners - 1), pairs = choice->levels / PHASES * SAMPLE_PAIRS;
    uint64_t all = 0;
    int even = 1;
    for (uint64_t phase = 0; phase < PHASES; phase++) {
        even &= phases[phase] * rarely <= PHASE_SLACK * pairs;
        all += phases[phase];
    }
    return even && all * rarely <= PHASES * pairs;
}

/* --- the choice --- */

/* Finds for each component the transitions that would cross, too, if it counted. */
static void find_separated(struct mask_choice *choice) {
    const struct seen *seen = &choice->seen;
    memset(choice->separated, 0, choice->components * sizeof *choice->separated);
    for (uint64_t t = 0; t < seen->transitions; t++) {
        for (uint64_t i = seen->first[t]; i < seen->first[t + 1] && !choice->crosses[t]; i++) {
            choice->separated[seen->changed[i]]++;
        }
    }
}

/*
 * The component that separates most pairs, of `pairs`, for the transitions that then cross; its pairs by
 * phase become `phases`. `components` if none separates any. The quotient is near the logarithm of the
 * factor by which pairs become fewer.
 */
static uint32_t best_component(const struct mask_choice *choice, uint64_t pairs, uint64_t *phases) {
    uint32_t best = choice->components;
    double most = 0;
    for (uint32_t c = 0; c < choice->components; c++) {
        uint64_t with[PHASES];
        const uint64_t left = choice->counts[c] ? pairs : alike_with(choice, c, with);
        const double gain =
            (double)(pairs - left) / (double)(pairs + left + 1) / (double)(choice->separated[c] + 1);
        if (left < pairs && gain > most) {
            most = gain;
            best = c;
            memcpy(phases, with, sizeof with);
        }
    }
    return best;
}

static void make_count(struct mask_choice *choice, uint32_t component) {
    const struct seen *seen = &choice->seen;
    choice->counts[component] = 1;
    for (uint64_t level = 0; level < choice->levels; level++) {
        hash_with(choice, component, level, choice->hashes + level * SAMPLE);
    }
    for (uint64_t t = 0; t < seen->transitions; t++) {
        for (uint64_t i = seen->first[t]; i < seen->first[t + 1]; i++) {
            choice->crosses[t] |= seen->changed[i] == component;
        }
    }
}

/* Sets the bits of the components that count in `mask`, if these make even parts. */
static void choose(struct mask_choice *choice, uint32_t owners, uint64_t *mask) {
    const uint32_t words = choice->model.header->words;
    uint64_t phases[PHASES] = {0}, pairs = choice->levels / PHASES * PHASES * SAMPLE_PAIRS;
    uint64_t chosen[MODEL_KEY_WORDS] = {0};
    do {
        find_separated(choice);
        const uint32_t c = best_component(choice, pairs, phases);
        if (c == choice->components) {
            return; /* all together do not suffice */
        }
        const struct model_component *component = choice->model.component + c;
        chosen[component->word] |= component->mask << component->shift;
        make_count(choice, c);
        pairs = 0;
        for (uint64_t phase = 0; phase < PHASES; phase++) {
            pairs += phases[phase];
        }
    } while (!are_even(choice, owners, phases));
    memcpy(mask, chosen, words * sizeof *mask);
}

/* --- the whole --- */

static int open_choice(struct mask_choice *choice, const struct exploration *exploration) {
    struct scope *scope = &choice->scope;
    scope->memory = choice->run->memory;
    choice->samples = scope_array(scope, SAMPLES_WORDS(choice), sizeof *choice->samples);
    choice->kin = scope_array(scope, LEVELS, SAMPLE);
    choice->hashes = scope_zeroed(scope, LEVELS * SAMPLE, sizeof *choice->hashes);
    choice->crosses = scope_zeroed(scope, LEVELS, SAMPLE);
    choice->counts = scope_zeroed(scope, choice->components, sizeof *choice->counts);
    choice->separated = scope_array(scope, choice->components, sizeof *choice->separated);
    return expansion_init(&choice->expansion, exploration, choice->run, 0) != 0 || scope->failed ? -1 : 0;
}

static void close_choice(struct mask_choice *choice) {
    struct memory *memory = choice->run->memory;
    struct seen *seen = &choice->seen;
    scope_close(&choice->scope);
    GROWING_FREE(memory, choice->candidates);
    memory_free(memory, seen->changed, seen->changed_capacity * sizeof *seen->changed);
    memory_free(memory, seen->first, seen->first_capacity * sizeof *seen->first);
    expansion_free(&choice->expansion);
}

/* 0, or -1 when memory runs out. */
static int choose_by_samples(const struct exploration *exploration, uint32_t owners, const struct run *run,
                             uint64_t *mask) {
    struct mask_choice choice = {.run = run,
                                 .seen_states = exploration->space.table,
                                 .model = model_view_of(model_header(exploration->model))};
    choice.components = choice.model.header->components + (choice.model.header->observer_states != 0);
    const int failed = open_choice(&choice, exploration) != 0 || draw_samples(&choice) != 0;
    if (!failed && choice.levels >= LEAST_LEVELS) {
        choose(&choice, owners, mask);
    }
    close_choice(&choice);
    return failed ? -1 : 0;
}

int owner_mask_choose(const model *model, uint32_t owners, const struct run *run, uint64_t *mask,
                      struct error *error) {
    const struct model_header *header = model_header(model);
    if (header->fold_levels != 0 || header->components > MOST_COMPONENTS || owners < 2) {
        return 0;
    }
    struct run all = *run; /* what is chosen must not depend on when a run is stopped */
    all.stop = all.lost = NULL;
    all.deadline = 0;
    const struct explore_options options = {0};
    struct exploration *exploration = exploration_create(model, &options, &all, error);
    if (exploration == NULL) {
        return -1;
    }
    exploration->space.table = table_create(all.memory, header->key_words, 32, FIRST_SLOTS, 0, error);
    const int failed =
        exploration->space.table == NULL || choose_by_samples(exploration, owners, &all, mask) != 0;
    exploration_free(exploration);
    return failed ? error_memory(error, "to begin the search") : 0;
}
