/* Certificates of the properties that a search has shown to hold. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "explorer/backend.h"

int check_certifies(const struct checking *checking) {
    return checking->certificate != NULL || checking->options->certificates != NULL;
}

/* Adds properties to the certificate. If that fails, the check continues without certificate. */
static void certify_together(struct checking *checking, const struct records *states,
                             const struct property *const *held, uint32_t count) {
    struct check *check = checking->check;
    int failed = certificate_add(checking->certificate, states, held, count, &check->certificate_error);
    for (uint32_t k = 0; k < count && !failed; k++) {
        check->results[held[k] - checking->properties].certified = 1;
    }
    if (failed) {
        certificate_discard(checking->certificate);
        checking->certificate = NULL;
    }
}

/* Writes the certificate of one property to its own file. */
static void certify_alone(struct checking *checking, const struct records *states,
                          const struct property *held) {
    uint64_t index = (uint64_t)(held - checking->properties);
    struct check_result *result = &checking->check->results[index];
    certificate *own = certificate_create(checking->options->certificates[index], checking->options->subject,
                                          checking->run, &result->why);
    if (own != NULL && certificate_add(own, states, &held, 1, &result->why) == 0) {
        certificate_finish(own, &result->certified, &result->why);
    } else {
        certificate_discard(own);
    }
    checking->check->certified |= result->certified;
}

/* Writes certificates of the properties that hold, which are not alone. */
static void certify_held(struct checking *checking, struct exploration *exploration,
                         const struct property *const *held, uint32_t count) {
    struct check *check = checking->check;
    struct records states = {0};
    struct error error;
    int failed = checking->options->backend->fetch(exploration, checking->run, &error) != 0 ||
                 certificate_states(exploration, checking->run, &states, &error) != 0;
    for (uint32_t k = 0; k < count && checking->certificate == NULL; k++) {
        uint64_t index = (uint64_t)(held[k] - checking->properties);
        if (failed) {
            check->results[index].why = error;
        } else if (checking->options->certificates[index] != NULL) {
            certify_alone(checking, &states, held[k]);
        }
    }
    if (checking->certificate != NULL && failed) {
        check->certificate_error = error;
        certificate_discard(checking->certificate);
        checking->certificate = NULL;
    } else if (checking->certificate != NULL) {
        certify_together(checking, &states, held, count);
    }
    records_free(&states);
}

void check_certify(struct checking *checking, uint32_t search, struct exploration *exploration) {
    struct memory *memory = checking->run->memory;
    struct check *check = checking->check;
    uint32_t count = 0;
    if (!check_certifies(checking) || exploration->result.outcome != EXPLORE_DONE) {
        return;
    }
    const struct property **held = memory_allocate_array(memory, checking->count, sizeof *held);
    for (uint32_t i = 0; i < checking->count && held != NULL; i++) {
        if (check->results[i].search == search && check->results[i].verdict == VERDICT_HOLDS &&
            !check_needs_graph(checking, i)) {
            held[count++] = &checking->properties[i];
        }
    }
    if (held == NULL) {
        error_memory(&check->certificate_error, "for a certificate");
    } else if (count != 0) {
        certify_held(checking, exploration, held, count);
    }
    memory_free(memory, held, checking->count * sizeof *held);
}
