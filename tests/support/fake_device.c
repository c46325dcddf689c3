/* A device whose searches fail on request (fake_device.h). */
#include "tests/support/fake_device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/device/device_list.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/model/model_core.h"
#include "explorer/search/handover.h"
#include "explorer/search/cuda/space_device.h"

#define LOST_AT_DEPTH 20u /* a search is lost when it has come so far */

struct fake_device fake;

static struct device_start start;
static int may_be_ready;
static struct space_device *held; /* where explorations do not know how to free one */

/* --- being made ready --- */

static int available(const char **reason) {
    *reason = fake.absent ? "there is none" : NULL;
    return !fake.absent;
}

/* Another thread's. */
static int start_fake(unsigned number, struct error *error) {
    __atomic_add_fetch(&fake.starts, 1, __ATOMIC_RELAXED);
    while (!__atomic_load_n(&may_be_ready, __ATOMIC_ACQUIRE)) {
        usleep(100);
    }
    return fake.start_fails ? error_set(error, ERROR_DEVICE, "fake %u does not start", number) : 0;
}

void fake_settle(void) {
    __atomic_store_n(&may_be_ready, 1, __ATOMIC_RELEASE);
    while (device_start_state(&start) == DEVICE_STARTING) {
        usleep(100);
    }
}

static void release_space(void) {
#ifndef HEDDLE_CUDA
    free(held);
#endif
    held = NULL;
}

void fake_reset(struct fake_device how) {
    fake_settle();
    release_space();
    memset(&start, 0, sizeof start);
    fake = how;
    may_be_ready = 0;
}

/* --- the host: explore_cpu, which waits for the device where the test wants it to be ready --- */

struct patience {
    const struct explore_options *options;
    const struct run *run;
};

static unsigned load(const unsigned *counter) {
    return __atomic_load_n(counter, __ATOMIC_ACQUIRE);
}

/* Whether the device may begin, which the host must decide first for searches of fewer states. */
static int is_decided(const struct explore_options *options) {
    return !options->partial_order ||
           (options->decision != NULL && __atomic_load_n(&options->decision->made, __ATOMIC_ACQUIRE));
}

/* Whether the result of the device's search will be taken. */
static int will_win(const struct run *run) {
    return fake.search == FAKE_WORKS || (fake.search == FAKE_IS_FULL && run->memory->limit <= FAKE_BUDGET);
}

/* The device searches, or is about to: waits for what it will do, unless it waits for the host. */
static int await_device(const struct patience *patience, uint64_t states) {
    const struct explore_options *options = patience->options;
    int leaves = 0, wins = will_win(patience->run), boasts = fake.search == FAKE_BOASTS;
    unsigned ends = load(&fake.device_ends);
    while (!leaves && fake.search != FAKE_IS_SLOW && fake.search != FAKE_IS_LAST &&
           device_start_state(&start) == DEVICE_READY &&
           (wins || boasts || load(&fake.device_ends) == ends) && !run_should_stop(patience->run)) {
        usleep(100);
        leaves = options->leave(options->leave_context, states);
    }
    return leaves;
}

static int leave_patiently(void *context, uint64_t states) {
    const struct patience *patience = context;
    int leaves = patience->options->leave(patience->options->leave_context, states);
    if (states >= fake.ready_at && states >= FAKE_START_STATES) {
        fake_settle();
    }
    if (!leaves && states >= FAKE_LEAVE_STATES && is_decided(patience->options) &&
        load(&fake.device_ends) < fake.host_searches) {
        leaves = await_device(patience, states);
    }
    if (leaves) {
        __atomic_store_n(&fake.left_at, states, __ATOMIC_RELEASE);
    }
    return leaves;
}

static struct exploration *explore_host(const model *model, const struct explore_options *options,
                                        const struct run *run, struct error *error) {
    struct patience patience = {options, run};
    struct explore_options how = *options;
    if (options->leave != NULL) {
        how.leave = leave_patiently;
        how.leave_context = &patience;
    }
    how.decision = fake.decides_not ? NULL : options->decision;
    fake.host_searches++;
    struct exploration *found = explore_cpu(model, &how, run, error);
    __atomic_add_fetch(&fake.host_ends, 1, __ATOMIC_RELEASE);
    if (fake.is_late) { /* its thread says so itself, soon */
        __atomic_store_n(&may_be_ready, 1, __ATOMIC_RELEASE);
    }
    return found;
}

static int always(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct backend host = {
    "cpu", 0, 0, always, explore_host, trace_rebuild_cpu, graph_build_cpu, exploration_fetch, NULL};

/* --- the device --- */

/* Two states, one for each of two devices. */
static void hand_over(const model *model, const struct explore_options *options, const struct run *run) {
    const struct checkpoint_header header = {
        .key_words = model_header(model)->key_words, .states = 2, .levels_kept = 1};
    const uint64_t key[MODEL_KEY_WORDS] = {1};
    struct device_list devices;
    struct handover *handover = options->checkpoint == NULL ? NULL : options->checkpoint->held;
    if (!fake.hands_over || handover == NULL || handover->find(model, options, run->device, &devices) < 2 ||
        handover_begin(handover, &devices, &header, NULL) != 0 || handover_put(handover, 0, key, 1) != 0 ||
        handover_put(handover, 1, key, 1) != 0) {
        return;
    }
    handover_copy(handover, 1);
    handover_end_section(handover);
}

static struct exploration *search_fake(const model *model, const struct explore_options *options,
                                       const struct run *run, struct error *error) {
    struct explore_options how = *options;
    struct run its_run = *run;
    its_run.memory = fake.memory != NULL ? fake.memory : run->memory;
    const enum fake_search search = run->devices != NULL ? FAKE_WORKS : fake.search;
    fake.joint_searches += run->devices != NULL;
    fake.undecided += !is_decided(options);
    if (run->devices != NULL && options->checkpoint != NULL) {
        fake.continued += options->checkpoint->held->devices.count == run->devices->count;
    }
    how.checkpoint = NULL;
    if (run->devices != NULL && fake.meets_error) {
        error_set(error, ERROR_INPUT, "the model has an error");
        return NULL;
    }
    if (search == FAKE_BOASTS) {
        struct progress progress = {.phase = "exploring", .done = (uint64_t)1 << 40, .unit = "states"};
        run_tell_search(run, &progress);
        while (__atomic_load_n(&fake.left_at, __ATOMIC_ACQUIRE) == 0) {
            usleep(100);
        }
    }
    while (
        (search == FAKE_IS_SLOW || (search == FAKE_IS_LAST && load(&fake.host_ends) < fake.host_searches)) &&
        !run_should_stop(run)) {
        usleep(100);
    }
    if (search == FAKE_OPENS_NOT || search == FAKE_REFUSES) {
        enum error_code code = search == FAKE_REFUSES ? ERROR_MEMORY : ERROR_DEVICE;
        error_set(error, code, "fake %u does not open", run->device);
        return NULL;
    }
    if (search != FAKE_WORKS && search != FAKE_IS_SLOW && search != FAKE_IS_LAST) {
        how.max_depth = LOST_AT_DEPTH;
    }
    struct exploration *found = explore_cpu(model, &how, &its_run, error);
    if (found != NULL && (search == FAKE_IS_LOST || search == FAKE_BOASTS)) {
        exploration_free(found);
        error_set(error, ERROR_DEVICE, "fake %u is lost", run->device);
        return NULL;
    }
    if (found != NULL) {
        error_set(error, ERROR_MEMORY, "what failed on its way does not matter");
        found->result.outcome = search == FAKE_IS_FULL ? EXPLORE_FULL : found->result.outcome;
        if (search == FAKE_IS_FULL) {
            hand_over(model, options, &its_run);
        }
        release_space();
        held = found->space.device = calloc(1, sizeof *held);
        strcpy(found->effort.device, FAKE_NAME);
        found->effort.on_device = 1;
        found->effort.memory_limit = FAKE_BUDGET;
        found->effort.memory_peak = FAKE_BUDGET / 2;
    }
    return found;
}

static unsigned find_more(const model *model, const struct explore_options *options, unsigned first,
                          struct device_list *devices) {
    (void)model, (void)options;
    *devices = (struct device_list){fake.devices, {first, first + 1}};
    return fake.devices;
}

static struct exploration *explore_fake(const model *model, const struct explore_options *options,
                                        const struct run *run, struct error *error) {
    __atomic_add_fetch(&fake.device_searches, 1, __ATOMIC_RELAXED);
    struct exploration *found = search_fake(model, options, run, error);
    if (fake.devices > 1 && run->devices == NULL) {
        return found; /* others follow */
    }
    __atomic_add_fetch(&fake.device_ends, 1, __ATOMIC_RELEASE);
    return found;
}

/* Whether the results are lost; -1 and 0 as errors are. */
static int lose(struct error *error) {
    return fake.loses_results ? error_set(error, ERROR_DEVICE, "fake lost what it had") : 0;
}

static int trace_fake(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                      struct trace *trace, struct error *error) {
    return lose(error) != 0 ? -1 : trace_rebuild_cpu(exploration, goal, run, trace, error);
}

static struct graph *graph_fake(struct exploration *exploration, const struct graph_options *options,
                                const struct run *run, struct error *error) {
    return lose(error) != 0 ? NULL : graph_build_cpu(exploration, options, run, error);
}

static int fetch_fake(struct exploration *exploration, const struct run *run, struct error *error) {
    (void)exploration, (void)run;
    return lose(error);
}

static const struct backend device = {"fake",     1,          0,          available, explore_fake,
                                      trace_fake, graph_fake, fetch_fake, NULL};

/* --- both engines --- */

const struct auto_engines fake_engines = {
    .host = &host,
    .device = &device,
    .start = start_fake,
    .find_more = find_more,
    .device_start = &start,
    .start_states = FAKE_START_STATES,
    .leave_states = FAKE_LEAVE_STATES,
};

static struct exploration *explore_both(const model *model, const struct explore_options *options,
                                        const struct run *run, struct error *error) {
    return auto_explore(&fake_engines, model, options, run, error);
}

const struct backend fake_auto = {"auto",     0,          1,          always,      explore_both,
                                  auto_trace, auto_graph, auto_fetch, auto_recover};
