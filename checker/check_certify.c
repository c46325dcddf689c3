/* Certificates of the properties that a search has shown to hold. */
#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "space/space.h"

int check_certifies(const struct checking *checking) {
    return checking->certificate != NULL || checking->options->certificates != NULL;
}

/* Of several ranks, whether all can go on with the same work. Returns 0, or -1 with *error filled. */
static int agree(const struct checking *checking, uint64_t work, int failed, struct error *error) {
    return ranks_meet(checking->run->ranks, RANKS_GRAPH, work, failed, error);
}

/* The check continues without the certificate of several properties. */
static void give_up(struct checking *checking) {
    certificate_discard(checking->certificate);
    checking->certificate = NULL;
}

/* Adds properties to the certificate. */
static void certify_together(struct checking *checking, const struct records *states,
                             const struct certificate_runs *runs, const struct property *const *held,
                             uint32_t count) {
    struct check *check = checking->check;
    int failed = certificate_add(checking->certificate, states, runs, held, count, &check->certificate_error);
    for (uint32_t k = 0; k < count && !failed; k++) {
        check->results[held[k] - checking->properties].certified = 1;
    }
    if (failed) {
        give_up(checking);
    }
}

/* Writes the certificate of one property to its own file. */
static void certify_alone(struct checking *checking, const struct records *states,
                          const struct certificate_runs *runs, const struct property *held) {
    const struct check_options *options = checking->options;
    uint64_t index = (uint64_t)(held - checking->properties);
    struct check_result *result = &checking->check->results[index];
    certificate *own = certificate_create(options->certificates[index], options->subject,
                                          options->certificate_window, checking->run, &result->why);
    if (agree(checking, index, own == NULL, &result->why) == 0 &&
        certificate_add(own, states, runs, &held, 1, &result->why) == 0) {
        certificate_finish(own, &result->certified, &result->why);
    } else {
        certificate_discard(own);
    }
    checking->check->certified |= result->certified;
}

void check_certify_these(struct checking *checking, const struct records *states,
                         const struct certificate_runs *runs, const struct property *const *held,
                         uint32_t count) {
    for (uint32_t k = 0; k < count && checking->certificate == NULL; k++) {
        if (checking->options->certificates != NULL &&
            checking->options->certificates[held[k] - checking->properties] != NULL) {
            certify_alone(checking, states, runs, held[k]);
        }
    }
    if (checking->certificate != NULL) {
        certify_together(checking, states, runs, held, count);
    }
}

void check_certify_not(struct checking *checking, const struct error *why, const struct property *const *held,
                       uint32_t count) {
    for (uint32_t k = 0; k < count && checking->certificate == NULL; k++) {
        checking->check->results[held[k] - checking->properties].why = *why;
    }
    if (checking->certificate != NULL) {
        checking->check->certificate_error = *why;
        error_prefix(&checking->check->certificate_error,
                     "%.300s: not written: ", checking->options->certificate);
        give_up(checking);
    }
}

/* What several ranks must do alike: which properties they certify. */
static uint64_t work_of(const struct checking *checking, const struct property *const *held, uint32_t count) {
    uint64_t work = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint64_t index = (uint64_t)(held[k] - checking->properties);
        work = ranks_fingerprint(work, &index, sizeof index);
    }
    return work;
}

/* Collective: what several ranks used and sent for certificates. On GPUs, the memory that counts is theirs.
 */
static void add_effort(const struct run *run, struct explore_effort *effort, uint64_t sent_before) {
    uint64_t sums[] = {memory_peak(run->memory), ranks_bytes_sent(run->ranks) - sent_before};
    ranks_sum(run->ranks, sums, sizeof sums / sizeof *sums);
    if (effort->ranks != 0) {
        effort->memory_peak = effort->on_device ? effort->memory_peak : sums[0];
        effort->bytes_exchanged += sums[1];
    }
}

/* Writes certificates of the properties that hold, which are not alone. */
static void certify_held(struct checking *checking, struct space *space, const struct property *const *held,
                         uint32_t count) {
    const struct run *run = checking->run;
    const uint64_t sent_before = ranks_bytes_sent(run->ranks);
    struct records states = {0};
    struct error error;
    int failed = space_fetch(space, run, &error) != 0 ||
                 certificate_states(space->exploration, run, &states, &error) != 0;
    failed = agree(checking, work_of(checking, held, count), failed, &error) != 0;
    if (failed) {
        check_certify_not(checking, &error, held, count);
    } else {
        check_certify_these(checking, &states, NULL, held, count);
    }
    if (!failed) {
        add_effort(run, &space->exploration->effort, sent_before);
    }
    records_free(&states);
}

void check_certify(struct checking *checking, uint32_t search, struct space *space) {
    struct memory *memory = checking->run->memory;
    struct check *check = checking->check;
    uint32_t count = 0;
    if (!check_certifies(checking) || space->exploration->result.outcome != EXPLORE_DONE) {
        return;
    }
    const struct property **held = memory_allocate_array(memory, checking->count, sizeof *held);
    for (uint32_t i = 0; i < checking->count && held != NULL; i++) {
        if (check->results[i].search == search && check->results[i].verdict == VERDICT_HOLDS &&
            !check_needs_graph(checking, i) && !property_is_of_runs(checking->properties[i].kind)) {
            held[count++] = &checking->properties[i];
        }
    }
    if (held == NULL) {
        error_memory(&check->certificate_error, "for a certificate");
        agree(checking, 0, 1, &check->certificate_error);
        give_up(checking);
    } else if (count != 0) {
        certify_held(checking, space, held, count);
    }
    memory_free(memory, held, checking->count * sizeof *held);
}
