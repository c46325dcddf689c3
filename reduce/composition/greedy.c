/*
 * Chooses what to join next (source: Crouzen, Lang 2011, smart reduction). Candidates are the parts of one
 * rule, and pairs of them. A good candidate hides much: many of the rules that touch it are internal to it;
 * and few of its moves merely interleave. The best few are tried, within the limit of states, and the one
 * with the least minimised size stays.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/network.h"
#include "reduce/composition/composition_internal.h"

#define MOST_PARTS 4u      /* of a candidate */
#define MOST_TRIED 4u      /* candidates that are generated for one step .. */
#define MOST_LOOKED_AT 16u /* .. and if none of these pays */
#define FIRST_LIMIT 500u   /* states of a product, at first .. */
#define LIMIT_FACTOR 8u    /* .. and so many times as many when that is not enough */
#define PROBE_FACTOR 4u
#define LEAST_COMPONENTS 3u /* the search joins the last ones itself */

struct join_candidate {
    uint32_t parts[MOST_PARTS], count;
    double promise; /* the share of its rules that it hides, less the share of those that interleave */
    double product; /* of its parts' states */
};

struct join_choice {
    struct composition *composition;
    struct sequences seen; /* candidates */
    GROWING(struct join_candidate) candidates;
};

static int memory_error(const struct composition *composition) {
    return error_memory(composition->error, "while components are chosen");
}

/* --- candidates --- */

static int add_candidate(struct join_choice *choice, const uint32_t *parts, uint32_t count) {
    const uint64_t known = choice->seen.ends.count;
    const uint32_t number = sequences_intern(&choice->seen, parts, count);
    struct join_candidate candidate = {.count = count};
    if (number < known) {
        return 0;
    }
    memcpy(candidate.parts, parts, count * sizeof *parts);
    return number == SEQUENCE_NONE ||
                   GROWING_ADD(choice->composition->memory, choice->candidates, candidate) != 0
               ? -1
               : 0;
}

/* The participants of a rule, if they are few, and its pairs. */
static int add_of_rule(struct join_choice *choice, const struct network *network,
                       const struct network_rule *rule) {
    const struct network_participant *all = network->participants + rule->participants_begin;
    const uint64_t count = rule->participants_end - rule->participants_begin;
    uint32_t parts[MOST_PARTS];
    if (count < 2) {
        return 0;
    }
    for (uint64_t i = 0; i + 1 < count && i < MOST_PARTS; i++) {
        const uint32_t pair[2] = {all[i].component, all[i + 1].component};
        if (add_candidate(choice, pair, 2) != 0) {
            return -1;
        }
    }
    if (count == 2 || count > MOST_PARTS || count + 1 >= network->component_count) {
        return 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        parts[i] = all[i].component;
    }
    return add_candidate(choice, parts, (uint32_t)count);
}

static int add_candidates(struct join_choice *choice, const struct network *network) {
    for (uint64_t i = network->sub_rule_count; i < network->rule_count; i++) {
        if (add_of_rule(choice, network, &network->rules[i]) != 0) {
            return memory_error(choice->composition);
        }
    }
    return 0;
}

/* --- what they promise --- */

/* The rules that each component takes part in. */
struct rules_of {
    uint64_t *begins; /* [components + 1] */
    uint32_t *rules;  /* [begins[components]] */
    uint64_t count;   /* allocated elements of `rules` */
};

static int open_rules(struct composition *composition, const struct network *network, struct rules_of *of) {
    const uint64_t components = network->component_count;
    of->count = network->participant_count;
    of->begins = memory_allocate_zeroed(composition->memory, (components + 2) * sizeof *of->begins);
    of->rules = memory_allocate_array(composition->memory, of->count, sizeof *of->rules);
    if (of->begins == NULL || of->rules == NULL) {
        return memory_error(composition);
    }
    for (uint64_t i = network->sub_rule_count; i < network->rule_count; i++) {
        for (uint64_t j = network->rules[i].participants_begin; j < network->rules[i].participants_end; j++) {
            of->begins[network->participants[j].component + 2]++;
        }
    }
    for (uint64_t i = 2; i < components + 2; i++) {
        of->begins[i] += of->begins[i - 1];
    }
    for (uint64_t i = network->sub_rule_count; i < network->rule_count; i++) {
        for (uint64_t j = network->rules[i].participants_begin; j < network->rules[i].participants_end; j++) {
            of->rules[of->begins[network->participants[j].component + 1]++] = (uint32_t)i;
        }
    }
    return 0;
}

static void close_rules(struct composition *composition, uint64_t components, struct rules_of *of) {
    memory_free(composition->memory, of->begins, (components + 2) * sizeof *of->begins);
    memory_free(composition->memory, of->rules, of->count * sizeof *of->rules);
}

struct rule_tally {
    uint64_t rules, hidden, alone;
};

/* Counts a rule of part `place`, unless an earlier part has it, too. */
static void tally_rule(const struct network *network, const struct join_candidate *candidate, uint32_t place,
                       const struct network_rule *rule, struct rule_tally *tally) {
    const uint64_t count = rule->participants_end - rule->participants_begin;
    uint64_t inside = 0;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const uint32_t component = network->participants[i].component;
        for (uint32_t k = 0; k < candidate->count; k++) {
            if (candidate->parts[k] == component && k < place) {
                return;
            }
            inside += candidate->parts[k] == component;
        }
    }
    tally->rules++;
    tally->hidden += inside == count && network->labels[rule->label].kind == LABEL_INTERNAL;
    tally->alone += inside == 1 && count > 1;
}

static void rate(const struct network *network, const struct rules_of *of, struct join_candidate *candidate) {
    struct rule_tally tally = {0, 0, 0};
    candidate->product = 1;
    for (uint32_t i = 0; i < candidate->count; i++) {
        const uint32_t part = candidate->parts[i];
        candidate->product *= (double)network->components[part].states;
        for (uint64_t j = of->begins[part]; j < of->begins[part + 1]; j++) {
            tally_rule(network, candidate, i, &network->rules[of->rules[j]], &tally);
        }
    }
    candidate->promise =
        tally.rules == 0 ? 0 : ((double)tally.hidden - (double)tally.alone) / (double)tally.rules;
}

/* The most promising first; equal ones in the order of their parts. */
static int compare_candidates(const void *left, const void *right) {
    const struct join_candidate *a = left, *b = right;
    if (a->promise != b->promise) {
        return a->promise > b->promise ? -1 : 1;
    }
    if (a->product != b->product) {
        return a->product < b->product ? -1 : 1;
    }
    return sort_compare_rows(a->parts, b->parts, MOST_PARTS);
}

/* Finds the candidates for the next step, the best first. 0 or -1. */
static int find_candidates(struct join_choice *choice, const struct network *network) {
    struct rules_of of = {NULL, NULL, 0};
    int failed = add_candidates(choice, network) != 0 || open_rules(choice->composition, network, &of) != 0;
    for (uint64_t i = 0; i < choice->candidates.count && !failed; i++) {
        rate(network, &of, &choice->candidates.data[i]);
    }
    close_rules(choice->composition, network->component_count, &of);
    if (!failed) {
        sort_items(choice->candidates.data, choice->candidates.count, sizeof *choice->candidates.data,
                   compare_candidates);
    }
    return failed ? -1 : 0;
}

/* --- what they give --- */

/* The minimised size of the candidate's product; UINT64_MAX if it would not pay. 0 or -1. */
static int try_candidate(struct composition *composition, const struct join_candidate *candidate,
                         uint64_t *size) {
    struct seam seam;
    int64_t number = -1;
    if (seam_open(&seam, composition_now(composition), candidate->parts, candidate->count,
                  composition->memory, composition->error) == 0) {
        number = composition_piece(composition, &seam);
    }
    seam_close(&seam);
    if (number >= 0) {
        const struct composition_piece *piece = &composition->pieces.data[number];
        const int pays =
            piece->skip == COMPOSITION_DONE && (double)piece->minimised_states < candidate->product;
        *size = pays ? piece->minimised_states : UINT64_MAX;
    }
    return number < 0 ? -1 : 0;
}

/* Tries candidates, a few more where none of the first pays, and joins the one with the least result.
 * *joined: whether one was. 0 or -1. */
static int join_best(struct composition *composition, const struct join_choice *choice, int *joined) {
    uint64_t least = UINT64_MAX, size;
    const struct join_candidate *best = NULL;
    *joined = 0;
    for (uint64_t i = 0;
         i < choice->candidates.count && i < MOST_LOOKED_AT && (i < MOST_TRIED || best == NULL); i++) {
        if (run_ask(composition->run, composition->error, "interrupted") != 0 ||
            try_candidate(composition, &choice->candidates.data[i], &size) != 0) {
            return -1;
        }
        if (size < least) {
            least = size;
            best = &choice->candidates.data[i];
        }
    }
    const struct composition_parts parts = {best == NULL ? NULL : best->parts, best == NULL ? 0 : best->count,
                                            NULL};
    return best == NULL ? 0 : composition_join(composition, &parts, joined);
}

static int join_next(struct composition *composition, int *joined) {
    struct join_choice choice = {.composition = composition, .seen.memory = composition->memory};
    int failed = find_candidates(&choice, composition_now(composition)) != 0 ||
                 join_best(composition, &choice, joined) != 0;
    sequences_free(&choice.seen);
    GROWING_FREE(composition->memory, choice.candidates);
    return failed ? -1 : 0;
}

static int join_while_it_pays(struct composition *composition) {
    int joined = 1;
    while (joined && composition_now(composition)->component_count >= LEAST_COMPONENTS) {
        if (join_next(composition, &joined) != 0) {
            return -1;
        }
    }
    return 0;
}

static int may_grow(const struct composition *composition) {
    const struct composition_options *options = composition->options;
    return options->may_grow == NULL || options->may_grow(options->may_grow_context);
}

/* Small products first. Before larger ones are tried, a search of what remains shows whether they are needed:
 * it may take some times as long as all products so far, so that composing never takes much longer than a
 * plain search. */
int composition_join_greedily(struct composition *composition) {
    const uint64_t most = composition->options->most_states;
    int complete = 0;
    composition->limit = FIRST_LIMIT < most ? FIRST_LIMIT : most;
    for (;;) {
        if (join_while_it_pays(composition) != 0) {
            return -1;
        }
        if (composition->limit == most || composition_now(composition)->component_count < LEAST_COMPONENTS) {
            return 0;
        }
        if (composition_probe(composition, PROBE_FACTOR * composition->effort, &complete) != 0) {
            return -1;
        }
        if (complete || !may_grow(composition)) {
            return 0;
        }
        composition->limit =
            most / LIMIT_FACTOR < composition->limit ? most : LIMIT_FACTOR * composition->limit;
    }
}
